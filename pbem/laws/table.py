"""A table to try the laws on: a game, who sits there, what was agreed, and a whole game played as it suggests."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.engine import Luck, Turn, Unbalanced, opening, run_turn
from pbem.game import Game, GameInfo, Option, OptionValue, grammar_at, to_json
from pbem.grammar import Grammar
from pbem.model import Event, Seat, Sheet
from pbem.printer import Printer
from pbem.report import Edition
from pbem.rng import Draw, Rng

NAMES = ("mia", "bob", "zoe", "al", "kit", "eve", "uma", "jo")
"""Seats for games without a set of their own; out of alphabetical order on purpose."""


@dataclass(frozen=True)
class Table:
    """One game at one table with one seed; everything the laws look at follows from these four."""

    game: Game[Any, Any]
    seats: tuple[Seat, ...]
    options: Mapping[str, OptionValue]
    seed: str = "law"

    def __str__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.game.info.id} for {' '.join(self.seats)}{options}, seed '{self.seed}'"

    @cached_property
    def grammar(self) -> Grammar:
        """How orders are written at this table."""
        return grammar_at(self.game, self.seats)

    @cached_property
    def printer(self) -> Printer:
        """The press with this game's templates."""
        return Printer(self.game.info)

    @property
    def readers(self) -> tuple[Seat | None, ...]:
        """Every seat, and the public."""
        return (*self.seats, None)

    @property
    def luck(self) -> Luck:
        """The chance of this table's seed."""
        return Luck(self.seed)

    @cached_property
    def first(self) -> Turn:
        """Turn 0."""
        return opening(self.game, self.seats, self.options, self.luck)

    @cached_property
    def played(self) -> tuple[tuple[Turn, ...], str]:
        """The whole game, every seat sending what the game suggests; and why it broke off, if it did."""
        turns = []
        try:
            turns.append(self.first)
            while len(turns) <= self.game.info.bound and self.game.awaiting(turns[-1].state):
                turns.append(run_turn(self.game, turns[-1], self.sheets(turns[-1]), self.luck))
        except Unbalanced as unbalanced:
            return tuple(turns), f"turn {len(turns)}: {unbalanced}"
        return tuple(turns), ""

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the whole game, turn 0 first."""
        return self.played[0]

    def sample(self, most: int) -> tuple[int, ...]:
        """Numbers of turns spread over the game, its first and its last among them."""
        last = len(self.turns) - 1
        if last < 1:
            return ()
        return tuple(sorted({1 + place * (last - 1) // max(1, most - 1) for place in range(most)}))

    def page(self, before: Turn, seat: Seat) -> str:
        """What the game suggests to a seat."""
        chance = Rng(self.seed, "suggest", before.number, seat)
        return self.game.suggest(self.game.view(before.state, seat), chance)

    def sheet(self, seat: Seat, page: str) -> Sheet:
        """A page, parsed."""
        return self.grammar.read(page, seat, f"{seat}.txt")[0]

    def sheets(self, before: Turn) -> dict[Seat, Sheet]:
        """The suggestions to all who are asked, parsed."""
        return {seat: self.sheet(seat, self.page(before, seat)) for seat in self.game.awaiting(before.state)}

    def edition(self, turn: Turn) -> Edition:
        """What a report needs to know of a campaign."""
        names = {seat: seat.capitalize() for seat in self.seats}
        return Edition(
            title="The trial of the laws",
            moderator="The Moderator",
            turn=turn.number,
            names=names,
            options=self.options,
            seed_digest="0" * 64,
        )


def tables(game: Game[Any, Any], seeds: Sequence[str] = ("law",)) -> tuple[Table, ...]:
    """Tables of every size, one for every way an option can differ from its default, sizes taking turns.

    With nothing but defaults the smallest and the largest are tried, and the sizes for which no option is left.
    """
    sizes = tuple(_sizes(game))
    choices = tuple(_choices(game.info))
    plain = dict.fromkeys((sizes[0], sizes[-1], *sizes[len(choices) :]))
    found = [Table(game, seats, _settled(game.info, {}), seed) for seed in seeds for seats in plain]
    for place, chosen in enumerate(choices):
        found.append(Table(game, sizes[place % len(sizes)], _settled(game.info, chosen), seeds[place % len(seeds)]))
    return tuple(found)


def _sizes(game: Game[Any, Any]) -> Iterator[tuple[Seat, ...]]:
    seating = game.info.seats
    reserved = game.reserved()
    names = tuple(name for name in NAMES if name not in reserved)
    for size in range(seating.min, seating.max + 1):
        yield seating.at_table(size, names)


def _settled(info: GameInfo, chosen: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    settled = info.settle_options(chosen)
    assert isinstance(settled, dict), settled
    return settled


def _choices(info: GameInfo) -> Iterator[dict[str, OptionValue]]:
    """Every option at every value worth trying, one at a time, and then as many together as go together."""
    together: dict[str, OptionValue] = {}
    for name, option in info.options.items():
        values = _values(option)
        for value in values:
            if value is not None and value != option.default:
                yield {name: value}
        if values[-1] is not None and not isinstance(info.settle_options({**together, name: values[-1]}), tuple):
            together[name] = values[-1]
    if len(together) > 1:
        yield together


def _values(option: Option) -> tuple[OptionValue, ...]:
    match option.type:
        case "bool":
            return (not option.default,)
        case "int":
            return option.min, option.max
        case "choice":
            return option.choices
        case "seat":
            return (None,)


def plain_turn(game: Game[Any, Any], turn: Turn) -> str:
    """A turn as text that differs wherever the turn differs."""
    told = {
        "state": to_json(game, turn.state),
        "events": [_event(event) for event in turn.events],
        "draws": [_draw(draw) for draw in turn.draws],
        "missed": turn.missed,
        "problems": {seat: [problem.message for problem in found] for seat, found in turn.problems.items()},
    }
    return json.dumps(told, sort_keys=True, ensure_ascii=False)


def _event(event: Event) -> object:
    return [event.kind, dict(event.facts), event.seen_by, event.cause]


def _draw(draw: Draw) -> object:
    return [draw.stream, draw.question, draw.why, draw.answer]
