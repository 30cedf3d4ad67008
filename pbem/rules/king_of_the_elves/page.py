"""The two parts of a page: a planning list and a journey sheet may share it (King of the Elves 13.6, 14.7.6, 14.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pbem.model import Problem, Sheet, Unread
from pbem.rules.elfen.lists import Line, Pass, Stop
from pbem.rules.king_of_the_elves.orders import STEPS, Head
from pbem.rules.king_of_the_elves.realm import Phase
from pbem.words import lines_of, one_slip, words

Part: TypeAlias = Literal["planning", "journey"]
MOST_LINES = 60
"""A part of a page is no longer; what stands below does not count."""
BEGINS: Mapping[str, Part] = {
    **dict.fromkeys(("visit", "go", "travel", "ride", "reverse", "change", "turn", "by", "wizard", "leap"), "journey"),
    **dict.fromkeys(("village", "gold", "thief", "tree", "monster", "sea", "remove", "close", "buy"), "planning"),
    **dict.fromkeys(("exchange", "swap", "draw", "novillage", "declare", "pass", "put", "place", "lay"), "planning"),
}  # fmt: skip
"""By what word an order that could not be read shows where it belongs."""


@dataclass
class Page:
    """What a page holds of each part; None where it holds nothing of it, so that what was sent before stands."""

    lines: list[Line[Any, Any]] | None = None
    steps: list[Line[Any, Any] | Unread] | None = None
    problems: list[Problem] = field(default_factory=list)


def is_sent(sheet: Sheet) -> bool:
    """Whether any line of it could be read; one is enough to be no silence."""
    return any(not isinstance(order, Unread) for order in sheet.orders)


def page_of(sheet: Sheet, phase: Phase) -> Page:
    """The parts of a page; once planning is over, all of it is the journey's, and lines of planning are refused."""
    page, lines, steps = Page(), list[Line[Any, Any]](), list[Line[Any, Any] | Unread]()
    for part, order in _parted(sheet, phase):
        if part == "journey" and isinstance(order, Line) and isinstance(order.tries[0].action, Pass):
            page.problems.append(Problem("pass", "Nobody passes on a journey.", order.span, "Write STOP to end it."))
        elif part == "planning" and phase != "planning":
            message = "Planning is over; this line did not count."
            page.problems.append(Problem("planning-over", message, order.span))
        elif part == "planning" and isinstance(order, Line):
            lines.append(order)
        elif part == "journey":
            steps.append(order)
    for orders in (lines, steps):
        if len(orders) > MOST_LINES:
            message = f"A list holds {MOST_LINES} lines at most; this one and those below did not count."
            page.problems.append(Problem("too-many", message, orders[MOST_LINES].span))
    page.lines = lines[:MOST_LINES] or None
    if any(isinstance(step, Line) for step in steps):
        page.steps = steps[:MOST_LINES]
    return page


def _parted(sheet: Sheet, phase: Phase) -> Iterator[tuple[Part, Line[Any, Any] | Unread]]:
    """Each order and the part it belongs to; a head alone is nothing, and so is a line that could not be read."""
    now: Part = "planning" if phase == "planning" else "journey"
    headed, text = False, lines_of(sheet.text)
    for order in sheet.orders:
        if isinstance(order, Head):
            now, headed = order.part, True
            continue
        if not isinstance(order, Line | Unread):
            continue
        now = _part(order, now, headed, text)
        if not (now == "planning" and isinstance(order, Unread)):
            yield now, order


def _part(order: Line[Any, Any] | Unread, now: Part, headed: bool, text: Sequence[str]) -> Part:
    """A step is the journey's, an action planning's; a stop and what could not be read go with what stands above."""
    if isinstance(order, Line):
        action = order.tries[0].action
        if isinstance(action, STEPS):
            return "journey"
        if isinstance(action, Pass) or (isinstance(action, Stop) and not order.tries[0].tests):
            return now
        return "planning"
    return now if headed else _begins(order, text) or now


def _begins(order: Unread, text: Sequence[str]) -> Part | None:
    """Where an order that could not be read belongs, by its first word or one that is a slip away."""
    if not 0 < order.span.line <= len(text):
        return None
    written = words(text[order.span.line - 1], "", order.span.line)
    first = next((word.key for word in written if word.span.col >= order.span.col), "")
    if first in BEGINS:
        return BEGINS[first]
    near = {BEGINS[word] for word in BEGINS if len(word) > 2 and one_slip(first, word)}
    return near.pop() if len(near) == 1 else None
