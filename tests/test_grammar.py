"""Order lines: what people write for one thing, what is asked back, and longer orders with ELSE and IF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pbem.grammar import Cursor, FaultyPattern, Grammar, Verb, phrase, read_count, several
from pbem.model import NOWHERE, Order, Problem, Span, Unread, Weight
from pbem.words import shown, words
from tests.toymine import MINE, ROADS, Buy, Dig, End, Lay, Move, Pass, Place, Stay

UNREAD = Unread()


def read(text: str, grammar: Grammar = MINE) -> tuple[Order, ...]:
    """The orders on a page."""
    return grammar.read(text, "ann", "ann.txt")[0].orders


def faults(text: str, grammar: Grammar = MINE) -> list[str]:
    """The first line of every problem as shown."""
    _, problems = grammar.read(text, "ann", "ann.txt")
    return [shown(problem, text).split("\n")[0].removeprefix("ann.txt:") for problem in problems]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("place a rock at M, golds at F and J", [Lay("rock", ("M",)), Lay("gold", ("F", "J"))]),
        ("I'd like to buy two shovels and a pickaxe", [Buy(((2, "shovel"), (1, "pickaxe")))]),
        ("move to N and dig with the pickaxe", [Move("N"), Dig("pickaxe")]),
        ("Rock: M / Gold: F, J, J", [Lay("rock", ("M",)), Lay("gold", ("F", "J", "J"))]),
        ("end the game if I lead", [End("if leading")]),
        ("2 GOLDS AT F AND J", [Lay("gold", ("F", "J"))]),
        ("2 golds at J", [Lay("gold", ("J", "J"))]),
        ("BUY 2 SHOVEL 1 PICKAXE", [Buy(((2, "shovel"), (1, "pickaxe")))]),
        ("buy twenty-one shovels", [Buy(((21, "shovel"),))]),
        ("Please, I would like to move to the Equipment Hut!", [Move("HUT")]),
        ("move N; dig; rock M", [Move("N"), Dig(), Lay("rock", ("M",))]),
        ("move N dig pickaxe", [Move("N"), Dig("pickaxe")]),
        ("move -> N", [Move("N")]),
        ("Move: N", [Move("N")]),
        ("I then move to N, then I dig with my shovel, please", [Move("N"), Dig("shovel")]),
        ("move to N. Thank you! Dig.", [Move("N"), Dig()]),
        ("gold at A and a rock at A", [Lay("gold", ("A",)), Lay("rock", ("A",))]),
        ("GOLD AT A, I AND A ROCK AT B", [Lay("gold", ("A", "I")), Lay("rock", ("B",))]),
        ("gold at H; I move to I", [Lay("gold", ("H",)), Move("I")]),
        ("2 x rock at M", [Lay("rock", ("M", "M"))]),
        ("my rocks at M, N and then my gold at F", [Lay("rock", ("M", "N")), Lay("gold", ("F",))]),
        ("buy a shovel / pickaxe", [Buy(((1, "shovel"), (1, "pickaxe")))]),
        ("BUY 2 SHOVEL __ PICKAXE", [Buy(((2, "shovel"), (0, "pickaxe")))]),
        ("stay # we wait", [Stay()]),
        ("plz dig, thx", [Dig()]),
        ("Hi Kim, move to N", [Move("N")]),
        ("Ann: move to N", [Move("N")]),
        ("MOVE - N", [Move("N")]),
        ("move N - dig - rock - M, N", [Move("N"), Dig(), Lay("rock", ("M", "N"))]),
        ("gold F. Dig. Rock A", [Lay("gold", ("F",)), Dig(), Lay("rock", ("A",))]),
        ("gold F. I dig", [Lay("gold", ("F",)), Dig()]),
    ],
)
def test_what_people_write(line: str, expected: list[Order]) -> None:
    """Articles, plurals, numbers as words, courtesies, and several orders on a line are understood without a word."""
    sheet, problems = MINE.read(line, "ann", "ann.txt")

    assert expected == list(sheet.orders)
    assert () == problems


@pytest.mark.parametrize("change", [str.upper, str.lower, str.title])
def test_capitals_do_not_matter(change: type[str]) -> None:
    """A page may be written in any case."""
    assert (Lay("rock", ("M",)), Lay("gold", ("F", "J"))) == read(change("place a rock at M, golds at F and J"))


@pytest.mark.parametrize(
    ("line", "orders", "expected"),
    [
        ("mvoe to N", [UNREAD], "1:1: There is no order 'mvoe'. Did you mean 'move'?"),
        ("move to Q", [UNREAD], "1:9: There is no space called 'Q'. Write, for example, 'move to N'."),
        ("move to baskte", [UNREAD], "1:9: There is no space called 'baskte'. Did you mean 'basket'?"),
        ("move to", [UNREAD], "1:8: Expected a space after 'to'. Write, for example, 'move to N'."),
        ("move to /", [UNREAD], "1:9: Expected a space, found '/'. Write, for example, 'move to N'."),
        (
            "move to N or M",
            [UNREAD],
            "1:11: 'or' was not expected here. An order leaves no choice; write what shall be",
        ),
        ("move to N, or M", [UNREAD], "1:12: 'or' belongs to no order here. An order leaves no choice; write what"),
        ("move N -> M", [UNREAD], "1:8: '->' was not expected here. Write, for example, 'move to N'."),
        ("dig if you can", [UNREAD], "1:5: 'if' was not expected here. Write what shall be done in any case."),
        ("rock at M (2)", [UNREAD], "1:11: '(' was not expected here. Leave out what stands in brackets."),
        ("move N<br>dig", [UNREAD], "1:7: '<' was not expected here. Send plain text, without the marks of web pages."),
        ("buy 1.5 shovels", [UNREAD], "1:5: '1.5' is no whole number. Write, for example, 'buy 2 shovels and a"),
        ("buy ½ shovel", [UNREAD], "1:5: '½' is no whole number."),
        ("place dragin at M", [UNREAD], "1:7: Expected 'gold', 'golds', 'rock' or 'rocks', found 'dragin'."),
        ("moveN", [UNREAD], "1:1: There is no order 'moveN'. Did you mean 'move N'?"),
        ("goN", [UNREAD], "1:1: There is no order 'goN'. Did you mean 'go N'?"),
        ("moveto N", [UNREAD], "1:1: There is no order 'moveto'. Did you mean 'move to'?"),
        ("Rock-M", [UNREAD], "1:1: There is no order 'Rock-M'. Did you mean 'Rock M'?"),
        ("dig, go-N", [Dig(), UNREAD], "1:6: There is no order 'go-N'. Did you mean 'go N'?"),
        ("move N instead", [Move("N")], "1:8: 'instead' takes nothing back: every order of the page counts."),
        ("move to N?", [UNREAD], "1:10: '?' was not expected here. Write, for example, 'move to N'."),
        ("move to N, M", [UNREAD], "1:12: 'M' belongs to no order here."),
        ("move to N and M, dig", [UNREAD, Dig()], "1:15: 'M' belongs to no order here."),
        ("golds at F, X, J", [UNREAD], "1:13: There is no space called 'X'. Write, for example, 'gold at M'."),
        ("rock at M, glod at F", [Lay("rock", ("M",)), UNREAD], "1:12: There is no order 'glod'. Did you mean 'gold'?"),
        ("dgi with pick and move N", [UNREAD, Move("N")], "1:1: There is no order 'dgi'. Did you mean 'dig'?"),
        (
            "place rok at M",
            [UNREAD],
            "1:7: Expected 'gold', 'golds', 'rock' or 'rocks', found 'rok'. Did you mean 'rock'?",
        ),
        ("3 golds at F and J", [UNREAD], "1:1: 3 do not fit 2 spaces."),
        ("end", [UNREAD], "1:1: END of what? Write END YES or END NO."),
        ("dig with spoon", [UNREAD], "1:10: There is no tool called 'spoon'. It can be shovel or pickaxe."),
        ("buy 2 shovels, 1 pickaxxe", [UNREAD], "1:18: There is no tool called 'pickaxxe'. Did you mean 'pickaxe'?"),
        (f"buy {'9' * 400} shovels", [UNREAD], "1:5: This number is too large. Write, for example, 'buy 2"),
        ("rock at M, __", [UNREAD], "1:12: This blank is not filled in: expected a space. Fill it in, or"),
        ("move N __", [UNREAD], "1:8: This blank is not filled in. Fill it in, or take it out."),
        ("gold at H and I move to N", [UNREAD], "1:15: 'I' may belong to the list or begin what follows. Begin a"),
        ("all rocks at M", [UNREAD], "1:1: Expected "),
        ("Don't move to N", [UNREAD], "1:7: This line was passed over, since it says what shall not be done."),
        ("Bob, move to N", [UNREAD], "1:6: This line was passed over, though it holds what may be an order."),
        ("move" + " N" * 260, [UNREAD], "1:1: This line has more than 250 words."),
    ],
)
def test_what_is_asked_back(line: str, orders: list[Order], expected: str) -> None:
    """One problem at the place where reading failed, and what could not be read stands in its place."""
    assert orders == list(read(line))
    (fault,) = faults(line)
    assert fault.startswith(expected)


@pytest.mark.parametrize(
    "line",
    [
        "Good luck everyone",
        "But I think so",
        "Cheers, Rick",
        "Rick",
        "More to come",
        "I moved to London",
        "Lovely place!",
        "It was nice to buy and sell",
        "end-to-end",
        "24 hours left",
        "Gob",
        "goa",
        "Rocky",
        "moves",
    ],
)
def test_prose_is_no_order(line: str) -> None:
    """Ordinary words that look like a slip of an order word are passed over with notes alone."""
    sheet, problems = MINE.read(line, "ann", "ann.txt")

    assert () == sheet.orders
    assert {Weight.NOTE} == {problem.weight for problem in problems}


@pytest.mark.parametrize("line", ["moev N", "more N", "but 2 shovels", "Gold-at F", "dlg", "golld at F", "lend yes"])
def test_a_misspelt_order_is_no_prose(line: str) -> None:
    """A first word one slip away from an order word, or an ordinary word where an order would come of it."""
    assert (UNREAD,) == read(line) or line.startswith("Gold-at")


def test_orders_know_where_they_stand() -> None:
    """The place of an order is from its first to its last word."""
    assert [Span("ann.txt", 1, 13, 22), Span("ann.txt", 1, 27, 43)] == [
        order.span for order in read("I'd like to move to N and dig with pickaxe,.")
    ]


def test_full_stops_part_no_list() -> None:
    """A letter behind a full stop may be an entry of the list or the writer's initial, so the list is asked back."""
    assert [Dig(), UNREAD] == [order for order in read("dig. golds F. J.") if order != UNREAD] + [UNREAD]
    assert "1:10: 'J' may belong to the list or stand by itself. Put commas between the entries of a list." in faults(
        "golds F. J. J."
    )


