"""What is put around the kernels of the standings: cards, cubes on them, kinds of turns, layers."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.rules import CrowScope, Rules
from bolets_solver.optimize.cpsat.card_state_kernels import (
    FROM,
    KIND,
    NEVER,
    STANDING_COLUMNS,
    STATES,
    TO,
    mark_layer,
    state_slot,
    value_layer,
)
from bolets_solver.optimize.cpsat.card_states import START_LIVES, Layers, Standings
from bolets_solver.optimize.turns.turn_tables import Situation
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays, edge_card

pytestmark = pytest.mark.jit_off

CROWS = [(1, 0), (0, 1), (2, 1), (1, 1), (2, 2), (0, 2)]


def card_with(crows: int) -> Face:
    """A card with this number of crows; two of its doors are entered where one may lie."""
    return edge_card(3, 3, CROWS[:crows], "N2 N1 S3")


class Kept:
    """Stands for the tables of turns: how many crows a card has, how many cubes a trace may lay."""

    def __init__(self, arrays: Any, cubes: list[int]):
        self.arrays, self.cubes = arrays, cubes
        self.asked: list[Situation] = []
        self.tables: dict[Situation, Any] = {}

    def crow_count(self, k: int) -> int:
        return int(self.arrays.crow_at[k + 1] - self.arrays.crow_at[k])

    def table(self, situation: Situation) -> Any:
        self.asked.append(situation)
        return SimpleNamespace(turns=self.tables[situation])


def standings(scope: CrowScope = CrowScope.ALL, crows: int = 6, cubes: int = 3) -> Any:
    """Standings of three cards of which nothing is known yet; crows lie on all but the last."""
    cards = [
        edge_card(3, 3, CROWS[:2]),
        card_with(crows),
        edge_card(3, 3, CROWS[:1], "N2"),
        edge_card(3, 3),
    ]
    made: Any = Standings.__new__(Standings)
    made.arrays = deal_arrays(*cards, rules=Rules(crow_scope=scope))
    made.turns = Kept(made.arrays, [cubes, 1, 0, 0])
    made.last = 3
    return made


def masks(crows: int, cubes: int, entrance: int) -> list[tuple[int, ...]]:
    """Sets of crows under cubes: four at most may be left, and none is entered upon."""
    numbered = sorted(CROWS[:crows], key=lambda tile: (tile[1], tile[0]))
    entered = card_with(crows).doors[entrance].tile
    free = [crow for crow, tile in enumerate(numbered) if tile != entered]
    return [
        mask
        for size in range(crows + 1)
        for mask in combinations(free, size)
        if crows - size <= 4 and size <= cubes
    ]


@pytest.mark.parametrize("crows", range(7))
@pytest.mark.parametrize("entrance", range(3))
def test_masks_are_the_crows_that_cubes_may_lie_on_when_a_card_is_entered(
    crows: int, entrance: int
) -> None:
    for cubes in range(5):
        made = standings(crows=crows, cubes=cubes)
        assert made._masks(1, entrance) == masks(crows, cubes, entrance)
    traced = standings(CrowScope.TRACED, crows)
    assert traced._masks(1, entrance) == [()]


def test_masks_of_the_first_card_are_none() -> None:
    assert standings()._masks(0, 0) == [()]


@pytest.mark.parametrize("scope", CrowScope)
def test_card_lists_situations_by_entrance_with_what_counts_already(scope: CrowScope) -> None:
    made = standings(scope)
    for k, doors in ((0, 2), (1, 3)):
        card = made._card(k)
        every = [[()]] * doors
        if scope is CrowScope.ALL and k == 1:
            every = [masks(6, 3, entrance) for entrance in range(doors)]
        expected = [Situation(k, door, mask) for door in range(doors) for mask in every[door]]
        assert card.situations == expected
        assert card.hidden.tolist() == [len(one.masked) for one in expected]
        counts = scope is CrowScope.ALL and k > 0
        assert card.shown.tolist() == [6 - len(one.masked) if counts else 0 for one in expected]
        ends = [0, *np.cumsum([len(one) for one in every]).tolist()]
        assert card.door_at.tolist() == ends
        assert len(card.kind_at) == len(expected) + 1
        for values in (card.most, card.fewest):
            assert len(values) == len(expected) * STATES and (values == NEVER).all()
    assert len(made._card(3).most) == 0


def test_fill_kinds_sorts_the_turns_of_what_is_reached() -> None:
    made = standings(CrowScope.TRACED)
    made.cards = [made._card(k) for k in range(4)]
    card = made.cards[1]
    tables = {
        0: [[50, 1, 2, 3, 4], [51, 0, 9, 9, 9], [52, 1, 2, 3, 4]],
        2: [[53, 1, 2, 3, 4]],
    }
    kept: Any = made.turns
    for number, rows in tables.items():
        kept.tables[card.situations[number]] = np.array(rows)
    reached = np.zeros(3 * STATES, dtype=np.int8)
    reached[[STATES - 1, 2 * STATES]] = 1
    made._fill_kinds(1, reached)
    assert kept.asked == [card.situations[0], card.situations[2]]
    assert card.kind_at.tolist() == [0, 2, 2, 3]
    assert card.kinds.tolist() == [[0, 9, 9, 9], [1, 2, 3, 4], [1, 2, 3, 4]]
    assert [members.tolist() for members in card.members] == [[1], [0, 2], [0]]


def started(most: list[int], fewest: list[int]) -> Any:
    """Standings that begin by three doors, with what can follow each."""
    made = standings()
    made.starts = np.array(
        [[door, START_LIVES, 0, 2, 0, 0, 0] for door in range(3)], dtype=np.int64
    )
    values = np.full((2, 3 * STATES), 77)
    for door in range(3):
        slot = plain(state_slot)(door, START_LIVES, 0, 2, 0, 0, 0)
        values[:, slot] = most[door], fewest[door]
    other = np.full(3 * STATES, 12)
    made.cards = [
        SimpleNamespace(most=values[0], fewest=values[1]),
        SimpleNamespace(most=other, fewest=other),
    ]
    made.last = 2
    return made


def test_most_and_fewest_are_those_of_the_best_and_worst_entrance() -> None:
    made = started([5, NEVER, 9], [4, NEVER, 3])
    assert (made.most, made.fewest) == (9, 3)
    never = started([NEVER] * 3, [NEVER] * 3)
    assert (never.most, never.fewest) == (NEVER, NEVER)


@pytest.mark.parametrize(
    ("least", "most", "kept"),
    [(0, 99, [0, 2]), (6, 99, [2]), (5, 99, [0, 2]), (0, 3, [2]), (0, 4, [0, 2]), (10, 99, [])],
)
def test_layers_begin_where_wanted_points_may_follow(
    least: int, most: int, kept: list[int]
) -> None:
    made = started([5, NEVER, 9], [4, NEVER, 3])
    begun = []

    def steps(k: int, rows: Any, wanted: tuple[int, int, int]) -> tuple[Any, Any]:
        begun.append((k, rows.tolist(), wanted))
        none = np.zeros((0, 5), dtype=np.int64)
        return none, np.zeros((0, STANDING_COLUMNS), dtype=np.int64)

    made._steps = steps
    layers = made.layers(least, most, 7)
    assert layers is not None and layers.empty and layers.size == 0
    assert begun[0] == (0, made.starts[kept].tolist(), (least, most, 7))
    assert begun[1] == (1, [], (least, most, 7))


def test_layers_number_what_steps_lead_to_and_end_at_the_limit() -> None:
    """Two steps to one standing are two rows; the same step twice is one."""
    lists = [([2, 0, 0, 1], 2), ([4, 4, 6], 1)]
    for limit, fits in ((7, True), (6, False), (3, False)):
        made, rooms = started([5, 5, 9], [4, 4, 3]), []

        def steps(k: int, rows: Any, wanted: tuple[int, int, int], *, rooms: Any = rooms) -> Any:
            rooms.append(wanted[2])
            leads, kind = lists[k]
            found = np.zeros((len(leads), 5), dtype=np.int64)
            found[:, KIND] = kind
            targets = np.zeros((len(leads), STANDING_COLUMNS), dtype=np.int64)
            targets[:, 0] = leads
            return found, targets

        made._steps = steps
        layers = made.layers(0, 99, limit)
        assert (layers is not None) == fits
        assert rooms == ([limit, limit - 4] if limit > 3 else [limit])
        if layers is None:
            continue
        assert [rows[:, 0].tolist() for rows in layers.standings] == [[0, 1, 2], [0, 1, 2], [4, 6]]
        assert [rows[:, TO].tolist() for rows in layers.steps] == [[0, 1, 2], [0, 1]]
        assert [set(rows[:, KIND].tolist()) for rows in layers.steps] == [{2}, {1}]
        assert all((rows[:, FROM] == 0).all() for rows in layers.steps)
        assert (layers.size, layers.empty) == (5, False)


def test_layers_are_empty_if_any_has_no_standing() -> None:
    rows, none = np.zeros((2, 5), np.int64), np.zeros((0, 5), np.int64)
    assert Layers([rows, none, rows], [rows, rows]).empty
    assert not Layers([rows, rows], [none]).empty


class Listing:
    """Stands for the work: runs no kernel but notes how it is called."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, dtype=np.int64)
        self.calls: list[Any] = []
        self.reached: list[list[int]] = []
        self.polled: list[int] = []

    def run(self, kernel: Any, *parts: Any) -> None:
        self.calls.append((kernel, parts))
        if kernel is mark_layer:
            self.reached.append(np.flatnonzero(parts[-3]).tolist())
            parts[-2][len(self.calls)] = 1

    def poll(self) -> None:
        self.polled.append(len(self.calls))


