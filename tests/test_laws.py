"""The laws hold for every game at hand, and each of them fails where a fault is planted."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from dataclasses import field, fields, make_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem import laws
from pbem.game import Game, game_ids, game_info, to_json
from pbem.model import Event, Outcome, Unread

TESTS = Path(__file__).resolve().parent
PLUGIN = TESTS / "plugin" / "moonrakers"

AnyGame = Game[Any, Any]
Calls = dict[str, Callable[..., Any]]


def game(game_id: str) -> AnyGame:
    """A game by its id."""
    info = game_info(game_id)
    assert not isinstance(info, tuple), info
    return info.load()


MOONRAKERS = game("moonrakers")
TRUE: Any = type(MOONRAKERS)


@cache
def tables_of(game_id: str) -> tuple[laws.Table, ...]:
    """A game's tables, played once for all laws."""
    return laws.tables(game(game_id))


def cases(game_id: str) -> Path:
    """Where a game's cases are."""
    return PLUGIN / "cases" if game_id == "moonrakers" else TESTS / "cases" / game_id


def faulty(**calls: Callable[..., Any]) -> AnyGame:
    """Moonrakers with some of its calls replaced."""
    kind: Any = type("Faulty", (TRUE,), calls)
    return kind(MOONRAKERS.info)  # type: ignore[no-any-return]


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("game_id", game_ids())
def test_it_holds(game_id: str, law: laws.Law) -> None:
    """Every law holds for every game at tables of every size and with every option."""
    assert () == laws.battery(game(game_id), at=tables_of(game_id), laws=[law])


SILENT = {
    "elfengold": ("1.", "9.2", "9.3", "9.5", "10.", "11.", "13."),
    "king-of-the-elves": ("2.9", "13.5"),
    "elfenland": ("1.", "11.7", "13.2"),
    "ogre-castle": ("1.", "3.1", "3.2", "10.5", "13.4", "13.6"),
}
"""Paragraphs that no turn can show: the lost map, stand-ins, the desk, talk, examples, who is told what."""


@pytest.mark.parametrize("game_id", game_ids())
def test_every_paragraph_has_a_case(game_id: str) -> None:
    """Rules, rulings and cases name the same paragraphs."""
    assert () == laws.rulings(game(game_id), cases(game_id), SILENT.get(game_id, ()))


def test_tables_try_every_size_and_option() -> None:
    """Two, three and four sit down; the option of the nights is tried at both ends."""
    tables = laws.tables(MOONRAKERS)

    assert {2, 3, 4} == {len(table.seats) for table in tables}
    assert {4, 7, 12} == {table.options["nights"] for table in tables}


# ------------------------------------------------------------------ faults, one law each


def _loses_a_keg(self: Any, *given: Any) -> Any:
    state, events = TRUE.resolve(self, *given)
    return replace(state, gone=state.gone + 1), events


def _asks_after_the_end(self: Any, state: Any) -> Any:
    return TRUE.awaiting(self, replace(state, night=1, nights=9, kegs={seat: {"barn": 1} for seat in state.kegs}))


def _asks_nobody(self: Any, state: Any) -> Any:
    return {} if state.night == 2 else TRUE.awaiting(self, state)


def _asks_for_a_dance(self: Any, state: Any) -> Any:
    return {seat: replace(ask, verbs=("dance",)) for seat, ask in TRUE.awaiting(self, state).items()}


def _sleeps_for_ever(self: Any, state: Any, sheets: Any, rng: Any) -> Any:
    return TRUE.resolve(self, state, sheets, rng) if sheets else (state, ())


def _cannot_bear_silence(self: Any, state: Any, sheets: Any, rng: Any) -> Any:
    assert sheets
    return TRUE.resolve(self, state, sheets, rng)


def _first_come(self: Any, state: Any, sheets: Any, rng: Any) -> Any:
    after, events = TRUE.resolve(self, state, sheets, rng)
    first = next(iter(sheets), None)
    return after, (*events, Event("asleep", {"seat": first}))


def _writes_on_its_position(self: Any, state: Any, *given: Any) -> Any:
    after = TRUE.resolve(self, state, *given)
    state.purses[next(iter(state.purses))] += 1
    return after


def _writes_on_its_view(self: Any, view: Any, sheet: Any) -> Any:
    verdict = TRUE.check(self, view, sheet)
    view.own["barn"] = 0
    return verdict


