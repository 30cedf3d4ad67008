"""The two laws of secrecy: what a reader may not know leaves no trace in anything that he is told.

Each disguises what is hidden from one reader and compares everything that reaches him, byte for byte. The second
resolves a disguised turn, so it must know what a turn brings out by rights: ``brought_out``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem import picture
from pbem.engine import Turn, run_turn
from pbem.game import Blindfolded, Hidden, to_json
from pbem.laws.table import Table
from pbem.model import Event, Seat, Verdict
from pbem.report import as_html, as_json, as_text, plain, report_for
from pbem.rng import Rng

TURNS = 3
READERS = 3
TRIES = 60
KEPT = 2
"""How many turns and seats are looked at, how often a disguise is looked for, how many are compared for a reader."""


def hides_after(table: Table) -> tuple[str, ...]:
    """With the position after a turn disguised, report, map, form and verdicts stay the same for that reader."""
    return _hides(table, "position", _disguised_after)


def hides_during(table: Table) -> tuple[str, ...]:
    """With the position before a turn and the others' orders disguised, what a reader is told of it stays the same."""
    return _hides(table, "turn", _other_turns)


def answers_blindly(table: Table) -> tuple[str, ...]:
    """The answer to a page is the same, whatever its writer holds that the game forbids to tell by it."""
    game = table.game
    if not isinstance(game, Blindfolded):
        return ()
    complaints: list[str] = []
    different = 0
    for number in table.sample(TURNS):
        turn = table.turns[number]
        for seat in game.awaiting(turn.state):
            pages = {"the suggestion": table.page(turn, seat), **_known_pages(table, turn, seat)}
            told = dict(_answers(table, turn, seat, pages))
            for place in range(KEPT):
                state = game.blindfold(turn.state, seat, Rng(table.seed, "blindfold", number, seat, place))
                different += _state(table, state) != _state(table, turn.state)
                other = dict(_answers(table, replace(turn, state=state), seat, pages))
                complaints += _unlike(table, number, seat, told, other)
    return (*complaints, *_vacuous(different, table, "writer's own secrets"))


def _hides(table: Table, what: str, others: Callable[[Table, int, Seat | None], Iterator[Turn]]) -> tuple[str, ...]:
    """Every reader is told the same of sampled turns and of others that he could not tell from them."""
    if not table.game.info.hidden:
        return ()
    if not isinstance(table.game, Hidden):
        return (_UNVEILED,)
    complaints: list[str] = []
    different = 0
    for place, number in enumerate(table.sample(TURNS)):
        for reader in _readers(table, place):
            told = faces(table, table.turns[number], reader)
            for other in others(table, number, reader):
                complaints += _unlike(table, number, reader, told, faces(table, other, reader))
                different += 1
    return (*complaints, *_vacuous(different, table, what))


def _readers(table: Table, place: int) -> tuple[Seat | None, ...]:
    """The public, and some of the seats in rotation, so that over the turns everybody is looked at."""
    first, many = place * READERS, len(table.seats)
    turn_by_turn = (table.seats[seat % many] for seat in range(first, first + min(READERS, many)))
    return (*turn_by_turn, None)


_UNVEILED = "the game declares hidden information and cannot disguise it"


def _disguised_after(table: Table, number: int, reader: Seat | None) -> Iterator[Turn]:
    """The same turn with positions after it that differ from the true one, and are sound."""
    assert isinstance(table.game, Hidden)
    turn = table.turns[number]
    true, kept = _state(table, turn.state), 0
    for place in range(TRIES):
        chance = Rng(table.seed, "disguise", turn.number, reader or "-public", place)
        state = table.game.disguise(turn.state, reader, chance)
        if _state(table, state) != true:
            yield replace(turn, state=state)
            kept += 1
        if kept == KEPT:
            return


def _other_turns(table: Table, number: int, reader: Seat | None) -> Iterator[Turn]:
    """Turns from another position and other secret orders that bring out the same for this reader."""
    assert isinstance(table.game, Hidden)
    before, turn = table.turns[number - 1], table.turns[number]
    true, kept = _secret_part(table, before, turn), 0
    for place in range(TRIES):
        chance = Rng(table.seed, "disguise", turn.number, reader or "-public", place)
        state = table.game.disguise(before.state, reader, chance.child("position")) if place % 3 else before.state
        sheets = dict(turn.sheets)
        if place % 3 != 1:
            sheets = dict(table.game.disguise_sheets(state, sheets, reader, chance.child("sheets")))
        other = run_turn(table.game, replace(before, state=state), sheets, table.luck)
        if _brings_out(table, other, reader) != _brings_out(table, turn, reader):
            continue
        if _secret_part(table, replace(before, state=state), other) != true:
            yield other
            kept += 1
        if kept == KEPT:
            return


