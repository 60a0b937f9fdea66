"""A sheet of characters on which tiles, their edges and a path are drawn.

A tile is three characters wide and one high. One character of edge lies between neighbours in both
directions. Coordinates are at the top and at the left. Colours are ANSI sequences; the characters
alone say everything.
"""

from __future__ import annotations

from itertools import groupby

from bolets_solver.bolets.cards.lattice import Tile

CELL = 4
"""Columns from one tile to the next."""
LINE = 2
"""Lines from one tile to the next."""

COLOURS = {
    "wall": "90",
    "door": "36",
    "rock": "37;1",
    "item": "32",
    "special": "34;1",
    "crow": "31",
    "path": "33;1",
    "red": "31;7",
    "yellow": "33;7",
    "label": "2",
}
"""ANSI codes of the styles."""


class Canvas:
    """A sheet for the tiles from ``(left, top)`` on, ``width`` x ``height`` of them."""

    def __init__(self, left: int, top: int, width: int, height: int):
        self.left, self.top = left, top
        self.width, self.height = width, height
        self._marks: dict[tuple[int, int], tuple[str, str | None]] = {}

    def _origin(self, tile: Tile) -> tuple[int, int]:
        """Return the line and the column of a tile's middle."""
        return (tile[1] - self.top) * LINE + 1, (tile[0] - self.left) * CELL + 2

    def _put(self, line: int, column: int, text: str, style: str | None) -> None:
        for offset, mark in enumerate(text):
            self._marks[line, column + offset] = mark, style

    def tile(self, tile: Tile, text: str, style: str | None = None) -> None:
        """Write one to three characters into a tile."""
        line, column = self._origin(tile)
        shift = 0 if len(text) == 1 else 1
        self._put(line, column - shift, text, style)

    def above(self, tile: Tile, text: str, style: str | None = None) -> None:
        """Write one or more characters onto the edge above a tile: one, or three and more."""
        line, column = self._origin(tile)
        shift = 0 if len(text) == 1 else 1
        self._put(line - 1, column - shift, text, style)

    def corner(self, tile: Tile, text: str, style: str | None = None) -> None:
        """Write a character onto the corner at the top left of a tile."""
        line, column = self._origin(tile)
        self._put(line - 1, column - 2, text, style)

    def before(self, tile: Tile, text: str, style: str | None = None) -> None:
        """Write a character onto the edge to the left of a tile."""
        line, column = self._origin(tile)
        self._put(line, column - 2, text, style)

    def link(self, tile: Tile, other: Tile, style: str | None = None) -> None:
        """Draw a piece of path between the middles of two neighbouring tiles."""
        first, second = min(tile, other), max(tile, other)
        line, column = self._origin(first)
        if first[1] == second[1]:
            self._put(line, column + 1, "===", style)
        else:
            self._put(line + 1, column, "|", style)

    def text(self, colour: bool = False, columns: int | None = None) -> str:
        """Return the sheet with its coordinates, without blanks at line ends.

        A sheet wider than ``columns`` characters is split into strips, one below the other.
        """
        numbers = [str(self.top + y) for y in range(self.height)]
        margin = max(map(len, numbers)) + 1
        wide = self.width
        if columns is not None:
            wide = max(1, (columns - margin - 1) // CELL)
        strips = []
        for first in range(0, self.width, wide):
            last = min(first + wide, self.width)
            labels = "".join(f"{self.left + x:^{CELL}}" for x in range(first, last))
            lines = [f"{'':{margin}} {labels}".rstrip()]
            for line in range(self.height * LINE + 1):
                label = numbers[line // LINE] if line % LINE else ""
                marks = self._line(line, first, last, colour)
                lines.append(f"{label:>{margin - 1}} {marks}".rstrip())
            while lines and not lines[-1]:
                lines.pop()
            strips.append("\n".join(lines))
        return "\n\n".join(strips)

    def window(self, columns: int, rows: int, around: Tile, colour: bool = False) -> str:
        """Return the part of the sheet that fits into ``columns`` x ``rows`` characters.

        ``around`` is in the middle unless the sheet ends before; coordinates are above and to the
        left. At least one tile is shown.
        """
        numbers = [str(self.top + y) for y in range(self.height)]
        margin = max(map(len, numbers)) + 1
        across = min(self.width, max(1, (columns - margin - 1) // CELL))
        down = min(self.height, max(1, (rows - 2) // LINE))
        first = min(max(0, around[0] - self.left - across // 2), self.width - across)
        top = min(max(0, around[1] - self.top - down // 2), self.height - down)
        labels = "".join(f"{self.left + x:^{CELL}}" for x in range(first, first + across))
        lines = [f"{'':{margin}} {labels}".rstrip()]
        for line in range(top * LINE, (top + down) * LINE + 1):
            label = numbers[line // LINE] if line % LINE else ""
            marks = self._line(line, first, first + across, colour)
            lines.append(f"{label:>{margin - 1}} {marks}".rstrip())
        return "\n".join(lines)

    def _line(self, line: int, first: int, last: int, colour: bool) -> str:
        columns = range(first * CELL, last * CELL + 1)
        marks = [self._marks.get((line, column), (" ", None)) for column in columns]
        if not colour:
            return "".join(mark for mark, _ in marks).rstrip()
        while marks and marks[-1][0] == " ":
            marks.pop()
        return "".join(
            _coloured("".join(mark for mark, _ in run), style)
            for style, run in groupby(marks, key=lambda mark: mark[1])
        )


def _coloured(text: str, style: str | None) -> str:
    return text if style is None else f"\x1b[{COLOURS[style]}m{text}\x1b[0m"
