"""A letter as bytes: text, HTML and the map in one mail to one reader.

The same sealed turn and the same addresses give the same bytes: boundaries are fixed and nothing is drawn or looked up.
Nothing here opens a campaign or the network.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from pbem.game import box
from pbem.mail.address import LONGEST_NAME, Mailbox, file_name, plain
from pbem.mail.thread import Entry

BODY = re.compile(r"(?P<head>.*?<body\b[^>]*>)(?P<inside>.*)(?P<tail></body\s*>.*)", re.DOTALL | re.IGNORECASE)
SVG_TAG = re.compile(r"<(?P<end>/?)svg\b[^>]*?(?P<empty>/?)>", re.IGNORECASE)
NAMED = re.compile(r'<title>(?P<title>[^<]*)</title>|\baria-label="(?P<label>[^"]*)"')
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


class Stationery:
    """The frame around a report: two marks, before and after, by which the reading of answers knows our own words.

    Templates of the campaign's own folder go first and run in the sandbox.
    """

    def __init__(self, overrides: Path | None = None) -> None:
        own = overrides is not None and (overrides / "letters").is_dir()
        folders = ([overrides] if overrides is not None and own else []) + [box() / "templates"]
        self._templates = (SandboxedEnvironment if own else Environment)(
            loader=FileSystemLoader(folders),
            undefined=StrictUndefined,
            autoescape=select_autoescape(("html.j2",), default=False),
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )

    def text(self, entry: Entry, text: str) -> str:
        """The whole text part, lines ended by line feeds alone and none of them changed."""
        lines = "\n".join(text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n"))
        framed = self._render("letter.txt.j2", entry, text=lines)
        return "".join(letter for letter in framed if letter >= " " or letter in "\n\t")

    def html(self, entry: Entry, html: str) -> str:
        """The whole HTML part: the page as it was sealed, the marks inside its body."""
        match = BODY.fullmatch(html)
        head, inside, tail = match.group("head", "inside", "tail") if match else ("", html, "")
        return self._render("letter.html.j2", entry, head=Markup(head), inside=Markup(inside), tail=Markup(tail))

    def _render(self, name: str, entry: Entry, **papers: str) -> str:
        template = self._templates.get_template(f"letters/{name}")
        return template.render(subject=plain(entry.subject), kind=entry.kind, **papers)


def build(entry: Entry, addresses: Addresses, parts: Parts, stationery: Stationery) -> bytes:
    """The finished letter: mixed( alternative( text, related( HTML, map ) ) )."""
    message = EmailMessage(policy=SMTP)
    _head(message, entry, addresses, parts.sealed_at)
    message.set_content(stationery.text(entry, parts.text), cte="quoted-printable")
    _add_page(message, entry, parts, stationery)
    message.make_mixed()
    _fix_boundaries(message, entry)
    return message.as_bytes()


def _head(message: EmailMessage, entry: Entry, addresses: Addresses, sealed_at: datetime) -> None:
    message["From"] = _written(addresses.sender)
    message["To"] = _written(addresses.recipient)
    message["Date"] = sealed_at.astimezone(UTC)
    message["Subject"] = plain(entry.subject)
    message["Message-ID"] = entry.message_id
    message["In-Reply-To"] = entry.in_reply_to
    message["References"] = " ".join(entry.references)
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"


def _written(mailbox: Mailbox) -> Address:
    return Address(plain(mailbox.name, LONGEST_NAME), addr_spec=mailbox.address)


def _add_page(message: EmailMessage, entry: Entry, parts: Parts, stationery: Stationery) -> None:
    """Adds the HTML, and the map as a picture that the HTML shows by its Content-ID."""
    content_id = f"map.{entry.message_id.strip('<>')}"
    html = parts.html if parts.png is None else pictured(parts.html, parts.svg, content_id)
    message.add_alternative(stationery.html(entry, html), subtype="html", cte="quoted-printable")
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
    alt = (named["title"] or named["label"] or "") if named else ""
    picture = (
        f'<img src="cid:{content_id}" alt="{alt or escape("The map")}" style="width:100%;max-width:60em;height:auto">'
    )
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
