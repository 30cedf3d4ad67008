"""How people write what stands in an order line: places, players, sieves, facts and scrolls (Ogre Castle 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.grammar import Cursor, Reader, phrase
from pbem.model import Problem, Seat, Weight
from pbem.rules.ogre_castle.castle import Castle
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
from pbem.words import count, listed, quoted

SIEVES = ("home", "gem", "fight", "nofight", "end", "via", "avoid", "near", "far", "clear", "scroll")
FACTS = (*OF_SOMEBODY, "played", *FLAGS, *MEASURES)
OPERATORS = ("=", "<", "<=", ">", ">=", "<>")
NO_NUMBERS = ("a", "an", "single", "another", "dozen")


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
            "colour": self.colour,
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
        return _one_of(cursor, "a player", (*self.seats, *ROLES)) or self._nobody(cursor)

    def _nobody(self, cursor: Cursor) -> Problem:
        if cursor.key() in COLOURS:
            return self._not_here(cursor)
        return cursor.expected("a player", (*self.seats, *ROLES))

    def _not_here(self, cursor: Cursor) -> Problem:
        return cursor_problem(cursor, "absent", f"{cursor.key().upper()} does not play at this table.")

    def colour(self, cursor: Cursor) -> str | Problem:
        """A knight's colour."""
        cursor.skip("the")
        found = _one_of(cursor, "a colour", self.seats[1:])
        if found is not None:
            return found
        return self._not_here(cursor) if cursor.key() in COLOURS else cursor.expected("a colour", self.seats[1:])

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
            _one_of(cursor, "a place", (*self.seats, *ROLES))
            or self._no_room(cursor)
            or cursor.expected("a place", (*ROOM_SETS, *self.seats, *ROLES))
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
        cursor.skip("to")
        key = cursor.key()
        if key in self.rooms:
            hint = f"Write END {key.upper()} to end there, VIA {key.upper()} to pass there."
            return cursor_problem(
                cursor, "expected", f"A room alone does not say what to do about {key.upper()}.", hint
            )
        kind = "gem" if key == "gems" else key
        if kind == "no" and cursor.key(1) == "fight":
            cursor.take()
            kind = "nofight"
        if kind not in SIEVES:
            return cursor.expected("a kind of move", SIEVES)
        cursor.take()
        if kind == "gem":
            room = self.rooms.get(cursor.key())
            return Sieve(kind, (self.rooms[cursor.take().key],) if room else ())
        return self._sieve_of(kind, cursor)

    def _sieve_of(self, kind: str, cursor: Cursor) -> Sieve | Problem:
        if kind in BARE_SIEVES:
            return Sieve(kind)
        if kind in TO_A_PLACE or kind == "avoid":
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
        return tuple(found)

    def term(self, cursor: Cursor) -> Term | Problem:
        """One fact."""
        negated = cursor.skip("not")
        fact = cursor.key()
        if fact not in FACTS:
            return cursor.expected("a fact", FACTS)
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
        op = cursor.key()
        if op not in OPERATORS:
            return cursor.expected(f"{listed(map(quoted, OPERATORS))} and a number")
        cursor.take()
        below = cursor.skip("-")
        number = read_number(cursor)
        if isinstance(number, Problem):
            return number
        return Term(fact, negated, who, place, op=op, number=-number if below else number)

    # -------------------------------------------------------------- scrolls

    def scroll(self, cursor: Cursor) -> str | Problem:
        """The name of a scroll."""
        cursor.skip("the")
        return _one_of(cursor, "a scroll", self.castle.kinds) or cursor.expected("a scroll", self.castle.kinds)

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
        return Play(
            scroll, options.get("x", 1), options.get("on", ""), options.get("gem", ""), options.get("steer", ())
        )

    def answer(self, cursor: Cursor) -> Negate | Problem:
        """The scroll to be negated, or ANY, with number, caster and target in any order."""
        if cursor.skip(ANY):
            scroll: str | Problem = ANY
        else:
            scroll = _one_of(cursor, "", self.castle.kinds) or cursor.expected(
                "a scroll or ANY", (*self.castle.kinds, ANY)
            )
        if isinstance(scroll, Problem):
            return scroll
        options = self._options(cursor, ("x", "on", "by"))
        if isinstance(options, Problem):
            return options
        return Negate(scroll, options.get("x", 1), options.get("by", ""), options.get("on", ""))

    def _options(self, cursor: Cursor, allowed: Sequence[str]) -> dict[str, Any] | Problem:
        """What may follow a scroll in any order, each once (9)."""
        found: dict[str, Any] = {}
        while (option := _option(cursor)) in allowed:
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
            return _times(cursor)
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


def cursor_problem(
    cursor: Cursor, code: str, message: str, hint: str = "", weight: Weight = Weight.UNREADABLE
) -> Problem:
    """A Problem about the next word."""
    return Problem(code, message, cursor.span(cursor.mark), hint, weight)


def _one_of(cursor: Cursor, what: str, names: Sequence[str] | Mapping[str, Any]) -> str | None:
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


def _option(cursor: Cursor) -> str:
    """Which option the next words are: a number is x2, x 2 or twice."""
    key = cursor.key()
    return "x" if key in ("x", "twice") or (key[:1] == "x" and key[1:].isdecimal()) else key


def _times(cursor: Cursor) -> int | Problem:
    word = cursor.take()
    if word.key == "x":
        return read_number(cursor)
    if word.key == "twice":
        return 2
    if len(word.key) > 4:
        return Problem("number", "This number is too large.", word.span, "", Weight.UNREADABLE)
    return int(word.key[1:])


def read_number(cursor: Cursor) -> int | Problem:
    """A number of up to three digits, or in words."""
    word = cursor.peek()
    number = count(word) if word is not None and word.key not in NO_NUMBERS else None
    if word is not None and number is None and word.key.isdecimal():
        return cursor_problem(cursor, "number", "This number is too large.")
    if number is None:
        return cursor.expected("a number")
    cursor.take()
    return number


def the_words(castle: Castle, seats: tuple[Seat, ...]) -> Words:
    """The words of a table."""
    return Words(castle, seats, {room.casefold(): room for room in castle.ids})
