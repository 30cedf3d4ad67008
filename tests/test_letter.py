"""What a letter says, how it is put together, and that nobody's name can write a header of its own."""

from __future__ import annotations

import email.policy
import re
from datetime import UTC, datetime, timedelta, timezone
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import parseaddr
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.address import Mailbox, file_name, mailbox, plain, split_written
from pbem.mail.letter import Addresses, Parts, build, pictured
from pbem.mail.thread import Entry, Heading, letters, message_id, read_entries, root_id, stem, subject
from pbem.model import Problem
from pbem.printer import Printer

SEALED = datetime(2026, 12, 6, 20, 0, 5, tzinfo=UTC)
HEADING = Heading("c0ffee", "Gold in the hills", 3, "round 2")
PNG = bytes.fromhex("89504e470d0a1a0a") + bytes(range(256)) * 3
SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9"><title>The mine</title><g/></svg>\n'
HEAD = "<!doctype html>\n<html><head><style>p{}</style></head><body>"
PAGE = f"{HEAD}\n<p>Hello ⛏</p>{SVG[22:].strip()}<p>x</p></body></html>"
TEXT = "Gold in the hills\n\n   1  Ann moves to N.\n   2  Bob – a miner – digs.   \n\n.\nFrom here on\n"
HEADERS = {
    "From", "To", "Date", "Subject", "Message-ID", "In-Reply-To", "References", "Auto-Submitted",
    "X-Auto-Response-Suppress", "MIME-Version", "Content-Type",
}  # fmt: skip

EVIL = [
    "=?utf-8?q?Ann=0d=0aBcc:_eve=40example.org?=",
    "=?utf-8?b?QW5uDQpCY2M6IGV2ZUBleGFtcGxlLm9yZw==?=",
    "=?utf-8?q?=22=0d=0aX-Evil:_1?= =?utf-8?q?more?=",
    "Ann\r\nBcc: eve@example.org",
    "Ann\nBcc: eve@example.org",
    "Ann\rBcc: eve@example.org",
    "Ann\x0bBcc:\x0ceve\x1c\x1d\x1e\x85\u2028\u2029X-Evil: 1",
    "==??utf-8?q?=0d=0aBcc:_eve??==",
    "==??utf-8?b?QW5uDQpCY2M6IGV2ZUBleGFtcGxlLm9y??==",
    "=\u200b?utf-8?q?=0d=0aBcc:_eve?=\u202e",
    "=\x00?utf-8?q?a=0ab?\x00=",
    'Ann" <eve@example.org>, "Bob',
    "Ann, Bob <bob@example.org>",
    "Ann (comment",
    "\udce9\udc0a\ud800",
    '<>@,;:\\"[]',
    "Ångström, Jr. " * 20,
    "",
]


@pytest.fixture(scope="module")
def press() -> Printer:
    """The press of a campaign without templates of its own."""
    return Printer()


def entry_for(seat: str = "ann", heading: Heading = HEADING) -> Entry:
    """The report for one seat."""
    return letters(heading, [seat], 0)[0]


def addresses(name: str = "Ann Lee", address: str = "ann@example.org") -> Addresses:
    """From the moderator to one player."""
    to = mailbox(name, address, "ann")
    assert isinstance(to, Mailbox)
    return Addresses(Mailbox("Mo Derator", "mo@example.org"), to)


def parts(text: str = TEXT, html: str = PAGE, png: bytes | None = PNG) -> Parts:
    """What a turn was sealed with."""
    return Parts(text, html, SVG, png, SEALED)


def read(letter: bytes) -> EmailMessage:
    """The letter as another program reads it."""
    return message_from_bytes(letter, policy=email.policy.default)


def body(letter: bytes, kind: str) -> str:
    """The text or HTML part."""
    part = read(letter).get_body((kind,))
    assert part is not None
    return cast(str, part.get_content()).replace("\r\n", "\n")


def test_the_letter_is_mixed_alternative_related(press: Printer) -> None:
    """A letter holds text and HTML as alternatives, the map belongs to the HTML, and room is left for attachments."""
    message = read(build(entry_for(), addresses(), parts(), press))

    kinds = [part.get_content_type() for part in message.walk()]

    assert [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ] == kinds