def _brings_out(table: Table, turn: Turn, reader: Seat | None) -> Any:
    """What the game says it shows of the hidden."""
    assert isinstance(table.game, Hidden)
    return table.game.brought_out(tuple(event for event in turn.events if event.seen(reader)))


def _state(table: Table, state: Any) -> str:
    return json.dumps(to_json(table.game, state), sort_keys=True)


def _secret_part(table: Table, before: Turn, turn: Turn) -> str:
    return _state(table, before.state) + repr({seat: sheet.orders for seat, sheet in sorted(turn.sheets.items())})


def _vacuous(different: int, table: Table, what: str) -> tuple[str, ...]:
    if different or len(table.turns) < 2:
        return ()
    return (f"no disguise of a {what} ever differed from the true one, so nothing was tried",)


# ------------------------------------------------------------------ everything a reader is told


def faces(table: Table, turn: Turn, reader: Seat | None) -> Mapping[str, str]:
    """All that reaches this reader after a turn, by what it is called."""
    report = report_for(table.game, table.edition(turn), turn, reader)
    map_ = picture.svg(table.printer, report)
    return {
        "events": _events([event for event in turn.events if event.seen(reader)]),
        "view": json.dumps(plain(report.view), sort_keys=True, default=repr) + repr(report.view),
        "text": as_text(table.printer, report),
        "HTML": as_html(table.printer, report, map_),
        "JSON": as_json(report),
        "map": map_,
        "form": report.form,
        **dict(_verdicts(table, turn, reader)),
    }


def _events(events: Sequence[Event]) -> str:
    return json.dumps([[event.kind, dict(event.facts), event.seen_by] for event in events], sort_keys=True)


def _verdicts(table: Table, turn: Turn, reader: Seat | None) -> Iterator[tuple[str, str]]:
    """What several pages of this reader would be worth: one suggested, those of others, and the examples."""
    if reader not in table.game.awaiting(turn.state):
        return
    seat = str(reader)
    chance = Rng(table.seed, "verdict", turn.number)
    suggestion = table.game.suggest(table.game.view(turn.state, reader), chance)
    yield from _answers(table, turn, seat, {"a suggestion": suggestion, **_known_pages(table, turn, seat)})


def _known_pages(table: Table, turn: Turn, seat: Seat) -> dict[str, str]:
    """Pages that follow from no secret: the one sent, and the examples."""
    pages = {f"the page of {seat}": turn.sheets[seat].text} if seat in turn.sheets else {}
    pages |= {f"the example '{line}'": line for verb in table.grammar.verbs for line in verb.examples}
    pages["all examples"] = "\n".join(line for verb in table.grammar.verbs for line in verb.examples)
    return pages


def _answers(table: Table, turn: Turn, seat: Seat, pages: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What these pages would be worth, and how that is said."""
    view = table.game.view(turn.state, seat)
    for name, page in pages.items():
        verdict = table.game.check(view, table.sheet(seat, page))
        told = [[problem.code, problem.message, problem.hint] for problem in verdict.problems]
        facts = json.dumps([told, plain(verdict.forecast)], default=repr)
        yield f"verdict on {name}", page + facts + _wording(table, seat, verdict)


def _wording(table: Table, seat: Seat, verdict: Verdict) -> str:
    """The forecast as the game's template words it."""
    template = f"{table.game.info.id}/check.txt.j2"
    if not verdict.forecast or not table.printer.has(template):
        return ""
    return table.printer.text(template, {"forecast": verdict.forecast, "seat": seat, "name": str})


def _unlike(
    table: Table, number: int, reader: Seat | None, told: Mapping[str, str], other: Mapping[str, str]
) -> list[str]:
    """One complaint for each thing that betrays the difference, with the place where it does."""
    who = reader or "the public"
    return [
        f"turn {number}: the {name} of {who} tells what is hidden: {_first_difference(told[name], other.get(name, ''))}"
        for name in told
        if told[name] != other.get(name)
    ]


def _first_difference(one: str, other: str) -> str:
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, place - 20)
    return f"{one[start : place + 30]!r} became {other[start : place + 30]!r}"
