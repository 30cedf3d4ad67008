"""What a player may order: lines of a planning list and steps of a journey, their tests, and how each is written back.

A line holds alternatives joined by ELSE, each with tests of its own (King of the Elves 14.3); so does a step, without
tests (13.3). The kinds tell them apart in a stored position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pbem.model import Order
from pbem.rules.elfen import lists

ME = "me"
"""Stands for the writer's own realm."""


@dataclass(frozen=True)
class Spot:
    """A village by realm and terrain, or by realm and place from its owner's right (14.8); no realm: any."""

    realm: str
    which: str | int

    def __str__(self) -> str:
        return f"{realm_text(self.realm)}/{self.which}" if self.realm else str(self.which)


@dataclass(frozen=True)
class Wish:
    """Cards of one kind in a DROP or KEEP; without a number, all of them (14.6)."""

    card: str
    number: int | None = None

    def __str__(self) -> str:
        return short(self.card) if self.number is None else f"{self.number} {short(self.card)}"


# ------------------------------------------------------------------ planning


@dataclass(frozen=True)
class PlayVillage:
    """Put a village card into a realm (6.4)."""

    terrain: str
    realm: str
    kind: Literal["village"] = "village"

    def __str__(self) -> str:
        return f"VILLAGE {self.terrain} TO {realm_text(self.realm)}"


@dataclass(frozen=True)
class PlaceCard:
    """Place a gold, thief or obstacle card beside a village (6.8)."""

    card: str
    at: Spot
    kind: Literal["place"] = "place"

    def __str__(self) -> str:
        return f"{short(self.card).upper()} ON {self.at}"


@dataclass(frozen=True)
class Remove:
    """Discard a village of one's own realm with all that lies on it (6.9)."""

    at: Spot
    kind: Literal["remove"] = "remove"

    def __str__(self) -> str:
        return f"REMOVE {self.at}"


@dataclass(frozen=True)
class Buy:
    """Buy the top card of the draw pile (6.7)."""

    kind: Literal["buy"] = "buy"

    def __str__(self) -> str:
        return "BUY"


@dataclass(frozen=True)
class Exchange:
    """Draw three cards, discard four as wished beforehand (6.6, 14.6)."""

    drop: tuple[Wish, ...] = ()
    keep: tuple[Wish, ...] = ()
    kind: Literal["exchange"] = "exchange"

    def __str__(self) -> str:
        return f"EXCHANGE{_wishes(self.drop, self.keep)}"


@dataclass(frozen=True)
class NoVillage:
    """Declare that one has no village, take one from the pile and discard a card (6.5)."""

    take: tuple[str, ...] = ()
    drop: tuple[Wish, ...] = ()
    keep: tuple[Wish, ...] = ()
    kind: Literal["no-village"] = "no-village"

    def __str__(self) -> str:
        take = f" TAKE {', '.join(self.take)}" if self.take else ""
        return f"NOVILLAGE{take}{_wishes(self.drop, self.keep)}"


# ------------------------------------------------------------------ journeys


@dataclass(frozen=True)
class Visit:
    """Go on to the next village by one transport; village and number of cards, if named, must fit (7.4, 13.3)."""

    transport: str
    at: Spot | None = None
    cards: int | None = None
    escort: bool = False
    kind: Literal["visit"] = "visit"

    def __str__(self) -> str:
        village = f" {self.at}" if self.at else ""
        number = f"{self.cards} " if self.cards else ""
        return f"VISIT{village} BY {number}{short(self.transport)}{' ESCORT' if self.escort else ''}"


@dataclass(frozen=True)
class Reverse:
    """Play a change of direction (8.2)."""

    kind: Literal["reverse"] = "reverse"

    def __str__(self) -> str:
        return "REVERSE"


