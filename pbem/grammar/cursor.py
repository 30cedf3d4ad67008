"""A place in a line of words, moved on by readers; and the readers every game can use.

A reader takes words from a cursor and returns a value, or a Problem and leaves the cursor where it stumbled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from pbem.model import Order, Problem, Span, Weight
from pbem.words import BLANK, Word, count, listed, nearest, quoted, words

TRIED = {
    code: Problem(code, "This does not fit.", weight=weight)
    for code, weight in (
        ("expected", Weight.UNREADABLE),
        ("blank", Weight.UNREADABLE),
        ("unknown", Weight.UNKNOWN),
    )
}
"""What stands for a problem while many readings are tried: words are found for it only if none of them fits."""
NOTHING = Word("", "", Span("", 0, 0, 0))

LISTING = (",", "and", "+", "plus", "/", ";", "|")
"""What stands between the items of a list."""


PARTING = (";", "/", "|")
"""What parts orders more than items."""

POLITE = ("please", "thanks", "thank")
"""May follow a list and is no item of it."""

TIMES = "x"
"""May follow a number: "2 x rock"."""


class Line(Protocol):
    """What a cursor knows of the orders around it."""

    def begins(self, at: int) -> bool:
        """Whether an order begins here, articles and words like "then I will" before it included."""

    def slips(self, at: int) -> bool:
        """Whether an order with a misspelt first word seems to begin here."""

    def nested(self, at: int) -> tuple[Order, int] | Problem:
        """The order that begins here, and where it ends."""


class Cursor:
    """A place among the words of one order line. ``mark`` may be kept and set again to go back."""

    __slots__ = ("_line", "_tries", "_words", "mark")

    def __init__(self, line: Sequence[Word], mark: int = 0, around: Line | None = None, tries: bool = False) -> None:
        self._words = line
        self._tries = tries
        self._line = around
        self.mark = mark

    def peek(self, ahead: int = 0) -> Word | None:
        """The next word, or one further on, without taking it; None past the end."""
        place = self.mark + ahead
        return self._words[place] if 0 <= place < len(self._words) else None

    def key(self, ahead: int = 0) -> str:
        """The key of the next word, or one further on; empty past the end."""
        place = self.mark + ahead
        return self._words[place].key if 0 <= place < len(self._words) else ""

    def take(self) -> Word:
        """The next word, taken. At the end an empty word, and the cursor stays."""
        if self.mark >= len(self._words):
            return NOTHING
        self.mark += 1
        return self._words[self.mark - 1]

    def skip(self, *keys: str) -> bool:
        """Take the next word if its key is one of these."""
        if self.key() not in keys or self.mark >= len(self._words):
            return False
        self.mark += 1
        return True

    def span(self, since: int) -> Span:
        """The place of the words taken since a mark; at the end of the line, just behind its last word."""
        return span_of(self._words, since, max(self.mark, since + 1))

    def at_order(self) -> bool:
        """Whether the next words begin an order of their own: "a rock", "then I'd like to dig"."""
        return self._line is not None and self._line.begins(self.mark)

    def at_slip(self) -> bool:
        """Whether the next word is one slip of the pen from the beginning of an order."""
        return self._line is not None and self._line.slips(self.mark)

    def order(self) -> Order | Problem:
        """Read a whole order here, as in "… ELSE lay cloud on …". Games find it as the reader ``order``."""
        assert self._line is not None
        read = self._line.nested(self.mark)
        if isinstance(read, Problem):
            return read
        order, self.mark = read
        return order

    def expected(self, what: str, names: Iterable[str] = ()) -> Problem:
        """The Problem that here should stand "a space", with the names nearest to what stands here instead."""
        word = self.peek()
        code = "expected"
        if word is not None and word.key == BLANK:
            code = "blank"
        elif word is not None and names and word.key[0].isalnum():
            code = "unknown"
        if self._tries:
            return TRIED[code]
        place = self.span(self.mark)
        if word is None:
            after = f" after {quoted(self._words[-1].text)}" if self._words else ""
            return Problem(code, f"Expected {what}{after}.", place, _choice(names), Weight.UNREADABLE)
        if code == "blank":
            hint = "Fill it in, or take the line out."
            return Problem(code, f"This blank is not filled in: expected {what}.", place, hint, Weight.UNREADABLE)
        if code == "unknown":
            return _unknown(what, word, tuple(names))
        return Problem(code, f"Expected {what}, found {quoted(word.text)}.", place, _choice(names), Weight.UNREADABLE)


def span_of(line: Sequence[Word], first: int, end: int) -> Span:
    """The place of words ``first`` up to ``end`` as far as they stand on the first one's line."""
    if not line:
        return NOTHING.span
    if first >= len(line):
        last = line[-1].span
        return Span(last.source, last.line, last.end, last.end + 1)
    start = line[first].span
    here = [word.span.end for word in line[first:end] if word.span.line == start.line]
    return Span(start.source, start.line, start.col, max(here, default=start.end))


