"""CP-SAT on tiny deals: for each rule one that keeps it can win, and one that cannot.

The cottage of most deals is shut: its doors are blocked, so two mushrooms must be walked over.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from ortools.sat.python import cp_model

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.cpsat import map_model
from bolets_solver.optimize.cpsat.card_state_kernels import crow_cost
from bolets_solver.optimize.cpsat.map_model import MapModel
from bolets_solver.optimize.cpsat.model import GameModel
from bolets_solver.optimize.cpsat.solver import ScoreModel, run_solver, solve_cpsat
from bolets_solver.optimize.search.decoder import lying
from bolets_solver.optimize.tracing.deal_arrays import CROW_LOSSES, DealArrays, translate
from bolets_solver.work.limits import Status, Work
from tests.bolets.making import deal_of, tile_face
from tests.reference.small_deals import small_deal
from tests.reference.solving import best_games

SHUT = "### x.x ###"
SHUT_WITH_CROWS = "#### x..x #cc# ####"
SHUT_WITH_A_CROW = "### x.x #c# ###"
NO_YELLOW = "difficulty=difficult"
STOOD = "crow_loss=stood"


def lane(inside: str) -> str:
    """A card of one lane, a door at each end."""
    wall = "#" * (len(inside) + 2)
    return f"{wall} +{inside}+ {wall}"


def lanes(first: str, second: str, ends: str = "+#") -> str:
    """A card of two lanes, with doors at the ends of the first."""
    wall = "#" * (len(first) + 2)
    return f"{wall} {ends[0]}{first}{ends[1]} #{second}# {wall}"


def solved(cards: tuple[str, ...], cottage: str, *settings: str) -> int | None:
    """Solve a deal, by both the engine and the reference."""
    deal = deal_of(*cards, tile_face(cottage, "C"))
    rules = Rules.parse(settings)
    found = solve_cpsat(deal, rules)
    assert found.points == best_games(deal, rules).points
    if found.points is None:
        assert (found.status, found.bound, found.record) == (Status.IMPOSSIBLE, None, None)
        return None
    assert (found.status, found.bound) == (Status.OPTIMAL, found.points)
    assert found.record is not None
    assert replay(deal, found.record, rules).won
    return found.points


@pytest.mark.parametrize(
    ("rule", "card", "cottage", "settings", "points"),
    [
        ("B-R22", lane(".mm."), SHUT, (), 2),
        ("B-R22", lane(".m.."), SHUT, (), None),
        ("B-Q31", lane(".M.."), SHUT, ("blocked_counts=points",), 3),
        ("B-Q31", lane(".M.."), SHUT, (), None),
        ("B-R25 two crows cost two lives of three", lane("m.ccm"), SHUT, (NO_YELLOW,), 2),
        ("B-R25 three crows cost all", lane("mcccm"), SHUT, (NO_YELLOW,), None),
        ("B-R24 a heart between them", lane("mchccm"), SHUT, (NO_YELLOW,), 2),
        ("B-R24 none", lane("mc.ccm"), SHUT, (NO_YELLOW,), None),
        ("B-R24 two hearts of three to five lives", lane("mhhhccccm"), SHUT, (NO_YELLOW,), 2),
        ("B-R24 and no third", lane("mhhhcccccm"), SHUT, (NO_YELLOW,), None),
        ("B-Q6", lanes(".cmm......", "ccccccc..."), SHUT, (NO_YELLOW, STOOD), 2),
        ("B-Q6", lanes(".cmm......", "ccccccc..."), SHUT, (NO_YELLOW,), None),
        ("B-R31 two yellow cubes", lanes("hhmm......", "c" * 10), SHUT, (STOOD,), 2),
        ("B-R31 and no third", lanes("hhmm.......", "c" * 11), SHUT, (STOOD,), None),
        ("B-R36 a cottage hides 3 of 7", lanes(".mm.......", "ccccccc..."), SHUT, (NO_YELLOW,), 2),
        ("B-R36 and 3 of 8", lanes(".mm.......", "cccccccc.."), SHUT, (NO_YELLOW,), None),
        ("B-R31", lanes("cmc", "M.c"), SHUT_WITH_CROWS, (), 4),
        ("B-R41", lanes("cmc", "M.c"), SHUT_WITH_CROWS, (NO_YELLOW,), None),
        ("B-Q1", lanes("cM.c", "Mccc", "++"), SHUT_WITH_A_CROW, ("red_timing=trace",), 6),
        ("B-Q1", lanes("cM.c", "Mccc", "++"), SHUT_WITH_A_CROW, (), None),
        ("B-Q8", lanes("cmc", "mc.", "+x"), SHUT_WITH_CROWS, (), 2),
        ("B-Q8", lanes("cmc", "mc.", "+x"), SHUT_WITH_CROWS, ("crow_scope=all",), None),
    ],
)
def test_deals_of_one_card(
    rule: str, card: str, cottage: str, settings: tuple[str, ...], points: int | None
) -> None:
    assert solved((card,), cottage, *settings) == points, rule


@pytest.mark.parametrize(("first", "points"), [("mmmm", 6), ("mmm.", None)])
def test_a_red_cube_is_earned_by_four_points(first: str, points: int | None) -> None:
    """B-R28: it covers one of too many crows of the second card."""
    second = lanes(".mm.......", "cccccccc..")
    assert solved((lane(first), second), SHUT, NO_YELLOW) == points


MARKERS = [0, 2, 4, 4, 4, 2, 3]
"""Scenario B-T7."""


@pytest.mark.parametrize(
    ("reading", "costs"),
    [
        ("each", [0, 2, 0, 0, 0, 1]),
        ("stood", [0, 1, 0, 0, 0, 1]),
        ("once", [0, 2, 0, 0, 0, 0]),
        ("every", [0, 1, 1, 1, 0, 1]),
    ],
)
def test_lives_for_crows(reading: str, costs: list[int]) -> None:
    number = [str(word) for word in CROW_LOSSES].index(reading)
    found, peak = [], 0
    for before, now in pairwise(MARKERS):
        found.append(int(crow_cost(before, now, peak, number)))
        peak = max(peak, now - 2)
    assert found == costs


class WithoutRocks(GameModel):
    def _keep_rocks(self, k: int) -> None:
        pass


class WithoutFootprints(GameModel):
    def _keep_footprints(self, k: int) -> None:
        pass


class WithoutCrows(GameModel):
    def _follow_crows(self) -> None:
        pass


@pytest.mark.parametrize(
    ("rule", "seed", "relaxed"),
    [
        ("B-R10, B-R11", 49, WithoutRocks),
        ("B-R10", 306, WithoutRocks),
        ("B-R11", 306, WithoutFootprints),
        ("B-R11", 455, WithoutFootprints),
        ("B-Q7", 97, WithoutCrows),
        ("B-Q7", 100, WithoutCrows),
    ],
)
def test_what_a_part_of_the_model_forbids(rule: str, seed: int, relaxed: type[GameModel]) -> None:
    """Without the part of the model for a rule some points can be made, with it they cannot."""
    small = small_deal(seed)
    work = Work()
    doors = list(range(len(small.deal.faces[0].doors)))
    score = ScoreModel(small.deal, small.rules, doors, work)
    optimum = best_games(small.deal, small.rules).points
    target = 0 if optimum is None else optimum + 1
    layers = score.standings.layers(target, score.standings.most, 10_000)
    assert layers is not None
    without = run_solver(cp_model.CpSolver(), relaxed(score.standings, layers).model, work)
    assert without == cp_model.OPTIMAL, rule
    assert score.find(layers) is None


@pytest.mark.parametrize("near", [1, 2, 3])
def test_covering_is_what_it_is_on_the_map(near: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the placements, literals say which tiles a card covers, be it near or far."""
    monkeypatch.setattr(map_model, "NEAR", near)
    faces = ("##+## #...# +.c.+ #...# #...# ##+##", "##+## #m..# +...+ ##+##", SHUT)
    deal = deal_of(*faces, tile_face("#### +..x #..# ####", "C"))
    arrays = translate(deal, Rules())
    rng = np.random.default_rng(0)
    for _ in range(25):
        chosen = [
            (int(rng.integers(4)), int(rng.integers(-3, 5)), int(rng.integers(-3, 5)))
            for _ in deal.faces[1:]
        ]
        check_covering(deal, chosen, MapModelOf(arrays, chosen))


