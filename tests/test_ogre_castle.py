"""Ogre Castle: its map, and routes, whole turns and order lines as listed in ``vectors/ogre-castle.yaml``."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import Luck, opening
from pbem.model import Event, Sheet, Unread
from pbem.papers import read_plain
from pbem.rng import FromList, Rng
from pbem.rules.ogre_castle import OgreCastle
from pbem.rules.ogre_castle.castle import OGRE, Castle, State
from pbem.rules.ogre_castle.moving import flights, legal, move_bars
from pbem.rules.ogre_castle.orders import Flee, Move
from pbem.rules.ogre_castle.round import take_turn
from pbem.rules.ogre_castle.routes import Bars, legal_routes
from pbem.rules.ogre_castle.sheets import taken
from pbem.rules.ogre_castle.sieve import chosen
from pbem.rules.ogre_castle.table import Battle, Table
from tests.test_cases import info_of

VECTORS: Any = read_plain((Path(__file__).parent / "vectors" / "ogre-castle.yaml").read_text("utf-8"), "vectors")
FOUR, THREE = ("ogre", "red", "yellow", "blue"), ("ogre", "red", "blue")
TREASURES = ["A5", "B3", "C1", "C3", "C5", "C6", "E2", "E3", "E5", "E7", "F5", "G3"]

GAME = OgreCastle(info_of("ogre-castle"))


@pytest.fixture
def board() -> Castle:
    """The castle as printed."""
    return GAME.board


def by_name(kind: str) -> pytest.MarkDecorator:
    """One test for each vector of a kind."""
    return pytest.mark.parametrize("vector", VECTORS[kind], ids=lambda vector: vector["name"])


def position(facts: Mapping[str, Any]) -> State:
    """A position from its description."""
    state = GAME.position(facts)
    assert isinstance(state, State), state
    return state


def table_of(state: State, pages: Mapping[str, Sequence[str]]) -> Table:
    """The table with these sheets in force, before anybody's turn."""
    used = {}
    for seat in state.seats:
        sheet, problems = GAME.grammar(state.seats).read("\n".join(pages.get(seat, ())), seat, seat)
        assert not [problem for problem in problems if problem.refuses]
        used[seat] = GAME.in_force(state, seat, taken(GAME.board, seat, False, sheet))
    return Table(GAME.board, state, used)


# ------------------------------------------------------------------ the map


def test_rooms_and_hallways(board: Castle) -> None:
    """49 rooms, 72 hallways, 2 to 4 of them at each room; 12 treasure rooms, 3 gates, 1 throne room (3.1, 3.2)."""
    assert 49 == len(board.rooms)
    assert 72 == len({frozenset(way) for way in board.hallways})
    assert {2, 3, 4} == {len(ways) for ways in board.next}
    assert TREASURES == [board.ids[room] for room in board.treasures]
    homes = {"ogre": "A1", "red": "G1", "yellow": "G7", "blue": "A7"}
    assert homes == {seat: board.ids[room] for seat, room in board.homes.items()}


def test_every_quarter_turn_looks_the_same(board: Castle) -> None:
    """A quarter turn of the map leads hallways to hallways and treasure rooms to treasure rooms (3.1)."""

    def turned(room: str) -> str:
        column, row = ord(room[0]) - ord("A"), int(room[1]) - 1
        return f"{chr(ord('A') + 6 - row)}{column + 1}"

    ways = {frozenset(way) for way in board.hallways}
    assert ways == {frozenset(map(turned, way)) for way in ways}
    assert set(TREASURES) == set(map(turned, TREASURES))


def test_no_hallways_cross(board: Castle) -> None:
    """As drawn, two hallways meet in rooms only (3.1)."""
    at = {room.id: (room.x, room.y) for room in board.rooms}

    def side(one: str, other: str, room: str) -> bool:
        (ax, ay), (bx, by), (cx, cy) = at[one], at[other], at[room]
        return (bx - ax) * (cy - ay) > (by - ay) * (cx - ax)

    crossed = [
        (one, other)
        for one, other in combinations(board.hallways, 2)
        if not {*one} & {*other} and side(*one, other[0]) != side(*one, other[1])
        and side(*other, one[0]) != side(*other, one[1])
    ]  # fmt: skip
    assert [] == crossed


@pytest.mark.parametrize("home", ["A1", "G1", "G7", "A7"])
def test_distances_to_the_treasures(board: Castle, home: str) -> None:
    """From each home the treasure rooms are as far, with the others open or shut (3.2)."""
    start = board.index[home]
    assert [3, 4, 4, 5, 5, 6, 7, 8, 8, 9, 9, 10] == sorted(board.distance[start][room] for room in board.treasures)
    shut = board.mask(board.treasures)
    assert [3, 4, 4, 5, 5, 6, 7, 8, 8, 10, 10, 10] == sorted(
        board.reach((room,), shut)[start] for room in board.treasures
    )


def test_distances_from_the_throne_to_the_gates(board: Castle) -> None:
    """8, 12 and 8 hallways (3.2)."""
    throne = board.distance[board.homes[OGRE]]
    assert {"red": 8, "yellow": 12, "blue": 8} == {seat: throne[board.homes[seat]] for seat in FOUR[1:]}


