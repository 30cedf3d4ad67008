"""The castle and who is in it: rooms, hallways, scrolls and tables as printed, and the position of a game.

Rooms are counted in the order of their names, so that comparing numbers is comparing names (Ogre Castle 7.4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from pbem.game import GameInfo
from pbem.model import Seat
from pbem.rules.ogre_castle.orders import SEATS
from pbem.tabletop import Canvas, Printed, printed

OGRE = "ogre"
FAR_AWAY = 99
"""The distance where there is no way (7.6)."""


class Room(Printed):
    """A room; the throne room and the gates have an owner."""

    id: str
    type: Literal["throne", "gate", "treasure", "plain"]
    owner: Seat | None = None
    name: str = ""
    x: int
    y: int


class ScrollKind(Printed):
    """A kind of scroll: how many there are, when and on whom it may be played, and what it changes (3.3, 6.2)."""

    id: str
    count: int = Field(ge=1)
    windows: tuple[Literal["response", "start", "ready", "rolled", "battle", "dice", "end"], ...]
    target: Literal["scroll", "active", "active-other", "active-self", "combatant", "anyone", "holder-other", "none"]
    on: Literal["me", "active", "foe", "named", "none"]
    """The target when ON is left out (9.4)."""
    move: int = 0
    move_dice: int = 0
    dice: int = 0
    score: int = 0
    armor: int = 0
    text: str


class Setup(Printed):
    """What depends on the number of players (2.4, 2.8)."""

    knight_armor: int
    ogre_armor: int
    ogre_gems: int


class BattleDice(Printed):
    """Dice before scrolls (5.2)."""

    knight: int
    ogre: int


class Limits(Printed):
    """Least and most (4.7, 5.2, 6.3, 6.10)."""

    armor_chips: int
    battle_dice_min: int
    battle_dice_max: int
    move_min: int
    move_max: int
    rounds: int


class Plan(Printed):
    """Default lines of one side (7.7)."""

    move: tuple[str, ...]
    flee: tuple[str, ...]


class Castle(Printed):
    """The printed castle with its scrolls and tables."""

    canvas: Canvas
    rooms: tuple[Room, ...]
    hallways: tuple[tuple[str, str], ...]
    setup: Mapping[int, Setup]
    gems_per_knight: int
    dealt: int
    battle_dice: BattleDice
    limits: Limits
    sheet_lines: int
    standard_layout: Mapping[Seat, tuple[str, ...]]
    scrolls: tuple[ScrollKind, ...]
    default_plans: Mapping[Literal["knight", "ogre"], Plan]
    stock_sheets: Mapping[Literal["knight", "ogre"], Mapping[str, tuple[str, ...]]]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        """Rooms stand in the order of their names, once each; everybody has a home; hallways join rooms."""
        ids = [room.id for room in self.rooms]
        faults = [] if ids == sorted(set(ids)) else ["the rooms do not stand in the order of their names, once each"]
        owners = sorted(room.owner for room in self.rooms if room.owner)
        faults += [] if owners == sorted(SEATS) else [f"the homes belong to {owners}"]
        named = [
            *(end for way in self.hallways for end in way),
            *(at for row in self.standard_layout.values() for at in row),
        ]
        faults += [f"there is no room '{name}'" for name in dict.fromkeys(named) if name not in ids]
        if faults:
            raise ValueError(f"The castle is misprinted: {'; '.join(faults)}")
        return self

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The rooms in the order of their names."""
        return tuple(room.id for room in self.rooms)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The number of each room."""
        return {name: number for number, name in enumerate(self.ids)}

    @cached_property
    def homes(self) -> Mapping[Seat, int]:
        """The throne room and the gates, by owner."""
        return {room.owner: number for number, room in enumerate(self.rooms) if room.owner}

    @cached_property
    def throne(self) -> int:
        """The throne room as a mask."""
        return 1 << self.homes[OGRE]

    @cached_property
    def gates(self) -> int:
        """The gates as a mask; with three players too (2.8)."""
        return sum(1 << number for owner, number in self.homes.items() if owner != OGRE)

    @cached_property
    def treasures(self) -> tuple[int, ...]:
        """The treasure rooms."""
        return tuple(number for number, room in enumerate(self.rooms) if room.type == "treasure")

    @cached_property
    def next(self) -> tuple[tuple[int, ...], ...]:
        """The rooms that each room's hallways lead to."""
        found: list[list[int]] = [[] for _ in self.rooms]
        for one, other in self.hallways:
            found[self.index[one]].append(self.index[other])
            found[self.index[other]].append(self.index[one])
        return tuple(tuple(sorted(row)) for row in found)

    @cached_property
    def distance(self) -> tuple[tuple[int, ...], ...]:
        """Plain hallways from each room to each other (7.6)."""
        return tuple(self.reach((number,), 0) for number in range(len(self.rooms)))

    def reach(self, targets: Sequence[int], barred: int) -> tuple[int, ...]:
        """How far each room is from the nearest target over rooms that are not barred; targets count as open (7.6)."""
        known = self._reaches.get((targets, barred))
        if known is None:
            known = self._reaches[targets, barred] = _spread(self.next, targets, barred)
        return known

    @cached_property
    def _reaches(self) -> dict[tuple[Sequence[int], int], tuple[int, ...]]:
        return {}

    @cached_property
    def kinds(self) -> Mapping[str, ScrollKind]:
        """The scrolls by name."""
        return {kind.id: kind for kind in self.scrolls}

    @cached_property
    def pile(self) -> tuple[str, ...]:
        """All scrolls, unshuffled."""
        return tuple(kind.id for kind in self.scrolls for _ in range(kind.count))

    def mask(self, rooms: Sequence[int]) -> int:
        """Rooms as a mask."""
        return sum(1 << room for room in set(rooms))

    def needed(self, seats: Sequence[Seat]) -> dict[Seat, int]:
        """How many captured gems each needs to win (2.8, 6.8)."""
        ogre = self.setup[len(seats)].ogre_gems
        return {seat: ogre if seat == OGRE else self.gems_per_knight for seat in seats}