class MapModelOf:
    """A map model with one placement a card."""

    def __init__(self, arrays: DealArrays, chosen: list[tuple[int, int, int]]):
        self.model = cp_model.CpModel()
        placed = []
        for place in chosen:
            literal = self.model.new_bool_var("")
            self.model.add(literal == 1)
            placed.append({place: literal})
        self.map = MapModel(self.model, arrays, placed)


def check_covering(deal: Deal, chosen: list[tuple[int, int, int]], found: MapModelOf) -> None:
    cards = [PlacedFace(deal.faces[0], UPRIGHT)]
    for face, place in zip(deal.faces[1:], chosen, strict=True):
        cards.append(PlacedFace(face, laid(cards[-1], face, place)))
    literals = {
        (k, x, y, later): found.map.exactly_uncovered(k, x, y, later)
        for k in range(len(cards))
        for x in range(cards[k].face.width)
        for y in range(cards[k].face.height)
        for later in range(k + 2, len(cards))
    }
    solver = cp_model.CpSolver()
    assert run_solver(solver, found.model, Work()) == cp_model.OPTIMAL
    for (k, x, y, later), literal in literals.items():
        tile = cards[k].placement.to_map(cards[k].face, (x, y))
        assert solver.boolean_value(literal) != cards[later].covers(tile)


def laid(card: PlacedFace, face: Face, place: tuple[int, int, int]) -> Placement:
    return lying(card, face, place)
