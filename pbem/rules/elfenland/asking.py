"""Who is asked for what, and what silence will do (Elfenland 13.1, 17)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.model import Ask, Seat
from pbem.rules.elfen.lists import without_stops
from pbem.rules.elfenland.elves import State
from pbem.rules.elfenland.sight import mover
from pbem.rules.elfenland.verbs import DRAWING, LAST_TRAVELLING, PLANNING, TRAVELLING


def moment(state: State) -> str:
    """The game's own words for where it stands."""
    match state.phase:
        case "draw":
            return f"round {state.round}, open counters{_lap(state)}"
        case "plan":
            sitting = f", sitting {state.standing.sitting}" if state.standing and not state.strict else ""
            return f"round {state.round}, planning{sitting}"
        case "travel":
            return f"round {state.round}, travel"
        case "over":
            return "the end"


def _lap(state: State) -> str:
    """The lap, where each has a deadline of its own."""
    laps = state.strict or state.options["draft"] == "laps"
    return f", lap {state.drawn // len(state.seats) + 1}" if laps else ""


def awaiting(state: State) -> Mapping[Seat, Ask]:
    """Everybody, who has nothing to lay apart; with ``mode: strict`` only the one whose turn it is (7.10, 17.7)."""
    if state.phase == "over":
        return {}
    seats = state.seats
    if state.strict and state.phase != "travel":
        seats = tuple(seat for seat in seats if seat == mover(state))
    if state.phase == "plan":
        seats = tuple(seat for seat in seats if not state.elves[seat].idle)
    return {seat: _ask(state, seat) for seat in seats}


def _ask(state: State, seat: Seat) -> Ask:
    kept = state.in_force(seat)
    travelling = LAST_TRAVELLING if state.round == state.rounds else TRAVELLING
    match state.phase:
        case "draw":
            return Ask(_drawing(state, kept), DRAWING, travelling, kept)
        case "plan":
            left = bool(without_stops(state.lists.get(seat, ())))
            return Ask(_planning(state, left), PLANNING, travelling, kept)
        case _:
            return Ask(_travelling(state, kept), travelling, (), kept)


def _drawing(state: State, kept: bool) -> str:
    if state.strict:
        return "It is your turn to take an open counter. Silence takes an unseen one."
    if state.options["draft"] == "laps":
        silence = "goes by your TAKE lines in force" if kept else "takes an unseen one"
        return f"Open counters, one in this lap: say what you wish for. Silence {silence}."
    return "Open counters, three for each: say what you wish for. Silence takes unseen ones."


def _planning(state: State, kept: bool) -> str:
    if state.strict:
        return "It is your turn to lay a counter or the obstacle, or to pass. Silence passes."
    silence = "goes by what is left of your list, without its stops" if kept else "passes"
    return f"Planning: a list of what to lay, tried from its top on each of your turns. Silence {silence}."


def _travelling(state: State, kept: bool) -> str:
    last = state.round == state.rounds
    what = "your journey and the cards to throw away"
    if not last:
        what = "your journey, the cards to throw away and the counter to keep"
    silence = "stays, and throws away by lot"
    if kept:
        silence = "carries out the travel page you sent"
    elif not last:
        silence = "stays, throws away by lot, and keeps the newest secret counter, else the newest open one"
    return f"Travel: {what}. Silence {silence}."
