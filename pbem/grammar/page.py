"""The shape of an order page: what on it is orders, what is press, notes and heads, and what is none of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.grammar.asides import Letter, begins_letter, opened
from pbem.grammar.clauses import MOST_WORDS, Clause, OrderLine
from pbem.grammar.cursor import span_of
from pbem.grammar.leftovers import own, sent_back
from pbem.grammar.lexicon import Lexicon
from pbem.grammar.lines import (
    Line,
    called_final,
    ends_orders,
    is_title,
    names_turn,
    opens_orders,
    read_line,
    ticked,
    ungreeted,
    unquoted,
)
from pbem.grammar.prose import ORDER_LIKE, PASSED_OVER, judged
from pbem.model import Aside, Order, Problem, Seat, Span, Unread, Weight
from pbem.words import BLANK, Word, disguised, lines_of


@dataclass(frozen=True)
class Shape:
    """What a grammar tells about its pages."""

    lexicon: Lexicon
    seats: Sequence[Seat]
    forms: frozenset[tuple[str, ...]]
    """The lines of the blank form that hold blanks."""
    boxes: Sequence[frozenset[tuple[str, ...]]]
    """The lines with boxes, without them, those of one verb together."""
    continuations: frozenset[str]
    ignores: frozenset[str]
    whole: frozenset[str] | None


@dataclass
class Reading:
    """A page being read, line by line, and what was found on it."""

    shape: Shape
    seat: Seat
    source: str
    orders: list[Order] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    turns: dict[int, Word] = field(default_factory=dict)
    """The turns the page names, each with where."""
    finals: set[bool] = field(default_factory=set)
    passed: list[Problem] = field(default_factory=list)
    """Lines that are no orders, a note each."""
    outside: list[Span] = field(default_factory=list)
    """Quoted lines, and those outside the block, that look like orders."""
    unticked: list[Line] = field(default_factory=list)
    """Lines of the form whose box is empty."""
    ticked: set[tuple[str, ...]] = field(default_factory=set)
    """The words of those whose box is not."""
    foreign: list[Word] = field(default_factory=list)
    """Words of order lines with letters of another alphabet."""
    pending: list[Word] = field(default_factory=list)
    """The order line that the next line may go on with."""
    below: int = 0
    """The number of the line that would be directly below it."""
    listing: bool = False
    """Whether it is a heading over a list: "Rocks:"."""
    letter: Letter | None = None

    def page(self, text: str) -> None:
        """Read all lines of a page: those of its block of orders, or all of them if it has none."""
        lines = [line for line in self._lines(text) if line is None or line.words]
        lines, below = own(lines)
        closes = any(line is not None and ends_orders(line) for line in lines)
        block = any(line is not None and self._opens(line, closes) is not None for line in lines)
        inside, repeated = not block, sent_back(lines)
        for line in lines:
            if line is None:
                self._paragraph()
            elif line.keys[0] == ">":
                self._uncounted(unquoted(line), quoted=True)
            elif line.number in repeated:
                self._flush()
            elif ends_orders(line):
                self._paragraph()
                inside = False
            elif block and (rest := self._opens(line, closes)) is not None:
                self._paragraph()
                self._head(line)
                inside = True
                self._inside(rest)
            elif inside:
                self._inside(line)
            elif not (self._head(line) or self._aside(line)):
                self._uncounted(line)
        self._paragraph()
        for line in below:
            self._uncounted(unquoted(line), quoted=True)

    def _lines(self, text: str) -> list[Line | None]:
        """The lines of a page; None for a blank one."""
        found: list[Line | None] = []
        for number, written in enumerate(lines_of(text), 1):
            if not written.strip():
                found.append(None)
                continue
            line = read_line(number, written, self.source, self.shape.whole)
            if self.shape.ignores:
                line = line.only([word for word in line.words if word.key not in self.shape.ignores])
            found.append(line)
        return found

    def _opens(self, line: Line, closes: bool) -> Line | None:
        """What follows on a line that opens a block; a bare heading opens one that is closed further down."""
        return line.only(()) if closes and is_title(line) else opens_orders(line)

    def _paragraph(self) -> None:
        """Whatever was going on ends here."""
        self._flush()
        if self.letter is not None:
            self.asides += self.letter.closed()
            self.problems += self.letter.problems
            self.letter = None

    def _inside(self, line: Line) -> None:
        """A line where orders may stand."""
        if not line.words or self._head(line) or self._aside(line):
            return
        if line.keys in self.shape.forms or self._is_blank(line) or is_title(line):
            self._flush()
        else:
            marked = ticked(line)
            if marked is None or not marked.words:
                self._flush()
                if marked is None:
                    self.unticked.append(line)
            else:
                if marked is not line:
                    self.ticked.add(marked.keys)
                self._maybe_order(marked)

    def _is_blank(self, line: Line) -> bool:
        """Whether a line is an order word and a blank, as in forms of other days."""
        return line.keys[1:] == (BLANK,) and line.keys[0] in self.shape.lexicon.starts

    def _aside(self, line: Line) -> bool:
        """Words to others: they count wherever they stand, since they can never be orders."""
        letter = opened(line, self.shape.seats)
        if letter is not None:
            self._paragraph()
            self.letter = letter
        elif self.letter is not None:
            self._written(self.letter, line)
        return self.letter is not None

    def _written(self, letter: Letter, line: Line) -> None:
        """A further line of an aside. One that reads as an order is mentioned, since it does not count."""
        letter.lines.append(line.text.rstrip())
        if self._is_order(line):
            message = "This line was read as part of the words above it, not as an order."
            span = span_of(line.words, 0, len(line.words))
            self.problems.append(Problem("in-aside", message, span, "Leave a blank line before orders.", Weight.NOTE))

    def _head(self, line: Line) -> bool:
        """Heads of the page: ``turn 7``, ``final``, ``provisional``."""
        final = called_final(line)
        if final is not None:
            self._paragraph()
            self.finals.add(final)
            return True
        head = names_turn(line)
        if head is None or "turn" in self.shape.lexicon.starts:
            return False
        self._paragraph()
        self.turns.setdefault(head.number, head.word)
        if head.rest.words and opens_orders(line) is None and self._is_order(head.rest):
            self._maybe_order(head.rest)
        return True

    def _maybe_order(self, line: Line) -> None:
        """A line that is an order, goes on with the one above, or is prose."""
        greeted = self._addressed(ungreeted(line, self.seat))
        order = self._is_order(greeted, misspelt=True)
        if self.pending and line.number == self.below and self._goes_on(line, order):
            self._go_on(line)
            return
        if not order and self._may_go_on(line):
            self._flush()
            self._in_doubt(line)
            return
        self._flush()
        if order or self._holds_later(greeted):
            self.pending = list(greeted.words)
            self.below = line.number + 1
            self.listing = greeted.keys[-1] == ":"
        else:
            self._prose(line)

    def _is_order(self, line: Line, misspelt: bool = False) -> bool:
        row = OrderLine(self.shape.lexicon, line.words)
        at = row.start(0)
        return at < len(line.words) and (row.begins(at) or (misspelt and row.slips(at)))

    def _addressed(self, line: Line) -> Line:
        """A line without its writer's own name before what he does: "Ann moves to N"."""
        if len(line.keys) < 2 or line.keys[0] != self.seat or not line.keys[1].endswith("s"):
            return line
        rest = line.only(line.words[1:])
        return rest if self._is_order(rest) else line

    def _holds_later(self, line: Line) -> bool:
        """Whether a later sentence of a line begins an order."""
        ended = "." in line.keys[:-1] or "?" in line.keys[:-1]
        return ended and OrderLine(self.shape.lexicon, line.words).later(0)

    def _goes_on(self, line: Line, order: bool) -> bool:
        """Whether a line belongs to the order above: it says so, is an item of its list, or only together they read."""
        if line.keys[0] in self.shape.continuations:
            return True
        if order or len(self.pending) + len(line.words) > MOST_WORDS:
            return False
        if self.listing and line.bulleted:
            return True
        last = self.pending[-1].key
        unfinished = last != "." and (last in self.shape.lexicon.joining or not last[0].isalnum())
        if not (self.listing or unfinished or _refused(self._clauses(self.pending))):
            return False
        return not _refused(self._clauses(self._joined(line)))

    def _may_go_on(self, line: Line) -> bool:
        """Whether a line speaks of the game's things and would go well with the order right above it."""
        if not self.pending or line.number != self.below or len(self.pending) + len(line.words) > MOST_WORDS:
            return False
        row = OrderLine(self.shape.lexicon, line.words)
        return judged(row, 0, len(line.words)).code == ORDER_LIKE and not _refused(self._clauses(self._joined(line)))

    def _in_doubt(self, line: Line) -> None:
        span = span_of(line.words, 0, len(line.words))
        self.orders.append(Unread(span=span))
        message = "This line may go on with the order above, or be none."
        hint = "If it does, end the line above with a comma."
        self.problems.append(Problem("goes-on", message, span, hint, Weight.AMBIGUOUS))

    def _joined(self, line: Line) -> list[Word]:
        """The order above and a further line of it; the items of a list on lines of their own are parted by commas."""
        if self.listing and self.pending[-1].key[0].isalnum():
            last = self.pending[-1].span
            comma = Word("", ",", Span(last.source, last.line, last.end, last.end))
            return [*self.pending, comma, *line.words]
        return [*self.pending, *line.words]

    def _go_on(self, line: Line) -> None:
        self.pending = self._joined(line)
        self.below = line.number + 1

    def _clauses(self, row: Sequence[Word]) -> list[Clause]:
        return list(OrderLine(self.shape.lexicon, row).clauses())

    def _flush(self) -> None:
        """The order line that was open is read."""
        row, self.pending, self.listing = self.pending, [], False
        if not row:
            return
        self.foreign += [word for word in row if disguised(word)]
        for clause in self._clauses(row):
            self.orders += clause.orders
            for problem in clause.problems:
                (self.passed if problem.code == PASSED_OVER else self.problems).append(problem)

    def _prose(self, line: Line) -> None:
        """A line that is no order is passed over, and that is said; if it may mean one, it is asked back."""
        if not line.core:
            return
        row = OrderLine(self.shape.lexicon, line.words)
        problem = judged(row, 0, len(line.words), "line")
        if len(line.words) > MOST_WORDS and not problem.refuses:
            message = f"This line has more than {MOST_WORDS} words; orders behind them were not looked for."
            problem = replace(problem, code="too-long", message=message, hint="Give each order a line of its own.")
        if problem.refuses:
            self.orders.append(Unread(span=span_of(line.words, 0, len(line.words))))
        (self.passed if problem.code == PASSED_OVER else self.problems).append(problem)

    def _uncounted(self, line: Line, quoted: bool = False) -> None:
        """A line that cannot count is mentioned if it looks as if it should."""
        if line.words and (self._is_order(line) or begins_letter(line) or (not quoted and self._is_doubtful(line))):
            self.outside.append(span_of(line.words, 0, len(line.words)))

    def _is_doubtful(self, line: Line) -> bool:
        row = OrderLine(self.shape.lexicon, line.words)
        return row.later(0) or judged(row, 0, len(line.words)).refuses


def _refused(clauses: Sequence[Clause]) -> bool:
    return any(clause.refused for clause in clauses)
