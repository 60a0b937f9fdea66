"""``finish`` over used frames: what another decision left in a frame must not count."""

from __future__ import annotations

from typing import Any

import pytest

from bolets_solver.amanite.kernels import chart as c
from bolets_solver.amanite.kernels import search as kernels
from bolets_solver.amanite.kernels.arrays import INNER
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
