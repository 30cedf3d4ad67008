"""Whole games by bots: they end, nothing of theirs is refused, and greed pays."""

from __future__ import annotations

import json

from pbem.arena import Tally, play
from pbem.game import GameInfo, game_info


def arena(games: int, bots: tuple[str, ...], seats: int = 4, seed: str = "arena", **options: object) -> Tally:
    """Games of Elfengold."""
    info = game_info("elfengold")
    assert isinstance(info, GameInfo)
    settled = info.settle_options(options)
    assert isinstance(settled, dict)
    tally = play(info, games, seats, bots, settled, seed)
    assert isinstance(tally, Tally), tally
    return tally


def test_fifty_games_end_and_no_line_is_refused() -> None:
    """Fifty games of random bots end within the game's bound, every line of every page taken."""
    facts = arena(50, ("random",)).facts()

    assert facts["unfinished"] == 0
    assert facts["refused_lines"] == 0


def test_every_table_and_option_comes_to_an_end() -> None:
    """Two to six seats, with every option turned: all games end and no line is refused."""
    for seats in (2, 3, 5, 6):
        tally = arena(3, ("greedy", "random"), seats, numbered_HI=True, pickaxe_cap_per_player=1, nmr_ends_game=False)
        facts = tally.facts()

        assert (facts["unfinished"], facts["refused_lines"]) == (0, 0), seats


def test_greed_pays() -> None:
    """One greedy bot among three random ones wins at least half of its games."""
    facts = arena(60, ("greedy", "random", "random", "random")).facts()

    assert facts["bots"]["greedy"]["wins"] >= 30


def test_same_seed_same_games() -> None:
    """The same seed gives the same tally, another seed another one."""
    first = arena(6, ("random",)).to_json()

    assert first == arena(6, ("random",)).to_json()
    assert first != arena(6, ("random",), seed="other").to_json()


def test_processes_change_nothing() -> None:
    """A hundred games are shared among processes and come out as if played one after another."""
    many = arena(100, ("random",))

    assert list(many.results[:8]) == list(arena(8, ("random",)).results)


def test_what_cannot_be_played_is_said() -> None:
    """Unknown bots and impossible tables are problems, all at once."""
    info = game_info("elfengold")
    assert isinstance(info, GameInfo)
    problems = play(info, 1, 9, ("gredy",), {}, "x")
    assert isinstance(problems, tuple)

    assert "Did you mean 'greedy'?" in problems[0].hint
    assert any("2 to 6 players" in problem.message for problem in problems)


def test_the_tally_can_be_read() -> None:
    """Text and JSON tell the same wins."""
    tally = arena(4, ("greedy", "random"))

    assert "4 games of Elfengold" in tally.as_text()
    assert json.loads(tally.to_json())["games"] == 4
