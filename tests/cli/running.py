"""Running ``bolets`` within the test's process."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from bolets_solver.cli import cli


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run the command; crashes are not caught."""
    return CliRunner().invoke(cli, arguments, input=stdin, catch_exceptions=False)


def run_json(*arguments: str, stdin: str | bytes | None = None) -> Any:
    """Run the command and return the one JSON document that it prints."""
    result = run(*arguments, stdin=stdin)
    (line,) = result.stdout.splitlines()
    return json.loads(line)
