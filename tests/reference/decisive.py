"""What decided a deal: the elements without which its optimum would differ."""

from __future__ import annotations

from dataclasses import replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import BLOCKED_DOOR, DOOR, Face
from bolets_solver.bolets.rules import Difficulty, Rules
from tests.reference.playing import COVERING_CROWS, CROW_LIVES, CUBES, OPENING, YELLOW
from tests.reference.solving import best_games

BLOCKED = "blocked doors"
TAKEN_OUT = {
    "cubes": CUBES,
    "cubes on crows": COVERING_CROWS,
    "yellow cubes": YELLOW,
    "marker 3 or 4": CROW_LIVES,
}
"""Parts of the game by the name under which they are counted."""

DECIDERS = (*TAKEN_OUT, BLOCKED)


def deciders(deal: Deal, rules: Rules, points: int | None) -> list[str]:
    """Return what decided a deal with the optimum ``points``, in the order of ``DECIDERS``.

    Blocked doors decide if the optimum changes when they never open, or when they are printed open.
    """
    found = []
    for name, part in TAKEN_OUT.items():
        if part == YELLOW and rules.difficulty is Difficulty.DIFFICULT:
            continue
        if best_games(deal, rules, frozenset({part})).points != points:
            found.append(name)
    if any(door.blocked for face in deal.faces for door in face.doors):
        shut = best_games(deal, rules, frozenset({OPENING})).points
        if shut != points or best_games(with_open_doors(deal), rules).points != points:
            found.append(BLOCKED)
    return found


def with_open_doors(deal: Deal) -> Deal:
    """Return the deal with every blocked door printed as a normal one."""
    faces = {name: _open(face) for name, face in deal.deck.faces.items()}
    return Deal(replace(deal.deck, faces=faces), deal.order)


def _open(face: Face) -> Face:
    grid = tuple(row.replace(BLOCKED_DOOR, DOOR) for row in face.grid)
    doors = tuple(replace(door, blocked=False) for door in face.doors)
    return replace(face, grid=grid, doors=doors)
