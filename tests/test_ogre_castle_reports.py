"""Reports of Ogre Castle: every sentence, the answers to pages, the map, the hand that is nobody else's, the demo."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.bots import bots_for
from pbem.engine import Luck, Turn, opening, run_turn
from pbem.layout import clean
from pbem.model import Event, Seat, Sheet, Unread
from pbem.papers import read_plain
from pbem.picture import svg
from pbem.report import as_json, report_for
from pbem.rng import Rng
from tests.prompt import Typed
from tests.stories import GOLDEN, Story, story

FOLDER = GOLDEN / "ogre-castle"
FOUR, THREE = ("ogre", "red", "yellow", "blue"), ("ogre", "red", "blue")
NAMES = {"ogre": "Walter", "red": "Rosalind", "yellow": "Yannick", "blue": "blue"}
TOLD: Story = story("ogre-castle")


def rows(name: str) -> Sequence[Mapping[str, Any]]:
    """A table of the golden folder."""
    found: Any = read_plain((FOLDER / name).read_text("utf-8"), name)
    assert isinstance(found, list), found
    return found


@cache
def macros() -> Mapping[str, Any]:
    """The sentences, as they are printed in reports."""
    naming = {"name": NAMES.__getitem__, "mark": str, "colour": str}
    return TOLD.printer.macros("ogre-castle/sentences.j2", naming)


@pytest.mark.parametrize("row", rows("sentences.yaml"), ids=lambda row: row["kind"])
def test_sentences_of_every_kind_of_event(row: Mapping[str, Any]) -> None:
    """Each event is told in these words."""
    written = macros()[row["kind"].replace("-", "_")](row["facts"])

    assert row["says"] == [clean(line) for line in written.splitlines() if line.strip()]


def test_every_kind_of_event_is_in_the_table() -> None:
    """No sentence is left unread: each macro that tells an event stands in the table."""
    source = (TOLD.info.templates / "sentences.j2").read_text("utf-8")
    telling = set(re.findall(r"{% macro (\w+)\(e\) %}", source))

    assert telling - {"way", "heading_turn"} == {row["kind"].replace("-", "_") for row in rows("sentences.yaml")}


def test_a_turn_has_the_name_of_its_player_for_a_heading() -> None:
    """The token, and the player unless he is called like it."""
    assert "The ogre's turn (Walter)" == macros()["heading_turn"]({"seat": "ogre"})
    assert "Blue's turn" == macros()["heading_turn"]({"seat": "blue"})


# ------------------------------------------------------------------ the answer to a page


@cache
def two_turns() -> tuple[Turn, Turn]:
    """The set-up, and the round after it without orders."""
    first = opening(TOLD.game, FOUR, {}, Luck("demo"))
    return first, run_turn(TOLD.game, first, {}, Luck("demo"))


def answered(page: str, seat: Seat = "red", turn: int = 1) -> list[str]:
    """What the answer to a page says that it will do."""
    sheet, problems = TOLD.game.grammar(FOUR).read(page, seat, f"{seat}.txt")
    assert [] == [problem for problem in problems if problem.refuses]
    verdict = TOLD.game.check(TOLD.game.view(two_turns()[turn].state, seat), sheet)
    values = {"forecast": verdict.forecast, "seat": seat, "name": NAMES.__getitem__}
    return TOLD.printer.text("ogre-castle/check.txt.j2", values).strip().splitlines()


@pytest.mark.parametrize("row", rows("answers.yaml"), ids=lambda row: f"{row['seat']} {row['line']}")
def test_what_a_line_will_do(row: Mapping[str, Any]) -> None:
    """Each line of a sheet is answered in a sentence that says what it does and when."""
    assert row["says"] == answered(row["line"], row["seat"])[0]


def test_what_a_sheet_leaves_open() -> None:
    """Without MOVE and FLEE lines the default plans are told, without STANDING that the sheet is for one round."""
    ends = [
        "There is no MOVE line, so in your own turn the default plan is used: MOVE NEAR HOME IF DONE ME; MOVE GEM; "
        "MOVE NOFIGHT; MOVE NEAR GEM; MOVE SCROLL.",
        "There is no FLEE line, so after a battle in your own turn the default plan is used: FLEE FAR OGRE.",
        "This sheet is for one round only; with a STANDING line it would be used again.",
    ]

    assert ends == answered("PLAY ARMOR")[1:]
    assert 3 == len(answered("MOVE GEM\nFLEE FAR OGRE\nSTANDING"))


def test_a_line_that_never_fires_still_turns_the_default_plan_off() -> None:
    """With no other MOVE line the tie rules are left, and its writer is told so (7.7)."""
    left = (
        "No MOVE line of yours can fire, and each turns the default plan off: in your own turn the tie rules alone "
        "choose your way (7.4)."
    )

    assert left == answered("MOVE GEM D4\nFLEE FAR OGRE\nSTANDING")[-1]
    assert left not in answered("MOVE GEM D4\nMOVE GEM\nFLEE FAR OGRE\nSTANDING")


def test_where_the_gems_will_lie() -> None:
    """The ogre is told what he placed, and who lays the rest."""
    chance = [
        "Red gems will lie in C1 and C3.",
        "Chance lays the gems that you do not name: 2 red, 4 yellow and 4 blue.",
    ]
    standard = [
        "Red gems will lie in C6, E3, F5 and G3.",
        "Yellow gems will lie in A5, C1, C3 and E5.",
        "Blue gems will lie in B3, C5, E2 and E7.",
        "Those that you do not name are laid in the standard way: 4 red, 3 yellow and 4 blue.",
    ]

    assert chance == answered("PLACE RED C1 C3\nPLACE RANDOM", "ogre", 0)
    assert standard == answered("PLACE YELLOW C1", "ogre", 0)


# ------------------------------------------------------------------ who is told what


@pytest.mark.parametrize("number", range(len(TOLD.turns)))
def test_a_hand_is_its_owners_alone(number: int) -> None:
    """Everybody reads his own scrolls and how many the others hold; the public reads no hand at all."""
    state = TOLD.turns[number].state
    for reader in TOLD.readers:
        view = json.loads(as_json(TOLD.report(number, reader)))["view"]
        counts = {player["seat"]: player["scrolls"] for player in view["players"]}
        own = [held["scroll"] for held in view["own"]["hand"] for _ in range(held["count"])] if reader else None

        assert {seat: len(state.players[seat].hand) for seat in state.seats} == counts
        assert own == (sorted(state.players[reader].hand, key=_printed) if reader else None)
        assert (view["own"] is None) == (reader is None)


def test_whether_a_standing_sheet_was_sent_anew_is_its_owners_affair() -> None:
    """The others' reports and the summary, every field of them, are the same whether it was, or was only used again."""
    first = two_turns()[1]
    sheet = TOLD.sheets({"red": "MOVE GEM\nSTANDING"})
    stands = run_turn(TOLD.game, first, sheet, Luck("demo"))
    used, anew = (run_turn(TOLD.game, stands, pages, Luck("demo")) for pages in ({}, sheet))
    edition = TOLD.edition(3)
    for reader in (None, "ogre", "yellow", "blue"):
        told = {as_json(report_for(TOLD.game, edition, turn, reader)) for turn in (used, anew)}
        assert 1 == len(told)


