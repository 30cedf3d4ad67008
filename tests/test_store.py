"""The store: whole or not at all, one at a time, and plain words when the disk refuses."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.store import CampaignError, Store, found_campaign


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return Store(tmp_path)


@contextmanager
def little_room(bytes_left: int) -> Iterator[None]:
    """A disk on which no file can grow beyond this."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def everything(root: Path) -> dict[str, bytes]:
    """All documents below a folder."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def test_a_commit_is_there_whole(store: Store) -> None:
    """All documents of a folder, those in folders of their own, too."""
    store.commit("turns/007", {"state.json": b"s", "reports/ann.txt": b"a", "reports/deep/er.txt": b"d"})

    assert {"turns/007/state.json", "turns/007/reports/ann.txt", "turns/007/reports/deep/er.txt"} == set(
        everything(store.root)
    )
    assert b"s" == store.read("turns/007/state.json")
    assert ("reports", "state.json") == store.names("turns/007")


def test_a_commit_does_not_replace(store: Store) -> None:
    """What is sealed stays."""
    store.commit("turns/007", {"state.json": b"first"})

    with pytest.raises(CampaignError, match="turns/007 cannot be written"):
        store.commit("turns/007", {"state.json": b"second"})
    assert {"turns/007/state.json": b"first"} == everything(store.root)


def test_what_a_crash_left_does_not_disturb(store: Store) -> None:
    """A draft of a commit that never came to its end is hidden, and swept away by the next."""
    store.path("turns/.007.new/reports").mkdir(parents=True)
    store.path("turns/.007.new/reports/old.txt").write_bytes(b"old")

    assert () == store.names("turns")
    store.commit("turns/007", {"state.json": b"s"})
    assert {"turns/007/state.json": b"s"} == everything(store.root)


def test_a_full_disk_leaves_the_old(store: Store) -> None:
    """A commit, a document and a line that find no room say so and leave nothing behind."""
    store.put("desk/ann.txt", b"old")
    store.append("log.jsonl", "one")
    before = everything(store.root)

    acts: list[Callable[[], None]] = [
        lambda: store.commit("turns/007", {"a": b"1", "b": b"1234567"}),
        lambda: store.put("desk/ann.txt", b"1234567"),
        lambda: store.append("log.jsonl", "two and more"),
    ]
    with little_room(6):
        for act in acts:
            with pytest.raises(CampaignError, match="the disk is full") as caught:
                act()
            assert not caught.value.damaged
    assert before == everything(store.root)


def test_a_closed_folder_says_so(store: Store) -> None:
    """Where another user may not write, no act leaves a trace, and the message says what to do."""
    store.put("desk/ann.txt", b"old")
    store.root.chmod(0o755)
    for parent in (store.root, *store.root.parents):
        if parent.stat().st_uid == os.geteuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o055)

    assert [
        "desk/ann.txt cannot be written: the folder is read-only, or not yours. "
        "Change its permissions, then give the command again.",
        ".lock cannot be written: the folder is read-only, or not yours. "
        "Change its permissions, then give the command again.",
        "turns/001 cannot be written: the folder is read-only, or not yours. "
        "Change its permissions, then give the command again.",
    ] == _as_nobody(store)


def _as_nobody(store: Store) -> list[str]:
    """What another user is told."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(_try, (store.root,))


def _try(root: Path) -> list[str]:
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    else:
        for path in (root, *root.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
    store, told = Store(root), []
    acts: list[Callable[[], None]] = [
        lambda: store.put("desk/ann.txt", b"n"),
        lambda: _lock(store),
        lambda: store.commit("turns/001", {}),
    ]
    for act in acts:
        try:
            act()
        except CampaignError as fault:
            told.append(str(fault))
    return told


def _lock(store: Store) -> None:
    with store.lock("run"):
        pass


def test_a_put_replaces_whole(store: Store) -> None:
    """A document is the old one or the new one."""
    store.put("desk/001/ann.txt", b"old")
    store.put("desk/001/ann.txt", b"new")

    assert {"desk/001/ann.txt": b"new"} == everything(store.root)


def test_lines_are_added(store: Store) -> None:
    """A line cut short by a crash is closed before the next."""
    store.append("log.jsonl", "one")
    store.path("log.jsonl").write_bytes(b"one\ntw")
    store.append("log.jsonl", "three")

    assert b"one\ntw\nthree\n" == store.read("log.jsonl")
    assert b"hree\n" == store.tail("log.jsonl", 5)
    assert b"" == store.tail("nothing.jsonl", 5)


def test_a_missing_document_is_named(store: Store) -> None:
    """A damage says which file, and what to do."""
    with pytest.raises(CampaignError, match=r"turns/007/state\.json is missing\. Put it back") as caught:
        store.read("turns/007/state.json")
    assert caught.value.damaged


def test_a_move_takes_a_folder_along(store: Store) -> None:
    """A folder goes elsewhere in one step, into one that is made for it."""
    store.commit("turns/007", {"state.json": b"s"})
    store.move("turns/007", "undone/007-a/007")

    assert {"undone/007-a/007/state.json": b"s"} == everything(store.root)


def test_the_second_is_told_who_is_first(store: Store) -> None:
    """A lock held by another names its command, process and time, and is free again afterwards."""
    other = Store(store.root)
    with store.lock("run", "2026-12-06T20:00:00Z"):
        told = rf"in use by 'pbem run' \(process {os.getpid()}, since 2026-12-06T20:00:00Z\)"
        with pytest.raises(CampaignError, match=told) as caught, other.lock("file"):
            raise AssertionError("two at once")
    assert not caught.value.damaged
    with other.lock("file"):
        pass


def test_a_lock_without_a_word_still_holds(store: Store) -> None:
    """Where the other could not write who it is, the message does without."""
    with store.lock("run"):
        store.path(".lock").write_text("?")
        with pytest.raises(CampaignError, match="in use by another pbem command"), Store(store.root).lock("file"):
            raise AssertionError("two at once")


def test_a_crash_frees_the_lock(store: Store) -> None:
    """A process that ends by force holds nothing any more."""
    child = os.fork()
    if child == 0:
        with store.lock("run"):
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)

    with store.lock("file"):
        pass


def test_a_tree_is_founded_in_one_step(tmp_path: Path) -> None:
    """All of it or nothing, and the secret for its owner's eyes only; an empty folder may be there already."""
    root = tmp_path / "far" / "game"
    root.mkdir(parents=True)
    found_campaign(root, {"seed": b"s", "turns/000/seal.json": b"{}"}, secret=frozenset({"seed"}))

    assert {"seed": b"s", "turns/000/seal.json": b"{}"} == everything(root)
    assert 0o600 == (root / "seed").stat().st_mode & 0o777
    with pytest.raises(CampaignError, match="game cannot be made"):
        found_campaign(root, {"seed": b"t"})
    assert ["game"] == [path.name for path in (tmp_path / "far").iterdir()]
