"""How people write their orders: the verbs of planning and of journeys (King of the Elves 14.9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pbem.grammar import Grammar, Verb
from pbem.model import NOWHERE, Order, Problem, Seat, Span
from pbem.rules.elfen.chart import Chart
from pbem.rules.elfen.lists import CONTINUATIONS, PASSING, STOPPING, TAIL, If, Line, line, list_help, passing_verbs
from pbem.rules.king_of_the_elves.alternatives import alternatives, filled
from pbem.rules.king_of_the_elves.journeying import STEPPING
from pbem.rules.king_of_the_elves.orders import (
    STEPS,
    WORDING,
    Action,
    Buy,
    Exchange,
    Head,
    NoVillage,
    PlaceCard,
    PlayVillage,
    Remove,
    Wish,
    short,
)
from pbem.rules.king_of_the_elves.readers import ORDINALS, Cards, Realms, card_names, readers

LAYS = "place|put|lay|play|add|set"
ON = "(on|onto|at|in|to|by|beside | next to)"
SHED = "drop|discard|dropping|discarding"
KEPT = "[,|and] [keep|keeping <keep:wishes>]"
WISHES = (
    f"[,|and] [{SHED} <drop:wishes>] {KEPT}",
    f"[,|and] keep|keeping <keep:wishes> [,|and] {SHED} <drop:wishes>",
)

PLANNING = ("village", "gold", "thief", "tree", "monster", "remove", "buy", "exchange", "no-village", "pass", "stop")
JOURNEY = ("visit", "reverse", "wizard", "stop")


def _made(action: Callable[..., Action | Problem]) -> Callable[..., Line[Action, Any] | Problem]:
    """What makes a line of planning from an action's slots, its tests and its alternatives."""

    def makes(
        tests: tuple[If[Any], ...] = (), otherwise: Order | None = None, span: Span = NOWHERE, **slots: Any
    ) -> Line[Action, Any] | Problem:
        made = action(**slots)
        if isinstance(made, Problem):
            return made
        if isinstance(otherwise, Line) and any(isinstance(one.action, STEPS) for one in otherwise.tries):
            return Problem("mixed", "A line of planning does not go on with a step of a journey.", span)
        rest = filled(made, otherwise) if isinstance(otherwise, Line) else otherwise
        return rest if isinstance(rest, Problem) else line(made, span, tests, rest)

    return makes


def _placing(card: str, words: str, example: str) -> Verb:
    name = short(card)
    return Verb(
        name=name,
        patterns=(
            f"{words} [card] [{ON}] <village> {TAIL}",
            f"{LAYS} [a|an|one] {words} [card] [{ON}] <village> {TAIL}",
        ),
        makes=_made(lambda village: PlaceCard(card, village)),
        writes=Line,
        write=WORDING.line,
        help={
            "gold": "Places a gold card with your token: your own visits there pay twice.",
            "thief": "Places a thief with your token: others pay you 2 gold for a visit.",
            "tree": "Places a tree with your token, on land: others need one card more.",
            "monster": "Places a sea monster with your token, on a river or lake: others need one raft more.",
        }[name],
        form=f"{name.upper()} ON __",
        examples=(f"{name.upper()} ON {example}",),
    )


def _no_village(take: tuple[str, ...] = (), drop: tuple[Wish, ...] = (), keep: tuple[Wish, ...] = ()) -> NoVillage:
    return NoVillage(tuple(dict.fromkeys(take)), drop, keep)


def _no_double_buy(count: int, span: Span = NOWHERE) -> Line[Action, Any] | Problem:
    if count != 1:
        return Problem("one-each", "A line buys one card.", span, "Write BUY as often as you want to buy.")
    return line(Buy(), span)


VILLAGE = Verb(
    name="village",
    patterns=(
        f"village <terrain> [to|into|in|at|for] <realm> {TAIL}",
        f"{LAYS} [a|an|one] [village] <terrain> [to|into|in|at|for] <realm> {TAIL}",
    ),
    makes=_made(lambda terrain, realm: PlayVillage(terrain, realm)),
    writes=Line,
    write=WORDING.line,
    help="Lays a village card from your hand in a realm: yours (ME) or another player's. "
    "A village on the table is called ME/lake, or ME/2: the second from its owner's right. "
    + list_help("ME/lake (it is there), THIEF ON ME/lake, THIEF OF player ON ME/lake, FULL ME, HOLD 2 raft, PURSE 5"),
    form="VILLAGE __ TO __",
    examples=(
        "VILLAGE lake TO ME IF HOLD 2 raft ELSE VILLAGE plain TO ME",
        "put my forest in my own realm",
    ),
)

