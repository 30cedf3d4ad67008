"""King of the Elves: the box as printed, the order of discards, words that no seat may bear, and whole games."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.bots import bots_for
from pbem.engine import Luck, Turn, opening, run_turn
from pbem.game import OptionValue
from pbem.model import Event, Seat
from pbem.rng import Rng
from pbem.rules.king_of_the_elves import KingOfTheElves
from pbem.rules.king_of_the_elves.discards import chosen
from pbem.rules.king_of_the_elves.orders import Wish
from pbem.rules.king_of_the_elves.realm import State
from pbem.rules.king_of_the_elves.sight import UNKNOWN, table_seen
from pbem.rules.king_of_the_elves.table import Table, table_of
from tests.test_cases import info_of

SEATS = ("ann", "bob", "cy", "dee", "ed", "flo")
GAME = KingOfTheElves(info_of("king-of-the-elves"))
DECK = GAME.box.deck
HAND = ("pig", "pig", "cloud", "raft", "raft", "raft", "thief", "lake")
FULL = {"pig": "giant-pig", "cloud": "magic-cloud", "lake": "village-lake"}
GAMES = [(seats, wizards, bot) for seats in range(2, 7) for wizards in (False, True) for bot in ("random", "greedy")]


def settled(**options: OptionValue) -> dict[str, OptionValue]:
    """Every option's value."""
    found = GAME.info.settle_options(options)
    assert isinstance(found, dict), found
    return found


def placed(**facts: object) -> State:
    """A position from its description."""
    state = GAME.position(facts)
    assert isinstance(state, State), state
    return state


# ------------------------------------------------------------------ the box


def test_the_deck_adds_up() -> None:
    """26 villages, 64 travel cards and 30 special cards, and six wizards besides."""
    groups = {group: sum(kind.count for kind in DECK.deck if kind.kind == group) for group in DECK.discard_order}
    assert {"travel": 64, "special": 36, "village": 26} == groups
    assert 120 == len(DECK.cards(settled()))
    assert 126 == len(DECK.cards(settled(wizards=True)))


def test_every_travel_card_is_on_the_chart() -> None:
    """The seven transports of the chart are the travel cards, and each terrain has its village."""
    assert set(GAME.box.chart.transports) == {kind.id for kind in DECK.deck if kind.kind == "travel"}
    assert set(GAME.box.chart.terrains) == set(DECK.terrains)


def test_the_rules_print_the_numbers_of_the_box() -> None:
    """Values and counts of villages, of the other cards, and the chart stand in the rules as they are played."""
    rules = (GAME.info.printed / "rules.md").read_text("utf-8")
    for terrain, kind in DECK.terrains.items():
        assert f"| {terrain} | {kind.value} | {kind.count} |" in rules
    for kind in DECK.deck:
        if kind.kind == "special" and not kind.variant:
            assert f"| {kind.id.replace('-', ' ')} | {kind.count} |" in rules
    for transport, card in GAME.box.chart.transports.items():
        prices = [card.cost.get(terrain, "") for terrain in ("plain", "forest", "mountain", "desert", "river", "lake")]
        row = " ".join(f"| {price}".strip() for price in prices)
        assert re.sub(" +", " ", f"| {transport.replace('-', ' ')} {row} |") in rules


@pytest.mark.parametrize(("seats", "rounds", "room"), [(2, 2, 3), (3, 3, 2), (4, 4, 2), (5, 5, 2), (6, 5, 2)])
def test_rounds_and_room_by_players(seats: int, rounds: int, room: int) -> None:
    """As many rounds as players up to five, three villages in a realm for two players."""
    assert (rounds, room) == (DECK.rounds[seats], DECK.villages[seats])


# ------------------------------------------------------------------ roads and discards


def table(state: State) -> Table:
    """The table of a position."""
    return table_of(GAME.box, state)


def test_the_road_goes_through_the_realms_in_seat_order() -> None:
    """W1: forest, river, desert, lake, plain, from the right of each realm to its left."""
    state = placed(
        phase="journey",
        players={"x": {"realm": ["forest", "river"]}, "y": {"realm": ["desert"]}, "z": {"realm": ["lake", "plain"]}},
    )
    sites = table(state).road()
    assert ["forest", "river", "desert", "lake", "plain"] == [table(state).village(site).terrain for site in sites]
    seen = GAME.view(state, "z").road
    assert ["z/lake", "z/plain", "x/forest", "x/river", "y/desert"] == [stage.village.name for stage in seen]


@pytest.mark.parametrize(
    ("drop", "keep", "gone"),
    [
        ([Wish("magic-cloud"), Wish("giant-pig", 1)], [], "cloud pig raft raft"),
        ([], [Wish("raft"), Wish("thief")], "pig pig cloud lake"),
        ([], [Wish("raft", 2)], "raft pig pig cloud"),
        ([], [], "raft pig raft pig"),
        ([Wish("unicorn"), Wish("village-lake")], [], "lake raft pig raft"),
        ([Wish("raft", 1)], [Wish("raft"), Wish("giant-pig")], "raft cloud thief lake"),
    ],
)
def test_the_order_of_discards(drop: Sequence[Wish], keep: Sequence[Wish], gone: str) -> None:
    """W12, and more: DROP first, then travel before special before villages, most copies first, then deck order."""
    hand = DECK.sorted(FULL.get(card, card) for card in HAND)
    assert tuple(FULL.get(card, card) for card in gone.split()) == chosen(DECK, hand, 4, drop, keep)


