"""Words on a page that are never orders: ``note:``, ``press:``, ``press as NAME:``, ``to SEAT:``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pbem.grammar.cursor import span_of
from pbem.grammar.lines import Line
from pbem.model import Aside, Problem, Seat, Weight
from pbem.words import Word, nearest, quoted

MOST_LETTERS = 60
"""The longest pen name."""
NEAR = 12
"""Among how many words of a line the colon of a head is looked for."""

_HEADS = {"note": "note", "notes": "note", "press": "press", "to": "to"}
_EVERYBODY = frozenset({"all", "everybody", "everyone"})
_MODERATOR = frozenset({"moderator", "gm"})
_BETWEEN = frozenset({",", "and", "+", "/", "the", "to", "for"})


@dataclass
class Letter:
    """An aside while it is being read: it runs to the end of its paragraph."""

    asides: list[Aside]
    problems: list[Problem]
    lines: list[str] = field(default_factory=list)

    def closed(self) -> Iterator[Aside]:
        """The asides with their words, one for each reader; empty ones are none."""
        text = "\n".join(self.lines).strip()
        if text:
            yield from (replace(aside, text=text) for aside in self.asides)


def begins_letter(line: Line) -> bool:
    """Whether a line looks like the head of an aside, whoever it is to."""
    return bool(line.keys) and line.keys[0] in _HEADS and ":" in line.keys[:NEAR] and line.keys[:2] != ("to", ":")


def opened(line: Line, seats: Sequence[Seat]) -> Letter | None:
    """The letter that a line begins; None if it begins none."""
    if not begins_letter(line):
        return None
    colon = line.keys.index(":")
    head, named = _HEADS[line.keys[0]], line.words[1:colon]
    letter = _letter(head, named, line, seats)
    if letter is not None:
        letter.lines.append(line.text[line.words[colon].span.end - 1 :].strip())
    return letter


def _letter(head: str, named: Sequence[Word], line: Line, seats: Sequence[Seat]) -> Letter | None:
    span = span_of(line.words, 0, len(named) + 2)
    if head == "press" and named:
        if len(named) < 2 or named[0].key != "as":
            return None
        name = " ".join(line.text[named[1].span.col - 1 : named[-1].span.end - 1].split())
        return Letter([Aside("press", "", name[:MOST_LETTERS], span=span)], [])
    if not named:
        return None if head == "to" else Letter([Aside("press" if head == "press" else "note", "", span=span)], [])
    if head == "note" and named[0].key not in ("to", "for"):
        return None
    letter = _to(named, seats)
    return letter and Letter([replace(aside, span=span) for aside in letter.asides], letter.problems)


def _to(named: Sequence[Word], seats: Sequence[Seat]) -> Letter | None:
    """Asides to the readers named; a word that is no seat is a problem, several such words are prose."""
    known = {*seats, *_EVERYBODY, *_MODERATOR}
    readers = [word for word in named if word.key not in _BETWEEN]
    if not readers or (len(readers) > 1 and not any(word.key in known for word in readers)):
        return None
    letter = Letter([], [])
    for word in readers:
        if word.key in seats:
            letter.asides.append(Aside("to", "", word.key))
        elif word.key in _EVERYBODY:
            letter.asides.append(Aside("press", ""))
        elif word.key in _MODERATOR:
            letter.asides.append(Aside("note", ""))
        else:
            near = nearest(word.key, seats)
            hint = f"Did you mean '{near[0]}'?" if near else f"The seats are {', '.join(seats)}."
            message = f"There is no seat called {quoted(word.text)}; these words go to nobody."
            letter.problems.append(Problem("unknown", message, word.span, hint, Weight.UNKNOWN))
    return letter
