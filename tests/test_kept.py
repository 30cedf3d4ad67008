"""Orders that stay in force from turn to turn: who has them is not missing, and may still replace them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign import Campaign, create, person
from tests.campaigns import DUE, START, WEEK, codes, setting
from tests.prompt import Typed

CASTLE = ("ogre", "red", "yellow", "blue")


@pytest.fixture
def castle(tmp_path: Path) -> Campaign:
    """A castle in its second round; the red knight's sheet of the first one stands."""
    seats = {seat: person(f"{seat.title()} <{seat}@example.org>") for seat in CASTLE}
    campaign = create(tmp_path / "castle", setting(game="ogre-castle", seats=seats), START)
    assert isinstance(campaign, Campaign), campaign
    campaign.file("ogre", "PLACE STANDARD", "ogre.txt", START)
    campaign.run(DUE, really=True)
    for seat in CASTLE:
        campaign.file(seat, "MOVE GEM\nSTANDING" if seat == "red" else "MOVE HOME", f"{seat}.txt", DUE)
    campaign.run(DUE + WEEK, really=True)
    return campaign


def test_a_standing_sheet_is_in(castle: Campaign) -> None:
    """Whose sheet stands is in, and is told so; the others are missing."""
    states = castle.states()
    answer = castle.file("red", "Thanks for the report!", "red.txt", DUE + WEEK)

    assert {"ogre": "missing", "red": "in", "yellow": "missing", "blue": "missing"} == states
    assert ("ogre", "yellow", "blue") == castle.silent
    assert "your orders kept from before count" in answer.otherwise


def test_nobody_waits_for_it_at_the_deadline(castle: Campaign) -> None:
    """With all other pages in, the turn runs at the deadline and red has missed nothing."""
    for seat in ("ogre", "yellow", "blue"):
        castle.file(seat, "MOVE HOME", f"{seat}.txt", DUE + WEEK)
    turn = castle.run(DUE + 2 * WEEK)

    assert not isinstance(turn, tuple), turn
    assert () == turn.turn.missed


def test_before_the_deadline_it_may_still_be_replaced(castle: Campaign) -> None:
    """A run ahead of time asks first."""
    for seat in ("ogre", "yellow", "blue"):
        castle.file(seat, "MOVE HOME", f"{seat}.txt", DUE + WEEK)

    assert ["kept"] == codes(castle.run(DUE + 2 * WEEK - timedelta(hours=3)))


def test_the_status_does_not_call_it_a_page(castle: Campaign, pbem: Typed) -> None:
    """Who has sent nothing new is named, since he may still do so."""
    for seat in ("ogre", "yellow", "blue"):
        castle.file(seat, "MOVE HOME", f"{seat}.txt", DUE + WEEK)
    told = pbem("status", castle.store.root).output

    assert ("red",) == castle.standing
    assert "Nobody is missing: orders kept from before stand for red. Next: pbem run" in told
