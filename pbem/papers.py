"""Files that people write, or may have spoilt: strict YAML into a model, with every fault at once, each with its place.

Strict means: ``no`` and ``on`` are words, ``1:30`` and ``010`` are text, no dates, no anchors, no tags, keys are text
and stand once. It knows no folder and no game: text comes in, a value or problems go out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, get_args

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from pbem.model import Problem, Span, Weight
from pbem.words import nearest

M = TypeVar("M", bound=BaseModel)


class Paper(BaseModel):
    """The form of what people write: nothing in it is left unread, and once read it does not change."""

    # Deferred: most forms are only ever read as parts of another one.
    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,), defer_build=True)


LONGEST = 1_000_000
"""Characters a file of this kind may have."""

DEEPEST = 40
"""Levels of nesting it may have."""

MEANT: Mapping[str, str] = {
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "dict_type": "must hold lines of 'name: value', each further in",
    "greater_than_equal": "must be at least {ge}",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_type": "must be a whole number",
    "less_than_equal": "must be at most {le}",
    "list_type": "must be a list, such as [one, two]",
    "mapping_type": "must hold lines of 'name: value', each further in",
    "model_type": "must hold lines of 'name: value', each further in",
    "string_too_long": "has more than {max_length} characters",
    "string_too_short": "is empty",
    "string_type": "must be text; put it in quotes",
    "tuple_type": "must be a list, such as [one, two]",
}
"""What is wrong with a value, in words for people who edit files."""

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Path = tuple[str | int, ...]

WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,14})")
DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
TOO_LONG = re.compile(r"-?[1-9][0-9]{15,}")
WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


class _Spot(NamedTuple):
    """Where something starts, counted from 0, and where it ends if that is on the same line."""

    line: int
    col: int
    end: int


def read_plain(text: str, source: str) -> object | tuple[Problem, ...]:
    """What a file says as plain values, or all that is wrong with it as YAML."""
    tree = _Tree(source)
    tree.read(text)
    return tuple(tree.problems) or tree.value


def read_paper(text: str, source: str, form: type[M]) -> M | tuple[Problem, ...]:
    """The model a file fills in, or every fault in it: of YAML, of type, unknown and missing names."""
    tree = _Tree(source)
    tree.read(text)
    if tree.broken_off:
        return tuple(tree.problems)
    try:
        model = form.model_validate({} if tree.value is None else tree.value)
    except ValidationError as faults:
        tree.problems += [_fault(error, tree, form) for error in faults.errors()]
    return tuple(sorted(tree.problems, key=lambda problem: (problem.span.line, problem.span.col))) or model


def fill_in(values: object, source: str, form: type[M]) -> M | tuple[Problem, ...]:
    """The model that values read before fill in, or every fault of type, unknown and missing names."""
    try:
        return form.model_validate(values)
    except ValidationError as faults:
        return tuple(_fault(error, _Tree(source), form) for error in faults.errors())


def read_json(content: bytes | str) -> Any:
    """What a file of JSON says; whatever is none raises ValueError, however deep it goes."""
    try:
        return json.loads(content)
    except RecursionError as fault:
        raise ValueError("it is nested too deeply") from fault


class _Level:
    """A list or mapping being read: its path, what it holds so far, and the key that waits for a value."""

    __slots__ = ("held", "key", "path", "waits")

    def __init__(self, held: dict[str, object] | list[object], path: Path) -> None:
        self.held = held
        self.path = path
        self.key: str = ""
        self.waits = False


class _Tree:
    """The values of a file and the place of each: a loop over the parser's events, so that depth cannot hurt."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.value: object = None
        self.problems: list[Problem] = []
        self.broken_off = False
        self._levels: list[_Level] = []
        self._values: dict[Path, _Spot] = {(): _Spot(0, 0, 1)}
        self._keys: dict[Path, _Spot] = {}

    def read(self, text: str) -> None:
        """Take the whole text in; a fault of syntax ends it early."""
        text = text.removeprefix("\ufeff")
        if len(text) > LONGEST:
            self._break_off("too-long", f"The file has more than {LONGEST:,} characters.", _Spot(0, 0, 1))
            return
        lone = re.search(r"[\ud800-\udfff]", text)
        if lone:
            line = text.count("\n", 0, lone.start())
            self._break_off("binary", "The file holds bytes that are no text.", _Spot(line, 0, 1))
            return
        documents = 0
        try:
            for event in yaml.parse(text, Loader=LOADER):
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        self._break_off("yaml", "A second document begins here; a file has one.", _spot(event))
                self._take(event)
                if self.broken_off:
                    return
        except yaml.YAMLError as fault:
            message, spot = _syntax(fault)
            self._break_off("yaml", message, spot, _tab_hint(text, spot.line))

    def span(self, path: Path, of_key: bool = False) -> Span:
        """Where this path is written: the nearest enclosing thing that stands in the file."""
        while path not in self._values:
            path = path[:-1]
        spot = self._keys.get(path, self._values[path]) if of_key else self._values[path]
        return Span(self.source, spot.line + 1, spot.col + 1, max(spot.end, spot.col + 1) + 1)

    def _break_off(self, code: str, message: str, spot: _Spot, hint: str = "") -> None:
        self._complain(code, message, spot, hint)
        self.broken_off = True

    def _complain(self, code: str, message: str, spot: _Spot, hint: str = "") -> None:
        span = Span(self.source, spot.line + 1, spot.col + 1, spot.end + 1)
        self.problems.append(Problem(code, message, span, hint, Weight.UNREADABLE))

    def _take(self, event: yaml.Event) -> None:
        match event:
            case yaml.AliasEvent():
                hint = "If the text itself begins with a star, put it in quotes."
                self._break_off("yaml", "References (*name) are not used in these files.", _spot(event), hint)
            case yaml.CollectionStartEvent():
                self._refuse_marks(event)
                self._open({} if isinstance(event, yaml.MappingStartEvent) else [], _spot(event))
            case yaml.CollectionEndEvent():
                self._levels.pop()
            case yaml.ScalarEvent():
                self._refuse_marks(event)
                self._scalar(event)

    def _refuse_marks(self, event: yaml.NodeEvent) -> None:
        tag = getattr(event, "tag", None)
        if event.anchor:
            hint = "If the text itself begins with &, put it in quotes."
            self._complain("yaml", f"Anchors (&{event.anchor[:40]}) are not used in these files.", _spot(event), hint)
        if tag and tag != "!":
            hint = "If the text itself begins with !, put it in quotes."
            self._complain("yaml", f"Tags ({tag[:40]}) are not used in these files.", _spot(event), hint)

    def _open(self, held: dict[str, object] | list[object], spot: _Spot) -> None:
        if len(self._levels) >= DEEPEST:
            self._break_off("too-deep", f"The file is nested more than {DEEPEST} levels deep.", spot)
            return
        if self._levels and isinstance(self._levels[-1].held, dict) and not self._levels[-1].waits:
            hint = "If the text itself begins with a bracket, put it in quotes."
            self._break_off("yaml", "A list or mapping cannot be a name.", spot, hint)
            return
        self._levels.append(_Level(held, self._place(held, spot)))

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        level = self._levels[-1] if self._levels else None
        spot = _spot(event)
        if level is None or not isinstance(level.held, dict) or level.waits:
            self._place(self._meaning(event, spot), spot)
            return
        if event.value in level.held:
            first = self._keys[(*level.path, event.value)].line + 1
            name = event.value[:60]
            self._complain("twice", f"'{name}' stands here a second time; the first is in line {first}.", spot)
        else:
            self._keys[(*level.path, event.value)] = spot
        level.key, level.waits = event.value, True

    def _place(self, value: object, spot: _Spot) -> Path:
        """Put a value where it belongs; the first of two values with one name stays."""
        if not self._levels:
            self.value = value
            self._values[()] = spot
            return ()
        level = self._levels[-1]
        if isinstance(level.held, dict):
            path: Path = (*level.path, level.key, *(("\0again",) if level.key in level.held else ()))
            level.held.setdefault(level.key, value)
            level.waits = False
        else:
            path = (*level.path, len(level.held))
            level.held.append(value)
        self._values.setdefault(path, spot)
        return path

    def _meaning(self, event: yaml.ScalarEvent, spot: _Spot) -> object:
        """Plain ``true``, ``false``, ``null`` and decimal numbers have a meaning; all else is text."""
        text: str = event.value
        if not event.implicit[0]:
            return text
        if text in WORDS:
            return WORDS[text]
        if WHOLE.fullmatch(text):
            return int(text)
        if DECIMAL.fullmatch(text):
            return float(text)
        if TOO_LONG.fullmatch(text):
            self._complain("number", "The number has more than 15 digits.", spot)
        return text


