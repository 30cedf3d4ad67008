"""Verbs, and the patterns that say how they may be written.

A pattern is a row of words and slots: ``[place|lay] [<count>] rock|rocks [at|in|:] <spaces>``. ``a|b`` is either word,
``[...]`` may be left out, ``(... | ...)`` is either row of words, ``<slot>`` is read by the reader of that name and
``<slot:reader>`` by another. "the" and a colon may stand before anything but the first word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.grammar.cursor import Reader, keys_of
from pbem.model import Order, Problem

Made = Order | Problem | Sequence["Order | Problem"]


@dataclass(frozen=True)
class Verb:
    """One kind of order line: how it may be written, what it makes, how it is taught and written back."""

    name: str
    patterns: tuple[str, ...]
    makes: Callable[..., Made]
    """Called with the slots that were written, by name, and with ``span``."""
    writes: type[Order] | tuple[type[Order], ...]
    write: Callable[[Any], str]
    """An order of ``writes`` as one line that reads back equal."""
    help: str
    form: str
    """The line of the blank order form, with ``__`` for what is to be filled in, or ``[ ]`` before it to be ticked."""
    examples: tuple[str, ...] = ()
    loosely: tuple[str, ...] = ()
    """Patterns that begin with ordinary words: they are orders only where all of the words fit, and else prose."""


@dataclass(frozen=True, eq=False)
class Step:
    """One word or slot of a pattern, and what may come after it. No keys and no reader: the pattern ends well."""

    keys: frozenset[str] = frozenset()
    slot: str = ""
    reader: str = ""
    after: tuple[Step, ...] = ()

    @property
    def ends(self) -> bool:
        """Whether this is the end of the pattern."""
        return not self.keys and not self.slot


END = Step()

_PIECE = re.compile(r"<([a-z_]+)(?::([a-z_]+))?>|[\[\]()]|\s\|\s|[^\s\[\]()<>]+")


class FaultyPattern(ValueError):
    """A pattern that its game's author must mend."""


def compiled(pattern: str, readers: Mapping[str, Reader]) -> tuple[Step, ...]:
    """The first steps of a pattern; all paths from them lead to END."""
    pieces = list(_PIECE.finditer(pattern))
    if "".join(piece[0] for piece in pieces).replace(" ", "") != pattern.replace(" ", ""):
        raise FaultyPattern(f"cannot be understood: {pattern}")
    rows, rest = _rows(pieces, 0, pattern)
    if rest != len(pieces):
        raise FaultyPattern(f"a bracket is closed that was not opened: {pattern}")
    for reader in _readers(rows):
        if reader not in readers:
            raise FaultyPattern(f"there is no reader '{reader}': {pattern}")
    return _linked(rows, (END,))


@dataclass(frozen=True)
class _Group:
    rows: list[list[Any]]
    optional: bool


def _rows(pieces: Sequence[re.Match[str]], at: int, pattern: str) -> tuple[list[list[Any]], int]:
    """Alternative rows of elements, up to the bracket that closes them."""
    rows: list[list[Any]] = [[]]
    while at < len(pieces):
        text = pieces[at][0]
        if text in ("]", ")"):
            return rows, at
        at += 1
        if text in ("[", "("):
            inner, at = _rows(pieces, at, pattern)
            if at == len(pieces) or pieces[at][0] != {"[": "]", "(": ")"}[text]:
                raise FaultyPattern(f"a bracket is not closed: {pattern}")
            rows[-1].append(_Group(inner, text == "["))
            at += 1
        elif text.strip() == "|":
            rows.append([])
        elif text.startswith("<"):
            slot, reader = pieces[at - 1].groups()
            rows[-1].append((slot, reader or slot))
        else:
            rows[-1].append(frozenset(_key(word, pattern) for word in text.split("|")))
    return rows, at


def _key(word: str, pattern: str) -> str:
    keys = keys_of(word)
    if len(keys) != 1:
        raise FaultyPattern(f"'{word}' is not one word: {pattern}")
    return keys[0]


def _readers(rows: list[list[Any]]) -> Iterator[str]:
    for row in rows:
        for element in row:
            if isinstance(element, _Group):
                yield from _readers(element.rows)
            elif isinstance(element, tuple):
                yield element[1]


def _linked(rows: list[list[Any]], after: tuple[Step, ...]) -> tuple[Step, ...]:
    """The first steps of these rows, each row leading to what comes after them all."""
    firsts: list[Step] = []
    for row in rows:
        following = after
        for element in reversed(row):
            if isinstance(element, _Group):
                inner = _linked(element.rows, following)
                following = inner + following if element.optional else inner
            elif isinstance(element, tuple):
                following = (Step(slot=element[0], reader=element[1], after=following),)
            else:
                following = (Step(keys=element, after=following),)
        firsts += following
    return tuple(dict.fromkeys(firsts))


def first_words(steps: Sequence[Step]) -> set[str]:
    """The words that show an order of this pattern; a number before them does not count."""
    found: set[str] = set()
    for step in steps:
        found |= step.keys
        if step.reader == "count":
            found |= first_words(step.after)
    return found


def all_words(steps: Sequence[Step]) -> set[str]:
    """All the words of a pattern."""
    found: set[str] = set()
    waiting, seen = list(steps), set(steps)
    while waiting:
        step = waiting.pop()
        found |= step.keys
        waiting += [after for after in step.after if after not in seen]
        seen |= set(step.after)
    return found
