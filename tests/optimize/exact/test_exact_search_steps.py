"""The steps of the exact search one by one; recorders replace what they call."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pytest

from bolets_solver.bolets.rules import CrowScope, RedTiming, Rules
from bolets_solver.optimize.bounds import updates
from bolets_solver.optimize.exact import exact_search
from bolets_solver.optimize.exact.map_state import forbid, packed_mask
from bolets_solver.optimize.state.failures import EXACT_LIMIT, EXACT_SEEN
from bolets_solver.optimize.state.map_arrays import (
    START_CARD,
    START_PLACEMENT,
    TRACE_DOOR,
    TRACE_HAND,
    TRACE_LIVES,
    TRACE_POINTS,
    TRACE_VALUE,
    TRACE_YELLOW,
)
from bolets_solver.optimize.state.memo import NO, STOPPED, YES
from bolets_solver.optimize.state.search_arrays import (
    COVERED,
    ENTRANCE,
    HAND,
    HELD,
    HIDDEN,
    LIVES,
    MARKER,
    PEAK,
    YELLOW,
    Search,
)
from tests.optimize.plain import Replace, plain, replacing
from tests.optimize.setting import deal_arrays, deal_tables, edge_card, empty_search, set_state

pytestmark = pytest.mark.jit_off

WALL_CROWS = [(1, 0), (0, 1), (2, 2)]
ARRAYS = deal_arrays(
    edge_card(3, 3, [(1, 1)]),
    edge_card(3, 3, [(0, 0), (1, 1)]),
    edge_card(4, 3, WALL_CROWS),
    edge_card(3, 3, [(2, 2)]),
    edge_card(3, 3),
)

pay_hidden = plain(exact_search._pay_hidden)


@pytest.fixture
def replace(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Let other functions stand for those that the steps of the search call."""
    return replacing(exact_search.makes, monkeypatch)


def step(name: str) -> Any:
    return plain(getattr(exact_search, name))


def are(search: Search, *parts: Any) -> bool:
    """Whether these are the deal, the tables (if three) and the map of a search, in that order."""
    whole = (
        (search.deal, search.tables, search.map) if len(parts) == 3 else (search.deal, search.map)
    )
    return all(part is own for part, own in zip(parts, whole, strict=True))


# --- makes ---------------------------------------------------------------------------------------


class Asked:
    """What ``makes`` asks and notes about failed states."""

    def __init__(self, search: Search, known: bool = False, answer: int = NO, seen: int = 0):
        self.search, self.known, self.answer = search, known, answer
        self.questions: list[Any] = []
        self.noted: list[Any] = []
        self.tried: list[tuple[int, int]] = []
        search.failures.counts[EXACT_SEEN] = seen

    def makes(self, replace: Replace, k: int, target: int) -> int:
        def known_failure(_: Any, *question: Any) -> bool:
            self.questions.append(question)
            return self.known

        def try_placements(search: Search, card: int, wanted: int) -> int:
            self.tried.append((card, wanted))
            return self.answer

        replace(
            known_failure=known_failure,
            note_failure=lambda _, *noted: self.noted.append(noted),
            _try_placements=try_placements,
            forbidden_in_reach=lambda *parts: (
                10 * parts[3] + parts[4] + 50 * are(search, *parts[:3])
            ),
        )
        search = self.search
        return int(step("makes")(search, k, target))


def search_with_groups(rules: Rules | None = None) -> Search:
    """A search in which only card 1, entered by its first door, has something to trace."""
    cards = [edge_card(3, 3), edge_card(3, 3, WALL_CROWS), edge_card(3, 3)]
    arrays = deal_arrays(*cards, rules=rules)
    tables = deal_tables(arrays)
    tables.group_at[:] = 5
    tables.group_to[:] = 5
    tables.group_to[1 * 2] = 6
    search = empty_search(arrays, tables)
    search.map.tiles[:] = np.arange(3)[:, None]
    set_state(search, 1, purse=(3, 1, 2), entrance=0, points=9, marker=2, peak=1, held=4)
    return search


