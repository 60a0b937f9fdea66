"""Kernels: what final tokens are worth in every world, and which outcome a player prefers.

Points that depend on one player's tokens are computed once for each row. Comparing two numbers of
``worth`` compares two results (A-R37). Majority points depend on the others and are added when an
outcome is made, see `outcomes`.
"""

from __future__ import annotations

from bolets_solver.amanite.kernels.arrays import (
    ANTIDOTE_CODE,
    COUNT_CODE,
    ELIXIR_CODE,
    NEED_ROWS,
    OUT,
    P_AIM,
    P_ME,
    P_MODE,
    P_PLAYERS,
    P_WORLDS,
    POINT,
    POISON_CODE,
    S_NEED,
    S_ROWS,
    S_UNSAFE,
    Array,
    Book,
)
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BLOCKS, INT, INTS, VOID


@kernel(inline=True)
def number_of(player: int, index: int, kind: int, lowest: int, book: Book) -> int:
    """Return the number of tokens of a kind that an index stands for, counted from ``lowest``."""
    return int(lowest + index // book.stride[player, kind] % book.radix[player, kind])


@kernel()
def new_row(player: int, index: int, book: Book) -> int:
    """Make the row of a player's tokens; -1 if there is no room for it."""
    row = int(book.state[S_ROWS])
    if row >= book.worth.shape[0]:
        book.state[S_NEED] = NEED_ROWS
        return -1
    held = 0
    for colour in range(6):
        number = number_of(player, index, colour, book.low[player, colour], book)
        book.numbers[row, colour] = number
        held += number
    pigs = number_of(player, index, 6, book.low[player, 6], book)
    for world in range(book.par[P_WORLDS]):
        total = 3 * pigs  # A-R35
        poison = 0
        antidote = 0
        elixir = 0
        out = False
        for colour in range(6):
            code = book.codes[world, colour]
            number = int(book.numbers[row, colour])
            if code == POISON_CODE:
                poison = number
            elif code == ANTIDOTE_CODE:
                antidote = number
            elif code == ELIXIR_CODE:
                elixir = number
            elif code == COUNT_CODE and number > 3:
                out = True  # A-R25
            else:
                total += book.points[code, number]  # A-R26, A-R29, A-R30
        total += 5 * poison - 3 * min(antidote, elixir)  # A-R27, A-R28
        if out or poison > antidote + elixir:  # A-R24
            book.worth[row, world] = OUT
        else:
            book.worth[row, world] = POINT * total + 63 - held
            if total <= -50:
                book.state[S_UNSAFE] = 1  # `dominates` would not be right any more
    book.rows[book.offsets[player] + index] = row
    book.state[S_ROWS] = row + 1
    return row


@kernel(inline=True)
def row_of(player: int, index: int, book: Book) -> int:
    """Return the row of a player's tokens, made if it is new; -1 if there is no room for it."""
    row = int(book.rows[book.offsets[player] + index])
    return row if row >= 0 else new_row(player, index, book)


@kernel(inline=True)
def better(mover: int, keys: Array, bests: Array, number: int, par: Array) -> bool:
    """Return whether ``mover`` prefers ``keys`` to row ``number`` of ``bests``.

    The same order as `objective.Preference.rank`.
    """
    players = par[P_PLAYERS]
    mode = par[P_MODE]
    if mode == 2:
        me = par[P_ME]
        if mover == me:
            return bool(keys[me] > bests[number, me])
        return bool(keys[me] < bests[number, me])
    shift = par[P_AIM]
    new = keys[mover] >> shift
    old = bests[number, mover] >> shift
    if mode == 1:
        new -= keys[1 - mover] >> shift
        old -= bests[number, 1 - mover] >> shift
    if new != old:
        return bool(new > old)
    for step in range(1, players):
        other = (mover + step) % players
        new = keys[other] >> shift
        old = bests[number, other] >> shift
        if new != old:
            return bool(new < old)
    if keys[mover] != bests[number, mover]:
        return bool(keys[mover] > bests[number, mover])
    for step in range(1, players):
        other = (mover + step) % players
        if keys[other] != bests[number, other]:
            return bool(keys[other] < bests[number, other])
    return False


@kernel(inline=True)
def keep_preferred(
    mover: int, first: bool, keys: Array, bests: Array, number: int, par: Array
) -> None:
    """Put ``keys`` into a row of ``bests`` if they are the first, or preferred by ``mover``."""
    if first or better(mover, keys, bests, number, par):
        for player in range(par[P_PLAYERS]):
            bests[number, player] = keys[player]


@kernel(VOID(INT, BLOCKS, BLOCKS, INTS, INTS))
def reduce_axis(mover: int, values: Array, best: Array, keys: Array, par: Array) -> None:
    """Let ``mover`` choose along an axis of ``values`` (before * length, after, players).

    ``best`` is what is left without that axis (before, after, players). ``keys`` is scratch space
    for one number a player.
    """
    length = values.shape[0] // best.shape[0]
    for outer in range(values.shape[0]):
        for inner in range(best.shape[1]):
            for player in range(par[P_PLAYERS]):
                keys[player] = values[outer, inner, player]
            keep_preferred(mover, outer % length == 0, keys, best[outer // length], inner, par)