CARDS = st.sampled_from([kind.id for kind in DECK.deck])
WISHES = st.lists(st.builds(Wish, CARDS, st.none() | st.integers(0, 3)), max_size=4)


@given(hand=st.lists(CARDS, max_size=12), number=st.integers(0, 4), drop=WISHES, keep=WISHES)
def test_discards_come_from_the_hand(hand: list[str], number: int, drop: list[Wish], keep: list[Wish]) -> None:
    """As many go as must, never more than are held, and whatever the wishes the same ones each time."""
    gone = chosen(DECK, DECK.sorted(hand), number, drop, keep)
    assert min(number, len(hand)) == len(gone)
    assert all(gone.count(card) <= hand.count(card) for card in gone)


# ------------------------------------------------------------------ seats, options, positions


@pytest.mark.parametrize(
    "seat", ["me", "lake", "raft", "quiet", "sea", "else", "plains", "escort", "all", "stop", "to"]
)
def test_words_of_the_orders_cannot_name_a_seat(seat: str) -> None:
    """A seat that is called like a word of the grammar is refused."""
    problems = GAME.info.seat_problems((seat, "bob"), GAME.reserved())
    assert [f"'{seat}' is a word of King of the Elves's orders and cannot name a seat."] == [
        problem.message for problem in problems
    ]


def test_ordinary_names_are_free() -> None:
    """Nobody is kept from the table by his own name."""
    assert () == GAME.info.seat_problems(SEATS, GAME.reserved())
    assert set() == GAME.reserved() & {"mia", "zoe", "al", "kit", "eve", "uma", "jo", "gus", "hal", "x", "y", "z"}


def test_the_named_starting_player_must_have_a_seat() -> None:
    """An option names a seat in any case, none, or a problem."""
    assert "cy" == settled(starting_player="Cy")["starting_player"]
    assert settled(starting_player="none")["starting_player"] is None
    refused = GAME.info.settle_options({"starting_player": "2nd"})
    assert isinstance(refused, tuple)
    assert ["The option starting_player must name a seat, not '2nd'."] == [problem.message for problem in refused]
    strangers = GAME.info.stranger_problems(settled(starting_player="zoe"), SEATS[:2])
    assert ["The option starting_player names 'zoe', who has no seat."] == [problem.message for problem in strangers]
    assert () == GAME.info.stranger_problems(settled(starting_player="bob"), SEATS[:2])


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({}, ["'players' is missing."]),
        ({"players": {"ann": {}}}, ["is for 2 to 6 players, not 1."]),
        ({"players": {"ann": {"gold": -1}, "bob": {}}}, ["must be at least 0"]),
        ({"players": {"ann": {"hand": {"pigg": 1}}, "bob": {}}}, ["There is no card called 'pigg'."]),
        ({"players": {"ann": {"hand": {"wizard": 1}}, "bob": {}}}, ["There are not so many cards 'wizard'."]),
        ({"players": {"ann": {"realm": ["lake"] * 5}, "bob": {}}}, ["not so many cards 'village-lake'."]),
        ({"players": {"ann": {"realm": ["lake"] * 4}, "bob": {}}}, ["ann: too many villages."]),
        (
            {"players": {"ann": {"realm": [{"village": "lake", "tree": "bob", "thief": "zoe"}]}, "bob": {}}},
            ["There is no player 'zoe'."],
        ),
        (
            {"players": {"ann": {"realm": [{"village": "lake", "tree": "bob"}]}, "bob": {}}},
            ["ann: a tree where none may lie."],
        ),
        ({"players": {"ann": {}, "bob": {}}, "phase": "journey"}, ["Journeys need a village on the table."]),
        ({"players": {"ann": {}, "bob": {}}, "rest": "nowhere"}, ["The rest of the cards cannot go to 'nowhere'."]),
        ({"players": {"ann": {}, "bob": {}}, "options": {"starting_player": "zoe"}}, ["names 'zoe', who has no seat."]),
    ],
)
def test_a_faulty_position_is_refused(facts: dict[str, object], said: list[str]) -> None:
    """A position that cannot be is answered with problems, and no traceback."""
    problems = GAME.position(facts)
    assert isinstance(problems, tuple)
    assert len(said) == len(problems)
    assert all(part in problem.message for part, problem in zip(said, problems, strict=True))


def test_five_tokens_are_too_many() -> None:
    """Nobody has more than four cards on the table."""
    realm = [{"village": "lake", "gold": "ann", "thief": "ann"}, {"village": "river", "gold": "ann", "thief": "ann"}]
    problems = GAME.position(
        {"players": {"ann": {"realm": realm}, "bob": {"realm": [{"village": "plain", "tree": "ann"}]}}}
    )
    assert isinstance(problems, tuple)
    assert ["ann: too many tokens."] == [problem.message for problem in problems]


