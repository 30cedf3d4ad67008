"""One journey, step by step: what each village costs and brings, and where it ends (King of the Elves 7, 8, 11.2).

The answer to a sheet and the round itself both walk it, so they cannot disagree. Nothing on the table changes; what a
journey brings and takes is kept in the walk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.model import Seat
from pbem.rules.elfen.chart import Hand, without
from pbem.rules.elfen.lists import Pass, Stop, Try
from pbem.rules.king_of_the_elves.orders import Leap, Reverse, Spot, Stages, Step, Test, Visit, short
from pbem.rules.king_of_the_elves.realm import Village, name
from pbem.rules.king_of_the_elves.table import Site, Table

ESCORT, REVERSAL, WIZARD = "escort", "change-direction", "wizard"


@dataclass(frozen=True)
class Bar:
    """Why a step cannot be made; ``purse``: only for want of gold."""

    why: str
    purse: bool = False


@dataclass(frozen=True)
class Done:
    """Something that happened on a journey, as an event tells it, and what the traveller has afterwards."""

    kind: str
    facts: dict[str, Any]
    gold: int
    step: int
    """Which step of the sheet it was."""


@dataclass
class Walk:
    """A journey under way: the traveller's gold and hand, where he is, and what happened."""

    table: Table
    seat: Seat
    gold: int
    hand: Hand
    road: tuple[Site, ...]
    at: int | None = None
    """His place on the road; None before the first visit."""
    clockwise: bool = True
    escorted: bool = False
    """Whether an escort goes with him in the realm where he is."""
    seen: set[Site] = field(default_factory=set)
    visits: int = 0
    rounded: bool = False
    used: list[str] = field(default_factory=list)
    paid: dict[Seat, int] = field(default_factory=dict)
    """What the owners of thieves got."""
    done: list[Done] = field(default_factory=list)
    halt: int | None = None
    """The step that could not be made; None if the sheet came to its end."""
    bars: tuple[Bar, ...] = ()
    """What stood in the way of each of its alternatives."""

    # -------------------------------------------------------------- the road

    @property
    def start(self) -> int:
        """The right-most village of his own realm on the road (7.3)."""
        return self.road.index(Site(self.seat, 0))

    @property
    def ahead(self) -> int:
        """The place on the road of the village that comes next (7.3, 7.4, 8.2.2)."""
        if self.at is None:
            return self.start
        return (self.at + (1 if self.clockwise else -1)) % len(self.road)

    def arrives(self, place: int) -> bool:
        """Whether going there is arriving in a realm (8.1, 8.1.4)."""
        return self.at is None or self.road[self.at].realm != self.road[place].realm

    def called(self, place: int) -> str:
        """The name of a village on the road."""
        site = self.road[place]
        return name(site.realm, self.table.players[site.realm].realm, site.place)

    # -------------------------------------------------------------- what a visit takes

    def obstacle(self, village: Village, escorted: bool) -> str | None:
        """The tree or sea monster that costs him a card: not his own, not under escort (7.7, 8.1)."""
        card = village.obstacle
        return card.card if card and card.owner != self.seat and not escorted else None

    def thief(self, village: Village, escorted: bool) -> Seat | None:
        """Whom he must pay: not himself, nobody under escort (7.8, 8.1)."""
        card = village.thief
        return card.owner if card and card.owner != self.seat and not escorted else None

    def price(self, transport: str, village: Village, escorted: bool) -> int | None:
        """How many cards a visit takes; None if this transport cannot go there (7.6, 7.7)."""
        extra = self.table.box.deck.prices.obstacle if self.obstacle(village, escorted) else 0
        return self.table.box.chart.price(transport, village.terrain, extra)

    def income(self, village: Village) -> int:
        """The value, twice for the owner of the gold card (7.9, 7.10)."""
        deck = self.table.box.deck
        doubled = village.gold is not None and village.gold.owner == self.seat
        return deck.value(village.terrain) * (deck.gold_card if doubled else 1)

    # -------------------------------------------------------------- steps

    def go(self, steps: Sequence[Stages]) -> None:
        """Step after step; the first impossible one ends the journey (13.3)."""
        for number, stages in enumerate(steps):
            bars: list[Bar] = []
            for one in stages:
                bar = self.bar(one)
                if bar is None:
                    break
                bars.append(bar)
            else:
                self.halt, self.bars = number, tuple(bars)
                return
            if isinstance(one.action, Stop | Pass):
                return
            self.make(one.action, number)

    def bar(self, one: Try[Step, Test]) -> Bar | None:
        """What keeps a step from being made, if anything does."""
        match one.action:
            case Visit() as visit:
                return self._bar_visit(visit)
            case Reverse():
                return self._bar_reverse()
            case Leap() as leap:
                return self._bar_leap(leap)
        return None

    def _bar_visit(self, visit: Visit) -> Bar | None:
        """The named village must come next, and its cards and its thief must be payable (7.11, 13.3)."""
        place = self.ahead
        if visit.at is not None and self.road[place] not in self.table.sites(self.seat, visit.at):
            return Bar(f"{self.called(place)} comes next, not {visit.at}")
        return self._bar_escort(visit.escort, place) or self._bar_price(visit, place)

    def _bar_escort(self, escort: bool, place: int) -> Bar | None:
        """An escort is declared on arriving in a realm, with a card for it (8.1.1, 13.3)."""
        if not escort:
            return None
        if not self.arrives(place):
            return Bar("an escort is played on arriving in a realm only")
        return None if ESCORT in self.hand else Bar("you hold no escort")

    def _bar_price(self, visit: Visit, place: int) -> Bar | None:
        village, escorted = self._village(place), self._under_escort(visit.escort, place)
        cards = self.price(visit.transport, village, escorted)
        if cards is None:
            return Bar(f"a {short(visit.transport)} cannot go to a {village.terrain}")
        if visit.cards not in (None, cards):
            return Bar(f"{self.called(place)} takes {_many(cards, visit.transport)}, not {visit.cards}")
        held = self.hand.count(visit.transport)
        if held < cards:
            return Bar(f"{self.called(place)} takes {_many(cards, visit.transport)}, and you have {held or 'none'}")
        return self._bar_purse(village, escorted, 0)

    def _bar_purse(self, village: Village, escorted: bool, fee: int) -> Bar | None:
        """All gold must be there before the income (7.8, 11.2.6)."""
        due = fee + (self.table.box.deck.prices.thief if self.thief(village, escorted) else 0)
        return Bar(f"it costs {due} gold, and you have {self.gold}", purse=True) if self.gold < due else None

    def _bar_reverse(self) -> Bar | None:
        """A change of direction is playable after the first visit (8.2.1)."""
        if self.at is None:
            return Bar("the direction can be changed after a first visit only")
        return None if REVERSAL in self.hand else Bar("you hold no change of direction")

    def _bar_leap(self, leap: Leap) -> Bar | None:
        """A wizard comes after the first visit, to another village, all of his price at hand (11.2.2 to 11.2.6)."""
        if self.at is None:
            return Bar("a wizard can be played after a first visit only")
        if WIZARD not in self.hand:
            return Bar("you hold no wizard")
        if without(self.hand, leap.cards) is None:
            return Bar("you do not hold these four cards")
        bars = [self._bar_target(leap, place) for place in self._targets(leap.to)]
        return None if None in bars else next(iter(bars), Bar(f"there is no {leap.to} to leap to"))

    def _targets(self, to: Spot) -> list[int]:
        """The villages of that name but the one he stands on, the right-most first (11.2.5, 14.8)."""
        places = [self.road.index(site) for site in self.table.sites(self.seat, to)]
        return [place for place in places if place != self.at]

    def _bar_target(self, leap: Leap, place: int) -> Bar | None:
        bar, escorted = self._bar_escort(leap.escort, place), self._under_escort(leap.escort, place)
        return bar or self._bar_purse(self._village(place), escorted, self.table.box.deck.prices.wizard)

    def _village(self, place: int) -> Village:
        return self.table.village(self.road[place])

    def _under_escort(self, escort: bool, place: int) -> bool:
        """Whether an escort goes with him there: a new one, or the one of this stay (8.1.2)."""
        return escort or (self.escorted and not self.arrives(place))

    # -------------------------------------------------------------- making them

    def make(self, step: Step, number: int) -> None:
        """A step that nothing bars is made."""
        match step:
            case Visit():
                self._visit(step, number)
            case Leap():
                self._leap(step, number)
            case Reverse():
                self._spend((REVERSAL,))
                self.clockwise = not self.clockwise
                self.tell("turned", number, clockwise=self.clockwise)

    def _visit(self, visit: Visit, number: int) -> None:
        place = self.ahead
        village, escorted = self._village(place), self._under_escort(visit.escort, place)
        cards = self.price(visit.transport, village, escorted)
        assert cards is not None
        self._spend((visit.transport,) * cards)
        obstacle = self.obstacle(village, escorted)
        facts = {"transport": visit.transport, "cards": {visit.transport: cards}, "obstacle": obstacle}
        self._arrive("visited", number, place, visit.escort, facts)

    def _leap(self, leap: Leap, number: int) -> None:
        """The four cards take the place of the travel cost; obstacles have no effect (11.2.3)."""
        fee = self.table.box.deck.prices.wizard
        place = next(place for place in self._targets(leap.to) if self._bar_target(leap, place) is None)
        self._spend((WIZARD, *leap.cards))
        self.gold -= fee
        facts = {"transport": None, "cards": self.table.box.deck.counts(leap.cards), "obstacle": None, "fee": fee}
        self._arrive("leapt", number, place, leap.escort, facts)

    def _arrive(self, kind: str, number: int, place: int, escort: bool, facts: dict[str, Any]) -> None:
        """Escort, thief, income, and the bonus of the round trip, in this order (7.11)."""
        village, escorted = self._village(place), self._under_escort(escort, place)
        if escort:
            self._spend((ESCORT,))
        thief, paid = self.thief(village, escorted), 0
        if thief is not None:
            paid = self.table.box.deck.prices.thief
            self.paid[thief] = self.paid.get(thief, 0) + paid
        income = self.income(village)
        self.gold += income - paid
        self.at, self.escorted = place, escorted
        self.visits += 1
        site = self.road[place]
        where = {"realm": site.realm, "terrain": village.terrain, "name": self.called(place)}
        doubled = income > self.table.box.deck.value(village.terrain)
        pays = {"escort": escort, "thief": thief, "paid": paid, "income": income, "doubled": doubled}
        self.tell(kind, number, **where, **facts, **pays)
        self.seen.add(site)
        self._round_trip(number)

    def _round_trip(self, number: int) -> None:
        """10 gold, once, with the last missing village of the table (7.13)."""
        if not self.rounded and len(self.seen) == len(self.road):
            self.rounded = True
            bonus = self.table.box.deck.round_trip
            self.gold += bonus
            self.tell("round-trip", number, gold=bonus)

    def _spend(self, cards: tuple[str, ...]) -> None:
        left = without(self.hand, cards)
        assert left is not None
        self.hand = left
        self.used += cards

    def tell(self, kind: str, number: int, **facts: Any) -> None:
        self.done.append(Done(kind, {"seat": self.seat, **facts}, self.gold, number))


def _many(cards: int, transport: str) -> str:
    return f"{cards} {short(transport)}{'s' if cards > 1 else ''}"


def walk(table: Table, seat: Seat, steps: Sequence[Stages], gold: int | None = None) -> Walk:
    """A player's journey by his sheet, with his gold as it is or another sum."""
    player = table.players[seat]
    journey = Walk(table, seat, player.gold if gold is None else gold, player.hand, table.road())
    if player.realm:
        journey.go(steps)
    return journey
