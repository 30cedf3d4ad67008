"""What a miner may order: each kind of order as the rules know it (Elfengold 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pbem.model import Order

Tool: TypeAlias = Literal["shovel", "pickaxe"]
Kind: TypeAlias = Literal["rock", "gold"]
Choice: TypeAlias = Literal["yes", "no", "if leading"]


@dataclass(frozen=True)
class Borrow(Order):
    """Ask the Troll for a loan (4.7)."""


@dataclass(frozen=True)
class Buy(Order):
    """Buy some tools of one kind (4.1)."""

    tool: Tool
    number: int = 1


@dataclass(frozen=True)
class Move(Order):
    """Go to a space; the route follows from the rules (5.7)."""

    to: str


@dataclass(frozen=True)
class Stay(Order):
    """Stay where one is, a space that may be named; it shows that the sheet is meant (9.7)."""

    at: str | None = None


@dataclass(frozen=True)
class Dig(Order):
    """Dig where the move ends, a space that may be named, with a named tool or as 6.3 says."""

    tool: Tool | None = None
    at: str | None = None


@dataclass(frozen=True)
class Lay(Order):
    """Lay one counter face down (7.1)."""

    kind: Kind
    space: str


@dataclass(frozen=True)
class End(Order):
    """The wish to end the game, or not (8.1, 8.5)."""

    choice: Choice
