"""Running ``bolets`` within the test's process, and in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from click.testing import CliRunner, Result

from bolets_solver.cli import cli

ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] if sys.platform != "win32" else []
"""Signals that end a command with the best so far; on Windows none can be sent to a process."""


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run the command; crashes are not caught."""
    return CliRunner().invoke(cli, arguments, input=stdin, catch_exceptions=False)


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
    return subprocess.run(
        command(*arguments),
        input=stdin,
        capture_output=True,
        env=os.environ | environment,
        check=False,
        timeout=300,
    )
