"""Reports of King of the Elves: the table as text and as a picture, what stays secret, and the answer to a page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem.bots import bots_for
from pbem.engine import Luck, opening, run_turn
from pbem.model import Problem, Seat
from pbem.picture import png, svg
from pbem.report import as_json, as_text, report_for
from pbem.rng import Rng
from tests.prompt import Typed
from tests.stories import SEED, Story, flat, story

GAME = "king-of-the-elves"
STORY = story(GAME)
LAST = 7
SEATS = ("ann", "bob", "cy", "dee", "ed", "flo")


def picture(number: int, reader: Seat | None) -> str:
    """The table as this reader gets it."""
    return svg(STORY.printer, STORY.report(number, reader))


def texts(drawing: str) -> list[tuple[str, float]]:
    """All words of a picture, each with how far down it stands."""
    found = ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")
    return [(element.text or "", float(element.get("y", "0"))) for element in found]


def answer(number: int, seat: Seat, page: str) -> str:
    """What the answer to a page forecasts, with the table as it lay after a turn of the story."""
    sheet, _ = STORY.game.grammar(tuple(STORY.names)).read(page, seat, f"{seat}.txt")
    verdict = STORY.game.check(STORY.game.view(STORY.turns[number].state, seat), sheet)
    values = {"forecast": verdict.forecast, "seat": seat, "name": STORY.names.__getitem__}
    return STORY.printer.text(f"{GAME}/check.txt.j2", values)


def told(before: int, pages: Sequence[Mapping[Seat, str]], reader: Seat | None) -> str:
    """The report of the last of some turns that are played with these pages, after a turn of the story."""
    turn = STORY.turns[before]
    for sent in pages:
        turn = run_turn(STORY.game, turn, STORY.sheets(sent), Luck(SEED))
    return as_text(STORY.printer, report_for(STORY.game, STORY.edition(before + len(pages)), turn, reader))


# ------------------------------------------------------------------ the picture


@pytest.mark.parametrize("number", range(2, 7))
def test_a_table_of_any_size_is_drawn(number: int) -> None:
    """Each player's realm is on the picture, with his name and his cards."""
    seats = {seat: seat.capitalize() for seat in SEATS[:number]}
    table = Story(GAME, {"title": "A Table", "seats": seats, "turns": [{}]})
    words = [word for word, _ in texts(svg(table.printer, table.report(1, None)))]

    assert [] == [name for name in seats.values() if name not in words]
    assert number == sum("card" in word and "discards" not in word for word in words)


@pytest.mark.parametrize("reader", ["ann", "bob", "cy"])
def test_ones_own_realm_lies_below(reader: Seat) -> None:
    """Everybody sits at the lower edge of his own picture."""
    heights = {
        word.split()[0]: height for word, height in texts(picture(2, reader)) if word[:3] in ("Ann", "Bob", "Cyr")
    }

    assert STORY.names[reader].split()[0] == max(heights, key=heights.__getitem__)


def test_villages_show_their_gold_and_the_arms_on_them() -> None:
    """A village is a card with its terrain and value; what lies beside it bears its owner's letter."""
    words = [word for word, _ in texts(picture(1, None))]
    first, desert = words.index("lake 1"), words.index("desert")

    assert ["lake 1", "7", "A", "lake 2", "7", "B"] == words[first : first + 6]
    assert ["desert", "6", "C"] == words[desert : desert + 3]


def test_the_picture_has_its_words_for_those_who_do_not_see_it() -> None:
    """The table is told in the picture's label, clockwise from the reader."""
    label = ElementTree.fromstring(picture(1, "bob")).get("aria-label")

    assert label == (
        "The table, clockwise. Bob, from right to left: desert 6 with a tree of Cyril Featherstonehaugh. "
        "Cyril Featherstonehaugh, from right to left: forest 3. "
        "Ann Lee, from right to left: lake 7 with gold of Ann Lee, lake 7 with a sea monster of Bob. "
    )


def test_pictures_can_be_drawn() -> None:
    """The picture of a table becomes a PNG."""
    assert png(picture(1, "ann"), 380).startswith(b"\x89PNG")


# ------------------------------------------------------------------ what stays secret


@pytest.mark.parametrize("reader", ["ann", "bob", "cy", None])
@pytest.mark.parametrize("number", range(LAST))
def test_nobody_reads_anothers_gold_or_hand(number: int, reader: Seat | None) -> None:
    """Until the end a report holds no total and no hand but its reader's own, whatever he could add up."""
    told = json.loads(as_json(STORY.report(number, reader)))

    assert [] == [
        player["seat"]
        for player in told["view"]["players"]
        if player["seat"] != reader and (player["gold"], player["hand"]) != (None, None)
    ]
    assert told["outcome"] is None


