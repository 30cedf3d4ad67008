"""What towns, transports and the small words of order lines are called (Elfenland 17)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.rules.elfenland.land import Table
from pbem.rules.elfenland.orders import Face
from pbem.words import fold

UNSEEN_WORDS = ("unseen", "blind", "hidden", "face-down", "face down", "random", "the pile", "pile")
FACES: Mapping[str, Face] = {"secret": "secret", "hidden": "secret", "open": "open"}
WAYS = {"raft": "raft", "rafts": "raft", "river": "river", "lake": "lake", "ferry": "lake"}
PARTING = ("-", "->", "to")
"""What stands between two towns of a road or a journey."""
LOOSE = (",", "then", "and", "via", "on")
"""May stand there too, if a town follows."""
WISHES_APART = ("else", "otherwise", "or", ">")
"""What joins wishes for one draw."""
COUNTERS = ("counter", "counters", "card", "token", "tile", "marker")
"""What may stand behind the type of a counter."""
LAYING = ("lay", "place", "put", "play")


def towns(table: Table) -> dict[str, str]:
    """Every name of every town, those printed first; names that fold to the same are one."""
    found: dict[str, str] = {}
    folded: set[str] = set()
    for town in table.land.spaces:
        for name in (town.name, town.id, *town.aliases):
            if fold(name) not in folded:
                folded.add(fold(name))
                found[name] = town.id
    return found


def kinds(table: Table, these: Mapping[str, int]) -> dict[str, str]:
    """The names of these transports."""
    return {name: kind for name, kind in table.chart.names.items() if kind in these}
