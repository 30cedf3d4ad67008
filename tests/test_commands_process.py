"""The commands as the machine runs them: how they start, another user, a full disk, two at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.prompt import Typed
from tests.test_commands_bad_input import GOOD, tree

HEAVY = {"jinja2", "pydantic", "yaml", "resvg_py", "smtplib", "email.message"}

AS_NOBODY = """
import os, sys
from pbem.commands import main
main(["check", sys.argv[1], "ann", sys.argv[2]], standalone_mode=False)  # everything is loaded while it may be
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
main(sys.argv[3:])
"""

ON_A_FULL_DISK = """
import resource, sys
from pbem.commands import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
main(sys.argv[2:])
"""


def python(*words: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs this Python in a process of its own."""
    env = os.environ | {"PBEM_NOW": "2026-11-30 09:00"} | more
    return subprocess.run(
        [sys.executable, *map(str, words)], env=env, capture_output=True, text=True, check=False, timeout=60
    )


def test_help_comes_at_once() -> None:
    """The help page is printed without loading what only work needs."""
    script = "import sys; from pbem.commands import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    answer = python("-c", script)

    assert "Usage:" in answer.stdout
    assert set() == HEAVY & set(answer.stdout.splitlines()[-1].split())


def test_as_a_module() -> None:
    """``python -m pbem`` is the same command."""
    assert "pbem 0." in python("-m", "pbem", "--version").stdout


@pytest.mark.parametrize("codec", ["ascii", "latin-1"])
def test_letters_that_a_terminal_cannot_show(pbem: Typed, tmp_path: Path, codec: str) -> None:
    """A name, a title or a path in other letters is shown as far as that goes; the command does its work."""
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/gr\xfcn"))
    pbem("new", "elfengold", folder, "--title", "Мир 🏔 Größe", "--seat", "ann=Ἀνν", "--seat", "bob=Bob")
    for words in (("status", folder), ("verify", folder), ("show", folder), ("status", f"{folder}x")):
        command = [os.fsencode(str(word)) for word in (sys.executable, "-m", "pbem", *words)]
        environ = {**os.environ, "PYTHONIOENCODING": codec}
        done = subprocess.run(command, capture_output=True, env=environ, check=False)
        assert b"Traceback" not in done.stderr
        assert done.returncode == (1 if words[1] != folder else 0), done.stderr


def test_bytes_that_are_no_letters(tmp_path: Path) -> None:
    """Typed into any text, or part of a file's name: marked as unknown, and never a traceback."""
    odd, home = b"A\xffB", os.fsencode(tmp_path)
    page = home + b"/p\xffge.txt"
    Path(os.fsdecode(page)).write_text(GOOD)
    new = (b"new", b"elfengold", b"m", b"--seat", b"ann=A <a@example.org>", b"--seat", b"bob=" + odd)
    time = (b"--to", b"2026-12-30 20:00")
    steps = (
        (*new, b"--seed", odd, b"--title", odd, b"--moderator", odd + b" <k@example.org>", b"--observer", odd),
        (b"file", b"m", b"ann", page),
        (b"extend", b"m", *time, b"--reason", odd),
        (b"run", b"m", b"--missing", b"nmr", b"--really"),
        (b"send", b"m", b"--to", odd),
        (b"resend", b"m", b"ann", b"--to", odd + b"2"),
        (b"undo", b"m", b"--turn", b"1", b"--reason", odd),
        (b"run", b"m", b"--missing", b"nmr", b"--really"),
        (b"verify", b"m", b"--reports"),
        (b"log", b"m"),
        (b"arena", b"elfengold", b"--seats", b"2", b"--games", b"1", b"--seed", odd),
    )
    for step in steps:
        done = subprocess.run([sys.executable, "-m", "pbem", *step], cwd=tmp_path, capture_output=True, check=False)
        assert 0 == done.returncode, (step, done.stdout, done.stderr)


def test_a_broken_pipe_is_quiet() -> None:
    """A reader who stops reading gets no traceback thrown after him."""
    answer = subprocess.run(
        f"'{sys.executable}' -m pbem rules elfengold | head -1", shell=True, capture_output=True, text=True, check=False
    )

    assert "Traceback" not in answer.stderr


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may look into."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        for path in folder.rglob("*"):
            if path.is_dir():
                path.chmod(0o755)


@pytest.mark.parametrize(
    "words",
    [("file", "ann", "PAGE"), ("run", "--missing", "nmr", "--really"), ("undo", "--turn", "1", "--reason", "x")],
)
def test_a_read_only_folder(pbem: Typed, open_folder: Path, words: tuple[str, ...]) -> None:
    """Another user, who may only read, is told so, and nothing changes."""
    folder, page = open_folder / "mine", open_folder / "page.txt"
    page.write_text(GOOD)
    pbem("new", "elfengold", folder, "--seat", "ann=Ann", "--seat", "bob=Bob")
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = tree(folder)
    command, *rest = (str(page) if word == "PAGE" else word for word in words)
    answer = python("-c", AS_NOBODY, folder, page, command, folder, *rest)

    assert (1, "") == (answer.returncode, "Traceback" * ("Traceback" in answer.stderr)), answer.stderr
    assert "read-only" in answer.stderr
    assert before == tree(folder)


@pytest.mark.parametrize("limit", [0, 40, 2_000, 6_000])
@pytest.mark.parametrize("words", [("file", "ann", "PAGE"), ("run", "--missing", "nmr", "--really")])
def test_a_full_disk(pbem: Typed, mine: Path, tmp_path: Path, words: tuple[str, ...], limit: int) -> None:
    """When no more can be written the message says so; with room again the same command works."""
    page = tmp_path / "page.txt"
    page.write_text(GOOD + "# " + "long " * 2_000 + "\n")
    command, *rest = (str(page) if word == "PAGE" else word for word in words)
    answer = python("-c", ON_A_FULL_DISK, str(limit), command, mine, *rest)

    assert 1 == answer.returncode, answer.stderr
    assert "the disk is full" in answer.stderr
    pbem("verify", mine, "--reports")
    pbem(command, mine, *rest)
    pbem("verify", mine, "--reports")


def test_a_new_campaign_on_a_full_disk(tmp_path: Path) -> None:
    """A campaign is set up whole or not at all."""
    words = ("new", "elfengold", tmp_path / "m", "--seat", "ann=Ann", "--seat", "bob=Bob")
    answer = python("-c", ON_A_FULL_DISK, "2000", *words)

    assert 1 == answer.returncode, answer.stderr
    assert "the disk is full" in answer.stderr
    assert [] == list(tmp_path.iterdir())


def test_two_runs_at_once(pbem: Typed, mine: Path) -> None:
    """Of two runs of one turn one seals it and the other is refused."""
    for seat in ("ann", "bob", "cy"):
        pbem("file", mine, seat, "-", typed=GOOD)
    env = os.environ | {"PBEM_NOW": "2026-11-30 09:00"}
    command = [sys.executable, "-m", "pbem", "run", str(mine), "--turn", "1"]
    both = [subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    answers = [(process.communicate(timeout=60)[1], process.returncode) for process in both]

    assert [0, 1] == sorted(code for _, code in answers)
    assert ["000", "001"] == sorted(path.name for path in (mine / "turns").iterdir())
    pbem("verify", mine, "--reports")
