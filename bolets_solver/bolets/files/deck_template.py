"""A deck file to fill in: valid, with the format explained in comments."""

from __future__ import annotations

import re

from bolets_solver.bolets.cards.face import COTTAGE, DOOR, FLOOR, WALL, Border
from bolets_solver.bolets.cards.tile_kinds import LYING, tile_kind
from bolets_solver.bolets.files.deck_file import FORMAT
from bolets_solver.bolets.files.face_check import read_grid
from bolets_solver.errors import Defect, InputError

_HEAD = """\
# A deck of Bolets cards. Change the grids to match your cards, then check them with
#   bolets deck validate FILE
#   bolets deck show 1A --deck FILE
#   bolets draw FILE -o cards.svg
#
"""


def _tiles_legend() -> str:
    """Return the comment that lists the characters of a grid."""
    lines = [f"#   {FLOOR}  {tile_kind(FLOOR).name}"]
    for kind in LYING:
        points = {0: "", 1: " (1 point)"}.get(kind.points, f" ({kind.points} points)")
        lines.append(f"#   {kind.letter}  {kind.name}{points}")
    return "\n".join(["# Tiles:", *lines, ""])


_TILES = """\
# Rim:    #  wall    +  door    x  blocked door; a corner holds no door
# Doors are numbered clockwise from the top left corner.
"""

_EDGES = """\
# Walls lie around the grid. doors lists a face's doors: the side N, E, S or W, the tile counted
# from 1 from the left (N, S) or from the top (E, W), and x if the door is blocked.
# Doors are numbered clockwise from the top left corner, whatever their order here.
"""


def deck_template(name: str, cards: int, size: str, border: str) -> str:
    """Return the text of a deck: empty faces of ``size`` (``5x7``), sides A and B, and a cottage.

    Raises InputError if the name or the size is not possible.
    """
    style = Border(border)
    defects = []
    if not re.fullmatch("[a-z0-9-]+", name):
        defects.append(
            Defect(f"'{name}' is not a name of a deck: write it with a-z, 0-9 and hyphens")
        )
    match = re.fullmatch("([0-9]{1,4})[xX]([0-9]{1,4})", size.strip())
    rows: list[str] = []
    if match is None:
        defects.append(Defect(f"'{size}' is not a size; write width x height, such as 5x7"))
    else:
        rows = _rows(int(match[1]), int(match[2]), style)
        defects.extend(Defect(flaw.message) for flaw in read_grid(rows, style)[1])
    if defects:
        raise InputError(defects)
    faces = [f"{number}{side}" for number in range(1, cards + 1) for side in "AB"]
    title = name.replace("-", " ").capitalize()
    head = [
        _HEAD + _tiles_legend() + (_TILES if style is Border.TILES else _EDGES),
        f'format = "{FORMAT}"\nname = "{name}"\ntitle = "{title}"\nborder = "{border}"\n',
    ]
    return "\n".join(head + [_face(face, rows, style) for face in [*faces, COTTAGE]])


def _rows(width: int, height: int, style: Border) -> list[str]:
    """Return an empty grid with a door in the middle of each side."""
    if style is Border.EDGES or width < 2 or height < 2:
        return [FLOOR * width] * height
    middle = width // 2
    end = WALL * middle + DOOR + WALL * (width - middle - 1)
    rows = [WALL + FLOOR * (width - 2) + WALL] * height
    rows[height // 2] = DOOR + FLOOR * (width - 2) + DOOR
    rows[0] = rows[-1] = end
    return rows


def _face(name: str, rows: list[str], style: Border) -> str:
    comment = "  # the cottage: nothing on it is collected or counted" if name == COTTAGE else ""
    lines = [f'[faces."{name}"]{comment}', "grid = '''", *rows, "'''"]
    if style is Border.EDGES:
        across, down = len(rows[0]) // 2 + 1, len(rows) // 2 + 1
        lines.append(f'doors = ["N{across}", "E{down}", "S{across}", "W{down}"]')
    return "\n".join(lines) + "\n"
