"""Elfenland as printed, the examples of its rules, spellings of towns, journeys as a whole, and games by bots."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.arena import Tally, play
from pbem.engine import Luck, Turn, opening, run_turn
from pbem.game import Hidden, OptionValue
from pbem.model import Event, Sheet, Unread
from pbem.rng import Rng
from pbem.rules.elfenland import Elfenland
from pbem.rules.elfenland.elves import Elf, Road, Secret, State
from pbem.rules.elfenland.finish import scores
from pbem.rules.elfenland.land import Land, other_end, terrain_from
from pbem.rules.elfenland.orders import Choice, Go, Journey, Step
from pbem.rules.elfenland.travel import Fault, Leg, Purse, kept, thrown, trip
from pbem.rules.elfenland.verbs import taken_words
from tests.test_cases import info_of

BY_TERRAIN = {"plain": 8, "forest": 12, "desert": 7, "mountain": 8, "river": 7, "lake": 6}
DOWNSTREAM = {
    ("wylhien", "usselen"),
    ("rivinia", "tichih"),
    ("elvenhold", "rivinia"),
    ("mahdavikia", "grangor"),
    ("ixara", "mahdavikia"),
    ("virst", "ixara"),
    ("beata", "elvenhold"),
}
TOWN_CARDS = {
    "beata",
    "ergeren",
    "grangor",
    "ixara",
    "jaccaranda",
    "mahdavikia",
    "strykhaven",
    "tichih",
    "usselen",
    "virst",
    "wylhien",
    "yttar",
}
SEATS = ("ann", "bob", "cy")


@pytest.fixture(scope="module")
def game() -> Elfenland:
    """The game in the box."""
    return Elfenland(info_of("elfenland"))


@pytest.fixture(scope="module")
def land(game: Elfenland) -> Land:
    """Its board."""
    return game.board


def options(game: Elfenland, **chosen: object) -> dict[str, OptionValue]:
    """Options that differ from the defaults."""
    settled = game.info.settle_options(chosen)
    assert isinstance(settled, dict)
    return settled


# ------------------------------------------------------------------ the board


def test_towns_and_connections(game: Elfenland, land: Land) -> None:
    """21 towns, 20 of them with pieces, and 48 connections, 35 of them roads, by terrain."""
    assert (21, 20, "elvenhold") == (len(land.spaces), len(land.towns), land.start)
    assert BY_TERRAIN == Counter(link.type for link in land.links)
    assert 35 == sum(game.table.chart.terrains[link.type].kind == "road" for link in land.links)
    assert 48 == len(land.by_id)


def test_rivers_flow_as_printed(land: Land) -> None:
    """Each river stretch goes down from a to b."""
    assert DOWNSTREAM == {(link.a, link.b) for link in land.links if link.type == "river"}
    river = land.by_id["ixa-vir-r"]
    assert ("river", "river-up") == (terrain_from(river, "virst"), terrain_from(river, "ixara"))


def test_seven_pairs_have_a_road_and_water(land: Land) -> None:
    """Between no two towns are there two roads or two waters."""
    pairs = [land.between(one, other) for one, other in combinations(land.town_names, 2)]
    assert {0: 169, 1: 34, 2: 7} == Counter(map(len, pairs))
    wet = {"river", "lake"}
    assert all({link.type in wet for link in pair} == {True, False} for pair in pairs if len(pair) == 2)


def test_lakes_join_each_pair_of_their_towns(land: Land) -> None:
    """A ferry for each pair of the three towns at each of the two lakes."""
    ferries = {frozenset((link.a, link.b)) for link in land.links if link.type == "lake"}
    assert ferries == {frozenset(pair) for lake in land.lakes for pair in combinations(lake.towns, 2)}


def test_components(land: Land) -> None:
    """72 cards with 12 rafts, 48 counters without any, twelve town cards."""
    assert (72, 12, 48) == (sum(land.cards.values()), land.cards["raft"], sum(land.counters.values()))
    assert {10} == {number for kind, number in land.cards.items() if kind != "raft"}
    assert {8} == set(land.counters.values())
    assert TOWN_CARDS == set(land.town_cards)


def test_distances(land: Land) -> None:
    """The longest shortest way is 6; some distances of the rules."""
    towns = tuple(land.town_names)
    assert 6 == max(land.distance(one, other) for one, other in combinations(towns, 2))
    assert (6, 6) == (land.distance("beata", "usselen"), land.distance("yttar", "beata"))
    assert [5, 4, 3] == [land.distance("elvenhold", town) for town in ("usselen", "grangor", "kihromah")]
    assert (1, 1) == (land.distance("parundia", "yttar"), len(land.at["kihromah"]))


def test_every_connection_has_its_middle_on_the_canvas(land: Land) -> None:
    """Counters can be drawn."""
    assert all(0 < link.mid[0] < land.canvas.width and 0 < link.mid[1] < land.canvas.height for link in land.links)


def test_hometown_and_early_win_exclude_each_other(game: Elfenland) -> None:
    """A game that asks for both is refused at set-up (11.7)."""
    refused = game.info.settle_options({"hometown": True, "early_win": True})
    assert isinstance(refused, tuple)
    assert "exclude each other" in refused[0].message


# ------------------------------------------------------------------ the examples of the rules


def leg(game: Elfenland, at: str, to: str, hand: str, roads: dict[str, Road], way: str = "") -> Leg | Fault:
    """One step with a hand of one kind of card."""
    kind, number = hand.split()
    return Purse(game.table, roads, at, (kind,) * int(number), False).leg(Step(to, way))


@pytest.mark.parametrize(
    ("at", "to", "hand", "road", "lying", "price"),
    [
        ("feodor", "throtmanni", "troll-wagon 8", "feo-thr-d", Road("troll-wagon", True), 3),
        ("feodor", "lapphalya", "dragon 8", "feo-lap-f", Road("dragon", True), 3),
        ("lapphalya", "virst", "elfcycle 8", "lap-vir-p", Road("elfcycle"), 1),
        ("virst", "ixara", "raft 8", "", None, 1),
        ("ixara", "virst", "raft 8", "", None, 2),
        ("dagamura", "kihromah", "magic-cloud 8", "dag-kih-f", Road("magic-cloud"), 2),
        ("kihromah", "dagamura", "magic-cloud 8", "dag-kih-f", Road("magic-cloud"), 2),
        ("elvenhold", "strykhaven", "raft 8", "", None, 2),
    ],
)
def test_worked_prices(game: Elfenland, at: str, to: str, hand: str, road: str, lying: Road | None, price: int) -> None:
    """The examples of section 14."""
    taken = leg(game, at, to, hand, {road: lying} if lying else {})
    assert isinstance(taken, Leg)
    assert (hand.split()[0],) * price == taken.cards


def test_worked_hometown(game: Elfenland, land: Land) -> None:
    """17 pieces, the boot in Throtmanni, the card Jaccaranda: 16 points."""
    state = opening(game, SEATS, options(game, hometown=True), Luck("home")).state
    elf = replace(state.elves["ann"], at="throtmanni", out=land.towns[:3], hometown="jaccaranda")
    found = scores(land, replace(state, elves={**state.elves, "ann": elf}))
    assert 16 == next(score.points for score in found if score.seat == "ann")


def test_every_price_is_the_charts(game: Elfenland, land: Land) -> None:
    """On every road in both directions, with and without obstacle, and by caravan."""
    for link in land.links:
        for kind in land.counters:
            price = game.table.chart.price(kind, link.type)
            for obstacle in (False, True) if price is not None else ():
                roads = {link.id: Road(kind, obstacle)}
                for at in (link.a, link.b):
                    to = other_end(link, at)
                    taken = leg(game, at, to, f"{kind} 8", roads, kind)
                    assert isinstance(taken, Leg)
                    assert (price or 0) + obstacle == len(taken.cards)
                    hand = ("raft",) * 8
                    wagon = Step(to, "caravan", hand[: 3 + obstacle])
                    assert isinstance(Purse(game.table, roads, at, hand, False).leg(wagon), Leg)


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
        ("take bicycle", "unknown", "no counter called 'bicycle'"),
        ("discard 9999 pigs", "number", "too large"),
        ("discard 0 pigs", "number", "0 giant pig cards"),
        ("discard pig, bicycle", "unknown", "no travel card called 'bicycle'"),
        ("discard (pig, raft", "expected", "')'"),
        ("go to Virst by bicycle", "unknown", "no way to travel called 'bicycle'"),
        ("go to Virst (dragon)", "expected", "'by'"),
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


# ------------------------------------------------------------------ journeys as a whole

KINDS = ("giant-pig", "elfcycle", "magic-cloud", "unicorn", "troll-wagon", "dragon", "raft")


@st.composite
def journeys(draw: st.DrawFn) -> tuple[tuple[str, ...], dict[str, str], list[tuple[int, str]]]:
    """A hand, counters for some roads, and which connection is taken at each step in which way."""
    hand = tuple(sorted(draw(st.lists(st.sampled_from(KINDS), max_size=8)), key=KINDS.index))
    counters = draw(st.dictionaries(st.integers(0, 34), st.sampled_from(KINDS[:6]), max_size=20))
    ways = st.sampled_from(("", "raft", "caravan", "dragon"))
    steps = draw(st.lists(st.tuples(st.integers(0, 6), ways), max_size=6))
    return hand, {str(road): kind for road, kind in counters.items()}, steps


@given(journeys())
@settings(max_examples=60, deadline=None)
def test_a_journey_loses_no_card(made: tuple[tuple[str, ...], dict[str, str], list[tuple[int, str]]]) -> None:
    """What was held is paid or left; every leg is a connection; pieces gathered were out; a break stops all."""
    game = Elfenland(info_of("elfenland"))
    hand, counters, chosen = made
    links = [link for link in game.board.links if game.table.chart.terrains[link.type].kind == "road"]
    roads = {
        links[int(place)].id: Road(kind)
        for place, kind in counters.items()
        if game.table.chart.price(kind, links[int(place)].type) is not None
    }
    at, steps = game.board.start, []
    for place, way in chosen:
        link = game.board.at[at][place % len(game.board.at[at])]
        at = other_end(link, at)
        steps.append(Step(at, way, hand[:3] if way == "caravan" else ()))
    elf = Elf(game.board.start, game.board.towns, hand)
    going = trip(game.table, roads, elf, steps, narrow=False)

    paid = [card for leg in going.legs for card in leg.cards]
    assert Counter(hand) == Counter(going.hand) + Counter(paid)
    assert len(going.legs) == (going.broken.step - 1 if going.broken else len(steps))
    assert [step.to for step in steps[: len(going.legs)]] == [leg.to for leg in going.legs]
    visited = {leg.to for leg in going.legs} - {game.board.start}
    assert set(game.board.towns) - visited == set(going.out)
    assert (steps[len(going.legs) - 1].to if going.legs else game.board.start) == going.at


def test_cards_to_throw_away_go_in_the_order_named() -> None:
    """While more than four are held; others are ignored, each with its reason."""
    going = thrown(("raft", "raft", "dragon", "dragon", "dragon", "dragon"), ("raft", "giant-pig", "raft", "dragon"), 4)
    assert (("raft", "raft"), ("dragon",) * 4) == (going.named, going.hand)
    assert [1, 3] == [place for place, _ in going.ignored]


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (None, ("unicorn", True)),
        (Choice("giant-pig"), ("giant-pig", False)),
        (Choice("giant-pig", "secret"), ("giant-pig", True)),
        (Choice("unicorn", "open"), ("unicorn", True)),
        (Choice("dragon"), ("unicorn", True)),
    ],
)
def test_which_counter_is_kept(choice: Choice | None, expected: tuple[str, bool]) -> None:
    """As chosen where that is there, else the newest secret one."""
    elf = Elf("virst", (), open=("giant-pig",), secrets=(Secret("giant-pig", 1), Secret("unicorn", 2)))
    assert expected == kept(elf, choice)
    assert None is kept(Elf("virst", ()), choice)


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


# ------------------------------------------------------------------ positions, audit, piles


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({}, ["'elves' is missing."]),
        ({"elves": {"ann": {"hat": 1}, "bob": {}}}, ["nothing called 'hat'"]),
        ({"elves": {"ann": {}}}, ["for 2 to 6 players, not 1"]),
        ({"elves": {"ann": {}, "bob": {}}, "turn": "zoe"}, ["no seat 'zoe'"]),
        (
            {"elves": {"ann": {"at": "Rome"}, "bob": {"hand": ["2 bicycle"]}}},
            ["town called 'Rome'", "called '2 bicycle'"],
        ),
        ({"elves": {"ann": {"hand": ["9 pig"]}, "bob": {"hand": ["2 pig"]}}}, ["more of a kind of card"]),
        ({"elves": {"ann": {"hand": ["9 pig"]}, "bob": {}}}, ["ann: 9 cards in hand"]),
        ({"elves": {"ann": {}, "bob": {}}, "roads": {"Elvenhold - Virst": "pig"}}, ["no road 'Elvenhold - Virst'"]),
        ({"elves": {"ann": {}, "bob": {}}, "roads": {"Feodor - Rivinia": "pig, wall"}}, ["lies an 'wall'"]),
        ({"elves": {"ann": {}, "bob": {}}, "roads": {"Al'Baran - Feodor": "pig"}}, ["a giant-pig counter lies on"]),
        ({"elves": {"ann": {"open": ["8 pig"]}, "bob": {}}, "pile": ["pig"]}, ["lies somewhere else"]),
        ({"elves": {"ann": {"open": ["6 pig"]}, "bob": {}}}, ["ann: 6 counters"]),
        ({"elves": {"ann": {"at": "Virst"}, "bob": {}}}, ["ann: a piece under the boot"]),
        ({"elves": {"ann": {"hometown": "Feodor"}, "bob": {}}}, ["hometowns that are not"]),
        ({"elves": {"ann": {}, "bob": {}}, "gone": 1}, ["3 obstacles for 2 players"]),
        ({"elves": {"ann": {}, "bob": {}}, "face_up": ["pig"]}, ["1 counters lie face up"]),
        ({"elves": {"ann": {}, "bob": {}}, "options": {"fog": True}}, ["no option 'fog'"]),
    ],
)
def test_a_faulty_position_is_refused_with_all_its_faults(
    game: Elfenland, facts: dict[str, object], said: list[str]
) -> None:
    """A position that cannot be is answered with problems, every one of them, and no traceback."""
    problems = game.position(facts)
    assert isinstance(problems, tuple)
    assert len(said) == len(problems), problems
    assert all(part in problem.message for part, problem in zip(said, problems, strict=True))


def test_lost_pieces_are_noticed(game: Elfenland) -> None:
    """A card or a counter lost, a piece nowhere, or too many cards at the end: the audit complains."""
    state = opening(game, SEATS, options(game), Luck("audit")).state
    ann = state.elves["ann"]

    def with_ann(elf: Elf) -> State:
        changed: State = replace(state, elves={**state.elves, "ann": elf})
        return changed

    assert () == game.audit(state)
    assert "travel cards are" in game.audit(replace(state, stack=state.stack[1:]))[0]
    assert "counters are" in game.audit(replace(state, pile=state.pile[1:]))[0]
    assert "ann: a boot or a piece in no town" in game.audit(with_ann(replace(ann, at="rome")))
    assert "ann: too many cards kept" in game.audit(replace(state, phase="over", ended="rounds"))
    assert game.audit(with_ann(replace(ann, obstacle=False)))


def test_unseen_piles_are_shuffled_anew(game: Elfenland) -> None:
    """Nothing else changes, and no piece is lost."""
    state = opening(game, SEATS, options(game), Luck("piles")).state
    assert isinstance(game, Hidden)
    other = game.reshuffle(state, Rng("anew"))
    assert (Counter(state.stack), Counter(state.pile)) == (Counter(other.stack), Counter(other.pile))
    assert (state.stack, state.pile) != (other.stack, other.pile)
    assert state == replace(other, stack=state.stack, pile=state.pile)


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("hometown", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_games_by_bots_end_after_their_rounds(game: Elfenland, seats: int, hometown: bool) -> None:
    """Every game ends after four rounds, nothing is lost on the way, and no line of a bot is refused."""
    tally = play(game.info, 2, seats, (), options(game, hometown=hometown), "elves")
    assert isinstance(tally, Tally)
    facts = tally.facts()
    assert (0, 0) == (facts["unfinished"], facts["refused_lines"])
    assert 12 <= facts["turns"]["least"] <= facts["turns"]["most"] <= 16


@pytest.mark.parametrize(
    "chosen", [{"mode": "strict"}, {"draft": "laps", "sittings": 4}, {"rounds": 3, "early_win": True}]
)
def test_games_with_options_end(game: Elfenland, chosen: dict[str, object]) -> None:
    """Also one action a deadline, laps, and three rounds."""
    tally = play(game.info, 1, 4, (), options(game, **chosen), "options")
    assert isinstance(tally, Tally)
    assert (0, 0) == (tally.facts()["unfinished"], tally.facts()["refused_lines"])
