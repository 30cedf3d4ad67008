"""The mine and who stands in it: the printed board, the miners, the position of a game (Elfengold 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pydantic import Field

from pbem.game import GameInfo, OptionValue
from pbem.model import Seat
from pbem.rules.elfengold.orders import Tool
from pbem.tabletop import Board, Printed, Space, printed

HUT = "HUT"


class MineSpace(Space):
    """A space of the mine; ``optional_number`` counts when H and I are numbered (7.2)."""

    order: int
    region: str
    number: int | None
    optional_number: int | None = None


class Stock(Printed):
    """The counters that each player has (2.2)."""

    counters: int
    rocks: int
    golds: int


class ToolCard(Printed):
    """What a tool costs, brings and is worth at the end (4.1, 6.6, 8.2)."""

    price: int
    dig_multiplier: int
    final_value: int


class Loan(Printed):
    """What the Troll lends, and to whom (4.7)."""

    amount: int
    only_if_gold_below: int


class Mine(Board):
    """The printed board of Elfengold with its tables."""

    spaces: tuple[MineSpace, ...]
    start_space: str
    start_gold: int = Field(ge=0)
    setup: Mapping[int, Stock]
    tools: Mapping[Tool, ToolCard]
    tool_limit: int
    movement: Mapping[int, int]
    loan: Loan
    end_option_gold: int

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The spaces along the tour, the Hut first."""
        return tuple(space.id for space in self.spaces)

    def numbers(self, numbered_hi: bool) -> Mapping[str, int | None]:
        """The number of each space; None where there is none (5.8, 7.2)."""
        return self._numbers[numbered_hi]

    @cached_property
    def _numbers(self) -> tuple[Mapping[str, int | None], Mapping[str, int | None]]:
        plain = {space.id: space.number for space in self.spaces}
        return plain, {space.id: space.number or space.optional_number for space in self.spaces}


def the_mine(info: GameInfo) -> Mine:
    """The board as printed."""
    return printed(info.printed / "board.yaml", Mine)


@dataclass(frozen=True)
class Miner:
    """One player's position. ``may_borrow``: his last tool broke and he has bought none since (4.8)."""

    at: str
    gold: int
    shovels: int = 0
    pickaxes: int = 0
    debt: int = 0
    may_borrow: bool = False
    rocks: tuple[str, ...] = ()
    golds: tuple[str, ...] = ()
    silent: int = 0

    @property
    def tools(self) -> int:
        """How many tools he carries."""
        return self.shovels + self.pickaxes


@dataclass(frozen=True)
class State:
    """A position. ``round`` is the one orders are asked for, 0 the opening; ``quiet`` counts rounds without any."""

    round: int
    seats: tuple[Seat, ...]
    miners: Mapping[Seat, Miner]
    options: Mapping[str, OptionValue]
    quiet: int = 0
    ended: str = ""
    """How the game ended, once it has: called by a player, or closed for want of orders."""

    def __post_init__(self) -> None:
        # A position read from JSON lists its miners by name; around the table they go in the order of seats.
        object.__setattr__(self, "miners", {seat: self.miners[seat] for seat in self.seats})

    @property
    def numbered_hi(self) -> bool:
        """Whether H and I are numbered (7.2)."""
        return bool(self.options["numbered_HI"])


def counters(miners: Mapping[Seat, Miner]) -> dict[str, dict[Seat, int]]:
    """How many counters each player has on each space: open to all; which are rocks is not (3.3)."""
    lying: dict[str, dict[Seat, int]] = {}
    for seat, miner in miners.items():
        for space in (*miner.rocks, *miner.golds):
            here = lying.setdefault(space, {})
            here[seat] = here.get(seat, 0) + 1
    return lying


def total(mine: Mine, numbers: Mapping[str, int | None], miner: Miner) -> int:
    """Gold, tools, less the number of the space and the debt (8.2)."""
    return miner.gold + tools_value(mine, miner) - (numbers[miner.at] or 0) - miner.debt


def tools_value(mine: Mine, miner: Miner) -> int:
    """1 for each shovel and 3 for each pickaxe (8.2)."""
    worth = mine.tools
    return miner.shovels * worth["shovel"].final_value + miner.pickaxes * worth["pickaxe"].final_value


def complaints(mine: Mine, state: State) -> tuple[str, ...]:
    """What cannot be true of the miners: nobody has more counters or tools than he may, or less than no gold."""
    stock = mine.setup[len(state.miners)]
    numbers = mine.numbers(state.numbered_hi)
    return tuple(
        f"{seat}: {complaint}"
        for seat, miner in state.miners.items()
        for complaint, wrong in (
            ("more rocks than he owns", len(miner.rocks) > stock.rocks),
            ("more golds than he owns", len(miner.golds) > stock.golds),
            ("a counter on a space without number", not all(numbers[at] for at in (*miner.rocks, *miner.golds))),
            ("too many tools", miner.tools > mine.tool_limit or min(miner.shovels, miner.pickaxes) < 0),
            ("less than no gold", miner.gold < 0 or miner.debt < 0),
            ("a debt of no whole loans", miner.debt % mine.loan.amount != 0),
            ("in the mine without a tool", not miner.tools and miner.at != HUT),
        )
        if wrong
    )
