"""The traces of the exact search: which are listed, their bounds, and the tiles they forbid."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import CROW, POINTS, ROCK
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.rules import RedTiming, Rules
from bolets_solver.optimize.bounds import chain_bound
from bolets_solver.optimize.bounds.updates import list_updates
from bolets_solver.optimize.exact import traces
from bolets_solver.optimize.exact.map_state import (
    counting_wall_crows,
    old_crows_left,
    pose_wall_card,
)
from bolets_solver.optimize.state.bound_arrays import LOST
from bolets_solver.optimize.state.failures import OUT_OF_ROOM
from bolets_solver.optimize.state.map_arrays import (
    START_CARD,
    START_HEADING,
    START_MUSHROOMS,
    START_PLACEMENT,
    START_TILE,
    START_TRACED,
    TRACE_AT,
    TRACE_CROWS,
    TRACE_DOOR,
    TRACE_HAND,
    TRACE_HEADING,
    TRACE_LIVES,
    TRACE_POINTS,
    TRACE_TILES,
    TRACE_VALUE,
    TRACE_YELLOW,
    Map,
)
from bolets_solver.optimize.state.search_arrays import HAND, LIVES, MARKER, PEAK, YELLOW
from bolets_solver.optimize.tables.segment_table import FIRST, LAST
from bolets_solver.optimize.tracing.deal_arrays import OBSTACLE, PATH
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from tests.bolets.making import edge_face
from tests.optimize.bench import Bench
from tests.optimize.exact.test_exact_search import CASES, questions
from tests.optimize.plain import plain
from tests.optimize.setting import (
    deal_arrays,
    deal_tables,
    edge_card,
    empty_map,
    empty_search,
    set_state,
)
from tests.optimize.tracing.test_effects import no_better
from tests.optimize.tracing.test_traces import ends, garden, word_of
from tests.reference.solving import State
from tests.reference.tracing import Trace
from tests.reference.tracing import traces as all_traces

pytestmark = pytest.mark.jit_off

list_traces = plain(traces.list_traces)
value_placements = plain(traces.value_placements)
forbid_trace = plain(traces.forbid_trace)
set_needs = plain(traces.set_needs)
bound_groups = plain(chain_bound.bound_groups)

NAMES = [name for name in CASES if not name.endswith("trace")]


# --- what may not be covered ---------------------------------------------------------------------


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
def test_forbid_trace_forbids_path_cubes_and_the_rocks_of_the_wall_card(rotation: int) -> None:
    face, wall = edge_card(4, 5), edge_face("..o\no..\n..c\n.o.", "N1", "2A")
    before, after = edge_face("o..\n...", "N2", "3A"), edge_face("..\noo", "N1", "4A")
    arrays = deal_arrays(before, face, wall, after)
    map_ = empty_map(arrays)
    last, placed = Placement(rotation, 3, -8), Placement((rotation + 90) % 360, 20, 30)
    map_.pose[1] = (rotation // 90, last.x, last.y)
    map_.pose[2] = (placed.rotation // 90, placed.x, placed.y)
    path = [(0, 0), (1, 0), (1, 1), (1, 4)]
    cubes: list[Tile | None] = [None, (3, 0), None, (0, 4)]
    stride = 6
    cells = []
    for tile, cube in zip(path, cubes, strict=True):
        for x, y in (tile, cube or (-9, -9)):
            cells.append((y + 1) * stride + x + 1 if x >= 0 else -1)
    detail = np.array([99, 99, *cells, 5, 5], dtype=np.int64)
    trace = np.zeros(10, dtype=np.int64)
    trace[TRACE_AT], trace[TRACE_TILES] = 2, len(path)
    map_.size[0] = 3
    forbid_trace(arrays, map_, 1, trace, detail)
    found = [tuple(row) for row in map_.forbidden[3 : map_.size[0]].tolist()]
    expected = [last.to_map(face, tile) for tile in [*path, *filter(None, cubes)]]
    card = PlacedFace(wall, placed)
    rocks = [tile for tile in card.tiles() if card.kind(tile) == ROCK]
    assert rocks
    assert sorted(found) == sorted([*expected, *rocks])


# --- points without which a trace is of no use ---------------------------------------------------


@pytest.mark.parametrize("timing", RedTiming)
def test_set_needs_are_the_fewest_points_with_which_the_loose_bound_allows_the_rest(
    timing: RedTiming,
) -> None:
    """All hearts and yellow cubes for nothing; cubes used are gone; by the best door."""
    rng = random.Random(f"needs {timing}")
    seen = set()
    for _ in range(60):
        face = garden(rng, edge_card(1, 1).border, 3)
        after = edge_face("m.h\nM..\n..h", "N1 S2")
        arrays = deal_arrays(face, face, after, rules=Rules(red_timing=timing))
        doors = 4
        loose = np.array(
            [[[rng.choice((LOST, 0, 4, 9)) for _ in range(9)] for _ in range(5)] for _ in range(12)]
        ).astype(np.int16)
        loose.sort(axis=2)
        walk = new_walk(arrays)
        lives, hand, yellow = rng.randint(1, 5), rng.randint(0, 3), rng.randint(0, 2)
        points, need = rng.choice((0, 3, 22)), rng.choice((-4, 0, 2, 6, 11))
        tables = deal_tables(arrays, doors=np.array([doors], dtype=np.int64))
        search = empty_search(arrays, tables, walk=walk)
        search.map.loose.resize(loose.shape, refcheck=False)
        search.map.loose[:] = loose
        set_state(search, 1, purse=(lives, hand, yellow), points=points, held=hand + 3)
        set_needs(search, 1, need)
        most = sum(POINTS[kind] * face.count(kind) for kind in POINTS)
        full = min(5, lives + face.count("h"))
        for used in range(9):
            expected = most + 1
            for made in reversed(range(most + 1)):
                reds = min(6, (points + made) // 4) - min(6, points // 4)
                able = hand + yellow - used + reds * (timing is RedTiming.TRACE)
                left = hand + yellow - used + reds
                rest = max(loose[2 * doors + door, full - 1, min(8, left)] for door in range(2))
                if able >= 0 and rest >= 0 and made + rest >= need:
                    expected = made
            assert walk.need[used] == expected, (used, points, need)
            seen.add(expected)
    assert len(seen) > 4


# --- placements ----------------------------------------------------------------------------------


def value_of(bench: Bench, state: State, need: int) -> tuple[int, dict[int, int]]:
    kernels = bench.kernels
    bench.lay_out(state)
    k, number = state.last, state.last * bench.kernels.doors + state.entrance - 1
    kernels.map.value[:] = 55
    highest = value_placements(bench.search(state), k, need)
    tables = kernels.tables
    groups = tables.groups[tables.group_at[number] : tables.group_to[number]]
    values = {}
    for group in groups:
        for placement in tables.members[group[FIRST] : group[LAST], 0].tolist():
            values[placement] = int(kernels.map.value[k, placement])
    return int(highest), values


@pytest.mark.parametrize("name", NAMES)
def test_value_placements_is_the_best_bound_of_any_of_its_entries(name: str) -> None:
    bench = Bench(*CASES[name])
    kernels = bench.kernels
    for state, _ in questions(name)[:12]:
        for need in (0, 3):
            highest, values = value_of(bench, state, need)
            number = state.last * kernels.doors + state.entrance - 1
            expected: dict[int, int] = dict.fromkeys(values, -1)
            tables, search = kernels.tables, bench.search(state)
            for group in range(tables.group_at[number], tables.group_to[number]):
                value = bound_groups(search, state.last, group, group + 1, need)
                for member in range(tables.groups[group, FIRST], tables.groups[group, LAST]):
                    placement = int(tables.members[member, 0])
                    expected[placement] = max(expected[placement], int(value))
            assert values == expected, state
            assert highest == max(expected.values(), default=-1)


def test_value_placements_knows_one_placement_within_a_trace() -> None:
    name = NAMES[0]
    bench = Bench(*CASES[name])
    state = next(s for s, _ in questions(name) if value_of(bench, s, 0)[1])
    placement = max(value_of(bench, state, 0)[1])
    kernels = bench.kernels
    kernels.map.start[START_PLACEMENT] = placement
    kernels.map.start[START_CARD] = state.last
    assert value_placements(bench.search(state), state.last, 7) == 7
    assert kernels.map.value[state.last, placement] == 7


# --- traces --------------------------------------------------------------------------------------


def listed(bench: Bench, state: State, placement: int, target: int) -> int:
    search, pose_wall = bench.search(state), plain(pose_wall_card)
    pose_wall(search.deal, search.tables, search.map, state.last, placement)
    return int(list_traces(search, state.last, placement, target))


def best_value(bench: Bench, state: State, one: dict[str, int], crows: int) -> int:
    """Points with the chain bound behind the best update after a trace."""
    kernels, rules = bench.kernels, bench.rules
    total, search = one["points"], bench.search(state)
    reds = 0
    if rules.red_timing is RedTiming.UPDATE:
        reds = min(6, total // 4) - min(6, state.points // 4)
    wall = plain(counting_wall_crows)(kernels.arrays, kernels.map, state.last)
    old = plain(old_crows_left)(kernels.arrays, kernels.map, state.last)
    purse = (one["lives"], one["hand"], one["yellow"])
    count = plain(list_updates)(search, state.last, old + crows, wall, *purse)
    best = -1
    for way in search.updates[state.last, :count].tolist():
        set_state(
            search,
            state.last + 1,
            purse=(way[LIVES], way[HAND] + reds, way[YELLOW]),
            entrance=one["door"],
            points=total,
            marker=way[MARKER],
            peak=way[PEAK],
        )
        rest = plain(chain_bound.chain_bound)(search, state.last + 1)
        if rest >= 0:
            best = max(best, total + int(rest))
    return best


def tiles_on(bench: Bench, state: State) -> frozenset[Tile]:
    """Rocks and cubes on the last card before the trace."""
    face = bench.deal.faces[state.last]
    entrance = face.doors[state.entrance - 1].tile
    card = PlacedFace(face, Placement(0, 0, 0))
    return frozenset(tile for tile in state.kept if card.covers(tile) and tile != entrance)


def expected_traces(
    bench: Bench, state: State, lying: Placement
) -> list[tuple[Trace, set[object]]]:
    """The traces that can be paid for, each with every purse with which it can end."""
    face, wall = bench.deal.faces[state.last : state.last + 2]
    purse = state.purse
    most = purse.cubes + purse.yellow + 6 * (bench.rules.red_timing is RedTiming.TRACE)
    door = face.doors[state.entrance - 1]
    found = []
    for trace in all_traces(face, door, lying, wall, most, bench.rules, tiles_on(bench, state)):
        word, first = word_of(face, trace, bench.rules)
        before = (purse.lives, purse.cubes, purse.yellow)
        paid = ends(word, first, before, state.points, False)
        if paid:
            found.append((trace, paid))
    return found


@pytest.mark.parametrize("name", CASES)
def test_list_traces_lists_every_trace_that_the_bounds_allow(name: str) -> None:
    bench = Bench(*CASES[name])
    kernels, rng = bench.kernels, random.Random(name)
    for state, most in questions(name)[:9]:
        _, values = value_of(bench, state, 0)
        for placement in rng.sample(sorted(values), min(4, len(values))):
            target = rng.choice((0, state.points, max(0, most)))
            number = listed(bench, state, placement, target)
            turns, x, y = kernels.tables.placements[placement, :3].tolist()
            compare(bench, state, Placement(90 * turns, x, y), target, number)


def compare(bench: Bench, state: State, lying: Placement, target: int, number: int) -> int:
    kernels, k = bench.kernels, state.last
    face, wall = bench.deal.faces[k : k + 2]
    rows, detail = kernels.map.rows[k], kernels.map.detail[k]
    stride, found = face.width + 2, {}
    for row in rows[:number].tolist():
        at, size, left = row[TRACE_AT], row[TRACE_TILES], row[TRACE_CROWS]
        cells = detail[at : at + 2 * size].tolist()
        path, cubes = tuple(cells[::2]), tuple(cell for cell in cells[1::2] if cell >= 0)
        crows = tuple(detail[at + 2 * size : at + 2 * size + left].tolist())
        found[path, cubes, row[TRACE_DOOR]] = (row, crows)
    assert len(found) == number
    printed = [
        (x, y) for y in range(face.height) for x in range(face.width) if face.grid[y][x] == CROW
    ]
    card, kept = PlacedFace(wall, lying), tiles_on(bench, state)
    listed_all = 0
    for trace, paid in expected_traces(bench, state, lying):
        path = tuple((y + 1) * stride + x + 1 for x, y in trace.path)
        cubes = tuple((y + 1) * stride + x + 1 for x, y in trace.cubes)
        gone = {*trace.path, *trace.cubes, *kept}
        crows = tuple(
            n for n, tile in enumerate(printed) if tile not in gone and not card.covers(tile)
        )
        total = state.points + sum(POINTS.get(face.grid[y][x], 0) for x, y in trace.path)
        key = (path, cubes, trace.door - 1)
        best = max(
            (
                best_value(
                    bench,
                    state,
                    {"points": total, "door": trace.door - 1} | named(purse),
                    len(crows),
                )
                for purse in paid
                if all(no_better(other, purse) for other in paid)
            ),
            default=-1,
        )
        if best < target:
            assert key not in found, (state, key)
            continue
        row, shown = found.pop(key)
        listed_all += 1
        assert shown == crows
        assert row[TRACE_POINTS] == total
        assert row[TRACE_VALUE] == best
        assert (row[TRACE_LIVES], row[TRACE_HAND], row[TRACE_YELLOW]) in paid
        assert row[TRACE_HEADING] == card.doors[trace.door - 1].side.opposite
    assert not found
    return listed_all


def named(purse: tuple[int, int, int]) -> dict[str, int]:
    lives, hand, yellow = purse
    return {"lives": lives, "hand": hand, "yellow": yellow}


def test_list_traces_says_when_there_is_no_room() -> None:
    name = NAMES[0]
    bench = Bench(*CASES[name])
    for state, _ in questions(name):
        _, values = value_of(bench, state, 0)
        for placement in values:
            number = listed(bench, state, placement, 0)
            if number < 2:
                continue
            map_ = bench.kernels.map
            used = int(map_.rows[state.last, number - 1, TRACE_AT])
            for rows, detail in ((number - 1, 10_000), (number, used)):
                cut = map_._replace(rows=map_.rows[:, :rows], detail=map_.detail[:, :detail])
                bench.kernels.map = cut
                assert listed(bench, state, placement, 0) == -1
                assert bench.failures.counts[OUT_OF_ROOM] == 1
                bench.failures.counts[OUT_OF_ROOM] = 0
            bench.kernels.map = map_._replace(rows=map_.rows[:, :number])
            assert listed(bench, state, placement, 0) == number
            bench.kernels.map = map_
            return
    raise AssertionError("no placement has two traces")


def test_list_traces_goes_on_within_a_trace() -> None:
    """From the entrance, as if it had been met, the traces are those of the whole card."""
    name = NAMES[0]
    bench = Bench(*CASES[name])
    kernels, seen = bench.kernels, 0
    for state, _ in questions(name):
        face = bench.deal.faces[state.last]
        door = face.doors[state.entrance - 1]
        cell = (door.y + 1) * (face.width + 2) + door.x + 1
        _, values = value_of(bench, state, 0)
        for placement in values:
            number = listed(bench, state, placement, 0)
            rows = kernels.map.rows[state.last, :number].copy()
            start = kernels.map.start
            start[START_PLACEMENT], start[START_TILE] = placement, cell
            start[START_HEADING] = door.side.opposite
            start[START_MUSHROOMS], start[START_TRACED] = 2, 1
            kernels.map.begun[0, cell] = PATH
            again = listed(bench, state, placement, 1)
            after = kernels.map.rows[state.last, :again]
            clean(kernels.map)
            assert again >= number
            paths = {(row[TRACE_DOOR], row[TRACE_TILES], row[TRACE_POINTS] + 1) for row in rows}
            assert paths <= {
                (row[TRACE_DOOR], row[TRACE_TILES], row[TRACE_POINTS]) for row in after
            }
            seen += again
    assert seen > 0


def clean(map_: Map) -> None:
    map_.start[START_PLACEMENT] = -1
    map_.begun[:] = 0


def test_lay_cards_marks_what_happened_before_on_both_cards() -> None:
    """Marks of card k are in row 0, those of the wall card in row 1, of later cards none."""
    name = NAMES[0]
    bench = Bench(*CASES[name])
    kernels = bench.kernels
    lay_cards = plain(traces._lay_cards)
    state = next(s for s, _ in questions(name) if value_of(bench, s, 0)[1])
    bench.lay_out(state)
    placement = max(value_of(bench, state, 0)[1])
    for since in range(3):
        kernels.map.start[START_CARD] = state.last - since
        kernels.map.begun[:] = 0
        kernels.map.begun[0, 3], kernels.map.begun[1, 4] = PATH, OBSTACLE
        kernels.walk.ground[:] = 9
        lay_cards(bench.search(state), state.last, placement)
        marked = (kernels.walk.ground[3] == PATH, kernels.walk.ground[4] == OBSTACLE)
        assert marked[0] == (since == 0)
        assert since != 1 or marked[1]
    kernels.map.begun[:] = 0
