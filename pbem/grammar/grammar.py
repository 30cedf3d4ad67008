"""The grammar of a game: verbs and readers in one place, for reading, writing, teaching and the order form."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pbem.grammar.cursor import Cursor, Reader, keys_of, read_count, seat_reader
from pbem.grammar.lexicon import Lexicon
from pbem.grammar.notes import told
from pbem.grammar.ordinary import JOINERS, LEAD_INS
from pbem.grammar.page import Reading, Shape
from pbem.grammar.pattern import Verb
from pbem.model import Order, Problem, Seat, Sheet
from pbem.words import BLANK, binary, fold, is_too_long, too_long, unreadable

MANNERS = (
    "Write one order a line{several}; capitals do not matter. "
    "'#' begins a remark. 'note:' begins a word to the moderator, 'press:' one to all, 'to NAME:' one to a player. "
    "To be safe, put your orders between a line 'orders:' and a line 'end of orders'."
)
SEVERAL = ", or several with commas or 'and' between them"


@dataclass(frozen=True)
class Grammar:
    """How orders of a game are written at one table."""

    verbs: Sequence[Verb]
    readers: Mapping[str, Reader] = field(default_factory=dict)
    """Besides these every pattern may use ``count``, ``seat`` and ``order``."""
    seats: Sequence[Seat] = ()
    lead_ins: Sequence[str] = LEAD_INS
    joiners: Sequence[str] = JOINERS
    continuations: Sequence[str] = ()
    """A line that begins with one of these words belongs to the line directly above."""
    ignores: Sequence[str] = ()
    """Marks that count for nothing in order lines."""

    whole: Collection[str] | None = None
    """Words with a hyphen that stay one word, all others fall apart ("A-B" into three); None: all stay whole."""
    names: Collection[str] = ()
    """Names of things of the game besides those of phrase readers: a line that speaks of them is hardly prose."""

    @cached_property
    def _shape(self) -> Shape:
        house: dict[str, Reader] = {"count": read_count, "seat": seat_reader(self.seats), "order": Cursor.order}
        lexicon = Lexicon(self.verbs, house | dict(self.readers), self.lead_ins, self.joiners, self.names)
        lines = [keys_of(line) for verb in self.verbs for line in verb.form.splitlines()]
        boxes = [[keys_of(line) for line in verb.form.splitlines() if line.startswith("[ ]")] for verb in self.verbs]
        return Shape(
            lexicon,
            self.seats,
            forms=frozenset(keys for keys in lines if BLANK in keys),
            boxes=tuple(dict.fromkeys(frozenset(keys[2:] for keys in group) for group in boxes if group)),
            continuations=frozenset(self.continuations),
            ignores=frozenset(self.ignores),
            whole=None if self.whole is None else frozenset({*map(fold, self.whole), *self.seats}),
        )

    @cached_property
    def words(self) -> frozenset[str]:
        """All the words that patterns and forms are made of; a seat that bore one could not be named in orders."""
        forms = {key for verb in self.verbs for key in keys_of(verb.form)}
        return frozenset(key for key in self._shape.lexicon.vocabulary | forms if key[0].isalpha())

    def read(self, text: str, seat: Seat, source: str) -> tuple[Sheet, tuple[Problem, ...]]:
        """A page to a sheet, and all there is to say about it."""
        fault = unreadable(source) if binary(text) else too_long(source) if is_too_long(text) else None
        if fault is not None:
            return Sheet(seat), (fault,)
        reading = Reading(self._shape, seat, source)
        reading.page(text)
        torn = len(reading.turns) > 1
        sheet = Sheet(
            seat,
            orders=() if torn else tuple(reading.orders),
            text=text,
            asides=tuple(reading.asides),
            turn=None if torn else next(iter(reading.turns), None),
            final=False not in reading.finals,
        )
        return sheet, told(reading)

    def write(self, orders: Iterable[Order]) -> str:
        """Orders as a page, a line each, that reads back equal."""
        return "".join(f"{self.verb_of(order).write(order)}\n" for order in orders)

    def verb_of(self, order: Order) -> Verb:
        """The verb that writes this order."""
        for verb in self.verbs:
            if isinstance(order, verb.writes):
                return verb
        raise LookupError(f"no verb writes {order!r}")

    def form(self, verbs: Iterable[str]) -> str:
        """The blank order form; as long as nothing is filled in, reading it yields no order."""
        wanted = set(verbs)
        return "".join(f"{form}\n" for form in dict.fromkeys(verb.form for verb in self.verbs if verb.name in wanted))

    def help(self, verbs: Iterable[str] | None = None) -> str:
        """How to write these orders, or all of them and the manners of a page."""
        wanted = None if verbs is None else set(verbs)
        chosen = [verb for verb in self.verbs if wanted is None or verb.name in wanted]
        several = SEVERAL if {",", "and"} <= set(self.joiners) else ""
        manners = [textwrap.fill(MANNERS.format(several=several), 72)] if wanted is None else []
        return "\n\n".join([*manners, *dict.fromkeys(map(_taught, chosen))]) + "\n"


def _taught(verb: Verb) -> str:
    told = textwrap.fill(verb.help, 72, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    lines = [*verb.form.splitlines(), told]
    if verb.examples:
        lines += ["    For example:", *(f"        {example}" for example in verb.examples)]
    return "\n".join(lines)
