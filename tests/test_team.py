"""Work shared among threads."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from bolets_solver.work.limits import Reason, Stopped, Work
from bolets_solver.work.threads import cores, share_out


@pytest.mark.jit_off
@pytest.mark.parametrize(("size", "members"), [(1, 1), (1, 4), (7, 3), (1000, 4)])
def test_every_number_is_done_once(size: int, members: int) -> None:
    done: list[int] = []
    with Work() as work:
        share_out(work, size, members, lambda member, first, end: done.extend(range(first, end)))
    assert sorted(done) == list(range(size))


def _fails(member: int, first: int, end: int) -> None:
    raise ValueError(f"{first} to {end}")


def _interrupts(work: Work) -> Callable[[int, int, int], None]:
    return lambda member, first, end: work.stop(Reason.INTERRUPT)


@pytest.mark.jit_off
def test_a_team_passes_on_what_goes_wrong() -> None:
    with Work() as work, pytest.raises(ValueError, match="to"):
        share_out(work, 100, 3, _fails)
    with Work() as work, pytest.raises(Stopped):
        share_out(work, 100, 3, _interrupts(work))


@pytest.mark.jit_off
def test_there_is_at_least_one_core() -> None:
    assert cores() >= 1


@pytest.mark.jit_off
def test_each_member_goes_through_a_stretch_of_his_own_and_then_helps_out() -> None:
    """The first is slow: the second does his own half in order, then the first's from its end."""
    done: list[list[int]] = [[], []]

    def job(member: int, first: int, end: int) -> None:
        time.sleep(0.02 if member == 0 else 0.001)
        done[member].append(first)

    with Work() as work:
        share_out(work, 1000, 2, job)
    assert done[0] == sorted(done[0])
    own = [first for first in done[1] if first >= 500]
    helped = done[1][len(own) :]
    assert own == sorted(own) and own[0] == 500
    assert helped == sorted(helped, reverse=True) and helped
