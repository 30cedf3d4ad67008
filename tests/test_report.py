"""Reports of Elfengold: what each reader is told, in every face, and what he is not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import Luck, Turn, opening, run_turn
from pbem.game import Game, GameInfo, game_info
from pbem.layout import WIDTH, cells
from pbem.model import Aside, Seat, Sheet, Unread
from pbem.picture import png, svg
from pbem.printer import Printer, TemplateFault
from pbem.report import Edition, Report, as_html, as_json, as_text, chapters, local_time, plain, report_for
from pbem.rng import digest

GOLDEN = Path(__file__).parent / "golden" / "elfengold"
SEATS = ("ann", "bob", "cy")
NAMES = {"ann": "Ann Lee", "bob": "Bob", "cy": "Cyril Featherstonehaugh"}
DEADLINE = datetime(2026, 12, 13, 20, 0, tzinfo=UTC)

ROUNDS: tuple[Mapping[Seat, str], ...] = (
    {
        "ann": "buy a pickaxe and 2 shovels\nrock at C, P\ngold at B, B, O",
        "bob": "buy 3 pickaxes\nrock at N, P\ngold at A, B, C",
        "cy": "buy 1 pickaxe 1 shovel\nrock at E, M\ngold at C, N, N",
    },
    {
        "ann": "move B\ndig pickaxe\nrock at M, O\ngold at C, C, D",
        "bob": "buy a shovel\nmove B\ndig shovel\nrock at E, P\ngold at C, D, N",
        "cy": "move N\ndig shovel\nrock at A, C\ngold at N, O, P",
    },
    {
        "ann": "move C\ndig pickaxe\nrock at B, P\ngold at D, D, E",
        "bob": "move C\ndig shovel\nrock at A, N\ngold at D, E, F",
        "cy": "move O\ndig pickaxe\nrock at E, F\ngold at B, C, O",
    },
    {
        "ann": "move D\ndig shovel\nrock at K, L\ngold at E, F, G",
        "bob": "move HUT\nrock at G, H\ngold at A, B, C",
        "cy": "borrow\nbuy 1 pickaxe 1 shovel\nmove D\ndig pickaxe\nrock at D, F\ngold at C, D, E",
    },
    {"ann": "stay"},
    {},
    {},
)


@cache
def info() -> GameInfo:
    found = game_info("elfengold")
    assert isinstance(found, GameInfo)
    return found


@cache
def game() -> Game[Any, Any]:
    return info().load()


@cache
def printer() -> Printer:
    return Printer(info())


@cache
def turns() -> tuple[Turn, ...]:
    """The worked game of the rules, then silence until the moderator closes it."""
    options = info().settle_options({})
    assert isinstance(options, dict)
    played = [opening(game(), SEATS, options, Luck("demo"))]
    for pages in ROUNDS:
        played.append(run_turn(game(), played[-1], _sheets(pages), Luck("demo")))
    return tuple(played)


def _sheets(pages: Mapping[Seat, str]) -> dict[Seat, Sheet]:
    grammar = game().grammar(SEATS)
    return {seat: grammar.read(text, seat, f"{seat}.txt")[0] for seat, text in pages.items()}


def edition(number: int, **changes: Any) -> Edition:
    options = info().settle_options({})
    assert isinstance(options, dict)
    moment = game().moment(turns()[number - 1].state) if number else ""
    printed = Edition(
        title="The Deep Mine",
        moderator="Mo <mo@example.org>",
        turn=number,
        names=NAMES,
        options=options,
        seed_digest=digest("demo"),
        moment=moment,
        zone="Europe/London",
        zones={"bob": "America/New_York"},
        deadline=DEADLINE,
        seed="demo",
    )
    return replace(printed, **changes)


def report(number: int, reader: Seat | None, **changes: Any) -> Report:
    return report_for(game(), edition(number, **changes), turns()[number], reader)


def text(number: int, reader: Seat | None, **changes: Any) -> str:
    return as_text(printer(), report(number, reader, **changes))


def page(number: int, reader: Seat | None, **changes: Any) -> str:
    told = report(number, reader, **changes)
    return as_html(printer(), told, svg(printer(), told))


READERS = (*SEATS, None)
NUMBERS = tuple(range(len(ROUNDS) + 1))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("number", NUMBERS)
def test_the_reports_read_as_they_did(number: int, reader: Seat | None, golden: Callable[[Path, str], None]) -> None:
    """Every report of the worked game is kept as text and reviewed as prose."""
    golden(GOLDEN / f"{number:02}-{reader or 'public'}.txt", text(number, reader))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("number", NUMBERS)
def test_text_fits_every_mail_program(number: int, reader: Seat | None) -> None:
    """No line is wider than 72 columns or ends in blanks, and there are no two blank lines together."""
    lines = text(number, reader).splitlines()

    assert [] == [line for line in lines if cells(line) > WIDTH or line != line.rstrip()]
    assert "\n\n\n" not in "\n".join(lines)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_report_sent_back_is_no_page_of_orders(number: int, reader: Seat | None) -> None:
    """Whoever answers with the whole report below his words has ordered nothing by it."""
    sheet, _ = game().grammar(SEATS).read(text(number, reader), reader or "ann", "reply")

    assert [] == [order for order in sheet.orders if not isinstance(order, Unread)]


class _Page(HTMLParser):
    """Notes what an HTML page fetches and which tags stay open."""

    VOID = frozenset({"meta", "br", "rect", "circle", "path", "img", "link", "hr"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        if tag in ("script", "link", "img", "iframe", "object"):
            self.faults.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href", "onload", "onclick"):
                self.faults.append(f"{name}={value}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"/{tag}")


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("number", NUMBERS)
def test_html_is_one_whole_small_page(number: int, reader: Seat | None) -> None:
    """The page fetches nothing, closes what it opens, follows dark mode and stays far below what mail programs cut."""
    written = page(number, reader)
    read = _Page()
    read.feed(written)

    assert ([], []) == (read.open, read.faults)
    assert "url(" not in written and "@import" not in written
    assert "prefers-color-scheme: dark" in written
    assert len(written.encode()) < 90_000


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("reader", READERS)
def test_html_says_what_the_text_says(number: int, reader: Seat | None) -> None:
    """Every sentence of what happened stands in both."""
    told = report(number, reader)
    flat_text, flat_page = _flat(text(number, reader)), _flat(unescape(re.sub(r"<[^>]+>", " ", page(number, reader))))

    for chapter in chapters(printer(), told):
        for sentence in chapter.sentences:
            assert _flat(sentence.text) in flat_text
            assert _flat(sentence.text) in flat_page


def _flat(written: str) -> str:
    return " ".join(written.split())


@pytest.mark.parametrize("number", NUMBERS)
def test_the_public_is_told_nothing_private(number: int) -> None:
    """The summary and the other seats' reports hold no private event and no own counters of somebody else."""
    for reader in READERS:
        told = json.loads(as_json(report(number, reader)))
        seen = [event for event in turns()[number].events if event.seen_by is None or reader in event.seen_by]

        assert [(event.kind, plain(event.facts)) for event in seen] == [
            (event["kind"], event["facts"]) for event in told["events"]
        ]
        assert (told["view"]["own"] is None) == (reader is None)


