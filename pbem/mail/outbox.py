"""The outbox: each letter of a sealed turn goes out once, through crashes and moody servers.

A letter is *stored* with its finished bytes before anything else, *sending* until the server has answered, then *sent*.
Whoever calls holds the campaign's lock. It knows no campaign: a store, letters that are due and a way are given to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal, Protocol, TypeAlias

from pbem.mail.address import Mailbox
from pbem.mail.route import Answer, Envelope, Fate, Route
from pbem.mail.thread import stem
from pbem.model import Problem, Weight
from pbem.papers import read_json

State: TypeAlias = Literal["stored", "sending", "sent"]


class Store(Protocol):
    """As much of a campaign's store as the outbox needs."""

    def read(self, name: str) -> bytes:
        """The content of a document."""

    def names(self, folder: str) -> Iterable[str]:
        """The names of the documents in a folder; none if there is no such folder."""

    def put(self, name: str, content: bytes) -> None:
        """Writes a document durably, whole or not at all."""


@dataclass(frozen=True, slots=True)
class Due:
    """A letter that a sealed turn names; ``write`` makes its bytes for the present addresses.

    ``seal`` is the digest of the turn's seal: bytes made for another version of the turn are never used.
    """

    turn: int
    attempt: int
    seal: str
    to: str
    kind: str
    sender: Mailbox
    recipient: Mailbox | Problem
    write: Callable[[], bytes | Problem]

    @property
    def name(self) -> str:
        """The name of the letter's files."""
        return stem(self.turn, self.attempt, self.to, self.kind)


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of one letter, kept beside its bytes."""

    state: State
    attempt: int
    seal: str
    sender: str
    recipient: str
    digest: str
    route: str = ""
    answer: str = ""
    tries: int = 0
    when: str = ""


@dataclass
class Posted:
    """What a batch did: names of letters, and problems with the letters that stay behind."""

    sent: list[str] = field(default_factory=list)
    again: list[str] = field(default_factory=list)
    """Of the sent ones, those that may have gone out before: the same bytes and Message-ID were sent once more."""
    found: list[str] = field(default_factory=list)
    """Letters that had gone out before, as was found out now."""
    unknown: list[str] = field(default_factory=list)
    """Letters whose fate is open, because the connection broke before the answer."""
    before: int = 0
    """How many had been sent by earlier batches."""
    problems: list[Problem] = field(default_factory=list)


def folder(turn: int) -> str:
    """Where the letters of a turn are kept."""
    return f"sent/{turn:03}"


def went_out(store: Store, turn: int, attempt: int) -> bool:
    """Whether any letter of this attempt at a turn has left the house, or may have."""
    records = _records(store, turn).values()
    return any(
        isinstance(record, Problem) or (record.attempt == attempt and record.state != "stored") for record in records
    )


def states(store: Store, turn: int) -> dict[str, Record | Problem]:
    """What is known of each letter of a turn, all attempts included, by name."""
    return _records(store, turn)


def send(store: Store, due: Iterable[Due], route: Route, now: datetime) -> Posted:
    """Sends what is due and has not gone out. All letters are finished and stored before the first is tried."""
    batch = _Batch(store, route, now, Posted())
    waiting = [(letter, record) for letter in due if (record := batch.prepare(letter)) is not None]
    if waiting:
        with route:
            batch.post(waiting)
    return batch.posted


def resend(store: Store, letter: Due, route: Route, now: datetime) -> Posted:
    """Sends a letter again that has gone out: the very same bytes, or made out anew if it goes elsewhere now.

    Whatever comes of it, the letter stays sent.
    """
    batch = _Batch(store, route, now, Posted())
    record = batch.remembered(letter)
    if record is not None:
        with route:
            batch.repeat(letter, record)
    return batch.posted


@dataclass(frozen=True, slots=True)
class _Batch:
    """One round of sending."""

    store: Store
    route: Route
    now: datetime
    posted: Posted

    def prepare(self, letter: Due) -> Record | None:
        """The record of a letter that has to go out, its bytes stored; nothing if it is sent already or cannot go."""
        record = _record(self.store, letter)
        if isinstance(record, Problem):
            self.posted.problems.append(record)
            return None
        if record is not None and record.state == "sent":
            self.posted.before += 1
            return None
        if isinstance(letter.recipient, Problem):
            self.posted.problems.append(letter.recipient)
            return None
        if record is not None and self._is_finished(letter, letter.recipient, record):
            return record
        return self._store(letter, letter.recipient, record)

    def _is_finished(self, letter: Due, recipient: Mailbox, record: Record) -> bool:
        """Whether the stored bytes are whole and still go from and to the right addresses."""
        addresses = (record.sender, record.recipient) == (_shown(letter.sender), _shown(recipient))
        return addresses and _digest(_bytes(self.store, letter)) == record.digest

    def _store(self, letter: Due, recipient: Mailbox, before: Record | None) -> Record | None:
        content = letter.write()
        if isinstance(content, Problem):
            self.posted.problems.append(content)
            return None
        sender, to = _shown(letter.sender), _shown(recipient)
        record = Record("stored", letter.attempt, letter.seal, sender, to, _digest(content))
        if before is not None and before.digest == record.digest:
            record = replace(before, sender=sender, recipient=to)
        elif before is not None and before.state == "sending":
            self._tell(f"{letter.name} may have gone to {before.recipient} before; now it goes to {to}.")
        self.store.put(f"{folder(letter.turn)}/{letter.name}.eml", content)
        self._keep(letter, record)
        return record

    def remembered(self, letter: Due) -> Record | None:
        """The record of a letter that has gone out, its bytes at hand; or nothing, and why."""
        record = _record(self.store, letter)
        if record is None or (isinstance(record, Record) and record.state != "sent"):
            record = Problem("not-sent", f"{letter.name} has not gone out yet.", hint="It goes with 'pbem send'.")
        problem = next((one for one in (record, letter.recipient) if isinstance(one, Problem)), None)
        if problem is not None:
            self.posted.problems.append(problem)
            return None
        assert isinstance(record, Record) and isinstance(letter.recipient, Mailbox)
        if self._is_finished(letter, letter.recipient, record):
            return record
        return self._made_anew(letter, letter.recipient, record)

    def _made_anew(self, letter: Due, recipient: Mailbox, before: Record) -> Record | None:
        """The letter for the address of today, or for the same one if its bytes are lost; Message-ID and text stay."""
        content = letter.write()
        if isinstance(content, Problem):
            self.posted.problems.append(content)
            return None
        sender, to = _shown(letter.sender), _shown(recipient)
        if (sender, to) != (before.sender, before.recipient):
            self._tell(f"{letter.name} went from {before.sender} to {before.recipient}; now from {sender} to {to}.")
        elif _digest(content) != before.digest:
            self._tell(f"The bytes of {letter.name} were lost or changed; it was made anew.")
        record = replace(before, sender=sender, recipient=to, digest=_digest(content))
        self.store.put(f"{folder(letter.turn)}/{letter.name}.eml", content)
        self._keep(letter, record)
        return record

    def repeat(self, letter: Due, record: Record) -> None:
        """Hands over a letter once more. It has arrived before, so that no answer can change its state."""
        problem = self.route.ready()
        if problem is not None:
            self.posted.problems.append(problem)
            return
        assert isinstance(letter.recipient, Mailbox)
        content, again = _bytes(self.store, letter), replace(record, tries=record.tries + 1, when=_stamp(self.now))
        self._keep(letter, again)  # nothing is sent that could not be remembered
        answer = self.route.deliver(Envelope(letter.name, letter.sender.address, letter.recipient.address, content))
        self._keep(letter, replace(again, route=self.route.name, answer=answer.words))
        match answer.fate:
            case Fate.TAKEN:
                self.posted.sent.append(letter.name)
            case Fate.THERE:
                self.posted.found.append(letter.name)
            case Fate.REFUSED:
                message = f"{letter.name} was not taken: {answer.words}."
                self.posted.problems.append(Problem("refused", message, hint="Give the command again later."))
            case Fate.UNKNOWN:
                message = f"Whether {letter.name} arrived is not known: {answer.words}."
                self.posted.problems.append(Problem("unknown-fate", message, hint="Ask, or give the command again."))

    def post(self, waiting: Iterable[tuple[Due, Record]]) -> None:
        """Hands letters over one by one; gives up when no connection can be had or two in a row break."""
        broken = 0
        for letter, record in waiting:
            problem = self.route.ready()
            if problem is None and broken == 2:
                problem = Problem(
                    "connection", "Two connections broke in a row; the rest waits.", hint="Send again later."
                )
            if problem is not None:
                self.posted.problems.append(problem)
                return
            answer = self._try(letter, record)
            broken = broken + 1 if answer.fate is Fate.UNKNOWN else 0

    def _try(self, letter: Due, before: Record) -> Answer:
        record = replace(before, state="sending", route=self.route.name, tries=before.tries + 1, when=_stamp(self.now))
        self._keep(letter, record)
        assert isinstance(letter.recipient, Mailbox)
        content = _bytes(self.store, letter)
        envelope = Envelope(letter.name, letter.sender.address, letter.recipient.address, content)
        answer = self.route.deliver(envelope)
        self._keep(letter, replace(record, state=_next(before, answer), answer=answer.words))
        self._note(letter, before, answer)
        return answer

    def _note(self, letter: Due, before: Record, answer: Answer) -> None:
        name = letter.name
        match answer.fate:
            case Fate.TAKEN:
                self.posted.sent.append(name)
                if before.state == "sending":
                    self.posted.again.append(name)
                    self._tell(f"{name} may have gone out before: the very same letter was sent again.")
            case Fate.THERE:
                self.posted.found.append(name)
            case Fate.REFUSED:
                hint = "It is kept and goes with the next send."
                self.posted.problems.append(Problem("refused", f"{name} was not taken: {answer.words}.", hint=hint))
            case Fate.UNKNOWN:
                self.posted.unknown.append(name)
                message = f"Whether {name} arrived is not known: {answer.words}."
                hint = "The next send repeats the very same letter, so that mail programs can tell."
                self.posted.problems.append(Problem("unknown-fate", message, hint=hint))

    def _tell(self, message: str) -> None:
        self.posted.problems.append(Problem("again", message, weight=Weight.NOTE))

    def _keep(self, letter: Due, record: Record) -> None:
        text = json.dumps(asdict(record), sort_keys=True, indent=1, ensure_ascii=False)
        self.store.put(f"{folder(letter.turn)}/{letter.name}.json", f"{text}\n".encode("utf-8", "replace"))


def _next(before: Record, answer: Answer) -> State:
    """A refusal does not tell what became of an earlier, unanswered attempt: that stays open."""
    if answer.fate in (Fate.TAKEN, Fate.THERE):
        return "sent"
    return "sending" if answer.fate is Fate.UNKNOWN or before.state == "sending" else "stored"


def _record(store: Store, letter: Due) -> Record | Problem | None:
    """What is known of a letter of this version of its turn."""
    if f"{letter.name}.json" not in set(store.names(folder(letter.turn))):
        return None
    record = _read(store, f"{folder(letter.turn)}/{letter.name}.json")
    return None if isinstance(record, Record) and record.seal != letter.seal else record


def _records(store: Store, turn: int) -> dict[str, Record | Problem]:
    names = [name for name in store.names(folder(turn)) if name.endswith(".json")]
    return {name.removesuffix(".json"): _read(store, f"{folder(turn)}/{name}") for name in names}


def _read(store: Store, name: str) -> Record | Problem:
    """A record; of a damaged one nobody can say whether the letter went out, so that a person must."""
    try:
        facts: Any = read_json(store.read(name))
        record = Record(**facts)
    except (ValueError, TypeError):
        record = None
    if record is not None and record.state in ("stored", "sending", "sent"):
        return record
    hint = "If the letter has not gone out, delete this file and send again."
    return Problem("outbox", f"{name} is damaged, so that its letter waits.", hint=hint, weight=Weight.UNREADABLE)


def _bytes(store: Store, letter: Due) -> bytes:
    name = f"{letter.name}.eml"
    return store.read(f"{folder(letter.turn)}/{name}") if name in set(store.names(folder(letter.turn))) else b""


def _shown(mailbox: Mailbox) -> str:
    return f"{mailbox.name} <{mailbox.address}>".strip()


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _stamp(now: datetime) -> str:
    return now.astimezone(UTC).isoformat()
