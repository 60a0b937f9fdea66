"""The steps that list the traces of the exact search one by one, on boards and tables by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bolets_solver.bolets.rules import RedTiming, Rules
from bolets_solver.optimize.exact import traces
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
)
from bolets_solver.optimize.state.search_arrays import Search
from bolets_solver.optimize.tables.deal_tables import (
    LEFT_SIDE,
    TOP_SIDE,
    TURNS,
)
from bolets_solver.optimize.tables.segment_table import FIRST, LAST
from bolets_solver.optimize.tracing.deal_arrays import FREE, OBSTACLE, PATH
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, EXIT_DOOR, EXIT_HEADING
from tests.optimize.plain import Replace, plain, replacing
from tests.optimize.setting import deal_arrays, deal_tables, edge_card, empty_search, set_state

pytestmark = pytest.mark.jit_off

CROWS = [(1, 0), (3, 0), (0, 1), (2, 2)]
CARDS = [
    edge_card(3, 3, [(1, 1)]),
    edge_card(3, 3, [(0, 0), (2, 1)]),
    edge_card(4, 3, CROWS),
    edge_card(5, 2, [(2, 1)]),
    edge_card(3, 3),
]
"""Card 2, with four crows, is the one that is traced; its padded grid has six tiles a row."""
ARRAYS = deal_arrays(*CARDS)
K, STRIDE = 2, 6


@pytest.fixture
def replace(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Let other functions stand for those that the steps call."""
    return replacing(traces.list_traces, monkeypatch)


def step(name: str) -> Any:
    return plain(getattr(traces, name))


def cell(x: int, y: int) -> int:
    return (y + 1) * STRIDE + x + 1


# --- placements ----------------------------------------------------------------------------------


def with_groups(rng: random.Random, start: int) -> Search:
    """Four groups of placements for card 2 entered by its second door, others before and after."""
    bounds = [0, *sorted(rng.sample(range(1, 14), 5)), 14]
    groups = np.full((6, 6), 70)
    for group, (first, last) in enumerate(pairwise(bounds)):
        groups[group, [FIRST, LAST]] = first, last
    members = np.array([[rng.randint(0, 4), rng.randint(0, 9)] for _ in range(14)])
    members[bounds[1] : bounds[5], 0] += 5
    placements = np.full((12, 5), 7)
    tables = deal_tables(ARRAYS, groups=groups, members=members, placements=placements)
    tables.group_at[:], tables.group_to[:] = 0, 1
    for number in (1, K * 2 + 1):
        tables.group_at[number], tables.group_to[number] = start, 5
    search = empty_search(ARRAYS, tables)
    search.map.value.resize((5, 12), refcheck=False)
    search.map.value[:] = 44
    search.map.start[START_CARD], search.map.start[START_PLACEMENT] = 1, 3
    return search


@pytest.mark.parametrize("k", (0, K))
def test_value_placements_sets_each_to_the_best_bound_of_its_groups(
    replace: Replace, k: int
) -> None:
    """A group without use leaves -1."""
    rng = random.Random(f"value {k}")
    for _ in range(60):
        start, end, need = rng.randint(1, 2), rng.randint(3, 5), rng.choice((0, 3))
        search = with_groups(rng, start)
        set_state(search, k, entrance=1)
        bounds = [rng.choice((LOST, need, need + 1, need + 4)) for _ in range(start, end)]

        def useful(given: Search, card: int, wanted: int, *, facts: Any = (k, need, end)) -> int:
            assert (card, wanted) == facts[:2]
            return int(facts[2])

        def bound(given: Search, *facts: int, known: Any = (k, start, end, need, bounds)) -> int:
            assert facts == known[:4]
            given.crows.value[k] = 90  # what stands behind is of another time
            given.crows.value[k, : len(known[4])] = known[4]
            return max(known[4])

        replace(useful_groups=useful, bound_groups=bound)
        tables, expected = search.tables, np.full(12, 44)
        members = tables.members[tables.groups[start, FIRST] : tables.groups[4, LAST], 0]
        expected[members] = -1
        for group in range(start, end):
            for placement in tables.members[slice(*tables.groups[group, [FIRST, LAST]]), 0]:
                if bounds[group - start] >= need:
                    expected[placement] = max(expected[placement], bounds[group - start])
        assert step("value_placements")(search, k, need) == max(bounds)
        assert search.map.value[k].tolist() == expected.tolist()