def test_the_seed_is_told_after_the_end_only() -> None:
    """Turn 0 shows the digest, the last turn the seed, and no turn between either."""
    last = len(ROUNDS)

    assert digest("demo") in text(0, None) and digest("demo") in page(0, "ann")
    assert "seed" not in text(1, "ann").lower()
    assert json.loads(as_json(report(last - 1, "ann")))["seed"] is None
    assert "   demo\n" in text(last, None) and "<code>demo</code>" in page(last, "bob")


def test_a_seed_of_any_length_fits() -> None:
    """A seed of 64 signs, as the program draws one, keeps to the width."""
    lines = text(len(ROUNDS), None, seed="f" * 64).splitlines()

    assert [] == [line for line in lines if len(line) > WIDTH]


def test_deadlines_are_told_in_each_readers_own_zone() -> None:
    """Weekday, date, hour, zone and offset; the public reads the campaign's zone."""
    assert "Sunday 13 December 2026, 20:00 (Europe/London, UTC+0)" in _flat(text(1, None))
    assert "Sunday 13 December 2026, 15:00 (America/New_York, UTC-5)" in _flat(text(1, "bob"))


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
    written = text(len(ROUNDS), "ann")

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
    assert "No orders came from Bob. No orders came from Cyril Featherstonehaugh." in _flat(text(5, None))
    assert "No orders came from Bob, the second time running." in _flat(text(6, "ann"))


