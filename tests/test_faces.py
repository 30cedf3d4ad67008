"""Reports of every game with a story: kept as golden files, whole in every face, and secret where they ought to be."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pbem.layout import WIDTH, cells
from pbem.mail.address import LONGEST_NAME
from pbem.model import Seat, Unread
from pbem.report import as_json, chapters, plain
from tests.stories import EVERY_REPORT, GOLDEN, STORIES, Story, flat

every_report = pytest.mark.parametrize(
    ("story", "number", "reader"),
    EVERY_REPORT,
    ids=[f"{story.game_id} {number} {reader or 'public'}" for story, number, reader in EVERY_REPORT],
)


@every_report
def test_the_reports_read_as_they_did(
    story: Story, number: int, reader: Seat | None, golden: Callable[[Path, str], None]
) -> None:
    """Every report of a story is kept as text and reviewed as prose."""
    golden(GOLDEN / story.game_id / f"{number:02}-{reader or 'public'}.txt", story.text(number, reader))


@every_report
def test_text_fits_every_mail_program(story: Story, number: int, reader: Seat | None) -> None:
    """No line is wider than 72 columns or ends in blanks, and there are no two blank lines together."""
    lines = story.text(number, reader).splitlines()

    assert [] == [line for line in lines if cells(line) > WIDTH or line != line.rstrip()]
    assert "\n\n\n" not in "\n".join(lines)


@pytest.mark.parametrize("story", STORIES, ids=[story.game_id for story in STORIES])
def test_long_names_fit(story: Story) -> None:
    """Nor does a line of any turn grow too wide when the players' names are as long as they come."""
    names = {
        seat: f"{seat.title()} Ångström-Hohenstaufen von Öland ob der Łąka und Nirgendwo"[:LONGEST_NAME]
        for seat in story.names
    }
    turns = range(len(story.turns))
    texts = [story.text(number, reader, names=names) for number in turns for reader in story.readers]

    assert [] == [line for text in texts for line in text.splitlines() if cells(line) > WIDTH]


@every_report
def test_a_report_sent_back_is_no_page_of_orders(story: Story, number: int, reader: Seat | None) -> None:
    """Whoever answers with the whole report below his words has ordered nothing by it."""
    grammar = story.game.grammar(tuple(story.names))
    sheet, _ = grammar.read(story.text(number, reader), reader or next(iter(story.names)), "reply")

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


@every_report
def test_html_is_one_whole_small_page(story: Story, number: int, reader: Seat | None) -> None:
    """The page fetches nothing, closes what it opens, follows dark mode and stays far below what mail programs cut."""
    written = story.page(number, reader)
    read = _Page()
    read.feed(written)

    assert ([], []) == (read.open, read.faults)
    assert "url(" not in written and "@import" not in written
    assert "prefers-color-scheme: dark" in written
    assert len(written.encode()) < 90_000


@every_report
def test_html_says_what_the_text_says(story: Story, number: int, reader: Seat | None) -> None:
    """Every sentence of what happened stands in both."""
    text = flat(story.text(number, reader))
    page = flat(unescape(re.sub(r"<[^>]+>", " ", story.page(number, reader))))

    for chapter in chapters(story.printer, story.report(number, reader)):
        for sentence in chapter.sentences:
            assert flat(sentence.text) in text
            assert flat(sentence.text) in page


@every_report
def test_nobody_is_told_what_is_private_to_others(story: Story, number: int, reader: Seat | None) -> None:
    """A report holds the events its reader may see and no other."""
    told = json.loads(as_json(story.report(number, reader)))
    seen = [event for event in story.turns[number].events if event.seen_by is None or reader in event.seen_by]

    assert [(event.kind, json.loads(json.dumps(plain(event.facts)))) for event in seen] == [
        (event["kind"], event["facts"]) for event in told["events"]
    ]