@pytest.mark.parametrize("ogre", [True, False])
def test_no_cut_room_with_all_treasures_shut(board: Castle, ogre: bool) -> None:
    """With all treasure rooms shut the castle stays in one piece, whichever other room is shut too (3.2)."""
    always = board.mask(board.treasures) | (board.gates if ogre else board.throne)
    rooms = [room for room in range(49) if not always >> room & 1]
    for cut in rooms:
        left = [room for room in rooms if room != cut]
        reach = board.reach((left[0],), always | 1 << cut)
        assert all(reach[room] < 99 for room in left)


def test_never_more_than_3345_routes(board: Castle) -> None:
    """No start has more different routes of up to 12 rooms (3.2)."""
    most = 0
    for start in range(49):
        found = sum(len(legal_routes(board.next, start, count, Bars(0))) for count in range(1, 13))
        most = max(most, found)
    assert 3345 == most


def test_scrolls_of_the_deck(board: Castle) -> None:
    """54 scrolls of 16 kinds (3.3)."""
    counts = {kind.id: kind.count for kind in board.scrolls}
    assert 54 == len(board.pile) == sum(counts.values())
    assert {"negate": 7, "nimble": 6, "strength": 5, "rust": 5, "weakness": 4, "slow": 2, "reverse": 2} == {
        name: count for name, count in counts.items() if count not in (1, 3)
    }
    assert ["drop", "ghost"] == [name for name, count in counts.items() if count == 1]


# ------------------------------------------------------------------ routes


def routed(vector: Mapping[str, Any], lines: Sequence[str] = ()) -> tuple[Table, list[tuple[int, ...]]]:
    """The table of a route vector, its count thrown, and the legal routes."""
    facts = dict(vector["given"])
    mover, count = facts.pop("mover"), facts.pop("move")
    ghost, flee, entered = facts.pop("ghost", False), facts.pop("flee", False), facts.pop("entered", [])
    verb = "FLEE" if flee else "MOVE"
    table = table_of(position(facts), {mover: [f"{verb} {line}" for line in lines]})
    table.begin_turn(mover, Rng("routes"))
    turn = table.turn
    turn.count, turn.ghost, turn.reckoning = count, ghost, True
    if not flee:
        return table, legal(table)
    turn.entered |= table.castle.mask([table.castle.index[room] for room in entered])
    knight = next(seat for seat in table.seats[1:] if table.at[seat] == table.at[OGRE])
    turn.battle = Battle(knight, {}, {}, {})
    return table, flights(table)


@by_name("routes")
def test_number_of_routes(vector: Mapping[str, Any]) -> None:
    """So many legal routes, of the full count or into a stop room unless the token is stuck (4.3)."""
    table, routes = routed(vector)
    assert vector["count"] == len(set(routes)) == len(routes)
    stops = move_bars(table).stops
    full = all(len(route) == table.turn.count or stops >> route[-1] & 1 for route in routes if route)
    assert vector["stuck"] == (not full or routes == [()])


@by_name("routes")
def test_route_that_lines_choose(vector: Mapping[str, Any]) -> None:
    """The sieve rule and the tie rules pick this route (7.4)."""
    for pick in vector["picks"]:
        lines = pick["lines"] or ["HOME"]
        table, routes = routed(vector, lines)
        sheet = table.sheets[table.turn.active]
        rows: Sequence[Move | Flee] = sheet.flees if table.turn.battle else sheet.moves
        route = chosen(table, routes, rows if pick["lines"] else ())
        assert pick["route"] == [table.castle.ids[room] for room in route], pick["lines"]


def test_routes_of_twelve_with_ghost_on_an_open_map(board: Castle) -> None:
    """Every route is listed once, enters no room twice, and follows hallways (4.2, 4.9)."""
    for start in range(0, 49, 6):
        routes = legal_routes(board.next, start, 12, Bars(0))
        assert len(routes) == len(set(routes)) > 500
        for route in routes:
            assert len({start, *route}) == 13
            assert all(there in board.next[here] for here, there in zip((start, *route), route, strict=False))


# ------------------------------------------------------------------ whole turns


def story(events: Sequence[Event]) -> Iterator[str]:
    """A turn in short sentences, as the vectors tell it."""
    dice = ""
    for event in events:
        fact: Any = event.facts
        who = str(fact.get("seat", "")).upper()
        match event.kind:
            case "played":
                yield f"{who} plays {fact['scroll'].upper()}" + (f" on {fact['on'].upper()}" if fact["on"] else "")
            case "negated":
                yield f"{who} plays NEGATE against {fact['scroll'].upper()} of {fact['of'].upper()}"
            case "cancelled" if fact["scroll"] != "negate":
                yield f"{fact['scroll'].upper()} is cancelled"
            case "rolled":
                yield f"{who} rolls {fact['count']}"
            case "moved":
                yield f"{who} moves {'-'.join(fact['route'])}"
            case "took":
                yield f"{who} takes a gem"
            case "drew":
                yield f"{who} draws a scroll"
            case "dropped":
                yield f"a {fact['colour'].upper()} gem falls into {fact['room']}"
            case "threw":
                sides = fact["sides"]
                dice = ", ".join(f"{side['seat'].upper()}: {side['dice']}" for side in sides)
                scores = ", ".join(f"{side['seat'].upper()}: {side['score']}" for side in sides)
                yield f"dice {{{dice}}} scores {{{scores}}}"
            case "beaten":
                yield f"final {{{', '.join(f'{seat.upper()}: {score}' for seat, score in fact['scores'].items())}}}"
                if fact["gem"]:
                    yield f"{fact['winner'].upper()} takes a {fact['gem'].upper()} gem"
            case "fled":
                yield f"{who} flees {fact['die']} {'-'.join(fact['route'])}"


