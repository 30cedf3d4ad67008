"""Other positions and pages that a reader could not tell from the true ones, for the laws of secrecy (15.3, 15.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.model import Event, Seat, Sheet
from pbem.rng import Rng
from pbem.rules.elfen.lists import If, Line, Stop, Try
from pbem.rules.king_of_the_elves.orders import Buy, Purse, Tries, Visit
from pbem.rules.king_of_the_elves.realm import Box, Deck, State

BROUGHT_OUT: Mapping[str, tuple[str, ...]] = {
    "village": ("realm", "terrain"),
    "placed": ("card", "name"),
    "removed": ("terrain",),
    "bought": (),
    "exchanged": ("cards",),
    "no-village": ("hand", "took", "dropped"),
    "passed": (),
    "stopped": (),
    "hand": ("cards",),
    "drew": ("cards",),
    "visited": ("name", "transport", "cards", "escort"),
    "leapt": ("name", "cards", "escort"),
    "turned": (),
    "stays": ("why",),
    "silent": ("running",),
    "final": ("gold", "hand"),
}
"""What was done with cards, lists and sheets is seen by all; what one draws, by him; of each event these facts."""
RICH = 999
"""More gold than anybody ever has."""


def position(box: Box, state: State, reader: Seat | None, rng: Rng) -> State:
    """Some of: another card in somebody's hand, more gold, another list, another order of the pile (15.3, 15.4)."""
    others = [seat for seat in state.seats if seat != reader]
    if state.phase == "over":
        return state
    seat = others[rng.below(len(others), "whose secrets")]
    if rng.below(2, "whether another card"):
        state = _other_card(box.deck, state, seat, rng)
    if rng.below(2, "whether other gold") and not state.options["open_gold"]:
        player = state.players[seat]
        state = _with(state, seat, gold=player.gold + 1 + rng.below(5, "more gold"))
    if rng.below(2, "whether another list") and state.phase == "planning":
        state = _other_orders(state, seat)
    if rng.below(2, "whether another pile"):
        state = _deeper(state, rng)
    return state


def _with(state: State, seat: Seat, **changes: Any) -> State:
    return replace(state, players={**state.players, seat: replace(state.players[seat], **changes)})


def _other_orders(state: State, seat: Seat) -> State:
    """A line more on a list, another sheet; whether there is one may show in who was silent (15.7)."""
    player = state.players[seat]
    lines = player.lines if player.lines is None else (*player.lines, NEVER)
    steps = player.steps if player.steps is None else (*player.steps, (Try(Visit("raft")),))
    return _with(state, seat, lines=lines, steps=steps)


NEVER: Tries = (Try(Buy(), (If(Purse(RICH)),)),)
"""A line that nobody can ever do."""


def _other_card(deck: Deck, state: State, seat: Seat, rng: Rng) -> State:
    """A card of a hand and one of the pile change places; of kinds that are neighbours in the deck, where possible.

    In planning they are travel cards, for journeys others, so that what is done then may well be the same.
    """
    wanted = "travel" if state.phase == "planning" else "village"
    hand, pile = list(state.players[seat].hand), list(state.draw)
    mine = [card for card in dict.fromkeys(hand) if deck.kinds[card].kind == wanted] or hand
    if not mine or not pile:
        return state
    out = mine[rng.below(len(mine), "card out")]
    near = sorted((card for card in dict.fromkeys(pile) if card != out), key=lambda card: _apart(deck, card, out))[:3]
    if not near:
        return state
    back = near[rng.below(len(near), "card in")]
    place = len(pile) - 1 - pile[::-1].index(back)
    pile[place], hand[hand.index(out)] = out, back
    return replace(_with(state, seat, hand=deck.sorted(hand)), draw=tuple(pile))


def _apart(deck: Deck, one: str, other: str) -> int:
    return abs(deck.place[one] - deck.place[other])


def _deeper(state: State, rng: Rng) -> State:
    """The lower half of the pile in another order."""
    half = len(state.draw) // 2
    return replace(state, draw=(*state.draw[:half], *rng.shuffled(state.draw[half:], "lower half of the pile")))


def reshuffled(box: Box, state: State, rng: Rng) -> State:
    """Nobody has seen the draw pile: it may lie in any order (15.4)."""
    return replace(state, draw=rng.shuffled(box.deck.sorted(state.draw), "draw pile"))


def sheets(pages: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng) -> dict[Seat, Sheet]:
    """The others' pages with lines that are never done, or without their last one."""
    other = dict(pages)
    for seat in sorted(pages.keys() - {reader}):
        chance, orders = rng.child(seat), pages[seat].orders
        if chance.below(2, "whether to disguise"):
            continue
        if len(orders) > 1 and chance.below(2, "whether to leave out"):
            orders = orders[:-1]
        else:
            orders = (*orders, Line((Try(Stop()),)) if _is_journey(orders) else Line(NEVER))
        other[seat] = replace(pages[seat], orders=orders)
    return other


def _is_journey(orders: Sequence[Any]) -> bool:
    return any(isinstance(order, Line) and isinstance(order.tries[0].action, Visit) for order in orders)


def brought_out(events: Sequence[Event]) -> list[Any]:
    """What these events rightly tell of hands, lists and sheets, turn by turn as it happened."""
    return [
        (event.kind, event.facts["seat"], [event.facts[fact] for fact in BROUGHT_OUT[event.kind]])
        for event in events
        if event.kind in BROUGHT_OUT
    ]