def _unknown(what: str, word: Word, names: Sequence[str]) -> Problem:
    noun = what.split(" ", 1)[1] if what.startswith(("a ", "an ", "the ")) else what
    near = nearest(word.key, names)
    hint = f"Did you mean {listed(map(quoted, near))}?" if near else _choice(names)
    return Problem("unknown", f"There is no {noun} called {quoted(word.text)}.", word.span, hint, Weight.UNKNOWN)


def _choice(names: Iterable[str]) -> str:
    known = list(names)
    return f"It can be {listed(known)}." if 0 < len(known) <= 8 else ""


Reader: TypeAlias = Callable[[Cursor], Any]
"""Words to a value or a Problem."""


def read_count(cursor: Cursor) -> int | Problem:
    """A whole number up to 999: "3", "three", "a", "2 x"."""
    word = cursor.peek()
    number = count(word) if word else None
    if number is None:
        if word is not None and word.key[0].isnumeric():
            large = word.key.isdecimal()
            message = "This number is too large." if large else f"{quoted(word.text)} is no whole number."
            return Problem("number", message, word.span, "", Weight.UNREADABLE)
        return cursor.expected("a number")
    cursor.take()
    cursor.skip(TIMES)
    return number


class Phrase:
    """A reader of names of one or more words ("sea monster", "if I lead"); the longest that fits is taken.

    With ``beginnings`` the beginning of a word does for the whole, where it fits one meaning only.
    """

    def __init__(self, what: str, meanings: Mapping[str, Any], beginnings: bool = False) -> None:
        self.what = what
        self.table = {keys_of(name): meaning for name, meaning in meanings.items()}
        self._beginnings = beginnings
        self._longest = max(map(len, self.table), default=0)
        first: dict[Any, str] = {}
        for name, meaning in meanings.items():
            first.setdefault(meaning, name)
        self._meanings = dict(meanings)
        self._names = tuple(meanings)
        self._choice = _choice(first.values())

    def __call__(self, cursor: Cursor) -> Any:
        """The meaning of the name that stands here, or the Problem that there is none."""
        keys = tuple(cursor.key(ahead) for ahead in range(self._longest))
        for length in range(self._longest, 0, -1):
            if keys[:length] in self.table:
                cursor.mark += length
                return self.table[keys[:length]]
        if self._beginnings and keys and keys[0][:1].isalnum():
            found = _beginning(cursor, self.table)
            if found is not None:
                return found
        problem = cursor.expected(self.what, self._names)
        if problem.code == "blank" or problem.span == NOTHING.span:
            return problem
        return replace(problem, hint=self._meant(cursor.key()) if "Did you" in problem.hint else self._choice)

    def _meant(self, key: str) -> str:
        """The names that may have been meant, one for each meaning."""
        near: dict[Any, str] = {}
        for name in nearest(key, self._names):
            near.setdefault(self._meanings[name], name)
        return f"Did you mean {listed(map(quoted, near.values()))}?"


def phrase(what: str, meanings: Mapping[str, Any], beginnings: bool = False) -> Phrase:
    """A reader of these names, each with what it means."""
    return Phrase(what, meanings, beginnings)


