"""Kernels: final tables of a single world, each packed into one number, and who prefers which.

A *code* holds every player's worth (see `arrays`), majority points included, in 16 bits
each, counted from `OUT`; nothing else counts when two tables are compared. There are always four
players here: absent ones hold what an eliminated one does. That changes no margin as long as every
survivor has more than -50 points.
"""

from __future__ import annotations

import numpy as np

from bolets_solver.amanite.kernels.arrays import (
    OUT,
    P_AIM_MARGIN,
    P_AIM_VP,
    P_AIM_WIN,
    P_MAJOR_COLOURS,
    P_MARGIN,
    P_ME,
    P_MODE,
    P_PLAYERS,
    P_VP,
    P_WEIGHT,
    P_WIN,
    P_ZERO,
    POINT,
    Array,
)
from bolets_solver.amanite.kernels.chart import NUMBER_BITS, NUMBER_MASK
from bolets_solver.amanite.kernels.rows import better
from bolets_solver.jit import kernel


@kernel(inline=True)
def counting(end: int, least: int) -> int:
    """Return the majority tokens of an end, -1 if it takes no part in the majority."""
    number = end & NUMBER_MASK
    return number if number >= least and end >> NUMBER_BITS != OUT else -1


@kernel(inline=True)
def prize(own: int, first: int, second: int, third: int, fourth: int, prizes: Array) -> int:
    """Return the majority points of one among four numbers of tokens, that of ``own``.

    ``prizes`` has five entries for each number of players with more, by how many have as many.
    """
    more = int(first > own) + int(second > own) + int(third > own) + int(fourth > own)
    alike = int(first == own) + int(second == own) + int(third == own) + int(fourth == own)
    if own < 0:
        more = 4  # no prize
    return int(prizes[5 * more + alike])


@kernel(inline=True)
def field(end: int, points: int, player: int) -> int:
    """Return a player's part of a code; ``points`` are those for the majority."""
    worth = end >> NUMBER_BITS
    if worth != OUT:
        worth += POINT * points
    return int(np.int64(worth - OUT) << (16 * player))  # the fourth part has the sign bit


@kernel(inline=True)
def code_of(one: int, two: int, three: int, four: int, prizes: Array, par: Array) -> int:
    """Return the code of a final table from all players' ends."""
    if par[P_MAJOR_COLOURS] == 0:
        return field(one, 0, 0) | field(two, 0, 1) | field(three, 0, 2) | field(four, 0, 3)
    least = 0 if par[P_ZERO] else 1
    a, b = counting(one, least), counting(two, least)
    c, d = counting(three, least), counting(four, least)
    return (
        field(one, prize(a, a, b, c, d, prizes), 0)
        | field(two, prize(b, a, b, c, d, prizes), 1)
        | field(three, prize(c, a, b, c, d, prizes), 2)
        | field(four, prize(d, a, b, c, d, prizes), 3)
    )


@kernel(inline=True)
def value_in(code: int, player: int, win_unit: int, margin_unit: int, vp_unit: int) -> int:
    """Return a player's twelfths of the victory, margin and points, each times its unit, added."""
    one, two = code & 65535, code >> 16 & 65535
    three, four = code >> 32 & 65535, code >> 48 & 65535
    own = code >> (16 * player) & 65535
    alike = int(one == own) + int(two == own) + int(three == own) + int(four == own)
    rival = max(
        max(0 if player == 0 else one, 0 if player == 1 else two),
        max(0 if player == 2 else three, 0 if player == 3 else four),
    )
    share = 12 if alike == 1 else 6 if alike == 2 else 4 if alike == 3 else 3
    win = share if own >= rival and own > 0 else 0
    points = max((own + OUT) >> 6, -50)  # an eliminated player is worth less than that
    margin = points - max((rival + OUT) >> 6, -50)
    return win * win_unit + margin * margin_unit + points * vp_unit


@kernel(inline=True)
def aim_in(code: int, mover: int, par: Array) -> int:
    """Return what ``mover`` maximises first; codes with equal aims are for `preferred`."""
    win, margin, vp = par[P_AIM_WIN], par[P_AIM_MARGIN], par[P_AIM_VP]
    mode = par[P_MODE]
    if mode == 0:
        return value_in(code, mover, win, margin, vp)
    if mode == 1:
        return value_in(code, mover, win, margin, vp) - value_in(code, 1 - mover, win, margin, vp)
    aim = value_in(code, par[P_ME], win, margin, vp)
    return aim if mover == par[P_ME] else -aim


@kernel()
def unpack(code: int, keys: Array, row: int, par: Array) -> None:
    """Put every player's key (see `objective`) for the table of a code into a row of ``keys``."""
    weight = par[P_WEIGHT]
    win, margin, vp = weight << par[P_WIN], weight << par[P_MARGIN], weight << par[P_VP]
    offset = (1048576 << par[P_MARGIN]) + (1048576 << par[P_VP])
    for player in range(par[P_PLAYERS]):
        keys[row, player] = value_in(code, player, win, margin, vp) + offset


@kernel()
def preferred(mover: int, new: int, old: int, keys: Array, par: Array) -> bool:
    """Return whether ``mover`` prefers one code to another; ``keys`` is room for two rows."""
    unpack(new, keys, 0, par)
    unpack(old, keys, 1, par)
    return better(mover, keys[0], keys, 1, par)
