"""No heavy module is loaded before it is needed, so help and version are instant."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bolets_solver
from tests.cli.running import run

HEAVY = [
    "numpy",
    "numba",
    "llvmlite",
    "ortools",
    "networkx",
    "pydantic",
    "rich",
    "shapely",
    "psutil",
]

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


def test_showing_hints_and_scores_of_amanite_loads_no_kernels() -> None:
    heavy = f"[name for name in {HEAVY} if name in sys.modules]"
    assert (
        python(f"import sys, bolets_solver.amanite.answer.text_report; print({heavy})").strip()
        == "[]"
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


QUIET = """
import io, sys
from click.testing import CliRunner
from bolets_solver.cli import cli
from bolets_solver.work import kernel_news

news_seen = []
game = sys.argv[1]
with kernel_news.watching(lambda what, about: news_seen.append(what)):
    for words, typed in (
        (["check", game], ""),
        (["draw", game], ""),
        (["draw", game, "--map"], ""),
        (["play", "1A", "2B", "--deck", "mini"], "4\\n\\nquit\\n"),
        (["code", "1A", "2B", "--deck", "mini"], ""),
        (["deck", "show", "1A"], ""),
        (["deck", "validate", "mini"], ""),
        (["deal", "--seed", "1"], ""),
        (["puzzle", "list"], ""),
    ):
        result = CliRunner().invoke(cli, words, input=typed)
        if result.exit_code != 0:
            print(words, result.exit_code, result.output)
print(news_seen, "llvmlite" in sys.modules, "numba" in sys.modules)
"""


def test_what_needs_no_kernels_never_waits_for_them(tmp_path: Path) -> None:
    game = tmp_path / "game.bolets"
    done = run("solve", "1A", "2B", "--deck", "mini", "-o", str(game))
    assert done.exit_code == 0
    words = [sys.executable, "-c", QUIET, str(game)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    out = subprocess.run(
        words, env=environment, capture_output=True, text=True, check=True, timeout=120
    ).stdout
    assert out.strip() == "[] False False"


def test_kernels_on_disk_are_loaded_without_the_compiler() -> None:
    """Only a process that compiles imports Numba."""
    code = """
import sys
from pathlib import Path
from bolets_solver.work import kernel_news
answer = []
with kernel_news.watching(lambda what, about: answer.append(what)):
    import bolets_solver
    bolets_solver.solve
print(kernel_news.COMPILING in answer, "numba" in sys.modules)
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    for _ in range(2):  # the first one may compile
        words = [sys.executable, "-c", code]
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
