"""A turn under way: the table as it changes, and what is told of it (Elfenland 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.model import Event, Order, Seat, Sheet, Unread
from pbem.rng import Rng
from pbem.rules.elfen.chart import Hand
from pbem.rules.elfen.sitting import Standing, around
from pbem.rules.elfenland.elves import Elf, List, Phase, State
from pbem.rules.elfenland.land import Connection, Land, Table
from pbem.rules.elfenland.orders import Journey
from pbem.rules.elfenland.travel import price_there
from pbem.rules.elfenland.writing import Pen


@dataclass
class Play:
    """The position while a turn is played, the pages that were heard, and what was told."""

    table: Table
    before: State
    sheets: Mapping[Seat, Sheet]
    rng: Rng
    told: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        state = self.before
        self.pen = Pen(self.table)
        self.heard = {
            seat: self.sheets[seat].orders
            for seat in state.seats
            if seat in self.sheets and _says_something(self.sheets[seat].orders)
        }
        self.silent = frozenset(seat for seat in state.seats if seat not in self.heard and not state.in_force(seat))
        self.round = state.round
        self.phase: Phase = state.phase
        self.starting = state.starting
        self.elves = dict(state.elves)
        self.face_up = list(state.face_up)
        self.pile = list(state.pile)
        self.stack: Hand = state.stack
        self.spent: Hand = state.spent
        self.roads = dict(state.roads)
        self.gone = state.gone
        self.drawn = state.drawn
        self.standing: Standing | None = state.standing
        self.wishes: Mapping[Seat, tuple[tuple[str, ...], ...]] = state.wishes
        self.lists: Mapping[Seat, List] = state.lists
        self.journeys: Mapping[Seat, Journey] = state.journeys
        self.ended = state.ended

    @property
    def land(self) -> Land:
        """The board."""
        return self.table.land

    @property
    def order(self) -> tuple[Seat, ...]:
        """The order of turns in this round (2.5)."""
        return around(self.before.seats, self.starting)

    def state(self) -> State:
        """The position as it is now."""
        return replace(
            self.before,
            round=self.round,
            phase=self.phase,
            starting=self.starting,
            elves=dict(self.elves),
            face_up=tuple(self.face_up),
            pile=tuple(self.pile),
            stack=self.stack,
            spent=self.spent,
            roads={link.id: self.roads[link.id] for link in self.land.links if link.id in self.roads},
            gone=self.gone,
            drawn=self.drawn,
            standing=self.standing,
            wishes=_kept(self.wishes),
            lists=dict(self.lists),
            journeys=dict(self.journeys),
            ended=self.ended,
        )

    def tell(self, kind: str, only: Seat | None = None, **facts: Any) -> None:
        """Something happened; a private detail is told to one seat only."""
        self.told.append(Event(kind, facts, None if only is None else (only,)))

    def change(self, seat: Seat, **parts: Any) -> Elf:
        """A player's position is another now."""
        self.elves[seat] = replace(self.elves[seat], **parts)
        return self.elves[seat]

    def name(self, town: str) -> str:
        """How a town is printed."""
        return self.land.town_names[town]

    def price(self, link: Connection) -> int:
        """Cards of its counter's type that are due on a road (8.3)."""
        return price_there(self.table, link, self.roads[link.id])


def _says_something(orders: tuple[Order, ...]) -> bool:
    """Whether any line could be read; a page without one is silence (13.1)."""
    return any(not isinstance(order, Unread) for order in orders)


def _kept(by_seat: Mapping[Seat, tuple[Any, ...]]) -> dict[Seat, tuple[Any, ...]]:
    """What is left of somebody's page, where something is."""
    return {seat: lines for seat, lines in by_seat.items() if lines}
