"""Time, nodes and memory that random last Days of The Boldest take.

    python -m benchmarks.boldest [--seeds N] [--case NAME] [--time-limit SECONDS]

Each Day has a full Forest (16, 16, 20 and 25 cards for two to five players) and hands such as four
or five Days may leave; the same seed gives the same Day. Every Day is solved in a process of its
own, so that its peak memory can be measured; loading the kernels is not counted. CPU seconds are
those of a machine that does nothing else. Counted are nodes of the search (decisions and ends
visited), and for an equilibrium the rounds of the double oracle.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from benchmarks.running import Measured, peak_mebibytes, run
from bolets_solver.boldest.game.forest import Forest
from bolets_solver.boldest.game.heroes import Hero, HeroClass
from bolets_solver.boldest.game.position import Position
from bolets_solver.boldest.game.random_days import random_day
from bolets_solver.boldest.solving.equilibrium import equilibrium
from bolets_solver.boldest.solving.plan import best_plans
from bolets_solver.boldest.solving.resolve import resolve
from bolets_solver.boldest.solving.search import prepare
from bolets_solver.work.limits import Limits, Work

MEBIBYTES = 4096


@dataclass(frozen=True)
class Case:
    """Days to solve: what is asked, by how many players, for what, seconds aimed at."""

    mode: str
    players: int
    objective: str
    aim: float

    @property
    def name(self) -> str:
        """What the case is, in words."""
        return f"{self.mode}, {self.players} players, {self.objective}"


CASES = (
    *(Case("resolve", players, "win", 1 if players <= 3 else 60) for players in (2, 3, 4, 5)),
    *(Case("plan", players, "win", 10) for players in (2, 3, 4, 5)),
    Case("equilibrium", 2, "margin", 300),
    Case("equilibrium", 2, "win", 300),
)


def _resolve(day: Position, objective: str, work: Work) -> tuple[bool, int]:
    found = resolve(day, objective, work=work)
    return found.proven, found.nodes


def _plan(day: Position, objective: str, work: Work) -> tuple[bool, int]:
    found = best_plans(day, 0, objective, work=work)
    return found.proven, found.nodes


def _equilibrium(day: Position, objective: str, work: Work) -> tuple[bool, int]:
    found = equilibrium(day, objective, work)
    return found.proven, found.rounds


MODES: dict[str, Callable[[Position, str, Work], tuple[bool, int]]] = {
    "resolve": _resolve,
    "plan": _plan,
    "equilibrium": _equilibrium,
}


def solve_one(case: Case, seed: int, limit: float) -> Measured:
    """Solve one Day in this process and measure it."""
    day = random_day(case.players, seed, with_plans=case.mode != "equilibrium")
    _warm_up(case, day)
    begun, cpu = time.perf_counter(), time.process_time()
    with Work(Limits(limit, MEBIBYTES)) as work:
        proven, count = MODES[case.mode](day, case.objective, work)
    return Measured(
        status="proven" if proven else f"limit ({work.reason})",
        seconds=time.perf_counter() - begun,
        cpu=time.process_time() - cpu,
        count=count,
        mebibytes=peak_mebibytes(),
    )


def _warm_up(case: Case, day: Position) -> None:
    """Load all kernels, the last with a Day that has no cards and one Hero a player."""
    prepare(Work())
    hands = ((Hero(HeroClass.WARRIOR),),) * day.count
    MODES[case.mode](
        replace(day, forest=Forest(1, 1, frozenset(), {}), hands=hands), case.objective, Work()
    )


if __name__ == "__main__":
    run("benchmarks.boldest", __doc__, CASES, solve_one)
