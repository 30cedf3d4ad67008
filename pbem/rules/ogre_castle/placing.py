"""Turn 0 and round 0: the table laid, the gems placed by the ogre, the hands dealt (Ogre Castle 2, 7.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.model import Event, Seat
from pbem.rng import Rng
from pbem.rules.ogre_castle.castle import OGRE, Castle, Player, State, around, order_of_play
from pbem.rules.ogre_castle.orders import Fill, Place
from pbem.rules.ogre_castle.sheets import Taken, refusals


def laid_out(castle: Castle, seats: Sequence[Seat], rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Everybody at home with his armor, the deck shuffled; no gem lies yet (2.1 to 2.4, 2.8)."""
    seats = around(seats)
    setup = castle.setup[len(seats)]
    armor = {seat: setup.ogre_armor if seat == OGRE else setup.knight_armor for seat in seats}
    players = {seat: Player(castle.ids[castle.homes[seat]], armor[seat]) for seat in seats}
    state = State(
        round=0,
        seats=seats,
        players=players,
        gems={},
        throne=dict.fromkeys(seats[1:], 0),
        stock=dict.fromkeys(seats[1:], castle.gems_per_knight),
        deck=rng.child("deck").shuffled(castle.pile, "deck"),
        discards=(),
    )
    facts = {
        "seats": list(seats),
        "order": list(seats),
        "armor": armor,
        "needed": castle.needed(seats),
        "gems": castle.gems_per_knight,
        "hand": castle.dealt,
    }
    return state, (Event("opened", facts),)


def placed(castle: Castle, state: State, pages: Mapping[Seat, Taken], rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """The gems lie as ordered, those left over as 7.2 says; then the hands are dealt (2.4, 13.5)."""
    page = pages.get(OGRE)
    orders = page.orders if page is not None else ()
    named = {room: order.colour for order in orders if isinstance(order, Place) for room in order.rooms}
    fill = next((order.how for order in orders if isinstance(order, Fill)), "standard")
    random = fill == "random"
    gems = _at_random(castle, state.colours, named, rng) if random else filled(castle, state.colours, named)
    how = "ordered" if len(gems) == len(named) else fill
    told = [Event("placed", {"gems": dict(sorted(gems.items())), "named": sorted(named), "how": how})]
    after, dealt = _dealt(castle, replace(state, round=1, gems=gems))
    order = order_of_play(state.seats, state.reversed)
    told += [*dealt, Event("order", {"order": list(order), "reversed": state.reversed})]
    told += refusals(OGRE, page)
    return after, tuple(told)


def filled(castle: Castle, colours: Sequence[Seat], named: Mapping[str, Seat]) -> dict[str, Seat]:
    """Gems left over lie in their own colour's rooms of the standard layout, and after that by name (7.2)."""
    gems = dict(named)
    over: list[Seat] = []
    for colour in colours:
        left = _left(castle, colour, named)
        own = [room for room in castle.standard_layout[colour] if room not in gems][:left]
        gems |= dict.fromkeys(own, colour)
        over += [colour] * (left - len(own))
    return gems | dict(zip(_free(castle, gems), over, strict=False))


def _at_random(castle: Castle, colours: Sequence[Seat], named: Mapping[str, Seat], rng: Rng) -> dict[str, Seat]:
    """Gems left over lie where chance says: all of red, then yellow, then blue (7.2)."""
    over = [colour for colour in colours for _ in range(_left(castle, colour, named))]
    free = rng.child("gems").shuffled(_free(castle, named), "rooms for the gems left over")
    return {**named, **dict(zip(free, over, strict=False))}


def _left(castle: Castle, colour: Seat, named: Mapping[str, Seat]) -> int:
    return castle.gems_per_knight - list(named.values()).count(colour)


def _free(castle: Castle, gems: Mapping[str, Seat]) -> list[str]:
    return [castle.ids[number] for number in castle.treasures if castle.ids[number] not in gems]


def _dealt(castle: Castle, state: State) -> tuple[State, list[Event]]:
    """Three scrolls from the top to the ogre, the next three to red, and so on (7.2)."""
    deck, players, told = state.deck, dict(state.players), []
    for seat in state.seats:
        hand, deck = deck[: castle.dealt], deck[castle.dealt :]
        players[seat] = replace(players[seat], hand=hand, fresh=len(hand))
        told.append(Event("dealt", {"seat": seat, "number": len(hand)}))
        told.append(Event("hand", {"seat": seat, "scrolls": list(hand)}, (seat,)))
    return replace(state, players=players, deck=deck), told
