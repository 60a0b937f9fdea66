"""Work that ends by itself, at the same place each time."""

from __future__ import annotations

from bolets_solver.work.limits import Reason, Work


class StoppedAfter(Work):
    """Work that ends for ``reason`` after this number of checks of its limits."""

    def __init__(self, most: int, reason: Reason = Reason.TIME):
        super().__init__()
        self.looks, self.most, self.why = 0, most, reason

    def poll(self) -> None:
        self.looks += 1
        if self.looks > self.most:
            self.stop(self.why)
        super().poll()
