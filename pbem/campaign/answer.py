"""The answer to a page: what was understood, what was not, what is on file now, and how much time is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from pbem.campaign.desk import Lying
from pbem.campaign.rhythm import left
from pbem.model import Aside, Ask, Facts, Problem, Seat, Sheet
from pbem.report import local_time

State: TypeAlias = Literal["in", "in with notes", "refused", "missing", "not needed"]
"""How a seat stands before the deadline, always in these words."""

Fate: TypeAlias = Literal["filed", "filed already", "checked", "kept for later", "replaces nothing", "not taken"]
"""What became of the page: filed and in force, kept for a later turn, or none of these."""


@dataclass(frozen=True)
class Receipt:
    """The answer to one page."""

    seat: Seat
    turn: int
    """The turn the page is for."""
    fate: Fate
    state: State
    """How the seat stands now, in the present turn."""
    sheet: Sheet
    """The page as it was read."""
    problems: tuple[Problem, ...]
    received: datetime
    understood: tuple[str, ...] = ()
    """Each order of the page, as understood."""
    asides: tuple[Aside, ...] = ()
    forecast: Facts = field(default_factory=dict)
    """What the page will do as far as its writer can know."""
    forecast_text: str = ""
    on_file: tuple[str, ...] = ()
    """The whole set of orders in force now, whichever page it is from."""
    on_file_since: datetime | None = None
    name: str = ""
    """The file on the desk that the page became."""
    otherwise: str = ""
    """What happens if nothing better comes."""
    deadline: datetime | None = None
    moved: str = ""
    """Why the deadline was moved, if it was."""
    zone: str = "UTC"

    @property
    def refused(self) -> bool:
        """Whether anything on the page could not be taken."""
        return any(problem.refuses for problem in self.problems)

    @property
    def filed(self) -> bool:
        """Whether the page counts now, or will in its turn."""
        return self.fate in ("filed", "filed already", "kept for later")

    @property
    def deadline_text(self) -> str:
        """The deadline on the player's own clock, and how long it is until then."""
        if self.deadline is None:
            return "No deadline is set."
        shown = local_time(self.deadline, self.zone)
        if self.deadline <= self.received:
            return f"The deadline was {shown}; the turn has not been run yet."
        why = f" The deadline was moved: {self.moved}" if self.moved else ""
        return f"Deadline: {shown}; {left(self.deadline, self.received)} left.{why}"


def state_of(lying: Lying, ask: Ask | None, problems: tuple[Problem, ...]) -> State:
    """How a seat stands; ``problems`` are those of the page in force, the game's own included."""
    if ask is None:
        return "not needed"
    if lying.newest is None or (lying.force is None and not lying.refused):
        return "in" if ask.kept else "missing"
    if lying.refused or any(problem.refuses for problem in problems):
        return "refused"
    return "in with notes" if problems else "in"


OTHERWISE: Mapping[State, str] = {
    "in": "If nothing else comes, these orders count at the deadline.",
    "in with notes": "If nothing else comes, these orders count at the deadline; look again at the notes.",
    "refused": "If nothing better comes, the good lines count at the deadline and the refused ones do not.",
    "missing": "If nothing comes by the deadline, it counts as no move received.",
    "not needed": "Nothing is asked of you this turn.",
}


def otherwise(state: State, lying: Lying, ask: Ask | None) -> str:
    """What happens if nothing better comes."""
    if lying.force is None and ask is not None and ask.kept:
        return "If nothing better comes, your orders kept from before count at the deadline."
    if state == "refused" and lying.force is None:
        return OTHERWISE["missing"]
    if state == "refused" and lying.refused:
        return "If nothing better comes, your earlier page counts at the deadline."
    return OTHERWISE[state]
