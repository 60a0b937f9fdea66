"""The checks of positions from which a search begins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.optimize.search.position import new_game

GOOD = new_game(Deal.of(load_deck("mini"), "1A 2B"), Rules())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"card": 3}, "card 3 of 3 with 1 cards placed"),
        ({"card": -1}, "card -1 of 3 with 1 cards placed"),
        ({"card": 1}, "card 1 of 3 with 1 cards placed"),
        ({"entrance": 99}, "entrance: a door from 0 to "),
        ({"entered": -2}, "entered: a door from 0 to "),
        ({"card": 1, "cards": GOOD.cards * 2}, "entrance, entered: -1 stands for a game that"),
        ({"lives": -1}, "lives: a number from 0 up is needed, not -1"),
        ({"marker": -3}, "marker: a number from 0 up is needed, not -3"),
    ],
)
def test_nonsense_makes_no_position(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        replace(GOOD, **change)
    assert len(caught.value.defects) == 1
    assert str(caught.value).startswith(message)
