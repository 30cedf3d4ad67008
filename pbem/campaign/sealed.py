"""Sealed turns: what stands in ``turns/NNN``, read back. Nothing here ever changes one.

``seal.json`` names the digest of every other file, of itself and of the seal before it, so that no byte can change
unseen. Files are checked as they are read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Any

from pbem.campaign.rhythm import Deadline, unstamp
from pbem.engine import Turn
from pbem.game import Game, from_json, grammar_at
from pbem.model import Aside, Event, Problem, Seat, Sheet, Span, Weight
from pbem.papers import read_json
from pbem.report import Edition
from pbem.rng import Draw
from pbem.store import CampaignError, Store

FORMAT = 1
"""How sealed turns are written. Raised when an older pbem could not read them."""

SEAL = "seal.json"
ADVICE = "Put it back from a copy of this folder; 'pbem verify' tells what else is wrong."


def folder(turn: int) -> str:
    """Where a turn is sealed."""
    return f"turns/{turn:03}"


def as_json(value: object, *, sort: bool = True) -> bytes:
    """JSON as all sealed papers have it; states and events keep their own order, which is that of the seats."""
    return (json.dumps(value, indent=1, ensure_ascii=False, sort_keys=sort) + "\n").encode()


def digest(content: bytes) -> str:
    """The fingerprint of a file."""
    return sha256(content).hexdigest()


def seal_digest(facts: Mapping[str, Any]) -> str:
    """The fingerprint of a seal: over all it says but the fingerprint itself."""
    return digest(as_json({name: value for name, value in facts.items() if name != "digest"}))


def read_seal(store: Store, turn: int) -> dict[str, Any]:
    """The seal of a turn, checked against itself; raises CampaignError if it is damaged or too new."""
    name = f"{folder(turn)}/{SEAL}"
    content = store.read(name)
    try:
        facts = read_json(content)
    except ValueError as fault:
        raise CampaignError(f"{name} (turn {turn}) is damaged: it is no JSON. {ADVICE}") from fault
    written = facts.get("format") if isinstance(facts, dict) else None
    if isinstance(written, int) and written > FORMAT:
        raise CampaignError(
            f"{name} was written by a newer pbem (format {written}; this one knows {FORMAT}). "
            "Install that version or a later one.",
            damaged=False,
        )
    if written != FORMAT or not _agrees(facts, content):
        raise CampaignError(f"{name} (turn {turn}) is damaged: it has been changed since it was sealed. {ADVICE}")
    if facts["turn"] != turn:
        raise CampaignError(f"{name} (turn {turn}) is the seal of turn {facts['turn']}. {ADVICE}")
    return dict(facts)


def _agrees(facts: Mapping[str, Any], content: bytes) -> bool:
    """Whether a seal is as it was written: its own fingerprint is right, and not a blank was added."""
    try:
        return bool(facts.get("digest") == seal_digest(facts)) and as_json(facts) == content
    except RecursionError:
        return False


class SealedTurn:
    """One sealed turn. What it holds is read from its folder when asked for."""

    def __init__(self, store: Store, game: Game[Any, Any], seal: Mapping[str, Any], place: str = "") -> None:
        self.store = store
        self.place = place or folder(seal["turn"])
        self.game = game
        self.seal = seal
        self.number: int = seal["turn"]
        self.attempt: int = seal["attempt"]
        self.title: str = seal["title"]
        self.moment: str = seal["moment"]
        self.digest: str = seal["digest"]
        self.when: datetime = unstamp(seal["when"])
        self.seats: tuple[Seat, ...] = tuple(seal["campaign"]["seats"])
        self.names: Mapping[Seat, str] = {seat: seal["names"][seat] for seat in self.seats}

    @property
    def due(self) -> datetime | None:
        """The deadline that this turn had."""
        return unstamp(self.seal["due"]) if self.seal["due"] else None

    @property
    def next(self) -> Deadline | None:
        """The deadline of the turn after it, as its reports say."""
        if not self.seal["next"]:
            return None
        return Deadline(datetime.fromisoformat(self.seal["wall"]), unstamp(self.seal["next"]))

    @property
    def seed_told(self) -> bool:
        """Whether its reports published the seed."""
        return self.seal["seed"] is not None

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files, the seal apart."""
        return tuple(self.seal["files"])

    def read(self, name: str) -> bytes:
        """One of its files, checked against the seal."""
        place = f"{self.place}/{name}"
        content = self.store.read(place)
        if self.seal["files"].get(name) != digest(content):
            raise CampaignError(
                f"{place} (turn {self.number}) is damaged: it has been changed since it was sealed. {ADVICE}"
            )
        return content

    @cached_property
    def state(self) -> Any:
        """The position after the turn."""
        return from_json(self.game, json.loads(self.read("state.json")))

    @cached_property
    def record(self) -> Mapping[str, Any]:
        """What ``turn.json`` says: orders, problems, draws, events, asides."""
        told: Mapping[str, Any] = json.loads(self.read("turn.json"))
        return told

    @cached_property
    def sheets(self) -> Mapping[Seat, Sheet]:
        """The pages that counted, parsed again from their text."""
        grammar = grammar_at(self.game, self.seats)
        return {seat: grammar.read(self.page(seat), seat, f"{seat}.txt")[0] for seat in self.record["sheets"]}

    @cached_property
    def turn(self) -> Turn:
        """All of it, as the engine made it."""
        return Turn(
            self.number,
            self.state,
            self.events,
            self.draws,
            self.sheets,
            {seat: tuple(map(problem_from, told)) for seat, told in self.record["problems"].items()},
            tuple(self.record["missed"]),
        )

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return events_from(self.record)

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """Every answer of chance."""
        return tuple(
            Draw(one["stream"], one["question"], one["why"], _answer(one["answer"])) for one in self.record["draws"]
        )

    @cached_property
    def asides(self) -> Mapping[Seat, tuple[Aside, ...]]:
        """Notes, press and private words of its pages."""
        return asides_from(self.record)

    @property
    def edition(self) -> Edition:
        """What its reports say of the campaign."""
        return edition(self.seal, self.record)

    def page(self, seat: Seat) -> str:
        """The page of a seat that counted."""
        return self.read(f"orders/{seat}.txt").decode()

    def words(self, seat: Seat) -> tuple[str, ...]:
        """The pages of a seat of which only the words counted, in the order they came."""
        numbered = [(name, name.removesuffix(".txt").split(".")) for name in self.files if name.startswith("words/")]
        own = [(int(parts[1]) if parts[1:] else 1, name) for name, parts in numbered if parts[0] == f"words/{seat}"]
        return tuple(self.read(name).decode() for _, name in sorted(own))

    def letters(self) -> Any:
        """What ``letters.json`` says."""
        return json.loads(self.read("letters.json"))


