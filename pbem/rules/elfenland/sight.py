"""What each reader may know of a position, built field by field (Elfenland 12 and 16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.game import OptionValue
from pbem.model import Seat


@dataclass(frozen=True)
class ElfSeen:
    """What is open about a player."""

    seat: Seat
    at: str
    town: str
    """The name of the town his boot is in."""
    pieces: int
    """Town pieces gathered."""
    cards: int
    open: tuple[str, ...]
    secrets: int
    obstacle: bool
    """Whether his obstacle is unused."""


@dataclass(frozen=True)
class RoadSeen:
    """A road with a counter, and the cards of its type that are due there now."""

    link: str
    a: str
    b: str
    """The names of its towns."""
    terrain: str
    counter: str
    obstacle: bool
    price: int
    caravan: int


@dataclass(frozen=True)
class Way:
    """A connection at the reader's boot, and what it costs him with his present hand."""

    link: str
    to: str
    """The town at its other end."""
    town: str
    """Its name."""
    terrain: str
    """``river`` is down the river, ``river-up`` against the stream."""
    counter: str | None
    obstacle: bool
    price: int | None
    """Cards of ``kind``; None if it cannot be used."""
    kind: str | None
    """The transport that pays: the counter's, or rafts."""
    payable: bool
    caravan: int | None
    """Cards that a caravan takes, None where there can be none."""
    caravan_payable: bool
    piece: bool
    """Whether the reader's piece still lies there."""


@dataclass(frozen=True)
class Own:
    """What only the reader knows of himself."""

    at: str
    town: str
    hand: tuple[str, ...]
    dealt: tuple[str, ...]
    """The new cards of this round."""
    open: tuple[str, ...]
    secrets: tuple[str, ...]
    """Oldest first."""
    new_secrets: int
    """How many of them, the last ones, are of this round."""
    obstacle: bool
    out: tuple[str, ...]
    """Towns that still hold his piece."""
    out_names: tuple[str, ...]
    hometown: str | None
    hometown_name: str | None
    hometown_steps: int | None
    surplus: int
    """Cards that have to go if nothing is paid (8.10)."""
    wishes: tuple[str, ...]
    """What is left of his TAKE lines, as text."""
    list: tuple[str, ...]
    """What is left of his planning list, as text."""
    journey: tuple[str, ...]
    """His travel page sent early, as text."""
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class View:
    """What one reader may know; the public has no ``own``."""

    reader: Seat | None
    round: int
    rounds: int
    phase: str
    """``draw``, ``plan``, ``travel`` or ``over``."""
    lap: int
    """Of the draw, 1 to 3; 0 in other phases."""
    sitting: int
    """Of the planning, 1 to ``sittings``; 0 in other phases."""
    sittings: int
    strict: bool
    starting: Seat
    order: tuple[Seat, ...]
    """The order of turns in this round."""
    mover: Seat | None
    """Whose turn is next in the draw or in the planning."""
    passes: int
    """The length of the row of passes."""
    options: Mapping[str, OptionValue]
    players: tuple[ElfSeen, ...]
    """In the order of seats."""
    face_up: tuple[str, ...]
    pile: int
    """How many counters lie face down."""
    roads: tuple[RoadSeen, ...]
    out: Mapping[str, tuple[Seat, ...]]
    """Whose pieces still lie in each town, towns in the order of the board."""
    own: Own | None
    ended: str
