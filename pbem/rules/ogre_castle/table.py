"""The table while a round is played: tokens, gems, hands and deck as they stand now, and the turn under way.

It moves pieces and tells what happened; which of that the rules allow is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.model import Event, Seat
from pbem.rng import Rng
from pbem.rules.ogre_castle.castle import OGRE, Castle, Player, State, order_of_play
from pbem.rules.ogre_castle.orders import Sieve
from pbem.rules.ogre_castle.routes import Route
from pbem.rules.ogre_castle.sheets import InForce


@dataclass(slots=True)
class Battle:
    """A battle under way, the flight included (5.8)."""

    knight: Seat
    dice: dict[Seat, int]
    """Dice each throws now."""
    luck: dict[Seat, int]
    """What LUCKY and FUMBLE have changed in the scores."""
    changes: dict[Seat, list[dict[str, Any]]]
    faces: dict[Seat, list[int]] | None = None
    """The last throw; None before the first."""

    def foe(self, seat: Seat) -> Seat | None:
        """The other combatant, of somebody who fights."""
        if seat == OGRE:
            return self.knight
        return OGRE if seat == self.knight else None


@dataclass(slots=True)
class Steering:
    """Who steers the active player's token, and how (6.5)."""

    by: Seat
    sieves: tuple[Sieve, ...]


@dataclass(frozen=True, slots=True)
class PlayedScroll:
    """A scroll that took effect this turn."""

    scroll: str
    by: Seat
    on: Seat | None


@dataclass(slots=True)
class Turn:
    """What holds for one player's turn only."""

    active: Seat
    rng: Rng
    empty: int
    """Rooms that were empty when the turn began, as a mask (4.8)."""
    entered: int
    """Rooms that have been entered this turn, the one it began in too (4.5)."""
    window: str = "start"
    count: int | None = None
    """The latest movement or flight count (9.2)."""
    reckoning: bool = False
    """Whether the count of the move stands and the token has not moved yet: CANFIGHT, CANGEM, CANWIN (9.1)."""
    frozen: bool = False
    dice: int = 1
    """Movement dice."""
    ghost: bool = False
    steering: Steering | None = None
    battle: Battle | None = None
    played: list[PlayedScroll] = field(default_factory=list)
    routes: dict[int, list[Route]] = field(default_factory=dict)
    """The legal routes of the move by count, as far as asked for."""
    rebuilt: int = 0


