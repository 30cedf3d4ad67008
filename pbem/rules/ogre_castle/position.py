"""A position from a few lines, for cases and for games that began on paper: what is not said is as at the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from pydantic import Field

from pbem.game import GameInfo
from pbem.grammar import Grammar
from pbem.model import Facts, Problem, Seat, Weight
from pbem.papers import Paper, fill_in
from pbem.rules.ogre_castle.castle import OGRE, Castle, Player, State, around, complaints
from pbem.rules.ogre_castle.orders import SEATS
from pbem.rules.ogre_castle.sheets import taken, written
from pbem.words import nearest


class PositionNoted(Paper):
    """What is said of a position in which round 0 is over."""

    round: int = Field(default=1, ge=1)
    players: tuple[Seat, ...] = SEATS
    reversed: bool = False
    at: Mapping[Seat, str] = {}
    gems: Mapping[str, Seat] | None = None
    """Not said: as in the standard layout, less those captured. Said: there are no others but the captured."""
    captured: Mapping[Seat, int] = {}
    """Gems in a knight's gate."""
    throne: Mapping[Seat, int] = {}
    """Gems in the throne room, by colour."""
    armor: Mapping[Seat, int] = {}
    hands: Mapping[Seat, tuple[str, ...]] = {}
    deck: tuple[str, ...] = ()
    """Its topmost scrolls."""
    discards: tuple[str, ...] = ()
    """The last one first."""
    unseen: Literal["deck", "discards"] = "deck"
    """Where the scrolls lie that are not named: below those of the deck, or of the discards."""
    standing: Mapping[Seat, str] = {}
    """Sheets that stand, as written."""
    silent: Mapping[Seat, int] = {}
    options: Mapping[str, Any] = {}


class Named(Protocol):
    """The game, as far as a position asks it."""

    info: GameInfo
    board: Castle

    def grammar(self, seats: Sequence[Seat]) -> Grammar:
        """How orders are written at this table."""


def position(game: Named, facts: Facts) -> State | tuple[Problem, ...]:
    """The position described, or all that is wrong with its description."""
    noted = fill_in(facts, "position", PositionNoted)
    if isinstance(noted, tuple):
        return noted
    options = game.info.settle_options(noted.options)
    problems = (*game.info.seat_problems(noted.players), *(options if isinstance(options, tuple) else ()))
    if problems:
        return problems
    reading = _Reading(game, noted)
    problems = tuple(reading.names())
    if problems:
        return problems
    state = reading.state()
    faults = tuple(Problem("position", f"{complaint}.") for complaint in complaints(game.board, state))
    return (*reading.problems, *faults) or state


class _Reading:
    """The names of a position, looked up on the board."""

    def __init__(self, game: Named, noted: PositionNoted) -> None:
        self._game, self._castle, self._noted = game, game.board, noted
        self._seats = around(noted.players)
        self.problems: list[Problem] = []

    def names(self) -> Iterable[Problem]:
        """All names that nothing bears."""
        noted, castle = self._noted, self._castle
        by_seat = (noted.at, noted.armor, noted.hands, noted.standing, noted.silent)
        yield from _unknown("player", [seat for part in by_seat for seat in part], self._seats)
        colours = [*noted.captured, *noted.throne, *(noted.gems or {}).values()]
        yield from _unknown("colour", colours, self._seats[1:])
        yield from _unknown("room", [*noted.at.values(), *(noted.gems or {})], castle.ids)
        hands = [name for hand in noted.hands.values() for name in hand]
        scrolls = Counter([*hands, *noted.deck, *noted.discards])
        yield from _unknown("scroll", scrolls, tuple(castle.kinds))
        for name, count in scrolls.items():
            if name in castle.kinds and count > castle.kinds[name].count:
                yield Problem("position", f"There are {castle.kinds[name].count} scrolls {name}, not {count}.")

    def state(self) -> State:
        """The position as noted."""
        noted, castle, seats = self._noted, self._castle, self._seats
        setup = castle.setup[len(seats)]
        hands = {seat: noted.hands.get(seat, ()) for seat in seats}
        named = Counter([*noted.deck, *noted.discards, *(name for hand in hands.values() for name in hand)])
        rest = tuple((Counter(castle.pile) - named).elements())
        throne = {seat: noted.throne.get(seat, 0) for seat in seats[1:]}
        captured = {seat: noted.captured.get(seat, 0) for seat in seats[1:]}
        gems = self._gems(throne, captured)
        players = {
            seat: Player(
                at=noted.at.get(seat, castle.ids[castle.homes[seat]]),
                armor=noted.armor.get(seat, setup.ogre_armor if seat == OGRE else setup.knight_armor),
                gems=captured.get(seat, 0),
                hand=hands[seat],
                standing=self._standing(seat),
                silent=noted.silent.get(seat, 0),
            )
            for seat in seats
        }
        lying = Counter(gems.values())
        return State(
            round=noted.round,
            seats=seats,
            players=players,
            gems=gems,
            throne=throne,
            stock={seat: lying[seat] + throne[seat] + captured[seat] for seat in seats[1:]},
            deck=(*noted.deck, *(rest if noted.unseen == "deck" else ())),
            discards=(*noted.discards, *(rest if noted.unseen == "discards" else ())),
            reversed=noted.reversed,
        )

    def _gems(self, throne: Mapping[Seat, int], captured: Mapping[Seat, int]) -> Mapping[str, Seat]:
        if self._noted.gems is not None:
            return self._noted.gems
        gems: dict[str, Seat] = {}
        for seat in self._seats[1:]:
            rooms = self._castle.standard_layout[seat]
            gems |= dict.fromkeys(rooms[: max(0, len(rooms) - throne[seat] - captured[seat])], seat)
        return gems

    def _standing(self, seat: Seat) -> tuple[str, ...]:
        text = self._noted.standing.get(seat, "")
        sheet, problems = self._game.grammar(self._seats).read(text, seat, f"{seat}, standing")
        page = taken(self._castle, seat, False, sheet)
        self.problems += [problem for problem in (*problems, *page.problems) if problem.refuses]
        return written(page.orders)


def _unknown(what: str, names: Iterable[str], known: Sequence[str]) -> Iterable[Problem]:
    for name in dict.fromkeys(names):
        if name not in known:
            near = nearest(name, known)
            hint = f"Did you mean '{near[0]}'?" if near else ""
            yield Problem("unknown", f"There is no {what} called '{name[:60]}'.", hint=hint, weight=Weight.UNKNOWN)
