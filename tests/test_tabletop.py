"""Printed matter: ways along links, names of spaces, and misprints."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from pbem.tabletop import Board, Misprint, printed

BOARD = """
canvas: {width: 100, height: 100}
spaces:
  - {id: ford, name: The Ford, x: 0, y: 0}
  - {id: mill, name: Old Mill, aliases: [windmill], x: 10, y: 0}
  - {id: inn, name: Inn, x: 0, y: 10}
  - {id: hill, name: Hill, x: 10, y: 10}
links:
  - {a: ford, b: mill, type: road}
  - {a: mill, b: hill, type: road, toll: 3, toll_back: 1}
  - {a: ford, b: inn, type: road}
  - {a: inn, b: mill, type: path}
  - {a: inn, b: hill, type: road, toll: 3}
"""


def board(tmp_path: File, text: str = BOARD) -> Board:
    """The board that a file of this text prints."""
    file = tmp_path / "board.yaml"
    file.write_text(text, "utf-8")
    return printed(file, Board)


def ways(tmp_path: File, start: str, to: str, most: int) -> list[tuple[str, int]]:
    """The ways in the order in which they are taken, each with its toll."""
    return [("-".join(path.route), path.toll) for path in board(tmp_path).ways.within(start, most).get(to, ())]


def test_the_lowest_toll_comes_first_then_the_shortest(tmp_path: File) -> None:
    """A way without toll goes before a shorter one with toll; of equal tolls the shorter goes first."""
    assert [("hill-inn", 0), ("hill-mill-inn", 1), ("hill-mill-ford-inn", 1)] == ways(tmp_path, "hill", "inn", 3)
    assert [("hill-inn-mill", 0), ("hill-inn-ford-mill", 0), ("hill-mill", 1)] == ways(tmp_path, "hill", "mill", 3)


def test_of_equal_ways_the_choice_is_always_the_same(tmp_path: File) -> None:
    """Two ways of one toll and one length go by the names of their spaces."""
    found = ways(tmp_path, "ford", "hill", 2)
    assert [("ford-inn-hill", 3), ("ford-mill-hill", 3)] == found


def test_a_way_no_longer_than_allowed(tmp_path: File) -> None:
    """What lies farther than the allowance is not reached; with none only the start is."""
    assert [] == ways(tmp_path, "ford", "hill", 1)
    assert {"ford"} == set(board(tmp_path).ways.within("ford", 0))
    assert 0 == board(tmp_path).ways.within("ford", 0)["ford"][0].spaces


def test_no_space_is_entered_twice(tmp_path: File) -> None:
    """Ways do not go round in circles, however far one may go."""
    for paths in board(tmp_path).ways.within("ford", 9).values():
        assert all(len(set(path.route)) == len(path.route) for path in paths)


def test_a_space_goes_by_its_names(tmp_path: File) -> None:
    """Id, printed name and aliases all mean the space, in small letters."""
    names = board(tmp_path).names
    assert {"ford", "the ford"} == {name for name, space in names.items() if space == "ford"}
    assert {"mill", "old mill", "windmill"} == {name for name, space in names.items() if space == "mill"}


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("b: inn,", "b: inne,", "a link ends at 'inne', which is no space"),
        ("[windmill]", "[inn]", "'inn' names mill and inn"),
        ("id: hill", "id: inn", "the space 'inn' stands twice"),
        ("width: 100", "width: 0", "must be at least 1"),
        ("name: Inn,", "name: Inn, roof: red,", "There is nothing called 'roof' here"),
    ],
)
def test_a_misprint_says_what_is_wrong(tmp_path: File, right: str, wrong: str, said: str) -> None:
    """A faulty board is refused with the fault and the file, before anybody plays on it."""
    with pytest.raises(Misprint, match=said) as fault:
        board(tmp_path, BOARD.replace(right, wrong, 1))
    assert str(fault.value).startswith("board.yaml:")
