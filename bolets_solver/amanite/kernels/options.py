"""Kernels: what one player can make of a decision that touches nobody else's tokens.

Taking two tokens as the only meeple on a tile, with the feeding that follows, and feeding after a
pile are such decisions. Their options are listed once for each program and index, and kept.

Two options that end in rows worth the same everywhere are one. Where nobody decides anything that
depends on this choice any more, options that are no better in any world are left out as well
(`dominates` says when); that second, *filtered* list is often a single option.
"""

from __future__ import annotations

from bolets_solver.amanite.kernels.arrays import (
    C_FROZEN,
    C_INDEX,
    C_ROW,
    FEED,
    G_FINAL,
    G_KIND,
    G_NEXT,
    G_PLAYER,
    G_TOKENS,
    G_WAITING,
    MOST_OPTIONS,
    NEED_POOL,
    NEED_SLOTS,
    O_BEST_START,
    O_SINGLE,
    O_START,
    OUT,
    P_DOMINANCE,
    P_LITERAL,
    P_MAJOR_COLOURS,
    P_SPAN,
    P_WORLDS,
    S_NEED,
    S_POOL,
    S_SLOTS,
    SLOT_COLUMNS,
    Array,
    Book,
    Desk,
    Plan,
)
from bolets_solver.amanite.kernels.rows import number_of, row_of
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INTS, ROWS, VOID


@kernel()
def feedings(
    program: int,
    index: int,
    frozen: int,
    pigs: int,
    number: int,
    pile: int,
    first: int,
    second: int,
    found: Array,
    book: Book,
    plan: Plan,
    desk: Desk,
) -> int:
    """Add every way to feed ``pigs`` to the ``number`` candidates found; return how many there are.

    The tokens just collected are the program's, if ``pile`` is 1, or one of kind ``first`` and one
    of ``second`` (-1: none). Under ``pig_scope = literal`` what is left of them is out of reach of
    later pigs, so new and old mushrooms of a colour are different food (A-Q16): the new ones stand
    as kinds 6 to 11. With the last pig of a player there is no difference.
    """
    player = plan.programs[program, G_PLAYER]
    literal = book.par[P_LITERAL] != 0
    apart = literal and plan.programs[program, G_FINAL] == 0
    kinds = 12 if apart else 6
    food, new, eaten, chosen, following = (
        desk.small[0:12], desk.small[12:18], desk.small[18:30], desk.small[30:36],
        desk.small[36:42],
    )  # fmt: skip
    available = 0
    for colour in range(6):
        food[colour] = number_of(player, index, colour, book.low[player, colour], book)
        if literal:
            food[colour] -= number_of(player, frozen, colour, 0, book)
        available += food[colour]
        if pile:
            new[colour] = plan.programs[program, G_TOKENS + colour]
        else:
            new[colour] = int(colour == first) + int(colour == second)
        eaten[colour] = 0
        eaten[6 + colour] = 0
        if apart:
            food[6 + colour] = new[colour]
            food[colour] -= new[colour]
    wanted = min(pigs, available)
    depth = 0
    following[0] = 0
    while True:
        kind = kinds
        if depth == wanted:
            after = index
            kept = frozen
            for one in range(6):
                after -= (eaten[one] + eaten[6 + one]) * book.stride[player, one]
                kept += (new[one] - eaten[6 + one]) * book.stride[player, one]
            found[number, C_INDEX] = after
            found[number, C_FROZEN] = kept if apart else 0
            number += 1
        else:
            kind = following[depth]
            while kind < kinds and eaten[kind] >= food[kind]:
                kind += 1
        if kind < kinds:
            chosen[depth] = kind
            eaten[kind] += 1
            depth += 1
            following[depth] = kind  # kinds in order: each way of feeding once
        elif depth > 0:
            depth -= 1
            eaten[chosen[depth]] -= 1
            following[depth] = chosen[depth] + 1
        else:
            return number


@kernel()
def candidates(
    program: int, index: int, frozen: int, found: Array, book: Book, plan: Plan, desk: Desk
) -> int:
    """List what a program may lead to in ``found``, doubles included; return how many there are."""
    columns = plan.programs[program]
    player = columns[G_PLAYER]
    if columns[G_KIND] == FEED:
        return feedings(
            program, index, frozen, columns[G_WAITING], 0, 1, -1, -1, found, book, plan, desk
        )
    total = 0
    for kind in range(7):
        total += columns[G_TOKENS + kind]
    number = 0
    for first in range(7):
        if columns[G_TOKENS + first] == 0:
            continue
        one = index + book.stride[player, first]
        if total == 1:
            number = feedings(
                program, one, frozen, int(first == 6), number, 0, first, -1, found, book, plan, desk
            )
        for second in range(first, 7):
            if columns[G_TOKENS + second] > int(second == first):
                two = one + book.stride[player, second]
                pigs = int(first == 6) + int(second == 6)
                number = feedings(
                    program, two, frozen, pigs, number, 0, first, second, found, book, plan, desk
                )
    return number


