"""Counters and obstacles are laid, lap after lap, by everybody's list (Elfenland 7, 17.2 to 17.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.model import Order, Seat
from pbem.rules.elfen.lists import Line, Pass, Stop
from pbem.rules.elfen.sitting import Sitting, Standing, Why, lists_now
from pbem.rules.elfenland.elves import Elf, List, Road
from pbem.rules.elfenland.facts import road
from pbem.rules.elfenland.land import Table
from pbem.rules.elfenland.orders import Act, Block, Face, HasCounter, HasObstacle, Holds, IsFree, Lay, Question
from pbem.rules.elfenland.play import Play

MOST_LINES = 60
"""Lines of one list that count; nobody has things to lay for a fraction of them."""


def list_of(table: Table, roads: Mapping[str, Road], elf: Elf, orders: Sequence[Order]) -> List:
    """The planning list of a page, without lines that can never be done."""
    lines = [order.tries for order in orders if isinstance(order, Line)][:MOST_LINES]
    return tuple(tries for tries in lines if not all(never(table, roads, elf, one.action) for one in tries))


def never(table: Table, roads: Mapping[str, Road], elf: Elf, action: Act | Pass | Stop) -> str:
    """Why this can never be done in this phase; empty if it may be (7.3 to 7.5, 7.7)."""
    if isinstance(action, Pass | Stop):
        return ""
    if isinstance(action, Block):
        if not elf.obstacle:
            return "your obstacle is used"
        lying = roads.get(action.road)
        return "an obstacle lies there already" if lying is not None and lying.obstacle else ""
    terrain = table.land.by_id[action.road].type
    if table.chart.price(action.counter, terrain) is None:
        return f"the {table.chart.transports[action.counter].name} cannot go over {terrain}"
    if not _face(elf, action.counter, action.face):
        face = f"{action.face} " if action.face else ""
        return f"you hold no {face}{table.chart.transports[action.counter].name} counter"
    return "a counter lies there already" if action.road in roads else ""


def hindrance(table: Table, roads: Mapping[str, Road], elf: Elf, act: Act) -> str:
    """Why this cannot be done now; empty if it can (7.3, 7.5)."""
    why = never(table, roads, elf, act)
    return why or ("no counter lies there" if isinstance(act, Block) and act.road not in roads else "")


def _face(elf: Elf, counter: str, face: Face) -> Face:
    """The counter that is meant: without a word the open one, if there is one (7.12). Empty if there is none."""
    if face != "secret" and counter in elf.open:
        return "open"
    return "secret" if face != "open" and any(secret.kind == counter for secret in elf.secrets) else ""


def holds(roads: Mapping[str, Road], elf: Elf, question: Question) -> bool:
    """Whether a test of the table or of one's own hand holds (17.3)."""
    match question:
        case HasCounter(road=road, counter=None):
            return road in roads
        case HasCounter(road=road, counter=counter):
            return road in roads and roads[road].counter == counter
        case HasObstacle(road=road):
            return road in roads and roads[road].obstacle
        case IsFree(road=road):
            return road not in roads
        case Holds(card=card, number=number):
            return elf.hand.count(card) >= number


