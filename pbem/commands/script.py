"""What a demo campaign is played from: ``demo.yaml`` and a folder of pages for each turn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from pbem.campaign import NewCampaign, person
from pbem.game import OptionValue, game_ids, game_info
from pbem.model import Problem
from pbem.papers import Paper, read_paper

PAPER = "demo.yaml"
TURN = re.compile(r"turn-([0-9]{1,3})", re.ASCII)
Line = Annotated[str, Field(strict=True, min_length=1, max_length=200)]


class Script(Paper):
    """What ``demo.yaml`` says: who plays which game, from which seed, by which clock."""

    game: str = ""
    """May be left out where the demo stands in its game's own folder."""
    title: Line
    seats: Mapping[str, Line]
    seed: Line
    moderator: str = ""
    observers: tuple[Line, ...] = ()
    zone: Line = "UTC"
    deadline: Line
    every: Line = "7 days"
    options: Mapping[str, OptionValue] = {}

    def campaign(self, game: str) -> NewCampaign | tuple[Problem, ...]:
        """The campaign to be made of it; ``game`` is played unless it names one itself."""
        if not self.game and game not in game_ids():
            hint = f"Add a line 'game: NAME'; the games are {', '.join(game_ids())}."
            return (Problem("demo", f"{PAPER} does not say which game is played.", hint=hint),)
        info = game_info(self.game or game)
        if isinstance(info, tuple):
            return info
        options = info.settle_options(self.options)
        if not isinstance(options, dict):
            return options
        return NewCampaign(
            game=info.id,
            seats={seat: person(written) for seat, written in self.seats.items()},
            title=self.title,
            options=options,
            moderator=self.moderator,
            zone=self.zone,
            deadline=self.deadline,
            every=self.every,
            observers=tuple(person(written) for written in self.observers),
            seed=self.seed,
        )


def read_script(folder: Path) -> Script | tuple[Problem, ...]:
    """The demo in a folder, or all that is wrong with it."""
    paper = folder / PAPER
    try:
        text = paper.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        hint = "orders/README.md tells how a demo is written."
        return (Problem("demo", f"There is no readable {PAPER} in {folder}.", hint=hint),)
    return read_paper(text, str(paper), Script)


def other_demos(folder: Path) -> tuple[str, ...]:
    """The names of further demos of a game, each in a folder of its own inside the first one's."""
    return tuple(sorted(paper.parent.name for paper in folder.glob(f"*/{PAPER}")))


def turn_folders(folder: Path) -> dict[int, Path]:
    """The folders of pages, by turn."""
    found = {int(match[1]): path for path in folder.iterdir() if (match := TURN.fullmatch(path.name)) and path.is_dir()}
    return dict(sorted(found.items()))


def page_names(folder: Path | None) -> tuple[str, ...]:
    """The files in a folder of pages; none if there is no such folder, since then nobody wrote."""
    return tuple(sorted(path.name for path in folder.iterdir() if path.is_file())) if folder else ()