def test_value_placements_within_a_trace_knows_the_one_that_lies(replace: Replace) -> None:
    def never(*_: Any) -> int:
        raise AssertionError("bounds are not asked for")

    replace(useful_groups=never, bound_groups=never)
    for placement in (0, 6):
        search = with_groups(random.Random("lies"), 1)
        set_state(search, K, entrance=1)
        search.map.start[START_CARD], search.map.start[START_PLACEMENT] = K, placement
        assert step("value_placements")(search, K, 8) == 8
        values = search.map.value[K]
        tables = search.tables
        others = tables.members[tables.groups[1, FIRST] : tables.groups[4, LAST], 0]
        assert values[placement] == 8
        assert all(values[other] == -1 for other in others if other != placement)


# --- the board -----------------------------------------------------------------------------------


def test_lay_cards_lays_the_card_its_cubes_the_wall_card_and_what_was_done_before(
    replace: Replace,
) -> None:
    """What was done before: on the card where the search begins, and on the wall card over it."""
    place = np.full((3, 5), 70)
    place[2, [TURNS, LEFT_SIDE, TOP_SIDE]] = 3, -1, 1
    for start, row in ((K, 0), (K - 1, 1), (K - 2, None)):
        search = empty_search(ARRAYS, deal_tables(ARRAYS, placements=place))
        set_state(search, K, entrance=1)
        search.map.n_masked[K] = 2
        search.map.masked[K, :3] = 1, 3, 0
        search.map.start[START_CARD] = start
        search.map.begun[0, [cell(0, 0), cell(2, 1), cell(2, 2)]] = PATH, OBSTACLE, PATH
        search.map.begun[1, [cell(1, 1), cell(3, 2)]] = PATH, OBSTACLE
        search.map.begun[:, 5 * STRIDE :] = PATH  # of a larger card

        def lay_board(deal: Any, k: int, entrance: int, walk: Any, *, own: Any = search) -> None:
            assert (deal is own.deal, walk is own.walk) == (True, True)
            assert (k, entrance) == (K, 1)
            walk.ground[:] = FREE

        def put_wall(deal: Any, *facts: Any, own: Any = search) -> int:
            assert (deal is own.deal, facts[-1] is own.walk) == (True, True)
            assert facts[:-1] == (K, 1, K + 1, 3, -1, 1)
            own.walk.ground[cell(2, 1)] = OBSTACLE
            return 0

        replace(lay_board=lay_board, put_wall_card=put_wall)
        step("_lay_cards")(search, K, 2)
        expected = np.zeros_like(search.walk.ground)
        expected[[cell(*CROWS[1]), cell(*CROWS[3]), cell(2, 1)]] = OBSTACLE
        if row is not None:
            begun = search.map.begun[row, : 5 * STRIDE]
            expected[: len(begun)][begun != 0] = begun[begun != 0]
        assert search.walk.ground.tolist() == expected.tolist(), start


