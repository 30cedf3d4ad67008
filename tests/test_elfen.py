"""What the elf games share, tried on a toy: the chart, conditional lists read and written, and planning in sittings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from pbem.game import box
from pbem.grammar import Cursor, Grammar, Verb, phrase, read_count
from pbem.model import NOWHERE, Problem, Span
from pbem.rules.elfen.chart import Chart, counted, holds, ordered, spread, without
from pbem.rules.elfen.lists import (
    CONTINUATIONS,
    TAIL,
    If,
    Line,
    Pass,
    Passed,
    Quiet,
    Tries,
    Try,
    Wording,
    if_reader,
    line,
    passing_verbs,
)
from pbem.rules.elfen.sitting import Left, Sitting, Standing, Why, lists_now
from pbem.tabletop import printed

SEATS = ("ann", "bob", "cy")
FIRST = Standing("ann")


# ------------------------------------------------------------------ the toy: apples are taken from baskets


@dataclass(frozen=True)
class Take:
    """Take an apple out of a basket."""

    basket: str
    kind: Literal["take"] = "take"


@dataclass(frozen=True)
class Apples:
    """Whether a basket holds so many apples."""

    number: int
    basket: str
    kind: Literal["apples"] = "apples"


_basket = phrase("a basket", {"big": "big", "small": "small"})


def _apples(cursor: Cursor) -> Apples | Problem:
    number = read_count(cursor)
    if isinstance(number, Problem):
        return number
    cursor.skip("in")
    basket = _basket(cursor)
    return basket if isinstance(basket, Problem) else Apples(number, basket)


def _taking(basket: str, span: Span = NOWHERE, **tail: Any) -> Line[Take, Apples] | Problem:
    return line(Take(basket), span, **tail)


WORDING: Wording[Take, Apples] = Wording(
    action=lambda take: f"TAKE FROM {take.basket}",
    test=lambda apples: f"APPLES {apples.number} IN {apples.basket}",
)

TOY = Grammar(
    verbs=(
        Verb(
            name="take",
            patterns=(f"take [from] <basket> {TAIL}",),
            makes=_taking,
            writes=Line,
            write=WORDING.line,
            help="Takes an apple.",
            form="TAKE FROM __",
            examples=("TAKE FROM big",),
        ),
        *passing_verbs(WORDING, "Passes.", "Stops."),
        Verb("eat", ("eat",), lambda span: Line(span=span), Line, lambda order: "EAT", "Eats.", "[ ] EAT", ("EAT",)),
    ),
    readers={"basket": _basket, "tests": if_reader(SEATS, {"apples": _apples})},
    seats=SEATS,
    continuations=CONTINUATIONS,
)


@dataclass
class Orchard:
    """The toy's table: who owns no basket passes by himself, and nobody may pass while he is hungry."""

    baskets: dict[str, int]
    told: list[str] = field(default_factory=list)
    idlers: tuple[str, ...] = ()
    hungry: set[str] = field(default_factory=set)

    def hindrance(self, seat: str, action: Take) -> str:
        return "" if self.baskets[action.basket] else f"the {action.basket} basket is empty"

    def holds(self, seat: str, test: Apples) -> bool:
        return self.baskets[test.basket] >= test.number

    def act(self, seat: str, action: Take) -> bool:
        self.baskets[action.basket] -= 1
        self.told.append(f"{seat} {action.basket}")
        self.hungry.discard(seat)
        return True

    def may_pass(self, seat: str) -> str:
        return "you are hungry" if seat in self.hungry else ""

    def idle(self, seat: str) -> bool:
        return seat in self.idlers

    def forced(self, seat: str) -> bool:
        self.hungry.discard(seat)
        self.told.append(f"{seat} windfall")
        return True

    def passes(self, seat: str, why: Why) -> None:
        self.told.append(f"{seat} {why}")


def read(text: str) -> tuple[Tries[Take, Apples], ...]:
    """The lines of a page, all of them read without a word."""
    sheet, problems = TOY.read(text, "ann", "ann.txt")
    assert () == problems
    return tuple(order.tries for order in sheet.orders if isinstance(order, Line))


