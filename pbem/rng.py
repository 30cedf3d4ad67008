"""Labelled, repeatable chance that records every draw.

The numbers follow from the seed and the labels alone: a hash counter with rejection sampling, so that any Python on any
machine draws the same, and anybody can check a draw with other software. Nothing else in a game may be random.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol, TypeVar

T = TypeVar("T")

WORD = 1 << 64


@dataclass(frozen=True, slots=True)
class Draw:
    """One question put to chance: its stream, what was asked and why, and the answer.

    The answer to a shuffle lists the old places in their new order.
    """

    stream: str
    question: str
    why: str
    answer: int | tuple[int, ...]


class RecordError(Exception):
    """A recorded or scripted run was asked something else than its record answers."""


class Source(Protocol):
    """Where answers come from: the seed, a record, or a list in a test."""

    def below(self, stream: str, count: int) -> int:
        """A number from 0 to ``count`` - 1."""

    def order(self, stream: str, count: int) -> tuple[int, ...]:
        """A permutation of ``range(count)``."""


class FromSeed:
    """Answers computed from a seed: word n of a stream is eight bytes of SHA-256 over seed, stream and n."""

    def __init__(self, seed: str) -> None:
        self._seed = sha256(seed.encode()).digest()
        self._used: dict[str, int] = {}

    def _word(self, stream: str) -> int:
        number = self._used.get(stream, 0)
        self._used[stream] = number + 1
        message = self._seed + stream.encode() + b"\0" + number.to_bytes(8, "big")
        return int.from_bytes(sha256(message).digest()[:8], "big")

    def below(self, stream: str, count: int) -> int:
        fair = WORD - WORD % count
        while True:
            word = self._word(stream)
            if word < fair:
                return word % count

    def order(self, stream: str, count: int) -> tuple[int, ...]:
        places = list(range(count))
        for last in range(count - 1, 0, -1):
            chosen = self.below(stream, last + 1)
            places[last], places[chosen] = places[chosen], places[last]
        return tuple(places)


class FromRecord:
    """Answers taken from a record, stream by stream."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._left: dict[str, deque[Draw]] = {}
        for draw in draws:
            self._left.setdefault(draw.stream, deque()).append(draw)

    def _next(self, stream: str) -> int | tuple[int, ...]:
        left = self._left.get(stream)
        if not left:
            raise RecordError(f"the record holds no further draw for {stream}")
        return left.popleft().answer

    def below(self, stream: str, count: int) -> int:
        answer = self._next(stream)
        if not isinstance(answer, int) or not 0 <= answer < count:
            raise RecordError(f"{stream} was asked for a number below {count}, the record says {answer}")
        return answer

    def order(self, stream: str, count: int) -> tuple[int, ...]:
        answer = self._next(stream)
        if isinstance(answer, int) or sorted(answer) != list(range(count)):
            raise RecordError(f"{stream} was asked for an order of {count}, the record says {answer}")
        return answer


class FromList:
    """Answers dictated in a case: dice as thrown (1 to sides), in the order asked for; piles stay as they lie."""

    def __init__(self, throws: Iterable[int]) -> None:
        self._throws = deque(throws)

    def below(self, stream: str, count: int) -> int:
        if not self._throws:
            raise RecordError(f"the list of throws ends before {stream}")
        throw = self._throws.popleft()
        if not 1 <= throw <= count:
            raise RecordError(f"{throw} cannot be thrown with {count} sides ({stream})")
        return throw - 1

    def order(self, stream: str, count: int) -> tuple[int, ...]:
        return tuple(range(count))


@dataclass
class _Book:
    """What all streams of one turn share: the source, the record, and the labels already opened."""

    source: Source
    draws: list[Draw] = field(default_factory=list)
    opened: set[str] = field(default_factory=set)


class Rng:
    """A stream of chance under a label.

    Children have streams of their own, so that a die added to one step cannot shift another's luck.
    """

    def __init__(self, seed: str, *labels: str | int) -> None:
        self._begin(_Book(FromSeed(seed)), "/".join(str(label) for label in labels))

    def _begin(self, book: _Book, stream: str) -> None:
        self._book = book
        self.stream = stream

    @classmethod
    def answering(cls, source: Source, *labels: str | int) -> Rng:
        """Chance whose answers come from a record or a list."""
        rng = cls.__new__(cls)
        rng._begin(_Book(source), "/".join(str(label) for label in labels))
        return rng

    @property
    def draws(self) -> tuple[Draw, ...]:
        """Every draw so far, of this stream and all that share its book, in the order made."""
        return tuple(self._book.draws)

    def child(self, label: str | int) -> Rng:
        """A stream of its own. A label opens once: a second opening would repeat the same numbers."""
        stream = f"{self.stream}/{label}"
        if stream in self._book.opened:
            raise ValueError(f"the stream {stream} is open already")
        self._book.opened.add(stream)
        rng = Rng.__new__(Rng)
        rng._begin(self._book, stream)
        return rng

    def below(self, count: int, why: str) -> int:
        """A number from 0 to ``count`` - 1."""
        if count < 1:
            raise ValueError(f"nothing to choose from ({why})")
        answer = self._book.source.below(self.stream, count)
        self._book.draws.append(Draw(self.stream, f"below {count}", why, answer))
        return answer

    def die(self, sides: int, why: str) -> int:
        """A throw of a die, 1 to ``sides``."""
        return self.below(sides, why) + 1

    def shuffled(self, items: Sequence[T], why: str) -> tuple[T, ...]:
        """The items in a new order, each order as likely as any other."""
        places = self._book.source.order(self.stream, len(items))
        self._book.draws.append(Draw(self.stream, f"shuffle {len(items)}", why, places))
        return tuple(items[place] for place in places)


def digest(seed: str) -> str:
    """The seed's fingerprint, published before the first draw: SHA-256 of its text, in hexadecimal."""
    return sha256(seed.encode()).hexdigest()