def test_the_last_word_may_belong_to_the_faulty_order_behind_it() -> None:
    """In "the rock I lay on M" the I is no space, so nothing is laid there."""
    assert [UNREAD, UNREAD] == list(read("The rock I lay on M"))
    assert [Lay("rock", ("I",)), Dig()] == list(read("rock I dig"))
    assert ["1:10: 'I' may belong to what stands before it or begin what follows."] == faults("The rock I lay on M")[:1]


def test_refused_places() -> None:
    """What could not be read is marked as far as it goes, and the orders around it stand."""
    orders = read("dig, move to Q9 and away, rock at M")

    assert [Dig(), UNREAD, Lay("rock", ("M",))] == list(orders)
    assert Span("ann.txt", 1, 6, 25) == orders[1].span


# ------------------------------------------------------------------ two readings


def _verb(name: str, pattern: str, order: Order | Problem, written: str) -> Verb:
    return Verb(name, (pattern,), lambda **slots: order, type(order), lambda _: written, "Help.", "__")  # type: ignore[arg-type]


def test_two_readings_are_asked_back() -> None:
    """Nothing is guessed: both readings are shown."""
    grammar = Grammar((_verb("lay", "lay gold", Dig("a"), "DIG"), _verb("put", "lay gold", Stay(), "STAY")))

    assert (UNREAD,) == read("lay gold", grammar)
    assert ["1:1: This can be read in two ways: 'DIG' or 'STAY'."] == faults("lay gold", grammar)


