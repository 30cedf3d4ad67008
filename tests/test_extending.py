"""A deadline is moved: told to all with the reason, kept through runs and undos, and never by mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.prompt import Typed

GOOD = "buy 2 shovels\nrock at C, P\ngold at B, B, O\n"
WHY = "Bob's train is late {{ 7*7 }} <b>"
UNTIL = ("--to", "2026-12-09 21:00", "--reason", WHY)


def in_time(pbem: Typed, mine: Path) -> None:
    """Everybody's page."""
    for seat in ("ann", "bob", "cy"):
        pbem("file", mine, seat, "-", "--quiet", typed=GOOD)


def test_everybody_is_told(pbem: Typed, mine: Path) -> None:
    """Status, the answer to a page, the log and the next reports tell the new deadline and why."""
    told = pbem("extend", mine, *UNTIL).output
    status, data = pbem("status", mine).output, json.loads(pbem("status", mine, "--json").output)
    answer = pbem("check", mine, "ann", "-", typed=GOOD).output
    in_time(pbem, mine)
    pbem("run", mine, now="2026-12-09 21:00")
    report, page = pbem("show", mine, "--seat", "cy").output, pbem("show", mine, "--format", "html").output

    assert "The deadline of turn 1 is moved to Wednesday 9 December 2026, 21:00 (Europe/London, UTC+0)." in told
    assert "Deadline: Wednesday 9 December 2026" in status and f"The deadline was moved: {WHY}\n" in status
    assert ("2026-12-09T21:00:00Z", WHY) == (data["deadline"], data["moved"])
    assert f"left. The deadline was moved: {WHY}\n" in answer
    assert f"The deadline of this turn was moved: {WHY} " in " ".join(report.split())
    assert "{{ 7*7 }} &lt;b&gt;" in page
    assert f"extend  turn 1  reason {WHY}  until 2026-12-09T21:00:00Z" in pbem("log", mine).output
    assert "moved" not in pbem("status", mine).output, "the next turn has a deadline of its own"
    pbem("verify", mine, "--reports")


def test_a_later_turn(pbem: Typed, mine: Path) -> None:
    """The deadline of the turn after is printed in the report before it, with the reason."""
    pbem("extend", mine, "--turn", "2", "--to", "2027-01-10 20:00", "--reason", "holidays")
    assert "moved" not in pbem("status", mine).output
    in_time(pbem, mine)
    pbem("run", mine)

    assert "Sunday 10 January 2027, 20:00" in pbem("show", mine).output
    assert "   It was moved: holidays\n" in pbem("show", mine).output
    assert "The deadline was moved: holidays" in pbem("status", mine).output
    pbem("verify", mine, "--reports")


def test_the_last_word_counts(pbem: Typed, mine: Path) -> None:
    """Moved twice the second counts, an undo keeps it, and what stands in campaign.yaml goes before it."""
    for until in ("2027-12-09 21:00", "2026-12-09 21:00", "2026-12-09 21:00"):
        pbem("extend", mine, "--to", until, "--reason", "a slip")
    assert 2 == len(json.loads((mine / "extensions.json").read_text()))
    in_time(pbem, mine)
    pbem("run", mine)
    pbem("undo", mine, "--turn", "1", "--reason", "x")
    assert "Wednesday 9 December 2026, 21:00" in pbem("status", mine).output

    paper = mine / "campaign.yaml"
    paper.write_text(paper.read_text().replace("extensions: {}", 'extensions: {1: "2026-12-11 18:00"}'))
    status = pbem("status", mine).output
    assert "Friday 11 December 2026, 18:00" in status and "moved" not in status
    assert "stands in campaign.yaml under 'extensions'" in pbem("extend", mine, *UNTIL, code=1).output


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--to", "soon", "--reason", "x"), 1, "'soon' is no time"),
        (("--to", "2026-11-30 08:59", "--reason", "x"), 1, "has passed already"),
        (("--to", "2027-03-28 01:30", "--reason", "x"), 1, "does not exist in Europe/London"),
        (("--to", "2026-12-09 21:00", "--reason", " \u200b"), 1, "needs a reason"),
        (("--to", "soon", "--reason", " "), 1, "needs a reason"),
        (("--to", "2026-12-09 21:00", "--reason", "x", "--turn", "999"), 1, "too far ahead"),
        (("--to", "2026-12-09 21:00"), 2, "--reason"),
        (("--reason", "x"), 2, "--to"),
    ],
)
def test_what_is_no_extension(pbem: Typed, mine: Path, words: tuple[str, ...], code: int, told: str) -> None:
    """Every fault is named, and nothing is written."""
    assert told in pbem("extend", mine, *words, code=code).output
    assert not (mine / "extensions.json").exists()


def test_a_sealed_turn_gets_no_more_time(pbem: Typed, mine: Path) -> None:
    """What is played is played."""
    in_time(pbem, mine)
    pbem("run", mine)

    assert (
        "Turn 1 is sealed already. The present turn is 2." in pbem("extend", mine, *UNTIL, "--turn", "1", code=1).output
    )


@pytest.mark.parametrize("content", [b"", b"{}", b"[7]", b'[{"turn": 1}]', b'[{"turn": 1, "until": "x", "wall": "y"}]'])
def test_a_spoilt_paper(pbem: Typed, mine: Path, content: bytes) -> None:
    """It is named, since nobody could say when the deadline is."""
    (mine / "extensions.json").write_bytes(content)

    assert "extensions.json is damaged" in pbem("status", mine, code=3).output
