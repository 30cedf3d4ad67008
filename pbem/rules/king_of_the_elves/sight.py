"""What each reader may know of a position, built field by field (King of the Elves 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.game import OptionValue
from pbem.model import Seat


@dataclass(frozen=True)
class VillageSeen:
    """A village on the table. ``place`` counts from its owner's right, 1 first; ``spot`` is its name, "bob/2".

    ``gold``, ``thief`` and ``obstacle`` name the player whose token lies on such a card, if one lies here.
    """

    realm: Seat
    place: int
    spot: str
    """Realm and number, the name that never fails."""
    name: str
    """Realm and terrain, "bob/lake"; with the number, "bob/2", where the realm holds another of that terrain."""
    terrain: str
    value: int
    gold: Seat | None
    thief: Seat | None
    obstacle: Seat | None
    obstacle_kind: str | None
    """``tree`` or ``sea-monster``, where there is one."""


@dataclass(frozen=True)
class PlayerSeen:
    """What is open about a player, and his gold and hand where this reader may know them (15.2, 15.3)."""

    seat: Seat
    realm: tuple[VillageSeen, ...]
    """From his right to his left, as the road goes clockwise."""
    cards: int
    """How many cards he holds."""
    tokens: int
    """His unused tokens."""
    bought: int
    """How many cards he has bought this round."""
    silent: int
    """How many deadlines running he has sent nothing."""
    gold: int | None
    """His gold: the reader's own, with the option ``open_gold`` everybody's, at the end everybody's."""
    hand: Mapping[str, int] | None
    """His cards by kind, in the order of the deck: the reader's own, at the end everybody's."""


@dataclass(frozen=True)
class Way:
    """What one transport would cost at a village: so many cards of it, or None where it cannot go."""

    transport: str
    cards: int


@dataclass(frozen=True)
class Stage:
    """A village on the reader's own road, the right-most of his realm first, and what a visit on foot would bring."""

    village: VillageSeen
    ways: tuple[Way, ...]
    """Each transport that can go there, with the cards it takes, an obstacle of others included (7.6, 7.7)."""
    thief: Seat | None
    """Who is paid for a thief, if it is not the reader's own (7.8)."""
    income: int
    """What the bank pays: the value, twice on a gold card of his own (7.9, 7.10)."""


@dataclass(frozen=True)
class Removal:
    """A village of the reader's own that he could take off the table, and the price (6.9)."""

    spot: str
    name: str
    price: int
    affordable: bool


@dataclass(frozen=True)
class Legal:
    """What the reader could do in planning if it were his turn now (15.1)."""

    villages: tuple[str, ...]
    """Terrains of village cards in his hand."""
    rooms: tuple[Seat, ...]
    """Realms with room for a village."""
    placings: Mapping[str, tuple[str, ...]]
    """For each gold, thief, tree or sea monster card in hand, the villages it could go to, by ``name``."""
    removals: tuple[Removal, ...]
    price: int | None
    """What the next card costs; None if none can be bought."""
    exchange: bool
    no_village: bool
    may_pass: bool


@dataclass(frozen=True)
class LineKept:
    """An order in force from an earlier page, as it would be written today."""

    text: str


@dataclass(frozen=True)
class Own:
    """What only the reader knows: his hand, his gold, and his orders still in force."""

    hand: Mapping[str, int]
    gold: int
    lines: tuple[str, ...]
    """What is left of his planning list."""
    steps: tuple[str, ...]
    """His journey sheet, if he has sent one early."""


@dataclass(frozen=True)
class View:
    """What one reader may know; the public, ``reader`` None, has no own cards."""

    reader: Seat | None
    round: int
    rounds: int
    phase: str
    """``planning``, ``journey`` or ``over``."""
    sitting: int
    """The sitting of planning that orders are asked for, 1 first; 0 when planning is over."""
    sittings: int
    """How many there may be in a round (14.4.4)."""
    starting: Seat
    mover: Seat
    """Who moves first when play goes on."""
    room: int
    """How many villages a realm holds (6.4.1)."""
    options: Mapping[str, OptionValue]
    players: tuple[PlayerSeen, ...]
    """In seat order, clockwise."""
    pile: int
    """The size of the draw pile."""
    discards: Mapping[str, int]
    """The discard pile card by card, in the order of the deck."""
    road: tuple[Stage, ...]
    """The reader's road once round the table (7.3, 7.4); empty for the public and for who has no village."""
    legal: Legal | None
    own: Own | None