class Dictated(FromList):
    """Throws from a list, of which it can be told how many are left."""

    def left(self) -> deque[int]:
        """The throws that nobody asked for."""
        return self._throws


def played(vector: Mapping[str, Any]) -> tuple[Table, Dictated]:
    """The turn of a vector, and its dice."""
    table = table_of(position(vector["given"]), vector["orders"])
    dice = Dictated(vector["dice"])
    take_turn(table, vector["mover"], Rng.answering(dice))
    return table, dice


@by_name("turns")
def test_turn(vector: Mapping[str, Any]) -> None:
    """Orders and dice as given come to the position as given, and all dice are used."""
    table, dice = played(vector)
    after, ids = vector["after"], table.castle.ids
    assert [] == list(dice.left())
    assert after["at"] == {seat: ids[room] for seat, room in table.at.items()}
    assert after["captured"] == {seat: count for seat, count in table.captured.items() if count}
    assert after["throne"] == {seat: count for seat, count in table.throne.items() if count}
    assert after["armor"] == table.armor
    assert {seat: sorted(hand) for seat, hand in after["hands"].items()} == {
        seat: sorted(table.hands[seat]) for seat in after["hands"]
    }
    assert after.get("winner") == table.winner
    if "gems" in after:
        assert after["gems"] == {ids[room]: colour for room, colour in sorted(table.gems.items())}


@by_name("turns")
def test_story_of_the_turn(vector: Mapping[str, Any]) -> None:
    """What happened is told in the order it happened (13.3)."""
    assert vector["story"] == list(story(played(vector)[0].told))


# ------------------------------------------------------------------ order lines

LINES = [
    (group["by"], tuple(group.get("players", FOUR)), line, kind == "good")
    for group in VECTORS["lines"]
    for kind in ("good", "faulty")
    for line in group[kind]
]


def read(by: str, seats: Sequence[str], line: str, placing: bool) -> tuple[Sheet, bool]:
    """A line read and judged in round 0 or round 1: the sheet, and whether all of it was taken."""
    sheet, problems = GAME.grammar(seats).read(line, by, "page")
    state = opening(GAME, seats, {}, Luck("lines")).state if placing else position({"players": list(seats)})
    verdict = GAME.check(GAME.view(state, by), sheet)
    return sheet, bool(sheet.orders) and not [one for one in (*problems, *verdict.problems) if one.refuses]


@pytest.mark.parametrize(("by", "seats", "line", "good"), LINES, ids=[f"{by}: {line}" for by, _, line, _ in LINES])
def test_line_is_taken_or_refused(by: str, seats: tuple[str, ...], line: str, good: bool) -> None:
    """Good lines are taken whole; of a faulty one nothing is left on the sheet (9, 10.3)."""
    placing = "PLACE" in line and by == "ogre"
    sheet, whole = read(by, seats, line, placing)
    assert good == whole
    kept = [order for order in sheet.orders if not isinstance(order, Unread)]
    assert good is (len(taken(GAME.board, by, placing, Sheet(by, tuple(kept))).orders) == 1)


@pytest.mark.parametrize(("by", "seats", "line", "good"), [row for row in LINES if row[3]])
def test_good_line_reads_back_the_same(by: str, seats: tuple[str, ...], line: str, good: bool) -> None:
    """A line written out says the same."""
    grammar = GAME.grammar(seats)
    orders = grammar.read(line, by, "page")[0].orders
    assert orders == grammar.read(grammar.write(orders), by, "written")[0].orders


def test_order_of_play(board: Castle) -> None:
    """The ogre first, then clockwise; after a REVERSE the knights the other way round (2.5, 6.7)."""
    wanted = VECTORS["order_of_play"]
    for players, name in ((FOUR, "reversed"), (THREE, "reversed_three")):
        state = position({"players": list(players), "hands": {"ogre": ["reverse"]}})
        assert list(players) == list(GAME.view(state, None).order)
        sheet = GAME.grammar(players).read("PLAY REVERSE", "ogre", "page")[0]
        after, events = GAME.resolve(state, {"ogre": sheet}, Rng("order"))
        assert list(players) == next(event.facts["order"] for event in events if event.kind == "round")
        assert wanted[name] == list(GAME.view(after, None).order)
    assert list(FOUR) == wanted["normal"]
