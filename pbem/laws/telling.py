"""Laws of the printed matter: every event has its sentence, every verb its help, every paragraph its case."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pbem import picture
from pbem.game import Game
from pbem.laws.table import Table
from pbem.papers import read_plain
from pbem.report import Report, as_html, as_text, naming, report_for

SAMPLE = 4

RULING = re.compile(r"\bRULING\s+(\d+\.\d+)")
PARAGRAPH = re.compile(r"^(\d+\.\d+)\s", re.MULTILINE)
NUMBER = re.compile(r"\b\d+\.\d+\b")


def sentences(table: Table) -> tuple[str, ...]:
    """Every event kind has a sentence, in text and in HTML."""
    template = f"{table.game.info.id}/sentences.j2"
    if not table.printer.has(template):
        return (f"there is no {template}",)
    macros = table.printer.macros(template, {"name": str, "mark": str, "colour": str})
    played = {event.kind for turn in table.turns for event in turn.events}
    wordless = [kind for kind in sorted(played | kinds(table.game)) if not callable(macros.get(kind.replace("-", "_")))]
    if wordless:
        return tuple(f"the event '{kind}' has no sentence in {template}" for kind in wordless)
    return tuple(_unprinted(table))


def _unprinted(table: Table) -> Iterator[str]:
    """Sentences that are missing from a report."""
    silent: dict[str, bool] = {}
    for number in (0, *table.sample(SAMPLE)):
        turn = table.turns[number]
        for reader in table.readers:
            report = report_for(table.game, table.edition(turn), turn, reader)
            text, page = _faces(table, report)
            for kind, written in _written(table, report):
                silent[kind] = silent.get(kind, True) and not written
                for line in written:
                    if line not in text:
                        yield f"turn {number}: the text for {reader or 'the public'} lacks '{line}'"
                    if line not in page:
                        yield f"turn {number}: the HTML for {reader or 'the public'} lacks '{line}'"
    yield from (f"the event '{kind}' was never put into words" for kind, never in silent.items() if never)


def _faces(table: Table, report: Report) -> tuple[str, str]:
    """A report as text and as HTML, both as one line of words."""
    page = as_html(table.printer, report, picture.svg(table.printer, report))
    return _one_line(as_text(table.printer, report)), _one_line(unescape(re.sub(r"<[^>]*>", "", page)))


def _written(table: Table, report: Report) -> Iterator[tuple[str, list[str]]]:
    """The sentences of each event of a report."""
    macros = table.printer.macros(f"{report.game}/sentences.j2", naming(report))
    for told in report.events:
        written = str(macros[told.kind.replace("-", "_")](told.facts))
        yield told.kind, [line for line in map(_one_line, written.splitlines()) if line]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def helps(table: Table) -> tuple[str, ...]:
    """Every verb has its help, a blank in the form, and examples that read as its orders; every ask has a prompt."""
    complaints = []
    taught = _one_line(table.grammar.help())
    for verb in table.grammar.verbs:
        if not verb.help or _one_line(verb.help) not in taught:
            complaints.append(f"the verb '{verb.name}' has no help")
        if not verb.form:
            complaints.append(f"the verb '{verb.name}' has no blank in the form")
        if not verb.examples:
            complaints.append(f"the verb '{verb.name}' has no example")
        for example in verb.examples:
            sheet, problems = table.grammar.read(example, table.seats[0], "example.txt")
            if any(problem.refuses for problem in problems) or not _among(sheet.orders, verb.writes):
                complaints.append(f"the example '{example}' does not read as '{verb.name}'")
    asks = [(turn, ask) for turn in table.turns for ask in table.game.awaiting(turn.state).values()]
    complaints += [f"turn {turn.number}: an ask without a prompt" for turn, ask in asks if not ask.prompt]
    return tuple(dict.fromkeys(complaints))


def _among(orders: tuple[object, ...], writes: type | tuple[type, ...]) -> bool:
    return any(isinstance(order, writes) for order in orders)


def rulings(game: Game[Any, Any], cases: Path, besides: Iterable[str] = ()) -> tuple[str, ...]:
    """Every paragraph of the rules has a case that names it, and cases and code name no paragraph that is not there.

    ``besides`` are the beginnings of numbers that no turn can show: "1." for a whole section, "9.5" for a paragraph.
    """
    rules = (game.info.printed / "rules.md").read_text("utf-8")
    paragraphs = dict.fromkeys(PARAGRAPH.findall(rules))
    ruled = {number for source in _sources(game) for number in RULING.findall(source)}
    complaints = [f"the ruling {number} is not in the rules" for number in sorted(ruled - paragraphs.keys())]
    shown: set[str] = set()
    for name, rule in _cases(cases):
        numbers = set(NUMBER.findall(rule))
        if not numbers:
            complaints.append(f"a case of {name} names no paragraph")
        strange = sorted(numbers - paragraphs.keys())
        complaints += [f"a case of {name} names {number}, which is not in the rules" for number in strange]
        shown |= numbers
    silent = tuple(besides)
    wanting = [number for number in paragraphs if number not in shown and not number.startswith(silent)]
    return (*complaints, *(f"paragraph {number} has no case" for number in wanting))


def _cases(folder: Path) -> Iterator[tuple[str, str]]:
    """The file and the rule of every case; a file holds one case or a list of them."""
    for path in sorted(folder.glob("*.yaml")):
        read = read_plain(path.read_text("utf-8"), str(path))
        for case in read if isinstance(read, list) else [read]:
            yield path.name, str(case.get("rule", "")) if isinstance(case, dict) else ""


def kinds(game: Game[Any, Any]) -> frozenset[str]:
    """The kinds of event that the game's source names, in ``Event("kind", …)`` or in its own ``tell("kind", …)``."""
    found = set()
    for source in _sources(game):
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(ast.Name("Event") | ast.Attribute(attr="tell"), [ast.Constant(str() as kind), *_]):
                    found.add(kind)
    return frozenset(found)


def _sources(game: Game[Any, Any]) -> Iterator[str]:
    """The text of the module that the game's entry names, and of all beside it if it is a folder."""
    spec = find_spec(game.info.entry.split(":")[0])
    assert spec is not None and spec.origin is not None
    path = Path(spec.origin)
    for part in sorted(path.parent.rglob("*.py")) if path.name == "__init__.py" else (path,):
        yield part.read_text("utf-8")
