"""What can be said of an IF before the round: conditions that can never hold (Ogre Castle 9.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbem.model import Seat
from pbem.rules.ogre_castle.castle import OGRE
from pbem.rules.ogre_castle.facts import OPERATORS
from pbem.rules.ogre_castle.orders import Term, Tests

WIDE = range(-99, 1000)
IN_BATTLE = frozenset({"battle", "dice", "flee"})
RECKONED = frozenset({"rolled", "move"})
ROLLED = frozenset({"rolled", "move", "battle", "dice", "flee", "end"})
THROWN = frozenset({"dice", "flee"})
MEANT_IN = {
    "cangem": RECKONED,
    "canwin": RECKONED,
    "canfight": RECKONED,
    "roll": ROLLED,
    "margin": THROWN,
    "dice": IN_BATTLE,
}
"""The moments in which a fact can have a meaning, where not in all (9.1, 9.2)."""


@dataclass(frozen=True)
class Moment:
    """When a line can fire: its windows (or "move", "flee"), whose turn it may be, and what is known of the game."""

    writer: Seat
    seats: tuple[Seat, ...]
    windows: frozenset[str]
    active: frozenset[Seat]
    rounds: range
    gems: int
    """How many gems there are of each colour."""


def impossible(moment: Moment, tests: Tests) -> str:
    """Why these conditions can never hold together; empty if they can."""
    for term in tests:
        if reason := _meaningless(moment, term) or _never(moment, term):
            return reason
    return _contradiction(tests) or _nobodys_turn(moment, tests) or _no_number(moment, tests)


def _meaningless(moment: Moment, term: Term) -> str:
    """A term without meaning whenever the line is looked at."""
    windows = moment.windows & MEANT_IN.get(term.fact, moment.windows)
    if "foe" in (term.who, term.place, term.on, term.by):
        windows &= IN_BATTLE
    if not windows:
        return f"{_bare(term)} has no meaning when this line is looked at"
    if term.fact == "lost" and _is_ogre(moment, term.who):
        return "LOST asks for a knight's gems, and the ogre is none"
    if term.fact == "dist" and term.place == "gem" and _is_ogre(moment, term.who):
        return "the ogre has no gems of his own on the map"
    return ""


def _never(moment: Moment, term: Term) -> str:
    """A term that can never hold by itself."""
    if term.fact == "battle" and not term.negated and not moment.windows & IN_BATTLE:
        return "there is no battle when this line is looked at"
    if term.fact == "turn" and term.who == "active" and term.negated:
        return "it is always the turn of ACTIVE"
    if term.fact == "cangem" and not term.negated and moment.active == {OGRE}:
        return "the ogre takes no gems"
    return ""


def _is_ogre(moment: Moment, who: str) -> bool:
    return who == OGRE or (who == "me" and moment.writer == OGRE)


def _bare(term: Term) -> str:
    return " ".join(word for word in (term.fact, term.who, term.place) if word).upper()


def _contradiction(tests: Sequence[Term]) -> str:
    """A fact and its contrary."""
    flat = {(term.fact, term.who, term.scroll, term.on, term.by, term.negated): term for term in tests if not term.op}
    for (*fact, negated), term in flat.items():
        if not negated and (*fact, True) in flat:
            return f"{_bare(term)} cannot be true and not true"
    return ""


def _nobodys_turn(moment: Moment, tests: Sequence[Term]) -> str:
    """TURN facts, and the turns in which the line can fire at all."""
    left = set(moment.active)
    turns = [term for term in tests if term.fact == "turn"]
    for term in turns:
        who = moment.writer if term.who == "me" else term.who
        if who in moment.seats:
            left &= set(moment.seats) - {who} if term.negated else {who}
    return "it is never the turn of the right player then" if not left and turns else ""


def _no_number(moment: Moment, tests: Sequence[Term]) -> str:
    """Measures that cannot have any such value."""
    measures = {(term.fact, term.who, term.place): term for term in tests if term.op}
    for key, term in measures.items():
        same = [one for one in tests if one.op and (one.fact, one.who, one.place) == key]
        values: Iterable[int] = _range(moment, term)
        if not any(all(_holds(one, value) for one in same) for value in values):
            return f"{_bare(term)} is never {_numbers(same)}"
    return ""


def _holds(term: Term, value: int) -> bool:
    return OPERATORS[term.op](value, term.number) != term.negated


def _numbers(terms: Sequence[Term]) -> str:
    return " and ".join(f"{'not ' if term.negated else ''}{term.op} {term.number}" for term in terms)


def _range(moment: Moment, term: Term) -> range:
    """The values that a measure can have."""
    every = moment.gems * (len(moment.seats) - 1)
    who = moment.writer if term.who == "me" else term.who
    match term.fact:
        case "roll":
            return range(1, 7) if moment.windows == {"flee"} else range(1, 13)
        case "round":
            return moment.rounds
        case "gems":
            return range(moment.gems + 1 if who in moment.seats[1:] else every + 1)
        case "lost":
            return range(moment.gems + 1)
        case "armor":
            return range(13)
        case "dice":
            return range(1, 8)
        case "dist" | "hand":
            return range(100)
        case _:
            return WIDE
