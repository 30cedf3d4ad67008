"""Other positions and other secret orders that a reader could not tell from the true ones (Elfenland 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.model import Event, Order, Seat, Sheet
from pbem.rng import Rng
from pbem.rules.elfen.chart import ordered
from pbem.rules.elfen.lists import If, Line, Pass, Quiet, Stop, Try
from pbem.rules.elfenland.elves import Elf, State
from pbem.rules.elfenland.land import Land
from pbem.rules.elfenland.orders import UNSEEN, Discard, Go, Step, Take


def disguised(land: Land, state: State, reader: Seat | None, rng: Rng) -> State:
    """Others' hands change with the pile of cards, their secret counters with the face-down pile, and their towns."""
    others = [seat for seat in state.seats if seat != reader]
    elves = dict(state.elves)
    cards = rng.child("cards").shuffled(_all(elves, others, state.stack), "cards")
    counters = rng.child("counters").shuffled(
        (*(one.kind for seat in others for one in elves[seat].secrets), *state.pile), "counters"
    )
    towns = rng.child("towns").shuffled(_towns(land, state, reader), "towns")
    for place, seat in enumerate(others):
        elf = elves[seat]
        hand, cards = cards[: len(elf.hand)], cards[len(elf.hand) :]
        kinds, counters = counters[: len(elf.secrets)], counters[len(elf.secrets) :]
        elves[seat] = replace(
            elf,
            hand=ordered(hand, land.cards),
            dealt=ordered(hand[: len(elf.dealt)], land.cards),
            secrets=tuple(replace(one, kind=kind) for one, kind in zip(elf.secrets, kinds, strict=True)),
            hometown=towns[place] if elf.hometown and not state.ended else elf.hometown,
        )
    return replace(state, elves=elves, stack=cards, pile=counters, **_pages(state, reader, rng.child("pages")))


def _all(elves: Mapping[Seat, Elf], seats: Sequence[Seat], stack: tuple[str, ...]) -> tuple[str, ...]:
    return (*(card for seat in seats for card in elves[seat].hand), *stack)


def _towns(land: Land, state: State, reader: Seat | None) -> tuple[str, ...]:
    """Town cards that may be anybody's, for all this reader knows."""
    own = state.elves[reader].hometown if reader is not None else None
    return tuple(town for town in land.town_cards if town != own)


def _pages(state: State, reader: Seat | None, rng: Rng) -> dict[str, Any]:
    """Of others' pages that are kept for later there may be none, and lists may ask for what never holds."""
    if rng.below(2, "whether others keep their pages"):
        return {}
    lists = {seat: kept if seat == reader else (*kept, NEVER) for seat, kept in state.lists.items()}
    if state.phase == "travel":
        return {"lists": lists}
    return {"lists": lists, "journeys": {seat: kept for seat, kept in state.journeys.items() if seat == reader}}


UNTRUE: tuple[If[Any], ...] = (If(Quiet()), If(Quiet(), negated=True))
NEVER: tuple[Try[Any, Any], ...] = (Try(Pass(), UNTRUE), Try(Stop(), UNTRUE))
"""A line that cannot be done."""


def disguised_sheets(
    land: Land, state: State, sheets: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng
) -> dict[Seat, Sheet]:
    """Others wish for more than they get, ask for what never holds, travel further than they can, throw away others."""
    other = dict(sheets)
    for seat, sheet in sheets.items():
        if seat != reader:
            more = _more(land, state, seat, sheet.orders, rng.child(seat))
            other[seat] = replace(sheet, orders=more)
    return other


def _more(land: Land, state: State, seat: Seat, orders: tuple[Order, ...], rng: Rng) -> tuple[Order, ...]:
    if state.phase == "draw":
        kinds = tuple(land.counters)
        extra = kinds[rng.below(len(kinds), "another wish")]
        return tuple(
            replace(order, wishes=(*order.wishes, UNSEEN, extra)) if isinstance(order, Take) else order
            for order in orders
        )
    if state.phase == "plan":
        return (*orders, Line(NEVER), *([Line((Try(Pass()),))] if rng.below(2, "whether to pass") else []))
    gone = rng.shuffled(tuple(land.cards), "cards to throw away")
    kept = tuple(order for order in orders if not isinstance(order, Discard))
    return (*kept, Go((Step(land.start, "caravan"),)), Discard(gone))


def brought_out(events: Sequence[Event]) -> dict[str, list[Any]]:
    """Counters taken and laid, boots moved and cards paid, one's own cards and town: told by rights (12)."""
    found: dict[str, list[Any]] = {}
    for event in events:
        names = RIGHTS.get(event.kind)
        if names is not None:
            whose = event.facts.get("seat") or (event.seen_by or ("",))[0]
            found.setdefault(str(whose), []).append([event.kind, *(_plain(event.facts[name]) for name in names)])
    return dict(sorted(found.items()))


def _plain(fact: Any) -> Any:
    """A road by its id, a leg by its town and its cards."""
    if isinstance(fact, Mapping):
        return fact.get("link") or dict(fact)
    if isinstance(fact, list):
        return [[part["to"], part["cards"]] if isinstance(part, Mapping) and "to" in part else part for part in fact]
    return fact


RIGHTS: Mapping[str, tuple[str, ...]] = {
    "drew": ("counter", "unseen", "turned_up"),
    "laid": ("counter", "secret", "road"),
    "blocked": ("road",),
    "passed": ("why",),
    "travelled": ("steps",),
    "stayed": (),
    "kept": ("counter", "secret"),
    "dealt": ("new", "secret"),
    "hometown": ("town",),
    "final": ("hometown", "cards"),
}
"""What an event rightly shows of what was hidden."""


def reshuffled(state: State, rng: Rng) -> State:
    """The same position with both piles shuffled anew."""
    stack = rng.child("cards").shuffled(state.stack, "travel cards")
    return replace(state, stack=stack, pile=rng.child("counters").shuffled(state.pile, "counters"))
