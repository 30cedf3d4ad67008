"""What is peculiar to Elfenland's reports, map and answers; every face of every report is in ``test_faces``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign import Campaign
from pbem.model import Seat
from pbem.picture import png, svg
from pbem.report import as_json
from tests.prompt import Typed
from tests.stories import flat, story

STORY = story("elfenland")
LAST = len(STORY.turns) - 1
SEATS = tuple(STORY.names)
PLANNED, STOPPED, TRAVELLED = 3, 2, 4
"""The turns after which planning was over, another sitting was called, and all had travelled."""


def text(number: int, reader: Seat | None) -> str:
    """A report without its line ends."""
    return flat(STORY.text(number, reader))


def drawn(number: int, reader: Seat | None) -> str:
    """The map."""
    return svg(STORY.printer, STORY.report(number, reader))


def answer(number: int, seat: Seat, page: str) -> str:
    """The answer to a page, as far as it tells what the page will do."""
    sheet = STORY.sheets({seat: page})[seat]
    view = STORY.game.view(STORY.turns[number].state, seat)
    told: dict[str, Any] = {"forecast": STORY.game.check(view, sheet).forecast}
    return STORY.printer.text("elfenland/check.txt.j2", told)


def test_each_is_told_his_own_hand_and_counters() -> None:
    """Hand, open and secret counters, the obstacle and the way home stand in the owner's report only."""
    own = "Your hand: 2 dragons, 1 giant pig, 2 magic clouds, 1 troll wagon, 2 unicorns."
    counters = "Your counters: open, dragon, dragon; secret, giant pig. Your obstacle is unused."
    home = "your hometown Grangor is 4 steps away"

    assert all(words in text(STOPPED, "bob") for words in (own, counters, home))
    for other in ("ann", "cy", None):
        assert not any(words in text(STOPPED, other) for words in (own, counters, home, "Grangor is"))


def test_hometowns_are_told_at_the_end() -> None:
    """Nobody's hometown is in another's report before the end, and all are afterwards."""
    for number in range(LAST):
        assert "Your hometown is Beata" not in text(number, "bob")
        assert not re.search("steps? from (Beata|Wylhien|Grangor)", text(number, "bob"))
    assert "3 pieces and 4 cards, two steps from Beata: 1 point." in text(LAST, None)


@pytest.mark.parametrize("number", STORY.kept)
def test_the_public_has_no_position_of_its_own(number: int) -> None:
    """Only players have a hand, ways and orders in force to be told of."""
    for reader in STORY.readers:
        told = json.loads(as_json(STORY.report(number, reader)))
        assert (told["view"]["own"] is None) == (reader is None)


def test_neighbouring_connections_are_priced() -> None:
    """Each connection at the boot has its price, marked where the present hand pays it, and the caravan's."""
    lines = STORY.text(PLANNED, "ann").splitlines()

    assert "   Lapphalya+    plain        2 magic clouds    caravan of 3*" in lines
    assert "   Beata+        plain        1 elfcycle        caravan of 3*" in lines
    assert "   Rivinia+      river, down  1 raft" in lines
    assert "   Erg'Eren+     forest       no counter yet" in lines


def test_counters_on_the_roads_are_listed_for_all() -> None:
    """Every counter with terrain, the price now due and the caravan's, obstacles named."""
    for reader in STORY.readers:
        assert "Strykhaven - Virst mountain 2 dragons any 4, obstacle" in text(PLANNED, reader)
        assert "Elvenhold - Lapphalya plain 2 magic clouds any 3" in text(PLANNED, reader)


def test_towns_that_still_hold_pieces_are_listed_for_all() -> None:
    """Whose pieces lie where; a town without any is marked so."""
    for reader in STORY.readers:
        assert "Strykhaven B A Beata B A" in text(TRAVELLED, reader)


