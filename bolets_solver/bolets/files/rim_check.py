"""Find misplaced tiles in the grid of a face whose walls and doors are tiles.

A whole misplaced line, such as the outermost line of a face that lacks a side, is one flaw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bolets_solver.bolets.cards.face import BLOCKED_DOOR, DOOR, WALL
from bolets_solver.bolets.files.grid_rows import INSIDE, INSIDE_LEGEND, RIM, Cell, Flaw, Grid

Line = list[Cell]


def has_rim(grid: Grid) -> bool:
    """Whether all outermost tiles of a grid are walls and doors."""
    rows = [row for row in grid.rows if len(row) == grid.width]
    if rows != grid.rows or not rows:
        return False
    return _all([*rows[0], *rows[-1], *(row[x] for row in rows for x in (0, -1))], RIM)


def rim_flaws(grid: Grid) -> Iterator[Flaw]:
    """Yield the misplaced tiles of a grid of 3x3 or larger."""
    rows, outside = _within(grid)
    yield from outside
    whole = [row for row in rows if len(row) == grid.width]
    inner = [row for row in rows[1:-1] if len(row) == grid.width]
    sides = {
        "above": [cell for row in rows[:1] if row in whole for cell in row],
        "below": [cell for row in rows[-1:] if row in whole for cell in row],
        "left of": [row[0] for row in whole],
        "right of": [row[-1] for row in whole],
    }
    corners = {cell for row in (rows[0], rows[-1]) if row in whole for cell in (row[0], row[-1])}
    missing = {where: line for where, line in sides.items() if _missing(line, corners)}
    if len(missing) == len(sides):
        yield Flaw('the grid has no rim of walls and doors; with border "tiles" it needs one')
    else:
        yield from (_side_flaw(where, line) for where, line in missing.items())
    reported = {cell for line in missing.values() for cell in line}
    for line in _walls(inner, grid.width):
        reported.update(line)
        yield _wall_flaw(line)
    rim = {cell for line in sides.values() for cell in line}
    for cell in (cell for row in whole for cell in row if cell not in reported):
        message = _corner_flaw(cell) if cell in corners else _place_flaw(cell, cell in rim)
        if message is not None:
            yield cell.flaw(message)


def _within(grid: Grid) -> tuple[list[Line], list[Flaw]]:
    """Return the rows from the first to the last of the rim, and the flaws of the rows beyond.

    A first or last row lies beyond the rim if no tile of it is a rim tile and all tiles of the next
    row are. (A row of another width has a flaw already.)
    """
    rows, flaws = list(grid.rows), []
    for end, following in ((0, 1), (-1, -2)):
        last, rim = rows[end], rows[following]
        if len(rows) <= 3 or len(rim) != grid.width or not _all(rim, RIM):
            continue
        if len(last) != grid.width:
            del rows[end]
        elif _all(last[1:-1], INSIDE):
            flaws.append(Flaw("the row lies outside the rim; remove it", last[0].row))
            del rows[end]
    return rows, flaws


def _missing(line: Line, corners: set[Cell]) -> bool:
    """Whether a whole side is missing; a single wrong tile is that tile's flaw."""
    tiles = [cell for cell in line if cell not in corners]
    return len(tiles) > 1 and _all(tiles, INSIDE)


def _side_flaw(where: str, line: Line) -> Flaw:
    upright = where in ("left of", "right of")
    message = (
        f"there is no rim {where} this {'column' if upright else 'row'}; write its walls '#' and "
        "doors '+' and 'x' there"
    )
    return Flaw(message, None, line[0].column) if upright else Flaw(message, line[0].row)


def _walls(inner: list[Line], width: int) -> Iterator[Line]:
    """Yield the rows and columns inside the rim that are walls and doors from end to end."""
    rest = []
    for row in inner:
        line = row[1:-1]
        if len(line) > 1 and _all(line, RIM):
            yield line
        else:
            rest.append(row)
    if len(rest) > 1:
        for x in range(1, width - 1):
            line = [row[x] for row in rest]
            if _all(line, RIM):
                yield line


def _wall_flaw(line: Line) -> Flaw:
    upright = line[0].row != line[1].row
    message = (
        f"the {'column' if upright else 'row'} is walls and doors from end to end, and stands "
        f"inside the rim, where there are only {INSIDE_LEGEND}"
    )
    return Flaw(message, None, line[0].column) if upright else Flaw(message, line[0].row)


def _corner_flaw(cell: Cell) -> str | None:
    if cell.kind in (DOOR, BLOCKED_DOOR):
        return "a door cannot be in a corner; write '#' there"
    return _place_flaw(cell, True)


def _place_flaw(cell: Cell, in_rim: bool) -> str | None:
    """Return the flaw of a tile at its place; an unknown character has its flaw already."""
    if in_rim and cell.kind in INSIDE:
        return (
            f"'{cell.kind}' is in the rim, where only walls '#' and doors '+' and 'x' are allowed"
        )
    if not in_rim and cell.kind in RIM:
        word = "wall" if cell.kind == WALL else "door"
        return f"a {word} stands inside the rim, where there are only {INSIDE_LEGEND}"
    return None


def _all(cells: Iterable[Cell], kinds: str) -> bool:
    return all(cell.kind in kinds for cell in cells)
