"""What may follow ELSE: a whole order, or only what is different in it (King of the Elves 14.3.1).

"THIEF ON bob/lake ELSE bob/desert", "VISIT BY pig ELSE unicorn".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbem.grammar import Cursor, Reader
from pbem.model import Order, Problem
from pbem.rules.elfen.lists import Line, Try
from pbem.rules.king_of_the_elves.orders import Action, PlaceCard, Spot, Visit
from pbem.rules.king_of_the_elves.readers import Cards, Realms

SAME = ""
"""Stands for the card of the action before."""


def alternatives(cards: Cards, realms: Realms, tests: Reader) -> Reader:
    """A reader of what follows ELSE, the whole rest of the line."""

    def read(cursor: Cursor) -> Order | Problem:
        start = cursor.mark
        action = None if cursor.peek() is None or cursor.at_order() else _short(cursor, cards, realms)
        if action is None:
            cursor.mark = start
            return cursor.order()
        asked = tests(cursor) if cursor.skip("if") else ()
        if isinstance(asked, Problem):
            return asked
        tries = (Try[Any, Any](action, asked),)
        comma = cursor.mark
        cursor.skip(",")
        if not cursor.skip("else", "otherwise", "or"):
            cursor.mark = comma
            return Line(tries, span=cursor.span(start))
        cursor.skip("else")
        more = read(cursor)
        return Line((*tries, *more.tries), span=cursor.span(start)) if isinstance(more, Line) else more

    return read


def _short(cursor: Cursor, cards: Cards, realms: Realms) -> PlaceCard | Visit | None:
    """Another village for the same card, or another transport for the same village."""
    start = cursor.mark
    for reads, makes in _shorts(cards, realms):
        cursor.skip("on", "by", "with")
        value = reads(cursor)
        if not isinstance(value, Problem):
            return makes(value)
        cursor.mark = start
    return None


def _shorts(cards: Cards, realms: Realms) -> tuple[tuple[Reader, Callable[[Any], PlaceCard | Visit]], ...]:
    def place(at: Spot) -> PlaceCard:
        return PlaceCard(SAME, at)

    return (realms.village, place), (cards.fare, lambda fare: Visit(fare.transport, None, fare.cards))


def filled(action: Action | None, otherwise: Line[Any, Any]) -> Line[Any, Any] | Problem:
    """The alternatives to an action, or to a pass, with the card that they left out."""
    blank = [one for one in otherwise.tries if isinstance(one.action, PlaceCard) and one.action.card == SAME]
    if not blank:
        return otherwise
    if not isinstance(action, PlaceCard):
        return Problem("else", "After ELSE another action of the list must follow.", otherwise.span)
    tries = (_as(action.card, one) if one in blank else one for one in otherwise.tries)
    return replace(otherwise, tries=tuple(tries))


def _as(card: str, one: Try[Any, Any]) -> Try[Any, Any]:
    return replace(one, action=replace(one.action, card=card))
