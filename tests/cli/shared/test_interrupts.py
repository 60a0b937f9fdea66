"""A signal at an odd moment: during an import, or inside a library."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ENDING

pytestmark = pytest.mark.skipif(not ENDING, reason="signals of POSIX")

AT_IMPORT = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.{end})

sys.meta_path.insert(0, Finder())
"""

IN_EXEC = """
import bolets_solver.cli.play.deal as room

deal = room.deal.callback

def interrupted(**options):
    try:
        exec("import os, signal, time; os.kill(os.getpid(), signal.{end}); time.sleep(9)")
    except KeyboardInterrupt:
        {then}
    return deal(**options)

room.deal.callback = interrupted
from bolets_solver.__main__ import main
main()
"""


def run_module(module: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Deal with ``python -m``; modules in ``folder`` go before others."""
    paths = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-m", module, "deal", "--seed", "1"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": paths},
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("end", ENDING)
@pytest.mark.parametrize("name", ["bolets_solver.cli", "click", "bolets_solver.cli.play.deal"])
def test_a_signal_while_modules_are_imported(end: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(AT_IMPORT.format(name=name, end=end))
    done = run_module("bolets_solver", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "interrupted")


@pytest.mark.parametrize("end", ENDING)
def test_what_was_interrupted_once_and_went_on_ends_by_its_own_code(
    end: str, tmp_path: Path
) -> None:
    """Python would let it end by SIGINT, see :func:`bolets_solver.cli._end`."""
    (tmp_path / "odd.py").write_text(IN_EXEC.format(end=end, then="pass"))
    done = run_module("odd", tmp_path)
    plain = run_module("bolets_solver", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, plain.stdout, plain.stderr)
    assert plain.returncode == 0 and done.stdout != ""


@pytest.mark.parametrize("end", ENDING)
def test_what_was_interrupted_within_a_text_that_is_executed(end: str, tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(IN_EXEC.format(end=end, then="raise"))
    done = run_module("odd", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "interrupted")
