"""Kernels: the tree of decisions once all meeples stand, searched depth first.

Gathering is a fixed sequence of stages, tile by tile: the left player chooses a pile, he feeds his
pigs, the right player feeds his; or a lone player takes two tokens and feeds. Everything but the
choice of a pile is a player's own decision (see `options`).
"""

from __future__ import annotations

from bolets_solver.amanite.kernels.arrays import (
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
    F_LENGTH,
    F_OPTION,
    F_STAGE,
    F_START,
    FEED_LEFT,
    INNER,
    O_BEST_START,
    O_SINGLE,
    O_START,
    OWN,
    P_CACHE,
    P_DOMINANCE,
    P_PLAIN,
    P_PLAYERS,
    S_LEAVES,
    T_AXIS,
    T_KIND,
    T_OTHER,
    T_PLAYER,
    T_PROGRAM,
    T_TAIL,
    Book,
    Desk,
    Plan,
)
from bolets_solver.amanite.kernels.options import options
from bolets_solver.amanite.kernels.outcomes import known_outcome, outcome
from bolets_solver.amanite.kernels.rows import better, row_of
from bolets_solver.jit import kernel


@kernel(inline=True)
def program_of(stage: int, plan: Plan, desk: Desk) -> int:
    """Return the program of an own decision, or -1 if there is nothing to feed."""
    if plan.stages[stage, T_KIND] == OWN:
        return int(plan.stages[stage, T_PROGRAM])
    axis = plan.stages[stage, T_AXIS]
    column = D_FEED_LEFT if plan.stages[stage, T_KIND] == FEED_LEFT else D_FEED_RIGHT
    line = plan.axes[axis, 0] + desk.combination[axis]
    return int(plan.splits[line, D_COLUMNS * desk.chosen[axis] + column])


@kernel(inline=True)
def take(stage: int, option: int, start: int, book: Book, plan: Plan, desk: Desk) -> None:
    """Carry out an option: a pile, or an entry of the list that begins at ``start`` of the pool."""
    player = plan.stages[stage, T_PLAYER]
    hands = desk.hands
    if plan.stages[stage, T_KIND] != CHOOSE:
        hands[0, player] = book.pool[start + option, C_INDEX]
        hands[1, player] = book.pool[start + option, C_FROZEN]
        return
    axis = plan.stages[stage, T_AXIS]
    other = plan.stages[stage, T_OTHER]
    line = plan.axes[axis, 0] + desk.combination[axis]
    first = D_COLUMNS * option
    # the right player gets the other pile (A-R18), but feeds his pigs later (A-Q17)
    desk.chosen[axis] = option
    hands[0, player] += plan.splits[line, first + D_LEFT]
    hands[0, other] += plan.splits[line, first + D_RIGHT]
    hands[1, player] += plan.splits[line, first + D_FROZEN_LEFT]
    hands[1, other] += plan.splits[line, first + D_FROZEN_RIGHT]


@kernel(inline=True)
def may_filter(stage: int, book: Book, plan: Plan, desk: Desk) -> int:
    """Return whether no later decision depends on this own decision; -1 if there is no room.

    That is so if no pile is chosen later and every other player's later decisions have a single
    filtered option. What one player does last is settled by what he does first, if that is single.
    """
    if not (plan.stages[stage, T_TAIL] and book.par[P_DOMINANCE]):
        return 0
    if book.par[P_PLAIN]:
        return 1
    seen = 1 << plan.stages[stage, T_PLAYER]
    for later in range(stage + 1, plan.stages.shape[0]):
        other = plan.stages[later, T_PLAYER]
        program = program_of(later, plan, desk)
        if program < 0 or seen >> other & 1:
            continue
        seen |= 1 << other
        slot = options(program, desk.hands[0, other], desk.hands[1, other], book, plan, desk)
        if slot < 0:
            return -1
        if not book.slots[slot, O_SINGLE]:
            return 0
    return 1