def test_a_list_that_was_not_carried_out_is_told_to_its_writer_with_the_reason() -> None:
    """Lines passed over and why, for the owner's eyes only."""
    reason = "> LAY dragon ON Beata - Elvenhold a counter lies there already"

    assert reason in text(STOPPED, "bob")
    for other in ("ann", "cy", None):
        assert reason not in text(STOPPED, other)


def test_a_travel_page_sent_early_is_priced_when_planning_is_over() -> None:
    """The journey leg by leg, and where it breaks off, in the owner's report only, in both faces."""
    broken = "Here it breaks off, at the 1st step, to Beata"

    assert broken in text(PLANNED, "bob") and broken in flat(STORY.page(PLANNED, "bob"))
    for other in ("ann", "cy", None):
        assert "breaks off" not in text(PLANNED, other)


def test_a_journey_that_broke_off_shows_only_where_the_boot_stopped() -> None:
    """The failed step and the cards thrown away are the traveller's own affair."""
    assert "Your journey broke off at its 3rd step, to Strykhaven" in text(TRAVELLED, "ann")
    assert "Thrown away by lot:" in text(TRAVELLED, "bob")
    for other in ("cy", None):
        assert "broke off" not in text(TRAVELLED, other) and "Thrown away" not in text(TRAVELLED, other)
        assert "Ann Lee takes two pieces (Lapphalya and Virst) and has 2." in text(TRAVELLED, other)


def test_the_map_shows_counters_with_their_price_and_obstacles() -> None:
    """The same for every reader: letter of the type and cards due, a sign for the obstacle."""
    for reader in STORY.readers:
        chips = re.findall(r">([PECUTD]\d)<", drawn(PLANNED, reader))
        assert sorted(chips) == ["C2", "D2", "D2", "E1", "P1", "T1"], "five roads, and D2 in the legend"
        assert drawn(PLANNED, reader).count(">!<") == 2, "one obstacle, and one in the legend"


def test_the_map_shows_own_pieces_and_the_own_hometown() -> None:
    """Discs in the reader's colour are towns that still hold his piece; the public map has none, and no hometown."""
    colours = STORY.report(TRAVELLED, "cy").palette
    for seat in SEATS:
        out = STORY.game.view(STORY.turns[TRAVELLED].state, seat).own.out
        discs = re.findall(r'r="19" fill="([^"]+)"', drawn(TRAVELLED, seat))
        assert discs.count(colours[seat].fill) == len(out) + 1, "and one in the legend"
        assert "your hometown" in drawn(TRAVELLED, seat)
    public = drawn(TRAVELLED, None)
    assert [] == re.findall(r'r="19" fill="([^"]+)"', public)
    assert "hometown" not in public and 'stroke-dasharray="8 5"' not in public


def test_every_town_every_connection_and_every_boot_is_on_the_map() -> None:
    """21 names, 7 rivers with arrows, and a sign for each boot where it stands."""
    board, picture = STORY.game.board, drawn(TRAVELLED, None)  # type: ignore[attr-defined]

    assert [] == [town.name for town in board.spaces if f">{town.name.replace(chr(39), '&#39;')}<" not in picture]
    assert 2 * 7 + 1 == len(re.findall(r'<path d="M[^"]+L[^"]+L[^"]+L[^"]+Z"/>', picture)), "and one in the legend"
    assert "Bob in Elvenhold" in picture and "Ann Lee in Virst" in picture


def test_the_map_becomes_a_picture() -> None:
    """The map of a turn as a PNG."""
    assert png(drawn(PLANNED, "ann"), 200).startswith(b"\x89PNG")


