"""Words with columns, numbers, the nearest name, the caret, and bytes that may be no text at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pbem.model import NOWHERE, Problem, Span
from pbem.words import (
    BLANK,
    MOST_BYTES,
    Word,
    count,
    decode,
    disguised,
    fold,
    is_too_long,
    lines_of,
    listed,
    nearest,
    one_slip,
    quoted,
    shown,
    words,
)


def keys(line: str) -> list[str]:
    """The keys of a line."""
    return [word.key for word in words(line, "ann.txt", 1)]


def test_a_word_knows_where_it_stands() -> None:
    """Text as written, a key to compare by, and columns from 1."""
    assert (
        Word("Place", "place", Span("ann.txt", 3, 1, 6)),
        Word("2", "2", Span("ann.txt", 3, 7, 8)),
        Word(",", ",", Span("ann.txt", 3, 8, 9)),
    ) == words("Place 2,", "ann.txt", 3)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sea-monster at Erg'Eren", ["sea-monster", "at", "erg'eren"]),
        ("Erg’Eren", ["erg'eren"]),
        ("F,J;K/L:M", ["f", ",", "j", ";", "k", "/", "l", ":", "m"]),
        ("x<=3 >=4 <>5", ["x", "<=", "3", ">=", "4", "<>", "5"]),
        ("≤6 ≥7 ≠8 !=9", ["<=", "6", ">=", "7", "<>", "8", "<>", "9"]),
        ("F -> J → K => L --> M", ["f", "->", "j", "->", "k", "->", "l", "->", "m"]),
        ("Move to N. Dig!", ["move", "to", "n", ".", "dig", "."]),
        ("dig…", ["dig", "."]),
        ("move to N?", ["move", "to", "n", "?"]),
        ("2golds 3x", ["2", "golds", "3", "x"]),
        ("1.5 gold", ["1.5", "gold"]),
        ("F–J F — J", ["f-j", "f", "-", "j"]),
        ("“move” *to* `N` 'B'", ["move", "to", "n", "b"]),
        ("rock & gold @ F", ["rock", "and", "gold", "at", "f"]),
        ("BUY __ SHOVEL ____", ["buy", BLANK, "shovel", BLANK]),
        ("BUY _2_ SHOVEL __N__", ["buy", "2", "shovel", "n"]),
        ("BUY 2 SHOVEL _ PICKAXE", ["buy", "2", "shovel", BLANK, "pickaxe"]),
        ("☐ STAY ☑ DIG", ["[", "]", "stay", "[", "x", "]", "dig"]),
        ("❌ dig 🚫dig", ["not", "dig", "not", "dig"]),
        ("move N # to win", ["move", "n"]),
        ("# nothing", []),
        ("Zürich Ærø Łódź straße", ["zurich", "æro", "lodz", "strasse"]),
        ("move 🙂 to N", ["move", "to", "n"]),
        ("2 × rock", ["2", "x", "rock"]),
        ("  \t ", []),
    ],
)
def test_lines_fall_into_words(line: str, expected: list[str]) -> None:
    """Words keep hyphens and apostrophes inside, marks stand alone, decoration vanishes."""
    assert expected == keys(line)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("ｍｏｖｅ　ｔｏ　Ｎ", ["move", "to", "n"]),
        ("МОVЕ to М", ["move", "to", "m"]),
        ("рlаcе gоld аt Ρ", ["place", "gold", "at", "p"]),
        ("Η and η", ["h", "and", "η"]),
        ("\u202emove\u202c t\u200bo \u2066N\u2069", ["move", "to", "n"]),
        ("\ufeffmove\u00adment", ["movement"]),
        ("mo\u0301ve", ["move"]),
        ("٣ golds", ["3", "golds"]),
        ("𝗺𝗼𝘃𝗲", ["move"]),
        ("10² ½", ["10", "²", "½"]),
    ],
)
def test_letters_in_disguise(written: str, expected: list[str]) -> None:
    """Wide, Cyrillic and Greek letters that look Latin are read so; what only resembles something is left alone."""
    assert expected == keys(written)


@pytest.mark.parametrize(("text", "expected"), [("МОVЕ", True), ("ｍove", True), ("Zürich", False), ("move", False)])
def test_disguises_are_noticed(text: str, expected: bool) -> None:
    """A word knows whether its letters were taken for others; accents are no disguise."""
    assert expected == disguised(words(text, "ann.txt", 1)[0])


def test_columns_count_the_line_as_written() -> None:
    """Invisible characters have columns, too, and a word covers those inside it."""
    first, second = words("\u200bmo\u200bve …N", "ann.txt", 1)[0:3:2]

    assert ("mo\u200bve", 2, 7) == (first.text, first.span.col, first.span.end)
    assert ("N", 9, 10) == (second.text, second.span.col, second.span.end)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("3", 3),
        ("007", 7),
        ("999", 999),
        ("1000", None),
        ("9" * 400, None),
        ("three", 3),
        ("A", 1),
        ("an", 1),
        ("Twenty-one", 21),
        ("ninety-nine", 99),
        ("zero", 0),
        ("dozen", 12),
        ("rock", None),
        ("1.5", None),
        ("twenty-twenty", None),
    ],
)
def test_numbers(word: str, expected: int | None) -> None:
    """Digits up to three, and number words up to ninety-nine."""
    assert expected == count(words(word, "ann.txt", 1)[0])


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("mvoe", "move", True),
        ("moe", "move", True),
        ("moove", "move", True),
        ("mive", "move", True),
        ("move", "move", False),
        ("mover", "moved", True),
        ("evom", "move", False),
        ("mo", "move", False),
        ("", "a", True),
        ("ab", "ba", True),
        ("abcd", "badc", False),
    ],
)
def test_one_slip(first: str, second: str, expected: bool) -> None:
    """A letter too many, too few or wrong, or two neighbours swapped."""
    assert expected == one_slip(first, second) == one_slip(second, first)


@pytest.mark.parametrize(
    ("key", "names", "expected"),
    [
        ("dragin", ["cloud", "dragon", "pig"], ("dragon",)),
        ("Ergern", ["Ergeren", "Ixara"], ("Ergeren",)),
        ("pickax", ["shovel", "pickaxes", "pickaxe"], ("pickaxe",)),
        ("unicron", ["unicorn", "union"], ("unicorn",)),
        ("lapphala", ["Lapphalya", "Yttar"], ("Lapphalya",)),
        ("elvnhlod", ["Elvenhold", "Yttar"], ("Elvenhold",)),
        ("q", ["a", "b"], ()),
        ("qx", ["q"], ()),
        ("x" * 100_000, ["x" * 99_999], ()),
        ("", ["a"], ()),
        ("nothing", ["shovel"], ()),
    ],
)
def test_nearest(key: str, names: list[str], expected: tuple[str, ...]) -> None:
    """One slip beats a mere likeness; a single letter is near to nothing."""
    assert expected == nearest(key, names)


def test_phrases_for_messages() -> None:
    """Lists read as in a sentence; a player's words are shortened and harmless."""
    assert ("", "a", "a or b", "a, b and c") == (
        listed([]),
        listed(["a"]),
        listed(["a", "b"]),
        listed(["a", "b", "c"], "and"),
    )
    assert "'a b'" == quoted("a\n\tb")
    assert "'" + "9" * 27 + "...'" == quoted("9" * 400)
    assert "'ab'" == quoted("a\u202e\u200bb")


