"""What may be ordered (Elfenland 17): counters to take, a planning list, a journey, what is thrown away and kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pbem.model import Order, Span

UNSEEN = "unseen"
"""The wish for a counter from the face-down pile."""

Face: TypeAlias = Literal["", "secret", "open"]
"""Which of two counters of one type is meant; not said, the open one if there is one (7.12)."""


@dataclass(frozen=True)
class Take(Order):
    """Wishes for one open counter, the first that can be met is met (17.1)."""

    wishes: tuple[str, ...]


# ------------------------------------------------------------------ planning


@dataclass(frozen=True)
class Lay:
    """Lay a counter on a road (7.3)."""

    counter: str
    road: str
    face: Face = ""
    kind: Literal["lay"] = "lay"


@dataclass(frozen=True)
class Block:
    """Lay the obstacle on a road (7.5)."""

    road: str
    kind: Literal["block"] = "block"


Act: TypeAlias = Lay | Block


@dataclass(frozen=True)
class HasCounter:
    """Whether a road has a counter, or one of this type."""

    road: str
    counter: str | None = None
    kind: Literal["counter"] = "counter"


@dataclass(frozen=True)
class HasObstacle:
    """Whether a road has an obstacle."""

    road: str
    kind: Literal["obstacle"] = "obstacle"


@dataclass(frozen=True)
class IsFree:
    """Whether a road has no counter."""

    road: str
    kind: Literal["free"] = "free"


@dataclass(frozen=True)
class Holds:
    """Whether the writer's hand holds so many cards of a type."""

    card: str
    number: int = 1
    kind: Literal["hold"] = "hold"


Question: TypeAlias = HasCounter | HasObstacle | IsFree | Holds


# ------------------------------------------------------------------ travel


@dataclass(frozen=True)
class Step:
    """One connection of a journey: the town it leads to and how it is paid.

    ``way`` is a transport, ``river`` or ``lake`` for the raft there, ``caravan`` with its cards, or empty where only
    the town is named. ``origin`` is the town that the page names as the one before.
    """

    to: str
    way: str = ""
    cards: tuple[str, ...] = ()
    origin: str | None = None


@dataclass(frozen=True)
class Go(Order):
    """A journey, or a part of one (17)."""

    steps: tuple[Step, ...]
    places: tuple[Span, ...] = field(default=(), compare=False)
    """Where each step was written."""


@dataclass(frozen=True)
class Stay(Order):
    """Do not move (8.1)."""


@dataclass(frozen=True)
class Discard(Order):
    """Cards to throw away, in this order (8.15)."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class Keep(Order):
    """The counter to keep (9.3)."""

    counter: str
    face: Face = ""


TRAVEL = (Go, Stay, Discard, Keep)
"""The orders of a travel page."""


@dataclass(frozen=True)
class Choice:
    """The counter to keep, as a position has it."""

    counter: str
    face: Face = ""


@dataclass(frozen=True)
class Journey:
    """A travel page as a position keeps it: steps, cards to throw away, the counter to keep (17.6)."""

    steps: tuple[Step, ...] = ()
    discard: tuple[str, ...] = ()
    keep: Choice | None = None
