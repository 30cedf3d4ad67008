"""The answer to a page, in words: what was understood, what was not, what is on file, and how much time is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pbem.commands.clerk import told

if TYPE_CHECKING:
    from pbem.campaign import Receipt
    from pbem.model import Aside, Problem

INDENT = "    "
PASSED_OVER = "passed-over"
"""The code of the notes on greetings and signatures."""


def answer(receipt: Receipt) -> str:
    """The whole answer, as it can be sent to the player."""
    return "\n".join(_lines(receipt))


def _lines(receipt: Receipt) -> Iterator[str]:
    yield f"{receipt.seat}, turn {receipt.turn}: {_fate(receipt)}"
    yield from _part("Understood:", receipt.understood)
    faults = [problem for problem in receipt.problems if problem.refuses]
    passed = [problem for problem in receipt.problems if problem.code == PASSED_OVER]
    notes = [problem for problem in receipt.problems if not problem.refuses and problem.code != PASSED_OVER]
    yield from _part("Not taken:", (told(problem, receipt.sheet.text) for problem in faults))
    yield from _part("Accepted, but did you mean it?", (told(problem, receipt.sheet.text) for problem in notes))
    yield from _part("Passed over, since it is no order:", (_line(problem, receipt.sheet.text) for problem in passed))
    yield from _part("Not orders, passed on:", map(_aside, receipt.asides))
    yield from _part("What this does, as far as you can know:", receipt.forecast_text.splitlines())
    yield from _part("On file now:", receipt.on_file or ("nothing",))
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


def _line(problem: Problem, text: str) -> str:
    """The line a note speaks of, as it was written; the note itself if it speaks of none."""
    lines = text.splitlines()
    number = problem.span.line
    return f"line {number}: {lines[number - 1].strip()[:60]}" if 0 < number <= len(lines) else problem.message


def _aside(aside: Aside) -> str:
    match aside.kind:
        case "note":
            return f"to the moderator: {aside.text}"
        case "press":
            return f"press{f' as {aside.name}' if aside.name else ''}: {aside.text}"
        case "to":
            return f"to {aside.name}: {aside.text}"
