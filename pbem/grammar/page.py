"""The shape of an order page: what on it is orders, what is press, notes and heads, and what is none of these."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from pbem.grammar.clauses import MOST_WORDS, Clause, Lexicon, OrderLine
from pbem.grammar.cursor import span_of
from pbem.grammar.ordinary import GREETINGS
from pbem.model import Aside, Order, Problem, Seat, Span, Weight
from pbem.words import BLANK, Word, count, disguised, lines_of, nearest, quoted, words

MOST_LISTED = 200
MOST_NOTED = 5

_BULLET = re.compile(r"\s*(?:[-*+•·‣▪◦–—]\s+|\(?(?:\d{1,3}|[A-Za-z])\)\s+|\d{1,3}\.(?:\s+|$))+")
_HEADS = frozenset({"note", "notes", "press", "to"})
_FINAL = {
    (*said, *what): said[-1] == "final"
    for said in (("final",), ("provisional",), ("these", "are", "final"), ("these", "are", "provisional"))
    for what in ((), ("orders",))
}
_ENDS = (("end", "of", "orders"), ("end", "orders"), ("end", "of", "order"))


@dataclass(frozen=True)
class Shape:
    """What a grammar tells about its pages."""

    lexicon: Lexicon
    seats: Sequence[Seat]
    forms: frozenset[tuple[str, ...]]
    continuations: frozenset[str]
    ignores: frozenset[str]


@dataclass
class Line:
    """One line of a page, read into words."""

    number: int
    text: str
    words: tuple[Word, ...]

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of its words."""
        return tuple(word.key for word in self.words)

    @cached_property
    def core(self) -> tuple[Word, ...]:
        """Its words without the marks around them."""
        first, end = 0, len(self.words)
        while first < end and not self.words[first].key[0].isalnum():
            first += 1
        while end > first and not self.words[end - 1].key[0].isalnum():
            end -= 1
        return self.words[first:end]


@dataclass
class Letter:
    """An aside being read: it runs to the end of its paragraph."""

    asides: list[Aside]
    lines: list[str] = field(default_factory=list)


