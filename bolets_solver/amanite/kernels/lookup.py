"""Kernels: options and worth of many tokens at once, for a chart."""

from __future__ import annotations

from bolets_solver.amanite.kernels.arrays import (
    BOOK,
    DESK,
    O_BEST_LENGTH,
    O_BEST_START,
    O_LENGTH,
    O_SINGLE,
    O_START,
    PLAN,
    Array,
    Book,
    Desk,
    Plan,
)
from bolets_solver.amanite.kernels.chart import NUMBER_BITS
from bolets_solver.amanite.kernels.options import options
from bolets_solver.amanite.kernels.rows import row_of
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, ROWS


@kernel(INT(ROWS, ROWS, INT, BOOK, PLAN, DESK))
def look_up(asked: Array, found: Array, first: int, book: Book, plan: Plan, desk: Desk) -> int:
    """Put where the options of programs lie in the pool into ``found``.

    Columns of ``asked`` are program, index and frozen index; of ``found`` start and length of the
    full list, the same of the filtered one, and whether that settles what its player does. Begins
    at row ``first``; returns the first row not done, where there was no room.
    """
    for row in range(first, asked.shape[0]):
        slot = options(asked[row, 0], asked[row, 1], asked[row, 2], book, plan, desk)
        if slot < 0:
            return row
        found[row, 0] = book.slots[slot, O_START]
        found[row, 1] = book.slots[slot, O_LENGTH]
        found[row, 2] = book.slots[slot, O_BEST_START]
        found[row, 3] = book.slots[slot, O_BEST_LENGTH]
        found[row, 4] = book.slots[slot, O_SINGLE]
    return int(asked.shape[0])


@kernel(INT(INT, INT, ROWS, INT, BOOK))
def look_up_ends(player: int, colour: int, ends: Array, first: int, book: Book) -> int:
    """Put the ends of a player's final tokens into the second column; the first has their indices.

    ``colour`` is that of the majority, or -1. Begins at row ``first``; returns the first row not
    done, where there was no room.
    """
    for place in range(first, ends.shape[0]):
        row = row_of(player, ends[place, 0], book)
        if row < 0:
            return place
        number = int(book.numbers[row, colour]) if colour >= 0 else 0
        ends[place, 1] = (int(book.worth[row, 0]) << NUMBER_BITS) + number
    return int(ends.shape[0])
