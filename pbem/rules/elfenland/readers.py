"""Words of order lines into towns, roads, counters, cards and journeys (17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.grammar import Cursor, Reader, phrase, read_count, several
from pbem.model import Order, Problem, Seat, Span, Weight
from pbem.rules.elfen.lists import Line, Try, if_reader
from pbem.rules.elfenland.land import Table
from pbem.rules.elfenland.names import (
    COUNTERS,
    FACES,
    LAYING,
    LOOSE,
    PARTING,
    UNSEEN_WORDS,
    WAYS,
    WISHES_APART,
    kinds,
    towns,
)
from pbem.rules.elfenland.orders import UNSEEN, Face, HasCounter, HasObstacle, Holds, IsFree, Lay, Question, Step
from pbem.words import listed, nearest

MOST_STEPS = 60


@dataclass(frozen=True)
class Written:
    """Steps as listed, each with where it was written."""

    steps: tuple[Step, ...]
    places: tuple[Span, ...]


def readers(table: Table, seats: Sequence[Seat]) -> dict[str, Reader]:
    """The readers of this game's patterns."""
    words = _Words(table, seats)
    return {
        "town": words.town,
        "road": words.road,
        "faced": words.faced,
        "layings": several(words.laying),
        "order": words.otherwise,
        "instead": words.instead,
        "drawing": words.drawing,
        "cards": words.cards,
        "journey": words.journey,
        "tests": words.tests,
    }


