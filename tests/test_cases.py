"""Rulings as cases: a position, orders as players write them, and what must come of it (``tests/cases/GAME/*.yaml``).

A case file is a list of cases:

    rule: Elfengold 6.5 6.7       the paragraphs it shows
    title: one sentence
    options: {…}                  options that differ from the defaults
    given: {…}                    the game's own position facts; or seats: [ann, bob] for a table just set up
    dice: [3, 1]                  throws in the order asked for, if the game throws any
    orders: {ann: text}           pages; a seat without one is silent
    expect:
      events: [{kind: …, …}]      these, in this order, each with at least these facts; seen_by names a secret one
      never: [{…}]                no event like this
      state: {ann: {…}}           of the position afterwards: its own names, or a seat's part of it
      view: {ann: {…}}            of what a reader may know afterwards; ``public`` is the public
      forecast: {ann: {…}}        of the answer to a page
      asked: {ann: [verbs]}       who is asked afterwards, for what
      draws: 0                    how often chance was asked
      outcome: {winners, totals, how}
    problems: {ann: [{code, says, weight}]}   all that is said of a page, notes too; a page not named has none
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import Luck, Turn, opening, run_turn
from pbem.game import Game, GameInfo, Positions, game_info, to_json
from pbem.model import Event, Problem, Sheet
from pbem.papers import read_plain
from pbem.rng import FromList

CASES = Path(__file__).parent / "cases"
PARTS = {"rule", "title", "options", "given", "dice", "orders", "expect", "problems"}
EXPECTED = {"events", "never", "state", "view", "forecast", "asked", "draws", "outcome"}

DESCRIPTIVE = {
    "elfengold": (
        ("9.2", "what the moderator does about a player who stays away"),
        ("9.5", "talk between players is free"),
    ),
    "elfenland": (
        ("11.7", "a game that asks for both options is refused before any turn"),
        ("13.2", "what the moderator does about a player who stays away"),
    ),
    "king-of-the-elves": (
        ("2.9", "a list of the paragraphs that are rulings"),
        ("13.5", "a reference to section 15"),
    ),
    "ogre-castle": (
        ("3.1", "the map, checked by tests of its own"),
        ("3.2", "the map, checked by tests of its own"),
        ("10.5", "talk between players is free"),
        ("13.4", "the laws of secrecy"),
        ("13.6", "what the moderator shows after the game"),
    ),
}
"""Paragraphs that no turn can show, each with the reason."""

SECTIONS = {
    "elfengold": range(2, 10),
    "elfenland": range(2, 18),
    "king-of-the-elves": range(1, 16),
    "ogre-castle": range(2, 15),
}
"""The sections whose every paragraph is shown by a case."""


@dataclass(frozen=True)
class Case:
    """One case and the file it stands in."""

    game: str
    file: str
    facts: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What a failing test is called."""
        return f"{self.facts['rule']}: {self.facts['title']}"


def all_cases() -> Iterator[Case]:
    """Every case of every game."""
    for file in sorted(CASES.glob("*/*.yaml")):
        read = read_plain(file.read_text("utf-8"), file.name)
        assert isinstance(read, list), f"{file}: {read}"
        for facts in read:
            yield Case(file.parent.name, file.name, facts)


ALL = tuple(all_cases())


def info_of(game_id: str) -> GameInfo:
    """The game a folder of cases is named for."""
    info = game_info(game_id)
    assert isinstance(info, GameInfo), info
    return info


def like(expected: Any, found: Any) -> bool:
    """Whether what was found says at least what is expected; lists must agree item by item."""
    if isinstance(expected, Mapping):
        return isinstance(found, Mapping) and all(key in found and like(expected[key], found[key]) for key in expected)
    if isinstance(expected, list):
        return isinstance(found, list | tuple) and len(expected) == len(found) and all(map(like, expected, found))
    return bool(expected == found and (expected is None) == (found is None))


def plain(event: Event) -> dict[str, Any]:
    """An event as cases write it."""
    secret = {} if event.seen_by is None else {"seen_by": list(event.seen_by)}
    return {"kind": event.kind, **json.loads(json.dumps(dict(event.facts))), **secret}


def first_turn(game: Game[Any, Any], case: Case) -> Turn:
    """The position a case begins with."""
    given, options = case.facts["given"], case.facts.get("options", {})
    if "seats" in given:
        settled = info_of(case.game).settle_options(options)
        assert isinstance(settled, dict), settled
        return opening(game, given["seats"], settled, Luck("cases"))
    assert isinstance(game, Positions)
    state = game.position({**given, "options": options})
    assert not isinstance(state, tuple), state
    assert game.audit(state) == ()
    return Turn(0, state, (), ())


@dataclass(frozen=True)
class Played:
    """A case played: the turn, and what was answered to each page before."""

    game: Game[Any, Any]
    turn: Turn
    problems: Mapping[str, tuple[Problem, ...]]
    forecasts: Mapping[str, Any]


