"""Kernel: the values of gathering for all splits of one arrangement of meeples.

The tree of decisions (see `tree`) is searched on an explicit stack, once for each
combination of splits of all split tiles but the last one. The result of a node is a *block*:
the keys for every split of that last tile at once.
"""

from __future__ import annotations

from bolets_solver.amanite.kernels.arrays import (
    BOOK,
    CHOOSE,
    DESK,
    F_OPTION,
    F_STAGE,
    INNER,
    NEED_EXHAUSTIVE,
    P_DOMINANCE,
    P_PLAYERS,
    PLAN,
    S_NEED,
    S_UNSAFE,
    T_KIND,
    T_PLAYER,
    TASK,
    Array,
    Book,
    Desk,
    Plan,
    Task,
)
from bolets_solver.amanite.kernels.rows import keep_preferred
from bolets_solver.amanite.kernels.tree import (
    forward,
    next_option,
    search,
)
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT


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
    for split in range(block.shape[0]):
        for player in range(book.par[P_PLAYERS]):
            desk.keys[player] = block[split, player]
        keep_preferred(mover, first != 0, desk.keys, best, split, book.par)


@kernel(inline=True)
def copy_block(source: Array, target: Array, book: Book) -> None:
    """Copy the keys of every split."""
    for split in range(source.shape[0]):
        for player in range(book.par[P_PLAYERS]):
            target[split, player] = source[split, player]


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
    block = blocks[0]
    depth = 0
    stage = 0
    while True:
        depth = forward(depth, stage, last, book, plan, desk)
        if depth < 0:
            return -1
        if any_block(last, block, book, plan, desk) < 0:
            return -1
        stage = -1
        while depth > 0 and stage < 0:
            frame = depth - 1
            best = blocks[depth]
            mover = plan.stages[desk.frames[frame, F_STAGE], T_PLAYER]
            prefer(mover, desk.frames[frame, F_OPTION] == 0, block, best, book, desk)
            stage = next_option(frame, book, plan, desk)
            if stage < 0:
                copy_block(best, block, book)
                depth -= 1
        if stage < 0:
            return 0


@kernel(INT(TASK, BOOK, PLAN, DESK, INT))
def gather(task: Task, book: Book, plan: Plan, desk: Desk, first: int) -> int:
    """Fill ``task.out`` from combination ``first`` on; return the first one that is not done.

    There is a table for each combination of splits of all split tiles but the last one, with a row
    for each split of that. Ends early if ``task.flag[0]`` is set, or with ``state[S_NEED]`` set to
    what must grow; then the combination must be repeated.
    """
    out = task.out
    for number in range(first, out.shape[0]):
        if task.flag[0] != 0:
            return number
        for axis in range(plan.axes.shape[0] - 1):
            desk.combination[axis] = number // plan.steps[axis] % plan.axes[axis, 1]
        for player in range(book.par[P_PLAYERS]):
            desk.hands[0, player] = plan.begin[0, player]
            desk.hands[1, player] = plan.begin[1, player]
        if all_blocks(task.blocks, book, plan, desk) < 0:
            return number
        if book.state[S_UNSAFE] and book.par[P_DOMINANCE]:
            book.state[S_NEED] = NEED_EXHAUSTIVE
            return number
        copy_block(task.blocks[0], out[number], book)
    return int(out.shape[0])
