"""Elfengold as printed: the mine, its tables, and the worked rounds played through as one game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pbem.engine import Luck, Turn, opening, run_turn
from pbem.game import to_json
from pbem.model import Sheet
from pbem.rng import Rng
from pbem.rules.elfengold import Elfengold
from pbem.rules.elfengold.mine import Mine, Miner, State
from pbem.rules.elfengold.plan import allowance, way
from tests.test_cases import ALL, Case, check_events, info_of, play, seats_part

TOUR = ("HUT", *"ABCDEFGHIJKLMNOP", "BASKET")
NUMBERS = (None, 1, 2, 1, 2, 3, 2, 3, None, None, 4, 5, 4, 6, 8, 7, 5, None)
BY_LADDER = {space: distance for distance, space in enumerate(TOUR)}
BY_BASKET = {space: len(TOUR) - distance for distance, space in enumerate(TOUR) if distance}
HOME = dict(zip(TOUR[1:], (1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1), strict=True))
COUNTS = (
    {"A": 1, "B": 3, "C": 3, "E": 1, "M": 1, "N": 3, "O": 1, "P": 2},
    {"A": 1, "C": 4, "D": 2, "E": 1, "M": 1, "N": 2, "O": 2, "P": 2},
    {"A": 1, "B": 2, "C": 1, "D": 3, "E": 3, "F": 2, "N": 1, "O": 1, "P": 1},
    {"A": 1, "B": 1, "C": 2, "D": 2, "E": 2, "F": 2, "G": 2, "K": 1, "L": 1},
)
"""Counters on the spaces after each of the worked rounds."""

WORKED = tuple(case for case in ALL if case.game == "elfengold" and case.file == "worked.yaml")


@pytest.fixture(scope="module")
def game() -> Elfengold:
    """The game in the box."""
    return Elfengold(info_of("elfengold"))


@pytest.fixture(scope="module")
def board(game: Elfengold) -> Mine:
    """Its board."""
    return game.board


def test_seventeen_spaces_and_the_hut(board: Mine) -> None:
    """The tour is the Hut, sixteen letters and the basket, each with its number."""
    assert TOUR == board.ids
    assert tuple(range(18)) == tuple(space.order for space in board.spaces)
    assert dict(zip(TOUR, NUMBERS, strict=True)) == board.numbers(False)
    assert dict(zip(TOUR, NUMBERS, strict=True)) | {"H": 3, "I": 4} == board.numbers(True)


def test_links_close_the_tour(board: Mine) -> None:
    """Each space is linked to the next and the basket to the Hut; only the basket down costs gold."""
    assert {*pairwise(TOUR), ("BASKET", "HUT")} == {(link.a, link.b) for link in board.links}
    assert {("BASKET", 0, 5)} == {(link.a, link.toll, link.toll_back) for link in board.links if link.type == "basket"}
    assert {0} == {toll for link in board.links if link.type != "basket" for toll in (link.toll, link.toll_back)}


@pytest.mark.parametrize("space", TOUR[1:])
def test_distances_from_the_hut(board: Mine, space: str) -> None:
    """By the ladder free, by the basket for 5 gold, as the table of distances says."""
    paths = {(path.spaces, path.toll) for path in board.ways.within("HUT", 17)[space]}
    assert {(BY_LADDER[space], 0), (BY_BASKET[space], 5)} == paths


@pytest.mark.parametrize("space", HOME)
def test_distances_home(board: Mine, space: str) -> None:
    """The shortest way home is free from everywhere."""
    assert (HOME[space], 0) == min((path.spaces, path.toll) for path in board.ways.within(space, 9)["HUT"])


@pytest.mark.parametrize(
    ("tools", "spaces", "by_ladder", "by_basket"),
    [
        (0, 0, "", ""),
        (1, 5, "ABCDE", "MNOP"),
        (2, 4, "ABCD", "NOP"),
        (3, 3, "ABC", "OP"),
        (4, 2, "AB", "P"),
        (5, 2, "AB", "P"),
    ],
)
def test_first_round_reach(board: Mine, tools: int, spaces: int, by_ladder: str, by_basket: str) -> None:
    """Tools carried against spaces reached from the Hut; the basket adds the far end for 5 gold."""
    poor, rich = Miner("HUT", 4, shovels=tools), Miner("HUT", 5, shovels=tools)
    assert spaces == allowance(board, rich)
    assert set(by_ladder) == {space for space in TOUR if len(space) == 1 and way(board, poor, space)}
    assert set(by_ladder + by_basket) == {space for space in TOUR if len(space) == 1 and way(board, rich, space)}


@pytest.mark.parametrize(("players", "rocks", "golds"), [(2, 2, 4), (3, 2, 3), (4, 1, 3), (5, 1, 2), (6, 1, 2)])
def test_counters_by_players(board: Mine, players: int, rocks: int, golds: int) -> None:
    """The stock of counters depends on the number of players."""
    stock = board.setup[players]
    assert (rocks, golds, rocks + golds) == (stock.rocks, stock.golds, stock.counters)


def test_prices_and_limits(board: Mine) -> None:
    """The tables of tools, loan and end."""
    assert {"shovel": (1, 1, 1), "pickaxe": (3, 2, 3)} == {
        name: (tool.price, tool.dig_multiplier, tool.final_value) for name, tool in board.tools.items()
    }
    assert ("HUT", 10, 5, 50) == (board.start_space, board.start_gold, board.tool_limit, board.end_option_gold)
    assert (5, 5) == (board.loan.amount, board.loan.only_if_gold_below)


def worked_turns(game: Elfengold) -> list[tuple[Case, Turn]]:
    """The worked rounds as one game from its set-up, each round from the position the one before left."""
    seats = ("ann", "bob", "cy")
    options = game.info.settle_options({})
    assert isinstance(options, dict)
    turn, played = opening(game, seats, options, Luck("worked")), []
    grammar = game.grammar(seats)
    for case in WORKED[: len(COUNTS)]:
        pages = case.facts["orders"]
        sheets: dict[str, Sheet] = {seat: grammar.read(pages[seat], seat, f"{seat}.txt")[0] for seat in seats}
        turn = run_turn(game, turn, sheets, Luck("worked"))
        played.append((case, turn))
    return played


def test_worked_rounds_are_one_game(game: Elfengold) -> None:
    """Rounds 0 to 3 played on from the opening bring out what each worked round says by itself."""
    for number, (case, turn) in enumerate(worked_turns(game)):
        position = to_json(game, turn.state)
        assert number + 1 == position["round"]
        check_events(case.facts["expect"], turn.events)
        for seat in ("ann", "bob", "cy"):
            expected = case.facts["expect"]["state"][seat]
            assert expected == {key: seats_part(position, seat)[key] for key in expected}
        assert play(case).turn.state == turn.state


@pytest.mark.parametrize("number", range(len(COUNTS)))
def test_counters_on_the_board_after_worked_rounds(game: Elfengold, number: int) -> None:
    """The open count of counters on each space, and no space besides."""
    _, turn = worked_turns(game)[number]
    seen = game.view(turn.state, None).counters
    assert COUNTS[number] == {space: sum(owners.values()) for space, owners in seen.items()}


def test_a_position_on_paper_is_read_as_people_write_it(game: Elfengold) -> None:
    """Spaces go by any of their names, and what is not said is as at the start."""
    read = game.position({"miners": {"ann": {"at": "basket", "shovels": 1, "rocks": ["n"]}, "bob": None}})
    assert isinstance(read, State)
    assert Miner("BASKET", 10, shovels=1, rocks=("N",)) == read.miners["ann"]
    assert Miner("HUT", 10) == read.miners["bob"]
    assert (1, 0, "") == (read.round, read.quiet, read.ended)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({}, ["'miners' is missing."]),
        (
            {"miners": {"ann": {"gold": -1, "hat": 1}, "bob": {}}},
            ["must be at least 0", "nothing called 'hat'"],
        ),
        ({"miners": {"ann": {}}}, ["for 2 to 6 players, not 1"]),
        ({"miners": {"ann": {"at": "Q"}, "bob": {"golds": ["hutt"]}}}, ["no space called 'Q'", "called 'hutt'"]),
        ({"miners": {"ann": {}, "bob": {}}, "options": {"fog": True}}, ["no option 'fog'"]),
        ({"miners": {"ann": {"rocks": ["A", "A", "A"]}, "bob": {"shovels": 6}}}, ["ann: more rocks", "bob: too many"]),
        ({"miners": {"ann": {"at": "B"}, "bob": {"debt": 3}}}, ["ann: in the mine without", "bob: a debt of no whole"]),
        ({"miners": {"ann": {"golds": ["H"]}, "bob": {}}}, ["ann: a counter on a space without number"]),
    ],
)
def test_a_faulty_position_is_refused_with_all_its_faults(
    game: Elfengold, facts: dict[str, object], said: list[str]
) -> None:
    """A position that cannot be is answered with problems, every one of them, and no traceback."""
    problems = game.position(facts)
    assert isinstance(problems, tuple)
    assert len(said) == len(problems)
    assert all(part in problem.message for part, problem in zip(said, problems, strict=True))


def test_a_near_name_is_suggested(game: Elfengold) -> None:
    """A space that is one slip away is named."""
    problems = game.position({"miners": {"ann": {"at": "hutt"}, "bob": {}}})
    assert isinstance(problems, tuple)
    assert ["Did you mean 'hut'?"] == [problem.hint for problem in problems]


def suggested(game: Elfengold, number: int = 0, **miner: object) -> str:
    """The page that is suggested to Ann who stands so; chance depends on the number."""
    state = game.position({"miners": {"ann": miner, "bob": {}}, "options": {"pickaxe_cap_per_player": 1}})
    assert isinstance(state, State), state
    return game.suggest(game.view(state, "ann"), Rng(f"a seed for tests {number}"))


def test_a_suggestion_goes_home_when_rich(game: Elfengold) -> None:
    """And stays there, since silence then ends the game."""
    assert "MOVE C\n" in suggested(game, at="E", gold=60, shovels=5)
    assert "STAY\n" in suggested(game, gold=60, shovels=1)


def test_a_suggestion_buys_what_is_allowed(game: Elfengold) -> None:
    """With a limit to pickaxes it keeps to shovels, and buys none if it has a tool or no gold."""
    pages = [suggested(game, number) for number in range(20)]
    assert any("BUY 1 SHOVEL" in page for page in pages)
    assert not any("PICKAXE" in page for page in pages)
    assert "BUY" not in suggested(game, shovels=1)
    assert "BUY" not in suggested(game, gold=0)
    assert "BORROW\nBUY" in suggested(game, gold=0, may_borrow=True)
