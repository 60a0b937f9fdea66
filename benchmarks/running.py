"""Shared by the benchmarks of endgames: a process for each position, a row for each case.

A position is solved in a process of its own, so that its peak memory can be measured.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol, TypeVar


class Case(Protocol):
    """Positions to solve."""

    @property
    def name(self) -> str:
        """What they are, in words."""

    @property
    def aim(self) -> float | None:
        """The seconds aimed at; None: no aim."""


OneCase = TypeVar("OneCase", bound=Case)


@dataclass(frozen=True)
class Measured:
    """One solved position; ``count`` of whatever the benchmark counts."""

    status: str
    seconds: float
    cpu: float
    count: int
    mebibytes: float


def peak_mebibytes() -> float:
    """Most memory this process has held."""
    try:
        import resource
    except ImportError:  # no such thing on Windows: what it holds now
        from bolets_solver.work.limits import resident_mebibytes

        return resident_mebibytes()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def run(
    module: str,
    document: str,
    cases: Sequence[OneCase],
    solve_one: Callable[[OneCase, int, float], Measured],
) -> None:
    """Be the command of the benchmark ``module``, whose docstring is ``document``.

    ``solve_one`` solves a position by case and seed in this process, within a limit in seconds.
    """
    parser = argparse.ArgumentParser(description=document.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5, metavar="N")
    parser.add_argument("--case", metavar="TEXT", help="only cases whose name contains this")
    parser.add_argument("--time-limit", type=float, default=600.0, metavar="SECONDS")
    parser.add_argument("--run", nargs=2, type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run is not None:
        number, seed = options.run
        print(json.dumps(asdict(solve_one(cases[number], seed, options.time_limit))))
        return
    rows = []
    for number, case in enumerate(cases):
        if options.case is None or options.case in case.name:
            found = []
            for seed in range(options.seeds):
                found.append(_solved_apart(module, number, seed, options.time_limit))
                print(f"  {case.name}, seed {seed}: {found[-1]}", file=sys.stderr)
            rows.append(_row(case, found))
    head = (
        f"{'':<36} {'aim':>6} {'proven':>7} {'median':>10} {'max':>10} {'max CPU':>10}"
        f" {'count':>14} {'max count':>14} {'memory':>10}"
    )
    print("\n".join([head, *rows]))


def _solved_apart(module: str, number: int, seed: int, limit: float) -> Measured:
    command = [sys.executable, "-m", module, "--run", str(number), str(seed)]
    done = subprocess.run(
        [*command, "--time-limit", str(limit)], stdout=subprocess.PIPE, text=True, check=True
    )
    return Measured(**json.loads(done.stdout))


def _row(case: Case, found: Sequence[Measured]) -> str:
    seconds = [one.seconds for one in found]
    counts = sorted(one.count for one in found)
    proven = sum(one.status == "proven" for one in found)
    aim = "-" if case.aim is None else f"{case.aim:g} s"
    return (
        f"{case.name:<36} {aim:>6} {proven:>3}/{len(found):<3}"
        f" {statistics.median(seconds):>8.2f} s {max(seconds):>8.2f} s"
        f" {max(one.cpu for one in found):>8.2f} s"
        f" {statistics.median_low(counts):>14,} {counts[-1]:>14,}"
        f" {max(one.mebibytes for one in found):>6.0f} MiB"
    )
