"""One round, step by step in the order of the rules (Elfengold 3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.model import Event, Seat, Sheet, Unread
from pbem.rules.elfengold.mine import HUT, Mine, Miner, State, counters, tools_value, total
from pbem.rules.elfengold.plan import Plan, Table, owed_back, planned, unlaid

QUIET_ROUNDS = 2
"""After so many rounds running without any orders the moderator closes the game (8.8)."""


@dataclass
class Round:
    """A round under way: the plans of those who sent orders, the miners as they stand now, what was told."""

    mine: Mine
    table: Table
    before: State
    plans: Mapping[Seat, Plan]
    miners: dict[Seat, Miner]
    told: list[Event] = field(default_factory=list)
    ended: str = ""

    def tell(self, kind: str, only: Seat | None = None, **facts: Any) -> None:
        """Something happened; a private detail is told to one seat only."""
        self.told.append(Event(kind, facts, None if only is None else (only,)))


def table_of(mine: Mine, state: State) -> Table:
    """What everybody knows before this round."""
    stock = mine.setup[len(state.miners)]
    cap = state.options["pickaxe_cap_per_player"]
    lying = {space: sum(here.values()) for space, here in counters(state.miners).items()}
    numbers = mine.numbers(state.numbered_hi)
    return Table(mine, state.round == 0, numbers, None if cap is None else int(cap), stock.rocks, stock.golds, lying)


def played(mine: Mine, state: State, sheets: Mapping[Seat, Sheet]) -> tuple[State, tuple[Event, ...]]:
    """The position after a round, and what happened in it."""
    table = table_of(mine, state)
    plans = {
        seat: planned(table, miner, sheets[seat])
        for seat, miner in state.miners.items()
        if seat in sheets and not _says_nothing(sheets[seat])
    }
    now = Round(mine, table, state, plans, dict(state.miners))
    for step in STEPS:
        step(now)
    after = State(state.round + 1, state.seats, now.miners, state.options, 0 if plans else state.quiet + 1, now.ended)
    return after, tuple(now.told)


def _says_nothing(sheet: Sheet) -> bool:
    """Whether no line of the sheet could be read; one readable line is enough to be no NMR (9.7)."""
    return all(isinstance(order, Unread) for order in sheet.orders)


def buy(now: Round) -> None:
    """Loans and purchases (4)."""
    for seat, plan in now.plans.items():
        if plan.borrowed:
            now.tell("borrowed", seat=seat, amount=plan.borrowed)
        if any(plan.bought.values()):
            shovels, pickaxes = plan.bought["shovel"], plan.bought["pickaxe"]
            now.tell("bought", seat=seat, shovels=shovels, pickaxes=pickaxes, cost=plan.cost)


def move(now: Round) -> None:
    """Miners move and pay the Troll; a refused move is told as staying, a missing sheet as silence (5, 9.1, 13.3)."""
    for seat, miner in now.miners.items():
        plan = now.plans.get(seat)
        if plan is None:
            now.miners[seat] = replace(miner, silent=miner.silent + 1)
            now.tell("silent", seat=seat, running=miner.silent + 1)
            continue
        now.miners[seat] = replace(plan.miner, rocks=miner.rocks, golds=miner.golds, silent=0)
        if plan.path is not None:
            now.tell("moved", seat=seat, route=list(plan.path.route), spaces=plan.path.spaces, toll=plan.path.toll)
        elif not now.table.opening:
            now.tell("stayed", seat=seat, at=plan.miner.at)
        if plan.tool is None and not now.table.opening:
            now.tell("idle", seat=seat)


def dig(now: Round) -> None:
    """Where somebody digs, all counters are shown; one rock breaks every tool used there (6.4 to 6.7)."""
    digging: dict[str, list[Seat]] = {}
    for seat, plan in now.plans.items():
        if plan.tool is not None:
            digging.setdefault(plan.miner.at, []).append(seat)
    for space in sorted(digging, key=now.mine.ids.index):
        shown = _shown(now, space)
        rocks = sum(owner["rock"] for owner in shown)
        count = rocks + sum(owner["gold"] for owner in shown)
        now.tell("dig", space=space, number=now.table.numbers[space], counters=shown, rocks=rocks)
        for seat in digging[space]:
            if rocks:
                _break(now, seat, space)
            else:
                _find(now, seat, space, count)


def _shown(now: Round, space: str) -> list[dict[str, Any]]:
    """Each owner's counters on a space by kind, as they were laid the round before (7.3)."""
    return [
        {"seat": seat, "rock": miner.rocks.count(space), "gold": miner.golds.count(space)}
        for seat, miner in now.before.miners.items()
        if space in miner.rocks or space in miner.golds
    ]


