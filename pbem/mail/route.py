"""The ways a letter can go: what every way must answer, and the plain way of laying letters in a folder.

A way is told the finished bytes and says what became of them; it keeps no record and changes no byte.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from pbem.model import Problem


class Fate(StrEnum):
    """What became of a letter that was handed over."""

    TAKEN = "taken"
    """The other side said that it has it."""
    THERE = "there already"
    """It had gone out before: the very same bytes lie there."""
    REFUSED = "refused"
    """It was not taken, for certain."""
    UNKNOWN = "unknown"
    """The connection broke before an answer came."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The fate of one letter, with the other side's words."""

    fate: Fate
    words: str = ""


@dataclass(frozen=True, slots=True)
class Envelope:
    """One finished letter: the name of its file, whom it is from and to, and its bytes."""

    name: str
    sender: str
    recipient: str
    letter: bytes


class Route(Protocol):
    """A way for letters, open for one batch."""

    name: str

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def ready(self) -> Problem | None:
        """Makes sure that a letter can be handed over now, or says why none can."""

    def deliver(self, envelope: Envelope) -> Answer:
        """Hands one letter over."""


class Folder:
    """Letters as ``.eml`` files in a folder, for a mail program or another machine to pick up."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = f"the folder {path}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None: ...

    def ready(self) -> Problem | None:
        """The folder is there, or is made."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            return Problem("folder", f"The folder {self.path} cannot be made: {_reason(fault)}.")
        return None

    def deliver(self, envelope: Envelope) -> Answer:
        """Writes the file whole or not at all, and never over another."""
        place = self.path / f"{envelope.name}.eml"
        try:
            return self._write(place, envelope.letter)
        except FileExistsError:
            return self._compare(place, envelope.letter)
        except OSError as fault:
            return Answer(Fate.REFUSED, f"{place} cannot be written: {_reason(fault)}")

    def _write(self, place: Path, letter: bytes) -> Answer:
        if place.exists() or place.is_symlink():
            raise FileExistsError(place)
        hidden = place.with_name(f".{place.name}.new")
        try:
            with hidden.open("wb") as file:
                file.write(letter)
                file.flush()
                os.fsync(file.fileno())
            publish(hidden, place)
        finally:
            hidden.unlink(missing_ok=True)
        _flush(self.path)
        return Answer(Fate.TAKEN)

    def _compare(self, place: Path, letter: bytes) -> Answer:
        try:
            same = place.read_bytes() == letter
        except OSError as fault:
            return Answer(Fate.REFUSED, f"{place} cannot be read: {_reason(fault)}")
        if same:
            return Answer(Fate.THERE)
        return Answer(Fate.REFUSED, f"{place} is another file already; move it away")


def publish(hidden: Path, place: Path) -> None:
    """Gives the finished file its name; a link refuses to replace a file that another program made meanwhile."""
    try:
        os.link(hidden, place)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        os.replace(hidden, place)


def _flush(folder: Path) -> None:
    """The name of a new file is durable once its folder is; some file systems cannot promise it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def _reason(fault: OSError) -> str:
    return (fault.strerror or str(fault)).lower()
