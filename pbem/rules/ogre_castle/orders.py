"""What a sheet can say: the lines of Ogre Castle 9 as values, and how each is written out.

Rooms are their ids, "E3"; players, scrolls and the words HOME, GEM, ME, FOE … are in small letters.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.model import Order

COLOURS = ("red", "yellow", "blue")
SEATS = ("ogre", *COLOURS)
ROLES = ("me", "active", "foe", "leader", "prey")
ROOM_SETS = ("home", "gem")
ANY = "any"

BARE_SIEVES = ("home", "gem", "nofight", "scroll")
TO_A_PLACE = ("end", "via", "near", "far")
FLAGS = ("cangem", "canwin")
OF_SOMEBODY = ("turn", "battle", "done", "canfight")
MEASURES_OF = ("gems", "lost", "armor", "hand", "dice", "margin")
BARE_MEASURES = ("roll", "round")
MEASURES = (*BARE_MEASURES, "dist", *MEASURES_OF)


@dataclass(frozen=True)
class Sieve:
    """What a MOVE, FLEE or STEER keeps of the legal routes (7.4)."""

    kind: str
    """home, gem, fight, nofight, avoid, clear, scroll, end, via, near or far."""
    places: tuple[str, ...] = ()
    """The room of "GEM E3", the place of END, VIA, NEAR, FAR, or those of AVOID."""
    who: str = ""
    """Of FIGHT and CLEAR."""
    number: int = 0
    """Of CLEAR."""

    def __str__(self) -> str:
        words = [self.kind, self.who, *self.places, str(self.number) if self.kind == "clear" else ""]
        return " ".join(word for word in words if word).upper()


@dataclass(frozen=True)
class Term:
    """One fact of an IF (9.1, 9.2)."""

    fact: str
    negated: bool = False
    who: str = ""
    place: str = ""
    """Of DIST."""
    scroll: str = ""
    """Of PLAYED, as ``on`` and ``by``."""
    on: str = ""
    by: str = ""
    op: str = ""
    """Of a measure."""
    number: int = 0

    def __str__(self) -> str:
        words = ["not" if self.negated else "", self.fact, self.who, self.place, self.scroll]
        words += ["on", self.on] if self.on else []
        words += ["by", self.by] if self.by else []
        words += [self.op, str(self.number)] if self.op else []
        return " ".join(word for word in words if word).upper()


Tests = tuple[Term, ...]


def _if(tests: Tests) -> str:
    return f" IF {' AND '.join(map(str, tests))}" if tests else ""


@dataclass(frozen=True)
class Place(Order):
    """Gems of one colour into treasure rooms, before round 1 (7.2)."""

    colour: str
    rooms: tuple[str, ...]

    def __str__(self) -> str:
        return f"PLACE {self.colour.upper()} {' '.join(self.rooms)}"


@dataclass(frozen=True)
class Fill(Order):
    """How the gems left over are laid (7.2): "standard" or "random"."""

    how: str

    def __str__(self) -> str:
        return f"PLACE {self.how.upper()}"


@dataclass(frozen=True)
class Move(Order):
    """Of the routes of the own turn keep these (7.4)."""

    sieve: Sieve
    tests: Tests = ()

    def __str__(self) -> str:
        return f"MOVE {self.sieve}{_if(self.tests)}"


@dataclass(frozen=True)
class Flee(Order):
    """Of the routes of the own flight keep these (5.6)."""

    sieve: Sieve
    tests: Tests = ()

    def __str__(self) -> str:
        return f"FLEE {self.sieve}{_if(self.tests)}"


@dataclass(frozen=True)
class Play(Order):
    """Play a scroll at the first moment that fits (8.2 to 8.4)."""

    scroll: str
    times: int = 1
    on: str = ""
    """As written; left out, 9.4 says who."""
    gem: str = ""
    """The colour for DROP."""
    steer: tuple[Sieve, ...] = ()
    """For WANDER."""
    tests: Tests = ()

    def __str__(self) -> str:
        words = ["PLAY", self.scroll.upper(), f"x{self.times}" if self.times != 1 else ""]
        words += ["ON", self.on.upper()] if self.on else []
        words += ["GEM", self.gem.upper()] if self.gem else []
        words += ["STEER", "; ".join(map(str, self.steer))] if self.steer else []
        return " ".join(word for word in words if word) + _if(self.tests)


@dataclass(frozen=True)
class Negate(Order):
    """Answer a scroll with NEGATE (8.5, 9.3)."""

    scroll: str
    """A name, or "any": every scroll but NEGATE."""
    times: int = 1
    by: str = ""
    on: str = ""
    tests: Tests = ()

    def __str__(self) -> str:
        words = ["NEGATE", self.scroll.upper(), f"x{self.times}" if self.times != 1 else ""]
        words += ["BY", self.by.upper()] if self.by else []
        words += ["ON", self.on.upper()] if self.on else []
        return " ".join(word for word in words if word) + _if(self.tests)


@dataclass(frozen=True)
class Limit(Order):
    """At most so many scrolls, or scrolls of this name, in the round (8.3)."""

    number: int
    scroll: str = ""

    def __str__(self) -> str:
        return f"LIMIT {self.number} {self.scroll.upper()}".rstrip()


@dataclass(frozen=True)
class Standing(Order):
    """This sheet is kept for later rounds until another replaces it (7.3)."""

    def __str__(self) -> str:
        return "STANDING"
