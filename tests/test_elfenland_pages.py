"""Pages of Elfenland: towns in every spelling, faulty lines, and what is kept of pages from turn to turn."""

from __future__ import annotations

import pytest

from pbem.engine import Luck, Turn, opening, run_turn
from pbem.game import OptionValue
from pbem.model import Event, Sheet, Unread
from pbem.rules.elfenland import Elfenland
from pbem.rules.elfenland.elves import State
from pbem.rules.elfenland.orders import Go, Journey, Step
from pbem.rules.elfenland.verbs import taken_words
from tests.test_cases import info_of

SEATS = ("ann", "bob", "cy")


@pytest.fixture(scope="module")
def game() -> Elfenland:
    """The game in the box."""
    return Elfenland(info_of("elfenland"))


def options(game: Elfenland, **chosen: object) -> dict[str, OptionValue]:
    """Options that differ from the defaults."""
    settled = game.info.settle_options(chosen)
    assert isinstance(settled, dict)
    return settled


# ------------------------------------------------------------------ spellings

SPELLINGS = {
    "albaran": ("Al'Baran", "albaran", "AL BARAN", "alb", "al’baran", "alba"),
    "ergeren": ("Erg'Erén", "ergeren", "Erg Eren", "ERG", "erg"),
    "dagamura": ("Dag'Amura", "dagamura", "dag amura", "Dag"),
    "mahdavikia": ("Mah'Davikia", "MahDavikia", "mah davikia", "mahdav"),
    "wylhien": ("Wylhién", "wyhlien", "WYL", "wyl"),
    "lapphalya": ("Lapphálya", "lapphalia", "lap"),
    "beata": ("Beatá", "Beafa", "b"),
    "ixara": ("Ixara", "Jxara", "I"),
    "tichih": ("Tichih'", "tichik", "ti"),
    "strykhaven": ("Strykh", "Strkhaven", "STR", "the Strykhaven"),
    "throtmanni": ("Throtmani", "Thortmanni", "th"),
    "grangor": ("grangor", "g"),
    "usselen": ("Lisselen", "Esselen", "uss"),
    "parundia": ("Perundia", "par"),
    "kihromah": ("Kihrimah", "k"),
    "feodor": ("Feodori", "FEO", "f"),
}


@pytest.mark.parametrize("town", SPELLINGS)
def test_towns_in_every_spelling(game: Elfenland, town: str) -> None:
    """With and without accents and apostrophes, by three letters, by a beginning that fits one town."""
    grammar = game.grammar(SEATS)
    for name in SPELLINGS[town]:
        sheet, problems = grammar.read(f"go to {name}", "ann", "ann.txt")
        assert (name, (), (Go((Step(town),)),)) == (name, problems, sheet.orders)


@pytest.mark.parametrize("name", ["T", "E", "J", "Lapphalja", "Rome"])
def test_a_doubtful_or_unknown_town_is_asked_back(game: Elfenland, name: str) -> None:
    """No town is guessed."""
    sheet, problems = game.grammar(SEATS).read(f"go to {name}", "ann", "ann.txt")
    assert (Unread(),) == sheet.orders
    assert problems[0].code in ("ambiguous", "unknown")


JOURNEY = (
    Step("lapphalya", origin="elvenhold"),
    Step("feodor", "caravan", ("giant-pig", "giant-pig", "raft")),
    Step("albaran"),
)


