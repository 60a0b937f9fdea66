"""The chain bound against its definition, on made-up entries where every odd thing may pay.

A chain takes an entry a card. It pays lives and cubes as the rules say; of the crows outside the
card any number vanishes, and red cubes are earned without their limit of six. Its cubes on crows
are free to cover any number of them at every update, also where nothing is gained.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from bolets_solver.bolets.rules import CrowLoss, CrowScope, RedTiming
from bolets_solver.optimize.bounds import chain_bound as chain
from bolets_solver.optimize.state.bound_arrays import LOST, STATES, UNKNOWN, new_bounds, new_loose
from bolets_solver.optimize.state.search_arrays import Search
from bolets_solver.optimize.tables.deal_tables import DealTables
from bolets_solver.optimize.tracing.deal_arrays import CROW_LOSSES, DealArrays
from bolets_solver.optimize.tracing.effects import EffectBook
from bolets_solver.optimize.tracing.trace_arrays import (
    GAIN_LIFE,
    GAIN_POINT,
    GAIN_THREE,
    LOSE_LIFE,
    USE_CUBE,
)
from tests.optimize.plain import plain
from tests.optimize.setting import (
    deal_arrays,
    deal_tables,
    edge_card,
    empty_search,
    set_state,
    switches,
)
from tests.optimize.tracing.test_crow_losses import CHARGED, cost
from tests.optimize.tracing.test_effects import every_end

pytestmark = pytest.mark.jit_off

bound_groups = plain(chain.bound_groups)
state_slot = plain(chain.state_slot)
fill_loose = plain(chain.fill_loose)

DOORS = 2
SHOWN = (1, 3, 2, 0)
"""Crows printed on the four cards; the last one is the Cottage."""


@dataclass(frozen=True)
class Entry:
    """What a turn brings: door, points, events, crows left on the card."""

    door: int
    points: int
    word: tuple[int, ...]
    left: int


@dataclass(frozen=True)
class Setting:
    """Entries of every (card, entrance) under some switches, as kernels read them and by name."""

    reading: CrowLoss
    scope: CrowScope
    timing: RedTiming
    entries: dict[int, list[Entry]]
    arrays: DealArrays
    tables: DealTables


def random_word(rng: random.Random, points: int, timing: RedTiming) -> tuple[int, ...]:
    word = rng.choices((LOSE_LIFE, GAIN_LIFE, USE_CUBE), k=rng.choice((0, 0, 1, 1, 2, 3)))
    if timing is RedTiming.TRACE:
        word += [GAIN_THREE] * (points // 3) + [GAIN_POINT] * (points % 3)
    rng.shuffle(word)
    return tuple(word)


def random_setting(seed: int, reading: CrowLoss, scope: CrowScope, timing: RedTiming) -> Setting:
    rng = random.Random(f"chain {seed}")
    faces = [edge_card(3, 2, [(x, y) for y in range(2) for x in range(3)][:n]) for n in SHOWN]
    arrays = deal_arrays(*faces)._replace(
        switches=switches(crow_loss=reading, crow_scope=scope, red_timing=timing)
    )
    entries: dict[int, list[Entry]] = {}
    for number in range(3 * DOORS):
        entries[number] = []
        for _ in range(0 if number == 3 else rng.choice((2, 3, 4))):
            points = rng.choice((0, 1, 2, 3, 5, 9))
            word = random_word(rng, points, timing)
            left = rng.choice((0, 0, 1, 2, 3, 5))
            entries[number].append(Entry(rng.randrange(DOORS), points, word, left))
        entries[number].sort(key=lambda entry: -entry.points)  # as tables have them
    return Setting(reading, scope, timing, entries, arrays, tables_of(arrays, entries))


def tables_of(arrays: DealArrays, entries: dict[int, list[Entry]]) -> DealTables:
    book = EffectBook()
    rows = [
        [e.door, e.points, book.number(bytes(e.word)), e.left]
        for number in sorted(entries)
        for e in entries[number]
    ]
    sizes = [len(entries.get(number, [])) for number in range(4 * DOORS)]
    at = np.cumsum([0, *sizes], dtype=np.int64)
    chain_rows = np.array(rows, dtype=np.int64).reshape(-1, 4)
    ranges = np.stack([np.arange(len(rows)), np.arange(len(rows)) + 1], axis=1).reshape(-1, 2)
    most = np.full(4 * DOORS, -1, dtype=np.int64)
    most[3 * DOORS :] = 0
    for number in reversed(range(3 * DOORS)):
        for e in entries[number]:
            rest = most[(number // DOORS + 1) * DOORS + e.door]
            if rest >= 0:
                most[number] = max(most[number], rest + e.points)
    return deal_tables(
        arrays,
        chain=chain_rows,
        chain_at=at[:-1],
        chain_to=at[1:],
        groups=np.concatenate([chain_rows, ranges], axis=1).astype(np.int64),
        group_at=at[:-1],
        group_to=at[1:],
        doors=np.array([DOORS], dtype=np.int64),
        effects=book.arrays(),
        most_points=most,
    )


State = tuple[int, int, int, int, int, int, int, int]
"""Card, entrance, lives, cubes in hand, yellow left, points so far, marker, peak."""


class Truth:
    """The most points of any chain, by trying all of them."""

    def __init__(self, setting: Setting):
        self.setting = setting
        self.most = cache(self._most)
        self.ends = cache(every_end)

    def _most(self, *state: int) -> int:
        """Most points that follow, -1 if no chain reaches the last card."""
        return max((self.after(e, range(state[6] + 1), *state) for e in self.of(state)), default=-1)

    def of(self, state: tuple[int, ...]) -> list[Entry]:
        return self.setting.entries.get(state[0] * DOORS + state[1], [])

    def after(self, entry: Entry, olds: range, *state: int) -> int:
        """Most points with this entry first, if this number of older crows stays visible."""
        k, _, lives, hand, yellow, points, marker, peak = state
        setting = self.setting
        in_trace = setting.timing is RedTiming.TRACE
        total = points + entry.points
        reds = 0 if in_trace else total // 4 - points // 4
        wall = SHOWN[k + 1] if setting.scope is CrowScope.ALL else 0
        best = -1
        for left, cubes, spare in self.ends(entry.word, (lives, hand, yellow), points % 4):
            for old in olds:
                for covered in range(min(cubes, entry.left + old) + 1):
                    credit = cubes - covered + min(spare, left - 1)  # also lives are paid later
                    for hidden in range(min(wall, credit) + 1):
                        now = entry.left + old - covered + wall - hidden
                        if now > 4:
                            continue
                        price = cost(setting.reading, marker, now, CHARGED[peak])
                        if left <= price:
                            continue
                        after = CHARGED[peak] | {v for v in (3, 4) if v <= now}
                        mark = CHARGED.index(after) if setting.reading is CrowLoss.ONCE else 0
                        rest = 0
                        if k + 1 < 3:
                            purse = (left - price, min(8, cubes - covered + reds), spare)
                            rest = self.most(k + 1, entry.door, *purse, total % 4, now, mark)
                        if rest >= 0:
                            best = max(best, entry.points + rest)
        return best


SETTINGS = [
    (reading, scope, timing)
    for reading in CROW_LOSSES
    for scope in CrowScope
    for timing in RedTiming
]


def states(rng: random.Random, count: int) -> list[State]:
    return [
        (
            rng.randrange(3),
            rng.randrange(DOORS),
            rng.randint(1, 5),
            rng.choice((0, 0, 1, 2, 3)),
            rng.randint(0, 2),
            rng.randint(0, 3),
            rng.randint(0, 4),
            rng.choice((0, 1, 2)),
        )
        for _ in range(count)
    ]


def new_search(setting: Setting) -> Search:
    return empty_search(setting.arrays, setting.tables, bounds=new_bounds(4 * DOORS))


def put(search: Search, state: tuple[int, ...]) -> int:
    """Set the row of a state; return its card."""
    k, entrance, lives, held, yellow, points, marker, peak = state
    where = {"entrance": entrance, "points": points, "marker": marker, "peak": peak}
    set_state(search, k, purse=(lives, 7, yellow), held=held, **where)
    return k


def chain_bound(search: Search, *state: int) -> int:
    return int(plain(chain.chain_bound)(search, put(search, state)))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("switched", SETTINGS, ids=lambda parts: "-".join(parts))
def test_chain_bound_is_the_best_of_all_chains(
    seed: int, switched: tuple[CrowLoss, CrowScope, RedTiming]
) -> None:
    setting = random_setting(seed, *switched)
    truth, search = Truth(setting), new_search(setting)
    found = set()
    for state in states(random.Random(seed), 25):
        k, entrance, *purse, marker, peak = state
        once = peak if setting.reading is CrowLoss.ONCE else 0
        state = (k, entrance, *purse, marker, once)
        assert chain_bound(search, *state) == truth.most(*state), state
        assert chain_bound(search, *state) == truth.most(*state), "remembered as it was"
        later = (*state[:5], state[5] + 4 * (1 + seed), *state[6:])
        assert chain_bound(search, *later) == truth.most(*state), "four points are one red cube"
        found.add(truth.most(*state))
    assert len(found) > 1


@pytest.mark.parametrize("reading", CROW_LOSSES)
def test_chain_bound_keeps_every_state_in_its_own_place(reading: CrowLoss) -> None:
    """All states of the two cards before the last one, in one memory; then asked again.

    Of points all that matters is how many there are since the last red cube.
    """
    every = list(product((0, 1), (1, 2), (0, 1), (0, 1, 2), (3, 4, 7), (0, 2, 3), (0, 1, 2)))
    for seed in (2, 5):
        setting = random_setting(seed, reading, CrowScope.TRACED, RedTiming.UPDATE)
        truth, search = Truth(setting), new_search(setting)
        for card in (2, 1, 2, 1):
            for *rest, peak in every:
                if reading is CrowLoss.ONCE or peak == 0:
                    state = (card, *rest, peak)
                    alike = (*state[:5], state[5] % 4, *state[6:])
                    assert chain_bound(search, *state) == truth.most(*alike), state


def test_chain_bound_of_the_cottage_is_nothing() -> None:
    setting = random_setting(0, *SETTINGS[0])
    assert chain_bound(new_search(setting), 3, 1, 2, 0, 0, 0, 0, 0) == 0


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("switched", SETTINGS, ids=lambda parts: "-".join(parts))
def test_bound_groups_values_every_group_by_itself(
    seed: int, switched: tuple[CrowLoss, CrowScope, RedTiming]
) -> None:
    """Groups below the need are worth nothing; the given number of old crows stays uncovered."""
    setting = random_setting(seed, *switched)
    truth, search = Truth(setting), new_search(setting)
    tables, rng = setting.tables, random.Random(seed)
    for state in states(rng, 15):
        k, entrance, *purse, marker, peak = state
        once = peak if setting.reading is CrowLoss.ONCE else 0
        fewest = rng.randint(0, 2)
        most = rng.randint(fewest, 4)
        need = rng.choice((0, 0, 3, 7))
        number = k * DOORS + entrance
        first, last = tables.group_at[number], tables.group_to[number]
        values = search.crows.value[k]
        values[:] = 77
        search.crows.far[k] = fewest
        search.crows.near[k] = rng.randint(0, most - fewest)
        search.crows.vague[k] = most - fewest - search.crows.near[k]
        put(search, (k, entrance, *purse, marker, once))
        highest = bound_groups(search, k, first, last, need)
        worth = [
            truth.after(entry, range(fewest, most + 1), k, entrance, *purse, marker, once)
            for entry in setting.entries[number]
        ]
        expected = [value if value >= need else LOST for value in worth]
        assert values[: last - first].tolist() == expected, state
        assert highest == max(expected, default=LOST)
        assert (values[last - first :] == 77).all()


def test_useful_groups_end_where_the_most_that_may_follow_is_not_enough() -> None:
    """The most from any entrance of the next card, whatever door a group leads to."""
    setting, rng = random_setting(0, *SETTINGS[0]), random.Random("useful")
    for _ in range(60):
        worth = [sorted((rng.randint(0, 6) for _ in range(5)), reverse=True) for _ in range(8)]
        groups = np.full((40, 6), 9, dtype=np.int64)
        groups[:, 1] = np.concatenate(worth)
        most = np.array([rng.choice((-1, 0, 2, 5, 8)) for _ in range(8)])
        most[::2] = np.maximum(most[::2], 0)
        tables = setting.tables._replace(
            groups=groups,
            most_points=most,
            group_at=np.arange(0, 40, 5),
            group_to=np.arange(5, 45, 5),
        )
        search = empty_search(setting.arrays, tables)
        k, entrance, need = rng.randrange(3), rng.randrange(DOORS), rng.randint(0, 12)
        set_state(search, k, entrance=entrance)
        number, rest = k * DOORS + entrance, max(most[(k + 1) * DOORS : (k + 2) * DOORS])
        expected = 5 * number + sum(points + rest >= need for points in worth[number])
        assert plain(chain.useful_groups)(search, k, need) == expected


def test_most_from_is_the_most_of_any_entrance() -> None:
    setting = random_setting(0, *SETTINGS[0])
    tables = setting.tables._replace(most_points=np.array([4, 7, -1, 5, -1, -1, 0, 0]))
    found = [plain(chain.most_from)(tables, k) for k in range(4)]
    assert found == [7, 5, -1, 0]


def test_enough_points_is_where_rows_begin_to_have_less() -> None:
    rng = random.Random("enough")
    for _ in range(200):
        worth = sorted((rng.randint(0, 6) for _ in range(rng.randint(0, 8))), reverse=True)
        rows = np.array([[9, points, 9, 9] for points in worth], dtype=np.int64).reshape(-1, 4)
        first = rng.randint(0, len(worth))
        last = rng.randint(first, len(worth))
        need = rng.randint(-2, 8)
        expected = first + sum(points >= need for points in worth[first:last])
        assert plain(chain.enough_points)(rows, first, last, need) == expected


def test_state_slot_gives_every_state_its_own_place() -> None:
    slots = {
        state_slot(number, lives, hand, yellow, phase, marker, peak)
        for number in range(2)
        for lives in range(1, 6)
        for hand in range(9)
        for yellow in range(3)
        for phase in range(4)
        for marker in range(5)
        for peak in range(3)
    }
    assert slots == set(range(2 * STATES))
    assert len(new_bounds(2)) == 2 * STATES
    assert (new_bounds(1) == UNKNOWN).all()
    assert state_slot(1, 3, 12, 1, 2, 4, 2) == state_slot(1, 3, 8, 1, 2, 4, 2)


def loose_bounds(setting: Setting) -> NDArray[np.int16]:
    """The bound that forgets crows; the rows of the last cards first, as orders share them."""
    loose = new_loose(4 * DOORS)
    assert (loose == LOST).all()
    loose[3 * DOORS :] = 0
    fill_loose(setting.arrays, setting.tables, 3, loose)
    first = loose[:DOORS].copy()
    loose[:DOORS] = LOST
    fill_loose(setting.arrays, setting.tables, 1, loose)
    assert np.array_equal(loose[:DOORS], first)
    return loose


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("timing", RedTiming)
def test_loose_bounds_are_chains_without_crows_and_with_yellow_cubes_for_nothing(
    seed: int, timing: RedTiming
) -> None:
    """Lives and cubes are followed, a red cube is earned for every four points begun."""
    setting = random_setting(seed, CrowLoss.EACH, CrowScope.ALL, timing)
    in_trace = timing is RedTiming.TRACE

    @cache
    def most(number: int, lives: int, cubes: int) -> int:
        if number >= 3 * DOORS:
            return 0
        best = -1
        for entry in setting.entries[number]:
            reds = -(-entry.points // 4)
            before = min(8, cubes + reds) if in_trace else cubes
            word = tuple(event for event in entry.word if event not in (GAIN_POINT, GAIN_THREE))
            for left, after, _ in every_end(word, (lives, before, 0)):
                hand = after if in_trace else min(8, after + reds)
                rest = most((number // DOORS + 1) * DOORS + entry.door, left, hand)
                if rest >= 0:
                    best = max(best, entry.points + rest)
        return best

    loose = loose_bounds(setting)
    if timing is RedTiming.UPDATE:
        for number in range(4 * DOORS):
            for lives in range(1, 6):
                for cubes in range(9):
                    assert loose[number, lives - 1, cubes] == most(number, lives, cubes)


@pytest.mark.parametrize("timing", RedTiming)
def test_loosen_raises_every_state_to_an_entry_and_what_follows_it(timing: RedTiming) -> None:
    """Whatever follows from each number of lives and cubes; no more than eight cubes are held."""
    rng, in_trace = random.Random(f"loosen {timing}"), timing is RedTiming.TRACE
    arrays = random_setting(0, CrowLoss.EACH, CrowScope.ALL, timing).arrays
    raised = 0
    for _ in range(40):
        points, book = rng.choice((0, 1, 3, 4, 7, 12)), EffectBook()
        word = random_word(rng, points, timing)
        chain_rows = np.array([[8, 8, 8, 8], [0, points, book.number(bytes(word)), 0]])
        tables = deal_tables(arrays, chain=chain_rows, effects=book.arrays())
        follow = np.array(rng.sample(range(-15, 75), 45), dtype=np.int16).reshape(5, 9)
        follow[follow < 0] = LOST
        before = np.array(rng.choices(range(-1, 60), k=45), dtype=np.int16).reshape(5, 9)
        loose, reds = before.copy(), -(-points // 4)
        plain(chain._loosen)(tables, 1, int(in_trace), follow, loose)
        for lives, cubes in product(range(1, 6), range(9)):
            best = before[lives - 1, cubes]
            hand = min(8, cubes + reds) if in_trace else cubes
            for left, after, _ in every_end(word, (lives, hand, 0)):
                rest = follow[left - 1, min(8, after if in_trace else after + reds)]
                best = max(best, points + rest) if rest >= 0 else best
            assert loose[lives - 1, cubes] == best
            raised += best > before[lives - 1, cubes]
    assert raised > 100


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("timing", RedTiming)
def test_loose_bounds_are_never_below_the_chain_bound(seed: int, timing: RedTiming) -> None:
    setting = random_setting(seed, CrowLoss.EVERY, CrowScope.TRACED, timing)
    search = new_search(setting)
    loose = loose_bounds(setting)
    for state in states(random.Random(seed), 300):
        k, entrance, lives, hand, yellow, *_ = state
        bound = chain_bound(search, *state)
        assert loose[k * DOORS + entrance, lives - 1, min(8, hand + yellow)] >= bound
