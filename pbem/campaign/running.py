"""Running a turn: the last sealed position, the desk, silence for the rest; sealed in one step, or rehearsed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.campaign import journal
from pbem.campaign.book import ran
from pbem.campaign.desk import Lying, in_order, in_vain, page_name
from pbem.campaign.rhythm import left, stamp
from pbem.campaign.sealed import SEAL, SealedTurn, folder
from pbem.campaign.sealing import Draft, printed
from pbem.campaign.settling import again
from pbem.engine import Luck, Turn, run_turn
from pbem.mail.thread import Entry, read_entries
from pbem.model import Problem, Seat
from pbem.printer import TemplateFault
from pbem.store import Store, found_campaign, why_taken

if TYPE_CHECKING:
    from pbem.campaign.book import Campaign

Lies = Mapping[Seat, Lying]

FAR = timedelta(days=14)
"""How late a run may be before the clock is doubted."""


class Wish(NamedTuple):
    """What is asked for: a turn by number, what to do about missing pages, against all doubts, into which folder."""

    now: datetime
    turn: int | None = None
    missing: str = "wait"
    really: bool = False
    out: Path | None = None


def run(campaign: Campaign, wish: Wish) -> SealedTurn | tuple[Problem, ...]:
    """Resolve the present turn and seal it; or everything that speaks against it. Whoever calls holds the lock."""
    problems = tuple(_wrong_turn(campaign, wish)) or campaign.rules_problems or _no_folder(wish)
    if problems:
        return problems
    desk, asked = campaign.desk(), campaign.asked
    lies = {seat: desk.lying(seat) if seat in asked else desk.lying(seat).unasked for seat in campaign.seats}
    problems = tuple(_silence(campaign, lies, wish)) or tuple(_doubts(campaign, lies, wish))
    if problems:
        return problems
    try:
        papers, seal = _papers(campaign, lies, wish.now)
    except TemplateFault as fault:
        return (fault.problem,)
    if wish.out is not None:
        found_campaign(wish.out, papers)
        return SealedTurn(Store(wish.out.parent), campaign.game, seal, wish.out.name)
    campaign.store.commit(folder(campaign.number), papers)
    campaign.refresh()
    journal.note(campaign.store, "run", wish.now, ran(seal))
    return campaign.last


def _wrong_turn(campaign: Campaign, wish: Wish) -> Iterator[Problem]:
    """A turn is named and is not the next; or there is no next."""
    number = campaign.number
    if wish.turn is not None and wish.turn < number:
        hint = "Nothing was done." if campaign.outcome else f"The next turn is {number}. Nothing was done."
        yield Problem("sealed", f"Turn {wish.turn} is sealed already.", hint=hint)
    elif campaign.outcome:
        yield Problem("over", "The game is over: no turn is left to run.")
    elif wish.turn is not None and wish.turn > number:
        yield Problem("not-next", f"Turn {wish.turn} is not the next turn.", hint=f"Turn {number} is.")


def _no_folder(wish: Wish) -> tuple[Problem, ...]:
    """A rehearsal writes into a folder of its own."""
    taken = why_taken(wish.out) if wish.out is not None else ""
    return (Problem("folder", f"{wish.out} {taken}.", hint="Name a new folder for the rehearsal."),) if taken else ()


def _silence(campaign: Campaign, lies: Lies, wish: Wish) -> Iterator[Problem]:
    """Somebody has no page in force, and is to be waited for."""
    silent = _silent(campaign, lies)
    if silent and wish.missing == "wait":
        hint = "Run with --missing nmr to count that as no move received."
        yield Problem("missing", f"{_waiting(silent, lies)}; turn {campaign.number} waits.", hint=hint)


def _waiting(silent: tuple[Seat, ...], lies: Lies) -> str:
    """Who has sent nothing, and who nothing that could be read as an order."""
    faulty = tuple(seat for seat in silent if lies[seat].refused)
    absent = tuple(seat for seat in silent if seat not in faulty)
    told = []
    if absent:
        told.append(f"{'No page is' if len(absent) == 1 else 'No pages are'} in from {_listed(absent)}")
    if faulty:
        told.append(f"no order of {_listed(faulty)} could be read")
    return "; ".join(f"{words[0].upper()}{words[1:]}" if not at else words for at, words in enumerate(told))


def _silent(campaign: Campaign, lies: Lies) -> tuple[Seat, ...]:
    """Who would miss the turn: no page of his is in force, and no orders are kept from before."""
    return tuple(seat for seat in _pageless(campaign, lies) if not campaign.asked[seat].kept)


def _pageless(campaign: Campaign, lies: Lies) -> tuple[Seat, ...]:
    asked = campaign.asked
    return tuple(seat for seat in campaign.seats if seat in asked and lies[seat].force is None)


def _doubts(campaign: Campaign, lies: Lies, wish: Wish) -> Iterator[Problem]:
    """What smells wrong, so that the machine stops and asks; ``--really`` overrides."""
    if wish.really:
        return
    silent, deadline = _silent(campaign, lies), campaign.deadline
    if wish.now < campaign.last.when:
        message = f"The clock says {wish.now:%Y-%m-%d %H:%M} UTC, but turn {campaign.last.number} was sealed later."
        yield _doubt("clock", message, "Set the clock right")
    if len(silent) * 2 > len(campaign.asked):
        yield _doubt(
            "silence", f"Most seats are silent at once: {_listed(silent)}.", "See whether their mail gets through"
        )
    if deadline is None:
        return
    if wish.now < deadline:
        yield from _early(campaign, lies, silent, left(deadline, wish.now))
    elif wish.now > deadline + max(FAR, 2 * campaign.settings.rhythm.length):
        miss = f", and {_listed(silent)} would miss the turn" if silent else ""
        message = f"The deadline passed {left(wish.now, deadline)} ago{miss}."
        yield _doubt("late", message, "Set the clock right, or move the deadline with pbem extend")


def _early(campaign: Campaign, lies: Lies, silent: tuple[Seat, ...], time: str) -> Iterator[Problem]:
    """Before the deadline a turn runs only if all are in and final."""
    if silent:
        yield _doubt(
            "early", f"The deadline is {time} away, and {_listed(silent)} would miss the turn.", "Wait for them"
        )
    kept = tuple(seat for seat in _pageless(campaign, lies) if seat not in silent)
    if kept:
        message = f"The deadline is {time} away, and {_listed(kept)} may still replace the orders kept from before."
        yield _doubt("kept", message, "Wait for them")
    open_pages = [seat for seat in campaign.asked if (force := lies[seat].force) is not None and not force.sheet.final]
    if open_pages:
        message = f"The deadline is {time} away, and {_listed(open_pages)} sent a provisional page."
        yield _doubt("provisional", message, "Wait for the final one")


def _doubt(code: str, message: str, otherwise: str) -> Problem:
    return Problem(code, message, hint=f"{otherwise}, or run with --really if that is as it should be.")


def _papers(campaign: Campaign, lies: Lies, now: datetime) -> tuple[dict[str, bytes], Mapping[str, Any]]:
    """The turn resolved: all papers, and what the seal among them says."""
    import json

    repeat = again(campaign.store, campaign.number)
    turn = _resolved(campaign, lies, repeat.attempt)
    draft = Draft(
        campaign.game,
        _facts(campaign, turn, now) | {"attempt": repeat.attempt, "reason": repeat.reason},
        turn,
        {seat: sheet.text for seat, sheet in turn.sheets.items()},
        _words(lies),
        {seat: lying.asides for seat, lying in lies.items() if lying.asides},
        earlier_letters(campaign.last),
    )
    papers = draft.papers(campaign.printer)
    return papers, json.loads(papers[SEAL])


def _resolved(campaign: Campaign, lies: Lies, attempt: int) -> Turn:
    """The turn, with the problems of reading each page before those of the game."""
    readings = {seat: lying.force for seat, lying in lies.items() if lying.force is not None}
    last = campaign.last
    before = Turn(last.number, last.state, (), ())
    sheets = {seat: reading.sheet for seat, reading in readings.items()}
    turn = run_turn(campaign.game, before, sheets, Luck(campaign.seed, attempt))
    told = {seat: in_order((*readings[seat].problems, *turn.problems.get(seat, ()))) for seat in turn.sheets}
    vain = [seat for seat, lying in lies.items() if any(reading.counts for reading in lying.words)]
    return replace(turn, problems=told | dict.fromkeys(vain, in_vain(turn.number)))


def _facts(campaign: Campaign, turn: Turn, now: datetime) -> dict[str, Any]:
    """What the seal says of the turn, digests apart."""
    over = campaign.game.outcome(turn.state) is not None
    due, following = campaign.due, None if over else campaign.following(now)
    return printed(campaign.settings) | {
        "turn": turn.number,
        "when": stamp(now),
        "due": stamp(due.moment) if due else None,
        "next": stamp(following.moment) if following else None,
        "wall": following.wall.isoformat() if following else None,
        "moment": campaign.game.moment(campaign.last.state),
        "seed": campaign.seed if over else None,
        "moved": campaign.moved(turn.number),
        "next_moved": "" if over else campaign.moved(turn.number + 1),
        "campaign": campaign.last.seal["campaign"],
        "before": campaign.last.digest,
    }


def _words(lies: Lies) -> dict[str, str]:
    """Pages with words only, numbered by seat."""
    return {
        page_name(seat, number): reading.page.text
        for seat, lying in lies.items()
        for number, reading in enumerate(lying.words, start=1)
    }


def earlier_letters(sealed: SealedTurn) -> tuple[Entry, ...]:
    """The letters of a turn, for those that answer them."""
    entries = read_entries(sealed.letters(), "letters.json")
    return () if isinstance(entries, Problem) else entries


def _listed(seats: tuple[Seat, ...] | list[Seat]) -> str:
    return seats[0] if len(seats) == 1 else f"{', '.join(seats[:-1])} and {seats[-1]}"