@dataclass
class Reading:
    """A page being read, line by line."""

    shape: Shape
    source: str
    orders: list[Order] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    finals: list[bool] = field(default_factory=list)
    pending: list[Word] = field(default_factory=list)
    pending_line: int = 0
    letter: Letter | None = None
    passed: list[Problem] = field(default_factory=list)
    outside: list[Span] = field(default_factory=list)
    foreign: list[Word] = field(default_factory=list)

    def page(self, text: str) -> None:
        """Read all lines of a page."""
        lines = lines_of(text)
        block = any(_opens(self._line(number, line)) is not None for number, line in _mentions(lines))
        inside, over = not block, False
        for number, text_of_line in enumerate(lines, 1):
            if not text_of_line.strip():
                self._blank_line()
                continue
            line = self._line(number, text_of_line)
            if not line.words:
                continue
            if line.words[0].key == ">" or over:
                self._aside_from_orders(line)
            elif text_of_line.strip() == "--" or (line.core and _keys(line.core) in _ENDS):
                self._blank_line()
                inside, over = False, not block or text_of_line.strip() == "--"
            elif block and (rest := _opens(line)) is not None:
                self._blank_line()
                inside = True
                self._head_turn(line)
                self._inside(rest)
            elif inside:
                self._inside(line)
            elif not self._head(line):
                self._aside_from_orders(line)
        self._blank_line()

    def _line(self, number: int, text: str) -> Line:
        row = words(text, self.source, number)
        bullet = _BULLET.match(text)
        if bullet and bullet.end() < len(text):
            row = tuple(word for word in row if word.span.col > bullet.end())
        if self.shape.ignores:
            row = tuple(word for word in row if word.key not in self.shape.ignores)
        return Line(number, text, row)

    def _blank_line(self) -> None:
        """Whatever was going on ends here."""
        self._flush()
        self._close()

    def _inside(self, line: Line) -> None:
        """A line where orders may stand."""
        if not line.words:
            return
        if self._head(line) or self._opens_letter(line):
            return
        if self.letter is not None:
            self.letter.lines.append(line.text.rstrip())
            if self._is_order(line):
                self._note("in-aside", "This line was read as part of the words above it, not as an order.", line)
            return
        ticked = _ticked(line)
        if ticked is None or line.keys in self.shape.forms:
            self._flush()
            return
        self._orders(ticked)

    def _head(self, line: Line) -> bool:
        """Heads of the page: ``turn 7``, ``final``, ``provisional``."""
        final = _FINAL.get(_keys(line.core))
        if final is not None:
            self._blank_line()
            self.finals.append(final)
            return True
        return self._head_turn(line)

    def _head_turn(self, line: Line) -> bool:
        row = line.core
        while row and row[0].key in ("my", "the", "orders", "for"):
            row = row[1:]
        if len(row) < 2 or row[0].key != "turn" or "turn" in self.shape.lexicon.starts:
            return False
        number = count(row[1]) if row[1].key not in ("a", "an", "another") else None
        rest = row[2:]
        if number is None and not row[1].key.isdecimal():
            return False
        if rest and rest[0].key[0].isalnum() and _keys(rest) != ("orders",):
            return False
        self._blank_line()
        if number is None:
            self.problems.append(
                Problem("turn", "There is no turn of this number.", row[1].span, "", Weight.UNREADABLE)
            )
        else:
            self._turn(number, row[1])
        if len(rest) > 1 and _opens(line) is None:
            after = Line(line.number, line.text, rest[1:])
            if self._is_order(after):
                self._orders(after)
        return True

    def _turn(self, number: int, word: Word) -> None:
        if self.turns and number not in self.turns:
            message = f"This page names two turns, {self.turns[0]} and {number}."
            self.problems.append(Problem("turn", message, word.span, "Send one page for each.", Weight.AMBIGUOUS))
        self.turns.append(number)

    def _opens_letter(self, line: Line) -> bool:
        """``note:``, ``press:``, ``press as NAME:`` and ``to SEAT:`` begin words that are never orders."""
        keys = line.keys
        if keys[0] not in _HEADS or ":" not in keys[:12]:
            return False
        colon = keys.index(":")
        named = line.words[1:colon]
        asides = self._addressed(keys[0], named, line)
        if asides is None:
            return False
        self._blank_line()
        end = line.words[colon].span.end - 1
        self.letter = Letter(asides, [line.text[end:].strip()])
        return True

    def _addressed(self, head: str, named: Sequence[Word], line: Line) -> list[Aside] | None:
        """The asides a head begins, still without their words; None if it is no head."""
        span = span_of(line.words, 0, len(named) + 2)
        if head in ("note", "notes"):
            return None if named else [Aside("note", "", span=span)]
        if head == "press":
            if not named:
                return [Aside("press", "", span=span)]
            if len(named) < 2 or named[0].key != "as":
                return None
            name = line.text[named[1].span.col - 1 : named[-1].span.end - 1]
            return [Aside("press", "", " ".join(name.split())[:60], span=span)]
        return self._to_seats(named, span)

    def _to_seats(self, named: Sequence[Word], span: Span) -> list[Aside] | None:
        asides = []
        readers = [word for word in named if word.key not in (",", "and", "+", "/", "the")]
        if not readers or (len(readers) > 1 and not any(word.key in self.shape.seats for word in readers)):
            return None
        for word in readers:
            if word.key in ("moderator", "gm"):
                asides.append(Aside("note", "", span=span))
            elif word.key in self.shape.seats:
                asides.append(Aside("to", "", word.key, span=span))
            else:
                near = nearest(word.key, self.shape.seats)
                hint = f"Did you mean '{near[0]}'?" if near else f"The seats are {', '.join(self.shape.seats)}."
                message = f"There is no seat called {quoted(word.text)}; these words go to nobody."
                self.problems.append(Problem("unknown", message, word.span, hint, Weight.UNKNOWN))
        return asides

    def _close(self) -> None:
        if self.letter is not None:
            text = "\n".join(self.letter.lines).strip()
            self.asides += [replace(aside, text=text) for aside in self.letter.asides if text]
            self.letter = None

    def _orders(self, line: Line) -> None:
        """A line that is an order, goes on with the one above, or is prose."""
        first = line.words[0].key
        follows = bool(self.pending) and line.number == self.pending_line + 1
        greeted = _ungreeted(line)
        order = self._is_order(greeted, misspelt=True)
        if follows and (first in self.shape.continuations or (not order and self._goes_on(line))):
            self.pending += line.words
            self.pending_line = line.number
            return
        if order:
            self._flush()
            self.pending, self.pending_line = list(greeted.words), line.number
            return
        self._flush()
        self._prose(line)

    def _is_order(self, line: Line, misspelt: bool = False) -> bool:
        row = OrderLine(self.shape.lexicon, line.words)
        at = row.start(0)
        return at < len(line.words) and (row.begins(at) or (misspelt and row.slips(at)))

    def _goes_on(self, line: Line) -> bool:
        """Whether a mail program broke the order above in two: only together they read well."""
        if len(self.pending) + len(line.words) > MOST_WORDS:
            return False
        open_end = self.pending[-1].key in self.shape.lexicon.joining or not self.pending[-1].key[0].isalnum()
        if self.pending[-1].key == "." or not (open_end or _refused(self._clauses(self.pending))):
            return False
        return not _refused(self._clauses([*self.pending, *line.words]))

    def _clauses(self, row: Sequence[Word]) -> list[Clause]:
        return list(OrderLine(self.shape.lexicon, row).clauses())

    def _flush(self) -> None:
        """The order line that was open is read."""
        row, self.pending = self.pending, []
        if not row:
            return
        self.foreign += [word for word in row if disguised(word)]
        for clause in self._clauses(row):
            self.orders += clause.orders
            for problem in clause.problems:
                (self.passed if problem.code == "passed-over" else self.problems).append(problem)

    def _prose(self, line: Line) -> None:
        if not any(key[0].isalnum() for key in line.keys):
            return
        row = OrderLine(self.shape.lexicon, line.words)
        for at in range(1, min(len(line.words), MOST_WORDS)):
            if row.begins(at) and row.fits(at) and line.words[at - 1].key != BLANK:
                self._doubtful(line, at)
                return
        span = span_of(line.words, 0, len(line.words))
        self.passed.append(Problem("passed-over", "This line was passed over; it is no order.", span, "", Weight.NOTE))

    def _doubtful(self, line: Line, at: int) -> None:
        """Prose that holds what would be an order: asked back after a comma or a "not", else a note."""
        before = line.words[at - 1].key
        strong = not before[0].isalnum() or before in ("not", "never", "and", "then") or before.endswith("n't")
        span = span_of(line.words, at, len(line.words))
        message = "This line was passed over, though it holds what may be an order."
        weight = Weight.AMBIGUOUS if strong else Weight.NOTE
        self.problems.append(Problem("order-like", message, span, "Give each order a line of its own.", weight))

    def _note(self, code: str, message: str, line: Line) -> None:
        span = span_of(line.words, 0, len(line.words))
        hint = "Leave a blank line before orders."
        self.problems.append(Problem(code, message, span, hint, Weight.NOTE))

    def _aside_from_orders(self, line: Line) -> None:
        """A quoted line, or one outside the block: it never counts, but is mentioned if it looks like an order."""
        row = replace(line, words=tuple(word for word in line.words if word.key != ">"))
        if row.words and (self._is_order(row) or (row.keys[0] in ("press", "note") and ":" in row.keys[:12])):
            self.outside.append(span_of(row.words, 0, len(row.words)))

    def notes(self) -> Iterator[Problem]:
        """What is said of the page as a whole."""
        if self.outside:
            many = "This line is" if len(self.outside) == 1 else f"This line and {len(self.outside) - 1} more are"
            message = f"{many} quoted or outside the block of orders, and did not count."
            yield Problem("outside", message, self.outside[0], "", Weight.NOTE)
        for word in self.foreign[:MOST_NOTED]:
            message = f"{quoted(word.text)} holds letters of another alphabet; it was read as '{word.key}'."
            yield Problem("look-alike", message, word.span, "", Weight.NOTE)
        yield from self.passed[:MOST_NOTED]
        if len(self.passed) > MOST_NOTED:
            more = len(self.passed) - MOST_NOTED
            message = f"And {more} more {'line was' if more == 1 else 'lines were'} passed over."
            yield Problem("passed-over", message, self.passed[MOST_NOTED].span, "", Weight.NOTE)
        if len(set(self.finals)) > 1:
            message = "This page calls itself both final and provisional; it is taken as provisional."
            yield Problem("final", message, Span(self.source, 0, 0, 0), "", Weight.NOTE)
        if not self.orders and not self.problems:
            message = "There is no order on this page, so it replaces nothing."
            yield Problem("no-orders", message, Span(self.source, 0, 0, 0), "", Weight.NOTE)

    def told(self) -> tuple[Problem, ...]:
        """All there is to say, in the order of the page; not more than anybody would read."""
        said = sorted([*self.problems, *self.notes()], key=lambda one: (one.span.line, one.span.col))
        if len(said) <= MOST_LISTED:
            return tuple(said)
        more = f"And {len(said) - MOST_LISTED} more problems."
        weight = max((one.weight for one in said[MOST_LISTED:] if one.refuses), default=Weight.NOTE)
        return (*said[:MOST_LISTED], Problem("too-many", more, said[MOST_LISTED].span, "", weight))


