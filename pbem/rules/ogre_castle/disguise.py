"""Other positions and sheets that a reader could not tell from the true ones, for the laws of secrecy (13.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.model import Event, Order, Seat, Sheet
from pbem.rng import Rng
from pbem.rules.ogre_castle.castle import Castle, Player, State
from pbem.rules.ogre_castle.orders import Fill, Limit, Negate, Place, Play, Term

NEVER = (Term("round", op=">", number=900),)
"""A condition that no round fulfils."""


def disguised(castle: Castle, state: State, reader: Seat | None, rng: Rng) -> State:
    """Scrolls change places among the others' hands and the deck, a few or all of them; sheets that stand differ."""
    places = [("", n) for n in range(len(state.deck))]
    places += [(seat, n) for seat in state.seats if seat != reader for n in range(len(state.players[seat].hand))]
    few = rng.below(2, "whether few scrolls change places")
    order = rng.shuffled(places, "places of unseen scrolls")
    chosen = order[: 2 + rng.below(3, "how many")] if few else order
    held = {place: _scroll(state, place) for place in places}
    moved = held | {here: held[there] for here, there in zip(chosen, (*chosen[1:], *chosen[:1]), strict=True)}
    players = dict(state.players)
    for seat in state.seats:
        if seat != reader:
            hand = tuple(moved[seat, n] for n in range(len(players[seat].hand)))
            players[seat] = replace(players[seat], hand=hand, **_other_sheets(players[seat]))
    return replace(state, players=players, deck=tuple(moved["", n] for n in range(len(state.deck))))


def _scroll(state: State, place: tuple[str, int]) -> str:
    seat, number = place
    return state.players[seat].hand[number] if seat else state.deck[number]


def _other_sheets(player: Player) -> dict[str, Any]:
    """Another sheet that stands, and does the same: a line more that never fires. When it was sent is his affair."""
    lines = player.standing
    return {"standing": (*lines, f"PLAY HASTE IF {NEVER[0]}"), "silent": player.silent + 1} if lines else {}


def other_hand(state: State, seat: Seat, rng: Rng) -> State:
    """The same position with other scrolls in one hand, changed for some of the deck's."""
    player = state.players[seat]
    pile = rng.shuffled((*player.hand, *state.deck), "another hand")
    hand, deck = pile[: len(player.hand)], pile[len(player.hand) :]
    return replace(state, players={**state.players, seat: replace(player, hand=hand)}, deck=deck)


def disguised_sheets(castle: Castle, sheets: Mapping[Seat, Sheet], reader: Seat | None, rng: Rng) -> dict[Seat, Sheet]:
    """The others' sheets with a line less and a line more; most of what is written never comes into play."""
    other = dict(sheets)
    for seat, sheet in sheets.items():
        if seat != reader and not any(isinstance(order, Place | Fill) for order in sheet.orders):
            orders = _other_lines(castle, sheet.orders, rng.child(seat))
            other[seat] = replace(sheet, orders=orders, text="\n".join(map(str, orders)))
    return other


def _other_lines(castle: Castle, orders: Sequence[Order], rng: Rng) -> tuple[Order, ...]:
    spare = [place for place, order in enumerate(orders) if isinstance(order, Play | Negate | Limit)]
    kept = list(orders)
    if spare and rng.below(2, "whether a line is left out"):
        del kept[spare[rng.below(len(spare), "which line is left out")]]
    names = [kind.id for kind in castle.scrolls if kind.on not in ("named", "none")]
    more = Play(names[rng.below(len(names), "the scroll of a line more")], tests=NEVER)
    return (*kept[: castle.sheet_lines - 1], more)


TELLING = {
    "played": ("seat", "scroll", "on", "window", "gem"),
    "negated": ("seat", "scroll", "of", "window"),
    "moved": ("seat", "route", "by"),
    "fled": ("seat", "route"),
    "stuck": ("seat",),
    "cornered": ("seat",),
    "silent": ("seat",),
    "placed": ("gems", "named"),
    "drawn": ("scroll",),
    "hand": ("scrolls",),
}
"""What events tell of hands, deck and sheets; all else follows from these, the dice and the open position."""


def brought_out(events: Sequence[Event]) -> Any:
    """The scrolls played, with targets and windows, the ways gone, who had no sheet, and the reader's own scrolls."""
    return [
        [event.kind, *(event.facts[name] for name in TELLING[event.kind])] for event in events if event.kind in TELLING
    ]


def reshuffled(state: State, rng: Rng) -> State:
    """Nobody has seen the deck; its scrolls come in another order."""
    return replace(state, deck=rng.shuffled(state.deck, "deck shuffled anew"))
