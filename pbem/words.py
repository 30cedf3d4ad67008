"""A line into words with columns, the nearest name to a slip of the pen, and the caret under a mistake.

Every word keeps the text as written and a key to compare by: small Latin letters without accents. What cannot be
seen (zero-width and writing-direction marks, emoji, quotes) vanishes. This module knows no game and no page.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from pbem.model import NOWHERE, Problem, Span, Weight

MOST_BYTES = 262_144
MOST_LINES = 10_000

BLANK = "__"
"""The key of a blank in an order form that nobody has filled in."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, number or mark: the text as written, the key to compare by, and where it stands."""

    text: str
    key: str
    span: Span


# What looks like a Latin letter and is none; case matters: a Greek capital eta looks like an H, a small one does not.
_ALIKE = dict(
    zip(
        "АВСЕНІЈКМОРЅТУХԚԜҮӀаесіјкморѕухһԁԛԝӏтвнΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ",
        "abcehijkmopstyxqwyiaecijkmopsyxhdqwltbhabezhikmnoptyxaikvopux",
        strict=True,
    )
)
_PLAIN = {
    "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u02bc": "'", "\u2032": "'", "\u00b4": "'",
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"',
    "\u2264": "<=", "\u2265": ">=", "\u2260": "<>", "\u2192": "->", "\u21d2": "->", "\u00d7": "x",
    "\u00b7": " ", "\u2022": " ", "\u0131": "i", "\u0142": "l", "\u0141": "l", "\u00f8": "o", "\u00d8": "o",
    "\u2610": "[ ]", "\u2611": "[x]", "\u2612": "[x]", "\u2b1c": "[ ]",
    "\u274c": " not ", "\u26d4": " not ", "\U0001f6ab": " not ",
}  # fmt: skip
"""Marks that mean something: quotes, arrows, boxes of a form, and signs that forbid."""
_TELLING = ("<super>", "<sub>", "<fraction>")
"""Compatibility forms that are not what they would become: a small raised 2 is not a 2."""

_TOKEN = re.compile(
    r"[^\W\d_][^\W_]*(?:['-][^\W_]+)*"  # a word, hyphens and apostrophes inside it
    r"|\d+(?:\.\d+)*"
    r"|(?<![^\W_])_{2,}(?![^\W_])|(?<!\S)_(?!\S)"
    r"|[-=]+>|<=|>=|<>|!="
    r"|[.!…]+"
    r"|[^\w\s\"'`*_.!…]"
)
_KEYS = {"&": "and", "@": "at", "!=": "<>"}

_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TEENS = ("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS = (
    {name: number for number, name in enumerate(_ONES + _TEENS)}
    | {tens: 10 * place for place, tens in enumerate(_TENS, 2)}
    | {
        f"{tens}-{one}": 10 * place + ones
        for place, tens in enumerate(_TENS, 2)
        for ones, one in enumerate(_ONES[1:10], 1)
    }
    | {"a": 1, "an": 1, "single": 1, "another": 1, "dozen": 12}
)


@lru_cache(maxsize=8192)
def _folded(letter: str) -> str:
    """What one character counts for: nothing, a space, or plain small letters."""
    if letter in _ALIKE or letter in _PLAIN:
        return _ALIKE.get(letter) or _PLAIN[letter]
    category = unicodedata.category(letter)
    if category == "Nd":
        return str(unicodedata.digit(letter))
    if category[0] == "L":
        if unicodedata.decomposition(letter).startswith(_TELLING):
            return letter
        parts = unicodedata.normalize("NFKD", letter)
        return "".join(_ALIKE.get(part, part) for part in parts if unicodedata.category(part)[0] != "M").casefold()
    if category in ("Mn", "Me", "Cf"):
        return ""
    if category == "Pd":
        return "-"
    if category in ("So", "Sk", "Cc", "Cs", "Co", "Cn", "Zs", "Zl", "Zp", "Mc"):
        return " "
    if unicodedata.decomposition(letter).startswith(_TELLING):
        return letter
    return unicodedata.normalize("NFKC", letter)