@pytest.mark.parametrize(
    "line",
    [
        "GO Elvenhold - Lapphalya - Feodor BY caravan 2 pig, raft - Al'Baran",
        "go from ELV to LAP to FEO with caravan (2 pigs and a raft) to ALB",
        "travel Elvenhold, Lapphalya, Feodor by caravan: pig, pig, raft, Albaran",
        "I'd like to go Elvenhold-Lapphalya-Feodor by the caravan of pig + pig + raft -> al baran",
        "move: elvenhold lapphalya then feodor by caravan 2 x pig raft then al'baran",
    ],
)
def test_one_journey_in_many_words(game: Elfenland, line: str) -> None:
    """A route on one line, however its towns are parted."""
    sheet, problems = game.grammar(SEATS).read(line, "ann", "ann.txt")
    assert () == problems
    assert (Go(JOURNEY),) == sheet.orders


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("lay pig on Virst", "expected", "'-' and another town"),
        ("lay pig on Virst - Rome", "unknown", "no town called 'Rome'"),
        ("lay pig on Virst - Virst", "no-road", "No road joins Virst and Virst"),
        ("lay pig on Rome - Virst", "unknown", "no town called 'Rome'"),
        ("lay pig on Virst - Lapphalya if counter pig", "expected", "'on'"),
        ("lay pig on Virst - Lapphalya if counter bicycle on Virst - Lapphalya", "unknown", "bicycle"),
        ("lay pig on Virst - Lapphalya if hold 99 pigs", "number", "99 giant pig cards cannot be in a hand"),
        ("lay pig on Virst - Lapphalya if free Rome - Virst", "unknown", "no town called 'Rome'"),
        ("lay pig on Virst - Lapphalya else go to Virst", "else", "another action of the list"),
        ("lay pig on Virst - Lapphalya else dragin on Beata - Elvenhold", "unknown", "Did you mean 'dragon'"),
        ("lay pig on Virst - Lapphalya else lay dragin on Beata - Elvenhold", "unknown", "Did you mean 'dragon'"),
        ("lay pig on Virst - Lapphalya else dragon on Beata - Elvenhold if", "expected", "a test"),
        ("lay pig on Virst - Lapphalya else dragon on Beata - Elvenhold else go", "expected", ""),
        ("lay pig on Virst - Lapphalya, dragon on Feodor - Rivinia if quiet", "unexpected", "'dragon'"),
        ("lay pig on Virst - Lapphalya, dragon", "unexpected", "'dragon'"),
        ("take bicycle", "unknown", "no counter called 'bicycle'"),
        ("discard 9999 pigs", "number", "too large"),
        ("discard 0 pigs", "number", "0 giant pig cards"),
        ("discard pig, bicycle", "unknown", "no travel card called 'bicycle'"),
        ("discard (pig, raft", "expected", "')'"),
        ("go to Virst by bicycle", "unknown", "no way to travel called 'bicycle'"),
        ("go by dragon", "expected", "'to' and a town"),
        ("go to Virst (dragon", "expected", "')'"),
        ("go to Virst (by dragon", "expected", "')'"),
        ("go to Virst by caravan bicycle", "unknown", "no travel card called 'bicycle'"),
        ("go to Virst, Ixarra", "unknown", "Did you mean 'Ixara'"),
        ("go to " + " - ".join(["Virst", "Ixara"] * 31), "too-long", "more than 60 steps"),
        ("keep raft", "no-counter", "no counter for rafts"),
    ],
)
def test_a_faulty_line_is_asked_back(game: Elfenland, line: str, code: str, said: str) -> None:
    """What cannot be read is said, and no order comes of it."""
    sheet, problems = game.grammar(SEATS).read(line, "ann", "ann.txt")
    assert (Unread(),) == sheet.orders
    assert [code] == [problem.code for problem in problems]
    assert said in f"{problems[0].message} {problems[0].hint}"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "lay pig on VIR-LAP, dragon on Feodor - Al'Baran and the secret cloud on FEO-RIV",
            [
                "LAY pig ON Lapphalya - Virst",
                "LAY dragon ON Al'Baran - Feodor",
                "LAY secret cloud ON Feodor - Rivinia",
            ],
        ),
        (
            "Lay the troll wagon on Erg'Eren - Elvenhold, else the dragon on Beata - Elvenhold if quiet, or pass",
            [
                "LAY troll ON Elvenhold - Erg'Eren ELSE LAY dragon ON Beata - Elvenhold IF QUIET ELSE PASS",
            ],
        ),
        (
            "lay pig on VIR-LAP if there is a pig on FEO-RIV else lay my obstacle on FEO-RIV",
            ["LAY pig ON Lapphalya - Virst IF COUNTER pig ON Feodor - Rivinia ELSE OBSTACLE ON Feodor - Rivinia"],
        ),
        ("lay pig on VIR-LAP, obstacle on VIR-LAP", ["LAY pig ON Lapphalya - Virst", "OBSTACLE ON Lapphalya - Virst"]),
        (
            "go to Lapphalya by dragon\nThen to Dag'Amura by cloud\nto Feodor\nthen discard raft",
            ["GO TO Lapphalya BY dragon - Dag'Amura BY cloud - Feodor", "DISCARD raft"],
        ),
        ("take dragon\nthen take cloud\nor pig", ["TAKE dragon", "TAKE cloud ELSE pig"]),
    ],
)
def test_shorter_ways_of_saying_it(game: Elfenland, text: str, lines: list[str]) -> None:
    """Several counters after one LAY, a LAY left out after ELSE, a journey that goes on below."""
    grammar = game.grammar(SEATS)
    sheet, problems = grammar.read(text, "ann", "ann.txt")
    assert () == problems
    assert "".join(f"{line}\n" for line in lines) == grammar.write(sheet.orders)


