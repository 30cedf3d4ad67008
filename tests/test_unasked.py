"""Seats of which nothing is asked: their orders wait for another turn, but their words are passed on."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign import Campaign, SealedTurn, create, person
from tests.campaigns import DUE, START, WEEK, codes, everything, setting
from tests.prompt import Typed


@pytest.fixture
def castle(tmp_path: Path) -> Campaign:
    """The ogre is asked to lay the gems; nobody else is asked for anything."""
    seats = {seat: person(f"{seat.title()} <{seat}@example.org>") for seat in ("ogre", "red", "blue")}
    campaign = create(tmp_path / "castle", setting(game="ogre-castle", seats=seats), START)
    assert isinstance(campaign, Campaign), campaign
    return campaign


def laid(castle: Campaign) -> SealedTurn:
    """The gems laid, and the turn sealed."""
    castle.file("ogre", "PLACE STANDARD", "ogre.txt", START)
    turn = castle.run(DUE, really=True)
    assert isinstance(turn, SealedTurn), turn
    return turn


def test_words_are_passed_on(castle: Campaign) -> None:
    """Press and private words are printed, and stand in the sealed turn."""
    answer = castle.file("red", "press: Beware!\nto blue: shall we?\n", "red.txt", START)
    turn = laid(castle)

    assert ("replaces nothing", "not needed", False) == (answer.fate, answer.state, answer.refused)
    assert "Beware!" in turn.read("reports/public.txt").decode()
    assert "shall we?" in turn.read("reports/blue.txt").decode()
    assert () == castle.verify(reports=True)


def test_orders_are_refused_with_their_words(castle: Campaign, pbem: Typed) -> None:
    """Nothing is filed, nothing is called passed on, and the writer is told how it would be."""
    before = everything(castle.store.root)
    told = pbem("file", castle.store.root, "red", "-", typed="move gem\n\npress: Beware!\n", code=1).output

    assert "Nothing is asked of red in turn 1. Words are passed on if they come without orders." in told
    assert "Not orders, passed on" not in told
    assert before == everything(castle.store.root)


def test_a_page_kept_for_a_turn_that_asks_nothing(tmp_path: Path) -> None:
    """Its orders do not count, as its writer is told; its words are printed, the turn proves, an undo keeps them."""
    seats = {seat: person(seat.title()) for seat in ("ann", "bob", "cy")}
    founding = setting(game="elfenland", seats=seats, options={"mode": "strict"})
    land = create(tmp_path / "land", founding, START)
    assert isinstance(land, Campaign), land
    for seat in seats:
        land.file(seat, f"turn 2\ntake pig\npress: {seat} was here\n", f"{seat}.txt", START)
    land.run(DUE, missing="nmr", really=True)
    (asked,) = land.asked
    land.run(DUE + WEEK)

    assert [asked] == list(land.last.record["sheets"])
    assert dict.fromkeys(seats, 1) == {seat: len(asides) for seat, asides in land.last.asides.items()}
    other = next(seat for seat in seats if seat != asked)
    assert "Nothing was asked of you in turn 2" in land.last.read(f"reports/{other}.txt").decode()
    assert "Nothing was asked of you" not in land.last.read(f"reports/{asked}.txt").decode()
    assert () == land.verify(reports=True)
    sealed = everything(land.store.path("turns/002"))
    land.undo(2, "a slip", DUE + WEEK)
    land.run(DUE + WEEK)
    assert sealed == everything(land.store.path("turns/002"))


def test_words_for_a_later_turn_wait_for_it(castle: Campaign) -> None:
    """They are told to be passed on, so they are."""
    answer = castle.file("red", "turn 2\npress: Now!\n", "red.txt", START)
    laid(castle)
    castle.run(DUE + WEEK + timedelta(minutes=1), missing="nmr", really=True)

    assert (2, ["no-orders"]) == (answer.turn, codes(answer.problems))
    assert "Now!" in castle.last.read("reports/public.txt").decode()
    assert ["ogre", "red", "blue"] == castle.last.record["missed"]
