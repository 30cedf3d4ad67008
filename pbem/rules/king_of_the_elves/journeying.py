"""How people write a journey: visits, changes of direction, wizards (King of the Elves 13.3, 14.9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from pbem.grammar import Verb
from pbem.model import NOWHERE, Order, Problem, Span, Weight
from pbem.rules.elfen.lists import TAIL, If, Line, Stop, line
from pbem.rules.king_of_the_elves.orders import STEPS, WORDING, Leap, Reverse, Spot, Step, Visit
from pbem.rules.king_of_the_elves.readers import Fare

LEAP_CARDS = 4
GOES = "visit|go|travel|ride [on] [to|into]"
BY = "by|with|using|on <fare>"
LEAPS = ("wizard|leap [to] <village>", "play|use [a] wizard [to] <village>")
FOR = "with|using|discarding|paying|for <four>"
ESCORT = "[,] [and] [with|under|using|play] [a|an] escort|escorted"


def _stepped(step: Callable[..., Step | Problem]) -> Callable[..., Line[Step, Any] | Problem]:
    """What makes a step of a journey; it has no tests, and its alternatives are steps or a stop (13.3)."""

    def makes(
        tests: tuple[If[Any], ...] = (), otherwise: Order | None = None, span: Span = NOWHERE, **slots: Any
    ) -> Line[Step, Any] | Problem:
        made = step(**slots)
        if isinstance(made, Problem):
            return made
        for one in otherwise.tries if isinstance(otherwise, Line) else ():
            tests += one.tests
            if not isinstance(one.action, (*STEPS, Stop)):
                return Problem("mixed", "A step of a journey does not go on with a line of planning.", span)
        if tests:
            return Problem("no-tests", "A step of a journey has no IF.", span, "Write ELSE and another step.")
        return line(made, span, (), otherwise)

    return makes


def _visited(fare: Fare, some_village: Spot | None = None, escort: bool = False) -> Visit:
    return Visit(fare.transport, some_village, fare.cards, escort)


def _no_fare(some_village: Spot, span: Span = NOWHERE) -> Problem:
    message = "By what transport?"
    return Problem("no-fare", message, span, f"Write, for example, VISIT {some_village} BY raft.", Weight.AMBIGUOUS)


def _bare_escort(some_village: Spot | None = None, span: Span = NOWHERE) -> Problem:
    message = "An escort goes with a visit, on arriving in a realm."
    return Problem("bare-escort", message, span, "Write, for example, VISIT BY raft ESCORT.", Weight.AMBIGUOUS)


def _leapt(village: Spot, four: tuple[str, ...], escort: bool = False) -> Leap | Problem:
    """A wizard takes exactly four travel cards (11.2.2)."""
    if len(four) != LEAP_CARDS:
        hint = "Name four: WITH pig, 2 cloud, raft."
        return Problem("four", f"A wizard takes four travel cards, not {len(four)}.", hint=hint)
    return Leap(village, four, escort)


def _no_four(village: Spot, span: Span = NOWHERE) -> Problem:
    hint = f"Write, for example, WIZARD TO {village} WITH pig, 2 cloud, raft."
    return Problem("four", "A wizard takes four travel cards; none is named.", span, hint)


VISITING = Verb(
    name="visit",
    patterns=(f"{GOES} [<some_village>] {BY} {TAIL}",),
    makes=_stepped(_visited),
    writes=Line,
    write=WORDING.line,
    help="Goes on to the next village with cards of one transport; ESCORT plays an escort on arriving in a realm.",
    form="VISIT __ BY __",
    examples=("VISIT ME/lake BY raft ESCORT", "VISIT BY dragon ELSE VISIT BY dragon ESCORT"),
)

WIZARD = Verb(
    name="wizard",
    patterns=tuple(f"{leaps} {FOR} {TAIL}" for leaps in LEAPS),
    makes=_stepped(_leapt),
    writes=Line,
    write=WORDING.line,
    help="Plays a wizard, after your first visit: to any village for 3 gold and four travel cards of any kind.",
    form="WIZARD TO __ WITH __",
    examples=("WIZARD TO ME/lake WITH pig, 2 cloud, raft ESCORT",),
)

STEPPING = (
    VISITING,
    replace(
        VISITING,
        name="visit-escorted",
        patterns=(
            f"{GOES} [<some_village>] {BY} {ESCORT} {TAIL}",
            f"{GOES} [<some_village>] {ESCORT} {BY} {TAIL}",
        ),
        makes=_stepped(partial(_visited, escort=True)),
    ),
    replace(VISITING, name="visit-short", patterns=(), loosely=(f"by|with|using <fare> {TAIL}",)),
    replace(VISITING, name="visit-also", patterns=(f"{GOES} <some_village>",), makes=_no_fare),
    replace(
        VISITING,
        name="escort-alone",
        patterns=tuple(
            f"{words} [on|in|to|at|into] [<some_village>]" for words in ("escort", "play|use [a|an] escort")
        ),
        makes=_bare_escort,
    ),
    Verb(
        name="reverse",
        patterns=(
            f"reverse [direction] {TAIL}",
            f"change|change-direction [of] [direction] {TAIL}",
            f"go back {TAIL}",
        ),
        loosely=(f"turn round|around|back {TAIL}",),
        makes=_stepped(Reverse),
        writes=Line,
        write=WORDING.line,
        help="Plays a change of direction, after your first visit.",
        form="[ ] REVERSE",
        examples=("REVERSE",),
    ),
    WIZARD,
    replace(
        WIZARD,
        name="wizard-escorted",
        patterns=tuple(f"{leaps} {FOR} {ESCORT} {TAIL}" for leaps in LEAPS),
        makes=_stepped(partial(_leapt, escort=True)),
    ),
    replace(WIZARD, name="wizard-also", patterns=LEAPS, makes=_no_four),
)
"""The verbs of a journey; those with a hyphen are further ways to write one, or say what is missing."""
