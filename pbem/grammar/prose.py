"""Words that are no order: prose is passed over, and what its writer may have meant as an order is asked about.

Nothing here is ever taken for an order. What speaks of the game's things in hardly any other words ("teleport to N"),
what holds an order among other words ("both rocks at M"), and what leans on an earlier page is asked back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pbem.grammar.cursor import Phrase, span_of
from pbem.grammar.ordinary import FILLING, PLACING, STATING
from pbem.model import Problem, Weight
from pbem.words import BLANK, Word, count, listed, quoted

if TYPE_CHECKING:
    from pbem.grammar.clauses import OrderLine

PASSED_OVER, ORDER_LIKE = "passed-over", "order-like"
MOST_SEARCHED = 250
MOST_BEFORE = 2
"""So few words before an order do not hide it."""
MOST_NAMED = 12
"""More order words than these are not listed in a hint."""

_SPEAKERS = ("i", "i'll", "i'd", "i'm", "we", "we'll", "we'd", "let", "let's")
_OTHERS = frozenset({"he", "she", "they", "it", "who", "nobody", "everybody", "somebody"})
_DENYING = frozenset({"not", "never", "no", "without", "nor"})
_TESTING = frozenset({"if", "unless", "when", "until", "whether", "should", "except"})
_ADDING = frozenset({"and", "then", "or", "but", "so"})
_LABELLING = frozenset({":", "=", "->"})
_AGAIN = frozenset({"same", "ditto", "repeat", "unchanged", "as", "no"})
_EARLIER = frozenset({"last", "before", "previous", "previously", "earlier", "ditto", "unchanged", "change", "changes"})


def judged(line: OrderLine, first: int, end: int, what: str = "sentence") -> Problem:
    """What is said of words ``first`` to ``end``, which begin no order: a note, or a question if they may mean one."""
    row = _answered(line)
    if _leans(row.words[first:end]):
        span = span_of(row.words, first, end)
        hint = "Write out every order, also those that stay as they were."
        return Problem("again", "A page counts by itself, without the pages before it.", span, hint, Weight.AMBIGUOUS)
    if _struck(row, first, end):
        message = f"This {what} seems to be struck out, and was not read."
        hint = "Leave out what shall not count."
        return Problem("struck", message, span_of(row.words, first, end), hint, Weight.AMBIGUOUS)
    if _marked_up(row, first, end):
        message = f"This {what} holds marks of a web page, and was not read."
        return Problem("markup", message, span_of(row.words, first, end), "Send it as plain text.", Weight.AMBIGUOUS)
    at = _held(row, first, end)
    if at is not None:
        return _doubt(row, first, at, end, what)
    return _speaking(row, first, end, what)


def _answered(line: OrderLine) -> OrderLine:
    """The line with its question marks as full stops: a question is no order, but may hold one."""
    if all(word.key != "?" for word in line.words):
        return line
    return line.mended([replace(word, key=".") if word.key == "?" else word for word in line.words])


def _leans(row: Sequence[Word]) -> bool:
    """Whether this says no more than that all shall be as before."""
    keys = [word.key for word in row if word.key[0].isalnum()][:8]
    if not keys or keys[0] not in _AGAIN:
        return False
    return not _EARLIER.isdisjoint(keys) and (keys[0] != "no" or keys[1:2] in (["change"], ["changes"]))


def _struck(row: OrderLine, first: int, end: int) -> bool:
    """Whether an order stands between marks that mean it is struck out: "~~move N~~"."""
    core = [word for word in row.words[first:end] if word.key != "~"]
    if not core or len(core) == end - first or row.words[first].key != "~":
        return False
    line = row.mended(core)
    return line.begins(line.start(0))


def _marked_up(row: OrderLine, first: int, end: int) -> bool:
    """Whether an order begins here but for the marks of a web page: "<p>move N</p>", "&nbsp;move N"."""
    bare: list[Word] = []
    inside = ""
    for word in row.words[first:end]:
        if word.key == "<" or word.text == "&":
            inside = word.key
        elif not inside:
            bare.append(word)
        elif word.key == {"<": ">"}.get(inside, ";"):
            inside = ""
    if len(bare) == end - first:
        return False
    line = row.mended(bare)
    return line.begins(line.start(0))


def _held(row: OrderLine, first: int, end: int) -> int | None:
    """Where a whole order begins among these words."""
    for at in range(first + 1, min(end, first + MOST_SEARCHED)):
        if row.words[at - 1].key != BLANK and row.begins(at) and row.fits(row.start(at)):
            return at
    return None


def _doubt(row: OrderLine, first: int, at: int, end: int, what: str) -> Problem:
    """An order among other words: asked back if these hardly hide it, deny it or make it depend on something."""
    before = [word.key for word in row.words[first:at]]
    span = span_of(row.words, at, end)
    denied = before[-1] in _DENYING or before[-1].endswith("n't")
    if denied:
        message = f"This {what} was passed over, since it says what shall not be done."
        return Problem(ORDER_LIKE, message, span, "Write only what shall be done.", Weight.AMBIGUOUS)
    told = [key for key in before if key[0].isalnum()]
    strong = not _is_anybody(row, before[-1]) and (
        not before[-1][0].isalnum()
        or before[-1] in _ADDING
        or row.words[at].key in _SPEAKERS
        or before[-1] in _SPEAKERS
        or len(told) <= MOST_BEFORE
        or told[0] in _TESTING
    )
    message = f"This {what} was passed over, though it holds what may be an order."
    weight = Weight.AMBIGUOUS if strong else Weight.NOTE
    return Problem(ORDER_LIKE, message, span, "Give each order a line of its own.", weight)


def _is_anybody(row: OrderLine, key: str) -> bool:
    """Whether somebody is spoken of: what he does is no order."""
    seats = row.lexicon.readers.get("seat")
    return key in _OTHERS or (isinstance(seats, Phrase) and (key,) in seats.table)


@dataclass
class _Count:
    """What a few words are made of."""

    words: int = 0
    named: int = 0
    """Things of the game."""
    letters: int = 0
    """Those of them that are a single letter."""
    plain: int = 0
    """Ordinary words that may be such."""
    ordering: int = 0
    """Words that begin orders."""
    filling: int = 0
    stating: int = 0
    """Words of statements about the world: "is", "he", "cheers"."""
    other: list[int] = field(default_factory=list)
    """Where words stand that are none of these."""


def _speaking(row: OrderLine, first: int, end: int, what: str) -> Problem:
    """Words that hold no whole order: asked back if they speak of the game's things in hardly any other words."""
    found = _counted(row, first, min(end, first + MOST_SEARCHED))
    span = span_of(row.words, first, end)
    shown = found.named > found.letters or found.letters > 1 or bool(found.letters and found.filling)
    if shown and found.words > 1 and len(found.other) <= 1 and not found.stating:
        return Problem(ORDER_LIKE, _looks(row, found, first), span, _begin_with(row), Weight.AMBIGUOUS)
    if (found.named and found.words == 1) or (found.ordering and (found.named or found.plain)):
        message = f"This {what} was passed over, though it speaks of what orders speak of."
        return Problem(ORDER_LIKE, message, span, _begin_with(row), Weight.NOTE)
    return Problem(PASSED_OVER, f"This {what} was passed over; it is no order.", span, "", Weight.NOTE)