def fold(text: str) -> str:
    """Text as it is compared: small Latin letters, no accents, straight quotes, plain dashes."""
    return text.lower() if text.isascii() else "".join(map(_folded, text))


def words(line: str, source: str, number: int) -> tuple[Word, ...]:
    """The words, numbers and marks of one line; a ``#`` ends it. Columns count characters of the line as written.

    A mark is a word by itself; stops and exclamation marks have the key ``.``, arrows ``->``, and ``&`` is ``and``.
    """
    if line.isascii():
        plain, starts = line.lower(), None
    else:
        folds = [_folded(letter) for letter in line]
        plain, starts = "".join(folds), _starts(folds)
    found = []
    for match in _TOKEN.finditer(plain):
        key, (first, last) = match[0], match.span()
        if key == "#":
            break
        if not key[0].isalnum():
            key = _mark(key)
        if starts is not None:
            first, last = bisect_right(starts, first) - 1, bisect_right(starts, last - 1)
        found.append(Word(line[first:last], key, Span(source, number, first + 1, last + 1)))
    return tuple(found)


def _mark(written: str) -> str:
    """The key of a mark."""
    if written in _KEYS:
        return _KEYS[written]
    if written[0] in ".!…":
        return "."
    if written[0] in "-=" and written[-1] == ">":
        return "->"
    return BLANK if written[0] == "_" else written


def _starts(folds: Sequence[str]) -> list[int]:
    """Where each character of the line begins in its folded form."""
    starts, place = [], 0
    for fold_of_letter in folds:
        starts.append(place)
        place += len(fold_of_letter)
    return starts


def lines_of(text: str) -> list[str]:
    """The lines of a page, whatever ends them."""
    for ending in ("\r\n", "\r", "\u2028", "\u2029"):
        text = text.replace(ending, "\n")
    return text.split("\n")


def disguised(word: Word) -> bool:
    """Whether a word holds letters of another alphabet, or wide ones, that were taken for Latin letters."""
    return not word.text.isascii() and any(
        letter in _ALIKE or (letter.isalnum() and unicodedata.decomposition(letter).startswith(("<wide>", "<font>")))
        for letter in word.text
    )


def count(word: Word) -> int | None:
    """The number a word stands for: ``3``, ``three``, ``a``. Numbers of more than three digits are none."""
    key = word.key
    if key.isdecimal():
        return int(key) if len(key) <= 3 else None
    return _NUMBERS.get(key)


def one_slip(first: str, second: str) -> bool:
    """Whether two words differ by one letter too many, too few or wrong, or by two neighbours swapped."""
    if first == second or abs(len(first) - len(second)) > 1:
        return False
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    one, other = first[start:], second[start:]
    swapped = len(one) == len(other) and one[:2] == other[1::-1] and one[2:] == other[2:]
    return swapped or one[1:] == other[1:] or one[1:] == other or one == other[1:]


