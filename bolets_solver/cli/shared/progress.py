"""Progress of long work on stderr, the same for every command.

On a terminal one line is rewritten, and wiped before the result is printed. In a file or a pipe
there are few whole lines instead: one soon after news, otherwise at growing intervals. Short work
reports nothing.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self, TextIO

import click

from bolets_solver.work import kernel_news as news
from bolets_solver.work.signals import heard, held_back

if TYPE_CHECKING:
    from bolets_solver.advise.advisor import AdviceProgress
    from bolets_solver.optimize.search.solver import Progress

FIRST_SECONDS = 1.0
"""Shorter work reports nothing in a file or a pipe."""
NEWS_SECONDS = 2.0
"""Least time between two lines in a file or a pipe when there is news."""
REPEAT_SECONDS = (10.0, 120.0)
"""Time between two lines without news: it doubles from the first to the second."""
TICK_SECONDS = 0.2
"""Interval of clock checks while kernels are loaded."""


class StatusLine:
    """The status line on a stream, rewritten if possible.

    Text that cannot be written (closed stream, full disk) is lost: it is not a result.
    """

    def __init__(self, stream: TextIO | None = None):
        self._stream = stream or sys.stderr
        self.rewrites = can_rewrite(self._stream)
        self._shown = 0

    def show(self, text: str) -> None:
        """Show a text in place of the last one, or on a new line."""
        if not self.rewrites:
            self._write(f"{text}\n")
            return
        text = text[: max(20, shutil.get_terminal_size().columns - 1)]
        self._write("\r" + text.ljust(self._shown))
        self._shown = len(text)

    def wipe(self) -> None:
        """Remove the text, if possible."""
        if self._shown:
            self._write("\r" + " " * self._shown + "\r")
            self._shown = 0

    def _write(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            click.echo(text, file=self._stream, nl=False)
        except OSError:
            self._stream, self.rewrites = None, False


def can_rewrite(stream: TextIO | None) -> bool:
    """Whether a line on the stream can be rewritten: it is a terminal, and not a dumb one."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


