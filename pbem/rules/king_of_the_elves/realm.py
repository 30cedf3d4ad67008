"""The cards as printed, the realms of a table, and the position of a game (King of the Elves 2 to 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from pydantic import Field

from pbem.game import GameInfo, OptionValue
from pbem.model import Seat
from pbem.rules.elfen.chart import Chart, Hand, counted, the_chart
from pbem.rules.elfen.sitting import Standing
from pbem.rules.king_of_the_elves.orders import Stages, Tries
from pbem.tabletop import Printed, printed

Phase: TypeAlias = Literal["planning", "journey", "over"]
Group: TypeAlias = Literal["village", "travel", "special"]
Slot: TypeAlias = Literal["gold", "thief", "obstacle"]


class Kind(Printed):
    """One kind of card; ``slot`` is the place it takes beside a village (6.8.1)."""

    id: str
    kind: Group
    count: int = Field(ge=1)
    terrain: str = ""
    value: int = 0
    slot: Slot | None = None
    terrains: tuple[str, ...] = ()
    variant: str = ""
    """The option without which it is not in the deck."""


class Deal(Printed):
    """Cards dealt to each player (5.1)."""

    first: int
    later: int


class Prices(Printed):
    """What things cost: gold to the bank or to a thief's owner, cards for an obstacle."""

    cards: tuple[int, ...]
    village: int
    placed: int
    thief: int
    obstacle: int
    wizard: int


class Swap(Printed):
    """Cards drawn and discarded in an exchange (6.6)."""

    draw: int
    discard: int


class Deck(Printed):
    """The cards and numbers of the game as printed."""

    deck: tuple[Kind, ...]
    discard_order: tuple[Group, ...]
    rounds: Mapping[int, int]
    six_rounds: int
    deal: Deal
    start_gold: int
    tokens: int
    villages: Mapping[int, int]
    prices: Prices
    exchange: Swap
    wizard_cards: int
    gold_card: int
    round_trip: int

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """Every kind by its id, in the order of the deck."""
        return {kind.id: kind for kind in self.deck}

    @cached_property
    def terrains(self) -> Mapping[str, Kind]:
        """The village card of each terrain, the lowest value first."""
        villages = sorted((kind for kind in self.deck if kind.kind == "village"), key=lambda kind: kind.value)
        return {kind.terrain: kind for kind in villages}

    @cached_property
    def place(self) -> Mapping[str, int]:
        """Where each kind stands in the order of the deck."""
        return {kind.id: place for place, kind in enumerate(self.deck)}

    def sorted(self, cards: Iterable[str]) -> Hand:
        """Cards in the order of the deck."""
        return tuple(sorted(cards, key=self.place.__getitem__))

    def counts(self, cards: Iterable[str]) -> dict[str, int]:
        """How many of each kind, in the order of the deck."""
        return counted(self.sorted(cards))

    def value(self, terrain: str) -> int:
        """What a village of this terrain is worth (2.3)."""
        return self.terrains[terrain].value

    def cards(self, options: Mapping[str, OptionValue]) -> Hand:
        """All cards of a game, kind by kind; the wizards only if they were agreed on (3.1, 11.2.1)."""
        kinds = (kind for kind in self.deck if not kind.variant or options[kind.variant])
        return tuple(kind.id for kind in kinds for _ in range(kind.count))

    def is_village(self, card: str) -> bool:
        """Whether a card is a village."""
        return self.kinds[card].kind == "village"


@dataclass(frozen=True)
class Box:
    """All printed matter: the deck and the transport chart."""

    deck: Deck
    chart: Chart


def the_box(info: GameInfo) -> Box:
    """The game as printed."""
    return Box(printed(info.printed / "board.yaml", Deck), the_chart(info))


# ------------------------------------------------------------------ the table


@dataclass(frozen=True)
class Placed:
    """A card beside a village, with its owner's token (1.3)."""

    card: str
    owner: Seat


