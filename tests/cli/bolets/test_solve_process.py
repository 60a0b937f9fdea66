"""``bolets solve`` in a process of its own: signals, limits, pipes, consoles."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from bolets_solver.study.decks.generate import DRAFT, HARSH, format_deck, generate_deck, random_deal
from tests.cli.running import ENDING, command, run, run_process

PATIENCE = 300
"""Seconds that anything may take on a slow machine that compiles the kernels first."""

CLOSED = """
import os, runpy, sys
os.close(1)
sys.stdout = None  # as Python begins where it is closed
runpy.run_module("bolets_solver", run_name="__main__")
"""

SOON = 20
"""Seconds within which a busy machine ends a stopped process; without a stop it would run for
minutes."""


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two decks: ``long`` is soon won and hard to prove, ``large`` takes long."""
    from dataclasses import replace

    folder = tmp_path_factory.mktemp("decks")
    for name, profile, cards in (("long", DRAFT, 16), ("large", HARSH, 15)):
        deck = generate_deck(replace(profile, name=name, cards=cards), 5)
        text = format_deck(deck)
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        (folder / f"{name}.txt").write_text(f"{random_deal(deck, 2)}\n", encoding="utf-8")
    return folder


def deal(decks: Path, name: str) -> list[str]:
    order = (decks / f"{name}.txt").read_text(encoding="utf-8").split()
    return [*order, "--deck", str(decks / f"{name}.toml")]


class Running:
    """The command while it runs; ends with the test."""

    def __init__(self, process: subprocess.Popen[str]):
        self.process = process
        assert process.stdout is not None
        assert process.stderr is not None
        self.stdout: IO[str] = process.stdout
        self.stderr: IO[str] = process.stderr

    def wait_for(self, words: str) -> None:
        """Read stderr up to a line with ``words``."""
        for line in self.stderr:
            if words in line:
                return
        raise AssertionError(f"ended without '{words}'")

    def interrupt(self, *numbers: int) -> tuple[int, str, str, float]:
        """Send signals, Ctrl-C if none; return exit code, the rest of both outputs, the seconds."""
        started = time.monotonic()
        for number in numbers or [signal.SIGINT]:
            self.process.send_signal(number)
            time.sleep(0.05)  # else the system may make one of two
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err, time.monotonic() - started


@pytest.fixture
def start() -> Iterator[object]:
    """Return a function that starts the command."""
    running = []

    def begin(*arguments: str, ignoring: int | None = None, **environment: str) -> Running:
        kept = None if ignoring is None else signal.signal(ignoring, signal.SIG_IGN)
        process = subprocess.Popen(
            command(*arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
        )
        if ignoring is not None:
            signal.signal(ignoring, kept)
        running.append(process)
        return Running(process)

    yield begin
    for process in running:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("end", ENDING)
def test_ctrl_c_and_what_ends_a_program_print_the_best_so_far(end: str, decks: Path, start) -> None:
    running = start("solve", *deal(decks, "long"), "--json")
    running.wait_for("best ")
    code, out, err, seconds = running.interrupt(getattr(signal, end))
    assert code == 130
    value = json.loads(out)
    assert value["status"] == "feasible"
    assert 0 < value["points"] < value["bound"]
    assert seconds < SOON
    assert "Traceback" not in err
    checked = run_process("check", "-", "--json", stdin=out.encode())
    assert checked.returncode == 0
    assert json.loads(checked.stdout)["points"] == value["points"]


@pytest.mark.skipif(not ENDING, reason="signals of POSIX")
def test_ctrl_c_several_times_at_once_is_heard_once(decks: Path, start) -> None:
    """As ``timeout -s INT`` sends it: to the program, and to its group."""
    running = start("solve", *deal(decks, "long"), "--json")
    running.wait_for("best ")
    for _ in range(3):
        running.process.send_signal(signal.SIGINT)
        time.sleep(0.002)
    code, out, err, _ = running.interrupt(0)
    assert code == 130
    assert json.loads(out)["status"] == "feasible"
    assert "Traceback" not in err


def test_ctrl_c_prints_words_too(decks: Path, start) -> None:
    running = start("solve", *deal(decks, "long"))
    running.wait_for("best ")
    code, out, err, _ = running.interrupt()
    assert code == 130
    deck, headline, *_ = out.splitlines()
    assert deck.startswith("deck: ")
    assert headline.startswith("feasible: best so far ")
    assert "(interrupted)" in headline
    assert "gap " in out.splitlines()[2]
    assert "Traceback" not in err


@pytest.mark.parametrize("words", ["compiling the kernels", "best "])
def test_a_signal_that_comes_twice_is_heard_once(
    words: str, decks: Path, tmp_path: Path, start
) -> None:
    """``timeout`` sends one to the program and one to its group."""
    cold = {"NUMBA_CACHE_DIR": str(tmp_path)} if words.startswith("compiling") else {}
    running = start("solve", *deal(decks, "long"), "--json", **cold)
    running.wait_for(words)
    code, out, err, _ = running.interrupt(signal.SIGTERM, signal.SIGTERM)
    assert code == 130
    assert json.loads(out)["bound"] > 0
    assert "Traceback" not in err


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="a signal of POSIX")
def test_nohup_goes_on_when_the_terminal_is_closed(decks: Path, start) -> None:
    running = start(
        "solve", *deal(decks, "long"), "--json", "--time-limit", "4", ignoring=signal.SIGHUP
    )
    running.wait_for("best ")
    code, out, _, _ = running.interrupt(signal.SIGHUP)
    assert code == 3
    assert json.loads(out)["seconds"] >= 4


