"""Noise raises nothing and is read with linear work; what is written out reads back equal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from pbem.grammar import Grammar
from pbem.model import Order, Problem, Sheet, Weight
from pbem.words import MOST_BYTES, shown
from tests.toymine import CARDS, CHOICES, MINE, ROADS, SPACES, TOOLS, TOWNS, Buy, Dig, End, Lay, Move, Pass, Place, Stay

GRAMMARS = some.sampled_from((MINE, ROADS))
VOCABULARY = """
move go to N A I and then , ; . / : - dig with pickaxe buy 2 a the my __ shovel rock rocks gold glod at place lay end no
yes if else turn 7 orders: of orders note: press: as bob # > [ ] x ( ) * -- dragon on Feodor roll free >= don't not i
9999999999 М ｇold é \u200b \u202e
"""
WORDS = some.sampled_from((*VOCABULARY.split(), "\n", "\n", "\n\n"))
PAGES = some.lists(WORDS, max_size=60).map(" ".join)

spaces = some.sampled_from(tuple(SPACES.values()))
towns = some.sampled_from(tuple(TOWNS))
roads = some.tuples(towns, towns)
tools = some.tuples(some.integers(0, 999), some.sampled_from(tuple(TOOLS.values())))
MINE_ORDERS = some.one_of(
    some.builds(Buy, some.lists(tools, min_size=1, max_size=5).map(tuple)),
    some.builds(Move, spaces),
    some.builds(Stay),
    some.builds(Dig, some.sampled_from((None, *TOOLS.values()))),
    some.builds(Lay, some.sampled_from(("rock", "gold")), some.lists(spaces, min_size=1, max_size=9).map(tuple)),
    some.builds(End, some.sampled_from(tuple(CHOICES.values()))),
)
tests = some.one_of(some.tuples(some.just("free"), roads), some.tuples(some.just("roll"), some.integers(0, 999)))
counters = some.sampled_from(tuple(CARDS.values()))
ROAD_ORDERS: some.SearchStrategy[Order] = some.recursive(
    some.builds(Pass),
    lambda inner: some.builds(Place, counters, roads, some.lists(tests, max_size=3).map(tuple), some.none() | inner),
    max_leaves=5,
)


def _sound(grammar: Grammar, text: str) -> tuple[Sheet, tuple[Problem, ...]]:
    """A page read, with what must be true of any."""
    sheet, problems = grammar.read(text, "ann", "ann.txt")
    places = [(problem.span.line, problem.span.col) for problem in problems]
    assert sorted(places) == places
    for problem in problems:
        assert problem.message[-1] in ".?'" and shown(problem, text)
    for order in sheet.orders:
        assert 1 <= order.span.line <= text.count("\n") + text.count("\r") + text.count("\u2028") + 1
        assert 1 <= order.span.col < order.span.end
    return sheet, problems


@given(GRAMMARS, some.text())
def test_noise_raises_nothing(grammar: Grammar, text: str) -> None:
    """Any text is read, and every problem can be shown."""
    _sound(grammar, text)


@given(GRAMMARS, PAGES)
@settings(max_examples=400)
@example(MINE, "gold at A, I and a rock at B")
@example(ROADS, "lay dragon on F - I if")
def test_orders_in_disorder_raise_nothing(grammar: Grammar, text: str) -> None:
    """Neither do pages of words that orders are made of; and what came of them reads back equal."""
    sheet, problems = _sound(grammar, text)

    known = [order for order in sheet.orders if isinstance(order, tuple(type(one) for one in _samples()))]
    again, _ = grammar.read(grammar.write(known), "ann", "ann.txt")
    assert known == list(again.orders)
    assert len(known) == len(sheet.orders) or any(problem.refuses for problem in problems)


def _samples() -> tuple[Order, ...]:
    return Buy(()), Move(""), Stay(), Dig(), Lay("", ()), End(""), Pass(), Place("", ("", ""))


@given(some.lists(MINE_ORDERS, max_size=12))
def test_written_orders_read_back(written: list[Order]) -> None:
    """Orders written out as a page, or joined on a line, are the same orders."""
    page = MINE.write(written)

    assert written == list(_sound(MINE, page)[0].orders)
    assert not [problem for problem in _sound(MINE, page)[1] if problem.weight is not Weight.NOTE]
    assert written == list(MINE.read("; ".join(page.lower().splitlines()[:9]), "ann", "")[0].orders) or len(written) > 9


@given(some.lists(ROAD_ORDERS, max_size=4))
def test_longer_orders_read_back(written: list[Order]) -> None:
    """So are orders with tests and alternatives."""
    assert written == list(_sound(ROADS, ROADS.write(written))[0].orders)


ENDLESS = (
    "a",
    "9",
    ",",
    "- ",
    "1) ",
    "_",
    "> ",
    "( ",
    "м",
    "\u200b",
    "I ",
    "a the ",
    "move ",
    "move to N, ",
    "gold at F,J,",
    "glod at F ",
    "but more glod ",
    "please i will then ",
    "and ",
    "rock at F and ",
    "don't dig ",
    "orders:\n",
    "note: a\n",
    "mvoe N\n",
    "move to Q\n",
    "golds at\n",
    "golds at F,\n",
    "Golds:\n- F\n",
    "- F\n",
    "to bbo: a\n",
    "press: a\nmove N\n",
    "> move N\n",
    "\n",
    "but the gold is more\n",
    "turn 7\n",
    "'a",
    "a-",
    '"',
    "a.",
    "[x] ",
    "so. ",
    "a b. ",
    "? ",
    "moveN ",
    "rock I lay ",
    "nice move N\n",
    "teleport to N\n",
    "same as before ",
    "| a | b |\n",
    "<p>move N",
    "~~move N~~\n",
    "From: x\n",
    "lay dragon on F - I else ",
    "if free F - I\n",
    "move __ ",
)


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, of Python's own and of others: a measure of work that no other work disturbs."""
    counted = [0]

    def count(frame: FrameType, event: str, _: object) -> None:
        counted[0] += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted[0]


def endless(piece: str, length: int) -> str:
    """A page that is one piece again and again."""
    return ("Golds:\n" if piece == "- F\n" else "") + (piece * (length // len(piece)))[:length]


@pytest.mark.parametrize("grammar", [MINE, ROADS], ids=["mine", "roads"])
@pytest.mark.parametrize("piece", ENDLESS)
def test_work_is_linear(grammar: Grammar, piece: str) -> None:
    """A page four times as long takes no more than about four times the work."""

    def work(length: int) -> int:
        return calls(lambda: grammar.read(endless(piece, length), "ann", "ann.txt"))

    short = MOST_BYTES // 256
    assert work(4 * short) <= 5 * work(short) + 300
