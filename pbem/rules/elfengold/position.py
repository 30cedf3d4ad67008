"""A position from a few lines, for cases and for games that began on paper: what is not said is as at the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from pbem.game import GameInfo
from pbem.model import Facts, Problem, Seat, Weight
from pbem.papers import Paper, fill_in
from pbem.rules.elfengold.mine import Mine, Miner, State, complaints
from pbem.words import nearest


class MinerNoted(Paper):
    """What a position says of a miner."""

    at: str | None = None
    gold: int | None = Field(default=None, ge=0)
    shovels: int = Field(default=0, ge=0)
    pickaxes: int = Field(default=0, ge=0)
    debt: int = Field(default=0, ge=0)
    may_borrow: bool = False
    rocks: tuple[str, ...] = ()
    golds: tuple[str, ...] = ()
    silent: int = Field(default=0, ge=0)


class PositionNoted(Paper):
    """What is said of a position: round 0 is the opening; ``quiet`` counts rounds without any orders (8.8)."""

    round: int = Field(default=1, ge=0)
    quiet: int = Field(default=0, ge=0)
    options: Mapping[str, Any] = {}
    miners: Mapping[Seat, MinerNoted | None]


def position(mine: Mine, info: GameInfo, facts: Facts) -> State | tuple[Problem, ...]:
    """The position described, or all that is wrong with its description."""
    noted = fill_in(facts, "position", PositionNoted)
    if isinstance(noted, tuple):
        return noted
    options = info.settle_options(noted.options)
    reading = _Reading(mine)
    miners = {seat: reading.miner(seat, miner or MinerNoted()) for seat, miner in noted.miners.items()}
    problems = (*info.seat_problems(tuple(miners)), *reading.problems)
    if isinstance(options, tuple) or problems:
        return (*problems, *(options if isinstance(options, tuple) else ()))
    state = State(noted.round, tuple(miners), miners, options, noted.quiet)
    return tuple(Problem("position", f"{complaint}.") for complaint in complaints(mine, state)) or state


class _Reading:
    """The names of a position, looked up on the board."""

    def __init__(self, mine: Mine) -> None:
        self._mine = mine
        self.problems: list[Problem] = []

    def miner(self, seat: Seat, noted: MinerNoted) -> Miner:
        """A miner as noted; of what is not said, as at the start."""
        said = noted.model_dump(exclude={"at", "gold", "rocks", "golds"})
        return Miner(
            at=self._space(seat, noted.at or self._mine.start_space),
            gold=self._mine.start_gold if noted.gold is None else noted.gold,
            rocks=tuple(self._space(seat, name) for name in noted.rocks),
            golds=tuple(self._space(seat, name) for name in noted.golds),
            **said,
        )

    def _space(self, seat: Seat, name: str) -> str:
        names = self._mine.names
        space = names.get(name.casefold())
        if space is None:
            near = nearest(name.casefold(), names)
            hint = f"Did you mean '{near[0]}'?" if near else f"The spaces are {', '.join(self._mine.ids)}."
            message = f"{seat}: there is no space called '{name[:60]}'."
            self.problems.append(Problem("unknown", message, hint=hint, weight=Weight.UNKNOWN))
        return space or self._mine.start_space
