"""Check the grid of a face as typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bolets_solver.bolets.cards.face import Border
from bolets_solver.bolets.files.grid_rows import RIM, SMALLEST, Flaw, Grid, read_rows, usual_width
from bolets_solver.bolets.files.rim_check import has_rim, rim_flaws

MOST_TILES = 128
"""Largest number of tiles inside the rim of a face."""
MOST_LOOKED_AT = 10 * MOST_TILES
"""A larger grid gets a single defect, about its size."""


def read_grid(texts: Sequence[str], border: Border) -> tuple[Grid | None, list[Flaw]]:
    """Return the grid of a face and all its flaws; None if the grid is not examined."""
    if not texts:
        return None, [Flaw("the grid is empty")]
    width = usual_width(texts)
    size = _size_flaws(width, len(texts), border)
    if size and max(len(texts), _tiles_inside(width, len(texts), border)) > MOST_LOOKED_AT:
        return None, size
    grid, flaws = read_rows(texts)
    flaws += _size_flaws(width, len(grid.rows), border)
    if min(width, len(grid.rows)) < SMALLEST:
        return grid, flaws
    return grid, [*flaws, *(rim_flaws(grid) if border is Border.TILES else _edge_flaws(grid))]


def _size_flaws(width: int, height: int, border: Border) -> list[Flaw]:
    size, inside = f"the grid is {width}x{height}", _tiles_inside(width, height, border)
    flaws = []
    if inside > MOST_TILES:
        message = f"{size}, {inside} tiles inside the rim; at most {MOST_TILES} can be solved"
        flaws.append(Flaw(message))
    if min(width, height) < SMALLEST:
        flaws.append(Flaw(f"{size}; the smallest is {SMALLEST}x{SMALLEST}"))
    return flaws


def _tiles_inside(width: int, height: int, border: Border) -> int:
    margin = 2 if border is Border.TILES else 0
    return max(width - margin, 0) * max(height - margin, 0)


def _edge_flaws(grid: Grid) -> Iterator[Flaw]:
    """Yield the walls and doors in a grid with border "edges"; a whole rim is one flaw."""
    if has_rim(grid):
        yield Flaw(
            'the grid has a rim of walls and doors; with border "edges" it has none, and its doors '
            "are listed in doors"
        )
        return
    for row in grid.rows:
        for cell in row if len(row) == grid.width else ():
            if cell.kind in RIM:
                yield cell.flaw(
                    f"'{cell.kind}' is not allowed in a grid with border \"edges\": its walls lie "
                    "around it, and its doors are listed in doors"
                )
