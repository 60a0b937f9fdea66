"""The time of a start: ``python -m benchmarks.start [--first] [--runs N]``.

Processor time of whole processes, in one run: commands whose kernels and tables are on disk, each
as seconds and as a multiple of ``python -c "import numpy"``. The least of the runs counts, since a
busy machine only ever adds to it.

--first  the first run on a fresh machine instead: the kernels of each game compiled, none on disk
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ORDER = ["2B", "5B", "4A", "1A", "3B"]

GAMES = {
    "Bolets": "import bolets_solver; bolets_solver.solve",
    "Amanite": "from bolets_solver.amanite.kernels import gather, search, lookup",
    "The Boldest": "from bolets_solver.boldest.kernels import plans, search",
}
"""What imports all kernels of a game that its solver needs."""

COMMANDS = {
    "bolets --help": (["--help"], None),
    "bolets code": (["code", *ORDER], 1.5),
    "bolets deck show": (["deck", "show", "1A"], 1.5),
    "bolets check": (["check", "{game}"], 1.5),
    "bolets solve": (["solve", *ORDER], 3.0),
}
"""Words of a command, and how many times as long as numpy it may take at most."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--runs", type=int, default=10, metavar="N")
    options = parser.parse_args()
    if options.first:
        first_runs()
    else:
        starts(options.runs)


def starts(runs: int) -> None:
    """Print what each command takes."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "game.bolets"
        _seconds(["-m", "bolets_solver", "solve", *ORDER, "-o", str(game)])  # kernels, tables
        programs = {"import numpy": ["-c", "import numpy"]}
        for name, (words, _) in COMMANDS.items():
            programs[name] = ["-m", "bolets_solver", *[word.format(game=game) for word in words]]
        least = dict.fromkeys(programs, float("inf"))
        for _ in range(runs):  # in turns, so that whatever disturbs disturbs all
            for name, words in programs.items():
                least[name] = min(least[name], _seconds(words))
    for name, seconds in least.items():
        aim = COMMANDS.get(name, ([], None))[1]
        print(
            f"{name:<20} {seconds:6.3f} s {seconds / least['import numpy']:6.2f} times"
            f"{f'   aim {aim}' if aim else ''}"
        )


def first_runs() -> None:
    """Print what compiling the kernels of each game takes, with the import of the compiler."""
    for name, program in GAMES.items():
        with tempfile.TemporaryDirectory() as folder:
            load = f"{program}; from bolets_solver.jit import load_declared; load_declared()"
            seconds = _seconds(["-c", load], NUMBA_CACHE_DIR=folder)
            print(f"{name:<20} {seconds:6.1f} s")


def _seconds(words: list[str], **environment: str) -> float:
    """Run Python and return the seconds of processor time it took."""
    before = _children()
    subprocess.run(
        [sys.executable, *words],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return _children() - before


def _children() -> float:
    """Processor time of all processes started so far."""
    try:
        import resource
    except ImportError:  # no such thing on Windows
        times = os.times()
        return times.children_user + times.children_system
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