def sitting(
    orchard: Orchard, pages: Mapping[str, str], standing: Standing = FIRST, **more: Any
) -> Sitting[Take, Apples]:
    """A sitting with these lists, played to its end."""
    lists = {seat: read(pages[seat]) if pages[seat] else () for seat in pages}
    now = Sitting(orchard, WORDING, SEATS, standing, lists, silent=frozenset({*SEATS} - {*pages}), **more)
    now.played()
    return now


# ------------------------------------------------------------------ lists read and written


def test_a_line_is_tries_with_tests() -> None:
    """Alternatives stand from left to right, each with its own tests."""
    expected: Tries[Take, Apples] = (
        Try(Take("big"), (If(Apples(2, "big")), If(Passed("bob"), negated=True))),
        Try(Take("small"), (If(Quiet()),)),
        Try(Pass()),
    )
    assert (expected,) == read(
        "take from big if apples 2 in big and not passed Bob, else TAKE small IF QUIET otherwise pass"
    )


def test_else_and_if_may_stand_on_lines_of_their_own() -> None:
    """A line that begins with IF, AND or ELSE goes on with the line above."""
    assert read("TAKE big IF QUIET AND TURN 2 ELSE STOP") == read("TAKE big\n  if quiet\n  and turn two\n  else stop")


def test_an_order_after_and_is_no_test() -> None:
    """AND joins tests, and before an order it joins lines."""
    assert read("TAKE big IF QUIET\nSTOP") == read("take big if quiet and stop")


@pytest.mark.parametrize(
    "text",
    [
        "TAKE FROM big",
        "PASS IF NOT QUIET",
        "STOP IF TURN 3 AND PASSED cy",
        "TAKE FROM big IF APPLES 3 IN small ELSE STOP ELSE PASS",
    ],
)
def test_a_line_written_reads_back(text: str) -> None:
    """Lines are written as they are read."""
    (tries,) = read(text)
    assert text == WORDING.tries(tries)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("TAKE big IF", "expected", "Expected a test"),
        ("TAKE big IF QUITE", "unknown", "Did you mean 'quiet'?"),
        ("TAKE big IF PASSED dee", "unknown", "There is no player called 'dee'"),
        ("TAKE big IF TURN 0", "number", "counted from 1"),
        ("TAKE big IF APPLES 2 IN tree", "unknown", "no basket called 'tree'"),
        ("TAKE big ELSE", "expected", "Expected an order"),
    ],
)
def test_a_faulty_line_is_asked_back(text: str, code: str, said: str) -> None:
    """What cannot be read is said with the place, and no line is guessed."""
    sheet, problems = TOY.read(text, "ann", "ann.txt")
    assert [code] == [problem.code for problem in problems]
    assert said in f"{problems[0].message} {problems[0].hint}"
    assert not [order for order in sheet.orders if isinstance(order, Line)]


# ------------------------------------------------------------------ turns


def test_the_first_line_that_can_be_done_is_done_and_struck_off() -> None:
    """What cannot be done now is passed over, stays, and is tried again from the top."""
    orchard = Orchard({"big": 2, "small": 1})
    now = sitting(orchard, {"ann": "TAKE small IF TURN 2\nTAKE big\nTAKE big", "bob": "TAKE small", "cy": "PASS"})
    assert ["ann big", "bob small", "cy list", "ann big", "bob nothing", "cy nothing", "ann nothing"] == orchard.told
    assert [Left(read("TAKE small IF TURN 2")[0], ("the small basket is empty",))] == now.left["ann"]
    assert [*read("TAKE big\nTAKE big")] == now.struck["ann"]


def test_an_alternative_strikes_off_the_whole_line() -> None:
    """Tries go from left to right; when one is done the line is gone."""
    orchard = Orchard({"big": 0, "small": 2})
    now = sitting(orchard, {"ann": "TAKE big ELSE TAKE small ELSE PASS", "bob": "", "cy": ""})
    assert ["ann small", "bob nothing", "cy nothing", "ann nothing"] == orchard.told
    assert [] == now.left["ann"]


def test_passing_on_purpose_keeps_what_stands_below() -> None:
    """PASS passes once; the line below it is not read on that turn."""
    orchard = Orchard({"big": 2, "small": 0})
    sitting(orchard, {"ann": "PASS\nTAKE big", "bob": "TAKE big", "cy": ""})
    assert ["ann list", "bob big", "cy nothing", "ann big", "bob nothing", "cy nothing", "ann nothing"] == orchard.told


