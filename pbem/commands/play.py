"""A campaign from turn to turn: new, status, run, extend, undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from pbem.commands.clerk import (
    FOLDER,
    clock,
    known_game,
    opened,
    pairs,
    quoted,
    refuse,
    say,
    stop,
    told,
    words,
)

if TYPE_CHECKING:
    from pbem.campaign import Campaign, SealedTurn, Undone


@click.command()
@click.argument("game")
@FOLDER
@click.option(
    "--seat", "seats", multiple=True, callback=pairs, metavar="SEAT='NAME <ADDRESS>'", help="Once for each seat."
)
@click.option(
    "--option",
    "options",
    multiple=True,
    callback=pairs,
    metavar="NAME=VALUE",
    help="An option of the game, name=value.",
)
@click.option(
    "--seed",
    callback=words,
    help="A text that decides all luck, for demos only. Without it, 32 random bytes are drawn.",
)
@click.option("--title", callback=words, default="", help="What the campaign is called in reports and subjects.")
@click.option("--moderator", callback=words, default="", help='You, as players see you: "Name <address>".')
@click.option(
    "--observer", "observers", multiple=True, callback=words, help='Who gets the summaries besides: "Name <address>".'
)
@click.option("--deadline", callback=words, help='The first deadline, by the clock of the zone: "2026-12-06 20:00".')
@click.option(
    "--every", callback=words, default="7 days", show_default=True, help="When the next ones come: 7 days, or weekdays."
)
@click.option(
    "--zone", callback=words, default="UTC", show_default=True, help="Where that clock hangs, such as Europe/London."
)
@clock
def new(game: str, folder: str, seats: tuple[tuple[str, str], ...], now: datetime, **said: Any) -> None:
    """Set up a campaign of GAME in the new folder DIR.

    Its opening position is turn 0, sealed and reported at once; the first deadline is that of turn 1."""
    from pbem.campaign import Campaign, NewCampaign, create, person

    info = known_game(game)
    table = [(seat.lower(), written) for seat, written in seats]
    twice = sorted({seat for seat, _ in table if [name for name, _ in table].count(seat) > 1})
    if twice:
        stop(f"The seat '{twice[0]}' is named more than once. Give every seat a name of its own.")
    setting = NewCampaign(
        game=info.id,
        seats={seat: person(written) for seat, written in table},
        title=said["title"],
        options=dict(said["options"]),
        moderator=said["moderator"],
        zone=said["zone"],
        deadline=said["deadline"],
        every=said["every"],
        observers=tuple(person(written) for written in said["observers"]),
        seed=said["seed"],
    )
    campaign = create(Path(folder), setting, now)
    if not isinstance(campaign, Campaign):
        refuse(campaign)
    _tell_new(campaign, folder, now, said["seed"])


def _tell_new(campaign: Campaign, folder: str, now: datetime, seed: str | None) -> None:
    from pbem.campaign.founding import seed_note

    say(f"{campaign.settings.title} is set up in {folder}: {campaign.info.title}, {len(campaign.seats)} players.")
    say(f"The seed's digest is {campaign.settings.seed_digest}.")
    if seed and seed_note(seed):
        say(f"Note: {seed_note(seed)}")
    say(f"Next is {_turn_words(campaign)}. {_time_left(campaign, now)}")
    at = quoted(folder)
    say(f"Send the first reports: pbem send {at} --to letters. File pages as they come: pbem file {at} SEAT FILE.")


def _turn_words(campaign: Campaign) -> str:
    """The turn that pages are for now, and what the game calls it: "turn 1, opening round"."""
    moment = campaign.game.moment(campaign.last.state)
    return f"turn {campaign.number}{', ' if moment else ''}{moment}"


def _time_left(campaign: Campaign, now: datetime) -> str:
    """The deadline on the campaign's clock, and how long it is until then."""
    from pbem.campaign.rhythm import left
    from pbem.report import local_time

    deadline = campaign.deadline
    if deadline is None:
        return "No deadline is set."
    shown = local_time(deadline, campaign.settings.zone)
    if deadline <= now:
        return f"The deadline was {shown}, {left(now, deadline)} ago."
    return f"Deadline: {shown}; {left(deadline, now)} left."