def test_two_patterns_of_one_meaning_are_no_doubt() -> None:
    """Equal orders are one reading, and a reading that is refused does not count beside one that stands."""
    verbs = (_verb("a", "lay gold", Stay(), "STAY"), _verb("b", "lay [the] gold", Stay(), "STAY"))
    refused = _verb("c", "lay gold", Problem("no", "No."), "")

    assert (Stay(),) == read("lay gold", Grammar((refused, *verbs)))


def test_a_verb_may_make_several_orders_and_notes() -> None:
    """Notes come with the orders; a problem that refuses takes their place."""
    note = Problem("sure", "Are you sure?", weight=Weight.NOTE)
    verb = Verb("do", ("do",), lambda span: (Stay(), note, Dig(span=span)), (Stay, Dig), str, "Does.", "[ ] DO")

    assert (Stay(), Dig()) == read("do", Grammar((verb,)))
    assert [Span("ann.txt", 1, 1, 3)] * 2 == [order.span for order in read("do", Grammar((verb,)))]
    assert ["1:1: Are you sure?"] == faults("do", Grammar((verb,)))


# ------------------------------------------------------------------ longer orders


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lay dragon on Feodor - Ixara", [Place("dragon", ("Feodor", "Ixara"))]),
        ("lay cloud on F - I else I'd like to pass", [Place("cloud", ("Feodor", "Ixara"), otherwise=Pass())]),
        ("LAY SEA MONSTER ON feo-ix, PASS", [Place("sea-monster", ("Feodor", "Ixara")), Pass()]),
        (
            "lay giant pig on F - I else lay cloud on Al'Baran–Rivinia if roll ≥ 3 else pass",
            [
                Place(
                    "giant-pig",
                    ("Feodor", "Ixara"),
                    otherwise=Place("cloud", ("Al'Baran", "Rivinia"), (("roll", 3),), Pass()),
                )
            ],
        ),
        (
            "lay cloud on F to E\n  if free F - I\n  and roll >= 4,\nelse pass\npass",
            [Place("cloud", ("Feodor", "Ergeren"), (("free", ("Feodor", "Ixara")), ("roll", 4)), Pass()), Pass()],
        ),
    ],
)
def test_alternatives_and_tests(text: str, expected: list[Order]) -> None:
    """Readers make orders within orders, and lines that begin with IF, AND or ELSE belong to the line above."""
    assert expected == list(read(text, ROADS))
    assert [] == faults(text, ROADS)
    assert expected == list(read(ROADS.write(expected), ROADS))