def play(case: Case) -> Played:
    """Reads the pages, asks for the answers, runs the turn."""
    game = info_of(case.game).load()
    before = first_turn(game, case)
    asked = tuple(game.awaiting(before.state))
    grammar = game.grammar(before.state.seats)
    sheets: dict[str, Sheet] = {}
    problems, forecasts = {}, {}
    for seat, text in case.facts.get("orders", {}).items():
        assert seat in asked
        sheets[seat], unread = grammar.read(text, seat, f"{seat}.txt")
        verdict = game.check(game.view(before.state, seat), sheets[seat])
        problems[seat], forecasts[seat] = (*unread, *verdict.problems), verdict.forecast
    dice = FromList(case.facts["dice"]) if "dice" in case.facts else None
    if "orders" not in case.facts:
        return Played(game, before, problems, forecasts)
    return Played(game, run_turn(game, before, sheets, Luck("cases", source=dice)), problems, forecasts)


def seats_part(position: Mapping[str, Any], name: str) -> Any:
    """A part of a position by its own name, or all that a position keeps by seat for this seat."""
    if name in position:
        return position[name]
    parts = [part for part in position.values() if isinstance(part, Mapping)]
    kept = [part[name] for part in parts if isinstance(part.get(name), Mapping)]
    assert kept, f"nothing in the position is called {name}"
    return {key: value for part in kept for key, value in part.items()}


def check_events(expected: Mapping[str, Any], events: tuple[Event, ...]) -> None:
    """The expected events one after another, and none of those that must not be."""
    told = [plain(event) for event in events]
    rest = iter(told)
    for wanted in expected.get("events", ()):
        assert any(like(wanted, event) for event in rest), f"{wanted} is not there, or not in this order: {told}"
    for unwanted in expected.get("never", ()):
        assert not [event for event in told if like(unwanted, event)]


def check_problems(case: Case, played: Played) -> None:
    """Exactly the problems that the case names, whatever their order."""
    wanted = case.facts.get("problems", {})
    for seat, found in played.problems.items():
        left = list(found)
        for one in wanted.get(seat, ()):
            match = next((problem for problem in left if says(one, problem)), None)
            assert match is not None, f"{seat}: {one} is not said: {left}"
            left.remove(match)
        assert [] == left, f"{seat} is told more than expected"


def says(wanted: Mapping[str, str], problem: Problem) -> bool:
    """Whether a problem is the one a case speaks of."""
    text = f"{problem.message} {problem.hint}"
    weight = wanted.get("weight", problem.weight.value)
    return wanted["code"] == problem.code and wanted.get("says", "") in text and weight == problem.weight.value


def check_afterwards(expected: Mapping[str, Any], played: Played) -> None:
    """The position, what readers know of it, who is asked, and the outcome."""
    game, state = played.game, played.turn.state
    position = to_json(game, state)
    for name, part in expected.get("state", {}).items():
        assert_like(part, seats_part(position, name), name)
    for reader, part in expected.get("view", {}).items():
        seen = asdict(game.view(state, None if reader == "public" else reader))
        assert_like(part, seen, reader)
    for seat, verbs in expected.get("asked", {}).items():
        ask = game.awaiting(state).get(seat)
        assert verbs == (list(ask.verbs) if ask else []), seat
    if "draws" in expected:
        assert expected["draws"] == len(played.turn.draws)
    outcome = game.outcome(state)
    if "outcome" in expected:
        assert_like(expected["outcome"], asdict(outcome) if outcome else None, "outcome")


def assert_like(expected: Any, found: Any, name: str) -> None:
    """Fails with both sides if something expected is not there."""
    assert like(expected, found), f"{name}: expected {expected}, found {found}"


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    """What a ruling says comes of orders as players write them."""
    played = play(case)
    expected = case.facts.get("expect", {})
    check_events(expected, played.turn.events)
    check_problems(case, played)
    check_afterwards(expected, played)
    for seat, forecast in expected.get("forecast", {}).items():
        assert_like(forecast, played.forecasts[seat], seat)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_case_is_well_formed(case: Case) -> None:
    """A slip in the writing of a case cannot make it expect nothing."""
    assert set() == set(case.facts) - PARTS
    assert {"rule", "title", "given"} <= set(case.facts)
    assert set() == set(case.facts.get("expect", {})) - EXPECTED
    assert case.facts.get("expect") or case.facts.get("problems")
    assert set(case.facts.get("problems", {})) <= set(case.facts.get("orders", {}))


@pytest.mark.parametrize("game", sorted(SECTIONS))
def test_every_ruling_has_a_case(game: str) -> None:
    """Each numbered paragraph of the rules is shown by a case, or is listed as one that no turn can show."""
    text = (info_of(game).printed / "rules.md").read_text("utf-8")
    numbers = re.findall(r"^(\d+\.\d+) ", text, re.MULTILINE)
    wanted = {number for number in numbers if int(number.split(".")[0]) in SECTIONS[game]}
    shown = {number for case in ALL if case.game == game for number in re.findall(r"\d+\.\d+", case.facts["rule"])}
    excused = {number for number, _ in DESCRIPTIVE[game]}
    assert set() == wanted - shown - excused, "paragraphs without a case"
    assert set() == shown - set(numbers), "cases of paragraphs that the rules do not have"
    assert set() == excused - wanted | excused & shown, "excused for nothing"


def test_no_two_cases_have_one_title() -> None:
    """A title names one case."""
    titles = [case.name for case in ALL]
    assert len(titles) == len(set(titles))
