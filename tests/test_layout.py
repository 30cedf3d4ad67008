"""Text in columns, and the house palette."""

from __future__ import annotations

import pytest

from pbem.layout import (
    WIDTH,
    capital,
    cells,
    clean,
    counted,
    heading,
    inset,
    left,
    listed,
    paragraphs,
    right,
    sentence,
    short,
    spelled,
    tied,
    wrap,
)
from pbem.palette import HOUSE, colours, marks


def test_a_line_of_print_has_no_hidden_signs() -> None:
    """Line breaks, control characters and marks that turn text around become blanks."""
    assert clean(" Ann\r\nLee\u202e\u200b\x00 \t of  Ely ") == "Ann Lee of Ely"


def test_press_keeps_its_lines() -> None:
    """A longer text keeps its lines and blank lines, but none at either end."""
    assert paragraphs("\n\nHello\x07 all\n\n  Bye\n \n") == ("Hello all", "", "Bye")
    assert paragraphs(" \n") == ()


def test_wide_and_combining_letters_keep_columns_straight() -> None:
    """A Chinese letter is two cells wide, an accent by itself none."""
    assert [3, 4, 1] == [cells("abc"), cells("\u4e2d\u6587"), cells("e\u0301")]
    assert left("\u4e2d", 4) + "|" == "\u4e2d  |"
    assert right("\u4e2d", 4) + "|" == "  \u4e2d|"


def test_long_names_are_cut_to_their_column() -> None:
    """A cut name shows two dots and never takes more cells than it may."""
    assert [short("Cyril", 5), short("Cyril Ape", 8), short("\u4e2d\u6587\u4e2d", 5)] == [
        "Cyril",
        "Cyril..",
        "\u4e2d..",
    ]


def test_wrapped_lines_keep_to_the_width() -> None:
    """Lines break between words at 72 columns; later lines hang; a word too long for a line stands alone."""
    lines = wrap("word " * 40, 3, 2).splitlines()

    assert all(len(line) <= WIDTH for line in lines)
    assert ["   word word", "     word wor"] == [lines[0][:12], lines[1][:13]]
    assert wrap("a " + "b" * 80 + " c", 3).splitlines() == ["   a", "   " + "b" * 80, "   c"]
    assert wrap("a" * 9 + " " + "b" * 60, 6, 22).splitlines() == [" " * 6 + "a" * 9, " " * 12 + "b" * 60]
    assert wrap("", 3) == ""


def test_tied_words_stay_on_a_line() -> None:
    """A line breaks before words that a template has tied, never between them; what people write has no ties."""
    told = "word " * 13 + tied("a thief on it") + "."

    assert ["a thief on it."] == wrap(sentence(told)).splitlines()[1:]
    assert "a thief" == clean(tied("a thief"))


def test_words_in_a_row() -> None:
    """Lists read as people say them."""
    assert ["", "a", "a and b", "a, b or c"] == [listed([]), listed("a"), listed("ab"), listed("abc", "or")]


def test_numbers_of_things() -> None:
    """One thing is singular, none is "no", and sentences spell small numbers."""
    assert ["no tools", "1 tool", "12 pennies"] == [
        counted(0, "tool"),
        counted(1, "tool"),
        counted(12, "penny", "pennies"),
    ]
    assert ["no tools", "a tool", "an axe", "a unicorn", "two axes", "13 tools"] == [
        spelled(0, "tool"),
        spelled(1, "tool"),
        spelled(1, "axe"),
        spelled(1, "unicorn"),
        spelled(2, "axe"),
        spelled(13, "tool"),
    ]


def test_small_things_of_layout() -> None:
    """Headings, insets and capitals."""
    assert ["\n\nPRESS\n", "   a\n\n   b", "The Hut", ""] == [
        heading("Press"),
        inset("a\n\nb"),
        capital("the Hut"),
        capital(""),
    ]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ("ann bob cy", "A B C"),
        ("ann amy bob", "An Am B"),
        ("player1 player2", "P1 P2"),
        ("ann anna", "A Aa"),
        ("ann any amy", "A1 A2 A3"),
    ],
)
def test_every_seat_has_a_mark_of_its_own(seats: str, expected: str) -> None:
    """The initial if it is the only one, else the first letter that tells the seats apart, else a number."""
    assert list(marks(seats.split()).values()) == expected.split()


def test_seats_called_by_a_colour_have_it() -> None:
    """Seat order gives colours; red is red, and nobody else is."""
    given = colours(("ogre", "red", "yellow", "blue"))

    assert ["green", "red", "yellow", "blue"] == [colour.name for colour in given.values()]
    assert ["red", "blue"] == [colour.name for colour in colours(("ann", "bob")).values()]


def test_colour_is_never_the_only_sign() -> None:
    """Each colour of the palette has a shape of its own."""
    assert len({colour.sign for colour in HOUSE}) == len(HOUSE)
