"""The solver against the plain reference on random small positions."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from bolets_solver.amanite.game.moves import Feed
from bolets_solver.amanite.game.objective import Objective
from bolets_solver.amanite.game.position import Position, Tile
from bolets_solver.amanite.game.tokens import PIG, Counts, add, counts_of, in_order
from bolets_solver.amanite.solving.solver import solve
from tests.amanite.comparing import assert_agrees, small_case
from tests.amanite.making import play_randomly, start_position

SEEDS = 360
BLOCK = 30


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_values_agree_with_the_reference(first: int) -> None:
    for seed in range(first, first + BLOCK):
        assert_agrees(*small_case(seed))


def test_the_cases_cover_everything() -> None:
    cases = [small_case(seed) for seed in range(SEEDS)]
    phases = Counter(str(position.phase) for position, _, _ in cases)
    assert min(phases[name] for name in ("placing", "choosing", "taking", "feeding")) >= 15
    assert {len(position.players) for position, _, _ in cases} == {2, 3, 4}
    assert {objective for _, objective, _ in cases} == {"win", "margin", "vp"}
    assert sum(guaranteed is not None for _, _, guaranteed in cases) >= 60
    assert sum(position.rules.pig_scope == "literal" for position, _, _ in cases) >= 100
    assert sum("Majority" in position.attributes for position, _, _ in cases) >= 100


def hungry_case(seed: int) -> tuple[Position, str, int | None]:
    """Two players, few colours, a pig on nearly every tile, none of them eats what is frozen."""
    rng = random.Random(f"hungry {seed}")
    tiles = []
    nobody = (None, None)
    standing = rng.choice(
        [
            [(0, 1), (0, 1), nobody],
            [(0, 1), (1, 0), nobody],
            [(0, None), (1, None), (0, 1)],
        ]
    )
    rng.shuffle(standing)
    pigs = rng.sample([1, 1, 1, 1, 0, 0], 6)
    for left, right in standing:
        piles = in_order(random_pile(rng, pigs.pop()), random_pile(rng, pigs.pop()))
        tiles.append(Tile(add(*piles), left, right, None if right is None else piles))
    start = start_position(rng, 2, rng.choice(["all", "all", "some"]), [1, 1, 1], 0)
    hands = tuple(counts_of(rng.choices((0, 1), k=rng.randint(0, 4))) for _ in range(2))
    start = replace(
        start,
        tokens=hands,
        tiles=tuple(tiles),
        placed=4,
        rules=replace(start.rules, pig_scope="literal"),
    )
    place = play_randomly(rng, start, rng.randint(0, 1))
    return place, rng.choice(["win", "margin", "vp"]), None


def random_pile(rng: random.Random, pigs: int) -> Counts:
    """One or two mushrooms of two colours, and pigs."""
    return counts_of([*rng.choices((0, 1), k=rng.randint(1, 2)), *[PIG] * pigs])


def test_old_and_new_mushrooms_are_worth_what_the_reference_says() -> None:
    """Cases in which it matters whether a pig eats an old mushroom or a new one (A-Q16)."""
    told_apart = matters = 0
    for seed in range(150):
        place, objective, _ = hungry_case(seed)
        assert_agrees(place, objective)
        moves = {one.move: one.keys for one in solve(place, Objective(objective)).moves}
        pairs = [move for move in moves if isinstance(move, Feed) and move.old]
        told_apart += len(pairs)
        matters += sum(moves[move] != moves[Feed(move.colour)] for move in pairs)
    assert told_apart >= 20 and matters >= 3


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 720, BLOCK))
def test_larger_positions_agree_with_the_reference(first: int) -> None:
    for seed in range(first, first + BLOCK):
        assert_agrees(*small_case(seed, roomy=True))
