"""The desk: where pages wait, a folder for each turn, ``desk/007/ann.txt``, then ``ann.2.txt`` and so on.

The latest page with an order that can be read counts, whole; earlier ones are kept. Beside each page lies its receipt,
``ann.2.json``: when it came and from where. A page laid here by hand counts as well, without one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pbem.campaign.rhythm import stamp, unstamp
from pbem.grammar import Grammar
from pbem.model import Aside, Problem, Seat, Sheet, Span, Unread, Weight
from pbem.papers import read_json
from pbem.store import Store

NAME = re.compile(r"(?P<seat>[a-z][a-z0-9-]*)(?:\.(?P<number>[0-9]{1,6}))?\.txt", re.ASCII)


BACK = ", taken back"
"""How the source of a page ends that an undo has laid on the desk again."""


class Page(NamedTuple):
    """One page on the desk. ``fault`` is why it could not even be read as text."""

    seat: Seat
    number: int
    text: str
    received: datetime | None = None
    source: str = ""
    fault: Problem | None = None

    @property
    def name(self) -> str:
        """Its file name."""
        return page_name(self.seat, self.number)


class Reading(NamedTuple):
    """A page once parsed, for the turn it lies under."""

    page: Page
    sheet: Sheet
    problems: tuple[Problem, ...]

    @property
    def counts(self) -> bool:
        """Whether it takes the place of the pages before it: an order on it could be read."""
        return any(not isinstance(order, Unread) for order in self.sheet.orders)

    @property
    def only_words(self) -> bool:
        """Whether it holds no order line, but notes or press."""
        return not self.sheet.orders and bool(self.sheet.asides) and self.page.fault is None


def in_vain(turn: int) -> tuple[Problem, ...]:
    """What is told to somebody whose page with orders had been kept for a turn that asked nothing of him."""
    return (Problem("not-asked", f"Nothing was asked of you in turn {turn}: the orders on your page did not count."),)


class Lying(NamedTuple):
    """What lies on the desk from one seat: the page in force, the newest page, and those with words only."""

    force: Reading | None = None
    newest: Reading | None = None
    words: tuple[Reading, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether the newest page as a whole could not be taken: words alone are no fault."""
        newest = self.newest
        return newest is not None and not newest.counts and any(problem.refuses for problem in newest.problems)

    @property
    def asides(self) -> tuple[Aside, ...]:
        """The words that ride along, those of the page in force first."""
        own = self.force.sheet.asides if self.force else ()
        return (*own, *(aside for reading in self.words for aside in reading.sheet.asides))

    @property
    def unasked(self) -> Lying:
        """What counts if nothing is asked of the seat: its orders do not, and the page is sealed for its words."""
        return Lying(None, self.newest, (*((self.force,) if self.force else ()), *self.words))


class Desk:
    """The pages for one turn."""

    def __init__(self, store: Store, turn: int, seats: Sequence[Seat], grammar: Grammar) -> None:
        self.turn = turn
        self.folder = f"desk/{turn:03}"
        self._store = store
        self._seats = seats
        self._grammar = grammar
        self._lying: dict[Seat, Lying] = {}

    def pages(self, seat: Seat) -> tuple[Page, ...]:
        """All pages of a seat, in the order they came."""
        numbers = sorted(number for owner, number in self._found() if owner == seat)
        return tuple(self._page(seat, number) for number in numbers)

    def holds(self, page: Page) -> bool:
        """Whether this very page, from a file of this name, was laid here before."""
        like = (page.text, page.fault and page.fault.message, page.source)
        return any((one.text, one.fault and one.fault.message, one.source) == like for one in self.pages(page.seat))

    def unheard(self, known: Callable[[Seat, str], bool]) -> Iterator[Page]:
        """Pages that were handed in though whoever keeps count has not heard of them."""
        for seat, number in self._found():
            if not known(seat, page_name(seat, number)):
                page = self._page(seat, number)
                if page.received is not None and not page.source.endswith(BACK):
                    yield page

    def lying(self, seat: Seat) -> Lying:
        """What counts of a seat's pages."""
        if seat not in self._lying:
            readings = [self.read(page) for page in self.pages(seat)]
            force = next((one for one in reversed(readings) if one.counts), None)
            words = tuple(one for one in readings if one.only_words)
            self._lying[seat] = Lying(force, readings[-1] if readings else None, words)
        return self._lying[seat]

    def read(self, page: Page) -> Reading:
        """A page parsed. One that names another turn holds no orders for this one."""
        if page.fault is not None:
            return Reading(page, Sheet(page.seat), (page.fault,))
        sheet, problems = self._grammar.read(page.text, page.seat, f"{page.seat}.txt")
        if sheet.turn is not None and sheet.turn != self.turn:
            message = f"This page is for turn {sheet.turn}; it lies under turn {self.turn}."
            return Reading(page, Sheet(page.seat, text=page.text, turn=sheet.turn), (Problem("turn", message),))
        return Reading(page, sheet, problems)

    def put(self, page: Page) -> Page:
        """Lay a page down as the newest of its seat. The very page that lies on top already is not laid twice."""
        newest = self.pages(page.seat)[-1:]
        if newest and (newest[0].text, newest[0].fault) == (page.text, page.fault):
            return newest[0]
        laid = Page(
            page.seat, (newest[0].number if newest else 0) + 1, page.text, page.received, page.source, page.fault
        )
        name = f"{self.folder}/{laid.name}"
        self._store.put(name.removesuffix(".txt") + ".json", _receipt(laid))
        self._store.put(name, laid.text.encode())
        self._lying.pop(page.seat, None)
        return laid

    def strays(self) -> tuple[Problem, ...]:
        """Files on the desk that are nobody's page."""
        names = [name for name in self._store.names(self.folder) if not name.endswith(".json")]
        return tuple(
            Problem("stray", f"{self.folder}/{name} is nobody's page.", hint=_called(self._seats))
            for name in names
            if _named(name, self._seats) is None
        )

    def _found(self) -> Iterator[tuple[Seat, int]]:
        for name in self._store.names(self.folder):
            owner = _named(name, self._seats)
            if owner is not None and page_name(*owner) == name:
                yield owner

    def _page(self, seat: Seat, number: int) -> Page:
        name = f"{self.folder}/{page_name(seat, number)}"
        text = self._store.read(name).decode("utf-8", "replace")
        told = self._told(name.removesuffix(".txt") + ".json")
        return Page(seat, number, text, _received(told), str(told.get("source", "")), _fault_of(told, seat))

    def _told(self, name: str) -> Mapping[str, Any]:
        """The receipt beside a page; of one laid by hand there is none, and one that was spoiled says nothing."""
        if not self._store.has(name):
            return {}
        try:
            told = read_json(self._store.read(name))
        except ValueError:
            return {}
        return told if isinstance(told, dict) else {}


