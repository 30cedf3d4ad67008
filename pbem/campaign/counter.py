"""The counter, where pages are handed in: read, checked by the game, filed and answered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.campaign import journal
from pbem.campaign.answer import Fate, Receipt, State, otherwise, state_of
from pbem.campaign.desk import Lying, Page, Reading, in_order
from pbem.campaign.rhythm import left
from pbem.model import NOWHERE, Order, Problem, Seat, Sheet, Span, Unread, Verdict, Weight
from pbem.printer import TemplateFault

if TYPE_CHECKING:
    from pbem.campaign.book import Campaign

LONGEST = 256 * 1024
"""Characters of a page that are kept; a longer one is refused and not kept."""


class Handed(NamedTuple):
    """A page as it is handed in; a problem instead of its text if it is none."""

    seat: Seat
    text: str | Problem
    source: str
    now: datetime


def states(campaign: Campaign) -> dict[Seat, State]:
    """How every seat stands in the present turn."""
    desk, asked = campaign.desk(), campaign.asked
    found: dict[Seat, State] = {}
    for seat in campaign.seats:
        lying = desk.lying(seat)
        found[seat] = state_of(lying, asked.get(seat), judged(campaign, lying.force) if seat in asked else ())
    return found


def judged(campaign: Campaign, reading: Reading | None) -> tuple[Problem, ...]:
    """All problems of a page: those of reading it, and those the game has with it."""
    if reading is None:
        return ()
    return in_order((*reading.problems, *verdict(campaign, reading.sheet).problems))


def verdict(campaign: Campaign, sheet: Sheet) -> Verdict:
    """What the game says of a sheet, from what its writer may know."""
    return campaign.game.check(campaign.game.view(campaign.last.state, sheet.seat), sheet)


def answer(campaign: Campaign, handed: Handed, file: bool) -> Receipt:
    """Read a page, file it if asked to, and say all there is to say about it."""
    page = _page(handed)
    if page.fault is None:
        sheet, problems = campaign.grammar.read(page.text, page.seat, handed.source or page.name)
    else:
        sheet, problems = Sheet(page.seat), (page.fault,)
    turn = campaign.number if sheet.turn is None or campaign.outcome else sheet.turn
    reading = Reading(page, sheet, problems)
    objection = _objection(campaign, reading, turn)
    if objection is not None:
        return _closed(campaign, handed, reading._replace(problems=(*problems, objection)), "not taken")
    if turn > campaign.number:
        return _kept(campaign, handed, reading, file)
    return _answered(campaign, handed, reading, file)


def filed_before(campaign: Campaign, handed: Handed) -> int | None:
    """The turn for which this very page, from a file of this name, was filed before: the last one, or one to come."""
    page, last = _page(handed), campaign.number - 1
    turns = sorted(int(name) for name in campaign.store.names("desk") if name.isascii() and name.isdigit())
    return next((turn for turn in reversed(turns) if turn >= last and campaign.desk(turn).holds(page)), None)


def _page(handed: Handed) -> Page:
    """The page as it is kept: no longer than a page can be, and text."""
    text = handed.text
    if isinstance(text, Problem):
        return Page(handed.seat, 1, "", handed.now, handed.source, text)
    if len(text) > LONGEST:
        span = Span(handed.source, 1, 1, 1)
        fault = Problem(
            "too-long", "The page is longer than 256 KB.", span, "Send the orders alone.", Weight.UNREADABLE
        )
        return Page(handed.seat, 1, "", handed.now, handed.source, fault)
    return Page(handed.seat, 1, text.encode("utf-8", "replace").decode(), handed.now, handed.source)


def _objection(campaign: Campaign, reading: Reading, turn: int) -> Problem | None:
    """Why no page of this seat, or none for this turn, can be taken."""
    if campaign.outcome:
        return Problem("over", "The game is over; nothing is asked of anybody.")
    if turn < campaign.number:
        hint = f"The present turn is {campaign.number}. Write 'turn {campaign.number}' at the head, or leave it out."
        return Problem("past-turn", f"This page is for turn {turn}, which has been played.", _head(reading), hint)
    if turn == campaign.number and reading.page.seat not in campaign.asked and not reading.only_words:
        hint = "Words are passed on if they come without orders." if reading.sheet.asides else ""
        return Problem("not-asked", f"Nothing is asked of {reading.page.seat} in turn {turn}.", hint=hint)
    if turn > campaign.number + 100:
        hint = f"The present turn is {campaign.number}."
        return Problem("far-turn", f"Turn {turn} is too far ahead.", _head(reading), hint)
    return None


def _head(reading: Reading) -> Span:
    """The line that names the turn."""
    for number, line in enumerate(reading.page.text.splitlines(), start=1):
        if line.strip().casefold().startswith("turn"):
            begin = len(line) - len(line.lstrip()) + 1
            return Span(reading.page.source or reading.page.name, number, begin, len(line.rstrip()) + 1)
    return Span(reading.page.source or reading.page.name, 1, 1, 1)


def _kept(campaign: Campaign, handed: Handed, reading: Reading, file: bool) -> Receipt:
    """A page for a later turn: kept, and looked into when its turn has come."""
    turn = reading.sheet.turn
    assert turn is not None
    if not reading.counts:
        if file and reading.only_words:
            _put(campaign, handed, reading.page, turn)
        reading = reading._replace(problems=_without_orders(reading))
        return replace(_closed(campaign, handed, reading, "replaces nothing"), turn=turn)
    name = _put(campaign, handed, reading.page, turn)[0] if file else ""
    ahead = Problem(
        "later-turn",
        f"This page is kept for turn {turn}; the present turn is {campaign.number}.",
        _head(reading),
        f"It is checked against the position when turn {turn} has come.",
        Weight.NOTE,
    )
    reading = reading._replace(problems=(*reading.problems, ahead))
    return replace(_closed(campaign, handed, reading, "kept for later" if file else "checked"), turn=turn, name=name)


def _answered(campaign: Campaign, handed: Handed, reading: Reading, file: bool) -> Receipt:
    """A page for the present turn."""
    if not reading.counts:
        if file:
            _put(campaign, handed, reading.page, campaign.number)
        return _closed(campaign, handed, reading._replace(problems=_without_orders(reading)), "replaces nothing")
    told = verdict(campaign, reading.sheet)
    reading = reading._replace(problems=in_order((*reading.problems, *told.problems, *_late(campaign, handed.now))))
    fate: Fate = "checked"
    name = ""
    if file:
        name, new = _put(campaign, handed, reading.page, campaign.number)
        fate = "filed" if new else "filed already"
    text, fault = _forecast(campaign, reading.sheet, told)
    reading = reading._replace(problems=(*reading.problems, *fault))
    return replace(_closed(campaign, handed, reading, fate), name=name, forecast=told.forecast, forecast_text=text)


def _put(campaign: Campaign, handed: Handed, page: Page, turn: int) -> tuple[str, bool]:
    """Lay the page down; its name on the desk, and whether it was not lying there already."""
    desk = campaign.desk(turn)
    before = len(desk.pages(handed.seat))
    laid = desk.put(page)
    new = len(desk.pages(handed.seat)) > before
    if new:
        journal.note(campaign.store, "file", handed.now, journal.page_facts(handed.seat, turn, laid.name))
    return laid.name, new


def _without_orders(reading: Reading) -> tuple[Problem, ...]:
    """What is said of a page without an order that could be read."""
    if reading.page.fault is not None or reading.sheet.orders:
        return reading.problems
    words = bool(reading.sheet.asides)
    told = Problem(
        "no-orders",
        "This page holds no order, so it replaces nothing.",
        Span(reading.page.source or reading.page.name, 1, 1, 1),
        "Its words are passed on." if words else "Nothing on it was understood as an order.",
        Weight.NOTE if words else Weight.UNREADABLE,
    )
    return (*(problem for problem in reading.problems if problem.code != told.code), told)


def _late(campaign: Campaign, now: datetime) -> tuple[Problem, ...]:
    deadline = campaign.deadline
    if deadline is None or now <= deadline:
        return ()
    message = f"The deadline passed {left(now, deadline)} ago; the page counts, since the turn has not been run yet."
    return (Problem("late", message, weight=Weight.NOTE),)


def _closed(campaign: Campaign, handed: Handed, reading: Reading, fate: Fate) -> Receipt:
    """The receipt, with what is on file now."""
    seat = handed.seat
    lying = campaign.desk().lying(seat)
    ask = campaign.asked.get(seat)
    state = state_of(lying, ask, judged(campaign, lying.force))
    return Receipt(
        seat=seat,
        turn=campaign.number,
        fate=fate,
        state=state,
        sheet=reading.sheet,
        problems=reading.problems,
        received=handed.now,
        understood=lines(campaign, reading.sheet.orders),
        asides=reading.sheet.asides,
        on_file=_on_file(campaign, lying),
        on_file_since=lying.force.page.received if lying.force else None,
        otherwise="" if campaign.outcome else otherwise(state, lying, ask),
        deadline=campaign.deadline,
        moved=campaign.moved(campaign.number),
        zone=campaign.settings.zone_of(seat),
    )


def lines(campaign: Campaign, orders: Iterable[Order]) -> tuple[str, ...]:
    """Orders as understood, a line each, leaving out what could not be read."""
    written = campaign.grammar.write([order for order in orders if not isinstance(order, Unread)])
    return tuple(line for line in str(written).splitlines() if line.strip())


def _on_file(campaign: Campaign, lying: Lying) -> tuple[str, ...]:
    return lines(campaign, lying.force.sheet.orders) if lying.force else ()


def _forecast(campaign: Campaign, sheet: Sheet, told: Verdict) -> tuple[str, tuple[Problem, ...]]:
    """The forecast in words, by the game's template; a campaign's own template may fail."""
    template = f"{campaign.info.id}/check.txt.j2"
    if not told.forecast or not campaign.printer.has(template):
        return "", ()
    names = {seat: campaign.settings.name_of(seat) for seat in campaign.seats}
    values: dict[str, Any] = {"forecast": told.forecast, "seat": sheet.seat, "name": names.__getitem__}
    try:
        return campaign.printer.text(template, values).strip(), ()
    except TemplateFault as fault:
        place = fault.problem.span  # of the template, not of the page
        words = f"{place.source}:{place.line}: {fault.problem.message}" if place.source else fault.problem.message
        return "", (replace(fault.problem, message=words, span=NOWHERE, weight=Weight.NOTE),)
