"""Elfenland: young elves travel by giant pig, cloud and dragon, and gather a piece from every town (``rules.md``).

Where its rules stand: ``orders``, ``readers``, ``writing`` and ``verbs`` say what can be written, ``land`` and
``elves`` what the table holds, ``draw``, ``planning`` and ``travel`` how each phase is played, ``finish`` and
``round`` what comes between, ``sight`` who may know what.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.game import GameInfo, OptionValue
from pbem.grammar import Grammar
from pbem.model import Ask, Event, Facts, Outcome, Problem, Seat, Sheet, Verdict
from pbem.rng import Rng
from pbem.rules.elfenland import advice, answer, asking, audit, disguise, finish, land, round, sight, verbs
from pbem.rules.elfenland.elves import State
from pbem.rules.elfenland.sight import View


class Elfenland:
    """The calls every game answers."""

    state_type = State

    def __init__(self, info: GameInfo) -> None:
        self.info = info
        self.table = land.the_table(info)
        self.board = self.table.land

    def grammar(self, seats: Sequence[Seat]) -> Grammar:
        """How orders are written at this table."""
        return verbs.grammar(self.table, tuple(seats))

    def reserved(self) -> frozenset[str]:
        """Words of the orders, and names of towns and transports."""
        return verbs.taken_words(self.table)

    def setup(
        self, seats: Sequence[Seat], options: Mapping[str, OptionValue], rng: Rng
    ) -> tuple[State, tuple[Event, ...]]:
        """Seats drawn, boots in Elvenhold, the first round dealt (2)."""
        return round.opened(self.table, seats, options, rng)

    def moment(self, state: State) -> str:
        """The round, its phase, and the lap or sitting of it."""
        return asking.moment(state)

    def awaiting(self, state: State) -> Mapping[Seat, Ask]:
        """Everybody who has something to order now (17)."""
        return asking.awaiting(state)

    def view(self, state: State, reader: Seat | None) -> View:
        """What this reader may know (12)."""
        return sight.view(self.table, state, reader)

    def check(self, view: View, sheet: Sheet) -> Verdict:
        """What the sheet is worth (16.7)."""
        return answer.verdict(self.table, view, sheet)

    def resolve(self, state: State, sheets: Mapping[Seat, Sheet], rng: Rng) -> tuple[State, tuple[Event, ...]]:
        """The phase that is asked for, and on to the next that wants orders (3.2)."""
        return round.played(self.table, state, sheets, rng)

    def suggest(self, view: View, rng: Rng) -> str:
        """A legal page at random."""
        return advice.page(self.table, view, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Most pieces, less the way to the hometown (10, 11)."""
        if not state.ended:
            return None
        standing = finish.scores(self.board, state)
        winners = tuple(score.seat for score in standing if score.place == 1)
        points = {score.seat: score.points for score in standing}
        return Outcome(winners, {seat: points[seat] for seat in state.seats}, state.ended)

    def audit(self, state: State) -> tuple[str, ...]:
        """Cards, counters and obstacles are all there, and nobody holds too much."""
        return audit.complaints(self.table, state)

    def disguise(self, state: State, reader: Seat | None, rng: Rng) -> State:
        """Other hands, secret counters, hometowns and piles (12)."""
        return disguise.disguised(self.board, state, reader, rng)

    def disguise_sheets(
        self, state: State, sheets: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng
    ) -> Mapping[Seat, Sheet]:
        """Other secret orders that come to the same."""
        return disguise.disguised_sheets(self.board, state, sheets, reader, rng)

    def brought_out(self, events: Sequence[Event]) -> Any:
        """What is shown by rights (12)."""
        return disguise.brought_out(events)

    def reshuffle(self, state: State, rng: Rng) -> State:
        """The two piles shuffled anew."""
        return disguise.reshuffled(state, rng)

    def position(self, facts: Facts) -> State | tuple[Problem, ...]:
        """A position from a few lines: what differs from the start."""
        from pbem.rules.elfenland.position import position  # a turn does without it

        return position(self.table, self.info, facts)


def load(info: GameInfo) -> Elfenland:
    """The game, for its entry point."""
    return Elfenland(info)
