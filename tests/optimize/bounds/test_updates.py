"""The costs and choices of an update of the tracking card, against the text of the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from bolets_solver.bolets.rules import CrowLoss, CrowScope, RedTiming
from bolets_solver.optimize.bounds import updates
from bolets_solver.optimize.state.search_arrays import (
    ENTRANCE,
    HAND,
    HELD,
    LIVES,
    MARKER,
    MOST_UPDATES,
    PEAK,
    POINTS,
    YELLOW,
    new_updates,
)
from bolets_solver.optimize.tracing.deal_arrays import CROW_LOSSES
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays, edge_card, empty_search, set_state, switches
from tests.optimize.tracing.test_crow_losses import CHARGED, cost

pytestmark = pytest.mark.jit_off

list_updates = plain(updates.list_updates)
wall_crows_counting = plain(updates.wall_crows_counting)
reds_at_update = plain(updates.reds_at_update)
enter_card = plain(updates.enter_card)

ARRAYS = deal_arrays(edge_card(3, 3), edge_card(3, 3))

Way = tuple[int, int, int, int, int, int, int]


def ways(
    reading: CrowLoss,
    shown: int,
    wall_crows: int,
    marker: int,
    peak: int,
    lives: int,
    hand: int,
    yellow: int,
) -> Iterator[Way]:
    """All ways to lay cubes that lower the cost: fewer cubes never do as well.

    A cube comes from the hand or, for a life, from the yellow ones. Cubes on the wall card's crows
    are laid on credit: there must be enough for them, but they are not paid yet.
    """
    for laid in range(shown + wall_crows + 1):
        crows = shown + wall_crows - laid
        if crows >= 5:
            continue  # lost (B-R36)
        price = cost(reading, marker, crows, CHARGED[peak])
        fewer = [shown + wall_crows - other for other in range(laid)]
        if any(cost(reading, marker, more, CHARGED[peak]) <= price for more in fewer if more <= 4):
            continue
        for covered in range(shown + 1):
            hidden = laid - covered
            if not 0 <= hidden <= wall_crows:
                continue
            bought = max(0, covered - hand)
            left, cubes, spare = lives - bought, hand - covered + bought, yellow - bought
            if left < 1 or spare < 0 or hidden > cubes + min(spare, left - 1):
                continue
            if left - price >= 1:
                after = {value for value in (3, 4) if value <= crows} | CHARGED[peak]
                mark = CHARGED.index(after) if reading is CrowLoss.ONCE else 0
                yield covered, hidden, left - price, cubes, spare, crows, mark


def listed(reading: CrowLoss, *state: int) -> list[Way]:
    shown, wall_crows, marker, peak, lives, hand, yellow = state
    search = empty_search(ARRAYS._replace(switches=switches(crow_loss=reading)))
    search.updates[:] = 99
    set_state(search, 1, marker=marker, peak=peak, purse=(9, 9, 9))
    count = list_updates(search, 1, shown, wall_crows, lives, hand, yellow)
    return [tuple(row) for row in search.updates[1, :count].tolist()]


@pytest.mark.parametrize("reading", CROW_LOSSES)
def test_list_updates_offers_every_way_that_pays(reading: CrowLoss) -> None:
    rng = random.Random(f"updates {reading}")
    seen = 0
    for _ in range(3000):
        wall_crows = rng.choice((0, 0, 1, 2, 4))
        peak = rng.choice((0, 1, 2))
        state = (
            rng.randint(0, 12),
            wall_crows,
            rng.randint(0, 4),
            peak,
            rng.randint(1, 5),
            rng.choice((0, 0, 1, 2, 3, 8)),
            rng.randint(0, 2),
        )
        found = listed(reading, *state)
        assert sorted(found) == sorted(ways(reading, *state)), state
        seen += len(found)
    assert seen > 1000


@pytest.mark.parametrize("reading", CROW_LOSSES)
def test_list_updates_at_the_edge_of_loss(reading: CrowLoss) -> None:
    """Few lives and few cubes: every combination."""
    for shown in range(8):
        for wall_crows in range(3):
            for marker in range(5):
                for lives in (1, 2, 3):
                    for hand in (0, 1):
                        for yellow in (0, 1, 2):
                            state = (shown, wall_crows, marker, 0, lives, hand, yellow)
                            expected = sorted(ways(reading, *state))
                            assert sorted(listed(reading, *state)) == expected, state


def test_list_updates_has_room_for_the_most_ways() -> None:
    """Four crows that count on each side, cubes for all: nothing is written beyond the rows."""
    for reading in CROW_LOSSES:
        for shown in range(13):
            for wall_crows in range(13 - shown):
                found = listed(reading, shown, wall_crows, 0, 0, 5, 8, 2)
                assert len(found) <= MOST_UPDATES
    assert new_updates(3).shape == (3, MOST_UPDATES, 7)
    assert new_updates(1).dtype == np.int64


@pytest.mark.parametrize("scope", CrowScope)
def test_wall_crows_counting_are_those_printed_on_the_wall_card(scope: CrowScope) -> None:
    crows = [(0, 0), (1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]
    faces = [edge_card(3, 3, crows[:count]) for count in (1, 4, 2, 6)]
    search = empty_search(deal_arrays(*faces)._replace(switches=switches(crow_scope=scope)))
    found = [wall_crows_counting(search, k) for k in range(3)]
    assert found == ([4, 2, 6] if scope is CrowScope.ALL else [0, 0, 0])


@pytest.mark.parametrize("timing", RedTiming)
@pytest.mark.parametrize("most", (2, 6))
def test_reds_at_update_are_those_that_the_points_of_the_turn_earn(
    timing: RedTiming, most: int
) -> None:
    code = switches(red_timing=timing, reds=most)
    for before in range(30):
        for after in range(before, 32):
            expected = min(most, after // 4) - min(most, before // 4)
            if timing is RedTiming.TRACE:
                expected = 0
            assert reds_at_update(code, before, after) == expected


def test_enter_card_takes_over_the_update_and_the_red_cubes() -> None:
    search = empty_search(ARRAYS)
    search.state[:], search.updates[:] = 77, 66
    search.updates[0, 3] = (1, 2, 4, 3, 2, 4, 1)
    enter_card(search, 1, 5, 3, 2, 19)
    state = search.state[1]
    found = state[[ENTRANCE, POINTS, LIVES, HAND, YELLOW, MARKER, PEAK, HELD]].tolist()
    assert found == [5, 19, 4, 5, 2, 4, 1, 5]
    assert (search.state[0] == 77).all()