class _Words:
    """Readers that know the names of the board and of the chart."""

    def __init__(self, table: Table, seats: Sequence[Seat]) -> None:
        self._land = table.land
        self._names = table.land.town_names
        self._chart = table.chart
        self._spellings = towns(table)
        self._town = phrase("a town", self._spellings, beginnings=True)
        self._counter = phrase("a counter", kinds(table, table.land.counters))
        self._card = phrase("a travel card", kinds(table, table.land.cards))
        self._shorts = [table.chart.short(kind) for kind in table.land.counters]
        self._unseen = phrase("'unseen'", dict.fromkeys(UNSEEN_WORDS, UNSEEN))
        asked: dict[str, Reader] = {
            "counter": self.counter_test,
            "obstacle": self.obstacle_test,
            "free": self.free_test,
            "hold": self.hold_test,
        }
        self._tests = (*asked, "passed", "quiet", "turn")
        self.tests = if_reader(seats, asked, self.bare_test)
        self._way = phrase("a way to travel", kinds(table, table.land.counters) | WAYS)

    def town(self, cursor: Cursor) -> str | Problem:
        """A town by any of its names, or by a beginning that fits one only."""
        cursor.skip("the")
        town: str | Problem = self._town(cursor)
        return town

    def road(self, cursor: Cursor) -> str | Problem:
        """The road between two towns: "Feodor - Rivinia", "the road from Feodor to Rivinia"."""
        cursor.skip("the")
        cursor.skip("road")
        cursor.skip("from", "between")
        start = cursor.mark
        first = self.town(cursor)
        if isinstance(first, Problem):
            return first
        if not cursor.skip(*PARTING, "and", "/") and not (len(cursor.key()) > 2 and self._follows(cursor)):
            return cursor.expected("'-' and another town")
        second = self.town(cursor)
        if isinstance(second, Problem):
            return second
        cursor.skip("road")
        return self._joined(first, second, cursor.span(start))

    def _joined(self, first: str, second: str, place: Span) -> str | Problem:
        """The land link of two towns; water carries no counter (7.4)."""
        links = self._land.between(first, second)
        roads = [link.id for link in links if self._chart.terrains[link.type].kind == "road"]
        if roads:
            return roads[0]
        names = f"{self._names[first]} and {self._names[second]}"
        if links:
            message = f"Only a {links[0].type} joins {names}; counters and obstacles lie on roads."
            return Problem("water", message, place)
        there = ", ".join(self._names[town] for town in self._neighbours(first)) if first != second else ""
        hint = f"Roads lead from {self._names[first]} to {there}." if there else ""
        return Problem("no-road", f"No road joins {names}.", place, hint)

    def _neighbours(self, town: str) -> list[str]:
        roads = [link for link in self._land.at[town] if self._chart.terrains[link.type].kind == "road"]
        return [link.b if town == link.a else link.a for link in roads]

    def counter(self, cursor: Cursor) -> str | Problem:
        """A type of counter; there is none for rafts (1.5)."""
        cursor.skip("the", "my", "a", "an")
        word = cursor.peek()
        if word is not None and word.key in ("raft", "rafts"):
            return Problem("no-counter", "There is no counter for rafts; they need none.", word.span)
        counter: str | Problem = self._counter(cursor)
        if not isinstance(counter, Problem):
            cursor.skip(*COUNTERS)
        return counter

    def faced(self, cursor: Cursor) -> tuple[str, Face] | Problem:
        """A counter, and which of two of one type is meant (7.12)."""
        cursor.skip("my", "the", "a", "an")
        face = FACES.get(cursor.key(), "")
        if face:
            cursor.take()
        counter = self.counter(cursor)
        return counter if isinstance(counter, Problem) else (counter, face)

    def laying(self, cursor: Cursor) -> Line[Any, Any] | Problem:
        """A counter and its road: "the secret pig on Virst - Lapphalya"."""
        start = cursor.mark
        counter = self.faced(cursor)
        if isinstance(counter, Problem):
            return counter
        cursor.skip("on", "at", ":")
        road = self.road(cursor)
        if isinstance(road, Problem):
            return road
        return Line((Try(Lay(counter[0], road, counter[1])),), span=cursor.span(start))

    def otherwise(self, cursor: Cursor) -> Order | Problem:
        """What follows ELSE: an order, or a counter and its road, the word LAY left out."""
        return self._otherwise(cursor, bare=False)

    def instead(self, cursor: Cursor) -> Order | Problem:
        """What follows ELSE behind something laid: as above, or a road alone for the same thing."""
        return self._otherwise(cursor, bare=True)

    def _otherwise(self, cursor: Cursor, bare: bool) -> Order | Problem:
        start = cursor.mark
        laid = cursor.skip(*LAYING)
        if not laid and (cursor.peek() is None or cursor.at_order() or cursor.at_slip()):
            return cursor.order()
        first = self._road_alone(cursor) if bare and not laid and self._roads(cursor) else self.laying(cursor)
        if isinstance(first, Problem):
            if laid:
                cursor.mark = start
            return cursor.order() if laid else first
        tests: Any = self.tests(cursor) if cursor.skip("if") else ()
        if isinstance(tests, Problem):
            return tests
        tried: tuple[Try[Any, Any], ...] = (replace(first.tries[0], tests=tests),)
        before = cursor.mark
        cursor.skip(",", ";")
        if not cursor.skip("else", "otherwise", "or"):
            cursor.mark = before
        else:
            cursor.skip("else")
            rest = self._otherwise(cursor, bare)
            if not isinstance(rest, Line):
                return rest
            tried += rest.tries
        return replace(first, tries=tried)

    def _roads(self, cursor: Cursor) -> bool:
        """Whether a road comes next, and no counter before it."""
        start = cursor.mark
        road = cursor.skip("on", "at")
        cursor.skip("the")
        road = cursor.skip("road") or road
        road = road or (isinstance(self._counter(cursor), Problem) and self._follows(cursor))
        cursor.mark = start
        return road

    def _road_alone(self, cursor: Cursor) -> Line[Any, Any] | Problem:
        start = cursor.mark
        cursor.skip("on", "at")
        road = self.road(cursor)
        return road if isinstance(road, Problem) else Line((Try(Lay("", road)),), span=cursor.span(start))

    def wishes(self, cursor: Cursor) -> tuple[str, ...] | Problem:
        """Types of counters, or an unseen one, joined by ELSE (17.1)."""
        found: list[str] = []
        while True:
            wish = self._wish(cursor)
            if isinstance(wish, Problem):
                return wish
            found.append(wish)
            start = cursor.mark
            parted = cursor.skip(",", ";", "/")
            if cursor.skip(*WISHES_APART):
                cursor.skip("else", "take", "draw")
                continue
            parted = cursor.skip("then", "and") or parted
            if parted and not cursor.at_order() and not isinstance(self._wish(cursor), Problem):
                hint = "Join wishes for one draw by ELSE, and give each draw a TAKE line of its own."
                message = "This may mean a second wish or a second draw."
                return Problem("ambiguous", message, cursor.span(start), hint, Weight.AMBIGUOUS)
            cursor.mark = start
            return tuple(found)

    def drawing(self, cursor: Cursor) -> tuple[tuple[str, ...], ...] | Problem:
        """Wishes for one draw, or for several alike: "two dragons else unseen"."""
        start, most = cursor.mark, self._land.open_drawn
        number = read_count(cursor)
        if isinstance(number, Problem):
            if number.code == "number":
                return number
            cursor.mark, number = start, 1
        elif cursor.skip(":", ")"):
            hint = "Leave the number out: the first TAKE line is for the first draw, the second for the second."
            return Problem("number", "Draws bear no numbers.", cursor.span(start), hint, Weight.UNREADABLE)
        elif not 0 < number <= most:
            message = f"Everybody takes {most} counters in a round."
            return Problem("number", message, cursor.span(start), weight=Weight.UNREADABLE)
        wishes = self.wishes(cursor)
        return wishes if isinstance(wishes, Problem) else (wishes,) * number

    def _wish(self, cursor: Cursor) -> str | Problem:
        start = cursor.mark
        cursor.skip("an", "a", "the", "from")
        wish: str | Problem = self._unseen(cursor)
        if isinstance(wish, Problem):
            cursor.mark = start
            counter = self.counter(cursor)
            if isinstance(counter, Problem) and counter.hint.startswith("It can be "):
                return replace(counter, hint=f"It can be {listed((*self._shorts, UNSEEN))}.")
            return counter
        cursor.skip("counter", "counters", "one", "ones")
        return wish

    # ---------------------------------------------------------------- cards

    def cards(self, cursor: Cursor) -> tuple[str, ...] | Problem:
        """Travel cards: "2 pig, raft", "a dragon and two rafts"."""
        bracket = cursor.skip("(")
        cards = self._some(cursor)
        if isinstance(cards, Problem):
            return cards
        while True:
            start = cursor.mark
            parted = False
            while cursor.skip(",", "and", "+", "plus"):
                parted = True
            more = self._some(cursor)
            if not isinstance(more, Problem):
                cards += more
                continue
            if parted and self._doubtful(cursor, start, more):
                return more
            cursor.mark = start
            break
        if bracket and not cursor.skip(")"):
            return cursor.expected("')'")
        return cards

    def _some(self, cursor: Cursor) -> tuple[str, ...] | Problem:
        """So many cards of one kind."""
        cursor.skip("the", "my")
        start = cursor.mark
        number = read_count(cursor)
        if isinstance(number, Problem):
            if number.code == "number":
                return number
            cursor.mark, number = start, 1
        card = self._card(cursor)
        if isinstance(card, Problem):
            return card
        if not 0 < number <= self._land.cards[card]:
            message = f"{number} {card.replace('-', ' ')} cards cannot be in a hand."
            return Problem("number", message, cursor.span(start), weight=Weight.UNREADABLE)
        cursor.skip("card", "cards")
        return (card,) * number

    def _doubtful(self, cursor: Cursor, start: int, problem: Problem) -> bool:
        """Whether what follows a comma was meant for a card: it is neither a town, nor an order, nor the end."""
        reached, cursor.mark = cursor.mark, start
        while cursor.skip(",", "and", "+", "plus"):
            pass
        town = self._follows(cursor)
        over = cursor.peek() is None or cursor.at_order() or cursor.at_slip() or cursor.key() in ("please", "thanks")
        cursor.mark = reached
        return problem.code != "blank" and not (town or over)

    def _follows(self, cursor: Cursor) -> bool:
        """Whether a town comes next."""
        start = cursor.mark
        found = not isinstance(self.town(cursor), Problem)
        cursor.mark = start
        return found

    # ---------------------------------------------------------------- journeys

    def journey(self, cursor: Cursor) -> Written | Problem:
        """Towns one after another, each with its way: "Elvenhold - Lapphalya BY dragon - Feodor"."""
        cursor.skip("from")
        start, bound = cursor.mark, cursor.skip("to")
        origin: str | None = None
        steps: list[Step] = []
        places: list[Span] = []
        while len(steps) < MOST_STEPS:
            step = self._step(cursor)
            if isinstance(step, Problem):
                return step
            if not steps and origin is None and not bound and not step.way and self._goes_on(cursor):
                origin = step.to
            else:
                steps.append(replace(step, origin=None if steps else origin))
                places.append(cursor.span(start))
            more = self._parted(cursor)
            if isinstance(more, Problem):
                return more
            if not more:
                return Written(tuple(steps), tuple(places))
            start = cursor.mark
        return Problem("too-long", f"This journey has more than {MOST_STEPS} steps.", cursor.span(start))

    def _goes_on(self, cursor: Cursor) -> bool:
        start = cursor.mark
        more = self._parted(cursor)
        cursor.mark = start
        return more is True

    def _parted(self, cursor: Cursor) -> bool | Problem:
        """Whether another step follows, its mark taken. After a loose mark only a town, or a slip of one, counts."""
        if cursor.skip(*PARTING):
            return True
        start = cursor.mark
        while cursor.skip(*LOOSE, *PARTING):
            pass
        if cursor.mark > start and not cursor.at_order():
            if cursor.key() == "by":
                return True
            place = cursor.mark
            town = self.town(cursor)
            if not isinstance(town, Problem) or town.code == "ambiguous":
                cursor.mark = place
                return True
            cursor.mark = place
            if not cursor.at_slip() and nearest(cursor.key(), self._spellings):
                return town
        cursor.mark = start
        return len(cursor.key()) > 2 and not cursor.at_order() and self._follows(cursor)

    def _step(self, cursor: Cursor) -> Step | Problem:
        """A town and the way to it: "Ixara by unicorn", "Ixara (unicorn)", "by raft to Rivinia"."""
        ahead = self._ride(cursor) if cursor.skip("by") else Step("")
        if isinstance(ahead, Problem):
            return ahead
        if ahead.way and not cursor.skip("to"):
            return cursor.expected("'to' and a town")
        town = self.town(cursor)
        if isinstance(town, Problem) or ahead.way:
            return town if isinstance(town, Problem) else replace(ahead, to=town)
        bracket = cursor.skip("(")
        if not self._by(cursor) and not bracket:
            return Step(town)
        step = self._ride(cursor)
        if isinstance(step, Problem) or not bracket or cursor.skip(")"):
            return step if isinstance(step, Problem) else replace(step, to=town)
        return cursor.expected("')'")

    def _by(self, cursor: Cursor) -> bool:
        short = cursor.key() == "w" and cursor.key(1) == "/"
        cursor.mark += 2 * short
        return short or cursor.skip("by", "with", "using")

    def _ride(self, cursor: Cursor) -> Step | Problem:
        """What pays a step, whatever town it leads to."""
        cursor.skip("the", "a", "an")
        if cursor.skip("caravan"):
            cursor.skip(":", "with", "of")
            cards = self.cards(cursor)
            return cards if isinstance(cards, Problem) else Step("", "caravan", cards)
        way = self._way(cursor)
        return way if isinstance(way, Problem) else Step("", way)

    # ---------------------------------------------------------------- tests

    def bare_test(self, cursor: Cursor) -> Question | Problem:
        """A type of counter alone asks for that counter: "if there is a pig on", "if dragon on"."""
        if cursor.skip("there"):
            cursor.skip("is")
        start = cursor.mark
        if cursor.skip("i") and cursor.skip("hold", "have"):
            return self.hold_test(cursor)
        cursor.mark = start
        test = self.counter_test(cursor)
        return cursor.expected("a test", self._tests) if cursor.mark == start else test

    def counter_test(self, cursor: Cursor) -> Question | Problem:
        """``COUNTER [type] ON road``."""
        kind: Any = None
        if not cursor.skip("on", "at"):
            kind = self.counter(cursor)
            if isinstance(kind, Problem):
                return kind
            if not cursor.skip("on", "at"):
                return cursor.expected("'on'")
        road = self.road(cursor)
        return road if isinstance(road, Problem) else HasCounter(road, kind)

    def obstacle_test(self, cursor: Cursor) -> Question | Problem:
        """``OBSTACLE ON road``."""
        cursor.skip("on", "at")
        road = self.road(cursor)
        return road if isinstance(road, Problem) else HasObstacle(road)

    def free_test(self, cursor: Cursor) -> Question | Problem:
        """``FREE road``."""
        cursor.skip(":")
        road = self.road(cursor)
        return road if isinstance(road, Problem) else IsFree(road)

    def hold_test(self, cursor: Cursor) -> Question | Problem:
        """``HOLD [number] card``."""
        cards = self._some(cursor)
        return cards if isinstance(cards, Problem) else Holds(cards[0], len(cards))
