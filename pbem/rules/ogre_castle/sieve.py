"""The sieve rule: which of the legal routes is taken (Ogre Castle 7.4 to 7.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pbem.model import Seat
from pbem.rules.ogre_castle.castle import OGRE
from pbem.rules.ogre_castle.facts import all_hold, player, rooms
from pbem.rules.ogre_castle.moving import attacked, gives_scroll, static_bars, takes_gem, wins
from pbem.rules.ogre_castle.orders import Flee, Move, Sieve
from pbem.rules.ogre_castle.routes import Route
from pbem.rules.ogre_castle.table import Table


@dataclass(frozen=True, slots=True)
class Hand:
    """Whose token is moved, who writes, and so who steers."""

    token: Seat
    writer: Seat


def chosen(table: Table, routes: list[Route], lines: Iterable[Move | Flee]) -> Route:
    """The route of a token steered by its owner; a route that wins is always taken (7.4)."""
    seat = table.turn.active
    left = [route for route in routes if wins(table, seat, route)] or routes
    hand = Hand(seat, seat)
    for line in lines:
        if all_hold(table, seat, line.tests):
            left = _kept(table, hand, line.sieve, left) or left
    return _first(table, left, seat, away=False)


def steered(table: Table, routes: list[Route], by: Seat, sieves: Iterable[Sieve]) -> Route:
    """The route of a token that the caster of a WANDER steers (6.5, 7.4)."""
    left, hand = routes, Hand(table.turn.active, by)
    for sieve in sieves:
        left = _kept(table, hand, sieve, left) or left
    return _first(table, left, table.turn.active, away=True)


def _kept(table: Table, hand: Hand, sieve: Sieve, routes: list[Route]) -> list[Route]:
    """The routes that satisfy a line; none if it has no meaning now."""
    if sieve.kind in ("near", "far"):
        return _extreme(table, hand, sieve, routes)
    fits = _test(table, hand, sieve)
    return [] if fits is None else [route for route in routes if fits(route)]


def _test(table: Table, hand: Hand, sieve: Sieve) -> Callable[[Route], bool] | None:
    seat, start = hand.token, table.at[hand.token]
    match sieve.kind:
        case "home":
            home = table.castle.homes[seat]
            return lambda route: (route[-1] if route else start) == home
        case "gem":
            return _gem_test(table, seat, sieve)
        case "nofight":
            return lambda route: attacked(table, seat, route) is None
        case "scroll":
            return lambda route: gives_scroll(table, route)
        case "fight" | "clear":
            return _player_test(table, hand, sieve)
        case _:
            return _room_test(table, hand, sieve)


def _gem_test(table: Table, seat: Seat, sieve: Sieve) -> Callable[[Route], bool]:
    index = table.castle.index
    there = [index[room] for room in sieve.places]
    return lambda route: takes_gem(table, seat, route) and (not there or route[-1] in there)


def _player_test(table: Table, hand: Hand, sieve: Sieve) -> Callable[[Route], bool] | None:
    who = player(table, hand.writer, sieve.who)
    if who is None:
        return None
    if sieve.kind == "fight":
        return lambda route: attacked(table, hand.token, route) == who
    far, start = table.castle.distance[table.at[who]], table.at[hand.token]
    return lambda route: far[route[-1] if route else start] >= sieve.number


def _room_test(table: Table, hand: Hand, sieve: Sieve) -> Callable[[Route], bool] | None:
    """END, VIA and AVOID; a place without meaning is left out of AVOID if another remains (7.9)."""
    targets = {room for place in sieve.places for room in rooms(table, hand.writer, hand.token, place)}
    start = table.at[hand.token]
    if not targets:
        return None
    match sieve.kind:
        case "end":
            return lambda route: (route[-1] if route else start) in targets
        case "via":
            return lambda route: not targets.isdisjoint(route)
        case _:
            return lambda route: targets.isdisjoint(route)


def _extreme(table: Table, hand: Hand, sieve: Sieve, routes: list[Route]) -> list[Route]:
    """NEAR and FAR: the routes whose end has the least or greatest distance (7.6)."""
    targets = rooms(table, hand.writer, hand.token, sieve.places[0])
    if not targets:
        return []
    far, start = table.castle.reach(targets, static_bars(table, hand.token)), table.at[hand.token]
    best = (min if sieve.kind == "near" else max)(far[route[-1] if route else start] for route in routes)
    return [route for route in routes if far[route[-1] if route else start] == best]


def _first(table: Table, routes: list[Route], seat: Seat, away: bool) -> Route:
    """What the tie rules choose: a scroll drawn, fewest rooms, the end that suits the owner (or, when WANDER steers,
    that suits him least), the first by the names of rooms (7.4)."""
    if len(routes) == 1:
        return routes[0]
    routes = [route for route in routes if gives_scroll(table, route)] or routes
    fewest = min(map(len, routes))
    start, distance = table.at[seat], table.castle.distance
    others = table.seats[1:] if seat == OGRE else (OGRE,)
    sign = (1 if seat == OGRE else -1) * (-1 if away else 1)

    def rank(route: Route) -> tuple[int, Route]:
        far = distance[route[-1] if route else start]
        return sign * min(far[table.at[other]] for other in others), route

    return min((route for route in routes if len(route) == fewest), key=rank)