@kernel(inline=True)
def forward(depth: int, stage: int, end: int, book: Book, plan: Plan, desk: Desk) -> int:
    """Continue from ``stage`` to ``end``, leaving a frame at each decision with several options.

    Returns the depth, -1 if there is no room.
    """
    while stage < end:
        player = plan.stages[stage, T_PLAYER]
        start = 0
        length = 1
        if plan.stages[stage, T_KIND] == CHOOSE:
            axis = plan.stages[stage, T_AXIS]
            if not plan.splits[plan.axes[axis, 0] + desk.combination[axis], D_SAME]:
                length = 2
        else:
            program = program_of(stage, plan, desk)
            if program < 0:
                stage += 1
                continue
            slot = options(program, desk.hands[0, player], desk.hands[1, player], book, plan, desk)
            if slot < 0:
                return -1
            filtered = may_filter(stage, book, plan, desk)
            if filtered < 0:
                return -1
            column = O_BEST_START if filtered else O_START
            start = book.slots[slot, column]
            length = book.slots[slot, column + 1]
        if length > 1:
            desk.frames[depth, F_STAGE] = stage
            desk.frames[depth, F_OPTION] = 0
            desk.frames[depth, F_LENGTH] = length
            desk.frames[depth, F_START] = start
            for one in range(book.par[P_PLAYERS]):
                desk.kept_hands[depth, one] = desk.hands[0, one]
                desk.kept_hands[depth, 4 + one] = desk.hands[1, one]
            depth += 1
        take(stage, 0, start, book, plan, desk)
        stage += 1
    return depth


@kernel(inline=True)
def next_option(frame: int, book: Book, plan: Plan, desk: Desk) -> int:
    """Take the next option of a frame and return the next stage; -1 if there is no option left."""
    option = desk.frames[frame, F_OPTION] + 1
    if option == desk.frames[frame, F_LENGTH]:
        return -1
    desk.frames[frame, F_OPTION] = option
    for player in range(book.par[P_PLAYERS]):
        desk.hands[0, player] = desk.kept_hands[frame, player]
        desk.hands[1, player] = desk.kept_hands[frame, 4 + player]
    stage = desk.frames[frame, F_STAGE]
    take(stage, option, desk.frames[frame, F_START], book, plan, desk)
    return int(stage + 1)


@kernel(inline=True)
def at_the_end(book: Book, desk: Desk) -> int:
    """Compute the result of all players with their current tokens; -1 if there is no room."""
    for player in range(book.par[P_PLAYERS]):
        desk.rows[player] = row_of(player, desk.hands[0, player], book)
        if desk.rows[player] < 0:
            return -1
    book.state[S_LEAVES] += 1
    if book.par[P_CACHE]:
        known_outcome(book, desk)
    else:
        outcome(book, desk)
    return 0


@kernel()
def search(stage: int, book: Book, plan: Plan, desk: Desk) -> int:
    """Put the keys of best play from ``stage`` on into ``desk.keys``; -1 if there is no room.

    Depth first, with frames from `INNER` on.
    """
    players = book.par[P_PLAYERS]
    end = plan.stages.shape[0]
    depth = INNER
    while True:
        depth = forward(depth, stage, end, book, plan, desk)
        if depth < 0 or at_the_end(book, desk) < 0:
            return -1
        stage = -1
        while depth > INNER and stage < 0:
            frame = depth - 1
            mover = plan.stages[desk.frames[frame, F_STAGE], T_PLAYER]
            first = desk.frames[frame, F_OPTION] == 0
            if first or better(mover, desk.keys, desk.bests, frame, book.par):
                for player in range(players):
                    desk.bests[frame, player] = desk.keys[player]
            stage = next_option(frame, book, plan, desk)
            if stage < 0:
                for player in range(players):
                    desk.keys[player] = desk.bests[frame, player]
                depth -= 1
        if stage < 0:
            return 0
