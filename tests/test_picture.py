"""Maps: what an SVG shows, and that the pencil draws letters with the shipped font alone."""

from __future__ import annotations

import struct
import zlib

import pytest

from pbem.drawing import Undrawable
from pbem.picture import FAMILY, font_files, png

LETTERS = f'<text x="4" y="30" font-size="28" font-family="{FAMILY}">NB</text>'


def _drawn(inside: str) -> str:
    page = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">'
    return f'{page}<rect width="60" height="40" fill="#fff"/>{inside}</svg>'


def _pixels(picture: bytes) -> tuple[int, int, bytes]:
    """Width, height and the unfiltered rows' raw bytes of a PNG with eight bits a channel."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    place, packed, width, height = 8, b"", 0, 0
    while place < len(picture):
        length, kind = struct.unpack(">I4s", picture[place : place + 8])
        body = picture[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    return width, height, zlib.decompress(packed)


def test_the_pencil_writes_letters() -> None:
    """A picture has the width asked for, and its letters are there: without a font they would be missing silently."""
    width, height, written = _pixels(png(_drawn(LETTERS), 120))
    blank = _pixels(png(_drawn(""), 120))[2]

    assert (120, 80) == (width, height)
    assert written != blank


def test_the_pencil_repeats_itself() -> None:
    """The same drawing gives the same bytes."""
    assert png(_drawn(LETTERS), 120) == png(_drawn(LETTERS), 120)


def test_bold_letters_have_a_font_of_their_own() -> None:
    """Bold is drawn bold, from the second shipped font."""
    bold = LETTERS.replace("<text", '<text font-weight="bold"')

    assert png(_drawn(bold), 120) != png(_drawn(LETTERS), 120)


def test_the_fonts_come_with_their_licence() -> None:
    """Both font files are shipped, and so is what their makers ask to be kept with them."""
    assert all(font.read_bytes()[:4] == b"\0\1\0\0" for font in font_files())
    assert "Bitstream" in (font_files()[0].parent / "LICENSE.txt").read_text("utf-8")


SVG = '<svg xmlns="http://www.w3.org/2000/svg" '
BOX = f'{SVG}viewBox="0 0 10 10">'


@pytest.mark.parametrize(
    ("drawing", "told"),
    [
        ("", "no SVG"),
        ("hello", "no SVG"),
        ("<html/>", "<html>"),
        (f"{SVG}/>", "viewBox"),
        (f'{SVG}viewBox="0 0 10 100000"/>', "times as high"),
        (f'{SVG}viewBox="0 0 100000 1"/>', "flat"),
        (f'{SVG}viewBox="0 0 1e-30 1e30"/>', "viewBox"),
        (f'{SVG}viewBox="0 0 nan 0"/>', "viewBox"),
        (f'{SVG}viewBox="0 0 10 10" width="1" height="1000000"/>', "times as high"),
        (f'{SVG}viewBox="0 0 10 10" height="1000000%"/>', "no plain number"),
        (f'{SVG}viewBox="0 0 10 10" width="1em" height="99999em"/>', "no plain number"),
        (f"{BOX}{'<g>' * 20_000}{'</g>' * 20_000}</svg>", "nested"),
        (f"{BOX}<text>{'<tspan>' * 5_000}a{'</tspan>' * 5_000}</text></svg>", "nested"),
        (f"{BOX}{'<g/>' * 60_000}</svg>", "shapes"),
        (f"{BOX}{' ' * 2_000_000}</svg>", "characters"),
        (f"{BOX}<filter><feTurbulence numOctaves='1000000'/></filter></svg>", "<filter>"),
        (f"{BOX}<pattern width='1000000' height='1000000'/></svg>", "<pattern>"),
        (f"{BOX}<image href='/etc/passwd'/></svg>", "<image>"),
        (f"<!DOCTYPE svg [<!ENTITY a 'aa'>]>{BOX}<text>&a;</text></svg>", "DOCTYPE"),
        (f"{BOX}<g></svg>", "no SVG"),
    ],
)
def test_a_drawing_that_would_bring_the_machine_down(drawing: str, told: str) -> None:
    """A campaign's own map may be anything: it is refused with a reason before a pencil touches it."""
    with pytest.raises(Undrawable, match=told):
        png(drawing, 1200)


def test_one_name_that_draws_more_and_more() -> None:
    """Shapes used ten times in shapes used ten times are refused by the pencil itself."""
    ten = "<use href='#a{}'/>" * 10
    layers = "".join(f"<g id='a{n}'>{ten.replace('{}', str(n - 1))}</g>" for n in range(1, 10))
    with pytest.raises(ValueError, match="nodes limit"):
        png(f"{BOX}<g id='a0'><rect width='1' height='1'/></g>{layers}</svg>", 100)


def test_a_size_of_its_own() -> None:
    """Width and height in plain numbers are as good as a viewBox alone."""
    assert (100, 50) == _pixels(png(f'{SVG}viewBox="-5 -5 10 10" width="40px" height="20"/>', 100))[:2]
