"""What each reader may know of a position, built field by field; and other positions he could not tell from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.game import OptionValue
from pbem.model import Seat, Sheet, Verdict
from pbem.rng import Rng
from pbem.rules.elfengold.mine import HUT, Mine, Miner, State, counters
from pbem.rules.elfengold.orders import Lay
from pbem.rules.elfengold.plan import Plan, Table, allowance, owed_back, planned, unlaid, way
from pbem.rules.elfengold.round import table_of


@dataclass(frozen=True)
class MinerSeen:
    """What is open about a miner: all but which of his counters are rocks (3.3)."""

    seat: Seat
    at: str
    gold: int
    shovels: int
    pickaxes: int
    debt: int
    may_borrow: bool
    laid: int
    in_hand: int


@dataclass(frozen=True)
class Own:
    """The reader's own counters by kind: his stock, where they lie, and what is in his hand."""

    rocks: int
    golds: int
    laid_rocks: tuple[str, ...]
    laid_golds: tuple[str, ...]
    hand_rocks: int
    hand_golds: int


@dataclass(frozen=True)
class Reach:
    """A space the reader can go to with his present tools and gold, by the way that would be taken (5.7)."""

    space: str
    spaces: int
    toll: int
    route: tuple[str, ...]
    number: int | None


@dataclass(frozen=True)
class View:
    """What one reader may know; the public has no own counters and no reach."""

    round: int
    reader: Seat | None
    opening: bool
    over: bool
    options: Mapping[str, OptionValue]
    numbers: Mapping[str, int | None]
    miners: tuple[MinerSeen, ...]
    counters: Mapping[str, Mapping[Seat, int]]
    stock: tuple[int, int]
    own: Own | None
    reach: tuple[Reach, ...]
    allowance: int
    may_buy: bool
    may_borrow: bool


def view(mine: Mine, state: State, reader: Seat | None) -> View:
    """The position as this reader may know it (3.3, 13.2, 13.5)."""
    stock = mine.setup[len(state.miners)]
    numbers = mine.numbers(state.numbered_hi)
    own = state.miners[reader] if reader is not None else None
    lying = counters(state.miners)
    return View(
        round=state.round,
        reader=reader,
        opening=state.round == 0,
        over=bool(state.ended),
        options=dict(state.options),
        numbers=numbers,
        miners=tuple(_seen(seat, miner, stock.counters) for seat, miner in state.miners.items()),
        counters={space: lying[space] for space in mine.ids if space in lying},
        stock=(stock.rocks, stock.golds),
        own=_own(own, stock.rocks, stock.golds) if own is not None else None,
        reach=_reach(mine, own, numbers) if own is not None and state.round and not state.ended else (),
        allowance=allowance(mine, own) if own is not None else 0,
        may_buy=own is not None and own.at == HUT and not state.ended,
        may_borrow=own is not None and not state.ended and _may_borrow(mine, own),
    )


def _seen(seat: Seat, miner: Miner, counters: int) -> MinerSeen:
    laid = len(miner.rocks) + len(miner.golds)
    return MinerSeen(
        seat, miner.at, miner.gold, miner.shovels, miner.pickaxes, miner.debt, miner.may_borrow, laid, counters - laid
    )


def _own(miner: Miner, rocks: int, golds: int) -> Own:
    return Own(rocks, golds, miner.rocks, miner.golds, rocks - len(miner.rocks), golds - len(miner.golds))


def _reach(mine: Mine, miner: Miner, numbers: Mapping[str, int | None]) -> tuple[Reach, ...]:
    found = []
    for space in mine.ids:
        path = way(mine, miner, space)
        if path is not None and path.spaces:
            found.append(Reach(space, path.spaces, path.toll, path.route, numbers[space]))
    return tuple(found)


def _may_borrow(mine: Mine, miner: Miner) -> bool:
    return miner.may_borrow and not miner.tools and miner.at == HUT and miner.gold < mine.loan.only_if_gold_below


# ------------------------------------------------------------------ the answer to a page


def table_seen(mine: Mine, view: View) -> Table:
    """What everybody knows before the round, from a reader's own view."""
    cap = view.options["pickaxe_cap_per_player"]
    lying = {space: sum(here.values()) for space, here in view.counters.items()}
    rocks, golds = view.stock
    return Table(mine, view.opening, view.numbers, None if cap is None else int(cap), rocks, golds, lying)


