"""``campaign.yaml``: what a moderator may edit by hand, and what a new campaign is made from.

Game, options, seats and the seed's digest stand in it for people to read, but are fixed once turn 0 is sealed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationInfo,
    field_validator,
)

from pbem.campaign.rhythm import Deadline, Rhythm, read_deadline, read_rhythm, zone
from pbem.game import OptionValue
from pbem.layout import clean
from pbem.mail.address import split_written
from pbem.model import Problem, Seat
from pbem.papers import Paper
from pbem.words import nearest

PAPER = "campaign.yaml"

FIXED = ("game", "options", "seats", "seed_digest")

TAKEN = frozenset({"public", "observer", "moderator", "all", "everybody", "everyone", "none", "nobody"})
"""Names that would be mistaken for another reader."""


def split(written: Any) -> Any:
    """``Ann Lee <ann@example.org>`` is a person, too."""
    if not isinstance(written, str):
        return written
    name, address = split_written(written)
    return {"name": name, "address": address}


class Person(Paper):
    """Whom letters go to: a name, an address, and the zone of his clock."""

    name: Annotated[str, Field(strict=True, max_length=200)] = ""
    address: Annotated[str, Field(strict=True, max_length=320)] = ""
    zone: Annotated[str, Field(strict=True)] | None = None

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, written: str | None) -> str | None:
        return written if written is None else _zone(written)


Anybody = Annotated[Person, BeforeValidator(split)]


def _in_its_zone(written: str, info: ValidationInfo) -> str:
    """A time that the clock of the campaign's zone shows."""
    read_deadline(written, info.data.get("zone", "UTC"))
    return written


Time = Annotated[str, Field(strict=True), AfterValidator(_in_its_zone)]


class Settings(Paper):
    """What ``campaign.yaml`` says."""

    title: Annotated[str, Field(strict=True, min_length=1, max_length=200)]
    game: str
    options: Mapping[str, OptionValue] = {}
    moderator: Anybody = Person()
    zone: Annotated[str, Field(strict=True)] = "UTC"
    deadline: Time | None = None
    every: Annotated[str, Field(strict=True)] = "7 days"
    extensions: Mapping[Annotated[int, Field(ge=1)], Time] = {}
    seats: Mapping[Seat, Anybody]
    observers: tuple[Anybody, ...] = ()
    seed_digest: str

    @field_validator("title")
    @classmethod
    def _fit_for_print(cls, written: str) -> str:
        if not clean(written):
            raise ValueError("the title is blank; give the campaign a name")
        return clean(written)

    @field_validator("seats")
    @classmethod
    def _told_apart(cls, written: Mapping[Seat, Person]) -> Mapping[Seat, Person]:
        """Reports speak of players by name, so that no two may share one."""
        called: dict[str, Seat] = {}
        for seat, person in written.items():
            name = clean(person.name) or seat
            other = called.setdefault(name.casefold(), seat)
            if other != seat:
                raise ValueError(f"{other} and {seat} are both called '{name}'; reports could not tell them apart")
        return written

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, written: str) -> str:
        return _zone(written)

    @field_validator("every")
    @classmethod
    def _known_rhythm(cls, written: str) -> str:
        read_rhythm(written)
        return written

    @property
    def rhythm(self) -> Rhythm:
        """How deadlines follow each other."""
        return read_rhythm(self.every)

    @property
    def first(self) -> Deadline | None:
        """The deadline of turn 1."""
        return read_deadline(self.deadline, self.zone) if self.deadline else None

    def extended(self, turn: int) -> Deadline | None:
        """The deadline that the moderator has set for this turn."""
        written = self.extensions.get(turn)
        return read_deadline(written, self.zone) if written else None

    def zone_of(self, seat: Seat) -> str:
        """The zone of a player's clock."""
        return self.seats[seat].zone or self.zone

    def name_of(self, seat: Seat) -> str:
        """What a player is called; his seat, if he has no name."""
        return clean(self.seats[seat].name) or seat

    @property
    def signed(self) -> str:
        """The moderator as reports name him: his address is there to be written to."""
        name, address = clean(self.moderator.name), clean(self.moderator.address)
        return f"{name} <{address}>".strip() if address else name


def changed(settings: Settings, sealed: Mapping[str, Any]) -> Iterator[Problem]:
    """A hand edit of what turn 0 has fixed."""
    now = {
        "game": settings.game,
        "options": dict(settings.options),
        "seats": list(settings.seats),
        "seed_digest": settings.seed_digest,
    }
    for name in FIXED:
        if now[name] != sealed[name]:
            was = ", ".join(sealed[name]) if name == "seats" else json.dumps(sealed[name], ensure_ascii=False)
            message = f"{PAPER}: '{name}' is fixed since turn 0 and cannot be changed."
            yield Problem("fixed", message, hint=f"It was: {was}.")


def _zone(written: str) -> str:
    if zone(written) is None:
        from zoneinfo import available_timezones

        known = {name.casefold(): name for name in sorted(available_timezones())}
        near = nearest(written[:60].casefold(), known)
        hint = f"did you mean '{known[near[0]]}'?" if near else "write one like Europe/London"
        raise ValueError(f"there is no time zone '{clean(written)[:60]}'; {hint}")
    return written
