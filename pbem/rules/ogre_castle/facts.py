"""What the words of a sheet mean now: who FOE is, where GEM is, whether an IF holds (Ogre Castle 7.5, 7.8, 9.1, 9.2).

Only what is open to all is asked, so that a sheet can never spy on a hand (8.9). None stands for "no meaning now".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import eq, ge, gt, le, lt, ne

from pbem.model import Seat
from pbem.rules.ogre_castle.castle import OGRE
from pbem.rules.ogre_castle.moving import legal, takes_gem, wins
from pbem.rules.ogre_castle.orders import Term
from pbem.rules.ogre_castle.table import Table

OPERATORS: Mapping[str, Callable[[int, int], bool]] = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge, "<>": ne}


def player(table: Table, writer: Seat, who: str) -> Seat | None:
    """Whom a word means, read as from the writer of the sheet (7.5, 7.8)."""
    match who:
        case "me":
            return writer
        case "active":
            return table.turn.active
        case "foe":
            return table.turn.battle.foe(writer) if table.turn.battle else None
        case "leader":
            return _leader(table, writer)
        case "prey":
            return _prey(table, writer)
    return who


def _leader(table: Table, writer: Seat) -> Seat:
    """The knight, not the writer, with most captured gems; then the nearer, then the first in this round's order."""
    far = table.castle.distance[table.at[writer]]
    others = [seat for seat in table.order if seat not in (OGRE, writer)]
    return min(others, key=lambda seat: (-table.captured[seat], far[table.at[seat]]))


def _prey(table: Table, writer: Seat) -> Seat | None:
    """The nearest knight, not the writer, who has a captured gem; then the one with more, then the order."""
    far = table.castle.distance[table.at[writer]]
    others = [seat for seat in table.order if seat not in (OGRE, writer) and table.captured[seat]]
    return min(others, key=lambda seat: (far[table.at[seat]], -table.captured[seat]), default=None)


def rooms(table: Table, writer: Seat, token: Seat, place: str) -> tuple[int, ...]:
    """The rooms a place means; none if it has no meaning. HOME and GEM are those of the token meant (7.8, 7.9)."""
    number = table.castle.index.get(place)
    if number is not None:
        return (number,)
    if place == "home":
        return (table.castle.homes[token],)
    if place == "gem":
        return table.own_gems(token)
    who = player(table, writer, place)
    return () if who is None else (table.at[who],)


def all_hold(table: Table, writer: Seat, tests: Sequence[Term]) -> bool:
    """Whether every term has a meaning now and holds (8.4)."""
    for term in tests:
        value = _fact(table, writer, term)
        if value is None or value is term.negated:
            return False
    return True


def _fact(table: Table, writer: Seat, term: Term) -> bool | None:
    if term.op:
        measured = _measure(table, writer, term)
        return None if measured is None else OPERATORS[term.op](measured, term.number)
    turn = table.turn
    if term.fact == "played":
        return _played(table, writer, term)
    if term.fact in ("cangem", "canwin", "canfight"):
        return _can(table, writer, term)
    who = player(table, writer, term.who)
    if who is None:
        return None
    match term.fact:
        case "turn":
            return who == turn.active
        case "battle":
            return turn.battle is not None and turn.battle.foe(who) is not None
        case _:
            return table.done(who)


def _played(table: Table, writer: Seat, term: Term) -> bool | None:
    """Whether such a scroll took effect this turn (9.1)."""
    on = player(table, writer, term.on) if term.on else None
    by = player(table, writer, term.by) if term.by else None
    if (term.on and on is None) or (term.by and by is None):
        return None
    return any(
        played.scroll == term.scroll and (not term.on or played.on == on) and (not term.by or played.by == by)
        for played in table.turn.played
    )


def _can(table: Table, writer: Seat, term: Term) -> bool | None:
    """Whether the active player has a legal route, with the count as it stands, that does this (9.1)."""
    if not table.turn.reckoning:
        return None
    active = table.turn.active
    if term.fact == "canfight":
        who = player(table, writer, term.who)
        if who is None:
            return None
        target = table.at[who]
        return any(route and route[-1] == target for route in legal(table))
    does = takes_gem if term.fact == "cangem" else wins
    return any(does(table, active, route) for route in legal(table))


def _measure(table: Table, writer: Seat, term: Term) -> int | None:
    """A number that is open to all (9.2)."""
    if term.fact == "roll":
        return table.turn.count
    if term.fact == "round":
        return table.before.round
    who = player(table, writer, term.who)
    if who is None:
        return None
    match term.fact:
        case "dist":
            targets = rooms(table, writer, who, term.place)
            far = table.castle.distance[table.at[who]]
            return min((far[room] for room in targets), default=None)
        case "gems":
            return table.gems_of(who)
        case "lost":
            return table.throne.get(who)
        case "armor":
            return table.armor[who]
        case "hand":
            return len(table.hands[who])
        case _:
            return _in_battle(table, who, term.fact)


def _in_battle(table: Table, who: Seat, measure: str) -> int | None:
    """DICE and MARGIN of combatants; MARGIN only after a throw."""
    battle = table.turn.battle
    foe = battle.foe(who) if battle else None
    if battle is None or foe is None:
        return None
    if measure == "dice":
        return battle.dice[who]
    return table.score(who) - table.score(foe) if battle.faces else None
