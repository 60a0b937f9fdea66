"""Running ``bolets`` within the test's process, and in one of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from click.testing import CliRunner, Result

from bolets_solver.cli import cli

ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] if sys.platform != "win32" else []
"""Signals that end a command with the best so far; on Windows none can be sent to a process."""


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run the command; crashes are not caught."""
    result = CliRunner().invoke(cli, arguments, input=stdin, catch_exceptions=False)
    _note(arguments, result.exit_code, result.stderr)
    return result


def _note(arguments: tuple[str, ...], code: int, errors: str) -> None:
    """Say how a run ended; pytest shows it with a test that fails."""
    print(f"bolets {' '.join(arguments)}: exit code {code}\n{errors}", file=sys.stderr)


def answer_of(result: Result) -> str:
    """Return what is printed behind the first line, which names the deck."""
    first, _, rest = result.stdout.partition("\n")
    assert first.startswith("deck: ")
    return rest


def run_json(*arguments: str, stdin: str | bytes | None = None) -> Any:
    """Run the command and return the one JSON document that it prints."""
    result = run(*arguments, stdin=stdin)
    (line,) = result.stdout.splitlines()
    return json.loads(line)


def command(*arguments: str) -> list[str]:
    """Return the words that start the command in a process of its own."""
    return [sys.executable, "-m", "bolets_solver", *arguments]


def run_process(
    *arguments: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own, with some environment variables set."""
    done = subprocess.run(
        command(*arguments),
        input=stdin,
        capture_output=True,
        env=os.environ | environment,
        check=False,
        timeout=300,
    )
    _note(arguments, done.returncode, done.stderr.decode(errors="replace"))
    return done


@contextmanager
def typing(
    *arguments: str, lines: str, seconds: float = 120, **options: Any
) -> Iterator[subprocess.Popen[str]]:
    """Start the command in a process of its own and type lines; killed if it does not end."""
    process = subprocess.Popen(
        command(*arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options
    )
    watchdog = threading.Timer(seconds, process.kill)
    watchdog.start()
    try:
        with process:
            assert process.stdin is not None
            process.stdin.write(lines)
            process.stdin.flush()
            yield process
    finally:
        watchdog.cancel()


def read_up_to(stream: IO[str] | None, words: str) -> None:
    """Read up to a line with these words, or to the end; a line break stands before each line."""
    assert stream is not None
    for line in stream:
        if words in f"\n{line}":
            return


def ended_by(end: str, words: str, *arguments: str) -> tuple[int, str, str]:
    """Start the command, send a signal once stderr has a line with these words.

    Returns exit code and both outputs.
    """
    with subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            read_up_to(process.stderr, words)
            process.send_signal(getattr(signal, end))
            out, err = process.communicate(timeout=300)
        finally:
            process.kill()
    return process.returncode, out, err