def test_totals_are_told_at_the_end() -> None:
    """The last report has everybody's gold and hand."""
    written = STORY.text(LAST, None)

    assert "   Cyril Featherstonehaugh          41  wins\n   Ann Lee                          38\n" in written
    assert "Bob has 27 gold. Left in hand: a forest, a mountain, a lake," in flat(written)


def test_open_gold_is_printed_for_all() -> None:
    """With the option, everybody's gold stands in every report."""
    open_story = Story(GAME, {**STORY.told, "options": {"open_gold": True}})
    said = "Cyril Featherstonehaugh (starting player): 10 cards, 4 unused tokens"

    assert f"{said}, 12 gold no village" in flat(open_story.text(0, None))
    assert f"{said} no village" in flat(STORY.text(0, None))
    assert "You have 12 gold and 10 cards:" in flat(open_story.text(0, "cy"))
    assert "You have 12 gold, known to you alone, and 10 cards:" in flat(STORY.text(0, "cy"))


def test_a_realm_is_ones_own_by_its_whole_name() -> None:
    """Whoever is called like the end of another name is ME, and the other is not."""
    story = Story(GAME, {**STORY.told, "seats": {"ann": "Ann", "joann": "Jo Ann", "cy": "Cy"}, "turns": []})

    assert "; to ME, joann or cy." in flat(story.text(0, "ann"))


def test_a_list_is_its_writers_own() -> None:
    """Lines struck off, lines left and why stand as quotations in the writer's report, and in no other."""
    written = STORY.text(1, "bob")

    assert "   Done and struck off:\n   > VILLAGE lake TO ann IF ann/lake\n" in written
    assert "   > VILLAGE mountain TO ME\n       you hold no mountain\n" in written
    for other in ("ann", "cy", None):
        assert "mountain" not in STORY.text(1, other).replace("1 mountain", "")


def test_why_a_journey_ended_is_its_makers_own() -> None:
    """A step that could not be made is told to its writer; the others read that he stopped."""
    page = {"bob": "visit my desert by dragon\nvisit cy/forest by pig\n"}

    assert "The journey ends here: cy/forest takes 1 pig, and you have none." in flat(told(2, [page], "bob"))
    assert "There Bob's way ends, after one visit." in told(2, [page], "ann")
    assert "ends here" not in told(2, [page], "ann") + told(2, [page], None)


def test_where_an_early_journey_ended_is_told_later() -> None:
    """A journey sent early that comes to an end is told with its step in the report of the journeys."""
    early = "stop\nvisit my forest by unicorn\nvisit by dragon\n"

    assert "   It ended before this step:\n   > VISIT BY dragon\n" in told(1, [{"cy": early}, {}], "cy")
    unread = "stop\nvisit my forest by unicorn\nvisit by dargon\n"
    assert "   It ended before a step that could not be read.\n" in told(1, [{"cy": unread}, {}], "cy")


# ------------------------------------------------------------------ the text


def test_a_village_with_a_twin_is_named_by_its_place() -> None:
    """Two lakes in a realm are told apart as order lines tell them apart, with their terrain."""
    written = STORY.text(1, None)

    assert "      ann/1, a lake      7  gold of Ann Lee\n" in written
    assert "      ann/2, a lake      7  sea monster of Bob\n" in written


def test_the_road_tells_what_the_hand_can_pay() -> None:
    """Each village of the reader's road has what it pays and every transport, those in his hand marked."""
    assert (
        "ann/1, a lake 14 2 rafts* ann/2, a lake 7 3 rafts bob/desert 6 3 unicorns, 3 troll wagons, 2 dragons"
        in flat(STORY.text(1, "ann"))
    )


# ------------------------------------------------------------------ the answer to a page


def test_a_list_is_answered_line_by_line() -> None:
    """Each line of a list is told with what it waits for, its alternatives below it."""
    assert answer(0, "cy", "thief on bob/lake else village forest to me\ngold on me/forest\n") == (
        "Your list, if it were your turn now:\n"
        "1. THIEF ON bob/lake: not now, since you hold no thief.\n"
        "   else VILLAGE forest TO ME: can be done now.\n"
        "2. GOLD ON ME/forest: not now, since you hold no gold card.\n"
    )