@pytest.mark.parametrize("start", (K - 1, K, K + 1))
@pytest.mark.parametrize("placement", (-1, 0, 4))
def test_begin_starts_at_the_entrance_or_goes_on_within_the_trace(
    replace: Replace, start: int, placement: int
) -> None:
    """A yellow cube may be taken before the first tile, but not where the search begins."""
    search, calls = empty_search(ARRAYS), []
    set_state(search, K, purse=(3, 4, 2), entrance=1, points=9)
    known = search.map.start
    known[START_CARD], known[START_PLACEMENT] = start, placement
    known[[START_TILE, START_HEADING, START_MUSHROOMS, START_TRACED]] = 21, 3, 5, 7

    def note(name: str) -> Callable[..., None]:
        def noted(*facts: Any) -> None:
            assert facts[0 if name == "set_purse" else -1] is search.walk
            assert facts[0] is search.deal or name != "begin"
            plain_facts = [fact for fact in facts if not isinstance(fact, tuple)]
            calls.append((name, *(int(fact) for fact in plain_facts)))

        return noted

    def in_sight(deal: Any, k: int, walk: Any) -> int:
        assert (deal is search.deal, k, walk is search.walk) == (True, K, True)
        assert not calls
        return 33

    names = ("set_purse", "go_on", "want_all", "begin")
    replace(points_in_sight=in_sight, **{name: note(name) for name in names})
    step("_begin")(search, K)
    purse = ("set_purse", 9, 3, 4, 2)
    if start == K and placement >= 0:
        assert calls == [purse, ("go_on", 21, 3, 5, 7, 33), ("want_all",)]
    else:
        assert calls == [purse, ("begin", K, 1, 33, int(start < K))]


# --- bounds --------------------------------------------------------------------------------------


def test_loose_rest_is_that_of_the_best_door_of_the_next_card() -> None:
    rng = random.Random("loose")
    arrays = deal_arrays(*CARDS[:3], edge_card(3, 3, doors="N1 S1 W1"), CARDS[4])
    for _ in range(60):
        search = empty_search(arrays)
        loose = search.map.loose
        assert loose.shape == (15, 5, 9)
        loose[:] = np.array([rng.choice((LOST, 2, 7, 9, 11)) for _ in range(loose.size)]).reshape(
            loose.shape
        )
        loose[[9, 10, 11]] = np.minimum(loose[[9, 10, 11]], 9)
        lives, cubes = rng.randint(1, 5), rng.randint(0, 11)
        expected = max(loose[number, lives - 1, min(8, cubes)] for number in (9, 10, 11))
        assert step("_loose_rest")(search, K, lives, cubes) == expected
        assert step("_loose_rest")(search, 1, lives, cubes) == max(
            loose[number, lives - 1, min(8, cubes)] for number in (6, 7)
        )


@pytest.mark.parametrize("timing", RedTiming)
def test_trace_value_is_the_best_bound_behind_any_update(
    replace: Replace, timing: RedTiming
) -> None:
    rng = random.Random(f"value {timing}")
    arrays = deal_arrays(*CARDS, rules=Rules(red_timing=timing))
    for _ in range(40):
        search = empty_search(arrays)
        set_state(search, K, points=5)
        total, bounds = rng.choice((6, 9, 13)), [rng.choice((-1, 0, 4, 9)) for _ in range(3)]
        bounds = bounds[: rng.randint(0, 3)]
        reds = total // 4 - 1 if timing is RedTiming.UPDATE else 0
        walk = search.walk
        walk.scalar[[DEPTH, EXIT_DOOR]] = 4, 1
        walk.lives[:], walk.hand[:], walk.yellow[:] = 70, 71, 72
        walk.lives[4], walk.hand[4], walk.yellow[4] = 3, 2, 1

        def counting(deal: Any, map_: Any, k: int, *, own: Any = search) -> int:
            assert (deal is own.deal, map_ is own.map) == (True, True)
            return 40 + k

        def ways(_: Search, *facts: int, number: int = len(bounds)) -> int:
            assert facts == (K, 5, 40 + K, 3, 2, 1)
            return number

        def after(_: Search, *facts: int, known: Any = (reds, total, bounds)) -> int:
            assert (*facts[:2], *facts[3:]) == (K, 1, *known[:2])
            return int(known[2][facts[2]])

        replace(counting_wall_crows=counting, list_updates=ways, bound_after=after)
        expected = max((total + bound for bound in bounds if bound >= 0), default=-1)
        assert step("_trace_value")(search, K, total, 5) == expected


