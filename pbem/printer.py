"""The printing press: Jinja as this house sets it up, for reports, maps and letters.

Templates choose words and layout. Those in the box and those of plugins are trusted; as soon as a campaign brings its
own, everything runs in the sandbox. The press knows no game and no campaign; it is handed what it prints.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2 import BytecodeCache, Environment, StrictUndefined, TemplateError
from jinja2.bccache import Bucket
from jinja2.loaders import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from pbem.game import GameInfo, box
from pbem.layout import FILTERS, GLOBALS
from pbem.model import NOWHERE, Problem, Span, Weight

SETTINGS = b"pbem templates 2"
"""Changes whenever what a template compiles to changes here or in the sandbox."""

WAYS_TO_FAIL = (
    TemplateError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    NameError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)
"""How a template that nobody has tried out can fail."""


class TemplateFault(Exception):
    """A campaign's own template could not be printed: which one, where, and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Shelf(BytecodeCache):
    """Compiled templates in the user's cache folder.

    Nothing depends on it: what cannot be read, was cut short or made by another version is compiled again, and a
    folder that is full or not writable is left alone.
    """

    def __init__(self, folder: Path, label: str) -> None:
        self._folder = folder
        python = f"{sys.implementation.cache_tag} {sys.flags.optimize}".encode() + importlib.util.MAGIC_NUMBER
        self._mark = b"\0".join([SETTINGS, jinja2.__version__.encode(), python, label.encode()])

    def load_bytecode(self, bucket: Bucket) -> None:
        """Takes compiled code from the shelf if it is whole and of this source, this Python and this Jinja."""
        try:
            written = self._place(bucket).read_bytes()
        except OSError:
            return
        if written[:32] == self._seal(bucket, written[32:]):
            code: CodeType = marshal.loads(written[32:])
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Puts compiled code on the shelf, whole or not at all."""
        code = marshal.dumps(bucket.code)
        place = self._place(bucket)
        draft = place.with_name(f"{place.name}.{os.getpid()}")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft.write_bytes(self._seal(bucket, code) + code)
            draft.replace(place)
        except OSError:
            _forget(draft)

    def _place(self, bucket: Bucket) -> Path:
        return self._folder / sha256(self._mark + bucket.key.encode()).hexdigest()[:40]

    def _seal(self, bucket: Bucket, code: bytes) -> bytes:
        return sha256(b"\0".join([self._mark, bucket.checksum.encode(), code])).digest()


def _forget(draft: Path) -> None:
    try:
        draft.unlink(missing_ok=True)
    except OSError:
        return


def cache_folder() -> Path | None:
    """Where compiled templates are kept; None if this user has no home."""
    chosen = os.environ.get("PBEM_CACHE")
    if chosen:
        return Path(chosen) / "templates"
    caches = os.environ.get("XDG_CACHE_HOME", "")
    if Path(caches).is_absolute():
        return Path(caches) / "pbem" / "templates"
    try:
        return Path.home() / ".cache" / "pbem" / "templates"
    except RuntimeError:
        return None


class Printer:
    """Prints templates by name, as text or as HTML (and SVG), where every value is escaped.

    ``info`` is the game whose templates stand under its id; ``overrides`` a campaign's own folder of templates, which
    go before those of the same name.
    """

    def __init__(self, info: GameInfo | None = None, overrides: Path | None = None) -> None:
        self._info = info
        self._overrides = overrides if overrides is not None and overrides.is_dir() else None

    @cached_property
    def _text(self) -> Environment:
        return self._environment("text", escape=False)

    @cached_property
    def _markup(self) -> Environment:
        return self._environment("markup", escape=True)

    def _environment(self, label: str, *, escape: bool) -> Environment:
        make: type[Environment] = Environment
        if self._overrides is not None:
            from pbem.sandbox import Sandbox  # costs time that most campaigns need not spend

            make, label = Sandbox, f"{label} sandbox"
        folder = cache_folder()
        environment = make(
            loader=self._loader,
            undefined=StrictUndefined,
            autoescape=escape,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            optimized=False,  # it costs a first run more than it saves all the others
            bytecode_cache=Shelf(folder, label) if folder is not None else None,
        )
        environment.filters.update(FILTERS)
        environment.globals.update(GLOBALS)
        return environment

    @cached_property
    def _loader(self) -> BaseLoader:
        loaders: list[BaseLoader] = [FileSystemLoader(self._overrides)] if self._overrides is not None else []
        if self._info is not None:
            loaders.append(PrefixLoader({self._info.id: FileSystemLoader(self._info.templates)}))
        loaders.append(FileSystemLoader(box() / "templates"))
        return ChoiceLoader(loaders)

    def has(self, name: str) -> bool:
        """Whether there is a template of this name."""
        try:
            self._loader.get_source(self._text, name)
        except jinja2.TemplateNotFound:
            return False
        return True

    def text(self, name: str, values: Mapping[str, Any]) -> str:
        """A template printed as plain text."""
        return self._print(self._text, name, values)

    def markup(self, name: str, values: Mapping[str, Any]) -> str:
        """A template printed as HTML or SVG: whatever it is handed is escaped."""
        return self._print(self._markup, name, values)

    def macros(self, name: str, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a text template defines: its macros, each of which prints a line, and its tables."""
        with self._failing(self._text, name):
            module = self._text.get_template(name).make_module(dict(values))
            found = {key: self._guarded(name, made) for key, made in vars(module).items() if not key.startswith("_")}
        return found if self._overrides is None else _Macros(found, self._overrides, name)

    def _guarded(self, name: str, made: Any) -> Any:
        if self._overrides is None or not callable(made):
            return made

        def printed(*values: Any) -> Any:
            with self._failing(self._text, name):
                return made(*values)

        return printed

    def _print(self, environment: Environment, name: str, values: Mapping[str, Any]) -> str:
        with self._failing(environment, name):
            page = environment.get_template(name).render(values)
            if self._overrides is not None:
                page.encode()  # halves of letters, which no file can hold
            return page

    @contextmanager
    def _failing(self, environment: Environment, name: str) -> Iterator[None]:
        if self._overrides is None:
            yield
            return
        from pbem.sandbox import bounded

        begin: Callable[[], None] = environment.begin  # type: ignore[attr-defined]
        begin()
        try:
            with bounded():
                yield
        except WAYS_TO_FAIL as failure:
            raise TemplateFault(_problem(self._overrides, name, failure)) from failure


