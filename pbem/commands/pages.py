"""Pages come in: check and file, one by one or a whole folder."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.commands.answer import answer
from pbem.commands.clerk import (
    DONE,
    FAULTY,
    FOLDER,
    NO_FILE,
    USAGE,
    clock,
    known_seat,
    opened,
    page_of,
    page_text,
    say,
    stop,
    told,
)
from pbem.commands.play import what_next

if TYPE_CHECKING:
    from pbem.campaign import Campaign, Receipt
    from pbem.campaign.counter import Handed
    from pbem.model import Problem


@click.command()
@FOLDER
@click.argument("seat")
@click.argument("page", metavar="[FILE|-]", default="-")
@clock
def check(folder: str, seat: str, page: str, now: datetime) -> None:
    """Answer a page of SEAT; nothing is filed.

    The answer has each order as understood, each fault, and what the page will do as far as SEAT can know."""
    campaign = opened(folder)
    who = known_seat(campaign, seat)
    name, text = _handed_in(page)
    receipt = campaign.check(who, text, name, now)
    say(answer(receipt))
    if receipt.refused:
        raise click.exceptions.Exit(FAULTY)


@click.command("file")
@FOLDER
@click.argument("seat", required=False)
@click.argument("page", metavar="[FILE|-]", required=False)
@click.option("--from", "pages", help="File a whole folder: SEAT.txt, then SEAT.2.txt and so on.")
@click.option("--quiet", is_flag=True, help="Say how each seat stands, and of the pages no more than notes to you.")
@clock
def file_page(folder: str, seat: str | None, page: str | None, pages: str | None, quiet: bool, now: datetime) -> None:
    """Put a page of SEAT on the desk and answer it.

    The newest page with an order on it counts, and counts whole; earlier ones are kept.

    So you may also act for a seat: the log says that a page was filed, and when.
    """
    if (seat is None) == (pages is None):
        stop("Name a seat and its page, or a whole folder with --from FOLDER.", USAGE)
    campaign = opened(folder)
    if pages is not None:
        code = _file_all(campaign, Path(pages), quiet, now)
    else:
        assert seat is not None
        who = known_seat(campaign, seat)
        name, text = _handed_in(page or "-")
        code = _answered(campaign.file(who, text, name, now), quiet)
    if campaign.outcome is None:
        say(what_next(campaign, folder))
    raise click.exceptions.Exit(code)


def _handed_in(page: str) -> tuple[str, str | Problem]:
    """The name and text of a page; ends the command if there is no such file, since that is no page at all."""
    name, text = page_text(page)
    if not isinstance(text, str) and text.code == NO_FILE:
        stop(told(text))
    return name, text


def _file_all(campaign: Campaign, pages: Path, quiet: bool, now: datetime) -> int:
    """Every page of a folder, in the order of their numbers; one bad page stops no other."""
    try:
        names = tuple(entry.name for entry in pages.iterdir() if not entry.name.startswith("."))
    except OSError as fault:
        stop(f"{pages} cannot be read: {(fault.strerror or str(fault)).lower()}.")
    from pbem.campaign.counter import Handed

    with campaign.locked("file", now):
        batch = campaign.batch(names)  # and the log is whole, whatever came between the last time and now
    code = FAULTY if batch.problems else DONE
    for seat, name in batch.pages:
        _, text = page_of(pages / name)
        if not isinstance(text, str) and text.code == NO_FILE:
            say(told(text))
            code = FAULTY
        else:
            code |= _file_once(campaign, Handed(seat, text, name, now), quiet)
        if not quiet:
            say()
    for problem in batch.problems:
        say(told(problem))
    if not names:
        say(f"There is no page in {pages}.")
    return code


def _file_once(campaign: Campaign, page: Handed, quiet: bool) -> int:
    """A page of a folder, unless it was filed from there before: it must not go before a newer one."""
    from pbem.campaign.counter import filed_before

    turn = filed_before(campaign, page)
    if turn is None:
        return _answered(campaign.file(*page), quiet)
    if turn >= campaign.number:
        say(f"{page.source} was filed before.")
        return DONE
    say(f"{page.source} is the page that was filed for turn {turn}. If it is meant again, file it by itself.")
    return FAULTY


def _answered(receipt: Receipt, quiet: bool) -> int:
    """The answer; or how the seat stands, and what its player writes to the moderator alone."""
    from pbem.layout import clean

    if quiet:
        say(f"{receipt.seat}: {receipt.state}")
        for aside in receipt.asides:
            if aside.kind == "note":
                say(f"    {receipt.seat} to you: {clean(aside.text)}")
    else:
        say(answer(receipt))
    return FAULTY if receipt.refused else DONE
