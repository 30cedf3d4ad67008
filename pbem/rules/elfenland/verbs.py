"""The order lines of Elfenland: how people write them, and how they are taught (17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.grammar import Grammar, Verb
from pbem.model import NOWHERE, Problem, Seat, Span
from pbem.rules.elfen.lists import CONTINUATIONS, PASSING, STOPPING, TAIL, TESTS, Line, line, list_help, passing_verbs
from pbem.rules.elfenland.land import Table
from pbem.rules.elfenland.names import LAYING
from pbem.rules.elfenland.orders import Block, Discard, Face, Go, Keep, Lay, Stay, Take
from pbem.rules.elfenland.readers import Written, readers
from pbem.rules.elfenland.writing import Pen

JOINERS = (",", ";", ".", "and", "then", "also", "plus")
WHOLE = ("giant-pig", "magic-cloud", "troll-wagon", "face-down", "elf-cycle")
"""Words that keep their hyphen; all others fall apart: "Feodor-Rivinia"."""

INSTEAD = TAIL.replace("<otherwise:order>", "<otherwise:instead>")
"""The tail of a line that lays something: after ELSE a road alone will do."""

DRAWING = ("take",)
PLANNING = ("lay", "obstacle", "pass", "stop")
TRAVELLING = ("go", "stay", "discard", "keep")
LAST_TRAVELLING = ("go", "stay", "discard")
"""The verbs that are asked for in each phase; after the last round nothing is kept (9.1)."""


def grammar(table: Table, seats: Sequence[Seat]) -> Grammar:
    """How orders are written at this table."""
    return Grammar(
        verbs=_verbs(Pen(table)),
        readers=readers(table, seats),
        seats=tuple(seats),
        joiners=JOINERS,
        continuations=(*CONTINUATIONS, "then", "to"),
        whole=WHOLE,
    )


def _verbs(pen: Pen) -> tuple[Verb, ...]:
    take = _take(pen)
    return (take, _head(take), _lay(pen), _obstacle(pen), *passing_verbs(pen.wording, PASSING, STOPPING), *_travel(pen))


def _take(pen: Pen) -> Verb:
    return Verb(
        name="take",
        patterns=("take|draw [:] <drawing>",),
        makes=lambda drawing, span=NOWHERE: tuple(Take(wishes, span=span) for wishes in drawing),
        writes=Take,
        write=pen.take,
        help="What to take for an open counter; of wishes joined by ELSE the first that can be met. The first line is"
        " for your first draw, the second for the second; the last one serves all that are left. The types are pig,"
        " cycle, cloud, unicorn, troll and dragon.",
        form="TAKE __ ELSE __",
        examples=("TAKE dragon ELSE cloud ELSE unseen",),
    )


def _head(take: Verb) -> Verb:
    """``DRAW``, ``PLAN`` and ``TRAVEL`` part a page and order nothing."""
    return replace(
        take,
        name="take-head",
        patterns=("draw|plan|planning|travel [:]",),
        makes=lambda span=NOWHERE: (),
    )


def _lay(pen: Pen) -> Verb:
    def makes(counter: tuple[str, Face], road: str, span: Span = NOWHERE, **tail: Any) -> Line[Any, Any] | Problem:
        return _carried(line(Lay(counter[0], road, counter[1]), span, **tail))

    def either(
        layings: tuple[Line[Any, Any], ...] = (), **slots: Any
    ) -> Line[Any, Any] | Problem | tuple[Line[Any, Any], ...]:
        return layings or makes(**slots)

    return Verb(
        name="lay",
        patterns=(
            f"{'|'.join(LAYING)} <counter:faced> [on|at|:] <road> {INSTEAD}",
            f"{'|'.join(LAYING)} <layings>",
        ),
        makes=either,
        writes=Line,
        write=pen.wording.line,
        help="Lays one of your counters on a road without one, on your turn. "
        + list_help("COUNTER pig ON road, COUNTER ON road, OBSTACLE ON road, FREE road, HOLD 2 pig"),
        form="LAY __ ON __",
        examples=(
            "LAY dragon ON Feodor - Al'Baran ELSE LAY cloud ON Feodor - Rivinia",
            "LAY secret pig ON Virst - Lapphalya IF TURN 2",
        ),
    )


def _carried(made: Line[Any, Any] | Problem) -> Line[Any, Any] | Problem:
    """After ELSE a road alone is for what was named last."""
    if isinstance(made, Problem):
        return made
    tries = list(made.tries)
    for place, one in enumerate(tries):
        if isinstance(one.action, Lay) and not one.action.counter:
            before = tries[place - 1].action
            tries[place] = replace(one, action=replace(before, road=one.action.road))
    return replace(made, tries=tuple(tries))


def _obstacle(pen: Pen) -> Verb:
    def makes(road: str, span: Span = NOWHERE, **tail: Any) -> Line[Any, Any] | Problem:
        return _carried(line(Block(road), span, **tail))

    return Verb(
        name="obstacle",
        patterns=(
            f"obstacle [on|at|:] <road> {INSTEAD}",
            f"{'|'.join(LAYING)} [my|an|the] obstacle [on|at|:] <road> {INSTEAD}",
        ),
        makes=makes,
        writes=Line,
        write=pen.wording.line,
        help="Lays your obstacle, once in a game, on a road that has a counter: it makes the road one card dearer.",
        form="OBSTACLE ON __",
        examples=("OBSTACLE ON Feodor - Rivinia IF COUNTER pig ON Feodor - Rivinia",),
    )


def _travel(pen: Pen) -> tuple[Verb, ...]:
    return (
        Verb(
            name="go",
            patterns=("go|travel|move|walk [my|the] [boot] [:] <journey>",),
            makes=_goes,
            writes=Go,
            write=pen.go,
            help="Moves your boot from town to town. A town alone means the one way you can pay there; after BY you"
            " name it: a transport, raft, or caravan and its cards.",
            form="GO __",
            examples=(
                "GO Elvenhold - Lapphalya - Feodor BY caravan 2 pig, raft - Al'Baran",
                "GO TO Lapphalya BY dragon",
            ),
        ),
        Verb(
            name="stay",
            patterns=("stay|remain [here|there|put]",),
            makes=Stay,
            writes=Stay,
            write=lambda order: "STAY",
            help="Keeps your boot where it is; it shows that the page is meant.",
            form="[ ] STAY",
            examples=("STAY",),
        ),
        Verb(
            name="discard",
            patterns=("discard|throw [away|out] [:] <cards> [away]",),
            makes=lambda cards, span=NOWHERE: Discard(cards, span=span),
            writes=Discard,
            write=pen.discard,
            help="Cards to throw away, in this order, while you hold more than four after your journey.",
            form="DISCARD __",
            examples=("DISCARD raft, unicorn",),
        ),
        Verb(
            name="keep",
            patterns=("keep [:] <counter:faced>",),
            makes=lambda counter, span=NOWHERE: Keep(counter[0], counter[1], span=span),
            writes=Keep,
            write=pen.keep,
            help="The one counter to keep for the next round, if any is left unlaid.",
            form="KEEP __",
            examples=("KEEP secret cloud",),
        ),
    )


def _goes(journey: Written, span: Span = NOWHERE) -> Go:
    return Go(journey.steps, journey.places, span=span)


def taken_words(table: Table) -> frozenset[str]:
    """Words of order lines and names of towns and transports, which cannot name a seat."""
    plain = "take draw plan planning travel lay place put play secret hidden open counter obstacle pass stop once else"
    more = (
        "otherwise or if and then also plus on at hold free unseen blind pile go move by with using to via from between"
    )
    rest = "caravan river lake ferry stay remain here there discard throw away out keep card cards the a an my road one"
    names = (*table.land.names, *table.chart.names)
    words = {word for name in names for word in name.split()}
    return frozenset({*plain.split(), *more.split(), *rest.split(), *TESTS, *words})
