"""Journeys: what each step costs, how far a list of steps goes, what is thrown away and kept (Elfenland 8, 9.3).

The answer to a page and the turn itself both use these, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.model import Order, Problem, Span, Unread, Weight
from pbem.rules.elfen.chart import Hand, holds, without
from pbem.rules.elfenland.elves import Elf, Road
from pbem.rules.elfenland.land import Connection, Table, terrain_from
from pbem.rules.elfenland.orders import Choice, Discard, Go, Journey, Keep, Stay, Step

RAFT = "raft"
WATER = ("raft", "river", "lake")
MOST_STEPS = 60
"""Steps of a page that count; a hand pays for eight."""


# ------------------------------------------------------------------ a page


@dataclass
class Page:
    """The travel part of a page: the journey, where its steps were written, and what is wrong with it."""

    journey: Journey = field(default_factory=Journey)
    places: tuple[Span, ...] = ()
    problems: list[Problem] = field(default_factory=list)
    keep_at: Span | None = None
    discards: tuple[Span, ...] = ()
    """Where each card to throw away was named."""


def page_of(orders: Sequence[Order]) -> Page | None:
    """The travel part of a page, None if it has none. Steps behind a line that could not be read are dropped (8.14)."""
    mine = [order for order in orders if isinstance(order, Go | Stay | Discard | Keep)]
    if not mine:
        return None
    page = Page()
    steps, page.places = _steps(page, orders)
    discards = [(card, order.span) for order in mine if isinstance(order, Discard) for card in order.cards]
    page.discards = tuple(place for _, place in discards)
    page.journey = Journey(steps, tuple(card for card, _ in discards), _keep(page, mine))
    return page


def _steps(page: Page, orders: Sequence[Order]) -> tuple[tuple[Step, ...], tuple[Span, ...]]:
    """All steps one after another; GO and STAY on one page are doubtful, and so the boot stays."""
    steps: list[Step] = []
    places: list[Span] = []
    broken = False
    stays = [order for order in orders if isinstance(order, Stay)]
    for order in orders:
        if isinstance(order, Unread):
            # RULING 8.14: what could not be read between two GO lines may have been a step, so the journey ends there.
            broken = bool(steps)
        elif isinstance(order, Go):
            if stays:
                # RULING 17.6: neither line may be guessed to be the one that is meant.
                message = "This page says GO and STAY; the boot stays until it says one of them only."
                page.problems.append(Problem("go-and-stay", message, order.span, weight=Weight.AMBIGUOUS))
            elif broken:
                message = "No step is taken behind a line that could not be read."
                page.problems.append(Problem("broken", message, order.span))
            else:
                steps += order.steps
                places += order.places or (order.span,) * len(order.steps)
    return tuple(steps[:MOST_STEPS]), tuple(places[:MOST_STEPS])


def _keep(page: Page, mine: Sequence[Order]) -> Choice | None:
    """The counter to keep; of several the last one counts."""
    named = [order for order in mine if isinstance(order, Keep)]
    for order in named[:-1]:
        if order != named[-1]:
            message = f"Another such line follows below (line {named[-1].span.line}); that one counts."
            page.problems.append(Problem("twice", message, order.span, weight=Weight.NOTE))
    page.keep_at = named[-1].span if named else None
    return Choice(named[-1].counter, named[-1].face) if named else None


# ------------------------------------------------------------------ one step


@dataclass(frozen=True)
class Leg:
    """A step that can be paid: the connection, what pays it, and the cards."""

    link: str
    to: str
    way: str
    """A transport, or ``caravan``."""
    terrain: str
    cards: Hand
    obstacle: bool


@dataclass(frozen=True)
class Fault:
    """Why a step is impossible, and whether no counter still to come can mend that."""

    why: str
    sure: bool = False


@dataclass(frozen=True)
class Purse:
    """What decides about a step: printed matter, roads, where the boot stands, the hand, and the option of 8.8."""

    table: Table
    roads: Mapping[str, Road]
    at: str
    hand: Hand
    narrow: bool

    def leg(self, step: Step) -> Leg | Fault:
        """The step as it would be taken, or what is wrong with it (8.3 to 8.8, 8.12, 8.16)."""
        links = self.table.land.between(self.at, step.to)
        road = next((link for link in links if not self._wet(link)), None)
        water = next((link for link in links if self._wet(link)), None)
        if not links:
            return Fault(f"no connection joins {self._name(self.at)} and {self._name(step.to)}", sure=True)
        if step.way == "caravan":
            return self._caravan(road, step)
        if step.way in WATER:
            return self._raft(water, step)
        if step.way:
            return self._matching(road, step)
        return self._only(road, water, step)

    def _only(self, road: Connection | None, water: Connection | None, step: Step) -> Leg | Fault:
        """Only the town is named: the one way that can be paid (8.16)."""
        ways = ([self._matching(road, step)] if road else []) + ([self._raft(water, step)] if water else [])
        legs = [way for way in ways if isinstance(way, Leg)]
        if len(legs) > 1:
            kinds = " or by ".join(self._kind(leg.way) for leg in legs)
            return Fault(f"it can be paid by {kinds}: say BY which")
        if legs:
            return legs[0]
        faults = [way for way in ways if isinstance(way, Fault)]
        return Fault("; ".join(fault.why for fault in faults), all(fault.sure for fault in faults))

    def _matching(self, road: Connection | None, step: Step) -> Leg | Fault:
        """Cards of the counter's type, one more past an obstacle (8.3, 8.4)."""
        if road is None:
            return Fault(f"no road joins {self._name(self.at)} and {self._name(step.to)}", sure=True)
        lying = self.roads.get(road.id)
        if lying is None:
            never = bool(step.way) and self.table.chart.price(step.way, road.type) is None
            return Fault("no counter lies on the road", never)
        if step.way not in ("", lying.counter):
            return Fault(f"the counter on the road is a {self._kind(lying.counter)}", sure=True)
        price = price_there(self.table, road, lying)
        return self._paid(road, step, lying.counter, price, lying.obstacle)

    def _raft(self, water: Connection | None, step: Step) -> Leg | Fault:
        """Rafts on a river or a lake (8.5, 8.6)."""
        wanted = step.way if step.way in ("river", "lake") else ""
        if water is None or (wanted and water.type != wanted):
            said = wanted or "river or lake"
            return Fault(f"no {said} joins {self._name(self.at)} and {self._name(step.to)}", sure=True)
        price = self.table.chart.price(RAFT, terrain_from(water, self.at))
        assert price is not None
        return self._paid(water, step, RAFT, price, False)

    def _paid(self, link: Connection, step: Step, kind: str, price: int, obstacle: bool) -> Leg | Fault:
        held = self.hand.count(kind)
        if held < price:
            return Fault(f"it takes {self._many(price, kind)}, and you hold {held or 'none'}", sure=True)
        return Leg(link.id, step.to, kind, terrain_from(link, self.at), (kind,) * price, obstacle)

    def _caravan(self, road: Connection | None, step: Step) -> Leg | Fault:
        """Any three cards, or four past an obstacle, on a road with a counter (8.7, 8.8)."""
        if road is None:
            return Fault("caravans go by road, and there is none", sure=True)
        lying = self.roads.get(road.id)
        most = self.table.land.caravan + self.table.land.obstacle
        if not holds(self.hand, step.cards):
            return Fault("the caravan's cards are not all in your hand", sure=True)
        number = len(step.cards)
        if lying is None:
            return Fault("no counter lies on the road", not self.table.land.caravan <= number <= most)
        price = caravan_there(self.table, lying)
        if number != price:
            return Fault(f"a caravan takes {price} cards there, not {number}", number < price or number > most)
        if self.narrow and isinstance(self._matching(road, Step(step.to)), Leg):
            return Fault(f"a caravan is for those who cannot pay with {self._kind(lying.counter)}s")
        return Leg(road.id, step.to, "caravan", road.type, step.cards, lying.obstacle)

    def _wet(self, link: Connection) -> bool:
        return self.table.chart.terrains[link.type].kind == "water"

    def _name(self, town: str) -> str:
        return self.table.land.town_names[town]

    def _kind(self, kind: str) -> str:
        return self.table.chart.transports[kind].name

    def _many(self, number: int, kind: str) -> str:
        return f"{number} {self._kind(kind)}{'s' if number != 1 else ''}"


