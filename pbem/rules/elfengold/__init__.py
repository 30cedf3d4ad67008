"""Elfengold, the postal game: dig for gold in the Troll's mine, and hide rocks for the others (``rules.md``).

Where its rules stand: ``orders`` says what can be ordered, ``verbs`` and ``readers`` how it is
written, ``plan`` what one sheet comes to, ``round`` how a round is
played, ``sight`` who may know what, ``mine`` the board and the position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.game import GameInfo, OptionValue
from pbem.grammar import Grammar
from pbem.model import Ask, Event, Facts, Outcome, Problem, Seat, Sheet, Verdict
from pbem.rng import Rng
from pbem.rules.elfengold import advice, mine, round, sight, verbs
from pbem.rules.elfengold.mine import HUT, Miner, State
from pbem.rules.elfengold.sight import View

LAYING = ("rock", "gold")


class Elfengold:
    """The calls every game answers."""

    state_type = State

    def __init__(self, info: GameInfo) -> None:
        self.info = info
        self.board = mine.the_mine(info)

    def grammar(self, seats: Sequence[Seat]) -> Grammar:
        """How orders are written in this mine."""
        stock = self.board.setup.get(len(seats), self.board.setup[min(self.board.setup)])
        return verbs.grammar(self.board.names, seats, {"rock": stock.rocks, "gold": stock.golds})

    def reserved(self) -> frozenset[str]:
        """Words of the orders and letters of spaces."""
        return verbs.taken_words(self.board.names)

    def setup(
        self, seats: Sequence[Seat], options: Mapping[str, OptionValue], rng: Rng
    ) -> tuple[State, tuple[Event, ...]]:
        """All miners in the Hut with 10 gold (2.1 to 2.3)."""
        miners = dict.fromkeys(seats, Miner(self.board.start_space, self.board.start_gold))
        stock = self.board.setup[len(seats)]
        facts = {"rocks": stock.rocks, "golds": stock.golds, "gold": self.board.start_gold, "options": dict(options)}
        return State(0, tuple(seats), miners, dict(options)), (Event("opened", facts),)

    def moment(self, state: State) -> str:
        """The opening round, then rounds by number (2.4)."""
        if state.ended:
            return "the end"
        return f"round {state.round}" if state.round else "opening round"

    def awaiting(self, state: State) -> Mapping[Seat, Ask]:
        """Everybody, every round: one sheet for all of it (3.2)."""
        if state.ended:
            return {}
        return {seat: _ask(state, miner) for seat, miner in state.miners.items()}

    def view(self, state: State, reader: Seat | None) -> View:
        """What this reader may know (3.3)."""
        return sight.view(self.board, state, reader)

    def check(self, view: View, sheet: Sheet) -> Verdict:
        """What the sheet is worth; nothing in it depends on what others order (3.2)."""
        return sight.verdict(self.board, view, sheet)

    def resolve(self, state: State, sheets: Mapping[Seat, Sheet], rng: Rng) -> tuple[State, tuple[Event, ...]]:
        """One round. No dice and no cards: chance is never asked (3.5)."""
        return round.played(self.board, state, sheets)

    def suggest(self, view: View, rng: Rng) -> str:
        """A legal page: dig or go home, lay all counters."""
        return advice.page(self.board, view, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Most gold by the final scoring; equal totals share the win (8.2, 8.6)."""
        if not state.ended:
            return None
        numbers = self.board.numbers(state.numbered_hi)
        totals = {seat: mine.total(self.board, numbers, miner) for seat, miner in state.miners.items()}
        best = max(totals.values())
        return Outcome(tuple(seat for seat, points in totals.items() if points == best), totals, state.ended)

    def audit(self, state: State) -> tuple[str, ...]:
        """Nobody has more counters or tools than he may, or less than no gold."""
        return mine.complaints(self.board, state)

    def disguise(self, state: State, reader: Seat | None, rng: Rng) -> State:
        """Other kinds of counters face down."""
        return sight.disguised(self.board, state, reader, rng)

    def disguise_sheets(
        self, state: State, sheets: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng
    ) -> Mapping[Seat, Sheet]:
        """Other kinds of counters laid on the same spaces."""
        return sight.disguised_sheets(self.board, state, sheets, reader, rng)

    def brought_out(self, events: Sequence[Event]) -> Any:
        """Counters on spaces where somebody dug are shown by rights (3.4)."""
        return {event.facts["space"]: event.facts["counters"] for event in events if event.kind == "dig"}

    def reshuffle(self, state: State, rng: Rng) -> State:
        """There are no piles."""
        return state

    def position(self, facts: Facts) -> State | tuple[Problem, ...]:
        """A position from a few lines: the round, and what differs from a miner in the Hut with 10 gold."""
        from pbem.rules.elfengold.position import position  # a turn does without it

        return position(self.board, self.info, facts)


def _ask(state: State, miner: Miner) -> Ask:
    """What a miner can order now; of the rest the form keeps quiet."""
    if not state.round:
        prompt = "Buy tools for your first dig, and lay your counters. Silence buys and lays nothing."
        return Ask(prompt, ("buy", *LAYING))
    loan = ("borrow",) if miner.may_borrow and not miner.tools else ()
    shop = ("buy",) if miner.at == HUT else ()
    verbs = (*loan, *shop, "move", "stay", "dig", *LAYING, "end")
    return Ask("Move, dig, and lay all your counters again. Silence stays, digs nothing and lays nothing.", verbs)


def load(info: GameInfo) -> Elfengold:
    """The game, for its entry point."""
    return Elfengold(info)
