"""What reports tell and what they do not, shown on Elfengold; every face of every game is in ``test_faces``."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import Luck, run_turn
from pbem.layout import WIDTH
from pbem.model import Aside, Problem, Seat, Span, Unread, Weight
from pbem.picture import png, svg
from pbem.printer import Printer, TemplateFault
from pbem.report import as_html, as_json, as_text, faults, local_time, passed_over, report_for
from pbem.rng import digest
from tests.stories import flat, story

STORY = story("elfengold")
LAST = len(STORY.turns) - 1
game, printer, turns = STORY.game, STORY.printer, STORY.turns
edition, report, text, page = STORY.edition, STORY.report, STORY.text, STORY.page


@pytest.mark.parametrize("reader", STORY.readers)
@pytest.mark.parametrize("number", STORY.kept)
def test_the_public_owns_no_counters(number: int, reader: Seat | None) -> None:
    """Only players have counters of their own to be told of."""
    told = json.loads(as_json(report(number, reader)))

    assert (told["view"]["own"] is None) == (reader is None)


def test_the_seed_is_told_after_the_end_only() -> None:
    """Turn 0 shows the digest, the last turn the seed, and no turn between either."""
    assert digest("demo") in text(0, None) and digest("demo") in page(0, "ann")
    assert "seed" not in text(1, "ann").lower()
    assert json.loads(as_json(report(LAST - 1, "ann")))["seed"] is None
    assert "   demo\n" in text(LAST, None) and "<code>demo</code>" in page(LAST, "bob")


def test_a_seed_of_any_length_fits() -> None:
    """A seed of 64 signs, as the program draws one, keeps to the width."""
    lines = text(LAST, None, seed="f" * 64).splitlines()

    assert [] == [line for line in lines if len(line) > WIDTH]


def test_deadlines_are_told_in_each_readers_own_zone() -> None:
    """Weekday, date, hour, zone and offset; the public reads the campaign's zone."""
    assert "Sunday 13 December 2026, 20:00 (Europe/London, UTC+0)" in flat(text(1, None))
    assert "Sunday 13 December 2026, 15:00 (America/New_York, UTC-5)" in flat(text(1, "bob"))


@pytest.mark.parametrize(
    ("moment", "zone", "expected"),
    [
        ("2027-03-28T00:59", "Europe/London", "Sunday 28 March 2027, 00:59 (Europe/London, UTC+0)"),
        ("2027-03-28T01:00", "Europe/London", "Sunday 28 March 2027, 02:00 (Europe/London, UTC+1)"),
        ("2027-01-01T00:00", "UTC", "Friday 1 January 2027, 00:00 (UTC)"),
        ("2027-01-01T00:00", "Asia/Kolkata", "Friday 1 January 2027, 05:30 (Asia/Kolkata, UTC+5:30)"),
        ("2027-01-01T00:00", "America/St_Johns", "Thursday 31 December 2026, 20:30 (America/St_Johns, UTC-3:30)"),
    ],
)
def test_local_time(moment: str, zone: str, expected: str) -> None:
    """Summer time is right on the day it begins, and half hours are told."""
    assert local_time(datetime.fromisoformat(moment).replace(tzinfo=UTC), zone) == expected


def test_after_the_end_nothing_is_asked() -> None:
    """The last report has no deadline, no next turn and no order form, and tells the totals."""
    written = text(LAST, "ann")

    assert "The game is over." in written
    assert not any(words in written for words in ("Deadline", "ORDER FORM", "NEXT:"))


def test_a_correction_says_so_and_why() -> None:
    """A report made again is marked, with the moderator's reason."""
    written = text(1, "ann", attempt=1, reason="Bob's page was\nlost in the post.")

    assert "CORRECTED." in written and "Reason: Bob's page was lost in the post." in written
    assert "Corrected." in page(1, "ann", attempt=1)
    assert "CORRECTED" not in text(1, "ann")


def test_who_missed_is_said_in_public() -> None:
    """Seats without a page are named, in seat order, and how often running."""
    assert "No orders came from Bob. No orders came from Cyril Featherstonehaugh." in flat(text(5, None))
    assert "No orders came from Bob, the second time running." in flat(text(6, "ann"))


def test_press_and_letters_reach_whom_they_are_for() -> None:
    """Press goes to all under its name or pen name; a private word to one seat; a note to nobody."""
    asides = {
        "bob": (Aside("press", "Beware of C.", "The Troll"), Aside("to", "Share N?", "ann"), Aside("note", "away")),
        "ann": (Aside("press", "Hello\n\nall"),),
    }  # fmt: skip
    ann, cy = text(1, "ann", asides=asides), text(1, "cy", asides=asides)

    assert (
        '   "The Troll" (a pen name):\n   > Beware of C.\n' in cy and "   Ann Lee:\n   > Hello\n   >\n   > all\n" in cy
    )
    assert "   Bob to you alone:\n   > Share N?\n" in ann
    assert "Share N" not in cy and "Share N" not in text(1, None, asides=asides)
    assert "away" not in ann


NASTY = "{{ 7 * 7 }}{% raw %}<script>alert(1)</script>&\u202e\r\nBUY 9 SHOVEL"


def test_what_people_write_is_text() -> None:
    """Names, titles and press are printed as they are: no template code, no tags, no lines of their own."""
    names = {**STORY.names, "bob": NASTY}
    changes: dict[str, Any] = {
        "names": names,
        "title": NASTY,
        "reason": NASTY,
        "asides": {"bob": (Aside("press", NASTY),)},
    }
    written, html = text(2, "ann", **changes), page(2, "ann", **changes)

    assert "{{ 7 * 7 }}{% raw %}<script>alert(1)</script>& BUY 9 SHOVEL" in flat(written)
    assert "<script" not in html and "{{ 7 * 7 }}{% raw %}&lt;script&gt;" in html
    assert "\u202e" not in written + html and "\r" not in written + html
    assert all(
        isinstance(order, Unread) for order in game.grammar(tuple(STORY.names)).read(written, "ann", "reply")[0].orders
    )