def test_a_list_has_an_end(game: Elfenland) -> None:
    """Lines beyond sixty are refused, and the others count."""
    before = paper(game, phase="plan", elves={"ann": {"open": ["pig"]}, "bob": {}})
    sheet, _ = game.grammar(SEATS).read("PASS\n" * 61 + "LAY pig ON Virst - Lapphalya", "ann", "ann.txt")
    problems = game.check(game.view(before.state, "ann"), sheet).problems
    assert ["too-long", "too-long"] == [problem.code for problem in problems]


def test_of_two_choices_the_last_one_counts(game: Elfenland) -> None:
    """The other is mentioned."""
    before = paper(game, phase="travel", elves={"ann": {"open": ["pig", "dragon"]}, "bob": {}})
    sheet, _ = game.grammar(SEATS).read("keep pig\nkeep dragon", "ann", "ann.txt")
    verdict = game.check(game.view(before.state, "ann"), sheet)
    assert [("twice", 1)] == [(problem.code, problem.span.line) for problem in verdict.problems]
    assert {"counter": "dragon", "secret": False} == verdict.forecast["travel"]["keep"]


def test_no_seat_may_bear_a_word_of_the_orders(game: Elfenland) -> None:
    """Towns, transports and order words are taken."""
    assert {"feodor", "pig", "cloud", "quiet", "take"} <= taken_words(game.table)
    assert not {"ann", "bob", "red", "mia"} & game.reserved()


# ------------------------------------------------------------------ pages over several turns


def turns(game: Elfenland, before: Turn, *pages: dict[str, str]) -> list[Turn]:
    """Turn after turn with these pages."""
    grammar, played = game.grammar(SEATS), []
    for texts in pages:
        sheets: dict[str, Sheet] = {seat: grammar.read(text, seat, seat)[0] for seat, text in texts.items()}
        before = run_turn(game, before, sheets, Luck("pages"))
        played.append(before)
    return played


def paper(game: Elfenland, **facts: object) -> Turn:
    """A turn that ended in this position."""
    state = game.position(facts)
    assert isinstance(state, State), state
    return Turn(0, state, (), ())


def told(turn: Turn, kind: str) -> list[Event]:
    """The events of a kind."""
    return [event for event in turn.events if event.kind == kind]


def test_wishes_in_force_serve_the_next_laps(game: Elfenland) -> None:
    """With laps, lines left go on; the last one stays; a new page takes their place (16.3, 17.1)."""
    start = paper(
        game,
        phase="draw",
        elves={"ann": {}, "bob": {}, "cy": {}},
        face_up=["pig", "cloud", "cloud", "troll", "troll"],
        pile=["cycle", "cycle", "cycle", "cycle", "cycle", "cycle", "cycle", "cycle"],
        options={"draft": "laps"},
    )
    first, second, third = turns(
        game, start, {"ann": "take pig\ntake cloud", "bob": "take troll"}, {}, {"bob": "take cloud"}
    )
    assert ["giant-pig", "troll-wagon"] == [event.facts["counter"] for event in told(first, "drew")][:2]
    assert ["magic-cloud", "troll-wagon"] == [event.facts["counter"] for event in told(second, "drew")][:2]
    assert [False, False, True] == [event.facts["silent"] for event in told(second, "drew")]
    assert ("cy",) == second.missed
    assert ["magic-cloud", "elfcycle"] == [event.facts["counter"] for event in told(third, "drew")][:2]
    assert "plan" == third.state.phase


