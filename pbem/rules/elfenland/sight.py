"""What each reader may know of a position, built field by field (Elfenland 12 and 16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.game import OptionValue
from pbem.model import Seat
from pbem.rules.elfenland.elves import Elf, Road, Secret, State
from pbem.rules.elfenland.land import Connection, Land, Table, other_end, terrain_from
from pbem.rules.elfenland.travel import RAFT, caravan_there, price_there
from pbem.rules.elfenland.writing import Pen


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
    prices: Mapping[str, Mapping[str, int]]
    """The chart: for each terrain of roads the cards of each counter that can go there, by its short name."""
    out: Mapping[str, tuple[Seat, ...]]
    """Whose pieces still lie in each town, towns in the order of the board."""
    own: Own | None
    ended: str


def view(table: Table, state: State, reader: Seat | None) -> View:
    """The position as this reader may know it (12, 16)."""
    return View(
        reader=reader,
        round=state.round,
        rounds=state.rounds,
        phase=state.phase,
        lap=state.drawn // len(state.seats) + 1 if state.phase == "draw" else 0,
        sitting=state.standing.sitting if state.standing else 0,
        sittings=1 if state.strict else state.sittings,
        strict=state.strict,
        starting=state.starting,
        order=state.order,
        mover=mover(state),
        passes=state.standing.row if state.standing else 0,
        options=dict(state.options),
        players=tuple(_player(table.land, seat, elf) for seat, elf in state.elves.items()),
        face_up=state.face_up,
        pile=len(state.pile),
        roads=tuple(_road(table, link, state.roads[link.id]) for link in table.land.links if link.id in state.roads),
        prices=_prices(table),
        out={town: tuple(seat for seat, elf in state.elves.items() if town in elf.out) for town in table.land.towns},
        own=None if reader is None else _own(table, state, reader),
        ended=state.ended,
    )


def mover(state: State) -> Seat | None:
    """Whose turn is next in the draw or in the planning (2.5)."""
    if state.phase == "draw":
        return state.order[state.drawn % len(state.seats)]
    return state.standing.turn_of if state.standing else None


def _player(land: Land, seat: Seat, elf: Elf) -> ElfSeen:
    return ElfSeen(
        seat=seat,
        at=elf.at,
        town=land.town_names[elf.at],
        pieces=len(land.towns) - len(elf.out),
        cards=len(elf.hand),
        open=elf.open,
        secrets=len(elf.secrets),
        obstacle=elf.obstacle,
    )


def _road(table: Table, link: Connection, lying: Road) -> RoadSeen:
    names = table.land.town_names
    return RoadSeen(
        link=link.id,
        a=names[link.a],
        b=names[link.b],
        terrain=link.type,
        counter=lying.counter,
        obstacle=lying.obstacle,
        price=price_there(table, link, lying),
        caravan=caravan_there(table, lying),
    )


def _prices(table: Table) -> dict[str, dict[str, int]]:
    """What the chart says of roads."""
    chart = table.chart
    return {
        terrain: {chart.short(kind): chart.transports[kind].cost[terrain] for kind in chart.fitting(terrain)}
        for terrain, printed in chart.terrains.items()
        if printed.kind == "road"
    }


def _own(table: Table, state: State, reader: Seat) -> Own:
    elf, pen, names = state.elves[reader], Pen(table), table.land.town_names
    journey = state.journeys.get(reader)
    return Own(
        at=elf.at,
        town=names[elf.at],
        hand=elf.hand,
        dealt=elf.dealt,
        open=elf.open,
        secrets=tuple(secret.kind for secret in elf.secrets),
        new_secrets=sum(secret.round == state.round for secret in elf.secrets),
        obstacle=elf.obstacle,
        out=elf.out,
        out_names=tuple(names[town] for town in elf.out),
        hometown=elf.hometown,
        hometown_name=names[elf.hometown] if elf.hometown else None,
        hometown_steps=table.land.distance(elf.at, elf.hometown) if elf.hometown else None,
        surplus=max(0, len(elf.hand) - table.land.hand_kept),
        wishes=tuple(map(pen.wishes, state.wishes.get(reader, ()))),
        list=tuple(map(pen.wording.tries, state.lists.get(reader, ()))),
        journey=pen.journey(journey) if journey is not None else (),
        ways=tuple(_way(table, state, elf, link) for link in table.land.at[elf.at]),
    )


def _way(table: Table, state: State, elf: Elf, link: Connection) -> Way:
    """A connection at the boot, and what it costs with this hand."""
    to, lying = other_end(link, elf.at), state.roads.get(link.id)
    wet = table.chart.terrains[link.type].kind == "water"
    terrain = terrain_from(link, elf.at)
    kind = RAFT if wet else lying.counter if lying else None
    price = table.chart.price(RAFT, terrain) if wet else price_there(table, link, lying) if lying else None
    caravan = caravan_there(table, lying) if lying else None
    return Way(
        link=link.id,
        to=to,
        town=table.land.town_names[to],
        terrain=terrain,
        counter=lying.counter if lying else None,
        obstacle=lying.obstacle if lying else False,
        price=price,
        kind=kind,
        payable=kind is not None and price is not None and elf.hand.count(kind) >= price,
        caravan=caravan,
        caravan_payable=caravan is not None and len(elf.hand) >= caravan,
        piece=to in elf.out,
    )


# ------------------------------------------------------------------ back from a view


def elf_seen(view: View) -> Elf:
    """The reader's own position, as far as orders hang on it."""
    own = view.own
    assert own is not None
    old = len(own.secrets) - own.new_secrets
    secrets = tuple(
        Secret(kind, view.round if place >= old else view.round - 1) for place, kind in enumerate(own.secrets)
    )
    return Elf(own.at, own.out, own.hand, own.open, secrets, own.obstacle, own.hometown, own.dealt)


def roads_seen(view: View) -> dict[str, Road]:
    """What lies on the roads."""
    return {road.link: Road(road.counter, road.obstacle) for road in view.roads}
