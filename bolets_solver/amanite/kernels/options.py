"""Kernels: the options of a decision that affects only the player's own tokens.

Taking two tokens as the only meeple on a tile, with the feeding that follows, and feeding after a
pile are such decisions. Their options are listed once for each program and index, and kept.

Two options that end in rows worth the same everywhere are one. If no later decision depends on this
choice, dominated options are left out as well (see `dominates`); this second, *filtered* list is
often a single option.
"""

from __future__ import annotations

from bolets_solver.amanite.kernels.arrays import (
    C_FROZEN,
    C_INDEX,
    C_ROW,
    EARLIER_PROGRAM,
    FEED,
    G_FINAL,
    G_KIND,
    G_NEXT,
    G_PLAYER,
    G_TOKENS,
    G_WAITING,
    LAST_PROGRAM,
    M_FROZEN,
    M_INDEX,
    M_NUMBER,
    M_PROGRAM,
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
    SMALL_CHOSEN,
    SMALL_EATEN,
    SMALL_FOOD,
    SMALL_NEW,
    SMALL_NEXT,
    Array,
    Book,
    Desk,
    Plan,
)
from bolets_solver.amanite.kernels.rows import number_of, row_of
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INTS, ROWS, VOID


@kernel()
def lay(area: int, program: int, index: int, frozen: int, desk: Desk) -> None:
    """Clear a table for the candidates of a program."""
    desk.meals[area, M_PROGRAM] = program
    desk.meals[area, M_INDEX] = index
    desk.meals[area, M_FROZEN] = frozen
    desk.meals[area, M_NUMBER] = 0


@kernel()
def food_of(area: int, book: Book, plan: Plan, desk: Desk) -> int:
    """Set up the food of a meal, nothing eaten yet; return its amount.

    New and old mushrooms of a colour are different food where later pigs may come and
    ``pig_scope`` is literal (A-Q16): the new ones stand as kinds 6 to 11 then.
    """
    program, index, frozen = (
        desk.meals[area, M_PROGRAM], desk.meals[area, M_INDEX], desk.meals[area, M_FROZEN],
    )  # fmt: skip
    player = plan.programs[program, G_PLAYER]
    small = desk.small
    available = 0
    for colour in range(6):
        there = number_of(player, index, colour, book.low[player, colour], book)
        if book.par[P_LITERAL]:
            there -= number_of(player, frozen, colour, 0, book)
        available += there
        small[SMALL_EATEN + colour] = 0
        small[SMALL_EATEN + 6 + colour] = 0
        if kinds_of_food(program, book, plan) == 12:
            small[SMALL_FOOD + 6 + colour] = small[SMALL_NEW + colour]
            there -= small[SMALL_NEW + colour]
        small[SMALL_FOOD + colour] = there
    return available


@kernel()
def kinds_of_food(program: int, book: Book, plan: Plan) -> int:
    """Return 12 if it matters whether a pig eats an old or a new token of a colour, else 6.

    It does not for the last pig of a player.
    """
    return 12 if book.par[P_LITERAL] and plan.programs[program, G_FINAL] == 0 else 6


@kernel()
def add_fed(area: int, book: Book, plan: Plan, desk: Desk) -> None:
    """Add the candidate that what is eaten leaves; new tokens that stay are safe from now on."""
    program = desk.meals[area, M_PROGRAM]
    player = plan.programs[program, G_PLAYER]
    apart = kinds_of_food(program, book, plan) == 12
    after, kept = desk.meals[area, M_INDEX], desk.meals[area, M_FROZEN]
    for colour in range(6):
        stride = book.stride[player, colour]
        old, new = desk.small[SMALL_EATEN + colour], desk.small[SMALL_EATEN + 6 + colour]
        after -= (old + new) * stride
        kept += (desk.small[SMALL_NEW + colour] - new) * stride
    number = desk.meals[area, M_NUMBER]
    desk.found[area, number, C_INDEX] = after
    desk.found[area, number, C_FROZEN] = kept if apart else 0
    desk.meals[area, M_NUMBER] = number + 1


