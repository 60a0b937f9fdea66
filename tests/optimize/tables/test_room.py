"""Kernels that run out of memory are called again with more, and find the same."""

from __future__ import annotations

import numpy as np
import pytest

from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search import greedy
from bolets_solver.optimize.tables import segment_table as tables
from bolets_solver.optimize.tables.segments import new_room
from bolets_solver.optimize.tracing.deal_arrays import MAX_CUBES, MAX_LIVES, translate_faces
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from bolets_solver.optimize.turns import turn_tables as turns
from bolets_solver.optimize.turns.turn_tables import Purse, Situation, Turns
from bolets_solver.study.decks.generate import generate_deck, random_deal
from bolets_solver.study.decks.profile import DRAFT
from bolets_solver.work.limits import Work

DEAL = random_deal(generate_deck(DRAFT, 3), 1)
ARRAYS = translate_faces(DEAL.faces[1:3], Rules())


def same_fields(one: object, other: object) -> bool:
    names = vars(one)
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


@pytest.mark.parametrize("sizes", [(1, 1, 1), (4096, 1, 64), (1, 256, 64), (4096, 256, 1)])
def test_tables_do_not_depend_on_the_room(
    sizes: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    walk, flag = new_walk(ARRAYS), Work().flag
    expected = tables.build_table(ARRAYS, 0, 0, 3, walk, flag)
    assert expected is not None and len(expected.members) > 100
    monkeypatch.setattr(tables, "new_room", lambda longest: new_room(longest, *sizes))
    found = tables.build_table(ARRAYS, 0, 0, 3, walk, flag)
    assert same_fields(found, expected)


def test_traces_do_not_depend_on_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    def traces() -> turns.Traces:
        maker = Turns(ARRAYS, [MAX_CUBES], new_walk(ARRAYS), Work())
        situation = Situation(0, 0)
        purse = Purse(0, MAX_LIVES, 2, 0, 0)
        return maker.traces(situation, maker.placements(situation), purse)

    expected = traces()
    assert len(expected.rows) > turns.FIRST_ROWS
    monkeypatch.setattr(turns, "FIRST_ROWS", 1)
    assert same_fields(traces(), expected)


def test_the_greedy_game_does_not_depend_on_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = greedy.play_greedily(DEAL).record
    monkeypatch.setattr(greedy, "FIRST_ROWS", 1)
    assert greedy.play_greedily(DEAL).record == expected
