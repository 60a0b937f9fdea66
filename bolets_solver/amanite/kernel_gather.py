"""Kernel: the values of gathering for all splits of one arrangement of meeples.

The tree of decisions (see `kernel_tree`) is searched on an explicit stack, once for each
combination of splits of all split tiles but the last one. What is handed up the tree is a *block*:
the keys for every split of that last tile at once. Behind the choice of its piles often nothing is
left to decide.
"""

from __future__ import annotations

from bolets_solver.amanite.kernel_arrays import (
    BOOK,
    C_FROZEN,
    C_INDEX,
    CHOOSE,
    D_COLUMNS,
    D_FEED_LEFT,
    D_FEED_RIGHT,
    D_FROZEN_LEFT,
    D_FROZEN_RIGHT,
    D_LEFT,
    D_RIGHT,
    D_SAME,
    DESK,
    F_OPTION,
    F_STAGE,
    G_NEXT,
    INNER,
    NEED_EXHAUSTIVE,
    NO_ROOM,
    O_BEST_START,
    OWN,
    P_DOMINANCE,
    P_PLAIN,
    P_PLAYERS,
    PLAN,
    S_LEAVES,
    S_NEED,
    S_UNSAFE,
    T_AXIS,
    T_KIND,
    T_OTHER,
    T_PLAYER,
    T_PROGRAM,
    Array,
    Book,
    Desk,
    Plan,
)
from bolets_solver.amanite.kernel_options import options
from bolets_solver.amanite.kernel_rows import (
    better,
    plain_outcome,
    row_of,
)
from bolets_solver.amanite.kernel_tree import (
    forward,
    next_option,
    search,
)
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BLOCKS, INT, INTS


@kernel(inline=True)
def final_worth(
    player: int,
    index: int,
    frozen: int,
    feed: int,
    pick: int,
    book: Book,
    plan: Plan,
    desk: Desk,
) -> int:
    """Return what a player's tokens are worth after his last decisions, each with one option.

    ``feed`` and ``pick`` are programs, or -1. Returns `NO_ROOM` if there is none.
    """
    if feed >= 0:
        slot = options(feed, index, frozen, book, plan, desk)
        if slot < 0:
            return NO_ROOM
        place = book.slots[slot, O_BEST_START]
        index = book.pool[place, C_INDEX]
        frozen = book.pool[place, C_FROZEN]
    if pick >= 0:
        slot = options(pick, index, frozen, book, plan, desk)
        if slot < 0:
            return NO_ROOM
        index = book.pool[book.slots[slot, O_BEST_START], C_INDEX]
        following = plan.programs[pick, G_NEXT]
        if following >= 0:
            frozen = book.pool[book.slots[slot, O_BEST_START], C_FROZEN]
            slot = options(following, index, frozen, book, plan, desk)
            if slot < 0:
                return NO_ROOM
            index = book.pool[book.slots[slot, O_BEST_START], C_INDEX]
    row = row_of(player, index, book)
    return NO_ROOM if row < 0 else int(book.worth[row, 0])


@kernel(inline=True)
def own_after(stage: int, player: int, plan: Plan) -> int:
    """Return the program of a player's first own decision behind ``stage``, -1 if there is none."""
    for later in range(stage + 1, plan.stages.shape[0]):
        if plan.stages[later, T_PLAYER] == player and plan.stages[later, T_KIND] == OWN:
            return int(plan.stages[later, T_PROGRAM])
    return -1


@kernel()
def plain_block(stage: int, block: Array, book: Book, plan: Plan, desk: Desk) -> int:
    """Put the keys for every split of the last split tile into ``block``; -1 if there is no room.

    For a single world without majorities: behind the last choice of a pile, which is that of
    ``stage``, everybody does what is best for himself, whatever the others do.
    """
    players = book.par[P_PLAYERS]
    left = plan.stages[stage, T_PLAYER]
    right = plan.stages[stage, T_OTHER]
    axis = plan.stages[stage, T_AXIS]
    hands = desk.hands
    worths = desk.rows
    for player in range(players):
        if player not in (left, right):
            pick = own_after(stage, player, plan)
            worth = final_worth(
                player, hands[0, player], hands[1, player], -1, pick, book, plan, desk
            )
            if worth == NO_ROOM:
                return -1
            worths[player] = worth
    pick_left = own_after(stage, left, plan)
    pick_right = own_after(stage, right, plan)
    for split in range(plan.axes[axis, 1]):
        line = plan.splits[plan.axes[axis, 0] + split]
        for pile in range(1 if line[D_SAME] else 2):
            column = D_COLUMNS * pile
            worths[left] = final_worth(
                left,
                hands[0, left] + line[column + D_LEFT],
                hands[1, left] + line[column + D_FROZEN_LEFT],
                line[column + D_FEED_LEFT],
                pick_left,
                book,
                plan,
                desk,
            )
            worths[right] = final_worth(
                right,
                hands[0, right] + line[column + D_RIGHT],
                hands[1, right] + line[column + D_FROZEN_RIGHT],
                line[column + D_FEED_RIGHT],
                pick_right,
                book,
                plan,
                desk,
            )
            if worths[left] == NO_ROOM or worths[right] == NO_ROOM:
                return -1
            plain_outcome(worths, desk.keys, book)
            if pile == 0 or better(left, desk.keys, block, split, book.par):
                for player in range(players):
                    block[split, player] = desk.keys[player]
    book.state[S_LEAVES] += 2 * plan.axes[axis, 1]
    return 0


