"""The best plan of one player against given plans of the others, or weighted lists of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from bolets_solver.boldest.game.forest import Forest, Space
from bolets_solver.boldest.game.heroes import Group, group_class
from bolets_solver.boldest.game.position import Plan, Position, WeightedPlan
from bolets_solver.boldest.game.scoring import End, Values, expectation
from bolets_solver.boldest.solving.foresight import MAX_CASES
from bolets_solver.boldest.solving.plan_bounds import CaseBounds
from bolets_solver.boldest.solving.planner import Case, Plans, unknown_resolved
from bolets_solver.boldest.solving.resolve import Bounds, Line, mean_bounds
from bolets_solver.errors import Defect, InputError, InternalError
from bolets_solver.work.limits import Reason, Stopped, Work

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PROMISING = 64
"""Plans that are weighed before all others."""

FIRST_STEP = 4
"""Plans that are weighed first against several cases, so that there is soon something to show."""

GROWTH = 4
"""How many times as many plans are weighed in each further step."""

PER_LEVEL = 3
"""Plans shown that are worth the same."""

DUST = 1e-9
"""Sums of fractions are not exact: figures that differ by less count as equal."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What one Group of a plan brings: on average, and the cards if there is only one case."""

    space: int
    group: Group
    gain: float
    cards: tuple[Space, ...] | None