def test_spread_marks_card_by_card_and_values_from_the_last_back() -> None:
    made, work = standings(CrowScope.TRACED), Listing()
    made.cards = [made._card(k) for k in range(4)]
    made.work = work
    made.starts = np.array([[1, START_LIVES, 0, 2, 0, 0, 0]], dtype=np.int64)
    filled: list[Any] = []
    made._level = lambda k: (f"layer {k}", f"desk {k}")
    made._fill_kinds = lambda k, reached: filled.append((k, reached))
    made._spread()
    slot = int(plain(state_slot)(1, START_LIVES, 0, 2, 0, 0, 0))
    assert work.reached == [[slot], [1], [2]]
    assert [k for k, _ in filled] == [0, 1, 2]
    kinds = [kernel for kernel, _ in work.calls]
    assert kinds == [mark_layer] * 3 + [value_layer] * 3
    assert work.polled == [1, 2, 3, 4, 5, 6], "what was stopped is not read"
    for number, (_, parts) in enumerate(work.calls):
        k = number if number < 3 else 5 - number
        assert parts[:2] == (f"layer {k}", f"desk {k}")
        assert parts[2] is filled[k][1] and parts[-1] is work.flag
        if number < 2:
            assert parts[3] is filled[k + 1][1]
        if number >= 3:
            card, following = made.cards[k], made.cards[k + 1]
            assert parts[3].most is following.most and parts[3].fewest is following.fewest
            assert parts[4] == (k == 2)
            assert parts[5].most is card.most and parts[5].fewest is card.fewest


