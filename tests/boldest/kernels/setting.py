"""Stacks with ends and zones for tests near the kernels, and zones as those tests read them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product

from bolets_solver.boldest.game.scoring import End
from bolets_solver.boldest.kernels.arrays import LAID, Stack, new_stack
from bolets_solver.boldest.kernels.zones import BOUNDLESS, open_zone
from bolets_solver.boldest.solving.search import pack_flags

DEPTH = 3
"""The level at which tests decide something; the row above is that of the player above."""

FARTHEST = {2: 3, 3: 3, 4: 2, 5: 1}
"""How far totals are moved when a zone is tried out, by the number of players."""

Zone = dict[tuple[int, int], int]
"""How much the lead of one player over another may grow; pairs without a bound are left out."""


def stack_with(rows: dict[int, End], players: int) -> Stack:
    """A stack with these rows of ends, and a zone without bounds at ``DEPTH``."""
    stack = new_stack(players, 0)
    for row, end in rows.items():
        stack.ends[row, :players] = end.totals
        stack.ends[row, LAID] = pack_flags(end.flags)
    open_zone(stack, DEPTH)
    return stack


def zone_of(stack: Stack, depth: int = DEPTH) -> Zone:
    """The bounds of a level."""
    players = stack.owned.shape[1]
    rooms = {pair: int(stack.slack[depth, pair]) for pair in range(stack.slack.shape[1])}
    bound = {pair: room for pair, room in rooms.items() if room < BOUNDLESS}
    assert all(pair < players * players for pair in bound)
    return {divmod(pair, players): room for pair, room in bound.items()}


def random_end(dice: random.Random, players: int, most: int = 5) -> End:
    """An end with totals so close together that ties are common."""
    flags = list(range(players))
    dice.shuffle(flags)
    return End(tuple(dice.randint(0, most) for _ in range(players)), tuple(flags))


def moved(end: End, shift: Sequence[int]) -> End:
    """The end that would have come of other totals at the beginning."""
    return End(tuple(a + b for a, b in zip(end.totals, shift, strict=True)), end.flags)


def shifts_within(zone: Zone, players: int, most: int) -> list[tuple[int, ...]]:
    """All changes of totals, by this at most, that a zone allows; the first player's stays."""
    return [
        (0, *shift)
        for shift in product(range(-most, most + 1), repeat=players - 1)
        if all((0, *shift)[j] - (0, *shift)[k] <= room for (j, k), room in zone.items())
    ]


def assert_sound(zone: Zone, players: int, answer: Callable[[Sequence[int]], object]) -> None:
    """Whatever totals the zone allows, the answer is the one that it has for the current ones."""
    expected = answer((0,) * players)
    for shift in shifts_within(zone, players, FARTHEST[players]):
        assert answer(shift) == expected, (zone, shift)


def assert_sharp(zone: Zone, players: int, answer: Callable[[Sequence[int]], object]) -> None:
    """One more than a bound allows, and the answer is another one."""
    expected = answer((0,) * players)
    for (ahead, _), room in zone.items():
        shift = [0] * players
        shift[ahead] = room + 1
        assert answer(shift) != expected, (zone, shift)