def test_makes_asks_and_notes_a_state_by_key_label_and_forbidden_tiles(replace: Replace) -> None:
    search = search_with_groups()
    search.map.n_masked[1] = 2
    search.map.masked[1, :2] = (0, 2)
    asked = Asked(search)
    assert asked.makes(replace, 1, 15) == NO
    first, second, third = plain(exact_search.state_key)(search.crows, 1, 0, 2, 1)
    key = (first, second, third, plain(packed_mask)(search.map, 1))
    # four cubes held, two of the reds have been earned by nine points
    (question,) = asked.questions
    assert question[0] == key
    assert question[1] == (9, 3, 4 - 2, 2)
    assert question[2].tolist() == search.map.tiles[1].tolist()
    assert question[3:] == (60, 15)
    (noted,) = asked.noted
    assert noted[:2] == question[:2]
    assert noted[2].tolist() == search.map.tiles[1].tolist()
    assert noted[3:] == (60, 15)
    assert asked.tried == [(1, 15)]
    assert search.failures.counts[EXACT_SEEN] == 1


def test_makes_notes_only_what_failed(replace: Replace) -> None:
    for answer in (YES, STOPPED):
        asked = Asked(search_with_groups(), answer=answer)
        assert asked.makes(replace, 1, 15) == answer
        assert asked.noted == []


def test_makes_believes_what_failed_before(replace: Replace) -> None:
    asked = Asked(search_with_groups(), known=True, answer=YES)
    assert asked.makes(replace, 1, 15) == NO
    assert asked.tried == []
    assert asked.search.failures.counts[EXACT_SEEN] == 0


def test_makes_says_no_where_nothing_can_be_traced(replace: Replace) -> None:
    for entrance in (0, 1):
        search = search_with_groups()
        search.state[1, ENTRANCE] = entrance
        assert Asked(search, answer=YES).makes(replace, 1, 15) == (NO if entrance else YES)


def test_makes_stops_when_told_and_at_the_limit_of_states(replace: Replace) -> None:
    for flag, limit, seen, expected in (
        (0, 7, 6, YES),
        (0, 7, 7, STOPPED),
        (0, 7, 8, STOPPED),
        (1, 7, 0, STOPPED),
    ):
        search = search_with_groups()
        search.flag[0] = flag
        search.failures.counts[EXACT_LIMIT] = limit
        asked = Asked(search, answer=YES, seen=seen)
        assert asked.makes(replace, 1, 15) == expected
        assert bool(asked.tried) == (expected == YES)


def test_makes_ends_at_the_last_card(replace: Replace) -> None:
    search = search_with_groups()
    search.flag[0] = 1
    set_state(search, 2, points=8)
    asked = Asked(search)
    assert [asked.makes(replace, 2, target) for target in (7, 8, 9)] == [YES, YES, NO]
    assert asked.makes(replace, 1, 8) == STOPPED


# --- placements ----------------------------------------------------------------------------------


def test_placement_range_is_that_of_all_members_of_a_table() -> None:
    rng = random.Random("range")
    for _ in range(40):
        arrays = deal_arrays(edge_card(3, 3), edge_card(3, 3), edge_card(3, 3))
        n_groups, at = rng.randint(1, 4), rng.randint(0, 2)
        bounds = sorted(rng.sample(range(1, 20), n_groups + 1))
        groups = np.full((at + n_groups + 1, 6), 77)
        for group, (first, last) in enumerate(pairwise(bounds)):
            groups[at + group, exact_search.FIRST] = first
            groups[at + group, exact_search.LAST] = last
        members = np.array([[rng.randint(10, 60), rng.randint(0, 99)] for _ in range(21)])
        members[: bounds[0], 0] = 5
        members[bounds[-1] :, 0] = 95
        tables = deal_tables(arrays, groups=groups, members=members)
        tables.group_at[:], tables.group_to[:] = 0, 1
        tables.group_at[2], tables.group_to[2] = at, at + n_groups
        search = empty_search(arrays, tables)
        set_state(search, 1, entrance=0)
        chosen = members[bounds[0] : bounds[-1], 0].tolist()
        assert step("_placement_range")(search, 1) == (min(chosen), max(chosen))


