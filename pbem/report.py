"""Reports: what one sealed turn tells one reader, as text, HTML and JSON.

A report is made from a turn and its edition alone, so that it can be made again at any time, byte for byte. Templates
receive the report and nothing else; so they cannot print what its reader may not know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from markupsafe import Markup

from pbem.engine import Turn
from pbem.game import Game, OptionValue, grammar_at
from pbem.layout import clean, listed, paragraphs, sentence
from pbem.model import Aside, Ask, Event, Outcome, Problem, Seat
from pbem.palette import Colour, colours, marks
from pbem.printer import Printer
from pbem.words import lines_of, shown

PASSED_OVER = "passed-over"
"""The code of the notes on greetings and signatures."""

MOST_FAULTS = 40
"""Faults of one page that are listed; a page can hold ten thousand."""

MOST_LINES, MOST_LETTERS = 200, 10_000
"""Lines and letters of one piece of press that are printed."""

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip


@dataclass(frozen=True)
class Edition:
    """What a sealed turn says of its campaign, as printed: names and titles may change later, old reports do not."""

    title: str
    moderator: str
    turn: int
    names: Mapping[Seat, str]
    """Every seat's player, in seat order."""
    options: Mapping[str, OptionValue]
    seed_digest: str
    moment: str = ""
    """The game's own words for what was played in this turn: its ``moment`` before the turn; empty for turn 0."""
    zone: str = "UTC"
    """The zone of the campaign, for the public summary and for seats that named none."""
    zones: Mapping[Seat, str] = field(default_factory=dict)
    deadline: datetime | None = None
    """Of the next turn; None where there is none."""
    sealed_at: datetime | None = None
    attempt: int = 0
    reason: str = ""
    """Why an earlier report of this turn was taken back."""
    seed: str | None = None
    """Told after the end."""
    moved: str = ""
    """Why the deadline of this turn was moved, if it was."""
    next_moved: str = ""
    """Why that of the next turn was."""
    missed: tuple[Seat, ...] = ()
    asides: Mapping[Seat, tuple[Aside, ...]] = field(default_factory=dict)
    """Notes, press and private words of the pages of this turn, those without any order included."""


@dataclass(frozen=True)
class Told:
    """An event as one reader gets it: numbered for him, with the line of his page that caused it."""

    number: int
    kind: str
    facts: Mapping[str, Any]
    private: bool = False
    """Whether not everybody is told."""
    line: int | None = None


@dataclass(frozen=True)
class Notice:
    """Something a player wrote for others to read: press, or a private word."""

    by: str
    """As signed: a name, or a pen name."""
    text: str
    private: bool = False
    seat: Seat | None = None
    """Who wrote it, where it is signed."""


