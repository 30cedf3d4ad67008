"""Words between, before and after orders: what is passed over, what is asked back, and what is never an order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.grammar import Grammar, Verb
from pbem.model import NOWHERE, Aside, Order, Problem, Sheet, Unread, Weight
from pbem.words import shown
from tests.toymine import MINE, Buy, Dig, End, Lay, Move, Stay

UNREAD = Unread()

HEADING = replace(
    next(verb for verb in MINE.verbs if verb.name == "move"),
    name="move-also",
    patterns=(),
    loosely=("head|going [back] [to|for] <space>", "no move|moving", "don't move"),
    makes=lambda space="HUT", span=NOWHERE: Move(space, span=span),
)
LOOSE = Grammar((*MINE.verbs, HEADING), MINE.readers, MINE.seats)
"""The mine with ordinary words that begin an order where all of it fits."""


def read(text: str, grammar: Grammar = LOOSE) -> tuple[Sheet, tuple[Problem, ...]]:
    """A page read for Ann."""
    return grammar.read(text, "ann", "ann.txt")


def told(text: str) -> list[tuple[str, str]]:
    """The code and weight of everything said about a page."""
    return [(problem.code, problem.weight.value) for problem in read(text)[1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("head for N", [Move("N")]),
        ("I'm going back to the hut. Dig!", [Move("HUT"), Dig()]),
        ("dig, head for N, rock at M", [Dig(), Move("N"), Lay("rock", ("M",))]),
        ("golds at F, J heading N", [UNREAD]),
        ("golds at F, J, head for N", [Lay("gold", ("F", "J")), Move("N")]),
        ("haed for N", [UNREAD]),
        ("Head over heels", []),
        ("Going on holiday", []),
        ("Head of the family", []),
        ("No problem", []),
        ("Don't worry", []),
        ("head for N " * 120, [UNREAD]),
    ],
)
def test_ordinary_words_begin_an_order_where_all_of_it_fits(text: str, expected: list[Order]) -> None:
    """Else they are prose, or asked about."""
    assert expected == list(read(text)[0].orders)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sorry for the delay. Move to N. Dig.", [Move("N"), Dig()]),
        ("How are you? Move to N!", [Move("N")]),
        ("Hi Kim, sorry for the late reply!! 1st move to N, then dig. 2nd: rock at M. Thanks", [
            Move("N"), Dig(), Lay("rock", ("M",))]),
        ("Hello Kim, nice round. Mvoe to N", [UNREAD]),
        ("P.S. dig", [Dig()]),
        ("PS: dig", [Dig()]),
        ("Yes, dig", [Dig()]),
        ("Step 1: move to N", [Move("N")]),
        ("move N, und dig", [Move("N"), Dig()]),
    ],
)  # fmt: skip
def test_orders_after_other_sentences(text: str, expected: list[Order]) -> None:
    """What is said first, or between, does not spoil an order in a sentence of its own."""
    assert expected == list(read(text)[0].orders)


@pytest.mark.parametrize(
    "text",
    [
        "You could e.g. move N",
        "If Bob digs ... move N",
        "Don't move N",
        "I will not dig",
        "I'd never dig",
        "scrap that, move O",
        "Bob, move to N",
        "Maybe move to N?",
        "Can I move to N?",
        "I think I'll move to N",
        "nobody was at N, so I move to N",
        "if nobody is at N move N",
        "Je voudrais move to N",
        "set a rock at M",
        "teleport to N",
        "sell my pickaxe",
        "Miner to N",
        "F J J",
        "M rock, F gold",
        "Actually, make that O.",
        "two shovels and a pickaxe please",
        "C -> D",
        "Stein: M",
        "take the basket",
        "from C to D",
        "Same as last turn please",
        "same orders as before",
        "As before.",
        "No changes",
        "❌ dig",
    ],
)
def test_what_may_be_meant_as_an_order_is_asked_back(text: str) -> None:
    """It is neither taken as one nor lost: a refusal stands in its place."""
    sheet, problems = read(text)

    assert all(order == UNREAD for order in sheet.orders) and sheet.orders
    assert any(problem.refuses and problem.message.endswith(".") for problem in problems)


@pytest.mark.parametrize(
    "text",
    [
        "Good luck everyone",
        "Greetings from the basket",
        "Sent from my pickaxe",
        "Bob has a pickaxe.",
        "He is at N.",
        "Anna K",
        "K",
        "See you at N",
        "Same here, we had a lovely time!",
        "No idea at all",
        "As you like it",
        "The basket is a nice thing",
        "I thought about a long and winding tunnel of gold",
        "He would not waste a rock on M.",
        "Lovely, lovely weather",
        "Hut",
    ],
)
def test_prose_is_passed_over(text: str) -> None:
    """With a note, whatever it speaks of."""
    sheet, problems = read(text)

    assert () == sheet.orders
    assert problems and all(problem.weight is Weight.NOTE for problem in problems)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("teleport to N", "1:1: This looks like an order, but there is no order 'teleport'. Orders begin with BUY,"),
        ("I teleport to N", "1:1: This looks like an order, but there is no order 'teleport'. Orders begin with BUY,"),
        ("F J J", "1:1: This looks like an order, but does not begin with an order word. Orders begin with BUY, MOVE,"),
        ("Don't move N", "1:7: This line was passed over, since it says what shall not be done. Write only what shall"),
        ("No change!", "1:1: A page counts by itself, without the pages before it. Write out every order, also"),
        ("dig. Teleport to N.", "1:6: This looks like an order, but there is no order 'Teleport'. Orders begin with"),
        ("dig. He would rather waste a rock on M.", "1:28: This sentence was passed over, though it holds what may be"),
        ("Pickaxe", "1:1: This line was passed over, though it speaks of what orders speak of. Orders begin with BUY,"),
    ],
)
def test_what_is_said_of_it(text: str, expected: str) -> None:
    """Why it is no order, and how orders begin."""
    assert any(shown(problem, text).removeprefix("ann.txt:").startswith(expected) for problem in read(text)[1])


def test_many_order_words_are_not_listed() -> None:
    """A hint is not longer than anybody reads."""
    verbs = tuple(
        Verb(name, (name,), Stay, Stay, str, "Stays.", f"[ ] {name.upper()}")
        for name in ("stay", "a", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii", "jj", "kk", "ll")
    )
    grammar = Grammar(verbs, names=("basket", "sea monster", "home"))

    assert [("order-like", "")] == [
        (problem.code, problem.hint) for problem in read("take the basket", grammar)[1] if problem.refuses
    ]
    assert read("catch the sea monster", grammar)[1][0].refuses
    assert not any(problem.refuses for problem in read("catch the sea, go home", grammar)[1])


@pytest.mark.parametrize("below", ["a pickaxe", "2 shovels, a pickaxe"])
def test_a_line_that_may_go_on_with_the_order_above(below: str) -> None:
    """It is neither joined to it nor lost."""
    sheet, problems = read(f"buy 2 shovels\n{below}\ndig")

    assert (Buy(((2, "shovel"),)), UNREAD, Dig()) == sheet.orders
    assert [("goes-on", 2, Weight.AMBIGUOUS)] == [(one.code, one.span.line, one.weight) for one in problems]
    assert (Buy(((2, "shovel"),)), Dig()) == read("buy 2 shovels\nThanks\ndig")[0].orders
    assert ["order-like"] == [problem.code for problem in read("buy 2 shovels\n\n2 shovels, a pickaxe")[1]]


def test_a_long_paragraph_is_not_searched_to_its_end() -> None:
    """Its writer is told, and told to give orders lines of their own."""
    chat = "I had a lovely week by the sea. " * 40

    assert [("no-orders", "note"), ("too-long", "note")] == told(chat + "Move to N.")
    assert ["unreadable"] == [weight for _, weight in told("Move to N. " + chat)]
    assert (UNREAD,) == read("I had a lovely week. Move to N. " + chat)[0].orders


# ------------------------------------------------------------------ around the orders


def test_words_to_others_count_wherever_they_stand() -> None:
    """Before the block of orders and behind it: they can never be orders. What is in them is not looked at further."""
    text = "note: a\n\norders:\nmove N\nend of orders\n\npress: b\nand c\n\nto bob: d\nstay"
    sheet, problems = read(text)

    assert ((Move("N"),), True) == (sheet.orders, sheet.final)
    assert (Aside("note", "a"), Aside("press", "b\nand c"), Aside("to", "d\nstay", "bob")) == sheet.asides
    assert ["in-aside"] == [problem.code for problem in problems]
    assert (Aside("press", "b"),) == read("move N\nend of orders\n\npress: b")[0].asides


def test_words_to_others_do_not_count_in_a_signature_or_a_quotation() -> None:
    """Programs put notes of their own there; that they did not count is said."""
    for text in ("move N\n-- \nnote: this mail is confidential", "move N\n> press: hi"):
        sheet, problems = read(text)
        assert ((Move("N"),), ()) == (sheet.orders, sheet.asides)
        assert ["outside"] == [problem.code for problem in problems]


@pytest.mark.parametrize("after", ["PS: move O instead", "I meant O", "Oh well. Move O.", "Better: move O", "move O"])
def test_an_afterthought_behind_the_block_is_mentioned(after: str) -> None:
    """It does not count, and its writer learns of it."""
    sheet, problems = read(f"orders:\nmove N\nend of orders\n\nCheers, Ann\n\n{after}")

    assert (Move("N"),) == sheet.orders
    assert [("outside", 7, Weight.NOTE)] == [(one.code, one.span.line, one.weight) for one in problems]


def test_an_end_that_is_asked_for_after_a_yes() -> None:
    """An answer to the moderator's question is an order like any other."""
    assert (End("yes"),) == read("Yes, end the game: yes")[0].orders


