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
    """One or two signs for every seat, each different from the others: what stands on its counters."""
    return {seat: sign for initial in dict.fromkeys(seat[0] for seat in seats) for seat, sign in _signs(initial, seats)}


def _signs(initial: str, seats: Sequence[Seat]) -> list[tuple[Seat, str]]:
    """The initial alone, or with the first later letter that tells all its seats apart, or with a number."""
    group = [seat for seat in seats if seat[0] == initial]
    if len(group) == 1:
        return [(group[0], initial.upper())]
    for place in range(1, max(map(len, group))):
        letters = [seat[place : place + 1] for seat in group]
        if len(set(letters)) == len(group):
            return [(seat, initial.upper() + letter) for seat, letter in zip(group, letters, strict=True)]
    return [(seat, f"{initial.upper()}{number}") for number, seat in enumerate(group, start=1)]