def edition(seal: Mapping[str, Any], record: Mapping[str, Any]) -> Edition:
    """What the reports of a turn say of the campaign, from its seal and record alone."""
    campaign = seal["campaign"]
    return Edition(
        title=seal["title"],
        moderator=seal["moderator"],
        turn=seal["turn"],
        names={seat: seal["names"][seat] for seat in campaign["seats"]},
        options=campaign["options"],
        seed_digest=campaign["seed_digest"],
        moment=seal["moment"],
        zone=seal["zone"],
        zones=seal["zones"],
        deadline=unstamp(seal["next"]) if seal["next"] else None,
        sealed_at=unstamp(seal["when"]),
        attempt=seal["attempt"],
        reason=seal["reason"],
        seed=seal["seed"],
        moved=seal.get("moved", ""),
        next_moved=seal.get("next_moved", ""),
        missed=tuple(record["missed"]),
        asides=asides_from(record),
    )


def events_from(record: Mapping[str, Any]) -> tuple[Event, ...]:
    """The events of a record."""
    return tuple(
        Event(
            one["kind"],
            one["facts"],
            None if one["seen_by"] is None else tuple(one["seen_by"]),
            None if one["cause"] is None else (one["cause"][0], one["cause"][1]),
        )
        for one in record["events"]
    )


def asides_from(record: Mapping[str, Any]) -> dict[Seat, tuple[Aside, ...]]:
    """The asides of a record."""
    return {
        seat: tuple(Aside(one["kind"], one["text"], one["name"]) for one in told)
        for seat, told in record["asides"].items()
    }


def problem_from(told: Mapping[str, Any]) -> Problem:
    """A problem of a record."""
    return Problem(told["code"], told["message"], Span(*told["span"]), told["hint"], Weight(told["weight"]))


def _answer(told: int | list[int]) -> int | tuple[int, ...]:
    return told if isinstance(told, int) else tuple(told)
