"""The mailbag: the letters a sealed turn names, with their papers and the addresses of the day, ready for the outbox.

Papers and pictures are fetched only for a letter that has to be written. It is handed what a campaign has sealed and
what its settings say of people, and opens neither itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from pbem.mail.address import Mailbox, mailbox
from pbem.mail.letter import Addresses, Parts, Press, build
from pbem.mail.outbox import Due
from pbem.mail.thread import Entry
from pbem.model import Problem, Seat, Weight
from pbem.picture import png
from pbem.printer import TemplateFault

WIDTH = 1200
"""Of the map in dots: twice what most screens show, so that it looks sharp."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """What letters need of a sealed turn. ``seal`` is the digest of its seal, ``papers`` the names of its files."""

    turn: int
    attempt: int
    seal: str
    sealed_at: datetime
    entries: Sequence[Entry]
    papers: Collection[str]
    read: Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class People:
    """Who writes and who is written to, name and address each as ``campaign.yaml`` has them at this moment."""

    moderator: tuple[str, str]
    seats: Mapping[Seat, tuple[str, str]]
    observers: Sequence[tuple[str, str]] = ()


def sender(people: People) -> Mailbox | Problem:
    """Whom all letters are from; without an address of the moderator none can go."""
    return mailbox(*people.moderator, "the moderator")


def due(sealed: Sealed, people: People, sender: Mailbox, press: Press) -> Iterator[Due]:
    """The letters of a sealed turn, in the order it names them."""
    for entry in sealed.entries:
        recipient = _recipient(entry, people)
        if recipient is None:
            continue
        write = partial(_written, sealed, entry, sender, recipient, press)
        yield Due(sealed.turn, sealed.attempt, sealed.seal, entry.to, entry.kind, sender, recipient, write)


def _recipient(entry: Entry, people: People) -> Mailbox | Problem | None:
    """Where a letter goes; nowhere if its observer has left the list since."""
    if entry.kind == "summary":
        number = int(entry.to.rpartition("-")[2]) - 1
        if number >= len(people.observers):
            return None
        name, address = people.observers[number]
    else:
        name, address = people.seats.get(entry.to, ("", ""))
    if not address.strip():
        hint = f"Hand the report over: pbem show … --{'seat ' + entry.to if entry.kind == 'report' else 'public'}."
        return Problem("no-address", f"{entry.to} has no address in campaign.yaml.", hint=hint, weight=Weight.NOTE)
    return mailbox(name, address, entry.to)


def _written(
    sealed: Sealed, entry: Entry, sender: Mailbox, recipient: Mailbox | Problem, press: Press
) -> bytes | Problem:
    """The finished bytes; or the fault of the campaign's own template, or the paper that is gone."""
    assert isinstance(recipient, Mailbox), "a letter without an address is never written"
    lost = [name for name in (entry.text, entry.html) if name not in sealed.papers]
    if lost:
        message = f"Turn {sealed.turn} has lost {' and '.join(lost)}, so that the letter to {entry.to} waits."
        return Problem("letters", message, hint="pbem verify tells what else is damaged.", weight=Weight.UNREADABLE)
    try:
        return build(entry, Addresses(sender, recipient), _parts(sealed, entry), press)
    except TemplateFault as fault:
        return fault.problem


def _parts(sealed: Sealed, entry: Entry) -> Parts:
    svg = sealed.read(entry.svg).decode("utf-8") if entry.svg in sealed.papers else ""
    text, html = (sealed.read(name).decode("utf-8") for name in (entry.text, entry.html))
    return Parts(text, html, svg, _drawn(svg), sealed.sealed_at)


def _drawn(svg: str) -> bytes | None:
    """The map as a picture; a drawing that cannot be drawn is no reason to keep a report back."""
    try:
        return png(svg, WIDTH) if svg.strip() else None
    except ValueError:
        return None
