"""Hints: the possible worlds, and the probabilities that follow."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from bolets_solver.amanite.game.position import Hints
from bolets_solver.amanite.game.worlds import consistent_worlds, possible_worlds, probabilities
from tests.amanite.making import random_attributes, start_position
from tests.amanite.reference import Game
from tests.amanite.tables import EMPTY, position, text

ATTRIBUTES = ("1", "2", "3", "Poison", "Antidote", "-1")
OPEN: tuple[str | None, ...] = (None,) * 6
START = (0, 1, 2)
SHUFFLED = ("1", "2", "3")


@pytest.mark.parametrize(
    ("notebook", "number"),
    [
        ((), 36),  # A-T8
        (((3, "Poison"), (4, "Antidote")), 6),
        (((0, "1"), (3, "Poison")), 4),
        (((0, "1"), (1, "2")), 6),
        (((0, "1"), (0, "1")), 12),
        (((0, "Poison"),), 0),
        (((3, "1"),), 0),
    ],
)
def test_how_many_worlds_agree(notebook: tuple[tuple[int, str], ...], number: int) -> None:
    hints = Hints(START, SHUFFLED, notebook)
    assert len(list(consistent_worlds(ATTRIBUTES, OPEN, [hints]))) == number


def test_without_hints() -> None:
    assert len(list(consistent_worlds(ATTRIBUTES, OPEN, [None]))) == 720
    known = ("1", None, None, "Poison", None, None)
    assert len(list(consistent_worlds(ATTRIBUTES, known, []))) == 24
    assert len(list(consistent_worlds(ATTRIBUTES, ATTRIBUTES, []))) == 1


def test_start_colours_alone_show_nothing() -> None:
    assert len(list(consistent_worlds(ATTRIBUTES, OPEN, [Hints(START)]))) == 720


def test_exact_probabilities() -> None:
    possible = list(consistent_worlds(ATTRIBUTES, OPEN, [Hints(START, SHUFFLED)]))
    third = Fraction(1, 3)
    expected = [[third] * 3 + [Fraction(0)] * 3] * 3 + [[Fraction(0)] * 3 + [third] * 3] * 3
    assert probabilities(possible, ATTRIBUTES) == expected


def test_probabilities_sum_to_one() -> None:
    rng = random.Random(6)
    for _ in range(50):
        place = start_position(rng, 3, rng.choice(["some", "hints", "none"]), [1] * 4, 0)
        table = probabilities(possible_worlds(place, 0), place.attributes)
        assert all(sum(row) == 1 for row in table)
        assert all(sum(column) == 1 for column in zip(*table, strict=True))


def test_worlds_agree_with_the_reference() -> None:
    rng = random.Random(7)
    for _ in range(60):
        attributes = random_attributes(rng)
        world = rng.sample(attributes, 6)
        colours = ("red", "blue", "green", "yellow", "purple", "brown")
        start = rng.sample(range(6), 3)
        notebook = rng.sample(range(6), rng.randint(0, 2))
        facts = ", ".join(f'{colours[colour]} = "{world[colour]}"' for colour in notebook)
        file = text(*[EMPTY] * 3, attributes=attributes, known="{}")
        file += f"[hints.Ann]\nstart = {[colours[colour] for colour in start]}\n"
        file += f"shuffled = {[world[colour] for colour in reversed(start)]}\n"
        file += f"notebook = {{ {facts} }}\n"
        game = Game(file, "Ann")
        hints = Hints(
            tuple(start),
            tuple(world[colour] for colour in start),
            tuple((colour, world[colour]) for colour in notebook),
        )
        found = list(consistent_worlds(attributes, OPEN, [hints]))
        assert found == [tuple(one.values()) for one in game.worlds]
        assert tuple(world) in found


def test_only_the_askers_hints_count() -> None:
    hints = '[hints.Ann]\nstart = ["red", "blue", "green"]\nshuffled = ["1", "2", "Poison"]\n'
    place = position(*[EMPTY] * 3, known="{}", top="")
    assert len(possible_worlds(place, 0)) == 720
    from bolets_solver.amanite.files.reader import parse_position

    place = parse_position(text(*[EMPTY] * 3, known="{}") + hints).position
    assert [len(possible_worlds(place, asker)) for asker in (0, 1, None)] == [36, 720, 720]
