"""A tree of named documents with atomic commits and a lock. A folder now; a database could stand here later.

A commit is a hidden sibling folder, flushed to the disk, then renamed: before the rename nothing happened, after it
everything did. The store knows no game and no campaign, only names and bytes.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

LOCK = ".lock"

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
CLOSED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
NO_PLACE = frozenset({errno.ENAMETOOLONG, errno.ELOOP})
BUSY = frozenset({errno.EACCES, errno.EAGAIN})


class CampaignError(Exception):
    """A folder that cannot be worked with: the message names the file and says what to do.

    ``damaged`` tells a campaign that needs mending from one that is merely busy, closed or on a full disk.
    """

    def __init__(self, message: str, *, damaged: bool = True) -> None:
        super().__init__(message)
        self.damaged = damaged


class Store:
    """Documents by name, such as ``turns/007/state.json``, in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, name: str) -> Path:
        """Where a document lies."""
        return self.root / name

    def has(self, name: str) -> bool:
        """Whether there is a document or folder of this name."""
        with _disk(name, "read"):
            return self.path(name).exists()

    def read(self, name: str) -> bytes:
        """The content of a document; a missing one is a damage."""
        with _disk(name, "read"):
            return self.path(name).read_bytes()

    def names(self, folder: str) -> tuple[str, ...]:
        """The names in a folder in order, hidden ones apart; none if there is no such folder."""
        with _disk(folder, "read"):
            try:
                found = os.listdir(self.path(folder))
            except (FileNotFoundError, NotADirectoryError):
                return ()
        return tuple(sorted(name for name in found if not name.startswith(".")))

    def put(self, name: str, content: bytes) -> None:
        """Write a document durably, whole or not at all."""
        place = self.path(name)
        draft = place.with_name(f".{place.name}.new")
        with _disk(name, "written", clean=lambda: draft.unlink(missing_ok=True)):
            made = _make_folder(place.parent)
            _write(draft, content)
            os.replace(draft, place)
            for folder in (*made, place.parent):
                _flush(folder)

    def commit(self, folder: str, documents: Mapping[str, bytes]) -> None:
        """Write a whole folder in one step; it must not be there yet."""
        place = self.path(folder)
        draft = place.with_name(f".{place.name}.new")
        with _disk(folder, "written", clean=lambda: _discard(draft)):
            _discard(draft)
            made = _make_folder(place.parent)
            _fill(draft, documents)
            os.rename(draft, place)
            for changed in (*made, place.parent):
                _flush(changed)

    def append(self, name: str, line: str) -> None:
        """Add one line to a document durably. The end of a line that a crash cut short is closed first."""
        place = self.path(name)
        with _disk(name, "written"):
            file = os.open(place, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            try:
                size = os.fstat(file).st_size
                torn = size > 0 and os.pread(file, 1, size - 1) != b"\n"
                content = b"\n" * torn + line.encode("utf-8", "replace") + b"\n"
                written = _try_append(file, content, size)
                assert written == len(content)
                os.fsync(file)
            finally:
                os.close(file)

    def tail(self, name: str, most: int) -> bytes:
        """The last bytes of a document, at most so many; none if there is no such document."""
        with _disk(name, "read"):
            try:
                with self.path(name).open("rb") as file:
                    file.seek(max(0, os.fstat(file.fileno()).st_size - most))
                    return file.read()
            except FileNotFoundError:
                return b""

    def move(self, name: str, to: str) -> None:
        """Give a document or folder another name, in one step."""
        old, new = self.path(name), self.path(to)
        with _disk(name, "moved"):
            _make_folder(new.parent)
            os.rename(old, new)
            for folder in {new.parent, old.parent}:
                _flush(folder)

    @contextmanager
    def lock(self, act: str, since: str = "") -> Iterator[None]:
        """Keep every other command out meanwhile. Whoever comes second is told who is at work, and since when.

        The kernel frees the lock when a process ends, however it ends.
        """
        place = self.path(LOCK)
        with _disk(LOCK, "written"):
            file = os.open(place, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as fault:
                if fault.errno not in BUSY:
                    raise
                raise CampaignError(_busy(self.root, file), damaged=False) from fault
            with suppress(OSError):  # a courtesy to whoever comes second; the lock holds without it
                os.ftruncate(file, 0)
                os.pwrite(file, json.dumps({"act": act, "process": os.getpid(), "since": since}).encode(), 0)
            yield
            with suppress(OSError):
                os.ftruncate(file, 0)
        finally:
            os.close(file)


def why_taken(root: Path) -> str:
    """Why no new folder can be made here, as the end of a sentence; empty if one can."""
    try:
        place = root.resolve()
        if place == Path.cwd():
            return "is the folder you are in"
        return "exists already and is not empty" if place.exists() and not _is_empty(place) else ""
    except (OSError, RuntimeError) as fault:
        return f"cannot be made: {_told(fault)}"


def _is_empty(place: Path) -> bool:
    return place.is_dir() and not any(place.iterdir())


def _told(fault: Exception) -> str:
    words = getattr(fault, "strerror", None) or str(fault)
    return str(words)[:1].lower() + str(words)[1:]


def found_campaign(root: Path, documents: Mapping[str, bytes], secret: frozenset[str] = frozenset()) -> None:
    """Write a whole new tree in one step, beside where it will stand; the secret ones for its owner's eyes only."""
    place = root.resolve()
    draft = place.with_name(f".{place.name[:200]}.new")
    try:
        _discard(draft)
        place.parent.mkdir(parents=True, exist_ok=True)
        _fill(draft, documents)
        for name in secret:
            (draft / name).chmod(0o600)
        os.rename(draft, place)
        _flush(place.parent)
    except OSError as fault:
        with suppress(OSError):
            _discard(draft)
        if fault.errno in FULL | CLOSED:
            raise CampaignError(_sentence(str(root), "written", fault), damaged=False) from fault
        raise CampaignError(f"{root} cannot be made: {_told(fault)}. Name another folder.", damaged=False) from fault


def _busy(root: Path, file: int) -> str:
    """Who is at work, as far as he has said so."""
    try:
        other = json.loads(os.pread(file, 1000, 0))
        who = (
            f"by 'pbem {other['act']}' (process {other['process']}{', since ' * bool(other['since'])}{other['since']})"
        )
    except (ValueError, LookupError, TypeError):
        who = "by another pbem command"
    return f"{root} is in use {who}. Nothing was changed; try again when that has ended."


def _write(place: Path, content: bytes) -> None:
    with place.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _fill(folder: Path, documents: Mapping[str, bytes]) -> None:
    """Write all documents, then flush all: the disk has most of the work done when the second flush is asked for."""
    folders = {folder}
    folder.mkdir()
    files: list[int] = []
    try:
        for name, content in documents.items():
            place = folder / name
            if place.parent not in folders:
                place.parent.mkdir(parents=True, exist_ok=True)
                folders |= {place.parent, *(up for up in place.parent.parents if up.is_relative_to(folder))}
            file = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            files.append(file)
            _write_all(file, content)
        for file in files:
            os.fsync(file)
    finally:
        for file in files:
            os.close(file)
    for made in folders:
        _flush(made)


def _write_all(file: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]


def _try_append(file: int, content: bytes, size: int) -> int:
    """Write at the end in one go; what a full disk took only half of is taken back."""
    try:
        written = os.write(file, content)
    except OSError:
        os.ftruncate(file, size)
        raise
    if written < len(content):
        os.ftruncate(file, size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return written


def _make_folder(folder: Path) -> list[Path]:
    """Make a folder and those above it; the ones whose entries changed by it."""
    made = []
    while not folder.is_dir():
        made.append(folder)
        folder = folder.parent
    for one in reversed(made):
        one.mkdir(exist_ok=True)
    return [one.parent for one in made]


def _flush(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _discard(draft: Path) -> None:
    if draft.is_dir():
        shutil.rmtree(draft)


@contextmanager
def _disk(name: str, done: str, clean: Callable[[], object] | None = None) -> Iterator[None]:
    """What the disk refuses becomes a sentence that names the document; half-made drafts are swept away."""
    try:
        yield
    except OSError as fault:
        if clean is not None:
            with suppress(OSError):
                clean()
        raise CampaignError(
            _sentence(name, done, fault), damaged=fault.errno not in FULL | CLOSED | NO_PLACE
        ) from fault


def _sentence(name: str, done: str, fault: OSError) -> str:
    if isinstance(fault, FileNotFoundError | NotADirectoryError):
        return f"{name} is missing. Put it back from a copy of this folder."
    if fault.errno in FULL:
        return f"{name} cannot be {done}: the disk is full. Make room, then give the command again."
    if fault.errno in CLOSED:
        return (
            f"{name} cannot be {done}: the folder is read-only, or not yours. "
            "Change its permissions, then give the command again."
        )
    return f"{name} cannot be {done}: {fault.strerror or fault}."
