"""One turn, and a whole game again from its pages: the only caller of ``resolve``.

No disk and no clock: what comes in are a position, sheets and a seed; what goes out is a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.game import Game, Hidden, OptionValue
from pbem.model import Event, Problem, Seat, Sheet, Unread
from pbem.rng import Draw, Rng, Source


@dataclass(frozen=True)
class Luck:
    """Where a turn's chance comes from.

    A turn taken back after its reports went out gets a further label, and so fresh luck.
    """

    seed: str
    attempt: int = 0
    source: Source | None = None

    def rng(self, turn: int) -> Rng:
        """The stream of this turn."""
        labels: tuple[str | int, ...] = (turn, f"attempt-{self.attempt}") if self.attempt else (turn,)
        if self.source is not None:
            return Rng.answering(self.source, *labels)
        return Rng(self.seed, *labels)


@dataclass(frozen=True)
class Turn:
    """One resolve: what came in, what was drawn, what happened, and the position after it."""

    number: int
    state: Any
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]
    sheets: Mapping[Seat, Sheet] = field(default_factory=dict)
    problems: Mapping[Seat, tuple[Problem, ...]] = field(default_factory=dict)
    missed: tuple[Seat, ...] = ()


class Unbalanced(Exception):
    """A turn lost pieces or made some from nothing: a fault of the rules' code, never of a player."""


def opening(game: Game[Any, Any], seats: Sequence[Seat], options: Mapping[str, OptionValue], luck: Luck) -> Turn:
    """Turn 0: the table set up."""
    rng = luck.rng(0)
    state, events = game.setup(tuple(seats), dict(sorted(options.items())), rng)
    _balance(game, state)
    return Turn(0, state, events, rng.draws)


def run_turn(game: Game[Any, Any], before: Turn, sheets: Mapping[Seat, Sheet], luck: Luck) -> Turn:
    """The turn after ``before``. Sheets of seats not asked, or without an order that was read, do not count."""
    number = before.number + 1
    rng = luck.rng(number)
    state = before.state
    if luck.attempt and isinstance(game, Hidden):
        state = game.reshuffle(state, rng.child("reshuffle"))
    asked = game.awaiting(state)
    counted = {seat: sheets[seat] for seat in asked if seat in sheets and _says_something(sheets[seat])}
    problems = {seat: game.check(game.view(state, seat), sheet).problems for seat, sheet in counted.items()}
    after, events = game.resolve(state, counted, rng)
    _balance(game, after)
    missed = tuple(seat for seat, ask in asked.items() if seat not in counted and not ask.kept)
    return Turn(number, after, events, rng.draws, counted, problems, missed)


def _says_something(sheet: Sheet) -> bool:
    """Whether an order on it could be read: a page of unreadable lines is silence, and its seat missed the turn."""
    return any(not isinstance(order, Unread) for order in sheet.orders)


def replay(game: Game[Any, Any], first: Turn, rounds: Iterable[tuple[Mapping[Seat, Sheet], Luck]]) -> Iterator[Turn]:
    """The turns after ``first`` once more, from their sheets and luck."""
    turn = first
    for sheets, luck in rounds:
        turn = run_turn(game, turn, sheets, luck)
        yield turn


def _balance(game: Game[Any, Any], state: Any) -> None:
    complaints = game.audit(state)
    if complaints:
        raise Unbalanced("; ".join(complaints))