def test_standings_begin_with_three_lives_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows: situation, lives, cubes, yellow cubes left, marker, highest marker, points."""
    spread: list[Any] = []
    monkeypatch.setattr(Standings, "_spread", lambda made: spread.append(made))
    kept: Any = standings().turns
    work: Any = Listing()
    made = Standings(kept, [2, 0], 1, work)
    assert made.starts.tolist() == [[2, 3, 0, 1, 0, 0, 0], [0, 3, 0, 1, 0, 0, 0]]
    assert spread == [made]
    assert Standings(kept, [], 1, work).starts.shape == (0, 7)


def test_level_is_a_card_with_what_the_next_one_shows_and_hides() -> None:
    made = standings()
    made.turns.book = SimpleNamespace(arrays=lambda: "effects")
    made.cards = [made._card(k) for k in range(4)]
    made.cards[1].kinds = np.array([[0, 1, 2, 7]])
    layer, desk = made._level(1)
    card, following = made.cards[1:3]
    assert (layer.switches is made.arrays.switches, layer.effects) == (True, "effects")
    for part, own in (
        (layer.kinds, card.kinds),
        (layer.kind_at, card.kind_at),
        (layer.card_shown, card.shown),
        (layer.door_at, following.door_at),
        (layer.hidden, following.hidden),
        (layer.shown, following.shown),
    ):
        assert part is own
    widest = int(np.max(np.diff(following.door_at)))
    assert len(desk.rows) == widest * 5 * (7 + 5)
