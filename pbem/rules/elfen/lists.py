"""Conditional lists: lines of alternatives with tests, how they are read and written.

A line is one or more tries joined by ``ELSE``; a try is an action and the tests after ``IF``, all of which must hold.
What an action or a test is, a game says; ``PASS`` and ``STOP``, ``PASSED``, ``QUIET`` and ``TURN`` are the same in both
(King of the Elves 14.3 to 14.5, Elfenland 17.3 to 17.5).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from pbem.grammar import Cursor, Reader, Verb, read_count
from pbem.grammar.cursor import seat_reader
from pbem.model import NOWHERE, Order, Problem, Seat, Span, Weight

A = TypeVar("A")
"""What a game's players may do on a turn."""
T = TypeVar("T")
"""What a game's players may ask of the table."""


@dataclass(frozen=True)
class Pass:
    """Pass once, on purpose."""

    kind: Literal["pass"] = "pass"


@dataclass(frozen=True)
class Stop:
    """Pass, with the wish that planning shall not end with this sitting."""

    kind: Literal["stop"] = "stop"


@dataclass(frozen=True)
class Passed:
    """Whether a player's latest turn in this sitting was a pass."""

    seat: Seat
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True)
class Quiet:
    """Whether the latest turns of all others in this sitting were passes."""

    kind: Literal["quiet"] = "quiet"


@dataclass(frozen=True)
class Turn:
    """Whether this is at least the writer's so many-th turn in this sitting."""

    number: int
    kind: Literal["turn"] = "turn"


@dataclass(frozen=True)
class If(Generic[T]):
    """Something asked of the table at the moment of the turn; ``negated`` turns it round."""

    what: T | Passed | Quiet | Turn
    negated: bool = False


@dataclass(frozen=True)
class Try(Generic[A, T]):
    """An action, done if it can be done and all tests hold."""

    action: A | Pass | Stop
    tests: tuple[If[T], ...] = ()


Tries: TypeAlias = tuple[Try[A, T], ...]
"""The alternatives of one line, from left to right; what a position keeps of a line."""


@dataclass(frozen=True)
class Line(Order, Generic[A, T]):
    """A line of a list, as an order of a page."""

    tries: tuple[Try[A, T], ...] = ()


def without_stops(lines: Sequence[Tries[A, T]]) -> tuple[Tries[A, T], ...]:
    """A list whose stops are void: silence asks for nothing."""
    kept = (tuple(one for one in tries if not isinstance(one.action, Stop)) for tries in lines)
    return tuple(tries for tries in kept if tries)


# ------------------------------------------------------------------ reading

TAIL = "[[,] if <tests>] [[,] (else|otherwise|or | or else) <otherwise:order>]"
"""What may follow an action in a pattern. A grammar with it needs the reader ``tests``."""

CONTINUATIONS = ("if", "and", "else", "otherwise", "or")
"""A line that begins with one of these belongs to the list line above."""

TESTS = ("not", "passed", "quiet", "turn")
"""The words of the tests that both games have; no seat may bear them."""


def line(
    action: A | Pass | Stop,
    span: Span = NOWHERE,
    tests: tuple[If[Any], ...] = (),
    otherwise: Order | None = None,
) -> Line[A, Any] | Problem:
    """A line from its first action and what the tail of its pattern holds."""
    first = Try(action, tests)
    if otherwise is None:
        return Line((first,), span=span)
    if not isinstance(otherwise, Line):
        return Problem("else", "After ELSE another action of the list must follow.", otherwise.span)
    return Line((first, *otherwise.tries), span=span)


