"""The slide loop against the reference: paths, gains, costs, beginnings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import POINTS, Border, Face, edge_doors, rim_doors
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.rules import BlockedCounts, RedTiming, Rules
from bolets_solver.optimize.tracing import board, traces
from bolets_solver.optimize.tracing.deal_arrays import MOST_REDS, OBSTACLE, PATH, Ints
from bolets_solver.optimize.tracing.trace_arrays import (
    CODE_MASK,
    DEPTH,
    EXIT_DOOR,
    EXIT_HEADING,
    GAIN_LIFE,
    GAIN_POINT,
    GAIN_THREE,
    LOSE_LIFE,
    STEPS,
    USE_CUBE,
    Walk,
    new_walk,
)
from tests.bolets.making import edge_face
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays
from tests.optimize.tracing.test_effects import every_end, no_better
from tests.reference.tracing import LAY, Trace, placements, printed_rocks
from tests.reference.tracing import traces as all_traces

pytestmark = pytest.mark.jit_off

begin, go_on = plain(traces.begin), plain(traces.go_on)
set_purse = plain(traces.set_purse)
advance, want_all = plain(traces.advance), plain(traces.want_all)
earned_reds, heading_step = plain(traces.earned_reds), plain(traces.heading_step)
lay_board, put_wall_card = plain(board.lay_board), plain(board.put_wall_card)
points_in_sight = plain(board.points_in_sight)

Purse = tuple[int, int, int]
NO_FLAG = np.zeros(1, dtype=np.int64)


@dataclass(frozen=True)
class Found:
    """A trace as the kernel lists it."""

    path: tuple[int, ...]
    cubes: tuple[int, ...]
    door: int
    heading: int
    purse: Purse
    points: int
    mushrooms: int
    laid: int
    events: tuple[int, ...]
    code: int
    open_points: int


class Table:
    """A wall card on a card, as the kernel has it before it begins."""

    def __init__(self, face: Face, wall: Face, placement: Placement, entrance: int, rules: Rules):
        self.face, self.wall, self.placement = face, wall, placement
        self.entrance, self.rules = entrance, rules
        self.arrays = deal_arrays(wall, face, wall, rules=rules)
        self.walk = new_walk(self.arrays)
        self.stride = face.width + 2
        lay_board(self.arrays, 1, entrance, self.walk)
        pose = (placement.rotation // 90, placement.x, placement.y)
        put_wall_card(self.arrays, 1, entrance, 2, *pose, self.walk)
        self.in_sight = points_in_sight(self.arrays, 1, self.walk)
        want_all(self.walk)

    def begin(self, purse: Purse, points: int = 0, early: bool = True) -> None:
        set_purse(self.walk, points, *purse)
        begin(self.arrays, 1, self.entrance, self.in_sight, int(early), self.walk)

    def listed(self) -> list[Found]:
        found = []
        while advance(self.stride, self.arrays.switches, self.walk, NO_FLAG):
            found.append(seen(self.walk))
        assert self.walk.scalar[DEPTH] == -1
        return found

    def reference(self, cubes: int) -> list[Trace]:
        door = self.face.doors[self.entrance]
        return all_traces(self.face, door, self.placement, self.wall, cubes, self.rules)

    def cell(self, tile: tuple[int, int]) -> int:
        return (tile[1] + 1) * self.stride + tile[0] + 1


def seen(walk: Walk) -> Found:
    depth = int(walk.scalar[DEPTH])
    return Found(
        path=tuple(walk.tile[: depth + 1].tolist()),
        cubes=tuple(cell for cell in walk.cube[:depth].tolist() if cell >= 0),
        door=int(walk.scalar[EXIT_DOOR]) + 1,
        heading=int(walk.scalar[EXIT_HEADING]),
        purse=(int(walk.lives[depth]), int(walk.hand[depth]), int(walk.yellow[depth])),
        points=int(walk.points[depth]),
        mushrooms=int(walk.mushrooms[depth]),
        laid=int(walk.cubes[depth]),
        events=tuple(walk.events[: walk.n_events[depth]].tolist()),
        code=int(walk.code[depth]),
        open_points=int(walk.open_points[depth]),
    )


def word_of(face: Face, trace: Trace, rules: Rules) -> tuple[tuple[int, ...], int]:
    """The events of a trace, and how many of them belong to the entrance tile."""
    word, first = [], 0
    for what, (x, y) in trace.events:
        kind = face.grid[y][x]
        if what == LAY:
            word.append(USE_CUBE)
        elif kind == "c":
            word.append(LOSE_LIFE)
        elif kind == "h":
            word.append(GAIN_LIFE)
        elif kind in POINTS and rules.red_timing is RedTiming.TRACE:
            word.append({1: GAIN_POINT, 3: GAIN_THREE}[POINTS[kind]])
        if (x, y) == trace.path[0]:
            first = len(word)
    return tuple(word), first


def ends(word: tuple[int, ...], first: int, purse: Purse, points: int, early: bool) -> set[Purse]:
    """All ways to pay for a trace; ``early``: a yellow cube may be taken before the first tile."""
    if early or not first:
        return every_end(word, purse, points)
    lives, hand, yellow = purse
    event = word[0]
    worth = {GAIN_POINT: 1, GAIN_THREE: 3}.get(event, 0)
    lives = min(5, lives + 1) if event == GAIN_LIFE else lives - (event == LOSE_LIFE)
    hand += min(6, (points + worth) // 4) - min(6, points // 4)
    return every_end(word[1:], (lives, hand, yellow), points + worth) if lives else set()


def garden(rng: random.Random, border: Border, size: int) -> Face:
    """A face with a door on every side and something of everything."""
    tiles = [rng.choices(".mMhco", (5, 3, 1, 2, 2, 3), k=size) for _ in range(size)]
    places = [(side, rng.randint(1, size), rng.random() < 0.25) for side in Heading]
    rows = tuple("".join(row) for row in tiles)
    if border is Border.EDGES:
        grid = [list(row) for row in rows]
        for door in edge_doors(rows, places):
            if grid[door.y][door.x] == "o":
                grid[door.y][door.x] = "h"
        rows = tuple("".join(row) for row in grid)
        return Face("1A", border, rows, edge_doors(rows, places))
    rim = [["#", *row, "#"] for row in tiles]
    rim = [["#"] * (size + 2), *rim, ["#"] * (size + 2)]
    for side, along, blocked in places:
        x, y = {0: (along, 0), 1: (-1, along), 2: (along, -1), 3: (0, along)}[int(side)]
        rim[y][x] = "x" if blocked else "+"
    rows = tuple("".join(row) for row in rim)
    return Face("1A", border, rows, rim_doors(rows))


def tables(seed: int, most: int, rules: Rules | None = None) -> Iterator[Table]:
    """Random overlaps of random faces that leave some traces."""
    rng = random.Random(f"traces {seed}")
    if rules is None:
        timing, counts = rng.choice(list(RedTiming)), rng.choice(list(BlockedCounts))
        rules = Rules(red_timing=timing, blocked_counts=counts)
    border = rng.choice(list(Border))
    made = 0
    while made < most:
        face, wall = garden(rng, border, 4), garden(rng, border, 2)
        entrance = rng.randrange(4)
        placement = rng.choice(placements(face, wall))
        kept = printed_rocks(face) | {face.doors[entrance].tile}
        if kept.isdisjoint(PlacedFace(wall, placement).tiles()):
            table = Table(face, wall, placement, entrance, rules)
            if 1 < len(table.reference(2)) < 120:
                yield table
                made += 1


PURSES: list[Purse] = [(5, 0, 0), (5, 1, 1), (1, 2, 0), (4, 0, 2), (2, 1, 2)]


def ways(found: list[Found]) -> list[tuple[object, ...]]:
    return sorted((one.path, one.cubes, one.door) for one in found)


def check(table: Table, purse: Purse, points: int, early: bool) -> int:
    """Compare all traces with this purse; return how many there are."""
    table.begin(purse, points, early)
    found = table.listed()
    by_way = {(one.path, one.cubes, one.door): one for one in found}
    assert len(by_way) == len(found), "no trace is listed twice"
    expected, face, rules = 0, table.face, table.rules
    most = purse[1] + purse[2] + 6 * (rules.red_timing is RedTiming.TRACE)
    for trace in table.reference(min(most, 3)):
        word, first = word_of(face, trace, rules)
        paid = ends(word, first, purse, points, early)
        way = (
            tuple(map(table.cell, trace.path)),
            tuple(map(table.cell, trace.cubes)),
            trace.door,
        )
        assert (way in by_way) == bool(paid), (way, purse)
        if not paid:
            continue
        expected += 1
        one = by_way[way]
        assert one.purse in paid
        assert all(no_better(other, one.purse) for other in paid)
        kinds = [face.grid[y][x] for x, y in trace.path]
        gained = sum(POINTS.get(kind, 0) for kind in kinds)
        blocked = sum(POINTS.get(face.grid[y][x], 0) for x, y in trace.cubes)
        assert (one.points, one.mushrooms) == (gained, sum(kind in POINTS for kind in kinds))
        assert one.laid == len(trace.cubes)
        assert one.open_points == table.in_sight - gained - blocked
        assert one.events == word
        code = 0
        for event in word:
            code = (code << 3 | event) & CODE_MASK
        assert one.code == code
        door = PlacedFace(table.wall, table.placement).doors[trace.door - 1]
        assert one.heading == door.side.opposite
    assert expected == len([one for one in found if one.laid <= 3])
    return expected


def test_advance_lists_every_trace_with_what_it_brings() -> None:
    """All switches and both kinds of borders; the reference pays for each trace in every way."""
    count = 0
    for seed in range(40):
        for table in tables(seed, 3):
            rng = random.Random(seed)
            count += check(table, rng.choice(PURSES), rng.choice((0, 3, 10, 22)), True)
    assert count > 400


GARDEN = edge_face("h.m.\n.oc.\nM..h", "W1 E3x N4 S2", "1A")
CROWS = edge_face("c.m.\n.o..\nM.m.", "W1 E3x N4 S2", "1A")
GATE = edge_face("..\n..", "N1 W2x S2", "2A")


@pytest.mark.parametrize("face", [GARDEN, CROWS], ids=["heart", "crow"])
@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("purse", [(1, 0, 0), (5, 0, 1), (5, 1, 2), (2, 0, 1)], ids=str)
@pytest.mark.parametrize("timing", RedTiming)
def test_begin_meets_the_entrance_tile(
    face: Face, early: bool, purse: Purse, timing: RedTiming
) -> None:
    """With edges it has content; whether a yellow cube may be taken before it depends."""
    rules = Rules(red_timing=timing)
    for entrance in range(4):
        for placement in (Placement(0, 2, 1), Placement(90, 2, 1), Placement(270, 3, 0)):
            wall = PlacedFace(GATE, placement)
            if not wall.covers(face.doors[entrance].tile):
                check(Table(face, GATE, placement, entrance, rules), purse, 7, early)


def test_begin_is_lost_at_once_on_a_crow_with_one_life() -> None:
    table = Table(CROWS, GATE, Placement(90, 2, 1), 3, Rules())
    assert CROWS.doors[3].tile == (0, 0)
    table.begin((1, 3, 2))
    assert table.listed() == []
    table.begin((2, 3, 0))
    assert table.listed()


def test_advance_gives_the_same_again_on_the_board_it_leaves() -> None:
    """Every mark on the board is taken back, but that of the entrance."""
    for table in tables(3, 6):
        table.begin((5, 2, 0))
        before = table.walk.ground.copy()
        first = table.listed()
        changed = np.flatnonzero(before != table.walk.ground).tolist()
        assert set(changed) <= {table.cell(table.face.doors[table.entrance].tile)}
        table.begin((5, 2, 0))
        assert table.listed() == first


# --- cut off for want of points ------------------------------------------------------------------


@pytest.mark.parametrize("need", [(0, 3, 9), (0, 1, 2), (0, 9, 0), (4, 4, 4)], ids=str)
def test_advance_cuts_off_where_too_few_points_are_left(need: tuple[int, int, int]) -> None:
    """The test is made whenever a cube is laid, with all points on tiles that are still free."""
    cut = 0
    for seed in range(12):
        for table in tables(seed, 2, Rules()):
            table.begin((5, 2, 0))
            every = ways(table.listed())
            table.walk.need[:3] = need
            table.walk.need[3:] = 99
            table.begin((5, 2, 0))
            found = ways(table.listed())
            expected = []
            for trace in table.reference(2):
                word, first = word_of(table.face, trace, table.rules)
                if ends(word, first, (5, 2, 0), 0, True) and hopeful(table, trace, need):
                    cells = tuple(map(table.cell, trace.path))
                    expected.append((cells, tuple(map(table.cell, trace.cubes)), trace.door))
            assert found == sorted(expected)
            cut += len(every) - len(found)
    assert cut > 0 or need == (0, 1, 2)


def hopeful(table: Table, trace: Trace, need: tuple[int, ...]) -> bool:
    grid, left, laid = table.face.grid, table.in_sight, 0
    for what, (x, y) in trace.events:
        if what == LAY:
            laid += 1
            left -= POINTS.get(grid[y][x], 0)
            if left < need[laid]:
                return False
    return True


def test_want_all_takes_every_need_away() -> None:
    table = next(tables(0, 1))
    table.walk.need[:] = 5
    want_all(table.walk)
    assert not table.walk.need.any()
    assert len(table.walk.need) == 9


# --- in the middle of a trace --------------------------------------------------------------------


def suffixes(found: list[Found], path: tuple[int, ...], cubes: int) -> list[tuple[object, ...]]:
    """The rest of the traces that begin with this path, no cube having been laid on it."""
    size = len(path)
    return sorted(
        (one.path[size - 1 :], one.cubes, one.door, one.points, one.purse, one.mushrooms)
        for one in found
        if one.path[:size] == path and one.laid <= cubes
    )


def test_go_on_finds_how_traces_go_on_from_a_tile() -> None:
    """Every first part without a cube, walked already and marked on the board."""
    seen_any = 0
    for seed in range(8):
        for table in tables(seed, 4, Rules(blocked_counts=list(BlockedCounts)[seed % 2])):
            table.begin((5, 1, 1), 2)
            whole = table.listed()
            straight = [one for one in whole if not one.cubes]
            for one in straight[:6]:
                for size in range(2, len(one.path) + 1):
                    seen_any += check_go_on(table, whole, one, size)
    assert seen_any > 100


def check_go_on(table: Table, whole: list[Found], one: Found, size: int) -> int:
    face, path = table.face, one.path[:size]
    tiles = [(cell % table.stride - 1, cell // table.stride - 1) for cell in path]
    kinds = [face.grid[y][x] for x, y in tiles]
    if "h" in kinds or "c" in kinds:
        return 0
    heading = next(
        number for number in range(4) if path[-2] + heading_step(number, table.stride) == path[-1]
    )
    for cell in path:
        table.walk.ground[cell] = PATH
    picked, gained = sum(k in POINTS for k in kinds), sum(POINTS.get(k, 0) for k in kinds)
    left = table.in_sight - gained
    table.walk.option[0], table.walk.cube[0] = 5, 3  # left by the search before
    set_purse(table.walk, 2, 5, 1, 1)
    go_on(path[-1], heading, picked, gained, left, table.walk)
    found = table.listed()
    for cell, tile in zip(path, tiles, strict=True):
        inside = PlacedFace(face, Placement(0, 0, 0)).inside(tile)
        table.walk.ground[cell] = 0 if inside else OBSTACLE
    rest = sorted((f.path, f.cubes, f.door, f.points, f.purse, f.mushrooms) for f in found)
    # how the way came to its last tile does not matter, but a cube before it does
    expected = [row for row in suffixes(whole, path, 2) if laid_later(table, whole, row, path)]
    assert rest == expected
    return len(found)


def laid_later(
    table: Table, whole: list[Found], row: tuple[object, ...], path: tuple[int, ...]
) -> bool:
    """Whether the cubes of a trace lie beside the tiles behind its first part."""
    for one in whole:
        if (one.path[len(path) - 1 :], one.cubes, one.door) == row[:3]:
            if one.path[: len(path)] != path:
                continue
            turns = [
                cell + heading_step(number, table.stride)
                for before, cell in pairwise(path)
                for number in range(4)
                if before + heading_step(number, table.stride) == cell
            ]
            return not set(one.cubes) & set(turns[:-1])
    return False


@pytest.mark.parametrize("most", (1, 2, 6))
def test_advance_earns_no_more_red_cubes_than_the_switch_allows(most: int) -> None:
    """Of the whole game, points before the card included (B-Q1, B-Q3)."""
    earned = 0
    for seed in range(10):
        for table in tables(seed, 3, Rules(red_timing=RedTiming.TRACE)):
            table.arrays.switches[MOST_REDS] = most
            table.begin((5, 0, 0), points=6)
            for one in table.listed():
                reds = min(most, (6 + one.points) // 4) - 1
                assert one.purse[1] == reds - one.laid
                earned += reds
    assert (earned > 0) == (most > 1)


def test_advance_leaves_the_board_as_it_was_but_the_entrance_on_the_path() -> None:
    """The next placement is laid on it: points on the entrance are not visible again (B-R11)."""
    for seed in range(6):
        for table in tables(seed, 2, Rules()):
            before = table.walk.ground.copy()
            table.begin((5, 1, 1))
            table.listed()
            before[table.cell(table.face.doors[table.entrance].tile)] = PATH
            assert table.walk.ground.tolist() == before.tolist()


# --- small things --------------------------------------------------------------------------------


def test_earned_reds_is_one_for_four_points_up_to_the_most() -> None:
    for points in range(40):
        for most in range(7):
            assert earned_reds(points, most) == min(points // 4, most)


def test_heading_step_goes_to_the_neighbour() -> None:
    assert [heading_step(heading, 9) for heading in range(4)] == [-9, 1, 9, -1]


def test_advance_stops_when_the_flag_is_raised() -> None:
    """It looks up every 4096 steps."""
    table = next(tables(5, 1, Rules()))
    flag: Ints = np.ones(1, dtype=np.int64)
    table.begin((5, 0, 0))
    few = 0
    while advance(table.stride, table.arrays.switches, table.walk, flag):
        few += 1
    assert few > 0, "a short search ends before it looks"
    table.begin((5, 0, 0))
    table.walk.scalar[STEPS] = 4093
    stopped = 0
    while advance(table.stride, table.arrays.switches, table.walk, flag):
        stopped += 1
    assert table.walk.scalar[STEPS] == 4096
    assert stopped < few
    assert table.walk.scalar[DEPTH] == -1