def test_an_alternative_is_one_order() -> None:
    """Words that make several orders cannot stand after ELSE, where all but the first would be lost."""
    rest = Verb("rest", ("rest",), lambda span: (Pass(span=span),) * 2, Pass, str, "Passes twice.", "[ ] REST")
    grammar = replace(ROADS, verbs=(*ROADS.verbs, rest))

    assert ["1:25: Only one order may stand here. Give the others lines of their own."] == faults(
        "lay cloud on F - I else rest", grammar
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lay dragin on F - I", "1:5: There is no counter called 'dragin'. Did you mean 'dragon'?"),
        ("lay cloud on F - I\nelse lay cloud on Fedor - I", "2:19: There is no town called 'Fedor'. Did you mean"),
        ("lay cloud on F - I if", "1:22: Expected a test after 'if'. It can be free or roll."),
        ("lay cloud on F - I if roll = 3", "1:28: Expected '>=', found '='. Write, for example, 'lay dragon"),
        ("lay cloud on F - I else", "1:24: Expected an order after 'else'."),
        ("lay cloud on F - I else fly", "1:25: There is no order called 'fly'. It can be lay or pass."),
        ("if free F - I", "1:1: This line was passed over; it is no order."),
    ],
)
def test_faults_within_longer_orders(text: str, expected: str) -> None:
    """The caret stands under the word that is wrong, on whatever line."""
    assert faults(text, ROADS)[-1].startswith(expected)


