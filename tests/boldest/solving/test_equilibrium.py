"""Equilibria against the full matrix game, solved by another library; regrets of profiles."""

from __future__ import annotations

from dataclasses import replace

import nashpy
import numpy
import pytest

from bolets_solver.boldest.game.position import Position
from bolets_solver.boldest.solving import double_oracle as oracle
from bolets_solver.boldest.solving.equilibrium import TOLERANCE, equilibrium
from bolets_solver.boldest.solving.plan import best_plans
from bolets_solver.boldest.solving.zero_sum import solve_matrix
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Limits, Work
from tests.boldest import reference
from tests.boldest.making import small_position
from tests.marking import also_slow


def full_matrix(position: Position, objective: str) -> numpy.ndarray:
    """The first player's payoff for every pair of plans, by the reference."""
    hands = position.hands
    lists = [reference.distinct_plans(hand, 2) for hand in hands]
    place = 1 if objective == "margin" else 0
    return numpy.array(
        [
            [
                reference.figures(reference.solve(position, [one, two], objective))[0][place]
                for two in lists[1]
            ]
            for one in lists[0]
        ]
    )


def value_by_nashpy(payoffs: numpy.ndarray) -> float:
    """Value of a zero-sum game; rows and columns that repeat others are left out first."""
    payoffs = numpy.unique(numpy.unique(payoffs, axis=0), axis=1)
    game = nashpy.Game(payoffs)
    rows, columns = game.linear_program()
    return float(rows @ payoffs @ columns)


@pytest.mark.parametrize("seed", [*range(6), *also_slow(*range(6, 12))])
def test_value_is_that_of_the_full_matrix_game(seed: int) -> None:
    position = small_position(seed, players=2, heroes=3)
    objective = ("margin", "win")[seed % 2]
    found = equilibrium(position, objective)
    assert found.proven and found.values is not None
    payoffs = full_matrix(position, objective)
    assert found.values[0] == pytest.approx(value_by_nashpy(payoffs), abs=1e-6)


def test_some_equilibria_are_mixed() -> None:
    found = [equilibrium(small_position(seed, players=2, heroes=7), "margin") for seed in range(4)]
    assert any(len(strategy) > 1 for each in found for strategy in each.strategies)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("objective", ["win", "margin"])
def test_certificate_by_the_plan_solver(seed: int, objective: str) -> None:
    position = small_position(seed, players=2, heroes=7)
    found = equilibrium(position, objective)
    assert found.proven and found.values is not None
    for player in range(2):
        plans = list(found.strategies)
        plans[player] = None
        best = best_plans(replace(position, plans=tuple(plans)), player, objective).plans[0]
        gain = best.values[player].key(objective)[0] - found.values[player]
        assert -TOLERANCE <= gain <= TOLERANCE
        assert sum(each.weight for each in found.strategies[player]) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(4))
def test_rounding_of_the_linear_program_does_not_keep_the_game_growing(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mixture a little off gains a little for plans that are in the small game already."""

    def a_little_off(payoffs: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
        exact = solve_matrix(payoffs)
        tilted = [mixture + numpy.linspace(0, 2e-8, len(mixture)) for mixture in exact]
        return tilted[0] / tilted[0].sum(), tilted[1] / tilted[1].sum()

    position = small_position(seed, players=2, heroes=7)
    exact = equilibrium(position, "margin")
    monkeypatch.setattr(oracle, "solve_matrix", a_little_off)
    with Work(Limits(seconds=60)) as work:
        found = equilibrium(position, "margin", work)
    assert found.proven
    assert found.values == pytest.approx(exact.values, abs=1e-6)


def test_matrix_games() -> None:
    rows, columns = solve_matrix(numpy.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]]))
    assert rows == pytest.approx([1 / 3] * 3)
    assert columns == pytest.approx([1 / 3] * 3)
    rows, columns = solve_matrix(numpy.array([[3.0, 1], [0, 2]]))
    assert rows == pytest.approx([0.5, 0.5])
    assert columns == pytest.approx([0.25, 0.75])


@pytest.mark.parametrize("seed", range(6))
def test_regrets_of_a_profile(seed: int) -> None:
    position = small_position(seed, players=3, heroes=4)
    found = equilibrium(position, "margin")
    plans = [position.known_plan(player) for player in range(3)]
    worth = reference.figures(reference.solve(position, plans, "margin"))
    for player in range(3):
        best = max(
            reference.figures(
                reference.solve(
                    position, [one if p == player else plans[p] for p in range(3)], "margin"
                )
            )[player][1]
            for one in reference.distinct_plans(position.hands[player], 3)
        )
        assert found.values is not None
        assert found.values[player] == worth[player][1]
        assert found.regrets[player] == pytest.approx(best - worth[player][1])


def test_everything_that_is_missing_is_named_at_once() -> None:
    position = small_position(1, players=2)
    bare = replace(position, hands=(None, None), plans=(None, None), expedition=2)
    with pytest.raises(InputError) as caught:
        equilibrium(bare)
    found = sorted(map(str, caught.value.defects))
    resolved = "on the spaces already resolved must be given"
    assert found == [
        f"the Groups of Ann {resolved}",
        f"the Groups of Bo {resolved}",
        "the hand of Ann must be given",
        "the hand of Bo must be given",
    ]


@pytest.mark.parametrize("asked", [equilibrium, lambda position: best_plans(position, 0)])
def test_hands_and_plans_that_are_missing_are_named_together(asked) -> None:
    position = small_position(1, players=3)
    with pytest.raises(InputError) as caught:
        asked(replace(position, hands=(None,) * 3, plans=(None,) * 3))
    found = "\n".join(map(str, caught.value.defects))
    assert "hand of Ann" in found
    assert "plan of Bo" in found and "plan of Cy" in found


def test_a_profile_must_be_given() -> None:
    position = small_position(1, players=3)
    with pytest.raises(InputError, match="plan of Bo"):
        equilibrium(replace(position, plans=(position.plans[0], None, position.plans[2])))


def test_a_limit_leaves_bounds() -> None:
    position = small_position(3, players=2, heroes=9)
    with Work(Limits(seconds=1e-9)) as work:
        found = equilibrium(position, work=work)
    assert not found.proven
    assert found.regrets == (None, None)