BUYING = Verb(
    name="buy",
    patterns=(f"buy|purchase [card] {TAIL}", f"buy|purchase a|another|one [more] [card|one] {TAIL}"),
    makes=_made(Buy),
    writes=Line,
    write=WORDING.line,
    help="Buys the top card of the draw pile: 1 gold for the first in a round, 2 for the second, 3 for the third.",
    form="[ ] BUY",
    examples=("BUY IF PURSE 5", "buy a card"),
)


def _passed(makes: Callable[..., Any]) -> Callable[..., Any]:
    """What makes a pass or a stop; its alternatives have no card to take over."""

    def made(otherwise: Order | None = None, **slots: Any) -> Any:
        rest = filled(None, otherwise) if isinstance(otherwise, Line) else otherwise
        return rest if isinstance(rest, Problem) else makes(otherwise=rest, **slots)

    return made


PASS, STOP = (
    replace(verb, makes=_passed(verb.makes))
    for verb in passing_verbs(WORDING, PASSING, f"In planning: {STOPPING.lower()} In a journey: goes no further.")
)

VERBS = (
    VILLAGE,
    _placing("gold", "gold", "ME/lake"),
    _placing("thief", "thief", "ME/desert ELSE THIEF ON ME/lake"),
    _placing("tree", "tree", "ME/plain"),
    _placing("sea-monster", "(monster|sea-monster|seamonster | sea monster)", "ME/2"),
    Verb(
        name="remove",
        patterns=(f"remove|close [village] <own_village> {TAIL}",),
        makes=_made(lambda own_village: Remove(own_village)),
        writes=Line,
        write=WORDING.line,
        help="Removes a village of your own realm for 2 gold, and 1 more for each card on it.",
        form="REMOVE __",
        examples=("REMOVE lake IF MONSTER ON ME/lake AND PURSE 8",),
    ),
    BUYING,
    replace(
        BUYING,
        name="buy-also",
        patterns=("buy|purchase <count> [card|cards]",),
        makes=_no_double_buy,
    ),
    Verb(
        name="exchange",
        patterns=(
            *(f"exchange|swap|draw [3|three] [card|cards] {wishes} {TAIL}" for wishes in WISHES),
            f"draw 3|three [card|cards] [,|and] {SHED} 4|four [card|cards] [:|,] [<drop:wishes>] {KEPT} {TAIL}",
        ),
        makes=_made(Exchange),
        writes=Line,
        write=WORDING.line,
        help="Draws three cards and discards four: first what DROP names, in that order, last what KEEP names.",
        form="EXCHANGE DROP __ KEEP __",
        examples=("EXCHANGE DROP pig, 2 cloud KEEP raft, escort", "exchange"),
    ),
    Verb(
        name="no-village",
        patterns=tuple(
            f"{words} [,] [take|taking <take:terrains>] {wishes} {TAIL}"
            for words in ("novillage|no-village", "declare no village|villages")
            for wishes in WISHES
        ),
        loosely=("no village",),
        makes=_made(_no_village),
        writes=Line,
        write=WORDING.line,
        help="Without a village in realm and hand: shows your hand, takes a village from the pile, discards a card.",
        form="NOVILLAGE TAKE __ DROP __",
        examples=("NOVILLAGE TAKE lake, desert DROP pig", "declare no village, take a plain"),
    ),
    PASS,
    replace(STOP, patterns=(f"stop [here|there] {TAIL}",)),
    *STEPPING,
    Verb(
        name="planning",
        patterns=("planning [list|part|:]",),
        makes=lambda span=NOWHERE: Head("planning", span=span),
        writes=Head,
        write=str,
        help="Heads the planning list, where a page holds a journey too.",
        form="[ ] PLANNING",
        examples=("PLANNING",),
    ),
    Verb(
        name="journey",
        patterns=("journey [sheet|part|:]",),
        makes=lambda span=NOWHERE: Head("journey", span=span),
        writes=Head,
        write=str,
        help="Heads the journey sheet; it may be sent early, with a planning list.",
        form="[ ] JOURNEY",
        examples=("JOURNEY",),
    ),
)


def grammar(chart: Chart, seats: Sequence[Seat]) -> Grammar:
    """How orders are written at this table."""
    known = readers(chart, seats)
    return Grammar(
        verbs=VERBS,
        readers={**known, "order": alternatives(Cards(chart), Realms(Cards(chart), seats), known["tests"])},
        seats=tuple(seats),
        continuations=(*CONTINUATIONS, "drop", "keep", "take"),
        names=tuple(card_names(chart)),
    )


def taken_words(chart: Chart) -> frozenset[str]:
    """Words of the orders, and of the names of cards and terrains, which cannot name a seat."""
    names = {word for name in card_names(chart) for word in name.split()}
    plain = "me mine myself my own realm the all any full hold have purse passed passes quiet turn not no there is lies"
    more = "has are front then plus coin coins i do st nd rd"
    return frozenset({*grammar(chart, ()).words, *names, *plain.split(), *more.split(), *ORDINALS})
