"""The steps of the crow bound one by one; recorders replace what they call."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from bolets_solver.bolets.rules import CrowScope, RedTiming, Rules
from bolets_solver.optimize.bounds import crow_bound
from bolets_solver.optimize.state.memo import (
    CLEARINGS,
    NO,
    OPEN,
    STATES_LIMIT,
    STATES_SEEN,
    STOPPED,
    YES,
)
from bolets_solver.optimize.state.search_arrays import (
    COVERED,
    ENTRANCE,
    HAND,
    LIVES,
    MARKER,
    PEAK,
    POINTS,
    YELLOW,
    Search,
)
from bolets_solver.optimize.tables.segment_table import DOOR, EFFECT, FIRST, LAST
from bolets_solver.optimize.tables.segment_table import POINTS as ENTRY_POINTS
from bolets_solver.optimize.tracing.deal_arrays import DealArrays
from tests.optimize.plain import Replace, plain, replacing
from tests.optimize.setting import deal_arrays, deal_tables, edge_card, empty_search, set_state

pytestmark = pytest.mark.jit_off

ARRAYS = deal_arrays(*[edge_card(3, 3)] * 5)


@pytest.fixture
def replace(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Let other functions stand for those that the steps of the bound call."""
    return replacing(crow_bound.still_makes, monkeypatch)


def step(name: str) -> Any:
    return plain(getattr(crow_bound, name))


# --- still_makes ---------------------------------------------------------------------------------


class Memory:
    """Stands for the memory: what ``still_makes`` asks and keeps."""

    def __init__(self, search: Search, answer: int, *, recalled: int = OPEN, vaguely: int = YES):
        self.search, self.answer, self.recalled, self.vaguely = search, answer, recalled, vaguely
        self.asked: list[Any] = []
        self.kept: list[Any] = []
        self.tried: list[tuple[int, int]] = []
        self.nodes = [5]
        self.cleared_below = False

    def still_makes(self, replace: Replace, k: int, target: int) -> int:
        def find_node(memo: Any, stack: Any, card: int, *state: int) -> int:
            assert (memo, stack) == (self.search.memo, self.search.crows)
            assert (card, *state) == (2, 1, 3, 2)
            return self.nodes.pop(0)

        def recall(_: Any, node: int, *label: int) -> int:
            self.asked.append((node, *label))
            return self.recalled

        def try_groups(_: Search, card: int, wanted: int) -> int:
            self.tried.append((card, wanted))
            self.search.memo.counts[CLEARINGS] += self.cleared_below
            return self.answer

        def makes_vaguely(_: Search, card: int, wanted: int) -> int:
            assert (card, wanted, self.tried) == (k, target, [])
            return self.vaguely

        replace(
            _makes_vaguely=makes_vaguely,
            find_node=find_node,
            recall=recall,
            remember=lambda _, *kept: self.kept.append(kept),
            _try_groups=try_groups,
        )
        return int(step("still_makes")(self.search, k, target))


def search_at(points: int = 9) -> Search:
    search = empty_search(ARRAYS)
    set_state(search, 2, purse=(3, 1, 1), entrance=1, points=points, marker=3, peak=2, held=4)
    return search


LABEL = (9, 3, 4 - 2, 1)
"""Four cubes held, two of the reds have been earned by nine points."""


def test_still_makes_keeps_an_answer_by_state_label_and_target(replace: Replace) -> None:
    for answer in (YES, NO):
        memory = Memory(search_at(), answer)
        assert memory.still_makes(replace, 2, 15) == answer
        assert memory.asked == [(5, *LABEL, 15)]
        assert memory.tried == [(2, 15)]
        assert memory.kept == [(5, *LABEL, 15, answer)]
        assert memory.search.memo.counts[STATES_SEEN] == 1
        assert memory.search.memo.counts[CLEARINGS] == 0


def test_still_makes_tries_only_what_makes_the_target_vaguely(replace: Replace) -> None:
    memory = Memory(search_at(), YES, vaguely=NO)
    assert memory.still_makes(replace, 2, 15) == NO
    assert memory.tried == []
    assert memory.kept == [(5, *LABEL, 15, NO)]
    memory = Memory(search_at(), YES, vaguely=STOPPED)
    assert memory.still_makes(replace, 2, 15) == STOPPED
    assert (memory.tried, memory.kept) == ([], [])


