"""A letter as bytes: text, HTML and the map in one mail to one reader.

The same sealed turn and the same addresses give the same bytes: boundaries are fixed and nothing is drawn or looked up.
Nothing here opens a campaign or the network.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any, Protocol

from markupsafe import Markup

from pbem.mail.address import LONGEST_NAME, Mailbox, file_name, plain
from pbem.mail.thread import Entry

BODY = re.compile(r"(?P<head>.*?<body\b[^>]*>)(?P<inside>.*)(?P<tail></body\s*>.*)", re.DOTALL | re.IGNORECASE)
SVG_TAG = re.compile(r"<(?P<end>/?)svg\b[^>]*?(?P<empty>/?)>", re.IGNORECASE)
NAMED = re.compile(r'<title>(?P<title>[^<]*)</title>|\baria-label="(?P<label>[^"]*)"')
FOLD = "\r\n "
SIMPLE = re.compile(r"[A-Za-z0-9'-]+( [A-Za-z0-9'-]+)*")
QUOTED = re.compile(r'(["\\])')
BACKSLASH = r"\\\1"
PROLOGUE = re.compile(r"^\s*<\?xml[^>]*\?>\s*")


@dataclass(frozen=True, slots=True)
class Addresses:
    """Whom one letter is from and to, as ``campaign.yaml`` says at the time of sending."""

    sender: Mailbox
    recipient: Mailbox


@dataclass(frozen=True, slots=True)
class Parts:
    """The sealed papers that go into one letter, the map drawn as PNG, and when the turn was sealed."""

    text: str
    html: str
    svg: str
    png: bytes | None
    sealed_at: datetime


class Press(Protocol):
    """What prints the frame of a letter from ``templates/letters``: a campaign's own templates go first."""

    def text(self, name: str, values: Mapping[str, Any], /) -> str:
        """A template as plain text."""

    def markup(self, name: str, values: Mapping[str, Any], /) -> str:
        """A template as HTML, values escaped."""


def build(entry: Entry, addresses: Addresses, parts: Parts, press: Press) -> bytes:
    """The finished letter: mixed( alternative( text, related( HTML, map ) ) )."""
    message = EmailMessage(policy=SMTP)
    message.set_content(_framed_text(press, entry, parts.text), cte="quoted-printable")
    _add_page(message, entry, parts, press)
    message.make_mixed()
    _fix_boundaries(message, entry)
    head = _head(entry, addresses, parts.sealed_at)
    return "".join(f"{name}: {value}\r\n" for name, value in head.items()).encode("ascii") + message.as_bytes()


def _framed_text(press: Press, entry: Entry, text: str) -> str:
    """The whole text part between the two marks by which the reading of answers knows our own words."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    framed = press.text("letters/letter.txt.j2", _frame(entry) | {"text": lines})
    return "".join(letter for letter in framed if letter >= " " or letter in "\n\t") + "\n"


def _framed_html(press: Press, entry: Entry, html: str) -> str:
    """The whole HTML part: the page as it was sealed, the marks inside its body."""
    match = BODY.fullmatch(html)
    head, inside, tail = match.group("head", "inside", "tail") if match else ("", html, "")
    papers = {"head": Markup(head), "inside": Markup(inside), "tail": Markup(tail)}
    return press.markup("letters/letter.html.j2", _frame(entry) | papers)


def _frame(entry: Entry) -> dict[str, str]:
    return {"subject": plain(entry.subject), "kind": entry.kind}


def _head(entry: Entry, addresses: Addresses, sealed_at: datetime) -> dict[str, str]:
    """The fixed headers, folded here: the modern classes of the library change some names when they fold them."""
    return {
        "From": _written(addresses.sender),
        "To": _written(addresses.recipient),
        "Date": format_datetime(sealed_at.astimezone(UTC)),
        "Subject": _words(plain(entry.subject), "Subject"),
        "Message-ID": entry.message_id,
        "In-Reply-To": entry.in_reply_to,
        "References": FOLD.join(entry.references),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }


def _written(mailbox: Mailbox) -> str:
    """Name and address: a simple name as it is, others in quotes, those beyond ASCII as encoded words."""
    name = plain(mailbox.name, LONGEST_NAME)
    if not name:
        return mailbox.address
    if name.isascii() and not SIMPLE.fullmatch(name):
        name = f'"{QUOTED.sub(BACKSLASH, name)}"'
    words, address = _words(name, "From"), f"<{mailbox.address}>"
    room = len("From: ") + len(words.rpartition("\n")[2]) + len(address) < 76
    return f"{words}{' ' if room else FOLD}{address}"


def _words(text: str, header: str) -> str:
    charset = "us-ascii" if text.isascii() else "utf-8"
    return Header(text, charset, maxlinelen=76, header_name=header).encode(linesep="\r\n")


def _add_page(message: EmailMessage, entry: Entry, parts: Parts, press: Press) -> None:
    """Adds the HTML, and the map as a picture that the HTML shows by its Content-ID."""
    content_id = f"map.{entry.message_id.strip('<>')}"
    html = parts.html if parts.png is None else pictured(parts.html, parts.svg, content_id)
    message.add_alternative(_framed_html(press, entry, html), subtype="html", cte="quoted-printable")
    if parts.png is not None:
        name = f"{file_name(entry.to, entry.kind, 'map')}.png"
        page = message.get_payload()[-1]  # type: ignore[index]
        assert isinstance(page, EmailMessage)
        page.add_related(parts.png, "image", "png", cid=f"<{content_id}>", disposition="inline", filename=name)


def pictured(html: str, svg: str, content_id: str) -> str:
    """The page with the map drawn in it replaced by a picture, since mail programs do not show SVG."""
    drawn = PROLOGUE.sub("", svg).strip()
    start = html.find(drawn) if drawn else -1
    start, end = (start, start + len(drawn)) if start >= 0 else _largest_svg(html)
    named = NAMED.search(html[start:end] or svg)
    alt = ((named["title"] or named["label"] or "") if named else "").replace('"', "&quot;")
    picture = f'<img src="cid:{content_id}" alt="{alt or "The map"}" style="width:100%;max-width:60em;height:auto">'
    return html[:start] + picture + html[end:]


def _largest_svg(html: str) -> tuple[int, int]:
    """Where the largest drawing of a page stands; the end of its body if there is none."""
    found, depth, start = [], 0, 0
    for tag in SVG_TAG.finditer(html):
        if tag["empty"]:
            continue
        if not tag["end"]:
            start = tag.start() if depth == 0 else start
            depth += 1
        elif depth:
            depth -= 1
            found += [(start, tag.end())] if depth == 0 else []
    match = BODY.fullmatch(html)
    nowhere = match.start("tail") if match else len(html)
    return max(found, key=lambda place: place[1] - place[0], default=(nowhere, nowhere))


def _fix_boundaries(message: EmailMessage, entry: Entry) -> None:
    """A boundary that begins with ``=_`` occurs in no quoted-printable and no base64 text."""
    digest = entry.message_id.strip("<>").partition("@")[0]
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=_{number}_{digest}")
