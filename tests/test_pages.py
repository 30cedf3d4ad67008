"""Order pages as people write them, each with the orders or the answer that should come of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.game import GameInfo, game_info
from pbem.grammar import Grammar
from pbem.model import Unread
from pbem.words import shown

PAGES = Path(__file__).parent / "pages"
SEATS = ("ann", "bob", "cy")
FEWEST = 40
"""Pages of a game."""


def pages() -> list[tuple[str, str, Mapping[str, Any]]]:
    """Every page of every game's folder: the game, a name for the page, and the page."""
    return [
        (file.parent.name, f"{file.stem}: {row['name']}", row)
        for file in sorted(PAGES.glob("*/*.yaml"))
        for row in yaml.safe_load(file.read_text("utf-8"))
    ]


@cache
def grammar(game: str) -> Grammar:
    """How orders of a game are written at the table of these pages; whoever sits first writes them."""
    info = game_info(game)
    assert isinstance(info, GameInfo)
    return info.load().grammar(info.seats.fixed or SEATS)


ALL = pages()
GAMES = tuple(dict.fromkeys(game for game, _, _ in ALL))
every_page = pytest.mark.parametrize(
    ("game", "row"), [(game, row) for game, _, row in ALL], ids=[f"{game} {name}" for game, name, _ in ALL]
)


@every_page
def test_page(game: str, row: Mapping[str, Any]) -> None:
    """A page gives these orders, words to others and problems, with caret and suggestion as its writer sees them."""
    reading = grammar(game)
    sheet, problems = reading.read(row["page"], reading.seats[0], "ann.txt")
    orders = [order for order in sheet.orders if not isinstance(order, Unread)]
    assert row["orders"] == reading.write(orders).splitlines()
    told = [
        {
            "code": problem.code,
            "weight": problem.weight.value,
            "line": problem.span.line,
            "col": problem.span.col,
            "shown": f"{shown(problem, row['page'])}\n",
        }
        for problem in problems
    ]
    assert row.get("problems", []) == told
    asides = [[part for part in (aside.kind, aside.name, aside.text) if part] for aside in sheet.asides]
    assert row.get("asides", []) == asides
    assert row.get("turn") == sheet.turn
    assert row.get("final", True) is sheet.final


@every_page
def test_written_back(game: str, row: Mapping[str, Any]) -> None:
    """Orders written in canonical form read back as the same orders, with nothing to say about them."""
    page = "".join(f"{line}\n" for line in row["orders"])
    reading = grammar(game)
    sheet, problems = reading.read(page, reading.seats[0], "ann.txt")
    assert page == reading.write(sheet.orders)
    assert not row["orders"] or not problems


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_pages(game: str) -> None:
    """At least forty pages of each game, half of them with faults, none under the name of another."""
    rows = [(name, row) for of, name, row in ALL if of == game]
    faulty = [name for name, row in rows if row.get("problems")]
    assert len(rows) >= FEWEST
    assert len(faulty) * 2 >= len(rows)
    assert len({name for name, _ in rows}) == len(rows)
