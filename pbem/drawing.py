"""What a drawing may be before it is handed to the machine that makes pictures of it.

That machine ends the whole program when a drawing needs too much memory, and never ends with some filters. A campaign
may bring a map of its own; so a drawing is looked through first. Nothing here draws.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.parsers import expat

SHAPE = re.compile(
    "circle|clipPath|defs|desc|ellipse|g|line|linearGradient|marker|metadata|path|polygon|polyline|radialGradient|rect"
    "|stop|style|svg|symbol|text|title|tspan|use"
)
"""What a drawing is made of. Filters, patterns, masks and pictures inside it are none of it."""

LONGEST = 2_000_000
DEEPEST = 40
MOST = 50_000
"""Characters a drawing may have, levels of nesting, and shapes."""

TALLEST = 3
"""Its height may be so many times its width."""

NUMBER = re.compile(r"\s*([0-9]{1,7}(?:\.[0-9]{1,6})?)(?:px)?\s*", re.ASCII)
SIZES = re.compile(r"[\s,]+")


class Undrawable(ValueError):
    """A drawing of which no picture can be made, and why."""


def look_through(drawing: str) -> None:
    """Raises Undrawable for a drawing that could hang the machine or bring it down."""
    if len(drawing) > LONGEST:
        raise Undrawable(f"it has more than {LONGEST:,} characters")
    reader, found = expat.ParserCreate(), _Found()
    reader.StartElementHandler = found.begin
    reader.EndElementHandler = found.end
    reader.StartDoctypeDeclHandler = found.doctype
    try:
        reader.Parse(drawing.encode("utf-8", "replace"), True)
    except expat.ExpatError as fault:
        raise Undrawable(f"it is no SVG: {fault}") from fault


class _Found:
    """What has been met so far."""

    def __init__(self) -> None:
        self._depth = self._count = 0

    def doctype(self, *_: object) -> None:
        """A drawing needs none, and entities can make much out of little."""
        raise Undrawable("it has a DOCTYPE")

    def begin(self, tag: str, marks: dict[str, str]) -> None:
        """One more shape."""
        name = tag.rpartition(":")[2]
        if not SHAPE.fullmatch(name):
            raise Undrawable(f"it holds <{name[:40]}>; a map is made of shapes, paths and text")
        if name == "svg":
            _measure(marks, root=self._depth == 0)
        self._depth += 1
        self._count += 1
        if self._depth > DEEPEST:
            raise Undrawable(f"it is nested more than {DEEPEST} levels deep")
        if self._count > MOST:
            raise Undrawable(f"it has more than {MOST:,} shapes")

    def end(self, _: str) -> None:
        """The end of a shape."""
        self._depth -= 1


def _measure(marks: Mapping[str, str], root: bool) -> None:
    """The size of the whole: from its width and height if it has both, from its viewBox otherwise."""
    if not root:
        return
    box = [_number(part) for part in SIZES.split(marks.get("viewBox", "").strip())]
    if len(box) != 4 or not box[2] or not box[3]:
        raise Undrawable("it has no viewBox such as '0 0 800 600'")
    width, height = (_length(marks.get(name, "100%"), side) for name, side in (("width", box[2]), ("height", box[3])))
    if not (width / 100 <= height <= width * TALLEST):
        raise Undrawable(f"it may be {TALLEST} times as high as it is wide and no more, and not flat")


def _length(written: str, whole: float) -> float:
    found = whole if written.strip() == "100%" else _number(written)
    if not found:
        raise Undrawable(f"its size '{written[:20]}' is no plain number")
    return found


def _number(written: str) -> float:
    match = NUMBER.fullmatch(written.removeprefix("-"))
    return float(match[1]) if match else 0.0
