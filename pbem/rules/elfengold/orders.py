"""What a miner may order, and how people write it (Elfengold 9.4 to 9.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pbem.grammar import Cursor, Grammar, Reader, Verb, phrase, read_count, several
from pbem.model import NOWHERE, Order, Problem, Seat, Span, Weight
from pbem.words import BLANK

Tool: TypeAlias = Literal["shovel", "pickaxe"]
Kind: TypeAlias = Literal["rock", "gold"]
Choice: TypeAlias = Literal["yes", "no", "if leading"]
Placed: TypeAlias = tuple[tuple[str, Span], ...]
"""Spaces as listed, each with where it was written."""

AT = ("at", "on", "in")
MOST_LAID = 12
"""More counters than anybody has; what is ordered beyond is refused one by one."""


@dataclass(frozen=True)
class Borrow(Order):
    """Ask the Troll for a loan (4.7)."""


@dataclass(frozen=True)
class Buy(Order):
    """Buy some tools of one kind (4.1)."""

    tool: Tool
    number: int = 1


@dataclass(frozen=True)
class Move(Order):
    """Go to a space; the route follows from the rules (5.7)."""

    to: str


@dataclass(frozen=True)
class Stay(Order):
    """Stay where one is, a space that may be named; it shows that the sheet is meant (9.7)."""

    at: str | None = None


@dataclass(frozen=True)
class Dig(Order):
    """Dig where the move ends, a space that may be named, with a named tool or as 6.3 says."""

    tool: Tool | None = None
    at: str | None = None


@dataclass(frozen=True)
class Lay(Order):
    """Lay one counter face down (7.1)."""

    kind: Kind
    space: str


@dataclass(frozen=True)
class End(Order):
    """The wish to end the game, or not (8.1, 8.5)."""

    choice: Choice


# ------------------------------------------------------------------ readers

TOOLS: Mapping[str, Tool] = {
    **dict.fromkeys(("shovel", "shovels", "spade", "spades"), "shovel"),
    **dict.fromkeys(("pickaxe", "pickaxes", "pick", "picks", "pick-axe", "pick-axes", "pick axe"), "pickaxe"),
}
CHOICES: Mapping[str, Choice] = {
    **dict.fromkeys(("yes", "now"), "yes"),
    **dict.fromkeys(("no", "not"), "no"),
    **dict.fromkeys(
        (f"{only}if {leading}" for only in ("", "only ") for leading in (
            "leading", "ahead", "winning", "i lead", "i win", "i am leading", "i'm leading", "im leading",
            "i am ahead", "i'm ahead", "i am winning", "i'm winning", "i am the leader", "i would win",
        )),
        "if leading",
    ),
}  # fmt: skip

_tool = phrase("a tool", TOOLS)


def a_tool(cursor: Cursor) -> Tool | Problem:
    """One tool by name: "the pickaxe", "my last shovel"."""
    cursor.skip("the", "a", "my", "one")
    cursor.skip("last", "only", "other", "new", "one", "remaining")
    tool: Tool | Problem = _tool(cursor)
    return tool


def _some_tools(cursor: Cursor) -> Buy | Problem | None:
    """An entry of a shopping list: "2 shovels", "a pickaxe"; None where a blank of the form was left blank."""
    start, number = cursor.mark, 1
    if cursor.skip(BLANK):
        tool = _tool(cursor)
        return tool if isinstance(tool, Problem) else None
    cursor.skip("the", "my", "another")
    if not isinstance(read := read_count(cursor), Problem):
        number = read
    elif read.code == "number":
        return read
    cursor.skip("x", "new", "more")
    tool = _tool(cursor)
    if isinstance(tool, Problem):
        return tool
    if isinstance(read, Problem):
        number = _times(cursor)
    return Buy(tool, number, span=cursor.span(start))


def _times(cursor: Cursor) -> int:
    """The number in "shovel x 2" and "shovel x2"; 1 where there is none."""
    start = cursor.mark
    if cursor.skip("x") and not isinstance(number := read_count(cursor), Problem):
        return number
    cursor.mark = start
    return _so_often(cursor)


def space_readers(names: Mapping[str, str]) -> dict[str, Reader]:
    """Readers of one space and of lists; letters count as spaces only where a space is expected (9.8)."""
    named, ids = phrase("a space", names), frozenset(names.values())

    def one(cursor: Cursor) -> str | Problem:
        cursor.skip("the")
        cursor.skip("space", "square")
        space: str | Problem = named(cursor)
        return _not_a_space(cursor, space, ids) if isinstance(space, Problem) else space

    def placed(cursor: Cursor) -> Placed | Problem:
        times = _so_many_at(cursor)
        cursor.skip(*AT)
        start = cursor.mark
        space = one(cursor)
        if isinstance(space, Problem):
            return space
        place = cursor.span(start)
        return ((space, place),) * (times or _so_often(cursor))

    listed = several(placed, loose=True)

    def all_placed(cursor: Cursor) -> Placed | Problem:
        entries = listed(cursor)
        return entries if isinstance(entries, Problem) else tuple(place for entry in entries for place in entry)

    return {"space": one, "spaces": all_placed}


def _so_many_at(cursor: Cursor) -> int:
    """The number in "F and 2 at J"; 0, and nothing taken, where there is none."""
    start, article = cursor.mark, cursor.key() in ("a", "an")
    number = read_count(cursor)
    if article or isinstance(number, Problem) or not number or cursor.key() not in AT:
        cursor.mark = start
        return 0
    return min(number, MOST_LAID)


def _so_often(cursor: Cursor) -> int:
    """How often the space before counts: "J twice", "J x2"."""
    for often, names in ((2, ("twice", "x2")), (3, ("thrice", "x3"))):
        if cursor.skip(*names):
            return often
    return 1


def _not_a_space(cursor: Cursor, problem: Problem, ids: Set[str]) -> Problem:
    """What helps where a route or letters without commas stand for a space."""
    letters = cursor.key().upper()
    if problem.code != "unknown" or "Did you" in problem.hint:
        return problem
    if "-" in letters:
        return replace(problem, hint="Name one space only: the one where the move ends, or one for each counter.")
    if len(letters) > 1 and all(letter in ids for letter in letters):
        return replace(problem, hint=f"Put commas between the letters: '{', '.join(letters)}'.")
    return problem


# ------------------------------------------------------------------ verbs


def _laid(kind: Kind) -> Callable[..., tuple[Lay, ...] | Problem]:
    """One counter for each space, or all of a number on a single one; what fits neither is asked back (9.8)."""

    def makes(spaces: Placed, count: int | None = None, span: Span = NOWHERE) -> tuple[Lay, ...] | Problem:
        if count == 0:
            hint = "Leave the line out, or say how many."
            return Problem("number", f"There is nothing to lay: 0 {kind} counters.", span, hint, Weight.AMBIGUOUS)
        if count is not None and count != len(spaces):
            if len(spaces) > 1:
                message = f"{count} {kind} counters do not fit {len(spaces)} spaces."
                hint = "Name one space for each counter, or one space for all."
                return Problem("number", message, span, hint, Weight.AMBIGUOUS)
            spaces = spaces * min(count, MOST_LAID)
        return tuple(Lay(kind, space, span=place) for space, place in spaces)

    return makes


def _laying(kind: Kind, names: str) -> Verb:
    counters = f"{names} [counter|counters] [at|on|in|to|:|=] <spaces>"
    return Verb(
        name=kind,
        patterns=(f"place|lay|put|hide [my] [<count>] {counters}", f"[<count>] {counters}"),
        makes=_laid(kind),
        writes=Lay,
        write=_written_laying,
        help=f"Lays a {kind} face down on each space named. All counters must be laid, on numbered spaces.",
        form=f"{kind.upper()} AT __",
        examples=(f"{kind.upper()} AT F, J, J", f"2 {kind.upper()}S AT F AND J", f"place a {kind} at M"),
    )


def _written_laying(order: Lay) -> str:
    return f"{order.kind.upper()} AT {order.space}"


def _ends(choice: Choice = "yes", span: Span = NOWHERE) -> End:
    return End(choice, span=span)


def _plays_on(span: Span = NOWHERE) -> End:
    return End("no", span=span)


def _buys_nothing(span: Span = NOWHERE) -> Problem:
    message = "No order is needed for this: a miner buys only what a BUY line names."
    return Problem("not-buying", message, span, weight=Weight.NOTE)


def _does_not_dig(span: Span = NOWHERE) -> Problem:
    message = "No order is needed for this: a miner digs only with a DIG line."
    return Problem("not-digging", message, span, weight=Weight.NOTE)


def _bare_end(span: Span = NOWHERE) -> Problem:
    hint = "Write END YES, END NO or END IF LEADING; the foot of a page needs no word."
    message = "END alone may mean the end of the game or of the page."
    return Problem("bare-end", message, span, hint, Weight.AMBIGUOUS)


def _end_verb(patterns: tuple[str, ...], makes: Callable[..., End | Problem], taught: bool = False) -> Verb:
    return Verb(
        name="end" if taught else "end-also",
        patterns=patterns,
        makes=makes,
        writes=End,
        write=lambda order: f"END {order.choice.upper()}",
        help="Whether the game shall end, if you end the round in the Hut with 50 gold or more. Silence ends it.",
        form="END __",
        examples=("END NO", "END IF LEADING", "end the game if I lead"),
    )


def _written_digging(order: Dig) -> str:
    tool = f" {order.tool.upper()}" if order.tool else ""
    return f"DIG{tool} AT {order.at}" if order.at else f"DIG{tool}"


BUYING = Verb(
    name="buy",
    patterns=("buy|purchase [:] <shopping>",),
    makes=lambda shopping, span=NOWHERE: tuple(buy for buy in shopping if buy),
    writes=Buy,
    write=lambda order: f"BUY {order.number} {order.tool.upper()}",
    help="Buys tools one by one in the order written: a shovel for 1 gold, a pickaxe for 3; at most 5 in all.",
    form="BUY __ SHOVEL __ PICKAXE",
    examples=("BUY 2 SHOVEL 1 PICKAXE", "I'd like to buy two shovels and a pickaxe"),
)

DIGGING = Verb(
    name="dig",
    patterns=(
        "dig [here|there] [with|using|:] <tool> [here|there] [at|on|in <space>]",
        "dig [at|on|in <space>] [with|using <tool>]",
        "dig here|there",
    ),
    makes=lambda tool=None, space=None, span=NOWHERE: Dig(tool, space, span=span),
    writes=Dig,
    write=_written_digging,
    help="Digs where your move ends, if a counter lies there. With no tool named: with a shovel, if you have one.",
    form="DIG __",
    examples=("DIG PICKAXE", "dig with the shovel"),
)

VERBS = (
    Verb(
        name="borrow",
        patterns=("borrow [5] [gold] [coin|coins] [from] [troll]",),
        makes=Borrow,
        writes=Borrow,
        write=lambda order: "BORROW",
        help="Asks the Troll for 5 gold before buying, if your last tool broke and you have less than 5.",
        form="[ ] BORROW",
        examples=("BORROW", "borrow 5 gold from the Troll"),
    ),
    BUYING,
    replace(
        BUYING,
        name="buy-also",
        patterns=("buy|purchase nothing|none", "don't|dont buy [anything]", "do not buy [anything]"),
        makes=_buys_nothing,
    ),
    Verb(
        name="move",
        patterns=("move|go|walk|return|climb|travel [:] [back] [down|up|over] [to|into] <space>",),
        makes=lambda space, span=NOWHERE: Move(space, span=span),
        writes=Move,
        write=lambda order: f"MOVE {order.to}",
        help="Goes to a space. The way with the lowest toll is taken, then the shortest.",
        form="MOVE __",
        examples=("MOVE N", "go to the hut"),
    ),
    Verb(
        name="stay",
        patterns=("stay|remain [here|there|put] [at|on|in <space>]", "don't|dont move", "do not move"),
        makes=lambda space=None, span=NOWHERE: Stay(space, span=span),
        writes=Stay,
        write=lambda order: f"STAY AT {order.at}" if order.at else "STAY",
        help="Stays where you are; it shows that the page is meant.",
        form="[ ] STAY",
        examples=("STAY",),
    ),
    DIGGING,
    replace(
        DIGGING,
        name="dig-also",
        patterns=("don't|dont dig [here|there]", "do not dig [here|there]"),
        makes=_does_not_dig,
    ),
    _laying("rock", "rock|rocks|stone|stones"),
    _laying("gold", "gold|golds"),
    _end_verb(("end [game] [:|=] <choice>", "end game"), _ends, taught=True),
    _end_verb(("don't|dont end [game]", "do not end [game]"), _plays_on),
    _end_verb(("end",), _bare_end),
)


def grammar(names: Mapping[str, str], seats: Sequence[Seat]) -> Grammar:
    """How orders are written at this table, in a mine whose spaces have these names."""
    readers: dict[str, Reader] = {
        "shopping": several(_some_tools, loose=True),
        "tool": a_tool,
        "choice": phrase("a choice", CHOICES),
        **space_readers(names),
    }
    return Grammar(verbs=VERBS, readers=readers, seats=tuple(seats))


def taken_words(names: Mapping[str, str]) -> frozenset[str]:
    """Words of order lines and of the names of spaces, which cannot name a seat."""
    plain = "place lay put hide my rock rocks stone stones gold golds counter counters at on in to buy purchase move go"
    more = "walk return climb travel back down up over into stay remain here there dig with using end game do not dont"
    rest = "borrow troll me twice thrice anything nothing"
    words = {word for name in (*TOOLS, *CHOICES, *names) for word in name.split()}
    return frozenset({*plain.split(), *more.split(), *rest.split(), *words})
