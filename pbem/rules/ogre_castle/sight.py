"""What each reader may know of a position, built field by field (Ogre Castle 2.6, 13.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.model import Seat
from pbem.rules.ogre_castle.castle import OGRE, Castle, Player, State, order_of_play


@dataclass(frozen=True)
class PlayerSeen:
    """What is open about a player (2.6)."""

    seat: Seat
    knight: bool
    at: str
    home: str
    gems: Mapping[Seat, int]
    """Captured gems by colour, red, yellow, blue; colours without any are left out. A knight has only his own."""
    captured: int
    """How many captured gems in all."""
    lost: int
    """Gems of this knight's colour in the throne room; of the ogre 0."""
    armor: int
    scrolls: int
    """How many scrolls he holds."""
    missing: int
    """How many gems he still needs before he can win by going home; 0 when he has enough."""
    done: bool
    """Whether he has gems enough to win."""


@dataclass(frozen=True)
class ScrollHeld:
    """Scrolls of one kind in the reader's hand."""

    scroll: str
    count: int
    fresh: int
    """How many of them were drawn, or dealt, in the turn just played."""
    windows: tuple[str, ...]
    """``response`` for NEGATE; else of ``start``, ``ready``, ``rolled``, ``battle``, ``dice``, ``end``."""
    text: str
    """What it does."""


@dataclass(frozen=True)
class Nearest:
    """The nearest room of some kind: which, and how many hallways away."""

    room: str
    distance: int


@dataclass(frozen=True)
class Own:
    """What the reader alone knows of himself, and how far it is to where he wants to go."""

    hand: tuple[ScrollHeld, ...]
    """In the order of the deck's list."""
    standing: tuple[str, ...]
    """The lines of his sheet that stands for later rounds (7.3); empty if none stands."""
    to_home: int
    """Plain hallways from his token to his home."""
    gem: Nearest | None
    """The nearest gem of his colour on the map."""


@dataclass(frozen=True)
class View:
    """What one reader may know; the public has nothing of its own."""

    round: int
    """The round that orders are asked for; 0 while the ogre places the gems."""
    reader: Seat | None
    placing: bool
    """Whether the ogre is still to place the gems."""
    over: bool
    winner: Seat | None
    """None also when the game was drawn."""
    seats: tuple[Seat, ...]
    """Everybody, clockwise, the ogre first."""
    order: tuple[Seat, ...]
    """The order of play in the coming round."""
    reversed: bool
    """Whether the knights play in the opposite order in the coming round."""
    players: tuple[PlayerSeen, ...]
    """In the order of ``order``."""
    gems: Mapping[str, Seat]
    """The colour of the gem in each treasure room that holds one, in the order of rooms."""
    deck: int
    """How many scrolls are left in it."""
    discards: Mapping[str, int]
    """The scrolls played since the deck was last rebuilt, by kind in the order of the deck's list."""
    chips: int
    """Armor chips left in the supply."""
    needed: Mapping[Seat, int]
    """How many captured gems each needs to win."""
    rounds: int
    """After this round a game without a winner is drawn (6.10)."""
    own: Own | None


def view(castle: Castle, state: State, reader: Seat | None) -> View:
    """The position as this reader may know it (2.6, 13.2)."""
    order = order_of_play(state.seats, state.reversed)
    chips = castle.limits.armor_chips - sum(player.armor for player in state.players.values())
    return View(
        round=state.round,
        reader=reader,
        placing=state.round == 0,
        over=bool(state.ended),
        winner=state.winner,
        seats=state.seats,
        order=order,
        reversed=state.reversed,
        players=tuple(_seen(castle, state, seat) for seat in order),
        gems=dict(state.gems),
        deck=len(state.deck),
        discards=_counted(castle, state.discards),
        chips=chips,
        needed=castle.needed(state.seats),
        rounds=castle.limits.rounds,
        own=_own(castle, state, reader) if reader is not None else None,
    )


def _seen(castle: Castle, state: State, seat: Seat) -> PlayerSeen:
    player = state.players[seat]
    gems = state.throne if seat == OGRE else {seat: player.gems}
    captured = sum(gems.values())
    missing = max(0, castle.needed(state.seats)[seat] - captured)
    return PlayerSeen(
        seat=seat,
        knight=seat != OGRE,
        at=player.at,
        home=castle.ids[castle.homes[seat]],
        gems={colour: count for colour, count in gems.items() if count},
        captured=captured,
        lost=state.throne.get(seat, 0),
        armor=player.armor,
        scrolls=len(player.hand),
        missing=missing,
        done=not missing,
    )


def _counted(castle: Castle, scrolls: Sequence[str]) -> dict[str, int]:
    """Scrolls by kind, in the order of the deck's list."""
    return {name: scrolls.count(name) for name in castle.kinds if name in scrolls}


def _own(castle: Castle, state: State, reader: Seat) -> Own:
    player = state.players[reader]
    far = castle.distance[castle.index[player.at]]
    gems = [castle.index[room] for room, colour in state.gems.items() if colour == reader]
    nearest = min(gems, key=lambda room: (far[room], room), default=None)
    return Own(
        hand=_held(castle, player),
        standing=player.standing,
        to_home=far[castle.homes[reader]],
        gem=None if nearest is None else Nearest(castle.ids[nearest], far[nearest]),
    )


def _held(castle: Castle, player: Player) -> tuple[ScrollHeld, ...]:
    fresh = player.hand[len(player.hand) - player.fresh :]
    return tuple(
        ScrollHeld(name, player.hand.count(name), fresh.count(name), tuple(kind.windows), kind.text)
        for name, kind in castle.kinds.items()
        if name in player.hand
    )
