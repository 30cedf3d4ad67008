"""The seven kinds of order line, as they are written, taught and written back (Ogre Castle 9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.grammar import Grammar, Verb
from pbem.model import NOWHERE, Problem, Seat, Span
from pbem.rules.ogre_castle.castle import Castle
from pbem.rules.ogre_castle.orders import Fill, Flee, Limit, Move, Negate, Place, Play, Sieve, Standing, Tests
from pbem.rules.ogre_castle.readers import the_words

PLACING = ("place",)
PLAYING = ("move", "flee", "play", "negate", "limit", "standing")
"""The verbs of round 0, and those of all rounds after it (7.3)."""

NO_PLACING = "Silence lays them in the standard way."
NO_SHEET = {
    True: "Silence goes by your standing sheet.",
    False: "Silence moves your token by the default plan and plays no scroll.",
}
"""What silence does, with a sheet that stands and without (7.2, 10.1)."""

SIEVES_TAUGHT = (
    "GEM takes an own gem (GEM E3: the one there), FIGHT OGRE begins a battle, NOFIGHT begins none, HOME ends at home, "
    "END E3 ends there, VIA E3 passes or ends there, AVOID E3, D4 enters none of them, NEAR OGRE and FAR OGRE end as "
    "near or as far as can be, CLEAR OGRE 4 ends at least 4 hallways away, SCROLL ends where a scroll is drawn."
)
PLACES_TAUGHT = (
    "A place is a room, HOME, GEM, or a player: OGRE, RED, YELLOW, BLUE, ME, ACTIVE (whose turn it is), FOE (whom I "
    "fight), LEADER (the other knight with most gems), PREY (the nearest other knight who has one)."
)
FACTS_TAUGHT = (
    "After IF stand one or more facts, with AND between them and NOT before any: TURN who, BATTLE who, DONE who (he "
    "has gems enough), PLAYED scroll ON who BY who, CANFIGHT who, CANGEM, CANWIN; or a number: ROLL, ROUND, DIST who "
    "place, GEMS who, LOST who, ARMOR who, HAND who, DICE who, MARGIN who, with = < <= > >= or <> and a number."
)


def _placed(
    castle: Castle, how: str = "", colour: str = "", rooms: Sequence[str] = (), span: Span = NOWHERE
) -> Place | Fill | Problem:
    """A line that breaks the rules of placing is faulty as a whole (7.2)."""
    if how:
        return Fill(how, span=span)
    treasures = {castle.ids[number] for number in castle.treasures}
    plain = [room for room in rooms if room not in treasures]
    if plain:
        hint = f"The treasure rooms are {', '.join(sorted(treasures))}."
        return Problem("place", f"{plain[0]} is no treasure room; this line was not taken.", span, hint)
    twice = [room for room in rooms if rooms.count(room) > 1]
    if twice:
        return Problem("place", f"{twice[0]} stands twice; this line was not taken.", span, "Name each room once.")
    if len(rooms) > castle.gems_per_knight:
        most = f"There are {castle.gems_per_knight} gems of each colour, not {len(rooms)}; this line was not taken."
        return Problem("place", most, span, "Name fewer rooms.")
    return Place(colour, tuple(rooms), span=span)


def _moved(sieve: Sieve, tests: Tests = (), span: Span = NOWHERE) -> Move:
    return Move(sieve, tests, span=span)


def _fled(sieve: Sieve, tests: Tests = (), span: Span = NOWHERE) -> Flee:
    return Flee(sieve, tests, span=span)


def _played(casting: Play, tests: Tests = (), span: Span = NOWHERE) -> Play:
    return replace(casting, tests=tests, span=span)


def _negated(answer: Negate, tests: Tests = (), span: Span = NOWHERE) -> Negate:
    return replace(answer, tests=tests, span=span)


def _limited(number: int, scroll: str = "", span: Span = NOWHERE) -> Limit:
    return Limit(number, scroll, span=span)


def _verbs(castle: Castle) -> tuple[Verb, ...]:
    return (
        Verb(
            name="place",
            patterns=("place [gem|gems] <colour:placed> [gem|gems] [in|at|on|:|=] <rooms>", "place [gem|gems] <how>"),
            makes=lambda how="", colour="", rooms=(), span=NOWHERE: _placed(castle, how, colour, rooms, span),
            writes=(Place, Fill),
            write=str,
            help="Before round 1 the ogre lays gems of one colour into treasure rooms, one in each. PLACE STANDARD "
            "lays the gems left over as printed, PLACE RANDOM where chance says; silence is STANDARD.",
            form="PLACE __ IN __",
            examples=("PLACE RED A5, B3, C1", "PLACE RANDOM"),
        ),
        Verb(
            name="move",
            patterns=("move <sieve> [if <tests>]",),
            makes=_moved,
            writes=Move,
            write=str,
            help="Chooses the way in your own turn, once the die is cast. Lines are read from top to bottom: each "
            f"keeps the routes that fit it, and is skipped if none would be left. {SIEVES_TAUGHT} {PLACES_TAUGHT}",
            form="MOVE __",
            examples=("MOVE GEM", "MOVE FIGHT OGRE IF LOST ME >= 1", "MOVE CLEAR OGRE 4", "MOVE NEAR GEM"),
        ),
        Verb(
            name="flee",
            patterns=("flee <sieve> [if <tests>]",),
            makes=_fled,
            writes=Flee,
            write=str,
            help="Chooses the way after a battle in your own turn, with a die of its own; written like MOVE.",
            form="FLEE __",
            examples=("FLEE FAR OGRE", "FLEE NEAR GEM"),
        ),
        Verb(
            name="play",
            patterns=("play|cast <casting> [if <tests>]",),
            makes=_played,
            writes=Play,
            write=str,
            help="Plays a scroll, in anybody's turn, at the first moment that its window and the IF allow; x2 says "
            "twice a round. Without ON it goes on you (ARMOR, STRENGTH …), on your foe (RUST, WEAKNESS, FUMBLE) or "
            f"on the player whose turn it is (FREEZE, SLOW, WANDER). {FACTS_TAUGHT}",
            form="PLAY __",
            examples=(
                "PLAY STRENGTH IF GEMS ME >= 1",
                "PLAY FREEZE ON OGRE IF DIST OGRE ME <= 4",
                "PLAY WANDER ON OGRE STEER FIGHT BLUE; NEAR BLUE IF CANFIGHT ME",
                "PLAY DROP ON OGRE GEM BLUE",
            ),
        ),
        Verb(
            name="negate",
            patterns=("negate <answer> [if <tests>]",),
            makes=_negated,
            writes=Negate,
            write=str,
            help="Answers a scroll just played with NEGATE: this scroll, or ANY (all but NEGATE). BY says who played "
            "it, ON whom it was played on; NEGATE NEGATE ON ME protects your own scrolls.",
            form="NEGATE __",
            examples=("NEGATE FREEZE ON ME", "NEGATE ANY BY OGRE IF BATTLE ME"),
        ),
        Verb(
            name="limit",
            patterns=("limit [scrolls to] <number> [<scroll>] [scroll|scrolls]",),
            makes=_limited,
            writes=Limit,
            write=str,
            help="At most so many scrolls in the round, NEGATE included; with a name, of that scroll.",
            form="LIMIT __",
            examples=("LIMIT 3", "LIMIT 1 NIMBLE"),
        ),
        Verb(
            name="standing",
            patterns=("standing",),
            makes=Standing,
            writes=Standing,
            write=str,
            help="Keeps this sheet for later rounds, until you send another.",
            form="[ ] STANDING",
            examples=("STANDING",),
        ),
    )


def grammar(castle: Castle, seats: tuple[Seat, ...]) -> Grammar:
    """How orders are written at a table of these seats."""
    return Grammar(
        verbs=_verbs(castle),
        readers=the_words(castle, seats).readers(),
        seats=seats,
        joiners=(),
        continuations=("if", "and", "steer"),
        ignores=(",", "."),
    )
