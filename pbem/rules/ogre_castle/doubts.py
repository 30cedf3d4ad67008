"""Notes on lines that can never fire, contradict each other or are shadowed (Ogre Castle 9.6, 14.2).

They are no faults. Nothing here knows any hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.model import Order, Problem, Seat, Weight
from pbem.rules.ogre_castle.castle import OGRE, Castle, ScrollKind
from pbem.rules.ogre_castle.conditions import Moment, impossible
from pbem.rules.ogre_castle.orders import ANY, Flee, Limit, Move, Negate, Play, Sieve, Standing
from pbem.rules.ogre_castle.sight import View

NEVER = "never"
"""The code of the notes on lines that can never fire."""

BATTLE_WINDOWS = {"battle", "dice"}


def doubts(castle: Castle, view: View, orders: Sequence[Order]) -> Iterator[Problem]:
    """All notes on the lines of a sheet, line by line."""
    assert view.reader is not None
    last = view.rounds if any(isinstance(order, Standing) for order in orders) else view.round
    sheet = _Doubting(castle, view.reader, view.seats, range(view.round, last + 1), tuple(orders))
    for place, order in enumerate(orders):
        reason = sheet.never(order)
        if reason:
            yield _note(NEVER, f"This line can never fire: {reason}.", order)
            continue
        for message in (sheet.shadowed(order, orders[:place]), sheet.forbidden(order), _slip(order)):
            if message:
                yield _note("doubt", message, order)


def _note(code: str, message: str, order: Order) -> Problem:
    return Problem(code, message, order.span, "", Weight.NOTE)


@dataclass(frozen=True)
class _Doubting:
    """A sheet looked at before the round."""

    castle: Castle
    writer: Seat
    seats: tuple[Seat, ...]
    rounds: range
    orders: tuple[Order, ...]

    def never(self, order: Order) -> str:
        """Why a line can never fire; empty if it can."""
        match order:
            case Move() | Flee():
                flight = isinstance(order, Flee)
                moment = self._moment({"flee" if flight else "move"}, {self.writer})
                return self._never_keeps(order.sieve, flight) or impossible(moment, order.tests)
            case Play():
                return self._never_played(order)
            case Negate():
                return self._never_answered(order)
        return ""

    def _moment(self, windows: set[str], active: set[Seat]) -> Moment:
        gems = self.castle.gems_per_knight
        return Moment(self.writer, self.seats, frozenset(windows), frozenset(active), self.rounds, gems)

    # -------------------------------------------------------------- MOVE and FLEE

    def _never_keeps(self, sieve: Sieve, flight: bool) -> str:
        """Why no route can ever satisfy a line, or why it has no meaning (4.2, 5.6, 7.9)."""
        if sieve.who == "foe" and not flight:
            return "before a battle there is no FOE"
        if sieve.kind == "gem":
            return self._no_gem(sieve, flight)
        if sieve.kind == "fight":
            return self._no_fight(sieve.who, flight)
        if sieve.kind == "clear" and sieve.number > max(map(max, self.castle.distance)):
            return "no two rooms are so far apart"
        if flight and sieve.kind in ("nofight", "scroll"):
            return "in a flight it fits every route"
        reasons = [self._no_place(sieve.kind, place, flight) for place in sieve.places]
        return reasons[0] if reasons and all(reasons) else ""

    def _no_gem(self, sieve: Sieve, flight: bool) -> str:
        treasures = {self.castle.ids[room] for room in self.castle.treasures}
        if self.writer == OGRE:
            return "the ogre takes no gems"
        if flight:
            return "a flight enters no room with a gem"
        return "" if set(sieve.places) <= treasures else f"{sieve.places[0]} is no treasure room"

    def _no_fight(self, who: str, flight: bool) -> str:
        if flight:
            return "a flight begins no battle"
        if who in ("me", "active", self.writer):
            return "nobody fights himself"
        return "knights never fight each other" if self.writer != OGRE and who != OGRE else ""

    def _no_place(self, kind: str, place: str, flight: bool) -> str:
        """Why a place has no meaning, or can never be entered by END and VIA."""
        if place == "foe" and not flight:
            return "before a battle there is no FOE"
        if place == "gem" and self.writer == OGRE:
            return "the ogre has no gems of his own on the map"
        if kind not in ("end", "via"):
            return ""
        if flight and (place == "gem" or place in (*self.seats, "me", "active", "foe", "leader", "prey")):
            return "a flight enters no room with a gem or a token"
        if place in ("me", "active", self.writer):
            return "the room where you begin is not entered again"
        number = self.castle.index.get(place)
        shut = self.castle.gates if self.writer == OGRE else self.castle.throne
        if number is not None and shut >> number & 1:
            return f"{place} is shut to you"
        if kind == "end" and self.writer != OGRE and place in (*self.seats[1:], "leader", "prey"):
            return "no knight ends in a room with another"
        return ""

    # -------------------------------------------------------------- PLAY and NEGATE

    def _never_played(self, line: Play) -> str:
        kind = self.castle.kinds[line.scroll]
        on = line.on or kind.on
        reason = self._no_target(kind, on) or self._no_colour(line, on)
        if reason or not line.times:
            return reason or "it is to be played no times"
        windows: set[str] = set(kind.windows)
        if on == "foe":
            windows &= BATTLE_WINDOWS
        if any(sieve.who == "foe" or "foe" in sieve.places for sieve in line.steer):
            return "before a battle there is no FOE"
        return impossible(self._moment(windows, self._turns(kind, on)), line.tests)

    def _no_target(self, kind: ScrollKind, on: str) -> str:
        """Why a scroll can never be played on this target (6.2)."""
        name, self_ = kind.id.upper(), on in ("me", self.writer)
        if self_ and kind.target in ("active-other", "holder-other"):
            return f"{name} is never played on oneself"
        if kind.target == "active-self" and on not in ("me", "active", self.writer):
            return f"{name} is played on oneself only"
        if on == "foe" and not BATTLE_WINDOWS & set(kind.windows):
            return f"{name} is not played in a battle, and elsewhere there is no FOE"
        return ""

    def _no_colour(self, line: Play, on: str) -> str:
        if line.gem and on in self.seats[1:] and on != line.gem:
            return f"{on.upper()} has gems of his own colour only"
        return ""

    def _turns(self, kind: ScrollKind, on: str) -> set[Seat]:
        """In whose turns a scroll can be played on this target."""
        if not kind.target.startswith("active"):
            return set(self.seats)
        target = self.writer if on == "me" else on
        if target in self.seats:
            return {target}
        return set(self.seats) - ({self.writer} if kind.target == "active-other" else set())

    def _never_answered(self, line: Negate) -> str:
        if line.by in ("me", self.writer):
            return "nobody answers his own scroll"
        if not line.times:
            return "it is to be played no times"
        kinds = [kind for kind in self.castle.scrolls if line.scroll in (kind.id, ANY)]
        if line.on and all(kind.target == "none" for kind in kinds):
            return f"{line.scroll.upper()} has no target"
        windows: set[str] = {window for kind in kinds for window in kind.windows}
        if line.scroll == "negate" or line.scroll == ANY:
            windows = {window for kind in self.castle.scrolls for window in kind.windows}
        windows.discard("response")
        if "foe" in (line.by, line.on):
            windows &= BATTLE_WINDOWS
            if not windows:
                return "there is no FOE when it is played"
        turns = self._turns(kinds[0], line.on) if len(kinds) == 1 and line.on else set(self.seats)
        return impossible(self._moment(windows, turns), line.tests)

    # -------------------------------------------------------------- lines against each other

    def shadowed(self, order: Order, above: Sequence[Order]) -> str:
        """Why lines above leave this one little to do."""
        match order:
            case Move() | Flee():
                return next(filter(None, (_spoils(one, order) for one in above if type(one) is type(order))), "")
            case Play():
                same = [one for one in above if isinstance(one, Play) and _same_play(one, order)]
                free = next((one for one in same if not one.tests), None)
                if free is not None and order.tests:
                    return f"{free} stands above without IF, so this line waits for a further {order.scroll.upper()}."
            case Limit():
                lower = next((one for one in above if isinstance(one, Limit) and one.scroll == order.scroll), None)
                if lower is not None:
                    return f"{lower} stands above; the lower number counts."
        return ""

    def forbidden(self, order: Order) -> str:
        """What a LIMIT of the sheet says against a line (8.3)."""
        if not isinstance(order, Play | Negate):
            return ""
        cast = order.scroll if isinstance(order, Play) else "negate"
        for limit in self.orders:
            if isinstance(limit, Limit) and limit.scroll in ("", cast) and limit.number < order.times:
                never = "forbids this line" if not limit.number else f"lets this line fire {limit.number} times at most"
                return f"{limit} {never.replace('1 times', 'once')}."
        return ""


def _same_play(one: Play, other: Play) -> bool:
    return (one.scroll, one.on, one.gem) == (other.scroll, other.on, other.gem)


def _spoils(one: Move | Flee, other: Move | Flee) -> str:
    """Why a line above spoils one below; only lines without IF are sure to come first."""
    upper, lower = one.sieve, other.sieve
    if upper == lower and (not one.tests or one.tests == other.tests):
        return f"{one} stands above; this line changes nothing."
    if one.tests:
        return ""
    if {upper.kind, lower.kind} <= {"near", "far"} and upper.places == lower.places:
        return f"{one} stands above, and leaves routes with one distance only; this line changes nothing."
    if upper.kind == "nofight" and lower.kind == "fight":
        return "NOFIGHT stands above, so this line counts only where every route begins a battle."
    if (
        upper.kind == "avoid"
        and lower.kind in ("end", "via", "gem")
        and lower.places
        and set(lower.places) <= {*upper.places}
    ):
        return f"{one} stands above, so this line counts only where that cannot be avoided."
    return ""


def _slip(order: Order) -> str:
    """Slips that are easily made (14.2)."""
    match order:
        case Play(scroll="slow", on="") if not any(term.fact == "turn" for term in order.tests):
            return "This slows you, too, in your own turn; write ON OGRE, say, or IF NOT TURN ME."
        case Negate(scroll="any", on="me", by=""):
            return "This cancels presents, too; name the scroll, or say BY whom."
    return ""
