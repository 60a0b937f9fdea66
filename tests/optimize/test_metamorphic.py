"""What may change in a deal without changing its optimum, or only in one direction."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import COTTAGE, FLOOR, MUSHROOM, Border, Face
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import BlockedCounts, CrowLoss, Difficulty, RedTiming, Rules
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.work.limits import Status
from tests.optimize.reprinting import mirrored, renamed, reprint, turned, with_tile
from tests.reference.decisive import with_open_doors
from tests.reference.small_deals import SmallDeal, small_deal

STORE = TableStore(folder=None)
FEW = [(f"small-{seed}", small_deal(seed)) for seed in range(2, 26)]
FEW += [
    (f"mini-{seed}", SmallDeal(random_deal(load_deck("mini"), seed), Rules())) for seed in range(4)
]
MANY = [(f"small-{seed}", small_deal(seed)) for seed in range(26, 300)]
MANY += [
    (f"{deck}-{seed}", SmallDeal(random_deal(load_deck(deck), seed, cards), Rules()))
    for deck, cards, deals in (("pinewood", 7, 6), ("pinewood", 5, 10), ("thicket", 3, 6))
    for seed in range(deals)
]

each_deal = pytest.mark.parametrize(
    "small",
    [
        *(pytest.param(small, id=name) for name, small in FEW),
        *(pytest.param(small, id=name, marks=pytest.mark.slow) for name, small in MANY),
    ],
)


def best(deal: Deal, rules: Rules) -> int:
    """Return the optimum, -1 for an impossible deal."""
    solution = solve(deal, rules, store=STORE)
    assert solution.status in (Status.OPTIMAL, Status.IMPOSSIBLE)
    return -1 if solution.points is None else solution.points


@each_deal
def test_reprinting_faces_turned_changes_nothing(small: SmallDeal) -> None:
    rng = random.Random(str(small))
    other = reprint(small.deal, lambda face: turned(face, rng.choice((90, 180, 270))))
    assert best(other, small.rules) == best(small.deal, small.rules)


@each_deal
def test_mirroring_the_deck_changes_nothing(small: SmallDeal) -> None:
    assert best(reprint(small.deal, mirrored), small.rules) == best(small.deal, small.rules)


@each_deal
def test_renaming_the_cards_changes_nothing(small: SmallDeal) -> None:
    numbers = sorted({face.number for face in small.deal.deck.faces.values() if face.number})
    others = dict(zip(numbers, reversed(range(11, 11 + len(numbers))), strict=True))
    other = renamed(small.deal, others, swap_sides=True)
    assert best(other, small.rules) == best(small.deal, small.rules)


@each_deal
def test_one_more_mushroom_never_lowers_the_optimum(small: SmallDeal) -> None:
    rng = random.Random(str(small))
    floors = [
        (face.name, (x, y))
        for face in small.deal.faces[:-1]
        for y, row in enumerate(face.grid)
        for x, kind in enumerate(row)
        if kind == FLOOR
    ]
    name, tile = rng.choice(floors or [(COTTAGE, (1, 1))])  # what grows in the cottage is nothing

    def grown(face: Face) -> Face:
        return with_tile(face, tile, MUSHROOM) if face.name == name else face

    assert best(reprint(small.deal, grown), small.rules) >= best(small.deal, small.rules)


@each_deal
def test_kinder_rules_never_lower_the_optimum(small: SmallDeal) -> None:
    rules = small.rules
    points = best(small.deal, rules)
    assert best(small.deal, replace(rules, difficulty=Difficulty.DIFFICULT)) <= best(
        small.deal, replace(rules, difficulty=Difficulty.REGULAR)
    )
    assert best(small.deal, replace(rules, difficulty=Difficulty.EASY)) == best(
        small.deal, replace(rules, difficulty=Difficulty.REGULAR)
    )
    assert best(small.deal, replace(rules, red_timing=RedTiming.TRACE)) >= points
    assert best(small.deal, replace(rules, blocked_counts=BlockedCounts.POINTS)) >= points
    assert best(with_open_doors(small.deal), rules) >= points
    strictest = best(small.deal, replace(rules, crow_loss=CrowLoss.EACH))
    for reading in (CrowLoss.STOOD, CrowLoss.ONCE):
        assert best(small.deal, replace(rules, crow_loss=reading)) >= strictest


@each_deal
def test_the_optimum_is_that_of_the_best_entrance(small: SmallDeal) -> None:
    answers = [
        solve(small.deal, small.rules, entrance=door.number, store=STORE)
        for door in small.deal.faces[0].doors
    ]
    points = [-1 if one.points is None else one.points for one in answers]
    assert max(points) == best(small.deal, small.rules)
    for number, one in enumerate(answers, start=1):
        if one.record is not None:
            assert one.record.entrance == number


def test_both_borders_are_among_the_deals() -> None:
    assert {small.deal.deck.border for _, small in FEW} == set(Border)