@click.command()
@FOLDER
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@clock
def status(folder: str, as_json: bool, now: datetime) -> None:
    """Tell the turn, the deadline and how each seat stands.

    It never tells what the pages say, so that a moderator who plays can use it."""
    campaign = opened(folder)
    if as_json:
        import json

        say(json.dumps(_standing(campaign, now), indent=1, ensure_ascii=False, sort_keys=True))
        return
    say(f"{campaign.settings.title} ({campaign.info.title}) in {folder}")
    if campaign.outcome:
        say(f"The game is over after turn {campaign.last.number}; nothing is asked of anybody.")
        say(f"The last summary: pbem show {quoted(folder)} --public")
        return
    say(f"{_turn_words(campaign).capitalize()}. {_time_left(campaign, now)}")
    if campaign.moved(campaign.number):
        say(f"The deadline was moved: {campaign.moved(campaign.number)}")
    for line in _table(campaign):
        say(line)
    for stray in campaign.desk().strays():
        say(told(stray))
    say(what_next(campaign, folder))


def _table(campaign: Campaign) -> Iterator[str]:
    states = campaign.states()
    width = max(map(len, states))
    for seat, state in states.items():
        ask = campaign.asked.get(seat)
        say_what = f"  ({ask.prompt})" if ask else ""
        yield f"    {seat:<{width}}  {state:<13}{say_what}".rstrip()


def what_next(campaign: Campaign, folder: str) -> str:
    """The command that a moderator is likely to want now."""
    at = quoted(folder)
    if campaign.silent:
        return (
            f"Pages are filed with: pbem file {at} SEAT FILE. "
            f"To run without the missing ones: pbem run {at} --turn {campaign.number} --missing nmr"
        )
    refused = [seat for seat, state in campaign.states().items() if state == "refused"]
    but = f"; something was refused of {', '.join(refused)}" if refused else ""
    if campaign.provisional:
        but += f"; provisional ones from {', '.join(campaign.provisional)}"
    all_in = "All who are asked have sent a page"
    if campaign.standing:
        all_in = f"Nobody is missing: orders kept from before stand for {', '.join(campaign.standing)}"
    return f"{all_in}{but}. Next: pbem run {at} --turn {campaign.number}"


def _standing(campaign: Campaign, now: datetime) -> dict[str, Any]:
    """The status as data."""
    from pbem.campaign.rhythm import stamp

    asked = campaign.asked
    return {
        "title": campaign.settings.title,
        "game": campaign.info.id,
        "over": campaign.outcome is not None,
        "turn": campaign.number if not campaign.outcome else None,
        "moment": campaign.game.moment(campaign.last.state),
        "sealed": campaign.last.number,
        "now": stamp(now),
        "deadline": stamp(campaign.deadline) if campaign.deadline else None,
        "moved": campaign.moved(campaign.number) or None,
        "seats": [
            {"seat": seat, "state": state, "asked": asked[seat].prompt if seat in asked else None}
            for seat, state in campaign.states().items()
        ],
    }


@click.command()
@FOLDER
@click.option("--turn", type=click.IntRange(min=1), help="The turn meant; refused if it is not the next.")
@click.option(
    "--dry-run", "out", type=click.Path(path_type=Path), help="Write everything into this folder; seal nothing."
)
@click.option(
    "--missing",
    type=click.Choice(["wait", "nmr"]),
    default="wait",
    show_default=True,
    help="What to do about missing pages: wait, or run without them (no move received).",
)
@click.option("--really", is_flag=True, help="Run although something looks wrong.")
@clock
def run(
    folder: str, turn: int | None, out: Path | None, missing: Literal["wait", "nmr"], really: bool, now: datetime
) -> None:
    """Resolve and seal the next turn, and write its reports.

    If a page is missing or something looks wrong, it says so and does nothing."""
    campaign = opened(folder)
    sealed = campaign.run(now, turn, missing, really, out)
    if isinstance(sealed, tuple):
        refuse(sealed)
    for line in _run_lines(campaign, sealed, folder, out, now):
        say(line)


