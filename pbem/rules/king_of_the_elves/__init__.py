"""King of the Elves by post: lay villages and bar them, then travel round the table for their gold (``rules.md``).

Where its rules stand: ``orders`` says what can be ordered, ``readers``, ``alternatives``, ``verbs`` and ``journeying``
how it is written, ``page`` how a page falls into its parts; ``realm`` has the cards and the position, ``table`` a
position being played on, ``planning`` and ``journey`` the two phases, ``round`` what happens when; ``sight`` says who
may know what, ``answer`` what a page is worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.game import GameInfo, OptionValue
from pbem.grammar import Grammar
from pbem.model import Ask, Event, Facts, Outcome, Problem, Seat, Sheet, Verdict
from pbem.rng import Rng
from pbem.rules.elfen.lists import without_stops
from pbem.rules.king_of_the_elves import advice, disguise, realm, round, sight, verbs
from pbem.rules.king_of_the_elves.answer import Answer
from pbem.rules.king_of_the_elves.realm import State
from pbem.rules.king_of_the_elves.sight import View


class KingOfTheElves:
    """The calls every game answers."""

    state_type = State

    def __init__(self, info: GameInfo) -> None:
        self.info = info
        self.box = realm.the_box(info)

    @property
    def board(self) -> realm.Deck:
        """The deck with its numbers, for reports."""
        return self.box.deck

    def grammar(self, seats: Sequence[Seat]) -> Grammar:
        """How orders are written at this table."""
        return verbs.grammar(self.box.chart, seats)

    def reserved(self) -> frozenset[str]:
        """Words of the orders, names of cards and terrains."""
        return verbs.taken_words(self.box.chart)

    def setup(
        self, seats: Sequence[Seat], options: Mapping[str, OptionValue], rng: Rng
    ) -> tuple[State, tuple[Event, ...]]:
        """Everybody has 12 gold, 4 tokens and 10 cards (3, 5.1)."""
        state, events = round.opened(self.box, tuple(seats), options, rng)
        return state, tuple(events)

    def moment(self, state: State) -> str:
        """The round, and where in it one stands."""
        if state.phase == "over":
            return "the end"
        if state.phase == "journey":
            return f"round {state.round}, journeys"
        return f"round {state.round}, planning, sitting {state.standing.sitting}"

    def awaiting(self, state: State) -> Mapping[Seat, Ask]:
        """Everybody for a list; for a journey who has a village (7.15, 14.1)."""
        return {seat: _ask(self.box, state, seat) for seat in round.asked(state)}

    def view(self, state: State, reader: Seat | None) -> View:
        """What this reader may know (15)."""
        return sight.view(self.box, state, reader)

    def check(self, view: View, sheet: Sheet) -> Verdict:
        """What a page is worth as far as its writer can know (13.3, 14.7.6)."""
        return Answer(self.box, view, sheet).verdict()

    def resolve(self, state: State, sheets: Mapping[Seat, Sheet], rng: Rng) -> tuple[State, tuple[Event, ...]]:
        """A sitting of planning, or all journeys, and what follows until somebody is asked."""
        return round.played(self.box, state, sheets, rng)

    def suggest(self, view: View, rng: Rng) -> str:
        """A legal page: a list of what could be done, or a journey that can be paid."""
        return advice.page(self.box, view, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Most gold after the last round wins, a tie is shared (10.1, 10.2)."""
        if state.phase != "over":
            return None
        totals = {seat: player.gold for seat, player in state.players.items()}
        best = max(totals.values())
        return Outcome(tuple(seat for seat, gold in totals.items() if gold == best), totals, "the last round is over")

    def audit(self, state: State) -> tuple[str, ...]:
        """All cards are there once, and nothing lies where it may not."""
        return realm.complaints(self.box.deck, state)

    def disguise(self, state: State, reader: Seat | None, rng: Rng) -> State:
        """Other cards in the others' hands and in the pile, other gold, other lists."""
        return disguise.position(self.box, state, reader, rng)

    def disguise_sheets(
        self, state: State, sheets: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng
    ) -> Mapping[Seat, Sheet]:
        """Lists and journeys of the others with more or less in them."""
        return disguise.sheets(sheets, reader, rng)

    def brought_out(self, events: Sequence[Event]) -> Any:
        """What was done with cards and gold before everybody's eyes."""
        return disguise.brought_out(events)

    def reshuffle(self, state: State, rng: Rng) -> State:
        """The draw pile anew."""
        return disguise.reshuffled(self.box, state, rng)

    def position(self, facts: Facts) -> State | tuple[Problem, ...]:
        """A position from a few lines: what is not said is as at the start of a round."""
        from pbem.rules.king_of_the_elves.position import position  # a turn does without it

        return position(self.box, self.info, facts)


def _ask(box: realm.Box, state: State, seat: Seat) -> Ask:
    """What a player can order now; the wizard only where there are some."""
    player = state.players[seat]
    steps = tuple(verb for verb in verbs.JOURNEY if verb != "wizard" or state.options["wizards"])
    kept = round.in_force(player, state.phase)
    if state.phase == "journey":
        silence = "carries out the journey you sent" if kept else "stays at home"
        return Ask(f"Your journey, a step a line. Silence {silence}.", steps, kept=kept)
    early = tuple(verb for verb in steps if verb not in verbs.PLANNING)
    left = without_stops(player.lines or ())
    silence = "goes by what is left of your list, without its stops" if left else "passes, where the rules allow it"
    prompt = f"Planning: a list of what to do, tried from its top on each of your turns. Silence {silence}."
    return Ask(f"{prompt} Below a line JOURNEY your journey may come with it.", verbs.PLANNING, early, kept)


def load(info: GameInfo) -> KingOfTheElves:
    """The game, for its entry point."""
    return KingOfTheElves(info)
