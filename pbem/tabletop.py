"""A game's printed matter, read and validated: the spaces of a board, the links between them, and the ways along these.

It knows the printed things that many games share; what a game prints besides, it adds in a model of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as File
from typing import Self, TypeVar

from pydantic import BaseModel, Field, model_validator

from pbem.model import Problem
from pbem.papers import Paper, read_paper

B = TypeVar("B", bound=BaseModel)


class Printed(Paper):
    """Printed matter does not change, and nothing in it is left unread."""


class Canvas(Printed):
    """The size of the drawing that the coordinates of spaces refer to."""

    width: int = Field(ge=1)
    height: int = Field(ge=1)


class Space(Printed):
    """A place on the board; ``aliases`` are further names that people give it."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    x: int
    y: int


class Link(Printed):
    """A way between two spaces, open in both directions; ``toll`` is due from a to b, ``toll_back`` from b to a."""

    a: str
    b: str
    type: str
    toll: int = 0
    toll_back: int = 0


@dataclass(frozen=True, slots=True)
class Path:
    """A way along links that enters no space twice: the spaces from the first to the last, and its toll."""

    route: tuple[str, ...]
    toll: int

    @property
    def spaces(self) -> int:
        """How many spaces it counts: one for each link."""
        return len(self.route) - 1


class Ways:
    """The links of a board as a traveller sees them."""

    def __init__(self, links: Sequence[Link]) -> None:
        self._next: dict[str, list[tuple[str, int]]] = {}
        for link in links:
            self._next.setdefault(link.a, []).append((link.b, link.toll))
            self._next.setdefault(link.b, []).append((link.a, link.toll_back))
        self._known: dict[tuple[str, int], Mapping[str, tuple[Path, ...]]] = {}

    def within(self, start: str, most: int) -> Mapping[str, tuple[Path, ...]]:
        """Every space that ``most`` links reach, with the ways to it: the lowest toll first, then the shortest."""
        if (start, most) not in self._known:
            found: dict[str, list[Path]] = {}
            for path in self._walk(Path((start,), 0), most):
                found.setdefault(path.route[-1], []).append(path)
            self._known[start, most] = {
                space: tuple(sorted(paths, key=lambda path: (path.toll, path.spaces, path.route)))
                for space, paths in found.items()
            }
        return self._known[start, most]

    def _walk(self, path: Path, most: int) -> Iterator[Path]:
        yield path
        if path.spaces < most:
            for space, toll in self._next[path.route[-1]]:
                if space not in path.route:
                    yield from self._walk(Path((*path.route, space), path.toll + toll), most)


class Board(Printed):
    """Spaces and links on a canvas. A game's own board extends it by what else is printed there."""

    canvas: Canvas
    spaces: tuple[Space, ...]
    links: tuple[Link, ...]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        """Each name is one space's, and each link joins two spaces that are on the board."""
        faults = [f"'{name}' names {' and '.join(ids)}" for name, ids in self._named().items() if len(set(ids)) > 1]
        ids = [space.id for space in self.spaces]
        faults += [f"the space '{name}' stands twice" for name in dict.fromkeys(ids) if ids.count(name) > 1]
        ends = dict.fromkeys(end for link in self.links for end in (link.a, link.b))
        faults += [f"a link ends at '{end}', which is no space" for end in ends if end not in ids]
        if faults:
            raise ValueError(f"The board is misprinted: {'; '.join(faults)}")
        return self

    def _named(self) -> dict[str, list[str]]:
        named: dict[str, list[str]] = {}
        for space in self.spaces:
            for name in (space.id, space.name, *space.aliases):
                named.setdefault(name.casefold(), []).append(space.id)
        return named

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The space that each id, name and alias means, in small letters."""
        return {name: ids[0] for name, ids in self._named().items()}

    @cached_property
    def ways(self) -> Ways:
        """The ways along the links."""
        return Ways(self.links)


class Misprint(Exception):
    """A game's own printed matter is faulty: nobody at the table can mend it."""


def printed(file: File, form: type[B]) -> B:
    """A file of printed matter, in the form its game expects."""
    read = read_paper(file.read_text("utf-8"), file.name, form)
    if isinstance(read, tuple):
        raise Misprint("\n".join(_line(problem) for problem in read))
    return read


def _line(problem: Problem) -> str:
    return f"{problem.span.source}:{problem.span.line}: {problem.message} {problem.hint}".rstrip()
