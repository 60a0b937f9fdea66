"""The arrays of a chart: all states that each player can reach in one arrangement, numbered.

For a single world, what a player ends with is worth a number of its own, and what he can come to
hold does not depend on the others. So all of it is listed before the search. A *state* is what one
player holds between two stages; states are numbered from 0 for each player and stage. A *column* is
a pile he may get at a choice: with ``n`` splits, column ``pile * n + split``.

A chart is only read while it is searched, so that several threads can share one; a `Bench` belongs
to one thread.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import BLOCKS, INTS, ROWS, WORDS

Array = Any

NUMBER_BITS, NUMBER_MASK = 7, 127
"""An *end* packs a player's final worth, and in these bits below it the number of his majority
tokens."""

UNSETTLED = -(1 << 31)
"""In place of an end: it depends on other players."""

# steps, one for each stage: what is decided, by whom, the right player and the number of the split
# tile (CHOOSE); then where jumps of the left and the right player begin (CHOOSE), and where the
# lists begin (all others)
H_KIND, H_PLAYER, H_OTHER, H_AXIS, H_LEFT, H_RIGHT, H_LISTS = range(7)
STEP_COLUMNS = 7

# lists: where the full and the filtered list (see `options`) lie in the entries
L_START, L_LENGTH, L_BEST_START, L_BEST_LENGTH = range(4)
LIST_COLUMNS = 4

# rows of codes: the codes, and what each is worth to who decides
CODES, AIMS = range(2)

# frames: as in `arrays`, then what the best option so far leads to, and what it is worth to
# who decides
B_STAGE, B_OPTION, B_LENGTH, B_START, B_CODE, B_AIM = range(6)
FRAME_COLUMNS = 6


class Chart(NamedTuple):
    """The states that each player can reach, and their worth."""

    par: Array  # parameters, as in `arrays`
    steps: Array
    last: Array  # the stage of the last choice of a pile
    sizes: Array  # for each split tile: how many splits there are
    apart: Array  # for each split tile but the last one: how far apart its splits are in the result
    same: Array  # for each split tile and split: whether both piles are alike
    jumps: Array  # for each choice, player, state and column: the state that follows
    lists: Array
    entries: Array  # states that follow
    ends: Array  # for each stage behind the last choice, player and state: the end, or UNSETTLED
    ends_begin: Array  # for each stage and player: where these begin, or -1
    leaps: Array  # jumps of the last choice with the ends they lead to
    leaps_begin: Array  # where those of the left and of the right player begin
    open: Array  # for the left and the right player and each state: whether a leap is UNSETTLED
    prizes: Array  # points for the majority, see `codes.prize`


class Bench(NamedTuple):
    """Room for one thread to work in."""

    states: Array  # for each player
    ends: Array  # for each of four players, absent ones included
    combination: Array  # for each split tile: the current split
    frames: Array  # the stack of decisions; behind the last choice frames begin at INNER
    kept: Array  # for each frame: ``states`` before the decision
    keys: Array  # room for two rows of keys
    count: Array  # final tables examined
    codes: Array  # for each frame: codes for each split of the last split tile, and their aims
    others: Array  # the same after the other pile there, or after another option


CHART = bundle_type(
    Chart,
    par=INTS,
    steps=ROWS,
    last=INTS,
    sizes=INTS,
    apart=INTS,
    same=ROWS,
    jumps=WORDS,
    lists=ROWS,
    entries=WORDS,
    ends=WORDS,
    ends_begin=ROWS,
    leaps=WORDS,
    leaps_begin=INTS,
    open=ROWS,
    prizes=INTS,
)

BENCH = bundle_type(
    Bench,
    states=INTS,
    ends=INTS,
    combination=INTS,
    frames=ROWS,
    kept=ROWS,
    keys=ROWS,
    count=INTS,
    codes=BLOCKS,
    others=ROWS,
)
