"""A legal page for somebody who has no plan of his own: for demonstrations, the arena and the laws."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pbem.rng import Rng
from pbem.rules.elfen.chart import Hand, without
from pbem.rules.elfenland.elves import Road
from pbem.rules.elfenland.land import Table
from pbem.rules.elfenland.orders import UNSEEN, Block, Choice, Lay, Step
from pbem.rules.elfenland.sight import View, elf_seen, roads_seen
from pbem.rules.elfenland.travel import RAFT, Leg, Purse, caravan_there
from pbem.rules.elfenland.writing import Pen

MOST_LEGS = 8


def page(table: Table, view: View, rng: Rng) -> str:
    """Takes, lays and travels where chance says, with a liking for towns that still hold a piece."""
    advice = _Advice(table, view)
    match view.phase:
        case "draw":
            lines = list(advice.drawing(rng))
        case "plan":
            lines = list(advice.planning(rng))
        case _:
            lines = list(advice.travelling(rng))
    return "\n".join(lines) + "\n"


class _Advice:
    """What a view has to offer."""

    def __init__(self, table: Table, view: View) -> None:
        self._table = table
        self._view = view
        self._pen = Pen(table)
        self._elf = elf_seen(view)
        self._roads = roads_seen(view)

    def drawing(self, rng: Rng) -> Iterator[str]:
        """A wish for each draw that is asked for."""
        one = self._view.strict or self._view.options["draft"] == "laps"
        for _ in range(1 if one else self._table.land.open_drawn):
            wish = self._view.face_up[rng.below(len(self._view.face_up), "a counter to take")]
            yield self._pen.wishes((wish, UNSEEN))

    # ---------------------------------------------------------------- planning

    def planning(self, rng: Rng) -> Iterator[str]:
        """Each counter on a road that can carry it, the obstacle now and then, and perhaps a stop."""
        counters = [(kind, "open") for kind in self._elf.open] + [(one.kind, "secret") for one in self._elf.secrets]
        lines = list(self._laying(rng.shuffled(counters, "counters to lay"), rng))
        if self._elf.obstacle and not rng.below(4, "whether to lay the obstacle"):
            lines += self._blocking(rng)
        if self._view.strict:
            yield lines[0] if lines and rng.below(4, "whether to pass") else "PASS"
            return
        yield from lines
        yield "STOP" if rng.below(3, "whether to stop") else "PASS"
        yield from self._early()

    def _laying(self, counters: tuple[tuple[str, str], ...], rng: Rng) -> Iterator[str]:
        for counter, face in counters:
            roads = [
                link.id
                for link in self._table.land.links
                if link.id not in self._roads and self._table.chart.price(counter, link.type) is not None
            ]
            if roads:
                near = [road for road in roads if self._touches(road)]
                choice = near if near and rng.below(3, "whether to lay near the boot") else roads
                road = choice[rng.below(len(choice), "a road")]
                yield self._pen.act(Lay(counter, road, "secret" if face == "secret" else ""))

    def _touches(self, road: str) -> bool:
        link = self._table.land.by_id[road]
        return self._elf.at in (link.a, link.b)

    def _blocking(self, rng: Rng) -> Iterator[str]:
        roads = [road for road, lying in self._roads.items() if not lying.obstacle]
        if roads:
            yield self._pen.act(Block(roads[rng.below(len(roads), "a road to block")]))

    def _early(self) -> Iterator[str]:
        """A step by raft, which needs no counter, if it leads to a piece."""
        for leg in self._legs(self._elf.at, self._elf.hand, {}):
            if leg.to in self._elf.out:
                yield f"GO TO {self._pen.step(Step(leg.to, RAFT))}"
                return

    # ---------------------------------------------------------------- travel

    def travelling(self, rng: Rng) -> Iterator[str]:
        """A walk as far as cards go, cards to throw away, a counter to keep."""
        steps, hand = self._walk(rng)
        yield "GO TO " + " - ".join(map(self._pen.step, steps)) if steps else "STAY"
        surplus = len(hand) - self._table.land.hand_kept
        if surplus > 0:
            gone = rng.shuffled(hand, "cards to throw away")[:surplus]
            yield f"DISCARD {', '.join(self._pen.kind(card) for card in gone)}"
        counters = [Choice(kind, "open") for kind in self._elf.open]
        counters += [Choice(secret.kind, "secret") for secret in self._elf.secrets]
        if counters and self._view.round < self._view.rounds:
            yield self._pen.keep(counters[rng.below(len(counters), "a counter to keep")])

    def _walk(self, rng: Rng) -> tuple[list[Step], Hand]:
        at, hand, out = self._elf.at, self._elf.hand, set(self._elf.out)
        steps: list[Step] = []
        while len(steps) < MOST_LEGS:
            legs = self._legs(at, hand, self._roads)
            legs = [leg for leg in legs if leg.to in out] or (legs if rng.below(2, "whether to go on") else [])
            if not legs:
                break
            leg = legs[rng.below(len(legs), "where to go")]
            left = without(hand, leg.cards)
            assert left is not None
            at, hand = leg.to, left
            out.discard(at)
            steps.append(Step(at, leg.way, leg.cards if leg.way == "caravan" else ()))
        return steps, hand

    def _legs(self, at: str, hand: Hand, roads: dict[str, Road]) -> list[Leg]:
        """Every connection that matching cards, rafts, or a caravan of cards that lie first can pay."""
        narrow = bool(self._view.options["caravan_only_when_short"])
        purse = Purse(self._table, roads, at, hand, narrow)
        found: list[Leg] = []
        for link in self._table.land.at[at]:
            to, lying = link.b if link.a == at else link.a, roads.get(link.id)
            way = lying.counter if lying else RAFT
            leg = purse.leg(Step(to, way))
            if not isinstance(leg, Leg) and lying is not None:
                leg = purse.leg(Step(to, "caravan", hand[: caravan_there(self._table, lying)]))
            if isinstance(leg, Leg):
                found.append(leg)
        return [next(group) for _, group in groupby(found, key=lambda leg: leg.link)]