def test_a_problem_as_a_good_compiler_shows_it() -> None:
    """Place, message, hint, the line and a caret under the word."""
    text = "hello\n\n  place dragin on Ergeren - Ixara\n"
    problem = Problem("unknown", "There is no counter 'dragin'.", Span("red.txt", 3, 9, 15), "Did you mean 'dragon'?")

    assert (
        "red.txt:3:9: There is no counter 'dragin'. Did you mean 'dragon'?\n"
        "    place dragin on Ergeren - Ixara\n"
        "          ^^^^^^" == shown(problem, text)
    )


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (NOWHERE, "No."),
        (Span("ann.txt", 0, 0, 0), "ann.txt: No."),
        (Span("ann.txt", 9, 1, 2), "ann.txt:9:1: No."),
        (Span("ann.txt", 2, 1, 2), "ann.txt:2:1: No."),
        (Span("ann.txt", 1, 8, 9), "ann.txt:1:8: No.\n    move to\n           ^"),
    ],
)
def test_problems_without_a_line_to_show(span: Span, expected: str) -> None:
    """Nowhere, a whole page, a line that is not there, an empty one, and the end of a line."""
    assert expected == shown(Problem("no", "No.", span), "move to\n\n")


def test_the_caret_under_wide_and_invisible_letters() -> None:
    """Carets count what is seen: wide letters take two columns, marks of direction none, a tab one."""
    text = "\tｍｏｖｅ\u202e t\u200bo Q"
    word = words(text, "ann.txt", 1)[2]

    assert "    ｍｏｖｅ to Q\n                ^" == shown(Problem("no", "No.", word.span), text).split("\n", 1)[1]


