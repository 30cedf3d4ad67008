"""Pictures: a report's map as SVG from templates, and PNG from SVG.

The font is shipped, since a picture drawn without one loses its letters silently and a machine's own fonts differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from pbem.game import box
from pbem.model import Seat
from pbem.printer import Printer

FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
FAMILY = "DejaVu Sans"


class Mapped(Protocol):
    """What a map is drawn from: the part of a report that shows where things stand."""

    @property
    def game(self) -> str: ...
    @property
    def reader(self) -> Seat | None: ...
    @property
    def view(self) -> Any: ...
    @property
    def board(self) -> Any: ...
    @property
    def names(self) -> Mapping[Seat, str]: ...
    @property
    def palette(self) -> Mapping[Seat, Any]: ...
    @property
    def marks(self) -> Mapping[Seat, str]: ...


def svg(printer: Printer, report: Mapped) -> str:
    """The map as this reader may see it; empty for a game that has none."""
    template = f"{report.game}/map.svg.j2"
    if not printer.has(template):
        return ""
    drawn = printer.markup(
        template,
        {
            "report": report,
            "view": report.view,
            "board": report.board,
            "name": report.names.__getitem__,
            "mark": report.marks.__getitem__,
            "colour": report.palette.__getitem__,
            "FAMILY": FAMILY,
        },
    )
    return "\n".join(line.strip() for line in drawn.splitlines() if line.strip()) + "\n"


def png(drawing: str, width: int) -> bytes:
    """An SVG as a PNG ``width`` pixels wide, for mail programs: twice the width it is shown at looks sharp.

    Raises ValueError for a drawing of which no picture can be made.
    """
    from pbem.drawing import look_through

    look_through(drawing)
    from resvg_py import svg_to_bytes  # costs time and memory that a run without pictures need not spend

    return bytes(
        svg_to_bytes(
            svg_string=drawing,
            width=width,
            skip_system_fonts=True,
            font_files=[str(font) for font in font_files()],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


def font_files() -> tuple[Path, ...]:
    """The shipped fonts."""
    return tuple(box() / "templates" / "fonts" / font for font in FONTS)