def placements_tried(
    replace: Replace,
    search: Search,
    *,
    values: list[int],
    covering: tuple[int, ...] = (),
    target: int = 10,
    answers: tuple[int, ...] = (),
) -> tuple[int, list[int], int]:
    """Answer, placements tried, and the points needed, for placements numbered from 2 on."""
    tried: list[int] = []
    needs, posed = [], [-1]

    def value_placements(_: Search, k: int, need: int) -> int:
        assert k == 2
        search.map.value[2, 2 : 2 + len(values)] = values
        needs.append(need)
        return max(values)

    def placement_range(_: Search, k: int) -> tuple[int, int]:
        assert (_ is search, k) == (True, 2)
        return 2, 1 + len(values)

    def pose_wall_card(deal: Any, tables: Any, map_: Any, k: int, placement: int) -> None:
        assert k == 2
        assert are(search, deal, tables, map_)
        posed.append(placement)

    def covers_forbidden(deal: Any, map_: Any, k: int) -> bool:
        assert k == 3
        assert are(search, deal, map_)
        return posed[-1] in covering

    def try_placement(_: Search, k: int, placement: int, is_placed: bool, wanted: int) -> int:
        assert (k, wanted, posed[-1]) == (2, target, placement)
        start = search.map.start
        assert is_placed == (start[START_CARD] == 2 and start[START_PLACEMENT] >= 0)
        tried.append(placement)
        return answers[len(tried) - 1] if len(tried) <= len(answers) else NO

    replace(
        value_placements=value_placements,
        _placement_range=placement_range,
        pose_wall_card=pose_wall_card,
        covers_forbidden=covers_forbidden,
        _try_placement=try_placement,
    )
    answer = step("_try_placements")(search, 2, target)
    (need,) = needs
    return int(answer), tried, int(need)


def ready(points: int = 4, start: tuple[int, int] = (0, -1)) -> Search:
    search = empty_search(ARRAYS)
    search.map.value.resize((5, 12), refcheck=False)
    search.map.value[:] = 7
    search.map.start[START_CARD], search.map.start[START_PLACEMENT] = start
    set_state(search, 2, points=points)
    return search


def test_try_placements_goes_from_the_highest_bound_to_the_lowest_that_is_enough(
    replace: Replace,
) -> None:
    answer, tried, need = placements_tried(replace, ready(), values=[6, 9, -1, 6, 5, 7])
    assert (answer, need) == (NO, 6)
    assert tried == [3, 7, 2, 5]
    answer, tried, need = placements_tried(replace, ready(11), values=[0, -1, 1])
    assert (answer, tried, need) == (NO, [4, 2], 0)


def test_try_placements_covers_nothing_that_is_forbidden_but_by_a_card_that_lies(
    replace: Replace,
) -> None:
    """Only where the search begins within a trace does the wall card lie already."""
    values = [6, 7, 8]
    for start, tried in (
        ((2, 3), [4, 3, 2]),
        ((2, 0), [4, 3, 2]),
        ((1, 3), [4, 2]),
        ((2, -1), [4, 2]),
    ):
        found = placements_tried(replace, ready(start=start), values=values, covering=(3,))
        assert found[:2] == (NO, tried), start


def test_try_placements_ends_with_the_first_answer_that_is_not_no(replace: Replace) -> None:
    for end in (YES, STOPPED):
        found = placements_tried(replace, ready(), values=[6, 7, 8], answers=(NO, end))
        assert found[:2] == (end, [4, 3])


@pytest.mark.parametrize("traced", (YES, NO, STOPPED))
def test_try_placement_lists_traces_only_where_the_crow_bound_allows_the_target(
    replace: Replace, traced: int
) -> None:
    for bound, is_placed, expected in (
        (YES, False, traced),
        (NO, False, NO),
        (STOPPED, False, STOPPED),
        (NO, True, traced),
    ):
        asked: list[tuple[int, ...]] = []

        def placement_makes(_: Search, *wanted: int, asked: Any = asked, bound: int = bound) -> int:
            asked.append(wanted)
            return bound

        replace(
            placement_makes=placement_makes,
            _try_traces=lambda _, *wanted: traced if wanted == (2, 7, 15) else None,
        )
        assert step("_try_placement")(ready(), 2, 7, is_placed, 15) == expected
        assert asked == ([] if is_placed else [(2, 7, 15)])


# --- traces --------------------------------------------------------------------------------------