class Table:
    """A round under way."""

    def __init__(self, castle: Castle, state: State, sheets: Mapping[Seat, InForce]) -> None:
        self.castle = castle
        self.before = state
        self.seats = state.seats
        self.order = order_of_play(state.seats, state.reversed)
        self.needed = castle.needed(state.seats)
        self.sheets = sheets
        self.at = {seat: castle.index[player.at] for seat, player in state.players.items()}
        self.armor = {seat: player.armor for seat, player in state.players.items()}
        self.gems = {castle.index[room]: colour for room, colour in state.gems.items()}
        self.captured = {colour: state.players[colour].gems for colour in state.colours}
        self.throne = dict(state.throne)
        self.hands = {seat: list(player.hand) for seat, player in state.players.items()}
        self.fresh = dict.fromkeys(state.seats, 0)
        self.deck = list(state.deck)
        self.discards = list(state.discards)
        self.reversing = False
        """Whether the order of the knights changes after this round."""
        self.winner: Seat | None = None
        self.told: list[Event] = []
        self.turn: Turn

    # -------------------------------------------------------------- telling

    def tell(self, kind: str, cause: tuple[Seat, int] | None = None, **facts: Any) -> None:
        """Something that everybody sees."""
        self.told.append(Event(kind, facts, None, cause))

    def whisper(self, event: Event) -> None:
        """Something that one seat alone is told."""
        self.told.append(event)

    # -------------------------------------------------------------- what is open

    def gems_of(self, seat: Seat) -> int:
        """How many captured gems somebody has, of all colours."""
        return sum(self.throne.values()) if seat == OGRE else self.captured[seat]

    def done(self, seat: Seat) -> bool:
        """Whether somebody has gems enough to win (6.8)."""
        return self.gems_of(seat) >= self.needed[seat]

    def own_gems(self, seat: Seat) -> tuple[int, ...]:
        """The rooms with gems of this knight's colour."""
        return tuple(sorted(room for room, colour in self.gems.items() if colour == seat))

    def chips_left(self) -> int:
        """Armor chips in the supply (6.3)."""
        return self.castle.limits.armor_chips - sum(self.armor.values())

    def tokens(self, *besides: Seat) -> int:
        """The rooms with tokens as a mask, some seats apart."""
        mask = 0
        for seat, room in self.at.items():
            if seat not in besides:
                mask |= 1 << room
        return mask

    def gem_rooms(self, besides: Seat = "") -> int:
        """The rooms with gems as a mask, one colour apart."""
        mask = 0
        for room, colour in self.gems.items():
            if colour != besides:
                mask |= 1 << room
        return mask

    def score(self, seat: Seat) -> int:
        """A combatant's score after a throw: dice, armor, luck (5.2)."""
        battle = self.turn.battle
        assert battle is not None and battle.faces is not None
        return sum(battle.faces[seat]) + self.armor[seat] + battle.luck[seat]

    def next_order(self) -> tuple[Seat, ...]:
        """The order of play of the next round, as it looks now (6.7)."""
        return order_of_play(self.seats, self.before.reversed != self.reversing)

    # -------------------------------------------------------------- moving pieces

    def discard(self, seat: Seat, scroll: str) -> None:
        """A scroll played goes to the discards at once (2.7); of several alike the one held longest."""
        hand = self.hands[seat]
        place = hand.index(scroll)
        if place >= len(hand) - self.fresh[seat]:
            self.fresh[seat] -= 1
        del hand[place]
        self.discards.insert(0, scroll)

    def draw(self, seat: Seat) -> None:
        """The top scroll of the deck, which is rebuilt if it is empty (2.7)."""
        if not self.deck and self.discards:
            self.turn.rebuilt += 1
            rng = self.turn.rng.child(f"deck-{self.turn.rebuilt}")
            self.deck = list(rng.shuffled(self.discards, "the discards become the deck"))
            self.discards = []
            self.tell("rebuilt", scrolls=len(self.deck))
        if not self.deck:
            self.tell("no-scroll", seat=seat)
            return
        scroll = self.deck.pop(0)
        self.hands[seat].append(scroll)
        self.fresh[seat] += 1
        self.tell("drew", seat=seat, deck=len(self.deck))
        self.whisper(Event("drawn", {"seat": seat, "scroll": scroll}, (seat,)))

    def begin_turn(self, seat: Seat, rng: Rng) -> None:
        """Notes which rooms are empty: no gate, no throne, no gem, no token (4.8)."""
        taken = self.tokens() | self.gem_rooms() | self.castle.throne | self.castle.gates
        self.turn = Turn(seat, rng, ~taken, 1 << self.at[seat])

    # -------------------------------------------------------------- the position after it

    def state(self, standing: Mapping[Seat, Sequence[str]], silent: Mapping[Seat, int]) -> State:
        """The position after the round."""
        ids = self.castle.ids
        last = self.before.round >= self.castle.limits.rounds
        players = {
            seat: Player(
                at=ids[self.at[seat]],
                armor=self.armor[seat],
                gems=self.captured.get(seat, 0),
                hand=tuple(self.hands[seat]),
                fresh=self.fresh[seat],
                standing=tuple(standing[seat]),
                silent=silent[seat],
            )
            for seat in self.seats
        }
        return State(
            round=self.before.round + 1,
            seats=self.seats,
            players=players,
            gems={ids[room]: colour for room, colour in self.gems.items()},
            throne=self.throne,
            stock=self.before.stock,
            deck=tuple(self.deck),
            discards=tuple(self.discards),
            reversed=self.before.reversed != self.reversing,
            winner=self.winner,
            ended="won" if self.winner else "drawn" if last else "",
        )
