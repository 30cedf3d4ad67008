"""Which cards go when wishes were written beforehand: DROP, KEEP and the house order (King of the Elves 14.6)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.rules.elfen.chart import Hand, counted, without
from pbem.rules.king_of_the_elves.orders import Wish
from pbem.rules.king_of_the_elves.realm import Deck


def chosen(deck: Deck, hand: Sequence[str], number: int, drop: Sequence[Wish], keep: Sequence[Wish]) -> Hand:
    """The cards that go, in the order in which they go: those of DROP, then by the house order (14.6)."""
    gone = list(_dropped(hand, drop))[:number]
    left = without(hand, gone) or ()
    kept = counted(_dropped(left, keep))
    while len(gone) < number and left:
        card = _next(deck, left, kept)
        gone.append(card)
        left = without(left, (card,)) or ()
    return tuple(gone)


def _dropped(hand: Sequence[str], wishes: Sequence[Wish]) -> Hand:
    """All cards of the first kind, then of the second; a number limits a kind, what is not held is skipped (14.6.1)."""
    held = counted(hand)
    found: list[str] = []
    for wish in wishes:
        there = held.get(wish.card, 0)
        goes = there if wish.number is None else min(there, wish.number)
        held[wish.card] = there - goes
        found += [wish.card] * goes
    return tuple(found)


def _next(deck: Deck, hand: Hand, kept: dict[str, int]) -> str:
    """The next card of the house order, those under KEEP last (14.6.2, 14.6.3)."""
    held = counted(hand)
    free = [card for card, number in held.items() if number > kept.get(card, 0)]

    def rank(card: str) -> tuple[int, int, int]:
        return deck.discard_order.index(deck.kinds[card].kind), -held[card], deck.place[card]

    return min(free or held, key=rank)