def traces_tried(
    replace: Replace,
    values: list[int],
    *,
    target: int,
    answers: tuple[int, ...] = (),
    flag: int = 0,
) -> tuple[int, list[int]]:
    search, tried = empty_search(ARRAYS), []
    search.map.rows[:, :, TRACE_VALUE] = 50
    search.flag[0] = flag

    def list_traces(_: Search, k: int, placement: int, wanted: int) -> int:
        assert (k, placement, wanted) == (1, 7, target)
        if values is None:
            return -1
        search.map.rows[k, : len(values), TRACE_VALUE] = values
        return len(values)

    def try_updates(_: Search, k: int, placement: int, row: int, wanted: int) -> int:
        assert (k, placement, wanted) == (1, 7, target)
        tried.append(row)
        return answers[len(tried) - 1] if len(tried) <= len(answers) else NO

    replace(list_traces=list_traces, _try_updates=try_updates)
    return int(step("_try_traces")(search, 1, 7, target)), tried


def test_try_traces_tries_each_once_by_value_and_then_as_found(replace: Replace) -> None:
    rng = random.Random("traces")
    for _ in range(40):
        target = rng.randint(0, 3)
        values = [rng.randint(target, target + 4) for _ in range(rng.randint(1, 9))]
        expected = sorted(range(len(values)), key=lambda row: -values[row])
        assert traces_tried(replace, values, target=target) == (NO, expected)


def test_try_traces_ends_with_the_first_answer_that_is_not_no(replace: Replace) -> None:
    for end in (YES, STOPPED):
        assert traces_tried(replace, [4, 5, 6], target=3, answers=(NO, end)) == (end, [2, 1])


def test_try_traces_stops_when_told_and_without_room(replace: Replace) -> None:
    assert traces_tried(replace, [4], target=3, flag=1) == (STOPPED, [])
    assert traces_tried(replace, None, target=3) == (STOPPED, [])
    assert traces_tried(replace, [], target=3) == (NO, [])


# --- updates -------------------------------------------------------------------------------------


@pytest.mark.parametrize("timing", RedTiming)
def test_try_updates_goes_on_with_each_that_can_be_paid_and_whose_bound_is_enough(
    replace: Replace, timing: RedTiming
) -> None:
    rng = random.Random(f"updates {timing}")
    arrays = deal_arrays(*[edge_card(3, 3)] * 5, rules=Rules(red_timing=timing))
    seen = {updates_tried(replace, rng, empty_search(arrays), timing) for _ in range(150)}
    assert len(seen) > 4


