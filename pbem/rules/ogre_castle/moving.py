"""Where a token may go, and what its routes lead to (Ogre Castle 4.2 to 4.9, 5.6)."""

from __future__ import annotations

from pbem.model import Seat
from pbem.rules.ogre_castle.castle import OGRE
from pbem.rules.ogre_castle.routes import Bars, Route, legal_routes
from pbem.rules.ogre_castle.table import Table


def legal(table: Table) -> list[Route]:
    """The legal routes of the active player's move with the count as it stands (4.3)."""
    turn = table.turn
    assert turn.count is not None
    if turn.count not in turn.routes:
        ways, start = table.castle.next, table.at[turn.active]
        turn.routes[turn.count] = legal_routes(ways, start, turn.count, move_bars(table))
    return turn.routes[turn.count]


def move_bars(table: Table) -> Bars:
    """What is in the way of the active player's move: bars (4.2), stop rooms (4.4), and what GHOST lifts (4.9)."""
    turn, castle = table.turn, table.castle
    seat = turn.active
    if seat == OGRE:
        always, crowded = castle.gates, table.gem_rooms()
        stops = table.tokens(OGRE)
    else:
        always, crowded = castle.throne, table.gem_rooms(seat) | table.tokens(OGRE, seat)
        stops = 1 << table.at[OGRE] | table.gem_rooms() & ~table.gem_rooms(seat)
    stops |= winning_home(table, seat)
    if not turn.ghost:
        return Bars(turn.entered | always | crowded, 0, stops)
    return Bars(turn.entered | always | crowded & stops, crowded, stops)


def flight_bars(table: Table) -> Bars:
    """What is in the way of a flight: every token and gem, and every room entered this turn (5.6)."""
    seat = table.turn.active
    always = table.castle.gates if seat == OGRE else table.castle.throne
    shut = table.turn.entered | always | table.gem_rooms() | table.tokens(seat)
    return Bars(shut, 0, winning_home(table, seat))


def flights(table: Table) -> list[Route]:
    """The legal routes of the active player's flight (5.6)."""
    turn = table.turn
    assert turn.count is not None
    return legal_routes(table.castle.next, table.at[turn.active], turn.count, flight_bars(table))


def winning_home(table: Table, seat: Seat) -> int:
    """The own home as a mask, if entering it wins now (6.8)."""
    return 1 << table.castle.homes[seat] if table.done(seat) else 0


def wins(table: Table, seat: Seat, route: Route) -> bool:
    """Whether a route enters the own home and wins (6.8, 6.9)."""
    return bool(route) and route[-1] == table.castle.homes[seat] and table.done(seat)


def takes_gem(table: Table, seat: Seat, route: Route) -> bool:
    """Whether a route ends by taking an own gem (4.4)."""
    return bool(route) and table.gems.get(route[-1]) == seat


def attacked(table: Table, seat: Seat, route: Route) -> Seat | None:
    """With whom a route begins a battle: knight and ogre only, and only by entering (4.10, 5.1)."""
    if not route:
        return None
    end = route[-1]
    if seat != OGRE:
        return OGRE if table.at[OGRE] == end else None
    return next((knight for knight in table.seats[1:] if table.at[knight] == end), None)


def gives_scroll(table: Table, route: Route) -> bool:
    """Whether a scroll is drawn at the end: in a room that was empty when the turn began (4.8); after a flight
    wherever it ends (5.7)."""
    if not route:
        return False
    return table.turn.battle is not None or bool(table.turn.empty >> route[-1] & 1)


def static_bars(table: Table, seat: Seat) -> int:
    """Rooms barred to a token by 4.2, other tokens apart, for distances in NEAR and FAR (7.6)."""
    if seat == OGRE:
        return table.castle.gates | table.gem_rooms()
    return table.castle.throne | table.gem_rooms(seat)
