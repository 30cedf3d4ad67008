"""One line of a page: its words without the bullet, and what it is if it is a head, a title or a line of the form."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pbem.grammar.ordinary import GREETINGS
from pbem.model import Span
from pbem.words import BLANK, Word, count, words

MOST_HEADED = 999_999
"""Stands for any turn number beyond all measure."""

_BULLET = re.compile(
    r"\s*(?:[-*+•·‣▪◦–—→]\s+|[-=]>\s+|\(?(?:\d{1,3}|[A-Za-z])\)(?:\s+|(?=[^\W\d]))"
    r"|#?\d{1,3}\.(?:\s+|(?=[^\W\d])|$)|#\d{1,3}:?\s+|\d\ufe0f?\u20e3\s*)+"
)
_STRUCK = re.compile("[\u0335-\u0338]")
"""Strokes through letters, as some programs strike words out."""
_NUMBERED = re.compile(r"\s*#(?=\d{1,3}\b)")
"""A number sign that begins no remark."""
_FINAL = {
    (*said, *what): said[-1] == "final"
    for said in (("final",), ("provisional",), ("these", "are", "final"), ("these", "are", "provisional"))
    for what in ((), ("orders",))
}
_OPENING = frozenset(
    ("for", "this", "the", "next", "turn", "round", "are", "is", "as", "follows", "from", "in", "now", "my", "here")
)
"""What may stand between "orders" and its colon."""
_ENDS = frozenset({("end", "orders"), *(("end", "of", what) for what in ("orders", "order", "message", "page"))})
_TITLES = frozenset(
    {("orders",), ("my", "orders"), ("order", "form"), ("begin", "orders"), ("begin", "of", "orders")}
    | {("start", "of", "orders"), ("start", "orders"), ("here", "are", "my", "orders")}
)
_UNTICKED = frozenset({(), (BLANK,), ("-",), ("no",), ("n",), ("0",)})


@dataclass
class Line:
    """One line of a page, read into words."""

    number: int
    text: str
    words: tuple[Word, ...]
    bulleted: bool = False

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

    @cached_property
    def core_keys(self) -> tuple[str, ...]:
        """The keys of its words without the marks around them."""
        return tuple(word.key for word in self.core)

    def only(self, row: Sequence[Word]) -> Line:
        """The same line with some of its words."""
        return Line(self.number, self.text, tuple(row), self.bulleted)


def read_line(number: int, text: str, source: str, whole: Collection[str] | None = None) -> Line:
    """A line into words, behind its bullet."""
    row = words(_NUMBERED.sub(lambda sign: " " * len(sign[0]), text), source, number)
    bullet = _BULLET.match(text)
    if bullet and bullet.end() < len(text):
        row = tuple(word for word in row if word.span.col > bullet.end())
    else:
        bullet = None
    if whole is not None and any("-" in word.key[1:-1] for word in row):
        row = tuple(part for word in row for part in _parts(word, whole))
    if _STRUCK.search(text):
        row = (Word("~", "~", Span(source, number, 1, 2)), *row)
    return Line(number, text, _untabled(row), bullet is not None)


def _untabled(row: tuple[Word, ...]) -> tuple[Word, ...]:
    """A row of a table without the lines around its cells: "| Move | N |" is "Move : N"."""
    if len(row) < 4 or row[0].key != "|" or row[-1].key != "|":
        return row
    cells = row[1:-1]
    bars = [place for place, word in enumerate(cells) if word.key == "|"]
    return tuple(replace(word, key=":") if bars == [place] else word for place, word in enumerate(cells))


def _parts(word: Word, whole: Collection[str]) -> Iterator[Word]:
    """The words that hyphens hold together, and the hyphens."""
    parts = re.findall("[^-‐-―−]+|[-‐-―−]", word.text)
    keys = re.findall("[^-]+|-", word.key)
    if "-" not in word.key[1:-1] or word.key in whole or len(parts) != len(keys):
        yield word
        return
    col = word.span.col
    for text, key in zip(parts, keys, strict=True):
        yield Word(text, key, Span(word.span.source, word.span.line, col, col + len(text)))
        col += len(text)


def ends_orders(line: Line) -> bool:
    """Whether this is the line ``end of orders``."""
    return line.core_keys in _ENDS


def is_title(line: Line) -> bool:
    """Whether this is a bare heading such as "ORDERS"."""
    return line.core_keys in _TITLES


def called_final(line: Line) -> bool | None:
    """Whether the line calls the page final or provisional, if it does either."""
    return _FINAL.get(line.core_keys)


def opens_orders(line: Line) -> Line | None:
    """The rest of a line that opens a block of orders (``orders:``, ``orders for turn 7:``); None if it opens none."""
    if "orders" not in line.core_keys[:2]:
        return None
    row = line.words[line.keys.index("orders") :]
    keys = tuple(word.key for word in row[:8])
    if line.core_keys[0] not in ("orders", "my", "the", "begin") or ":" not in keys:
        return None
    colon = keys.index(":")
    if not all(
        key in _OPENING or key.isdecimal() or count(word) is not None
        for key, word in zip(keys[1:colon], row[1:], strict=False)
    ):
        return None
    return line.only(row[colon + 1 :])


@dataclass(frozen=True)
class TurnHead:
    """A line ``turn 7``: the number, its word, and what else stands on the line."""

    number: int
    word: Word
    rest: Line


def names_turn(line: Line) -> TurnHead | None:
    """The turn a line names at the head of a page: ``turn 7``, ``Turn seven, opening round``, ``orders for turn 7``."""
    if "turn" not in line.core_keys[:5]:
        return None
    before = line.core_keys.index("turn")
    row = line.core[before + 1 :]
    if not row or not set(line.core_keys[:before]) <= {"my", "the", "orders", "for"}:
        return None
    number, rest = turn_number(row[0]), row[1:]
    if number is None or (rest and rest[0].key[0].isalnum() and rest[0].key != "orders"):
        return None
    return TurnHead(number, row[0], line.only(rest[1:]))


def turn_number(word: Word) -> int | None:
    """The number of a turn, in digits or words."""
    if word.key.isdecimal():
        return int(word.key) if len(word.key) <= 5 else MOST_HEADED
    return None if word.key in ("a", "an", "another", "single") else count(word)


def ticked(line: Line) -> Line | None:
    """A line of the order form with its box ticked, in whatever way, or without a box; None if the box is empty."""
    keys = line.keys
    if keys[0] != "[" or "]" not in keys[:3]:
        return line
    close = keys.index("]")
    inside = line.text[line.words[0].span.end - 1 : line.words[close].span.col - 1].strip(" _\xa0")
    if keys[1:close] in _UNTICKED and (keys[1:close] != () or not inside):
        return None
    return line.only(line.words[close + 1 :])


def ungreeted(line: Line, seat: str) -> Line:
    """A line without the "Hello Kim," or the writer's own "ann:" before its orders."""
    keys = line.keys
    if keys[:2] == (seat, ":") and len(keys) > 2:
        return line.only(line.words[2:])
    if keys[0] in GREETINGS or keys[:2] in (("good", "morning"), ("good", "evening")):
        for place in range(1, min(len(keys) - 1, 6)):
            if keys[place] in (",", ".", ":", "-"):
                return line.only(line.words[place + 1 :])
    return line


def unquoted(line: Line) -> Line:
    """A line without the marks that mail programs put before quoted text."""
    return replace(line, words=tuple(word for word in line.words if word.key != ">"))
