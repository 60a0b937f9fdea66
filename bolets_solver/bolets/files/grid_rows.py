"""The rows of a face as typed, and the slips that make a row too wide or too narrow.

One slip is one flaw: two rows on one line are split, a row broken in two is joined, and a stray
character is left out, so that consequences of a slip are not listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bolets_solver.bolets.cards.face import (
    BLOCKED_DOOR,
    DOOR,
    FLOOR,
    ON_TILES,
    WALL,
)
from bolets_solver.bolets.cards.tile_kinds import tile_kind


def _legend(letters: str) -> str:
    """Return the meaning of letters: ``. floor, o rock and m mushroom``."""
    *first, last = [f"{letter} {tile_kind(letter).name}" for letter in letters]
    return f"{', '.join(first)} and {last}"


INSIDE = FLOOR + "".join(ON_TILES)
"""The tiles inside the rim of a face."""
RIM = WALL + DOOR + BLOCKED_DOOR
"""The tiles of a rim."""
INSIDE_LEGEND = _legend(INSIDE)
RIM_LEGEND = _legend(RIM)
SMALLEST = 3
"""Smallest width and height of a face."""
MOST_STRAYS = 6
"""Largest number of different characters that a defect of one row names."""
NO_TILES = 3
"""A line with at least this number of different wrong characters is a text, not a row."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong with a face; row and column of the grid count from 1."""

    message: str
    row: int | None = None
    column: int | None = None
    key: str = "grid"


class Cell(NamedTuple):
    """A tile, and the row and column (from 1) of its character in the grid's text."""

    kind: str
    row: int
    column: int

    def flaw(self, message: str) -> Flaw:
        """Return a flaw of this tile."""
        return Flaw(message, self.row, self.column)


@dataclass
class Grid:
    """The rows of a face; a row that is not ``width`` wide has a flaw and is not examined."""

    width: int
    rows: list[list[Cell]] = field(default_factory=list)

    @property
    def rows_are_sure(self) -> bool:
        """Whether each line is a row; otherwise rows may be shifted."""
        return all(row and row[0].row == row[-1].row == y for y, row in enumerate(self.rows, 1))

    def cell(self, x: int, y: int) -> Cell | None:
        """Return the tile at ``x``, ``y`` (from 0); None if it is missing or unknown."""
        known = 0 <= y < len(self.rows) and len(self.rows[y]) == self.width
        return self.rows[y][x] if known and 0 <= x < self.width else None


def split_grid(text: str) -> tuple[list[str], int]:
    """Return the rows of a grid's text, and the number of lines before the first row.

    Blank lines around the grid, and blanks around its rows, do not belong to the face.
    """
    rows = [row.strip() for row in text.split("\n")]
    skipped = next((index for index, row in enumerate(rows) if row), len(rows))
    while rows and not rows[-1]:
        rows.pop()
    return rows[skipped:], skipped


def read_rows(texts: Sequence[str]) -> tuple[Grid, list[Flaw]]:
    """Return the rows of a grid (at least one), and a flaw for each row of another width."""
    grid = Grid(usual_width(texts))
    flaws: list[Flaw] = []
    number = 0
    while number < len(texts):
        number += 1
        cells = _cells(texts, number)
        following = _cells(texts, number + 1)
        if not cells:
            flaws.append(Flaw("the line is empty; remove it, or write a row", number))
        elif len({cell.kind for cell in _strays(cells)}) >= NO_TILES:
            message = (
                f"the line is not a row of {grid.width} tiles: {_cells_text(cells)}; {legend()}"
            )
            flaws.append(Flaw(message, number))
            grid.rows.append([])
        elif following and len(cells) + len(following) == grid.width:
            message = (
                f"the row has {_tiles(cells)} and the next one {len(following)}; they are one row "
                f"of {grid.width}, broken in two"
            )
            grid.rows.append([*cells, *following])
            flaws += [Flaw(message, number), *_stray_flaws(grid.rows[-1])]
            number += 1
        elif len(cells) == 2 * grid.width:
            message = (
                f"the row has {_tiles(cells)}, the others have {grid.width}; it is two rows on one "
                "line"
            )
            grid.rows += [cells[: grid.width], cells[grid.width :]]
            flaws += [Flaw(message, number), *_stray_flaws(cells)]
        else:
            tiles, found = _read_row(cells, grid.width)
            grid.rows.append(tiles)
            flaws += found
    return grid, flaws


def _cells(texts: Sequence[str], number: int) -> list[Cell]:
    """Return the characters of a row, counted from 1; an empty list if there is no row."""
    text = texts[number - 1] if number <= len(texts) else ""
    return [Cell(kind, number, x) for x, kind in enumerate(text, start=1)]


def _read_row(cells: list[Cell], width: int) -> tuple[list[Cell], list[Flaw]]:
    """Return the tiles of one row without stray characters, and its flaws."""
    if len(cells) == width:
        return cells, _stray_flaws(cells)
    many = f"the row has {_tiles(cells)}, the others have {width}"
    strays = _strays(cells)
    if strays and len(cells) - len(strays) == width:
        found = [cell.flaw(f"{_shown(cell)} is not a tile; {many}; remove it") for cell in strays]
        return [cell for cell in cells if cell not in strays], found
    if strays:
        many += f"; {_cells_text(cells)}; {legend()}"
    return cells, [Flaw(many, cells[0].row)]


def _strays(cells: Iterable[Cell]) -> list[Cell]:
    return [cell for cell in cells if cell.kind not in INSIDE + RIM]


def _stray_flaws(cells: Iterable[Cell]) -> list[Flaw]:
    return [cell.flaw(f"{_shown(cell)} is not a tile; {legend()}") for cell in _strays(cells)]


def usual_width(texts: Sequence[str]) -> int:
    """Return the width of most rows; a row of twice a width counts half for it."""
    widths = Counter(map(len, texts))
    return max(widths, key=lambda width: (2 * widths[width] + widths.get(2 * width, 0), width))


def legend() -> str:
    """Return the list of tiles in words."""
    return f"there are {INSIDE_LEGEND}; {RIM_LEGEND}"


def _tiles(cells: Sequence[Cell]) -> str:
    return "1 tile" if len(cells) == 1 else f"{len(cells)} tiles"


def _shown(cell: Cell) -> str:
    return repr(cell.kind) if cell.kind.isprintable() else ascii(cell.kind)


def _cells_text(cells: Iterable[Cell]) -> str:
    """List the characters of a row that are not tiles, each once with its first column."""
    first: dict[str, Cell] = {}
    for cell in _strays(cells):
        first.setdefault(cell.kind, cell)
    parts = [f"{_shown(cell)} in column {cell.column}" for cell in first.values()]
    if len(parts) > MOST_STRAYS:
        parts[MOST_STRAYS:] = ["others"]
    return f"{', '.join(parts)} {'is not a tile' if len(parts) == 1 else 'are not tiles'}"
