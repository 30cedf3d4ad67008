"""Sheets in force: which lines of a page count, what is used when none came, what has fired (Ogre Castle 7, 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.model import Event, Order, Problem, Seat, Sheet, Unread
from pbem.rules.ogre_castle.castle import OGRE, Castle, Player
from pbem.rules.ogre_castle.orders import Fill, Flee, Limit, Move, Negate, Place, Play, Standing


@dataclass(frozen=True)
class Taken:
    """The lines of a page that count, and what is said of the others."""

    orders: tuple[Order, ...]
    problems: tuple[Problem, ...]

    @property
    def stands(self) -> bool:
        """Whether the sheet is kept for later rounds (7.3)."""
        return any(isinstance(order, Standing) for order in self.orders)


def taken(castle: Castle, seat: Seat, placing: bool, sheet: Sheet) -> Taken:
    """The lines that count now: at most 60, PLACE in round 0 and the others after it (7.3, 10.3)."""
    problems: list[Problem] = []
    orders: list[Order] = []
    most = castle.sheet_lines
    for place, order in enumerate(sheet.orders):
        if isinstance(order, Unread):
            continue
        if place >= most:
            message = f"A sheet has {most} lines at most; from this line on none counts."
            problems.append(Problem("too-many", message, order.span, "Take out what you need least."))
            break
        fault = _out_of_season(seat, placing, order) or _placed_before(castle, order, orders)
        if fault is None:
            orders.append(order)
        else:
            problems.append(fault)
    return Taken(tuple(orders), tuple(problems))


def _out_of_season(seat: Seat, placing: bool, order: Order) -> Problem | None:
    """PLACE counts only in round 0, everything else only from round 1 (7.3)."""
    is_placing = isinstance(order, Place | Fill)
    if is_placing and seat != OGRE:
        return Problem("season", "Only the ogre places gems.", order.span)
    if is_placing and not placing:
        return Problem("season", "Gems are placed before round 1 only.", order.span)
    if placing and not is_placing:
        return Problem("season", "This counts from round 1 on; now the gems are placed.", order.span)
    return None


def _placed_before(castle: Castle, order: Order, before: Sequence[Order]) -> Problem | None:
    """A PLACE line that does not go with those above it is faulty as a whole (7.2)."""
    if isinstance(order, Fill):
        other = next((one for one in before if isinstance(one, Fill) and one != order), None)
        if other is None:
            return None
        return Problem("place", f"{other} stands above; this line was not taken.", order.span)
    if not isinstance(order, Place):
        return None
    above = [one for one in before if isinstance(one, Place)]
    used = next((room for room in order.rooms if any(room in one.rooms for one in above)), None)
    if used is not None:
        return Problem("place", f"A gem lies in {used} already; this line was not taken.", order.span)
    laid = sum(len(one.rooms) for one in above if one.colour == order.colour)
    if laid + len(order.rooms) > castle.gems_per_knight:
        message = f"That makes more than {castle.gems_per_knight} {order.colour} gems; this line was not taken."
        return Problem("place", message, order.span)
    return None


@dataclass(slots=True)
class InForce:
    """A sheet as it is used in a round, with what its lines have done."""

    seat: Seat
    source: str
    """"page", "standing" or "none"."""
    orders: tuple[Order, ...]
    moves: tuple[Move, ...]
    """The MOVE lines, those of the default plan if the sheet has none (7.7)."""
    flees: tuple[Flee, ...]
    plays: Mapping[str, tuple[tuple[int, Play], ...]]
    """The PLAY lines that fit each window, each with its place on the sheet."""
    negates: tuple[tuple[int, Negate], ...]
    limits: Mapping[str, int]
    """The most scrolls of a name, and of all under the empty name (8.3)."""
    fired: list[list[dict[str, Any]]] = field(default_factory=list)
    cast: dict[str, int] = field(default_factory=dict)
    """How many scrolls of each name he has played this round, and of all under the empty name."""

    def may_cast(self, scroll: str) -> bool:
        """Whether no LIMIT forbids another such scroll (8.3)."""
        limits, cast = self.limits, self.cast
        return not limits or all(cast.get(name, 0) < limits.get(name, 999) for name in ("", scroll))

    def casts(self, place: int, scroll: str, fact: dict[str, Any]) -> None:
        """Notes that a line fired."""
        self.fired[place].append(fact)
        for name in ("", scroll):
            self.cast[name] = self.cast.get(name, 0) + 1

    def cause(self, place: int) -> tuple[Seat, int] | None:
        """The line of this turn's page that a place on the sheet is; None for a standing sheet."""
        return (self.seat, self.orders[place].span.line) if self.source == "page" else None


def in_force(
    castle: Castle, seat: Seat, source: str, orders: Sequence[Order], plans: Mapping[str, Sequence[Order]]
) -> InForce:
    """A sheet made ready for a round. ``plans`` are the default lines of his side (7.7)."""
    plays: dict[str, list[tuple[int, Play]]] = {}
    limits: dict[str, int] = {}
    for place, order in enumerate(orders):
        if isinstance(order, Play):
            for window in castle.kinds[order.scroll].windows:
                plays.setdefault(window, []).append((place, order))
        elif isinstance(order, Limit):
            limits[order.scroll] = min(order.number, limits.get(order.scroll, order.number))
    moves = tuple(order for order in orders if isinstance(order, Move))
    flees = tuple(order for order in orders if isinstance(order, Flee))
    return InForce(
        seat=seat,
        source=source,
        orders=tuple(orders),
        moves=moves or tuple(order for order in plans["move"] if isinstance(order, Move)),
        flees=flees or tuple(order for order in plans["flee"] if isinstance(order, Flee)),
        plays={window: tuple(row) for window, row in plays.items()},
        negates=tuple((place, order) for place, order in enumerate(orders) if isinstance(order, Negate)),
        limits=limits,
        fired=[[] for _ in orders],
    )


def written(orders: Sequence[Order]) -> tuple[str, ...]:
    """Orders as lines that read back equal."""
    return tuple(map(str, orders))


def stands_on(player: Player, page: Taken | None) -> tuple[str, ...]:
    """The lines that stand after this round: a page that counts replaces what stood before (7.3, 10.1)."""
    if page is None or not page.orders:
        return player.standing
    return written(page.orders) if page.stands else ()


def refusals(seat: Seat, page: Taken | None) -> list[Event]:
    """To its writer alone: which lines of a page did not count, and why (10.3)."""
    return [
        Event("refused", {"seat": seat, "line": problem.span.line, "why": problem.message}, (seat,))
        for problem in (page.problems if page is not None else ())
    ]