def _find(now: Round, seat: Seat, space: str, count: int) -> None:
    """Number times counters, doubled by a pickaxe, in full for each digger (6.6, 6.7)."""
    tool = now.plans[seat].tool
    assert tool is not None
    gold = (now.table.numbers[space] or 0) * count * now.mine.tools[tool].dig_multiplier
    now.miners[seat] = replace(now.miners[seat], gold=now.miners[seat].gold + gold)
    now.tell("found", seat=seat, space=space, tool=tool, gold=gold)


def _break(now: Round, seat: Seat, space: str) -> None:
    """The tool in use goes back to the shop; without a last one the miner is in the Hut at once (6.8)."""
    tool, miner = now.plans[seat].tool, now.miners[seat]
    miner = replace(miner, shovels=miner.shovels - (tool == "shovel"), pickaxes=miner.pickaxes - (tool == "pickaxe"))
    now.tell("broke", seat=seat, space=space, tool=tool)
    if not miner.tools:
        miner = replace(miner, at=HUT, may_borrow=True)
        now.tell("sent-home", seat=seat)
    now.miners[seat] = miner


def repay(now: Round) -> None:
    """Who owes and holds 5 or more pays whole loans back, also if he found nothing (4.10, 4.11)."""
    for seat, miner in now.miners.items():
        back = owed_back(now.mine, miner)
        if not back:
            continue
        untouched = now.plans[seat].borrowed and not miner.tools if seat in now.plans else False
        now.miners[seat] = replace(miner, gold=miner.gold - back, debt=miner.debt - back)
        now.tell("repaid", seat=seat, amount=back, debt=miner.debt - back, unused=bool(untouched))


def lay(now: Round) -> None:
    """All counters are taken back, and those ordered are laid; the others stay in hand (7)."""
    for seat, miner in now.miners.items():
        plan = now.plans.get(seat)
        after = replace(miner, rocks=plan.miner.rocks if plan else (), golds=plan.miner.golds if plan else ())
        now.miners[seat] = after
        rocks, golds = unlaid(now.table, after)
        laid = {"rocks": list(after.rocks), "golds": list(after.golds)}
        now.tell("laid", only=seat, **laid, hand_rocks=rocks, hand_golds=golds)


def end(now: Round) -> None:
    """A miner in the Hut with 50 gold may end the game, and does so unless he says otherwise (8.1 to 8.5)."""
    if not now.table.opening:
        for seat, miner in now.miners.items():
            if miner.at == HUT and miner.gold >= now.mine.end_option_gold:
                choice = _choice(now, seat)
                now.tell("may-end", seat=seat, choice=choice)
                if choice == "ends":
                    now.ended = "called"
    if not now.plans and now.before.quiet + 1 >= QUIET_ROUNDS and not now.ended:
        now.ended = "closed"
    if now.ended:
        _close(now)


def _choice(now: Round, seat: Seat) -> str:
    """What the one with the option does; silence ends the game, an NMR as agreed (8.1, 8.5, 9.1)."""
    plan = now.plans.get(seat)
    if plan is None:
        return "ends" if now.before.options["nmr_ends_game"] else "declines"
    if plan.end == "if leading":
        return "ends" if _total(now, seat) == max(_total(now, other) for other in now.miners) else "not leading"
    return "declines" if plan.end == "no" else "ends"


def _total(now: Round, seat: Seat) -> int:
    return total(now.mine, now.table.numbers, now.miners[seat])


def _close(now: Round) -> None:
    """The final scoring; equal totals share the win (8.2, 8.6, 13.4)."""
    now.tell("ended", how=now.ended)
    totals = {seat: _total(now, seat) for seat in now.miners}
    for seat, miner in now.miners.items():
        now.tell(
            "final",
            seat=seat,
            gold=miner.gold,
            tools=tools_value(now.mine, miner),
            number=now.table.numbers[miner.at] or 0,
            debt=miner.debt,
            total=totals[seat],
        )
    best = max(totals.values())
    now.tell("won", seats=[seat for seat, points in totals.items() if points == best], total=best)


STEPS: tuple[Callable[[Round], None], ...] = (buy, move, dig, repay, lay, end)
