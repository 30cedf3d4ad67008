"""Stories: short games whose reports are kept as golden files (``tests/golden/GAME/story.yaml``).

A story names its players, its options and the pages of every turn; a seat without a page is silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from pbem.engine import Luck, Turn, opening, run_turn
from pbem.game import Game, GameInfo, OptionValue, game_info
from pbem.model import Seat, Sheet
from pbem.papers import read_plain
from pbem.picture import svg
from pbem.printer import Printer
from pbem.report import Edition, Report, as_html, as_text, report_for
from pbem.rng import digest

GOLDEN = Path(__file__).parent / "golden"
SEED = "demo"
DEADLINE = datetime(2026, 12, 13, 20, 0, tzinfo=UTC)
PARTS = {"title", "seats", "options", "turns", "kept"}


@dataclass(frozen=True)
class Story:
    """A game played from the pages of a file, and what its readers are told."""

    game_id: str
    told: Mapping[str, Any]

    @property
    def names(self) -> Mapping[Seat, str]:
        """The players' names."""
        names: Mapping[Seat, str] = self.told["seats"]
        return names

    @property
    def readers(self) -> tuple[Seat | None, ...]:
        """Every seat, and the public."""
        return (*self.names, None)

    @property
    def kept(self) -> tuple[int, ...]:
        """The turns whose reports are kept: all, unless the file names some."""
        return tuple(self.told.get("kept", range(len(self.told["turns"]) + 1)))

    @cached_property
    def info(self) -> GameInfo:
        """The card of the game."""
        found = game_info(self.game_id)
        assert isinstance(found, GameInfo), found
        return found

    @cached_property
    def game(self) -> Game[Any, Any]:
        """The game."""
        return self.info.load()

    @cached_property
    def options(self) -> dict[str, OptionValue]:
        """Every option's value."""
        settled = self.info.settle_options(self.told.get("options", {}))
        assert isinstance(settled, dict), settled
        return settled

    @cached_property
    def printer(self) -> Printer:
        """The press."""
        return Printer(self.info)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The set-up and every turn."""
        played = [opening(self.game, tuple(self.names), self.options, Luck(SEED))]
        for pages in self.told["turns"]:
            played.append(run_turn(self.game, played[-1], self.sheets(pages), Luck(SEED)))
        return tuple(played)

    def sheets(self, pages: Mapping[Seat, str]) -> dict[Seat, Sheet]:
        """Pages, read."""
        grammar = self.game.grammar(tuple(self.names))
        return {seat: grammar.read(text, seat, f"{seat}.txt")[0] for seat, text in pages.items()}

    def edition(self, number: int, **changes: Any) -> Edition:
        """What a sealed turn would say of the campaign."""
        printed = Edition(
            title=self.told["title"],
            moderator="Mo <mo@example.org>",
            turn=number,
            names=self.names,
            options=self.options,
            seed_digest=digest(SEED),
            moment=self.game.moment(self.turns[number - 1].state) if number else "",
            zone="Europe/London",
            zones={"bob": "America/New_York"},
            deadline=DEADLINE,
            seed=SEED,
        )
        return replace(printed, **changes)

    def report(self, number: int, reader: Seat | None, **changes: Any) -> Report:
        """What a reader is told of a turn."""
        return report_for(self.game, self.edition(number, **changes), self.turns[number], reader)

    def text(self, number: int, reader: Seat | None, **changes: Any) -> str:
        """The same as text."""
        return as_text(self.printer, self.report(number, reader, **changes))

    def page(self, number: int, reader: Seat | None, **changes: Any) -> str:
        """The same as HTML, with the map."""
        told = self.report(number, reader, **changes)
        return as_html(self.printer, told, svg(self.printer, told))


def story(game_id: str) -> Story:
    """The story of a game."""
    file = GOLDEN / game_id / "story.yaml"
    told = read_plain(file.read_text("utf-8"), str(file))
    assert isinstance(told, dict) and set(told) <= PARTS, told
    return Story(game_id, told)


STORIES = tuple(story(folder.parent.name) for folder in sorted(GOLDEN.glob("*/story.yaml")))
EVERY_REPORT = tuple(
    (each, number, reader) for each in STORIES for number in each.kept for reader in each.readers
)  # fmt: skip


def flat(written: str) -> str:
    """A text without its line ends."""
    return " ".join(written.split())
