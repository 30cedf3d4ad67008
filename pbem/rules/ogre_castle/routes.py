"""The legal routes of a move or a flight (Ogre Castle 4.3, 5.6). Rooms are numbers, sets of rooms masks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Route: TypeAlias = tuple[int, ...]
"""The rooms entered, one after another; the room left is not among them."""


@dataclass(frozen=True, slots=True)
class Bars:
    """What stands in a token's way."""

    shut: int
    """Rooms that cannot be entered, those already entered this turn among them."""
    through: int = 0
    """Rooms that can be passed and not stopped in (4.9)."""
    stops: int = 0
    """Rooms that end the move (4.4)."""


def legal_routes(ways: Sequence[Sequence[int]], start: int, count: int, bars: Bars) -> list[Route]:
    """Routes of the full count, and those into a stop room; only if there are none, the longest there are (4.3)."""
    found: list[Route] = []
    stops, through = bars.stops, bars.through

    def walk(room: int, left: int, route: Route, seen: int) -> None:
        for other in ways[room]:
            bit = 1 << other
            if bit & seen:
                continue
            if bit & stops:
                found.append((*route, other))
            elif left > 1:
                walk(other, left - 1, (*route, other), seen | bit)
            elif not bit & through:
                found.append((*route, other))

    walk(start, count, (), bars.shut | 1 << start)
    return found or _longest(ways, start, count, bars)


def _longest(ways: Sequence[Sequence[int]], start: int, count: int, bars: Bars) -> list[Route]:
    """The longest routes that end where a token may stand; where none leads anywhere, the one of no room."""
    best: list[Route] = [()]

    def walk(room: int, route: Route, seen: int) -> None:
        for other in ways[room]:
            bit = 1 << other
            if bit & seen:
                continue
            longer = (*route, other)
            if not bit & bars.through and len(longer) >= len(best[0]):
                if len(longer) > len(best[0]):
                    best.clear()
                best.append(longer)
            if len(longer) < count:
                walk(other, longer, seen | bit)

    walk(start, (), bars.shut | 1 << start)
    return best
