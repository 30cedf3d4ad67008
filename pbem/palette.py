"""The house palette: a colour, a shape and a letter for every seat, so that colour is never the only sign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.model import Seat


@dataclass(frozen=True)
class Colour:
    """A seat's colour: what it is called, how it is filled, what is written on it, and the sign that goes with it."""

    name: str
    fill: str
    ink: str
    sign: str


HOUSE = (
    Colour("red", "#b3261e", "#ffffff", "\u25cf"),
    Colour("blue", "#1d5fae", "#ffffff", "\u25a0"),
    Colour("green", "#2c7a3f", "#ffffff", "\u25b2"),
    Colour("yellow", "#e8b817", "#1b1b1b", "\u25c6"),
    Colour("purple", "#7a3d9a", "#ffffff", "\u2605"),
    Colour("orange", "#d9661f", "#1b1b1b", "\u271a"),
    Colour("teal", "#0c7c86", "#ffffff", "\u25bc"),
    Colour("black", "#3a3a3a", "#ffffff", "\u2b22"),
)


def colours(seats: Sequence[Seat]) -> Mapping[Seat, Colour]:
    """Seats called by a colour have it; the others take what is left, in seat order."""
    named = {colour.name: colour for colour in HOUSE}
    free = [colour for colour in HOUSE if colour.name not in seats] or list(HOUSE)
    others = [seat for seat in seats if seat not in named]
    given = {seat: free[place % len(free)] for place, seat in enumerate(others)}
    return {seat: named.get(seat) or given[seat] for seat in seats}


def marks(seats: Sequence[Seat]) -> Mapping[Seat, str]:
    """The shortest beginning of every seat's id that no other begins with, as letters on a counter."""
    return {seat: _mark(seat, [other for other in seats if other != seat]) for seat in seats}


def _mark(seat: Seat, others: Sequence[Seat]) -> str:
    for length in range(1, len(seat) + 1):
        if not any(other.startswith(seat[:length]) for other in others):
            break
    return seat[:length].capitalize()
