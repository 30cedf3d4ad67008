"""One order line into orders: which verb, which pattern, where one order ends and the next begins.

Nothing is guessed. What fits no pattern, or two with different meanings, is asked back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pbem.grammar.blame import Stumble, blame, stray, unexpected
from pbem.grammar.cursor import TIMES, Cursor, span_of
from pbem.grammar.lexicon import Lexicon
from pbem.grammar.pattern import Step, Verb
from pbem.grammar.prose import judged, sentence_end
from pbem.grammar.slips import meant
from pbem.model import NOWHERE, Order, Problem, Span, Unread, Weight
from pbem.words import Word, count, listed, quoted

MOST_WORDS = 250
MOST_NESTED = 40
MOST_JOINERS = 3
HARD = "."
"""Ends a sentence: what comes after it does not spoil what stood before."""
ARTICLES = frozenset({"the", "my", "some", "all", "both", "a", "an"})
SILENT = frozenset({"the", "my", ":", "->"})
"""Counts for nothing inside an order: "move: N", "dig with the pickaxe", "my rock at M"."""
AFTER_LEAD_IN = frozenset({":", ")"})
DASH = "-"
"""Counts for nothing either, with a blank behind it and where it does not part orders: "MOVE - N"."""


Rows: TypeAlias = Sequence[tuple[Verb, tuple[Step, ...]]]


@dataclass(frozen=True)
class Clause:
    """What was made of one order: words ``first`` to ``end``, the orders, and what is to be said."""

    first: int
    end: int
    orders: tuple[Order, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether no order came of it."""
        return any(isinstance(order, Unread) for order in self.orders)


