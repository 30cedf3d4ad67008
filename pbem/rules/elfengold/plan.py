"""What one sheet comes to, as far as its writer can know: loan, purchases, way, dig, counters, end (Elfengold 4 to 8).

The answer to a page and the round itself both use this, so they cannot disagree (3.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.model import Order, Problem, Sheet, Weight
from pbem.rules.elfengold.mine import HUT, Mine, Miner
from pbem.rules.elfengold.orders import Borrow, Buy, Choice, Dig, End, Lay, Move, Stay, Tool
from pbem.tabletop import Path

NOT_YET = (Borrow, Move, Dig, End)
"""What the opening round does not have (2.6)."""


@dataclass(frozen=True)
class Table:
    """What everybody knows before a round: the board, the options, and how many counters lie where."""

    mine: Mine
    opening: bool
    numbers: Mapping[str, int | None]
    pickaxe_cap: int | None
    rocks: int
    golds: int
    """The counters that each player has (2.2)."""
    lying: Mapping[str, int]


@dataclass
class Plan:
    """A sheet worked out for one miner. ``miner`` stands where he moved and has paid, but has not dug yet."""

    miner: Miner
    problems: list[Problem] = field(default_factory=list)
    borrowed: int = 0
    bought: dict[Tool, int] = field(default_factory=lambda: {"shovel": 0, "pickaxe": 0})
    cost: int = 0
    path: Path | None = None
    tool: Tool | None = None
    """The tool he digs with; None if he does not dig."""
    end: Choice | None = None

    def refuse(self, code: str, message: str, order: Order, hint: str = "") -> None:
        """Note that an order is not carried out, and why."""
        self.problems.append(Problem(code, message, order.span, hint))

    def note(self, code: str, message: str, order: Order) -> None:
        """Note something on an order that stands."""
        self.problems.append(Problem(code, message, order.span, weight=Weight.NOTE))


def planned(table: Table, miner: Miner, sheet: Sheet) -> Plan:
    """A sheet worked out in the order of the rules, its lines each alone (9.3)."""
    plan = Plan(replace(miner, rocks=(), golds=()))
    orders = sheet.orders
    if table.opening:
        orders = _opening(plan, orders)
    _borrow(table, plan, [order for order in orders if isinstance(order, Borrow)])
    _buy(table, plan, [order for order in orders if isinstance(order, Buy)])
    move = _last(plan, [order for order in orders if isinstance(order, Move | Stay)])
    dig = _last(plan, [order for order in orders if isinstance(order, Dig)])
    blocked = not _gone(table, plan, move)
    if isinstance(dig, Dig):
        _dig(table, plan, dig, blocked)
    _lay(table, plan, [order for order in orders if isinstance(order, Lay)])
    end = _last(plan, [order for order in orders if isinstance(order, End)])
    plan.end = end.choice if isinstance(end, End) else None
    return plan


def _opening(plan: Plan, orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """The opening round has only buying and laying; the other lines of its sheet stand (2.3, 2.6)."""
    for order in orders:
        if isinstance(order, NOT_YET):
            plan.refuse("opening", "The opening round has only buying and laying counters.", order)
    return tuple(order for order in orders if not isinstance(order, NOT_YET))


def _last(plan: Plan, orders: list[Any]) -> Order | None:
    """Of several lines of a kind the last one counts, with a warning (9.6)."""
    for order in orders[:-1]:
        if order != orders[-1]:
            plan.note(
                "twice", f"Another such line follows below (line {orders[-1].span.line}); that one counts.", order
            )
    return orders[-1] if orders else None


# ------------------------------------------------------------------ buying


def _borrow(table: Table, plan: Plan, orders: list[Borrow]) -> None:
    """A loan goes to a miner in the Hut without tools whose last one broke and who has less than 5 gold (4.8)."""
    if not orders:
        return
    loan, miner, order = table.mine.loan, plan.miner, orders[0]
    if not miner.may_borrow or miner.tools or miner.at != HUT:
        plan.refuse("loan", "The Troll lends only to a miner whose last tool broke.", order)
    elif miner.gold >= loan.only_if_gold_below:
        plan.refuse("loan", f"The Troll lends only to a miner with less than {loan.only_if_gold_below} gold.", order)
    else:
        plan.borrowed = loan.amount
        plan.miner = replace(miner, gold=miner.gold + loan.amount, debt=miner.debt + loan.amount)


def _buy(table: Table, plan: Plan, orders: list[Buy]) -> None:
    """Items are bought one by one as written; one that cannot be had is skipped (4.1, 4.4)."""
    for order in orders:
        if plan.miner.at != HUT:
            plan.refuse("not-in-hut", "Only a miner who starts the round in the Hut may buy.", order)
            continue
        for place in range(order.number):
            why = _cannot_buy(table, plan, order.tool)
            if why:
                plan.refuse("not-bought", f"{_so_many(order, place)} {why}", order)
                break
            _pay_for(table, plan, order.tool)


def _so_many(order: Buy, bought: int) -> str:
    if not bought:
        return f"No {order.tool} is bought:"
    return f"Only {bought} of {order.number} {order.tool}s {'is' if bought == 1 else 'are'} bought:"


def _cannot_buy(table: Table, plan: Plan, tool: Tool) -> str:
    price = table.mine.tools[tool].price
    if plan.miner.tools >= table.mine.tool_limit:
        return f"nobody carries more than {table.mine.tool_limit} tools."
    if tool == "pickaxe" and table.pickaxe_cap is not None and plan.miner.pickaxes >= table.pickaxe_cap:
        return f"nobody carries more than {table.pickaxe_cap} pickaxes in this game."
    if plan.miner.gold < price:
        return f"a {tool} costs {price} gold, and {plan.miner.gold} {'are' if plan.miner.gold != 1 else 'is'} left."
    return ""


def _pay_for(table: Table, plan: Plan, tool: Tool) -> None:
    price = table.mine.tools[tool].price
    plan.bought[tool] += 1
    plan.cost += price
    miner = plan.miner
    shovel = tool == "shovel"
    plan.miner = replace(
        miner,
        gold=miner.gold - price,
        shovels=miner.shovels + shovel,
        pickaxes=miner.pickaxes + (not shovel),
        may_borrow=False,
    )


def owed_back(mine: Mine, miner: Miner) -> int:
    """The whole loans that a miner can pay back at the end of the digging step (4.11)."""
    loan = mine.loan.amount
    return min(miner.gold // loan, miner.debt // loan) * loan


# ------------------------------------------------------------------ moving and digging


def allowance(mine: Mine, miner: Miner) -> int:
    """Spaces a round by tools carried; without tools none (5.1, 5.2)."""
    return mine.movement[miner.tools]


def way(mine: Mine, miner: Miner, to: str) -> Path | None:
    """The way with the lowest toll among those in reach and within the purse, then the shortest (5.7)."""
    paths = mine.ways.within(miner.at, allowance(mine, miner)).get(to, ())
    return next((path for path in paths if path.toll <= miner.gold), None)


def _gone(table: Table, plan: Plan, order: Order | None) -> bool:
    """Whether the miner is where his page says: without a word of it, where he was (5.1)."""
    if isinstance(order, Stay) and order.at not in (None, plan.miner.at) and not table.opening:
        plan.refuse(
            "not-there", f"You are at {plan.miner.at}, not at {order.at}.", order, f"Write MOVE {order.at} to go."
        )
        return False
    return not isinstance(order, Move) or _move(table, plan, order)


def _move(table: Table, plan: Plan, order: Move) -> bool:
    """A target out of reach or beyond the purse: the miner stays (5.9). Whether he could go."""
    mine, miner = table.mine, plan.miner
    path = way(mine, miner, order.to)
    if path is None:
        most = allowance(mine, miner)
        tolls = [path.toll for path in mine.ways.within(miner.at, most).get(order.to, ())]
        if tolls:
            why = f"the basket down costs {min(tolls)} gold, and you have {miner.gold}"
        elif not miner.tools:
            why = "a miner without tools stays in the Hut"
        else:
            why = f"with {miner.tools} tool{'s' if miner.tools > 1 else ''} you go {most} spaces at most"
        plan.refuse("no-way", f"{order.to} cannot be reached from {miner.at}: {why}.", order)
        return False
    if path.spaces:
        plan.path = path
        plan.miner = replace(miner, at=order.to, gold=miner.gold - path.toll)
    return True


def _dig(table: Table, plan: Plan, order: Dig, blocked: bool) -> None:
    """Digging is where the move ends, where a counter lies, with a tool that is carried (5.9, 6.1 to 6.3)."""
    miner = plan.miner
    tool: Tool = order.tool or ("shovel" if miner.shovels else "pickaxe")
    if blocked:
        plan.refuse("dig", "No dig, since the move could not be made.", order)
    elif order.at not in (None, miner.at):
        plan.refuse("dig", f"No dig: you are at {miner.at}, not at {order.at}.", order, f"Write MOVE {order.at} to go.")
    elif not (miner.shovels if tool == "shovel" else miner.pickaxes):
        plan.refuse("dig", f"No dig: you carry no {tool if order.tool else 'tool'}.", order)
    elif not table.lying.get(miner.at) or not table.numbers[miner.at]:
        plan.refuse("dig", f"No dig: no counter lies at {miner.at}.", order)
    else:
        plan.tool = tool
        if order.tool is None and miner.shovels and miner.pickaxes:
            plan.note("tool", "No tool is named: he digs with the shovel, the smaller stake.", order)


# ------------------------------------------------------------------ laying


def _lay(table: Table, plan: Plan, orders: list[Lay]) -> None:
    """Counters are laid as written, on numbered spaces; a refused one uses up no stock (7.1, 7.4, 7.6)."""
    laid: dict[str, list[str]] = {"rock": [], "gold": []}
    stock = {"rock": table.rocks, "gold": table.golds}
    for order in orders:
        if not table.numbers[order.space]:
            plan.refuse("unnumbered", f"{order.space} has no number; counters go on numbered spaces only.", order)
        elif len(laid[order.kind]) >= stock[order.kind]:
            owned = stock[order.kind]
            plan.refuse("stock", f"You have {owned} {order.kind} counter{'s' if owned != 1 else ''}, no more.", order)
        else:
            laid[order.kind].append(order.space)
    plan.miner = replace(plan.miner, rocks=tuple(laid["rock"]), golds=tuple(laid["gold"]))


def unlaid(table: Table, miner: Miner) -> tuple[int, int]:
    """Rocks and golds left in hand."""
    return table.rocks - len(miner.rocks), table.golds - len(miner.golds)
