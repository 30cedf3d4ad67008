"""Planning in sittings: lap after lap of turns, each action taken from the list of the player whose turn it is.

A sitting goes on until all have passed in an unbroken row. Who has stopped asks for another one. One mechanism for both
games (King of the Elves 6.1 to 6.3, 14.1 to 14.5 and 14.7; Elfenland 7.1 to 7.13 and 17.2 to 17.5). A game gives it
``Rules``: what can be done, what holds, and how it is done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar

from pbem.model import Seat
from pbem.rules.elfen.lists import A, If, Pass, Passed, Quiet, Stop, T, Tries, Try, Turn, Wording, without_stops

A_contra = TypeVar("A_contra", contravariant=True)
T_contra = TypeVar("T_contra", contravariant=True)

Why = Literal["list", "stop", "nothing", "silent", "idle"]
"""Why somebody passes: his list says so, it stops, nothing on it can be done, he sent none, or he has nothing to do."""


class Rules(Protocol[A_contra, T_contra]):
    """What a game says about turns. It keeps the table, and changes it in ``act``."""

    def hindrance(self, seat: Seat, action: A_contra) -> str:
        """Why this cannot be done now, for the writer alone; empty if it can."""

    def holds(self, seat: Seat, test: T_contra) -> bool:
        """Whether a test of the game's own holds now."""

    def act(self, seat: Seat, action: A_contra) -> bool:
        """Do it and tell of it. Whether it counts as more than a pass."""

    def may_pass(self, seat: Seat) -> str:
        """Why he may not pass or stop; empty if he may."""

    def idle(self, seat: Seat) -> bool:
        """Whether he passes by himself, his list unread."""

    def forced(self, seat: Seat) -> bool:
        """Do what the rules make of somebody who may not pass and has nothing to do. Whether it is more than a pass."""

    def passes(self, seat: Seat, why: Why) -> None:
        """Tell of a pass."""


@dataclass(frozen=True)
class Standing:
    """Where planning stands between two turns: what a position keeps of it."""

    turn_of: Seat
    sitting: int = 1
    row: int = 0
    """How many have passed one after another."""
    acted: bool = False
    """Whether anybody has done more than pass in this sitting."""
    turns: Mapping[Seat, int] = field(default_factory=dict)
    """How many turns each has had in this sitting."""
    passed: tuple[Seat, ...] = ()
    """Whose latest turn in this sitting was a pass, in the order of turns."""
    stopped: tuple[Seat, ...] = ()
    """Who has stopped in this sitting, in the order of turns."""
    called: tuple[Seat, ...] = ()
    """Whose stops called this sitting."""


@dataclass(frozen=True)
class Left(Generic[A, T]):
    """A line that was not struck off, with what stood in the way of each of its tries; no reasons: it was not read."""

    tries: Tries[A, T]
    why: tuple[str, ...] = ()


