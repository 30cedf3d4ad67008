"""The answer to a page, in words: what was understood, what was not, what is on file, and how much time is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pbem.commands.clerk import told

if TYPE_CHECKING:
    from pbem.campaign import Receipt
    from pbem.model import Aside

T = TypeVar("T")

INDENT = "    "
MOST_FAULTS, MOST_ORDERS = 40, 200
"""Faults and orders of one page that are listed; a page can hold ten thousand."""


def answer(receipt: Receipt) -> str:
    """The whole answer, as it can be sent to the player."""
    return "\n".join(_lines(receipt))


def _lines(receipt: Receipt) -> Iterator[str]:
    from pbem.report import PASSED_OVER, passed_over

    yield f"{receipt.seat}, turn {receipt.turn}: {_fate(receipt)}"
    yield from _part("Understood:", _first(receipt.understood, MOST_ORDERS))
    show = partial(told, text=receipt.sheet.text)
    faults = [problem for problem in receipt.problems if problem.refuses]
    notes = [problem for problem in receipt.problems if not problem.refuses and problem.code != PASSED_OVER]
    yield from _part("Not taken:", _first(faults, MOST_FAULTS, show))
    yield from _part("Accepted, but did you mean it?", _first(notes, MOST_FAULTS, show))
    yield from _part("Passed over, since it is no order:", passed_over(receipt.problems, receipt.sheet.text))
    if receipt.fate != "not taken":
        yield from _part("Not orders, passed on:", map(_aside, receipt.asides))
    yield from _part("What this does, as far as you can know:", receipt.forecast_text.splitlines())
    yield from _part("On file now:", _first(receipt.on_file or ("nothing",), MOST_ORDERS))
    if receipt.otherwise:
        yield ""
        yield receipt.otherwise
        yield receipt.deadline_text


def _fate(receipt: Receipt) -> str:
    match receipt.fate:
        case "filed" | "filed already":
            return f"{receipt.fate}; the seat is {receipt.state}."
        case "checked":
            return "checked only, nothing was filed."
        case "kept for later":
            return "kept unopened until that turn comes."
        case "replaces nothing":
            return "no order on this page could be read, so it replaces nothing."
        case "not taken":
            return "this page could not be taken."


def _part(title: str, entries: Iterable[str]) -> Iterator[str]:
    lines = [line for entry in entries for line in entry.splitlines()]
    if lines:
        yield ""
        yield title
        yield from (f"{INDENT}{line}".rstrip() for line in lines)


def _first(entries: Sequence[T], most: int, show: Callable[[T], str] = str) -> Iterator[str]:
    """The first of very many, and how many more there are."""
    yield from map(show, entries[:most])
    if len(entries) > most:
        yield f"And {len(entries) - most} more."


def _aside(aside: Aside) -> str:
    match aside.kind:
        case "note":
            return f"to the moderator: {aside.text}"
        case "press":
            return f"press{f' as {aside.name}' if aside.name else ''}: {aside.text}"
        case "to":
            return f"to {aside.name}: {aside.text}"