def test_a_beginning_must_fit_one_name() -> None:
    """What fits two towns is asked back, with both."""
    reader = phrase("a town", {"Feodor": 1, "Feonix": 2, "Al Baran": 3}, beginnings=True)

    assert 3 == reader(Cursor(words("al", "", 1)))
    problem = reader(Cursor(words("feo", "", 1)))
    assert ("ambiguous", "'feo' fits more than one: 'feodor' or 'feonix'.") == (problem.code, problem.message)


def test_orders_nest_only_so_deep() -> None:
    """Alternatives without end are refused, not followed."""
    text = " else ".join(["pass"] * 100)
    verb = Verb("pass", ("pass [else <order>]",), lambda order=None, span=NOWHERE: Pass(), Pass, str, "P.", "[ ] PASS")
    grammar = Grammar((verb,), {}, joiners=())

    assert (Pass(),) == read(" else ".join(["pass"] * 30), grammar)
    assert (UNREAD,) == read(text, grammar)
    assert ["1:406: 'else' was not expected here."] == faults(text, grammar)


# ------------------------------------------------------------------ cursors and readers


def test_a_cursor_goes_along_a_line() -> None:
    """It looks ahead, takes, skips, goes back, and never falls off the end."""
    cursor = Cursor(words("to the N", "ann.txt", 4))

    assert ("to", "n") == (cursor.key(), cursor.key(2))
    assert cursor.skip("at", "to")
    assert not cursor.skip("at")
    since = cursor.mark
    assert ["the", "n", "", ""] == [cursor.take().key for _ in range(4)]
    assert None is cursor.peek() and not cursor.skip("")
    assert Span("ann.txt", 4, 4, 9) == cursor.span(since)
    assert Span("ann.txt", 4, 9, 10) == cursor.span(cursor.mark)
    cursor.mark = since
    assert "the" == cursor.take().key
    assert not cursor.at_order() and not cursor.at_slip()
    assert NOWHERE == Cursor(()).span(0)


@pytest.mark.parametrize(
    ("text", "what", "names", "expected"),
    [
        ("", "a space", (), ("expected", "Expected a space.", "")),
        ("foo", "a space", (), ("expected", "Expected a space, found 'foo'.", "")),
        (
            "foo",
            "a space",
            ("foe", "moo"),
            ("unknown", "There is no space called 'foo'.", "Did you mean 'foe' or 'moo'?"),
        ),
        ("foo", "a space", ("x", "y"), ("unknown", "There is no space called 'foo'.", "It can be x or y.")),
        ("foo", "an end", tuple("abcdefghi"), ("unknown", "There is no end called 'foo'.", "")),
        (";", "a space", ("x",), ("expected", "Expected a space, found ';'.", "It can be x.")),
        ("__", "a space", ("x",), ("blank", "This blank is not filled in: expected a space.", None)),
    ],
)
def test_what_a_cursor_expected(
    text: str, what: str, names: Sequence[str], expected: tuple[str, str, str | None]
) -> None:
    """The message names what stands there, and the hint the nearest names or the few that there are."""
    problem = Cursor(words(text, "ann.txt", 1)).expected(what, names)

    assert expected[:2] == (problem.code, problem.message)
    assert expected[2] in (problem.hint, None)


def test_lists_end_where_they_should() -> None:
    """A list takes items with something between them, or without if it is loose, and no more than it may."""
    tight, loose = several(read_count), several(read_count, loose=True)

    assert (1, 2, 3) == tight(Cursor(words("1, 2 and 3", "", 1)))
    assert (1, 2) == tight(Cursor(words("1, 2 3", "", 1)))
    assert (1, 2, 3) == loose(Cursor(words("1, 2 3 foo", "", 1)))
    assert "expected" == tight(Cursor(words("1, foo", "", 1))).code
    assert "expected" == tight(Cursor(words("foo", "", 1))).code
    assert "too-long" == several(read_count, most=3)(Cursor(words("1 1, 1, 1, 1", "", 1)[1:])).code