@dataclass(frozen=True)
class Report:
    """Everything one reader is told of one turn; the reader None is the public."""

    title: str
    game: str
    game_title: str
    moderator: str
    turn: int
    moment: str
    next_moment: str
    """The game's own words for what comes next."""
    reader: Seat | None
    names: Mapping[Seat, str]
    options: Mapping[str, OptionValue]
    option_texts: Mapping[str, str]
    attempt: int
    reason: str
    deadline: str
    """The next one in the reader's own zone, with weekday and offset; empty where there is none."""
    deadline_utc: str
    moved: str
    """Why the deadline of this turn was moved, if it was."""
    next_moved: str
    """Why the next one is another than the rhythm gives."""
    seed_digest: str
    seed: str | None
    missed: tuple[Seat, ...]
    events: tuple[Told, ...]
    view: Any
    asked: tuple[Seat, ...]
    ask: Ask | None
    outcome: Outcome | None
    page: str
    """The reader's own page of this turn, as it counted."""
    problems: tuple[Problem, ...]
    """What could not be taken of it, and notes on it."""
    notices: tuple[Notice, ...]
    form: str
    """The blank order form for the next turn; it never reads as orders."""
    board: Any = None
    """The printed board, for the map; the same for every reader."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @cached_property
    def palette(self) -> Mapping[Seat, Colour]:
        """The colour and shape of every seat."""
        return colours(tuple(self.names))

    @cached_property
    def marks(self) -> Mapping[Seat, str]:
        """One or a few letters for every seat, each different from the others."""
        return marks(tuple(self.names))


@runtime_checkable
class Charted(Protocol):
    """A game with a printed board that its map is drawn on."""

    board: Any


def report_for(game: Game[Any, Any], edition: Edition, turn: Turn, reader: Seat | None) -> Report:
    """What this reader is told of this turn."""
    outcome = game.outcome(turn.state)
    awaiting = game.awaiting(turn.state)
    ask = awaiting.get(reader) if reader is not None else None
    sheet = turn.sheets.get(reader) if reader is not None else None
    grammar = grammar_at(game, tuple(edition.names))
    verbs = (*ask.verbs, *ask.early) if ask is not None else ()
    return Report(
        title=clean(edition.title),
        game=game.info.id,
        game_title=game.info.title,
        moderator=clean(edition.moderator),
        turn=turn.number,
        moment=edition.moment,
        next_moment=game.moment(turn.state),
        reader=reader,
        names={seat: clean(name) or seat for seat, name in edition.names.items()},
        options=dict(edition.options),
        option_texts={name: option.text for name, option in game.info.options.items()},
        attempt=edition.attempt,
        reason=clean(edition.reason),
        deadline="" if outcome else _local(edition, reader),
        deadline_utc="" if outcome or edition.deadline is None else _utc(edition.deadline),
        moved=clean(edition.moved),
        next_moved="" if outcome else clean(edition.next_moved),
        seed_digest=edition.seed_digest,
        seed=edition.seed if outcome else None,
        missed=tuple(seat for seat in edition.names if seat in {*turn.missed, *edition.missed}),
        events=_told(turn.events, reader),
        view=game.view(turn.state, reader),
        asked=tuple(seat for seat in edition.names if seat in awaiting),
        ask=ask,
        outcome=outcome,
        page=sheet.text if sheet is not None else "",
        problems=turn.problems.get(reader, ()) if reader is not None else (),
        notices=_notices(edition, reader),
        form=grammar.form(verbs) if verbs else "",
        board=game.board if isinstance(game, Charted) else None,
    )


def _told(events: Sequence[Event], reader: Seat | None) -> tuple[Told, ...]:
    """The events this reader may see, numbered for him; causes only of his own page."""
    seen = [event for event in events if event.seen(reader)]
    return tuple(
        Told(number, event.kind, event.facts, event.seen_by is not None, _own_line(event, reader))
        for number, event in enumerate(seen, start=1)
    )


def _own_line(event: Event, reader: Seat | None) -> int | None:
    if event.cause is None or reader is None or event.cause[0] != reader:
        return None
    return event.cause[1]


def _notices(edition: Edition, reader: Seat | None) -> tuple[Notice, ...]:
    """Press to all first, then private words to this reader, each in seat order."""
    press, private = [], []
    for seat, name in edition.names.items():
        for aside in edition.asides.get(seat, ()):
            text = _short(paragraphs(aside.text))
            if aside.kind == "press":
                pen = clean(aside.name)
                press.append(Notice(pen or clean(name), text, seat=None if pen else seat))
            elif aside.kind == "to" and reader is not None and aside.name == reader:
                private.append(Notice(clean(name), text, private=True, seat=seat))
    return (*press, *private)


def _short(lines: Sequence[str]) -> str:
    """Press as it is printed: whole, unless it would fill the letter box of everybody."""
    kept, room = list(lines[:MOST_LINES]), MOST_LETTERS
    for at, line in enumerate(kept):
        room -= len(line) + 1
        if room < 0:
            kept = kept[: at + 1]
            kept[-1] = line[: len(line) + room].rstrip()
            break
    cut = len(lines) - len(kept)
    if not cut and room >= 0:
        return "\n".join(kept)
    return "\n".join([*kept, f"[cut here, {cut} more line{'s' * (cut != 1)}]" if cut else "[cut here]"])


def _local(edition: Edition, reader: Seat | None) -> str:
    """The next deadline as this reader's clock shows it."""
    if edition.deadline is None:
        return ""
    zone = edition.zones.get(reader or "") or edition.zone
    return local_time(edition.deadline, zone)


def local_time(moment: datetime, zone: str) -> str:
    """A moment in a zone: "Sunday 6 December 2026, 20:00 (Europe/London, UTC+0)"."""
    from zoneinfo import ZoneInfo

    local = moment.astimezone(ZoneInfo(zone))
    day = f"{WEEKDAYS[local.weekday()]} {local.day} {MONTHS[local.month - 1]} {local.year}"
    place = zone if zone == "UTC" else f"{zone}, UTC{_offset(local)}"
    return f"{day}, {local.hour:02}:{local.minute:02} ({place})"


def _offset(local: datetime) -> str:
    offset = local.utcoffset()
    minutes = int(offset.total_seconds()) // 60 if offset is not None else 0
    sign = "-" if minutes < 0 else "+"
    hours, rest = divmod(abs(minutes), 60)
    return f"{sign}{hours}:{rest:02}" if rest else f"{sign}{hours}"


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# ------------------------------------------------------------------ faces


def as_text(printer: Printer, report: Report) -> str:
    """The report as plain text of 72 columns, complete by itself."""
    page = printer.text(_frame(printer, report, "txt"), _values(printer, report))
    lines = [line.rstrip() for line in page.splitlines()]
    return "\n".join(_no_double_gaps(lines)) + "\n"


def as_html(printer: Printer, report: Report, picture: str = "") -> str:
    """The report as one HTML file that fetches nothing; ``picture`` is the map as SVG, if there is one."""
    values = _values(printer, report)
    return printer.markup(_frame(printer, report, "html"), {**values, "picture": Markup(picture)}).strip() + "\n"


