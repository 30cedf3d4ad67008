"""Maps: what an SVG shows, and that the pencil draws letters with the shipped font alone."""

from __future__ import annotations

import struct
import zlib

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
