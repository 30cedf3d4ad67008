"""One round, turn by turn in its order of play (Ogre Castle 2.5, 8.1).

All seats in facts are in small letters; a room is its id, "E3"; a scroll is its name in small letters; ``window`` is
start, ready, rolled, battle, dice or end. What is told, to everybody unless said otherwise:

Turn 0:
    opened      seats, order, armor {seat: chips}, needed {seat: gems}, gems (of each colour), hand (scrolls dealt)
Round 0:
    placed      gems {room: colour}, named [rooms the ogre named], how "ordered" (all were named), "standard", "random"
    dealt       seat, number                                     how many scrolls each got
    hand        seat, scrolls [names]                            to the seat alone
    order       order [seats], reversed                          the order of play of the round to come
Every round:
    round       number, order [seats], reversed                  opens the round
    silent      seat, running                                    no sheet in force: default plans, no scrolls (10.1)
    turn        seat, at, place (1 for the first in the order)   opens a turn
    played      seat, scroll, on (seat or None), window, gem (the colour written, or None)
    negated     seat, scroll (what is answered), of (who played that), window: a NEGATE played
    cancelled   seat (who had played it), scroll, by (whose NEGATE)
  what a scroll does that was not cancelled:
    frozen      seat, by                                         FREEZE
    hastened    seat, by, dice (movement dice to be thrown now)  HASTE
    ghostly     seat                                             GHOST
    count       seat, by, scroll, before, after                  NIMBLE, SLOW
    wandering   seat, by                                         WANDER: ``by`` steers, unless another WANDER follows
    chips       seat, by, scroll, before, after, left            ARMOR, RUST
    battle-dice seat, by, scroll, before, after                  MASTERY, STRENGTH, WEAKNESS: dice he throws
    score       seat, by, scroll, before, after, margin          LUCKY, FUMBLE: his score, and by how much it is more
    dropped     seat (who loses it), by, colour, room, left (captured gems he has left)
    reversing   by, order [seats], reversed                      the next round's order of play
  movement:
    rolled      seat, dice [faces], sum, count, cut (whether the sum was cut to 12)
    moved       seat, route [rooms, the start first], spaces, count, why "count", "gem", "battle", "home" or "short",
                by (who steered: the seat itself, or the caster of WANDER), ghost
    stuck       seat, at, count, by                              no room could be entered
    took        seat, room, captured (how many he has now), needed
    drew        seat, deck (scrolls left)                        a scroll was drawn
    drawn       seat, scroll                                     to the seat alone
    rebuilt     scrolls (in the new deck)                        the deck was empty; before the draw
    no-scroll   seat                                             deck and discards are empty
  battle:
    battle      attacker, knight, ogre, room
    threw       throw (1 for the first), sides [knight's, ogre's]: each seat, dice [faces], sum, armor, luck, score,
                number (of dice), base (2 or 3), changes [{scroll, by, change}] (why he threw so many)
    tie         throw, score                                     all dice are thrown again
    beaten      winner, loser, scores {seat: score}, gem (colour or None), captured {seat: gems each has now}
    fled        seat, die, route [rooms, the battle room first], spaces, why "count", "home" or "short"
    cornered    seat, die, at                                    the flight failed altogether
The end:
    won         seat, room, turn (whose it was), how "move", "flight" or "wander", by (who steered), gems
    undecided   round                                            no winner after the last round: drawn (6.10)
To one seat alone, at the end of the round:
    sheet       seat, source "page", "standing" or "none", lines [{line, text, fired}], stands (for the next round;
                None if there is none), own_moves, own_flights (whether it had such lines; else the default plans);
                fired is a list of {turn, window, scroll, on, cancelled}
    refused     seat, line, why                                  a line of the page that did not count
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.model import Event, Seat
from pbem.rng import Rng
from pbem.rules.ogre_castle.battle import fight
from pbem.rules.ogre_castle.castle import Castle, State
from pbem.rules.ogre_castle.moving import attacked, legal, takes_gem, wins
from pbem.rules.ogre_castle.routes import Route
from pbem.rules.ogre_castle.sheets import InForce, Taken, refusals, stands_on, written
from pbem.rules.ogre_castle.sieve import chosen, steered
from pbem.rules.ogre_castle.table import Table
from pbem.rules.ogre_castle.windows import open_window


def played(
    castle: Castle, state: State, pages: Mapping[Seat, Taken], sheets: Mapping[Seat, InForce], rng: Rng
) -> tuple[State, tuple[Event, ...]]:
    """The position after a round, and what happened in it."""
    table = Table(castle, state, sheets)
    table.tell("round", number=state.round, order=list(table.order), reversed=state.reversed)
    silent = _silent(table, pages)
    for place, seat in enumerate(table.order, 1):
        if table.winner is None:
            table.tell("turn", seat=seat, at=castle.ids[table.at[seat]], place=place)
            take_turn(table, seat, rng.child(seat))
    standing = {seat: stands_on(state.players[seat], pages.get(seat)) for seat in state.seats}
    after = table.state(standing, silent)
    if after.ended == "drawn":
        table.tell("undecided", round=state.round)
    for seat in state.seats:
        _account(table, seat, pages.get(seat), None if after.ended else bool(standing[seat]))
    return after, tuple(table.told)


def _silent(table: Table, pages: Mapping[Seat, Taken]) -> dict[Seat, int]:
    """For how many rounds running each has sent no sheet; who has none in force is named (10.1, 10.2)."""
    counts = {}
    for seat in table.seats:
        came = seat in pages and bool(pages[seat].orders)
        counts[seat] = 0 if came else table.before.players[seat].silent + 1
        if table.sheets[seat].source == "none":
            table.tell("silent", seat=seat, running=counts[seat])
    return counts


def take_turn(table: Table, seat: Seat, rng: Rng) -> None:
    """One player's turn, step by step (8.1); once somebody has won the rest is not played (6.8)."""
    table.begin_turn(seat, rng)
    for step in STEPS:
        if table.winner is None:
            step(table)


