"""Laws of a turn: it follows from the position, the pages and the seed alone, loses nothing, and the game ends."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pbem.bots import Bot, bots_for
from pbem.engine import Luck, Turn, Unbalanced, opening, run_turn
from pbem.game import Game, Hidden, from_json, to_json
from pbem.laws.table import Table, plain_turn
from pbem.model import Seat, Sheet
from pbem.rng import FromRecord, RecordError, Rng

SAMPLE = 6


def _steps(table: Table, most: int = SAMPLE) -> Iterator[tuple[Turn, Turn]]:
    """Turns spread over the game, each with the one before it."""
    for number in table.sample(most):
        yield table.turns[number - 1], table.turns[number]


def arrival(table: Table) -> tuple[str, ...]:
    """The order in which pages arrive makes no difference."""
    complaints = []
    for before, turn in _steps(table):
        expected = _resolved(table, before, turn.sheets)
        for sheets in _other_orders(turn.sheets):
            if _resolved(table, before, sheets) != expected:
                complaints.append(f"turn {turn.number} differs when the pages arrive as {', '.join(sheets)}")
    return tuple(complaints)


def _resolved(table: Table, before: Turn, sheets: Mapping[Seat, Sheet]) -> str:
    """What the rules alone make of these sheets."""
    rng = table.luck.rng(before.number + 1)
    state, events = table.game.resolve(before.state, sheets, rng)
    return plain_turn(table.game, Turn(before.number + 1, state, events, rng.draws))


def _other_orders(sheets: Mapping[Seat, Sheet]) -> Iterator[dict[Seat, Sheet]]:
    seats = list(sheets)
    for order in (seats[::-1], sorted(seats), seats[1:] + seats[:1]):
        if order != seats:
            yield {seat: sheets[seat] for seat in order}


def untouched(table: Table) -> tuple[str, ...]:
    """No call changes what it was given."""
    complaints = []
    turn = opening(table.game, table.seats, table.options, table.luck)
    for left in reversed(range(len(table.turns))):
        complaints += [f"turn {turn.number}: {complaint}" for complaint in _meddling(table, turn)]
        if complaints or not left:
            break
        sheets = table.sheets(turn)
        given = _written(table.game, turn.state), repr(sheets)
        after = run_turn(table.game, turn, sheets, table.luck)
        if (_written(table.game, turn.state), repr(sheets)) != given:
            complaints.append(f"turn {after.number}: resolve changed its position or its sheets")
        turn = after
    return tuple(complaints)


def _meddling(table: Table, turn: Turn) -> Iterator[str]:
    """Calls that only look, and yet change what they look at."""
    game = table.game
    for reader in table.readers:
        position = _written(game, turn.state)
        view = game.view(turn.state, reader)
        seen = repr(view)
        if reader is not None and reader in game.awaiting(turn.state):
            page = game.suggest(view, Rng(table.seed, "meddling", turn.number, reader))
            game.check(view, table.sheet(reader, page))
        if repr(view) != seen:
            yield f"check or suggest changed the view of {reader or 'the public'}"
        game.outcome(turn.state), game.moment(turn.state), game.audit(turn.state)
        if isinstance(game, Hidden):
            game.disguise(turn.state, reader, Rng(table.seed, "meddling", turn.number, reader or "-public"))
        if _written(game, turn.state) != position:
            yield f"looking at the position for {reader or 'the public'} changed it"


def _written(game: Game[Any, Any], state: Any) -> str:
    return json.dumps(to_json(game, state), sort_keys=True, ensure_ascii=False)


def to_json_and_back(table: Table) -> tuple[str, ...]:
    """A position and its events, written as JSON with sorted keys and read again, are equal and go on alike."""
    complaints = []
    game = table.game
    for turn in table.turns:
        if json.loads(json.dumps([dict(event.facts) for event in turn.events])) != [*map(_facts, turn.events)]:
            complaints.append(f"turn {turn.number}: the facts of an event are not plain JSON values")
        if from_json(game, json.loads(_written(game, turn.state))) != turn.state:
            complaints.append(f"turn {turn.number}: the position read again from JSON is another")
    for before, turn in _steps(table):
        read = from_json(game, json.loads(_written(game, before.state)))
        again = run_turn(game, replace(before, state=read), turn.sheets, table.luck)
        if plain_turn(game, again) != plain_turn(game, turn):
            complaints.append(f"turn {turn.number} goes another way from the position read again from JSON")
    return tuple(complaints)


def _facts(event: Any) -> dict[str, Any]:
    return dict(event.facts)


def on_record(table: Table) -> tuple[str, ...]:
    """Every draw is on record, and the record or the seed gives the same turn again."""
    complaints = []
    for before, turn in _steps(table):
        expected = plain_turn(table.game, turn)
        try:
            recorded = run_turn(table.game, before, turn.sheets, Luck(table.seed, source=FromRecord(turn.draws)))
        except RecordError as error:
            complaints.append(f"turn {turn.number} cannot be replayed from its record: {error}")
            continue
        if plain_turn(table.game, recorded) != expected:
            complaints.append(f"turn {turn.number} replayed from its record is another")
        if plain_turn(table.game, run_turn(table.game, before, turn.sheets, table.luck)) != expected:
            complaints.append(f"turn {turn.number} replayed from its seed is another")
    return tuple(complaints)


def awaits_until_the_outcome(table: Table) -> tuple[str, ...]:
    """Somebody is asked, and for verbs there are, if and only if there is no outcome yet."""
    complaints = []
    verbs = {verb.name for verb in table.grammar.verbs}
    for turn in table.turns:
        asks, outcome = table.game.awaiting(turn.state), table.game.outcome(turn.state)
        if bool(asks) == (outcome is not None):
            complaints.append(f"turn {turn.number}: outcome {outcome}, yet asked are {', '.join(asks) or 'none'}")
        strangers = [seat for seat in asks if seat not in table.seats]
        strangers += [verb for ask in asks.values() for verb in (*ask.verbs, *ask.early) if verb not in verbs]
        complaints += [f"turn {turn.number}: '{name}' is asked and does not exist" for name in strangers]
    return tuple(complaints)


def conserved(table: Table) -> tuple[str, ...]:
    """No turn loses pieces or makes some from nothing."""
    return (table.played[1],) if table.played[1] else ()


def ends(table: Table) -> tuple[str, ...]:
    """Played by its own suggestions, or by any of its bots, the game ends within its declared bound."""
    complaints = []
    within = f"no outcome within {table.game.info.bound} turns"
    if not table.played[1] and table.game.outcome(table.turns[-1].state) is None:
        complaints.append(within)
    for name, bot in bots_for(table.game.info.id).items():
        if name != "random" and table.game.outcome(_played_by(table, bot).state) is None:
            complaints.append(f"{within} when played by the bot '{name}'")
    return tuple(complaints)


def _played_by(table: Table, bot: Bot) -> Turn:
    """The last turn of a game in which the same bot has every seat."""
    game, turn = table.game, table.first
    while turn.number < game.info.bound and (asks := game.awaiting(turn.state)):
        chance = Rng(table.seed, "bot", turn.number)
        pages = {seat: bot(game, game.view(turn.state, seat), ask, chance.child(seat)) for seat, ask in asks.items()}
        turn = run_turn(game, turn, {seat: table.sheet(seat, page) for seat, page in pages.items()}, table.luck)
    return turn


def silence(table: Table) -> tuple[str, ...]:
    """Everybody silent for the whole game raises nothing and ends."""
    turn = table.first
    try:
        while table.game.awaiting(turn.state):
            if turn.number >= table.game.info.bound:
                return (f"everybody silent: no outcome within {table.game.info.bound} turns",)
            turn = run_turn(table.game, turn, {}, table.luck)
    except Unbalanced as unbalanced:
        return (f"everybody silent, turn {turn.number + 1}: {unbalanced}",)
    except Exception as error:  # whatever it is: that nothing is raised is the law
        return (f"everybody silent, turn {turn.number + 1}: {error!r}",)
    return ()
