"""A small mine and a small road game, for the tests of the grammar: enough verbs to show what pages can hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbem.grammar import Cursor, Grammar, Verb, phrase, read_count, several
from pbem.model import NOWHERE, Order, Problem, Span, Weight
from pbem.words import BLANK

SPACES = {letter: letter for letter in "ABCDEFGHIJKLMNOP"} | {"hut": "HUT", "equipment hut": "HUT", "basket": "BASKET"}
TOOLS = {
    **dict.fromkeys(("shovel", "shovels"), "shovel"),
    **dict.fromkeys(("pickaxe", "pickaxes", "pick"), "pickaxe"),
}
CHOICES = {"yes": "yes", "no": "no", "if leading": "if leading", "if I lead": "if leading"}


@dataclass(frozen=True)
class Buy(Order):
    """Tools, each with how many."""

    tools: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Move(Order):
    """Go somewhere."""

    to: str


@dataclass(frozen=True)
class Stay(Order):
    """Go nowhere."""


@dataclass(frozen=True)
class Dig(Order):
    """Dig with a tool."""

    tool: str | None = None


@dataclass(frozen=True)
class Lay(Order):
    """Lay counters of a kind."""

    kind: str
    spaces: tuple[str, ...]


@dataclass(frozen=True)
class End(Order):
    """End the game, or not."""

    choice: str


_tool = phrase("a tool", TOOLS)


def _tools(cursor: Cursor) -> tuple[int, str] | Problem:
    number = 1
    if cursor.skip(BLANK):
        number = 0
    elif not isinstance(read := read_count(cursor), Problem):
        number = read
    elif read.code == "number":
        return read
    tool = _tool(cursor)
    return tool if isinstance(tool, Problem) else (number, tool)


def _lays(kind: str) -> Callable[..., Lay | Problem]:
    def makes(spaces: tuple[str, ...], count: int | None = None, span: Span = NOWHERE) -> Lay | Problem:
        if count is not None and count != len(spaces):
            if len(spaces) > 1:
                return Problem("count", f"{count} do not fit {len(spaces)} spaces.", weight=Weight.AMBIGUOUS)
            spaces = spaces * count
        return Lay(kind, spaces, span=span)

    return makes


def _laying(kind: str) -> Verb:
    return Verb(
        name=kind,
        patterns=(f"[place|lay] [<count>] {kind}|{kind}s [at|on|in] <spaces>",),
        makes=_lays(kind),
        writes=Lay,
        write=lambda lay: f"{lay.kind.upper()} AT {', '.join(lay.spaces)}",
        help=f"Lays a {kind} on each space.",
        form=f"{kind.upper()} AT __",
        examples=(f"{kind} at M",),
    )


MINE = Grammar(
    verbs=(
        Verb(
            name="buy",
            patterns=("buy <tools>",),
            makes=Buy,
            writes=Buy,
            write=lambda buy: "BUY " + ", ".join(f"{number} {tool}" for number, tool in buy.tools),
            help="Buys tools.",
            form="BUY __ SHOVEL __ PICKAXE",
            examples=("buy 2 shovels and a pickaxe",),
        ),
        Verb(
            name="move",
            patterns=("move|go [to] <space>",),
            makes=lambda space, span: Move(space, span=span),
            writes=Move,
            write=lambda move: f"MOVE {move.to}",
            help="Goes to a space.",
            form="MOVE __",
            examples=("move to N",),
        ),
        Verb("stay", ("stay",), Stay, Stay, lambda stay: "STAY", "Goes nowhere.", "[ ] STAY", ("stay",)),
        Verb(
            name="dig",
            patterns=("dig [with|using] [<tool>]",),
            makes=Dig,
            writes=Dig,
            write=lambda dig: f"DIG {dig.tool}" if dig.tool else "DIG",
            help="Digs.",
            form="DIG __",
            examples=("dig with the pickaxe",),
        ),
        _laying("rock"),
        _laying("gold"),
        Verb(
            name="end",
            patterns=("end [game] <choice>", "end [game]"),
            makes=lambda choice=None, span=NOWHERE: (
                End(choice, span=span)
                if choice
                else Problem("bare-end", "END of what?", hint="Write END YES or END NO.", weight=Weight.AMBIGUOUS)
            ),
            writes=End,
            write=lambda end: f"END {end.choice}",
            help="Whether the game shall end.",
            form="END __",
            examples=("end if leading",),
        ),
    ),
    readers={
        "space": phrase("a space", SPACES),
        "spaces": several(phrase("a space", SPACES)),
        "tool": _tool,
        "tools": several(_tools, loose=True),
        "choice": phrase("a choice", CHOICES),
    },
    seats=("ann", "bob", "cy-2"),
)


# ------------------------------------------------------------------ roads: ELSE, IF and lines that go on

TOWNS = {"Feodor": "Feodor", "Ixara": "Ixara", "Al'Baran": "Al'Baran", "Rivinia": "Rivinia", "Ergeren": "Ergeren"}
CARDS = {"dragon": "dragon", "cloud": "cloud", "giant pig": "giant-pig", "sea monster": "sea-monster"}
_town = phrase("a town", TOWNS, beginnings=True)
_card = phrase("a counter", CARDS)


@dataclass(frozen=True)
class Place(Order):
    """A counter on a road, if the tests hold, else something else."""

    counter: str
    road: tuple[str, str]
    tests: tuple[tuple[str, object], ...] = ()
    otherwise: Order | None = None


@dataclass(frozen=True)
class Pass(Order):
    """Nothing, on purpose."""


def _road(cursor: Cursor) -> tuple[str, str] | Problem:
    first = _town(cursor)
    if isinstance(first, Problem):
        return first
    if not cursor.skip("-", "to"):
        return cursor.expected("'-' and another town")
    second = _town(cursor)
    return second if isinstance(second, Problem) else (first, second)


def _tests(cursor: Cursor) -> tuple[tuple[str, object], ...] | Problem:
    found: list[tuple[str, object]] = []
    while True:
        what = cursor.key()
        if cursor.skip("free"):
            value: object = _road(cursor)
        elif cursor.skip("roll"):
            value = read_count(cursor) if cursor.skip(">=") else cursor.expected("'>='")
        else:
            return cursor.expected("a test", ("free", "roll"))
        if isinstance(value, Problem):
            return value
        found.append((what, value))
        if not cursor.skip("and"):
            return tuple(found)


def _written(order: Order) -> str:
    if isinstance(order, Pass):
        return "PASS"
    assert isinstance(order, Place)
    line = f"LAY {order.counter.replace('-', ' ')} ON {' - '.join(order.road)}"
    for place, (what, value) in enumerate(order.tests):
        line += f" {'AND' if place else 'IF'} {what.upper()} "
        line += " - ".join(value) if isinstance(value, tuple) else f">= {value}"
    return line + (f" ELSE {_written(order.otherwise)}" if order.otherwise else "")


ROADS = Grammar(
    verbs=(
        Verb(
            name="lay",
            patterns=("lay <counter> on <road> [if <tests>] [else <otherwise:order>]",),
            makes=Place,
            writes=Place,
            write=_written,
            help="Lays a counter.",
            form="LAY __ ON __",
            examples=("lay dragon on Feodor - Ixara else pass",),
        ),
        Verb("pass", ("pass",), Pass, Pass, _written, "Passes.", "[ ] PASS", ("pass",)),
    ),
    readers={"counter": _card, "road": _road, "tests": _tests},
    seats=("red", "blue"),
    joiners=(";", "."),
    continuations=("if", "and", "else"),
    ignores=(",",),
    whole=(),
)
