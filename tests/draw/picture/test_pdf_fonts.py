"""A PDF embeds the fonts of its texts, and names no other."""

from __future__ import annotations

import re

import pytest

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.draw.paper.deck_sheets import print_deck
from bolets_solver.draw.picture.palette import COLOUR
from bolets_solver.draw.picture.pdf import PdfWriter
from bolets_solver.draw.picture.shapes import Label, Node, rectangle


def fonts(pdf: bytes) -> list[str]:
    """Return the fonts that a PDF names; all of them are embedded."""
    named = re.findall(rb"/BaseFont /(\S+)", pdf)
    assert pdf.count(b"/FontFile2") == len(named)
    return sorted(name.decode().rpartition("+")[2] for name in named)


ROMAN = Label(1, 5, "roman", 4)
BOLD = Label(1, 9, "bold", 4, bold=True)


@pytest.mark.parametrize(
    ("pages", "used"),
    [
        ([[rectangle(1, 1, 2, 2, fill="ink")], []], []),
        ([[BOLD], []], ["BitstreamVeraSans-Bold"]),
        ([[ROMAN], [ROMAN]], ["BitstreamVeraSans-Roman"]),
        ([[], [ROMAN, BOLD]], ["BitstreamVeraSans-Bold", "BitstreamVeraSans-Roman"]),
    ],
)
def test_only_fonts_in_use_are_named(pages: list[list[Node]], used: list[str]) -> None:
    writer = PdfWriter((50, 50), "A page", COLOUR)
    for nodes in pages:
        writer.page(nodes)
    assert fonts(writer.finish()) == used


def test_a_printed_deck_has_the_two_fonts() -> None:
    pdf = print_deck(load_deck("mini")).pdf
    assert fonts(pdf) == ["BitstreamVeraSans-Bold", "BitstreamVeraSans-Roman"]
