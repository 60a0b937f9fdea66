"""Steps between what can stand on the tracking card, against the rules and against all chains."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from bolets_solver.bolets.rules import CrowLoss, RedTiming
from bolets_solver.optimize.cpsat import card_state_kernels as kernels
from bolets_solver.optimize.cpsat.card_state_kernels import (
    COVERS,
    FOUND,
    FROM,
    HAND,
    KIND,
    LIVES,
    MARKER,
    NEVER,
    OLDER,
    PEAK,
    PHASES,
    POINTS,
    SITUATION,
    STATES,
    YELLOW,
    Desk,
    Layer,
    Span,
    StepList,
    new_desk,
)
from bolets_solver.optimize.tracing.deal_arrays import CROW_LOSSES, Ints
from bolets_solver.optimize.tracing.effects import EffectBook
from tests.optimize.plain import plain
from tests.optimize.setting import switches
from tests.optimize.tracing.test_crow_losses import cost
from tests.optimize.tracing.test_effects import every_end, no_better

pytestmark = pytest.mark.jit_off

state_slot = plain(kernels.state_slot)
list_steps = plain(kernels.list_steps)
read_slot = plain(kernels.read_slot)
slot_of_row = plain(kernels.slot_of_row)
mark_layer = plain(kernels.mark_layer)
value_layer = plain(kernels.value_layer)
list_layer = plain(kernels.list_layer)

NO_FLAG = np.zeros(1, dtype=np.int64)
PEAK_OF = (0, 0, 0, 1, 2)
"""Highest markers 0 to 4 as kernels keep them: at most 2, 3, more."""


def test_state_slot_gives_every_standing_its_own_place_and_read_slot_reads_it() -> None:
    seen = set()
    standing = np.zeros(7, dtype=np.int64)
    values = (range(2), range(1, 6), range(9), range(3), range(5), range(3), (0, 1, 12, PHASES - 1))
    for situation, lives, hand, yellow, marker, peak, phase in product(*values):
        slot = state_slot(situation, lives, hand, yellow, marker, peak, phase)
        seen.add(int(slot))
        read_slot(slot, standing)
        expected = {SITUATION: situation, LIVES: lives, HAND: hand, YELLOW: yellow}
        expected |= {MARKER: marker, PEAK: peak, POINTS: phase}
        assert standing.tolist() == [expected[column] for column in range(7)]
    assert len(seen) == 2 * 5 * 9 * 3 * 5 * 3 * 4
    assert min(seen) == 0
    assert max(seen) == 2 * STATES - 1
    assert PHASES == 25, "24 points earn the sixth cube"


def test_slot_of_row_counts_points_no_further_than_the_last_red_cube() -> None:
    rows = np.array([[1, 3, 2, 1, 4, 2, 24, 7, 9], [1, 3, 2, 1, 4, 2, 40, 7, 9]], dtype=np.int64)
    assert slot_of_row(rows[0]) == slot_of_row(rows[1]) == state_slot(1, 3, 2, 1, 4, 2, 24)
    rows[0, 6] = 23
    assert slot_of_row(rows[0]) == state_slot(1, 3, 2, 1, 4, 2, 23)


WORDS = {
    RedTiming.UPDATE: [(), (1,), (2, 3), (3, 3), (1, 2, 1)],
    RedTiming.TRACE: [(), (1,), (4, 3), (5, 4, 3), (2, 3)],
}
WORTH = [0, 1, 4, 7, 3]


def layer_of(reading: CrowLoss, timing: RedTiming, rng: random.Random, reds: int = 6) -> Layer:
    """Two situations with kinds of turns; three of the next card, two by door 0, one by door 1."""
    book = EffectBook()
    numbers = [book.number(bytes(word)) for word in WORDS[timing]]
    worth = [sum({4: 1, 5: 3}.get(event, 0) for event in word) for word in WORDS[timing]]
    if timing is RedTiming.UPDATE:
        worth = WORTH
    kinds = []
    for _ in range(6):
        which = rng.randrange(5)
        kinds.append([rng.randrange(2), worth[which], numbers[which], rng.choice((0, 1, 2, 4, 6))])
    return Layer(
        switches=switches(crow_loss=reading, red_timing=timing, reds=reds),
        effects=book.arrays(),
        kinds=np.array(kinds, dtype=np.int64),
        kind_at=np.array([0, 2, 6], dtype=np.int64),
        card_shown=np.array([0, 1], dtype=np.int64),
        door_at=np.array([0, 2, 3], dtype=np.int64),
        hidden=np.array([0, 1, 2], dtype=np.int64),
        shown=np.array([2, 1, 0], dtype=np.int64),
    )


Step = tuple[int, ...]


def steps(
    layer: Layer, timing: RedTiming, reading: CrowLoss, kind: int, older: int, standing: Ints
) -> set[Step]:
    """All steps by the rules; cubes on crows come from the hand, then from yellow ones."""
    door, worth, effect, left = layer.kinds[kind].tolist()
    first, last = layer.effects.string_at[effect : effect + 2]
    word = tuple(layer.effects.strings[first:last].tolist())
    points = int(standing[POINTS])
    purse = (int(standing[LIVES]), int(standing[HAND]), int(standing[YELLOW]))
    ends = every_end(word, purse, points)
    best = [end for end in ends if all(no_better(other, end) for other in ends)]
    if not best:
        return set()
    lives, hand, yellow = max(best, key=lambda end: (end[0], end[1]))
    reds = 0
    if timing is RedTiming.UPDATE:
        hand = min(8, hand)
        most = int(layer.switches[4])
        reds = min(most, (points + worth) // 4) - min(most, points // 4)
    found = set()
    for situation in range(layer.door_at[door], layer.door_at[door + 1]):
        for seen in range(older + 1):
            for covers in range(left + seen + 1):
                marker = left + seen - covers + int(layer.shown[situation])
                laid = covers + int(layer.hidden[situation])
                bought = max(0, laid - hand)
                if marker > 4 or bought > yellow:
                    continue
                charged = {3, 4} if standing[PEAK] == 2 else {3} if standing[PEAK] == 1 else set()
                price = cost(reading, int(standing[MARKER]), marker, charged)
                if lives - bought - price < 1 or lives - bought < 1:
                    continue
                peak = max(int(standing[PEAK]), PEAK_OF[marker]) if reading is CrowLoss.ONCE else 0
                cubes = min(8, hand + bought - laid + reds)
                after = (situation, lives - bought - price, cubes, yellow - bought, marker, peak)
                found.add((*after, points + worth, covers, seen))
    return found


def standings(rng: random.Random, count: int) -> list[Ints]:
    """Random standings; the highest marker so far is at least the marker."""
    found = []
    for _ in range(count):
        marker = rng.randint(1, 4)
        peak = rng.randint(PEAK_OF[marker], 2)
        purse = [rng.randint(1, 5), rng.choice((0, 1, 2, 8)), rng.randint(0, 2)]
        points = rng.choice((0, 3, 6, 19, 22, 24))
        row = [rng.randrange(2), *purse, marker, peak, points]
        found.append(np.array(row, dtype=np.int64))
    return found


@pytest.mark.parametrize("timing", RedTiming)
@pytest.mark.parametrize("reading", CROW_LOSSES)
def test_list_steps_lists_every_step_that_the_rules_allow(
    reading: CrowLoss, timing: RedTiming
) -> None:
    rng = random.Random(f"steps {reading} {timing}")
    seen = 0
    for _ in range(12):
        layer = layer_of(reading, timing, rng, rng.choice((2, 6)) if timing == "update" else 6)
        desk = new_desk(layer.door_at, layer.kinds)
        for standing in standings(rng, 8):
            for kind in range(len(layer.kinds)):
                older = rng.randint(0, 4)
                count = list_steps(layer, kind, older, standing, desk.rows)
                found = [tuple(row) for row in desk.rows[:count].tolist()]
                assert len(set(found)) == count <= len(desk.rows)
                assert set(found) == steps(layer, timing, reading, kind, older, standing)
                seen += count
    assert seen > 500


def slots(layer: Layer, rng: random.Random, count: int) -> tuple[Ints, list[Ints]]:
    """Marks of some standings that are reached, and these standings."""
    reached = np.zeros(2 * STATES, dtype=np.int8)
    chosen = standings(rng, count)
    for row in chosen:
        reached[state_slot(*row[:6].tolist(), row[POINTS])] = 1
    return reached, chosen


def every_step(
    layer: Layer, timing: RedTiming, reading: CrowLoss, standing: Ints
) -> list[tuple[int, Step]]:
    """All steps from a standing, with the kind of turn."""
    situation = int(standing[SITUATION])
    older = int(standing[MARKER] - layer.card_shown[situation])
    return [
        (kind, step)
        for kind in range(layer.kind_at[situation], layer.kind_at[situation + 1])
        for step in steps(layer, timing, reading, kind, older, standing)
    ]


def target(step: Step) -> int:
    return int(state_slot(*step[:6], min(step[6], 24)))


@pytest.mark.parametrize("reading", [CrowLoss.EACH, CrowLoss.ONCE])
def test_mark_layer_marks_what_one_step_leads_to(reading: CrowLoss) -> None:
    rng = random.Random(f"mark {reading}")
    layer = layer_of(reading, RedTiming.UPDATE, rng)
    desk = new_desk(layer.door_at, layer.kinds)
    reached, chosen = slots(layer, rng, 6)
    following = np.zeros(3 * STATES, dtype=np.int8)
    mark_layer(layer, desk, reached, following, NO_FLAG)
    expected = {
        target(step)
        for row in chosen
        for _, step in every_step(layer, RedTiming.UPDATE, reading, row)
    }
    assert set(np.flatnonzero(following).tolist()) == expected
    assert expected
    following[:] = 0
    mark_layer(layer, desk, reached, following, np.ones(1, dtype=np.int64))
    assert not following.any()


def followers(rng: random.Random) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Most and fewest points that follow each standing of the next card; never, for some."""
    most = np.array([rng.choice((NEVER, 2, 5, 9)) for _ in range(997)], dtype=np.int16)
    fewest = np.array([rng.choice((0, 1, 2)) for _ in range(991)], dtype=np.int16)
    size = 3 * STATES
    high = np.resize(most, size)
    low = np.where(high == NEVER, NEVER, np.resize(fewest, size)).astype(np.int16)
    return high, low