@kernel()
def same_worth(first: int, second: int, book: Book) -> bool:
    """Tell whether two rows are worth the same, whatever the others have."""
    for world in range(book.par[P_WORLDS]):
        if book.worth[first, world] != book.worth[second, world]:
            return False
    colours = book.par[P_MAJOR_COLOURS]
    for colour in range(6):
        if colours >> colour & 1 and book.numbers[first, colour] != book.numbers[second, colour]:
            return False
    return True


@kernel()
def dominates(first: int, second: int, book: Book) -> bool:
    """Tell whether row ``first`` is at least as good as ``second`` in every world.

    With equal numbers of every colour that may be the majority's, and eliminated in the same worlds
    if there is such an attribute, the choice between them changes nobody else's majority points.
    Then, with the others' rows settled, the better row gives its owner at least as large a share of
    the victory, and a margin that is larger wherever points are: he prefers it under every
    objective, and if only mushrooms differ and his share does not, nothing differs. This needs that
    no survivor has -50 points or fewer, which is watched for when rows are made.
    """
    colours = book.par[P_MAJOR_COLOURS]
    for colour in range(6):
        if colours >> colour & 1 and book.numbers[first, colour] != book.numbers[second, colour]:
            return False
    for world in range(book.par[P_WORLDS]):
        better, worse = book.worth[first, world], book.worth[second, world]
        if better < worse:
            return False
        if colours and (better == OUT) != (worse == OUT):
            return False
    return True


@kernel()
def copy(source: int, target: int, found: Array) -> None:
    """Copy a candidate."""
    found[target, C_INDEX] = found[source, C_INDEX]
    found[target, C_FROZEN] = found[source, C_FROZEN]
    found[target, C_ROW] = found[source, C_ROW]


@kernel()
def keep_undominated(number: int, found: Array, book: Book) -> int:
    """Keep candidates whose rows none of the others dominates, in place; return how many."""
    kept = 0
    for one in range(number):
        row = found[one, C_ROW]
        good = True
        for other in range(kept):
            if dominates(found[other, C_ROW], row, book):
                good = False
                break
        if not good:
            continue
        still = 0
        for other in range(kept):
            if not dominates(row, found[other, C_ROW], book):
                copy(other, still, found)
                still += 1
        copy(one, still, found)
        kept = still + 1
    return kept


@kernel(inline=True)
def find_slot(key: int, slot_keys: Array) -> int:
    """Return the slot of ``key``: a used one, or the free one where it belongs."""
    mask = slot_keys.shape[0] - 1
    # indices are sums of strides, often multiples of some power of two: stir them with a prime
    stirred = (key % 2147483647 * 48271 + (key >> 31)) % 2147483647
    slot = int((stirred ^ (stirred >> 15)) & mask)
    while slot_keys[slot] != key and slot_keys[slot] >= 0:
        slot = (slot + 1) & mask
    return slot


@kernel(VOID(INTS, ROWS, INTS, ROWS))
def move_slots(old_keys: Array, old_slots: Array, new_keys: Array, new_slots: Array) -> None:
    """Move all slots to larger arrays."""
    for old in range(old_keys.shape[0]):
        if old_keys[old] >= 0:
            new = find_slot(old_keys[old], new_keys)
            new_keys[new] = old_keys[old]
            for column in range(SLOT_COLUMNS):
                new_slots[new, column] = old_slots[old, column]


@kernel()
def store(slot: int, column: int, number: int, found: Array, book: Book) -> None:
    """Append candidates to the pool as the list of a slot that begins in ``column``."""
    start = book.state[S_POOL]
    for one in range(number):
        book.pool[start + one, C_INDEX] = found[one, C_INDEX]
        book.pool[start + one, C_FROZEN] = found[one, C_FROZEN]
    book.slots[slot, column] = start
    book.slots[slot, column + 1] = number
    book.state[S_POOL] = start + number


