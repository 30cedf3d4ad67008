"""Cards, roads and journeys as facts tell them: plain values with printed names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.rules.elfen.chart import Hand, counted, ordered, without
from pbem.rules.elfenland.elves import Elf
from pbem.rules.elfenland.land import Table
from pbem.rules.elfenland.travel import Leg, Trip


def cards(table: Table, some: Iterable[str]) -> dict[str, int]:
    """Cards or counters by kind, in the order of the chart."""
    return counted(ordered(some, table.land.cards))


def road(table: Table, link: str) -> dict[str, str]:
    """A connection: its id, the names of its towns, its terrain."""
    printed, names = table.land.by_id[link], table.land.town_names
    return {"link": link, "a": names[printed.a], "b": names[printed.b], "terrain": printed.type}


def leg(table: Table, taken: Leg, piece: bool) -> dict[str, Any]:
    """A step that was paid; ``piece``: a town piece was gathered at its end."""
    return {
        "to": table.land.town_names[taken.to],
        "way": taken.way,
        "terrain": taken.terrain,
        "cards": cards(table, taken.cards),
        "obstacle": taken.obstacle,
        "piece": piece,
    }


def gathered(elf: Elf, going: Trip) -> list[bool]:
    """Whether each leg leads to a town that still holds the piece (8.9)."""
    out = set(elf.out)
    found = []
    for taken in going.legs:
        found.append(taken.to in out)
        out.discard(taken.to)
    return found


def itinerary(table: Table, elf: Elf, going: Trip) -> dict[str, Any]:
    """A journey with what is left after each leg, and where it breaks off, as its writer is told (16.7)."""
    names = table.land.town_names
    left: Hand | None = elf.hand
    pieces, steps = len(table.land.towns) - len(elf.out), []
    for taken, piece in zip(going.legs, gathered(elf, going), strict=True):
        left = without(left or (), taken.cards)
        pieces += piece
        steps.append({**leg(table, taken, piece), "left": cards(table, left or ()), "pieces": pieces})
    broken = going.broken
    return {
        "start": names[elf.at],
        "steps": steps,
        "broken": broken and {"step": broken.step, "to": names[broken.to], "why": broken.why},
        "at": names[going.at],
        "pieces": pieces,
        "hand": cards(table, going.hand),
    }