@pytest.mark.parametrize("is_last", [False, True])
def test_value_layer_finds_most_and_fewest_points_that_follow(is_last: bool) -> None:
    rng = random.Random(f"value {is_last}")
    layer = layer_of(CrowLoss.EACH, RedTiming.UPDATE, rng)
    desk: Desk = new_desk(layer.door_at, layer.kinds)
    reached, chosen = slots(layer, rng, 6)
    next_most, next_fewest = followers(rng)
    most, fewest = np.full((2, 2 * STATES), NEVER, dtype=np.int16)
    following, values = Span(next_most, next_fewest), Span(most, fewest)
    value_layer(layer, desk, reached, following, is_last, values, NO_FLAG)
    touched = set()
    for row in chosen:
        highs, lows = [], []
        for kind, step in every_step(layer, RedTiming.UPDATE, CrowLoss.EACH, row):
            worth = int(layer.kinds[kind, 1])
            high = 0 if is_last else int(next_most[target(step)])
            if high != NEVER:
                highs.append(worth + high)
                lows.append(worth + (0 if is_last else int(next_fewest[target(step)])))
        slot = state_slot(*row[:6].tolist(), row[POINTS])
        touched.add(int(slot))
        assert most[slot] == max(highs, default=NEVER)
        assert fewest[slot] == min(lows, default=NEVER)
    untouched = np.delete(most, sorted(touched))
    assert (untouched == NEVER).all()
    most[:] = NEVER
    stop = np.ones(1, dtype=np.int64)
    value_layer(layer, desk, reached, following, is_last, values, stop)
    assert (most == NEVER).all()


