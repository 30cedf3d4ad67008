"""A campaign to be: what a moderator asks for, and the ``campaign.yaml`` that is written for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.campaign.settings import Person, split
from pbem.game import OptionValue
from pbem.model import Seat

HEAD = """\
# This campaign's settings. Titles, names, addresses, zones and deadlines may be changed at any time.
# game, options, the seats themselves and seed_digest are fixed since turn 0 and stand here to be read.
"""


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
    return Person.model_construct(**{"name": "", "address": "", **split(written)}, zone=zone_name)


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