def start(table: Table) -> None:
    """The window before everything else (8.1)."""
    open_window(table, "start")


def move(table: Table) -> None:
    """HASTE and GHOST, the roll, what changes it, the way; all skipped by a frozen player (4, 6.4, 8.1)."""
    if table.turn.frozen:
        return
    open_window(table, "ready")
    _roll(table)
    open_window(table, "rolled")
    _go(table, _way(table))


def _roll(table: Table) -> None:
    """One die, and one more for each HASTE; the count stays between 1 and 12 (4.1, 4.7)."""
    turn, limits = table.turn, table.castle.limits
    chance = turn.rng.child("movement")
    dice = [chance.die(6, f"movement of {turn.active}") for _ in range(turn.dice)]
    turn.count = max(limits.move_min, min(limits.move_max, sum(dice)))
    turn.reckoning = True
    cut = turn.count != sum(dice)
    table.tell("rolled", seat=turn.active, dice=dice, sum=sum(dice), count=turn.count, cut=cut)


def _way(table: Table) -> Route:
    """The route, chosen by the caster of a WANDER or by the owner's lines (6.5, 7.4)."""
    turn = table.turn
    if turn.steering is not None:
        return steered(table, legal(table), turn.steering.by, turn.steering.sieves)
    return chosen(table, legal(table), table.sheets[turn.active].moves)


def _go(table: Table, route: Route) -> None:
    """The token moves; it wins, takes a gem, draws a scroll or begins a battle (4.4, 4.8, 6.8)."""
    turn, castle = table.turn, table.castle
    seat, start = turn.active, table.at[turn.active]
    turn.reckoning = False
    by = turn.steering.by if turn.steering is not None else seat
    if not route:
        table.tell("stuck", seat=seat, at=castle.ids[start], count=turn.count, by=by)
        return
    won, gem, foe = wins(table, seat, route), takes_gem(table, seat, route), attacked(table, seat, route)
    table.at[seat] = route[-1]
    turn.entered |= castle.mask(route)
    why = "home" if won else "battle" if foe else "gem" if gem else "count" if len(route) == turn.count else "short"
    names = [castle.ids[room] for room in (start, *route)]
    count, spaces = turn.count, len(route)
    table.tell("moved", seat=seat, route=names, spaces=spaces, count=count, why=why, by=by, ghost=turn.ghost)
    if won:
        _win(table, seat, names[-1], by)
        return
    if gem:
        _take(table, seat, route[-1])
    if turn.empty >> route[-1] & 1:
        table.draw(seat)
    if foe:
        fight(table, foe)


def _win(table: Table, seat: Seat, room: str, by: Seat) -> None:
    """Somebody enters his home with gems enough; the game stops at once (6.8)."""
    table.winner = seat
    how = "move" if by == seat else "wander"
    table.tell("won", seat=seat, room=room, turn=seat, how=how, by=by, gems=table.gems_of(seat))


def _take(table: Table, seat: Seat, room: int) -> None:
    """A knight's own gem goes to his gate at once (4.4)."""
    del table.gems[room]
    table.captured[seat] += 1
    captured, needed = table.captured[seat], table.needed[seat]
    table.tell("took", seat=seat, room=table.castle.ids[room], captured=captured, needed=needed)


def end(table: Table) -> None:
    """The window after everything else (8.1)."""
    open_window(table, "end")


STEPS: tuple[Callable[[Table], None], ...] = (start, move, end)


# ------------------------------------------------------------------ what each is told of his own sheet


def _account(table: Table, seat: Seat, page: Taken | None, stands: bool | None) -> None:
    """The sheet as it was used, what its lines did, and what did not count (13.2)."""
    sheet = table.sheets[seat]
    for event in refusals(seat, page):
        table.whisper(event)
    texts = written(sheet.orders)
    lines: list[dict[str, Any]] = [
        {"line": order.span.line if sheet.source == "page" else place, "text": text, "fired": fired}
        for place, (order, text, fired) in enumerate(zip(sheet.orders, texts, sheet.fired, strict=True), 1)
    ]
    own_moves = any(text.startswith("MOVE") for text in texts)
    own_flights = any(text.startswith("FLEE") for text in texts)
    facts = {"seat": seat, "source": sheet.source, "lines": lines, "own_moves": own_moves, "own_flights": own_flights}
    table.whisper(Event("sheet", {**facts, "stands": stands}, (seat,)))
