"""The arrays that kernels work on, bundled, with the meaning of their columns.

A *row* stands for the tokens that one player may end with. Numbers of a player's tokens are packed
into one *index*: the sum over the seven kinds of (number - low) * stride; taking a pile adds a
constant to it. A *program* is a decision that touches one player's own tokens only, a *slot* holds
the options of a program at an index, and a *stage* is one decision of the round.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import (
    BLOCKS,
    BYTE_ROWS,
    BYTES,
    INTS,
    ROWS,
    SHORT_ROWS,
    SHORTS,
    WORD_ROWS,
    WORDS,
)

Array = Any

OUT = -32768
"""Worth of an eliminated player's row; see ``worth`` below."""

POINT = 64
"""Worth of one point; 63 less the number of mushrooms counts below it."""

MOST_OPTIONS = 1365
"""No program has more options: four pigs choose among twelve kinds, old and new ones of each colour
(A-Q16). 28 pairs of tokens with their pigs are fewer."""

# parameters
P_PLAYERS, P_WORLDS, P_LITERAL, P_SHARED, P_ZERO = range(5)
P_MODE, P_ME, P_AIM, P_WIN, P_MARGIN, P_VP = range(5, 11)
P_DOMINANCE, P_PLAIN, P_CACHE, P_MAJOR_COLOURS, P_SPAN, P_WEIGHT = range(11, 17)
P_AIM_WIN, P_AIM_MARGIN, P_AIM_VP = range(17, 20)
PARAMETERS = 20

# counters, and what the kernel needs when it returns early
S_ROWS, S_POOL, S_SLOTS, S_LEAVES, S_OUTCOMES, S_NEED, S_UNSAFE = range(7)
STATES = 7
NEED_ROWS, NEED_POOL, NEED_SLOTS, NEED_EXHAUSTIVE = range(1, 5)

# attributes; those with a number of points a token follow
POISON_CODE, ANTIDOTE_CODE, ELIXIR_CODE, COUNT_CODE, TWO_CODE, MAJORITY_CODE = range(6)

# programs: kind, player, pigs that wait, whether he has no further tile, the program that is his
# next decision if no pile is chosen before (or -1), and seven numbers of tokens: of the tile (PICK)
# or of the pile just collected (FEED)
PICK, FEED = range(2)
G_KIND, G_PLAYER, G_WAITING, G_FINAL, G_NEXT, G_TOKENS = range(6)
PROGRAM_COLUMNS = G_TOKENS + 7

# slots: where the full and the filtered list lie in the pool; whether the filtered one settles
# everything its player will do
O_START, O_LENGTH, O_BEST_START, O_BEST_LENGTH, O_SINGLE = range(5)
SLOT_COLUMNS = 5

# meals: of which program candidates are listed, the index after the tokens have come and that of
# the tokens that pigs may not eat, how many candidates there are already
M_PROGRAM, M_INDEX, M_FROZEN, M_NUMBER = range(4)
MEAL_COLUMNS = 4

# the tables of candidates: of a player's last program, and of the one before it
LAST_PROGRAM, EARLIER_PROGRAM = range(2)

# the parts of ``small``: available and eaten food by kind; the tokens just collected, by colour;
# the food chosen so far, and the next one to try
SMALL_FOOD, SMALL_EATEN, SMALL_NEW, SMALL_CHOSEN, SMALL_NEXT = 0, 12, 24, 30, 36

# candidates (the pool has the first two columns): index after the choice, index of the tokens that
# later pigs may not eat (``pig_scope = literal``), row
C_INDEX, C_FROZEN, C_ROW = range(3)

# stages: what is decided, by whom, the right player (CHOOSE), the number of the split tile, the
# program (OWN), whether no pile is chosen later
CHOOSE, FEED_LEFT, FEED_RIGHT, OWN = range(4)
T_KIND, T_PLAYER, T_OTHER, T_AXIS, T_PROGRAM, T_TAIL = range(6)
STAGE_COLUMNS = 6

# splits: six columns for each pile that the left player may take: what is added to both players'
# indices, to the indices of what later pigs may not eat, and their feeding programs (-1: no pig);
# then whether both piles are the same
D_LEFT, D_RIGHT, D_FROZEN_LEFT, D_FROZEN_RIGHT, D_FEED_LEFT, D_FEED_RIGHT = range(6)
D_COLUMNS = 6
D_SAME = 12
SPLIT_COLUMNS = 13