def price_there(table: Table, link: Connection, road: Road) -> int:
    """Cards due on a road with this counter, one more for an obstacle (8.3)."""
    price = table.chart.price(road.counter, link.type, table.land.obstacle if road.obstacle else 0)
    assert price is not None
    return price


def caravan_there(table: Table, lying: Road) -> int:
    """Cards that a caravan takes on a road with a counter (8.7)."""
    return table.land.caravan + (table.land.obstacle if lying.obstacle else 0)


# ------------------------------------------------------------------ a journey


@dataclass(frozen=True)
class Broken:
    """Where a journey breaks off: the number of the step, and why."""

    step: int
    to: str
    why: str
    sure: bool
    astray: str = ""
    """The town that was named as the place of the boot, where it is not."""


@dataclass(frozen=True)
class Trip:
    """A journey worked out: the legs that can be paid, where it breaks off, and what is left afterwards."""

    legs: tuple[Leg, ...]
    broken: Broken | None
    at: str
    hand: Hand
    out: tuple[str, ...]


def trip(table: Table, roads: Mapping[str, Road], elf: Elf, steps: Sequence[Step], narrow: bool) -> Trip:
    """Step by step, up to the first impossible one (8.1, 8.2, 8.9, 8.14)."""
    at, hand, out = elf.at, elf.hand, elf.out
    legs: list[Leg] = []
    for number, step in enumerate(steps, 1):
        leg: Leg | Fault
        if step.origin not in (None, at):
            names = table.land.town_names
            leg = Fault(f"your boot is in {names[at]} then, not in {names[str(step.origin)]}", sure=True)
        else:
            leg = Purse(table, roads, at, hand, narrow).leg(step)
        left = None if isinstance(leg, Fault) else without(hand, leg.cards)
        if isinstance(leg, Fault):
            astray = table.land.town_names[step.origin] if step.origin not in (None, at) and step.origin else ""
            return Trip(tuple(legs), Broken(number, step.to, leg.why, leg.sure, astray), at, hand, out)
        assert left is not None
        at, hand = leg.to, left
        out = tuple(town for town in out if town != at)
        legs.append(leg)
    return Trip(tuple(legs), None, at, hand, out)


