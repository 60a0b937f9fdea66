"""The double oracle: a small matrix game, grown by best answers among all plans of either side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bolets_solver.boldest.game.heroes import CLASS_ORDER, group_class, strength
from bolets_solver.boldest.game.position import Plan, Position
from bolets_solver.boldest.kernels.tables import Tables
from bolets_solver.boldest.solving.group_choices import muster
from bolets_solver.boldest.solving.planner import Case, Plans, fixed_spaces
from bolets_solver.boldest.solving.zero_sum import solve_matrix
from bolets_solver.errors import InternalError
from bolets_solver.work.limits import Work

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENOUGH = 1e-8
"""The small game grows while some plan gains more than this."""

CACHED_BYTES = 512 * 1024 * 1024


class Side:
    """One of two players: all his plans, those in the small game, and payoffs against the rival's.

    A payoff is the margin, or under the objective "win" 1 for winning and 0 for losing.
    """

    def __init__(self, position: Position, player: int, objective: str, work: Work):
        import numpy

        self.player = player
        self.objective = objective
        self.work = work
        self.plans = Plans(position, player, _strengths_met(position, 1 - player), work)
        self.chosen: list[int] = []
        self._cases: list[tuple[Case, NDArray[np.float64]]] = []
        self._cached: list[NDArray[np.float32]] = []
        self._brawn = numpy.zeros(len(self.plans), dtype=numpy.int64)
        for at, choices in enumerate(self.plans.choices):
            strengths = numpy.array([sum(group.low for group in choice) for choice in choices])
            self._brawn += strengths[self.plans.rows[:, at]]

    def meet(self, rival_plan: Plan) -> None:
        """Work out what every plan of this side is worth against one more plan of the rival.

        Raises Stopped if a limit ends the work.
        """
        import numpy

        rivals: list[Plan | None] = [None, None]
        rivals[1 - self.player] = rival_plan
        case = Case(self.plans, rivals, self.objective, work=self.work)
        if not case.play_out(self.plans.rows):
            self.work.poll()
            raise InternalError("plans were left unweighed although no limit was passed")
        case.search.forget()
        self._cases.append((case, case.margin if self.objective == "margin" else case.win))
        if 4 * len(self.plans) * len(self._cases) <= CACHED_BYTES:
            self._cached.append(self._payoffs(len(self._cases) - 1).astype(numpy.float32))

    def payoff(self, number: int, row: int) -> float:
        """What one plan is worth against the rival's plan of that number."""
        case, figures = self._cases[number]
        return float(figures[case.codes(self.plans.rows[row : row + 1])[0]])

    def against(self, mixture: Sequence[float]) -> NDArray[np.float64]:
        """What every plan is worth against a mixture of the rival's plans."""
        import numpy

        total = numpy.zeros(len(self.plans))
        for number, weight in enumerate(mixture):
            if weight > 0:
                total += weight * self._payoffs(number)
                self.work.poll()
        return total

    def best_answer(self, worth: NDArray[np.float64]) -> int:
        """The row of a best plan; of several equal ones one with the strongest Groups."""
        import numpy

        best = numpy.flatnonzero(worth >= worth.max() - ENOUGH)
        return int(best[numpy.argmax(self._brawn[best])])

    def _payoffs(self, number: int) -> NDArray[np.float64]:
        if number < len(self._cached):
            return self._cached[number].astype("float64")
        case, figures = self._cases[number]
        payoffs: NDArray[np.float64] = figures[case.codes(self.plans.rows)]
        return payoffs


def _strengths_met(position: Position, rival: int) -> list[list[list[int]]]:
    """Strengths that a rival's Groups may have, by space and Class (a superset)."""
    mustered = muster(position.hands[rival] or (), Tables(position.forest, position.rules))
    met = []
    for slot in fixed_spaces(position, rival):
        if slot is None:
            met.append([mustered.strengths(hero_class) for hero_class in range(3)])
        else:
            met.append([[strength(g) for g in slot if group_class(g) is c] for c in CLASS_ORDER])
    return met


@dataclass(frozen=True, slots=True)
class Round:
    """A small game solved: mixtures over the chosen plans, values, what each could gain."""

    mixtures: tuple[tuple[float, ...], tuple[float, ...]]
    values: tuple[float, float]
    gains: tuple[float, float]
    answers: tuple[int, int]


class DoubleOracle:
    """Grows the small game round by round; ``best`` is the round with the least to gain so far."""

    def __init__(self, position: Position, objective: str, work: Work):
        import numpy

        self.objective = objective
        self.rounds = 0
        self.best: Round | None = None
        self.low, self.high = -float("inf"), float("inf")
        self.sides = [Side(position, player, objective, work) for player in range(2)]
        for side in self.sides:
            self._choose(side, side.best_answer(numpy.zeros(len(side.plans))))

    def step(self) -> bool:
        """Solve the small game again and let it grow; True if nobody gains anything by that.

        A gain by a plan that is in the small game already is rounding of the linear program; it
        ends the growth, and the certificate decides. ``low`` and ``high`` close in on the first
        player's value. Raises Stopped.
        """
        found = self._solve()
        self.rounds += 1
        if self.best is None or max(found.gains) < max(self.best.gains):
            self.best = found
        self.low = max(self.low, found.values[0] - found.gains[1])
        self.high = min(self.high, found.values[0] + found.gains[0])
        new = [
            (side, answer)
            for side, answer, gain in zip(self.sides, found.answers, found.gains, strict=True)
            if gain > ENOUGH and answer not in side.chosen
        ]
        for side, answer in new:
            self._choose(side, answer)
        return not new

    def plan(self, player: int, number: int) -> Plan:
        """The plan of that number in the small game."""
        plans = self.sides[player].plans
        return plans.plan(plans.rows[self.sides[player].chosen[number]])

    def _choose(self, side: Side, row: int) -> None:
        """Add a plan of one side to the small game."""
        side.chosen.append(row)
        rival = self.sides[1 - side.player]
        rival.meet(side.plans.plan(side.plans.rows[row]))

    def _solve(self) -> Round:
        import numpy

        first, second = self.sides
        payoffs = numpy.array(
            [
                [first.payoff(number, row) for number in range(len(second.chosen))]
                for row in first.chosen
            ]
        )
        rows, columns = solve_matrix(payoffs)
        value = float(rows @ payoffs @ columns)
        whole = 0.0 if self.objective == "margin" else 1.0
        values = (value, whole - value)
        worths = first.against(columns.tolist()), second.against(rows.tolist())
        gains = tuple(
            max(0.0, float(worth.max()) - own) for worth, own in zip(worths, values, strict=True)
        )
        answers = first.best_answer(worths[0]), second.best_answer(worths[1])
        return Round(
            (tuple(rows.tolist()), tuple(columns.tolist())), values, (gains[0], gains[1]), answers
        )