@pytest.mark.parametrize(
    "above",
    [
        "-----Original Message-----",
        "----- Forwarded message -----",
        "-----Ursprüngliche Nachricht-----",
        "________________________________\nFrom: Kim Moder <kim@example.org>\nSent: Friday",
        "Von: Kim\nGesendet: Freitag\nBetreff: Zug 2",
        "De : Kim\nEnvoyé : vendredi",
        "*From:* Kim\n*To:* Ann\n*Subject:* turn 2",
        "Begin forwarded message:",
        "-- ",
    ],
)
def test_an_earlier_mail_below_does_not_count(above: str) -> None:
    """Mail programs leave it there unquoted; what looks like an order in it is mentioned."""
    sheet, problems = read(f"move O\n\n{above}\n\nmove N\ndig\n\npress: hi")

    assert ((Move("O"),), ()) == (sheet.orders, sheet.asides)
    assert "outside" in [problem.code for problem in problems]
    assert not any(problem.refuses for problem in problems)


def test_a_forwarded_page_holds_no_orders() -> None:
    """What stands below such a line may be anybody's."""
    assert [("no-orders", "note"), ("outside", "note")] == told("----- Forwarded message -----\nFrom: Ann\n\nmove N")


def test_a_page_may_stand_below_its_own_headers() -> None:
    """A mail saved whole begins with them; nothing is said of them."""
    text = "From: Ann Lee <ann@example.org>\nTo: Kim\nSubject: move N\nDate: Fri, 4 Dec 2026\n\nmove O\n-- \nmove P"
    sheet, problems = read(text)

    assert (Move("O"),) == sheet.orders
    assert [("outside", 8)] == [(problem.code, problem.span.line) for problem in problems]
    assert () == read("From: Ann\nSubject: move N")[0].orders