@pytest.mark.parametrize("wanted", [(0, 99), (9, 12), (26, 30)], ids=str)
@pytest.mark.parametrize("is_last", [False, True])
def test_list_layer_lists_steps_that_wanted_points_can_follow(
    is_last: bool, wanted: tuple[int, int]
) -> None:
    rng = random.Random(f"list {wanted}")
    layer = layer_of(CrowLoss.STOOD, RedTiming.UPDATE, rng)
    desk = new_desk(layer.door_at, layer.kinds)
    chosen = standings(rng, 5)
    next_most, next_fewest = followers(rng)
    expected = []
    for number, row in enumerate(chosen):
        for kind, step in every_step(layer, RedTiming.UPDATE, CrowLoss.STOOD, row):
            high = low = 0
            if not is_last:
                high, low = int(next_most[target(step)]), int(next_fewest[target(step)])
            if high != NEVER and step[6] + high >= wanted[0] and step[6] + low <= wanted[1]:
                expected.append((number, kind, step))
    for room in (4000, 3):
        following = Span(next_most, next_fewest)
        found = run_list_layer(layer, desk, following, is_last, chosen, wanted, room)
        assert sorted(found) == sorted(
            (n, k, (*s[:6], s[6], s[7], s[8]) if not is_last else (s[0], s[6], s[7], s[8]))
            for n, k, s in expected
        )