# --- what is written -----------------------------------------------------------------------------


def test_list_crows_left_are_those_whose_tiles_are_free() -> None:
    for taken in range(16):
        search = empty_search(ARRAYS)
        ground = search.walk.ground
        ground[:] = OBSTACLE
        left = [crow for crow in range(4) if not taken >> crow & 1]
        for crow, (x, y) in enumerate(CROWS):
            ground[cell(x, y)] = FREE if crow in left else PATH if crow % 2 else OBSTACLE
        detail = np.full(20, 99)
        assert step("_list_crows_left")(search, K, detail, 7) == len(left)
        assert detail[7 : 7 + len(left)].tolist() == left
        assert (detail[:7] == 99).all()


def test_write_trace_writes_the_exit_the_purse_and_the_tiles_with_their_cubes() -> None:
    search = empty_search(ARRAYS)
    walk, trace, detail = search.walk, search.map.rows[K, 5], search.map.detail[K]
    trace[:], detail[:30] = 77, 88
    trace[TRACE_AT] = 9
    walk.scalar[[DEPTH, EXIT_DOOR, EXIT_HEADING]] = 3, 1, 2
    walk.lives[:5], walk.hand[:5], walk.yellow[:5] = range(5), range(10, 15), range(20, 25)
    walk.tile[:5], walk.cube[:5] = range(30, 35), (-1, 41, -1, 43, 44)
    step("_write_trace")(search, K, 5)
    columns = [TRACE_DOOR, TRACE_HEADING, TRACE_LIVES, TRACE_HAND, TRACE_YELLOW, TRACE_TILES]
    assert trace[columns].tolist() == [1, 2, 3, 13, 23, 4]
    assert detail[7:19].tolist() == [88, 88, 30, -1, 31, 41, 32, -1, 33, 43, 88, 88]


class Exits:
    """Stands for the walk over a board: exits that are reached one after the other.

    Each has points on the card, door, number of tiles, crows left, and the value of its trace.
    """

    def __init__(self, search: Search, exits: list[tuple[int, int, int, int, int]]):
        self.search, self.exits, self.at = search, exits, -1
        self.begun: list[Any] = []
        self.asked: list[tuple[int, int]] = []

    def advance(self, stride: int, switches: Any, walk: Any, flag: Any) -> bool:
        search = self.search
        assert self.begun == [("cards", K, 1), ("needs", K, 15 - 5), ("begin", K)]
        assert (stride, switches is search.deal.switches) == (STRIDE, True)
        assert (walk is search.walk, flag is search.flag) == (True, True)
        self.at += 1
        if self.at == len(self.exits):
            return False
        made, door, size, _, _ = self.exits[self.at]
        walk.scalar[[DEPTH, EXIT_DOOR]] = size - 1, door
        walk.points[:] = 50
        walk.points[size - 1] = made
        return True

    def left(self, _: Search, k: int, detail: Any, at: int) -> int:
        left = self.exits[self.at][3]
        assert (k, detail is not None) == (K, True)
        detail[at : at + left] = range(600, 600 + left)
        return left

    def value(self, _: Search, k: int, points: int, shown: int) -> int:
        assert (k, points) == (K, 5 + self.exits[self.at][0])
        self.asked.append((self.at, shown))
        return self.exits[self.at][4]

    def write(self, _: Search, k: int, row: int) -> None:
        trace, size = self.search.map.rows[K, row], self.exits[self.at][2]
        trace[TRACE_TILES] = size
        at = trace[TRACE_AT]
        self.search.map.detail[K, at : at + 2 * size] = 100 * self.at + np.arange(2 * size)

    def listed(self, replace: Replace) -> int:
        replace(
            _lay_cards=lambda _, *facts: self.begun.append(("cards", *facts)),
            set_needs=lambda _, *facts: self.begun.append(("needs", *facts)),
            _begin=lambda _, *facts: self.begun.append(("begin", *facts)),
            advance=self.advance,
            _list_crows_left=self.left,
            _trace_value=self.value,
            _write_trace=self.write,
            old_crows_left=lambda deal, map_, k: 10 + k + (map_ is not self.search.map),
        )
        return int(step("list_traces")(self.search, K, 1, 15))


