"""The land as printed: towns, connections, and how many there are of everything (Elfenland 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pydantic import Field

from pbem.game import GameInfo
from pbem.rules.elfen.chart import UPSTREAM, Chart, the_chart
from pbem.tabletop import Board, Link, Printed, Space, printed


class Town(Space):
    """A town; ``card`` says whether it has a town card (11.1)."""

    card: bool


class Connection(Link):
    """A road, river stretch or ferry; a river flows from a to b (1.2, 1.3)."""

    id: str
    mid: tuple[int, int]


class Lake(Printed):
    """A lake and the towns at it, each pair joined by a ferry."""

    name: str
    towns: tuple[str, ...]


class Land(Board):
    """The printed board, and how many there are of everything."""

    spaces: tuple[Town, ...]
    links: tuple[Connection, ...]
    lakes: tuple[Lake, ...]
    start: str
    cards: Mapping[str, int]
    counters: Mapping[str, int]
    caravan: int
    obstacle: int
    hand: int
    hand_kept: int
    face_up: int
    open_drawn: int = Field(ge=1)

    @cached_property
    def towns(self) -> tuple[str, ...]:
        """The towns where pieces lie: all but the capital (2.1)."""
        return tuple(town.id for town in self.spaces if town.id != self.start)

    @cached_property
    def town_names(self) -> Mapping[str, str]:
        """How each town is printed."""
        return {town.id: town.name for town in self.spaces}

    @cached_property
    def town_cards(self) -> tuple[str, ...]:
        """The twelve towns that somebody may have for a hometown (11.1)."""
        return tuple(town.id for town in self.spaces if town.card)

    @cached_property
    def by_id(self) -> Mapping[str, Connection]:
        """The connections by id."""
        return {link.id: link for link in self.links}

    @cached_property
    def at(self) -> Mapping[str, tuple[Connection, ...]]:
        """The connections of each town, roads first."""
        return {town.id: tuple(link for link in self.links if town.id in (link.a, link.b)) for town in self.spaces}

    def between(self, one: str, other: str) -> tuple[Connection, ...]:
        """The connections of two towns: a road, a water link, both, or none."""
        return tuple(link for link in self.at[one] if other in (link.a, link.b) and one != other)

    @cached_property
    def _steps(self) -> Mapping[str, Mapping[str, int]]:
        found = {}
        for town in self.spaces:
            steps, row = {town.id: 0}, [town.id]
            for here in row:
                for link in self.at[here]:
                    there = other_end(link, here)
                    if there not in steps:
                        steps[there] = steps[here] + 1
                        row.append(there)
            found[town.id] = steps
        return found

    def distance(self, one: str, other: str) -> int:
        """Steps by the shortest way; any one connection is a step (11.3)."""
        return self._steps[one][other]


def other_end(link: Connection, town: str) -> str:
    """Where a connection leads to."""
    return link.b if town == link.a else link.a


def terrain_from(link: Connection, town: str) -> str:
    """The terrain of a connection as the chart calls it for somebody who leaves this town (8.5)."""
    return UPSTREAM if link.type == "river" and town == link.b else link.type


@dataclass(frozen=True)
class Table:
    """What is printed: the board and the chart."""

    land: Land
    chart: Chart


def the_table(info: GameInfo) -> Table:
    """The printed matter."""
    return Table(printed(info.printed / "board.yaml", Land), the_chart(info))