@kernel()
def is_full(book: Book) -> bool:
    """Tell whether one more slot, with its lists, may not find room; ask for more then."""
    if book.state[S_POOL] + 2 * MOST_OPTIONS > book.pool.shape[0]:
        book.state[S_NEED] = NEED_POOL
        return True
    if 2 * book.state[S_SLOTS] > book.slot_keys.shape[0]:
        book.state[S_NEED] = NEED_SLOTS
        return True
    return False


@kernel(inline=True)
def key_of(program: int, index: int, frozen: int, book: Book) -> int:
    """Return the key under which the options of a program are kept."""
    span = book.par[P_SPAN]
    key = program * span + index
    return int(key * span + frozen if book.par[P_LITERAL] else key)


@kernel()
def final_options(program: int, index: int, frozen: int, book: Book, plan: Plan, desk: Desk) -> int:
    """Return the slot with the options of a player's last program; -1 if there is no room."""
    key = key_of(program, index, frozen, book)
    slot = find_slot(key, book.slot_keys)
    if book.slot_keys[slot] >= 0:
        return slot
    if is_full(book):
        return -1
    found = desk.found[0]
    number = candidates(program, index, frozen, found, book, plan, desk)
    kept = 0
    for one in range(number):
        row = row_of(plan.programs[program, G_PLAYER], found[one, C_INDEX], book)
        if row < 0:
            return -1
        found[one, C_ROW] = row
        found[one, C_FROZEN] = 0  # no pig comes after this
        new = True
        for other in range(kept):
            if found[other, C_ROW] == row or same_worth(found[other, C_ROW], row, book):
                new = False
                break
        if new:
            copy(one, kept, found)
            kept += 1
    store(slot, O_START, kept, found, book)
    if book.par[P_DOMINANCE]:
        kept = keep_undominated(kept, found, book)
    store(slot, O_BEST_START, kept, found, book)
    book.slots[slot, O_SINGLE] = int(kept == 1)
    book.slot_keys[slot] = key
    book.state[S_SLOTS] += 1
    return slot


@kernel()
def settle_next(program: int, number: int, book: Book, plan: Plan, desk: Desk) -> int:
    """Give each candidate the row to which its player's next program leads, if there is one only.

    Returns 1 if it is for all of them, 0 if not, -1 if there is no room.
    """
    following = plan.programs[program, G_NEXT]
    if following < 0 or not book.par[P_DOMINANCE]:
        return 0
    found = desk.found[1]
    for one in range(number):
        slot = final_options(following, found[one, C_INDEX], found[one, C_FROZEN], book, plan, desk)
        if slot < 0:
            return -1
        if not book.slots[slot, O_SINGLE]:
            return 0
        last = book.pool[book.slots[slot, O_BEST_START], C_INDEX]
        found[one, C_ROW] = row_of(plan.programs[program, G_PLAYER], last, book)
    return 1


@kernel()
def new_options(program: int, index: int, frozen: int, book: Book, plan: Plan, desk: Desk) -> int:
    """List the options of a program; return their slot, or -1 if there is no room."""
    if plan.programs[program, G_FINAL]:
        return final_options(program, index, frozen, book, plan, desk)
    found = desk.found[1]
    number = candidates(program, index, frozen, found, book, plan, desk)
    kept = 0
    for one in range(number):
        new = True
        for other in range(kept):
            if (
                found[other, C_INDEX] == found[one, C_INDEX]
                and found[other, C_FROZEN] == found[one, C_FROZEN]
            ):
                new = False
                break
        if new:
            copy(one, kept, found)
            kept += 1
    settled = settle_next(program, kept, book, plan, desk)
    if settled < 0 or is_full(book):
        return -1
    key = key_of(program, index, frozen, book)
    slot = find_slot(key, book.slot_keys)  # the next programs have taken slots of their own
    store(slot, O_START, kept, found, book)
    if settled:
        kept = keep_undominated(kept, found, book)
    store(slot, O_BEST_START, kept, found, book)
    book.slots[slot, O_SINGLE] = int(settled == 1 and kept == 1)
    book.slot_keys[slot] = key
    book.state[S_SLOTS] += 1
    return slot


@kernel(inline=True)
def options(program: int, index: int, frozen: int, book: Book, plan: Plan, desk: Desk) -> int:
    """Return the slot with the options of a program; -1 if there is no room for them."""
    slot = find_slot(key_of(program, index, frozen, book), book.slot_keys)
    if book.slot_keys[slot] >= 0:
        return slot
    return new_options(program, index, frozen, book, plan, desk)
