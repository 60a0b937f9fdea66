"""Charts and threads change only the time an answer takes."""

from __future__ import annotations

import random

import pytest

from bolets_solver.amanite.game.moves import legal_moves
from bolets_solver.amanite.game.objective import Objective
from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.kernels.search import search_chart
from bolets_solver.amanite.solving import charts as charting
from bolets_solver.amanite.solving import gathering
from bolets_solver.amanite.solving.solver import Analysis, Solver, SolveStatus, solve
from bolets_solver.work.limits import Limits, Reason, Work
from tests.amanite.comparing import assert_agrees
from tests.amanite.making import play_randomly, small_position, start_position
from tests.amanite.tables import EMPTY, position

WITH, WITHOUT = charting.LARGEST_CHART, 0
"""Entries that a part of a chart may have."""


def answer(analysis: Analysis) -> tuple[object, ...]:
    """Everything that must not depend on how an answer was found."""
    keys = [(move.move, move.keys, move.best) for move in analysis.moves]
    line = [(step.position, step.move) for step in analysis.line]
    return analysis.status, keys, line, analysis.final


def case(seed: int) -> tuple[Position, Objective, int | None]:
    """A position whose attributes are known, with pigs, and perhaps someone against all."""
    rng = random.Random(seed)
    players = 2 + seed % 3
    first = {2: 1, 3: 4, 4: 6}[players]
    sizes = [rng.randint(2, 4) for _ in range(players + 1)]
    start = start_position(rng, players, "all", sizes, 3)
    place = play_randomly(rng, start, rng.randint(first, 2 * players))
    guaranteed = rng.randrange(players) if rng.random() < 0.25 else None
    return place, rng.choice(list(Objective)), guaranteed


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Numbers of combinations that were read off charts."""
    found: list[int] = []

    def watched(*args: object) -> int:
        found.append(int(str(args[-1])))
        return int(search_chart(*args))

    monkeypatch.setattr(gathering, "search_chart", watched)
    return found


@pytest.mark.parametrize("seed", range(90))
def test_a_chart_shows_what_a_search_without_one_does(
    monkeypatch: pytest.MonkeyPatch, searches: list[int], seed: int
) -> None:
    place, objective, guaranteed = case(seed)
    monkeypatch.setattr(charting, "LARGEST_CHART", WITHOUT)
    without = solve(place, objective, guaranteed=guaranteed)
    assert not searches
    monkeypatch.setattr(charting, "LARGEST_CHART", WITH)
    assert answer(solve(place, objective, guaranteed=guaranteed)) == answer(without)
    assert searches or all(tile.split is None or tile.resolved for tile in place.tiles)


@pytest.mark.jit_off
@pytest.mark.parametrize("seed", range(24))
def test_charts_agree_with_the_reference(searches: list[int], seed: int) -> None:
    players = 2 + seed % 3
    place = small_position(random.Random(seed), players, "all", placing=True)
    objective = ("win", "margin", "vp")[seed // 3 % 3]
    assert_agrees(place, objective, seed % players if seed % 4 == 0 else None)
    assert searches


def test_scores_of_fifty_below_need_a_search_without_a_chart(searches: list[int]) -> None:
    tile = 'tokens = { red = 1, green = 3, brown = 2 }\npin = "Ann"\nsplit = "Bo"'
    place = position(tile, EMPTY, EMPTY, tokens="Ann = { green = 49, blue = 1 }")
    assert_agrees(place, "margin")
    assert not searches


# --- threads ----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["all", "some", "hints", "none"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_number_of_threads_gives_the_same_answer(
    monkeypatch: pytest.MonkeyPatch, players: int, level: str
) -> None:
    rng = random.Random(f"{players} {level}")
    start = start_position(rng, players, level, [4, 3, 4, 3, 4][: players + 1], 2)
    place = play_randomly(rng, start, {2: 1, 3: 4, 4: 6}[players])
    asker = 0 if place.hints[0] is not None else None
    found = []
    for threads in (1, 2, 5):
        monkeypatch.setattr(gathering, "cores", lambda number=threads: number)
        found.append(answer(solve(place, asker=asker)))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("largest", [WITH, WITHOUT])
def test_final_tables_are_counted_once_by_any_number_of_threads(
    monkeypatch: pytest.MonkeyPatch, largest: int
) -> None:
    place, objective, _ = case(7)
    monkeypatch.setattr(charting, "LARGEST_CHART", largest)
    counts = set()
    for threads in (1, 3):
        monkeypatch.setattr(gathering, "cores", lambda number=threads: number)
        counts.add(solve(place, objective).leaves)
    assert len(counts) == 1 and counts != {0}


@pytest.mark.parametrize("level", ["all", "none"])
def test_threads_obey_a_limit(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    monkeypatch.setattr(gathering, "cores", lambda: 3)
    place = start_position(random.Random(11), 4, level, [6] * 5, 3)
    with Work(Limits(seconds=1.0)) as work:
        solver = Solver(place, Objective.WIN, None, None, work)
        analysis = solver.analysis()
    assert analysis.status is SolveStatus.LIMIT
    assert analysis.reason is Reason.TIME
    assert work.elapsed < 20
    assert len(analysis.moves) == len(legal_moves(place))