class _Macros(dict[str, Any]):
    """What a campaign's own template defines; one that lacks a macro is at fault itself."""

    def __init__(self, found: Mapping[str, Any], folder: Path, name: str) -> None:
        super().__init__(found)
        self._folder, self._name = folder, name

    def __missing__(self, key: str) -> Any:
        raise TemplateFault(_problem(self._folder, self._name, LookupError(f"it has no macro '{key}'")))


def _problem(folder: Path, name: str, failure: BaseException) -> Problem:
    """What to tell the moderator: the innermost line of the campaign's own templates that took part."""
    span = _where(folder, failure)
    return Problem(
        "template",
        f"the template {Path(span.source or name).name} could not be printed: {_reason(failure)}.",
        span,
        hint=f"Mend it in {folder}, or take it away to use the one in the box.",
        weight=Weight.UNREADABLE,
    )


def _reason(failure: BaseException) -> str:
    if isinstance(failure, MemoryError):
        return "it takes too much memory"
    told = " ".join(str(failure).split()).rstrip(".")
    return told[:200] or type(failure).__name__


def _where(folder: Path, failure: BaseException) -> Span:
    if isinstance(failure, jinja2.TemplateSyntaxError) and failure.filename:
        return Span(failure.filename, failure.lineno, 1, 1)
    span = NOWHERE
    trace = failure.__traceback__
    while trace is not None:
        source = trace.tb_frame.f_code.co_filename
        if Path(source).is_relative_to(folder):
            span = Span(source, trace.tb_lineno, 1, 1)
        trace = trace.tb_next
    return span
