"""Which choices of groups for the spaces a hand can form together.

A choice is two rows of four integers, one row a Group: Class (-1: no Group), kind of Leader, and
the least and the most strength the Group lacks beyond its Leader.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import BLOCKS, INT, INTS, ROWS

Integers = NDArray[np.int64]

CLASS, KIND, NEED, ROOM = range(4)
GROUPS = 6  # two on each of three spaces would be the most
PETS, BUFFALOES = range(2)


class Hand(NamedTuple):
    """Choices for three spaces, the hand that is to form them, and room to work in.

    ``choices`` (row, Group, column) are those of the three spaces one after another, which begin at
    ``begins``. ``kinds`` counts the Leaders of each kind, ``heroes`` the Heroes of each Class,
    ``pets`` Pets and Water Buffaloes.

    Of the choices that are being tried: ``led`` and ``used`` count the Leaders of each kind and the
    Groups of each Class; ``groups`` (GROUPS, 3) has Class, NEED and ROOM of each Group. ``deal``
    says how many Buffaloes each Group gets, ``lacks`` is scratch space for each Class.
    """

    choices: NDArray[np.int64]
    begins: NDArray[np.int64]
    kinds: NDArray[np.int64]
    heroes: NDArray[np.int64]
    pets: NDArray[np.int64]
    led: NDArray[np.int64]
    used: NDArray[np.int64]
    groups: NDArray[np.int64]
    deal: NDArray[np.int64]
    lacks: NDArray[np.int64]


HAND = bundle_type(
    Hand,
    choices=BLOCKS,
    begins=INTS,
    kinds=INTS,
    heroes=INTS,
    pets=INTS,
    led=INTS,
    used=INTS,
    groups=ROWS,
    deal=INTS,
    lacks=INTS,
)


@kernel()
def _drop(hand: Hand, row: int) -> None:
    """Take the Groups of a choice away again."""
    for group in range(2):
        hero_class = hand.choices[row, group, CLASS]
        if hero_class >= 0:
            hand.led[hand.choices[row, group, KIND]] -= 1
            hand.used[hero_class] -= 1


@kernel()
def _add(hand: Hand, row: int, size: int) -> int:
    """Put a choice's Groups after the first ``size`` ones; the new size, -1 if a Leader lacks."""
    enough = True
    for group in range(2):
        hero_class = hand.choices[row, group, CLASS]
        if hero_class < 0:
            continue
        kind = hand.choices[row, group, KIND]
        hand.led[kind] += 1
        hand.used[hero_class] += 1
        enough = enough and hand.led[kind] <= hand.kinds[kind]
        hand.groups[size, 0] = hero_class
        hand.groups[size, 1] = hand.choices[row, group, NEED]
        hand.groups[size, 2] = hand.choices[row, group, ROOM]
        size += 1
    if not enough:
        _drop(hand, row)
        return -1
    return size


@kernel()
def _fills(hand: Hand, size: int) -> bool:
    """Return whether members and Pets suffice for the first ``size`` Groups, Buffaloes being dealt.

    A Buffalo is worth two (T-R36); for what is lacking Heroes of the Class and Pets are one each
    (T-R4, T-R9). Leaders are Heroes of their Class, so they are gone from it.
    """
    dealt = 0
    for hero_class in range(3):
        hand.lacks[hero_class] = hand.used[hero_class] - hand.heroes[hero_class]
    for group in range(size):
        strong = 2 * hand.deal[group]
        dealt += hand.deal[group]
        if strong > hand.groups[group, 2] or dealt > hand.pets[BUFFALOES]:
            return False
        hand.lacks[hand.groups[group, 0]] += max(0, hand.groups[group, 1] - strong)
    wanted = 0
    for hero_class in range(3):
        wanted += max(0, hand.lacks[hero_class])
    return bool(wanted <= hand.pets[PETS])


@kernel()
def _fits(hand: Hand, size: int) -> bool:
    """Return whether members, Pets and Buffaloes suffice: Buffaloes are dealt in every way."""
    for group in range(size):
        hand.deal[group] = 0
    while True:
        if _fills(hand, size):
            return True
        group = 0
        while group < size and hand.deal[group] == hand.pets[BUFFALOES]:
            hand.deal[group] = 0
            group += 1
        if group == size:
            return False
        hand.deal[group] += 1


@kernel()
def _add_fitting(hand: Hand, row: int, size: int) -> int:
    """Put a choice's Groups after the first ``size`` ones; -1, and none added, if they do not fit.

    More Groups ask for no less, so what does not fit now never will.
    """
    grown = _add(hand, row, size)
    if grown >= 0 and not _fits(hand, grown):
        _drop(hand, row)
        return -1
    return grown


def list_feasible(
    choices: Integers,
    begins: Integers,
    first: int,
    kinds: Integers,
    heroes: Integers,
    pets: Integers,
    found: Integers,
    stop: Integers,
) -> int:
    """Write into ``found`` the choices for three spaces that can be formed together.

    Of the first space only row ``first`` is used; the other arrays are those of :class:`Hand`.
    Returns how many were found: no more than fit, -1 if ``stop[0]`` became 1.
    """
    room = [np.zeros(size, dtype=np.int64) for size in (len(kinds), 3, (GROUPS, 3), GROUPS, 3)]
    hand = Hand(choices, begins, kinds, heroes, pets, *room)
    return int(fill_feasible(hand, first, found, stop))


@kernel(INT(HAND, INT, ROWS, INTS))
def fill_feasible(hand: Hand, first: int, found: Integers, stop: Integers) -> int:
    """The work of :func:`list_feasible`."""
    begins, count = hand.begins, 0
    size = _add_fitting(hand, first, 0)
    if size < 0:
        return 0
    for second in range(begins[1], begins[2]):
        if stop[0]:
            return -1
        grown = _add_fitting(hand, second, size)
        if grown < 0:
            continue
        for third in range(begins[2], begins[3]):
            if _add_fitting(hand, third, grown) < 0:
                continue
            _drop(hand, third)
            if count < found.shape[0]:
                found[count, 0] = first - begins[0]
                found[count, 1] = second - begins[1]
                found[count, 2] = third - begins[2]
            count += 1
        _drop(hand, second)
    return count
