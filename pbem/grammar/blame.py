"""What is said where no pattern fits: about the place that the best reading reached, and what should stand there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pbem.grammar.cursor import Cursor
from pbem.model import Problem
from pbem.words import BLANK, listed, nearest, quoted

if TYPE_CHECKING:
    from pbem.grammar.clauses import OrderLine

_HINTS = {
    **dict.fromkeys(("(", "["), "Leave out what stands in brackets."),
    **dict.fromkeys(("<", ">"), "Send plain text, without the marks of web pages."),
    **dict.fromkeys(("or", "otherwise", "else"), "An order leaves no choice; write what shall be done."),
    **dict.fromkeys(("if", "unless", "when", "until", "while"), "Write what shall be done in any case."),
}
"""What to do about words that stand where nothing more was expected, if the game itself knows none of them."""
_CONDITIONS = ("unless", "when", "until", "while", "once", "provided", "should")
"""What some write for the IF of a game that has one."""
_WORTH = {"unknown": 0, "expected": 2, "unexpected": 3}
"""What tells most comes first: a name that is not there, then whatever is wrong, last what was expected."""


@dataclass(frozen=True)
class Stumble:
    """How far a reading came, and what should have come there."""

    at: int
    problem: Problem | None = None
    words: frozenset[str] = frozenset()
    reader: tuple[str, int] | None = None
    """The reader that stumbled, and where it began."""


def blame(line: OrderLine, at: int, stumbles: Sequence[Stumble]) -> Problem:
    """What is wrong with the order that begins here."""
    farthest = _farthest(line, stumbles)
    here = [stumble for stumble in stumbles if stumble.at == farthest]
    expected = frozenset().union(*(stumble.words for stumble in here))
    told = sorted(_told(line, here, expected), key=lambda problem: _WORTH.get(problem.code, 1))
    cursor = Cursor(line.words, farthest, line)
    near = nearest(cursor.key(), expected)
    known = told and told[0].code not in _WORTH
    if not known and (hint := _hint(line, farthest)):
        return replace(unexpected(line, farthest), hint=hint)
    if told and not (near and told[0].code in ("expected", "unexpected")):
        return _helped(line, at, told[0])
    problem = cursor.expected(listed(map(quoted, sorted(expected)[:6])))
    if near:
        problem = replace(problem, hint=f"Did you mean {listed(map(quoted, near))}?")
    return _helped(line, at, problem)


def _farthest(line: OrderLine, stumbles: Sequence[Stumble]) -> int:
    """The place that the best reading reached; one that went on over a mark behind a whole order does not count."""
    farthest = max(stumble.at for stumble in stumbles)
    ended = any(stumble.problem is not None and stumble.at == farthest - 1 for stumble in stumbles)
    return farthest - 1 if ended and not line.words[farthest - 1].key[0].isalnum() else farthest


def unexpected(line: OrderLine, at: int) -> Problem:
    """That an order ended here, and something else follows."""
    if at < len(line.words) and line.words[at].key == BLANK:
        return line.problem("blank", "This blank is not filled in.", at, "Fill it in, or take it out.")
    said = quoted(line.words[at].text) if at < len(line.words) else "The end of the line"
    return line.problem("unexpected", f"{said} was not expected here.", at, _hint(line, at))


def stray(line: OrderLine, at: int) -> Problem:
    """That a word stands between two orders and belongs to none."""
    return line.problem("unexpected", f"{quoted(line.words[at].text)} belongs to no order here.", at, _hint(line, at))


def _hint(line: OrderLine, at: int) -> str:
    key = line.words[at].key if at < len(line.words) else ""
    if key in _CONDITIONS and "if" in line.lexicon.strict:
        return "Write IF, or IF NOT, and what must hold."
    return _HINTS.get(key, "") if key not in line.lexicon.strict else ""


def _told(line: OrderLine, here: Sequence[Stumble], expected: frozenset[str]) -> list[Problem]:
    """What the readers that stumbled have to say. That a number may stand here is not worth telling beside others."""
    said = [(stumble, problem) for stumble in here if (problem := _said(line, stumble)) is not None]
    plain = [problem for stumble, problem in said if not _may_count(stumble, problem)]
    return plain if plain or expected else [problem for _, problem in said]


def _may_count(stumble: Stumble, problem: Problem) -> bool:
    return stumble.reader is not None and stumble.reader[0] == "count" and problem.code == "expected"


def _said(line: OrderLine, stumble: Stumble) -> Problem | None:
    """What a reader that stumbled has to say, asked once more."""
    if stumble.reader is None:
        return stumble.problem
    name, at = stumble.reader
    said = line.lexicon.readers[name](Cursor(line.words, at, line))
    return said if isinstance(said, Problem) else None


def _helped(line: OrderLine, at: int, problem: Problem) -> Problem:
    """A problem without a hint gets an example of the order that was tried."""
    examples = [verb.examples[0] for verb, _ in line.candidates(at) if verb.examples]
    if problem.hint or not examples:
        return problem
    return replace(problem, hint=f"Write, for example, '{examples[0]}'.")