def test_a_journey_is_priced_village_by_village() -> None:
    """The answer tells each visit's cards, payments and income, and what that makes."""
    page = "visit my lake by raft\nwizard to bob/desert with 4 cycle\nvisit cy/forest by pig\nreverse\n"

    assert answer(2, "ann", page) == (
        "Your journey, with 8 gold:\n"
        "1. Ann Lee's lake with two rafts; 14 gold with your gold card. That makes 22.\n"
        "2. By wizard to Bob's desert for 3 gold and four elfcycles; 6 gold. That makes 25.\n"
        "3. Cyril Featherstonehaugh's forest with a giant pig; 3 gold. That makes 28.\n"
        "4. The round trip: 10 gold. That makes 38.\n"
        "It ends before REVERSE, since you hold no change of direction.\n"
        "In all 3 visits, 38 gold, and 1 card left in hand.\n"
    )


def test_an_early_journey_is_priced_as_the_table_lies() -> None:
    """A journey sent with a list says so; before a village lies in one's realm there is no price."""
    page = "stop\nvisit my forest by unicorn\n"

    assert "Your journey, as the table lies now, with 12 gold:" in answer(1, "cy", page)
    assert "No village lies in your realm, so your journey cannot be priced yet." in answer(0, "cy", page)
    assert "There is no list on this page, so you pass on your turns, where the rules allow it." in answer(
        0, "cy", "journey\nvisit my forest by unicorn\n"
    )


def test_what_goes_on_is_told() -> None:
    """A page that brings only one part says what of the other is still in force."""
    assert "Your list of before goes on, without its stops:\n   NOVILLAGE TAKE mountain, forest DROP cycle\n" in answer(
        1, "bob", "visit my desert by 2 dragons\n"
    )
    assert "Your journey of before stands:\n   VISIT ME/forest BY unicorn\n" in answer(2, "cy", "note: all well?\n")


# ------------------------------------------------------------------ the demos


DEMOS = {
    "the long one": (
        (),
        (
            "Ida Sundby wins with 51 gold.",
            "col: no page, so no move received",
            "There is no order 'THEIF'. Did you mean 'thief'?",
        ),
        (
            'Ida Sundby declares "no village" and shows a magic cloud, four troll wagons,',
            "puts a thief on Ida Sundby's desert",
            "Ida Sundby visits Bram de Wit's forest with two troll wagons under escort and takes 3 gold.",
            "Ida Sundby has visited every village on the table: 10 gold from the bank.",
            "Ida Sundby turns round and goes counterclockwise from here.",
        ),
    ),
    "the short one with wizards": (
        ("--which", "wizard"),
        ("Pol Mostyn wins with 43 gold.",),
        ("Pol Mostyn leaps to Nan Mostyn's lake by wizard, with a giant pig, a unicorn, a troll wagon and a dragon,",),
    ),
}


@pytest.mark.parametrize(("which", "shown", "reported"), DEMOS.values(), ids=list(DEMOS))
def test_a_demo_shows_what_can_happen(
    which: Sequence[str], shown: Sequence[str], reported: Sequence[str], pbem: Typed, tmp_path: Path
) -> None:
    """The pages of a demo bring about all it is there to show, and its turns verify."""
    output = pbem("demo", GAME, *which, "--into", tmp_path / "played").output
    summaries = "".join(
        (turn / "reports" / "public.txt").read_text("utf-8")
        for turn in sorted((tmp_path / "played" / "turns").iterdir())
    )

    assert [] == [words for words in shown if words not in output]
    assert [] == [words for words in reported if words not in flat(summaries)]
    assert "byte for byte" in pbem("verify", tmp_path / "played", "--reports").output


# ------------------------------------------------------------------ the bot


@pytest.mark.parametrize("number", [2, 4])
def test_the_greedy_bot_makes_no_mistakes_and_wins(number: int) -> None:
    """Its pages are read and checked without a fault, and it has more gold than those who play at random."""
    seats = SEATS[:number]
    bots = bots_for(GAME)
    turn = opening(STORY.game, seats, STORY.options, Luck("bots"))
    faults: list[Problem] = []
    while asked := STORY.game.awaiting(turn.state):
        sheets = {}
        for seat, ask in asked.items():
            view, rng = STORY.game.view(turn.state, seat), Rng("bots", seat, str(turn.number))
            page = bots["greedy" if seat == "bob" else "random"](STORY.game, view, ask, rng)
            sheets[seat], problems = STORY.game.grammar(seats).read(page, seat, seat)
            faults += [*problems, *STORY.game.check(view, sheets[seat]).problems] if seat == "bob" else []
        turn = run_turn(STORY.game, turn, sheets, Luck("bots"))
    outcome = STORY.game.outcome(turn.state)

    assert [] == [problem for problem in faults if problem.refuses]
    assert outcome is not None and ("bob",) == outcome.winners
