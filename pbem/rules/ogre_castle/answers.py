"""The answer to a page: what each line will do and when, as facts (Ogre Castle 13.1).

The answer is the same whatever its writer holds, since naming a scroll not held is no fault (10.4).

``forecast`` holds ``placing``; in round 0 ``gems`` {room: colour} as ordered, ``fill`` (standard or random) and ``left``
{colour: gems left over}; else ``lines``, ``own_moves``, ``own_flights``, ``default_moves``, ``default_flights`` (lines
of the same shape), ``stands`` (kept for later rounds), and ``any_scroll`` (whether any line plays or negates). A line is

    line, text, verb ("move", "flee", "play", "negate", "limit", "standing"), if [terms]
    move, flee:  keep: a sieve {kind, who, number, places}
    play:        scroll, times, on (who), said (whether ON was written), gem, steer [sieves], windows, target (as in the
                 board's list of scrolls), turn (whose turn it must be: who, "others" or "")
    negate:      scroll (or "any"), times, by, on
    limit:       number, scroll
    term:        fact, not, who, place, scroll, on, by, op, number

``who`` is a seat or me, active, foe, leader, prey; a place is a room, home, gem or who; what is not said is "".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.model import Order, Sheet, Verdict
from pbem.rules.ogre_castle.castle import OGRE, Castle
from pbem.rules.ogre_castle.doubts import doubts
from pbem.rules.ogre_castle.orders import Fill, Flee, Limit, Move, Negate, Place, Play, Sieve, Term
from pbem.rules.ogre_castle.sheets import Taken, taken
from pbem.rules.ogre_castle.sight import View


def verdict(castle: Castle, view: View, defaults: Sequence[Order], sheet: Sheet) -> Verdict:
    """The sheet as understood, its faults, notes, and what its lines will do."""
    page = taken(castle, sheet.seat, view.placing, sheet)
    if view.placing:
        return Verdict(page.problems, _placing(castle, view, page))
    return Verdict((*page.problems, *doubts(castle, view, page.orders)), _playing(castle, page, defaults))


def _placing(castle: Castle, view: View, page: Taken) -> dict[str, Any]:
    gems = {room: order.colour for order in page.orders if isinstance(order, Place) for room in order.rooms}
    laid = list(gems.values())
    left = {seat: castle.gems_per_knight - laid.count(seat) for seat in view.seats if seat != OGRE}
    return {
        "placing": True,
        "gems": dict(sorted(gems.items())),
        "fill": next((order.how for order in page.orders if isinstance(order, Fill)), "standard"),
        "left": {colour: count for colour, count in left.items() if count},
    }


def _playing(castle: Castle, page: Taken, defaults: Sequence[Order]) -> dict[str, Any]:
    orders = page.orders
    return {
        "placing": False,
        "lines": [_line(castle, order) for order in orders],
        "own_moves": any(isinstance(order, Move) for order in orders),
        "own_flights": any(isinstance(order, Flee) for order in orders),
        "default_moves": [_line(castle, order) for order in defaults if isinstance(order, Move)],
        "default_flights": [_line(castle, order) for order in defaults if isinstance(order, Flee)],
        "stands": page.stands,
        "any_scroll": any(isinstance(order, Play | Negate) for order in orders),
    }


def _line(castle: Castle, order: Order) -> dict[str, Any]:
    """What one line will do."""
    told: dict[str, Any] = {"line": order.span.line, "text": str(order)}
    match order:
        case Move() | Flee():
            verb = "move" if isinstance(order, Move) else "flee"
            return {**told, "verb": verb, "keep": _sieve(order.sieve), "if": _terms(order.tests)}
        case Play():
            return {**told, "verb": "play", **_play(castle, order), "if": _terms(order.tests)}
        case Negate():
            said = {"scroll": order.scroll, "times": order.times, "by": order.by, "on": order.on}
            return {**told, "verb": "negate", **said, "if": _terms(order.tests)}
        case Limit():
            return {**told, "verb": "limit", "number": order.number, "scroll": order.scroll}
        case _:
            return {**told, "verb": "standing"}


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
    return {"kind": sieve.kind, "who": sieve.who, "number": sieve.number, "places": list(sieve.places)}


def _terms(tests: Sequence[Term]) -> list[dict[str, Any]]:
    return [
        {
            "fact": term.fact,
            "not": term.negated,
            "who": term.who,
            "place": term.place,
            "scroll": term.scroll,
            "on": term.on,
            "by": term.by,
            "op": term.op,
            "number": term.number,
        }
        for term in tests
    ]
