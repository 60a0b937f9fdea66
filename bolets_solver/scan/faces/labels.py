"""Reading a face that somebody typed over a photo: rows, and doors where walls lie on edges."""

from __future__ import annotations

import re

from bolets_solver.bolets.cards.face import COTTAGE, Border, Face, edge_doors, rim_doors
from bolets_solver.bolets.files.door_check import DoorPlace, read_doors
from bolets_solver.bolets.files.face_check import read_grid
from bolets_solver.bolets.files.grid_rows import RIM, Flaw, split_grid
from bolets_solver.errors import Defect, InputError

_FACE = re.compile("[1-9][0-9]{0,5}[AB]")
_DOORS = re.compile(r"doors\s*[=:]\s*(.*)", re.IGNORECASE)
_NO_DOORS = 'with border "tiles" the doors are in the grid; remove the list doors'
_DOOR = re.compile(r"[NESW][0-9]+x?", re.IGNORECASE)


def face_name(text: str) -> str:
    """Return the name of a face as decks write it; raises InputError if it is none."""
    name = text.strip().upper()
    if name != COTTAGE and not _FACE.fullmatch(name):
        raise InputError(f"'{text}' is not a face: write a number and a side, such as 1A, or C")
    return name


def parse_face(name: str, text: str, border: Border | None, file: str | None = None) -> Face:
    """Read a face: its rows, and a line ``doors: N3 E2x`` where walls lie on edges.

    Lines that begin with ``;`` or ``[``, or with ``grid``, and quotes are left out, so a face can
    be copied from a deck file. ``border``: None means as it looks. Raises InputError with all
    defects.
    """
    rows, doors = _parts(text)
    if border is None:
        rim = "".join(rows[:1] + rows[-1:])
        border = Border.TILES if doors is None and rim and set(rim) <= set(RIM) else Border.EDGES
    grid, flaws = read_grid(rows, border)
    places: list[DoorPlace] = []
    if border is Border.EDGES and grid is not None:
        places, more = read_doors(doors or [], grid)
        flaws = [*flaws, *more]
    elif doors is not None:
        flaws = [*flaws, Flaw(_NO_DOORS, key="doors")]
    if flaws:
        defects = []
        for flaw in flaws:
            spot = ", ".join(
                f"{word} {at}" for word, at in (("row", flaw.row), ("column", flaw.column)) if at
            )
            where = f"face {name}, {spot}" if spot else f"face {name}"
            defects.append(Defect(f"{where}: {flaw.message}", file))
        raise InputError(defects)
    found = rim_doors(rows) if border is Border.TILES else edge_doors(rows, places)
    return Face(name, border, tuple(rows), found)


def _parts(text: str) -> tuple[list[str], list[str] | None]:
    """Take a text apart into rows and doors."""
    kept: list[str] = []
    doors: list[str] | None = None
    for line in text.split("\n"):
        stripped = line.strip()
        listed = _DOORS.match(stripped)
        if listed:
            words = re.split(r"[\s,\[\]\"']+", listed[1])
            doors = [_spelled(word) for word in words if word]
        elif not stripped.startswith((";", "[", "grid", "'''", '"""')):
            kept.append(line)
    return split_grid("\n".join(kept))[0], doors


def _spelled(word: str) -> str:
    """Spell a door as deck files do, whatever the case."""
    return word[0].upper() + word[1:].lower() if _DOOR.fullmatch(word) else word
