"""Values of gathering for all splits, without a chart, against trying every move."""

from __future__ import annotations

import numpy as np
import pytest

from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import gather as kernels
from bolets_solver.amanite.solving import charts as charting
from bolets_solver.amanite.solving import gathering
from bolets_solver.amanite.solving.stations import arrange
from tests.amanite.kernels.setting import Case, parameters, preferences, random_keys

pytestmark = pytest.mark.jit_off


@pytest.fixture(autouse=True)
def without_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search in one thread, the one in which kernels run as Python, and without a chart."""
    monkeypatch.setattr(gathering, "cores", lambda: 1)
    monkeypatch.setattr(charting, "LARGEST_CHART", 0)


def check_all_splits(case: Case) -> int:
    """Compare the values of every combination of splits; return how many there are."""
    values = case.gathering.values(arrange(case.open))
    places = 0
    for place, position in case.split_in_every_way():
        assert case.defined(values[place]) == case.defined(case.best(position)), place
        places += 1
    assert places == values[..., 0].size
    return places


def gathered(seed: int) -> Case:
    """Positions before the first tile is gathered from, and later ones, pigs that wait included."""
    level = ("all", "all", "some", "all", "hints")[seed % 5]
    played = seed % 4 if seed % 2 else 0
    sizes = (2, 3) if seed % 2 else (1, 4)
    return Case(seed, held=3, pigs=4, sizes=sizes, level=level, played=played)


def is_small(case: Case) -> bool:
    players = case.players
    return len(list(case.split_in_every_way())) * len(case.worlds) * players < 300


@pytest.mark.parametrize("seed", range(60))
def test_gather_finds_best_play_for_every_combination_of_splits(seed: int) -> None:
    case = gathered(seed)
    if is_small(case):
        check_all_splits(case)


def test_the_cases_of_gather_have_several_split_tiles_and_several_worlds() -> None:
    shapes = set()
    for case in filter(is_small, map(gathered, range(60))):
        arrangement = arrange(case.open)
        split = len([one for one in arrangement.stations if one.splits])
        shapes.add((min(split, 2), len(case.worlds) > 1))
        shapes |= {"feeding"} if arrangement.feedings else set()
    assert shapes >= {"feeding", *((split, many) for split in range(3) for many in (False, True))}


def test_gather_begins_where_it_is_reported_to_and_ends_when_asked_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case, found = several_splits(), []

    def watched(*arguments: object) -> int:
        found.append(arguments)
        return int(kernels.gather(*arguments))  # type: ignore[arg-type]

    monkeypatch.setattr(gathering, "gather", watched)
    values = case.gathering.values(arrange(case.open))
    values = values.reshape(-1, *values.shape[-2:])
    task, *others = found[0][:4]
    again = np.full_like(values, -1)
    task = task._replace(out=again)
    assert kernels.gather(task, *others, 1) == len(values) > 1
    assert (again[0] == -1).all() and (again[1:] == values[1:]).all()
    task.flag[0] = 1
    again[:] = -1
    assert kernels.gather(task, *others, 1) == 1 and (again == -1).all()


def several_splits() -> Case:
    for seed in range(100):
        case = Case(seed, 2, held=3, pigs=4, sizes=(3, 4), level="all")
        if sum(bool(one.splits) for one in arrange(case.open).stations) > 1:
            return case
    raise AssertionError("no such case")


@pytest.mark.parametrize("room", ["rows", "pool", "slots"])
def test_gather_asks_for_room_and_goes_on_where_it_stopped(room: str) -> None:
    for seed in range(8):
        case = Case(seed, 2, held=3, pigs=4, sizes=(3, 4), level="all")
        arena, grown = case.arena, []
        if room == "rows":
            arena._worth, arena._numbers = arena._worth[:1], arena._numbers[:1]
        elif room == "pool":
            arena._pool = arena._pool[: 2 * k.MOST_OPTIONS]
        else:
            arena._slot_keys, arena._slots = arena._slot_keys[:4].copy(), arena._slots[:4].copy()
        grow = arena.grow

        def watched(grow=grow, arena=arena, grown=grown) -> None:
            grown.append(int(arena.state[k.S_NEED]))
            grow()

        arena.grow = watched  # type: ignore[method-assign]
        check_all_splits(case)
        if grown:
            need = {"rows": k.NEED_ROWS, "pool": k.NEED_POOL, "slots": k.NEED_SLOTS}[room]
            assert set(grown) == {need}
            return
    raise AssertionError("there was always room")


def test_gather_begins_anew_without_dominance_if_points_may_be_below_minus_fifty() -> None:
    case = several_splits()
    case.arena.state[k.S_UNSAFE] = 1
    check_all_splits(case)
    assert case.arena.par[k.P_DOMINANCE] == 0 and case.arena.par[k.P_PLAIN] == 0


@pytest.mark.parametrize("preference", preferences(), ids=str)
def test_prefer_keeps_the_better_split_by_split(preference) -> None:
    case = Case(0, preference.players)
    book = case.book._replace(par=parameters(preference))
    for first in (0, 1):
        keys = [[random_keys(case.rng, preference) for _ in range(9)] for _ in range(2)]
        block, best = (np.array(each, np.int64) for each in keys)
        mover = case.rng.randrange(preference.players)
        kernels.prefer(mover, first, block, best, book, case.desk)
        for place, (new, old) in enumerate(zip(*keys, strict=True)):
            better = preference.rank(mover, new) > preference.rank(mover, old)
            assert best[place].tolist() == (new if first or better else old)
        assert block.tolist() == keys[0]