@pytest.mark.parametrize("end", (YES, NO, STOPPED))
def test_makes_vaguely_asks_with_every_near_crow_vague(replace: Replace, end: int) -> None:
    search = search_at()
    crows, asked = search.crows, []

    def still_makes(_: Search, k: int, target: int) -> int:
        asked.append((k, target, crows.near.tolist(), crows.far.tolist(), crows.vague.tolist()))
        return end

    replace(still_makes=still_makes)
    crows.near[:], crows.far[:], crows.vague[:] = (1, 1, 2, 1, 1), 3, (5, 5, 1, 5, 5)
    assert step("_makes_vaguely")(search, 2, 15) == end
    assert asked == [(2, 15, [1, 1, 0, 1, 1], [3] * 5, [5, 5, 3, 5, 5])]
    assert (crows.near.tolist(), crows.vague.tolist()) == ([1, 1, 2, 1, 1], [5, 5, 1, 5, 5])
    crows.near[2] = 0
    assert step("_makes_vaguely")(search, 2, 15) == YES
    assert len(asked) == 1


def test_still_makes_keeps_nothing_when_it_was_stopped(replace: Replace) -> None:
    memory = Memory(search_at(), STOPPED)
    assert memory.still_makes(replace, 2, 15) == STOPPED
    assert memory.kept == []


def test_still_makes_believes_what_it_recalls(replace: Replace) -> None:
    for known in (YES, NO):
        memory = Memory(search_at(), STOPPED, recalled=known)
        memory.search.flag[0] = 1
        assert memory.still_makes(replace, 2, 15) == known
        assert memory.tried == []
        assert memory.search.memo.counts[STATES_SEEN] == 0


def test_still_makes_stops_when_told_and_at_the_limit_of_states(replace: Replace) -> None:
    for flag, limit, seen, expected in (
        (0, 7, 6, YES),
        (0, 7, 7, STOPPED),
        (0, 7, 8, STOPPED),
        (1, 7, 0, STOPPED),
    ):
        memory = Memory(search_at(), YES)
        memory.search.flag[0] = flag
        memory.search.memo.counts[STATES_LIMIT] = limit
        memory.search.memo.counts[STATES_SEEN] = seen
        assert memory.still_makes(replace, 2, 15) == expected
        assert bool(memory.tried) == (expected == YES)


def test_still_makes_empties_a_full_memory(replace: Replace) -> None:
    memory = Memory(search_at(), NO)
    memory.nodes = [-1, 0]
    assert memory.still_makes(replace, 2, 15) == NO
    assert memory.asked == [(0, *LABEL, 15)]
    assert memory.kept == [(0, *LABEL, 15, NO)]
    assert memory.search.memo.counts[CLEARINGS] == 1


def test_still_makes_forgets_nothing_for_the_first_node(replace: Replace) -> None:
    memory = Memory(search_at(), NO)
    memory.nodes = [0]
    assert memory.still_makes(replace, 2, 15) == NO
    assert memory.search.memo.counts[CLEARINGS] == 0


def test_still_makes_keeps_its_answer_in_the_node_that_is_there_now(replace: Replace) -> None:
    """What lies below may have emptied the memory: the node of before is another state's now."""
    for found, kept in ((8, [(8, *LABEL, 15, NO)]), (0, [(0, *LABEL, 15, NO)]), (-1, [])):
        memory = Memory(search_at(), NO)
        memory.nodes, memory.cleared_below = [5, found], True
        assert memory.still_makes(replace, 2, 15) == NO
        assert memory.kept == kept


def test_still_makes_ends_at_the_last_card(replace: Replace) -> None:
    search = search_at()
    search.flag[0] = 1
    set_state(search, 4, points=8)
    memory = Memory(search, YES)
    assert [memory.still_makes(replace, 4, target) for target in (7, 8, 9)] == [YES, YES, NO]
    assert memory.still_makes(replace, 2, 8) == STOPPED


# --- groups --------------------------------------------------------------------------------------


def groups_tried(
    replace: Replace, values: list[int], points: int, answers: tuple[int, ...] = ()
) -> tuple[int, list[int], int]:
    """Answer, groups tried, and the points needed; the groups are numbered from 4 on."""
    search = empty_search(ARRAYS)
    search.tables.group_at[:] = 99
    search.tables.group_at[2 * 2 + 1] = 4
    set_state(search, 2, entrance=1, points=points)
    tried: list[int] = []
    needs: list[int] = []

    def bound_groups(_: Search, k: int, first: int, last: int, need: int) -> int:
        assert (k, first, last) == (2, 4, 4 + len(values))
        assert need == needs[-1]
        search.crows.value[2] = 55
        search.crows.value[2, : len(values)] = values
        return max(values)

    def useful_groups(_: Search, k: int, need: int) -> int:
        assert k == 2
        needs.append(need)
        return 4 + len(values)

    def try_group(_: Search, k: int, group: int, placement: int, target: int) -> int:
        assert (k, placement, target) == (2, crow_bound.ANY, 10)
        tried.append(group)
        return answers[len(tried) - 1] if len(tried) <= len(answers) else NO

    replace(bound_groups=bound_groups, useful_groups=useful_groups, _try_group=try_group)
    answer = step("_try_groups")(search, 2, 10)
    return int(answer), tried, int(needs[0])


