"""Ogre Castle as played: sheets of any kind, whole games, who may sit, and what no answer may tell."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.arena import Tally, play
from pbem.engine import Luck, Turn, opening, run_turn
from pbem.model import Problem, Sheet
from pbem.rng import Rng
from pbem.rules.ogre_castle import OgreCastle
from pbem.rules.ogre_castle.advice import FIRST, SCROLLS
from pbem.rules.ogre_castle.castle import State
from pbem.rules.ogre_castle.routes import Bars, legal_routes
from pbem.rules.ogre_castle.sheets import Taken, taken
from tests.test_cases import info_of

INFO = info_of("ogre-castle")
GAME = OgreCastle(INFO)
BOARD = GAME.board
FOUR, THREE = ("ogre", "red", "yellow", "blue"), ("ogre", "red", "blue")
QUICK = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
STOCK = sorted({line for side in BOARD.stock_sheets.values() for sheet in side.values() for line in sheet})
PAGES = st.lists(st.sampled_from([*FIRST, *SCROLLS, *STOCK, "LIMIT 2", "LIMIT 0 NEGATE"]), max_size=25)
TABLES = st.sampled_from([FOUR, THREE])


def sheet(seats: tuple[str, ...], seat: str, page: str) -> Sheet:
    """A page, parsed."""
    return GAME.grammar(seats).read(page, seat, seat)[0]


# ------------------------------------------------------------------ who sits down


@pytest.mark.parametrize("seats", [FOUR, THREE, ("blue", "ogre", "red")])
def test_tables_that_may_sit_down(seats: tuple[str, ...]) -> None:
    """Four, or the ogre with red and blue, in whatever order they are named (2.8)."""
    assert () == INFO.seat_problems(seats, GAME.reserved())
    expected = FOUR if len(seats) == 4 else THREE
    assert expected == opening(GAME, seats, {}, Luck("seats")).state.seats


@pytest.mark.parametrize("seats", [("ogre", "red", "yellow"), ("red", "yellow", "blue"), ("ogre", "yellow", "blue")])
def test_three_others_are_refused_in_words(seats: tuple[str, ...]) -> None:
    """With three players yellow does not play, and the ogre does."""
    (problem,) = INFO.seat_problems(seats, GAME.reserved())
    assert "are no table of Ogre Castle." in problem.message
    assert "With 3 players take ogre, red and blue." == problem.hint


def test_two_are_too_few() -> None:
    """Ogre Castle is for three or four."""
    (problem,) = INFO.seat_problems(("ogre", "red"))
    assert "Ogre Castle is for 3 to 4 players, not 2." == problem.message


# ------------------------------------------------------------------ before the first round


def test_hands_are_dealt_from_the_top() -> None:
    """Three to the ogre, the next three to red, and so on (7.2)."""
    before = opening(GAME, FOUR, {}, Luck("deal"))
    after = run_turn(GAME, before, {}, Luck("deal")).state
    dealt = [scroll for seat in FOUR for scroll in after.players[seat].hand]
    assert list(before.state.deck[:12]) == dealt
    assert before.state.deck[12:] == after.deck


def test_the_deck_is_shuffled_on_record() -> None:
    """Its order follows from the seed, and each seed has its own (8.8)."""
    first, second = (opening(GAME, FOUR, {}, Luck(seed)) for seed in ("one", "other"))
    assert ("0/deck",) == tuple(draw.stream for draw in first.draws)
    assert first.state.deck != second.state.deck


def test_only_the_ogre_is_asked_before_round_one() -> None:
    """The knights are not needed while the gems are placed (7.2)."""
    before = opening(GAME, FOUR, {}, Luck("asked"))
    assert ["ogre"] == list(GAME.awaiting(before.state))
    after = run_turn(GAME, before, {}, Luck("asked"))
    assert ("ogre",) == after.missed
    assert list(FOUR) == list(GAME.awaiting(after.state))


# ------------------------------------------------------------------ sheets


def test_sixty_lines_and_no_more() -> None:
    """What stands below the sixtieth line does not count, and its writer is told once (7.3)."""
    state = GAME.position({})
    assert isinstance(state, State)
    page = sheet(FOUR, "red", "\n".join(["NEGATE RUST"] * 60 + ["STANDING", "MOVE GEM"]))
    (problem,) = GAME.check(GAME.view(state, "red"), page).problems
    assert ("too-many", 61) == (problem.code, problem.span.line)
    after = run_turn(GAME, Turn(0, state, (), ()), {"red": page}, Luck("sixty")).state
    assert () == after.players["red"].standing


def test_a_standing_sheet_goes_on_until_another_comes() -> None:
    """It is used round after round, and is the last one sent that counts (7.3, 10.1)."""
    state = GAME.position({"at": {"ogre": "D4"}, "gems": {}})
    assert isinstance(state, State)
    turn, used = Turn(0, state, (), ()), []
    pages = [{"red": "MOVE FAR OGRE\nSTANDING"}, {}, {"red": "MOVE NEAR OGRE"}, {}]
    for page in pages:
        sheets = {seat: sheet(FOUR, seat, text) for seat, text in page.items()}
        turn = run_turn(GAME, turn, sheets, Luck("standing"))
        used += [event.facts["source"] for event in turn.events if event.kind == "sheet" and event.seen("red")]
    assert ["page", "standing", "page", "none"] == used


@QUICK
@given(TABLES, st.data())
def test_a_standing_sheet_does_what_the_page_did(seats: tuple[str, ...], data: st.DataObject) -> None:
    """Kept in the position, lines mean what they meant on the page."""
    page = "\n".join(["STANDING", *data.draw(PAGES)])
    state = _started(seats, data.draw(st.integers(0, 5)))
    kept = GAME.in_force(state, "red", _taken(seats, page))
    written = tuple(map(str, kept.orders))
    held = replace(state.players["red"], standing=written)
    again = GAME.in_force(replace(state, players={**state.players, "red": held}), "red", None)
    assert kept.orders == again.orders
    assert (kept.moves, kept.flees, kept.plays, kept.negates, kept.limits) == (
        again.moves,
        again.flees,
        again.plays,
        again.negates,
        again.limits,
    )


def _taken(seats: tuple[str, ...], page: str) -> Taken:
    return taken(BOARD, "red", False, sheet(seats, "red", page))


@cache
def _started(seats: tuple[str, ...], seed: int) -> State:
    """A game under way."""
    turn = opening(GAME, seats, {}, Luck(f"start-{seed}"))
    for _ in range(1 + 2 * seed):
        if GAME.awaiting(turn.state):
            pages = {
                seat: sheet(
                    seats, seat, GAME.suggest(GAME.view(turn.state, seat), Rng("start", seed, turn.number, seat))
                )
                for seat in GAME.awaiting(turn.state)
            }
            turn = run_turn(GAME, turn, pages, Luck(f"start-{seed}"))
    state: State = turn.state
    return state


# ------------------------------------------------------------------ any sheets at all


@QUICK
@given(TABLES, st.integers(0, 4), st.data())
def test_any_sheets_keep_all_pieces(seats: tuple[str, ...], seed: int, data: st.DataObject) -> None:
    """Whatever is ordered, tokens follow hallways, gems and scrolls and chips are neither lost nor made."""
    state = _started(seats, seed)
    if not GAME.awaiting(state):
        return
    pages = {seat: sheet(seats, seat, "\n".join(data.draw(PAGES))) for seat in seats}
    turn = run_turn(GAME, Turn(0, state, (), ()), pages, Luck(str(data.draw(st.integers(0, 99)))))
    assert () == GAME.audit(turn.state)
    for event in turn.events:
        if event.kind in ("moved", "fled"):
            rooms = [BOARD.index[room] for room in event.facts["route"]]
            assert len(rooms) == len(set(rooms))
            assert all(there in BOARD.next[here] for here, there in pairwise(rooms))
        if event.kind == "rolled":
            assert 1 <= event.facts["count"] <= 12
        if event.kind == "threw":
            assert all(1 <= side["number"] <= 7 for side in event.facts["sides"])


@QUICK
@given(TABLES, st.integers(0, 4), st.data())
def test_scrolls_are_played_from_the_hand(seats: tuple[str, ...], seed: int, data: st.DataObject) -> None:
    """Nobody plays more scrolls of a name than he held or drew, and nobody fires a line too often (8.3)."""
    state = _started(seats, seed)
    if not GAME.awaiting(state):
        return
    pages = {seat: sheet(seats, seat, "\n".join(data.draw(PAGES))) for seat in seats}
    turn = run_turn(GAME, Turn(0, state, (), ()), pages, Luck("hand"))
    for seat in seats:
        held = Counter(state.players[seat].hand)
        played: Counter[str] = Counter()
        for event in turn.events:
            if event.kind == "drawn" and event.facts["seat"] == seat:
                held[event.facts["scroll"]] += 1
            elif event.kind in ("played", "negated") and event.facts["seat"] == seat:
                played["negate" if event.kind == "negated" else event.facts["scroll"]] += 1
        assert played <= held
        assert held - played == Counter(turn.state.players[seat].hand)


@QUICK
@given(st.integers(0, 48), st.integers(1, 12), st.integers(0, 2**49 - 1), st.integers(0, 2**49 - 1))
def test_legal_routes_are_maximal(start: int, count: int, shut: int, stops: int) -> None:
    """Each uses the full count or ends in its first stop room; if there is none such, all are equally long (4.3)."""
    bars = Bars(shut & ~(1 << start) & (shut >> 3), 0, stops & (stops >> 7) & (stops >> 11))
    routes = legal_routes(BOARD.next, start, count, bars)
    assert routes and len(routes) == len(set(routes))
    assert not any(bars.shut >> room & 1 or room == start for route in routes for room in route)
    assert not any(bars.stops >> room & 1 for route in routes for room in route[:-1])
    whole = [route for route in routes if route and (len(route) == count or bars.stops >> route[-1] & 1)]
    assert routes == whole or (not whole and 1 == len({len(route) for route in routes}))


# ------------------------------------------------------------------ answers


@QUICK
@given(TABLES, st.integers(0, 4), st.data())
def test_the_answer_is_the_same_whatever_is_held(seats: tuple[str, ...], seed: int, data: st.DataObject) -> None:
    """The own hand, and everybody's, leaves no trace in what is said of a page (10.4)."""
    state = _started(seats, seed)
    page = sheet(seats, "red", "\n".join(data.draw(PAGES)))
    told = GAME.check(GAME.view(state, "red"), page)
    for place in range(3):
        other = GAME.blindfold(state, "red", Rng("blind", place))
        assert Counter(state.deck + state.players["red"].hand) == Counter(other.deck + other.players["red"].hand)
        assert told == GAME.check(GAME.view(other, "red"), page)
        assert told == GAME.check(GAME.view(GAME.disguise(state, "red", Rng("mask", place)), "red"), page)