# groups of worlds with one colour of the majority: the colour, the first, the one after the last
W_COLOUR, W_FIRST, W_END = range(3)

# rows of ``table``, a column for each world: who is out (a bit a player), the best worth, the most
# points and the second most, twelfths of the victory for each of those with the best worth; then
# four rows of worths and four of points
V_OUT, V_BEST, V_FIRST, V_SECOND, V_SHARE, V_WORTH, V_POINTS = 0, 1, 2, 3, 4, 5, 9
TABLE_ROWS = V_POINTS + 4

# frames: the decision, the option being tried, how many there are, where they begin in the pool
F_STAGE, F_OPTION, F_LENGTH, F_START = range(4)
INNER = 20  # more than the stages of five tiles; behind the last choice frames begin here
DEEPEST = 2 * INNER


class Book(NamedTuple):
    """The arrays of a position and its worlds, and all cached results."""

    par: Array  # parameters
    state: Array  # counters
    weights: Array  # how many worlds each world stands for
    major: Array  # colour of the majority attribute in each world, or -1
    groups: Array  # worlds that share it; none without such an attribute
    points: Array  # points for each attribute code and number of tokens
    codes: Array  # attribute code for each world and colour
    low: Array  # for each player and kind
    stride: Array  # for each player and kind
    radix: Array  # for each player and kind
    offsets: Array  # where each player's part of ``rows`` begins
    rows: Array  # row for each index, or -1
    worth: Array  # for each row and world: 64 * points + 63 - mushrooms, or OUT
    numbers: Array  # for each row: tokens of each colour
    slot_keys: Array  # open addressing; -1: free
    slots: Array
    pool: Array  # lists of options
    cache_rows: Array  # rows of outcomes computed lately
    cache_keys: Array  # and their keys


class Plan(NamedTuple):
    """The arrays of one arrangement of meeples."""

    stages: Array
    splits: Array
    axes: Array  # for each split tile: its first line in ``splits``, and how many there are
    steps: Array  # for each split tile: how far apart its splits are in the result
    begin: Array  # for each player: index, and index of what pigs may not eat
    programs: Array


class Desk(NamedTuple):
    """Scratch arrays."""

    hands: Array  # for each player: index, and index of what later pigs may not eat
    chosen: Array  # for each split tile: which pile the left player took
    combination: Array  # for each split tile: the current split
    rows: Array  # for each player
    keys: Array  # for each player
    sums: Array  # for majorities: prizes, and numbers of tokens
    table: Array  # for outcomes
    found: Array  # two tables of candidates: LAST_PROGRAM, EARLIER_PROGRAM
    meals: Array  # for each of these, what is being listed there
    frames: Array  # the stack of decisions
    kept_hands: Array  # for each frame: ``hands`` before the decision, in one row
    bests: Array  # for each frame: keys of the best option so far
    small: Array  # how pigs are being fed


class Task(NamedTuple):
    """The task of gathering, combination by combination."""

    flag: Array  # 1 once the search is to end early
    blocks: Array  # a table for the current keys, and one for each frame
    out: Array  # a table for each combination of splits, a row for each split of the last tile


BOOK = bundle_type(
    Book,
    par=INTS,
    state=INTS,
    weights=SHORTS,
    major=BYTES,
    groups=ROWS,
    points=SHORT_ROWS,
    codes=BYTE_ROWS,
    low=ROWS,
    stride=ROWS,
    radix=ROWS,
    offsets=INTS,
    rows=WORDS,
    worth=SHORT_ROWS,
    numbers=BYTE_ROWS,
    slot_keys=INTS,
    slots=ROWS,
    pool=ROWS,
    cache_rows=WORD_ROWS,
    cache_keys=ROWS,
)

PLAN = bundle_type(Plan, stages=ROWS, splits=ROWS, axes=ROWS, steps=INTS, begin=ROWS, programs=ROWS)

DESK = bundle_type(
    Desk,
    hands=ROWS,
    chosen=INTS,
    combination=INTS,
    rows=INTS,
    keys=INTS,
    sums=ROWS,
    table=SHORT_ROWS,
    found=BLOCKS,
    meals=ROWS,
    frames=ROWS,
    kept_hands=ROWS,
    bests=ROWS,
    small=INTS,
)

TASK = bundle_type(Task, flag=INTS, blocks=BLOCKS, out=BLOCKS)
