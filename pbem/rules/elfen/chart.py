"""The transport chart of the elf games: what goes where for how many cards, and paying cards out of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal, Self, TypeAlias

from pydantic import Field, model_validator

from pbem.game import GameInfo
from pbem.tabletop import Printed, printed

Hand: TypeAlias = tuple[str, ...]
"""Cards by kind; in a position they lie in the order of the deck."""

UPSTREAM = "river-up"
"""How the chart calls a river against the stream."""


class Terrain(Printed):
    """A terrain of the chart; water needs no road."""

    kind: Literal["road", "water"]
    aliases: tuple[str, ...] = ()


class Transport(Printed):
    """A way to travel: its cards' price by terrain, and what people call it."""

    name: str
    short: str
    """The one word for it in order lines."""
    aliases: tuple[str, ...] = ()
    cost: Mapping[str, int] = Field(min_length=1)


class Chart(Printed):
    """The chart as printed."""

    terrains: Mapping[str, Terrain]
    transports: Mapping[str, Transport]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        strange = [
            f"{transport} on {terrain}"
            for transport, card in self.transports.items()
            for terrain in card.cost
            if terrain not in (*self.terrains, UPSTREAM)
        ]
        if strange:
            raise ValueError(f"The chart is misprinted: {', '.join(strange)}")
        return self

    def price(self, transport: str, terrain: str, extra: int = 0) -> int | None:
        """Cards of one transport for one terrain, and ``extra`` for an obstacle; None if it cannot go there."""
        cards = self.transports[transport].cost.get(terrain)
        return None if cards is None else cards + extra

    def fitting(self, terrain: str) -> tuple[str, ...]:
        """The transports that go on a terrain, in the order of the chart."""
        return tuple(transport for transport, card in self.transports.items() if terrain in card.cost)

    def short(self, transport: str) -> str:
        """The one word for a transport in order lines."""
        return self.transports[transport].short

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The transport that each id, name and alias means; the short words first, since hints name those."""
        shorts = {card.short: transport for transport, card in self.transports.items()}
        return shorts | {
            name: transport
            for transport, card in self.transports.items()
            for name in (transport, card.name, *card.aliases)
        }

    @cached_property
    def terrain_names(self) -> Mapping[str, str]:
        """The terrain that each id and alias means."""
        return {name: terrain for terrain, printed in self.terrains.items() for name in (terrain, *printed.aliases)}


def the_chart(info: GameInfo) -> Chart:
    """The chart that the elf games share, from the folder beside their own."""
    return printed(info.printed.parent / "elfen" / "chart.yaml", Chart)


def counted(cards: Iterable[str]) -> dict[str, int]:
    """How many of each kind, in the order in which the kinds come up."""
    found: dict[str, int] = {}
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found


def spread(kinds: Mapping[str, int]) -> Hand:
    """The cards again, kind by kind."""
    return tuple(kind for kind, number in kinds.items() for _ in range(number))


def holds(hand: Iterable[str], cards: Iterable[str]) -> bool:
    """Whether all of these cards are in a hand."""
    return without(hand, cards) is not None


def without(hand: Iterable[str], cards: Iterable[str]) -> Hand | None:
    """The hand once these cards are paid out of it; None if one of them is not there."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def ordered(cards: Iterable[str], deck: Iterable[str]) -> Hand:
    """Cards in the order of the deck's kinds, as a position keeps them."""
    row = list(deck)
    return tuple(sorted(cards, key=row.index))
