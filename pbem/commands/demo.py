"""The demo: a bundled campaign played from its players' pages, and what became of each page."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

import click

from pbem.commands.clerk import known_game, page_text, quoted, refuse, say, stop, told
from pbem.model import Problem, Weight
from pbem.words import nearest

if TYPE_CHECKING:
    from pbem.campaign import Batch, Campaign, Receipt
    from pbem.commands.script import Script

LONGEST_PATH = 256
"""Letters that the path of a demo may have; of longer ones the system does not even look for the folder."""

FIRST_PAGE = timedelta(hours=30)
BETWEEN = timedelta(minutes=10)
"""The first page of a turn comes so long before the deadline, and each further one so much later."""


@click.command()
@click.argument("game", default="elfengold")
@click.option("--which", metavar="NAME", default="", help="Another demo of the game, by its name.")
@click.option("--into", type=click.Path(path_type=Path), help="The campaign's new folder; GAME-demo if left out.")
def demo(game: str, which: str, into: Path | None) -> None:
    """Play a bundled campaign to its end.

    The pages of its players are filed and its turns run one by one; the last summary is shown at the end.

    GAME may also be the path of a folder with a demo.yaml of your own.
    """
    from pbem.commands.script import other_demos, read_script, turn_folders

    own = len(game) < LONGEST_PATH and Path(game).is_dir() and ("/" in game or (Path(game) / "demo.yaml").exists())
    first = Path(game) if own else known_game(game).orders
    others = other_demos(first)
    pages = _chosen(first, which, others) if which else first
    script = read_script(pages)
    if isinstance(script, tuple):
        refuse(script)
    name = first.resolve().name if own else game
    folder = into or _free(f"{name}-{which}-demo" if which else f"{name}-demo")
    campaign = _set_up(script, name, folder)
    say(f"{campaign.settings.title}: {campaign.info.title}, {len(campaign.seats)} players, in {folder}.")
    if others and not which:
        say(f"There is another demo of this game: --which {' or --which '.join(others)}")
    turns = turn_folders(pages)
    for number in range(1, max(turns, default=0) + 1):
        if campaign.outcome:
            say(f"\nThe game is over; the pages for turn {number} and later were not needed.")
            break
        _play(campaign, turns.get(number))
    _close(campaign, folder)


def _chosen(first: Path, which: str, others: Sequence[str]) -> Path:
    """The folder of another demo of a game."""
    if which not in others:
        known = f"There is {', '.join(others)}." if others else "It has no other demo."
        hint = f"Did you mean '{near[0]}'?" if (near := nearest(which, others)) else known
        refuse((Problem("demo", f"There is no demo called '{which}' of this game.", hint=hint, weight=Weight.UNKNOWN),))
    return first / which


def _free(name: str) -> Path:
    """The first of these folders that is not there yet."""
    number = 1
    while (folder := Path(name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return folder


def _set_up(script: Script, game: str, folder: Path) -> Campaign:
    from pbem.campaign import Campaign, create
    from pbem.campaign.rhythm import read_deadline

    setting = script.campaign(game)
    if isinstance(setting, tuple):
        refuse(setting)
    begins = datetime(2026, 1, 1, tzinfo=UTC)
    try:
        begins = read_deadline(script.deadline, script.zone).moment - timedelta(days=7)
    except ValueError as fault:
        stop(f"demo.yaml: {fault}.")
    campaign = create(folder, setting, begins)
    if not isinstance(campaign, Campaign):
        refuse(campaign)
    return campaign


def _play(campaign: Campaign, pages: Path | None) -> None:
    """One turn: its pages are filed as they came, then it is run, missing pages or not."""
    from pbem.commands.script import page_names

    deadline = campaign.deadline
    assert deadline is not None, "a demo names its first deadline"
    moment = campaign.game.moment(campaign.last.state)
    say(f"\nTurn {campaign.number}, {moment}")
    batch = campaign.batch(page_names(pages))
    if batch.problems:
        refuse(batch.problems)
    for line in _filed(campaign, batch, pages, deadline - FIRST_PAGE):
        say(f"    {line}".rstrip())
    sealed = campaign.run(deadline, missing="nmr", really=True)
    if isinstance(sealed, tuple):
        refuse(sealed)
    for seat in sealed.record["missed"]:
        say(f"    {seat}: no page, so no move received")


def _filed(campaign: Campaign, batch: Batch, pages: Path | None, start: datetime) -> Iterator[str]:
    """What became of each page."""
    for count, (seat, name) in enumerate(batch.pages):
        assert pages is not None, "pages lie in a folder"
        _, text = page_text(str(pages / name))
        receipt = campaign.file(seat, text, name, start + count * BETWEEN)
        yield f"{name}: {_fate(receipt)}"
        for problem in receipt.problems:
            if problem.refuses:
                yield from (f"    {line}" for line in told(problem, receipt.sheet.text).splitlines())


def _fate(receipt: Receipt) -> str:
    """One line about a page."""
    count = len(receipt.understood)
    read = f"{count} order{'s' * (count != 1)} understood"
    match receipt.fate:
        case "filed" | "filed already":
            return f"{receipt.state}, {read}"
        case "replaces nothing":
            return f"no order on it could be read, so it replaces nothing; the seat is {receipt.state}"
        case _:
            return receipt.fate


def _close(campaign: Campaign, folder: Path) -> None:
    """Where everything is, and the last public summary."""
    last, at, pbem = campaign.last, quoted(folder), _typed()
    if not campaign.outcome:
        say(f"\nThe pages end here; the game could go on with turn {campaign.number}.")
    one = last.seats[0]
    say(f"\nReports, maps and summaries of every turn: {folder}/turns/NNN/reports, the last one's in {last.number:03}.")
    say(f"    for each player   {one}.txt, {one}.html and the map {one}.svg, and so on")
    say("    for everybody     public.txt, public.html and the map public.svg")
    say(f"To prove that all of it is right: {pbem} verify {at} --reports")
    say(f"To see the letters that would go out: {pbem} send {at} --to letters")
    say("\nThe last summary:\n")
    say(last.read("reports/public.txt").decode().rstrip())


def _typed() -> str:
    """How this command is typed here: by its name where the shell finds it, by its place otherwise."""
    return "pbem" if which("pbem") else quoted(sys.argv[0])
