"""The tutorial is true: its blocks, put together in an empty folder, are the game beside it, and its commands work."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
BLOCK = re.compile(r"^```(?P<label>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
NOW = "2026-11-30 09:00"


def blocks() -> Iterator[tuple[str, str]]:
    """What each block of the tutorial is, and its content."""
    for match in BLOCK.finditer((HERE / "README.md").read_text("utf-8")):
        yield match["label"], match["body"]


def files() -> dict[str, str]:
    """The files that a reader of the tutorial writes; a later block of the same name goes on where the first ended."""
    written: dict[str, str] = {}
    for label, body in blocks():
        _, _, name = label.partition(" ")
        if not name:
            continue
        gap = "" if name not in written else "\n" if body.startswith(" ") else "\n\n"
        written[name] = written.get(name, "") + gap + body
    return written


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which everything that the tutorial names has been written."""
    folder = tmp_path_factory.mktemp("bench")
    for name, text in files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    tools = folder / ".tools"
    tools.mkdir()
    (tools / "pbem").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pbem "$@"\n')
    (tools / "pbem").chmod(0o755)
    (tools / "python").symlink_to(sys.executable)
    return folder


def typed(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a command answers in this folder, which alone holds the game."""
    checkout = HERE.parent.parent
    env = os.environ | {
        "PATH": f"{folder / '.tools'}:{os.environ['PATH']}",
        "PYTHONPATH": f"{folder}:{checkout}",
        "PBEM_NOW": NOW,
    }
    return subprocess.run(["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, check=False)


def lacks(shown: list[str], answer: str) -> str:
    """The first shown line that an answer lacks, in order; ``…`` stands for what was left out."""
    lines, at = [line.strip() for line in answer.splitlines()], 0
    for line in shown:
        if line.strip() in ("", "…"):
            continue
        wanted = re.compile(".*".join(map(re.escape, line.strip().split("…"))))
        found = next((place for place in range(at, len(lines)) if wanted.fullmatch(lines[place])), None)
        if found is None:
            return line
        at = found + 1
    return ""


def test_the_blocks_are_the_game() -> None:
    """Every file of the tutorial that also stands beside it is the same, letter for letter."""
    written = files()
    beside = {name for name in written if name.startswith("moonrakers")}

    assert {"moonrakers/__init__.py", "moonrakers-1.0.dist-info/entry_points.txt"} <= beside
    for name in sorted(beside):
        assert (HERE / name).read_text("utf-8") == written[name], name


def test_nothing_of_the_game_is_left_out() -> None:
    """What the tutorial does not print is the demo only."""
    there = {path.relative_to(HERE).as_posix() for path in (HERE / "moonrakers").rglob("*") if path.is_file()}
    left = {name for name in there - files().keys() if not re.search(r"/(orders|__pycache__)/", name)}

    assert set() == left


def test_the_commands_answer_as_shown(bench: Path) -> None:
    """Typing the commands from top to bottom gives what the tutorial shows."""
    for label, body in blocks():
        if label != "console":
            continue
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            done = typed(command, bench)

            assert 0 == done.returncode, f"{command}\n{done.stdout}\n{done.stderr}"
            assert "" == lacks(shown, done.stdout), f"{command}\n{done.stdout}"