class Batch(NamedTuple):
    """The pages of a folder in the order they are to be filed, and the files that are none."""

    pages: tuple[tuple[Seat, str], ...]
    """Seat and file name, the first pages of all seats first."""
    problems: tuple[Problem, ...] = ()


def batch(names: Iterable[str], seats: Sequence[Seat]) -> Batch:
    """Sort the files of a folder: ``ann.txt``, ``ann.2.txt``. Two with one seat and number are not guessed between."""
    found: dict[tuple[int, Seat], list[str]] = {}
    problems = []
    for name in sorted(names):
        owner = _named(name.lower(), seats)
        if owner is None:
            message = f"{name if name.isprintable() else ascii(name)} is nobody's page."
            problems.append(Problem("page", message, hint=_called(seats), weight=Weight.UNKNOWN))
        else:
            found.setdefault((owner[1], owner[0]), []).append(name)
    pages = []
    for (number, seat), same in sorted(found.items(), key=lambda one: (one[0][0], seats.index(one[0][1]))):
        if len(same) == 1:
            pages.append((seat, same[0]))
            continue
        hint = "Keep one of them, or number them in the order they came. Neither was filed."
        message = f"{' and '.join(same)} are both page {number} of {seat}."
        problems.append(Problem("page", message, hint=hint, weight=Weight.AMBIGUOUS))
    return Batch(tuple(pages), tuple(problems))


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems by line, each once."""
    return tuple(sorted(dict.fromkeys(problems), key=lambda one: (one.span.line, one.span.col)))


def page_name(seat: Seat, number: int) -> str:
    """The file name of a seat's page: ``ann.txt``, then ``ann.2.txt``."""
    return f"{seat}.txt" if number == 1 else f"{seat}.{number}.txt"


def _named(name: str, seats: Sequence[Seat]) -> tuple[Seat, int] | None:
    match = NAME.fullmatch(name)
    if match is None or match["seat"] not in seats:
        return None
    number = int(match["number"] or 1)
    return (match["seat"], number) if number else None


def _called(seats: Sequence[Seat]) -> str:
    return f"Pages are called {seats[0]}.txt, then {seats[0]}.2.txt; the seats are {', '.join(seats)}."


def _received(told: Mapping[str, Any]) -> datetime | None:
    """When a page came, as its receipt has it."""
    try:
        return unstamp(told["received"])
    except (LookupError, TypeError, ValueError, OverflowError):
        return None


def _fault_of(told: Mapping[str, Any], seat: Seat) -> Problem | None:
    """Why a page could not be read as text, as its receipt has it."""
    fault = told.get("fault")
    if not isinstance(fault, dict):
        return None
    code, message = str(fault.get("code", "page")), str(fault.get("message", "The page could not be read."))
    return Problem(code, message, Span(page_name(seat, 1), 1, 1, 1), weight=Weight.UNREADABLE)


def _receipt(page: Page) -> bytes:
    told: dict[str, Any] = {"source": page.source}
    if page.received is not None:
        told["received"] = stamp(page.received)
    if page.fault is not None:
        told["fault"] = {"code": page.fault.code, "message": page.fault.message}
    return (json.dumps(told, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode("utf-8", "replace")
