"""All boots move in turn order; then cards beyond four go, and each keeps one counter (Elfenland 8, 9.3, 17.6)."""

from __future__ import annotations

from pbem.model import Seat
from pbem.rng import Rng
from pbem.rules.elfen.chart import Hand, counted, spread
from pbem.rules.elfenland.facts import cards, gathered, itinerary, leg
from pbem.rules.elfenland.orders import Journey
from pbem.rules.elfenland.play import Play
from pbem.rules.elfenland.travel import page_of, thrown, trip


def file(now: Play) -> None:
    """A travel page sent now takes the place of the one before, whole; it stands until travel comes (17.6)."""
    sent = {seat: page.journey for seat, orders in now.heard.items() if (page := page_of(orders)) is not None}
    now.journeys = {**now.journeys, **sent}


def price(now: Play) -> None:
    """When the planning is over, every leg of a page sent early is priced for its writer (17.6)."""
    for seat in now.order:
        if seat in now.journeys:
            elf = now.elves[seat]
            going = trip(now.table, now.roads, elf, now.journeys[seat].steps, narrow(now))
            now.tell("itinerary", only=seat, **itinerary(now.table, elf, going))


def narrow(now: Play) -> bool:
    """Whether caravans are for those only who cannot pay otherwise (8.8)."""
    return bool(now.before.options["caravan_only_when_short"])


def play(now: Play) -> None:
    """Everybody travels in turn order; who sent nothing stays (8.1, 13.1)."""
    lot = now.rng.child("lot")
    for seat in now.order:
        journey = now.journeys.get(seat, Journey())
        _go(now, seat, journey)
        _throw(now, seat, journey, lot.child(seat))


def _go(now: Play, seat: Seat, journey: Journey) -> None:
    """The way of one boot; where it broke off and why is for its owner only (16.6)."""
    elf = now.elves[seat]
    going = trip(now.table, now.roads, elf, journey.steps, narrow(now))
    pieces = len(now.land.towns) - len(going.out)
    if going.legs:
        now.tell(
            "travelled",
            seat=seat,
            start=now.name(elf.at),
            steps=[leg(now.table, one, piece) for one, piece in zip(going.legs, gathered(elf, going), strict=True)],
            took=len(elf.out) - len(going.out),
            pieces=pieces,
            at=now.name(going.at),
        )
    else:
        now.tell("stayed", seat=seat, at=now.name(elf.at), silent=seat in now.silent, pieces=pieces)
    if going.broken is not None:
        broken = going.broken
        now.tell("broke-off", only=seat, step=broken.step, to=now.name(broken.to), why=broken.why)
    paid = tuple(card for one in going.legs for card in one.cards)
    now.spent = (*now.spent, *paid)
    now.change(seat, at=going.at, hand=going.hand, out=going.out)


def _throw(now: Play, seat: Seat, journey: Journey, lot: Rng) -> None:
    """Down to four cards: as named, the rest by lot; all are told the number only (8.10, 8.15, 12)."""
    most = now.land.hand_kept
    going = thrown(now.elves[seat].hand, journey.discard, most)
    hand, drawn = _by_lot(going.hand, most, lot)
    gone = (*going.named, *drawn)
    if gone:
        now.tell("threw", seat=seat, number=len(gone))
        now.tell("thrown", only=seat, named=cards(now.table, going.named), lot=cards(now.table, drawn))
    now.spent = (*now.spent, *gone)
    now.change(seat, hand=hand)


def _by_lot(hand: Hand, most: int, lot: Rng) -> tuple[Hand, Hand]:
    """The surplus goes at random (8.15). What is left, and what went."""
    left, gone = list(hand), []
    while len(left) > most:
        gone.append(left.pop(lot.below(len(left), "a card to throw away")))
    return spread(counted(left)), tuple(gone)
