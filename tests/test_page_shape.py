"""The shape of a page: bullets, heads, blocks, press and notes, prose, the form, and pages that are no pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.grammar import Grammar
from pbem.model import Aside, Order, Problem, Sheet, Unread, Weight
from pbem.words import shown
from tests.toymine import MINE, ROADS, Buy, Dig, End, Lay, Move, Stay

UNREAD = Unread()


def read(text: str, grammar: Grammar = MINE) -> tuple[Sheet, tuple[Problem, ...]]:
    """A page read for Ann."""
    return grammar.read(text, "ann", "ann.txt")


def orders(text: str) -> tuple[Order, ...]:
    """The orders on a page."""
    return read(text)[0].orders


def told(text: str) -> list[tuple[str, int]]:
    """The code and line of everything said about a page."""
    return [(problem.code, problem.span.line) for problem in read(text)[1]]


LETTER = """\
Hello Kim,

thanks for running this, dig it!

turn 7
orders:
- move to N
2. dig with the pickaxe
(3) Rock: M / Gold: F,
    J, J
* stay # just to be sure
end of orders

Cheers,
Ann
"""


def test_a_letter_with_a_block_of_orders() -> None:
    """Only what stands in the block counts, and nothing is said of the rest unless it looks like an order."""
    sheet, problems = read(LETTER)

    assert (Move("N"), Dig("pickaxe"), Lay("rock", ("M",)), Lay("gold", ("F", "J", "J")), Stay()) == sheet.orders
    assert (7, True, LETTER) == (sheet.turn, sheet.final, sheet.text)
    assert () == problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("orders:\nmove N\nend of orders\nmove P\npress: hi\nstay", [("outside", 4), ("in-aside", 6)]),
        ("move P\nOrders:\nmove N", [("outside", 1)]),
        ("My orders: move N\n*END ORDERS*\nBye", []),
        ("ORDERS FOR TURN 3:\nmove N\nEnd of message.\nmove P", [("outside", 4)]),
        ("orders\nmove N\nend of orders", []),
        ("orders\nmove N", []),
        ("move N\nend of orders\nmove P", [("outside", 3)]),
        ("move N\n-- \nmove P", [("outside", 3)]),
        ("orders:\nmove N\n-- \nmove P", [("outside", 4)]),
        ("> move P\nmove N\n>> dig\n> thanks", [("outside", 1)]),
        ("orders:\nmove N\n\norders:\n", []),
    ],
)
def test_what_counts(text: str, expected: list[tuple[str, int]]) -> None:
    """Blocks, signatures and quoted lines; one note tells of everything that looks like an order and did not count."""
    assert (Move("N"),) == orders(text)
    assert expected == told(text)


@pytest.mark.parametrize(
    ("text", "turn", "expected"),
    [
        ("turn 7", 7, ()),
        ("Turn Seven!\nstay", 7, (Stay(),)),
        ("== TURN 7, opening round ==\nstay", 7, (Stay(),)),
        ("turn 7: stay", 7, (Stay(),)),
        ("Orders for turn 7\nstay", 7, (Stay(),)),
        ("turn 7 orders:\nstay", 7, (Stay(),)),
        ("turn 7\nturn 7\nstay", 7, (Stay(),)),
        ("turn 4000\nstay", 4000, (Stay(),)),
        (f"turn {'7' * 400}\nstay", 999_999, (Stay(),)),
        ("turn\nstay", None, (Stay(),)),
        ("turn a corner\nstay", None, (Stay(),)),
        ("turn 7 times\nstay", None, (Stay(),)),
        ("it is turn 7\nstay", None, (Stay(),)),
    ],
)
def test_the_turn_at_the_head(text: str, turn: int | None, expected: tuple[Order, ...]) -> None:
    """A page may name its turn; a turn beyond all measure is still named, for the campaign to refuse."""
    sheet, _ = read(text)

    assert (turn, expected) == (sheet.turn, sheet.orders)


def test_a_page_for_two_turns_is_for_neither() -> None:
    """Which of them was meant is asked back, and nothing is taken meanwhile."""
    sheet, problems = read("turn 7\nstay\nturn 8\nmove N")

    assert (None, ()) == (sheet.turn, sheet.orders)
    assert [("turn", 3, Weight.AMBIGUOUS)] == [(one.code, one.span.line, one.weight) for one in problems]


@pytest.mark.parametrize(
    ("text", "final", "codes"),
    [
        ("stay", True, []),
        ("final\nstay", True, []),
        ("stay\n\nProvisional orders.", False, []),
        ("These are provisional\nstay", False, []),
        ("final\nstay\nprovisional", False, ["final"]),
    ],
)
def test_final_or_provisional(text: str, final: bool, codes: list[str]) -> None:
    """A page is final unless it says otherwise, and doubt makes it provisional."""
    sheet, problems = read(text)

    assert (final, (Stay(),)) == (sheet.final, sheet.orders)
    assert codes == [problem.code for problem in problems]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("note: back on Monday", [Aside("note", "back on Monday")]),
        ("Note to moderator:\n  room #3\n  at noon", [Aside("note", "room #3\n  at noon")]),
        ("press: Beware!\nAll of you.\n\nstay", [Aside("press", "Beware!\nAll of you.")]),
        ("Press as The  Ogre: Boo", [Aside("press", "Boo", "The Ogre")]),
        ("press as " + "x" * 99 + ": Boo", [Aside("press", "Boo", "x" * 60)]),
        (
            "to bob: hi\nto CY-2: ho\n\nnote: x",
            [Aside("to", "hi", "bob"), Aside("to", "ho", "cy-2"), Aside("note", "x")],
        ),
        ("to bob and cy-2: hi", [Aside("to", "hi", "bob"), Aside("to", "hi", "cy-2")]),
        ("to all: hi", [Aside("press", "hi")]),
        ("to the moderator: hi", [Aside("note", "hi")]),
        ("note to bob: hi", [Aside("to", "hi", "bob")]),
        ("- press: hi", [Aside("press", "hi")]),
        ("press:\n\nhi", []),
        ("press: {{ 7 * 7 }} <b>", [Aside("press", "{{ 7 * 7 }} <b>")]),
        ("to whom it may concern: hi", []),
        ("to: hi", []),
        ("note about bob: hi", []),
        ("press release: hi", []),
        ("press: hi\nfinal\nstay", [Aside("press", "hi")]),
    ],
)
def test_words_that_are_never_orders(text: str, expected: list[Aside]) -> None:
    """Notes, press and words to others run to the end of their paragraph."""
    assert expected == list(read(text)[0].asides)


def test_an_order_within_press_is_mentioned() -> None:
    """It is never an order, but a player who forgot the blank line learns of it."""
    sheet, problems = read("press: hi\nmove to N")

    assert ((), (Aside("press", "hi\nmove to N"),)) == (sheet.orders, sheet.asides)
    assert ["in-aside", "no-orders"] == sorted(problem.code for problem in problems)
    assert all(not problem.refuses for problem in problems)


def test_words_to_nobody() -> None:
    """A reader who is no seat is asked back, with the nearest one or all of them, and nobody gets the words."""
    text = "to bbo: hi\nto zed: ho"
    sheet, problems = read(text)

    assert () == sheet.asides
    assert [
        "ann.txt:1:4: There is no seat called 'bbo'; these words go to nobody. Did you mean 'bob'?",
        "ann.txt:2:4: There is no seat called 'zed'; these words go to nobody. The seats are ann, bob, cy-2.",
    ] == [shown(problem, text).split("\n")[0] for problem in problems]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("golds at F,\nJ and\n J", (Lay("gold", ("F", "J", "J")),)),
        ("golds at\nF, J", (Lay("gold", ("F", "J")),)),
        ("golds at F,\nthanks a lot", (Lay("gold", ("F",)),)),
        ("golds at F\nJ", (Lay("gold", ("F",)),)),
        ("golds at F,\n\nJ", (Lay("gold", ("F",)),)),
        ("golds at F.\nJ", (Lay("gold", ("F",)),)),
        ("Buy:\n- 2 shovels\n- a pickaxe\nGolds:\n- F\n- J\n- dig", (
            Buy(((2, "shovel"), (1, "pickaxe"))), Lay("gold", ("F", "J")), Dig())),
        ("Golds:\nF\nJ\nThank you", (Lay("gold", ("F", "J")),)),
        ("Golds:\n- F\n- Q", (UNREAD,)),
        ("move to\nN", (Move("N"),)),
        ("gold at F, and\nalso rock at M", (Lay("gold", ("F",)), Lay("rock", ("M",)))),
    ],
)  # fmt: skip
def test_orders_on_several_lines(text: str, expected: tuple[Order, ...]) -> None:
    """Lines that mail broke in two are one where only together they read; a heading with a colon takes its list."""
    assert expected == orders(text)


def test_prose_is_noted_and_not_without_end() -> None:
    """A few lines that were passed over are named, then how many more."""
    problems = read("Hello Kim\n" * 8 + "stay")[1]

    assert ["passed-over"] * 6 == [problem.code for problem in problems]
    assert "And 3 more lines were passed over." == problems[-1].message
    assert "And 1 more line was passed over." == read("Hello Kim\n" * 6)[1][-1].message
    assert [] == told("stay\n\n-----\n* * *\n====\n")


def test_not_more_problems_than_anybody_reads() -> None:
    """Two hundred are listed; what comes after is counted, and still refuses."""
    problems = read("mvoe N\n" * 250)[1]

    assert (201, "And 50 more problems.", True) == (len(problems), problems[-1].message, problems[-1].refuses)
    assert "And 1 more problem." == read("mvoe N\n" * 201)[1][-1].message
    assert not read("press: x\n" + "stay\n" * 300)[1][-1].refuses


def test_look_alikes_are_noted() -> None:
    """Letters of other alphabets are read as what they look like, and that is said, a few times at most."""
    text = "MОVE to Ν\nрress: Привет\n\n" + "ｓｔａｙ\n" * 9
    sheet, problems = read(text)

    assert (Move("N"), *[Stay()] * 9) == sheet.orders
    assert (Aside("press", "Привет"),) == sheet.asides
    assert [("look-alike", Weight.NOTE)] * 5 == [(problem.code, problem.weight) for problem in problems]
    assert "'MОVE' holds letters of another alphabet; it was read as 'move'." == problems[0].message


@pytest.mark.parametrize("grammar", [MINE, ROADS])
def test_the_blank_form_yields_nothing(grammar: Grammar) -> None:
    """As long as nothing is filled in, and quoted or indented as mail does it, no order and no refusal comes of it."""
    form = grammar.form([verb.name for verb in grammar.verbs])

    for page in (form, form.lower(), form.replace("\n", "\r\n"), form.replace("__", "______"), "    " + form):
        sheet, problems = read(page, grammar)
        assert () == sheet.orders
        assert not [problem for problem in problems if problem.refuses]


def test_a_form_partly_filled_in() -> None:
    """Lines left blank are as if not there; boxes ticked in whatever way count."""
    form = MINE.form([verb.name for verb in MINE.verbs])
    filled = form.replace("[ ]", "[x]").replace("MOVE __", "MOVE _N_").replace("END __", "END if leading")

    assert (Move("N"), Stay(), End("if leading")) == orders(filled)
    assert (Stay(), Stay()) == orders("[X] STAY\n[ yes ] stay\n[__] stay\n[] stay\n[x]")


@pytest.mark.parametrize(
    "bullet",
    ["- ", "* ", "• ", "– ", "1. ", "1.", "1) ", "1)", "(2) ", "(2)", "a) ", "#1 ", "#2: ", "#3. ", "-> ", "→ ", "=> ",
     "- 1. ", "-", "•", "🔹 ", "✔ ", "1️⃣ "],
)  # fmt: skip
def test_bullets(bullet: str) -> None:
    """Before an order stands whatever people and their programs put there; a number sign with a number is no remark."""
    sheet, problems = read(f"{bullet}move N\n# {bullet}stay")

    assert ((Move("N"),), ()) == (sheet.orders, problems)


def test_a_number_after_a_bullet_is_no_bullet() -> None:
    """What is numbered may begin with a number of its own."""
    assert (Lay("rock", ("M", "M")), Lay("gold", ("F", "F"))) == orders("1) 2 rocks at M\n#2 2 golds at F")


@pytest.mark.parametrize("box", ["[x]", "[✓]", "[ ✔ ]", "[*]", "[✗]", "☑", "☒", "[yes]", "[1]"])
def test_a_box_is_ticked(box: str) -> None:
    """With whatever sign, be it one that cannot be a word."""
    assert (Stay(),) == orders(f"{box} STAY")


@pytest.mark.parametrize("box", ["[ ]", "[]", "[\xa0]", "[_]", "[__]", "☐", "⬜", "[-]", "[no]", "[ N ]", "[0]"])
def test_a_box_is_not_ticked(box: str) -> None:
    """Nor by a program that draws a box of its own."""
    sheet, problems = read(f"{box} STAY\nmove N")

    assert ((Move("N"),), ()) == (sheet.orders, problems)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[ ] END YES\n[ ] END NO\n[ ] STAY", []),
        ("[x] END YES\n[ ] STAY", []),
        ("[x] END YES\n[ ] END NO", []),
        ("[ ] END NO\n[ ] STAY", [1]),
        ("[ ] STAY here\nmove N", [1]),
        ("[ ]\n[ ] []", []),
        ("[ ] dig now\n" * 9, [1, 2, 3, 4, 5]),
    ],
)
def test_an_empty_box_that_was_probably_meant_is_mentioned(text: str, expected: list[int]) -> None:
    """A line that was changed, or kept where its alternatives were taken out, and not ticked."""
    end = replace(next(verb for verb in MINE.verbs if verb.name == "end"), form="[ ] END YES\n[ ] END NO")
    grammar = Grammar((end, *MINE.verbs), MINE.readers, MINE.seats)

    assert expected == [problem.span.line for problem in read(text, grammar)[1] if problem.code == "unticked"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no-orders"),
        (" \n\t\r\n", "no-orders"),
        ("\ufeff", "no-orders"),
        ("stay\0", "binary"),
        ("s\0t\0a\0y\0", "binary"),
        ("\x01\x02\x03\x04stay", "binary"),
        ("stay\n" * 10_001, "too-long"),
        ("\r" * 10_002, "too-long"),
        ("x" * 10_000_000, "too-long"),
        ("\u7473\u7961\u0a0a" * 50, "no-orders"),
    ],
)
def test_pages_that_are_no_pages(text: str, code: str) -> None:
    """Emptiness replaces nothing; what is no text, or beyond all measure, is not read."""
    sheet, problems = read(text)

    assert () == sheet.orders
    assert code in [problem.code for problem in problems]
    assert (code != "no-orders") == any(problem.refuses for problem in problems)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffmove to N\r\ndig",
        "move to N\rdig",
        "\u202emove\u202c to \u2067N\u2069\ndig",
        "move\xa0to\u2003N\n\x0cdig",
    ],
)
def test_marks_that_cannot_be_seen(text: str) -> None:
    """Byte order marks, line ends of all kinds, marks of direction and odd spaces change nothing."""
    assert (Move("N"), Dig()) == orders(text)
    assert [] == told(text)


def test_as_many_lines_as_may_be() -> None:
    """The longest page that is read is read whole."""
    assert 10_000 == len(orders("stay\n" * 10_000))


REPORT = """\
The Deep Mine
Elfengold, turn 3 (move to N, round 2)
Report for Ann Lee (ann)
{rule}
   Next deadline: Sunday

WHAT HAPPENED

   Bob lays
   gold at F.

ORDER FORM

   turn 4
   MOVE {to}
"""


def test_a_report_sent_back_orders_nothing() -> None:
    """An answer may hold the whole report unquoted: only its order form, filled in, and what stands around it count."""
    answer = f"dig\n\n{REPORT.format(rule='=' * 72, to='N')}"

    assert ((Dig(), Move("N")), 4, []) == (orders(answer), read(answer)[0].turn, told(answer))
    assert () == orders(REPORT.format(rule="=" * 72, to="__"))


def test_a_rule_of_ones_own_hides_nothing() -> None:
    """Lines below a double rule count, unless it is a report's."""
    assert (Stay(), Move("N")) == orders(f"stay\n{'=' * 72}\nmove to N\n")
