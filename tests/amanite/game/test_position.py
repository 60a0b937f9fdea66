"""The checks of positions: nonsense is refused, and every legal move passes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bolets_solver.amanite.game.position import Hints, Position, Tile
from bolets_solver.amanite.game.tokens import NOTHING, Counts
from bolets_solver.amanite.rules import Rules
from bolets_solver.errors import InputError
from tests.amanite.making import play_randomly, start_position

TWO: Counts = (1, 1, 0, 0, 0, 0, 0)
ONE: Counts = (1, 0, 0, 0, 0, 0, 0)
GOOD = Position(
    players=("Ann", "Bo"),
    colours=("red", "blue", "green", "yellow", "purple", "brown"),
    attributes=("Poison", "Antidote", "-1", "1", "2", "3"),
    tokens=(NOTHING, TWO),
    tiles=(Tile(TWO), Tile(TWO), Tile(TWO)),
)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ("Ann",)}, "players: 2 to 4 different names are needed, not ['Ann']"),
        ({"players": ("Bo", "Bo")}, "players: 2 to 4 different names"),
        ({"colours": ("red",) * 6}, "colours: 6 different names"),
        ({"attributes": ("Poison", "Poison")}, "attributes: up to 6 different ones"),
        ({"attributes": ("Pyson",)}, "attributes: there is no 'Pyson'"),
        ({"tokens": (TWO,)}, "tokens: one entry for each of 2 players is needed, there are 1"),
        ({"feed": (0,)}, "feed: one entry for each of 2 players is needed, there are 1"),
        ({"tiles": GOOD.tiles[:2]}, "tiles: 2 players have 3, there are 2"),
        ({"known": (None,)}, "known: one entry for each colour"),
        ({"placed": 5}, "placed: 0 to 4 turns of placing can be over, not 5"),
        ({"tokens": (NOTHING, (0, -1, 0, 0, 0, 0, 0))}, "tokens of Bo: seven numbers from 0 up"),
        ({"feed": (1, 0)}, "feed of Ann: 0 to 0 pigs can wait, not 1"),
        ({"tiles": (Tile(TWO, pin=2), *GOOD.tiles[1:])}, "tile 1: there is no such player: (2,)"),
        ({"tiles": (Tile(TWO, split=1), *GOOD.tiles[1:])}, "tile 1: the right space is filled"),
        ({"tiles": (Tile(TWO, 1, 1), *GOOD.tiles[1:])}, "tile 1: the right space is filled"),
        ({"tiles": (*GOOD.tiles[:2], Tile(TWO, 0, 1, (ONE, ONE)))}, "tile 3: its piles are not"),
        ({"tiles": (Tile(TWO, piles=(ONE, ONE)), *GOOD.tiles[1:])}, "tile 1: it has piles only"),
        ({"tiles": (Tile(TWO, 0, taken=True), *GOOD.tiles[1:])}, "tile 1: a pile can be taken"),
        ({"known": ("Elixir", *[None] * 5)}, "known: 'Elixir' is not an attribute in play"),
        ({"known": ("1", "1", *[None] * 4)}, "known: an attribute belongs to one colour only"),
        ({"hints": (Hints(start=(9,)), None)}, "hints of Ann: colours are numbered from 0 to 5"),
        ({"hints": (None, Hints(shuffled=("Two",)))}, "shuffled of Bo: 'Two' is not an attribute"),
        ({"hints": (None, Hints(notebook=((0, "Two"),)))}, "notebook of Bo: 'Two' is not"),
        (
            {"rules": Rules(pig_scope="literal"), "fresh": (ONE, NOTHING)},
            "tokens of Ann: fewer than were collected this round",
        ),
    ],
)
def test_nonsense_makes_no_position(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        replace(GOOD, **change)
    assert len(caught.value.defects) == 1
    assert str(caught.value).startswith(message)


def test_all_defects_come_at_once() -> None:
    with pytest.raises(InputError) as caught:
        replace(GOOD, placed=-1, known=(), feed=(1, 2, 3))
    assert len(caught.value.defects) == 3


@pytest.mark.parametrize("seed", range(20))
def test_moves_lead_from_position_to_position(seed: int) -> None:
    rng = random.Random(seed)
    players = rng.choice((2, 3, 4))
    sizes = [rng.randint(1, 6) for _ in range(players + 1)]
    play_randomly(rng, start_position(rng, players, "known", sizes, 4), 40)