def nearest(key: str, names: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The names that were probably meant, best first. A single letter is never near to anything."""
    wanted = fold(key.strip())
    if not 2 <= len(wanted) <= 40:
        return ()
    scores = []
    for name in dict.fromkeys(names):
        candidate = fold(name)
        if len(candidate) < 2:
            continue
        if candidate == wanted or one_slip(wanted, candidate):
            scores.append((0.0 if candidate == wanted else 1.0, name))
        elif abs(len(candidate) - len(wanted)) <= 4:
            ratio = SequenceMatcher(None, wanted, candidate, autojunk=False).ratio()
            if ratio >= 0.75:
                scores.append((3.0 - ratio, name))
    slips = [score for score in scores if score[0] <= 1]
    return tuple(name for _, name in sorted(slips or scores, key=lambda score: score[0])[:most])


def listed(names: Iterable[str], last: str = "or") -> str:
    """Names in one phrase: "a, b or c"."""
    *others, final = list(names) or [""]
    return f"{', '.join(others)} {last} {final}" if others else final


def quoted(text: str, most: int = 30) -> str:
    """A player's words inside a message: shortened, and with nothing in them that cannot be printed."""
    plain = "".join(
        letter if letter.isprintable() else "" if _folded(letter) == "" else " " for letter in text[: 4 * most]
    )
    plain = " ".join(plain.split())
    return f"'{plain}'" if len(plain) <= most else f"'{plain[: most - 3].rstrip()}...'"


def decode(data: bytes, source: str) -> str | Problem:
    """A page's text from its bytes: UTF-8, UTF-16 with its mark, else the old Western code page if that gives text."""
    if len(data) > 4 * MOST_BYTES:
        return too_long(source)
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            text = _decoded(data[len(mark) :], encoding)
            break
    else:
        text = _decoded(data, "utf-8")
        text = _decoded(data, "cp1252") if text is None else text
    if text is None or binary(text):
        return unreadable(source)
    return "\n".join(lines_of(text))


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


_CONTROL = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f\x7f\ufffe\uffff]")


def binary(text: str) -> bool:
    """Whether this is no text: a NUL anywhere, or more than a stray control character."""
    return "\x00" in text or len(_CONTROL.findall(text, 0, MOST_BYTES)) > max(2, len(text) // 100)


def is_too_long(text: str) -> bool:
    """Whether a page is beyond all measure."""
    if len(text) > MOST_BYTES:
        return True
    lines = lines_of(text)
    return len(lines) - (not lines[-1]) > MOST_LINES


def too_long(source: str) -> Problem:
    """What is said of a page beyond all measure."""
    limit = f"{MOST_BYTES // 1024} KB and {MOST_LINES:,} lines"
    hint = "Send the order lines alone."
    return Problem(
        "too-long", f"This page is longer than {limit}; it was not read.", _page(source), hint, Weight.UNREADABLE
    )


def unreadable(source: str) -> Problem:
    """What is said of a page that is no text."""
    hint = "Save it as plain text (UTF-8) and send it again."
    return Problem("binary", "This is not plain text; it was not read.", _page(source), hint, Weight.UNREADABLE)


def _page(source: str) -> Span:
    return Span(source, 0, 0, 0)


def shown(problem: Problem, text: str) -> str:
    """A problem as players see it: where, what, a hint, and the line with a caret under the place."""
    span = problem.span
    said = f"{problem.message} {problem.hint}".rstrip()
    if span == NOWHERE or not span.line:
        return f"{span.source}: {said}" if span.source else said
    head = f"{span.source}:{span.line}:{span.col}: {said}"
    lines = lines_of(text)
    if span.line > len(lines) or not lines[span.line - 1].strip():
        return head
    excerpt, caret = _excerpt(lines[span.line - 1], span)
    return f"{head}\n    {excerpt}\n    {caret}"


def _excerpt(line: str, span: Span, width: int = 68) -> tuple[str, str]:
    """The part of a line around a place, and the carets below it."""
    first = min(max(span.col, 1) - 1, len(line))
    last = max(first + 1, min(span.end - 1, len(line)))
    start = len(line) - len(line.lstrip()) if first < width else max(0, first - width // 3)
    start = min(start, first)
    before, under = _printable(line[start:first]), _printable(line[first:last])
    after = _printable(line[last : last + width])
    if start and line[:start].strip():
        before = "..." + before
    under = under[: max(1, width - _columns(before))]
    room = width - _columns(before) - _columns(under)
    after = after if _columns(after) <= room else after[: max(0, room - 3)] + "..."
    caret = " " * _columns(before) + "^" * max(1, _columns(under))
    return (before + under + after).rstrip(), caret


def _printable(text: str) -> str:
    return "".join(
        letter if letter.isprintable() else " " if _folded(letter) else "" for letter in text.replace("\t", " ")
    )


def _columns(text: str) -> int:
    """How many columns a text takes: wide letters take two, marks above letters none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
