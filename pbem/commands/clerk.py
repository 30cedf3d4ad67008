"""What every command needs: the time, the words on the screen, the way out.

The clock is read here and nowhere else in the program. Nothing here knows a game or opens a folder.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from pbem.model import Problem
from pbem.words import MOST_BYTES, decode, shown

if TYPE_CHECKING:
    from pbem.campaign import Campaign
    from pbem.game import GameInfo, OptionValue
    from pbem.model import Seat

F = TypeVar("F", bound=Callable[..., Any])

DONE, FAULTY, USAGE, DAMAGED = 0, 1, 2, 3

YEARS = range(1970, 2200)
"""Years in which a campaign can be played."""

FOLDER = click.argument("folder", metavar="DIR")

LONGEST_WORDS = 1000
"""Letters that a title, a name, a seed or a reason may have."""

NO_FILE = "no-file"
"""The code of a page that is none, since its file cannot be read."""

LARGEST_PAGE = 4 * MOST_BYTES
"""More bytes than a page can have in any code; of a longer file only this much and one byte more is read."""


def stop(message: str, code: int = FAULTY) -> NoReturn:
    """Ends the command with a sentence for people, which says what to do, and an exit code."""
    click.echo(message, err=True)
    raise click.exceptions.Exit(code)


def _moment(ctx: click.Context, param: click.Parameter, written: str | None) -> datetime:
    """The time that was written, in UTC; what the clock says if none was."""
    if written is None:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        moment = datetime.fromisoformat(written.strip())
    except ValueError as fault:
        raise click.BadParameter(f"'{written}' is no time. Write it like 2026-12-06 20:00.", ctx, param) from fault
    if moment.year not in YEARS:
        told = f"'{written}' is no time to play: the year must lie between {YEARS[0]} and {YEARS[-1]}."
        raise click.BadParameter(told, ctx, param)
    return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC).replace(microsecond=0)


def clock(command: F) -> F:
    """Gives a command the parameter ``now``: the time it is, or the time a rehearsal or test says it is."""
    return click.option(
        "--now",
        callback=_moment,
        envvar="PBEM_NOW",
        metavar="TIME",
        help="Take this for the present time, in UTC unless an offset is written (for rehearsals).",
    )(command)


def words(ctx: click.Context, param: click.Parameter, written: Any) -> Any:
    """What was typed as text, fit to be written into a file: not endless, and every byte of it a letter."""
    if written is None or isinstance(written, tuple):
        return written and tuple(words(ctx, param, one) for one in written)
    if len(written) > LONGEST_WORDS:
        raise click.BadParameter(f"This has more than {LONGEST_WORDS} letters.", ctx, param)
    return written.encode("utf-8", "replace").decode()


def pairs(ctx: click.Context, param: click.Parameter, written: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Both sides of each ``name=value``."""
    found = []
    for one in words(ctx, param, written):
        name, sign, value = one.partition("=")
        if not sign or not name.strip():
            raise click.BadParameter(f"'{one}' is not written as {param.metavar or 'name=value'}.", ctx, param)
        found.append((name.strip(), value.strip()))
    return tuple(found)


def say(text: str = "") -> None:
    """A line for the screen."""
    click.echo(text)


def told(problem: Problem, text: str = "") -> str:
    """A problem as people read it: place, cause, suggestion, and the line with a caret if there is one."""
    return shown(problem, text)


def refuse(problems: Iterable[Problem], text: str = "", code: int = FAULTY) -> NoReturn:
    """Ends the command with everything that is wrong, all at once."""
    stop("\n".join(told(problem, text) for problem in problems), code)


def page_text(path: str) -> tuple[str, str | Problem]:
    """The name of a page and what it says, from a file or, for ``-``, from standard input; or why it cannot be read."""
    if path == "-":
        if sys.stdin.isatty():
            click.echo("Type or paste the page; end it with Ctrl-D on a line of its own.", err=True)
        return "page", decode(sys.stdin.buffer.read(LARGEST_PAGE + 1), "page")
    name = Path(path).name
    try:
        with Path(path).open("rb") as file:
            return name, decode(file.read(LARGEST_PAGE + 1), name)
    except OSError as fault:
        return name, Problem(NO_FILE, f"{path} cannot be read: {(fault.strerror or str(fault)).lower()}.")


def page_of(place: Path) -> tuple[str, str | Problem]:
    """A page in a folder. Whatever is no file there, such as a pipe that nobody writes into, is not waited for."""
    if place.exists() and not (place.is_file() or place.is_dir()):
        return place.name, Problem(NO_FILE, f"{place} cannot be read: it is no file.")
    return page_text(str(place))


def opened(folder: str) -> Campaign:
    """The campaign in a folder."""
    from pbem.campaign import Campaign

    return Campaign.open(Path(folder))


def known_game(game_id: str) -> GameInfo:
    """The game of this id; ends the command with the nearest name if there is none."""
    from pbem.game import GameInfo, game_info

    info = game_info(game_id)
    if not isinstance(info, GameInfo):
        refuse(info)
    return info


def settled(info: GameInfo, written: tuple[tuple[str, str], ...]) -> dict[str, OptionValue]:
    """Every option of a game, as written on the command line or by default."""
    options = info.settle_options(dict(written))
    if not isinstance(options, dict):
        refuse(options)
    return options


def known_seat(campaign: Campaign, written: str) -> Seat:
    """The seat meant, in any case; ends the command with the nearest name if there is none."""
    from pbem.words import nearest

    seats = tuple(campaign.settings.seats)
    if written.lower() in seats:
        return written.lower()
    near = nearest(written.lower(), seats)
    hint = f"Did you mean '{near[0]}'?" if near else f"The seats are {', '.join(seats)}."
    stop(f"There is no seat '{written}' in this campaign. {hint}")


def write_out(path: Path, content: bytes) -> None:
    """Writes what a command was asked to put into a file; says so if it cannot."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as fault:
        stop(f"{path} cannot be written: {(fault.strerror or str(fault)).lower()}.")


def quoted(path: os.PathLike[str] | str) -> str:
    """A path as it is typed at a prompt, for the lines that say what to do next."""
    return shlex.quote(str(path))
