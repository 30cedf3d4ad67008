"""A battle, from the entry to the end of the flight (Ogre Castle 5)."""

from __future__ import annotations

from typing import Any

from pbem.model import Seat
from pbem.rules.ogre_castle.castle import OGRE
from pbem.rules.ogre_castle.moving import flights, wins
from pbem.rules.ogre_castle.sieve import chosen
from pbem.rules.ogre_castle.table import Battle, Table
from pbem.rules.ogre_castle.windows import open_window


def fight(table: Table, foe: Seat) -> None:
    """Window, dice, window, comparison, gem, flight (5.3, 8.1)."""
    turn = table.turn
    knight = foe if turn.active == OGRE else turn.active
    dice = {knight: table.castle.battle_dice.knight, OGRE: table.castle.battle_dice.ogre}
    turn.battle = Battle(knight, dice, dict.fromkeys(dice, 0), {seat: [] for seat in dice})
    room = table.castle.ids[table.at[turn.active]]
    table.tell("battle", attacker=turn.active, knight=knight, ogre=OGRE, room=room)
    open_window(table, "battle")
    _throw_until_decided(table, turn.battle)
    _settle(table, turn.battle)
    _flee(table)


def _throw_until_decided(table: Table, battle: Battle) -> None:
    """The knight throws first; equal scores are thrown again with the same changes (5.3, 5.4)."""
    chance = table.turn.rng.child("battle")
    throw = 0
    while True:
        throw += 1
        battle.faces = {
            seat: [chance.die(6, f"battle die of {seat}") for _ in range(count)] for seat, count in battle.dice.items()
        }
        table.tell("threw", throw=throw, sides=[_side(table, battle, seat) for seat in battle.dice])
        open_window(table, "dice")
        if table.score(battle.knight) != table.score(OGRE):
            return
        table.tell("tie", throw=throw, score=table.score(OGRE))


def _side(table: Table, battle: Battle, seat: Seat) -> dict[str, Any]:
    """One combatant's throw with all that adds to it."""
    assert battle.faces is not None
    base = table.castle.battle_dice.ogre if seat == OGRE else table.castle.battle_dice.knight
    return {
        "seat": seat,
        "dice": list(battle.faces[seat]),
        "sum": sum(battle.faces[seat]),
        "armor": table.armor[seat],
        "luck": battle.luck[seat],
        "score": table.score(seat),
        "number": battle.dice[seat],
        "base": base,
        "changes": [dict(change) for change in battle.changes[seat]],
    }


def _settle(table: Table, battle: Battle) -> None:
    """The winner takes a gem of the knight's colour: to the throne room, or to his gate (5.4, 5.5)."""
    knight = battle.knight
    scores = {seat: table.score(seat) for seat in battle.dice}
    winner, loser = (knight, OGRE) if scores[knight] > scores[OGRE] else (OGRE, knight)
    has_gem = table.throne[knight] if winner == knight else table.captured[knight]
    if has_gem:
        way = 1 if winner == knight else -1
        table.captured[knight] += way
        table.throne[knight] -= way
    captured = {seat: table.gems_of(seat) for seat in battle.dice}
    gem = knight if has_gem else None
    table.tell("beaten", winner=winner, loser=loser, scores=scores, gem=gem, captured=captured)


def _flee(table: Table) -> None:
    """The active player rolls again and moves away; then he draws a scroll (5.6, 5.7)."""
    turn, castle = table.turn, table.castle
    seat = turn.active
    die = turn.count = turn.rng.child("flight").die(6, f"flight of {seat}")
    route = chosen(table, flights(table), table.sheets[seat].flees)
    start = table.at[seat]
    if not route:
        table.tell("cornered", seat=seat, die=die, at=castle.ids[start])
        turn.battle = None
        return
    won = wins(table, seat, route)
    table.at[seat] = route[-1]
    why = "home" if won else "count" if len(route) == die else "short"
    names = [castle.ids[room] for room in (start, *route)]
    table.tell("fled", seat=seat, die=die, route=names, spaces=len(route), why=why)
    turn.battle = None
    if won:
        table.winner = seat
        gems = table.gems_of(seat)
        table.tell("won", seat=seat, room=names[-1], turn=seat, how="flight", by=seat, gems=gems)
    else:
        table.draw(seat)
