"""Which choices of groups for the spaces a hand can form together.

A choice is two rows of four integers, one row a Group: Class (-1: no Group), kind of Leader, and
the least and the most strength the Group lacks beyond its Leader.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BLOCKS, INT, INTS, ROWS

Integers = NDArray[np.int64]

CLASS, KIND, NEED, ROOM = range(4)
GROUPS = 6  # two on each of three spaces would be the most


@kernel()
def _drop(choices: Integers, row: int, led: Integers, used: Integers) -> None:
    """Take the Groups of a choice away again."""
    for group in range(2):
        hero_class = choices[row, group, CLASS]
        if hero_class >= 0:
            led[choices[row, group, KIND]] -= 1
            used[hero_class] -= 1


@kernel()
def _add(
    choices: Integers,
    row: int,
    kinds: Integers,
    led: Integers,
    used: Integers,
    needs: Integers,
    size: int,
) -> int:
    """Put a choice's Groups after the first ``size`` ones; the new size, -1 if a Leader lacks."""
    enough = True
    for group in range(2):
        hero_class = choices[row, group, CLASS]
        if hero_class < 0:
            continue
        kind = choices[row, group, KIND]
        led[kind] += 1
        used[hero_class] += 1
        enough = enough and led[kind] <= kinds[kind]
        needs[size, 0] = hero_class
        needs[size, 1] = choices[row, group, NEED]
        needs[size, 2] = choices[row, group, ROOM]
        size += 1
    if not enough:
        _drop(choices, row, led, used)
        return -1
    return size


@kernel()
def _fills(
    heroes: Integers,
    pets: Integers,
    used: Integers,
    needs: Integers,
    size: int,
    deal: Integers,
    lacks: Integers,
) -> bool:
    dealt = 0
    for hero_class in range(3):
        lacks[hero_class] = used[hero_class] - heroes[hero_class]
    for group in range(size):
        dealt += deal[group]
        if 2 * deal[group] > needs[group, 2] or dealt > pets[1]:
            return False
        lacks[needs[group, 0]] += max(0, needs[group, 1] - 2 * deal[group])
    wanted = 0
    for hero_class in range(3):
        wanted += max(0, lacks[hero_class])
    return bool(wanted <= pets[0])


@kernel()
def _fits(
    heroes: Integers,
    pets: Integers,
    used: Integers,
    needs: Integers,
    size: int,
    deal: Integers,
    lacks: Integers,
) -> bool:
    """Tell whether members, Pets and Water Buffaloes suffice: Buffaloes are dealt in every way."""
    for group in range(size):
        deal[group] = 0
    while True:
        if _fills(heroes, pets, used, needs, size, deal, lacks):
            return True
        group = 0
        while group < size and deal[group] == pets[1]:
            deal[group] = 0
            group += 1
        if group == size:
            return False
        deal[group] += 1


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

    ``choices`` (row, Group, column) holds those of the three spaces one after another, beginning
    at ``begins``; of the first space only row ``first`` is used. ``kinds`` counts the Leaders of
    each kind, ``heroes`` those of each Class, ``pets`` Pets and Water Buffaloes. Returns how many
    were found: no more than fit, -1 if ``stop[0]`` became 1.
    """
    room = [np.zeros(size, dtype=np.int64) for size in (len(kinds), 3, (GROUPS, 3), GROUPS, 3)]
    return int(fill_feasible(choices, begins, first, kinds, heroes, pets, found, stop, *room))


@kernel(INT(BLOCKS, INTS, INT, INTS, INTS, INTS, ROWS, INTS, INTS, INTS, ROWS, INTS, INTS))
def fill_feasible(
    choices: Integers,
    begins: Integers,
    first: int,
    kinds: Integers,
    heroes: Integers,
    pets: Integers,
    found: Integers,
    stop: Integers,
    led: Integers,
    used: Integers,
    needs: Integers,
    deal: Integers,
    lacks: Integers,
) -> int:
    """Do what :func:`list_feasible` promises; the last five arrays are room to work in."""
    count = 0
    size = _add(choices, first, kinds, led, used, needs, 0)
    if size < 0 or not _fits(heroes, pets, used, needs, size, deal, lacks):
        return 0
    for second in range(begins[1], begins[2]):
        if stop[0]:
            return -1
        grown = _add(choices, second, kinds, led, used, needs, size)
        if grown < 0:
            continue
        if _fits(heroes, pets, used, needs, grown, deal, lacks):
            for third in range(begins[2], begins[3]):
                full = _add(choices, third, kinds, led, used, needs, grown)
                if full < 0:
                    continue
                if _fits(heroes, pets, used, needs, full, deal, lacks):
                    if count < found.shape[0]:
                        found[count, 0] = first - begins[0]
                        found[count, 1] = second - begins[1]
                        found[count, 2] = third - begins[2]
                    count += 1
                _drop(choices, third, led, used)
        _drop(choices, second, led, used)
    return count
