"""How people write their orders in the mine, plainly or in ordinary words (Elfengold 9.4 to 9.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.grammar import JOINERS, LEAD_INS, Grammar, Reader, Verb, phrase
from pbem.model import NOWHERE, Problem, Seat, Span, Weight
from pbem.rules.elfengold import readers
from pbem.rules.elfengold.orders import Borrow, Buy, Choice, Dig, End, Kind, Lay, Move, Stay, Tool
from pbem.rules.elfengold.readers import ALL, CHOICES, KINDS, LEADING, MOST_LAID, TOOLS, Entry

NOT = (
    "(don't|dont|won't|wont|not|never|no|can't|cannot | do|will|would|shall|can not | rather not"
    " | don't|dont|not want|wish|plan|need|intend|going to | do not want|wish|plan|need|intend to)"
)
"""What makes an order the opposite."""
GOING = "move|go|walk|return|climb|travel"
GOES = "moving|moves|going|goes|walking|heading|head|proceed|proceeding|run|travelling|climbing|returning|movement"
TARGET = (
    "[me|miner|elf|myself] [:|is|=] [back|on|along] [down|up|over] [from <origin:space>]"
    " [to|into|onto|for|towards|toward] "
)
VIA = "via|through|along|over|past|by|using"
WITH = "with|using|w|by [/]"
LYING = "[counter|counters] [<often>] [goes|go] [at|on|in|to|under|:|=] <spaces>"
STILL = "[there|here | where they are | as they are|were]"
LEADS = ("my miner", "miner", "my elf", "counters:", "my counters:", "placement:", "placements:")
"""What may stand before an order here, besides what may everywhere."""


def _laid(kind: Kind, count: int | None, spaces: Sequence[Entry], stock: int, span: Span) -> tuple[Lay, ...] | Problem:
    """One counter for each entry, or all of a number on a single one; what fits neither is asked back (9.8)."""
    if count == 0:
        hint = "Leave the line out, or say how many."
        return Problem("number", f"There is nothing to lay: 0 {kind} counters.", span, hint, Weight.AMBIGUOUS)
    first, wanted = spaces[0], stock if count == ALL else count
    own = any(entry.own for entry in spaces[1:])
    if wanted and not first.own and (own or (len(spaces) == 1 and first.times == 1)):
        spaces = (replace(first, times=min(wanted, MOST_LAID)), *spaces[1:])
    laid = tuple(Lay(kind, entry.space, span=entry.span) for entry in spaces for _ in range(entry.times))
    if wanted and wanted != len(laid) and not own and not (len(spaces) == 1 and wanted > MOST_LAID):
        message = f"{wanted} {kind} counters do not fit {len(laid)} spaces."
        hint = "Name one space for each counter, or one space for all."
        return Problem("number", message, span, hint, Weight.AMBIGUOUS)
    return laid


def _lays(kind: Kind, stock: Mapping[Kind, int]) -> Callable[..., tuple[Lay, ...] | Problem]:
    def makes(
        spaces: Sequence[Entry], count: int | None = None, often: int | None = None, span: Span = NOWHERE
    ) -> tuple[Lay, ...] | Problem:
        return _laid(kind, often if count is None else count, spaces, stock[kind], span)

    return makes


def _lays_any(stock: Mapping[Kind, int]) -> Callable[..., tuple[Lay, ...] | Problem]:
    def makes(kind: Kind, **slots: Any) -> tuple[Lay, ...] | Problem:
        return _lays(kind, stock)(**slots)

    return makes


def _laying(kind: Kind, names: str, stock: Mapping[Kind, int]) -> Verb:
    return Verb(
        name=kind,
        patterns=(f"[<count>] {names} {LYING}",),
        makes=_lays(kind, stock),
        writes=Lay,
        write=lambda order: f"{order.kind.upper()} AT {order.space}",
        help=f"Lays a {kind} face down on each space named. All counters must be laid, on numbered spaces.",
        form=f"{kind.upper()} AT __",
        examples=(f"{kind.upper()} AT F, J, J", f"2 {kind.upper()}S AT F AND J", f"place a {kind} at M"),
    )


def _layings(stock: Mapping[Kind, int]) -> tuple[Verb, ...]:
    rock, gold = _laying("rock", "rock|rocks|stone|stones", stock), _laying("gold", "gold|golds", stock)
    also = replace(
        rock,
        name="lay-also",
        patterns=(f"place|lay|put|hide [down] [<count>] <kind> {LYING}",),
        loosely=(f"set|drop|leave|bury|placing|laying|putting|hiding [down] [<count>] <kind> {LYING}",),
        makes=_lays_any(stock),
    )
    unknown = replace(
        rock,
        name="lay-what",
        patterns=(),
        loosely=(
            f"[place|lay|put|hide|set] [<count>] counter|counters {LYING}",
            "place|lay|put|hide|set all|everything|both|them at|on|in <spaces>",
        ),
        makes=_says("kind", "Are these rocks or golds?", "Write ROCK AT or GOLD AT and the spaces."),
    )
    again = replace(
        rock,
        name="lay-again",
        patterns=(),
        loosely=(
            "[place|lay|put|leave|keep] [all|same] counter|counters [again] as|like [last|before] [turn|round|time]",
            "[place|lay|put] same counters [again]",
            f"leave|keep [all] counters|rocks|golds|them {STILL}",
            f"counters|rocks|golds stay|remain|lie {STILL}",
        ),
        makes=_says("again", "All counters come back and are laid anew.", "Name the spaces for rocks and golds."),
    )
    return rock, gold, also, unknown, again


def _says(code: str, message: str, hint: str = "", weight: Weight = Weight.AMBIGUOUS) -> Callable[..., Problem]:
    """What makes no order but a word to the writer."""

    def makes(span: Span = NOWHERE, **slots: object) -> Problem:
        return Problem(code, message, span, hint, weight)

    return makes


def _needless(code: str, message: str) -> Callable[..., Problem]:
    return _says(code, f"No order is needed for this: {message}", weight=Weight.NOTE)


def _route(span: Span = NOWHERE, space: str = "", route: Sequence[str] = (), **slots: object) -> Problem:
    space = space or next(reversed(route), "")
    message = "You name only the space where the move ends; the way follows from the rules."
    return Problem("route", message, span, f"Write MOVE {space or 'and that space'}.", Weight.AMBIGUOUS)


def _bought(shopping: Sequence[Buy | None], span: Span = NOWHERE) -> tuple[Buy, ...] | Problem:
    return tuple(buy for buy in shopping if buy) or _buys_nothing(span=span)


def _ends(choice: Choice = "yes", span: Span = NOWHERE) -> End:
    return End(choice, span=span)


def _plays_on(span: Span = NOWHERE) -> End:
    return End("no", span=span)


def _written_digging(order: Dig) -> str:
    tool = f" {order.tool.upper()}" if order.tool else ""
    return f"DIG{tool} AT {order.at}" if order.at else f"DIG{tool}"


def _digs(tool: Tool | None = None, space: str | None = None, span: Span = NOWHERE) -> Dig:
    return Dig(tool, space, span=span)


_buys_nothing = _needless("not-buying", "a miner buys only what a BUY line names.")

BORROWING = Verb(
    name="borrow",
    patterns=("borrow [5] [gold|money] [coin|coins] [from] [troll]",),
    makes=Borrow,
    writes=Borrow,
    write=lambda order: "BORROW",
    help="Asks the Troll for 5 gold before buying, if your last tool broke and you have less than 5.",
    form="[ ] BORROW",
    examples=("BORROW", "borrow 5 gold from the Troll"),
    loosely=(
        "borrowing [5] [gold|money] [coin|coins] [from] [troll]",
        "take|need|want|request|get|like [a] loan [of 5 [gold] [coin|coins]] [from troll]",
    ),
)
BUYING = Verb(
    name="buy",
    patterns=("buy|purchase [:] <shopping>",),
    makes=_bought,
    writes=Buy,
    write=lambda order: f"BUY {order.number} {order.tool.upper()}",
    help="Buys tools one by one in the order written: a shovel for 1 gold, a pickaxe for 3; at most 5 in all.",
    form="BUY __ SHOVEL __ PICKAXE",
    examples=("BUY 2 SHOVEL 1 PICKAXE", "I'd like to buy two shovels and a pickaxe"),
    loosely=("buying|purchasing|get|order|want|like|shopping [:] <shopping>",),
)
MOVING = Verb(
    name="move",
    patterns=(f"{GOING} {TARGET}<space>",),
    makes=lambda space, origin=None, span=NOWHERE: Move(space, span=span),
    writes=Move,
    write=lambda order: f"MOVE {order.to}",
    help="Goes to a space. The way with the lowest toll is taken, then the shortest.",
    form="MOVE __",
    examples=("MOVE N", "go to the hut"),
    loosely=(f"{GOES} {TARGET}<space:far>",),
)
STAYING = Verb(
    name="stay",
    patterns=("stay|remain [here|there|put | where i am | where i'm] [at|on|in <space>]",),
    makes=lambda space=None, span=NOWHERE: Stay(space, span=span),
    writes=Stay,
    write=lambda order: f"STAY AT {order.at}" if order.at else "STAY",
    help="Stays where you are; it shows that the page is meant.",
    form="[ ] STAY",
    examples=("STAY",),
    loosely=(
        f"{NOT} move|moving|moves|movement|go [anywhere]",
        "move|moving|movement [:] no|none|nowhere|nothing|stay",
        "staying|stays [here|there|put] [at|on|in <space:far>]",
        "do nothing",
        "pass|hold",
        "skip [turn|move|round]",
    ),
)
DIGGING = Verb(
    name="dig",
    patterns=(
        f"dig [for gold] [here|there] [{WITH} | :] <tool> [here|there] [at|on|in <space>]",
        f"dig [for gold] [here|there] [[at|on|in|:] <space>] [{WITH} <tool>]",
        f"dig [:] yes|y [,] [{WITH}] [<tool>]",
    ),
    makes=_digs,
    writes=Dig,
    write=_written_digging,
    help="Digs where your move ends, if a counter lies there. With no tool named: with a shovel, if you have one.",
    form="[ ] DIG SHOVEL\n[ ] DIG PICKAXE",
    examples=("DIG PICKAXE", "dig with the shovel"),
    loosely=(
        f"digging|digs [for gold] [here|there] [{WITH} | :] <tool> [here|there] [at|on|in <space>]",
        f"digging|digs [for gold] [here|there] [[at|on|in|:] <space>] [{WITH} <tool>]",
        "use|using <tool> [(and|to dig) | for digging] [here|there] [at|on|in <space>]",
    ),
)
ENDING = Verb(
    name="end",
    patterns=("end [game] [:|=|?] <choice>", "end game"),
    makes=_ends,
    writes=End,
    write=lambda order: f"END {order.choice.upper()}",
    help="Whether the game shall end, if you end the round in the Hut with 50 gold or more. Silence ends it.",
    form="[ ] END YES\n[ ] END NO\n[ ] END IF LEADING",
    examples=("END NO", "END IF LEADING", "end the game if I lead"),
    loosely=(
        "ending [game] [:|=|?] <choice>",
        "finish|stop|close game [<choice>]",
        "end of game [:|=|?] <choice>",
        "want|like game to end [now]",
    ),
)
NEEDLESS = (
    replace(
        BORROWING,
        name="borrow-also",
        patterns=("borrow [:] nothing|no|none",),
        loosely=(f"{NOT} borrow|borrowing [anything|money|gold]", "no loan"),
        makes=_needless("not-borrowing", "the Troll lends only to those who write BORROW."),
    ),
    replace(
        BORROWING,
        name="repay",
        patterns=(),
        loosely=("pay|repay|paying|repaying [back] [5] [gold] [to] troll|loan|debt [back]",),
        makes=_needless("repaying", "what is owed goes back by itself at the end of the digging step."),
    ),
    replace(
        BUYING,
        name="buy-also",
        patterns=("buy|purchase [:] nothing|none",),
        loosely=(
            f"{NOT} buy|buying|purchase [anything|tools | any|a tool|tools]",
            "no shopping|purchase|purchases|tools",
        ),
        makes=_buys_nothing,
    ),
    replace(
        STAYING,
        name="stay-well",
        patterns=(),
        loosely=("stay safe|well|healthy|tuned|sharp|strong|lucky [and have fun]",),
        makes=_needless("wish", "it was taken for a kind wish."),
    ),
    replace(
        DIGGING,
        name="dig-also",
        patterns=("dig [:] no|none|nothing|nowhere",),
        loosely=(f"{NOT} dig|digging|digs [here|there|anywhere]", "digging [:] no|none|nothing|nowhere"),
        makes=_needless("not-digging", "a miner digs only with a DIG line."),
    ),
)
"""What people write to say that they do nothing of a kind."""
ASKED = (
    replace(
        MOVING,
        name="move-by",
        patterns=(
            f"{GOING} [back] [down|up] [to|into] <space> {VIA} <way>",
            f"{GOING} [back] [down|up] {VIA} <way> [and|,] to|into|for <space>",
            f"{GOING} [:] [to|from] <route>",
        ),
        loosely=("take|ride|use basket|ladder|tunnel [down|up|back|home] [to|into <space>]",),
        makes=_route,
    ),
    replace(
        BUYING,
        name="sell",
        patterns=(),
        loosely=("sell|discard|swap|trade|exchange|give|throw|drop [away|up|back] [<count>] <tool>",),
        makes=_says("not-sold", "Tools cannot be sold, given away, swapped or dropped.", weight=Weight.NOT_ALLOWED),
    ),
    replace(
        ENDING,
        name="end-what",
        patterns=("end",),
        loosely=(),
        makes=_says(
            "bare-end",
            "END alone may mean the end of the game or of the page.",
            "Write END YES, END NO or END IF LEADING; the foot of a page needs no word.",
        ),
    ),
)
"""What is asked back, in words of its own."""
LEADING_OR_NOT = replace(
    ENDING,
    name="end-else",
    patterns=(),
    loosely=("end|finish|stop [game] [:|=] <leading> [,|;] (otherwise|else | if not) [no|not|don't|dont | play on]",),
    makes=lambda span=NOWHERE, **slots: End("if leading", span=span),
)
PLAYING_ON = replace(
    ENDING,
    name="end-also",
    patterns=(),
    loosely=(
        f"{NOT} end|ending|finish|stop [game]",
        "(don't|dont|not | do not) want game to end",
        "play|playing on",
        "keep [on] playing",
        "continue [game|playing | to play]",
    ),
    makes=_plays_on,
)


def grammar(names: Mapping[str, str], seats: Sequence[Seat], stock: Mapping[Kind, int]) -> Grammar:
    """How orders are written at this table: the names of the mine's spaces, and how many counters each player has."""
    table: dict[str, Reader] = {
        "count": readers.counters,
        "often": readers.times,
        "shopping": readers.shopping,
        "tool": readers.a_tool,
        "kind": phrase("a counter", KINDS),
        "choice": phrase("a choice", CHOICES),
        "leading": phrase("a condition", dict.fromkeys(LEADING, "if leading")),
        **readers.space_readers(names),
    }
    verbs = (
        BORROWING,
        BUYING,
        MOVING,
        STAYING,
        DIGGING,
        *_layings(stock),
        ENDING,
        LEADING_OR_NOT,
        PLAYING_ON,
        *NEEDLESS,
        *ASKED,
    )
    lead_ins = (*LEAD_INS, *LEADS)
    return Grammar(verbs, table, tuple(seats), lead_ins, JOINERS, names=(*names, *TOOLS))


def taken_words(names: Mapping[str, str]) -> frozenset[str]:
    """Words of order lines and of the names of spaces, which cannot name a seat."""
    plain = "place lay put hide my rock rocks stone stones gold golds counter counters at on in to buy purchase move go"
    more = "walk return climb travel back down up over into stay remain here there dig with using end game do not dont"
    rest = "borrow troll me all both twice thrice anything nothing"
    words = {word for name in (*TOOLS, *CHOICES, *names) for word in name.split()}
    return frozenset({*plain.split(), *more.split(), *rest.split(), *words})