def _spread(ways: Sequence[Sequence[int]], targets: Sequence[int], barred: int) -> tuple[int, ...]:
    found = [FAR_AWAY] * len(ways)
    edge = list(targets)
    for room in edge:
        found[room] = 0
    steps = 0
    while edge:
        steps += 1
        reached = []
        for room in edge:
            for other in ways[room]:
                if found[other] == FAR_AWAY:
                    found[other] = steps
                    if not barred >> other & 1:
                        reached.append(other)
        edge = reached
    return tuple(found)


def the_castle(info: GameInfo) -> Castle:
    """The board as printed."""
    return printed(info.printed / "board.yaml", Castle)


# ------------------------------------------------------------------ the position


@dataclass(frozen=True)
class Player:
    """One player's position. Of a knight's captured gems ``gems`` is the number; the ogre's lie in the throne room."""

    at: str
    armor: int
    gems: int = 0
    hand: tuple[str, ...] = ()
    """In the order in which the scrolls came."""
    fresh: int = 0
    """How many of the last of them came in the turn just played."""
    standing: tuple[str, ...] = ()
    """The lines of the sheet that stands for later rounds (7.3)."""
    silent: int = 0


@dataclass(frozen=True)
class State:
    """A position. ``round`` is the one orders are asked for, 0 while the ogre places the gems."""

    round: int
    seats: tuple[Seat, ...]
    """Clockwise, the ogre first."""
    players: Mapping[Seat, Player]
    gems: Mapping[str, Seat]
    """The gem in each treasure room that holds one."""
    throne: Mapping[Seat, int]
    """The gems in the throne room, by colour."""
    stock: Mapping[Seat, int]
    """How many gems of each colour there are: four, or fewer in a position made up for study."""
    deck: tuple[str, ...]
    """The top first."""
    discards: tuple[str, ...]
    """The last one first."""
    reversed: bool = False
    winner: Seat | None = None
    ended: str = ""
    """How the game ended, once it has: "won" or "drawn"."""

    def __post_init__(self) -> None:
        # A position read from JSON lists things by name; here they go in the order of seats and rooms.
        for name, order in (("players", self.seats), ("throne", self.colours), ("stock", self.colours)):
            kept: Mapping[Seat, Any] = getattr(self, name)
            object.__setattr__(self, name, {seat: kept[seat] for seat in order})
        object.__setattr__(self, "gems", dict(sorted(self.gems.items())))

    @property
    def colours(self) -> tuple[Seat, ...]:
        """The knights, clockwise."""
        return self.seats[1:]


def around(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """These seats clockwise, the ogre first (2.2)."""
    return tuple(seat for seat in SEATS if seat in seats)


def order_of_play(seats: tuple[Seat, ...], reversed: bool) -> tuple[Seat, ...]:
    """The ogre first, then the knights clockwise, or the other way round (2.5, 6.7)."""
    return (seats[0], *seats[:0:-1]) if reversed else seats


def complaints(castle: Castle, state: State) -> tuple[str, ...]:
    """What cannot be true: gems, scrolls or chips lost or made from nothing, two gems or wrong gems in a room."""
    found = []
    for colour in state.colours:
        lying = sum(seat == colour for seat in state.gems.values())
        known = lying + state.throne[colour] + state.players[colour].gems
        known += state.stock[colour] if state.round == 0 else 0
        if known != state.stock[colour] or min(state.throne[colour], state.players[colour].gems) < 0:
            found.append(f"{known} {colour} gems of {state.stock[colour]}")
    scrolls = [*state.deck, *state.discards, *(name for player in state.players.values() for name in player.hand)]
    if sorted(scrolls) != sorted(castle.pile):
        found.append(f"{len(scrolls)} scrolls, or not those of the deck")
    chips = [player.armor for player in state.players.values()]
    if sum(chips) > castle.limits.armor_chips or min(chips) < 0:
        found.append(f"{sum(chips)} armor chips")
    treasures = {castle.ids[number] for number in castle.treasures}
    found += [f"a gem in {room}" for room in state.gems if room not in treasures]
    found += [f"{seat} in {player.at}" for seat, player in state.players.items() if _misplaced(castle, state, seat)]
    return tuple(found)


def _misplaced(castle: Castle, state: State, seat: Seat) -> bool:
    """Whether a token stands where it can never be (4.2)."""
    at = state.players[seat].at
    if at not in castle.index:
        return True
    bit = 1 << castle.index[at]
    shut = castle.gates if seat == OGRE else castle.throne
    crowd = [other for other, player in state.players.items() if player.at == at and OGRE not in (seat, other)]
    return bool(bit & shut) or at in state.gems or len(crowd) > 1
