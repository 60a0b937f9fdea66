"""Kernels: what players get out of an outcome, added up over all worlds.

With nothing known there are hundreds of worlds, and outcomes are what the search spends its time
on. So everything is done for all worlds at once, in short loops over a few rows of small numbers
each: processors do many such steps together. Points for a majority depend on who is out, which
changes from world to world, but only a few sets of players are out in any: prizes are computed
once for each of these.
"""

from __future__ import annotations

import numpy as np

from bolets_solver.amanite.kernels.arrays import (
    OUT,
    P_MARGIN,
    P_PLAYERS,
    P_SHARED,
    P_VP,
    P_WIN,
    P_ZERO,
    POINT,
    S_OUTCOMES,
    V_BEST,
    V_FIRST,
    V_OUT,
    V_POINTS,
    V_SECOND,
    V_SHARE,
    V_WORTH,
    W_COLOUR,
    W_END,
    W_FIRST,
    Array,
    Book,
    Desk,
)
from bolets_solver.jit import kernel

OUT_POINTS = -50
"""Points of a player who is out, in margins and averages (A-Q31)."""


@kernel()
def majority(colour: int, out: int, rows: Array, prizes: Array, numbers: Array, book: Book) -> None:
    """Put each player's majority points for ``colour`` into ``prizes`` (A-R31 to A-R34).

    ``out`` has a bit for each eliminated player (A-R32).
    """
    players = book.par[P_PLAYERS]
    shared = book.par[P_SHARED] != 0
    least = 0 if book.par[P_ZERO] else 1
    most = -1
    second = -1
    firsts = 0
    seconds = 0
    for player in range(players):
        prizes[player] = 0
        number = int(book.numbers[rows[player], colour])
        if out >> player & 1 or number < least:  # A-R32, A-Q12
            number = -1
        numbers[player] = number
        if number > most:
            second = most
            seconds = firsts
            most = number
            firsts = 1
        elif number == most:
            firsts += 1
        elif number > second:
            second = number
            seconds = 1
        elif number == second:
            seconds += 1
    for player in range(players):
        if numbers[player] < 0:
            continue
        if numbers[player] == most:
            prizes[player] = 10 if firsts == 1 else 14 // firsts if shared else 7  # A-Q10
        elif numbers[player] == second and firsts == 1:
            prizes[player] = 4 if seconds == 1 else 4 // seconds if shared else 2  # A-Q11


@kernel()
def fill(row: Array, number: int) -> None:
    """Write one number for all worlds."""
    for world in range(row.shape[0]):
        row[world] = number


@kernel()
def copy_row(source: Array, target: Array) -> None:
    """Copy the numbers of all worlds."""
    for world in range(target.shape[0]):
        target[world] = source[world]


@kernel()
def note_out(player: int, worth: Array, out: Array) -> None:
    """Set a player's bit in ``out`` in each world in which he is eliminated."""
    bit = np.int16(1 << player)
    for world in range(out.shape[0]):
        out[world] = np.int16(out[world] | (bit if worth[world] == OUT else np.int16(0)))


@kernel()
def sets_in(out: Array) -> int:
    """Return a bit for each set of eliminated players that there is in some world."""
    found = np.int32(0)
    for world in range(out.shape[0]):
        found = np.int32(found | np.int32(np.int32(1) << np.int32(out[world])))
    return int(found)


@kernel()
def add_prize(prize: int, eliminated: int, out: Array, worth: Array) -> None:
    """Add points to a player's worth in each world in which just ``eliminated`` are out."""
    gain = np.int16(POINT * prize)
    wanted = np.int16(eliminated)
    for world in range(out.shape[0]):
        worth[world] = np.int16(worth[world] + (gain if out[world] == wanted else np.int16(0)))


@kernel()
def add_prizes(book: Book, desk: Desk) -> None:
    """Add everybody's majority points to the worths in ``desk.table``."""
    players = book.par[P_PLAYERS]
    table, prizes = desk.table, desk.sums[0]
    out = table[V_OUT]
    fill(out, 0)
    for player in range(players):
        note_out(player, table[V_WORTH + player], out)
    for group in range(book.groups.shape[0]):
        first, end = book.groups[group, W_FIRST], book.groups[group, W_END]
        found = sets_in(out[first:end])
        for eliminated in range(1 << players):
            if not found >> eliminated & 1:
                continue
            majority(
                book.groups[group, W_COLOUR], eliminated, desk.rows, prizes, desk.sums[1], book
            )
            for player in range(players):
                if prizes[player] != 0:
                    worth = table[V_WORTH + player, first:end]
                    add_prize(prizes[player], eliminated, out[first:end], worth)


@kernel()
def count_points(worth: Array, points: Array) -> None:
    """Write a player's points in each world."""
    for world in range(points.shape[0]):
        made = np.int16(worth[world] >> 6)
        points[world] = np.int16(OUT_POINTS) if worth[world] == OUT else made