def test_seats_are_read_in_any_case() -> None:
    """Every grammar can read a seat."""
    verb = Verb("hail", ("hail <seat>",), lambda seat, span: Move(seat), Move, str, "Hails.", "HAIL __")
    grammar = Grammar((verb,), seats=("ann", "cy-2"), whole=())

    assert (Move("cy-2"), Move("ann")) == read("hail CY-2, hail ann", grammar)
    assert ["1:6: There is no player called 'an'. Did you mean 'ann'?"] == faults("hail an", grammar)


def test_an_arrow_does_not_fall_apart() -> None:
    """Where words with a hyphen fall apart, an arrow beside one stays whole."""
    assert (Place("cloud", ("Feodor", "Ixara")),) == read("lay -> cloud on Feodor-Ixara", ROADS)


# ------------------------------------------------------------------ patterns


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [
        ("go [[very] far]", ["go", "go far", "go very far"]),
        ("go (north | due south|west)", ["go north", "go due south", "go due west"]),
        ("[big|small] dog [sits [down | up there]]", ["dog", "big dog", "small dog sits up there", "dog sits down"]),
        ("go <a:count> <b:count>", ["go 1 2"]),
        ("go [<count>] [up]", ["go", "go up", "go 3 up"]),
    ],
)
def test_patterns(pattern: str, lines: list[str]) -> None:
    """Options nest, alternatives may be rows of words, slots may share a reader."""
    grammar = Grammar((Verb("go", (pattern,), lambda span, **slots: Stay(), Stay, str, "Goes.", "GO __"),))

    assert [(Stay(),)] * len(lines) == [read(line, grammar) for line in lines]


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("go <nowhere>", "there is no reader 'nowhere'"),
        ("go [up", "a bracket is not closed"),
        ("go (up]", "a bracket is not closed"),
        ("go up]", "a bracket is closed that was not opened"),
        ("go <Up>", "cannot be understood"),
        ("go up|", "'' is not one word"),
        ("go [a,b]", "'a,b' is not one word"),
    ],
)
def test_faulty_patterns(pattern: str, why: str) -> None:
    """Its author learns of a faulty pattern when the first page is read."""
    grammar = Grammar((Verb("go", (pattern,), Stay, Stay, str, "Goes.", "GO __"),))

    with pytest.raises(FaultyPattern, match=why.replace("(", "\\(")):
        read("go", grammar)


# ------------------------------------------------------------------ back to text


def test_orders_are_written_as_a_page() -> None:
    """A line each, by the verb that writes them."""
    orders = (Move("HUT"), Dig(), Lay("gold", ("F", "J")))

    assert "MOVE HUT\nDIG\nGOLD AT F, J\n" == MINE.write(orders)
    assert "dig" == MINE.verb_of(Dig()).name
    with pytest.raises(LookupError):
        MINE.verb_of(UNREAD)


def test_help_teaches() -> None:
    """The form, the help and examples of each verb, once; with the manners of a page if all are asked for."""
    assert "MOVE __\n    Goes to a space.\n    For example:\n        move to N\n" == MINE.help(["move"])
    assert MINE.help().startswith("Write one order a line")
    assert all(len(line) <= 72 for line in MINE.help().splitlines())
    twice = Grammar((*MINE.verbs, *MINE.verbs), MINE.readers)
    assert (MINE.help(), MINE.form(["move"])) == (twice.help(), twice.form(["move"]))
    assert "    Acts.\n" in Grammar((Verb("act", ("act",), Stay, Stay, str, "Acts.", "ACT __"),)).help(["act"])


def test_the_words_of_orders_are_known() -> None:
    """A game can keep the words of its orders and forms from its seats; marks and blanks are no words."""
    patterns = ("ring [the] <count> bells|bell", "toll : bell")
    verb = Verb("ring", patterns, Stay, Stay, str, "Rings.", "RING __ BELLS")

    assert frozenset({"ring", "the", "bells", "bell", "toll"}) == Grammar((verb,)).words
