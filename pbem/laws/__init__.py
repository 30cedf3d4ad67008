"""The battery: laws that every game passes, those in the box and plugins alike.

Each law takes a table, a game with its seats, options and seed, and returns complaints; none means that it holds. A
plugin's own tests call ``battery(game)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pbem.game import Game
from pbem.laws.secrecy import answers_blindly, hides_after, hides_during
from pbem.laws.table import Table, tables
from pbem.laws.telling import helps, rulings, sentences
from pbem.laws.turning import (
    arrival,
    awaits_until_the_outcome,
    conserved,
    ends,
    on_record,
    silence,
    to_json_and_back,
    untouched,
)
from pbem.laws.writing import blank_form, clean_is_taken, noise, suggestions, written_out

Law = Callable[[Table], tuple[str, ...]]

LAWS: tuple[Law, ...] = (
    conserved,
    awaits_until_the_outcome,
    ends,
    silence,
    arrival,
    untouched,
    to_json_and_back,
    on_record,
    suggestions,
    clean_is_taken,
    written_out,
    blank_form,
    noise,
    hides_after,
    hides_during,
    answers_blindly,
    sentences,
    helps,
)


def battery(
    game: Game[Any, Any],
    *,
    at: Iterable[Table] | None = None,
    laws: Iterable[Law] = LAWS,
    cases: Path | None = None,
    besides: Iterable[str] = (),
) -> tuple[str, ...]:
    """All complaints about a game, at tables of every size and with every option unless others are given.

    ``cases`` is the folder of its cases; with it every paragraph of the rules must have one, ``besides`` apart.
    """
    chosen = tuple(laws)
    complaints = [
        f"{law.__name__}: {complaint} ({table})"
        for table in (tables(game) if at is None else at)
        for law in chosen
        for complaint in law(table)
    ]
    if cases is not None:
        complaints += [f"rulings: {complaint}" for complaint in rulings(game, cases, besides)]
    return tuple(complaints)


__all__ = [
    "LAWS",
    "Law",
    "Table",
    "answers_blindly",
    "arrival",
    "awaits_until_the_outcome",
    "battery",
    "blank_form",
    "clean_is_taken",
    "conserved",
    "ends",
    "helps",
    "hides_after",
    "hides_during",
    "noise",
    "on_record",
    "rulings",
    "sentences",
    "silence",
    "suggestions",
    "tables",
    "to_json_and_back",
    "untouched",
    "written_out",
]