def test_try_groups_goes_from_the_highest_bound_to_the_lowest_that_is_enough(
    replace: Replace,
) -> None:
    assert groups_tried(replace, [6, 9, -1, 6, 5, 7], 4) == (NO, [5, 9, 4, 7], 6)
    assert groups_tried(replace, [0, -1, 1], 11) == (NO, [6, 4], 0)
    assert groups_tried(replace, [0, -1, 1], 10) == (NO, [6, 4], 0)


def test_try_groups_ends_with_the_first_answer_that_is_not_no(replace: Replace) -> None:
    for end in (YES, STOPPED):
        assert groups_tried(replace, [6, 7, 8], 4, (NO, end)) == (end, [6, 5], 6)


@pytest.mark.parametrize(("points", "need"), [(4, 6), (10, 0), (12, 0)])
def test_placement_makes_tries_the_groups_with_points_enough(
    replace: Replace, points: int, need: int
) -> None:
    for answers, expected, groups in (
        ((NO, NO, NO), NO, [4, 5, 6]),
        ((NO, YES), YES, [4, 5]),
        ((STOPPED,), STOPPED, [4]),
    ):
        search = empty_search(ARRAYS)
        search.tables.group_at[:] = 99
        search.tables.group_at[2 * 2 + 1] = 4
        set_state(search, 2, entrance=1, points=points)
        tried: list[int] = []

        def useful_groups(_: Search, k: int, wanted: int) -> int:
            assert (k, wanted) == (2, need)
            return 7

        def try_group(
            _: Search,
            k: int,
            group: int,
            placement: int,
            target: int,
            tried: list[int] = tried,
            answers: tuple[int, ...] = answers,
        ) -> int:
            assert (k, placement, target) == (2, 0, 10)
            tried.append(group)
            return answers[len(tried) - 1]

        replace(useful_groups=useful_groups, _try_group=try_group)
        assert step("placement_makes")(search, 2, 0, 10) == expected
        assert tried == groups


@pytest.mark.parametrize("timing", RedTiming)
def test_try_group_tries_each_entry_with_each_update_that_the_bound_allows(
    replace: Replace, timing: RedTiming
) -> None:
    rng = random.Random(f"group {timing}")
    arrays = deal_arrays(*[edge_card(3, 3)] * 5, rules=Rules(red_timing=timing))
    seen = {group_tried(replace, rng, arrays, int(timing is RedTiming.TRACE)) for _ in range(200)}
    assert len(seen) > 5


def group_tried(
    replace: Replace, rng: random.Random, arrays: DealArrays, in_trace: int
) -> tuple[int, int]:
    """Check one case; return the answer and how many updates were tried."""
    k, first, target = rng.choice((0, 1, 2, 3)), rng.randint(0, 3), 15
    last, points, made = first + rng.randint(1, 3), rng.choice((5, 7)), rng.choice((2, 5, 9))
    total, end, dead = points + made, rng.choice((NO, NO, NO, YES, STOPPED)), rng.random() < 0.1
    members = np.array([[rng.randint(0, 3), rng.randint(0, 9)] for _ in range(last + 2)])
    groups = np.full((6, 6), 70)
    groups[4, [DOOR, EFFECT, ENTRY_POINTS, FIRST, LAST]] = (1, 6, made, first, last)
    search = empty_search(arrays, deal_tables(arrays, groups=groups, members=members))
    vague = rng.randint(0, 2)
    search.crows.vague[:] = 3
    search.crows.vague[k] = vague
    set_state(search, k, purse=(3, 1, 2), points=points, held=4)
    rows = [
        [covered, 0, rng.randint(1, 4), rng.randint(0, 3), 1, 2, 1]
        for covered in range(rng.randint(0, 3))
    ]
    bounds = [rng.choice((-1, 0, max(0, target - total - 1), target - total, 20)) for _ in rows]
    reds = 0 if in_trace else total // 4 - points // 4
    tried: list[tuple[int, int, int]] = []
    listing: list[int] = []
    shows: list[int] = []

    def outcome(effects: Any, effect: int, *state: int) -> tuple[int, int, int]:
        assert effects is search.tables.effects
        assert (effect, *state) == (6, 3, 4, 2, points, in_trace)
        return (0, 0, 0) if dead else (2, 5, 1)

    def list_crows(_: Search, card: int, member: int, door: int) -> tuple[int, int]:
        assert (card, door) == (k, 1)
        listing.append(member)
        shows.clear()
        return 2, 3

    def list_updates(_: Search, card: int, shown: int, wall: int, *purse: int) -> int:
        shows.append(shown)
        assert (card, wall, *purse) == (k, 30 + k, 2, 5, 1)
        assert shows == list(range(5, 5 + len(shows)))
        search.updates[k, : len(rows)] = np.array(rows).reshape(-1, 7)
        return len(rows)

    def bound_after(_: Search, card: int, door: int, way: int, *rest: int) -> int:
        assert (card, door, *rest) == (k, 1, reds, total)
        search.state[k + 1] = 66  # the bound may use the next row as it likes
        return bounds[way]

    def try_covering(_: Search, card: int, covered: int, *rest: int) -> int:
        stay = shows[-1] - 5
        assert (card, *rest) == (k, 2, 3, stay, target)
        row, state = rows[covered], search.state[k + 1]
        assert (state[ENTRANCE], state[POINTS]) == (1, total)
        columns = [state[column] for column in (LIVES, HAND, YELLOW, MARKER, PEAK)]
        assert columns == [row[2], row[3] + reds, *row[4:]]
        tried.append((listing[-1], stay, covered))
        return end

    replace(
        effect_outcome=outcome,
        list_crows=list_crows,
        list_updates=list_updates,
        wall_crows_counting=lambda _, card: 30 + card,
        bound_after=bound_after,
        _try_covering=try_covering,
    )
    placement = rng.choice((crow_bound.ANY, crow_bound.ANY, 0, 1))
    answer = step("_try_group")(search, k, 4, placement, target)
    good = [n for n, bound in enumerate(bounds) if bound >= 0 and total + bound >= target]
    expected = [
        (member, stay, rows[way][COVERED])
        for member in range(first, last)
        if not dead and placement in (crow_bound.ANY, members[member][0])
        for stay in range(vague + 1)
        for way in good
    ]
    assert tried == (expected if end == NO else expected[:1])
    assert answer == (end if expected else NO)
    return int(answer), len(tried)