def run_list_layer(
    layer: Layer,
    desk: Desk,
    following: Span,
    is_last: bool,
    chosen: list[Ints],
    wanted: tuple[int, int],
    room: int,
) -> list[tuple[int, int, Step]]:
    """Call the kernel, again with more room whenever it asks for that."""
    listed = StepList(
        steps=np.zeros((room, 5), dtype=np.int64),
        targets=np.zeros((room, 7), dtype=np.int64),
        done=np.zeros(2, dtype=np.int64),
    )
    limits, asked = np.array([*wanted, 5000]), 0
    while list_layer(layer, desk, following, is_last, np.array(chosen), limits, listed, NO_FLAG):
        listed = listed._replace(
            steps=np.concatenate([listed.steps, np.zeros_like(listed.steps)]),
            targets=np.concatenate([listed.targets, np.zeros_like(listed.targets)]),
        )
        asked += 1
    rows, targets, done = listed
    count = done[FOUND]
    assert asked > 0 or room > 100 or count <= 3
    found = []
    for step, after in zip(rows[:count].tolist(), targets[:count].tolist(), strict=True):
        answer: tuple[int, ...] = (after[SITUATION],)
        if not is_last:
            answer += tuple(after[column] for column in (LIVES, HAND, YELLOW, MARKER, PEAK))
        answer += (after[POINTS], step[COVERS], step[OLDER])
        found.append((step[FROM], step[KIND], answer))
    return found


def test_list_layer_stops_one_step_beyond_the_limit() -> None:
    rng = random.Random("limit")
    layer = layer_of(CrowLoss.EACH, RedTiming.UPDATE, rng)
    desk = new_desk(layer.door_at, layer.kinds)
    next_most, next_fewest = followers(rng)
    rows, targets = np.zeros((500, 5), dtype=np.int64), np.zeros((500, 7), dtype=np.int64)
    done = np.zeros(2, dtype=np.int64)
    chosen = np.array(standings(rng, 6))
    following, listed = Span(next_most, next_fewest), StepList(rows, targets, done)
    arguments = (layer, desk, following, False, chosen, np.array([0, 99, 4]), listed)
    assert list_layer(*arguments, NO_FLAG) == 0
    assert done[FOUND] == 5
