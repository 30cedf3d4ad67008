"""What is said of a page as a whole, and how much of all there is to say is told."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.grammar.cursor import span_of
from pbem.grammar.lines import Line
from pbem.grammar.page import Reading
from pbem.model import Problem, Span, Weight
from pbem.words import BLANK, quoted

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
    yield from map(_empty_box, _untouched(reading))
    yield from _some(reading.passed)
    if len(reading.finals) > 1:
        yield _note("final", "This page calls itself both final and provisional; it is taken as provisional.", page)
    if not (reading.orders or any(one.refuses for one in reading.problems) or len(reading.turns) > 1):
        yield _note("no-orders", "There is no order on this page, so it replaces nothing.", page)


def _untouched(reading: Reading) -> list[Line]:
    """Lines with an empty box that were probably meant: changed, or left over where their alternatives are gone."""
    there = {_behind_box(line) for line in reading.unticked}
    found = []
    for line in reading.unticked:
        words = _behind_box(line)
        group = next((group for group in reading.shape.boxes if words in group), frozenset())
        if (
            any(key[0].isalnum() for key in words)
            and line.keys[1] in ("]", BLANK)
            and (not group or (len(group) > 1 and not group <= there and group.isdisjoint(reading.ticked)))
        ):
            found.append(line)
    return found[:MOST_NOTED]


def _behind_box(line: Line) -> tuple[str, ...]:
    return line.keys[line.keys.index("]") + 1 :]


def _empty_box(line: Line) -> Problem:
    message = "The box of this line is empty, so it did not count."
    return Problem("unticked", message, span_of(line.words, 0, len(line.words)), "Tick it: [x].", Weight.NOTE)


def _some(passed: list[Problem]) -> Iterator[Problem]:
    """The first few lines that were passed over, and how many more."""
    yield from passed[:MOST_NOTED]
    more = len(passed) - MOST_NOTED
    if more > 0:
        lines = f"And {more} more {'line was' if more == 1 else 'lines were'} passed over."
        yield _note("passed-over", lines, passed[MOST_NOTED].span)


def _note(code: str, message: str, span: Span) -> Problem:
    return Problem(code, message, span, "", Weight.NOTE)
