"""The order words of a grammar, made ready: by which words an order is known, and what may stand around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbem.grammar.cursor import Reader, keys_of
from pbem.grammar.pattern import Step, Verb, compiled, first_words
from pbem.words import one_slip

COURTESIES = ("please", "thanks", "thank you", "too", "as well", "again", "now", "instead")
"""What may follow an order and means nothing."""


@dataclass(frozen=True)
class Lexicon:
    """The order words of a grammar, made ready for reading."""

    verbs: Sequence[Verb]
    readers: Mapping[str, Reader]
    lead_ins: Sequence[str]
    joiners: Sequence[str]

    @cached_property
    def starts(self) -> Mapping[str, Sequence[tuple[Verb, tuple[Step, ...]]]]:
        """Verbs and the first steps of their patterns, by the words that show them."""
        found: dict[str, list[tuple[Verb, tuple[Step, ...]]]] = {}
        for verb in self.verbs:
            for pattern in verb.patterns:
                steps = compiled(pattern, self.readers)
                for word in sorted(first_words(steps)):
                    found.setdefault(word, []).append((verb, steps))
        return found

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
        if not 2 <= len(key) <= 30 or key in self.starts or not key[0].isalpha():
            return ()
        return tuple(word for word in self.starts if len(word) > 1 and one_slip(key, word))


def _by_first_word(phrases: Sequence[str]) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        keys = keys_of(phrase)
        found.setdefault(keys[0], []).append(keys)
    return found
