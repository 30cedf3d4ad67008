"""Campaigns to test with: three smugglers in a village, and the times at which things happen to them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.campaign import Campaign, NewCampaign, SealedTurn, create, person
from pbem.model import Problem

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
DUE = datetime(2026, 12, 6, 20, 0, tzinfo=UTC)
WEEK = timedelta(days=7)
SEATS = ("cy", "ann", "bob")


def setting(**other: Any) -> NewCampaign:
    """A campaign to be: three seats in an order of their own, one clock in Paris."""
    told: dict[str, Any] = {
        "game": "moonrakers",
        "seats": {
            "cy": person("Cy Moon"),
            "ann": person("Ann Lee <ann@example.org>"),
            "bob": person("Bob Hart <bob@example.org>", "Europe/Paris"),
        },
        "title": "The Pond",
        "moderator": "Kim Moder <kim@example.org>",
        "zone": "Europe/London",
        "deadline": "2026-12-06 20:00",
        "seed": "a seed of more than twenty letters",
    }
    return NewCampaign(**(told | other))


def begun(root: Path, **other: Any) -> Campaign:
    """A campaign with turn 0 sealed."""
    campaign = create(root, setting(**other), START)
    assert isinstance(campaign, Campaign), campaign
    return campaign


def filed(campaign: Campaign, turn: int, *seats: str) -> None:
    """A good page of each seat for a turn."""
    for seat in seats or SEATS:
        text = f"sink 1 keg in {('duck', 'mill', 'church')[turn % 3]}\nrake {('mill', 'church', 'duck')[turn % 3]}\n"
        receipt = campaign.file(seat, text, f"{seat}.txt", due(turn) - timedelta(hours=5))
        assert not receipt.refused, receipt


def due(turn: int) -> datetime:
    """When a turn is to be run."""
    return DUE + WEEK * (turn - 1)


def played(campaign: Campaign, turns: int) -> Campaign:
    """So many more turns, everybody's pages in."""
    for _ in range(turns):
        number = campaign.number
        filed(campaign, number)
        ran(campaign)
    return campaign


def ran(campaign: Campaign, **wish: Any) -> SealedTurn:
    """The next turn, run at its deadline."""
    sealed = campaign.run(due(campaign.number), **wish)
    assert isinstance(sealed, SealedTurn), sealed
    return sealed


def codes(problems: object) -> list[str]:
    """What is wrong, in short."""
    assert isinstance(problems, tuple)
    assert all(isinstance(problem, Problem) for problem in problems)
    return [problem.code for problem in problems]


def everything(root: Path) -> dict[str, bytes]:
    """All files of a folder, by name; the lock apart."""
    found = (path for path in sorted(root.rglob("*")) if path.is_file() and path.name != ".lock")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}
