"""Matrix games of two players whose gains are each other's losses, by linear programming."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bolets_solver.errors import InternalError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEGLIGIBLE = 1e-10
"""Probabilities below this are rounding of the linear program, not advice."""


def solve_matrix(
    payoffs: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Optimal mixed strategies of the row player, who wants much, and of the column player.

    Both are found by one linear program each, so that neither depends on how a solver reports
    dual values.
    """
    rows = _maximin(payoffs)
    columns = _maximin(-payoffs.T)
    return rows, columns


def _maximin(payoffs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mixture of rows whose worst column is best."""
    import numpy
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("GLOP")
    if solver is None:
        raise InternalError("OR-Tools offers no linear solver")
    infinity = solver.infinity()
    weights = [solver.NumVar(0.0, 1.0, "") for _ in range(payoffs.shape[0])]
    value = solver.NumVar(-infinity, infinity, "")
    total = solver.Constraint(1.0, 1.0)
    for weight in weights:
        total.SetCoefficient(weight, 1.0)
    for column in range(payoffs.shape[1]):
        constraint = solver.Constraint(0.0, infinity)
        constraint.SetCoefficient(value, -1.0)
        for row, weight in enumerate(weights):
            constraint.SetCoefficient(weight, float(payoffs[row, column]))
    solver.Objective().SetCoefficient(value, 1.0)
    solver.Objective().SetMaximization()
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        raise InternalError("the linear program of a matrix game was not solved")
    mixture = numpy.array([weight.solution_value() for weight in weights])
    mixture[mixture < NEGLIGIBLE] = 0.0
    mixture /= mixture.sum()
    return mixture
