"""The thin translator: a deal and its rules as flat integer arrays, all that the kernels see.

Tiles of a face are numbered in a padded grid, ``(y + 1) * (width + 2) + x + 1``, so that a step in
a heading is one addition and never leaves the array. Frames are those of the printed faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import (
    CROW,
    HEART,
    MUSHROOM,
    ROCK,
    SPECIAL_MUSHROOM,
    Face,
)
from bolets_solver.bolets.cards.tile_kinds import TILE_KINDS, tile_kind
from bolets_solver.bolets.rules import (
    BlockedCounts,
    CrowLoss,
    CrowScope,
    Difficulty,
    RedTiming,
    Rules,
)
from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import BYTES, INTS, ROWS, SHORTS

Ints = NDArray[np.int64]
Bytes = NDArray[np.int8]
Int = Any
"""An integer of a kernel: int64 where compiled, an int or a numpy integer where not."""

NOTHING = 0
"""What lies on a tile, as the kernels number it; other numbers are those of ``ITEMS``."""
MET = tuple(kind for kind in TILE_KINDS if kind.met)
ITEMS = {kind.letter: number for number, kind in enumerate(MET, start=1)}
ONE_POINT, THREE_POINTS = ITEMS[MUSHROOM], ITEMS[SPECIAL_MUSHROOM]
A_HEART, A_CROW = ITEMS[HEART], ITEMS[CROW]
ITEM_POINTS = np.array([0, *(kind.points for kind in MET)], dtype=np.int64)
"""Points of each item."""

FREE, OBSTACLE, PATH = range(3)
"""What a tile is for a trace: free, something to bump into, walked already."""

MAX_LIVES = 5
MAX_REDS = 6
MAX_YELLOWS = 2
MAX_CUBES = MAX_REDS + MAX_YELLOWS
POINTS_PER_RED = 4
MAX_MARKER = 4
"""Most visible crows with which a game continues (B-R36)."""

BLOCKED_BY_POINTS, RED_IN_TRACE, CROW_LOSS, SCOPE_ALL, MOST_REDS = range(5)
"""Indices of ``DealArrays.switches``."""

CROW_LOSSES = (CrowLoss.EACH, CrowLoss.STOOD, CrowLoss.ONCE, CrowLoss.EVERY)
LOSS_EACH, LOSS_STOOD, LOSS_ONCE, LOSS_EVERY = range(4)


class DealArrays(NamedTuple):
    """A deal of ``K`` faces, the cottage last.

    ``width``, ``height``: per face, tiles. ``cell_at[k]``: where the padded grid of face k begins
    in ``ground`` (FREE or OBSTACLE; the rim, rocks and the padding are obstacles), ``item`` (what
    lies there) and ``crow`` (the crow's number on its face, or -1).
    ``doors[door_at[k]:door_at[k+1]]``: rows x, y, outward side, blocked. ``crows``, ``rocks``: rows
    x, y, likewise. ``switches``: 0 or 1 each, CROW_LOSS 0 to 3, MOST_REDS how many red cubes a game
    earns at most.
    """

    width: Ints
    height: Ints
    cell_at: Ints
    ground: Bytes
    item: Bytes
    crow: NDArray[np.int16]
    door_at: Ints
    doors: Ints
    crow_at: Ints
    crows: Ints
    rock_at: Ints
    rocks: Ints
    switches: Ints


ARRAYS_TYPE = bundle_type(
    DealArrays,
    width=INTS,
    height=INTS,
    cell_at=INTS,
    ground=BYTES,
    item=BYTES,
    crow=SHORTS,
    door_at=INTS,
    doors=ROWS,
    crow_at=INTS,
    crows=ROWS,
    rock_at=INTS,
    rocks=ROWS,
    switches=INTS,
)


def switch_array(rules: Rules) -> Ints:
    """Return the switches of ``rules`` as the kernels read them."""
    return np.array(
        [
            rules.blocked_counts is BlockedCounts.POINTS,
            rules.red_timing is RedTiming.TRACE,
            CROW_LOSSES.index(rules.crow_loss),
            rules.crow_scope is CrowScope.ALL,
            MAX_REDS,
        ],
        dtype=np.int64,
    )


def yellow_supply(rules: Rules) -> int:
    """How many yellow cubes a game may take (B-R31, B-R41)."""
    return 0 if rules.difficulty is Difficulty.DIFFICULT else MAX_YELLOWS


def translate(deal: Deal, rules: Rules) -> DealArrays:
    """Return ``deal`` under ``rules`` as arrays."""
    return translate_faces(deal.faces, rules)


def translate_faces(faces: tuple[Face, ...], rules: Rules) -> DealArrays:
    """Return a chain of faces under ``rules`` as arrays."""
    return join_faces([face_arrays(face) for face in faces], switch_array(rules))


class FaceArrays(NamedTuple):
    """One face; fields as in :class:`DealArrays`."""

    width: int
    height: int
    ground: Bytes
    item: Bytes
    crow: NDArray[np.int16]
    doors: Ints
    crows: Ints
    rocks: Ints


def join_faces(faces: Sequence[FaceArrays], switches: Ints) -> DealArrays:
    """Return a chain of translated faces as arrays."""

    def starts(lengths: Iterable[int]) -> Ints:
        return np.array([*accumulate(lengths, initial=0)], dtype=np.int64)

    return DealArrays(
        width=np.array([face.width for face in faces], dtype=np.int64),
        height=np.array([face.height for face in faces], dtype=np.int64),
        cell_at=starts(len(face.ground) for face in faces),
        ground=np.concatenate([face.ground for face in faces]),
        item=np.concatenate([face.item for face in faces]),
        crow=np.concatenate([face.crow for face in faces]),
        door_at=starts(len(face.doors) for face in faces),
        doors=np.concatenate([face.doors for face in faces]),
        crow_at=starts(len(face.crows) for face in faces),
        crows=np.concatenate([face.crows for face in faces]),
        rock_at=starts(len(face.rocks) for face in faces),
        rocks=np.concatenate([face.rocks for face in faces]),
        switches=switches,
    )


def face_arrays(face: Face) -> FaceArrays:
    """Translate one face."""
    stride = face.width + 2
    size = stride * (face.height + 2)
    ground = np.full(size, OBSTACLE, dtype=np.int8)
    item = np.zeros(size, dtype=np.int8)
    crow = np.full(size, -1, dtype=np.int16)
    crows: list[tuple[int, int]] = []
    rocks: list[tuple[int, int]] = []
    margin = face.margin
    for y in range(margin, face.height - margin):
        for x in range(margin, face.width - margin):
            cell = (y + 1) * stride + x + 1
            kind = face.grid[y][x]
            if kind == ROCK:
                rocks.append((x, y))
                continue
            ground[cell] = FREE
            item[cell] = ITEMS[kind] if tile_kind(kind).met else NOTHING
            if kind == CROW:
                crow[cell] = len(crows)
                crows.append((x, y))
    doors = [(door.x, door.y, int(door.side), int(door.blocked)) for door in face.doors]

    def rows(tuples: Sequence[tuple[int, ...]], columns: int) -> Ints:
        return np.array(tuples, dtype=np.int64).reshape(-1, columns)

    return FaceArrays(
        face.width, face.height, ground, item, crow, rows(doors, 4), rows(crows, 2), rows(rocks, 2)
    )