def test_any_action_starts_the_row_anew() -> None:
    """All must pass in an unbroken row, wherever it began."""
    orchard = Orchard({"big": 1, "small": 0})
    now = sitting(orchard, {"ann": "PASS", "bob": "PASS", "cy": "TAKE big"})
    assert ["ann list", "bob list", "cy big", "ann nothing", "bob nothing", "cy nothing"] == orchard.told
    assert now.full


def test_the_silent_and_the_idle_pass() -> None:
    """Who sent nothing passes for that reason; who has nothing to do is not even read."""
    orchard = Orchard({"big": 1, "small": 0}, idlers=("cy",))
    sitting(orchard, {"ann": "", "cy": "TAKE big"})
    assert ["ann nothing", "bob silent", "cy idle"] == orchard.told


def test_who_may_not_pass_is_made_to_act() -> None:
    """A pass that is not allowed is passed over, and without anything else the rules act."""
    orchard = Orchard({"big": 1, "small": 0}, hungry={"ann", "bob"})
    sitting(orchard, {"ann": "STOP\nPASS\nTAKE big", "cy": ""}, sittings=2)
    assert ["ann big", "bob windfall", "cy nothing", "ann stop", "bob silent"] == orchard.told[:5]


def test_quiet_passed_and_turn_mean_this_sitting() -> None:
    """Who has had no turn has not passed; QUIET wants all others to have passed at last."""
    orchard = Orchard({"big": 4, "small": 0})
    pages = {
        "ann": "TAKE big IF QUIET\nTAKE big IF TURN 2",
        "bob": "TAKE big IF PASSED ann",
        "cy": "TAKE big IF TURN 3",
    }
    sitting(orchard, pages)
    assert ["ann nothing", "bob big", "cy nothing"] == orchard.told[:3]
    assert ["ann big", "bob nothing", "cy nothing"] == orchard.told[3:6]
    assert ["ann big", "bob nothing", "cy big"] == orchard.told[6:9]


def test_a_test_may_be_turned_round() -> None:
    """NOT holds where the test does not."""
    orchard = Orchard({"big": 1, "small": 0})
    sitting(orchard, {"ann": "TAKE big IF NOT APPLES 1 IN small AND APPLES 1 IN big", "bob": "", "cy": ""})
    assert "ann big" == orchard.told[0]


# ------------------------------------------------------------------ sittings


def test_a_stop_calls_another_sitting() -> None:
    """Play goes on with the player next in turn, and the row and the turns are counted anew."""
    orchard = Orchard({"big": 3, "small": 0})
    now = sitting(orchard, {"ann": "TAKE big\nSTOP", "bob": "STOP IF TURN 2", "cy": ""}, sittings=2)
    assert now.another
    assert Standing("bob", 2, called=("ann",)) == now.after()
    assert [("STOP",), ("STOP IF TURN 2",)] == [
        tuple(WORDING.tries(tries) for tries in now.lists_after()[seat]) for seat in ("ann", "bob")
    ]


def test_nobody_has_stopped_and_the_phase_is_over() -> None:
    """Without a stop there is no other sitting."""
    now = sitting(Orchard({"big": 1, "small": 0}), {"ann": "TAKE big", "bob": "", "cy": ""}, sittings=3)
    assert not now.another
    assert (1, 3) == (now.after().sitting, now.after().row)


def test_a_sitting_of_passes_ends_the_phase() -> None:
    """Where nobody did anything but pass, a stop calls nothing."""
    assert not sitting(Orchard({"big": 1, "small": 0}), {"ann": "STOP", "bob": "", "cy": ""}, sittings=3).another


@pytest.mark.parametrize(("last_stops", "first"), [("pass", "ann list"), ("over", "ann small")])
def test_in_the_last_sitting_stops_call_nothing(last_stops: str, first: str) -> None:
    """They are plain passes in one game, and passed over in the other."""
    orchard = Orchard({"big": 1, "small": 1})
    pages = {"ann": "STOP IF TURN 1\nTAKE small", "bob": "TAKE big", "cy": ""}
    now = sitting(orchard, pages, Standing("ann", 2), sittings=2, last_stops=last_stops)
    assert first == orchard.told[0]
    assert not now.another