def as_json(report: Report) -> str:
    """The report as data: exactly what its reader may know."""
    told = {part.name: plain(getattr(report, part.name)) for part in fields(report) if part.name != "board"}
    return json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def plain(value: Any) -> Any:
    """Frozen values as JSON has them: mappings, lists, strings, numbers."""
    if is_dataclass(value) and not isinstance(value, type):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(held) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [plain(held) for held in value]
    if isinstance(value, set | frozenset):
        return sorted(plain(held) for held in value)
    return value


def _frame(printer: Printer, report: Report, face: str) -> str:
    """The game's own sections, which extend the house's frame; or the bare frame."""
    own = f"{report.game}/sections.{face}.j2"
    return own if printer.has(own) else f"report.{face}.j2"


def _no_double_gaps(lines: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return kept


def _values(printer: Printer, report: Report) -> dict[str, Any]:
    """What templates are handed: the report, its words, and ways to name a seat."""
    return {
        "report": report,
        "view": report.view,
        "chapters": chapters(printer, report),
        "faults": faults(report.problems, report.page),
        "passed": passed_over(report.problems, report.page),
        **naming(report),
    }


def naming(report: Report) -> dict[str, Any]:
    """How templates call a seat."""
    return {
        "name": report.names.__getitem__,
        "named": lambda seats: listed(report.names[seat] for seat in seats),
        "mark": report.marks.__getitem__,
        "colour": report.palette.__getitem__,
    }


@dataclass(frozen=True)
class Sentence:
    """One line of what happened; ``seat`` is whom it is about, if it is about one."""

    text: str
    seat: Seat | None = None
    private: bool = False


@dataclass(frozen=True)
class Chapter:
    """Some of what happened, under one heading."""

    title: str
    sentences: tuple[Sentence, ...]


def chapters(printer: Printer, report: Report) -> tuple[Chapter, ...]:
    """What happened, in sentences, in order; headings as the game's templates give them."""
    macros = printer.macros(f"{report.game}/sentences.j2", naming(report))
    found: list[tuple[str, list[Sentence]]] = []
    for told in report.events:
        title = _heading(macros, told)
        if not found or title not in (None, found[-1][0]):
            found.append((title or "", []))
        found[-1][1].extend(_sentences(macros, told))
    return tuple(Chapter(title, tuple(sentences)) for title, sentences in found if sentences)


def _heading(macros: Mapping[str, Any], told: Told) -> str | None:
    """The chapter an event opens: as its heading macro writes it, or as the table has it."""
    write = macros.get(f"heading_{told.kind.replace('-', '_')}")
    if write is not None:
        return clean(write(told.facts))
    headings: Mapping[str, str] = macros.get("headings", {})
    return headings.get(told.kind)


def _sentences(macros: Mapping[str, Any], told: Told) -> list[Sentence]:
    """The sentences of one event, one a line; a macro may also stay silent."""
    written = macros[told.kind.replace("-", "_")](told.facts)
    seat = told.facts.get("seat")
    return [Sentence(line, seat, told.private) for line in map(sentence, written.splitlines()) if line]


@dataclass(frozen=True)
class Fault:
    """Something about the reader's own page: what was wrong, and the line with a caret under the place."""

    said: str
    quoted: str = ""
    """The line as a quotation, so that it is no order where a reply repeats the report."""
    caret: str = ""
    refused: bool = True


def faults(problems: Sequence[Problem], page: str) -> tuple[Fault, ...]:
    """What to tell of a page: all of it, or the first of very many and how many more there are."""
    listed = [problem for problem in problems if problem.code != PASSED_OVER]
    told = tuple(_fault(problem, page) for problem in listed[:MOST_FAULTS])
    more = listed[MOST_FAULTS:]
    if not more:
        return told
    are = f"And {len(more)} more such line{'s' * (len(more) != 1)}."
    return (*told, Fault(are, refused=any(problem.refuses for problem in more)))


def passed_over(problems: Sequence[Problem], page: str) -> tuple[str, ...]:
    """The lines that are no order, such as greetings, as they were written; and how many more, if they are many."""
    lines = lines_of(page)
    found = (problem for problem in problems if problem.code == PASSED_OVER)
    return tuple(_line(problem, lines) for problem in found)


def _line(problem: Problem, lines: Sequence[str]) -> str:
    number = problem.span.line
    if not 0 < number <= len(lines) or problem.message.startswith("And "):
        return problem.message
    return f"> {clean(lines[number - 1])[:60].rstrip()}"


def _fault(problem: Problem, page: str) -> Fault:
    said, *excerpt = shown(problem, page).split("\n")
    if len(excerpt) != 2:
        return Fault(said, refused=problem.refuses)
    return Fault(said, f"> {excerpt[0][4:]}", f"  {excerpt[1][4:]}", problem.refuses)
