"""What the documents say is true: their commands are run in order, and what they show is compared.

A ``console`` block holds commands after ``$`` and, below each, lines of what it answers; ``…`` stands for lines left
out, and in a line for words left out. A ``text NAME`` block is a file the reader writes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click
import pytest

from pbem.commands import main

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ("README.md", "GUIDE.md", "orders/README.md")
BLOCK = re.compile(r"^```(?P<label>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
LABELS = {"console", "text", "yaml"}
NOW = "2026-11-30 09:00"


@dataclass
class Step:
    """One command of a document and the lines it is said to answer with."""

    command: str
    line: int
    shown: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Written:
    """A file of a document that its reader is asked to write."""

    name: str
    text: str


def blocks(document: str) -> Iterator[tuple[str, str, int]]:
    """Label, content and first line of every fenced block."""
    text = (ROOT / document).read_text("utf-8")
    for match in BLOCK.finditer(text):
        yield match["label"].strip(), match["body"], text.count("\n", 0, match.start()) + 2


def story(document: str) -> Iterator[Step | Written]:
    """What a reader of the document does, from top to bottom."""
    for label, body, line in blocks(document):
        if label.startswith("text "):
            yield Written(label.removeprefix("text ").strip(), body)
        elif label == "console":
            yield from steps(body, line)


def steps(body: str, first: int) -> list[Step]:
    """The commands of one block."""
    found: list[Step] = []
    for number, line in enumerate(body.splitlines(), first):
        if line.startswith("$ "):
            found.append(Step(line[2:], number))
        elif found and found[-1].command.endswith("\\"):
            found[-1].command = found[-1].command[:-1] + line.strip()
        elif found:
            found[-1].shown.append(line)
    return found


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Types one command at a prompt; ``make`` only tells what it would do, since one of its targets runs this test."""
    tools = folder / ".tools"
    env = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}", "PBEM_NOW": NOW, "LC_ALL": "C.UTF-8"}
    if command.startswith("make "):
        command = f"make --no-print-directory -n -C '{ROOT}' {command.removeprefix('make ')}"
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def holds(shown: list[str], answer: str) -> bool:
    """Whether an answer is as shown, empty lines apart; a command shown without any answer may say what it likes."""
    lines = [line.rstrip() for line in shown if line.strip()]
    wanted = [
        r"(?:.*\n)*" if line.strip() == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n" for line in lines
    ]
    had = "".join(f"{line.rstrip()}\n" for line in answer.splitlines() if line.strip())
    return not lines or re.fullmatch("".join(wanted), had) is not None


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """An empty folder in which ``pbem`` can be typed."""
    tools = tmp_path / ".tools"
    tools.mkdir()
    (tools / "pbem").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pbem "$@"\n')
    (tools / "pbem").chmod(0o755)
    (tools / "python3").symlink_to(sys.executable)
    shutil.copytree(ROOT / "orders", tmp_path / "orders")
    return tmp_path


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_answers_as_shown(document: str, desk: Path) -> None:
    """Typing a document's commands from top to bottom gives what it shows."""
    for step in story(document):
        if isinstance(step, Written):
            (desk / step.name).parent.mkdir(parents=True, exist_ok=True)
            (desk / step.name).write_text(step.text, encoding="utf-8")
            continue
        done = run(step.command, desk)
        expected = int(found[1]) if (found := re.search(r"# exit (\d)$", step.command)) else 0
        place = f"{document}:{step.line}: {step.command}\n{done.stdout}"

        assert expected == done.returncode, place
        assert holds(step.shown, done.stdout), place


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_command_hides_from_the_test(document: str) -> None:
    """Every block says what it is, and commands stand in console blocks only."""
    for label, body, line in blocks(document):
        assert (label.split() or [""])[0] in LABELS, f"{document}:{line}"
        if label != "console":
            assert not re.search(r"^\s*(\$|pbem|make) ", body, re.MULTILINE), f"{document}:{line}"


def test_the_readme_shows_how_to_see_and_test_it() -> None:
    """The README names the demo and the tests."""
    commands = [step.command for step in story("README.md") if isinstance(step, Step)]

    assert "make demo" in commands
    assert "make test" in commands


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_is_in_the_guide(name: str) -> None:
    """The guide shows every command at work."""
    commands = [step.command for step in story("GUIDE.md") if isinstance(step, Step)]

    assert any(re.search(rf"\bpbem {name}\b", command) for command in commands)


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_option_is_in_the_guide(name: str) -> None:
    """The guide names every option of every command."""
    text = (ROOT / "GUIDE.md").read_text("utf-8")
    options = [option.opts[-1] for option in main.commands[name].params if isinstance(option, click.Option)]

    assert [option for option in options if option not in text] == []


@pytest.mark.parametrize("document", ("README.md", "GUIDE.md"))
def test_one_sentence_a_line(document: str) -> None:
    """Prose has one sentence on each line, so that a change shows what it changes."""
    prose = BLOCK.sub("", (ROOT / document).read_text("utf-8"))

    assert [line for line in prose.splitlines() if re.search(r"[a-z)`][.?!] +[A-Z]", line)] == []