def test_the_headers_are_these_and_no_others(press: Printer) -> None:
    """Each header stands once, the fixed ones follow from the sealed turn, and there is one recipient."""
    message = read(build(entry_for(), addresses(), parts(), press))

    assert sorted(HEADERS) == sorted(message.keys())
    assert "Mo Derator <mo@example.org>" == message["From"]
    assert "Ann Lee <ann@example.org>" == message["To"]
    assert "Gold in the hills: turn 3, round 2" == message["Subject"]
    assert "Sun, 06 Dec 2026 20:00:05 +0000" == message["Date"]
    assert "auto-generated" == message["Auto-Submitted"]
    assert "All" == message["X-Auto-Response-Suppress"]


def test_the_map_is_shown_by_its_content_id(press: Printer) -> None:
    """The HTML shows the attached picture in place of the drawing, with the drawing's title as its text."""
    letter = build(entry_for(), addresses(), parts(), press)
    picture = next(part for part in read(letter).walk() if part.get_content_type() == "image/png")

    html = body(letter, "html")

    assert PNG == picture.get_content()
    assert f'src="cid:{picture["Content-ID"].strip("<>")}" alt="The mine"' in html
    assert "<svg" not in html
    assert "inline" == picture.get_content_disposition()
    assert "ann-report-map.png" == picture.get_filename()


def test_a_letter_without_a_map_has_no_picture(press: Printer) -> None:
    """Where no map was drawn the HTML stands alone, as it was sealed."""
    letter = build(entry_for(), addresses(), parts(html="<html><body><p>x</p></body></html>", png=None), press)

    assert "image/png" not in [part.get_content_type() for part in read(letter).walk()]
    assert "<p>x</p>" in body(letter, "html")


def test_lines_of_text_survive(press: Printer) -> None:
    """Indented lines, blanks at line ends, a lone full stop and a leading From arrive as they were written."""
    lines = body(build(entry_for(), addresses(), parts(), press), "plain").split("\n")

    start = lines.index("Gold in the hills")

    assert TEXT.rstrip("\n").split("\n") == lines[start : start + len(TEXT.split("\n")) - 1]


def test_two_marks_frame_the_text(press: Printer) -> None:
    """One line before and one after our text name the game and the turn, so that answers can be told from it."""
    text = body(build(entry_for(), addresses(), parts(), press), "plain")

    assert "--- Gold in the hills: turn 3, round 2: begins ---" in text.split("\n")
    assert "--- Gold in the hills: turn 3, round 2: ends ---" in text.split("\n")
    assert text.startswith("Write your answer above this line.\n")
    assert max(map(len, text.split("\n"))) <= 72


def test_a_summary_asks_for_no_answer(press: Printer) -> None:
    """Observers are not asked to write."""
    summary = letters(HEADING, [], 1)[0]

    assert "Write your answer" not in body(build(summary, addresses(), parts(), press), "plain")


def test_marks_stand_inside_the_page(press: Printer) -> None:
    """The HTML stays one whole page, its head untouched."""
    html = body(build(entry_for(), addresses(), parts(), press), "html")

    assert html.startswith(HEAD)
    assert html.rstrip().endswith("</body></html>")
    assert html.index("<body>") < html.index("begins ---") < html.index("Hello ⛏") < html.index("ends ---")


def test_the_bytes_are_always_the_same(press: Printer) -> None:
    """The same turn and addresses give the same bytes, whatever the zone of the sealing time is written in."""
    first = build(entry_for(), addresses(), parts(), press)
    elsewhere = Parts(TEXT, PAGE, SVG, PNG, SEALED.astimezone(timezone(timedelta(hours=9))))

    assert first == build(entry_for(), addresses(), parts(), press)
    assert first == build(entry_for(), addresses(), elsewhere, press)


