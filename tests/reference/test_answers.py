"""The file of answers agrees with the reference."""

from __future__ import annotations

import pytest

from tests.reference.answers import Answer, answer, load

ANSWERS = load()
FEW = ANSWERS[::24]
OTHERS = [one for one in ANSWERS if one not in FEW]


@pytest.mark.parametrize(
    "kept",
    [*FEW, *(pytest.param(one, marks=pytest.mark.slow) for one in OTHERS)],
    ids=lambda one: f"{one.kind}-{one.seed}",
)
def test_the_file_is_what_the_reference_says(kept: Answer) -> None:
    assert answer(kept.kind, kept.seed) == kept