@kernel()
def raise_second(points: Array, first: Array, second: Array) -> None:
    """Let the second most points be those of a player, or the first if he has more, if more."""
    for world in range(points.shape[0]):
        lower = points[world] if points[world] < first[world] else first[world]
        second[world] = lower if lower > second[world] else second[world]


@kernel()
def raise_most(numbers: Array, most: Array) -> None:
    """Let each number of ``most`` be at least that of ``numbers``."""
    for world in range(numbers.shape[0]):
        most[world] = numbers[world] if numbers[world] > most[world] else most[world]


@kernel()
def count_best(worth: Array, best: Array, sharers: Array) -> None:
    """Count a player among the sharers of the victory in each world in which he is best."""
    for world in range(worth.shape[0]):
        one = np.int16(1) if worth[world] == best[world] else np.int16(0)
        sharers[world] = np.int16(sharers[world] + one)


@kernel()
def share_out(best: Array, share: Array) -> None:
    """Turn the number of sharers into twelfths for each; nobody wins if all are out (A-Q28)."""
    for world in range(share.shape[0]):
        sharers = share[world]
        twelfths = np.int16(12) if sharers == 1 else np.int16(6)
        few = np.int16(4) if sharers == 3 else np.int16(3)
        twelfths = twelfths if sharers < 3 else few
        share[world] = np.int16(0) if best[world] == OUT else twelfths


@kernel()
def total_points(points: Array, weights: Array) -> int:
    """Return the sum of a player's points over all worlds."""
    total = np.int32(0)
    for world in range(weights.shape[0]):
        total = np.int32(total + np.int32(weights[world]) * np.int32(points[world]))
    return int(total)


@kernel()
def total_margin(points: Array, first: Array, second: Array, weights: Array) -> int:
    """Return the sum of a player's margins: his points less the most of another."""
    total = np.int32(0)
    for world in range(weights.shape[0]):
        own = points[world]
        rival = second[world] if own == first[world] else first[world]
        ahead = np.int32(own) - np.int32(rival)
        total = np.int32(total + np.int32(weights[world]) * ahead)
    return int(total)


@kernel()
def total_share(worth: Array, best: Array, share: Array, weights: Array) -> int:
    """Return the sum of a player's twelfths of the victory (A-R37)."""
    total = np.int32(0)
    for world in range(weights.shape[0]):
        won = share[world] if worth[world] == best[world] else np.int16(0)
        total = np.int32(total + np.int32(weights[world]) * np.int32(won))
    return int(total)


@kernel()
def compare(players: int, table: Array) -> None:
    """Fill the rows of ``table`` with the best of each world."""
    fill(table[V_BEST], OUT)
    fill(table[V_FIRST], OUT)
    fill(table[V_SECOND], OUT)
    fill(table[V_SHARE], 0)
    for player in range(players):
        points = table[V_POINTS + player]
        count_points(table[V_WORTH + player], points)
        raise_second(points, table[V_FIRST], table[V_SECOND])
        raise_most(points, table[V_FIRST])
        raise_most(table[V_WORTH + player], table[V_BEST])
    for player in range(players):
        count_best(table[V_WORTH + player], table[V_BEST], table[V_SHARE])
    share_out(table[V_BEST], table[V_SHARE])


@kernel()
def outcome(book: Book, desk: Desk) -> None:
    """Put the keys of all players who end with ``desk.rows`` into ``desk.keys``."""
    players = book.par[P_PLAYERS]
    table, weights = desk.table, book.weights
    book.state[S_OUTCOMES] += 1
    for player in range(players):
        copy_row(book.worth[desk.rows[player]], table[V_WORTH + player])
    if book.groups.shape[0]:
        add_prizes(book, desk)
    compare(players, table)
    first, second = table[V_FIRST], table[V_SECOND]
    for player in range(players):
        worth, points = table[V_WORTH + player], table[V_POINTS + player]
        share = total_share(worth, table[V_BEST], table[V_SHARE], weights)
        margin = total_margin(points, first, second, weights)
        desk.keys[player] = (
            (share << book.par[P_WIN])
            + ((margin + 1048576) << book.par[P_MARGIN])
            + ((total_points(points, weights) + 1048576) << book.par[P_VP])
        )


@kernel(inline=True)
def known_outcome(book: Book, desk: Desk) -> None:
    """Do as `outcome`, but remember: a new outcome takes the place of an older one.

    Worth its while where there are many worlds.
    """
    players = book.par[P_PLAYERS]
    place = 0
    for player in range(players):
        place = (place * 1000003 + desk.rows[player]) % 2147483647
    place &= book.cache_rows.shape[0] - 1
    same = True
    for player in range(players):
        if book.cache_rows[place, player] != desk.rows[player]:
            same = False
    if same:
        for player in range(players):
            desk.keys[player] = book.cache_keys[place, player]
        return
    outcome(book, desk)
    for player in range(players):
        book.cache_rows[place, player] = desk.rows[player]
        book.cache_keys[place, player] = desk.keys[player]
