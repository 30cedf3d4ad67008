"""Bots for Elfenland: a route finder that gathers as many pieces as its cards and counters allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.game import Game
from pbem.model import Ask
from pbem.rng import Rng
from pbem.rules.elfen.chart import Hand, counted, without
from pbem.rules.elfenland.land import Connection, Table, other_end, terrain_from
from pbem.rules.elfenland.sight import Own, RoadSeen, View

BREADTH = 24
"""How many unfinished tours are followed at a time."""
LEGS = 9
CARD = 0.4
"""What a card left is worth on the way, against a piece gathered."""
KEPT = 0.15
"""What a card kept is worth at the end of a round."""


@dataclass(frozen=True, slots=True)
class Tour:
    """A journey so far: where it has come to, what is left, what it has gathered, and how a page would write it."""

    at: str
    hand: Hand
    counters: Hand
    fresh: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    laid: tuple[tuple[str, str], ...] = ()
    """Counters that the tour would lay itself: type and connection."""

    @property
    def hope(self) -> float:
        """Pieces gathered, and something for the cards that may gather more."""
        return len(self.fresh) + CARD * len(self.hand)


@dataclass(frozen=True, slots=True)
class Fare:
    """One way to pay for a connection; ``counter`` is one that has to be laid there first."""

    way: str
    cards: Hand
    counter: str | None = None


class Scout:
    """Looks for tours: through all roads with counters, and through free ones for which the reader has a counter."""

    def __init__(self, table: Table, view: View, own: Own) -> None:
        self._table = table
        self._view = view
        self._own = own
        self._roads: Mapping[str, RoadSeen] = {road.link: road for road in view.roads}
        self._out = frozenset(own.out)

    def best(self, counters: Hand) -> Tour:
        """The tour that gathers most; of equals the one that leaves most cards."""
        start = Tour(self._own.at, self._own.hand, counters)
        front, found = [start], [start]
        for _ in range(LEGS):
            onward: dict[tuple[str, Hand, Hand, frozenset[str]], Tour] = {}
            for tour in front:
                for longer in self._onward(tour):
                    key = longer.at, longer.hand, longer.counters, frozenset(longer.fresh)
                    onward.setdefault(key, longer)
            front = sorted(onward.values(), key=lambda tour: (-tour.hope, tour.steps))[:BREADTH]
            found += front
        return max(found, key=lambda tour: (self._worth(tour), -len(tour.steps)))

    def _worth(self, tour: Tour) -> float:
        """Pieces, cards that are kept, and in the last round the way home (11.2)."""
        worth = len(tour.fresh) + KEPT * min(len(tour.hand), self._table.land.hand_kept)
        last = self._view.round == self._view.rounds
        if self._own.hometown is not None and last:
            worth -= self._table.land.distance(tour.at, self._own.hometown)
        return worth

    def _onward(self, tour: Tour) -> Iterator[Tour]:
        for link in self._table.land.at[tour.at]:
            for step in self._fares(tour, link):
                left = without(tour.hand, step.cards)
                if left is not None:
                    yield self._gone(tour, link, step, left)

    def _gone(self, tour: Tour, link: Connection, step: Fare, left: Hand) -> Tour:
        to = other_end(link, tour.at)
        new = to in self._out and to not in tour.fresh
        after = replace(
            tour,
            at=to,
            hand=left,
            fresh=(*tour.fresh, to) if new else tour.fresh,
            steps=(*tour.steps, f"{self._table.land.town_names[to]} BY {step.way}"),
        )
        if step.counter is None:
            return after
        counters = without(tour.counters, (step.counter,))
        assert counters is not None
        return replace(after, counters=counters, laid=(*tour.laid, (step.counter, link.id)))

    def _fares(self, tour: Tour, link: Connection) -> Iterator[Fare]:
        """Every way to pay for a connection."""
        chart, terrain = self._table.chart, terrain_from(link, tour.at)
        if chart.terrains[link.type].kind == "water":
            yield Fare("RAFT", ("raft",) * (chart.price("raft", terrain) or 0))
        elif link.id in self._roads:
            road = self._roads[link.id]
            yield Fare(chart.short(road.counter), (road.counter,) * road.price)
            if not self._view.options["caravan_only_when_short"] and len(tour.hand) >= road.caravan:
                cards = _least(tour.hand)[: road.caravan]
                yield Fare("CARAVAN " + self.said(cards), cards)
        elif laid := [counter for counter, road in tour.laid if road == link.id]:
            yield Fare(chart.short(laid[0]), (laid[0],) * (chart.price(laid[0], terrain) or 0))
        else:
            for counter in dict.fromkeys(tour.counters):
                price = chart.price(counter, terrain)
                if price is not None:
                    yield Fare(chart.short(counter), (counter,) * price, counter)

    def said(self, cards: Hand) -> str:
        """Cards as a page lists them."""
        return ", ".join(f"{number} {self._table.chart.short(kind)}" for kind, number in counted(cards).items())


def _least(hand: Hand) -> Hand:
    """The cards of a hand, those of which there are fewest first: sets of one kind carry farther."""
    kinds = counted(hand)
    return tuple(sorted(hand, key=lambda card: (kinds[card], card)))


def greedy(game: Game[Any, Any], view: View, ask: Ask, rng: Rng) -> str:
    """Draws what suits its hand, lays the counters of its best tour, travels it, and keeps what it has cards for."""
    own = view.own
    assert own is not None
    table: Table = game.table  # type: ignore[attr-defined]
    match view.phase:
        case "draw":
            return _draw(table, view, own)
        case "plan":
            return _plan(table, view, own)
        case _:
            return _travel(table, view, own)


def _draw(table: Table, view: View, own: Own) -> str:
    """Types of which the hand holds much and the player has no counter yet."""
    cards, owned = counted(own.hand), counted((*own.open, *own.secrets))
    liked = sorted(table.land.counters, key=lambda kind: (2 * owned.get(kind, 0) - cards.get(kind, 0), kind))
    wishes = [table.chart.short(kind) for kind in liked if cards.get(kind)]
    draws = 1 if view.strict else table.land.open_drawn - view.lap + 1
    rows = [wishes[place:] + wishes[:place] for place in range(min(draws, len(wishes)))]
    return "".join(f"TAKE {' ELSE '.join([*row, 'unseen'])}\n" for row in rows) or "TAKE unseen\n"


def _plan(table: Table, view: View, own: Own) -> str:
    """The counters of the best tour, in the order in which it meets them."""
    tour = Scout(table, view, own).best((*own.open, *own.secrets))
    lines = [f"LAY {table.chart.short(counter)} ON {_road(table, link)}\n" for counter, link in tour.laid]
    return "".join(lines[:1] if view.strict else lines) or "PASS\n"


def _road(table: Table, link: str) -> str:
    """A road as a page writes it."""
    printed, names = table.land.by_id[link], table.land.town_names
    return f"{names[printed.a]} - {names[printed.b]}"


def _travel(table: Table, view: View, own: Own) -> str:
    """The best tour as the roads are now."""
    scout = Scout(table, view, own)
    tour = scout.best(())
    lines = [f"GO {table.land.town_names[own.at]} - {' - '.join(tour.steps)}" if tour.steps else "STAY"]
    over = len(tour.hand) - table.land.hand_kept
    if over > 0:
        lines.append(f"DISCARD {scout.said(_least(tour.hand)[:over])}")
    counters = (*own.open, *own.secrets)
    if counters:
        held = counted(tour.hand)
        lines.append(f"KEEP {table.chart.short(max(counters, key=lambda kind: (held.get(kind, 0), kind)))}")
    return "\n".join(lines) + "\n"


BOTS = {"greedy": greedy}
