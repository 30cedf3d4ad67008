"""The answer to a page: what each line will do and when, as facts (Ogre Castle 13.1).

The answer is the same whatever its writer holds, since naming a scroll not held is no fault (10.4).

``forecast`` holds ``seat`` (the writer), ``knight``, ``people`` (the words that mean a player), ``placing``, ``lines``;
in round 0 ``gems`` {room: colour} as far as they are known, ``random``, ``left`` {colour: gems the lines do not name};
else ``default_moves`` and ``default_flights`` (whether such lines are wanting), ``plan`` {"move": [lines], "flee":
[lines]} (the default lines that are used then), ``standing``. A line is

    verb, text, line (its number on the page), never (whether it can never fire), tests [terms: fact, negated, who,
                 place, scroll, on, by, op, number]
    move, flee:  sieve {kind, places, who, number}, first (of its kind on this page)
    play:        scroll, times, on (who, as 9.4 says if it was not written; "" for REVERSE), said (whether ON was
                 written), gem, steer [sieves], windows, target (the board's word for who may be named), turn (whose
                 turn it must be: who, "others" or "" for anybody's)
    negate:      scroll (or "any"), times, by, on
    limit:       number, scroll
    place:       colour, rooms
    fill:        how

``who`` is a seat or me, active, foe, leader, prey; a place is a room, home, gem or who; what is not said is "".
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import asdict
from typing import Any

from pbem.model import Order, Sheet, Span, Verdict
from pbem.rules.ogre_castle.castle import OGRE, Castle
from pbem.rules.ogre_castle.doubts import NEVER, doubts
from pbem.rules.ogre_castle.orders import ROLES, Fill, Flee, Limit, Move, Negate, Place, Play, Sieve, Tests
from pbem.rules.ogre_castle.placing import filled
from pbem.rules.ogre_castle.sheets import taken
from pbem.rules.ogre_castle.sight import View


def verdict(castle: Castle, view: View, defaults: Sequence[Order], sheet: Sheet) -> Verdict:
    """The sheet as understood, its faults, notes, and what its lines will do."""
    page = taken(castle, sheet.seat, view.placing, sheet)
    notes = () if view.placing else tuple(doubts(castle, view, page.orders))
    dead = {note.span for note in notes if note.code == NEVER}
    forecast: dict[str, Any] = {
        "seat": sheet.seat,
        "knight": sheet.seat != OGRE,
        "people": [*view.seats, *ROLES],
        "placing": view.placing,
        "lines": _lines(castle, page.orders, dead),
    }
    if view.placing:
        return Verdict(page.problems, forecast | _placing(castle, view, page.orders))
    return Verdict((*page.problems, *notes), forecast | _playing(castle, page.orders, defaults, page.stands))


def _placing(castle: Castle, view: View, orders: Sequence[Order]) -> dict[str, Any]:
    """The gems as they will lie; those that chance lays are left out (7.2)."""
    named = {room: order.colour for order in orders if isinstance(order, Place) for room in order.rooms}
    random = any(isinstance(order, Fill) and order.how == "random" for order in orders)
    gems = named if random else filled(castle, view.seats[1:], named)
    laid = list(named.values())
    left = {colour: castle.gems_per_knight - laid.count(colour) for colour in view.seats[1:]}
    return {
        "gems": dict(sorted(gems.items())),
        "random": random,
        "left": {colour: count for colour, count in left.items() if count},
    }


def _playing(castle: Castle, orders: Sequence[Order], defaults: Sequence[Order], stands: bool) -> dict[str, Any]:
    moves = any(isinstance(order, Move) for order in orders)
    flights = any(isinstance(order, Flee) for order in orders)
    plans = {"move": () if moves else (Move,), "flee": () if flights else (Flee,)}
    return {
        "default_moves": not moves,
        "default_flights": not flights,
        "plan": {
            name: _lines(castle, [order for order in defaults if isinstance(order, kinds)])
            for name, kinds in plans.items()
        },
        "standing": stands,
    }


def _lines(castle: Castle, orders: Sequence[Order], dead: Set[Span] = frozenset()) -> list[dict[str, Any]]:
    """What each line will do, in the order of writing."""
    seen: set[type[Order]] = set()
    lines = []
    for order in orders:
        told = {"line": order.span.line, "text": str(order), "never": order.span in dead}
        lines.append({**told, **_line(castle, order, type(order) not in seen)})
        seen.add(type(order))
    return lines


def _line(castle: Castle, order: Order, first: bool) -> dict[str, Any]:
    match order:
        case Move() | Flee():
            verb = "move" if isinstance(order, Move) else "flee"
            return {"verb": verb, "sieve": _sieve(order.sieve), "first": first, "tests": _terms(order.tests)}
        case Play():
            return {"verb": "play", **_play(castle, order), "tests": _terms(order.tests)}
        case Negate():
            said = {"scroll": order.scroll, "times": order.times, "by": order.by, "on": order.on}
            return {"verb": "negate", **said, "tests": _terms(order.tests)}
        case Limit():
            return {"verb": "limit", "number": order.number, "scroll": order.scroll, "tests": []}
        case Place():
            return {"verb": "place", "colour": order.colour, "rooms": list(order.rooms), "tests": []}
        case Fill():
            return {"verb": "fill", "how": order.how, "tests": []}
        case _:
            return {"verb": "standing", "tests": []}


def _play(castle: Castle, order: Play) -> dict[str, Any]:
    kind = castle.kinds[order.scroll]
    on = order.on or ("" if kind.on == "none" else kind.on)
    turn = ""
    if kind.target.startswith("active"):
        turn = "others" if kind.target == "active-other" and on == "active" else "" if on == "active" else on
    return {
        "scroll": order.scroll,
        "times": order.times,
        "on": on,
        "said": bool(order.on),
        "gem": order.gem,
        "steer": [_sieve(sieve) for sieve in order.steer],
        "windows": list(kind.windows),
        "target": kind.target,
        "turn": turn,
    }


def _sieve(sieve: Sieve) -> dict[str, Any]:
    return {**asdict(sieve), "places": list(sieve.places)}


def _terms(tests: Tests) -> list[dict[str, Any]]:
    return [asdict(term) for term in tests]
