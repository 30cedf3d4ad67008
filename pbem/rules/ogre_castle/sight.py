"""What each reader may know of a position, built field by field (Ogre Castle 2.6, 13.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.model import Seat


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
    silent: int
    """For how many rounds running he has sent no sheet."""


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