def _keys(row: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.key for word in row)


def _refused(clauses: Sequence[Clause]) -> bool:
    return any(clause.refused for clause in clauses)


def _mentions(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines that may open a block of orders."""
    for number, line in enumerate(lines, 1):
        if not line.isascii() or "orders" in line.lower():
            yield number, line


def _opens(line: Line) -> Line | None:
    """The rest of a line that opens a block of orders; None if it opens none."""
    if not line.core:
        return None
    row = line.words[line.words.index(line.core[0]) :]
    keys = _keys(row[:8])
    if keys[:1] in (("my",), ("the",), ("begin",)):
        row, keys = row[1:], keys[1:]
    if keys[:1] != ("orders",) or ":" not in keys:
        return None
    colon = keys.index(":")
    if keys[1:colon] and not (keys[1:3] == ("for", "turn") and colon == 4):
        return None
    return Line(line.number, line.text, row[colon + 1 :])


def _ticked(line: Line) -> Line | None:
    """A line of the order form with its box ticked or without a box; None if the box is empty."""
    keys = line.keys
    if keys[0] != "[" or "]" not in keys[:3]:
        return line
    close = keys.index("]")
    if keys[1:close] in ((), (BLANK,)):
        return None
    return Line(line.number, line.text, line.words[close + 1 :]) if close + 1 < len(keys) else line


def _ungreeted(line: Line) -> Line:
    """A line without the "Hello Kim," before its orders."""
    keys = line.keys
    if keys[0] in GREETINGS or keys[:2] == ("good", "morning"):
        for place in range(1, min(len(keys), 6)):
            if keys[place] in (",", ".", ":", "-"):
                return Line(line.number, line.text, line.words[place + 1 :]) if place + 1 < len(keys) else line
    return line
