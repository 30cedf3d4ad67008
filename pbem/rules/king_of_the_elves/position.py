"""A position from a few lines, for cases and for games that began on paper: what is not said is as at the start.

Cards that nobody has lie in the draw pile, those of ``pile`` on top, the others in the order of the deck; or all but
those go where ``rest`` says: ``draw``, ``discards`` or somebody's hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import ConfigDict, Field

from pbem.game import GameInfo, OptionValue
from pbem.grammar import Grammar
from pbem.model import Facts, Problem, Seat, Weight
from pbem.papers import Paper, fill_in
from pbem.rules.elfen.chart import without
from pbem.rules.elfen.lists import Line
from pbem.rules.elfen.sitting import Standing
from pbem.rules.king_of_the_elves.page import page_of
from pbem.rules.king_of_the_elves.readers import card_names
from pbem.rules.king_of_the_elves.realm import Box, Phase, Placed, Player, State, Village, complaints
from pbem.rules.king_of_the_elves.verbs import grammar
from pbem.words import nearest


class Noted(Paper):
    """Part of a described position."""

    model_config = ConfigDict(populate_by_name=True)


class VillageNoted(Noted):
    """A village, and whose cards lie beside it."""

    village: str
    gold: Seat | None = None
    thief: Seat | None = None
    tree: Seat | None = None
    monster: Seat | None = None


class PlayerNoted(Noted):
    """What a position says of a player; lists and sheets are written as on a page."""

    gold: int | None = Field(default=None, ge=0)
    hand: Mapping[str, int] = {}
    realm: tuple[str | VillageNoted, ...] = ()
    bought: int = Field(default=0, ge=0)
    silent: int = Field(default=0, ge=0)
    lines: str = ""
    steps: str = ""


class PositionNoted(Noted):
    """What is said of a position; ``mover`` is next in turn in planning."""

    round: int = Field(default=1, ge=1)
    phase: str = Field(default="planning", pattern="^(planning|journey)$")
    sitting: int = Field(default=1, ge=1)
    starting: Seat | None = None
    mover: Seat | None = None
    options: Mapping[str, Any] = {}
    players: Mapping[Seat, PlayerNoted | None]
    pile: tuple[str, ...] = ()
    discards: Mapping[str, int] = {}
    rest: str = "draw"


def position(box: Box, info: GameInfo, facts: Facts) -> State | tuple[Problem, ...]:
    """The position described, or all that is wrong with its description."""
    noted = fill_in(facts, "position", PositionNoted)
    if isinstance(noted, tuple):
        return noted
    options = info.settle_options(noted.options)
    seats = tuple(noted.players)
    wrong = options if isinstance(options, tuple) else info.stranger_problems(options, seats)
    problems = (*info.seat_problems(seats), *wrong)
    if problems or isinstance(options, tuple):
        return problems
    reading = _Reading(box, seats, options)
    state = reading.state(noted)
    if reading.problems or state is None:
        return tuple(reading.problems)
    return tuple(Problem("position", f"{complaint}.") for complaint in complaints(box.deck, state)) or state


class _Reading:
    """Names and numbers of a position, looked up in the box."""

    def __init__(self, box: Box, seats: tuple[Seat, ...], options: Mapping[str, OptionValue]) -> None:
        self._box, self._seats, self._options = box, seats, options
        self._names = card_names(box.chart)
        self._left = box.deck.cards(options)
        self._grammar: Grammar = grammar(box.chart, seats)
        self.problems: list[Problem] = []

    def state(self, noted: PositionNoted) -> State | None:
        """The position, its cards counted out of the box one after another."""
        players = {seat: self._player(seat, player or PlayerNoted()) for seat, player in noted.players.items()}
        discards = self._cards(noted.discards)
        pile = self._taken(noted.pile)
        starting = self._seat(noted.starting or self._seats[0])
        mover = self._seat(noted.mover or starting)
        draw, discards = self._rest(noted.rest, players, pile, discards)
        journey = noted.phase == "journey"
        if journey and not any(player.realm for player in players.values()):
            self._fault("journeys need a village on the table", (), "")
        if self.problems:
            return None
        standing = Standing(starting, 0) if journey else Standing(mover, noted.sitting)
        phase: Phase = "journey" if journey else "planning"
        return State(noted.round, phase, self._seats, players, draw, discards, starting, standing, self._options)

    def _rest(
        self, where: str, players: dict[Seat, Player], pile: tuple[str, ...], discards: tuple[str, ...]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Where the cards go that are not mentioned."""
        deck, rest = self._box.deck, self._left
        if where in players:
            players[where] = replace(players[where], hand=deck.sorted((*players[where].hand, *rest)))
            rest = ()
        elif where not in ("draw", "discards"):
            self._fault(f"the rest of the cards cannot go to '{where[:40]}'", ("draw", "discards", *players), where)
        if where == "discards":
            return pile, deck.sorted((*discards, *rest))
        return (*pile, *rest), deck.sorted(discards)

    def _player(self, seat: Seat, noted: PlayerNoted) -> Player:
        realm = tuple(self._village(one) for one in noted.realm)
        page = page_of(self._grammar.read(f"{noted.lines}\n{noted.steps}", seat, seat)[0], "planning")
        steps = tuple(step.tries if isinstance(step, Line) else () for step in page.steps or ())
        return Player(
            gold=self._box.deck.start_gold if noted.gold is None else noted.gold,
            hand=self._box.deck.sorted(self._cards(noted.hand)),
            realm=tuple(village for village in realm if village),
            bought=noted.bought,
            silent=noted.silent,
            lines=tuple(line.tries for line in page.lines) if page.lines else None,
            steps=steps if page.steps else None,
        )

    def _village(self, noted: str | VillageNoted) -> Village | None:
        one = VillageNoted(village=noted) if isinstance(noted, str) else noted
        taken = self._taken((one.village,))
        if not taken:
            return None
        village = Village(self._box.deck.kinds[taken[0]].terrain)
        for card, owner in (("gold", one.gold), ("thief", one.thief), ("tree", one.tree), ("sea-monster", one.monster)):
            slot = self._box.deck.kinds[card].slot
            if owner is not None and slot is not None and self._taken((card,)):
                village = village.carrying(slot, Placed(card, self._seat(owner)))
        return village

    def _cards(self, noted: Mapping[str, int]) -> tuple[str, ...]:
        return self._taken(name for name, number in noted.items() for _ in range(min(number, len(self._left))))

    def _taken(self, names: Iterable[str]) -> tuple[str, ...]:
        """Cards out of the box, by any of their names."""
        found = []
        for name in names:
            card = self._names.get(name.casefold())
            if card is None:
                self._fault(f"there is no card called '{name[:40]}'", self._names, name)
                continue
            left = without(self._left, (card,))
            if left is None:
                self._fault(f"there are not so many cards '{card}'", (), name)
                continue
            self._left = left
            found.append(card)
        return tuple(found)

    def _seat(self, seat: Seat) -> Seat:
        if seat in self._seats:
            return seat
        self._fault(f"there is no player '{seat[:40]}'", self._seats, seat)
        return self._seats[0]

    def _fault(self, message: str, known: Iterable[str], written: str) -> None:
        near = nearest(written.casefold(), known)
        hint = f"Did you mean '{near[0]}'?" if near else ""
        self.problems.append(
            Problem("position", f"{message[0].upper()}{message[1:]}.", hint=hint, weight=Weight.UNKNOWN)
        )
