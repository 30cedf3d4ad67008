"""The table while a turn is played: what moves cards and gold, and tells of it (King of the Elves 5 to 9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.model import Event, Seat
from pbem.rng import Rng
from pbem.rules.elfen.chart import without
from pbem.rules.king_of_the_elves.orders import ME, Spot
from pbem.rules.king_of_the_elves.realm import Box, Player, State, Village, tokens_left


@dataclass(frozen=True)
class Site:
    """A village of the table, by realm and place in the realm's list, 0 at its owner's right."""

    realm: Seat
    place: int


@dataclass
class Table:
    """A position being played on. A view makes one too, with unknown cards where its reader may not look."""

    box: Box
    seats: tuple[Seat, ...]
    players: dict[Seat, Player]
    draw: list[str]
    discards: list[str]
    rng: Rng | None = None
    told: list[Event] = field(default_factory=list)

    def tell(self, kind: str, only: Seat | None = None, **facts: Any) -> None:
        """Something happened; a private detail is told to one seat only."""
        self.told.append(Event(kind, facts, None if only is None else (only,)))

    # -------------------------------------------------------------- looking

    @property
    def room(self) -> int:
        """How many villages a realm holds (6.4.1, 11.1)."""
        return self.box.deck.villages[len(self.seats)]

    @property
    def pile(self) -> int:
        """How many cards there are to draw, the discard pile included (6.11)."""
        return len(self.draw) + len(self.discards)

    def tokens(self, seat: Seat) -> int:
        """A player's unused tokens."""
        return tokens_left(self.box.deck, self.players, seat)

    def village(self, site: Site) -> Village:
        """The village at a site."""
        return self.players[site.realm].realm[site.place]

    def sites(self, writer: Seat, at: Spot) -> tuple[Site, ...]:
        """The villages that a name may mean at this moment, the right-most first (14.8)."""
        realm = writer if at.realm == ME else at.realm
        realms = (realm,) if realm else self.seats
        return tuple(
            Site(seat, place)
            for seat in realms
            for place, village in enumerate(self.players[seat].realm)
            if at.which in (village.terrain, place + 1)
        )

    def road(self) -> tuple[Site, ...]:
        """All villages in clockwise order (1.8)."""
        return tuple(Site(seat, place) for seat in self.seats for place in range(self.players[seat].villages))

    # -------------------------------------------------------------- moving cards and gold

    def pay(self, seat: Seat, gold: int) -> None:
        """Gold goes from a player to the bank; less than nothing comes from it."""
        self.players[seat] = replace(self.players[seat], gold=self.players[seat].gold - gold)

    def give(self, seat: Seat, cards: Iterable[str]) -> None:
        """Cards come into a hand."""
        player = self.players[seat]
        self.players[seat] = replace(player, hand=self.box.deck.sorted((*player.hand, *cards)))

    def take(self, seat: Seat, cards: Iterable[str]) -> None:
        """Cards leave a hand, to be put elsewhere."""
        left = without(self.players[seat].hand, cards)
        assert left is not None, "cards that are not held were played"
        self.players[seat] = replace(self.players[seat], hand=left)

    def discard(self, seat: Seat, cards: Iterable[str]) -> None:
        """Cards go from a hand to the discard pile, face up."""
        gone = tuple(cards)
        self.take(seat, gone)
        self.discards.extend(gone)

    def settle(self, seat: Seat, realm: tuple[Village, ...]) -> None:
        """A realm has other villages now."""
        self.players[seat] = replace(self.players[seat], realm=realm)

    def change(self, site: Site, village: Village) -> None:
        """A village has other cards beside it now."""
        realm = list(self.players[site.realm].realm)
        realm[site.place] = village
        self.settle(site.realm, tuple(realm))

    def top(self, number: int) -> list[str]:
        """Cards from the top of the draw pile; an empty pile is made anew of the discards, not before (6.11)."""
        cards: list[str] = []
        while len(cards) < number and self.pile:
            if not self.draw:
                self.reshuffle()
            cards.append(self.draw.pop(0))
        return cards

    def reshuffle(self) -> None:
        """The discard pile is shuffled into a new draw pile (6.11)."""
        self.draw = self.shuffled(self.discards, "discard pile")
        self.discards = []
        self.tell("reshuffled", pile=len(self.draw))

    def shuffled(self, cards: Iterable[str], why: str) -> list[str]:
        """Cards in a new order; in the order of the deck before, so that nothing depends on how they lay."""
        assert self.rng is not None, "a table made from a view has no chance"
        return list(self.rng.shuffled(self.box.deck.sorted(cards), why))


def table_of(box: Box, state: State, rng: Rng | None = None) -> Table:
    """The table of a position."""
    return Table(box, state.seats, dict(state.players), list(state.draw), list(state.discards), rng)


def restored(table: Table, state: State, **changes: Any) -> State:
    """The position that a table has come to; the discard pile is kept in the order of the deck."""
    return replace(
        state,
        players=dict(table.players),
        draw=tuple(table.draw),
        discards=table.box.deck.sorted(table.discards),
        **changes,
    )