@pytest.mark.parametrize(
    "long", ["x" * 5000, "é" * 3000, "word " * 900, "a\n" * 3000, "\x00\x07\x1b[2J tab\tend", "--=_0"]
)
def test_every_line_is_short_ascii_and_ended_properly(press: Printer, long: str) -> None:
    """No line of a letter is over 998 bytes, none has a lone line end, and no byte is beyond ASCII."""
    letter = build(entry_for(), addresses(), parts(text=long, html=f"<html><body>{long}</body></html>"), press)

    assert max(map(len, letter.split(b"\r\n"))) <= 998
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", letter)
    assert letter.isascii()
    assert "".join(c for c in long.strip("\n") if c >= " " or c in "\n\t") in body(letter, "plain")


@pytest.mark.parametrize("evil", EVIL)
@pytest.mark.parametrize("where", ["name", "sender", "title", "moment", "seat", "subject"])
def test_nobody_writes_a_header(press: Printer, evil: str, where: str) -> None:
    """Encoded words, line ends and quotes in names, titles and seats leave the headers as they are."""
    heading = Heading("c0ffee", evil if where == "title" else "Gold", 3, evil if where == "moment" else "round 2")
    entry = entry_for(evil if where == "seat" else "ann", heading)
    if where == "subject":
        entry = Entry(**(entry.facts() | {"subject": evil, "references": entry.references}))
    both = Addresses(
        Mailbox(evil if where == "sender" else "Mo", "mo@example.org"),
        Mailbox(evil if where == "name" else "Ann", "ann@example.org"),
    )

    check_head(build(entry, both, parts(), press))


@pytest.mark.parametrize("evil", EVIL)
def test_the_filter_leaves_nothing_to_decode(evil: str) -> None:
    """What is left is one printable line without marks of an encoded word; filtering it again changes nothing."""
    left = plain(evil)

    assert not re.search(r"=\?|\?=|[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]", left)
    assert left == plain(left)


@given(st.text(max_size=90), st.text(max_size=90))
def test_no_string_at_all_writes_a_header(name: str, title: str) -> None:
    """Whatever a name and a title hold, the letter has its headers, one sender, one recipient."""
    entry = entry_for(heading=Heading("c0ffee", title, 3, "round 2"))

    letter = build(entry, Addresses(Mailbox(name, "mo@example.org"), Mailbox(name, "ann@example.org")), parts(), PLAIN)

    check_head(letter)
    assert plain(name, 60) == name_in(letter, "To")
    assert plain(name, 60) == name_in(letter, "From")


def name_in(letter: bytes, header: str) -> str:
    """The display name, by the older half of the library, which joins the words of a long name rightly."""
    name, _ = parseaddr(str(message_from_bytes(letter)[header]).replace("\r\n", ""))
    return str(make_header(decode_header(name)))


class Bare:
    """A press that prints nothing but the subject, for tests that look at the head alone."""

    def text(self, name: str, values: object, /) -> str:
        """No text."""
        return "text"

    def markup(self, name: str, values: object, /) -> str:
        """No page."""
        return "<p>text</p>"


PLAIN = Bare()


def check_head(letter: bytes) -> None:
    """The head has the fixed headers only, read anew and copied once more, one sender and one recipient."""
    message = read(letter)
    copied = EmailMessage(policy=email.policy.SMTP)
    for key, value in message.items():
        if not key.startswith(("Content", "MIME")):
            copied[key] = value
    again = read(copied.as_bytes())

    assert sorted(HEADERS) == sorted(message.keys())
    assert sorted(HEADERS - {"Content-Type", "MIME-Version"}) == sorted(again.keys())
    assert ["ann@example.org"] == [to.addr_spec for to in message["To"].addresses]
    assert ["mo@example.org"] == [to.addr_spec for to in message["From"].addresses]
    assert not message.defects
    for field in letter.split(b"\r\n\r\n")[0].split(b"\r\n"):
        assert field[:1] == b" " or field.split(b":")[0].decode() in HEADERS


