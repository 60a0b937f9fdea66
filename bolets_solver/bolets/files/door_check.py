"""Read and check the list ``doors`` of a face whose walls lie on the edges."""

from __future__ import annotations

import re
from typing import Any

from bolets_solver.bolets.cards.face import ROCK
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.files.grid_rows import SMALLEST, Flaw, Grid

_DOOR = re.compile("([NESW])([0-9]{1,4})(x?)", re.IGNORECASE)
_OFF = "off the card"
_ROCK = "in front of a rock; nobody could enter there"

DoorPlace = tuple[Heading, int, bool]
"""A door on an edge: side, tile from 1 from the left or from the top, whether it is blocked."""


def read_doors(value: Any, grid: Grid) -> tuple[list[DoorPlace], list[Flaw]]:
    """Return the listed doors and their flaws.

    One slip is one flaw: all doors beyond the end of a card that lacks a row or column (its rocks
    may be shifted, too), and all doors with rocks behind them.
    """
    if not isinstance(value, list):
        what = "is missing" if value is None else "is not a list"
        message = f'the list of doors {what}; write doors = ["N3", "E2x"]: side, tile, x if blocked'
        return [], [Flaw(message, key="doors")]
    doors: dict[tuple[Heading, int], bool] = {}
    wrong: dict[tuple[str, object], list[str]] = {}
    for index, text in enumerate(value):
        match = _DOOR.fullmatch(text.strip()) if isinstance(text, str) else None
        if match is None:
            how = (
                "side, tile from 1, and x if blocked, such as"
                if isinstance(text, str)
                else "a text such as"
            )
            wrong[f"{_shown(str(text))} is not a door; write {how} 'N3'", index] = []
            continue
        side, position = Heading[match[1].upper()], int(match[2])
        problem = _problem(side, position, grid)
        if problem is None and (side, position) in doors:
            problem = "listed twice", index
        if problem is not None:
            wrong.setdefault(problem, []).append(f"'{text}'")
        doors[side, position] = match[3] != ""
    if any(len(names) > 1 for problem, names in wrong.items() if problem[0].startswith(_OFF)):
        wrong = {problem: names for problem, names in wrong.items() if problem[0] != _ROCK}
    flaws = [Flaw(_flaw_text(names, problem), key="doors") for (problem, _), names in wrong.items()]
    return [(*place, blocked) for place, blocked in doors.items()], flaws


def _problem(side: Heading, position: int, grid: Grid) -> tuple[str, object] | None:
    """Return the problem of a door and a key that doors with the same slip share."""
    lengthwise = side in (Heading.N, Heading.S)
    width, height = grid.width, len(grid.rows)
    length = width if lengthwise else height
    if not 1 <= position <= max(length, SMALLEST):
        measure = f"{width} tiles wide" if lengthwise else f"{height} tiles high"
        return f"{_OFF}: it is {measure}", position
    if min(width, height) < SMALLEST or not grid.rows_are_sure:
        return None  # a row or column is missing or extra, so the door may belong elsewhere
    behind = grid.cell(
        position - 1 if lengthwise else 0 if side is Heading.W else width - 1,
        position - 1 if not lengthwise else 0 if side is Heading.N else height - 1,
    )
    if behind is not None and behind.kind == ROCK:
        return _ROCK, None
    return None


def _flaw_text(names: list[str], problem: str) -> str:
    if not names:
        return problem
    doors = f"the door {names[0]} is" if len(names) == 1 else f"the doors {', '.join(names)} are"
    return f"{doors} {problem}"


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 40 else text[:37] + "...")
