"""Bots for Elfengold: they weigh what a dig pays against the rocks that may lie there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.game import Game
from pbem.model import Ask
from pbem.rng import Rng
from pbem.rules.elfengold.sight import MinerSeen, View

RICH = 50
"""With so much gold a miner in the Hut may end the game."""


@dataclass(frozen=True)
class Target:
    """A space to dig at, and what a digger may hope for there with a shovel."""

    space: str
    hope: float


def greedy(game: Game[Any, Any], view: View, ask: Ask, rng: Rng) -> str:
    """Digs where most gold can be hoped for, goes home in time, and ends the game only as leader."""
    me = next(miner for miner in view.miners if miner.seat == view.reader)
    lines = _shopping(view, me) if view.may_buy else []
    if not view.opening:
        lines += [*_work(view, me, bought=bool(lines)), "END IF LEADING"]
    return "\n".join([*lines, *_traps(view, rng)]) + "\n"


def _shopping(view: View, me: MinerSeen) -> list[str]:
    """Tools up to three, a pickaxe when it leaves enough for shovels."""
    lines, gold, carried = [], me.gold, me.shovels + me.pickaxes
    if view.may_borrow:
        lines.append("BORROW")
        gold += 5
    if carried >= 2:
        return lines
    cap = view.options["pickaxe_cap_per_player"]
    pickaxe = gold >= 4 and (cap is None or me.pickaxes < int(cap))
    gold -= 3 if pickaxe else 0
    shovels = min(gold, 3 - carried - pickaxe)
    lines += ["BUY 1 PICKAXE"] if pickaxe else []
    return [*lines, f"BUY {shovels} SHOVEL"] if shovels else lines


def _work(view: View, me: MinerSeen, bought: bool) -> list[str]:
    if me.gold >= RICH:
        return _homeward(view, me)
    if bought and not view.reach:
        return ["STAY"]
    here = [Target(me.at, _hope(view, me.at))] if view.numbers[me.at] else []
    steps = [step for step in view.reach if step.spaces <= (2 if bought else 5) and step.toll == 0]
    best = max([*here, *(Target(step.space, _hope(view, step.space)) for step in steps)], key=lambda one: one.hope)
    if best.hope <= 0:
        return _towards(view, me, steps)
    tool = "PICKAXE" if me.pickaxes and (best.hope >= 6 or not me.shovels) else "SHOVEL"
    return [f"MOVE {best.space}", f"DIG {tool}"] if me.shovels + me.pickaxes else ["STAY"]


def _hope(view: View, space: str) -> float:
    """Number times counters, as far as no other's counter there is a rock."""
    number = view.numbers[space]
    lying = view.counters.get(space, {})
    if not number or not lying:
        return 0.0
    rocks, golds = view.stock
    safe = golds / (rocks + golds)
    chance = 1.0
    for seat, count in lying.items():
        chance *= 1.0 if seat == view.reader else safe**count
    if view.own is not None and space in view.own.laid_rocks:
        return 0.0
    return float(number * sum(lying.values())) * chance


def _towards(view: View, me: MinerSeen, steps: list[Any]) -> list[str]:
    """Nothing to dig: closer to where the counters lie, if there is a way."""
    away = [step for step in steps if step.number]
    return [f"MOVE {max(away, key=lambda step: (step.spaces, step.space)).space}"] if away else ["STAY"]


def _homeward(view: View, me: MinerSeen) -> list[str]:
    order = list(view.numbers)

    def home(space: str) -> int:
        return min(order.index(space), len(order) - order.index(space)) % len(order)

    if me.at == "HUT" or not view.reach:
        return ["STAY"]
    return [f"MOVE {min(view.reach, key=lambda step: (home(step.space), step.spaces)).space}"]


def _traps(view: View, rng: Rng) -> list[str]:
    """Golds where one can dig next round oneself, rocks where the others stand."""
    numbered = [space for space, number in view.numbers.items() if number]
    rocks, golds = view.stock
    me = next(miner for miner in view.miners if miner.seat == view.reader)
    order = list(view.numbers)

    def near(at: str) -> list[str]:
        place = order.index(at)
        return [space for space in numbered if 1 <= (order.index(space) - place) % len(order) <= 3] or numbered[:3]

    others = [miner.at for miner in view.miners if miner.seat != view.reader]
    mine = max(near(me.at), key=lambda space: view.numbers[space] or 0)
    lines = [f"GOLD AT {mine}"] * golds
    for place in range(rocks):
        ahead = [space for space in near(others[place % len(others)]) if space != mine] or numbered
        lines.append(f"ROCK AT {ahead[rng.below(len(ahead), 'where to lay a rock')]}")
    return lines


BOTS = {"greedy": greedy}
