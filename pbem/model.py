"""The nouns of a game by post: seats, pages, problems, orders, events, verdicts.

Plain frozen values. Nothing here knows a game, a folder, the clock or chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, TypeAlias

Seat: TypeAlias = str
"""A place at the table: ``[a-z][a-z0-9-]*``, never an index."""

Facts: TypeAlias = Mapping[str, Any]
"""Plain JSON values by name: strings, integers, booleans, None, lists and mappings of these."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Where something was written: lines and columns count from 1, ``end`` is one past the last column."""

    source: str
    line: int
    col: int
    end: int


NOWHERE = Span("", 0, 0, 0)


class Weight(StrEnum):
    """How much a problem weighs. A note means: accepted, but did you mean it?"""

    UNREADABLE = "unreadable"
    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"
    NOT_ALLOWED = "not allowed"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Problem:
    """A person's mistake, wherever it was made: an order, a YAML file, a letter, a folder."""

    code: str
    message: str
    span: Span = NOWHERE
    hint: str = ""
    weight: Weight = Weight.NOT_ALLOWED

    @property
    def refuses(self) -> bool:
        """Whether what it speaks of was not taken."""
        return self.weight is not Weight.NOTE


@dataclass(frozen=True)
class Order:
    """One thing a page asks for. Each verb is a frozen subclass; where it was written does not count for equality."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)


@dataclass(frozen=True)
class Unread(Order):
    """Stands where an order could not be read, since some games must know where a list broke off."""


@dataclass(frozen=True)
class Aside:
    """Something on a page that is never an order: a note to the moderator, press to all, a word to one seat."""

    kind: Literal["note", "press", "to"]
    text: str
    name: str = ""
    """The pen name of press, or the seat that is written to."""
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Sheet:
    """A page once parsed. ``orders`` keep the order of writing; ``turn`` is the one the page names, if it names one."""

    seat: Seat
    orders: tuple[Order, ...] = ()
    text: str = ""
    asides: tuple[Aside, ...] = ()
    turn: int | None = None
    final: bool = True


@dataclass(frozen=True)
class Event:
    """What happened. ``seen_by`` absent means everybody; a private detail is a second event.

    ``cause`` is the writer and the line of the page that brought it about; only the writer is told.
    """

    kind: str
    facts: Facts
    seen_by: tuple[Seat, ...] | None = None
    cause: tuple[Seat, int] | None = None

    def seen(self, reader: Seat | None) -> bool:
        """Whether this reader may know of it; None is the public."""
        return self.seen_by is None or reader in self.seen_by


@dataclass(frozen=True)
class Ask:
    """What a seat is asked for now: verbs judged in full, and verbs that may already be sent for a later phase."""

    prompt: str
    verbs: tuple[str, ...]
    early: tuple[str, ...] = ()
    kept: bool = False
    """Whether orders of this seat are already in force."""


@dataclass(frozen=True)
class Verdict:
    """What a page is worth: its problems, and plain facts about what each line will do."""

    problems: tuple[Problem, ...] = ()
    forecast: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How a game ended: who won, with what totals, by which rule."""

    winners: tuple[Seat, ...]
    totals: Mapping[Seat, int]
    how: str
