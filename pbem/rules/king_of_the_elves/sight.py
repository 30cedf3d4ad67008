"""What each reader may know of a position, built field by field (King of the Elves 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.game import OptionValue
from pbem.model import Seat
from pbem.rules.elfen.lists import without_stops
from pbem.rules.king_of_the_elves.journey import Walk
from pbem.rules.king_of_the_elves.orders import WORDING
from pbem.rules.king_of_the_elves.planning import Planning
from pbem.rules.king_of_the_elves.realm import Box, Placed, Player, State, Village, name, rounds, spot
from pbem.rules.king_of_the_elves.table import Site, Table, table_of


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
class Own:
    """What only the reader knows: his hand, his gold, and his orders still in force."""

    hand: Mapping[str, int]
    gold: int
    lines: tuple[str, ...]
    """What is left of his planning list; its stops are void, unless he sends them again (14.2)."""
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


def view(box: Box, state: State, reader: Seat | None) -> View:
    """The position as this reader may know it (3.6, 5.4, 15.2, 15.3)."""
    table = table_of(box, state)
    own = None if reader is None else state.players[reader]
    over = state.phase == "over"
    return View(
        reader=reader,
        round=state.round,
        rounds=rounds(box.deck, len(state.seats), state.options),
        phase=state.phase,
        sitting=state.standing.sitting,
        sittings=int(state.options["sittings"] or 1),
        starting=state.starting,
        mover=state.standing.turn_of,
        room=table.room,
        options=dict(state.options),
        players=tuple(_player(table, state, seat, reader) for seat in state.seats),
        pile=len(state.draw),
        discards=box.deck.counts(state.discards),
        road=_road(table, reader) if reader is not None and own and own.realm and not over else (),
        legal=_legal(table, reader) if reader is not None and state.phase == "planning" else None,
        own=_own(box, own) if own is not None else None,
    )


def _player(table: Table, state: State, seat: Seat, reader: Seat | None) -> PlayerSeen:
    player, over = state.players[seat], state.phase == "over"
    known = seat == reader or over
    return PlayerSeen(
        seat=seat,
        realm=tuple(_village(table, Site(seat, place)) for place in range(player.villages)),
        cards=len(player.hand),
        tokens=table.tokens(seat),
        bought=player.bought,
        silent=player.silent,
        gold=player.gold if known or state.options["open_gold"] else None,
        hand=table.box.deck.counts(player.hand) if known else None,
    )


def _village(table: Table, site: Site) -> VillageSeen:
    village = table.village(site)
    return VillageSeen(
        realm=site.realm,
        place=site.place + 1,
        spot=spot(site.realm, site.place + 1),
        name=name(site.realm, table.players[site.realm].realm, site.place),
        terrain=village.terrain,
        value=table.box.deck.value(village.terrain),
        gold=village.gold.owner if village.gold else None,
        thief=village.thief.owner if village.thief else None,
        obstacle=village.obstacle.owner if village.obstacle else None,
        obstacle_kind=village.obstacle.card if village.obstacle else None,
    )


def _road(table: Table, reader: Seat) -> tuple[Stage, ...]:
    """Once round the table from his own right-most village."""
    walk = Walk(table, reader, 0, (), table.road())
    order = [(walk.start + step) % len(walk.road) for step in range(len(walk.road))]
    return tuple(_stage(walk, walk.road[place]) for place in order)


def _stage(walk: Walk, site: Site) -> Stage:
    village = walk.table.village(site)
    prices = {transport: walk.price(transport, village, False) for transport in walk.table.box.chart.transports}
    return Stage(
        village=_village(walk.table, site),
        ways=tuple(Way(transport, cards) for transport, cards in prices.items() if cards is not None),
        thief=walk.thief(village, False),
        income=walk.income(village),
    )


def _legal(table: Table, reader: Seat) -> Legal:
    """What the rules would let him do on a turn of planning now (6.4 to 6.10)."""
    planning, player = Planning(table), table.players[reader]
    deck = table.box.deck
    kinds = deck.counts(player.hand)
    placings = {card: _places(planning, card) for card in kinds if deck.kinds[card].slot and table.tokens(reader)}
    own = [Site(reader, place) for place in range(player.villages)]
    return Legal(
        villages=tuple(deck.kinds[card].terrain for card in kinds if deck.is_village(card)),
        rooms=tuple(seat for seat in table.seats if table.players[seat].villages < table.room),
        placings={card: places for card, places in placings.items() if places},
        removals=tuple(_removal(planning, site, player) for site in own),
        price=planning.price(reader) if table.pile else None,
        exchange=not planning.cannot_exchange(reader),
        no_village=not planning.cannot_declare(reader),
        may_pass=not planning.may_pass(reader),
    )


def _places(planning: Planning, card: str) -> tuple[str, ...]:
    return tuple(planning.called(site) for site in planning.table.road() if not planning.barred(card, site))


def _removal(planning: Planning, site: Site, player: Player) -> Removal:
    price = planning.removal(site)
    return Removal(spot(site.realm, site.place + 1), planning.called(site), price, price <= player.gold)


def _own(box: Box, player: Player) -> Own:
    return Own(
        hand=box.deck.counts(player.hand),
        gold=player.gold,
        lines=tuple(map(WORDING.tries, without_stops(player.lines or ()))),
        steps=tuple(WORDING.tries(stages) if stages else "" for stages in player.steps or ()),
    )


# ------------------------------------------------------------------ a table to try a page on


UNKNOWN = "unknown"
"""A card that the reader may not look at."""


def table_seen(box: Box, view: View) -> Table:
    """The table as the reader sees it: his own hand and gold, the others' cards face down, their gold not known."""
    players = {seen.seat: _player_seen(view, seen) for seen in view.players}
    discards = [card for card, number in view.discards.items() for _ in range(number)]
    return Table(box, tuple(players), players, [UNKNOWN] * view.pile, discards)


def _player_seen(view: View, seen: PlayerSeen) -> Player:
    own = view.own if seen.seat == view.reader else None
    hand = tuple(card for card, number in own.hand.items() for _ in range(number)) if own else (UNKNOWN,) * seen.cards
    realm = tuple(_seen_village(village) for village in seen.realm)
    return Player(own.gold if own else 0, hand, realm, seen.bought, seen.silent)


def _seen_village(seen: VillageSeen) -> Village:
    def placed(card: str | None, owner: Seat | None) -> Placed | None:
        return Placed(card, owner) if card and owner else None

    return Village(
        seen.terrain,
        placed("gold", seen.gold),
        placed("thief", seen.thief),
        placed(seen.obstacle_kind, seen.obstacle),
    )
