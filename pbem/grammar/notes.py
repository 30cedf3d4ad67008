"""What is said of a page as a whole, and how much of all there is to say is told."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.grammar.page import Reading
from pbem.model import Problem, Span, Weight
from pbem.words import quoted

MOST_LISTED = 200
MOST_NOTED = 5


def told(reading: Reading) -> tuple[Problem, ...]:
    """All there is to say, in the order of the page; not more than anybody would read."""
    said = sorted([*reading.problems, *_turns(reading), *_notes(reading)], key=_place)
    if len(said) <= MOST_LISTED:
        return tuple(said)
    rest = said[MOST_LISTED:]
    refusing = next((one.weight for one in rest if one.refuses), Weight.NOTE)
    more = f"And {len(rest)} more {'problem' if len(rest) == 1 else 'problems'}."
    return (*said[:MOST_LISTED], Problem("too-many", more, rest[0].span, "", refusing))


def _place(problem: Problem) -> tuple[int, int]:
    return problem.span.line, problem.span.col


def _turns(reading: Reading) -> Iterator[Problem]:
    """A page for two turns is for neither."""
    if len(reading.turns) > 1:
        first, second = list(reading.turns)[:2]
        message = f"This page names two turns, {first} and {second}; none of its orders were taken."
        span = reading.turns[second].span
        yield Problem("turn", message, span, "Send a page for each.", Weight.AMBIGUOUS)


def _notes(reading: Reading) -> Iterator[Problem]:
    page = Span(reading.source, 0, 0, 0)
    if reading.outside:
        more = len(reading.outside) - 1
        lines = f"This line and {more} more are" if more else "This line is"
        message = f"{lines} quoted or outside the block of orders, and did not count."
        yield _note("outside", message, reading.outside[0])
    for word in reading.foreign[:MOST_NOTED]:
        message = f"{quoted(word.text)} holds letters of another alphabet; it was read as '{word.key}'."
        yield _note("look-alike", message, word.span)
    yield from _some(reading.passed)
    if len(reading.finals) > 1:
        yield _note("final", "This page calls itself both final and provisional; it is taken as provisional.", page)
    if not (reading.orders or any(one.refuses for one in reading.problems) or len(reading.turns) > 1):
        yield _note("no-orders", "There is no order on this page, so it replaces nothing.", page)


def _some(passed: list[Problem]) -> Iterator[Problem]:
    """The first few lines that were passed over, and how many more."""
    yield from passed[:MOST_NOTED]
    more = len(passed) - MOST_NOTED
    if more > 0:
        lines = f"And {more} more {'line was' if more == 1 else 'lines were'} passed over."
        yield _note("passed-over", lines, passed[MOST_NOTED].span)


def _note(code: str, message: str, span: Span) -> Problem:
    return Problem(code, message, span, "", Weight.NOTE)
