"""What is known of the Groups while an Expedition is resolved, and what is still face down.

At the table the Groups of the present Expedition are turned up, those of later ones are not. A
plan may leave later spaces open (``"?"``), or give several ways to continue with their weights.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

from bolets_solver.boldest.game.expedition import Day, make_day
from bolets_solver.boldest.game.position import Plan, Position, WeightedPlan
from bolets_solver.errors import Defect, InputError

MAX_CASES = 2000


@dataclass(frozen=True, slots=True)
class Foresight:
    """The Day as far as it is known.

    ``cases`` are all combinations of the players' plans with their probabilities, cut behind
    Expedition ``last``: the last one before a space of which nothing is known. ``present`` is the
    Day as far as all cases agree: to its end if there is one case, else to the end of the present
    Expedition.
    """

    position: Position
    last: int
    cases: tuple[tuple[float, Day], ...]
    present: Day

    @property
    def is_whole(self) -> bool:
        """Return whether the Day is known to its end."""
        return self.last == self.position.expeditions


def foresee(position: Position) -> Foresight:
    """Return what is known of the Day; the Groups of the present Expedition must be.

    Raises InputError naming everybody whose Groups are not.
    """
    defects = []
    for player, name in enumerate(position.players):
        reason = _unknown_now(position, player)
        if reason is not None:
            defects.append(Defect(reason.format(name=name)))
    if defects:
        raise InputError(defects)
    gone = (WeightedPlan(1.0, (None,) * position.expeditions),)  # once the Day is over
    weighted = [plans or gone for plans in position.plans]
    last = min(
        (_known_spaces(position, each.plan) for plans in weighted for each in plans),
        default=position.expeditions,
    )
    lists = [_cut(plans, last) for plans in weighted]
    number = math.prod(map(len, lists))
    if number > MAX_CASES:
        raise InputError(f"the weighted plans combine in {number} ways; {MAX_CASES} at most")
    cases = tuple(
        (math.prod(weight for weight, _ in case), make_day(position, [plan for _, plan in case]))
        for case in product(*lists)
    )
    present = cases[0][1]
    if len(cases) > 1:
        spaces = min(position.expedition, last)
        present = make_day(position, [plans[0].plan[:spaces] for plans in weighted])
    return Foresight(position, last, cases, present)


def _unknown_now(position: Position, player: int) -> str | None:
    """Say why a player's Groups of the present Expedition are not known."""
    if position.over:
        return None
    plans = position.plans[player]
    if plans is None:
        spaces = ["...", *['"?"'] * (position.expeditions - 1)]
        example = f"{{name}} = [{', '.join(spaces)}]"
        return (
            "the Groups of this Expedition must be known: no plan is given for {name}; write "
            f'{example}, with "?" for a space still face down'
        )
    space = position.expedition - 1
    now = {each.plan[space] for each in plans}
    if None in now:
        return (
            "the Groups of this Expedition must be known: {name}'s space "
            f"{space + 1} is still face down"
        )
    if len(now) > 1:
        return (
            "the Groups of this Expedition must be known: the weighted plans of {name} differ on "
            f"space {space + 1}"
        )
    return None


def _known_spaces(position: Position, plan: Plan) -> int:
    """How many spaces are known before the first of the Day's rest that is not."""
    for space in range(position.expedition - 1, len(plan)):
        if plan[space] is None:
            return space
    return len(plan)


def _cut(plans: tuple[WeightedPlan, ...], last: int) -> list[tuple[float, Plan]]:
    """Plans cut behind Expedition ``last``; what is the same so far is one plan."""
    weights: dict[Plan, float] = {}
    for each in plans:
        weights[each.plan[:last]] = weights.get(each.plan[:last], 0.0) + each.weight
    return [(weight, plan) for plan, weight in weights.items()]
