"""``finish`` over used frames: what another decision left in a frame must not count."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bolets_solver.amanite.kernels import chart as c
from bolets_solver.amanite.kernels import search as kernels
from bolets_solver.amanite.kernels.arrays import INNER, OWN
from bolets_solver.amanite.solving import gathering
from tests.amanite.kernels.test_search import ReadingError, charted, reading_of
from tests.optimize.plain import plain

pytestmark = pytest.mark.jit_off

finish = plain(kernels.finish)
NAMES = finish.__globals__
HIGH = 1 << 60


def finished(one: ReadingError, option: int, code: int, aim: int) -> int:
    """The code of best play behind a first choice, with these left in every frame."""
    chart, bench = one.chart, one.bench
    bench.states[:] = 0
    bench.combination[:] = 0
    plain(kernels.take)(0, option, 0, chart, bench)
    bench.frames[INNER:, c.B_CODE] = code
    bench.frames[INNER:, c.B_AIM] = aim
    return int(finish(1, chart, bench))


def open_readings(monkeypatch: pytest.MonkeyPatch) -> list[ReadingError]:
    """Charts whose first decision is the last choice of a pile."""
    monkeypatch.setattr(gathering, "cores", lambda: 1)
    found = []
    for seed in range(40):
        one = reading_of(charted(seed), monkeypatch)
        if one is not None and one.chart.last[0] == 0:
            found.append(one)
    return found


def test_finish_keeps_the_first_option_whatever_stood_in_its_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    codes: list[int] = []
    real_end, real_aim = NAMES["code_at_the_end"], NAMES["aim_in"]
    changed = 0
    for one in open_readings(monkeypatch):
        for option in range(2):
            codes.clear()

            def end(*parts: Any) -> int:
                codes.append(int(real_end(*parts)))
                return codes[-1]

            monkeypatch.setitem(NAMES, "code_at_the_end", end)
            expected = finished(one, option, -1, -1)
            first = codes[0]
            assert finished(one, option, first, HIGH) == expected
            assert finished(one, option, first, -1) == expected
            assert finished(one, option, HIGH, HIGH) == expected
            changed += expected != first
            # where all aims are alike, preference decides
            monkeypatch.setitem(NAMES, "aim_in", lambda *_: 0)
            monkeypatch.setitem(NAMES, "preferred", lambda mover, code, best, *_: code > best)
            assert finished(one, option, HIGH, 0) == finished(one, option, -1, -1)
            monkeypatch.setitem(NAMES, "aim_in", real_aim)
            monkeypatch.undo()
    assert changed > 3


def listed_chart() -> tuple[c.Chart, c.Bench]:
    """Two decisions, of players 1 and 0: full lists 10 to 12 and 20 to 21, best of them 12 and 20.

    Only the parts that ``finish`` looks at by itself.
    """
    none = np.zeros((0, 0), np.int64)
    steps = np.zeros((2, c.STEP_COLUMNS), np.int64)
    steps[:, c.H_KIND], steps[:, c.H_PLAYER], steps[:, c.H_LISTS] = OWN, (1, 0), (0, 3)
    lists = np.full((5, c.LIST_COLUMNS), 90, np.int64)
    columns = [c.L_START, c.L_LENGTH, c.L_BEST_START, c.L_BEST_LENGTH]
    lists[2, columns], lists[4, columns] = (1, 3, 5, 1), (6, 2, 6, 1)
    chart = c.Chart(**dict.fromkeys(c.Chart._fields, none))._replace(
        par=np.full(30, 2),
        steps=steps,
        lists=lists,
        entries=np.array([99, 10, 11, 12, 99, 12, 20, 21]),
    )
    bench = c.Bench(**dict.fromkeys(c.Bench._fields, none))._replace(
        states=np.array([1, 2]),
        frames=np.zeros((INNER + 3, c.FRAME_COLUMNS), np.int64),
        kept=np.zeros((INNER + 3, 4), np.int64),
        count=np.zeros(1, np.int64),
    )
    return chart, bench


@pytest.mark.parametrize(
    ("opened", "ends"),
    [
        ((0b10, 0), [(1, 12)]),
        ((0b11, 0), [(1, 10), (1, 11), (1, 12)]),
        ((0b01, 0), [(1, 10), (1, 11), (1, 12)]),
        ((0b10, 0b01), [(20, 12)]),
        ((0b11, 0b01), [(20, 10), (20, 11), (20, 12)]),
        (
            (0b11, 0b10),
            [(20, 10), (21, 10), (20, 11), (21, 11), (20, 12), (21, 12)],
        ),
        ((0b100 | 0b10, 0b01), [(20, 10), (20, 11), (20, 12)]),
    ],
)
def test_finish_filters_only_where_nothing_else_is_open(
    monkeypatch: pytest.MonkeyPatch, opened: tuple[int, int], ends: list[tuple[int, int]]
) -> None:
    """Bits of ``opened``: whose end is open before each decision, the mover's own included."""
    chart, bench = listed_chart()
    seen: list[tuple[int, int]] = []

    def end(*_: Any) -> int:
        seen.append((int(bench.states[0]), int(bench.states[1])))
        return len(seen)

    monkeypatch.setitem(NAMES, "unsettled", lambda stage, *_: (*opened, 0)[stage])
    monkeypatch.setitem(NAMES, "code_at_the_end", end)
    monkeypatch.setitem(NAMES, "aim_in", lambda code, *_: -code)
    assert finish(0, chart, bench) == 1
    assert seen == ends
    assert bench.count[0] == len(ends)
