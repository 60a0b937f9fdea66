"""What all long work shares: limits, interruption, progress.

Long work runs inside ``with Work(limits) as work`` and calls ``work.poll()`` regularly. The first
exceeded limit, or Ctrl-C, makes ``poll`` raise :class:`Stopped`, and the worker returns its best
result so far with its bound. Code that cannot call back (a Numba kernel) is run by
:meth:`Work.run`: the kernel works in a thread of its own without the GIL and watches one array
element, ``work.flag[0]``, while the main thread watches the clock, the memory and the keyboard.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from bolets_solver.work.signals import heard, is_new

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Result = TypeVar("Result")

MEBIBYTE = 1024 * 1024
POLL_SECONDS = 0.02
"""Interval of the main thread's checks while a kernel runs; limits are obeyed within 0.5 s."""


class Status(StrEnum):
    """The status of an answer."""

    OPTIMAL = "optimal"  # proven best
    FEASIBLE = "feasible"  # a game was found, better ones are not excluded
    IMPOSSIBLE = "impossible"  # proven: there is none
    UNKNOWN = "unknown"  # nothing found, nothing excluded


class Reason(StrEnum):
    """Why work was stopped before its end."""

    TIME = "time limit"
    MEMORY = "memory limit"
    INTERRUPT = "interrupted"


class Stopped(Exception):  # noqa: N818 - an event, not an error
    """Work ended early, for ``reason``."""

    def __init__(self, reason: Reason):
        self.reason = reason
        super().__init__(str(reason))


@dataclass(frozen=True, slots=True)
class Limits:
    """How long work may take (``seconds`` from its start) and how large the process may grow.

    ``mebibytes`` limits the resident memory of the whole process. None: no limit.
    """

    seconds: float | None = None
    mebibytes: int | None = None


class Work:
    """A piece of long work in progress; use it as a context manager.

    Inside the ``with`` block Ctrl-C asks the work to stop (a second one raises KeyboardInterrupt at
    once), and so do the other signals that the program hears. ``report``, if given, is called about
    four times a second with the elapsed seconds, from the thread that polls, so that it can print
    progress.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        report: Callable[[float], None] | None = None,
    ):
        self.limits = limits or Limits()
        self.report = report
        self.started = time.monotonic()
        self.reason: Reason | None = None
        self.describe: Callable[[], str] | None = None
        """The worker's description of its progress, if it has one."""
        self._flag: NDArray[np.int64] | None = None
        self._next_report = 0.25
        self._next_memory_check = 0.0
        self._previous_handlers: dict[int, Any] = {}

    def __enter__(self) -> Work:
        if threading.current_thread() is threading.main_thread():
            for number in heard():
                self._previous_handlers[number] = signal.signal(number, self._on_interrupt)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while self._previous_handlers:
            signal.signal(*self._previous_handlers.popitem())

    @property
    def elapsed(self) -> float:
        """Seconds since the work was created."""
        return time.monotonic() - self.started

    @property
    def flag(self) -> NDArray[np.int64]:
        """The array whose element 0 becomes 1 when a running kernel must end."""
        if self._flag is None:
            import numpy

            self._flag = numpy.zeros(1, dtype=numpy.int64)
            self._flag[0] = self.reason is not None
        return self._flag

    def stop(self, reason: Reason) -> None:
        """Ask the work to end; the first reason is kept."""
        if self.reason is None:
            self.reason = reason
        if self._flag is not None:
            self._flag[0] = 1

    def poll(self) -> None:
        """Check the limits and report progress; raise Stopped once the work must end."""
        self.look()
        if self.reason is not None:
            raise Stopped(self.reason)

    def run(self, kernel: Callable[..., Result], *args: Any) -> Result:
        """Run ``kernel(*args)``, which watches :attr:`flag`, and return its result.

        The kernel must release the GIL (``nogil=True``), so that limits are checked while it runs.
        The result is returned even if the kernel was stopped: it may hold the best so far. The
        caller sees the stop in :attr:`reason` or at the next :meth:`poll`.
        """
        outcome: list[Result] = []
        failure: list[BaseException] = []

        def target() -> None:
            try:
                outcome.append(kernel(*args))
            except BaseException as error:
                failure.append(error)

        flag = self.flag
        thread = threading.Thread(target=target, name="kernel", daemon=True)
        thread.start()
        wait = 0.0005
        while thread.is_alive():
            thread.join(wait)
            wait = min(2 * wait, POLL_SECONDS)
            self.look()
            if self.reason is not None:
                flag[0] = 1
        if failure:
            raise failure[0]
        return outcome[0]

    def look(self) -> None:
        """Check the limits and report progress; set the flag once the work must end."""
        elapsed = self.elapsed
        if self.limits.seconds is not None and elapsed >= self.limits.seconds:
            self.stop(Reason.TIME)
        if self.limits.mebibytes is not None and elapsed >= self._next_memory_check:
            self._next_memory_check = elapsed + 0.1
            if resident_mebibytes() > self.limits.mebibytes:
                self.stop(Reason.MEMORY)
        if self.report is not None and elapsed >= self._next_report:
            self._next_report = elapsed + 0.25
            self.report(elapsed)

    def _on_interrupt(self, signum: int, frame: FrameType | None) -> None:
        if not is_new(signum):
            return
        if self.reason is Reason.INTERRUPT:
            raise KeyboardInterrupt
        self.stop(Reason.INTERRUPT)
        self.reason = Reason.INTERRUPT


def resident_mebibytes() -> float:
    """Memory that this process holds in RAM, in MiB."""
    import psutil

    return float(psutil.Process().memory_info().rss) / MEBIBYTE