@pytest.mark.parametrize(
    "evil",
    [
        "ann@example.org\r\nBcc: eve@example.org",
        "ann@example.org, eve@example.org",
        "ann@example.org> <eve@example.org",
        "=?utf-8?q?ann=0d=0a?=@example.org",
        "ann@=?utf-8?q?example=0d=0a?=.org",
        "ann@exam\nple.org",
        '"a b"@example.org',
        "änn@example.org",
        "ann@example..org",
        "ann@-example.org",
        "ann",
        "",
        "@example.org",
        "ann@",
        f"{'a' * 65}@example.org",
        f"a@{'b' * 64}.org",
        "ann@[127.0.0.1]",
        "ann @example.org",
        "ann\udcff@example.org",
        "ann@example.org\u0000",
    ],
)
def test_a_faulty_address_is_a_problem(evil: str) -> None:
    """What is no plain address gets no letter, and the answer shows it without its tricks."""
    found = mailbox("Ann", evil, "ann")

    assert isinstance(found, Problem)
    assert "\n" not in found.message
    assert "=?" not in found.message


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("ann@example.org", "ann@example.org"),
        (" ann@Example.ORG ", "ann@example.org"),
        ("Ann.Lee+pbem@mail.example.org", "Ann.Lee+pbem@mail.example.org"),
        ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("ann@localhost", "ann@localhost"),
    ],
)
def test_good_addresses_are_taken(written: str, kept: str) -> None:
    """Ordinary addresses pass; a domain beyond ASCII goes in the form that servers look up."""
    assert Mailbox("Ann", kept) == mailbox("Ann", written, "ann")


@pytest.mark.parametrize(
    ("written", "both"),
    [
        ("Ann Lee <ann@example.org>", ("Ann Lee", "ann@example.org")),
        ('"Lee, Ann" <ann@example.org>', ("Lee, Ann", "ann@example.org")),
        ("ann@example.org", ("", "ann@example.org")),
        ("Ann Lee", ("Ann Lee", "")),
        ("<ann@example.org>", ("", "ann@example.org")),
        ("", ("", "")),
    ],
)
def test_name_and_address_are_told_apart(written: str, both: tuple[str, str]) -> None:
    """A player may be given as name and address, or as either."""
    assert both == split_written(written)


@pytest.mark.parametrize("evil", ["../../etc/passwd", "a\r\nX: 1.png", "=?utf-8?q?a?=", "..", "CON:", "ä/b\\c"])
def test_file_names_hold_small_letters_and_hyphens(evil: str) -> None:
    """Nothing of a name can leave its folder or its header."""
    assert re.fullmatch(r"[a-z0-9-]*", file_name(evil, 3))


def test_names_keep_their_letters() -> None:
    """The filter takes tricks out, not scripts."""
    assert "Zoë O'Hara-Μαρία नेहा 李 👩‍🚒" == plain("  Zoë O'Hara-Μαρία\tनेहा 李 👩‍🚒 ")


def test_letters_answer_the_one_before() -> None:
    """Each report answers the last one, and refers to the root of its thread and to a few before it."""
    root = root_id("c0ffee", "ann")
    sent: tuple[Entry, ...] = ()
    ids = []
    for turn in range(9):
        sent = letters(Heading("c0ffee", "Gold", turn, "round"), ["ann", "bob"], 1, sent)
        ids.append(sent[0].message_id)

    assert ids[7] == sent[0].in_reply_to
    assert (root, *ids[4:8]) == sent[0].references
    assert root == letters(HEADING, ["ann"], 0)[0].in_reply_to


def test_references_fold_at_blanks(press: Printer) -> None:
    """Message-IDs reach the other side whole, in lines of ordinary length."""
    sent: tuple[Entry, ...] = ()
    for turn in range(9):
        sent = letters(Heading("c0ffee", "Gold", turn, "round"), ["ann"], 0, sent)

    letter = build(sent[0], addresses(), parts(), press)

    assert list(sent[0].references) == read(letter)["References"].split()
    assert sent[0].message_id == read(letter)["Message-ID"]
    assert b"=?" not in letter.split(b"\r\n\r\n")[0]
    assert max(map(len, letter.split(b"\r\n\r\n")[0].split(b"\r\n"))) <= 100