@pytest.mark.parametrize("scope", CrowScope)
def test_try_group_counts_the_crows_of_the_wall_card_where_the_scope_is_all(
    replace: Replace, scope: CrowScope
) -> None:
    cards = [edge_card(3, 3), edge_card(3, 3), edge_card(3, 3, [(0, 0), (1, 1)])]
    arrays = deal_arrays(*cards, rules=Rules(crow_scope=scope))
    groups = np.zeros((1, 6), dtype=np.int64)
    groups[0, LAST] = 1
    rows = {"members": np.zeros((1, 2), np.int64), "placements": np.zeros((1, 5), np.int64)}
    search = empty_search(arrays, deal_tables(arrays, groups=groups, **rows))
    counted = []

    def list_updates(_: Search, k: int, shown: int, wall: int, *purse: int) -> int:
        counted.append((shown, wall))
        return 0

    replace(
        effect_outcome=lambda *_: (1, 0, 0),
        list_crows=lambda *_: (1, 2),
        list_updates=list_updates,
    )
    assert step("_try_group")(search, 1, 0, crow_bound.ANY, 5) == NO
    assert counted == [(3, 2 if scope is CrowScope.ALL else 0)]


# --- cubes on crows ------------------------------------------------------------------------------


def coverings(
    replace: Replace, covered: int, near: int, far: int, answers: dict[int, int]
) -> tuple[int, list[tuple[int, int]]]:
    """Answer, and the sets of near crows covered with how many far ones stay."""
    search, tried = empty_search(ARRAYS), []

    def keep_crows(stack: Any, k: int, mask: int, shown: int, left: int, vague: int) -> None:
        assert stack is search.crows
        assert (k, shown, vague) == (2, near, 4)
        tried.append((mask, left))

    def still_makes(_: Search, k: int, target: int) -> int:
        assert (k, target) == (2, 15)
        return answers.get(len(tried) - 1, NO)

    replace(keep_crows=keep_crows, still_makes=still_makes)
    answer = step("_try_covering")(search, 1, covered, near, far, 4, 15)
    return int(answer), tried


@pytest.mark.parametrize("near", range(4))
@pytest.mark.parametrize("far", range(3))
def test_try_covering_tries_every_set_of_near_crows_with_as_many_far_ones(
    replace: Replace, near: int, far: int
) -> None:
    for covered in range(near + far + 3):
        expected = [
            (sum(1 << crow for crow in some), far - (covered - size))
            for size in range(covered + 1)
            if covered - size <= far
            for some in combinations(range(near), size)
        ]
        answer, tried = coverings(replace, covered, near, far, {})
        assert answer == NO
        assert sorted(tried) == sorted(expected)


def test_try_covering_ends_with_the_first_answer_that_is_not_no(replace: Replace) -> None:
    for end in (YES, STOPPED):
        answer, tried = coverings(replace, 1, 2, 1, {1: end})
        assert (answer, len(tried)) == (end, 2)
        assert coverings(replace, 0, 2, 1, {0: end}) == (end, [(0, 1)])
