"""What mail programs leave around a page: headers, signatures, earlier mails below it, reports that come back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from pbem.grammar.lines import Line, is_title

_CUT = re.compile(
    r"\s*(?:[-_*=]{2,}\s*(?:original|forwarded|urspr\w+|weitergeleitete|message|mensaje|messaggio|oorspronkelijk)\b.*[-_*=]{2,}"
    r"|begin forwarded message\s*:?|anfang der weitergeleiteten.*|d\S*but du message.*)\s*",
    re.IGNORECASE,
)
"""The line above an earlier mail that a mail program put there unquoted."""
_FROM = re.compile(r"\s*\W?(?:from|von|de|da|van)\W?\s*:", re.IGNORECASE)
_HEADER = re.compile(
    r"\s*\W?(?:sent|date|subject|gesendet|datum|betreff|envoy\S+|objet|asunto|oggetto)\W?\s*:", re.IGNORECASE
)
HEADERS = 5
"""Within how many lines of "From:" a mail's other headers stand."""


def signs_off(line: Line) -> bool:
    """Whether everything below is a signature: mail programs put two dashes above it."""
    return line.text.strip() == "--"


def cuts(line: Line) -> bool:
    """Whether everything below is an earlier mail, as the line says that a mail program put above it."""
    return _CUT.fullmatch(line.text) is not None


def heads_mail(lines: Sequence[Line | None], at: int) -> bool:
    """Whether the headers of a mail begin here: "From: …", and below it "Sent: …" or "Subject: …"."""
    line = lines[at]
    if line is None or not _FROM.match(line.text):
        return False
    below = takewhile(lambda one: one is not None, lines[at + 1 : at + HEADERS])
    return any(one is not None and _HEADER.match(one.text) for one in below)


def rules_off(line: Line) -> bool:
    """Whether this is the double rule under the head of a report."""
    text = line.text.strip()
    return len(text) > 40 and set(text) == {"="}


def heads_report(line: Line) -> bool:
    """Whether this is the line above that rule."""
    return line.core_keys[:2] in (("report", "for"), ("public", "summary"))


def sent_back(lines: Sequence[Line | None]) -> frozenset[int]:
    """The lines of a report that stands in its reader's answer: from its head down to the order form."""
    found: set[int] = set()
    head: list[Line] = []
    within = False
    for line in lines:
        if line is None:
            head = []
            continue
        if head and rules_off(line) and heads_report(head[-1]):
            within = True
            found.update(above.number for above in head)
        elif is_title(line):
            within = False
        if within:
            found.add(line.number)
        head.append(line)
    return frozenset(found)


def own(lines: list[Line | None]) -> tuple[list[Line | None], list[Line]]:
    """What the writer wrote, and what stands below his signature or belongs to an earlier mail."""
    end = next(
        (at for at, line in enumerate(lines) if line is not None and (signs_off(line) or cuts(line))), len(lines)
    )
    first = next((at for at, line in enumerate(lines) if line is not None), len(lines))
    mail = next((at for at in range(first, end) if heads_mail(lines, at)), end)
    if mail == first < end:
        return lines[_past_headers(lines, first) : end], _there(lines[end:])
    return lines[:mail], _there(lines[mail:])


def _past_headers(lines: list[Line | None], first: int) -> int:
    """Where a mail begins that was saved with its headers."""
    return next((at for at in range(first, len(lines)) if lines[at] is None), len(lines))


def _there(lines: Sequence[Line | None]) -> list[Line]:
    return [line for line in lines if line is not None]