@dataclass(frozen=True)
class Village:
    """A village on the table and what lies beside it."""

    terrain: str
    gold: Placed | None = None
    thief: Placed | None = None
    obstacle: Placed | None = None

    @property
    def placed(self) -> tuple[Placed, ...]:
        """All cards beside it."""
        return tuple(card for card in (self.gold, self.thief, self.obstacle) if card is not None)

    def at(self, slot: Slot) -> Placed | None:
        """The card of a slot, if there is one (6.8.1)."""
        return {"gold": self.gold, "thief": self.thief, "obstacle": self.obstacle}[slot]

    def carrying(self, slot: Slot, card: Placed) -> Village:
        """The same village with a card more beside it."""
        match slot:
            case "gold":
                return replace(self, gold=card)
            case "thief":
                return replace(self, thief=card)
            case "obstacle":
                return replace(self, obstacle=card)


@dataclass(frozen=True)
class Player:
    """One player: his gold, hand and realm (from right to left), and his orders in force."""

    gold: int
    hand: Hand = ()
    realm: tuple[Village, ...] = ()
    bought: int = 0
    silent: int = 0
    """How many deadlines running he has sent nothing."""
    lines: tuple[Tries, ...] | None = None
    """What is left of the planning list that he has sent in this round, if he has sent one."""
    steps: tuple[Stages, ...] | None = None
    """His journey sheet, if he has sent one (13.6)."""

    @property
    def villages(self) -> int:
        """How many villages lie in his realm."""
        return len(self.realm)


@dataclass(frozen=True)
class State:
    """A position. ``draw`` is the draw pile, its top first."""

    round: int
    phase: Phase
    seats: tuple[Seat, ...]
    players: Mapping[Seat, Player]
    draw: Hand
    discards: Hand
    starting: Seat
    standing: Standing
    options: Mapping[str, OptionValue]

    def __post_init__(self) -> None:
        # A position read from JSON lists its players by name; around the table they go in the order of seats.
        object.__setattr__(self, "players", {seat: self.players[seat] for seat in self.seats})


def rounds(deck: Deck, seats: int, options: Mapping[str, OptionValue]) -> int:
    """How many rounds are played (4.1, 4.2)."""
    if options["six_rounds"] and seats == max(deck.rounds):
        return deck.six_rounds
    return deck.rounds[seats]


def spot(realm: Seat, place: int) -> str:
    """A village by realm and place from its owner's right, 1 first: the name that never fails (14.8)."""
    return f"{realm}/{place}"


def name(realm: Seat, villages: tuple[Village, ...], place: int) -> str:
    """A village by realm and terrain; by its place where the realm holds another of that terrain."""
    terrain = villages[place].terrain
    twins = sum(village.terrain == terrain for village in villages)
    return spot(realm, place + 1) if twins > 1 else f"{realm}/{terrain}"


def tokens_left(deck: Deck, players: Mapping[Seat, Player], seat: Seat) -> int:
    """A player's unused tokens: what does not lie on cards is in his realm (2.7, 6.9.2)."""
    used = sum(card.owner == seat for player in players.values() for village in player.realm for card in village.placed)
    return deck.tokens - used


def complaints(deck: Deck, state: State) -> tuple[str, ...]:
    """What cannot be: cards lost or made, too many tokens or villages, a card where it may not lie."""
    everything = [*state.draw, *state.discards]
    found = []
    for seat, player in state.players.items():
        everything += player.hand
        for village in player.realm:
            everything += [deck.terrains[village.terrain].id, *(card.card for card in village.placed)]
            found += [
                f"{seat}: a {card.card} where none may lie" for card in village.placed if not _fits(deck, village, card)
            ]
        if player.villages > deck.villages[len(state.seats)]:
            found.append(f"{seat}: too many villages")
        if player.gold < 0:
            found.append(f"{seat}: less than no gold")
        if tokens_left(deck, state.players, seat) < 0:
            found.append(f"{seat}: too many tokens")
    wanted, there = counted(deck.cards(state.options)), counted(everything)
    found += [
        f"{there.get(card, 0)} cards '{card}', not {wanted.get(card, 0)}"
        for card in {**wanted, **there}
        if there.get(card, 0) != wanted.get(card, 0)
    ]
    return tuple(found)


def _fits(deck: Deck, village: Village, card: Placed) -> bool:
    kind = deck.kinds[card.card]
    return kind.slot is not None and village.at(kind.slot) == card and village.terrain in kind.terrains
