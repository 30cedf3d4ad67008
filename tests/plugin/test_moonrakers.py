"""Moonrakers plays by its rules: every case beside it, from real order text, with dice as thrown."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import Luck, Turn, run_turn
from pbem.game import Game, GameInfo, Positions, game_info, to_json
from pbem.papers import read_plain
from pbem.rng import FromList

CASES: Any = read_plain((Path(__file__).resolve().parent / "moonrakers/cases/rules.yaml").read_text("utf-8"), "rules")


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


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["rule"]))
def test_a_case(moonrakers: Game[Any, Any], case: Mapping[str, Any]) -> None:
    """From its position, pages and throws comes what the case expects, its events in their order."""
    assert isinstance(moonrakers, Positions)
    state = moonrakers.position(case["given"])
    grammar = moonrakers.grammar(tuple(state.kegs))
    sheets = {seat: grammar.read(page, seat, f"{seat}.txt")[0] for seat, page in case["orders"].items()}

    turn = run_turn(moonrakers, Turn(1, state, (), ()), sheets, Luck("", source=FromList(case["dice"])))

    told = iter([{"kind": one.kind, "seen_by": [*(one.seen_by or ())], **one.facts} for one in turn.events])
    for event in case["expect"]["events"]:
        assert any(holds(event, one) for one in told), event
    said = {
        seat: [{"code": problem.code, "weight": problem.weight.value} for problem in found]
        for seat, found in turn.problems.items()
        if found
    }
    assert case.get("problems", {}) == said
    assert holds(case["expect"].get("state", {}), to_json(moonrakers, turn.state))
    end = moonrakers.outcome(turn.state)
    assert holds(case["expect"].get("outcome", {}), {"winners": list(end.winners)} if end else {})


def test_a_page_may_be_written_freely(moonrakers: Game[Any, Any]) -> None:
    """Articles, capitals and numbers as words are understood; a slip is asked back with the nearest pond."""
    grammar = moonrakers.grammar(("ann", "bob"))

    sheet, problems = grammar.read("I'd like to hide two kegs in the Mill Pond\nRAKE CRAMMER", "ann", "ann.txt")

    assert () == problems
    assert "SINK 2 IN mill\nRAKE crammer" == grammar.write(sheet.orders).strip()

    sheet, problems = grammar.read("sink 2 kegs in chruch pond", "ann", "ann.txt")

    assert ["church" in problem.hint + problem.message for problem in problems] == [True]
