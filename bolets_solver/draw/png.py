"""SVG documents as PNG files, by the optional package resvg-py."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import fromstring

from bolets_solver.draw.svg import NAMESPACE, Svg
from bolets_solver.errors import InputError

MOST_PIXELS = 40_000_000
"""Larger pictures are refused: they take too much memory, and few programs open them."""

OWN = "\N{MINUS SIGN}"
"""What this project's pictures write beyond Latin-1; the fonts have it."""


def to_png(svg: Svg) -> bytes:
    """Return the picture as a PNG file.

    The text is set in the fonts that come with this project's dependencies, so that the picture is
    the same everywhere; other fonts of the system only stand in for letters that those lack. Raises
    InputError if the optional package is missing or the picture too large.
    """
    try:
        import resvg_py
    except ImportError:
        raise InputError(
            "PNG needs an optional package; install it with: pip install 'bolets-solver[png]' "
            "(SVG needs none)"
        ) from None
    root = fromstring(svg)
    pixels = float(root.get("width", 0)) * float(root.get("height", 0))
    if pixels > MOST_PIXELS:
        raise InputError(
            f"the picture would have {pixels / 1e6:.0f} million pixels; at most "
            f"{MOST_PIXELS // 1_000_000} million are drawn. Choose smaller tiles or write SVG"
        )
    texts = "".join(element.text or "" for element in root.iter(f"{{{NAMESPACE}}}text"))
    return resvg_py.svg_to_bytes(
        svg_string=str(svg),
        skip_system_fonts=all(ord(letter) < 256 or letter in OWN for letter in texts),
        font_files=[str(path) for path in font_files()],
        sans_serif_family="Bitstream Vera Sans",
        font_family="Bitstream Vera Sans",
    )


def font_files() -> tuple[Path, Path]:
    """Return the files of the regular and the bold font."""
    import reportlab

    folder = Path(reportlab.__file__).parent / "fonts"
    return folder / "Vera.ttf", folder / "VeraBd.ttf"