@pytest.mark.parametrize("col", [1, 40, 200, 2500, 4998])
def test_a_long_line_is_shown_around_the_place(col: int) -> None:
    """No line of the display is wider than a report, wherever the caret stands."""
    text = "".join(f"word{number} " for number in range(1000))
    excerpt, caret = shown(Problem("no", "No.", Span("a", 1, col, col + 4)), text).split("\n")[1:]

    assert len(excerpt) <= 72 >= len(caret)
    assert text[col - 1 : col + 3].strip() == excerpt[caret.index("^") : len(caret)].strip()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"move to N", "move to N"),
        (b"\xef\xbb\xbfmove", "move"),
        ("möve".encode(), "möve"),
        ("möve".encode("cp1252"), "möve"),
        (b"I\x92d like", "I’d like"),
        (b"\xff\xfe" + "move".encode("utf-16-le"), "move"),
        (b"\xfe\xff" + "move".encode("utf-16-be"), "move"),
        (b"\xff\xfe\0\0" + "move".encode("utf-32-le"), "move"),
        (b"a\r\nb\rc\nd", "a\nb\nc\nd"),
        (b"", ""),
    ],
)
def test_bytes_to_text(data: bytes, expected: str) -> None:
    """Whatever people's programs save; line ends are made one kind."""
    assert expected == decode(data, "ann.txt")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("move".encode("utf-16-le"), "binary"),
        (b"move\0", "binary"),
        (b"\xff\xfe\xff", "binary"),
        (b"\x89PNG\r\n\x1a\n\0\0", "binary"),
        (bytes(range(1, 32)) * 3, "binary"),
        (b"\x81\x8d\x8f", "binary"),
        (b"x" * 10_000_000, "too-long"),
    ],
)
def test_bytes_that_are_no_page(data: bytes, code: str) -> None:
    """Said plainly, with the page as the place."""
    problem = decode(data, "ann.txt")

    assert isinstance(problem, Problem)
    assert (code, "ann.txt", True) == (problem.code, problem.span.source, problem.refuses)


def test_how_long_a_page_may_be() -> None:
    """So many lines and so many letters, and not one more."""
    assert [False, True] == [is_too_long("x\n" * lines) for lines in (10_000, 10_001)]
    assert [False, True] == [is_too_long("x" * length) for length in (MOST_BYTES, MOST_BYTES + 1)]
    assert ["a", "b", "c", "d"] == lines_of("a\r\nb\rc\u2028d")


@given(some.text())
def test_any_line_falls_into_words(line: str) -> None:
    """Words stand where they say they do, in order, and folding is done once and for all."""
    end = 1
    for word in words(line, "ann.txt", 1):
        assert word.text == line[word.span.col - 1 : word.span.end - 1]
        assert word.key
        assert fold(word.key) == word.key
        assert word.span.col >= end - 1
        end = word.span.end


@given(some.binary(), some.text(), some.integers(0, 80), some.integers(0, 80))
def test_nothing_that_comes_in_raises(data: bytes, text: str, col: int, length: int) -> None:
    """Any bytes can be decoded or refused, any problem shown."""
    page = decode(data, "ann.txt")

    assert isinstance(page, str | Problem)
    assert "No." in shown(Problem("no", "No.", Span("ann.txt", 1, col, col + length)), text)