def test_the_answer_prices_a_journey_leg_by_leg() -> None:
    """Means, cards left, pieces gathered, and what is thrown away and kept."""
    page = "go to Beata by cycle - Strykhaven by troll - Virst by caravan raft, troll, unicorn, cloud\nkeep troll"

    assert answer(PLANNED, "cy", page).splitlines() == [
        "You set out from Elvenhold:",
        "1. Beata: an elfcycle; left: 3 magic clouds, 1 unicorn, 2 troll wagons, 1 raft; a new piece, 1 in all.",
        "2. Strykhaven: a troll wagon; left: 3 magic clouds, 1 unicorn, 1 troll wagon, 1 raft; a new piece, 2 in all.",
        "3. Virst: a caravan of a magic cloud, a unicorn, a troll wagon and a raft, past an obstacle;"
        " left: 2 magic clouds; a new piece, 3 in all.",
        "You end in Virst with 3 pieces; in hand: 2 magic clouds.",
        "You keep your troll wagon.",
    ]


def test_the_answer_to_an_early_travel_page_tells_what_comes_before() -> None:
    """What silence does in the phase at hand, or what is left of a list and goes on."""
    page = "go to Beata by raft"

    assert "No line of this page is for the draw, so you take unseen counters." in answer(0, "cy", page)
    assert "There is no list on this page, so you pass." in answer(1, "cy", page)
    assert "Your list of before goes on, without its stops:\n   LAY cloud ON Strykhaven - Virst\n" in answer(
        STOPPED, "cy", page
    )
    assert "no list" not in answer(1, "cy", "pass\n" + page)


def test_the_answer_names_the_first_leg_that_cannot_be_paid() -> None:
    """With the reason; the boot stops before it."""
    told = answer(PLANNED, "cy", "go to Beata - Elvenhold by cycle")

    assert "Here it breaks off, at the 2nd step, to Elvenhold: it takes 1 elfcycle" in told
    assert "You end in Beata with 1 piece" in told


def test_the_answer_tells_each_line_of_a_list() -> None:
    """What can be done as the table is now, and why the rest cannot."""
    told = answer(1, "bob", "obstacle on Ixara - Virst\nlay dragon on Al'Baran - Feodor if quiet else stop")

    assert told.splitlines()[:2] == [
        "Line 1: OBSTACLE ON Ixara - Virst, which cannot be done now (no counter lies there).",
        "Line 2: LAY dragon ON Al'Baran - Feodor IF QUIET, which can be done now, if that holds; otherwise STOP.",
    ]


def test_the_answer_tells_which_wishes_lie_there() -> None:
    """Wishes that do not lie face up now may still be met, and are marked."""
    assert answer(0, "bob", "take dragon else unicorn\ntake unseen").splitlines() == [
        "Draw 1: a dragon (none lies face up now), else a unicorn.",
        "Draw 2 and every draw after it: an unseen counter.",
    ]


# ------------------------------------------------------------------ the demo


def test_the_demo_shows_what_the_game_has(pbem: Typed, tmp_path: Path) -> None:
    """Obstacles, caravans, a river upstream, a lake, several sittings, hometowns, and somebody who sends nothing.

    A journey with a fault is corrected.
    """
    told = pbem("demo", "elfenland", "--into", tmp_path / "year").output
    campaign = Campaign.open(tmp_path / "year")
    turns = [campaign.sealed(number) for number in campaign.turns()]
    events = [event for turn in turns for event in turn.turn.events]
    steps = [step for event in events if event.kind == "travelled" for step in event.facts["steps"]]

    assert {"caravan", "raft"} <= {step["way"] for step in steps}
    assert {"river", "river-up", "lake"} <= {step["terrain"] for step in steps}
    assert any(step["obstacle"] and step["way"] == "caravan" for step in steps)
    assert any(step["obstacle"] and step["way"] != "caravan" for step in steps)
    assert {"blocked", "itinerary", "hometown"} <= {event.kind for event in events}
    assert [True, False, False, True, False, False] == [
        event.facts["another"] for event in events if event.kind == "planned"
    ]
    assert any(turn.record["missed"] for turn in turns)
    assert "Step 4 to Dag'Amura is impossible: a caravan takes 3 cards there, not 2." in told
    assert "    piet.2.txt: in, 2 orders understood\n" in told
