"""The mailbag: the letters a sealed turn names, with their papers and the addresses of the day, ready for the outbox.

Papers and pictures are fetched only for a letter that has to be written. It is handed what a campaign has sealed and
what its settings say of people, and opens neither itself.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Protocol

from pbem.mail.address import Mailbox, mailbox
from pbem.mail.letter import Addresses, Parts, Press, build
from pbem.mail.outbox import Due
from pbem.mail.thread import Entry, read_entries
from pbem.model import Problem, Seat, Weight
from pbem.picture import png
from pbem.printer import TemplateFault

WIDTH = 1200
"""Of the map in dots: twice what most screens show, so that it looks sharp."""


class Sealed(Protocol):
    """What letters need of a sealed turn; ``digest`` is that of its seal, ``files`` are the names of its papers."""

    @property
    def number(self) -> int: ...
    @property
    def attempt(self) -> int: ...
    @property
    def digest(self) -> str: ...
    @property
    def when(self) -> datetime: ...
    @property
    def files(self) -> Collection[str]: ...
    def read(self, name: str, /) -> bytes: ...


class Person(Protocol):
    """Somebody who writes or is written to."""

    @property
    def name(self) -> str: ...
    @property
    def address(self) -> str: ...


class People(Protocol):
    """Who takes part, as ``campaign.yaml`` says at this moment."""

    @property
    def moderator(self) -> Person: ...
    @property
    def seats(self) -> Mapping[Seat, Person]: ...
    @property
    def observers(self) -> Sequence[Person]: ...


def sender(people: People) -> Mailbox | Problem:
    """Whom all letters are from; without an address of the moderator none can go."""
    return mailbox(people.moderator.name, people.moderator.address, "the moderator")


def due(sealed: Sealed, people: People, sender: Mailbox, press: Press) -> tuple[Due, ...] | Problem:
    """The letters of a sealed turn, in the order it names them."""
    entries = read_entries(json.loads(sealed.read("letters.json")), f"letters.json of turn {sealed.number}")
    if isinstance(entries, Problem):
        return entries
    found = []
    for entry in entries:
        recipient = _recipient(entry, people)
        if recipient is not None:
            write = partial(_written, sealed, entry, sender, recipient, press)
            turn = (sealed.number, sealed.attempt, sealed.digest)
            found.append(Due(*turn, entry.to, entry.kind, sender, recipient, write))
    return tuple(found)


def _recipient(entry: Entry, people: People) -> Mailbox | Problem | None:
    """Where a letter goes; nowhere if its observer has left the list since."""
    if entry.kind == "summary":
        number = int(entry.to.rpartition("-")[2]) - 1
        person = people.observers[number] if number < len(people.observers) else None
    else:
        person = people.seats.get(entry.to)
    if person is None:
        return None
    if not person.address.strip():
        hint = f"Hand the report over: pbem show DIR --{'seat ' + entry.to if entry.kind == 'report' else 'public'}."
        return Problem("no-address", f"{entry.to} has no address in campaign.yaml.", hint=hint, weight=Weight.NOTE)
    return mailbox(person.name, person.address, entry.to)


def _written(
    sealed: Sealed, entry: Entry, sender: Mailbox, recipient: Mailbox | Problem, press: Press
) -> bytes | Problem:
    """The finished bytes; or the fault of the campaign's own template, or the paper that is gone."""
    assert isinstance(recipient, Mailbox), "a letter without an address is never written"
    lost = [name for name in (entry.text, entry.html) if name not in sealed.files]
    if lost:
        message = f"Turn {sealed.number} has lost {' and '.join(lost)}, so that the letter to {entry.to} waits."
        return Problem("letters", message, hint="pbem verify tells what else is damaged.", weight=Weight.UNREADABLE)
    try:
        return build(entry, Addresses(sender, recipient), _parts(sealed, entry), press)
    except TemplateFault as fault:
        return fault.problem


def _parts(sealed: Sealed, entry: Entry) -> Parts:
    svg = sealed.read(entry.svg).decode("utf-8") if entry.svg in sealed.files else ""
    text, html = (sealed.read(name).decode("utf-8") for name in (entry.text, entry.html))
    return Parts(text, html, svg, _drawn(svg), sealed.when)


def _drawn(svg: str) -> bytes | None:
    """The map as a picture; a drawing that cannot be drawn is no reason to keep a report back."""
    try:
        return png(svg, WIDTH) if svg.strip() else None
    except ValueError:
        return None