def test_from_and_to_are_no_headers() -> None:
    """A route is asked about like any order."""
    assert (UNREAD, UNREAD, Dig()) == read("From: C\nTo: D\nDig")[0].orders


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| Move | N |\n|------|---|\n| Gold | F, J |", [Move("N"), Lay("gold", ("F", "J"))]),
        ("| move N | dig | stay |", [Move("N"), Dig(), Stay()]),
        ("| move N |", [Move("N")]),
        ("My orders are: move N, dig.", [Move("N"), Dig()]),
        ("my orders for turn 3 are as follows:\nmove N", [Move("N")]),
        ("orders as promised: move N", [UNREAD]),
        ("BEGIN ORDERS\nmove N\nEND ORDERS\nmove P", [Move("N")]),
        ("~~move N~~\nmove O", [UNREAD, Move("O")]),
        ("~move N~", [UNREAD]),
        ("m\u0336o\u0336v\u0336e\u0336 N\u0336\ndig", [UNREAD, Dig()]),
        ("~ five, I think", []),
        ("<p>move N</p>\n&nbsp;dig", [UNREAD, UNREAD]),
        ("Kim <kim@example.org> wrote:\n<b>Hello</b>", []),
    ],
)
def test_what_programs_make_of_orders(text: str, expected: list[Order]) -> None:
    """Tables and headings are read; what is struck out or marked up is asked back."""
    assert expected == list(read(text)[0].orders)


def test_the_writer_may_speak_of_himself_by_name() -> None:
    """Of nobody else."""
    digs = replace(next(verb for verb in MINE.verbs if verb.name == "stay"), patterns=("stays",))
    grammar = Grammar((digs,), seats=("ann", "bob"))

    assert (Stay(),) == read("Ann stays.", grammar)[0].orders
    assert () == read("Bob stays.", grammar)[0].orders
    assert Weight.NOTE is read("Bob stays.", grammar)[1][-1].weight