def test_message_ids_differ_in_everything_that_counts() -> None:
    """Campaign, turn, attempt, reader and kind each make another Message-ID, and none can be read in it."""
    again = Heading("c0ffee", "Gold", 3, "round 2", attempt=1)
    ids = {
        message_id(HEADING, "ann", "report"),
        message_id(HEADING, "ann", "summary"),
        message_id(HEADING, "bob", "report"),
        message_id(again, "ann", "report"),
        message_id(Heading("c0ffee", "Gold", 4, "round 2"), "ann", "report"),
        message_id(Heading("decaf", "Gold", 3, "round 2"), "ann", "report"),
        root_id("c0ffee", "ann"),
    }

    assert 7 == len(ids)
    assert all(re.fullmatch(r"<[0-9a-f]{32}@pbem\.invalid>", one) for one in ids)
    assert message_id(HEADING, "ann", "report") == message_id(Heading("c0ffee", "New title", 3, "x"), "ann", "report")


def test_a_rerun_is_marked_corrected() -> None:
    """The subject says that a turn corrects what was published before."""
    assert "[corrected] Gold: turn 3, round 2" == subject(Heading("c0ffee", "Gold", 3, "round 2", attempt=1))


def test_file_names_of_letters_are_told_apart() -> None:
    """Turn, reader, kind and attempt name the file, and no two readers share one."""
    assert "003-ann-report" == stem(3, 0, "ann", "report")
    assert "003-ann-report-corrected" == stem(3, 1, "ann", "report")
    assert "003-ann-report-corrected-2" == stem(3, 2, "ann", "report")
    assert stem(3, 0, "a-b", "report") != stem(3, 0, "a--b", "report")
    assert stem(3, 0, "a" * 50 + "b", "report") != stem(3, 0, "a" * 50 + "c", "report")


def test_entries_survive_their_file() -> None:
    """What is sealed in letters.json reads back the same."""
    sent = letters(HEADING, ["ann", "bob"], 2)

    assert sent == read_entries([entry.facts() for entry in sent], "letters.json")


@pytest.mark.parametrize(
    "change", [{"kind": "bill"}, {"to": 3}, {"message_id": "<a@b>\r\nBcc: x"}, {"references": "x"}]
)
def test_a_damaged_list_is_a_problem(change: dict[str, object]) -> None:
    """A list of letters that somebody edited is named, not obeyed."""
    assert isinstance(read_entries([entry_for().facts() | change], "letters.json"), Problem)
    assert isinstance(read_entries([3], "letters.json"), Problem)
    assert isinstance(read_entries({"to": "ann"}, "letters.json"), Problem)


def test_the_largest_drawing_is_the_map() -> None:
    """Where the sealed map does not stand in the page, its largest drawing gives way, nested ones and all."""
    page = "<body><svg a='1'/><svg><circle/></svg><svg><svg><g/></svg><g/><g/></svg></body>"

    assert re.fullmatch(
        r"<body><svg a='1'/><svg><circle/></svg><img [^>]*></body>", pictured(page, "<svg>b</svg>", "x")
    )


def test_a_page_without_a_drawing_gets_the_map_at_its_end() -> None:
    """The map is never lost."""
    assert re.fullmatch(r"<body>a<img [^>]*></body>", pictured("<body>a</body>", "", "x"))
    assert re.fullmatch(r"a<img [^>]*>", pictured("a", "", "x"))


def test_a_title_with_quotes_stays_a_title() -> None:
    """The name of a map cannot add anything to the picture."""
    svg = '<svg><title>"Gold" onload="x</title></svg>'

    assert 'alt="&quot;Gold&quot; onload=&quot;x"' in pictured(f"<body>{svg}</body>", svg, "x")


def test_jinja_in_names_is_text(press: Printer) -> None:
    """Template syntax in a title is printed as it stands, and escaped in HTML."""
    title = "{{ 7 * 7 }} {% raw %} <b>"

    letter = build(entry_for(heading=Heading("c0ffee", title, 3, "r")), addresses(), parts(), press)

    assert "--- {{ 7 * 7 }} {% raw %} <b>: turn 3, r: begins ---" in body(letter, "plain")
    assert "--- {{ 7 * 7 }} {% raw %} &lt;b&gt;: turn 3, r: begins ---" in body(letter, "html")