def test_the_record_is_written_though_the_reader_is_gone(tmp_path: Path, start) -> None:
    for more in ([], ["--json"], ["--from", str(tmp_path / "0")]):
        place = tmp_path / str(len(more))
        arguments = ["1A", "2B", "3A", "--deck", "mini"] if len(more) < 2 else []
        running = start("solve", *arguments, *more, "-o", str(place))
        running.stdout.close()
        running.process.wait(timeout=PATIENCE)
        assert run_process("check", str(place)).returncode == 0


def test_the_record_is_written_though_standard_output_is_closed(tmp_path: Path) -> None:
    for number, (words, typed) in enumerate(
        [
            (("solve", "1A", "2B", "--deck", "mini"), b""),
            (("play", "1A", "2B", "--deck", "mini"), b"4\nquit\n"),
        ]
    ):
        place = tmp_path / str(number)
        done = subprocess.run(
            [sys.executable, "-c", CLOSED, *words, "-o", str(place)],
            input=typed,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
        assert (done.returncode, done.stdout) == (2, b""), done.stderr
        assert run_process("check", str(place)).returncode == 0


@pytest.mark.skipif(not ENDING, reason="signals of POSIX")
@pytest.mark.parametrize("end", ENDING)
def test_what_was_answered_before_a_signal_stays_answered(end: str, tmp_path: Path, start) -> None:
    """While Python ends it would end of the signal, or print it."""
    running = start("code", "1A", "2B", "--deck", "mini")
    assert running.stdout.readline()
    for _ in range(20):  # from the answer to the end
        if running.process.poll() is None:
            running.process.send_signal(getattr(signal, end))
        time.sleep(0.005)
    assert "Traceback" not in running.stderr.read()
    assert running.process.wait(timeout=PATIENCE) in (0, 130)


@pytest.mark.parametrize("wrapped", [False, True])
def test_ctrl_c_while_a_command_is_imported(wrapped: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a class is being made, Python 3.11 raises RuntimeError for it."""

    def interrupted(name: str) -> None:
        if wrapped:
            raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()
        raise KeyboardInterrupt

    monkeypatch.setattr("importlib.import_module", interrupted)
    for words in (["solve", "1A"], ["deck", "list"]):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (130, "")
        assert result.stderr.strip() == "interrupted"


def test_a_fault_of_the_program_is_not_taken_for_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise RuntimeError("broken") from ValueError()

    monkeypatch.setattr("importlib.import_module", broken)
    result = run("solve", "1A")
    assert (result.exit_code, result.stdout) == (4, "")
    assert result.stderr.startswith("internal error: RuntimeError: broken")


def test_ctrl_c_while_the_kernels_are_compiled(decks: Path, tmp_path: Path, start) -> None:
    running = start("solve", *deal(decks, "large"), "--json", NUMBA_CACHE_DIR=str(tmp_path))
    running.wait_for("compiling the kernels")
    code, out, err, _ = running.interrupt()
    assert code == 130
    value = json.loads(out)
    assert (value["status"], value["points"]) == ("unknown", None)
    assert value["bound"] > 0
    assert "Traceback" not in err


def test_ctrl_c_ends_a_batch_after_the_order_at_work(decks: Path, tmp_path: Path, start) -> None:
    order = (decks / "long.txt").read_text(encoding="utf-8").split()
    lines = [order[0], " ".join(order), order[1]]
    (tmp_path / "orders.txt").write_text("\n".join(lines), encoding="utf-8")
    deck = str(decks / "long.toml")
    running = start("solve", "--orders", str(tmp_path / "orders.txt"), "--deck", deck)
    first = json.loads(running.stdout.readline())  # flushed as it came
    assert first["order"] == [order[0], "C"]
    running.wait_for("order 2 of 3: search: best ")
    code, out, err, _ = running.interrupt()
    assert code == 130
    assert [json.loads(line)["status"] for line in out.splitlines()] == ["feasible"]
    assert "1 orders were not started" in err


def test_a_time_limit_is_obeyed(decks: Path, start) -> None:
    run_process("solve", "1A", "2B", "--deck", "mini")  # compiles the kernels if need be
    running = start("solve", *deal(decks, "large"), "--json", "--time-limit", "1")
    started = time.monotonic()
    out, err = running.process.communicate(timeout=PATIENCE)
    took = time.monotonic() - started
    value = json.loads(out)
    assert running.process.returncode == 3
    assert value["status"] in ("feasible", "unknown")
    assert 1 <= value["seconds"] < SOON
    assert took < SOON
    assert f"{value['status']} after" in err


def test_a_narrow_console_without_colour() -> None:
    done = run_process(
        "solve", "1A", "2B", "3A", "--deck", "mini", PYTHONIOENCODING="cp1252", NO_COLOR="1"
    )
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert done.stderr.isascii()
    assert b"\x1b" not in done.stdout + done.stderr


def test_progress_in_a_pipe_is_reported_in_lines() -> None:
    done = run_process("solve", "1A", "2B", "--deck", "mini")
    lines = done.stderr.decode().splitlines()
    assert all(re.match(r"\d+ s  (loading|compiling) the kernels", line) for line in lines[:-1])
    assert lines[-1].startswith("optimal after ")
    assert b"\r" not in done.stderr.replace(os.linesep.encode(), b"\n")


def test_a_reader_that_goes_away(start) -> None:
    running = start("solve", "1A", "2B", "3A", "--deck", "mini")
    running.stdout.close()
    running.process.wait(timeout=PATIENCE)
    assert running.process.returncode == 0
    assert "Traceback" not in running.stderr.read()


def test_the_same_answer_without_compiled_kernels_and_whatever_the_hash_seed(
    tmp_path: Path,
) -> None:
    (tmp_path / "orders.txt").write_text("1A 2B 3A\n2A 1B\n3B 1A\n", encoding="utf-8")
    arguments = ("solve", "--orders", str(tmp_path / "orders.txt"), "--deck", "mini")
    answers = []
    for number, environment in enumerate(
        [
            {"PYTHONHASHSEED": "1", "NUMBA_DISABLE_JIT": "0"},
            {"PYTHONHASHSEED": "2", "NUMBA_DISABLE_JIT": "1"},
        ]
    ):
        cache = str(tmp_path / f"tables{number}")
        done = run_process(*arguments, BOLETS_CACHE_DIR=cache, **environment)
        assert done.returncode == 0
        values = [json.loads(line) for line in done.stdout.splitlines()]
        answers.append([value | {"seconds": 0} for value in values])
    assert answers[0] == answers[1]
