"""Nothing heavy is loaded before it is needed, so that help and version come at once."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import bolets_solver
from tests.cli.running import run

HEAVY = ["numpy", "numba", "ortools", "networkx", "pydantic", "rich", "shapely", "psutil"]

HELPS = f"""
import json, sys
import click
from bolets_solver.cli import cli

def helps(command, words):
    yield words
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from helps(command.get_command(context, name), [*words, name])

loaded = {{}}
sys.stdout = open("/dev/null" if sys.platform != "win32" else "nul", "w")
for words in [*helps(cli, []), ["--version"]]:
    cli([*words, "--help"] if words != ["--version"] else words, standalone_mode=False)
    loaded[" ".join(words)] = [name for name in {HEAVY} if name in sys.modules]
sys.__stdout__.write(json.dumps(loaded))
"""


def python(code: str) -> str:
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_no_help_loads_anything_heavy() -> None:
    loaded = json.loads(python(HELPS))
    assert {"", "solve", "check", "deck", "deck validate", "--version"} <= set(loaded)
    assert {words: heavy for words, heavy in loaded.items() if heavy} == {}


def test_telling_hints_and_scores_of_amanite_loads_no_kernels() -> None:
    heavy = f"[name for name in {HEAVY} if name in sys.modules]"
    assert (
        python(f"import sys, bolets_solver.amanite.answer.report; print({heavy})").strip() == "[]"
    )


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_little_time_to_start(option: str) -> None:
    code = f"""
import sys, time
sys.argv = ["bolets", "{option}"]
from bolets_solver.cli import main
try:
    main()
except SystemExit:
    print("\\n", time.process_time())
"""
    assert min(float(python(code).split()[-1]) for _ in range(3)) < 0.3


def test_help_names_the_exit_codes_and_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for word in ("solve", "check", "deck", "Exit codes", "130"):
        assert word in result.stdout


def test_importing_the_package_loads_next_to_nothing() -> None:
    before = "import sys, typing, __future__; old = set(sys.modules)"
    loaded = python(f"{before}; import bolets_solver; print(*set(sys.modules) - old)")
    assert loaded.split() == ["bolets_solver"]


def test_every_public_name_is_there() -> None:
    for name in bolets_solver.__all__:
        assert getattr(bolets_solver, name) is not None
    assert set(bolets_solver.__all__) == set(dir(bolets_solver))
    assert set(bolets_solver._HOMES) == set(bolets_solver.__all__) - {"__version__"}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = bolets_solver.nothing
