"""Making a turn final: all its papers as bytes, from a resolved turn and what is to be printed on it.

The same function seals, rehearses and proves: whoever calls decides where the papers go, or compares them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any

from pbem import __version__
from pbem.campaign.sealed import FORMAT, SEAL, as_json, digest, edition, events_from, seal_digest
from pbem.campaign.settings import Settings
from pbem.engine import Turn
from pbem.game import Game, to_json
from pbem.layout import clean
from pbem.mail.thread import Entry, Heading, letters
from pbem.model import Aside, Order, Problem, Seat, Sheet
from pbem.picture import svg
from pbem.printer import Printer
from pbem.report import as_html, as_text, report_for


@dataclass(frozen=True, eq=False, repr=False)
class Draft:
    """A resolved turn and what its seal says of it, digests apart. ``words`` are pages without orders, by file name."""

    game: Game[Any, Any]
    facts: Mapping[str, Any]
    turn: Turn
    pages: Mapping[Seat, str]
    words: Mapping[str, str]
    asides: Mapping[Seat, tuple[Aside, ...]]
    earlier: Sequence[Entry] = ()
    """The letters of the turn before, which those of this one answer."""

    @cached_property
    def record(self) -> dict[str, Any]:
        """What ``turn.json`` says: no times, everything else."""
        turn = self.turn
        return {
            "turn": turn.number,
            "sheets": {seat: _sheet(turn.sheets[seat]) for seat in self._seats if seat in turn.sheets},
            "missed": [seat for seat in self._seats if seat in turn.missed],
            "problems": {
                seat: [_problem(one) for one in turn.problems[seat]] for seat in self._seats if turn.problems.get(seat)
            },
            "asides": {seat: [_aside(one) for one in self.asides[seat]] for seat in self._seats if seat in self.asides},
            "draws": [asdict(draw) for draw in turn.draws],
            "events": [
                {"kind": event.kind, "facts": _plain(event.facts), "seen_by": event.seen_by, "cause": event.cause}
                for event in turn.events
            ],
        }

    @property
    def _seats(self) -> Sequence[Seat]:
        seats: Sequence[Seat] = self.facts["campaign"]["seats"]
        return seats

    def played(self) -> dict[str, bytes]:
        """The pages, the turn and the position: what replay proves."""
        papers = {
            "state.json": as_json(to_json(self.game, self.turn.state), sort=False),
            "turn.json": as_json(self.record, sort=False),
        }
        papers |= {f"orders/{seat}.txt": text.encode() for seat, text in self.pages.items()}
        return papers | {f"words/{name}": text.encode() for name, text in self.words.items()}

    def told(self, printer: Printer) -> dict[str, bytes]:
        """The reports and the list of letters."""
        printed = edition(self.facts, self.record)
        turn = replace(self.turn, events=events_from(_through_json(self.record)))
        papers: dict[str, bytes] = {}
        for reader in (*self._seats, None):
            report = report_for(self.game, printed, turn, reader)
            drawn = svg(printer, report)
            paper = f"reports/{reader or 'public'}"
            papers[f"{paper}.txt"] = as_text(printer, report).encode()
            papers[f"{paper}.html"] = as_html(printer, report, drawn).encode()
            if drawn:
                papers[f"{paper}.svg"] = drawn.encode()
        return papers | {"letters.json": as_json([entry.facts() for entry in self.letters(papers)])}

    def letters(self, papers: Mapping[str, bytes]) -> tuple[Entry, ...]:
        """Who gets which paper by mail."""
        facts = self.facts
        heading = Heading(
            facts["campaign"]["seed_digest"], facts["title"], facts["turn"], facts["moment"], facts["attempt"]
        )
        entries = letters(heading, self._seats, facts["observers"], self.earlier)
        return tuple(entry if entry.svg in papers else replace(entry, svg="") for entry in entries)

    def papers(self, printer: Printer) -> dict[str, bytes]:
        """Everything, the seal last."""
        papers = self.played() | self.told(printer)
        seal = dict(self.facts) | {"files": {name: digest(content) for name, content in papers.items()}}
        return papers | {SEAL: as_json(seal | {"digest": seal_digest(seal)})}


def printed(settings: Settings) -> dict[str, Any]:
    """Titles and names as a turn sealed now prints them."""
    return {
        "format": FORMAT,
        "versions": {"pbem": __version__},
        "title": clean(settings.title),
        "moderator": settings.signed,
        "names": {seat: settings.name_of(seat) for seat in settings.seats},
        "zone": settings.zone,
        "zones": {seat: settings.zone_of(seat) for seat in settings.seats},
        "observers": len(settings.observers),
    }


def _through_json(record: Mapping[str, Any]) -> Any:
    """The record as it will be read back, so that a report made now and one made later see the same values."""
    return json.loads(json.dumps(record))


def _sheet(sheet: Sheet) -> dict[str, Any]:
    return {"orders": [_order(order) for order in sheet.orders], "turn": sheet.turn, "final": sheet.final}


def _order(order: Order) -> dict[str, Any]:
    told = {part.name: _plain(getattr(order, part.name)) for part in fields(order) if part.name != "span"}
    return {"order": type(order).__name__, "line": order.span.line, **told}


def _problem(problem: Problem) -> dict[str, Any]:
    span = problem.span
    return {
        "code": problem.code,
        "message": problem.message,
        "span": [span.source, span.line, span.col, span.end],
        "hint": problem.hint,
        "weight": problem.weight.value,
    }


def _aside(aside: Aside) -> dict[str, str]:
    return {"kind": aside.kind, "text": aside.text, "name": aside.name}


def _plain(value: Any) -> Any:
    """Values of orders and facts as JSON has them."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, set | frozenset):
        return sorted(_plain(one) for one in value)
    if isinstance(value, Order):
        return _order(value)
    if is_dataclass(value):
        return {part.name: _plain(getattr(value, part.name)) for part in fields(value)}
    return value