def updates_tried(
    replace: Replace, rng: random.Random, search: Search, timing: RedTiming
) -> tuple[int, int]:
    """Check one case; return the answer and how many updates were tried."""
    made, target, end = rng.choice((5, 6, 13, 15, 16)), 15, rng.choice((NO, NO, YES, STOPPED))
    set_state(search, 2, points=5)
    trace = search.map.rows[2, 3]
    trace[:] = 88
    trace[TRACE_POINTS], trace[TRACE_DOOR] = made, 1
    trace[TRACE_LIVES], trace[TRACE_HAND], trace[TRACE_YELLOW] = 4, 2, 1
    rows = [
        [rng.randint(0, 1), rng.randint(0, 2), rng.randint(1, 3), rng.randint(0, 2), 2, 3, 1]
        for _ in range(rng.randint(0, 4))
    ]
    bounds = [rng.choice((-1, 0, max(0, target - made - 1), target - made, 20)) for _ in rows]
    reds = (made // 4 - 5 // 4) if timing is RedTiming.UPDATE else 0
    entered: list[int] = []
    tried: list[int] = []

    def gather(*parts: Any) -> int:
        assert are(search, *parts[:3])
        assert (parts[3], parts[4][TRACE_DOOR]) == (2, 1)
        assert np.shares_memory(parts[5], search.map.detail[2])
        assert np.shares_memory(parts[6], search.map.found[2])
        return 6

    def counting(*parts: Any) -> int:
        assert are(search, *parts[:2])
        return 1 + int(parts[2])

    def list_ways(_: Search, k: int, shown: int, wall: int, *purse: int) -> int:
        assert (k, shown, wall, *purse) == (2, 6, 3, 4, 2, 1)
        search.updates[k, : len(rows)] = np.array(rows).reshape(-1, 7)
        return len(rows)

    def pay(_: Search, k: int, way: int, earned: int) -> bool:
        assert (k, earned) == (2, reds)
        entered.append(way)
        return bool(pay_hidden(search, k, way, earned))

    def bound(_: Search, k: int) -> int:
        """The state asked for is that after the update and its payment."""
        assert k == 3
        assert search.state[3].tolist() == [1, made, *paid(rows[entered[-1]], reds)]
        return bounds[entered[-1]]

    def try_covering(_: Search, k: int, placement: int, row: int, *rest: int) -> int:
        assert (k, placement, row, *rest[1:]) == (2, 7, 3, 6, target)
        tried.append(rest[0])
        return end

    replace(
        gather_crows=gather,
        counting_wall_crows=counting,
        list_updates=list_ways,
        _pay_hidden=pay,
        chain_bound=bound,
        _try_covering=try_covering,
    )
    answer = step("_try_updates")(search, 2, 7, 3, target)
    good = [
        way
        for way, row in enumerate(rows)
        if paid(row, reds)[0] >= 1 and bounds[way] >= 0 and made + bounds[way] >= target
    ]
    assert tried == (good if end == NO else good[:1])
    assert answer == (end if good else NO)
    return int(answer), len(tried)


def paid(row: list[int], reds: int) -> list[int]:
    """Lives, hand, yellow cubes, marker, peak and cubes held after an update, cube by cube."""
    _, hidden, lives, hand, yellow, marker, peak = row
    for _ in range(hidden):
        if hand:
            hand -= 1
        else:
            yellow, lives = yellow - 1, lives - 1
    return [lives, hand + reds, yellow, marker, peak, hand + reds + hidden]


def test_pay_hidden_takes_cubes_from_the_hand_then_yellow_ones_for_a_life_each() -> None:
    """Cubes that lie on the wall card since before the search began are held with it, once."""
    enter = plain(updates.enter_card)
    for lives, hand, yellow, hidden, reds in product(
        range(1, 4), range(3), range(3), range(4), (0, 2)
    ):
        row = [1, hidden, lives, hand, yellow, 3, 1]
        for k, start, waiting in ((1, 0, (2, 1)), (1, 1, (0, 0)), (1, 1, (2, 1)), (1, 2, (2, 1))):
            search = empty_search(ARRAYS)
            search.map.start[START_CARD] = start
            search.map.waiting[:2] = waiting
            search.updates[k, 2] = row
            enter(search, k + 1, 1, 2, reds, 9)
            fits = pay_hidden(search, k, 2, reds)
            expected = paid(row, reds)
            expected[-1] += sum(waiting) if start == k else 0
            columns = (LIVES, HAND, YELLOW, MARKER, PEAK, HELD)
            assert [search.state[k + 1, column] for column in columns] == expected
            assert fits == (expected[0] >= 1)


# --- cubes on crows ------------------------------------------------------------------------------


def coverings_tried(
    replace: Replace,
    search: Search,
    count: int,
    answers: dict[tuple[int, int], int],
) -> tuple[int, list[tuple[int, int]], list[tuple[int, ...]]]:
    tried, written = [], []

    def go_on(_: Search, k: int, row: int, shown: int, chosen: int, under: int, wanted: int) -> int:
        assert (k, row, shown, wanted) == (1, 3, count, 15)
        tried.append((chosen, under))
        return answers.get((chosen, under), NO)

    replace(_go_on=go_on, write_turn=lambda _, *turn: written.append(turn))
    answer = step("_try_covering")(search, 1, 7, 3, 2, count, 15)
    return int(answer), tried, written


@pytest.mark.parametrize("covered", range(4))
@pytest.mark.parametrize("hidden", range(4))
def test_try_covering_tries_every_set_of_crows_in_sight_and_of_the_wall_card(
    replace: Replace, covered: int, hidden: int
) -> None:
    for count in range(5):
        search = empty_search(ARRAYS)
        search.map.found[1, :, 4] = 1
        search.updates[1, 2, COVERED], search.updates[1, 2, HIDDEN] = covered, hidden
        answer, tried, written = coverings_tried(replace, search, count, {})
        above = sorted(sum(1 << n for n in some) for some in combinations(range(count), covered))
        below = sorted(sum(1 << n for n in some) for some in combinations(range(3), hidden))
        assert sorted(tried) == [*product(above, below)]
        assert (answer, written) == (NO, [])


def test_try_covering_takes_crows_out_of_reach_from_the_first(replace: Replace) -> None:
    search = empty_search(ARRAYS)
    search.map.found[1, :, 4] = 0
    search.updates[1, 2, COVERED] = 2
    assert coverings_tried(replace, search, 4, {})[1] == [(0b0011, 0)]


def test_try_covering_writes_the_turn_that_succeeds_and_no_other(replace: Replace) -> None:
    search = empty_search(ARRAYS)
    search.map.found[1, :, 4] = 1
    search.updates[1, 2, COVERED], search.updates[1, 2, HIDDEN] = 1, 2
    found = coverings_tried(replace, search, 3, {(2, 6): YES})
    assert (found[0], found[1][-1], found[2]) == (YES, (2, 6), [(1, 7, 3, 3, 2, 6)])
    found = coverings_tried(replace, search, 2, {(1, 5): STOPPED})
    assert (found[0], found[1][-1], found[2]) == (STOPPED, (1, 5), [])


# --- the next card -------------------------------------------------------------------------------


@pytest.mark.parametrize("fits", (True, False))
@pytest.mark.parametrize("bound", (YES, NO, STOPPED))
@pytest.mark.parametrize("exact", (YES, NO, STOPPED))
def test_go_on_asks_the_crow_bound_then_itself_and_takes_the_map_back(
    replace: Replace, fits: bool, bound: int, exact: int
) -> None:
    search, calls = empty_search(ARRAYS), []
    grown = search.map
    add = plain(forbid)
    grown.size[0] = 4
    grown.rows[1, 3, TRACE_DOOR] = 66
    set_state(search, 2, entrance=1)

    def forbid_trace(deal: Any, map_: Any, k: int, trace: Any, detail: Any) -> None:
        assert (k, trace[TRACE_DOOR]) == (1, 66)
        assert np.shares_memory(detail, grown.detail[1])
        add(map_, 30, 31)
        calls.append("trace")

    def set_crows(map_: Any, stack: Any, k: int, found: Any, count: int, mask: int) -> None:
        assert stack is search.crows
        assert np.shares_memory(found, grown.found[1])
        calls.append(("crows", k, count, mask, int(map_.size[0])))
        add(map_, 32, 33)

    def mask_wall(deal: Any, map_: Any, k: int, entrance: int, mask: int) -> bool:
        calls.append(("wall", k, entrance, mask, int(map_.size[0])))
        add(map_, 34, 35)
        return fits

    def still_makes(_: Search, k: int, target: int) -> int:
        calls.append(("bound", k, target, int(grown.size[0])))
        return bound

    def makes(_: Search, k: int, target: int) -> int:
        calls.append(("exact", k, target, int(grown.size[0])))
        return exact

    replace(
        forbid_trace=forbid_trace,
        set_crows=set_crows,
        mask_wall_crows=mask_wall,
        still_makes=still_makes,
        makes=makes,
    )
    answer = step("_go_on")(search, 1, 3, 5, 0b110, 0b11, 15)
    expected = ["trace", ("crows", 2, 5, 0b110, 5), ("wall", 2, 1, 0b11, 6)]
    if fits:
        expected.append(("bound", 2, 15, 7))
    if fits and bound == YES:
        expected.append(("exact", 2, 15, 7))
    assert calls == expected
    assert answer == (NO if not fits else exact if bound == YES else bound)
    assert grown.size[0] == 4


def test_go_on_keeps_wall_crows_under_cubes_off_the_entrance() -> None:
    """With the real steps: door 1 of card 2 is entered on its first crow."""
    arrays = deal_arrays(
        edge_card(3, 3),
        edge_card(3, 3),
        edge_card(4, 3, WALL_CROWS, "N1 N2"),
        edge_card(3, 3),
        rules=Rules(crow_scope=CrowScope.ALL),
    )
    search = empty_search(arrays)
    search.map.rows[1, 0] = 0
    set_state(search, 2, entrance=1)
    assert step("_go_on")(search, 1, 0, 0, 0, 0b001, 0) == NO
    assert search.map.size[0] == 0
