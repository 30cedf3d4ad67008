"""How people write what stands in an order line: places, players, sieves, facts and scrolls (Ogre Castle 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.grammar import Cursor, Reader, phrase
from pbem.model import Problem, Seat, Weight
from pbem.rules.ogre_castle.castle import Castle
from pbem.rules.ogre_castle.numbers import cursor_problem, option_of, read_number, read_operator, read_times
from pbem.rules.ogre_castle.orders import (
    ANY,
    BARE_MEASURES,
    BARE_SIEVES,
    COLOURS,
    FLAGS,
    MEASURES,
    OF_SOMEBODY,
    ROLES,
    ROOM_SETS,
    TO_A_PLACE,
    Negate,
    Play,
    Sieve,
    Term,
    Tests,
)
from pbem.words import listed

SIEVES = ("home", "gem", "fight", "nofight", "end", "via", "avoid", "near", "far", "clear", "scroll")
FACTS = (*OF_SOMEBODY, "played", *FLAGS, *MEASURES)
SAME_SIEVES = {
    "gems": "gem",
    "attack": "fight",
    "scrolls": "scroll",
    "towards": "near",
    "toward": "near",
    "nearest": "near",
    "away": "far",
    "from": "far",
}
SAME_FACTS = {"distance": "dist", "armour": "armor"}
BETWEEN = {"near": ("to",), "far": ("from",)}
EVERYTHING = (ANY, "anything", "everything", "all")
"""What people write for ANY."""


@dataclass(frozen=True)
class Words:
    """The words of one table: rooms and scrolls by name in small letters, and who plays."""

    castle: Castle
    seats: tuple[Seat, ...]
    rooms: Mapping[str, str] = field(default_factory=dict)

    def readers(self) -> dict[str, Reader]:
        """All readers of this game's patterns."""
        return {
            "number": read_number,
            "room": self.room,
            "rooms": self.treasure_rooms,
            "placed": self.placed,
            "how": phrase("STANDARD or RANDOM", {"standard": "standard", "random": "random"}),
            "sieve": self.sieve,
            "tests": self.tests,
            "scroll": self.scroll,
            "casting": self.casting,
            "answer": self.answer,
        }

    # -------------------------------------------------------------- who and where

    def who(self, cursor: Cursor) -> str | Problem:
        """A player by colour, or by what he is now."""
        cursor.skip("the")
        if cursor.skip("myself", "self"):
            return "me"
        return _one_of(cursor, (*self.seats, *ROLES)) or self._nobody(cursor)

    def _nobody(self, cursor: Cursor) -> Problem:
        if cursor.key() in COLOURS:
            return self._not_here(cursor)
        problem = _expected(cursor, "a player", (*self.seats, *ROLES))
        return replace(problem, hint="Did you mean 'me'?") if cursor.key() == "i" else problem

    def _not_here(self, cursor: Cursor) -> Problem:
        hint = f"The players are {listed(self.seats, 'and')}."
        return cursor_problem(cursor, "absent", f"{cursor.key().upper()} does not play at this table.", hint)

    def colour(self, cursor: Cursor) -> str | Problem:
        """A knight's colour."""
        return self._colour(cursor, self.seats[1:])

    def placed(self, cursor: Cursor) -> str | Problem:
        """A knight's colour, where STANDARD or RANDOM might stand."""
        return self._colour(cursor, (*self.seats[1:], "standard", "random"))

    def _colour(self, cursor: Cursor, names: Sequence[str]) -> str | Problem:
        cursor.skip("the")
        found = _one_of(cursor, self.seats[1:])
        if found is not None:
            return found
        return self._not_here(cursor) if cursor.key() in COLOURS else cursor.expected("a colour", names)

    def room(self, cursor: Cursor) -> str | Problem:
        """A room by its letter and number."""
        cursor.skip("the")
        cursor.skip("room")
        room = self.rooms.get(cursor.key())
        if room is not None:
            cursor.take()
            return room
        return self._no_room(cursor) or cursor.expected("a room, A1 to G7")

    def _no_room(self, cursor: Cursor) -> Problem | None:
        key = cursor.key()
        if len(key) != 2 or not key[0].isalpha() or not key[1].isdecimal():
            return None
        return cursor_problem(
            cursor, "unknown", f"There is no room {key.upper()}.", "Rooms are A1 to G7.", Weight.UNKNOWN
        )

    def place(self, cursor: Cursor) -> str | Problem:
        """A room, HOME, GEM, or the room of a player."""
        cursor.skip("the")
        cursor.skip("room")
        key = cursor.key()
        if key in self.rooms or key in ROOM_SETS or key == "gems":
            cursor.take()
            return self.rooms.get(key) or key.removesuffix("s")
        if key in COLOURS:
            return self.who(cursor)
        return (
            _one_of(cursor, (*self.seats, *ROLES))
            or self._no_room(cursor)
            or _expected(cursor, "a place", (*ROOM_SETS, *self.seats, *ROLES))
        )

    def places(self, cursor: Cursor) -> tuple[str, ...] | Problem:
        """One or more places."""
        return _row(cursor, self.place)

    def treasure_rooms(self, cursor: Cursor) -> tuple[str, ...] | Problem:
        """One or more rooms, to place gems in."""
        return _row(cursor, self.room)

    # -------------------------------------------------------------- sieves

    def sieve(self, cursor: Cursor) -> Sieve | Problem:
        """What to keep of the routes."""
        sieve = self._sieve(cursor)
        return sieve if isinstance(sieve, Problem) else _no_choice(cursor) or sieve

    def _sieve(self, cursor: Cursor) -> Sieve | Problem:
        if cursor.skip("to"):
            cursor.skip("the")
        rooms = [room for room in cursor.key().split("-") if room in self.rooms]
        if rooms:
            end = rooms[-1].upper()
            hint = f"Write END {end} to end there, VIA {end} to pass there."
            return cursor_problem(cursor, "expected", f"A room alone does not say what to do about {end}.", hint)
        kind = SAME_SIEVES.get(cursor.key(), cursor.key())
        if kind == "no" and cursor.key(1) == "fight":
            cursor.take()
            kind = "nofight"
        if kind not in SIEVES:
            return _expected(cursor, "a kind of move", SIEVES)
        cursor.take()
        if kind == "gem":
            room = self.rooms.get(cursor.key())
            return Sieve(kind, (self.rooms[cursor.take().key],) if room else ())
        return self._sieve_of(kind, cursor)

    def _sieve_of(self, kind: str, cursor: Cursor) -> Sieve | Problem:
        if kind in BARE_SIEVES:
            return Sieve(kind)
        if kind in TO_A_PLACE or kind == "avoid":
            cursor.skip(*BETWEEN.get(kind, ()))
            places = self.places(cursor) if kind == "avoid" else _single(self.place(cursor))
            return places if isinstance(places, Problem) else Sieve(kind, places)
        who = self.who(cursor)
        if isinstance(who, Problem) or kind == "fight":
            return who if isinstance(who, Problem) else Sieve(kind, who=who)
        number = read_number(cursor)
        return number if isinstance(number, Problem) else Sieve(kind, who=who, number=number)

    def steering(self, cursor: Cursor) -> tuple[Sieve, ...] | Problem:
        """Sieves with semicolons between them."""
        sieves: list[Sieve] = []
        while not sieves or cursor.skip(";"):
            sieve = self.sieve(cursor)
            if isinstance(sieve, Problem):
                return sieve
            sieves.append(sieve)
        return tuple(sieves)

    # -------------------------------------------------------------- conditions

    def tests(self, cursor: Cursor) -> Tests | Problem:
        """Facts with AND between them."""
        found: list[Term] = []
        while not found or cursor.skip("and"):
            term = self.term(cursor)
            if isinstance(term, Problem):
                return term
            found.append(term)
        return _no_choice(cursor) or tuple(found)

    def term(self, cursor: Cursor) -> Term | Problem:
        """One fact."""
        negated = cursor.skip("not")
        fact = SAME_FACTS.get(cursor.key(), cursor.key())
        if fact not in FACTS:
            return _expected(cursor, "a fact", FACTS)
        cursor.take()
        if fact in FLAGS:
            return Term(fact, negated)
        if fact == "played":
            return self._played(cursor, negated)
        if fact in MEASURES:
            return self._measured(cursor, fact, negated)
        who = self.who(cursor)
        return who if isinstance(who, Problem) else Term(fact, negated, who)

    def _played(self, cursor: Cursor, negated: bool) -> Term | Problem:
        scroll = self.scroll(cursor)
        if isinstance(scroll, Problem):
            return scroll
        options = self._options(cursor, ("on", "by"))
        if isinstance(options, Problem):
            return options
        return Term("played", negated, scroll=scroll, on=options.get("on", ""), by=options.get("by", ""))

    def _measured(self, cursor: Cursor, fact: str, negated: bool) -> Term | Problem:
        who: str | Problem = "" if fact in BARE_MEASURES else self.who(cursor)
        if isinstance(who, Problem):
            return who
        place: str | Problem = self.place(cursor) if fact == "dist" else ""
        if isinstance(place, Problem):
            return place
        op = read_operator(cursor)
        if isinstance(op, Problem):
            return op
        below = cursor.skip("-")
        number = read_number(cursor)
        if isinstance(number, Problem):
            return number
        return Term(fact, negated, who, place, op=op, number=-number if below else number)

    # -------------------------------------------------------------- scrolls

    def scroll(self, cursor: Cursor) -> str | Problem:
        """The name of a scroll."""
        cursor.skip("the")
        return self._named(cursor) or _expected(cursor, "a scroll", tuple(self.castle.kinds))

    def _named(self, cursor: Cursor) -> str | None:
        """A scroll by its name; ARMOR with a U is the same."""
        return "armor" if cursor.skip("armour") else _one_of(cursor, self.castle.kinds)

    def casting(self, cursor: Cursor) -> Play | Problem:
        """A scroll to be played, with its number, target, colour and steering in any order."""
        start = cursor.mark
        scroll = self.scroll(cursor)
        if isinstance(scroll, Problem):
            return scroll
        kind = self.castle.kinds[scroll]
        if kind.target == "scroll":
            hint = "Write NEGATE and the scroll, or NEGATE ANY."
            return Problem("not-played", "NEGATE only answers other scrolls.", cursor.span(start), hint)
        options = self._options(cursor, ("x", "on", "gem", "steer"))
        if isinstance(options, Problem):
            return options
        misplaced = _misplaced(scroll, kind.on, options)
        if misplaced:
            return replace(misplaced, span=cursor.span(start))
        if choice := _no_choice(cursor):
            return choice
        return Play(
            scroll, options.get("x", 1), options.get("on", ""), options.get("gem", ""), options.get("steer", ())
        )

    def answer(self, cursor: Cursor) -> Negate | Problem:
        """The scroll to be negated, or ANY, with number, caster and target in any order."""
        if cursor.skip(*EVERYTHING):
            scroll: str | Problem = ANY
        else:
            scroll = self._named(cursor) or _expected(cursor, "a scroll", (*self.castle.kinds, ANY))
        if isinstance(scroll, Problem):
            return scroll
        options = self._options(cursor, ("x", "on", "by"))
        if isinstance(options, Problem):
            return options
        answer = Negate(scroll, options.get("x", 1), options.get("by", ""), options.get("on", ""))
        return _no_choice(cursor) or answer

    def _options(self, cursor: Cursor, allowed: Sequence[str]) -> dict[str, Any] | Problem:
        """What may follow a scroll in any order, each once (9)."""
        found: dict[str, Any] = {}
        while (option := option_of(cursor)) in allowed:
            start = cursor.mark
            if option in found:
                return cursor_problem(cursor, "twice", f"{_NAMES[option]} stands twice in this line.")
            value = self._value(option, cursor)
            if isinstance(value, Problem):
                return value
            found[option] = value
            assert cursor.mark > start
        return found

    def _value(self, option: str, cursor: Cursor) -> Any:
        if option == "x":
            return read_times(cursor)
        cursor.take()
        readers: dict[str, Callable[[Cursor], Any]] = {"gem": self.colour, "steer": self.steering}
        return readers.get(option, self.who)(cursor)