@pytest.mark.parametrize("line", ["BUY", "VISIT BY pig"])
def test_a_list_has_an_end(line: str) -> None:
    """Of a very long list so many lines count as are read on every turn, and that is said."""
    state = placed(players={"ann": {"realm": ["plain"]}, "bob": {"realm": ["lake"]}})
    sheet, _ = GAME.grammar(("ann", "bob")).read(f"{line}\n" * 70, "ann", "ann.txt")
    told = GAME.check(GAME.view(state, "ann"), sheet).problems
    assert [(61, "not allowed")] == [(one.span.line, one.weight) for one in told if one.code == "too-many"]


# ------------------------------------------------------------------ whole games


def whole_game(seats: int, wizards: bool, bot: str, seed: str = "game") -> list[Turn]:
    """All turns of a game that bots play; every page is read without a word and refused nothing."""
    names, luck, play = SEATS[:seats], Luck(seed), bots_for("king-of-the-elves")[bot]
    turns = [opening(GAME, names, settled(wizards=wizards), luck)]
    grammar = GAME.grammar(names)
    while asks := GAME.awaiting(turns[-1].state):
        chance, sheets = Rng(seed, "bots", len(turns)), {}
        for seat, ask in asks.items():
            page = play(GAME, GAME.view(turns[-1].state, seat), ask, chance.child(seat))
            sheets[seat], problems = grammar.read(page, seat, f"{seat}.txt")
            assert () == problems, page
        turns.append(run_turn(GAME, turns[-1], sheets, luck))
        assert [] == [problem for found in turns[-1].problems.values() for problem in found if problem.refuses]
    return turns


def gold_told(seats: Sequence[Seat], events: Sequence[Event]) -> Mapping[Seat, int]:
    """What a patient reader of the public events comes to."""
    purses = dict.fromkeys(seats, DECK.start_gold)
    for event in events:
        facts = event.facts
        if event.seen_by is None and "seat" in facts and event.kind not in ("opened", "final"):
            gain = facts.get("income", 0) - facts.get("paid", 0) - facts.get("fee", 0) - facts.get("price", 0)
            purses[facts["seat"]] += gain + (facts["gold"] if event.kind == "round-trip" else 0)
            if facts.get("thief"):
                purses[facts["thief"]] += facts["paid"]
    return purses


@pytest.mark.parametrize(("seats", "wizards", "bot"), GAMES)
def test_whole_games(seats: int, wizards: bool, bot: str) -> None:
    """Every game ends after its rounds, loses no card or token, and its public events account for all gold."""
    turns = whole_game(seats, wizards, bot)
    last = turns[-1].state
    outcome = GAME.outcome(last)
    assert outcome is not None
    assert DECK.rounds[seats] == last.round
    assert len(turns) <= 1 + last.round * 4
    assert [()] * len(turns) == [GAME.audit(turn.state) for turn in turns]
    assert gold_told(SEATS[:seats], [event for turn in turns for event in turn.events]) == outcome.totals


def test_a_hand_follows_from_what_its_owner_is_told() -> None:
    """Dealt, drawn, played, discarded: each player can account for every card of his hand."""
    turns = whole_game(3, False, "greedy")
    for seat in SEATS[:3]:
        for turn in turns[:-1]:
            hands = [event.facts["hand"] for event in turn.events if event.seen_by == (seat,) and "hand" in event.facts]
            dealt = [event.facts["hand"] for event in turn.events if event.kind == "hand" and event.seen_by == (seat,)]
            assert dealt == [] or DECK.counts(turn.state.players[seat].hand) == hands[-1]


def test_a_table_made_from_a_view_shows_no_card_of_others() -> None:
    """What a page is judged on holds unknown cards in the others' hands and in the pile."""
    state = whole_game(3, False, "random")[3].state
    seen = table_seen(GAME.box, GAME.view(state, "bob"))
    assert state.players["bob"].hand == seen.players["bob"].hand
    for seat in ("ann", "cy"):
        assert {UNKNOWN} >= set(seen.players[seat].hand)
        assert (0, len(state.players[seat].hand)) == (seen.players[seat].gold, len(seen.players[seat].hand))
        assert state.players[seat].realm == seen.players[seat].realm
    assert [UNKNOWN] * len(state.draw) == seen.draw


def test_disguises_are_positions_that_can_be() -> None:
    """A disguise makes or loses no card, and changes nothing that its reader sees."""
    for turn in whole_game(4, True, "random")[:-1:3]:
        for place, reader in enumerate((*SEATS[:4], None)):
            other = GAME.disguise(turn.state, reader, Rng("disguise", turn.number, place))
            assert () == GAME.audit(other)
            assert GAME.view(turn.state, reader) == GAME.view(other, reader)


def test_the_same_seed_and_pages_give_the_same_game() -> None:
    """Luck follows from the seed alone, and another seed brings another game."""
    first, again, other = (whole_game(2, True, "random", seed) for seed in ("one", "one", "two"))
    assert [turn.state for turn in first] == [turn.state for turn in again]
    assert first[0].state != other[0].state
