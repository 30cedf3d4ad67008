"""The list of letters that is sealed with a turn: subjects, Message-IDs and what answers what.

All of it follows from the sealed turn and tells nothing secret. It is light, since every run makes such a list, and it
knows no addresses, no folder and no clock.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias, cast

from pbem.mail.address import file_name, plain
from pbem.model import Problem, Seat, Weight

Kind: TypeAlias = Literal["report", "summary"]

DOMAIN = "pbem.invalid"
"""Message-IDs must stay the same when the moderator's provider changes, so that they name no real host."""

SHAPE = re.compile(r"<[0-9a-z.-]{1,60}@[0-9a-z.-]{1,60}>")
READERS = {"report": re.compile(r"[a-z][a-z0-9-]*"), "summary": re.compile(r"observer-[1-9][0-9]{0,3}")}
REMEMBERED = 4
"""How many earlier letters a letter refers to, besides the root."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What all letters of a sealed turn have in common; ``campaign`` is the seed's published digest."""

    campaign: str
    title: str
    turn: int
    moment: str
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One letter as ``letters.json`` names it: to a seat or ``observer-1``, and which sealed papers go in."""

    kind: Kind
    to: str
    subject: str
    message_id: str
    in_reply_to: str
    references: tuple[str, ...]
    text: str
    html: str
    svg: str

    def facts(self) -> dict[str, Any]:
        """The entry as plain JSON values."""
        return asdict(self) | {"references": list(self.references)}


def letters(heading: Heading, seats: Sequence[Seat], observers: int, before: Iterable[Entry] = ()) -> tuple[Entry, ...]:
    """The letters of a turn: a report for each seat, the summary for each observer; ``before``: of the turn before."""
    last = {(entry.kind, entry.to): entry for entry in before}
    due: list[tuple[Kind, str]] = [("report", seat) for seat in seats]
    due += [("summary", f"observer-{number}") for number in range(1, observers + 1)]
    return tuple(_entry(heading, kind, to, last.get((kind, to))) for kind, to in due)


def _entry(heading: Heading, kind: Kind, to: str, before: Entry | None) -> Entry:
    root = root_id(heading.campaign, to)
    earlier = (*before.references[1:], before.message_id)[-REMEMBERED:] if before else ()
    paper = f"reports/{to if kind == 'report' else 'public'}"
    return Entry(
        kind=kind,
        to=to,
        subject=subject(heading),
        message_id=message_id(heading, to, kind),
        in_reply_to=earlier[-1] if earlier else root,
        references=(root, *earlier),
        text=f"{paper}.txt",
        html=f"{paper}.html",
        svg=f"{paper}.svg",
    )


def subject(heading: Heading) -> str:
    """Title, turn and the game's own word for the moment; marked if it corrects what was published before."""
    moment = plain(heading.moment, 50)
    corrected = "[corrected] " if heading.attempt else ""
    return plain(f"{corrected}{plain(heading.title, 80)}: turn {heading.turn}{', ' * bool(moment)}{moment}")


def message_id(heading: Heading, to: str, kind: Kind) -> str:
    """The one Message-ID of this letter, however often it is made."""
    return _id(heading.campaign, str(heading.turn), str(heading.attempt), to, kind)


def root_id(campaign: str, to: str) -> str:
    """What all letters of a campaign to one reader refer to, so that a mail program shows them as one thread."""
    return _id(campaign, "root", to)


def _id(*parts: str) -> str:
    return f"<{_digest('letter', *parts)[:32]}@{DOMAIN}>"


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "backslashreplace")).hexdigest()


def stem(turn: int, attempt: int, to: str, kind: str) -> str:
    """The name of a letter's files: ``003-ann-report``, then ``003-ann-report-corrected``, ``…-corrected-2``."""
    again = ("corrected", attempt)[: min(attempt, 2)]
    safe = file_name(to)
    if safe != to:  # two readers never share a file
        safe = f"{safe}-{_digest(to)[:8]}"
    return "-".join((f"{turn:03}", safe, kind, *map(str, again)))


def read_entries(raw: object, source: str) -> tuple[Entry, ...] | Problem:
    """The letters that a ``letters.json`` names, or that it is damaged."""
    if isinstance(raw, Sequence) and not isinstance(raw, str | bytes):
        entries = tuple(_read(one) for one in raw)
        found = tuple(entry for entry in entries if entry is not None)
        if len(found) == len(entries):
            return found
    return Problem("letters", f"{source} is damaged: it is no list of letters.", weight=Weight.UNREADABLE)


def _read(raw: object) -> Entry | None:
    if not isinstance(raw, Mapping):
        return None
    texts = {
        name: raw.get(name) for name in ("kind", "to", "subject", "text", "html", "svg", "message_id", "in_reply_to")
    }
    references = raw.get("references")
    if not all(isinstance(text, str) for text in texts.values()) or not isinstance(references, list):
        return None
    ids = (texts["message_id"], texts["in_reply_to"], *references)
    shape = READERS.get(str(texts["kind"]))
    if shape is None or not shape.fullmatch(str(texts["to"])) or not all(SHAPE.fullmatch(str(one)) for one in ids):
        return None
    return Entry(**cast(Any, texts), references=tuple(references))
