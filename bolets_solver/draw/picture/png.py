"""SVG documents as PNG files, by the optional package resvg-py."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from xml.etree.ElementTree import fromstring
from xml.sax.saxutils import escape

from bolets_solver.draw.picture.fonts import can_print
from bolets_solver.draw.picture.svg import FONT, NAMESPACE, Svg
from bolets_solver.errors import InputError

MOST_PIXELS = 40_000_000
"""Larger pictures are refused: they need too much memory, and few programs open them."""

NOWHERE = "\U0010ffff"
"""A character that no font has."""


def to_png(svg: Svg) -> bytes:
    """Return the picture as a PNG file.

    The text uses fonts that come with this project's dependencies, so the picture is the same
    everywhere. System fonts are used only for letters that those fonts lack. Raises InputError if
    the optional package is missing or the picture too large.
    """
    root = fromstring(svg)
    pixels = float(root.get("width", 0)) * float(root.get("height", 0))
    if pixels > MOST_PIXELS:
        raise InputError(
            f"the picture would have {pixels / 1e6:.0f} million pixels; at most "
            f"{MOST_PIXELS // 1_000_000} million are possible; choose smaller tiles or write SVG"
        )
    return _draw(str(svg), can_print("".join(_texts(svg))))


def missing_letters(svg: Svg) -> str:
    """Return the letters of a picture that neither the bundled fonts nor the system's contain.

    A PNG shows boxes for them. Each letter is listed once, in the order of the picture.
    Raises InputError if the optional package is missing.
    """
    foreign = dict.fromkeys(
        letter for text in _texts(svg) for letter in text if not can_print(letter)
    )
    return "".join(letter for letter in foreign if _picture_of(letter) == _picture_of(NOWHERE))


def _texts(svg: Svg) -> list[str]:
    return [element.text or "" for element in fromstring(svg).iter(f"{{{NAMESPACE}}}text")]


@cache
def _picture_of(letter: str) -> bytes:
    """Return a small picture of one letter; it shows which font the letter comes from."""
    text = f'<text x="4" y="26" font-size="24">{escape(letter)}</text>'
    svg = f'<svg xmlns="{NAMESPACE}" width="40" height="36" font-family="{FONT}">{text}</svg>'
    return _draw(svg, own_fonts=False)


def _draw(svg: str, own_fonts: bool) -> bytes:
    """Return a document as PNG, with the bundled fonts only or also the system's."""
    try:
        import resvg_py
    except ImportError:
        raise InputError(
            "PNG needs an optional package; install it with: pip install 'bolets-solver[png]' "
            "(SVG needs none)"
        ) from None
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=own_fonts,
        font_files=[str(path) for path in font_files()],
        sans_serif_family="Bitstream Vera Sans",
        font_family="Bitstream Vera Sans",
    )


def font_files() -> tuple[Path, Path]:
    """Return the files of the regular and the bold font."""
    import reportlab

    folder = Path(reportlab.__file__).parent / "fonts"
    return folder / "Vera.ttf", folder / "VeraBd.ttf"
