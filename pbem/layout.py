"""Text in columns: wrapping, padding and lists of words, for templates that are read in any mail program.

Widths are counted in character cells, so that a table stays straight under names of any script.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any

WIDTH = 72

UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+")
"""What has no place in a line of print: control characters, and marks that turn its direction around or hide."""

TIE = "\u00a0"
"""Holds two words of a template together on one line."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def clean(text: str) -> str:
    """One line of print from whatever a person wrote."""
    return " ".join(UNSEEN.sub(" ", text).split())


def sentence(text: str) -> str:
    """One line of print from what a template wrote: its ties hold."""
    return TIE.join(map(clean, text.split(TIE)))


def tied(text: str) -> str:
    """The text as one word to whatever breaks lines: what would read as an order at the head of one stays inside."""
    return text.replace(" ", TIE)


def paragraphs(text: str) -> tuple[str, ...]:
    """The lines of a longer text of a person, each fit for print; blank lines at either end are dropped."""
    lines = [clean(line) for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return tuple(lines)


def cells(text: str) -> int:
    """How many columns a text takes up."""
    if text.isascii():
        return len(text)
    return sum(_cell(sign) for sign in text)


def _cell(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def left(text: object, width: int) -> str:
    """The text, filled up on its right."""
    written = str(text)
    return written + " " * (width - cells(written))


def right(text: object, width: int) -> str:
    """The text, filled up on its left."""
    written = str(text)
    return " " * (width - cells(written)) + written


def short(text: str, width: int) -> str:
    """The text, cut with two dots where it is too long."""
    if cells(text) <= width:
        return text
    kept = ""
    for sign in text:
        if cells(kept + sign) > width - 2:
            break
        kept += sign
    return kept.rstrip() + ".."


def wrap(text: str, indent: int = 0, hang: int = 0) -> str:
    """The text in lines of at most 72 columns; lines after the first stand ``hang`` columns farther in.

    Before a word that is too long for that they stand as far in as it leaves room."""
    lines: list[str] = []
    line = " " * indent
    room = False
    for word in text.replace(TIE, "\0").split():
        if room and cells(line) + 1 + cells(word) > WIDTH:
            lines.append(line)
            line, room = " " * min(indent + hang, max(indent, WIDTH - cells(word))), False
        line += f" {word}" if room else word
        room = True
    lines.append(line.rstrip())
    return "\n".join(lines).replace("\0", " ")


def quote(text: str, indent: int = 3) -> str:
    """The words of somebody else, wrapped, behind the mark of a quotation, so that they are no orders in a reply."""
    mark = " " * indent + "> "
    lines: list[str] = []
    for line in text.splitlines():
        lines += wrap(line, len(mark)).splitlines() or [""]
    return "\n".join((mark + line[len(mark) :]).rstrip() for line in lines)


def inset(text: str, indent: int = 3) -> str:
    """Every line of a text moved in; mail programs leave lines alone that begin with blanks."""
    return "\n".join(" " * indent + line if line else "" for line in text.splitlines())


def heading(title: str) -> str:
    """A heading among plain text, a blank line above and below it."""
    return f"\n\n{title.upper()}\n"


def listed(items: Iterable[object], last: str = "and") -> str:
    """Words in a row: "ann, bob and cy"."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things: "1 shovel", "3 shovels", "no shovels"."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def spelled(number: int, one: str, many: str = "") -> str:
    """The same in words up to twelve, as a sentence likes it: "a shovel", "three shovels"."""
    if number == 1:
        return f"{'an' if one[0] in 'aeiou' and not one.startswith('uni') else 'a'} {one}"
    word = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{word} {many or one + 's'}"


def capital(text: str) -> str:
    """The text with a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]


FILTERS: Mapping[str, Callable[..., Any]] = {
    "left": left,
    "right": right,
    "short": short,
    "wrap": wrap,
    "inset": inset,
    "quote": quote,
    "heading": heading,
    "listed": listed,
    "capital": capital,
    "tied": tied,
}

GLOBALS: Mapping[str, Any] = {"counted": counted, "spelled": spelled, "WIDTH": WIDTH}