def test_a_list_goes_on_without_its_stops(game: Elfenland) -> None:
    """Who sends no new list keeps what is left, its stops void; a new list replaces the old one whole (17.5)."""
    elves = {"ann": {"open": ["dragon", "pig"]}, "bob": {"open": ["cloud", "troll"]}, "cy": {"open": ["unicorn"]}}
    start = paper(game, phase="plan", elves=elves, options={"sittings": 3})
    first, second = turns(
        game,
        start,
        {
            "ann": "STOP IF TURN 2\nLAY dragon ON Feodor - Rivinia\nLAY pig ON Virst - Lapphalya",
            "bob": "LAY cloud ON Feodor - Lapphalya\nSTOP\nLAY troll ON Beata - Elvenhold",
        },
        {"bob": "LAY troll ON Throtmanni - Tichih"},
    )
    assert 2 == first.state.standing.sitting
    asks = game.awaiting(first.state)
    assert [False, False, False] == [asks[seat].kept for seat in SEATS]
    assert ("ann", "bob", "cy") == tuple(asks)
    laid = [(event.facts["seat"], event.facts["road"]["link"]) for event in told(second, "laid")]
    assert {("ann", "lap-vir-p"), ("bob", "thr-tic-p")} == set(laid)
    assert "travel" == second.state.phase


def test_a_list_without_a_stop_counts_as_sent(game: Elfenland) -> None:
    """What is left of it is in force, so its writer is not missing in the next sitting (17.5)."""
    elves = {"ann": {"open": ["dragon"]}, "bob": {"open": ["cloud"]}, "cy": {"open": ["unicorn"]}}
    pages = {"ann": "LAY dragon ON Feodor - Rivinia\nSTOP", "bob": "LAY cloud ON Feodor - Rivinia"}
    first, second = turns(game, paper(game, phase="plan", elves=elves), pages, {})
    assert {"ann": False, "bob": True, "cy": False} == {
        seat: ask.kept for seat, ask in game.awaiting(first.state).items()
    }
    assert ("ann", "cy") == second.missed
    assert [("bob", ""), ("cy", "silent"), ("ann", "silent")] == [
        (event.facts["seat"], event.facts["why"]) for event in told(second, "passed")
    ]


def test_a_travel_page_sent_early_is_carried_out(game: Elfenland) -> None:
    """It stands through the planning, and gives way to a newer one whole (17.6)."""
    elves = {"ann": {"hand": ["2 raft", "5 pig"]}, "bob": {"hand": ["2 raft"]}, "cy": {}}
    early = {"ann": "take unseen\ngo to Strykhaven\ndiscard pig", "bob": "go to Virst\nkeep pig", "cy": "take pig"}
    played = turns(game, paper(game, phase="draw", elves=elves), early, {"bob": "stay"}, {"cy": "stay"})
    drawn, planned, travelled = played
    assert {"ann", "bob"} == set(drawn.state.journeys)
    assert Journey() == planned.state.journeys["bob"]
    assert [("ann",), ("bob",)] == [event.seen_by for event in told(planned, "itinerary")]
    assert () == travelled.missed
    assert [("ann", "Strykhaven")] == [(e.facts["seat"], e.facts["at"]) for e in told(travelled, "travelled")]
    assert [("bob", False), ("cy", False)] == [(e.facts["seat"], e.facts["silent"]) for e in told(travelled, "stayed")]
    assert [{"giant-pig": 1}] == [event.facts["named"] for event in told(travelled, "thrown")]
    assert {} == travelled.state.journeys


def test_prompts_say_the_phase_and_what_silence_does(game: Elfenland) -> None:
    """Everybody is told what is asked and what becomes of silence."""
    seen = set()
    for chosen in ({}, {"draft": "laps"}, {"mode": "strict"}):
        turn = opening(game, SEATS, options(game, **chosen), Luck("prompts"))
        while game.awaiting(turn.state):
            seen |= {ask.prompt for ask in game.awaiting(turn.state).values()}
            turn = run_turn(game, turn, {}, Luck("prompts"))
    assert 7 == len(seen)
    assert all("Silence" in prompt for prompt in seen)


def test_moments_are_named(game: Elfenland) -> None:
    """The round, the phase, and the lap or sitting where it has several."""
    moments = {}
    for chosen in ({}, {"draft": "laps"}, {"mode": "strict"}):
        turn = opening(game, ("ann", "bob"), options(game, **chosen), Luck("moments"))
        moments[str(chosen)] = [game.moment(turn.state)]
        while game.awaiting(turn.state):
            turn = run_turn(game, turn, {}, Luck("moments"))
            moments[str(chosen)].append(game.moment(turn.state))
    assert ["round 1, open counters", "round 1, planning, sitting 1", "round 1, travel"] == moments["{}"][:3]
    assert "round 1, open counters, lap 2" == moments["{'draft': 'laps'}"][1]
    assert "round 1, planning" in moments["{'mode': 'strict'}"]
    assert {"the end"} == {said[-1] for said in moments.values()}
