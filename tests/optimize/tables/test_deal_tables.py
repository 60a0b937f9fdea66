"""Tables of pairs joined: where each part goes, and what gets new numbers."""

from __future__ import annotations

import numpy as np
import pytest

from bolets_solver.optimize.tables import deal_tables
from bolets_solver.optimize.tables.deal_tables import TableBook
from bolets_solver.optimize.tables.segment_table import SegmentTable
from bolets_solver.optimize.tracing.effects import EffectBook
from bolets_solver.optimize.tracing.trace_arrays import GAIN_LIFE, LOSE_LIFE, USE_CUBE
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays, edge_card
from tests.optimize.setting import deal_tables as tables_of

pytestmark = pytest.mark.jit_off

DOORS = 3
WALL = edge_card(4, 2)
LOSE, GAIN, CUBE = (bytes([event]) for event in (LOSE_LIFE, GAIN_LIFE, USE_CUBE))


def table(
    placements: list[list[int]],
    groups: list[list[int]],
    members: list[list[int]],
    effects: tuple[bytes, ...] = (LOSE,),
    chain: tuple[int, ...] = (0,),
) -> SegmentTable:
    """A table with two sets of crows: none, and crows 0 and 2."""

    def ints(rows: list[list[int]], columns: int) -> np.ndarray:
        return np.array(rows, dtype=np.int64).reshape(-1, columns)

    return SegmentTable(
        placements=ints(placements, 3),
        groups=ints(groups, 6),
        members=ints(members, 2),
        crow_sets=np.array([0, 2]),
        set_at=np.array([0, 0, 2]),
        effects=effects,
        chain=np.array(chain, dtype=np.int64),
        steps=1,
    )


EMPTY = table([], [], [], (), ())
FIRST = table([[0, 1, 5]], [[1, 7, 0, 0, 0, 1]], [[0, 0]])
SECOND = table(
    [[0, -1, 4], [1, 2, -3], [2, -2, 0]],
    [[2, 6, 1, 0, 0, 2], [0, 5, 0, 2, 2, 3], [2, 9, 1, 2, 3, 4]],
    [[0, 0], [1, 0], [1, 1], [2, 1]],
    (LOSE, GAIN),
    (0, 2),
)
THIRD = table([[3, 0, 0]], [[0, 1, 0, 2, 0, 1]], [[0, 1]], (GAIN,))
EFFECT = 2


def joined() -> tuple[TableBook, list[deal_tables.JoinedPair], EffectBook]:
    """Two pairs: one of which the second entrance has no turn, one with a single entrance."""
    effects = EffectBook()
    effects.number(CUBE)  # met in another deck
    book = TableBook(DOORS, effects)
    return book, [book.join(WALL, (FIRST, EMPTY, SECOND)), book.join(WALL, (THIRD,))], effects


def test_join_adds_the_parts_of_a_pair_behind_those_of_the_pairs_before() -> None:
    book, (one, two), effects = joined()
    rows = {name: np.zeros(1) for name in ("group_at", "group_to", "chain_at", "chain_to")}
    more = {name: np.zeros(1) for name in ("most_points", "reach_box", "reach_at")}
    tables = book.tables(rows | more)
    assert (one.group_at.tolist(), one.group_to.tolist()) == ([0, 1, 1], [1, 1, 4])
    assert (two.group_at.tolist(), two.group_to.tolist()) == ([4, 0, 0], [5, 0, 0])
    assert (one.chain_at.tolist(), one.chain_to.tolist()) == ([0, 1, 1], [1, 1, 3])
    assert (two.chain_at.tolist(), two.chain_to.tolist()) == ([3, 0, 0], [4, 0, 0])
    lose, gain = effects.number(LOSE), effects.number(GAIN)
    assert {lose, gain} == {1, 2}
    assert tables.groups.tolist() == [
        [1, 7, lose, 0, 0, 1],
        [2, 6, gain, 0, 1, 3],
        [0, 5, lose, 2, 3, 4],
        [2, 9, gain, 2, 4, 5],
        [0, 1, gain, 2, 5, 6],
    ]
    assert tables.chain.tolist() == [tables.groups[row, :4].tolist() for row in (0, 1, 3, 4)]
    # of a set's number its pair's first one, of a placement's the pair's first one
    assert tables.members.tolist() == [[0, 0], [1, 4], [2, 4], [2, 5], [3, 5], [4, 7]]
    assert tables.set_at.tolist() == [0, 0, 2, 2, 4, 4, 6, 6, 8]
    assert tables.crow_sets.tolist() == [0, 2] * 4
    assert (book.widest, book.n_placements) == (3, 5)
    assert (one.entries, two.entries) == (5, 1)
    assert tables.doors.tolist() == [DOORS]


def test_join_notes_the_most_points_from_door_to_door() -> None:
    """-1: no turn leads there."""
    _, (one, two), _ = joined()
    assert one.door_points.tolist() == [[-1, 7, -1], [-1, -1, -1], [5, -1, 9]]
    assert two.door_points.tolist() == [[1, -1, -1], [-1] * 3, [-1] * 3]


def test_join_writes_the_corners_of_every_placement_and_the_box_of_all() -> None:
    """The wall card is 4 tiles wide and 2 high; turned once or three times 2 and 4."""
    book, (one, two), _ = joined()
    placements = book.tables(dict.fromkeys(("group_at", *REST))).placements
    assert placements.tolist() == [
        [0, 1, 5, 5, 7],
        [0, -1, 4, 3, 6],
        [1, 2, -3, 4, 1],
        [2, -2, 0, 2, 2],
        [3, 0, 0, 2, 4],
    ]
    assert one.box.tolist() == [[1, 5, 5, 7], [0] * 4, [-2, -3, 4, 6]]
    assert two.box.tolist() == [[0, 0, 2, 4], [0] * 4, [0] * 4]


REST = ("group_to", "chain_at", "chain_to", "most_points", "reach_box", "reach_at")


def test_marks_are_the_tiles_that_a_placement_covers_row_by_row() -> None:
    book, (one, two), _ = joined()
    assert book.marks_at(two).tolist() == [1, -1, -1]
    at = book.marks_at(one)
    assert at.tolist() == [9, -1, 17]
    assert book.marks_at(one) is at, "they are marked once"
    marks = book.tables(dict.fromkeys(("group_at", *REST))).reach_map
    assert marks[:17].tolist() == [0] + [1] * 16
    found = marks[17:].reshape(9, 6)
    expected = np.zeros((9, 6), dtype=np.int8)
    for x, y in [(x, y) for x in range(-2, 4) for y in range(-3, 6)]:
        inside = (-1 <= x < 3 and 4 <= y < 6) or (2 <= x < 4 and -3 <= y < 1)
        expected[y + 3, x + 2] = inside or (-2 <= x < 2 and 0 <= y < 2)
    assert found.tolist() == expected.tolist()


def test_the_widest_table_of_no_pair_has_no_group() -> None:
    assert TableBook(DOORS, EffectBook()).widest == 0


def test_table_number_is_another_one_for_every_card_and_entrance() -> None:
    arrays = deal_arrays(*[edge_card(2, 2, doors="N1 S1 E1")] * 3)
    number = plain(deal_tables.table_number)
    found = [number(tables_of(arrays), k, entrance) for k in range(3) for entrance in range(DOORS)]
    assert found == list(range(9))