@kernel()
def any_block(stage: int, block: Array, book: Book, plan: Plan, desk: Desk) -> int:
    """Put the keys for every split of the last split tile into ``block``; -1 if there is no room.

    ``stage`` is the choice of a pile there, or the first stage of all if no tile is split.
    """
    players = book.par[P_PLAYERS]
    axis = plan.axes.shape[0] - 1
    for player in range(players):
        desk.kept_hands[INNER - 1, player] = desk.hands[0, player]
        desk.kept_hands[INNER - 1, 4 + player] = desk.hands[1, player]
    for split in range(block.shape[0]):
        for player in range(players):
            desk.hands[0, player] = desk.kept_hands[INNER - 1, player]
            desk.hands[1, player] = desk.kept_hands[INNER - 1, 4 + player]
        if axis >= 0:
            desk.combination[axis] = split
        if search(stage, book, plan, desk) < 0:
            return -1
        for player in range(players):
            block[split, player] = desk.keys[player]
    return 0


@kernel(inline=True)
def prefer(mover: int, first: int, block: Array, best: Array, book: Book, desk: Desk) -> None:
    """Let ``mover`` keep the better of ``block`` and ``best``, split by split, in ``best``."""
    players = book.par[P_PLAYERS]
    for split in range(block.shape[0]):
        for player in range(players):
            desk.keys[player] = block[split, player]
        if first or better(mover, desk.keys, best, split, book.par):
            for player in range(players):
                best[split, player] = desk.keys[player]


@kernel()
def all_blocks(blocks: Array, book: Book, plan: Plan, desk: Desk) -> int:
    """Put the keys of best play for one combination of the other splits into ``blocks[0]``.

    ``blocks`` has a table for the current keys and one for each frame. Returns -1 if there is no
    room.
    """
    last = 0
    for one in range(plan.stages.shape[0]):
        if plan.stages[one, T_KIND] == CHOOSE:
            last = one
    plain = book.par[P_PLAIN] != 0 and plan.axes.shape[0] > 0
    block = blocks[0]
    depth = 0
    stage = 0
    while True:
        depth = forward(depth, stage, last, book, plan, desk)
        if depth < 0:
            return -1
        if plain:
            full = plain_block(last, block, book, plan, desk)
        else:
            full = any_block(last, block, book, plan, desk)
        if full < 0:
            return -1
        stage = -1
        while depth > 0 and stage < 0:
            frame = depth - 1
            best = blocks[depth]
            mover = plan.stages[desk.frames[frame, F_STAGE], T_PLAYER]
            prefer(mover, desk.frames[frame, F_OPTION] == 0, block, best, book, desk)
            stage = next_option(frame, book, plan, desk)
            if stage < 0:
                for split in range(block.shape[0]):
                    for player in range(book.par[P_PLAYERS]):
                        block[split, player] = best[split, player]
                depth -= 1
        if stage < 0:
            return 0


@kernel(INT(INTS, BOOK, PLAN, DESK, BLOCKS, BLOCKS, INT))
def gather(
    flag: Array, book: Book, plan: Plan, desk: Desk, blocks: Array, out: Array, first: int
) -> int:
    """Fill ``out`` from combination ``first`` on; return the first combination that is not done.

    ``out`` has a table for each combination of splits of all split tiles but the last one, with a
    row for each split of that. Ends early if ``flag[0]`` is set, or with ``state[S_NEED]`` telling
    what has to grow; the combination begun is then to be done again.
    """
    players = book.par[P_PLAYERS]
    for number in range(first, out.shape[0]):
        if flag[0] != 0:
            return number
        for axis in range(plan.axes.shape[0] - 1):
            desk.combination[axis] = number // plan.steps[axis] % plan.axes[axis, 1]
        for player in range(players):
            desk.hands[0, player] = plan.begin[0, player]
            desk.hands[1, player] = plan.begin[1, player]
        if all_blocks(blocks, book, plan, desk) < 0:
            return number
        if book.state[S_UNSAFE] and book.par[P_DOMINANCE]:
            book.state[S_NEED] = NEED_EXHAUSTIVE
            return number
        for split in range(out.shape[1]):
            for player in range(players):
                out[number, split, player] = blocks[0, split, player]
    return int(out.shape[0])