def exits_of(rng: random.Random) -> list[tuple[int, int, int, int, int]]:
    return [
        (
            rng.choice((0, 4, 6, 7, 9, 12)),
            rng.randint(0, 1),
            rng.randint(1, 4),
            rng.choice((0, 1, 2, 3, 4)),
            rng.choice((-1, 14, 15, 16)),
        )
        for _ in range(rng.randint(0, 9))
    ]


def listing(rest: tuple[int, int]) -> Search:
    tables = deal_tables(ARRAYS)
    tables.most_points[:] = 99
    tables.most_points[(K + 1) * 2 : (K + 2) * 2] = rest
    search = empty_search(ARRAYS, tables)
    search.map.rows.resize((5, 12, 10), refcheck=False)
    set_state(search, K, points=5)
    return search


def test_list_traces_lists_each_that_the_bounds_allow_with_its_details(replace: Replace) -> None:
    rng = random.Random("list")
    kept_some = 0
    for _ in range(80):
        rest = rng.choice(((4, 10), (3, -1), (-1, 4)))
        exits = Exits(listing(rest), exits_of(rng))
        number = exits.listed(replace)
        allowed = [
            at
            for at, (made, door, *_) in enumerate(exits.exits)
            if rest[door] >= 0 and 5 + made + rest[door] >= 15
        ]
        asked = [(at, 10 + K + exits.exits[at][3]) for at in allowed]
        assert exits.asked == asked
        kept = [at for at in allowed if exits.exits[at][4] >= 15]
        assert number == len(kept)
        used = 0
        for row, at in zip(exits.search.map.rows[K], kept, strict=False):
            made, _, size, left, value = exits.exits[at]
            columns = [TRACE_POINTS, TRACE_VALUE, TRACE_AT, TRACE_CROWS]
            assert row[columns].tolist() == [5 + made, value, used, left]
            detail = exits.search.map.detail[K, used : used + 2 * size + left].tolist()
            assert detail == [
                *range(100 * at, 100 * at + 2 * size),
                *range(600, 600 + left),
            ]
            used += 2 * size + left
        kept_some += len(kept) > 2
    assert kept_some > 5


def test_list_traces_leaves_out_what_loses_by_its_crows(replace: Replace) -> None:
    most = traces.MOST_CROWS
    exits = [(9, 0, 2, most + more, 16) for more in (-1, 0, 1, 2)]
    found = Exits(listing((9, 9)), exits)
    assert found.listed(replace) == 2
    assert found.search.map.rows[K, :2, TRACE_CROWS].tolist() == [most - 1, most]
    assert [at for at, _ in found.asked] == [0, 1]


def test_list_traces_says_when_rows_or_details_are_full(replace: Replace) -> None:
    """Details must have room for all crows of the card beside the tiles."""
    exits = [(9, 0, 3, 1, 16)] * 3
    needed = 2 * (2 * 3 + 1) + 2 * 3 + len(CROWS)
    for rows, details, expected in ((3, needed, 3), (2, needed, -1), (3, needed - 1, -1)):
        search = listing((9, 9))
        map_ = search.map._replace(
            rows=search.map.rows[:, :rows], detail=search.map.detail[:, :details]
        )
        found = Exits(search._replace(map=map_), exits)
        assert found.listed(replace) == expected
        assert found.search.failures.counts[OUT_OF_ROOM] == int(expected < 0)
