"""Windows: who is visited when, which line fires, and the stack of answers (Ogre Castle 8)."""

from __future__ import annotations

from pbem.model import Seat
from pbem.rules.ogre_castle.facts import all_hold, player
from pbem.rules.ogre_castle.orders import ANY, Play
from pbem.rules.ogre_castle.scrolls import is_legal, take_effect, target_of
from pbem.rules.ogre_castle.table import PlayedScroll, Table

NEGATE = "negate"


def open_window(table: Table, window: str) -> None:
    """Players are visited round the table from the active one until all in succession have nothing to fire (8.2)."""
    table.turn.window = window
    visits = _from(table, table.turn.active)
    visits = [seat for seat in visits if table.sheets[seat].plays.get(window)]
    quiet = place = 0
    while quiet < len(visits):
        seat = visits[place % len(visits)]
        place += 1
        quiet = 0 if _visited(table, seat, window) else quiet + 1


def _from(table: Table, seat: Seat) -> list[Seat]:
    """Everybody in this round's order of play, round the table from one seat on."""
    place = table.order.index(seat)
    return [*table.order[place:], *table.order[:place]]


def _visited(table: Table, seat: Seat, window: str) -> bool:
    """A visited player fires the first line that can fire, one a visit (8.2, 8.3)."""
    sheet, hand = table.sheets[seat], table.hands[seat]
    for place, line in sheet.plays[window]:
        if line.scroll not in hand or len(sheet.fired[place]) >= line.times or not sheet.may_cast(line.scroll):
            continue
        kind = table.castle.kinds[line.scroll]
        target = target_of(table, seat, kind, line.on)
        if is_legal(table, seat, line, kind, target) and all_hold(table, seat, line.tests):
            _play(table, seat, place, line, target)
            return True
    return False


def _play(table: Table, seat: Seat, place: int, line: Play, target: Seat | None) -> None:
    """A scroll is played, answered, and takes effect unless it was cancelled (8.5, 8.6)."""
    turn, sheet = table.turn, table.sheets[seat]
    fact = {"turn": turn.active, "window": turn.window, "scroll": line.scroll, "on": target, "cancelled": False}
    sheet.casts(place, line.scroll, fact)
    table.discard(seat, line.scroll)
    gem = line.gem or None
    cause = sheet.cause(place)
    table.tell("played", cause, seat=seat, scroll=line.scroll, on=target, window=turn.window, gem=gem)
    if _cancelled(table, seat, line.scroll, target):
        fact["cancelled"] = True
        return
    turn.played.append(PlayedScroll(line.scroll, seat, target))
    take_effect(table, seat, line, table.castle.kinds[line.scroll], target)


def _cancelled(table: Table, caster: Seat, scroll: str, target: Seat | None) -> bool:
    """Whether a waiting scroll is cancelled: the others are visited once each, from the player after its caster (8.5).

    A NEGATE waits for answers in the same way; if it is cancelled, visiting goes on.
    """
    for seat in _from(table, caster)[1:]:
        place = _answer(table, seat, caster, scroll, target)
        if place is None:
            continue
        turn, sheet = table.turn, table.sheets[seat]
        fact = {"turn": turn.active, "window": turn.window, "scroll": NEGATE, "on": caster, "cancelled": False}
        sheet.casts(place, NEGATE, fact)
        table.discard(seat, NEGATE)
        table.tell("negated", sheet.cause(place), seat=seat, scroll=scroll, of=caster, window=turn.window)
        if _cancelled(table, seat, NEGATE, caster):
            fact["cancelled"] = True
            continue
        turn.played.append(PlayedScroll(NEGATE, seat, caster))
        table.tell("cancelled", seat=caster, scroll=scroll, by=seat)
        return True
    return False


def _answer(table: Table, seat: Seat, caster: Seat, scroll: str, target: Seat | None) -> int | None:
    """The place of a player's first NEGATE line that matches and can fire (8.3, 8.5, 9.3)."""
    sheet = table.sheets[seat]
    if not sheet.negates or NEGATE not in table.hands[seat] or not sheet.may_cast(NEGATE):
        return None
    for place, line in sheet.negates:
        if (
            (line.scroll == scroll or (line.scroll == ANY and scroll != NEGATE))
            and len(sheet.fired[place]) < line.times
            and (not line.by or player(table, seat, line.by) == caster)
            and (not line.on or (target is not None and player(table, seat, line.on) == target))
            and all_hold(table, seat, line.tests)
        ):
            return place
    return None
