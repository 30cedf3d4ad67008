"""A campaign's own papers spoilt by hand, by a bad disk or by another program: a sentence, and never a traceback."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.prompt import Typed

PAGE = "buy a shovel\nrock at A, B; gold at C, D, E\n"

SPOILT = (b"", b"null", b"{}", b"[" * 50_000, bytes(range(256)))

PAPERS: dict[str, tuple[bytes, ...]] = {
    "desk/002/ann.json": (
        b'{"received": "noon", "fault": {}}',
        b'{"received": "2026-01-01T00:00:00Z", "fault": 7}',
    ),
    "desk/002/ann.txt": (),
    "log.jsonl": (b'{"act": 7, "when": "2026-13-01"}',),
    "seed": (),
    "sent/000/000-ann-report.json": (b'{"state": "sent"}',),
    "turns/001/letters.json": (),
    "turns/001/seal.json": (b'{"format": 1, "x": ' + b"[" * 900 + b"]" * 900 + b"}",),
    "turns/001/state.json": (),
    "undone/001-a/undo.json": (
        b'{"turns": [], "desk": [], "order": "x", "attempts": {}}',
        b'{"turns": ["a"], "desk": ["b"], "order": 1, "attempts": [], "reason": "", "when": "2026-01-01T00:00:00Z"}',
    ),
}
"""Papers of a campaign, and what else spoils each."""

COMMANDS = (
    ("status",),
    ("log",),
    ("verify",),
    ("show", "--changes"),
    ("send", "--to", "letters"),
    ("run", "--missing", "nmr", "--really"),
)


@pytest.fixture
def played(pbem: Typed, mine: Path) -> Path:
    """One turn played, taken back and played again; letters of the set-up sent, a page for turn 2 on the desk."""
    pbem("send", mine, "--to", mine.parent / "letters")
    for _ in range(2):
        for seat in ("ann", "bob", "cy"):
            pbem("file", mine, seat, "-", "--quiet", typed=PAGE)
        pbem("run", mine)
        if not (mine / "undone").exists():
            pbem("undo", mine, "--turn", "1", "--reason", "a slip")
    pbem("file", mine, "ann", "-", "--quiet", typed="move A\ndig\nrock A B\ngold C D E\n")
    return mine


@pytest.fixture
def spoilt(played: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, bytes], Path]:
    """A fresh copy of the campaign, with one paper spoilt."""
    monkeypatch.chdir(played.parent)

    def copy(paper: str, content: bytes) -> Path:
        shutil.rmtree("copy", ignore_errors=True)
        shutil.copytree(played, "copy")
        Path("copy", paper).write_bytes(content)
        return Path("copy")

    return copy


@pytest.mark.parametrize("paper", PAPERS)
def test_every_command_ends_in_words(pbem: Typed, spoilt: Callable[[str, bytes], Path], paper: str) -> None:
    """Whatever stands in a paper, each command works or says what is wrong."""
    for content in (*SPOILT, *PAPERS[paper]):
        campaign = spoilt(paper, content)
        for act, *more in COMMANDS:
            result = pbem(act, campaign, *more, code=None, typed=PAGE)
            assert result.exit_code in (0, 1, 3), (content[:40], act, result.output)
            assert result.output.strip() or act == "log", (content[:40], act)
