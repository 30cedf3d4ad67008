"""Letters leave the house: send."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.commands.clerk import DAMAGED, FAULTY, FOLDER, USAGE, clock, opened, quoted, refuse, say, stop, told
from pbem.commands.show import sealed_turn
from pbem.model import Problem

if TYPE_CHECKING:
    from pbem.campaign import Campaign
    from pbem.mail.outbox import Due, Posted
    from pbem.mail.route import Route


@click.command()
@FOLDER
@click.option("--to", "laid", type=click.Path(path_type=Path), help="Lay the letters in this folder as .eml files.")
@click.option("--smtp", help="Hand them to this mail server: smtp://localhost:25, starttls://host or smtps://host.")
@click.option("--turn", type=click.IntRange(min=0), help="Only the letters of this turn.")
@clock
def send(folder: str, laid: Path | None, smtp: str | None, turn: int | None, now: datetime) -> None:
    """Mail the letters that have not gone out yet.

    Given twice, the second one sends nothing.

    Name and password of the server come from PBEM_SMTP_USER and PBEM_SMTP_PASSWORD, or the password from the file
    that PBEM_SMTP_PASSWORD_FILE names; a password in the URL is refused.
    """
    if (laid is None) == (smtp is None):
        stop("Say where the letters go: --to FOLDER or --smtp URL.", USAGE)
    way = _way(laid, smtp)
    campaign = opened(folder)
    from pbem.mail.outbox import send as post

    with campaign.locked("send", now):
        posted = post(campaign.store, list(_due(campaign, turn)), way, now)
        if posted.sent or posted.found:
            campaign.note("send", now, letters=len(posted.sent) + len(posted.found), to=way.name)
    _tell(posted, way, folder)


def _way(laid: Path | None, smtp: str | None) -> Route:
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


def _tell(posted: Posted, way: Route, folder: str) -> None:
    """What went out, what is left and why."""
    gone = len(posted.sent) + len(posted.found)
    if gone:
        say(f"{gone} letter{'s' * (gone != 1)} sent to {way.name}.")
    elif not any(problem.refuses for problem in posted.problems) and not posted.unknown:
        say(f"Nothing to send: {posted.before} letters have gone out before.")
    for problem in posted.problems:
        click.echo(told(problem), err=True)
    if any(problem.refuses for problem in posted.problems) or posted.unknown:
        stop(f"What is left goes out with the next: pbem send {quoted(folder)} …", FAULTY)