@dataclass(frozen=True, slots=True)
class RatedPlan:
    """A plan with its values; ``alike``: number of distinct plans with the same values."""

    plan: Plan
    values: Values
    best: bool
    alike: int
    brings: tuple[Brought, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """A plan that was not weighed and may still be the best, with its bounds."""

    plan: Plan
    bounds: Bounds


@dataclass(frozen=True)
class PlanAnalysis:
    """The answer of :func:`best_plans`, best plan first.

    ``weighed`` of the ``distinct`` plans have been computed. ``ruled_out`` more cannot be
    better than what was found: their bounds say so. If ``proven``, no plan ruled out belongs among
    ``plans``. If not, a limit (``stopped_by``) ended the work: ``plans`` are the best of those
    weighed, the other ``undecided`` plans may still be the best, and ``open`` holds those of them
    whose bounds reach highest.
    """

    player: int
    plans: tuple[RatedPlan, ...]
    proven: bool
    weighed: int
    distinct: int
    nodes: int
    ruled_out: int = 0
    open: tuple[OpenPlan, ...] = ()
    stopped_by: Reason | None = None

    @property
    def undecided(self) -> int:
        """Plans that were not weighed and may still be the best."""
        return 0 if self.proven else self.distinct - self.weighed - self.ruled_out


def best_plans(
    position: Position,
    player: int,
    objective: str = "win",
    *,
    paranoid: bool = False,
    work: Work | None = None,
    top: int = 10,
) -> PlanAnalysis:
    """Find the best plan that ``player`` can lay against what the others are given to lay.

    Values are expectations over the rivals' weighted plans. All Groups count as turned up once
    planning is over (T-Q43). Raises InputError if a hand or a rival's plan is missing.
    """
    work = work or Work()
    cases = _weighted_cases(position, player)
    try:
        weighing = Weighing(position, player, cases, objective, paranoid, work)
    except Stopped:
        return PlanAnalysis(player, (), False, 0, 0, 0, stopped_by=work.reason)
    proven = weighing.weigh(top)
    unweighed = ~weighing.known
    if not proven:
        unweighed &= weighing.may_reach(1)
    weighed = weighing.weighed
    count = len(weighing.plans)
    return PlanAnalysis(
        player,
        weighing.top(top),
        proven,
        weighed,
        count,
        sum(case.search.nodes for case in weighing.cases),
        count - weighed if proven else count - weighed - int(unweighed.sum()),
        () if proven else weighing.open_plans(unweighed, top),
        None if proven else work.reason,
    )


def likely_planner(position: Position) -> int:
    """Return the only player with a hand but no known plan; raises InputError if unclear."""
    unplanned = [
        player
        for player in range(position.count)
        if position.hands[player] is not None and position.known_plan(player) is None
    ]
    if position.over:
        raise InputError(planning_defects(position, []))
    if len(unplanned) != 1:
        raise InputError(
            f"choose the planning player with --as NAME: {', '.join(position.players)}"
        )
    return unplanned[0]


def planning_defects(position: Position, players: Sequence[int]) -> list[Defect]:
    """Every reason why these players cannot be planning now; none if they can."""
    if position.over:
        over = "the Day is over, there is nothing to plan; bolets boldest score counts Experience"
        return [Defect(over)]
    defects = []
    if position.acted or position.second is not None:
        defects.append(
            Defect("an Expedition is under way; plans are made before it, so acted must be empty")
        )
    for player in players:
        name = position.players[player]
        if position.hands[player] is None:
            defects.append(Defect(f"the hand of {name} must be given"))
        if unknown_resolved(position, player):
            defects.append(
                Defect(f"the Groups of {name} on the spaces already resolved must be given")
            )
    return defects


def _weighted_cases(position: Position, player: int) -> list[tuple[float, list[Plan | None]]]:
    """Every combination of the rivals' plans with its probability."""
    defects = planning_defects(position, [player])
    if position.over:
        raise InputError(defects)
    lists: list[Sequence[WeightedPlan | None]] = []
    for other, weighted in enumerate(position.plans):
        if other == player:
            lists.append([None])
            continue
        hidden = weighted is None or any(
            slot is None for each in weighted for slot in each.plan[position.expedition - 1 :]
        )
        if hidden:
            name = position.players[other]
            defects.append(Defect(f"the plan of {name} must be given, without face-down spaces"))
        lists.append(weighted or [])
    if not defects and math.prod(map(len, lists)) > MAX_CASES:
        defects.append(
            Defect(
                f"the rivals' plans combine in {math.prod(map(len, lists))} ways; "
                f"{MAX_CASES} at most"
            )
        )
    if defects:
        raise InputError(defects)
    cases = []
    for combination in product(*lists):
        weight = math.prod(each.weight for each in combination if each is not None)
        cases.append((weight, [None if each is None else each.plan for each in combination]))
    return cases


class Weighing:
    """All plans of a player against weighted cases, computed step by step."""

    def __init__(
        self,
        position: Position,
        player: int,
        cases: Sequence[tuple[float, Sequence[Plan | None]]],
        objective: str,
        paranoid: bool,
        work: Work,
    ):
        from bolets_solver.boldest.solving.search import prepare

        prepare(work)
        self.position = position
        self.player = player
        self.work = work
        met = _strengths_met(position, [rivals for _, rivals in cases])
        self.plans = Plans(position, player, met, work)
        self.objective = objective
        self.weights = [weight for weight, _ in cases]
        self.cases = [
            Case(self.plans, rivals, objective, paranoid=paranoid, work=work, share=len(cases))
            for _, rivals in cases
        ]
        self.bounds = [CaseBounds(case) for case in self.cases]
        self.order = self._order()
        self.done = 0
        self.counted = 0

    def weigh(self, shown: int) -> bool:
        """Play out every plan that may be among the ``shown`` best ones, promising ones first.

        False if a limit ended the work. Against several cases step by step: only what has been
        played out against all counts. Before each step plans are left out whose bounds do not
        reach the last of the plans to be shown. That one only gets better, so they stay out.
        """
        several = len(self.cases) > 1
        step = FIRST_STEP if several else PROMISING
        self.work.describe = self._progress
        while self.done < len(self.order):
            part = self.order[self.done : self.done + step]
            rows = self.plans.rows[part[self.may_reach(shown)[part]]]
            for case in self.cases:
                if not case.play_out(rows):
                    return False
            self.done += len(part)
            step *= GROWTH
        return True

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which plans have been played out against every case, also as one that is the same."""
        import numpy

        return ~numpy.isnan(self._expected()[1])

    @property
    def weighed(self) -> int:
        """How many plans that are."""
        return int(self.known.sum())

    def _progress(self) -> str:
        under_way = self.cases[0].search.found if len(self.cases) == 1 else 0
        self.counted = max(self.counted, self.done + under_way)  # also a limited step
        return f"{self.counted} of {len(self.plans)} plans weighed"

    def top(self, count: int) -> tuple[RatedPlan, ...]:
        """The best of the plans that have been computed."""
        return tuple(
            self._rated(row, number == 0, len(level))
            for number, (level, shown) in enumerate(self._levels(count))
            for row in level[:shown].tolist()
        )

    def _levels(self, count: int) -> list[tuple[NDArray[np.int64], int]]:
        """Computed plans of equal value, best first, and how many of each are shown.

        ``count`` are shown in all, or fewer if there are no more.
        """
        import numpy

        win, margin = self._expected()
        known = numpy.flatnonzero(~numpy.isnan(margin))
        figures = [margin, win] if self.objective == "win" else [margin]
        keys = tuple(-figure[known].round(9) for figure in figures)
        order = numpy.lexsort(keys)
        stacked = numpy.stack([key[order] for key in keys], axis=1)
        starts = numpy.flatnonzero(numpy.any(numpy.diff(stacked, axis=0) != 0, axis=1)) + 1
        levels = []
        for level in numpy.split(known[order], starts) if len(known) else []:
            shown = min(PER_LEVEL, count, len(level))
            count -= shown
            levels.append((level, shown))
            if count == 0:
                break
        return levels

    def may_reach(self, place: int) -> NDArray[np.bool_]:
        """Which plans may be worth as much as the one shown in this place, counted from 1.

        All of them, as long as fewer have been computed.
        """
        import numpy

        levels = self._levels(place)
        if sum(shown for _, shown in levels) < place:
            return numpy.ones(len(self.plans), dtype=bool)
        last = levels[-1][0][0]
        win, margin = self._expected()
        most_win, most_margin = self._most()
        near: NDArray[np.bool_] = most_margin >= margin[last] - DUST
        if self.objective == "win":
            near = (most_win > win[last] + DUST) | ((most_win >= win[last] - DUST) & near)
        return near

    def open_plans(self, rows: NDArray[np.bool_], count: int) -> tuple[OpenPlan, ...]:
        """Those of the marked plans whose bounds reach highest."""
        import numpy

        numbers = numpy.flatnonzero(rows)
        win, margin = (most[numbers] for most in self._most())
        keys = (-margin, -win) if self.objective == "win" else (-margin,)
        return tuple(
            OpenPlan(self.plans.plan(self.plans.rows[row]), self._plan_bounds(row))
            for row in numbers[numpy.lexsort(keys)][:count].tolist()
        )

    def _plan_bounds(self, row: int) -> Bounds:
        """What is sure of a plan: exact where it was played out, bounds in all other cases."""
        found: list[tuple[Bounds, ...]] = []
        for case, bounds in zip(self.cases, self.bounds, strict=True):
            code = int(case.codes(self.plans.rows[row : row + 1])[0])
            if case.is_known(code):
                value = case.end(code).values()[self.player]
                win, margin, own = value.win, value.margin, value.experience
                found.append((((win, win), (margin, margin), (own, own)),))
            else:
                found.append((bounds.bounds(code),))
        return mean_bounds(self.weights, found)[0]

    def _most(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Most that win and margin of every row can come to, in expectation."""
        import numpy

        win, margin = numpy.zeros(len(self.plans)), numpy.zeros(len(self.plans))
        for weight, case, bounds in zip(self.weights, self.cases, self.bounds, strict=True):
            codes = case.codes(self.plans.rows)
            most_win, most_margin = bounds.most(codes)
            known = ~numpy.isnan(case.win[codes])
            win += weight * numpy.where(known, case.win[codes], most_win)
            margin += weight * numpy.where(known, case.margin[codes], most_margin)
        return win, margin

    def _expected(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Expected win and margin for every row; NaN where a case has not been played out."""
        import numpy

        win, margin = numpy.zeros(len(self.plans)), numpy.zeros(len(self.plans))
        for weight, case in zip(self.weights, self.cases, strict=True):
            codes = case.codes(self.plans.rows)
            win += weight * case.win[codes]
            margin += weight * case.margin[codes]
        return win, margin

    def _rated(self, row: int, best: bool, alike: int) -> RatedPlan:
        rows = self.plans.rows[row : row + 1]
        plan = self.plans.plan(rows[0])
        ends = [case.end(int(case.codes(rows)[0])) for case in self.cases]
        values = expectation(self.weights, [end.values() for end in ends])
        return RatedPlan(plan, values, best, alike, self._brings(plan, ends))

    def _brings(self, plan: Plan, ends: Sequence[End]) -> tuple[Brought, ...]:
        """What each Group of a plan brings; empty if a limit ends the work before it is known.

        The Heroes of the plan are played through by the rules for that, against every case; each
        time the Day must end as the search said in ``ends``.
        """
        gains: dict[tuple[int, Group], float] = {}
        cards: dict[tuple[int, Group], tuple[Space, ...]] = {}
        for space, slot in enumerate(plan):
            if slot is not None and space >= self.position.expedition - 1:
                gains |= {(space, group): 0.0 for group in slot if group}
        for weight, case, end in zip(self.weights, self.cases, ends, strict=True):
            try:
                line = case.line(plan)
            except Stopped:
                line = None
            if line is None:
                return ()
            if line.end.values() != end.values():
                raise InternalError(f"the line of a plan ends with {line.end}, not with {end}")
            for key, taken, gain in takings(line, self.player, plan, self.position.forest):
                gains[key] += weight * gain
                cards[key] = taken
        single = len(self.cases) == 1
        return tuple(
            Brought(space + 1, group, gain, cards.get((space, group), ()) if single else None)
            for (space, group), gain in gains.items()
        )

    def _order(self) -> NDArray[np.int64]:
        """Order of the rows: the most promising ones, then those together that end alike.

        The games of plans with the same choices for the last spaces share states, which are then
        still remembered. The endings with the most promising plan come first.
        """
        import numpy

        scores = self._promises()
        promising = numpy.argsort(-scores, kind="stable")
        rest = promising[PROMISING:]
        rows = self.plans.rows[rest]
        keys = []
        for spaces in ([2], [2, 1]):
            _, ending = numpy.unique(rows[:, spaces], axis=0, return_inverse=True)
            best = numpy.full(len(rows), -numpy.inf)
            numpy.maximum.at(best, ending, scores[rest])
            keys += [-best[ending], ending]
        turn = numpy.lexsort(tuple(reversed(keys)))  # stable: promising ones first in each ending
        return numpy.concatenate([promising[:PROMISING], rest[turn]])

    def _promises(self) -> NDArray[np.float64]:
        """How promising each row is: its Groups may win much and meet few stronger ones."""
        import numpy

        scores = numpy.zeros(len(self.plans))
        tables, mustered = self.plans.tables, self.plans.mustered
        case = self.cases[0]
        for at, space in enumerate(self.plans.free):
            worth = []
            for choice in self.plans.choices[at]:
                total = 0.0
                for group in choice:
                    hero = mustered.kinds[group.hero_class][group.kind].hero
                    table = tables.entries[tables.leader(hero)]
                    stronger = case.stronger(space, group)
                    total += max((entry.gain for entry in table), default=0) / (1 + 3 * stronger)
                worth.append(total)
            scores += numpy.array(worth)[self.plans.rows[:, at]]
        return scores


def takings(
    line: Line, player: int, plan: Plan, forest: Forest
) -> list[tuple[tuple[int, Group], tuple[Space, ...], int]]:
    """What a player's Groups take along a line: (space and Group, cards, Experience gained)."""
    found = []
    for step in line.steps:
        if step.actor.player == player:
            space = step.contest // 3
            slot = plan[space] or ()
            group = next(g for g in slot if group_class(g) is step.actor.hero_class)
            gain = sum(forest.cards[card].worth for card in step.take.cards)
            found.append(((space, group), step.take.cards, gain - len(step.take.spent)))
    return found


def _strengths_met(
    position: Position, cases: Sequence[Sequence[Plan | None]]
) -> list[list[list[int]]]:
    """Strengths of rival Groups on every space, for each Class, over all cases."""
    from bolets_solver.boldest.game.expedition import contests_of

    met: list[list[set[int]]] = [[set() for _ in range(3)] for _ in range(position.expeditions)]
    for rivals in cases:
        for number, contest in enumerate(contests_of(rivals)):
            met[number // 3][number % 3] |= {contender.strength for contender in contest}
    return [[sorted(strengths) for strengths in space] for space in met]