class Turns:
    """What the rules say about turns of the planning."""

    def __init__(self, now: Play) -> None:
        self._now = now

    def hindrance(self, seat: Seat, action: Act) -> str:
        """Why this cannot be done now."""
        return hindrance(self._now.table, self._now.roads, self._now.elves[seat], action)

    def holds(self, seat: Seat, test: Question) -> bool:
        """Whether a test holds now."""
        return holds(self._now.roads, self._now.elves[seat], test)

    def act(self, seat: Seat, action: Act) -> bool:
        """Lay a counter or the obstacle."""
        now, link = self._now, self._now.land.by_id[action.road]
        if isinstance(action, Lay):
            secret = self._given(seat, action)
            now.roads[link.id] = Road(action.counter)
            where, price = road(now.table, link.id), now.price(link)
            now.tell("laid", seat=seat, counter=action.counter, secret=secret, road=where, price=price)
        else:
            now.change(seat, obstacle=False)
            counter = now.roads[link.id].counter
            now.roads[link.id] = Road(counter, obstacle=True)
            now.tell("blocked", seat=seat, counter=counter, road=road(now.table, link.id), price=now.price(link))
        return True

    def _given(self, seat: Seat, lay: Lay) -> bool:
        """The counter leaves its owner; whether it was a secret one."""
        elf = self._now.elves[seat]
        if _face(elf, lay.counter, lay.face) == "open":
            place = elf.open.index(lay.counter)
            self._now.change(seat, open=elf.open[:place] + elf.open[place + 1 :])
            return False
        place = [secret.kind for secret in elf.secrets].index(lay.counter)
        self._now.change(seat, secrets=elf.secrets[:place] + elf.secrets[place + 1 :])
        return True

    def may_pass(self, seat: Seat) -> str:
        """Passing is always allowed (7.8)."""
        return ""

    def idle(self, seat: Seat) -> bool:
        """Who has nothing to lay passes by himself (7.10)."""
        return self._now.elves[seat].idle

    def forced(self, seat: Seat) -> bool:
        """Nobody is ever made to act."""
        raise AssertionError("everybody may pass")

    def passes(self, seat: Seat, why: Why) -> None:
        """Tell of a pass, and no more of it than all may know."""
        self._now.tell("passed", seat=seat, why=why if why in ("stop", "silent", "idle") else "")


def begin(now: Play) -> None:
    """The first sitting starts with the starting player (17.2)."""
    now.standing = Standing(now.starting)
    now.tell("sitting", sitting=1, sittings=_sittings(now), first=now.starting)
    if now.before.strict:
        _idle(now, _sitting(now, {}))


def play(now: Play) -> None:
    """One sitting, or with ``mode: strict`` one action; then the planning is over, or another sitting is called."""
    sent = {
        seat: list_of(now.table, now.roads, now.elves[seat], orders)
        for seat, orders in now.heard.items()
        if any(isinstance(order, Line) for order in orders)
    }
    lists = lists_now({} if now.before.strict else now.lists, sent, now.order)
    sitting = _sitting(now, lists)
    if now.before.strict:
        sitting.turn()
        _idle(now, sitting)
    else:
        now.lists = {seat: lines for seat, lines in lists.items() if seat in sent or seat in now.lists}
        sitting.played()
        _tell_lists(now, sitting)
        _close(now, sitting)


def _sittings(now: Play) -> int:
    return 1 if now.before.strict else now.before.sittings


def _sitting(now: Play, lists: Mapping[Seat, List]) -> Sitting[Act, Question]:
    assert now.standing is not None
    return Sitting(
        rules=Turns(now),
        wording=now.pen.wording,
        order=now.order,
        standing=now.standing,
        lists=lists,
        sittings=_sittings(now),
        silent=now.silent,
    )


def _idle(now: Play, sitting: Sitting[Act, Question]) -> None:
    """With one action a deadline: those who pass by themselves are not waited for (7.10, 17.7)."""
    while not sitting.full and now.elves[sitting.turn_of].idle:
        sitting.turn()
    now.standing = sitting.after()
    if sitting.full:
        _close(now, sitting)


def _close(now: Play, sitting: Sitting[Act, Question]) -> None:
    """Another sitting, or travel; a list lapses when the planning ends (7.9, 7.13, 17.4)."""
    another = sitting.another
    stopped = [seat for seat in now.order if seat in sitting.stopped]
    now.tell("planned", sitting=sitting.number, another=another, next=sitting.turn_of, stopped=stopped)
    if another:
        left = sitting.lists_after()
        now.standing, now.lists = sitting.after(), {seat: left[seat] for seat in now.lists}
        now.tell("sitting", sitting=sitting.number + 1, sittings=sitting.sittings, first=sitting.turn_of)
    else:
        now.standing, now.lists, now.phase = None, {}, "travel"


def _tell_lists(now: Play, sitting: Sitting[Act, Question]) -> None:
    """To each alone: what was done of his list, what is left and why, and his secret counters (16.4)."""
    for seat in now.order:
        struck = [now.pen.wording.tries(tries) for tries in sitting.struck[seat]]
        left = [{"line": now.pen.wording.tries(one.tries), "why": list(one.why)} for one in sitting.left[seat]]
        if struck or left:
            secrets = [secret.kind for secret in now.elves[seat].secrets]
            now.tell("list-left", only=seat, struck=struck, left=left, secrets=secrets)
