"""Ogre Castle: three knights, an ogre, gems, and scrolls that change dice, ways and battles (``rules.md``).

Where its rules stand: ``castle`` the board and the position; ``orders``, ``readers`` and ``verbs`` what can be written;
``sheets`` which lines count; ``placing`` the set-up; ``table`` a round under way, ``round`` its turns, ``routes`` and
``moving`` where a token may go, ``facts`` and ``sieve`` what the lines choose, ``windows`` and ``scrolls`` what is
played, ``battle``; ``sight`` who may know what, ``answers`` and ``doubts`` what is said of a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pbem.game import GameInfo, OptionValue
from pbem.grammar import Grammar
from pbem.model import Ask, Event, Facts, Order, Outcome, Problem, Seat, Sheet, Verdict
from pbem.rng import Rng
from pbem.rules.ogre_castle import advice, answers, castle, disguise, placing, round, sheets, sight, verbs
from pbem.rules.ogre_castle.castle import OGRE, State
from pbem.rules.ogre_castle.sheets import InForce, Taken
from pbem.rules.ogre_castle.sight import View


class OgreCastle:
    """The calls every game answers."""

    state_type = State

    def __init__(self, info: GameInfo) -> None:
        self.info = info
        self.board = castle.the_castle(info)
        self._grammar = lru_cache(maxsize=8)(self._made_grammar)
        self._orders = lru_cache(maxsize=64)(self._read)

    def grammar(self, seats: Sequence[Seat]) -> Grammar:
        """How orders are written at this table."""
        return self._grammar(castle.around(seats))

    def _made_grammar(self, seats: tuple[Seat, ...]) -> Grammar:
        return verbs.grammar(self.board, seats)

    def _read(self, seats: tuple[Seat, ...], lines: tuple[str, ...]) -> tuple[Order, ...]:
        """Lines that were written out, as orders again."""
        return self._grammar(seats).read("\n".join(lines), "", "")[0].orders

    def reserved(self) -> frozenset[str]:
        """Seats have names of their own; no word need be kept from them."""
        return frozenset()

    def setup(
        self, seats: Sequence[Seat], options: Mapping[str, OptionValue], rng: Rng
    ) -> tuple[State, tuple[Event, ...]]:
        """Everybody at home; the gems are still in the ogre's hand (2.1 to 2.4)."""
        return placing.laid_out(self.board, seats, rng)

    def moment(self, state: State) -> str:
        """Round 0 while the gems are placed, then rounds by number (2.5)."""
        if state.ended:
            return "the end"
        return f"round {state.round}" if state.round else "round 0, the placing of the gems"

    def awaiting(self, state: State) -> Mapping[Seat, Ask]:
        """In round 0 the ogre; then everybody, one sheet for the whole round (7.1, 7.2)."""
        if state.ended:
            return {}
        if state.round == 0:
            return {OGRE: Ask(f"Place the gems in the treasure rooms. {verbs.NO_PLACING}", verbs.PLACING)}
        return {seat: self._asked(bool(state.players[seat].standing)) for seat in state.seats}

    def _asked(self, stands: bool) -> Ask:
        """A sheet for the round, and what silence does (10.1)."""
        prompt = "Say what you do in the coming round: where to go, which scrolls to play and when."
        return Ask(f"{prompt} {verbs.NO_SHEET[stands]}", verbs.PLAYING, kept=stands)

    def view(self, state: State, reader: Seat | None) -> View:
        """What this reader may know (2.6)."""
        return sight.view(self.board, state, reader)

    def check(self, view: View, sheet: Sheet) -> Verdict:
        """What each line will do and when; the writer's own things are left out, so no hand counts (10.4, 13.1)."""
        plan = self.board.default_plans["ogre" if view.reader == OGRE else "knight"]
        defaults = self._orders(view.seats, (*plan.move, *plan.flee))
        return answers.verdict(self.board, replace(view, own=None), defaults, sheet)

    def resolve(self, state: State, sheets_: Mapping[Seat, Sheet], rng: Rng) -> tuple[State, tuple[Event, ...]]:
        """Round 0, or one round of turns."""
        pages = {
            seat: sheets.taken(self.board, seat, state.round == 0, sheets_[seat])
            for seat in state.seats
            if seat in sheets_
        }
        if state.round == 0:
            return placing.placed(self.board, state, pages, rng)
        used = {seat: self.in_force(state, seat, pages.get(seat)) for seat in state.seats}
        return round.played(self.board, state, pages, used, rng)

    def in_force(self, state: State, seat: Seat, page: Taken | None) -> InForce:
        """The sheet that counts for a seat: the page, else the one that stands, else none (10.1)."""
        side = self.board.default_plans["ogre" if seat == OGRE else "knight"]
        plans = {"move": self._orders(state.seats, side.move), "flee": self._orders(state.seats, side.flee)}
        standing = state.players[seat].standing
        if page is not None and page.orders:
            return sheets.in_force(self.board, seat, "page", page.orders, plans)
        if standing:
            return sheets.in_force(self.board, seat, "standing", self._orders(state.seats, standing), plans)
        return sheets.in_force(self.board, seat, "none", (), plans)

    def suggest(self, view: View, rng: Rng) -> str:
        """A legal page: a sheet ready made, with what the hand allows above it."""
        return advice.page(self.board, view, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Who entered his home with gems enough; nobody after the last round (6.8, 6.10)."""
        if not state.ended:
            return None
        totals = {seat: player.gems for seat, player in state.players.items()} | {OGRE: sum(state.throne.values())}
        return Outcome((state.winner,) if state.winner else (), totals, state.ended)

    def audit(self, state: State) -> tuple[str, ...]:
        """Gems, scrolls and chips are neither lost nor made from nothing."""
        return castle.complaints(self.board, state)

    def disguise(self, state: State, reader: Seat | None, rng: Rng) -> State:
        """Other scrolls in the others' hands and in the deck, other sheets that stand."""
        return disguise.disguised(self.board, state, reader, rng)

    def disguise_sheets(
        self, state: State, sheets_: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng
    ) -> Mapping[Seat, Sheet]:
        """Other lines of the others."""
        return disguise.disguised_sheets(self.board, sheets_, reader, rng)

    def brought_out(self, events: Sequence[Event]) -> Any:
        """The scrolls played, the ways gone, and the reader's own draws."""
        return disguise.brought_out(events)

    def blindfold(self, state: State, seat: Seat, rng: Rng) -> State:
        """Another hand of this seat's own, which no answer to a page may tell from the true one (10.4)."""
        return disguise.other_hand(state, seat, rng)

    def reshuffle(self, state: State, rng: Rng) -> State:
        """The deck shuffled anew."""
        return disguise.reshuffled(state, rng)

    def position(self, facts: Facts) -> State | tuple[Problem, ...]:
        """A position from a few lines: what is not said is as at the start."""
        from pbem.rules.ogre_castle.position import position  # a turn does without it

        return position(self, facts)


def load(info: GameInfo) -> OgreCastle:
    """The game, for its entry point."""
    return OgreCastle(info)
