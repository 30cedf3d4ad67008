"""What a sealed turn tells one reader, on screen or into a file; and everything, for the moderator."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import click

from pbem.commands.clerk import FOLDER, USAGE, clock, known_seat, opened, say, stop, write_out

if TYPE_CHECKING:
    from pbem.campaign import Campaign
    from pbem.campaign.sealed import SealedTurn
    from pbem.model import Seat

Face: TypeAlias = Literal["text", "html", "json", "svg", "png"]

FACES = ("text", "html", "json", "svg", "png")
SEALED_AS = {"text": "txt", "html": "html", "svg": "svg"}
PNG_WIDTH = 1200


@click.command()
@FOLDER
@click.option("--turn", type=click.IntRange(min=0), help="Which one; the last sealed one if left out.")
@click.option("--seat", help="What this seat was told.")
@click.option("--public", is_flag=True, help="What everybody was told (the default).")
@click.option("--moderator", is_flag=True, help="Everything: orders, draws and secrets. The log keeps that you looked.")
@click.option("--format", "face", type=click.Choice(FACES), default="text", help="As text, page, data or picture.")
@click.option("--changes", is_flag=True, help="How a corrected report differs from the one taken back.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write it into this file.")
@clock
def show(folder: str, turn: int | None, seat: str | None, face: Face, out: Path | None, **said: Any) -> None:
    """Show a report of a sealed turn as its reader got it."""
    if sum((seat is not None, said["public"], said["moderator"])) > 1:
        stop("Choose one of --seat, --public and --moderator.", USAGE)
    campaign = opened(folder)
    sealed = sealed_turn(campaign, turn)
    if said["changes"]:
        content = difference(campaign, sealed, _reader(campaign, seat)).encode()
    elif said["moderator"]:
        content = _everything(campaign, sealed, face, said["now"])
    else:
        content = paper(campaign, sealed, _reader(campaign, seat), face)
    if out is not None:
        write_out(out, content)
        say(f"Written: {out}")
    elif face == "png" and sys.stdout.isatty():
        stop("A PNG is no text for the screen. Add --out map.png.", USAGE)
    else:
        click.echo(content, nl=False)


def _reader(campaign: Campaign, seat: str | None) -> Seat | None:
    return None if seat is None else known_seat(campaign, seat)


def sealed_turn(campaign: Campaign, turn: int | None) -> SealedTurn:
    """The turn asked for, or the last one; ends the command if it is not sealed yet."""
    last = campaign.last
    if turn is None or turn == last.number:
        return last
    if turn > last.number:
        stop(f"Turn {turn} is not sealed yet; the last one is turn {last.number}.")
    return campaign.sealed(turn)


def paper(campaign: Campaign, sealed: SealedTurn, reader: Seat | None, face: Face) -> bytes:
    """What one reader was told: text, HTML and map as they were sealed, data and PNG made from the same turn."""
    if face == "json":
        from pbem.report import as_json

        return as_json(campaign.report(sealed.number, reader)).encode()
    name = f"reports/{reader or 'public'}.{SEALED_AS.get(face, 'svg')}"
    if name not in sealed.files:
        stop(f"{campaign.game.info.title} has no map.")
    content = sealed.read(name)
    if face != "png":
        return content
    from pbem.picture import png

    try:
        return png(content.decode(), PNG_WIDTH)
    except ValueError as fault:
        stop(f"No picture can be made of {sealed.place}/{name}: {fault}. Look at it with --format svg.")


def earlier(campaign: Campaign, sealed: SealedTurn, reader: Seat | None) -> str | None:
    """What a reader was told of this turn before it was last taken back; nothing if it never was."""
    from pbem.campaign.settling import papers

    store, name = campaign.store, f"{sealed.number:03}/reports/{reader or 'public'}.txt"
    places = [place for place, _ in papers(store) if store.has(f"{place}/{name}")]
    return store.read(f"{places[-1]}/{name}").decode("utf-8", "replace") if places else None


def difference(campaign: Campaign, sealed: SealedTurn, reader: Seat | None) -> str:
    """The lines in which a corrected report differs from the one that was taken back."""
    before = earlier(campaign, sealed, reader)
    if before is None:
        stop(f"Turn {sealed.number} was never taken back, so that nothing has changed.")
    after = sealed.read(f"reports/{reader or 'public'}.txt").decode()
    lines = unified_diff(before.splitlines(), after.splitlines(), "taken back", "now", n=1, lineterm="")
    return "\n".join(lines) + "\n" if before != after else "Nothing has changed.\n"


def _everything(campaign: Campaign, sealed: SealedTurn, face: Face, now: datetime) -> bytes:
    """The full turn, secrets included."""
    if face not in ("json", "text"):
        stop("The moderator's view is text or JSON. Choose --format json.", USAGE)
    campaign.note("show", now, turn=sealed.number, reader="moderator")
    if face == "text":
        return "\n".join(_told(sealed)).encode() + b"\n"
    whole = {"seal": dict(sealed.seal), "turn": dict(sealed.record), "state": json.loads(sealed.read("state.json"))}
    return (json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()


def _told(sealed: SealedTurn) -> list[str]:
    """The pages as they counted, what was wrong with them, the draws and the events, one a line."""
    record = sealed.record
    lines = [
        f"{sealed.title}, turn {sealed.number}, attempt {sealed.attempt}",
        f"Sealed {sealed.when:%Y-%m-%d %H:%M} UTC",
    ]
    for seat in sealed.seats:
        lines += ["", f"{seat} ({sealed.names[seat]})" + (": no move received" if seat in record["missed"] else "")]
        if seat in record["sheets"]:
            lines += [f"    {line}".rstrip() for line in sealed.page(seat).splitlines()]
        lines += [f"  ! {one['message']}" for one in record["problems"].get(seat, ())]
        lines += [f"  {one['kind']} {one['name']}: {one['text']}" for one in record["asides"].get(seat, ())]
    lines += ["", "Draws"] + [
        f"    {one['stream']}: {one['question']} ({one['why']}): {one['answer']}" for one in record["draws"]
    ]
    lines += ["", "Events"] + [f"    {_event(one)}" for one in record["events"]]
    return lines


def _event(one: dict[str, Any]) -> str:
    whom = f" [only {', '.join(one['seen_by'])}]" if one["seen_by"] is not None else ""
    facts = ", ".join(f"{name} {json.dumps(value, ensure_ascii=False)}" for name, value in one["facts"].items())
    return f"{one['kind']}: {facts}{whom}"
