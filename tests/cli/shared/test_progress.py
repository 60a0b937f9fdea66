"""The progress that long commands show."""

from __future__ import annotations

import io
import os
import signal

import pytest

from bolets_solver.cli.shared import progress
from bolets_solver.cli.shared.progress import (
    Reporter,
    SearchReporter,
    StatusLine,
    kernels_watched,
    loading_kernels,
    printing_to_the_end,
)
from bolets_solver.optimize.search.solver import Progress
from bolets_solver.work import kernel_news as news
from bolets_solver.work.signals import held_back


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Full(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("bolets_solver.jit.load_declared", lambda: None)


def screen(text: str) -> str:
    """Return the line that is seen after all of ``text`` was written."""
    seen: list[str] = []
    column = 0
    for mark in text:
        if mark == "\r":
            column = 0
        else:
            seen[column : column + 1] = [mark]
            column += 1
    return "".join(seen).rstrip()


def test_a_terminal_sees_one_line_and_in_the_end_none() -> None:
    stream = Terminal()
    with Reporter(lambda: text, stream) as reporter:
        for elapsed, text in [(0.3, "best 3, bound 9 | 5 states"), (0.6, "best 4")]:
            reporter.report(elapsed)
            assert screen(stream.getvalue()).endswith(text)
        text = "x" * 100
        reporter.report(1)
        assert len(screen(stream.getvalue())) == 39
    assert screen(stream.getvalue()) == ""
    assert "\n" not in stream.getvalue()


def test_a_dumb_terminal_is_reported_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    with Reporter(lambda: "best 3", stream) as reporter:
        reporter.report(2)
    assert stream.getvalue() == "2 s  best 3\n"


def lines_in_a_pipe(news: dict[float, str], until: float) -> list[str]:
    """Return the lines printed in a pipe; ``news`` holds what is known from a moment on."""
    stream = io.StringIO()
    known = "start"
    reporter = Reporter(lambda: known, stream)
    for quarter in range(int(until * 4)):
        known = news.get(quarter / 4, known)
        reporter.report(quarter / 4)
    return stream.getvalue().splitlines()


def test_a_pipe_is_reported_of_news_at_once_and_else_rarely() -> None:
    assert lines_in_a_pipe({}, 0.75) == []
    assert lines_in_a_pipe({}, 100) == ["1 s  start", "11 s  start", "31 s  start", "71 s  start"]
    lines = lines_in_a_pipe({4: "best 5 | 1", 4.5: "best 6 | 2", 6.5: "best 6 | 3"}, 17)
    assert lines == ["1 s  start", "4 s  best 5 | 1", "6 s  best 6 | 2", "16 s  best 6 | 3"]
    assert len(lines_in_a_pipe({}, 3600)) < 40


def test_a_stream_that_cannot_be_written_is_no_error() -> None:
    StatusLine(Full()).show("text")
    with Reporter(lambda: "text", Full()) as reporter:
        reporter.report(5)
        reporter.report(50)


def test_what_a_search_knows() -> None:
    stream = io.StringIO()
    reporter = SearchReporter("order 1 of 2", stream)
    reporter.report(1)
    reporter.watch(Progress("bounds", None, 30, 0))
    reporter.report(5)
    reporter.watch(Progress("search", 21, 30, 70))
    reporter.report(9)
    assert stream.getvalue().splitlines() == [
        "1 s  order 1 of 2: tables",
        "5 s  order 1 of 2: bounds: no game yet, bound 30 | 0 states",
        "9 s  order 1 of 2: search: best 21, bound 30, gap 9 | 70 states",
    ]


def test_quick_loading_is_not_reported_and_long_loading_with_its_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = io.StringIO()
    with loading_kernels(quick):
        pass
    assert quick.getvalue() == ""
    monkeypatch.setattr(progress, "FIRST_SECONDS", 0.0)
    slow = Terminal()
    with loading_kernels(slow):
        while "loading" not in slow.getvalue():
            pass
        assert screen(slow.getvalue()) == "0 s  loading the kernels"
        news.announce(news.LOADING, "a library")
        news.announce(news.COMPILING, "a library")
        while "1 s  compiling" not in slow.getvalue():
            pass
        assert screen(slow.getvalue()) == "1 s  compiling the kernels, the first t"
        news.announce(news.FINISHED, "a library")
    assert screen(slow.getvalue()) == ""


def test_a_pipe_is_reported_of_long_loading_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST_SECONDS", 0.3)
    stream = io.StringIO()
    with loading_kernels(stream):
        while not stream.getvalue():
            pass
    assert stream.getvalue() == "0 s  loading the kernels\n"


def test_that_kernels_cannot_be_kept_is_reported_below_what_was_shown() -> None:
    stream = io.StringIO()
    with loading_kernels(stream):
        news.announce(news.NOT_KEPT, "/place: No space left on device")
    (line,) = stream.getvalue().splitlines()
    assert line.startswith("note: ")
    assert line.endswith("/place: No space left on device")


def test_what_is_loaded_by_and_by_is_reported_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST_SECONDS", 0.0)
    stream = io.StringIO()
    with kernels_watched(stream):
        for _ in range(2):
            news.announce(news.LOADING, "a library")
            seen = len(stream.getvalue())
            while len(stream.getvalue()) == seen:
                pass
            news.announce(news.FINISHED, "a library")
    assert stream.getvalue() == "0 s  loading the kernels\n" * 2


def test_loading_that_fails_leaves_nobody_watching() -> None:
    stream = io.StringIO()
    with pytest.raises(KeyboardInterrupt), loading_kernels(stream):
        raise KeyboardInterrupt
    assert stream.getvalue() == ""
    assert not news.announce(news.LOADING, "")


def test_a_signal_that_is_held_back_is_heard_afterwards() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held_back():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        done.append("all")
    assert done == ["all"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_fails_while_signals_are_held_back_is_reported() -> None:
    with pytest.raises(ValueError, match="fails"), held_back():
        signal.raise_signal(signal.SIGINT)
        raise ValueError("fails")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_ctrl_c_does_not_lose_the_result() -> None:
    with printing_to_the_end():
        os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
