"""A position from a few lines, for cases and for games that began on paper: what is not said is as at the start.

Cards and counters that lie nowhere else are in the piles, in the order of the chart, below those that ``pile`` and
``stack`` name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from pbem.game import GameInfo, OptionValue
from pbem.model import Facts, Problem, Seat, Weight
from pbem.papers import Paper, fill_in
from pbem.rules.elfen.chart import Hand, ordered, without
from pbem.rules.elfen.sitting import Standing
from pbem.rules.elfenland.audit import complaints
from pbem.rules.elfenland.elves import Elf, Road, Secret, State
from pbem.rules.elfenland.land import Table
from pbem.words import fold, nearest


class ElfNoted(Paper):
    """What a position says of a player; ``visited`` are the towns whose piece he has."""

    at: str | None = None
    visited: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    kept: int = Field(default=0, ge=0)
    """How many of the secrets, the first ones, are of an earlier round."""
    obstacle: bool = True
    hometown: str | None = None


class PositionNoted(Paper):
    """What is said of a position; ``turn`` is whose turn is next, ``row`` the passes before it."""

    round: int = Field(default=1, ge=1, le=4)
    phase: Literal["draw", "plan", "travel"] = "draw"
    sitting: int = Field(default=1, ge=1)
    turn: Seat | None = None
    row: int = Field(default=0, ge=0)
    drawn: int = Field(default=0, ge=0)
    gone: int = Field(default=0, ge=0)
    starting: Seat | None = None
    options: Mapping[str, Any] = {}
    elves: Mapping[Seat, ElfNoted | None]
    roads: Mapping[str, str] = {}
    """A road by its towns: its counter, and ``, obstacle`` behind it."""
    face_up: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()
    stack: tuple[str, ...] = ()


def position(table: Table, info: GameInfo, facts: Facts) -> State | tuple[Problem, ...]:
    """The position described, or all that is wrong with its description."""
    noted = fill_in(facts, "position", PositionNoted)
    if isinstance(noted, tuple):
        return noted
    options = info.settle_options(noted.options)
    seats = tuple(noted.elves)
    reading = _Reading(table)
    problems = (*info.seat_problems(seats), *_strangers(noted, seats))
    if isinstance(options, tuple) or problems:
        return (*problems, *(options if isinstance(options, tuple) else ()))
    state = _state(reading, noted, options)
    if reading.problems:
        return tuple(reading.problems)
    return tuple(Problem("position", f"{complaint}.") for complaint in complaints(table, state)) or state


def _strangers(noted: PositionNoted, seats: Sequence[Seat]) -> list[Problem]:
    named = [seat for seat in (noted.turn, noted.starting) if seat is not None and seat not in seats]
    return [Problem("unknown", f"There is no seat '{seat}'.", weight=Weight.UNKNOWN) for seat in named]


def _state(reading: _Reading, noted: PositionNoted, options: Mapping[str, OptionValue]) -> State:
    elves = {seat: reading.elf(elf or ElfNoted(), noted.round) for seat, elf in noted.elves.items()}
    roads = reading.roads(noted.roads)
    land = reading.table.land
    taken = [road.counter for road in roads.values()]
    taken += [kind for elf in elves.values() for kind in (*elf.open, *(secret.kind for secret in elf.secrets))]
    counters = reading.rest(land.counters, taken, "counter")
    face_up, counters = reading.top(noted.face_up, counters, "counter")
    pile, counters = reading.top(noted.pile, counters, "counter")
    if not noted.face_up:
        face_up, counters = counters[: land.face_up], counters[land.face_up :]
    cards = reading.rest(land.cards, [card for elf in elves.values() for card in elf.hand], "card")
    stack, cards = reading.top(noted.stack, cards, "card")
    starting = noted.starting or next(iter(elves))
    turn = Standing(noted.turn or starting, noted.sitting, noted.row)
    return State(
        round=noted.round,
        phase=noted.phase,
        seats=tuple(elves),
        starting=starting,
        elves=elves,
        options=options,
        face_up=face_up,
        pile=(*pile, *counters),
        stack=(*stack, *cards),
        roads=roads,
        gone=noted.gone or sum(not elf.obstacle for elf in elves.values()) - sum(r.obstacle for r in roads.values()),
        drawn=noted.drawn,
        standing=turn if noted.phase == "plan" else None,
    )


class _Reading:
    """The names of a position, looked up among the printed ones."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.problems: list[Problem] = []
        land = table.land
        self._towns = {fold(name): town.id for town in land.spaces for name in (town.id, town.name, *town.aliases)}
        self._kinds = {fold(name): kind for name, kind in table.chart.names.items()}

    def elf(self, noted: ElfNoted, round: int) -> Elf:
        """A player as noted."""
        land = self.table.land
        visited = {self._town(name) for name in noted.visited}
        old = noted.kept
        return Elf(
            at=self._town(noted.at) if noted.at else land.start,
            out=tuple(town for town in land.towns if town not in visited),
            hand=ordered(self.kinds(noted.hand), land.cards),
            open=self.kinds(noted.open),
            secrets=tuple(Secret(kind, round - (place < old)) for place, kind in enumerate(self.kinds(noted.secrets))),
            obstacle=noted.obstacle,
            hometown=self._town(noted.hometown) if noted.hometown else None,
        )

    def roads(self, noted: Mapping[str, str]) -> dict[str, Road]:
        """Roads with what lies on them, in the order of the board."""
        land, found = self.table.land, {}
        for name, lying in noted.items():
            one, _, other = name.partition(" - ")
            links = [
                link.id
                for link in land.between(self._town(one), self._town(other))
                if self.table.chart.terrains[link.type].kind == "road"
            ]
            counter, _, obstacle = lying.partition(", ")
            if not links:
                self._wrong(f"There is no road '{name[:60]}'.")
            elif obstacle not in ("", "obstacle"):
                self._wrong(f"On {name[:60]} lies an '{obstacle[:60]}'.")
            else:
                found[links[0]] = Road(self.kinds([counter])[0], bool(obstacle))
        return {link.id: found[link.id] for link in land.links if link.id in found}

    def rest(self, printed: Mapping[str, int], taken: Sequence[str], what: str) -> Hand:
        """What is left of the printed ones."""
        left = without((kind for kind, number in printed.items() for _ in range(number)), taken)
        if left is None:
            self._wrong(f"There are more of a kind of {what} than are printed.")
        return left or ()

    def top(self, names: Sequence[str], left: Hand, what: str) -> tuple[Hand, Hand]:
        """Those named, and what is left without them."""
        named = self.kinds(names)
        rest = without(left, named)
        if rest is None:
            self._wrong(f"A {what} is named that lies somewhere else.")
        return named, rest or ()

    def kinds(self, names: Sequence[str]) -> Hand:
        """Transports by any name; "2 pig" stands for two."""
        found: list[str] = []
        for name in names:
            number, _, kind = name.partition(" ") if name[:1].isdigit() else ("1", "", name)
            known = self._kinds.get(fold(kind))
            if known is None or not number.isdigit() or len(number) > 2:
                self._unknown("transport", name, self._kinds)
            else:
                found += [known] * int(number)
        return tuple(found)

    def _town(self, name: str) -> str:
        town = self._towns.get(fold(name))
        if town is None:
            self._unknown("town", name, self._towns)
        return town or self.table.land.start

    def _unknown(self, what: str, name: str, known: Mapping[str, str]) -> None:
        near = nearest(fold(name), known)
        hint = f"Did you mean '{near[0]}'?" if near else ""
        self.problems.append(
            Problem("unknown", f"There is no {what} called '{name[:60]}'.", hint=hint, weight=Weight.UNKNOWN)
        )

    def _wrong(self, message: str) -> None:
        self.problems.append(Problem("position", message))