def test_a_new_list_replaces_the_old_one_whole() -> None:
    """Who sends none keeps what is left, without its stops."""
    before = {"ann": read("TAKE big\nSTOP"), "bob": read("STOP IF QUIET ELSE TAKE small\nSTOP")}
    now = lists_now(before, {"ann": read("PASS")}, SEATS)
    assert {"ann": read("PASS"), "bob": read("TAKE small"), "cy": ()} == now


def test_turns_one_by_one_come_to_the_same() -> None:
    """A position may be kept after every turn, and the play goes on from it as if it had never been interrupted."""
    pages = {
        "ann": "TAKE small IF TURN 2\nTAKE big",
        "bob": "TAKE big IF PASSED ann\nSTOP",
        "cy": "TAKE small IF QUIET",
    }
    whole, steps = Orchard({"big": 4, "small": 1}), Orchard({"big": 4, "small": 1})
    expected = sitting(whole, pages, sittings=2)
    standing, lists = Standing("ann"), {seat: read(page) for seat, page in pages.items()}
    for _ in whole.told:
        now = Sitting(steps, WORDING, SEATS, standing, lists, sittings=2)
        now.turn()
        standing, lists = now.after(), now.lists_after()
    assert (whole.told, expected.after(), expected.lists_after()) == (steps.told, standing, lists)


def test_the_worked_check_of_king_of_the_elves() -> None:
    """W10: a lake, a thief on it, a pass, gold, a stop, two passes; another sitting follows with the next player."""
    orchard = Orchard({"big": 2, "small": 1})
    pages = {"ann": "TAKE small IF TURN 2\nTAKE big", "bob": "TAKE big\nSTOP"}
    now = sitting(orchard, pages, sittings=3)
    assert ["ann big", "bob big", "cy silent", "ann small", "bob stop", "cy silent", "ann nothing"] == orchard.told
    assert Standing("bob", 2, called=("bob",)) == now.after()


# ------------------------------------------------------------------ the chart


@pytest.fixture(scope="module")
def chart() -> Chart:
    """The chart in the box."""
    return printed(box() / "games" / "elfen" / "chart.yaml", Chart)


PRICES = {
    "giant-pig": (1, 1, None, None, None, None, None),
    "elfcycle": (1, 1, None, 2, None, None, None),
    "magic-cloud": (2, 2, None, 1, None, None, None),
    "unicorn": (None, 1, 2, 1, None, None, None),
    "troll-wagon": (1, 2, 2, 2, None, None, None),
    "dragon": (1, 2, 1, 1, None, None, None),
    "raft": (None, None, None, None, 1, 2, 2),
}
TERRAINS = ("plain", "forest", "desert", "mountain", "river", "river-up", "lake")


def test_the_chart_as_printed(chart: Chart) -> None:
    """Cards by transport and terrain; an obstacle makes it one more."""
    assert PRICES == {
        transport: tuple(chart.price(transport, terrain) for terrain in TERRAINS) for transport in chart.transports
    }
    assert 3 == chart.price("troll-wagon", "desert", 1)
    assert None is chart.price("giant-pig", "desert", 1)


def test_what_goes_where(chart: Chart) -> None:
    """The transports of a terrain, and the names people use."""
    assert ("unicorn", "troll-wagon", "dragon") == chart.fitting("desert")
    assert ("raft",) == chart.fitting("lake")
    assert ("giant-pig", "troll-wagon") == (chart.names["pig"], chart.names["wagons"])
    assert ("forest", "lake") == (chart.terrain_names["woods"], chart.terrain_names["ferry"])


def test_cards_are_paid_out_of_a_hand() -> None:
    """A hand without what was paid; what is not there cannot be paid."""
    hand = ("pig", "raft", "raft", "dragon")
    assert ("pig", "raft") == without(hand, ("dragon", "raft"))
    assert None is without(hand, ("pig", "pig"))
    assert (True, False) == (holds(hand, ("raft", "raft")), holds(hand, ("cloud",)))
    assert hand == spread(counted(hand))
    assert hand == ordered(("raft", "dragon", "pig", "raft"), ("pig", "raft", "dragon"))
