"""Players who never sleep: for the arena, for demonstrations and for the laws.

A bot sees the view of its seat and nothing else, and answers with a page of orders like everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from pbem.game import Game
from pbem.model import Ask
from pbem.rng import Rng

Bot: TypeAlias = Callable[[Game[Any, Any], Any, Ask, Rng], str]
"""Game, view of the seat, what is asked, and chance: to the text of a page."""


def bots_for(game_id: str) -> Mapping[str, Bot]:
    """The bots that can play a game, by name; ``random`` plays every game."""
    from pbem.bots import plain

    module = f"pbem.bots.{game_id.replace('-', '_')}"
    own: Mapping[str, Bot] = import_module(module).BOTS if find_spec(module) else {}
    return {"random": plain.page, **own}
