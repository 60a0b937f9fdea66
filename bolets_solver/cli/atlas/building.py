"""The progress of building an atlas, on stderr."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bolets_solver.cli.shared.progress import Reporter

if TYPE_CHECKING:
    from bolets_solver.atlas.build import BuildProgress


class BuildReporter(Reporter):
    """Reports the number of settled deals, the speed, and the remaining time."""

    def __init__(self) -> None:
        super().__init__(self._text)
        self._standing: BuildProgress | None = None
        self._begin = time.monotonic()

    def watch(self, standing: BuildProgress) -> None:
        """Note the progress of the build."""
        self._standing = standing

    def _text(self) -> str:
        if self._standing is None:
            return "reading the folder"
        standing = self._standing
        text = f"{standing.settled} of {standing.deals} deals"
        if not standing.now:
            return text
        rate = standing.now / max(1e-3, time.monotonic() - self._begin)
        left = duration_text((standing.deals - standing.settled) / rate)
        return f"{text} | {rate:.1f} deals per second, {left} left"


def duration_text(seconds: float) -> str:
    """Return a duration in its largest unit and the next: ``2 h 10 min``, ``50 s``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes = round(whole / 60)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
