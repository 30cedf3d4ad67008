"""Legal at random: what the game itself suggests to somebody without a plan."""

from __future__ import annotations

from typing import Any

from pbem.game import Game
from pbem.model import Ask
from pbem.rng import Rng


def page(game: Game[Any, Any], view: Any, ask: Ask, rng: Rng) -> str:
    """The game's own suggestion."""
    return game.suggest(view, rng)