def _writes_on_what_it_looks_at(self: Any, state: Any) -> Any:
    state.kegs[next(iter(state.kegs))]["barn"] += 0 if state.night == 1 else 1
    return ()


def _sits_as_it_comes(self: Any, seats: Any, options: Any, rng: Any) -> Any:
    state, events = TRUE.setup(self, seats, options, rng)
    return replace(state, kegs={seat: state.kegs[seat] for seat in seats}), events


def _tells_in_order_of_sitting(self: Any, state: Any, sheets: Any, rng: Any) -> Any:
    after, events = TRUE.resolve(self, state, sheets, rng)
    kegs = {seat: after.kegs[seat] for seat in state.kegs}
    return replace(after, kegs=kegs), (*events, *(Event("asleep", {"seat": seat}) for seat in kegs))


def _tells_in_tuples(self: Any, *given: Any) -> Any:
    state, events = TRUE.resolve(self, *given)
    return state, (*events, Event("inn", {"die": (1,)}))


def _keeps_what_json_forgets(self: Any, *given: Any) -> Any:
    state, events = TRUE.resolve(self, *given)
    foggy: Any = make_dataclass("Foggy", [("fog", int, field(default=1))], bases=(TRUE.state_type,), frozen=True)
    return foggy(**{part.name: getattr(state, part.name) for part in fields(TRUE.state_type)}), events


def _draws_from_its_sleeve() -> Calls:
    sleeve = itertools.count()

    def resolve(self: Any, *given: Any) -> Any:
        state, events = TRUE.resolve(self, *given)
        return state, (*events, Event("inn", {"die": next(sleeve) % 6}))

    return {"resolve": resolve}


def _draws_once_more() -> Calls:
    calls = itertools.count()

    def resolve(self: Any, state: Any, sheets: Any, rng: Any) -> Any:
        if next(calls) > 8:
            rng.child("late").die(6, "later than on record")
        return TRUE.resolve(self, state, sheets, rng)

    return {"resolve": resolve}


def _suggests_prose(self: Any, view: Any, rng: Any) -> str:
    return "rake the sea"


def _suggests_too_much(self: Any, view: Any, rng: Any) -> str:
    return "sink 3 kegs in duck pond"


def _suggests_nothing(self: Any, view: Any, rng: Any) -> str:
    return "\n"


def _refuses_late(self: Any, state: Any, sheets: Any, rng: Any) -> Any:
    after, events = TRUE.resolve(self, state, sheets, rng)
    refused = [Event("refused", {"why": "It is foggy."}, (seat,)) for seat in sheets if len(sheets[seat].orders) > 2]
    return after, (*events, *refused)


def _verb(name: str, **changes: Any) -> Calls:
    def grammar(self: Any, seats: Any) -> Any:
        true = TRUE.grammar(self, seats)
        verbs = tuple(replace(verb, **changes) if verb.name == name else verb for verb in true.verbs)
        return replace(true, verbs=verbs)

    return {"grammar": grammar}


def _trips_over_the_unread(self: Any, view: Any, sheet: Any) -> Any:
    assert not any(isinstance(order, Unread) for order in sheet.orders)
    return TRUE.check(self, view, sheet)


def _trips_over_numbers(self: Any, state: Any, sheets: Any, rng: Any) -> Any:
    for sheet in sheets.values():
        assert len(sheet.orders) < 12
    return TRUE.resolve(self, state, sheets, rng)


def _shows_the_barns(self: Any, state: Any, reader: Any) -> Any:
    barns = {seat: kegs["barn"] for seat, kegs in state.kegs.items()}
    return replace(TRUE.view(self, state, reader), kegs=barns)


def _names_the_moment_after_a_barn(self: Any, state: Any) -> str:
    return "night" if sum(kegs["barn"] for kegs in state.kegs.values()) % 2 else "dark night"


def _asks_with_a_wink(self: Any, state: Any) -> Any:
    full = max(state.kegs, key=lambda seat: state.kegs[seat]["barn"])
    return {seat: replace(ask, prompt=f"{full} has most.") for seat, ask in TRUE.awaiting(self, state).items()}


def _sinks_in_public(self: Any, *given: Any) -> Any:
    state, events = TRUE.resolve(self, *given)
    return state, tuple(replace(event, seen_by=None) for event in events)


