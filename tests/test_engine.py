"""One turn by the engine: what counts, what is told, luck and its labels, replay, and pieces that are lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.engine import Luck, Turn, Unbalanced, opening, replay, run_turn
from pbem.game import Game, GameInfo, game_info
from pbem.model import Event, Seat, Sheet, Unread
from pbem.rng import FromRecord, Rng

SEATS = ("ann", "bob")
LUCK = Luck("a seed for tests of the engine")


def game_called(game_id: str) -> Game[Any, Any]:
    """A game at hand, its rules imported."""
    info = game_info(game_id)
    assert isinstance(info, GameInfo)
    return info.load()


def set_up(game: Game[Any, Any], luck: Luck = LUCK) -> Turn:
    """Turn 0 with the options as they are by default."""
    options = game.info.settle_options({})
    assert isinstance(options, dict)
    return opening(game, SEATS, options, luck)


def sheets(game: Game[Any, Any], **pages: str) -> dict[Seat, Sheet]:
    """Pages as the grammar reads them."""
    grammar = game.grammar(SEATS)
    return {seat: grammar.read(text, seat, f"{seat}.txt")[0] for seat, text in pages.items()}


@pytest.fixture
def mine() -> Game[Any, Any]:
    """Elfengold, which asks chance for nothing."""
    return game_called("elfengold")


@pytest.fixture
def village() -> Game[Any, Any]:
    """Moonrakers, whose exciseman rides by dice."""
    return game_called("moonrakers")


def test_turn_0_is_the_set_up(mine: Game[Any, Any]) -> None:
    """Nobody ordered, nobody missed, and the position is told."""
    turn = set_up(mine)

    assert (0, {}, {}, ()) == (turn.number, turn.sheets, turn.problems, turn.missed)
    assert ["opened"] == [event.kind for event in turn.events]


def test_what_counts_in_a_turn(mine: Game[Any, Any]) -> None:
    """A sheet of a seat that is asked, with an order that could be read; the others missed the turn."""
    pages = sheets(mine, ann="buy 2 shovels\nrock at H", bob="mvoe N", zoe="move N")
    turn = run_turn(mine, set_up(mine), pages, LUCK)

    assert ["ann"] == list(turn.sheets)
    assert ("bob",) == turn.missed
    assert Unread() in pages["bob"].orders
    assert ["unnumbered"] == [problem.code for problem in turn.problems["ann"]]
    assert 1 == turn.number
    assert any(event.kind == "silent" and event.facts["seat"] == "bob" for event in turn.events)


def test_press_alone_is_no_sheet(mine: Game[Any, Any]) -> None:
    """Words to others do not make a page that counts."""
    turn = run_turn(mine, set_up(mine), sheets(mine, ann="press: hello", bob="buy a shovel"), LUCK)

    assert (["bob"], ("ann",)) == (list(turn.sheets), turn.missed)


def test_the_same_luck_gives_the_same_turn(village: Game[Any, Any]) -> None:
    """And every draw is on record; another seed, another attempt or another turn gives other draws."""
    first = set_up(village)
    pages = sheets(village, ann="sink 2 kegs in mill", bob="sink a keg in duck")
    turn = run_turn(village, first, pages, LUCK)

    assert turn == run_turn(village, first, pages, LUCK)
    assert turn.draws and all(draw.stream.startswith("1/") for draw in turn.draws)
    again = run_turn(village, first, pages, replace(LUCK, attempt=1))
    assert all("attempt-1" in draw.stream for draw in again.draws)
    later = run_turn(village, turn, {}, LUCK)
    assert 2 == later.number and all(draw.stream.startswith("2/") for draw in later.draws)


def test_luck_may_come_from_a_record(village: Game[Any, Any]) -> None:
    """The draws of a turn give the turn again, without its seed."""
    first = set_up(village)
    pages = sheets(village, ann="sink 2 kegs in mill")
    turn = run_turn(village, first, pages, LUCK)

    assert turn == run_turn(village, first, pages, Luck("no seed", source=FromRecord(turn.draws)))
    assert LUCK.rng(1).die(6, "a die") == Rng(LUCK.seed, 1).die(6, "a die")


def test_a_further_attempt_shuffles_what_nobody_has_seen(
    village: Game[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn that was told and taken back gets fresh piles with its fresh luck; the first attempt does not."""
    asked: list[str] = []

    def reshuffled(state: Any, rng: Rng) -> Any:
        asked.append("reshuffle")
        return state

    monkeypatch.setattr(village, "reshuffle", reshuffled)
    run_turn(village, set_up(village), {}, LUCK)
    assert [] == asked
    run_turn(village, set_up(village), {}, replace(LUCK, attempt=2))
    assert ["reshuffle"] == asked


def test_replay_gives_the_turns_once_more(village: Game[Any, Any]) -> None:
    """From the first position, the sheets and the luck of each."""
    first = set_up(village)
    rounds = [(sheets(village, ann="sink 2 kegs in mill"), LUCK), ({}, replace(LUCK, attempt=1)), ({}, LUCK)]
    played, turn = [], first
    for pages, luck in rounds:
        turn = run_turn(village, turn, pages, luck)
        played.append(turn)

    assert played == list(replay(village, first, rounds))
    assert [] == list(replay(village, first, []))


def test_orders_in_force_are_not_missed(mine: Game[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat whose earlier orders are kept by the game may be silent."""
    first = set_up(mine)
    kept = {seat: replace(ask, kept=seat == "bob") for seat, ask in mine.awaiting(first.state).items()}
    monkeypatch.setattr(mine, "awaiting", lambda state: kept)

    assert ("ann",) == run_turn(mine, first, {}, LUCK).missed


def test_pieces_that_get_lost_stop_the_turn(mine: Game[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """That is a fault of the rules' code, and no turn comes of it."""
    first = set_up(mine)
    monkeypatch.setattr(mine, "audit", lambda state: ("ann: a rock is gone", "bob: too many tools"))

    with pytest.raises(Unbalanced, match="a rock is gone; bob: too many tools"):
        run_turn(mine, first, {}, LUCK)
    with pytest.raises(Unbalanced):
        set_up(mine)


def test_who_sees_an_event() -> None:
    """Everybody, unless it is for some only."""
    for_all, for_ann = Event("dug", {}), Event("found", {}, seen_by=("ann",))

    assert for_all.seen(None) and for_all.seen("bob") and for_ann.seen("ann")
    assert not for_ann.seen("bob") and not for_ann.seen(None)