def test_press_and_letters_reach_whom_they_are_for() -> None:
    """Press goes to all under its name or pen name; a private word to one seat; a note to nobody."""
    asides = {
        "bob": (Aside("press", "Beware of C.", "The Troll"), Aside("to", "Share N?", "ann"), Aside("note", "away")),
        "ann": (Aside("press", "Hello\n\nall"),),
    }  # fmt: skip
    ann, cy = text(1, "ann", asides=asides), text(1, "cy", asides=asides)

    assert "   The Troll:\n   > Beware of C.\n" in cy and "   Ann Lee:\n   > Hello\n   >\n   > all\n" in cy
    assert "   Bob to you alone:\n   > Share N?\n" in ann
    assert "Share N" not in cy and "Share N" not in text(1, None, asides=asides)
    assert "away" not in ann


NASTY = "{{ 7 * 7 }}{% raw %}<script>alert(1)</script>&\u202e\r\nBUY 9 SHOVEL"


def test_what_people_write_is_text() -> None:
    """Names, titles and press are printed as they are: no template code, no tags, no lines of their own."""
    names = {**NAMES, "bob": NASTY}
    changes: dict[str, Any] = {
        "names": names,
        "title": NASTY,
        "reason": NASTY,
        "asides": {"bob": (Aside("press", NASTY),)},
    }
    written, html = text(2, "ann", **changes), page(2, "ann", **changes)

    assert "{{ 7 * 7 }}{% raw %}<script>alert(1)</script>& BUY 9 SHOVEL" in _flat(written)
    assert "<script" not in html and "{{ 7 * 7 }}{% raw %}&lt;script&gt;" in html
    assert "\u202e" not in written + html and "\r" not in written + html
    assert all(isinstance(order, Unread) for order in game().grammar(SEATS).read(written, "ann", "reply")[0].orders)


def test_faults_of_a_page_are_shown_to_its_writer() -> None:
    """A line that could not be taken stands in the writer's report with its caret, and nowhere else."""
    sheets = _sheets({"ann": "buy 6 shovels", "bob": "rock at H"})
    turn = run_turn(game(), turns()[0], sheets, Luck("demo"))
    told = report_for(game(), edition(1), turn, "bob")

    assert "YOUR PAGE" in as_text(printer(), told)
    assert "rock at H" in as_text(printer(), told)
    for other in ("ann", "cy", None):
        assert "rock at H" not in as_text(printer(), report_for(game(), edition(1), turn, other))


def test_maps_show_own_counters_face_up() -> None:
    """The map differs from the public one by the reader's own counters; nobody else's kinds are on it."""
    public, ann = svg(printer(), report(1, None)), svg(printer(), report(1, "ann"))

    assert ">G2<" in ann and ">R1<" in ann
    assert not re.search(">[GR][0-9]<", public)
    assert ">A 2<" in public


def test_maps_can_be_drawn_as_pictures() -> None:
    """The map of a turn becomes a PNG."""
    assert png(svg(printer(), report(2, "ann")), 200).startswith(b"\x89PNG")


def test_reports_can_be_made_again() -> None:
    """The same turn gives the same bytes, from a fresh press too."""
    told = report(3, "ann")
    fresh = Printer(info())

    assert as_text(printer(), told) == as_text(fresh, report(3, "ann"))
    assert svg(printer(), told) == svg(fresh, report(3, "ann"))


def test_a_campaign_can_word_its_own_reports(tmp_path: Path) -> None:
    """A template in the campaign's folder replaces the one in the box; the others go on in the sandbox."""
    (tmp_path / "parts.html.j2").write_text(
        "{% macro sign(s) %}[{{ s }}]{% endmacro %}{% macro who(s) %}{{ s }}{% endmacro %}"
    )
    own, told = Printer(info(), tmp_path), report(2, "ann")

    assert "[ann]" in as_html(own, told, svg(own, told))
    assert as_text(own, told) == as_text(printer(), told)


def test_a_broken_template_of_a_campaign_is_named(tmp_path: Path) -> None:
    """A slip in a template is told with its file and line, not with a traceback."""
    (tmp_path / "elfengold").mkdir()
    (tmp_path / "elfengold" / "sentences.j2").write_text("{% macro opened(e) %}{{ e.nothing }}{% endmacro %}")

    with pytest.raises(TemplateFault) as caught:
        as_text(Printer(info(), tmp_path), report(0, "ann"))
    assert caught.value.problem.span.source.endswith("elfengold/sentences.j2")


def test_json_is_the_report_as_data() -> None:
    """Numbered events, the view, the form and the deadline in UTC; no other reader's page."""
    told = json.loads(as_json(report(2, "ann")))

    assert list(range(1, len(told["events"]) + 1)) == [event["number"] for event in told["events"]]
    assert ["2026-12-13T20:00:00Z", "ann", 2] == [told["deadline_utc"], told["reader"], told["turn"]]
    assert "zones" not in told and "board" not in told