@dataclass
class Sitting(Generic[A, T]):
    """A sitting under way.

    ``order`` is the order of turns; ``lists`` hold what is left of everybody's list; ``silent`` are those who sent
    nothing, now or before. In the last sitting stops are plain passes, or with ``last_stops`` "over" are passed over.
    """

    rules: Rules[A, T]
    wording: Wording[A, T]
    order: tuple[Seat, ...]
    standing: Standing
    lists: Mapping[Seat, Sequence[Tries[A, T]]]
    sittings: int = 1
    silent: frozenset[Seat] = frozenset()
    last_stops: Literal["pass", "over"] = "pass"

    def __post_init__(self) -> None:
        before = self.standing
        self.number = before.sitting
        self.row = before.row
        self.acted = before.acted
        self.turn_of = before.turn_of
        self.turns = {seat: before.turns.get(seat, 0) for seat in self.order}
        self.passed = {seat for seat in self.order if seat in before.passed}
        self.stopped = {seat for seat in self.order if seat in before.stopped}
        self.left = {seat: [Left(row) for row in self.lists.get(seat, ())] for seat in self.order}
        self.struck: dict[Seat, list[Tries[A, T]]] = {seat: [] for seat in self.order}

    @property
    def last(self) -> bool:
        """Whether no other sitting may follow."""
        return self.number >= self.sittings

    @property
    def full(self) -> bool:
        """Whether all have passed one after another (Elfenland 7.9, King of the Elves 6.2)."""
        return self.row >= len(self.order)

    @property
    def another(self) -> bool:
        """Whether somebody's stop calls another sitting, in which anybody could act (17.4; 14.4.1, 14.4.2, 14.4.4)."""
        wanted = self.full and bool(self.stopped) and self.acted and not self.last
        return wanted and not all(map(self.rules.idle, self.order))

    def played(self) -> None:
        """Turn after turn, until all have passed in a row."""
        while not self.full:
            self.turn()

    def after(self) -> Standing:
        """What a position keeps: the next turn, in a sitting of its own if another one was called."""
        if self.another:
            return Standing(self.turn_of, self.number + 1, called=self._in_order(self.stopped))
        return Standing(
            self.turn_of,
            self.number,
            self.row,
            self.acted,
            dict(self.turns),
            self._in_order(self.passed),
            self._in_order(self.stopped),
            self.standing.called,
        )

    def _in_order(self, seats: set[Seat]) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.order if seat in seats)

    def lists_after(self) -> dict[Seat, tuple[Tries[A, T], ...]]:
        """What is left of everybody's list."""
        return {seat: tuple(left.tries for left in lines) for seat, lines in self.left.items()}

    # -------------------------------------------------------------- one turn

    def turn(self) -> None:
        """The player whose turn it is does the first thing on his list that can be done, or passes."""
        seat = self.turn_of
        self.turns[seat] += 1
        more = self._taken(seat)
        self.passed.discard(seat)
        if more:
            self.row, self.acted = 0, True
        else:
            self.row += 1
            self.passed.add(seat)
        self.turn_of = next_after(self.order, seat)

    def _taken(self, seat: Seat) -> bool:
        """One turn; whether it was more than a pass."""
        if self.rules.idle(seat):
            self.rules.passes(seat, "idle")
            return False
        for place, left in enumerate(self.left[seat]):
            reasons = []
            for one in left.tries:
                why = self.hindrance(seat, one)
                if not why:
                    return self._done(seat, place, one.action)
                reasons.append(why)
            self.left[seat][place] = Left(left.tries, tuple(reasons))
        if self.rules.may_pass(seat):
            return self.rules.forced(seat)
        self.rules.passes(seat, "silent" if seat in self.silent else "nothing")
        return False

    def _done(self, seat: Seat, place: int, action: A | Pass | Stop) -> bool:
        """The action; its whole line is struck off, a stop stays."""
        if isinstance(action, Stop):
            wish = not self.last
            if wish:
                self.stopped.add(seat)
            self.rules.passes(seat, "stop" if wish else "list")
            return False
        self.struck[seat].append(self.left[seat].pop(place).tries)
        if isinstance(action, Pass):
            self.rules.passes(seat, "list")
            return False
        return self.rules.act(seat, action)

    def hindrance(self, seat: Seat, one: Try[A, T]) -> str:
        """Why a try cannot be done now; empty if it can."""
        action = one.action
        failed = next((test for test in one.tests if self._holds(seat, test) == test.negated), None)
        if failed is not None:
            return f"{self.wording.asked(failed)} does not hold"
        if isinstance(action, Stop) and self.last and self.last_stops == "over":
            return "this was the last sitting"
        if isinstance(action, Pass | Stop):
            return self.rules.may_pass(seat)
        return self.rules.hindrance(seat, action)

    def _holds(self, seat: Seat, test: If[T]) -> bool:
        match test.what:
            case Passed(seat=other):
                return other in self.passed
            case Quiet():
                return all(other in self.passed for other in self.order if other != seat)
            case Turn(number=number):
                return self.turns[seat] >= number
            case what:
                return self.rules.holds(seat, what)


def next_after(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """Whoever sits next, clockwise."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def around(seats: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """The seats clockwise from one of them (Elfenland 2.5, King of the Elves 1.7)."""
    place = seats.index(first)
    return seats[place:] + seats[:place]


def lists_now(
    before: Mapping[Seat, Sequence[Tries[A, T]]], sent: Mapping[Seat, Sequence[Tries[A, T]]], order: Sequence[Seat]
) -> dict[Seat, tuple[Tries[A, T], ...]]:
    """The lists of a sitting: a new one replaces the old one whole; without one, what is left, its stops void.

    (Elfenland 17.5, King of the Elves 14.2)
    """
    return {seat: tuple(sent[seat]) if seat in sent else without_stops(before.get(seat, ())) for seat in order}
