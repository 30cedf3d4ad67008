"""A legal page for a miner who has no plan of his own: for demonstrations, the arena and the laws."""

from __future__ import annotations

from pbem.rng import Rng
from pbem.rules.elfengold.mine import HUT, Mine
from pbem.rules.elfengold.sight import Reach, View

WANTED_TOOLS = 3


def page(mine: Mine, view: View, rng: Rng) -> str:
    """Buys when it has no tool, digs or wanders where chance says, walks home when rich, and lays all counters."""
    lines = _buying(mine, view, rng.child("buying"))
    if not view.opening:
        lines += _moving(mine, view, rng.child("moving"))
    return "\n".join([*lines, *_laying(view, rng.child("laying"))]) + "\n"


def _buying(mine: Mine, view: View, rng: Rng) -> list[str]:
    seen = next(miner for miner in view.miners if miner.seat == view.reader)
    lines, gold = [], seen.gold
    if view.may_borrow:
        lines.append("BORROW")
        gold += mine.loan.amount
    if not view.may_buy or seen.shovels + seen.pickaxes:
        return lines
    shop = mine.tools
    for _ in range(WANTED_TOOLS):
        affordable = [tool for tool in shop if shop[tool].price <= gold]
        if not affordable:
            break
        tool = affordable[rng.below(len(affordable), "tool")]
        if tool == "pickaxe" and view.options["pickaxe_cap_per_player"] is not None:
            tool = "shovel"
        gold -= shop[tool].price
        lines.append(f"BUY 1 {tool.upper()}")
    return lines


def _moving(mine: Mine, view: View, rng: Rng) -> list[str]:
    """Home with 50 gold; else to a space with counters in reach, or anywhere."""
    seen = next(miner for miner in view.miners if miner.seat == view.reader)
    if seen.gold >= mine.end_option_gold:
        return _homeward(mine, view, seen.at)
    reach = [step for step in view.reach if step.toll == 0]
    rich = [step for step in reach if view.counters.get(step.space) and step.number]
    if rich and rng.below(4, "whether to dig"):
        return [f"MOVE {rich[rng.below(len(rich), 'where to dig')].space}", "DIG"]
    if reach and rng.below(2, "whether to move"):
        return [f"MOVE {reach[rng.below(len(reach), 'where to go')].space}"]
    return ["STAY"]


def _homeward(mine: Mine, view: View, at: str) -> list[str]:
    """The reachable space nearest to the Hut; in the Hut already, stay: silence then ends the game."""
    if at == HUT or not view.reach:
        return ["STAY"]
    return [f"MOVE {min(view.reach, key=lambda step: _home(mine, step)).space}"]


def _home(mine: Mine, step: Reach) -> tuple[int, int]:
    place = mine.ids.index(step.space)
    return min(place, len(mine.ids) - place), step.spaces


def _laying(view: View, rng: Rng) -> list[str]:
    numbered = [space for space, number in view.numbers.items() if number]
    rocks, golds = view.stock
    kinds = ["ROCK"] * rocks + ["GOLD"] * golds
    return [f"{kind} AT {numbered[rng.below(len(numbered), 'where to lay')]}" for kind in kinds]