def miner_seen(view: View) -> Miner:
    """The reader's own miner."""
    seen = next(miner for miner in view.miners if miner.seat == view.reader)
    return Miner(seen.at, seen.gold, seen.shovels, seen.pickaxes, seen.debt, seen.may_borrow)


def verdict(mine: Mine, view: View, sheet: Sheet) -> Verdict:
    """The sheet as understood, its problems and what it will do (13.1)."""
    table, miner = table_seen(mine, view), miner_seen(view)
    plan = planned(table, miner, sheet)
    return Verdict(tuple(plan.problems), _forecast(table, miner, plan))


def _forecast(table: Table, before: Miner, plan: Plan) -> dict[str, Any]:
    after, path = plan.miner, plan.path
    hand_rocks, hand_golds = unlaid(table, after)
    return {
        "opening": table.opening,
        "borrowed": plan.borrowed,
        "shovels": plan.bought["shovel"],
        "pickaxes": plan.bought["pickaxe"],
        "cost": plan.cost,
        "gold_after_buying": before.gold + plan.borrowed - plan.cost,
        "tools": {"shovels": after.shovels, "pickaxes": after.pickaxes},
        "allowance": 0 if table.opening else allowance(table.mine, after),
        "at": after.at,
        "route": list(path.route) if path else [],
        "spaces": path.spaces if path else 0,
        "toll": path.toll if path else 0,
        "gold_left": after.gold,
        "dig": _dig_facts(table, plan),
        "rocks": list(after.rocks),
        "golds": list(after.golds),
        "hand_rocks": hand_rocks,
        "hand_golds": hand_golds,
        "end": plan.end,
        "silence_ends": plan.end is None and not table.opening and _can_end(table, plan),
    }


def _dig_facts(table: Table, plan: Plan) -> dict[str, Any] | None:
    """What the dig would pay if there is no rock."""
    if plan.tool is None:
        return None
    space, number = plan.miner.at, table.numbers[plan.miner.at] or 0
    count = table.lying[space]
    gold = number * count * table.mine.tools[plan.tool].dig_multiplier
    return {"tool": plan.tool, "space": space, "number": number, "counters": count, "gold": gold}


def _can_end(table: Table, plan: Plan) -> bool:
    """Whether he may end this round in the Hut with 50: by walking there, or by breaking his last tool (6.9, 8.4)."""
    home = plan.miner.at == HUT or (plan.tool is not None and plan.miner.tools == 1)
    return home and plan.miner.gold - owed_back(table.mine, plan.miner) >= table.mine.end_option_gold


# ------------------------------------------------------------------ disguises, for the laws of secrecy


def disguised(mine: Mine, state: State, reader: Seat | None, rng: Rng) -> State:
    """Others' rocks and golds change places under their backs, also with those in hand; no count changes."""
    stock = mine.setup[len(state.miners)]
    miners = dict(state.miners)
    for seat, miner in state.miners.items():
        if seat != reader:
            rocks, golds = _swapped((*miner.rocks, *miner.golds), stock.rocks, stock.golds, rng.child(seat))
            miners[seat] = replace(miner, rocks=rocks, golds=golds)
    return replace(state, miners=miners)


def _swapped(spaces: tuple[str, ...], rocks: int, golds: int, rng: Rng) -> tuple[tuple[str, ...], tuple[str, ...]]:
    kinds = rng.shuffled(("rock",) * rocks + ("gold",) * golds, "kinds of counters")
    laid = list(zip(kinds, spaces, strict=False))
    rock_spaces = tuple(space for kind, space in laid if kind == "rock")
    return rock_spaces, tuple(space for kind, space in laid if kind == "gold")


def disguised_sheets(
    mine: Mine, state: State, sheets: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng
) -> dict[Seat, Sheet]:
    """Others lay as many counters on the same spaces, of other kinds; the rest of their sheets shows in its effects."""
    table = table_of(mine, state)
    other = dict(sheets)
    for seat, sheet in sheets.items():
        if seat == reader:
            continue
        laid = planned(table, state.miners[seat], sheet).miner
        rocks, golds = _swapped((*laid.rocks, *laid.golds), table.rocks, table.golds, rng.child(seat))
        kept = tuple(order for order in sheet.orders if not isinstance(order, Lay))
        lines = tuple(Lay("rock", space) for space in rocks) + tuple(Lay("gold", space) for space in golds)
        if kept or lines:
            other[seat] = replace(sheet, orders=kept + lines)
    return other
