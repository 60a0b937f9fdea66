"""The two fonts of pictures and paper, and the width of texts.

SVG uses fonts of the same widths (``svg.FONT``), so a text that fits here fits there.
"""

from __future__ import annotations

from itertools import accumulate

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR, BOLD = "BoletsSans", "BoletsSans-Bold"
DOTS = "..."


def register_fonts() -> None:
    """Register the fonts; repeated calls do no harm."""
    if REGULAR not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(REGULAR, "Vera.ttf"))
        pdfmetrics.registerFont(TTFont(BOLD, "VeraBd.ttf"))


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text in the unit of its size.

    A letter that the fonts lack counts as wide as it is high.
    """
    register_fonts()
    known = "".join(letter for letter in text if can_print(letter))
    width = pdfmetrics.stringWidth(known, BOLD if bold else REGULAR, size)
    return width + size * (len(text) - len(known))


def shortened(text: str, size: float, width: float, bold: bool = False) -> str:
    """Return the text, cut to ``width`` and ended with dots if it is too long."""
    if text_width(text, size, bold) <= width:
        return text
    room = width - text_width(DOTS, size, bold)
    ends = accumulate(text_width(letter, size, bold) for letter in text)
    return text[: sum(end <= room for end in ends)].rstrip() + DOTS


def wrap(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Break a text into lines of at most ``width``; a longer word gets its own line."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def can_print(text: str) -> bool:
    """Whether the fonts have all letters of a text."""
    register_fonts()
    font = pdfmetrics.getFont(REGULAR)
    assert isinstance(font, TTFont)
    return all(ord(letter) in font.face.charToGlyph for letter in text)


def printable(text: str) -> str:
    """Return the text with a question mark for each letter that the fonts lack."""
    return "".join(letter if can_print(letter) else "?" for letter in text)
