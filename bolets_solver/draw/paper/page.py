"""The layout of cards on sheets of paper, fronts and backs, in millimetres.

Sheets are upright and are turned over their long edge: x on the front is W - x on the back. The
same holds on a sheet that is folded along its middle: fronts are in its left half, backs in its
right half. Cards are twice the bleed apart, so that bleeds meet and never overlap.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bolets_solver.draw.picture.shapes import Transform, moved, turned
from bolets_solver.errors import InputError

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the papers."""

BLEED = 1.0
MOST_BLEED = 5.0
MARGIN = 4.5
"""Margin that printers leave white."""
MARK = 2.5
"""Length of a cut mark beyond the bleed."""
STRIP = 3.4
"""Height of the strip with ruler and instructions, outside the cut marks."""
APART = 1.0
"""Distance between the cut marks of cards of different sizes."""
SMALLEST, LARGEST = 20.0, 400.0

_SIZE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3})?)\s*[xX\u00d7]\s*([0-9]{1,3}(?:\.[0-9]{1,3})?)")


class Size(NamedTuple):
    """Width and height."""

    width: float
    height: float


CARD = Size(63.0, 88.0)
"""The usual card."""


def card_size(text: str) -> Size:
    """Read a size such as ``63x88`` or ``63.5x88.9``; raises InputError for other texts."""
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise InputError(f"'{text}' is not a size of a card; write millimetres such as 63.5x88.9")
    size = Size(*map(float, match.groups()))
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise InputError(
            f"a card of {text} mm is not printed; sides are {SMALLEST:g} to {LARGEST:g} mm"
        )
    return size


@dataclass(frozen=True)
class Layout:
    """Cards of one size on a sheet: ``columns`` x ``rows``, lying on their side if ``turned``.

    ``strip``: place of ruler and instructions, "bottom" or "left". ``folded``: fronts and backs
    share one side of the sheet. ``below``: how far the cards are below its middle.
    """

    paper: Size
    card: Size
    bleed: float
    columns: int
    rows: int
    turned: bool
    strip: str
    folded: bool = False
    below: float = 0.0

    @property
    def count(self) -> int:
        """Number of cards on a sheet."""
        return self.columns * self.rows

    @property
    def cell(self) -> Size:
        """Width and height of a card on the sheet."""
        return Size(self.card.height, self.card.width) if self.turned else self.card

    @property
    def block(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all fronts together, without bleed."""
        gap = 2 * self.bleed
        width = self.columns * (self.cell.width + gap) - gap
        height = self.rows * (self.cell.height + gap) - gap
        left = (self.paper.width / (2 if self.folded else 1) - width) / 2
        top = (self.paper.height - height) / 2 + self.below
        return left, top, left + width, top + height

    def holding(self, count: int) -> Layout:
        """Return the layout without the columns and rows that ``count`` cards leave empty."""
        columns = min(count, self.columns)
        return replace(self, columns=columns, rows=-(-count // self.columns))

    def corner(self, index: int, back: bool = False) -> tuple[float, float]:
        """Return the top left corner of a card's front or back."""
        column, row = index % self.columns, index // self.columns
        left, top, _, _ = self.block
        gap = 2 * self.bleed
        x = left + column * (self.cell.width + gap)
        if back:
            x = self.paper.width - x - self.cell.width
        return x, top + row * (self.cell.height + gap)

    def place(self, index: int, back: bool = False) -> Transform:
        """Return the map from an upright card (its corner at 0,0) to its place on a sheet.

        A card on its side has its top to the right on the front and to the left on the back, so
        that the tops of both sides are one edge.
        """
        x, y = self.corner(index, back)
        if not self.turned:
            return moved(x, y)
        if back:
            return moved(x, y + self.cell.height).after(turned(270))
        return moved(x + self.cell.width, y).after(turned(90))

    def cuts(self) -> tuple[list[float], list[float]]:
        """Return the x of all vertical and the y of all horizontal cuts around the fronts.

        Those of the backs are at W - x and the same y.
        """
        left, top, _, _ = self.block
        gap = 2 * self.bleed
        across = [
            left + column * (self.cell.width + gap) + side
            for column in range(self.columns)
            for side in (0.0, self.cell.width)
        ]
        down = [
            top + row * (self.cell.height + gap) + side
            for row in range(self.rows)
            for side in (0.0, self.cell.height)
        ]
        return sorted(set(across)), sorted(set(down))


def best_layout(paper: Size, card: Size, bleed: float, folded: bool = False) -> Layout:
    """Return the layout with most cards on a sheet; raises InputError if no card fits."""
    found = [
        layout
        for lies in (False, True)
        for columns in range(1, 20)
        for rows in range(1, 20)
        for strip in ("bottom", "left")
        for layout in [Layout(paper, card, bleed, columns, rows, lies, strip, folded)]
        if _fits(layout)
    ]
    if not found:
        where = "half a sheet" if folded else "a sheet"
        raise InputError(
            f"a card of {card.width:.4g}x{card.height:.4g} mm does not fit on {where} of "
            f"{paper.width:g}x{paper.height:g} mm with its marks and {bleed:g} mm of bleed"
        )
    return max(
        found, key=lambda layout: (layout.count, not layout.turned, layout.strip == "bottom")
    )


def stacked(layouts: Sequence[Layout]) -> list[Layout] | None:
    """Return blocks of cards of several sizes, stacked on a sheet; None: no room.

    They are far enough apart that each has its own cut marks.
    """
    blocks = [layout.block for layout in layouts]
    apart = 2 * (layouts[0].bleed + MARK) + APART
    whole = sum(bottom - top for _, top, _, bottom in blocks) + apart * (len(blocks) - 1)
    for strip in ("bottom", "left"):
        placed, y = [], -whole / 2
        for layout, (_, top, _, bottom) in zip(layouts, blocks, strict=True):
            placed.append(replace(layout, strip=strip, below=y + (bottom - top) / 2))
            y += bottom - top + apart
        if all(map(_fits, placed)):
            return placed
    return None


def _fits(layout: Layout) -> bool:
    left, top, _, bottom = layout.block
    # marks may reach into what a printer leaves white as long as most of them shows
    need = MARGIN + layout.bleed
    across, down = need, need
    if layout.strip == "bottom":
        down += MARK + STRIP
    else:
        across += MARK + STRIP
    return left >= across - 1e-9 and min(top, layout.paper.height - bottom) >= down - 1e-9