def test_faults_of_a_page_are_shown_to_its_writer() -> None:
    """A line that could not be taken stands in the writer's report with its caret, and nowhere else."""
    sheets = STORY.sheets({"ann": "buy 6 shovels", "bob": "rock at H"})
    turn = run_turn(game, turns[0], sheets, Luck("demo"))
    told = report_for(game, edition(1), turn, "bob")

    assert "YOUR PAGE" in as_text(printer, told)
    assert "rock at H" in as_text(printer, told)
    for other in ("ann", "cy", None):
        assert "rock at H" not in as_text(printer, report_for(game, edition(1), turn, other))


def test_maps_show_own_counters_face_up() -> None:
    """The map differs from the public one by the reader's own counters; nobody else's kinds are on it."""
    public, ann = svg(printer, report(1, None)), svg(printer, report(1, "ann"))

    assert ">G2<" in ann and ">R1<" in ann
    assert not re.search(">[GR][0-9]<", public)
    assert ">A 2<" in public


def test_maps_can_be_drawn_as_pictures() -> None:
    """The map of a turn becomes a PNG."""
    assert png(svg(printer, report(2, "ann")), 200).startswith(b"\x89PNG")


def test_reports_can_be_made_again() -> None:
    """The same turn gives the same bytes, from a fresh press too."""
    told = report(3, "ann")
    fresh = Printer(STORY.info)

    assert as_text(printer, told) == as_text(fresh, report(3, "ann"))
    assert svg(printer, told) == svg(fresh, report(3, "ann"))


def test_a_campaign_can_word_its_own_reports(tmp_path: Path) -> None:
    """A template in the campaign's folder replaces the one in the box; the others go on in the sandbox."""
    (tmp_path / "parts.html.j2").write_text(
        "{% macro sign(s) %}[{{ s }}]{% endmacro %}{% macro who(s) %}{{ s }}{% endmacro %}"
    )
    own, told = Printer(STORY.info, tmp_path), report(2, "ann")

    assert "[ann]" in as_html(own, told, svg(own, told))
    assert as_text(own, told) == as_text(printer, told)


def test_a_broken_template_of_a_campaign_is_named(tmp_path: Path) -> None:
    """A slip in a template is told with its file and line, not with a traceback."""
    (tmp_path / "elfengold").mkdir()
    (tmp_path / "elfengold" / "sentences.j2").write_text("{% macro opened(e) %}{{ e.nothing }}{% endmacro %}")

    with pytest.raises(TemplateFault) as caught:
        as_text(Printer(STORY.info, tmp_path), report(0, "ann"))
    assert caught.value.problem.span.source.endswith("elfengold/sentences.j2")


def test_json_is_the_report_as_data() -> None:
    """Numbered events, the view, the form and the deadline in UTC; no other reader's page."""
    told = json.loads(as_json(report(2, "ann")))

    assert list(range(1, len(told["events"]) + 1)) == [event["number"] for event in told["events"]]
    assert ["2026-12-13T20:00:00Z", "ann", 2] == [told["deadline_utc"], told["reader"], told["turn"]]
    assert "zones" not in told and "board" not in told


def test_what_was_passed_over_of_a_page_is_told_in_few_lines() -> None:
    """A greeting is no fault: it is quoted in one list, without place and caret, and counted if it is long."""
    letter = "Hello Kim,\n<b>how</b> are you?\n"
    spans = [Span("ann.txt", line, 1, 9) for line in (1, 2, 2)]
    said = ("This line was passed over.", "This line was passed over.", "And 3 more lines were passed over.")
    problems = [Problem("passed-over", words, at, "", Weight.NOTE) for words, at in zip(said, spans, strict=True)]
    told = passed_over(problems, letter)

    assert ("> Hello Kim,", "> <b>how</b> are you?", "And 3 more lines were passed over.") == told
    assert not faults(problems, letter)


@pytest.mark.parametrize("pen", ["Bob", "bob", "Kim Moder", "Ann to you alone", 'Bob" (a pen name)', "Bob:"])
def test_nobody_is_posed_as(pen: str) -> None:
    """Whatever pen name is chosen, it does not read as another's signature or as the moderator's, in any face."""
    asides = {"ann": (Aside("press", "I give up", pen),), "bob": (Aside("press", "Never!"), Aside("to", "psst", "cy"))}
    told, shown = text(1, "cy", asides=asides), page(1, "cy", asides=asides)
    signed = edition(1).names["bob"]

    assert f'   "{pen}" (a pen name):\n   > I give up\n' in told
    assert f"   {signed}:\n   > Never!\n" in told and f"   {signed} to you alone:\n   > psst\n" in told
    assert 1 == shown.count("(a pen name):")


@pytest.mark.parametrize(
    ("press", "end"),
    [
        ("la la\n" * 200, "   > la la\n\n"),
        ("la la\n" * 201, "   > la la\n   > [cut here, 1 more line]\n"),
        ("la " * 100_000, " la\n   > [cut here]\n"),
        ("x" * 9_000 + "\n" + "y" * 9_000 + "\nz\n", "\n   > [cut here, 1 more line]\n"),
        ("\n\n  \n", ""),
    ],
)
def test_press_fills_nobodys_letter_box(press: str, end: str) -> None:
    """Very long press is cut where everybody can see it."""
    told = text(1, "cy", asides={"ann": (Aside("press", press),)})

    assert end in told
    assert len(told) < 20_000