def _beginning(cursor: Cursor, table: Mapping[tuple[str, ...], Any]) -> Any:
    """The one meaning whose name begins so; a Problem if there are several, None if there is none."""
    start = cursor.key()
    fitting = [(name, meaning) for name, meaning in table.items() if name[0].startswith(start)]
    if not fitting:
        return None
    word = cursor.take()
    if any(meaning != fitting[0][1] for _, meaning in fitting):
        named = {meaning: " ".join(name) for name, meaning in reversed(fitting)}
        could = listed(list(map(quoted, reversed(named.values())))[:5])
        message = f"{quoted(word.text)} fits more than one: {could}."
        return Problem("ambiguous", message, word.span, "Write more of the name.", Weight.AMBIGUOUS)
    return fitting[0][1]


def several(item: Reader, between: Sequence[str] = LISTING, loose: bool = False, most: int = 200) -> Reader:
    """A reader of a list of one or more items: "F, J and J". It ends before the next order of the same line.

    In a ``loose`` list nothing need stand between the items: "2 shovel 1 pickaxe".
    """

    def read(cursor: Cursor) -> Any:
        first = item(cursor)
        if isinstance(first, Problem):
            return first
        items = [first]
        while len(items) < most:
            before = cursor.mark
            while cursor.skip(*between):
                pass
            parted = cursor.mark > before
            if not parted and (lone := _lone(cursor, item)):
                return lone
            if not (parted or loose) or cursor.peek() is None or cursor.at_order():
                doubt = _doubt(cursor, item) if parted else None
                cursor.mark = before if doubt is None else cursor.mark
                return doubt or tuple(items)
            value = item(cursor)
            if isinstance(value, Problem):
                if parted and not _breaks(cursor, before):
                    return value
                cursor.mark = before
                return tuple(items)
            items.append(value)
        return Problem("too-long", f"This list has more than {most} entries.", cursor.span(cursor.mark - 1))

    return read


def _doubt(cursor: Cursor, item: Reader) -> Problem | None:
    """Asks back where a word may be an item or begin an order: "golds at H and I move to N"."""
    start, word = cursor.mark, cursor.peek()
    if (
        word is None
        or cursor.key(-1) in PARTING
        or count(word) is not None
        or isinstance(item(cursor), Problem)
        or not cursor.at_order()
    ):
        return None
    cursor.mark = start
    message = f"{quoted(word.text)} may belong to the list or begin what follows."
    return Problem("ambiguous", message, word.span, "Begin a new line after the list.", Weight.AMBIGUOUS)


def _lone(cursor: Cursor, item: Reader) -> Problem | None:
    """Asks back where an item stands behind a full stop, with nothing else: "golds F. J. J."."""
    start, word = cursor.mark, cursor.peek(1)
    if cursor.key() != "." or word is None:
        return None
    cursor.take()
    lone = not isinstance(item(cursor), Problem) and cursor.key() in ("", ".", *LISTING)
    cursor.mark = start
    if not lone:
        return None
    message = f"{quoted(word.text)} may belong to the list or stand by itself."
    return Problem("ambiguous", message, word.span, "Put commas between the entries of a list.", Weight.AMBIGUOUS)


def _breaks(cursor: Cursor, before: int) -> bool:
    """Whether the list is over where an item could not be read: a misspelt order comes next, or a "please"."""
    stumbled, cursor.mark = cursor.mark, before
    while cursor.key() in (*LISTING, "then"):
        cursor.take()
    over = cursor.at_slip() or cursor.key() in POLITE
    cursor.mark = stumbled
    return over


def seat_reader(seats: Sequence[str]) -> Reader:
    """A reader of the seats at the table, in any case."""
    return phrase("a player", {seat: seat for seat in seats})


def keys_of(text: str) -> tuple[str, ...]:
    """The keys of the words of a short text."""
    if text.isascii() and text.isalpha():  # most names, thousands at a time
        return (text.lower(),)
    return tuple(word.key for word in words(text, "", 0))
