"""The update of the tracking card: which cubes are laid on crows first, and how things stand then.

Cubes cover crows only as far as an update gains from it, see ``crow_bound``.
"""

from __future__ import annotations

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, INTS
from bolets_solver.optimize.state.search_arrays import (
    COVERED,
    ENTRANCE,
    HAND,
    HELD,
    HIDDEN,
    LIVES,
    MARKER,
    PEAK,
    POINTS,
    SEARCH_TYPE,
    YELLOW,
    Search,
)
from bolets_solver.optimize.tracing.crow_losses import crow_cost, peak_after
from bolets_solver.optimize.tracing.deal_arrays import (
    CROW_LOSS,
    MAX_LIVES,
    MAX_MARKER,
    MOST_REDS,
    RED_IN_TRACE,
    SCOPE_ALL,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.traces import earned_reds


@kernel(INT(SEARCH_TYPE, *[INT] * 6), inline=True)
def list_updates(
    search: Search, k: Int, shown: Int, wall_crows: Int, lives: Int, hand: Int, yellow: Int
) -> Int:
    """List the ways to lay cubes on crows before the update; return how many there are.

    ``shown``: crows visible otherwise on the cards that count anyway; ``wall_crows``: those on the
    wall card that count too. ``lives``, ``hand``, ``yellow``: at the end of the trace on card k.
    Fills ``updates[k]``; cubes on the wall card are laid on credit: they are still in hand.
    """
    marker, peak = search.state[k, MARKER], search.state[k, PEAK]
    crow_loss = search.deal.switches[CROW_LOSS]
    rows = search.updates[k]
    count = 0
    cheapest = MAX_LIVES
    for laid in range(shown + wall_crows + 1):
        crows = shown + wall_crows - laid
        if crows > MAX_MARKER:  # the game is lost (B-R36)
            continue
        cost = crow_cost(marker, crows, peak, crow_loss)
        if cost >= cheapest:
            if crows <= 2:
                break
            continue  # fewer cubes do as well
        cheapest = cost
        for covered in range(max(0, laid - wall_crows), min(laid, shown) + 1):
            bought = max(0, covered - hand)  # yellow cubes, a life each (B-R31)
            if bought > yellow or bought >= lives:
                break
            in_hand, lives_left, yellow_left = (
                hand - covered + bought,
                lives - bought,
                yellow - bought,
            )
            if laid - covered > in_hand + min(yellow_left, lives_left - 1):
                continue
            if lives_left - cost < 1:  # the last life goes (B-R37)
                continue
            row = rows[count]
            row[COVERED], row[HIDDEN] = covered, laid - covered
            row[LIVES], row[HAND], row[YELLOW] = lives_left - cost, in_hand, yellow_left
            row[MARKER], row[PEAK] = crows, peak_after(peak, crows, crow_loss)
            count += 1
    return count


@kernel(INT(SEARCH_TYPE, INT))
def wall_crows_counting(search: Search, k: Int) -> Int:
    """How many crows of the wall card over card ``k`` count at the update (B-Q8)."""
    if search.deal.switches[SCOPE_ALL] == 0:
        return 0
    return search.deal.crow_at[k + 2] - search.deal.crow_at[k + 1]


@kernel(INT(INTS, INT, INT))
def reds_at_update(switches: Ints, before: Int, after: Int) -> Int:
    """Red cubes that an update gives when the points rise (B-R28, B-Q1, B-Q3)."""
    if switches[RED_IN_TRACE]:
        return 0
    return earned_reds(after, switches[MOST_REDS]) - earned_reds(before, switches[MOST_REDS])


@kernel()
def enter_card(search: Search, k: Int, door: Int, way: Int, reds: Int, points: Int) -> None:
    """Set the state of card ``k``, entered by ``door`` after an update of the card before.

    ``way``: which row of the updates; ``reds``: cubes earned at it; ``points``: of the game.
    """
    state, update = search.state[k], search.updates[k - 1, way]
    state[ENTRANCE], state[POINTS] = door, points
    for column in range(LIVES, PEAK + 1):
        state[column] = update[column]
    state[HAND] += reds
    state[HELD] = state[HAND]