def test_a_hand_that_is_read_in_an_answer_is_found() -> None:
    """An answer that speaks of the hand differs with another one; so the test above can fail."""
    state = _started(FOUR, 1)

    class Telling(OgreCastle):
        """A game that tells."""

        def check(self, view: object, sheet: Sheet) -> object:  # type: ignore[override]
            """The hand itself."""
            return view.own.hand  # type: ignore[attr-defined]

    telling = Telling(INFO)
    page = sheet(FOUR, "red", "MOVE GEM")
    other = GAME.blindfold(state, "red", Rng("blind", 0))
    assert telling.check(telling.view(state, "red"), page) != telling.check(telling.view(other, "red"), page)


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("seats", [FOUR, THREE], ids=["four", "three"])
def test_bots_play_whole_games(seats: tuple[str, ...]) -> None:
    """Thirty games each: all end within their bound, no line is refused, pieces are counted after every turn."""
    tally = play(INFO, 30, len(seats), ("random",), {}, "castle")
    assert isinstance(tally, Tally)
    facts = tally.facts()
    assert (30, 0, 0) == (facts["games"], facts["unfinished"], facts["refused_lines"])
    assert list(seats) == list(facts["seats"])
    assert 2 <= facts["turns"]["least"] <= facts["turns"]["most"] <= 61
    winners = {seat for result in tally.results if result.outcome for seat in result.outcome.winners}
    assert set(seats) == winners


def test_the_silent_castle_comes_to_an_end() -> None:
    """Nobody ever sends anything: by the default plans the game is won or drawn within 60 rounds (6.10, 10.1)."""
    turn = opening(GAME, FOUR, {}, Luck("silent"))
    while GAME.awaiting(turn.state):
        turn = run_turn(GAME, turn, {}, Luck("silent"))
    outcome = GAME.outcome(turn.state)
    assert outcome is not None
    assert turn.number <= 61


def test_a_position_is_told_all_its_faults() -> None:
    """Names that nothing bears, scrolls that are not there, gems in odd places; all at once."""
    problems = GAME.position({"at": {"red": "H1", "green": "A2"}, "hands": {"red": ["drop", "drop", "fog"]}})
    assert isinstance(problems, tuple)
    said = " ".join(problem.message for problem in problems)
    for expected in (
        "no player called 'green'",
        "no room called 'H1'",
        "no scroll called 'fog'",
        "1 scrolls drop, not 2",
    ):
        assert expected in said
    odd = GAME.position({"gems": {"D4": "red"}, "at": {"yellow": "A1"}})
    assert isinstance(odd, tuple)
    assert ["a gem in D4.", "yellow in A1."] == [problem.message for problem in odd if isinstance(problem, Problem)]
