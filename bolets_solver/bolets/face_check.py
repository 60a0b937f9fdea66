"""What can be wrong with the grid and the doors of a face, as they are typed in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bolets_solver.bolets.face import (
    BLOCKED_DOOR,
    CROW,
    DOOR,
    FLOOR,
    HEART,
    MUSHROOM,
    ROCK,
    SPECIAL_MUSHROOM,
    WALL,
    Border,
    edge_doors,
)
from bolets_solver.bolets.lattice import Heading

MOST_TILES = 128
"""Largest number of tiles inside the rim of a face."""
SMALLEST = 3
"""Smallest width and height of a face."""

_DOOR = re.compile("([NESW])([0-9]{1,4})(x?)", re.IGNORECASE)
_INSIDE = FLOOR + ROCK + MUSHROOM + SPECIAL_MUSHROOM + HEART + CROW
_RIM = WALL + DOOR + BLOCKED_DOOR
_INSIDE_LEGEND = ". floor, o rock, m mushroom, M special mushroom, h heart and c crow"
_RIM_LEGEND = "# wall, + door and x blocked door"

DoorPlace = tuple[Heading, int, bool]
"""A door on an edge: side, tile from 1 from the left or from the top, whether it is blocked."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong with a face; row and column of the grid count from 1."""

    message: str
    row: int | None = None
    column: int | None = None
    key: str = "grid"


def split_grid(text: str) -> tuple[list[str], int]:
    """Return the rows of a grid's text, and how many lines of the text come before the first.

    Blank lines before and after the grid, blanks behind the rows and a common indentation are the
    typist's, not the face's.
    """
    rows = [row.rstrip() for row in text.split("\n")]
    skipped = next((index for index, row in enumerate(rows) if row), len(rows))
    while rows and not rows[-1]:
        rows.pop()
    rows = rows[skipped:]
    indents = [len(row) - len(row.lstrip()) for row in rows if row]
    indent = min(indents, default=0)
    return [row[indent:] for row in rows], skipped


def grid_flaws(rows: Sequence[str], border: Border) -> Iterator[Flaw]:
    """Yield everything wrong with the rows of a face."""
    if not rows:
        yield Flaw("the grid is empty")
        return
    width, height = _usual_width(rows), len(rows)
    inside = _tiles_inside(width, height, border)
    if inside > MOST_TILES:
        yield Flaw(
            f"the grid is {width}x{height}, {inside} tiles inside the rim; at most {MOST_TILES} "
            "can be solved"
        )
        return
    if width < SMALLEST or height < SMALLEST:
        yield Flaw(f"the grid is {width}x{height}; the smallest is {SMALLEST}x{SMALLEST}")
    for y, row in enumerate(rows):
        if len(row) != width:
            yield Flaw(f"the row has {len(row)} tiles, the others have {width}", y + 1)
        for x, kind in enumerate(row[: 2 * MOST_TILES]):
            message = _tile_flaw(kind, border)
            if message is None and border is Border.TILES and len(row) == width:
                message = _place_flaw(kind, x, y, width, height)
            if message is not None:
                yield Flaw(message, y + 1, x + 1)


def _usual_width(rows: Sequence[str]) -> int:
    widths = Counter(len(row) for row in rows)
    return max(widths, key=lambda width: (widths[width], width))


def _tiles_inside(width: int, height: int, border: Border) -> int:
    margin = 2 if border is Border.TILES else 0
    return max(width - margin, 0) * max(height - margin, 0)


def _tile_flaw(kind: str, border: Border) -> str | None:
    if kind not in _INSIDE + _RIM:
        shown = repr(kind) if kind.isprintable() else ascii(kind)
        return f"{shown} is no tile; there are {_INSIDE_LEGEND}; {_RIM_LEGEND}"
    if border is Border.EDGES and kind in _RIM:
        return (
            f"'{kind}' does not stand in a grid with border \"edges\": its walls lie around it, "
            "and its doors are listed in doors"
        )
    return None


def _place_flaw(kind: str, x: int, y: int, width: int, height: int) -> str | None:
    """Say what is wrong with a known tile at its place in a grid with a rim of tiles."""
    on_side, on_top = x in (0, width - 1), y in (0, height - 1)
    if on_side and on_top and kind in (DOOR, BLOCKED_DOOR):
        return "a door cannot stand in a corner; write '#' there"
    if on_side or on_top:
        if kind not in _RIM:
            return f"'{kind}' stands in the rim, which is walls '#' and doors '+' and 'x' only"
    elif kind in _RIM:
        word = "wall" if kind == WALL else "door"
        return f"a {word} stands inside the rim, where there are only {_INSIDE_LEGEND}"
    return None


def read_doors(value: Any, rows: Sequence[str]) -> tuple[list[DoorPlace], list[Flaw]]:
    """Read the list ``doors`` of a face with its walls on the edges, and what is wrong with it."""
    if not isinstance(value, list):
        what = "is missing" if value is None else "is no list"
        message = f'the list of doors {what}; write doors = ["N3", "E2x"]: side, tile, x if blocked'
        return [], [Flaw(message, key="doors")]
    width, height = _usual_width(rows), len(rows)
    doors: dict[tuple[Heading, int], bool] = {}
    flaws = []
    for text in value:
        if not isinstance(text, str):
            message = f"{_shown(str(text))} is no door; write a text such as 'N3'"
            flaws.append(Flaw(message, key="doors"))
            continue
        flaw = _door_flaw(text, width, height)
        if flaw is None:
            side, position, blocked = _door_place(text)
            if (side, position) in doors:
                flaw = f"the door '{side.letter}{position}' is listed twice"
            elif _rock_behind(rows, (side, position, blocked)):
                flaw = f"the door '{text}' has a rock behind it; nobody could enter it"
            doors[side, position] = blocked
        if flaw is not None:
            flaws.append(Flaw(flaw, key="doors"))
    return [(side, position, blocked) for (side, position), blocked in doors.items()], flaws


def _door_place(text: str) -> DoorPlace:
    match = _DOOR.fullmatch(text.strip())
    assert match is not None
    return Heading[match[1].upper()], int(match[2]), match[3] != ""


def _door_flaw(text: str, width: int, height: int) -> str | None:
    match = _DOOR.fullmatch(text.strip())
    if match is None:
        return f"{_shown(text)} is no door; write side, tile from 1, and x if blocked, such as 'N3'"
    side, position = Heading[match[1].upper()], int(match[2])
    length = width if side in (Heading.N, Heading.S) else height
    if not 1 <= position <= length:
        return f"the door '{text}' is off the card: its {side.word} side has tiles 1 to {length}"
    return None


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 40 else text[:37] + "...")


def _rock_behind(rows: Sequence[str], place: DoorPlace) -> bool:
    width = _usual_width(rows)
    if any(len(row) != width for row in rows):
        return False  # the grid is wrong itself, and said so
    (door,) = edge_doors(rows, [place])
    return rows[door.y][door.x] == ROCK
