"""``campaign.yaml``: what a moderator may edit by hand, and what a new campaign is made from.

Game, options, seats and the seed's digest stand in it for people to read, but are fixed once turn 0 is sealed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from pbem.campaign.rhythm import Deadline, Rhythm, read_deadline, read_rhythm, zone
from pbem.game import OptionValue
from pbem.layout import clean
from pbem.model import Problem, Seat

PAPER = "campaign.yaml"

HEAD = """\
# This campaign's settings. Titles, names, addresses, zones and deadlines may be changed at any time.
# game, options, the seats themselves and seed_digest are fixed since turn 0 and stand here to be read.
"""

FIXED = ("game", "options", "seats", "seed_digest")

TAKEN = frozenset({"public", "observer", "moderator", "all", "everybody", "everyone", "none", "nobody"})
"""Names that would be mistaken for another reader."""


def _split(written: Any) -> Any:
    """``Ann Lee <ann@example.org>`` is a person, too."""
    if not isinstance(written, str):
        return written
    name, sign, rest = written.partition("<")
    if not sign and "@" in written:
        return {"name": "", "address": written.strip()}
    return {"name": name.strip(), "address": rest.partition(">")[0].strip()}


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Person(_Form):
    """Whom letters go to: a name, an address, and the zone of his clock."""

    name: Annotated[str, Field(strict=True, max_length=200)] = ""
    address: Annotated[str, Field(strict=True, max_length=320)] = ""
    zone: Annotated[str, Field(strict=True)] | None = None

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, written: str | None) -> str | None:
        return written if written is None else _zone(written)


Anybody = Annotated[Person, BeforeValidator(_split)]


class Settings(_Form):
    """What ``campaign.yaml`` says."""

    title: Annotated[str, Field(strict=True, min_length=1, max_length=200)]
    game: str
    options: Mapping[str, OptionValue] = {}
    moderator: Anybody = Person()
    zone: Annotated[str, Field(strict=True)] = "UTC"
    deadline: Annotated[str, Field(strict=True)] | None = None
    every: Annotated[str, Field(strict=True)] = "7 days"
    extensions: Mapping[Annotated[int, Field(ge=1)], Annotated[str, Field(strict=True)]] = {}
    seats: Mapping[Seat, Anybody]
    observers: tuple[Anybody, ...] = ()
    seed_digest: str

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, written: str) -> str:
        return _zone(written)

    @field_validator("every")
    @classmethod
    def _known_rhythm(cls, written: str) -> str:
        read_rhythm(written)
        return written

    @model_validator(mode="after")
    def _real_times(self) -> Settings:
        if self.deadline is not None:
            read_deadline(self.deadline, self.zone)
        for turn, written in self.extensions.items():
            try:
                read_deadline(written, self.zone)
            except ValueError as fault:
                raise ValueError(f"extensions: {turn}: {fault}") from fault
        return self

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


@dataclass(frozen=True)
class NewCampaign:
    """What a campaign begins with. Options are as ``settle_options`` returns them; without a seed one is drawn."""

    game: str
    seats: Mapping[Seat, Person]
    title: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    moderator: str = ""
    zone: str = "UTC"
    deadline: str | None = None
    every: str = "7 days"
    observers: tuple[Person, ...] = ()
    seed: str | None = None

    def facts(self, title: str, seed_digest: str) -> dict[str, Any]:
        """The settings as plain values, for ``campaign.yaml``."""
        return {
            "title": title,
            "game": self.game,
            "options": dict(self.options),
            "moderator": _one_line(self.moderator),
            "zone": self.zone,
            "deadline": self.deadline,
            "every": self.every,
            "extensions": {},
            "seats": {seat: _person(person) for seat, person in self.seats.items()},
            "observers": [_person(person) for person in self.observers],
            "seed_digest": seed_digest,
        }


def person(written: str, zone_name: str | None = None) -> Person:
    """A person from ``Ann Lee <ann@example.org>``."""
    return Person.model_construct(**{"name": "", "address": "", **_split(written)}, zone=zone_name)


def as_paper(facts: Mapping[str, Any]) -> str:
    """Settings as the YAML that people edit; everything a person wrote stands in quotes."""
    lines = [HEAD]
    for name, value in facts.items():
        if isinstance(value, Mapping) and value:
            lines += [f"{name}:\n", *(f"  {_scalar(key)}: {_flow(one)}\n" for key, one in value.items())]
        elif isinstance(value, list) and value:
            lines += [f"{name}:\n", *(f"  - {_flow(one)}\n" for one in value)]
        else:
            lines.append(f"{name}: {_flow(value)}\n")
    return "".join(lines)


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
        raise ValueError(f"there is no time zone '{written[:60]}'; write one like Europe/London")
    return written


def _person(one: Person) -> dict[str, str]:
    told = {"name": _one_line(one.name), "address": _one_line(one.address), "zone": one.zone}
    return {name: text for name, text in told.items() if text is not None}


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _scalar(value: object) -> str:
    text = str(value)
    return (
        text
        if text.replace("-", "").replace("_", "").isalnum() and text.isascii() and text[0].isalpha()
        else _flow(text)
    )


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(one)}" for key, one in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def moment_of(deadline: Deadline | None) -> datetime | None:
    """The moment of a deadline, if there is one."""
    return deadline.moment if deadline else None
