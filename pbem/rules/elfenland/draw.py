"""Open counters: in turn order, three times round, each takes one that lies face up or an unseen one (Elfenland 6)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.model import Order, Seat
from pbem.rules.elfenland.orders import UNSEEN, Take
from pbem.rules.elfenland.play import Play

Lines = tuple[tuple[str, ...], ...]
"""Wishes, a line for each draw; the last one serves all that are left."""


def wishes_of(orders: Sequence[Order]) -> Lines:
    """The wishes of a page."""
    return tuple(order.wishes for order in orders if isinstance(order, Take))


def play(now: Play) -> None:
    """All three draws, one lap of them, or with ``mode: strict`` a single one (17.1, 17.7)."""
    lists = {seat: wishes_of(now.heard.get(seat, ())) or now.wishes.get(seat, ()) for seat in now.order}
    seats, left = len(now.order), _left(now)
    for _ in range(_at_once(now, left)):
        seat = now.order[now.drawn % seats]
        lists[seat] = _draw(now, seat, lists[seat])
        now.drawn += 1
    over = now.drawn == seats * now.land.open_drawn
    now.wishes = {} if over or now.before.strict else lists
    if over or not now.before.strict:
        now.tell("drawn", lap=(now.drawn - 1) // seats + 1, over=over, face_up=list(now.face_up))
    for seat, lines in now.wishes.items():
        if lines:
            now.tell("wishes-left", only=seat, lines=[now.pen.wishes(line) for line in lines])
    if over:
        now.phase, now.drawn = "plan", 0


def _left(now: Play) -> int:
    return len(now.order) * now.land.open_drawn - now.drawn


def _at_once(now: Play, left: int) -> int:
    """How many draws this deadline is for."""
    if now.before.strict:
        return 1
    return len(now.order) if now.before.options["draft"] == "laps" else left


def _draw(now: Play, seat: Seat, lines: Lines) -> Lines:
    """One counter; nothing wished, or nothing that can be met: an unseen one (6.1, 13.1). What is left of the lines."""
    lap = now.drawn // len(now.order) + 1
    wishes = lines[0] if lines else ()
    met = next((wish for wish in wishes if wish == UNSEEN or wish in now.face_up), None)
    turned_up = None
    if met in (None, UNSEEN):
        counter = now.pile.pop(0)
    else:
        counter = str(met)
        place = now.face_up.index(counter)
        turned_up = now.face_up[place] = now.pile.pop(0)
    now.change(seat, open=(*now.elves[seat].open, counter))
    unseen = turned_up is None
    silent = seat in now.silent
    now.tell("drew", seat=seat, lap=lap, counter=counter, unseen=unseen, silent=silent, turned_up=turned_up)
    if wishes:
        now.tell("wish", only=seat, lap=lap, line=now.pen.wishes(wishes), met=met)
    return lines[1:] or lines
