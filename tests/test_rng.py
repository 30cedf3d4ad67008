"""Chance: labelled, repeatable, recorded, and the same on every machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest

from pbem.rng import Draw, FromList, FromRecord, RecordError, Rng, digest


def test_a_seed_and_its_labels_fix_the_numbers() -> None:
    """These throws were computed once and stand for ever: a campaign must replay on any later Python."""
    rng = Rng("seed", 1, "dig")

    assert [98, 74, 62, 24, 31, 78] == [rng.below(100, "a number") for _ in range(6)]
    assert ("a", "e", "d", "c", "b") == Rng("seed", 2).shuffled("abcde", "letters")


def test_a_word_can_be_checked_by_hand() -> None:
    """The first answer of a stream is eight bytes of SHA-256 over the seed's digest, the stream and a counter."""
    message = sha256(b"seed").digest() + b"3/dig\0" + bytes(8)
    word = int.from_bytes(sha256(message).digest()[:8], "big")

    assert word % 6 + 1 == Rng("seed", 3, "dig").die(6, "by hand")


def test_children_do_not_shift_each_other() -> None:
    """A die added to one step leaves the next step's luck alone."""
    few, many = Rng("seed", 1), Rng("seed", 1)
    few.child("buy").die(6, "one")
    buying = many.child("buy")
    for _ in range(5):
        buying.die(6, "more")

    assert few.child("dig").below(10**9, "luck") == many.child("dig").below(10**9, "luck")


def test_a_label_opens_once() -> None:
    """A second opening would repeat the same numbers."""
    rng = Rng("seed")
    rng.child("dig")

    with pytest.raises(ValueError, match="open already"):
        rng.child("dig")


def test_every_draw_is_on_record() -> None:
    """Children write in the same book, in the order of drawing."""
    rng = Rng("seed", 1)
    throw = rng.child("dig").die(6, "depth")
    order = rng.child("deal").shuffled("xyz", "cards")

    first, second = rng.draws
    assert Draw("1/dig", "below 6", "depth", throw - 1) == first
    assert ("1/deal", "shuffle 3", "cards") == (second.stream, second.question, second.why)
    assert isinstance(second.answer, tuple)
    assert order == tuple("xyz"[place] for place in second.answer)


def test_a_record_answers_again() -> None:
    """A run from the record draws the same as the run that made it."""

    def run(rng: Rng) -> tuple[object, ...]:
        return rng.child("a").die(6, "one"), rng.child("b").shuffled(range(9), "two"), rng.below(3, "three")

    made = Rng("seed", 7)
    expected = run(made)

    assert expected == run(Rng.answering(FromRecord(made.draws), 7))


@pytest.mark.parametrize("answer", [6, -1, (0, 1)])
def test_a_record_of_something_else_is_refused(answer: int | tuple[int, ...]) -> None:
    """An answer that does not fit the question is an error and no luck."""
    rng = Rng.answering(FromRecord([Draw("1", "below 6", "x", answer)]), 1)

    with pytest.raises(RecordError):
        rng.below(6, "x")


@pytest.mark.parametrize("answer", [3, (0, 1), (0, 1, 1)])
def test_a_record_of_another_shuffle_is_refused(answer: int | tuple[int, ...]) -> None:
    """Every item must come once."""
    rng = Rng.answering(FromRecord([Draw("1", "shuffle 3", "x", answer)]), 1)

    with pytest.raises(RecordError):
        rng.shuffled("abc", "x")


def test_a_record_ends() -> None:
    """Asking for more than was recorded is an error."""
    with pytest.raises(RecordError, match="no further draw for 1"):
        Rng.answering(FromRecord([]), 1).below(6, "x")


def test_dictated_dice() -> None:
    """A case says the throws; piles stay as they lie; wrong or missing throws are named."""
    rng = Rng.answering(FromList([6, 1, 7]), "case")

    assert [6, 1] == [rng.die(6, "throw") for _ in range(2)]
    assert ("a", "b") == rng.shuffled("ab", "pile")
    with pytest.raises(RecordError, match="7 cannot be thrown"):
        rng.die(6, "throw")
    with pytest.raises(RecordError, match="ends before"):
        rng.die(6, "throw")


def test_nothing_to_choose_from() -> None:
    """Of no things none can be drawn."""
    with pytest.raises(ValueError, match="nothing to choose"):
        Rng("seed").below(0, "empty")


def test_fairness() -> None:
    """Six thousand throws fall on each side about a thousand times, and a shuffle favours no order."""
    rng = Rng("fair")
    throws = Counter(rng.die(6, "throw") for _ in range(6000))
    orders = Counter(rng.shuffled("abc", "cards") for _ in range(1200))

    assert set(range(1, 7)) == throws.keys()
    assert all(880 < count < 1120 for count in throws.values())
    assert 6 == len(orders)
    assert all(150 < count < 250 for count in orders.values())


def test_the_digest_is_plain_sha256() -> None:
    """Anybody can check a published seed."""
    assert sha256("Grüße".encode()).hexdigest() == digest("Grüße")


def test_hash_seeds_do_not_matter() -> None:
    """A fresh interpreter with another hash seed draws the same."""
    program = "from pbem.rng import Rng; print(Rng('seed', 1).shuffled(tuple('abcdefgh'), 'x'))"
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            check=True,
        ).stdout
        for number in ("0", "7")
    }

    assert 1 == len(answers)