def _run_lines(campaign: Campaign, sealed: SealedTurn, folder: str, out: Path | None, now: datetime) -> Iterator[str]:
    missed = sealed.record["missed"]
    yield f"Turn {sealed.number}{', ' if sealed.moment else ''}{sealed.moment}, is {'rehearsed' if out else 'sealed'}."
    if missed:
        yield f"No move received: {', '.join(missed)}."
    if out is not None:
        yield f"Its papers are in {out}, its reports in {out}/reports. The campaign is as it was."
        yield "If all is well, give the command again without --dry-run."
        return
    at = quoted(folder)
    yield f"The reports are in {folder}/turns/{sealed.number:03}/reports."
    if sealed.attempt:
        yield "It corrects what was told before, and its reports and letters say so."
        yield f"See what has changed before you send: pbem show {at} --turn {sealed.number} --seat SEAT --changes"
    if campaign.outcome:
        yield "The game is over."
    else:
        yield f"Next is {_turn_words(campaign)}. {_time_left(campaign, now)}"
    yield f"Look: pbem show {at} --turn {sealed.number} --public. Then send: pbem send {at} --to letters"


@click.command()
@FOLDER
@click.option("--turn", type=click.IntRange(min=1), help="The turn that gets more time; the present one if left out.")
@click.option(
    "--to",
    "until",
    required=True,
    callback=words,
    metavar="TIME",
    help='The new deadline, by the clock of the zone: "2026-12-13 20:00".',
)
@click.option("--reason", required=True, callback=words, help="Why; everybody is told.")
@clock
def extend(folder: str, turn: int | None, until: str, reason: str, now: datetime) -> None:
    """Move the deadline of a turn.

    The answers to pages, the next reports, the status and the log tell it, with the reason."""
    campaign = opened(folder)
    moved = campaign.extend(until, reason, now, turn)
    if isinstance(moved, tuple):
        refuse(moved)
    from pbem.report import local_time

    say(f"The deadline of turn {moved.turn} is moved to {local_time(moved.deadline.moment, campaign.settings.zone)}.")
    say("The answers to pages and the next reports say so. Tell your players now, since no letter goes out before.")


@click.command()
@FOLDER
@click.option("--turn", type=click.IntRange(min=0), required=True, help="The turn to take back, with all later ones.")
@click.option("--reason", required=True, callback=words, help="Why; everybody is told.")
@click.option("--published", is_flag=True, help="Its reports were handed out by other ways than pbem send.")
@clock
def undo(folder: str, turn: int, reason: str, published: bool, now: datetime) -> None:
    """Take back a turn and all later ones.

    Their pages lie on the desk again, and nothing is lost. Reports that went out will be marked as corrected."""
    campaign = opened(folder)
    undone = campaign.undo(turn, reason, now, published)
    if isinstance(undone, tuple):
        refuse(undone)
    for line in _undo_lines(undone, turn):
        say(line)
    say(f"Next is {_turn_words(campaign)}. {_time_left(campaign, now)}")
    say(f"File better pages, then: pbem run {quoted(folder)} --turn {turn}")


def _undo_lines(undone: Undone, turn: int) -> Iterator[str]:
    yield f"{_turns(undone.turns)} {'is' if len(undone.turns) == 1 else 'are'} taken back and kept in {undone.folder}."
    back = undone.pages.get(turn, ())
    yield f"On the desk again: the pages of {', '.join(back)}." if back else "No page had been sent for it."
    if undone.set_aside:
        yield f"Pages that were waiting for {_turns(undone.set_aside).lower()} are in {undone.folder}/desk."
    for sentence in undone.revealed:
        yield f"Told already: {sentence}"
    if undone.fresh:
        yield f"{_turns(undone.fresh)} had gone out and will get fresh luck."
    else:
        yield "No report had gone out, so the luck stays the same."


def _turns(numbers: Iterable[int]) -> str:
    shown = [str(number) for number in numbers]
    return f"Turn {shown[0]}" if len(shown) == 1 else f"Turns {', '.join(shown[:-1])} and {shown[-1]}"