def _whispers_in_a_fact(self: Any, before: Any, *given: Any) -> Any:
    state, events = TRUE.resolve(self, before, *given)
    told = [
        replace(event, facts={**event.facts, "price": 1 + state.kegs[event.facts["seat"]]["barn"] % 2})
        if event.kind == "raked"
        else event
        for event in events
    ]
    return state, tuple(told)


def _tells_the_rich_first(self: Any, before: Any, *given: Any) -> Any:
    state, events = TRUE.resolve(self, before, *given)
    return state, tuple(sorted(events, key=lambda event: before.kegs.get(event.facts.get("seat"), {}).get("barn", 0)))


def _keeps_its_mask(self: Any, state: Any, reader: Any, rng: Any) -> Any:
    return state


def _keeps_its_sheets(self: Any, state: Any, sheets: Any, reader: Any, rng: Any) -> Any:
    return sheets


def _disguises_the_reader(self: Any, state: Any, reader: Any, rng: Any) -> Any:
    return TRUE.disguise(self, state, None, rng)


def _hides_its_barn(self: Any, state: Any, seat: Any, rng: Any) -> Any:
    kegs = {**state.kegs[seat], "barn": rng.below(4, "kegs in the barn")}
    return replace(state, kegs={**state.kegs, seat: kegs})


def _hides_nothing(self: Any, state: Any, seat: Any, rng: Any) -> Any:
    return state


def _snows(self: Any, *given: Any) -> Any:
    state, events = TRUE.resolve(self, *given)
    return state, (*events, Event("snow", {}))


def _no_end(self: Any, state: Any) -> Outcome | None:
    return None


