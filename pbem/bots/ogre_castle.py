"""Bots for Ogre Castle: they send the ready-made sheets of the rules, picked by seat and position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.game import Game
from pbem.model import Ask, Seat
from pbem.rng import Rng
from pbem.rules.ogre_castle.sight import PlayerSeen, View

NEARLY = 1
"""So few gems missing, and careful players dare more while bold ones guard what they have."""


def cautious(game: Game[Any, Any], view: View, ask: Ask, rng: Rng) -> str:
    """Keeps away and collects armor; dares more once a single gem is missing. The ogre lays gems as printed."""
    if view.placing:
        return _page(["PLACE STANDARD"] if view.reader == "ogre" else [])
    return _sheet(game, view, "balanced" if _me(view).missing <= NEARLY else "cautious")


def bold(game: Game[Any, Any], view: View, ask: Ask, rng: Rng) -> str:
    """Attacks whenever a gem can be won, and carries home carefully. The ogre lays gems far from their gates."""
    if view.placing:
        return _page(_far_gems(game, view) if view.reader == "ogre" else [])
    return _sheet(game, view, "cautious" if _me(view).done and view.reader != "ogre" else "bold")


def balanced(game: Game[Any, Any], view: View, ask: Ask, rng: Rng) -> str:
    """Between the two; the ogre leaves the gems to chance."""
    if view.placing:
        return _page(["PLACE RANDOM"] if view.reader == "ogre" else [])
    return _sheet(game, view, "balanced")


def _me(view: View) -> PlayerSeen:
    return next(player for player in view.players if player.seat == view.reader)


def _sheet(game: Any, view: View, style: str) -> str:
    """A ready-made sheet; above it, who is about to win is held up."""
    lines = list(game.board.stock_sheets["knight" if _me(view).knight else "ogre"][style])
    return _page([*_against(view), *lines])


def _against(view: View) -> list[str]:
    """Whoever needs nothing more but to go home is frozen, and led away where he could get there."""
    rivals = [player.seat for player in view.players if player.done and player.seat != view.reader]
    return [
        line
        for seat in rivals
        for line in (f"PLAY FREEZE ON {seat.upper()}", f"PLAY WANDER ON {seat.upper()} STEER FAR HOME IF CANWIN")
    ]


def _far_gems(game: Any, view: View) -> list[str]:
    """In turn each colour gets the free treasure room farthest from its gate."""
    castle = game.board
    free = list(castle.treasures)
    laid: dict[Seat, list[str]] = {seat: [] for seat in view.seats if seat != "ogre"}
    for _ in range(castle.gems_per_knight):
        for seat, rooms in laid.items():
            far = castle.distance[castle.homes[seat]]
            room = max(free, key=lambda one: (far[one], -one))
            free.remove(room)
            rooms.append(castle.ids[room])
    return [f"PLACE {seat.upper()} {' '.join(rooms)}" for seat, rooms in laid.items()]


def _page(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


BOTS = {"cautious": cautious, "bold": bold, "balanced": balanced}
