"""Values of gathering read off a chart, against trying every move."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from bolets_solver.amanite.game.moves import Pile, apply, legal_moves
from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import chart as c
from bolets_solver.amanite.kernels import search as kernels
from bolets_solver.amanite.kernels.codes import code_of, unpack
from bolets_solver.amanite.solving import gathering
from bolets_solver.amanite.solving.stations import arrange
from tests.amanite.kernels.setting import Case, parameters, preferences

pytestmark = pytest.mark.jit_off


@pytest.fixture(autouse=True)
def in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search in one thread, the one in which kernels run as Python."""
    monkeypatch.setattr(gathering, "cores", lambda: 1)


def charted(seed: int) -> Case:
    """All attributes known; pigs behind the last split tile leave something to decide there."""
    parts = {"held": 3, "pigs": 4, "sizes": (2, 3) if seed % 2 else (1, 4)}
    attributes = ("Majority",) if seed % 3 == 0 else None
    parts["played"] = seed % 3 if seed % 2 else 0
    return Case(seed, level="all", attributes=attributes, **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(60))
def test_search_chart_finds_best_play_for_every_combination_of_splits(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    case = charted(seed)
    if len(list(case.split_in_every_way())) * case.players > 250:
        return
    monkeypatch.setattr(gathering, "gather", None)  # not without a chart
    if not any(one.splits for one in arrange(case.open).stations):
        return
    values = case.gathering.values(arrange(case.open))
    leaves = case.gathering.leaves
    for place, position in case.split_in_every_way():
        assert case.defined(values[place]) == case.defined(case.best(position)), place
    assert leaves >= values[..., 0].size


class ReadingError(Exception):
    """Ends a search as soon as its chart is there."""

    def __init__(self, chart: c.Chart, bench: c.Bench, out: np.ndarray, flag: np.ndarray):
        super().__init__()
        self.chart, self.bench, self.out, self.flag = chart, bench, out, flag


def reading_of(case: Case, monkeypatch: pytest.MonkeyPatch) -> ReadingError | None:
    """The chart of a case and a bench before it, None if no tile is split."""

    def stopped(flag, chart, bench, out, first, end):  # type: ignore[no-untyped-def]
        raise ReadingError(chart, bench, out, flag)

    monkeypatch.setattr(gathering, "search_chart", stopped)
    try:
        case.gathering.values(arrange(case.open))
    except ReadingError as reading:
        return reading
    return None


def readings(count: int, monkeypatch: pytest.MonkeyPatch):
    for seed in range(count):
        case = charted(seed)
        reading = reading_of(case, monkeypatch)
        if reading is not None:
            yield case, reading


def test_search_chart_begins_and_ends_where_it_is_reported_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = 0
    for _, one in readings(40, monkeypatch):
        if len(one.out) < 3:
            continue
        whole = np.full_like(one.out, -1)
        assert kernels.search_chart(one.flag, one.chart, one.bench, whole, 0, len(whole)) == len(
            whole
        )
        part = np.full_like(one.out, -1)
        assert kernels.search_chart(one.flag, one.chart, one.bench, part, 1, 2) == 2
        assert (part[[0, *range(2, len(part))]] == -1).all() and (part[1] == whole[1]).all()
        one.flag[0] = 1
        assert kernels.search_chart(one.flag, one.chart, one.bench, part, 2, len(part)) == 2
        one.flag[0] = 0
        tried += 1
    assert tried > 3


def test_unsettled_notes_ends_and_shows_who_has_none_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    for case, one in readings(40, monkeypatch):
        chart, bench = one.chart, one.bench
        last = int(chart.last[0])
        for split, option in product(range(int(chart.sizes[-1])), range(2)):
            bench.states[:] = 0
            bench.combination[len(chart.sizes) - 1] = split
            kernels.take(last, option, 0, chart, bench)
            begins = chart.ends_begin[last + 1, : case.players]
            ends = [
                int(chart.ends[begin + own])
                for begin, own in zip(begins, bench.states[: case.players], strict=True)
            ]
            bits = kernels.unsettled(last + 1, chart, bench)
            assert bits == sum(1 << p for p, end in enumerate(ends) if end == c.UNSETTLED)
            assert bench.ends[: case.players].tolist() == ends
            seen.add(bits)
    assert len(seen) > 2


def test_code_at_the_end_is_that_of_everybodys_end(monkeypatch: pytest.MonkeyPatch) -> None:
    for case, one in readings(12, monkeypatch):
        ends = [case.rng.randrange(-200, 6000) << c.NUMBER_BITS | case.rng.randrange(4)] * 4
        ends[case.players - 1] += 1 << c.NUMBER_BITS
        one.bench.ends[:] = ends
        found = kernels.code_at_the_end(one.chart, one.bench)
        assert found == code_of(*ends, one.chart.prizes, one.chart.par)


def test_finish_settles_what_is_left_behind_the_last_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The code of best play there, for whatever came before."""
    open_ones = 0
    for case, one in readings(60, monkeypatch):
        chart, bench = one.chart, one.bench
        stage = int(chart.last[0]) + 1
        size = int(chart.sizes[-1])
        for place, position in list(case.split_in_every_way())[:6]:
            walked = play_to(case, chart, bench, place, position)
            if walked is None:
                continue
            codes = bench.others[c.CODES]
            for pile in range(2):
                bench.states[:] = walked[0]
                if kernels.is_settled(chart, bench):
                    kernels.settled_codes(pile, codes, chart, bench)
                else:
                    open_ones += 1
                    kernels.open_codes(pile, codes, chart, bench)
                    assert (bench.states == walked[0])[: case.players].all()
                keys = np.zeros((1, 4), np.int64)
                unpack(int(codes[place[-1]]), keys, 0, chart.par)
                expected = case.best(walked[1][pile])
                found = keys[0, : case.players].tolist()
                assert case.defined(found) == case.defined(expected)
            assert len(codes) == size and stage <= len(chart.steps)
    assert open_ones > 5


def play_to(case, chart, bench, place, position):  # type: ignore[no-untyped-def]
    """States at the last choice of a pile, and the positions after either of its piles.

    None if something is decided before it.
    """
    bench.states[:] = 0
    bench.combination[: len(place)] = place
    last = int(chart.last[0])
    if last != 0:
        return None  # a choice of one tile alone
    moves = legal_moves(position)
    if not moves or not isinstance(moves[0], Pile):
        return None
    piles = next(one.splits for one in arrange(case.open).stations if one.splits)[place[-1]]
    after = [apply(position, Pile(pile)) for pile in piles]
    return bench.states.copy(), after


@pytest.mark.parametrize("preference", preferences(), ids=str)
def test_keep_better_keeps_the_preferred_code_and_its_aim(preference) -> None:  # type: ignore[no-untyped-def]
    """``aims_of`` and ``keep_better`` together: the order of preferences, place by place."""
    rng, par = np.random.default_rng(7), parameters(preference)
    worths = rng.integers(-2, 2, (2, 80, 4)) * k.POINT + 63 - rng.integers(0, 2, (2, 80, 4))
    worths[:, :, preference.players :] = k.OUT
    worths[rng.random(worths.shape) < 0.1] = k.OUT
    prizes, keys = np.zeros(30, np.int64), np.zeros((2, 4), np.int64)
    found, best = np.zeros((2, 80), np.int64), np.zeros((2, 80), np.int64)
    for rows, table in zip((found, best), worths, strict=True):
        for place, row in enumerate(table << c.NUMBER_BITS):
            rows[c.CODES, place] = code_of(*row.tolist(), prizes, par)
    before = best[c.CODES].copy()
    mover = int(rng.integers(preference.players))
    kernels.aims_of(mover, found, par)
    kernels.aims_of(mover, best, par)
    kernels.keep_better(mover, found, best, keys, par)
    kept = 0
    for place in range(80):
        ranks = []
        for code in (found[c.CODES, place], before[place]):
            unpack(int(code), keys, 0, par)
            ranks.append(preference.rank(mover, keys[0, : preference.players].tolist()))
        new = ranks[0] > ranks[1]
        assert best[c.CODES, place] == (found[c.CODES] if new else before)[place]
        again = best[:, place : place + 1].copy()
        kernels.aims_of(mover, again, par)
        assert best[c.AIMS, place] == again[c.AIMS, 0]
        kept += new
    assert 5 < kept < 75