@kernel()
def feedings(area: int, pigs: int, book: Book, plan: Plan, desk: Desk) -> None:
    """Add every way to feed ``pigs`` at a meal to its candidates (A-R22, A-R23).

    Pigs for which there is no food eat nothing (A-Q15).
    """
    kinds = kinds_of_food(desk.meals[area, M_PROGRAM], book, plan)
    food, eaten, chosen, following = (
        desk.small[SMALL_FOOD : SMALL_FOOD + 12], desk.small[SMALL_EATEN : SMALL_EATEN + 12],
        desk.small[SMALL_CHOSEN : SMALL_CHOSEN + 6], desk.small[SMALL_NEXT : SMALL_NEXT + 6],
    )  # fmt: skip
    wanted = min(pigs, food_of(area, book, plan, desk))
    depth = 0
    following[0] = 0
    while True:
        kind = kinds
        if depth == wanted:
            add_fed(area, book, plan, desk)
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
            return


@kernel()
def pick(area: int, first: int, second: int, book: Book, plan: Plan, desk: Desk) -> None:
    """Add what comes of taking a token of kind ``first`` and one of ``second`` (-1: none)."""
    program = desk.meals[area, M_PROGRAM]
    player = plan.programs[program, G_PLAYER]
    index = desk.meals[area, M_INDEX]
    for colour in range(6):
        desk.small[SMALL_NEW + colour] = int(colour == first) + int(colour == second)
    gain = book.stride[player, first]
    if second >= 0:
        gain += book.stride[player, second]
    desk.meals[area, M_INDEX] = index + gain
    feedings(area, int(first == 6) + int(second == 6), book, plan, desk)
    desk.meals[area, M_INDEX] = index


@kernel()
def candidates(area: int, book: Book, plan: Plan, desk: Desk) -> int:
    """List what a program may lead to, doubles included; return how many there are.

    A lone meeple takes two tokens, or the only one there is (A-R20, A-Q19).
    """
    columns = plan.programs[desk.meals[area, M_PROGRAM]]
    if columns[G_KIND] == FEED:
        for colour in range(6):
            desk.small[SMALL_NEW + colour] = columns[G_TOKENS + colour]
        feedings(area, columns[G_WAITING], book, plan, desk)
        return int(desk.meals[area, M_NUMBER])
    total = 0
    for kind in range(7):
        total += columns[G_TOKENS + kind]
    for first in range(7):
        if columns[G_TOKENS + first] == 0:
            continue
        if total == 1:
            pick(area, first, -1, book, plan, desk)
        for second in range(first, 7):
            if columns[G_TOKENS + second] > int(second == first):
                pick(area, first, second, book, plan, desk)
    return int(desk.meals[area, M_NUMBER])


@kernel()
def same_worth(first: int, second: int, book: Book) -> bool:
    """Return whether two rows are worth the same, whatever the others have."""
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
    """Return whether row ``first`` is at least as good as ``second`` in every world.

    With equal numbers of every colour that may be the majority's, and eliminated in the same worlds
    if there is such an attribute, the choice between them does not change other players' majority
    points. Then, with the others' rows settled, the better row gives its owner at least as large a
    share of the victory, and a margin that is larger wherever his points are: he prefers it under
    every objective. If only mushrooms differ and his share does not, nothing differs. This requires
    that no survivor has -50 points or fewer, which is checked when rows are made.
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
    """Return whether one more slot with its lists may lack room; then request more."""
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
    found = desk.found[LAST_PROGRAM]
    lay(LAST_PROGRAM, program, index, frozen, desk)
    number = candidates(LAST_PROGRAM, book, plan, desk)
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
    found = desk.found[EARLIER_PROGRAM]
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
    found = desk.found[EARLIER_PROGRAM]
    lay(EARLIER_PROGRAM, program, index, frozen, desk)
    number = candidates(EARLIER_PROGRAM, book, plan, desk)
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
