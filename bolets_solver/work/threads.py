"""Divide long work on an array among threads."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from itertools import pairwise

from bolets_solver.work.limits import Work

PIECES = 16
"""Pieces for each thread, so that no thread waits long for the others at the end."""

Job = Callable[[int, int, int], None]
"""Does the work from the first number to before the second, as the given member."""


def cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on Windows and macOS
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _cut(first: int, last: int, piece: int) -> list[tuple[int, int]]:
    """Return a range in pieces."""
    return [(start, min(start + piece, last)) for start in range(first, last, piece)]


def share_out(work: Work, size: int, members: int, job: Job) -> None:
    """Let ``members`` threads process the numbers from 0 to before ``size``, piece by piece.

    ``size`` is at least 1. Each member processes its own range in order, because neighbouring
    numbers often share work. A member that is done takes pieces from the end of the longest
    remaining range. The job should release the GIL, and watch ``work.flag`` to stop in time; no
    member gets a new piece once it is set. The assignment of pieces is not deterministic, so the
    job must not depend on it. Raises what a job raises, and Stopped if a limit is exceeded.
    """
    flag = work.flag
    piece = -(-size // (PIECES * members))
    bounds = [size * member // members for member in range(members + 1)]
    left = [deque(_cut(*stretch, piece)) for stretch in pairwise(bounds)]
    lock = threading.Lock()
    failures: list[BaseException] = []

    def next_piece(member: int) -> tuple[int, int] | None:
        with lock:
            if left[member]:
                return left[member].popleft()
            longest = max(left, key=len)
            return longest.pop() if longest else None

    def take_part(member: int) -> None:
        try:
            while not flag[0] and not failures:
                bounds = next_piece(member)
                if bounds is None:
                    return
                job(member, *bounds)
        except BaseException as failure:
            failures.append(failure)

    def everybody() -> None:
        others = [
            threading.Thread(target=take_part, args=(member,), name="kernel", daemon=True)
            for member in range(1, members)
        ]
        for one in others:
            one.start()
        take_part(0)
        for one in others:
            one.join()

    work.run(everybody)
    if failures:
        raise failures[0]
    if flag[0]:
        work.poll()
