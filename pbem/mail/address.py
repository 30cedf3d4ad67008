"""Names and addresses of people, made safe to stand in the head of a letter.

What people wrote is never trusted: the standard library at hand lets an encoded word smuggle a line end, and with it a
header of its own, into a letter. It knows no campaign and no folder.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from pbem.model import Problem

LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
WRITTEN = re.compile(r"(?P<name>[^<>]*)<(?P<address>[^<>]*)>\s*")
ENCODED = re.compile(r"=\?|\?=")
JOINERS = "\u200c\u200d"
"""Invisible marks that some scripts need inside a word; all others only deceive."""

LONGEST_NAME = 60
LONGEST_LINE = 160


@dataclass(frozen=True, slots=True)
class Mailbox:
    """Whom a letter is from or to: a name as it may stand in a header, and an address that mail servers take."""

    name: str
    address: str


def plain(text: str, most: int = LONGEST_LINE) -> str:
    """One line without control characters, invisible marks and encoded-word syntax, of at most so many characters."""
    kept = "".join(_shown(letter) for letter in text)
    while ENCODED.search(kept):  # taking one out may join the halves of another
        kept = ENCODED.sub("", kept)
    return " ".join(kept.split())[:most].rstrip()


def _shown(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind in ("Cc", "Zl", "Zp"):
        return " "
    return "" if kind.startswith("C") and letter not in JOINERS else letter


def file_name(*parts: str | int) -> str:
    """A file name of small letters, digits and hyphens, whatever the parts hold."""
    words = (re.sub(r"[^a-z0-9]+", "-", str(part).lower()).strip("-") for part in parts)
    return "-".join(word[:40] for word in words if word)


def split_written(written: str) -> tuple[str, str]:
    """Name and address of ``Ann Lee <ann@example.org>``, as written; either may be empty."""
    match = WRITTEN.fullmatch(written.strip())
    if match:
        return match["name"].strip().strip('"').strip(), match["address"].strip()
    return ("", written.strip()) if "@" in written else (written.strip(), "")


def mailbox(name: str, address: str, whose: str) -> Mailbox | Problem:
    """The mailbox of this name and address, or why no letter can go there."""
    if not address.strip():
        hint = f"Write one into campaign.yaml ({whose}), such as ann@example.org."
        return Problem("address", f"There is no address for {whose}.", hint=hint)
    fault = _fault(address.strip())
    if fault:
        shown = plain(address, 80)
        hint = f"Correct it in campaign.yaml ({whose}); it should look like ann@example.org."
        return Problem("address", f"'{shown}' is no address for {whose}: {fault}.", hint=hint)
    local, _, domain = address.strip().rpartition("@")
    return Mailbox(plain(name, LONGEST_NAME), f"{local}@{_ascii(domain)}")


def _fault(address: str) -> str:
    """What is wrong with an address, or nothing."""
    local, at, domain = address.rpartition("@")
    if not at or not local or not domain:
        return "it must have a name, one @ and a domain"
    if not local.isascii():
        return "letters before the @ must be plain ones, since few servers take others"
    if not LOCAL.fullmatch(local) or len(local) > 64:
        return "what stands before the @ cannot be delivered to"
    labels = _ascii(domain).split(".")
    if not all(LABEL.fullmatch(label) for label in labels) or len(".".join(labels)) > 250:
        return f"'{plain(domain, 80)}' is no domain"
    if ENCODED.search(address):
        return "it holds the marks of an encoded word"
    return ""


def _ascii(domain: str) -> str:
    """A domain as servers look it up: small letters, those beyond ASCII in their ``xn--`` form."""
    try:
        return domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return ""
