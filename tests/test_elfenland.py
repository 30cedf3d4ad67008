"""Elfenland as printed, the examples of its rules, journeys as a whole, positions, and games by bots."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.arena import Tally, play
from pbem.engine import Luck, opening
from pbem.game import Hidden, OptionValue
from pbem.model import Sheet
from pbem.rng import Rng
from pbem.rules.elfenland import Elfenland
from pbem.rules.elfenland.elves import Elf, Road, Secret, State
from pbem.rules.elfenland.finish import scores
from pbem.rules.elfenland.land import Land, other_end, terrain_from
from pbem.rules.elfenland.orders import Choice, Step
from pbem.rules.elfenland.travel import Fault, Leg, Purse, kept, thrown, trip
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


@pytest.mark.parametrize(
    "page",
    [
        "LAY dragon ON Feodor - Rivinia",
        "LAY dragon ON Feodor - Rivinia\nSTOP IF TURN 9",
        "LAY dragon ON Feodor - Rivinia\nOBSTACLE ON Beata - Elvenhold",
    ],
    ids=["all carried out", "a stop never reached", "a line that waits"],
)
def test_what_is_left_of_a_list_is_its_owners_secret(game: Elfenland, page: str) -> None:
    """Who sends none for the second sitting passes in it, whatever is left of the first; nobody is told more (17.5)."""
    elves = {"ann": {"open": ["dragon"]}, "bob": {"open": ["pig", "pig"]}}
    state = game.position({"phase": "plan", "elves": elves})
    assert isinstance(state, State)
    bob = "LAY pig ON Lapphalya - Virst IF COUNTER ON Feodor - Rivinia\nSTOP"
    before, _ = game.resolve(state, sheets(game, {"ann": page, "bob": bob}), Rng("left"))
    assert (True, False) == tuple(game.awaiting(before)[seat].kept for seat in ("ann", "bob"))
    _, told = game.resolve(before, sheets(game, {"bob": "PASS"}), Rng("left"))
    public = [(event.kind, event.facts) for event in told if event.seen_by is None]
    assert ["", ""] == [facts["why"] for kind, facts in public if kind == "passed"]


def sheets(game: Elfenland, pages: dict[str, str]) -> dict[str, Sheet]:
    """Pages of ann and bob, read."""
    return {seat: game.grammar(("ann", "bob")).read(text, seat, seat)[0] for seat, text in pages.items()}


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