def _printed(scroll: str) -> int:
    """The place of a scroll in the list of the deck."""
    return [kind.id for kind in TOLD.report(1, None).board.scrolls].index(scroll)


@pytest.mark.parametrize("reader", TOLD.readers)
@pytest.mark.parametrize("number", TOLD.kept)
def test_a_report_in_a_reply_faults_nobody(number: int, reader: Seat | None) -> None:
    """No line of a report looks like an order gone wrong, wherever it was broken."""
    _, problems = TOLD.game.grammar(FOUR).read(TOLD.text(number, reader), reader or "red", "reply")

    assert [] == [problem for problem in problems if problem.refuses]


# ------------------------------------------------------------------ the map


def test_the_map_shows_gems_tokens_and_ways() -> None:
    """A letter for each gem, a token for each player in the castle and in the list, a line for each way gone."""
    told = TOLD.report(4, None)
    drawn = svg(TOLD.printer, told)
    gems = len(told.view.gems) + sum(player.captured for player in told.view.players)
    moved = [event for event in told.events if event.kind in ("moved", "fled") and len(event.facts["route"]) > 1]

    assert gems == drawn.count('font-size="19"')
    assert 2 * len(FOUR) == len(re.findall(r'font-size="26" fill="#[0-9a-f]+">[ORYB]<', drawn))
    assert len(moved) == len(re.findall(r'<path d="M[^"]*" stroke="#[0-9a-f]+"/>', drawn))