_NAMES = {"x": "The number", "on": "ON", "by": "BY", "gem": "GEM", "steer": "STEER"}


def _misplaced(scroll: str, default: str, options: Mapping[str, Any]) -> Problem | None:
    """What may not be said of this scroll."""
    name = scroll.upper()
    if "on" in options and default == "none":
        return Problem("no-target", f"{name} has no target.", hint="Leave ON out.")
    if "on" not in options and default == "named":
        return Problem("no-target", f"{name} must name its target.", hint=f"Write, for example, 'PLAY {name} ON OGRE'.")
    for option, only in (("gem", "drop"), ("steer", "wander")):
        if option in options and scroll != only:
            return Problem("misplaced", f"{option.upper()} goes with {only.upper()} only.", hint="Leave it out.")
    return None


def _expected(cursor: Cursor, what: str, names: Sequence[str]) -> Problem:
    """What is said where none of these names stands; if none is near, all are listed."""
    problem = cursor.expected(what, names)
    return problem if problem.hint or problem.code == "blank" else replace(problem, hint=f"It can be {listed(names)}.")


def _no_choice(cursor: Cursor) -> Problem | None:
    """Alternatives are no order line (9.5)."""
    if cursor.key() not in ("or", "else"):
        return None
    hint = "Write each alternative as a line of its own, the one you like best first."
    return cursor_problem(cursor, "choice", f"{cursor.key().upper()} has no meaning in a line.", hint)


def _one_of(cursor: Cursor, names: Sequence[str] | Mapping[str, Any]) -> str | None:
    """The next word if it is one of these."""
    key = cursor.key()
    if key not in names:
        return None
    cursor.take()
    return key


def _single(place: str | Problem) -> tuple[str, ...] | Problem:
    return place if isinstance(place, Problem) else (place,)


def _row(cursor: Cursor, item: Callable[[Cursor], str | Problem]) -> tuple[str, ...] | Problem:
    """Items one after another, AND between them if one likes."""
    first = item(cursor)
    if isinstance(first, Problem):
        return first
    return (first, *_further(cursor, item))


def _further(cursor: Cursor, item: Callable[[Cursor], str | Problem]) -> Iterator[str]:
    while True:
        mark = cursor.mark
        cursor.skip("and")
        found = item(cursor)
        if isinstance(found, Problem):
            cursor.mark = mark
            return
        yield found


def the_words(castle: Castle, seats: tuple[Seat, ...]) -> Words:
    """The words of a table."""
    return Words(castle, seats, {room.casefold(): room for room in castle.ids})
