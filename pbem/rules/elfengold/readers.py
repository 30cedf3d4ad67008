"""How people name tools, spaces, counters and numbers in their orders (Elfengold 9.4, 9.8)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace

from pbem.grammar import LISTING, ORDINARY, Cursor, Reader, phrase, read_count, several
from pbem.model import Problem, Span
from pbem.rules.elfengold.orders import Buy, Choice, Kind, Tool
from pbem.words import BLANK

AT = ("at", "on", "in", "to", "under")
MOST_LAID = 12
"""More counters than anybody has; what is ordered beyond is refused one by one."""
ALL = -1
"""Stands for as many counters as a player has."""

TOOLS: Mapping[str, Tool] = {
    **dict.fromkeys(("shovel", "shovels", "spade", "spades"), "shovel"),
    **dict.fromkeys(("pickaxe", "pickaxes", "pick", "picks", "pick-axe", "pick-axes", "pick axe"), "pickaxe"),
}
KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("rock", "rocks", "stone", "stones"), "rock"),
    **dict.fromkeys(("gold", "golds"), "gold"),
}
LEADING = tuple(
    f"{only}if {leading}"
    for only in ("", "only ")
    for leading in (
        *("leading", "ahead", "winning", "i lead", "i win", "i am leading", "i'm leading", "im leading"),
        *("i am ahead", "i'm ahead", "i am winning", "i'm winning", "i am the leader", "i would win"),
        *("i have the lead", "i'm in the lead", "i am in the lead", "in the lead"),
    )
)
CHOICES: Mapping[str, Choice] = {
    **dict.fromkeys(("yes", "now", "y", "yes please"), "yes"),
    **dict.fromkeys(("no", "not", "n"), "no"),
    **dict.fromkeys(LEADING, "if leading"),
}

tool_named = phrase("a tool", TOOLS)


@dataclass(frozen=True, slots=True)
class Entry:
    """A space in a list of counters, and where it was written; ``times`` if it counts for more than one."""

    space: str
    span: Span
    times: int = 1
    own: bool = False
    """Whether a number stands before it: "2 at J"."""


def a_tool(cursor: Cursor) -> Tool | Problem:
    """One tool by name: "the pickaxe", "my last shovel"."""
    cursor.skip("the", "a", "my", "one", "his")
    cursor.skip("last", "only", "other", "new", "one", "remaining")
    tool: Tool | Problem = tool_named(cursor)
    return tool


def counters(cursor: Cursor) -> int | Problem:
    """How many counters: a number, "both", or "all"."""
    for word, number in (("both", 2), ("all", ALL)):
        if cursor.skip(word):
            cursor.skip("of")
            cursor.skip("the", "my")
            return number
    return read_count(cursor)


def _some_tools(cursor: Cursor) -> Buy | Problem | None:
    """An entry of a shopping list: "2 shovels", "a pickaxe"; None where a blank was left blank, or none are wanted."""
    start, number = cursor.mark, 1
    if cursor.skip(BLANK, "no"):
        tool = tool_named(cursor)
        return tool if isinstance(tool, Problem) else None
    cursor.skip("the", "my", "another")
    if not isinstance(read := read_count(cursor), Problem):
        number = read
    elif read.code == "number":
        return read
    cursor.skip("x", "new", "more")
    tool = tool_named(cursor)
    if isinstance(tool, Problem):
        return tool
    if isinstance(read, Problem):
        number = _labelled(cursor) or so_often(cursor)
    return Buy(tool, number, span=cursor.span(start)) if number else None


def _labelled(cursor: Cursor) -> int:
    """The number in "shovel: 2"; 0 where there is none."""
    start = cursor.mark
    if cursor.skip(":", "=") and not isinstance(number := read_count(cursor), Problem):
        return number
    cursor.mark = start
    return 0


shopping = several(_some_tools, loose=True)


def so_often(cursor: Cursor) -> int:
    """How often what stands before counts: "J twice", "J x2", "shovel x 2"."""
    start, key = cursor.mark, cursor.key()
    for often, names in ((2, ("twice", "double")), (3, ("thrice", "triple"))):
        if cursor.skip(*names):
            return often
    if key[:1] == "x" and key[1:].isdecimal() and len(key) <= 3:
        cursor.take()
        return int(key[1:])
    if cursor.skip("x") and not isinstance(number := read_count(cursor), Problem):
        return number
    cursor.mark = start
    if not isinstance(number := read_count(cursor), Problem) and cursor.skip("times"):
        return number
    cursor.mark = start
    return 1


def times(cursor: Cursor) -> int | Problem:
    """A number behind a name: "rock x2 at M"."""
    start = cursor.mark
    number = so_often(cursor)
    return number if cursor.mark > start else cursor.expected("'x2'")


def space_readers(names: Mapping[str, str]) -> dict[str, Reader]:
    """Readers of one space and of lists; letters count as spaces only where a space is expected (9.8)."""
    named, ids = phrase("a space", names), frozenset(names.values())

    def one(cursor: Cursor) -> str | Problem:
        cursor.skip("the")
        cursor.skip("space", "square", "field")
        space: str | Problem = named(cursor)
        return space

    elsewhere = phrase("a space", {name: space for name, space in names.items() if name not in ORDINARY})

    def far(cursor: Cursor) -> str | Problem:
        cursor.skip("the")
        space: str | Problem = elsewhere(cursor)
        return space

    def target(cursor: Cursor) -> str | Problem:
        space = one(cursor)
        return _no_target(space) if isinstance(space, Problem) else space

    def entry(cursor: Cursor) -> Entry | Problem:
        number = _so_many(cursor)
        cursor.skip(*AT)
        start = cursor.mark
        space = one(cursor)
        if isinstance(space, Problem):
            return _no_list(cursor, space, ids)
        return Entry(space, cursor.span(start), number or min(so_often(cursor), MOST_LAID), bool(number))

    stops = several(one, between=(*LISTING, "->", "-", "to", "then"), loose=True)

    def route(cursor: Cursor) -> tuple[str, ...] | Problem:
        spaces: tuple[str, ...] | Problem = stops(cursor)
        if isinstance(spaces, Problem) or len(spaces) > 1:
            return spaces
        return replace(cursor.expected("another space"), code="unexpected")

    way = phrase("a way", {**names, "ladder": "ladder", "ladders": "ladder", "tunnel": "tunnel", "tunnels": "tunnel"})
    return {"space": target, "far": far, "spaces": several(entry, loose=True), "route": route, "way": several(way)}


def _so_many(cursor: Cursor) -> int:
    """The number in "F and 2 at J", "2 x J", "the other at N"; 0, and nothing taken, where there is none."""
    start, article = cursor.mark, cursor.key() in ("a", "an")
    cursor.skip("the")
    number = 1 if cursor.skip("other", "last", "second", "third") else counters(cursor)
    if not article and not isinstance(number, Problem) and number > 0:
        cursor.skip("one", "ones")
        if cursor.key(-1) == "x" or cursor.key() in AT:
            return min(number, MOST_LAID)
    cursor.mark = start
    return 0


def _no_target(problem: Problem) -> Problem:
    """What helps where a route stands for the space where it ends."""
    if problem.code != "unknown" or "Did you" in problem.hint or "-" not in problem.message:
        return problem
    return replace(problem, hint="Name one space only: the one where the move ends.")


def _no_list(cursor: Cursor, problem: Problem, ids: Set[str]) -> Problem:
    """What helps where letters without commas stand for a list of spaces."""
    letters = cursor.key().upper()
    if problem.code != "unknown" or "Did you" in problem.hint:
        return problem
    if "-" in letters:
        return replace(problem, hint="Name one space for each counter, with commas between them.")
    if letters.isdecimal():
        return replace(problem, hint="Spaces have letters. For more than one counter on a space write 'J x2'.")
    word = cursor.peek()
    plain = word is None or not (word.text.isupper() or cursor.key(-1) in (*AT, ":", "="))
    if len(letters) > 1 and not plain and all(letter in ids for letter in letters):
        return replace(problem, hint=f"Put commas between the letters: '{', '.join(letters)}'.")
    return problem