def test_the_map_is_the_same_for_all() -> None:
    """Nothing on it is secret."""
    assert 1 == len({svg(TOLD.printer, TOLD.report(3, reader)) for reader in TOLD.readers})


def test_the_gate_of_nobody_is_grey() -> None:
    """With three players the yellow gate is drawn, and nobody's colour is on it."""
    turn = opening(TOLD.game, THREE, {}, Luck("three"))
    names = {seat: NAMES[seat] for seat in THREE}
    told = report_for(TOLD.game, TOLD.edition(0, names=names), turn, "red")
    drawn = svg(TOLD.printer, told)

    assert ">G7<" in drawn and "#8a8172" in drawn
    assert "#e8b817" not in drawn


# ------------------------------------------------------------------ the demo


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo, played once."""
    from click.testing import CliRunner

    from pbem.commands import main

    folder = tmp_path_factory.mktemp("demo") / "castle"
    result = CliRunner().invoke(main, ["demo", "ogre-castle", "--into", str(folder)], catch_exceptions=False)
    assert 0 == result.exit_code, result.output
    (folder.parent / "said").write_text(result.output, "utf-8")
    return folder


def happened(folder: Path) -> list[tuple[int, Event]]:
    """Everything that happened in a campaign, turn by turn."""
    found = []
    for number, turn in enumerate(sorted((folder / "turns").iterdir())):
        record = json.loads((turn / "turn.json").read_text("utf-8"))
        found += [(number, Event(one["kind"], one["facts"])) for one in record["events"]]
    return found


def test_the_demo_has_a_bit_of_everything(demo: Path) -> None:
    """A NEGATE against a NEGATE, a WANDER, a tie thrown again, flights, a missing page, a standing sheet, a winner."""
    told = happened(demo)
    kinds = {event.kind for _, event in told}

    assert {"wandering", "tie", "fled", "silent", "frozen", "dropped", "won"} <= kinds
    assert any(event.kind == "negated" and event.facts["scroll"] == "negate" for _, event in told)
    assert any(event.kind == "sheet" and event.facts["source"] == "standing" for _, event in told)
    assert 1 == sum(event.kind == "silent" for _, event in told)


def test_the_demo_shows_slips_and_their_correction(demo: Path) -> None:
    """Typing errors are answered with what was meant; the second page is taken."""
    said = (demo.parent / "said").read_text("utf-8")

    assert "There is no scroll called 'wnader'. Did you mean 'wander'?" in said
    assert "yellow.2.txt: in" in said
    assert 1 == said.count("no page, so no move received")


def test_the_demo_agrees_with_itself(demo: Path, pbem: Typed) -> None:
    """Seals, luck, results and reports."""
    assert "every report is the same" in " ".join(pbem("verify", demo, "--reports").output.split())


# ------------------------------------------------------------------ the bots


@pytest.mark.parametrize("seats", [THREE, FOUR], ids=len)
@pytest.mark.parametrize("name", ["cautious", "bold", "balanced"])
def test_a_bot_writes_pages_without_faults(name: str, seats: tuple[Seat, ...]) -> None:
    """Every line of its pages is taken, and the game ends within its bound."""
    game, bot = TOLD.game, bots_for("ogre-castle")[name]
    grammar, turn = game.grammar(seats), opening(TOLD.game, seats, {}, Luck(name))
    while not game.outcome(turn.state):
        sheets: dict[Seat, Sheet] = {}
        for seat, ask in game.awaiting(turn.state).items():
            view = game.view(turn.state, seat)
            sheets[seat], problems = grammar.read(bot(game, view, ask, Rng(name, seat, str(turn.number))), seat, seat)
            faults = [*problems, *game.check(view, sheets[seat]).problems]
            assert [] == [problem for problem in faults if problem.refuses]
            assert not any(isinstance(order, Unread) for order in sheets[seat].orders)
        turn = run_turn(game, turn, sheets, Luck(name))

    assert turn.number <= game.info.bound
