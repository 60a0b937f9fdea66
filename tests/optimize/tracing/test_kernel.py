"""The kernel's traces against those of the reference, overlap by overlap, and the stored counts."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import Door, Face
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.rules import Rules
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, INTS, TRUTH, VOID
from bolets_solver.optimize.tracing.board import (
    lay_board,
    lift_wall_card,
    points_in_sight,
    put_wall_card,
)
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    DealArrays,
    Int,
    Ints,
    translate_faces,
)
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, EXIT_DOOR, WALK_TYPE, Walk, new_walk
from bolets_solver.optimize.tracing.traces import advance, begin, set_purse, want_all
from tests.reference.perft import Depths, Segments, find, load
from tests.reference.small_deals import small_deal
from tests.reference.solving import seen_from
from tests.reference.tracing import placements, printed_rocks, traces

MANY_LIVES = 99
Way = tuple[tuple[Tile, ...], tuple[Tile, ...], int]
"""A trace: path, cubes, the number of the door."""

SEGMENTS, DEPTHS = load()


@kernel(VOID(ARRAYS_TYPE, *[INT] * 5, WALK_TYPE))
def start(
    arrays: DealArrays, entrance: Int, turns: Int, left: Int, top: Int, cubes: Int, walk: Walk
) -> None:
    """Lay face 1 over face 0 and begin the traces with at most this number of cubes."""
    lay_board(arrays, 0, entrance, walk)
    put_wall_card(arrays, 0, entrance, 1, turns, left, top, walk)
    want_all(walk)
    in_sight = points_in_sight(arrays, 0, walk)
    set_purse(walk, 0, MANY_LIVES, cubes, 0)
    begin(arrays, 0, entrance, in_sight, 0, walk)


@kernel(TRUTH(INT, INTS, WALK_TYPE, INTS))
def go_on(stride: Int, switches: Ints, walk: Walk, flag: Ints) -> bool:
    """Go to the next exit."""
    return advance(stride, switches, walk, flag)


@kernel(VOID(ARRAYS_TYPE, INT, INT, INT, WALK_TYPE))
def end(arrays: DealArrays, turns: Int, left: Int, top: Int, walk: Walk) -> None:
    """Take face 1 away again."""
    lift_wall_card(arrays, 0, 1, turns, left, top, walk)


class Overlaps:
    """The kernel on one face under one wall card."""

    def __init__(self, face: Face, wall: Face, rules: Rules):
        self.arrays = translate_faces((face, wall), rules)
        self.walk = new_walk(self.arrays)
        self.stride = face.width + 2

    def ways(self, entrance: Door, placement: Placement, cubes: int) -> list[Way]:
        """Enumerate traces with at most this number of cubes; no crow kills."""
        arrays, walk, number = self.arrays, self.walk, entrance.number - 1
        pose = (placement.rotation // 90, placement.x, placement.y)
        start(arrays, number, *pose, cubes, walk)
        found = []
        while go_on(self.stride, arrays.switches, walk, np.zeros(1, dtype=np.int64)):
            depth = int(walk.scalar[DEPTH])
            path = tuple(self.tile(cell) for cell in walk.tile[: depth + 1])
            laid = tuple(self.tile(cell) for cell in walk.cube[:depth] if cell >= 0)
            found.append((path, laid, int(walk.scalar[EXIT_DOOR]) + 1))
        end(arrays, *pose, walk)
        return found

    def tile(self, cell: np.int64) -> Tile:
        """Return the printed tile of a padded cell."""
        return int(cell) % self.stride - 1, int(cell) // self.stride - 1


def legal_placements(face: Face, entrance: Door, wall: Face) -> list[Placement]:
    kept = printed_rocks(face) | {entrance.tile}
    return [
        placement
        for placement in placements(face, wall)
        if kept.isdisjoint(PlacedFace(wall, placement).tiles())
    ]


def compare(face: Face, wall: Face, rules: Rules, cubes: int) -> int:
    """Compare every overlap of a face and a wall card; return how many traces there were."""
    kernel, count = Overlaps(face, wall, rules), 0
    for entrance in face.doors:
        for placement in legal_placements(face, entrance, wall):
            found = kernel.ways(entrance, placement, cubes)
            expected = [
                (trace.path, trace.cubes, trace.door)
                for trace in traces(face, entrance, placement, wall, cubes, rules)
            ]
            assert sorted(found) == sorted(expected), (face, entrance, placement, wall)
            count += len(found)
    return count


def compare_small(seed: int, cubes: int) -> int:
    small = small_deal(seed)
    pairs = pairwise(small.deal.faces)
    return sum(compare(face, wall, small.rules, cubes) for face, wall in pairs)


def test_every_trace_of_small_deals() -> None:
    assert sum(compare_small(seed, 1) for seed in range(100, 112)) > 2000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_every_trace_of_many_small_deals(seed: int) -> None:
    compare_small(seed, 3)


@pytest.mark.slow
@pytest.mark.parametrize("deck", ["draft", "mini", "thicket"])
def test_every_trace_of_shipped_faces(deck: str) -> None:
    faces = list(find(deck).faces.values())
    pairs = [*zip(faces, faces[2:], strict=False), *zip(faces[2:], faces, strict=False)]
    count = sum(compare(face, wall, Rules(), 1) for face, wall in pairs)
    assert count > 5000


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([row for row in SEGMENTS if row.deck == deck], id=deck)
        for deck in dict.fromkeys(row.deck for row in SEGMENTS)
    ],
)
def test_counts_of_segments(rows: list[Segments]) -> None:
    deck = find(rows[0].deck)
    for row in rows:
        face, wall = deck.faces[row.face], deck.faces[row.wall]
        entrance, cubes = face.doors[row.entrance - 1], len(row.traces) - 1
        kernel = Overlaps(face, wall, Rules())
        legal = legal_placements(face, entrance, wall)
        ways = [way for placement in legal for way in kernel.ways(entrance, placement, cubes)]
        by_cubes = Counter(len(laid) for _, laid, _ in ways)
        assert [by_cubes[number] for number in range(cubes + 1)] == row.traces, row
        assert len(legal) == row.placements, row


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, id=f"{row.deck} {row.order} {row.entrance}") for row in DEPTHS[:1]],
)
def test_counts_by_depth(row: Depths) -> None:
    """Sequences of turns; every trace is the kernel's."""
    names = row.order.split()
    faces = [find(row.deck).faces[name] for name in names]
    kernels = [Overlaps(*pair, Rules()) for pair in pairwise(faces)]
    count = {"placements": [0] * len(row.traces), "traces": [0] * len(row.traces)}

    def go_on(last: int, entrance: int, kept: frozenset[Tile]) -> None:
        face, wall = faces[last : last + 2]
        door = face.doors[entrance - 1]
        for placement in placements(face, wall):
            laid = PlacedFace(wall, placement)
            if not kept.isdisjoint(laid.tiles()):
                continue
            count["placements"][last] += 1
            for path, _, number in kernels[last].ways(door, placement, 0):
                count["traces"][last] += 1
                if last + 1 < len(row.traces):
                    after = kept | {*path, laid.doors[number - 1].tile}
                    after = printed_rocks(wall) | seen_from(wall, placement, after)
                    go_on(last + 1, number, after)

    start = faces[0].doors[row.entrance - 1].tile
    go_on(0, row.entrance, printed_rocks(faces[0]) | {start})
    assert count == {"placements": row.placements, "traces": row.traces}
