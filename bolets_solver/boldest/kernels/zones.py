"""How far banked Experience may differ without changing a decision.

What somebody decides depends on totals only through margins. So the end of a node is the same for
all totals whose differences keep to some bounds (a zone, as timed automata have them: Dill, 1989),
and an end stored with its zone serves many states (partition search: Ginsberg, 1996).

While a node is computed, ``slack[j * players + k]`` says how much the lead of player j over
player k may grow. It belongs to leads, not to totals, so that of a child holds for its parent too.
"""

from __future__ import annotations

from bolets_solver.boldest.kernels.arrays import Stack
from bolets_solver.jit import kernel

BOUNDLESS = 1 << 30


@kernel(inline=True)
def open_zone(stack: Stack, depth: int) -> None:
    """Begin with a zone without bounds."""
    for pair in range(stack.slack.shape[1]):
        stack.slack[depth, pair] = BOUNDLESS


@kernel(inline=True)
def pass_zone_up(stack: Stack, depth: int) -> None:
    """What bounds the zone of a node bounds that of the node above."""
    for pair in range(stack.slack.shape[1]):
        stack.slack[depth - 1, pair] = min(stack.slack[depth - 1, pair], stack.slack[depth, pair])


@kernel(inline=True)
def bound_lead(stack: Stack, depth: int, ahead: int, behind: int, room: int) -> None:
    """Let the lead of one player over another grow by ``room`` at most."""
    pair = ahead * stack.owned.shape[1] + behind
    stack.slack[depth, pair] = min(stack.slack[depth, pair], room)


@kernel()
def margin_of(stack: Stack, row: int, player: int) -> int:
    """Own total less the best rival's, in a row of ends."""
    ends = stack.ends
    best = ends[row, 1 if player == 0 else 0]
    for other in range(stack.owned.shape[1]):
        if other != player and ends[row, other] > best:
            best = ends[row, other]
    return int(ends[row, player] - best)


@kernel()
def best_rival(stack: Stack, row: int, player: int) -> int:
    """The player other than this one who has the highest total in a row of ends."""
    best = 1 if player == 0 else 0
    for other in range(stack.owned.shape[1]):
        if other != player and stack.ends[row, other] > stack.ends[row, best]:
            best = other
    return best


@kernel()
def keep_order(stack: Stack, depth: int, player: int, more: int, less: int, by: int) -> None:
    """Bound the zone so that row ``more`` keeps a margin ``by`` higher than row ``less``.

    The margin is the least of the leads over each rival. A lead that is higher by as much over the
    same rival stays so whatever the totals; others are held against the lead over the rival who is
    the best one in row ``less``.
    """
    ends = stack.ends
    rival = -1
    for other in range(stack.owned.shape[1]):
        if other == player:
            continue
        lead = ends[more, player] - ends[more, other] - by
        if lead < ends[less, player] - ends[less, other]:
            if rival < 0:
                rival = best_rival(stack, less, player)
            room = lead - (ends[less, player] - ends[less, rival])
            bound_lead(stack, depth, other, rival, room)


@kernel()
def keep_rank(stack: Stack, depth: int, player: int, row: int) -> None:
    """Bound the zone so that a player stays behind somebody, or else ahead of or level with each.

    Whether he wins is the same then: flags settle between those who are level.
    """
    ends = stack.ends
    rival = best_rival(stack, row, player)
    if ends[row, player] < ends[row, rival]:
        bound_lead(stack, depth, player, rival, ends[row, rival] - ends[row, player] - 1)
        return
    for other in range(stack.owned.shape[1]):
        if other != player:
            lead = ends[row, player] - ends[row, other]
            bound_lead(stack, depth, other, player, max(0, lead - 1))
            if lead == 0:
                bound_lead(stack, depth, player, other, 0)


@kernel()
def keep_cut(stack: Stack, depth: int, here: int, above: int) -> None:
    """Bound the zone so that the margins of two players, in their rows, add up to more than 0.

    That is so if each lead of the one and each lead of the other do. Where each is over the other
    player, totals cancel out; where one is, only a lead over a third player counts; where none is,
    the room that two such leads have is split.
    """
    ends = stack.ends
    ours = ends[depth, here] - ends[depth, above]
    theirs = ends[depth - 1, above] - ends[depth - 1, here]
    least_ours, least_theirs = BOUNDLESS, BOUNDLESS
    for other in range(stack.owned.shape[1]):
        if other != here and other != above:
            least_ours = min(least_ours, ends[depth, here] - ends[depth, other])
            least_theirs = min(least_theirs, ends[depth - 1, above] - ends[depth - 1, other])
    surplus = ours + theirs - 1
    first = least_ours + theirs - 1 - (least_ours + least_theirs - 1) // 2
    first = max(0, min(surplus, first))
    for other in range(stack.owned.shape[1]):
        if other != here and other != above:
            lead = ends[depth, here] - ends[depth, other]
            bound_lead(stack, depth, other, above, lead + theirs - 1 - first)
            lead = ends[depth - 1, above] - ends[depth - 1, other]
            bound_lead(stack, depth, other, here, lead + ours - 1 - (surplus - first))