class Reporter:
    """Shows the progress of work; a context manager that leaves a clean line.

    ``describe`` returns the progress in one line; a text that is equal up to the first ``|`` is not
    news. Pass :meth:`report` to :class:`bolets_solver.work.limits.Work`.
    """

    def __init__(self, describe: Callable[[], str], stream: TextIO | None = None):
        self._describe = describe
        self._line = StatusLine(stream)
        self._next = FIRST_SECONDS
        self._last = 0.0
        self._news: str | None = None
        self._pause = REPEAT_SECONDS[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self._line.wipe()

    def wipe(self) -> None:
        """Remove the line of progress, so that a result can be printed."""
        self._line.wipe()

    def report(self, elapsed: float) -> None:
        """Show progress if it is due; ``elapsed``: seconds since the start."""
        if self._line.rewrites:
            self._line.show(f"{elapsed:.0f} s  {self._describe()}")
        elif elapsed >= self._next or (self._last and elapsed >= self._last + NEWS_SECONDS):
            self._report_sparsely(elapsed, self._describe())

    def _report_sparsely(self, elapsed: float, text: str) -> None:
        news = text.partition("|")[0]
        if news != self._news:
            self._pause = REPEAT_SECONDS[0]
        elif elapsed < self._next:
            return
        else:
            self._pause = min(2 * self._pause, REPEAT_SECONDS[1])
        self._news, self._last, self._next = news, elapsed, elapsed + self._pause
        self._line.show(f"{elapsed:.0f} s  {text}")


class SearchReporter(Reporter):
    """Shows the progress of a search for the best game; pass :meth:`watch` to the search.

    ``label``: prefix of each text, such as ``order 3 of 20``.
    """

    def __init__(self, label: str = "", stream: TextIO | None = None):
        super().__init__(self._text, stream)
        self._label = f"{label}: " if label else ""
        self._progress: Progress | None = None

    def watch(self, progress: Progress) -> None:
        """Note the progress of the search."""
        self._progress = progress

    def _text(self) -> str:
        progress = self._progress
        known = "tables" if progress is None else f"{progress.phase}: {search_text(progress)}"
        return self._label + known


class AdviceReporter(Reporter):
    """Shows the bounds of an advice; pass :meth:`watch` to the advisor.

    ``label``: prefix of each text. Several threads may call it; only one reports at a time.
    """

    def __init__(self, label: str = "", stream: TextIO | None = None):
        super().__init__(self._text, stream)
        self._label = f"{label}: " if label else ""
        self._advice: AdviceProgress | None = None
        self._lock = threading.Lock()

    def watch(self, progress: AdviceProgress) -> None:
        """Note the progress of the advice."""
        self._advice = progress

    def report(self, elapsed: float) -> None:
        """Show progress if it is due and no other thread does."""
        if self._lock.acquire(blocking=False):
            try:
                super().report(elapsed)
            finally:
                self._lock.release()

    def _text(self) -> str:
        known = self._advice
        if known is None:
            return f"{self._label}bounds"
        bounds = f"{known.lower:.2f} to {known.upper:.2f}"
        return f"{self._label}{bounds} | {known.asked} questions"


def search_text(progress: Progress) -> str:
    """Return what a search knows: ``best 21, bound 30, gap 9 | 2897 states``."""
    best, bound = progress.best, progress.bound
    known = ["no game yet" if best is None else f"best {best}"]
    if bound is not None:
        known.append(f"bound {bound}")
        if best is not None:
            known.append(f"gap {bound - best}")
    return f"{', '.join(known)} | {progress.states} states"


class KernelReporter:
    """Shows that kernels are loaded or compiled, if that takes longer than a second.

    Only one watches at a time; nested events count as one.
    """

    watching = False

    def __init__(self, stream: TextIO | None = None):
        self._stream = stream
        self._what = news.LOADING
        self._depth = 0
        self._ended = threading.Event()
        self._ticker: threading.Thread | None = None

    def hear(self, what: str, about: str) -> None:
        """Note an event; see :mod:`bolets_solver.work.kernel_news`."""
        if what == news.LOADING:
            self.begin()
        elif what == news.COMPILING:
            self._what = what
        elif what == news.FINISHED:
            self.end()
        elif what == news.NOT_KEPT:
            self._pause()
            StatusLine(self._stream).show(
                f"note: the compiled kernels are not saved for the next time: {about}"
            )

    def begin(self) -> None:
        """Begin to count the seconds, unless already counting."""
        self._depth += 1
        if self._depth == 1:
            self._what = news.LOADING
            self._ended.clear()
            self._ticker = threading.Thread(target=self._tick, name="progress", daemon=True)
            self._ticker.start()

    def end(self) -> None:
        """Leave a clean line once all nested events have ended."""
        self._depth -= 1
        if self._depth == 0:
            self._pause()

    def _pause(self) -> None:
        self._ended.set()
        if self._ticker is not None:
            self._ticker.join()

    def _tick(self) -> None:
        started = time.monotonic()
        with Reporter(self._text, self._stream) as reporter:
            while not self._ended.wait(TICK_SECONDS):
                elapsed = time.monotonic() - started
                if elapsed >= FIRST_SECONDS:
                    reporter.report(elapsed)

    def _text(self) -> str:
        if self._what == news.COMPILING:
            return "compiling the kernels, the first time only"
        return "loading the kernels"


@contextmanager
def kernels_watched(stream: TextIO | None = None) -> Iterator[KernelReporter | None]:
    """Report loaded and compiled kernels inside the ``with`` block."""
    if KernelReporter.watching:
        yield None
        return
    reporter = KernelReporter(stream)
    KernelReporter.watching = True
    try:
        with news.watching(reporter.hear):
            yield reporter
    finally:
        KernelReporter.watching = False


@contextmanager
def loading_kernels(stream: TextIO | None = None) -> Iterator[None]:
    """Import modules with kernels inside the ``with`` block; load the kernels at its end.

    So loading does not count for limits. Long loading is shown with its reason.
    """
    with kernels_watched(stream):
        news.announce(news.LOADING, "")
        try:
            with held_back():  # a library that is left half loaded cannot be loaded again
                import bolets_solver.jit as jit

                yield
            jit.load_declared()
        finally:
            news.announce(news.FINISHED, "")


@contextmanager
def printing_to_the_end() -> Iterator[None]:
    """Ignore Ctrl-C inside the ``with`` block, so that a second one does not lose the result.

    Other handled signals are ignored too.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = {number: signal.signal(number, signal.SIG_IGN) for number in heard()}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