# ------------------------------------------------------------------ after it


@dataclass(frozen=True)
class Thrown:
    """Cards thrown away as named, the hand left, and which of the names were ignored and why (8.10, 8.11, 8.15)."""

    named: Hand
    hand: Hand
    ignored: tuple[tuple[int, str], ...] = ()


def thrown(hand: Hand, names: Sequence[str], most: int) -> Thrown:
    """Cards go in the order named while more than four are held."""
    gone: list[str] = []
    ignored = []
    for place, card in enumerate(names):
        left = without(hand, (card,))
        if len(hand) <= most:
            ignored.append((place, f"you hold {len(hand)} cards by then, and only those beyond {most} go"))
        elif left is None:
            ignored.append((place, "it is not in your hand then"))
        else:
            hand = left
            gone.append(card)
    return Thrown(tuple(gone), hand, tuple(ignored))


def kept(elf: Elf, choice: Choice | None) -> tuple[str, bool] | None:
    """The counter that is kept and whether it is a secret one: as chosen if it is there, else by default (9.3)."""
    if choice is not None and (asked := _chosen(elf, choice)):
        return asked
    if elf.secrets:
        return elf.secrets[-1].kind, True
    return (elf.open[-1], False) if elf.open else None


def _chosen(elf: Elf, choice: Choice) -> tuple[str, bool] | None:
    if choice.face != "secret" and choice.counter in elf.open:
        return choice.counter, False
    secret = any(secret.kind == choice.counter for secret in elf.secrets)
    return (choice.counter, True) if secret and choice.face != "open" else None


def is_there(elf: Elf, choice: Choice) -> bool:
    """Whether the counter that shall be kept is among those unlaid."""
    return _chosen(elf, choice) is not None
