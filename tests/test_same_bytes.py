"""The same pages and seed give the same bytes: whatever the hash seed, the time zone, the locale, the order of filing
and the Python. ``make test-pythons`` adds every other Python that it finds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGES = {
    "zoe": (
        "buy 2 shovels and a pickaxe\nrock at M\ngolds at F, J and B",
        "move c\ndig pickaxe\nrock B, golds A, A, C",
    ),
    "ann": ("BUY 3 PICKAXE\nROCK AT B\nGOLD AT C, C, C", "MOVE B\nDIG\nROCK AT C\nGOLD AT D, E, E\npress: Glück auf!"),
    "mia": ("buy a shovel\nplace a rock at P, golds at O, N and A", "go to E and dig with the shovel"),
    "bob": ("purchase a pickaxe\nrock: C / gold: E, E, D", "stay\nnote: I am away next week\nrock at N"),
}
ORDERS = (tuple(PAGES), tuple(reversed(PAGES)))
WORLDS = {
    "hash seed, Auckland, Turkish": {"PYTHONHASHSEED": "12345", "TZ": "Pacific/Auckland", "LC_ALL": "tr_TR.UTF-8"},
    "half an hour, plain locale": {"PYTHONHASHSEED": "0", "TZ": "America/St_Johns", "LC_ALL": "C", "PYTHONUTF8": "0"},
    "German locale": {"PYTHONHASHSEED": "7", "LC_ALL": "de_DE.UTF-8"},
}
OTHERS = [python for python in os.environ.get("PBEM_PYTHONS", "").split(":") if python]


def command(python: str, world: dict[str, str], *words: str, page: str = "") -> None:
    """One command at a fixed time, in a process of its own."""
    environ = {**os.environ, "PBEM_NOW": "2026-12-01T10:00:00Z", **world}
    done = subprocess.run(
        [python, "-m", "pbem", *words], input=page.encode(), env=environ, capture_output=True, check=False
    )
    assert done.returncode == 0, (words, done.stdout, done.stderr)


def sealed(
    folder: Path, order: tuple[str, ...], world: dict[str, str], python: str = sys.executable
) -> dict[str, bytes]:
    """Every byte of a campaign of two turns and its letters."""
    seats = [f"--seat={seat}={seat.title()} Miner <{seat}@example.org>" for seat in PAGES]
    place = str(folder / "campaign")
    fixed = (
        "--seed",
        "the same seed every time, long enough",
        "--deadline",
        "2026-12-06 20:00",
        "--zone",
        "Europe/Paris",
    )
    command(
        python, world, "new", "elfengold", place, *seats, *fixed, "--title", "Same", "--moderator", "K <k@example.org>"
    )
    for turn in range(2):
        for seat in order:
            command(python, world, "file", place, seat, "-", page=PAGES[seat][turn] + "\n")
        command(python, world, "run", place, "--really")
    command(python, world, "send", place, "--to", str(folder / "letters"))
    told = {}
    for part in ("campaign/turns", "letters"):
        for file in sorted((folder / part).rglob("*")):
            if file.is_file():
                told[str(file.relative_to(folder))] = file.read_bytes()
    shutil.rmtree(folder)
    return told


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The campaign in the usual world."""
    return sealed(tmp_path_factory.mktemp("usual"), ORDERS[0], {})


@pytest.mark.parametrize("world", WORLDS)
def test_the_world_changes_nothing(world: str, usual: dict[str, bytes], tmp_path: Path) -> None:
    """Hash seed, time zone and locale leave no trace."""
    assert usual == sealed(tmp_path / "other", ORDERS[0], WORLDS[world])


def test_the_order_of_filing_changes_nothing(usual: dict[str, bytes], tmp_path: Path) -> None:
    """Who sent first makes no difference."""
    assert usual == sealed(tmp_path / "other", ORDERS[1], {})


def test_other_pythons_agree(usual: dict[str, bytes], tmp_path: Path) -> None:
    """Every other Python named gives the same bytes; this one does so twice."""
    for number, python in enumerate((*OTHERS, sys.executable)):
        assert usual == sealed(tmp_path / str(number), ORDERS[0], {}, python), python