FAULTS: Mapping[str, tuple[laws.Law, Calls]] = {
    "a keg is lost": (laws.conserved, {"resolve": _loses_a_keg}),
    "asks after the end": (laws.awaits_until_the_outcome, {"awaiting": _asks_after_the_end}),
    "asks nobody": (laws.awaits_until_the_outcome, {"awaiting": _asks_nobody}),
    "asks for a verb that is not": (laws.awaits_until_the_outcome, {"awaiting": _asks_for_a_dance}),
    "has no outcome": (laws.awaits_until_the_outcome, {"outcome": _no_end}),
    "never ends": (laws.ends, {"outcome": _no_end, "awaiting": _asks_after_the_end}),
    "silence never ends": (laws.silence, {"resolve": _sleeps_for_ever}),
    "silence raises": (laws.silence, {"resolve": _cannot_bear_silence}),
    "silence loses a keg": (laws.silence, {"resolve": _loses_a_keg}),
    "first come": (laws.arrival, {"resolve": _first_come}),
    "the position is changed": (laws.untouched, {"resolve": _writes_on_its_position}),
    "the view is changed": (laws.untouched, {"check": _writes_on_its_view}),
    "looking changes": (laws.untouched, {"audit": _writes_on_what_it_looks_at}),
    "order of sitting": (laws.to_json_and_back, {"setup": _sits_as_it_comes, "resolve": _tells_in_order_of_sitting}),
    "tuples in facts": (laws.to_json_and_back, {"resolve": _tells_in_tuples}),
    "more than JSON holds": (laws.to_json_and_back, {"resolve": _keeps_what_json_forgets}),
    "chance of its own": (laws.on_record, _draws_from_its_sleeve()),
    "a draw too many": (laws.on_record, _draws_once_more()),
    "suggests prose": (laws.suggestions, {"suggest": _suggests_prose}),
    "suggests what is refused": (laws.suggestions, {"suggest": _suggests_too_much}),
    "suggests nothing": (laws.suggestions, {"suggest": _suggests_nothing}),
    "refuses late": (laws.clean_is_taken, {"resolve": _refuses_late}),
    "writes another order": (laws.written_out, _verb("sink", write=lambda order: f"SINK 2 IN {order.pond}")),
    "the form is an order": (laws.blank_form, _verb("sink", form="SINK 1 IN duck")),
    "the form is refused": (laws.blank_form, _verb("rake", form="RAKE sea")),
    "unread lines raise": (laws.noise, {"check": _trips_over_the_unread}),
    "long pages raise": (laws.noise, {"resolve": _trips_over_numbers}),
    "the view leaks": (laws.hides_after, {"view": _shows_the_barns}),
    "the moment leaks": (laws.hides_after, {"moment": _names_the_moment_after_a_barn}),
    "the prompt leaks": (laws.hides_after, {"awaiting": _asks_with_a_wink}),
    "never disguises": (laws.hides_after, {"disguise": _keeps_its_mask}),
    "disguises the reader": (laws.hides_after, {"disguise": _disguises_the_reader}),
    "an event leaks": (laws.hides_during, {"resolve": _sinks_in_public}),
    "a fact leaks": (laws.hides_during, {"resolve": _whispers_in_a_fact}),
    "the order of events leaks": (laws.hides_during, {"resolve": _tells_the_rich_first}),
    "never disguises a turn": (laws.hides_during, {"disguise": _keeps_its_mask, "disguise_sheets": _keeps_its_sheets}),
    "the answer tells": (laws.answers_blindly, {"blindfold": _hides_its_barn}),
    "never blindfolds": (laws.answers_blindly, {"blindfold": _hides_nothing}),
    "a wordless event": (laws.sentences, {"resolve": _snows}),
    "no help": (laws.helps, _verb("rake", help="")),
    "no blank": (laws.helps, _verb("rake", form="")),
    "no example": (laws.helps, _verb("rake", examples=())),
    "an example of another verb": (laws.helps, _verb("rake", examples=("sink a keg in the Crammer",))),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    """One defect, and the law that forbids it complains."""
    law, calls = FAULTS[fault]

    assert laws.battery(faulty(**calls), laws=[law])


def test_every_law_can_fail() -> None:
    """No law is without a planted fault."""
    assert set(laws.LAWS) == {law for law, _ in FAULTS.values()}


def _tells_all(true: AnyGame) -> Calls:
    """The whole position, in the game's word for the moment and in a fact of the first event of a turn."""
    kind: Any = type(true)

    def moment(self: Any, state: Any) -> str:
        return json.dumps(to_json(self, state), sort_keys=True)

    def resolve(self: Any, state: Any, sheets: Any, rng: Any) -> Any:
        after, (first, *events) = kind.resolve(self, state, sheets, rng)
        return after, (replace(first, facts={**first.facts, "all": moment(self, state)}), *events)

    return {"moment": moment, "resolve": resolve}


@pytest.mark.parametrize("law", [laws.hides_after, laws.hides_during], ids=lambda law: law.__name__)
@pytest.mark.parametrize("call", ["moment", "resolve"])
@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if game(game_id).info.hidden])
def test_a_leak_is_found_in_every_game(game_id: str, call: str, law: laws.Law) -> None:
    """Whatever the game: a position that is told is noticed after a turn, and an event that tells it during one."""
    true = game(game_id)
    kind: Any = type("Leaky", (type(true),), {call: _tells_all(true)[call]})
    table = laws.tables(true)[-1]

    complaints = laws.battery(kind(true.info), at=[replace(table, game=kind(true.info))], laws=[law])

    assert bool(complaints) == (call == "moment" or law is laws.hides_during)


def test_a_game_with_secrets_must_disguise() -> None:
    """A game that declares secrets and cannot disguise them is told so by both laws of secrecy."""
    bare: Any = type("Bare", (), {name: call for name, call in vars(TRUE).items() if not name.startswith("disguise")})

    complaints = laws.battery(bare(MOONRAKERS.info), laws=[laws.hides_after, laws.hides_during])

    assert complaints
    assert all("cannot disguise" in complaint for complaint in complaints)


def test_a_paragraph_without_a_case_is_found(tmp_path: Path) -> None:
    """Every paragraph wants a case, save those left out by name; a case must name a paragraph that the rules have."""
    complaints = laws.rulings(MOONRAKERS, tmp_path, besides=["1.", "2.1"])

    assert "paragraph 2.2 has no case" == complaints[0]
    assert "paragraph 4.2 has no case" == complaints[-1]
    assert not any("paragraph 1." in complaint or "paragraph 2.1" in complaint for complaint in complaints)

    (tmp_path / "odd.yaml").write_text("rule: Moonrakers 9.9 the moon is cheese\n")
    (tmp_path / "mute.yaml").write_text("- given: {}\n- 7\n")
    complaints = laws.rulings(MOONRAKERS, tmp_path)

    assert "a case of odd.yaml names 9.9, which is not in the rules" in complaints
    assert 2 == complaints.count("a case of mute.yaml names no paragraph")
    assert any(complaint.startswith("rulings: ") for complaint in laws.battery(MOONRAKERS, at=(), cases=tmp_path))