def if_reader(seats: Sequence[Seat], kinds: Mapping[str, Reader], nameless: Reader | None = None) -> Reader:
    """A reader of one or more tests joined by AND.

    ``kinds`` are a game's own tests by their first word, which is taken before the reader is called; ``nameless`` reads
    a test that begins with no such word. A reader may also turn its test round itself: "I hold no raft".
    """
    house: dict[str, Reader] = {"passed": _passed(seat_reader(seats)), "quiet": _quiet, "turn": _turn}
    known = house | dict(kinds)

    def one(cursor: Cursor) -> If[Any] | Problem:
        negated = cursor.skip("not")
        word = cursor.key()
        if word in known:
            cursor.take()
            what = known[word](cursor)
        elif nameless is not None:
            what = nameless(cursor)
        else:
            what = cursor.expected("a test", ("not", *known))
        if isinstance(what, If):
            return replace(what, negated=what.negated != negated)
        return what if isinstance(what, Problem) else If(what, negated)

    def read(cursor: Cursor) -> tuple[If[Any], ...] | Problem:
        found: list[If[Any]] = []
        while True:
            test = one(cursor)
            if isinstance(test, Problem):
                return test
            found.append(test)
            before = cursor.mark
            cursor.skip(",")
            if not cursor.skip("and") or _leaves(cursor, known):
                cursor.mark = before
                return tuple(found)

    return read


def _leaves(cursor: Cursor, known: Mapping[str, Reader]) -> bool:
    """Whether an order of its own comes next, and no test: "IF QUIET and STOP"."""
    return cursor.key() not in ("not", *known) and cursor.at_order()


def _passed(seat: Reader) -> Reader:
    def read(cursor: Cursor) -> Passed | Problem:
        name = seat(cursor)
        return name if isinstance(name, Problem) else Passed(name)

    return read


def _quiet(cursor: Cursor) -> Quiet:
    return Quiet()


def _turn(cursor: Cursor) -> Turn | Problem:
    place = cursor.mark
    number = read_count(cursor)
    if isinstance(number, Problem):
        return number
    if number < 1:
        hint = "Write TURN 2, or a higher number."
        return Problem("number", "Turns are counted from 1.", cursor.span(place), hint, Weight.UNREADABLE)
    return Turn(number)


# ------------------------------------------------------------------ writing


@dataclass(frozen=True)
class Wording(Generic[A, T]):
    """How a game's actions and tests are written; with it whole lines are."""

    action: Callable[[A], str]
    test: Callable[[T], str]

    def tries(self, tries: Tries[A, T]) -> str:
        """A line as it reads back."""
        return " ELSE ".join(map(self.attempt, tries))

    def attempt(self, one: Try[A, T]) -> str:
        """One action and its tests."""
        said = one.action.kind.upper() if isinstance(one.action, Pass | Stop) else self.action(one.action)
        tests = " AND ".join(map(self.asked, one.tests))
        return f"{said} IF {tests}" if tests else said

    def asked(self, test: If[T]) -> str:
        """One test."""
        match test.what:
            case Passed(seat=seat):
                said = f"PASSED {seat}"
            case Quiet():
                said = "QUIET"
            case Turn(number=number):
                said = f"TURN {number}"
            case what:
                said = self.test(what)
        return f"NOT {said}" if test.negated else said

    def line(self, order: Line[A, T]) -> str:
        """A line of a page."""
        return self.tries(order.tries)


PASSING = "Passes once on purpose, and keeps what stands below it for your next turn."
STOPPING = "Passes, and asks for another sitting, so that planning does not end before you have seen more."


def list_help(tests: str) -> str:
    """How a list works, for the help of the first verb; ``tests`` are a game's own."""
    return (
        "Your list is tried from its top on every turn; after ELSE stands what to do instead. After IF stands what"
        f" must hold, joined by AND: {tests}, PASSED player, QUIET, TURN 3; each may have NOT before it."
    )


def passing_verbs(wording: Wording[Any, Any], passing: str, stopping: str) -> tuple[Verb, Verb]:
    """The verbs ``pass`` and ``stop`` of a game, with its words of help."""

    def makes(action: Pass | Stop) -> Callable[..., Line[Any, Any] | Problem]:
        def made(span: Span = NOWHERE, **tail: Any) -> Line[Any, Any] | Problem:
            return line(action, span, **tail)

        return made

    first = Verb(
        name="pass",
        patterns=(f"pass [once] {TAIL}",),
        makes=makes(Pass()),
        writes=Line,
        write=wording.line,
        help=passing,
        form="[ ] PASS",
        examples=("PASS",),
    )
    second = replace(
        first,
        name="stop",
        patterns=(f"stop {TAIL}",),
        makes=makes(Stop()),
        help=stopping,
        form="[ ] STOP",
        examples=("STOP", "STOP IF TURN 3"),
    )
    return first, second
