"""Order words with a slip of the pen in them: what was probably meant. It is asked, never taken for granted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from pbem.grammar.ordinary import ORDINARY, is_inflected
from pbem.words import Word

if TYPE_CHECKING:
    from pbem.grammar.clauses import OrderLine

SHORT = 3
"""After an order word of so few letters a single letter glued to it must be a capital: "goN", not "gob"."""


def meant(line: OrderLine, at: int) -> tuple[str, ...]:
    """The order words meant by a misspelt one; an ordinary word is none unless what follows would make an order."""
    glued = () if line.trial else tuple(_glued(line, at))
    near = line.lexicon.slips(line.words[at].key)
    if glued or not near:
        return glued
    key = line.words[at].key
    alone = at + 1 >= len(line.words) or line.words[at + 1].key in line.lexicon.joining
    plain = alone or key in ORDINARY or any(is_inflected(key, word) for word in near)
    sure: tuple[str, ...] = () if plain else tuple(word for word in near if word in line.lexicon.starts)
    if line.trial or sure:
        return sure
    fitting = tuple(word for word in near if _with(line, at, [replace(line.words[at], key=word)]).fits(at))
    return tuple(word for word in fitting if word in line.lexicon.starts) or fitting


def _glued(line: OrderLine, at: int) -> Iterator[str]:
    """The two words meant where a blank is missing: "moveN", "Rock-M"."""
    word = line.words[at]
    if not 3 <= len(word.key) <= 30 or len(word.key) != len(word.text) or word.key in ORDINARY:
        return
    for cut in range(2, len(word.key)):
        if word.key[:cut] not in line.lexicon.starts or is_inflected(word.key, word.key[:cut]):
            continue
        dashes = len(word.key) - cut - len(word.key[cut:].lstrip("-"))
        first = replace(word, key=word.key[:cut], text=word.text[:cut])
        second = replace(word, key=word.key[cut + dashes :], text=word.text[cut + dashes :])
        apart = bool(dashes) or _are_apart(first, second)
        if second.key and apart and _alone(line, at, [first, second]).fits(at):
            yield f"{first.text} {second.text}"


def _are_apart(first: Word, second: Word) -> bool:
    """Whether two words in one look like two."""
    if len(second.key) > 1 or len(first.key) > SHORT:
        return True
    return second.text.isupper() and not first.text.isupper()


def _alone(line: OrderLine, at: int, halves: list[Word]) -> OrderLine:
    """The two words with what follows them up to the next joiner, since there more words may be glued."""
    rest = takewhile(lambda word: word.key not in line.lexicon.joining, line.words[at + 1 :])
    return line.mended([*line.words[:at], *halves, *rest])


def _with(line: OrderLine, at: int, words: list[Word]) -> OrderLine:
    return line.mended([*line.words[:at], *words, *line.words[at + 1 :]])