class OrderLine:
    """The words of one order line, with what follows it on lines of their own."""

    def __init__(self, lexicon: Lexicon, line: Sequence[Word], trial: bool = False) -> None:
        self.lexicon = lexicon
        self.words = line
        self.trial = trial
        """Whether this is only tried, with a misspelt word mended; then no further word is."""
        self._meant: dict[int, tuple[str, ...]] = {}
        self._begun: dict[int, bool] = {}
        self._loose: dict[int, Rows] | None = None
        self._read: dict[tuple[str, int], tuple[Any, int]] = {}
        self._depth = 0

    def start(self, at: int) -> int:
        """Where the first order from here begins: behind joiners and lead-ins."""
        keys = self.words
        while at < len(keys):
            if keys[at].key in self.lexicon.joining:
                at += 1
                continue
            length = 0 if self.candidates(at) else self._lead(at)
            if not length:
                break
            at += length
            while at < len(keys) and keys[at].key in AFTER_LEAD_IN:
                at += 1
        return at

    def _lead(self, at: int) -> int:
        """The length of the lead-in here: the longest, or one that an order follows ("I'd", then "like a pickaxe")."""
        lengths = list(self._phrases(self.lexicon.leading, at))
        return next((length for length in lengths if self.candidates(at + length)), lengths[0] if lengths else 0)

    def _phrases(self, phrases: Mapping[str, Sequence[tuple[str, ...]]], at: int) -> Iterator[int]:
        """The lengths of the phrases that stand here, longest first."""
        for keys in phrases.get(self.words[at].key, ()):
            if all(
                at + ahead < len(self.words) and self.words[at + ahead].key == key for ahead, key in enumerate(keys)
            ):
                yield len(keys)

    def _shown_by(self, at: int) -> int:
        """The word that shows which order begins here: behind numbers and articles."""
        last = min(at + 4, len(self.words))
        first = at
        while at < last and self.words[at].key not in self.lexicon.starts:
            times = at > first and self.words[at].key == TIMES
            if not (times or _is_small(self.words[at])):
                break
            at += 1
        return at

    def candidates(self, at: int) -> Rows:
        """The patterns that an order from here may have; loose ones only where all of it fits."""
        shown = self._shown_by(at)
        if shown >= len(self.words):
            return ()
        rows = self.lexicon.starts.get(self.words[shown].key, ())
        return [*rows, *loose] if (loose := self._loosely(at)) else rows

    def _loosely(self, at: int) -> Rows:
        """The loose patterns that fit here, found from the end of the line backwards: an order ends before the next."""
        if self._loose is None:
            self._loose = {}
            keys = self.lexicon.loose.keys()
            if len(self.words) <= MOST_WORDS and not keys.isdisjoint(word.key for word in self.words):
                for place in reversed(range(len(self.words))):
                    self._look_loosely(place)
        return self._loose.get(at, ())

    def _look_loosely(self, at: int) -> None:
        assert self._loose is not None
        shown = self._shown_by(at)
        if shown < len(self.words) and (rows := self.lexicon.loose.get(self.words[shown].key)):
            fitting = [row for row in rows if self._fits_row(row, at)]
            if fitting:
                self._loose[at] = fitting
            self._begun.pop(at, None)

    def begins(self, at: int) -> bool:
        """Whether an order begins here, articles and words like "then I will" before it included."""
        for _ in range(MOST_JOINERS):
            if at >= len(self.words) or not self._joins(at):
                break
            at += 1
        return self._begins(at)

    def _begins(self, at: int) -> bool:
        """Whether an order begins here, lead-ins before it included."""
        passed: list[int] = []
        begun = False
        while at < len(self.words) and not begun:
            if at in self._begun:
                begun = self._begun[at]
                break
            passed.append(at)
            begun = bool(self.candidates(at))
            length = 0 if begun else self._lead(at)
            if not length:
                break
            at += length
        self._begun |= dict.fromkeys(passed, begun)
        return begun

    def _joins(self, at: int) -> bool:
        """Whether a joiner that is a word stands here."""
        key = self.words[at].key
        return key in self.lexicon.joining and key[0].isalpha()

    def slips(self, at: int) -> bool:
        """Whether a misspelt order seems to begin here."""
        at = self._shown_by(at)
        return at < len(self.words) and bool(self._slip(at))

    def _slip(self, at: int) -> tuple[str, ...]:
        """The order words meant by a misspelt one; an ordinary word is none unless what follows would make an order."""
        if at not in self._meant:
            self._meant[at] = meant(self, at)
        return self._meant[at]

    def mended(self, line: Sequence[Word]) -> OrderLine:
        """The line with other words, only to see what would come of them."""
        return OrderLine(self.lexicon, line, trial=True)

    def fits(self, at: int) -> bool:
        """Whether some pattern fits all of the order that begins here."""
        return any(self._fits_row(row, at) for row in self.candidates(at))

    def _fits_row(self, row: tuple[Verb, tuple[Step, ...]], at: int) -> bool:
        return any(end > at and self._past(end) is not None for end, _ in self._matches(row[1], at, []))

    def nested(self, at: int) -> tuple[Order, int] | Problem:
        """The order that begins here, and where it ends, for readers of longer lines."""
        if not self.begins(at):
            return Cursor(self.words, at).expected("an order", dict.fromkeys(verb.name for verb in self.lexicon.verbs))
        if self._depth >= MOST_NESTED:
            return self.problem("too-long", "This line holds too many orders.", at)
        self._depth += 1
        clause = self.clause(self.start(at), inside=True)
        self._depth -= 1
        if clause.refused:
            return next(problem for problem in clause.problems if problem.refuses)
        if len(clause.orders) > 1:
            return self.problem("several", "Only one order may stand here.", at, "Give the others lines of their own.")
        return clause.orders[0], clause.end

    def clauses(self) -> Iterator[Clause]:
        """Every order of the line, in the order of writing."""
        if len(self.words) > MOST_WORDS:
            problem = self.problem("too-long", f"This line has more than {MOST_WORDS} words.", 0)
            yield Clause(0, len(self.words), (Unread(span=problem.span),), (problem,))
            return
        before: Clause | None = None
        at = 0
        while (at := self.start(at)) < len(self.words):
            clause = self._next(at, before)
            if before is not None and clause.first > before.first:
                yield self._torn(before) if clause.refused else before
            before, at = clause, clause.end
        if before is not None:
            yield before

    def _torn(self, clause: Clause) -> Clause:
        """An order whose last word may begin the faulty one behind it ("the rock I lay on M") is not taken."""
        last = clause.end - 1
        if clause.refused or last <= clause.first or not self._begins(last):
            return clause
        message = f"{quoted(self.words[last].text)} may belong to what stands before it or begin what follows."
        problem = Problem("ambiguous", message, span_of(self.words, last, clause.end), "", Weight.AMBIGUOUS)
        return replace(clause, orders=(self._unread(clause.first, clause.end),), problems=(problem,))

    def _next(self, at: int, before: Clause | None) -> Clause:
        """The clause that begins here, or the prose after a full stop; other words spoil the clause before."""
        if self.candidates(at) or self.slips(at):
            return self.clause(at)
        if before is None or any(word.key == HARD for word in self.words[before.end : at]):
            prose = self._prose(at)
            asked = before is not None and self.words[at].span.col in {one.span.col for one in before.problems}
            return replace(before, end=prose.end) if before is not None and asked else prose
        spoilt = stray(self, at)
        problems = before.problems if before.refused else (spoilt,)
        end = self._resumed(at + 1)
        return Clause(before.first, end, (self._unread(before.first, end),), problems)

    def _prose(self, at: int) -> Clause:
        """A sentence that begins no order; one that may mean an order is asked back in its place."""
        end = sentence_end(self.words, at)
        problem = judged(self, at, end)
        orders = (self._unread(at, end),) if problem.refuses else ()
        return Clause(at, min(end + 1, len(self.words)), orders, (problem,))

    def later(self, at: int) -> bool:
        """Whether an order begins after the prose from here, in a sentence of its own."""
        if len(self.words) > MOST_WORDS:
            return self.mended(self.words[:MOST_WORDS]).later(at)
        while (at := sentence_end(self.words, at) + 1) < len(self.words):
            begin = self.start(at)
            if begin < len(self.words) and (self.begins(begin) or self.slips(begin)):
                return True
        return False

    def clause(self, at: int, inside: bool = False) -> Clause:
        """The order that begins here, by the pattern that fits most of it."""
        shown = self._shown_by(at)
        if shown < len(self.words) and (near := self._slip(shown)):
            message = f"There is no order {quoted(self.words[shown].text)}."
            hint = f"Did you mean {listed(map(quoted, near))}?"
            return self._refusal(at, Problem("unknown", message, self.words[shown].span, hint, Weight.UNKNOWN), at + 1)
        stumbles: list[Stumble] = []
        found: list[tuple[int, Verb, Mapping[str, Any]]] = []
        for verb, steps in self.candidates(at):
            for end, slots in self._matches(steps, at, stumbles):
                past = end if inside else self._past(end)
                if past is None or end <= at:
                    stumbles.append(Stumble(end, unexpected(self, end)))
                else:
                    found.append((end, verb, slots))
        if not found:
            return self._refusal(at, blame(self, at, stumbles), max((one.at for one in stumbles), default=at))
        longest = max(end for end, _, _ in found)
        readings = [(verb, slots) for end, verb, slots in found if end == longest]
        return self._made(at, longest, readings, inside)

    def _past(self, end: int) -> int | None:
        """Where the next order may begin if one ends here; None if it cannot end here."""
        while end < len(self.words) and (length := next(self._phrases(self.lexicon.closing, end), 0)):
            end += length
        if end >= len(self.words) or self.words[end].key in self.lexicon.joining or self.begins(end):
            return end
        return None

    def _matches(
        self, steps: tuple[Step, ...], at: int, stumbles: list[Stumble]
    ) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Every way to read a pattern from here: where it ends, and its slots."""
        waiting: list[tuple[Step, int, dict[str, Any]]] = [(step, at, {}) for step in reversed(steps)]
        while waiting:
            step, place, slots = waiting.pop()
            if step.ends:
                yield place, slots
                continue
            key = self.words[place].key if place < len(self.words) else ""
            if step.keys:
                if key in step.keys:
                    waiting.extend((after, place + 1, slots) for after in reversed(step.after))
                    continue
                stumbles.append(Stumble(place, words=step.keys))
            else:
                value, end = self._slot(step.reader, place)
                if not isinstance(value, Problem):
                    filled = {**slots, step.slot: value}
                    waiting.extend((after, end, filled) for after in reversed(step.after))
                    continue
                stumbles.append(Stumble(end, reader=(step.reader, place)))
            if key in SILENT or (key == DASH and self._is_silent(place)):
                waiting.append((step, place + 1, slots))

    def _is_silent(self, at: int) -> bool:
        """Whether a dash stands between blanks, between an order word and what follows."""
        if DASH not in self.lexicon.joining or not 0 < at < len(self.words) - 1:
            return False
        return (
            self.words[at - 1].span.end < self.words[at].span.col
            and self.words[at + 1].span.col > self.words[at].span.end
        )

    def _slot(self, reader: str, at: int) -> tuple[Any, int]:
        if (reader, at) not in self._read:
            cursor = Cursor(self.words, at, self, tries=True)
            value = self.lexicon.readers[reader](cursor)
            self._read[reader, at] = value, cursor.mark
        return self._read[reader, at]

    def _made(self, at: int, end: int, readings: Sequence[tuple[Verb, Mapping[str, Any]]], inside: bool) -> Clause:
        """The orders that the readings make; two readings that mean different things are asked back."""
        span = span_of(self.words, at, end)
        made = [(verb, _row(verb.makes(**slots, span=span))) for verb, slots in readings]
        good = [(verb, row) for verb, row in made if not _refusals(row)]
        if not good:
            return self._refusal(at, _placed(_refusals(made[0][1])[0], span), end)
        verb, row = good[0]
        for other, another in good[1:]:
            if another != row:
                first, second = (_written(one, what) for one, what in ((verb, row), (other, another)))
                message = f"This can be read in two ways: '{first}' or '{second}'."
                return self._refusal(at, Problem("ambiguous", message, span, "", Weight.AMBIGUOUS), end)
        past = end if inside else self._past(end)
        orders = tuple(one if one.span != NOWHERE else replace(one, span=span) for one in row if isinstance(one, Order))
        notes = tuple(_placed(one, span) for one in row if isinstance(one, Problem))
        notes += self._takes_back(end, end if past is None else past)
        return Clause(at, end if past is None else past, orders, notes)

    def _takes_back(self, end: int, past: int) -> tuple[Problem, ...]:
        """The note on an "instead" behind an order."""
        for at in range(end, past):
            if self.words[at].key == "instead":
                message = "'instead' takes nothing back: every order of the page counts."
                return (replace(self.problem("instead", message, at), weight=Weight.NOTE),)
        return ()

    def _refusal(self, at: int, problem: Problem, reached: int) -> Clause:
        end = self._resumed(max(at + 1, reached))
        return Clause(at, end, (self._unread(at, end),), (problem,))

    def _resumed(self, at: int) -> int:
        """The next place from here where an order begins after a joiner, or a sentence ends."""
        while at < len(self.words):
            key = self.words[at].key
            if key == HARD:
                return at
            if key in self.lexicon.joining:
                after = at + 1
                while after < len(self.words) and self.words[after].key in self.lexicon.joining:
                    after += 1
                if self.begins(after) or self.slips(after):
                    return at
            at += 1
        return len(self.words)

    def _unread(self, first: int, end: int) -> Unread:
        return Unread(span=span_of(self.words, first, end))

    def problem(self, code: str, message: str, at: int, hint: str = "") -> Problem:
        """What is wrong with the word that stands here."""
        return Problem(code, message, span_of(self.words, at, at + 1), hint, Weight.UNREADABLE)


def _is_small(word: Word) -> bool:
    return word.key in ARTICLES or count(word) is not None


def _row(made: Any) -> tuple[Order | Problem, ...]:
    return (made,) if isinstance(made, Order | Problem) else tuple(made)


def _refusals(row: Sequence[Order | Problem]) -> list[Problem]:
    return [one for one in row if isinstance(one, Problem) and one.refuses]


def _placed(problem: Problem, span: Span) -> Problem:
    return problem if problem.span != NOWHERE else replace(problem, span=span)


def _written(verb: Verb, row: Sequence[Order | Problem]) -> str:
    return ", ".join(verb.write(one) for one in row if isinstance(one, Order) and isinstance(one, verb.writes))
