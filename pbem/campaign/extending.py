"""Moved deadlines: ``extensions.json`` keeps which turn got more time, until when, and why; everybody is told.

A deadline that stands by hand in ``campaign.yaml`` goes before those written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.campaign import journal
from pbem.campaign.rhythm import Deadline, read_deadline, stamp, unstamp
from pbem.campaign.sealed import as_json
from pbem.campaign.settings import PAPER as SETTINGS
from pbem.layout import clean
from pbem.model import Problem
from pbem.papers import read_json
from pbem.store import CampaignError, Store

if TYPE_CHECKING:
    from pbem.campaign.book import Campaign

PAPER = "extensions.json"


class Wish(NamedTuple):
    """What is asked for: until when, by the clock of the campaign's zone, why, and for which turn."""

    now: datetime
    until: str
    reason: str
    turn: int | None = None


@dataclass(frozen=True)
class Extension:
    """More time for a turn, and why."""

    turn: int
    deadline: Deadline
    reason: str

    def facts(self, now: datetime) -> dict[str, Any]:
        """The extension as the paper has it."""
        until, wall = stamp(self.deadline.moment), self.deadline.wall.isoformat()
        return {"turn": self.turn, "until": until, "wall": wall, "reason": self.reason, "when": stamp(now)}


def extension(store: Store, turn: int) -> Extension | None:
    """The last one written for a turn."""
    found = None
    for facts in _paper(store):
        try:
            one = Extension(int(facts["turn"]), _deadline(facts), str(facts["reason"]))
        except (LookupError, TypeError, ValueError, OverflowError) as fault:
            raise _damaged() from fault
        found = one if one.turn == turn else found
    return found


def _deadline(facts: Mapping[str, Any]) -> Deadline:
    return Deadline(datetime.fromisoformat(facts["wall"]), unstamp(facts["until"]))


def _paper(store: Store) -> list[dict[str, Any]]:
    if not store.has(PAPER):
        return []
    try:
        told = read_json(store.read(PAPER))
    except ValueError as fault:
        raise _damaged() from fault
    if not isinstance(told, list):
        raise _damaged()
    return told


def _damaged() -> CampaignError:
    return CampaignError(f"{PAPER} is damaged. Put it back from a copy of this folder.")


def extend(campaign: Campaign, wish: Wish) -> Extension | tuple[Problem, ...]:
    """Move a deadline; or all that speaks against it. Whoever calls holds the lock."""
    turn = campaign.number if wish.turn is None else wish.turn
    problems = list(_problems(campaign, wish, turn))
    due: Deadline | None = None
    try:
        due = read_deadline(wish.until, campaign.settings.zone)
        if due.moment <= wish.now:
            hint = f"Write it by the clock of {campaign.settings.zone}."
            problems.append(Problem("past", f"{clean(wish.until)} has passed already.", hint=hint))
    except ValueError as fault:
        problems.append(Problem("time", f"{str(fault)[:1].upper()}{str(fault)[1:]}."))
    if problems or due is None:
        return tuple(problems)
    moved = Extension(turn, due, clean(wish.reason))
    if extension(campaign.store, turn) != moved:
        campaign.store.put(PAPER, as_json([*_paper(campaign.store), moved.facts(wish.now)]))
    noted = {"turn": turn, "until": stamp(due.moment), "reason": moved.reason}
    journal.note(campaign.store, "extend", wish.now, noted)
    return moved


def _problems(campaign: Campaign, wish: Wish, turn: int) -> Iterator[Problem]:
    number = campaign.number
    if campaign.outcome:
        yield Problem("over", "The game is over: there is no deadline to move.")
    elif turn < number:
        yield Problem("sealed", f"Turn {turn} is sealed already.", hint=f"The present turn is {number}.")
    elif turn > number + 100:
        yield Problem("far-turn", f"Turn {turn} is too far ahead.", hint=f"The present turn is {number}.")
    elif campaign.settings.extended(turn) is not None:
        message = f"The deadline of turn {turn} stands in {SETTINGS} under 'extensions'."
        yield Problem("by-hand", message, hint="Change it there, or take it out.")
    if not clean(wish.reason):
        yield Problem(
            "reason", "A moved deadline needs a reason: everybody is told it.", hint="Give one with --reason."
        )
