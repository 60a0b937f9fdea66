"""The solver against the plain reference on random small positions."""

from __future__ import annotations

from collections import Counter

import pytest

from .comparing import assert_agrees, small_case

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
    assert sum(position.switches.pig_scope == "literal" for position, _, _ in cases) >= 100
    assert sum("Majority" in position.attributes for position, _, _ in cases) >= 100


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 720, BLOCK))
def test_larger_positions_agree_with_the_reference(first: int) -> None:
    for seed in range(first, first + BLOCK):
        assert_agrees(*small_case(seed, roomy=True))
