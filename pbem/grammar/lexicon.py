"""The order words of a grammar, made ready: by which words an order is known, and what may stand around it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from pbem.grammar.cursor import Phrase, Reader, keys_of
from pbem.grammar.ordinary import ORDINARY
from pbem.grammar.pattern import Step, Verb, all_words, compiled, first_words
from pbem.words import one_slip

Starts: TypeAlias = Mapping[str, Sequence[tuple[Verb, tuple[Step, ...]]]]
"""Verbs and the first steps of their patterns, by the words that show them."""

COURTESIES = (
    *("please", "thanks", "thank you", "thanks a lot", "thank you very much", "bitte", "danke", "merci"),
    *("pls", "plz", "thx", "ty", "of course", "ok", "first"),
    *("too", "as well", "again", "once more", "now", "instead", "today", "tonight", "for now", "right now"),
    *(f"this {time}" for time in ("time", "turn", "round", "week")),
)
"""What may follow an order and means nothing."""


@dataclass(frozen=True)
class Lexicon:
    """The order words of a grammar, made ready for reading."""

    verbs: Sequence[Verb]
    readers: Mapping[str, Reader]
    lead_ins: Sequence[str]
    joiners: Sequence[str]
    names: Collection[str] = ()
    """Names of things of the game, besides those that phrase readers know."""

    @cached_property
    def starts(self) -> Starts:
        """By which words an order is known."""
        return _starts((verb, compiled(pattern, self.readers)) for verb in self.verbs for pattern in verb.patterns)

    @cached_property
    def loose(self) -> Starts:
        """By which ordinary words an order is known if all of it fits."""
        return _starts((verb, compiled(pattern, self.readers)) for verb in self.verbs for pattern in verb.loosely)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All the words that patterns are made of."""
        return _words_of(self.starts) | _words_of(self.loose)

    @cached_property
    def strict(self) -> frozenset[str]:
        """Those of the patterns by which orders are known for certain."""
        return _words_of(self.starts)

    @cached_property
    def things(self) -> Mapping[str, Sequence[tuple[str, ...]]]:
        """Names of things of the game by their first word, longest first; ordinary words are none."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for keys in sorted(self._named, key=lambda one: (-len(one), one)):
            if keys and not ORDINARY.issuperset(keys):
                found.setdefault(keys[0], []).append(keys)
        return found

    @cached_property
    def plain_things(self) -> frozenset[str]:
        """Ordinary words that also name a thing of the game: "home"."""
        return frozenset(keys[0] for keys in self._named if len(keys) == 1 and keys[0] in ORDINARY)

    @cached_property
    def _named(self) -> frozenset[tuple[str, ...]]:
        read = [reader for name, reader in self.readers.items() if name != "seat"]
        known = {keys for reader in read if isinstance(reader, Phrase) for keys in reader.table}
        return frozenset({*known, *map(keys_of, self.names)})

    @cached_property
    def order_words(self) -> tuple[str, ...]:
        """The words that forms begin with, for hints."""
        firsts = [next((word for word in verb.form.split() if word.isalpha()), "") for verb in self.verbs]
        return tuple(dict.fromkeys(first for first in firsts if first))

    @cached_property
    def joining(self) -> frozenset[str]:
        """The keys of the joiners."""
        return frozenset(self.joiners)

    @cached_property
    def leading(self) -> Mapping[str, Sequence[tuple[str, ...]]]:
        """Lead-ins by their first word, longest first."""
        return _by_first_word(self.lead_ins)

    @cached_property
    def closing(self) -> Mapping[str, Sequence[tuple[str, ...]]]:
        """Courtesies by their first word."""
        return _by_first_word(COURTESIES)

    def slips(self, key: str) -> tuple[str, ...]:
        """The order words that are one slip of the pen away."""
        if not 2 <= len(key) <= 30 or key in self.starts or key in self.loose or not key[0].isalpha():
            return ()
        near = (word for length in (-1, 0, 1) for word in self._by_length.get(len(key) + length, ()))
        return tuple(word for _, word in sorted(one for one in near if one_slip(key, one[1])))

    @cached_property
    def _by_length(self) -> Mapping[int, Sequence[tuple[int, str]]]:
        found: dict[int, list[tuple[int, str]]] = {}
        for place, word in enumerate(dict.fromkeys((*self.starts, *self.loose))):
            if len(word) > 1:
                found.setdefault(len(word), []).append((place, word))
        return found


def _starts(rows: Iterable[tuple[Verb, tuple[Step, ...]]]) -> Starts:
    found: dict[str, list[tuple[Verb, tuple[Step, ...]]]] = {}
    for verb, steps in rows:
        for word in sorted(first_words(steps)):
            found.setdefault(word, []).append((verb, steps))
    return found


def _words_of(starts: Starts) -> frozenset[str]:
    rows = {steps for rows in starts.values() for _, steps in rows}
    return frozenset().union(*map(all_words, rows))


def _by_first_word(phrases: Sequence[str]) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        keys = keys_of(phrase)
        found.setdefault(keys[0], []).append(keys)
    return found
