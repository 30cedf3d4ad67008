"""Moonrakers plays by its rules: every case beside it, from real order text, with dice as thrown."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import Luck, Turn, run_turn
from pbem.game import Game, GameInfo, game_info, to_json
from pbem.papers import read_plain
from pbem.rng import FromList

CASES = Path(__file__).resolve().parent / "moonrakers" / "cases"


@pytest.fixture(scope="module")
def moonrakers() -> Game[Any, Any]:
    """The game, found by its entry point."""
    info = game_info("moonrakers")
    assert isinstance(info, GameInfo), info
    return info.load()


def holds(expected: Any, found: Any) -> bool:
    """Whether all that a case expects is there; what it does not name may be anything."""
    if isinstance(expected, Mapping):
        return all(name in found and holds(value, found[name]) for name, value in expected.items())
    return bool(expected == found)


@pytest.mark.parametrize("path", sorted(CASES.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_case(moonrakers: Game[Any, Any], path: Path) -> None:
    """From its position, pages and throws comes what the case expects, its events in their order."""
    case: Any = read_plain(path.read_text("utf-8"), path.name)
    state = moonrakers.position(case["given"])  # type: ignore[attr-defined]
    grammar = moonrakers.grammar(tuple(state.kegs))
    sheets = {seat: grammar.read(page, seat, f"{seat}.txt")[0] for seat, page in case["orders"].items()}

    turn = run_turn(moonrakers, Turn(1, state, (), ()), sheets, Luck("", source=FromList(case["throws"])))

    told = iter([{"kind": event.kind, **event.facts} for event in turn.events])
    for event in case["expect"]["events"]:
        assert any(holds(event, one) for one in told), event
    codes = {seat: [problem.code for problem in found] for seat, found in turn.problems.items() if found}
    assert case["expect"].get("problems", {}) == codes
    assert holds(case["expect"].get("state", {}), to_json(moonrakers, turn.state))


def test_a_page_may_be_written_freely(moonrakers: Game[Any, Any]) -> None:
    """Articles, capitals and numbers as words are understood; a slip is asked back with the nearest pond."""
    grammar = moonrakers.grammar(("ann", "bob"))

    sheet, problems = grammar.read("I'd like to hide two kegs in the Mill Pond\nRAKE CRAMMER", "ann", "ann.txt")

    assert () == problems
    assert "SINK 2 IN mill\nRAKE crammer" == grammar.write(sheet.orders).strip()

    sheet, problems = grammar.read("sink 2 kegs in chruch pond", "ann", "ann.txt")

    assert ["church" in problem.hint + problem.message for problem in problems] == [True]