@dataclass(frozen=True)
class Leap:
    """Play a wizard: to any village for 3 gold and four travel cards (11.2)."""

    to: Spot
    cards: tuple[str, ...]
    escort: bool = False
    kind: Literal["leap"] = "leap"

    def __str__(self) -> str:
        cards = ", ".join(_counted(self.cards))
        return f"WIZARD TO {self.to} WITH {cards}{' ESCORT' if self.escort else ''}"


Action: TypeAlias = PlayVillage | PlaceCard | Remove | Buy | Exchange | NoVillage
"""What a turn of planning may do, besides passing."""
Step: TypeAlias = Visit | Reverse | Leap
"""What a journey is made of."""
STEPS = (Visit, Reverse, Leap)

# ------------------------------------------------------------------ tests


@dataclass(frozen=True)
class There:
    """There is such a village."""

    at: Spot
    kind: Literal["there"] = "there"

    def __str__(self) -> str:
        return f"{self.at}"


@dataclass(frozen=True)
class Lies:
    """Such a card lies on such a village, of anybody or of one player."""

    card: str
    at: Spot
    owner: str | None = None
    kind: Literal["lies"] = "lies"

    def __str__(self) -> str:
        owner = f" OF {realm_text(self.owner)}" if self.owner else ""
        return f"{short(self.card).upper()}{owner} ON {self.at}"


@dataclass(frozen=True)
class Full:
    """A realm has no room left."""

    realm: str
    kind: Literal["full"] = "full"

    def __str__(self) -> str:
        return f"FULL {realm_text(self.realm)}"


@dataclass(frozen=True)
class Hold:
    """So many of a card are in the writer's hand."""

    card: str
    number: int = 1
    kind: Literal["hold"] = "hold"

    def __str__(self) -> str:
        number = f"{self.number} " if self.number != 1 else ""
        return f"HOLD {number}{short(self.card)}"


@dataclass(frozen=True)
class Purse:
    """The writer has at least so much gold."""

    gold: int
    kind: Literal["purse"] = "purse"

    def __str__(self) -> str:
        return f"PURSE {self.gold}"


Test: TypeAlias = There | Lies | Full | Hold | Purse
"""What may be asked after IF; PASSED, QUIET and TURN are the same in all elf games."""

# ------------------------------------------------------------------ lines

Tries: TypeAlias = tuple[lists.Try[Action, Test], ...]
"""A line of planning: its alternatives, as a position keeps them."""
Stages: TypeAlias = tuple[lists.Try[Step, Test], ...]
"""A step of a journey: its alternatives, without tests."""
WORDING: lists.Wording[Any, Any] = lists.Wording(action=str, test=str)
"""How lines and steps are written back."""


@dataclass(frozen=True)
class Head(Order):
    """Heads a part of the page."""

    part: Literal["planning", "journey"]

    def __str__(self) -> str:
        return self.part.upper()


# ------------------------------------------------------------------ texts

SHORT = {
    "giant-pig": "pig",
    "elfcycle": "cycle",
    "magic-cloud": "cloud",
    "troll-wagon": "wagon",
    "sea-monster": "monster",
    "change-direction": "reverse",
}


def short(card: str) -> str:
    """The short word for a card in order lines; a village card goes by its terrain."""
    return SHORT.get(card, card.removeprefix("village-"))


def said(card: str) -> str:
    """A card in a sentence, where "gold" alone would be coins."""
    return "gold card" if card == "gold" else short(card)


def realm_text(realm: str) -> str:
    """A realm as order lines name it."""
    return "ME" if realm == ME else realm


def _wishes(drop: Sequence[Wish], keep: Sequence[Wish]) -> str:
    dropped = f" DROP {', '.join(map(str, drop))}" if drop else ""
    kept = f" KEEP {', '.join(map(str, keep))}" if keep else ""
    return dropped + kept


def _counted(cards: Sequence[str]) -> list[str]:
    """Cards in a row, equal ones counted."""
    kinds = dict.fromkeys(cards)
    return [f"{cards.count(card)} {short(card)}" if cards.count(card) > 1 else short(card) for card in kinds]