def _looks(row: OrderLine, found: _Count, first: int) -> str:
    unknown = next(iter(found.other), None)
    heading = next((at for at in range(first, len(row.words)) if row.words[at].key[0].isalnum()), None)
    if unknown is not None and unknown in (heading, row.start(first)):
        return f"This looks like an order, but there is no order {quoted(row.words[unknown].text)}."
    return "This looks like an order, but does not begin with an order word."


def _begin_with(row: OrderLine) -> str:
    names = row.lexicon.order_words
    return f"Orders begin with {listed(names)}." if len(names) <= MOST_NAMED else ""


def _counted(row: OrderLine, first: int, end: int) -> _Count:
    found = _Count()
    at = first
    while at < end:
        word = row.words[at]
        length = max(1, _named(row, at))
        if word.key[0].isalnum():
            _weigh(row, at, found)
        elif word.key in _LABELLING:
            found.filling += 1
        at += length
    return found


def _weigh(row: OrderLine, at: int, found: _Count) -> None:
    lexicon, word = row.lexicon, row.words[at]
    found.words += 1
    if word.key in STATING:
        found.stating += 1
    elif _named(row, at):
        found.named += 1
        found.letters += len(word.key) == 1
    elif word.key in lexicon.starts or word.key in lexicon.loose:
        found.ordering += 1
    elif word.key in lexicon.plain_things and word.key not in FILLING:
        found.plain += 1
    elif word.key in PLACING or word.key in FILLING:
        found.filling += 1
    elif word.key not in lexicon.vocabulary and count(word) is None:
        found.other.append(at)


def _named(row: OrderLine, at: int) -> int:
    """How many words from here name a thing of the game; a single letter must look or stand like one."""
    word = row.words[at]
    for keys in row.lexicon.things.get(word.key, ()):
        if tuple(other.key for other in row.words[at : at + len(keys)]) == keys:
            return len(keys) if len(keys[0]) > 1 or len(keys) > 1 or _is_letter(row, at) else 0
    return 0


def _is_letter(row: OrderLine, at: int) -> bool:
    word = row.words[at]
    placed = at > 0 and (row.words[at - 1].key in PLACING or not row.words[at - 1].key[0].isalnum())
    return (placed and word.key not in ("a", "i")) or (word.text.isupper() and (placed or word.key not in ("a", "i")))


def sentence_end(words: Sequence[Word], at: int) -> int:
    """Where prose from here ends its sentence: at a stop that belongs to no abbreviation and leaves nothing open."""
    return next(_stops(words, at + 1), len(words))


def _stops(words: Sequence[Word], first: int) -> Iterator[int]:
    for place in range(first, len(words)):
        word, before = words[place], words[place - 1]
        closed = "!" in word.text or (word.text == "." and not _is_short(before))
        if word.key == "?" or (word.key == "." and closed):
            yield place


def _is_short(word: Word) -> bool:
    """Whether a full stop after this word is no end of a sentence: "e.g.", "Mr."."""
    return len(word.key) == 1 or word.key in ("eg", "ie", "etc", "mr", "mrs", "ms", "dr", "st", "vs", "ca", "cf", "nr")
