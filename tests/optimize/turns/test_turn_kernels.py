"""Turns with the tiles they use: all traces against the reference, and dominance."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import CROW, POINTS, Border, Face
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.rules import RedTiming, Rules
from bolets_solver.optimize.tracing.deal_arrays import Bytes, Ints
from bolets_solver.optimize.tracing.effects import OUTCOMES
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from bolets_solver.optimize.turns import turn_kernels as kernels
from bolets_solver.optimize.turns.trace_rows import (
    AT,
    EXIT,
    HAND,
    HEADING,
    LENGTH,
    LIVES,
    N_DETAILS,
    N_PLACES,
    N_ROWS,
    PLACE,
    TRACE_COLUMNS,
    WORTH,
    YELLOW,
    TraceList,
    more_room,
)
from bolets_solver.optimize.turns.turn_tables import Situation, Turns, cells_of, unpacked_events
from bolets_solver.work.limits import Work
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays
from tests.optimize.tables.test_segment_table import dominates
from tests.optimize.tracing.test_effects import no_better
from tests.optimize.tracing.test_traces import ends, garden, word_of
from tests.reference.tracing import Trace, placements, printed_rocks
from tests.reference.tracing import traces as all_traces

pytestmark = pytest.mark.jit_off

list_traces = plain(kernels.list_traces)
compare_effects = plain(kernels.compare_effects)
drop_dominated = plain(kernels.drop_dominated)

NO_FLAG = np.zeros(1, dtype=np.int64)
EVENT_WORDS, TILE_WORDS = 2, 2


def crows_of(face: Face) -> list[tuple[int, int]]:
    tiles = [(x, y) for y, x in product(range(face.height), range(face.width))]
    return [(x, y) for x, y in tiles if face.grid[y][x] == CROW]


def usable(face: Face, wall: Face, entrance: int, masked: list[tuple[int, int]]) -> list[Placement]:
    kept = printed_rocks(face) | {face.doors[entrance].tile, *masked}
    return [p for p in placements(face, wall) if kept.isdisjoint(PlacedFace(wall, p).tiles())]


def expected_rows(
    face: Face,
    wall: Face,
    entrance: int,
    placed: list[Placement],
    masked: list[tuple[int, int]],
    purse: tuple[int, int, int, int, int],
    rules: Rules,
) -> dict[tuple[object, ...], tuple[Trace, set[tuple[int, int, int]]]]:
    points, lives, hand, yellow, early = purse
    most = hand + yellow + 6 * (rules.red_timing is RedTiming.TRACE)
    found = {}
    for place, lying in enumerate(placed):
        rocks = printed_rocks(face) | set(masked)
        door = face.doors[entrance]
        for trace in all_traces(face, door, lying, wall, most, rules, rocks):
            word, first = word_of(face, trace, rules)
            paid = ends(word, first, (lives, hand, yellow), points, bool(early))
            if paid:
                found[place, trace.path, trace.cubes, trace.door - 1] = (trace, paid)
    return found


@pytest.mark.parametrize("timing", RedTiming)
@pytest.mark.parametrize("border", list(Border))
def test_list_traces_lists_every_turn_with_its_tiles(border: Border, timing: RedTiming) -> None:
    """Also with cubes on the card's crows, and with room for a few rows at a time."""
    rng, seen = random.Random(f"turns {border} {timing}"), 0
    rules = Rules(red_timing=timing)
    for number in range(12):
        face, wall = garden(rng, border, 4 if border is Border.EDGES else 3), garden(rng, border, 2)
        entrance = rng.randrange(4)
        free = [t for t in crows_of(face) if t != face.doors[entrance].tile]
        masked = free[: rng.randint(0, 2)]
        places = usable(face, wall, entrance, masked)
        placed = rng.sample(places, min(5, len(places)))
        purse = (rng.choice((0, 3)), rng.randint(1, 5), rng.randint(0, 1), rng.randint(0, 1), 1)
        arrays = deal_arrays(wall, face, wall, rules=rules)
        stride = face.width + 2
        cells = np.array([(y + 1) * stride + x + 1 for x, y in masked], dtype=np.int64)
        rows, details = run(arrays, entrance, placed, cells, purse, 2 if number % 2 else 500)
        expected = expected_rows(face, wall, entrance, placed, masked, purse, rules)
        assert len(rows) == len(expected)
        for row in rows.tolist():
            at, length = row[AT], row[LENGTH]
            path = details[at : at + length].tolist()
            tiles = tuple((cell % stride - 1, cell // stride - 1) for cell in path)
            laid = details[at + length : at + 2 * length].tolist()
            prints = np.array(row[TRACE_COLUMNS + EVENT_WORDS :], dtype=np.int64)
            match = [
                (key, value)
                for key, value in expected.items()
                if key[0] == row[PLACE]
                and key[1] == tiles
                and key[3] == row[EXIT]
                and {*value[0].path, *value[0].cubes, *masked}
                == {(c % stride - 1, c // stride - 1) for c in cells_of(prints)}
            ]
            assert len(match) == 1
            (_, (trace, paid)) = match[0]
            assert sum(laid) == len(trace.cubes)
            end = (row[LIVES], row[HAND], row[YELLOW])
            assert end in paid
            assert all(no_better(other, end) for other in paid)
            assert row[WORTH] == sum(POINTS.get(face.grid[y][x], 0) for x, y in trace.path)
            word, _ = word_of(face, trace, rules)
            assert unpacked_events(row[TRACE_COLUMNS : TRACE_COLUMNS + EVENT_WORDS]) == bytes(word)
            door = PlacedFace(wall, placed[row[PLACE]]).doors[row[EXIT]]
            assert row[HEADING] == door.side.opposite
            seen += 1
    assert seen > 8


def run(arrays, entrance, placed, cells, purse, room):  # type: ignore[no-untyped-def]
    """List all traces over card 1; ``room``: rows at first, more whenever that is asked for."""
    walk = new_walk(arrays)
    poses = np.array([(p.rotation // 90, p.x, p.y) for p in placed], dtype=np.int64).reshape(-1, 3)
    traces = TraceList(
        placements=poses,
        masked=cells,
        purse=np.array(purse, dtype=np.int64),
        rows=np.full((room, TRACE_COLUMNS + EVENT_WORDS + TILE_WORDS), 5, dtype=np.int64),
        details=np.zeros(8 * room, dtype=np.int64),
        done=np.zeros(3, dtype=np.int64),
    )
    while list_traces(arrays, 1, entrance, traces, EVENT_WORDS, walk, NO_FLAG):
        traces = more_room(traces)
        traces.rows[traces.done[N_ROWS] :] = 5
    assert traces.done[N_PLACES] == len(placed)
    return traces.rows[: traces.done[N_ROWS]], traces.details[: traces.done[N_DETAILS]]


def test_list_traces_stops_when_the_flag_is_raised() -> None:
    face, wall = (garden(random.Random(5), Border.EDGES, size) for size in (4, 2))
    arrays = deal_arrays(wall, face, wall)
    poses = np.array([(p.rotation // 90, p.x, p.y) for p in usable(face, wall, 0, [])])
    traces = TraceList(
        placements=poses,
        masked=np.zeros(0, dtype=np.int64),
        purse=np.array([0, 5, 2, 0, 0]),
        rows=np.zeros((500, TRACE_COLUMNS + EVENT_WORDS + TILE_WORDS), dtype=np.int64),
        details=np.zeros(9000, dtype=np.int64),
        done=np.zeros(3, dtype=np.int64),
    )
    stop = np.ones(1, dtype=np.int64)
    assert list_traces(arrays, 1, 0, traces, EVENT_WORDS, new_walk(arrays), stop) == 0
    assert traces.done[N_PLACES] < len(poses)


def test_compare_effects_shows_of_every_pair_which_is_nowhere_worse() -> None:
    rng = np.random.default_rng(3)
    tables = rng.integers(0, 2, size=(5, OUTCOMES, 3)).astype(np.int8)
    tables[1] = np.maximum(tables[0], tables[1])
    tables[2, :, 0] = 0  # impossible everywhere
    better = np.full((5, 5), 9, dtype=np.int8)
    compare_effects(tables, better)
    for one, other in product(range(5), repeat=2):
        alive = tables[other, :, 0] > 0
        assert better[one, other] == (tables[one][alive] >= tables[other][alive]).all()
    assert better[1, 0] and better[0, 2]


def above(turns: tuple[Ints, Ints, Ints, Bytes], one: int, other: int) -> bool:
    """Whether a turn can stand for another, by the definition."""
    keys, effects, prints, better = turns
    return bool(
        (keys[one] == keys[other]).all()
        and better[effects[one], effects[other]]
        and not (prints[one] & ~prints[other]).any()
    )


def test_drop_dominated_keeps_what_no_other_of_its_key_dominates() -> None:
    """Another does with an effect nowhere worse and no tile of its own; of equals one stays."""
    rng = random.Random("drop")
    lost = 0
    for _ in range(80):
        count = rng.randint(1, 9)
        keys = np.array(sorted([rng.randint(0, 1), rng.randint(0, 1)] for _ in range(count)))
        effects = np.array([rng.randrange(3) for _ in range(count)])
        prints = np.array([[rng.choice((0, 1, 3, 5)), rng.choice((0, 8))] for _ in range(count)])
        better = np.array([[1, 1, 0], [0, 1, 0], [0, 1, 1]], dtype=np.int8)
        kept = np.ones(count, dtype=np.int8)
        drop_dominated(keys, effects, prints, better, kept)
        turns = (keys, effects, prints, better)

        for one in range(count):
            rivals = [other for other in range(count) if other != one and above(turns, other, one)]
            strict = [other for other in rivals if not above(turns, one, other)]
            if strict or any(kept[other] for other in rivals):
                assert not kept[one]
            else:
                assert kept[one], "and one of equals stays"
        lost += count - int(kept.sum())
    assert lost > 20


@pytest.mark.parametrize("border", list(Border))
def test_turn_tables_keep_every_turn_or_one_that_is_nowhere_worse(border: Border) -> None:
    """With the same points and crows left, and no tile of its own."""
    rng = random.Random(f"table {border}")
    for number in range(4):
        timing = list(RedTiming)[number % 2]
        rules = Rules(red_timing=timing)
        face, wall = garden(rng, border, 3), garden(rng, border, 2)
        arrays = deal_arrays(face, wall, rules=rules)
        turns = Turns(arrays, [1, 1], new_walk(arrays), Work())
        table = turns.table(Situation(0, 1))
        placed = [Placement(90 * t, x, y) for t, x, y in table.placements.tolist()]
        every = expected_rows(face, wall, 1, placed, [], (0, 5, 1, 0, 0), rules)
        crows, stride = crows_of(face), face.width + 2
        rows = []
        for index, (place, door, worth, effect, left) in enumerate(table.turns.tolist()):
            cells = {(c % stride - 1, c // stride - 1) for c in table.cells(index)}
            shown = tuple(n for n, flag in enumerate(table.crows[index].tolist()) if flag)
            assert left == len(shown)
            rows.append((place, door, worth, shown, tuple(turns.book.word(effect)), cells))
        for (place, path, cubes, door), (trace, _) in every.items():
            gone = {*path, *cubes}
            card = PlacedFace(wall, placed[place])
            shown = tuple(n for n, t in enumerate(crows) if t not in gone and not card.covers(t))
            worth = sum(POINTS.get(face.grid[y][x], 0) for x, y in path)
            word, _ = word_of(face, trace, rules)
            assert any(
                row[:4] == (place, door, worth, shown)
                and dominates(row[4], word, timing)
                and row[5] <= gone
                for row in rows
            )
        for row in rows:
            assert any(
                row[:2] == (place, door) and row[5] == {*path, *cubes}
                for place, path, cubes, door in every
            )
