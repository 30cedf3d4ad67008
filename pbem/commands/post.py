"""Letters leave the house: send, and resend."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.commands.clerk import (
    DAMAGED,
    FAULTY,
    FOLDER,
    USAGE,
    clock,
    known_seat,
    opened,
    quoted,
    refuse,
    say,
    stop,
    told,
)
from pbem.commands.show import sealed_turn
from pbem.model import Problem

if TYPE_CHECKING:
    from pbem.campaign import Campaign
    from pbem.mail.outbox import Due, Posted
    from pbem.mail.route import Route


TO = click.option("--to", "laid", type=click.Path(path_type=Path), help="Lay the letters in this folder as .eml files.")
SMTP = click.option(
    "--smtp", help="Hand them to this mail server: smtp://localhost:25, starttls://host or smtps://host."
)


@click.command()
@FOLDER
@TO
@SMTP
@click.option("--turn", type=click.IntRange(min=0), help="Only the letters of this turn.")
@clock
def send(folder: str, laid: Path | None, smtp: str | None, turn: int | None, now: datetime) -> None:
    """Mail the letters that have not gone out yet.

    Given twice, the second one sends nothing.

    Name and password of the server come from PBEM_SMTP_USER and PBEM_SMTP_PASSWORD, or the password from the file
    that PBEM_SMTP_PASSWORD_FILE names; a password in the URL is refused.
    """
    way = _way(laid, smtp)
    campaign = opened(folder)
    from pbem.mail.outbox import send as post

    with campaign.locked("send", now):
        posted = post(campaign.store, list(_due(campaign, turn)), way, now)
        if posted.sent or posted.found:
            campaign.note("send", now, letters=len(posted.sent) + len(posted.found), to=way.name)
    _tell(posted, way, f"pbem send {quoted(folder)} {f'--to {quoted(laid)}' if laid else f'--smtp {smtp}'}")


@click.command()
@FOLDER
@click.argument("seat")
@TO
@SMTP
@click.option("--turn", type=click.IntRange(min=0), help="The letter of this turn; of the last one if left out.")
@clock
def resend(folder: str, seat: str, laid: Path | None, smtp: str | None, turn: int | None, now: datetime) -> None:
    """Send a letter to SEAT again that has gone out.

    It is the very same letter, so that mail programs can tell; if the address has changed, it is made out to the new
    one. An observer is called observer-1, observer-2 and so on.
    """
    way = _way(laid, smtp)
    campaign = opened(folder)
    from pbem.mail.outbox import resend as repeat

    sealed = sealed_turn(campaign, turn)
    reader = seat.lower() if seat.lower().startswith("observer-") else known_seat(campaign, seat)
    with campaign.locked("resend", now):
        letters = [letter for letter in _due(campaign, sealed.number) if letter.to == reader]
        if not letters:
            stop(f"Turn {sealed.number} has no letter to {reader}.")
        posted = repeat(campaign.store, letters[0], way, now)
        if posted.sent:
            campaign.note("resend", now, turn=sealed.number, seat=reader, to=way.name)
    for problem in posted.problems:
        click.echo(told(problem), err=True)
    if posted.found:
        say(f"{letters[0].name} lies in {way.name} already; nothing was sent.")
    elif not posted.sent:
        raise click.exceptions.Exit(FAULTY)
    else:
        say(f"{letters[0].name} was sent again to {way.name}.")


def _way(laid: Path | None, smtp: str | None) -> Route:
    """By which of the two ways letters go; ends the command if it is none, or both."""
    if (laid is None) == (smtp is None):
        stop("Say where the letters go: --to FOLDER or --smtp URL.", USAGE)
    if laid is not None:
        from pbem.mail.route import Folder

        return Folder(laid)
    from pbem.mail.smtp import Server, Smtp, server

    assert smtp is not None
    found = server(smtp, os.environ)
    if not isinstance(found, Server):
        refuse(found, code=USAGE)
    return Smtp(found)


def _due(campaign: Campaign, turn: int | None) -> Iterator[Due]:
    """The letters that the sealed turns name, the oldest turn first."""
    from pbem.mail.bag import due, sender

    writer = sender(campaign.settings)
    if isinstance(writer, Problem):
        refuse((writer,))
    for number in campaign.turns() if turn is None else (turn,):
        letters = due(sealed_turn(campaign, number), campaign.settings, writer, campaign.printer)
        if isinstance(letters, Problem):
            refuse((letters,), code=DAMAGED)
        yield from letters


def _tell(posted: Posted, way: Route, again: str) -> None:
    """What went out, what is left and why; nobody without an address is named twice."""
    gone = len(posted.sent) + len(posted.found)
    left = posted.unknown or any(problem.refuses for problem in posted.problems)
    if gone:
        say(f"{_letters(gone)} sent to {way.name}.")
    elif not left:
        before = f": {_letters(posted.before)} {'have' if posted.before != 1 else 'has'} gone out before"
        say(f"Nothing to send{before * bool(posted.before)}.")
    for line in dict.fromkeys(map(told, posted.problems)):
        click.echo(line, err=True)
    if left:
        stop(f"What is left goes out with the next: {again}", FAULTY)


def _letters(count: int) -> str:
    return f"{count} letter{'s' * (count != 1)}"
