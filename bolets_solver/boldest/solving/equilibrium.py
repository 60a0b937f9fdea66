"""Planning at the same time: mixed equilibria of two players, regrets of a profile of more."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import product

from bolets_solver.boldest.game.expedition import begin, make_day
from bolets_solver.boldest.game.position import Position, WeightedPlan
from bolets_solver.boldest.game.scoring import Values, expectation
from bolets_solver.boldest.solving.double_oracle import DoubleOracle
from bolets_solver.boldest.solving.foresight import MAX_CASES
from bolets_solver.boldest.solving.plan import RatedPlan, best_plans, planning_defects
from bolets_solver.boldest.solving.planner import fixed_spaces
from bolets_solver.boldest.solving.search import Search, prepare
from bolets_solver.errors import Defect, InputError, InternalError
from bolets_solver.work.limits import Stopped, Work

TOLERANCE = 1e-6
"""The certificate of an equilibrium: no plan of either side gains more than this."""


@dataclass(frozen=True)
class Equilibrium:
    """Strategies, what they are worth to each player, and what each could still gain.

    Two players: mixed strategies found; more: the given profile. ``values`` are what is played for:
    the margin, or under "win" the chance to win. ``regrets`` are what the best answer adds (None:
    not computed), ``answers`` the best answers. ``proven`` says that all regrets are exact and,
    with two players, at most TOLERANCE; else ``bounds`` hold the first player's value in a limited
    search of two players.
    """

    strategies: tuple[tuple[WeightedPlan, ...], ...]
    values: tuple[float, ...] | None
    regrets: tuple[float | None, ...]
    answers: tuple[RatedPlan | None, ...]
    proven: bool
    rounds: int = 0
    bounds: tuple[float, float] | None = None


def equilibrium(
    position: Position, objective: str = "win", work: Work | None = None
) -> Equilibrium:
    """Solve the planning of two players, or weigh a given profile of three to five.

    All Groups count as turned up once planning is over (T-Q43). Raises InputError if a hand is
    missing; with more than two players every plan must be given as well.
    """
    work = work or Work()
    defects = planning_defects(position, range(position.count))
    if position.count > 2 and not position.over:
        defects += _profile_defects(position)
    if defects:
        raise InputError(defects)
    if position.count == 2:
        return _of_two(position, objective, work)
    return _profile(position, objective, work)


def _of_two(position: Position, objective: str, work: Work) -> Equilibrium:
    oracle: DoubleOracle | None = None
    nobody = (None, None)
    try:
        prepare(work)
        oracle = DoubleOracle(position, objective, work)
        while not oracle.step():
            pass
    except Stopped:
        if oracle is None or oracle.best is None:
            return Equilibrium(((), ()), None, nobody, nobody, False)
    assert oracle is not None and oracle.best is not None
    found = Equilibrium(
        tuple(_mixture(oracle, player) for player in range(2)),
        oracle.best.values,
        oracle.best.gains,
        nobody,
        False,
        oracle.rounds,
        (oracle.low, oracle.high),
    )
    return found if work.reason is not None else _certified(position, objective, found, work)


def _mixture(oracle: DoubleOracle, player: int) -> tuple[WeightedPlan, ...]:
    """A player's mixed strategy, most likely plan first."""
    assert oracle.best is not None
    weighted = [
        WeightedPlan(weight, oracle.plan(player, number))
        for number, weight in enumerate(oracle.best.mixtures[player])
        if weight > 0
    ]
    return tuple(sorted(weighted, key=lambda each: -each.weight))


def _certified(position: Position, objective: str, found: Equilibrium, work: Work) -> Equilibrium:
    """Weigh all plans of each side again against the other's mixture, for the regrets."""
    assert found.values is not None
    answers: list[RatedPlan] = []
    for player in range(2):
        plans = list(found.strategies)
        plans[player] = (WeightedPlan(1.0, fixed_spaces(position, player)),)
        against = replace(position, plans=tuple(plans))
        analysis = best_plans(against, player, objective, work=work, top=1)
        if not analysis.proven:
            return found
        answers.append(analysis.plans[0])
    worth = [answers[player].values[player].key(objective)[0] for player in range(2)]
    regrets = tuple(max(0.0, best - own) for best, own in zip(worth, found.values, strict=True))
    if max(regrets) > TOLERANCE:
        raise InternalError(f"a plan gains {max(regrets)} that the double oracle did not find")
    return replace(found, regrets=regrets, answers=tuple(answers), proven=True)


def _profile_defects(position: Position) -> list[Defect]:
    """What is wrong with the plans given, as a profile to be weighed."""
    defects = []
    for name, weighted in zip(position.players, position.plans, strict=True):
        if weighted is None or any(None in each.plan for each in weighted):
            defects.append(Defect(f"the plan of {name} must be given, without face-down spaces"))
    ways = math.prod(len(weighted or ()) for weighted in position.plans)
    if ways > MAX_CASES:
        defects.append(Defect(f"the plans combine in {ways} ways; {MAX_CASES} at most"))
    return defects


def _profile(position: Position, objective: str, work: Work) -> Equilibrium:
    """Values of a given profile and each player's best answer to the rest of it."""
    values = _profile_values(position, objective, work)
    strategies = tuple(plans or () for plans in position.plans)
    if values is None:
        nobody = (None,) * position.count
        return Equilibrium(strategies, None, nobody, nobody, False)
    own = tuple(value.key(objective)[0] for value in values)
    regrets: list[float | None] = []
    answers: list[RatedPlan | None] = []
    proven = True
    for player in range(position.count):
        analysis = best_plans(position, player, objective, work=work, top=1)
        best = analysis.plans[0] if analysis.plans else None
        proven = proven and analysis.proven
        answers.append(best)
        gain = None if best is None else best.values[player].key(objective)[0] - own[player]
        regrets.append(None if gain is None else max(0.0, gain))
    return Equilibrium(strategies, own, tuple(regrets), tuple(answers), proven)


def _profile_values(position: Position, objective: str, work: Work) -> Values | None:
    """Expected values of every player if all lay what they are given to lay; None at a limit."""
    lists = [weighted or () for weighted in position.plans]
    search = Search(position, objective, work=work)
    weights, states = [], []
    for combination in product(*lists):
        day = make_day(position, [each.plan for each in combination])
        states.append(search.state(day, begin(position, day)[0]))
        weights.append(math.prod(each.weight for each in combination))
    try:
        ends = search.ends(states)
    except Stopped:
        return None
    values = [end.values() for end in ends if end is not None]
    return expectation(weights, values) if len(values) == len(ends) else None
