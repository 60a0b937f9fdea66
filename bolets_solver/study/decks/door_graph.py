"""The door-to-door graph of a deck: points of traces from door to door; dull faces.

A node is a door of a face. An edge leads from the entrance of a face to a door of another face
placed on it, if some placement has a trace between them. Its points are the most that such a trace
collects with the allowed cubes. Older cards are ignored, a trace begins with three lives, and no
yellow cube is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE, POINTS, Face
from bolets_solver.bolets.cards.tile_kinds import TILE_KINDS
from bolets_solver.bolets.rules import Rules
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BYTES, INT, INTS, ROWS, VOID
from bolets_solver.optimize.tracing.board import lay_board, points_in_sight, put_wall_card
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    Bytes,
    DealArrays,
    Int,
    Ints,
    translate_faces,
)
from bolets_solver.optimize.tracing.placements import list_placements
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, EXIT_DOOR, WALK_TYPE, Walk, new_walk
from bolets_solver.optimize.tracing.traces import advance, begin, set_purse, want_all
from bolets_solver.work.limits import Work

if TYPE_CHECKING:
    import networkx

LIVES = 3
CUBES = 2
"""Largest number of cubes laid by a trace."""


@kernel(VOID(ARRAYS_TYPE, INT, INT, ROWS, WALK_TYPE, INTS, BYTES, INTS))
def best_exits(
    arrays: DealArrays,
    entrance: Int,
    cubes: Int,
    placements: Ints,
    walk: Walk,
    best: Ints,
    crossed: Bytes,
    flag: Ints,
) -> None:
    """Find the most points of a trace over face 0 from ``entrance`` into each door of face 1.

    ``cubes``: in hand as a trace begins, with LIVES lives. ``best``: initially -1 for each door.
    The padded tiles of face 0 that any trace crosses are marked in ``crossed``.
    """
    want_all(walk)
    stride = arrays.width[0] + 2
    for number in range(placements.shape[0]):
        turns, left, top = placements[number, 0], placements[number, 1], placements[number, 2]
        lay_board(arrays, 0, entrance, walk)
        put_wall_card(arrays, 0, entrance, 1, turns, left, top, walk)
        in_sight = points_in_sight(arrays, 0, walk)
        set_purse(walk, 0, LIVES, cubes, 0)
        begin(arrays, 0, entrance, in_sight, False, walk)
        while advance(stride, arrays.switches, walk, flag):
            depth = walk.scalar[DEPTH]
            door = walk.scalar[EXIT_DOOR]
            best[door] = max(best[door], walk.points[depth])
            for index in range(depth + 1):
                crossed[walk.tile[index]] = 1


@dataclass(frozen=True)
class FaceReach:
    """The points of traces over a face with another face placed on it.

    ``points[entrance, door]``: the most points from each door of the face to each door of the
    other, -1 if no trace leads there. ``crossed``: the tiles (x, y) that some trace crosses.
    """

    points: Ints
    crossed: frozenset[tuple[int, int]]


def face_reach(face: Face, wall: Face, cubes: int, work: Work) -> FaceReach:
    """Examine every trace over ``face`` with every placement of ``wall``."""
    arrays = translate_faces((face, wall), Rules())
    walk = new_walk(arrays)
    crossed: Bytes = np.zeros((face.width + 2) * (face.height + 2), dtype=np.int8)
    points: Ints = np.full((len(face.doors), len(wall.doors)), -1, dtype=np.int64)
    for entrance, row in enumerate(points):
        placements = list_placements(arrays, 0, entrance, 1, walk)
        best_exits(arrays, entrance, cubes, placements, walk, row, crossed, work.flag)
    work.poll()
    stride = face.width + 2
    cells = np.flatnonzero(crossed).tolist()
    tiles = frozenset((cell % stride - 1, cell // stride - 1) for cell in cells)
    return FaceReach(points, tiles)


def door_graph(deck: Deck, work: Work, cubes: int = CUBES) -> networkx.DiGraph:
    """Return the door-to-door graph of a deck.

    Nodes ``"3B 2"`` with attributes ``face``, ``door``, ``blocked``; edges with the attribute
    ``points``. The graph's attribute ``crossed`` holds, for each face, the tiles that some trace
    crosses. Raises Stopped at a limit of ``work``.
    """
    import networkx

    graph = networkx.DiGraph(deck=deck.name, cubes=cubes, crossed={})
    for face in deck.faces.values():
        for door in face.doors:
            graph.add_node(
                node(face, door.number), face=face.name, door=door.number, blocked=door.blocked
            )
    for face in deck.faces.values():
        if face.name == COTTAGE:
            continue
        crossed: set[tuple[int, int]] = set()
        for wall in deck.faces.values():
            if wall.number == face.number:
                continue
            reach = face_reach(face, wall, cubes, work)
            crossed |= reach.crossed
            for entrance, exit_door in np.argwhere(reach.points >= 0).tolist():
                graph.add_edge(
                    node(face, entrance + 1),
                    node(wall, exit_door + 1),
                    points=int(reach.points[entrance, exit_door]),
                )
        graph.graph["crossed"][face.name] = crossed
    return graph


def node(face: Face, door: int) -> str:
    """Return the name of a door in the graph."""
    return f"{face.name} {door}"


def dull_faces(deck: Deck, graph: networkx.DiGraph) -> dict[str, list[str]]:
    """Return notes on the dull faces of a deck, by face.

    A face is dull if no trace enters one of its doors; if no trace from a door leads on, or
    collects half of the face's points; if no trace crosses one of its mushrooms, hearts or crows;
    or if it is symmetric, or a turned or mirrored copy of another face.
    """
    found: dict[str, list[str]] = {}
    seen: dict[tuple[str, ...], str] = {}
    for name, face in deck.faces.items():
        notes = [*_dull_doors(face, graph), *_dull_tiles(face, graph)]
        shapes = symmetric_grids(face)
        if name != COTTAGE and len(set(shapes)) < len(shapes):
            notes.append("it is symmetric")
        twin = seen.setdefault(min(shapes), name)
        if twin != name:
            notes.append(f"it is a copy of {twin}, turned or mirrored")
        if notes:
            found[name] = notes
    return found


def symmetric_grids(face: Face) -> list[tuple[str, ...]]:
    """Return the face in its four rotations and their mirror images; with edges the doors too."""
    result = []
    for rotation in (0, 90, 180, 270):
        rows = face.turned_grid(rotation)
        width = len(rows[0])
        doors = [(d.x, d.y, int(d.side), d.blocked) for d in face.turned_doors(rotation)]
        mirrored = [(width - 1 - x, y, (4 - side) % 4, blocked) for x, y, side, blocked in doors]
        result.append((*rows, str(sorted(doors))))
        result.append((*(row[::-1] for row in rows), str(sorted(mirrored))))
    return result


def _dull_doors(face: Face, graph: networkx.DiGraph) -> list[str]:
    notes = []
    worth = sum(POINTS[kind] * face.count(kind) for kind in POINTS)
    for door in face.doors:
        name = node(face, door.number)
        if not graph.in_degree(name):
            notes.append(f"no trace enters door {door.number}")
        if face.name == COTTAGE:
            continue
        points = [edge["points"] for _, _, edge in graph.out_edges(name, data=True)]
        if 2 * max(points, default=-1) < worth:
            notes.append(f"door {door.number} leads to less than half of the points")
    return notes


def _dull_tiles(face: Face, graph: networkx.DiGraph) -> list[str]:
    if face.name == COTTAGE:
        return []
    items = [kind.letter for kind in TILE_KINDS if kind.met]
    tiles: Sequence[tuple[int, int]] = [
        (x, y) for y, row in enumerate(face.grid) for x, kind in enumerate(row) if kind in items
    ]
    lost = [tile for tile in tiles if tile not in graph.graph["crossed"][face.name]]
    return [f"no trace crosses row {y + 1} column {x + 1}" for x, y in lost]
