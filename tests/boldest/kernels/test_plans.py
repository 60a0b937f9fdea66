"""Choices of Groups for three spaces that one hand can form, against dealing out every Hero."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from bolets_solver.boldest.kernels import plans

pytestmark = pytest.mark.jit_off

NO_GROUP = (-1, 0, 0, 0)
Group = tuple[int, int, int, int]
"""Class, kind of Leader, the least and the most strength that is lacking beyond the Leader."""
Choice = tuple[Group, Group]


class Hand:
    """Leaders of each kind (three kinds of each Class), all Heroes of each Class, Pets, Buffaloes.

    ``heroes`` counts the Leaders too, as each of them is a member where another one leads.
    """

    def __init__(self, dice: random.Random):
        self.kinds = [dice.randint(0, 2) for _ in range(9)]
        self.heroes = [sum(self.kinds[3 * number : 3 * number + 3]) for number in range(3)]
        self.pets = [dice.randint(0, 2), dice.randint(0, 2)]


def random_group(dice: random.Random) -> Group:
    hero_class = dice.randrange(3)
    need = dice.choice((0, 0, 1, 2, 3))
    return hero_class, 3 * hero_class + dice.randrange(3), need, need + dice.choice((0, 1, 9))


def random_choice(dice: random.Random) -> Choice:
    second = random_group(dice) if dice.random() < 0.3 else NO_GROUP
    first = random_group(dice) if dice.random() < 0.8 else NO_GROUP
    return first, second


def suffices(hand: Hand, groups: list[Group]) -> bool:
    """Return whether the hand can form the Groups: every way to deal out Buffaloes and Pets.

    A Group takes Buffaloes, two strong each, within its room; what it needs beyond them are members
    of its Class and Pets, one strong each.
    """
    for kind, count in enumerate(hand.kinds):
        if sum(group[1] == kind for group in groups) > count:
            return False
    pets, buffaloes = hand.pets
    for dealt in product(range(buffaloes + 1), repeat=len(groups)):
        if sum(dealt) > buffaloes:
            continue
        if any(2 * own > group[3] for own, group in zip(dealt, groups, strict=True)):
            continue
        lacking = [max(0, group[2] - 2 * own) for own, group in zip(dealt, groups, strict=True)]
        for by_pets in product(*(range(lack + 1) for lack in lacking)):
            if sum(by_pets) > pets:
                continue
            members = [0, 0, 0]
            for group, lack, own in zip(groups, lacking, by_pets, strict=True):
                members[group[0]] += 1 + lack - own  # the Leader is one of them
            if all(used <= there for used, there in zip(members, hand.heroes, strict=True)):
                return True
    return False


def groups_of(*choices: Choice) -> list[Group]:
    return [group for choice in choices for group in choice if group[0] >= 0]


def listed(
    hand: Hand, spaces: list[list[Choice]], first: int, room: int = 500, stop: int = 0
) -> tuple[int, list[list[int]]]:
    """What the kernel writes: the number it returns, and the rows."""
    choices = np.array([choice for space in spaces for choice in space], dtype=np.int64)
    begins = np.cumsum([0, *map(len, spaces)]).astype(np.int64)
    found = np.full((room, 3), -1, dtype=np.int64)
    kinds, heroes, pets = (
        np.array(numbers, dtype=np.int64) for numbers in (hand.kinds, hand.heroes, hand.pets)
    )
    flag = np.array([stop], dtype=np.int64)
    number = plans.list_feasible(choices, begins, first, kinds, heroes, pets, found, flag)
    return number, found.tolist()


@pytest.mark.parametrize("seed", range(40))
def test_list_feasible_finds_what_dealing_out_every_hero_finds(seed: int) -> None:
    dice = random.Random(f"feasible {seed}")
    hand = Hand(dice)
    spaces = [[random_choice(dice) for _ in range(4)] for _ in range(3)]
    for first in range(4):
        expected = [
            [first, second, third]
            for second, third in product(range(4), repeat=2)
            if suffices(hand, groups_of(spaces[0][first], spaces[1][second], spaces[2][third]))
        ]
        number, found = listed(hand, spaces, first)
        assert number == len(expected)
        assert found[:number] == expected


def test_list_feasible_counts_what_finds_no_room_and_obeys_the_flag() -> None:
    hand = Hand(random.Random(0))
    spaces = [[(NO_GROUP, NO_GROUP)] * 2] * 3
    assert listed(hand, spaces, 1) == (
        4,
        [[1, b, c] for b in (0, 1) for c in (0, 1)] + 496 * [[-1] * 3],
    )
    assert listed(hand, spaces, 1, room=3) == (4, [[1, 0, 0], [1, 0, 1], [1, 1, 0]])
    assert listed(hand, spaces, 0, room=2, stop=1) == (-1, [[-1] * 3] * 2)


HAND_CASES = {
    "nothing": ([], [1, 0, 0], [0, 0], True),
    "a leader alone": ([(0, 0, 0, 0)], [1, 0, 0], [0, 0], True),
    "no member left": ([(0, 0, 1, 9)], [1, 0, 0], [0, 0], False),
    "a pet in his place": ([(0, 0, 1, 9)], [1, 0, 0], [1, 0], True),
    "a buffalo in his place": ([(0, 0, 2, 2)], [1, 0, 0], [0, 1], True),
    "a buffalo too strong": ([(0, 0, 1, 1)], [1, 0, 0], [0, 1], False),
    "a buffalo with room": ([(0, 0, 1, 2)], [1, 0, 0], [0, 1], True),
    "two buffaloes, one is there": ([(0, 0, 3, 4)], [1, 0, 0], [0, 1], False),
    "two buffaloes": ([(0, 0, 3, 4)], [1, 0, 0], [0, 2], True),
    "the buffalo goes to the second": ([(0, 0, 1, 1), (1, 3, 2, 2)], [2, 1, 0], [0, 1], True),
    "members of another class": ([(0, 0, 1, 1)], [1, 3, 0], [0, 0], False),
    "a class to spare helps no other": ([(0, 0, 2, 2), (1, 3, 0, 0)], [1, 3, 0], [1, 0], False),
}


@pytest.mark.parametrize("name", HAND_CASES)
def test_fits_deals_out_pets_and_buffaloes(name: str) -> None:
    groups, heroes, pets, expected = HAND_CASES[name]
    hand = Hand(random.Random(0))
    hand.kinds, hand.heroes, hand.pets = [9] * 9, heroes, pets
    assert suffices(hand, groups) == expected
    rows = [*groups, NO_GROUP, NO_GROUP]
    spaces = [[(rows[0], rows[1])], [(NO_GROUP, NO_GROUP)], [(NO_GROUP, NO_GROUP)]]
    assert listed(hand, spaces, 0)[0] == int(expected)
    split = [[(rows[0], NO_GROUP)], [(NO_GROUP, rows[1])], [(NO_GROUP, NO_GROUP)]]
    assert listed(hand, split, 0)[0] == int(expected)
