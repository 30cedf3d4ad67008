"""Jinja's sandbox, counting: for templates that a campaign brings along.

Jinja keeps such a template from reaching code; this keeps it from running for ever or filling the memory. Loops,
calls and everything written use up what one page may take; what gets past the counting ends on the clock of the
processor, or at the limit of the memory.
"""

from __future__ import annotations

import resource
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment

T = TypeVar("T")

STEPS = 100_000
"""Loop turns and calls that one page may take."""

LENGTH = 4_000_000
"""Characters that one page may put together, those it throws away included."""

REPEATED = 1_000
"""Characters that a text may be multiplied to."""

SECONDS = 10.0
"""Of the processor's time that one page may take."""

MEMORY = 1 << 29
"""Bytes that one page may take beyond what is taken already."""

GROWING = frozenset({"batch", "center", "format", "indent", "replace", "round", "slice"})
"""Filters that make much out of little."""


@contextmanager
def bounded() -> Iterator[None]:
    """Ends what takes too long or too much; where the system cannot tell, the counting has to do."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before, limits = signal.signal(signal.SIGVTALRM, _too_long), resource.getrlimit(resource.RLIMIT_AS)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, 1.0)
        _limit_memory(limits)
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, limits)
        signal.signal(signal.SIGVTALRM, before)


def _too_long(*_: object) -> NoReturn:
    raise SecurityError("the template runs too long")


def _limit_memory(limits: tuple[int, int]) -> None:
    with suppress(OSError, ValueError):
        taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        known = [limit for limit in limits if limit != resource.RLIM_INFINITY]
        resource.setrlimit(resource.RLIMIT_AS, (min([taken + MEMORY, *known]), limits[1]))


class Sandbox(SandboxedEnvironment):
    """An environment for templates nobody has to trust."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.steps = self.length = 0
        self.filters = {name: made for name, made in self.filters.items() if name not in GROWING}
        self.filters["counted_out"] = self.counted_out
        self.filters["measured"] = self.measured

    def begin(self) -> None:
        """A new page: all steps and letters are there again."""
        self.steps = self.length = 0

    def step(self) -> None:
        """Uses up a step; raises once there are none left."""
        self.steps += 1
        if self.steps > STEPS:
            raise SecurityError("the template runs too long")

    def counted_out(self, items: Iterable[T]) -> Iterator[T]:
        """The same items, each at the price of a step."""
        for item in items:
            self.step()
            yield item

    def measured(self, value: T) -> T:
        """The same value, at the price of its length."""
        if isinstance(value, str | list | tuple):
            self.length += len(value)
            if self.length > LENGTH:
                raise SecurityError("the template writes too much")
        return value

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        page = super()._parse(source, name, filename)
        for loop in page.find_all(nodes.For):
            loop.iter = _filtered(loop.iter, "counted_out")
        for text in page.find_all((nodes.Output, nodes.Concat)):
            assert isinstance(text, nodes.Output | nodes.Concat)
            text.nodes = [
                part if isinstance(part, nodes.TemplateData) else _filtered(part, "measured") for part in text.nodes
            ]
        return page

    def call(self, context: Any, callee: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Calls at the price of a step."""
        self.step()
        return super().call(context, callee, *args, **kwargs)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Sums and products of small things; powers not at all."""
        if operator == "+":
            self.measured(left)
            self.measured(right)
        elif operator == "**" or (not (_small(left) and _small(right)) and not _repeats(operator, left, right)):
            raise SecurityError(f"'{operator}' is for small numbers only")
        return super().call_binop(context, operator, left, right)


def _filtered(part: nodes.Node, name: str) -> nodes.Filter:
    return nodes.Filter(part, name, [], [], None, None, lineno=part.lineno)


def _small(value: Any) -> bool:
    return isinstance(value, int) and abs(value) < 1_000_000


def _repeats(operator: str, left: Any, right: Any) -> bool:
    """Whether this writes a short text a few times over."""
    return operator == "*" and isinstance(left, str) and _small(right) and len(left) * right <= REPEATED