def _spot(event: yaml.Event) -> _Spot:
    start, end = event.start_mark, event.end_mark
    if start is None or end is None:
        return _Spot(0, 0, 1)
    last = end.column if end.line == start.line and end.column > start.column else start.column + 1
    return _Spot(start.line, start.column, last)


def _tab_hint(text: str, line: int) -> str:
    """What to do about a tab at the head of a line, which looks like blanks and is none."""
    lines = text.splitlines()
    head = lines[line][: len(lines[line]) - len(lines[line].lstrip())] if line < len(lines) else ""
    return "The line begins with a tab; use blanks instead." if "\t" in head else ""


def _syntax(fault: yaml.YAMLError) -> tuple[str, _Spot]:
    """What the YAML parser could not read, and where."""
    mark = getattr(fault, "problem_mark", None) or getattr(fault, "context_mark", None)
    spot = _Spot(mark.line, mark.column, mark.column + 1) if mark else _Spot(0, 0, 1)
    why = getattr(fault, "problem", None) or getattr(fault, "reason", None) or "it holds something that is no text"
    return f"This is not YAML as these files use it: {why}.", spot


def _fault(error: Any, tree: _Tree, form: type[BaseModel]) -> Problem:
    """One fault of a model as a problem at its place in the file."""
    path: Path = tuple(error["loc"])
    name = _name(path)
    match error["type"]:
        case "missing":
            return Problem("missing", f"{name} is missing.", tree.span(path), weight=Weight.NOT_ALLOWED)
        case "extra_forbidden":
            names = tuple(_names(form, path[:-1]))
            near = nearest(str(path[-1]).casefold(), names)
            hint = f"Did you mean '{near[0]}'?" if near else f"Known here: {', '.join(names)}." if names else ""
            message = f"There is nothing called '{str(path[-1])[:60]}' here."
            return Problem("unknown", message, tree.span(path, of_key=True), hint, Weight.UNKNOWN)
    why = str(error["msg"]).removeprefix("Value error, ")
    if error["type"] != "value_error":
        why = f"{name} {MEANT.get(error['type'], why.removeprefix('Input ')).format(**error.get('ctx', {}))}"
    said = f"{why[:1].upper()}{why[1:].rstrip('.')}"
    return Problem("value", said if said.endswith("?") else f"{said}.", tree.span(path, of_key="[key]" in path))


def _name(path: Path) -> str:
    """A path as people would say it: 'seats: ann: name'."""
    parts = [str(part) if isinstance(part, str) else f"number {part + 1}" for part in path if part != "[key]"]
    return f"'{': '.join(parts)}'" if parts else "The file"


def _names(form: type[BaseModel], path: Path) -> Iterator[str]:
    """The names that may stand in the mapping at this path."""
    kind: Any = form
    for step in path:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            field = kind.model_fields.get(str(step))
            kind = field.annotation if field else kind
        else:
            kind = _item(kind)
    while not isinstance(kind, type) and get_args(kind):
        kind = _item(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield from kind.model_fields


def _item(kind: Any) -> Any:
    """What a list, mapping or optional holds."""
    inner: Sequence[Any] = [one for one in get_args(kind) if one not in (type(None), Ellipsis)]
    return inner[-1] if inner else kind
