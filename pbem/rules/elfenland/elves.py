"""Who travels, and the position of a game: boots, pieces, hands, counters, piles, and what is kept of pages (2, 12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pbem.game import OptionValue
from pbem.model import Seat
from pbem.rules.elfen.chart import Hand
from pbem.rules.elfen.lists import Tries
from pbem.rules.elfen.sitting import Standing, around
from pbem.rules.elfenland.orders import Act, Journey, Question

Phase: TypeAlias = Literal["draw", "plan", "travel", "over"]
"""What orders are asked for; dealing and finishing a round need none (3.2)."""

List: TypeAlias = tuple[Tries[Act, Question], ...]
"""What is left of a planning list."""


@dataclass(frozen=True)
class Secret:
    """A counter that only its owner knows, and the round he drew it in."""

    kind: str
    round: int


@dataclass(frozen=True)
class Elf:
    """One player's position. ``out`` are the towns that still hold his piece; ``dealt`` his new cards of this round."""

    at: str
    out: tuple[str, ...]
    hand: Hand = ()
    open: tuple[str, ...] = ()
    secrets: tuple[Secret, ...] = ()
    """Oldest first."""
    obstacle: bool = True
    hometown: str | None = None
    dealt: Hand = ()

    @property
    def idle(self) -> bool:
        """Whether he has nothing to lay (7.10)."""
        return not (self.open or self.secrets or self.obstacle)


@dataclass(frozen=True)
class Road:
    """What lies on a road: a counter, and an obstacle beside it or none."""

    counter: str
    obstacle: bool = False


@dataclass(frozen=True)
class State:
    """A position. ``seats`` stand in the order drawn by lot; ``drawn`` counts the open counters taken in this round."""

    round: int
    phase: Phase
    seats: tuple[Seat, ...]
    starting: Seat
    elves: Mapping[Seat, Elf]
    options: Mapping[str, OptionValue]
    face_up: tuple[str, ...]
    pile: tuple[str, ...]
    """Counters face down, the top one first."""
    stack: Hand
    """Travel cards face down, the top one first."""
    spent: Hand = ()
    """Travel cards played or thrown away since the last deal."""
    roads: Mapping[str, Road] = field(default_factory=dict)
    gone: int = 0
    """Obstacles that have left the game."""
    drawn: int = 0
    standing: Standing | None = None
    wishes: Mapping[Seat, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    lists: Mapping[Seat, List] = field(default_factory=dict)
    """What is left of the lists of all who sent one in this planning."""
    journeys: Mapping[Seat, Journey] = field(default_factory=dict)
    """Travel pages sent early."""
    ended: str = ""

    def __post_init__(self) -> None:
        # A position read from JSON lists its players by name; around the table they sit in the order of seats.
        for name in ("elves", "wishes", "lists", "journeys"):
            by_seat: Mapping[Seat, object] = getattr(self, name)
            object.__setattr__(self, name, {seat: by_seat[seat] for seat in self.seats if seat in by_seat})

    @property
    def order(self) -> tuple[Seat, ...]:
        """The order of turns in this round (2.5)."""
        return around(self.seats, self.starting)

    @property
    def rounds(self) -> int:
        """How many rounds are played (3.1)."""
        return int(self.options["rounds"] or 0)

    @property
    def sittings(self) -> int:
        """How many sittings a planning has at most (17.4)."""
        return int(self.options["sittings"] or 0)

    def in_force(self, seat: Seat) -> bool:
        """Whether orders of this seat are kept that serve now, if nothing newer comes (17.1, 17.5, 17.6)."""
        match self.phase:
            case "draw":
                return seat in self.wishes
            case "plan":
                # RULING 17.4: who has stopped is waited for like one who has sent nothing. What else is left of a list,
                # stops that were never reached among it, is its owner's secret; so it must not decide.
                return seat in self.lists and not (self.standing and seat in self.standing.called)
            case _:
                return seat in self.journeys

    @property
    def strict(self) -> bool:
        """Whether one player at a time is asked for one action (17.7)."""
        return self.options["mode"] == "strict"
