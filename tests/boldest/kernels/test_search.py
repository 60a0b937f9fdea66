"""The steps of the search against the procedure played out by the plain reference."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from bolets_solver.boldest.game.expedition import begin, make_day
from bolets_solver.boldest.game.position import Position
from bolets_solver.boldest.game.scoring import End
from bolets_solver.boldest.kernels import search as kernels
from bolets_solver.boldest.kernels.arrays import (
    ACTOR,
    ENTRY,
    LAID,
    LAST,
    OUT,
    PLACES,
    START,
    STORED,
    Memory,
    Stack,
    Task,
    new_memory,
    new_stack,
)
from bolets_solver.boldest.kernels.columns import (
    CARDS,
    CONTEST,
    FIRST,
    FLAGS,
    GAIN,
    MARGIN,
    MORE,
    PAY,
    PLAYER,
    RANK,
    REST,
    SECOND_MOVES,
    SEQUENCE,
    SLOTS,
    TABLE,
    TAKE,
    UNABLE_STAYS,
    WAITING,
    WIN,
)
from bolets_solver.boldest.kernels.zones import BOUNDLESS
from bolets_solver.boldest.solving.search import Search, pack_flags, unpack_flags
from tests.boldest import reference
from tests.boldest.making import small_position

pytestmark = pytest.mark.jit_off

DEPTH = 1
SEEDS = range(60)


class Case:
    """A small position as the kernels have it, and as the reference has it."""

    def __init__(self, seed: int, players: int | None = None, heroes: int = 9):
        self.position = small_position(seed, players, heroes)
        self.plans = plans_of(self.position)
        self.day = make_day(self.position, self.plans)
        self.moment = begin(self.position, self.day)[0]
        self.search = Search(self.position)
        self.row = self.search.state(self.day, self.moment)
        self.arrays = self.search.tables.arrays()
        self.mode = self.search.mode
        self.game = reference.Game(self.position, self.plans)
        self.guard = sum((int(field) + 1) << int(shift) for shift, _, field, _ in self.arrays.items)
        self.stack = new_stack(self.position.count, self.search.tables.item_bits)
        self.memory = new_memory(self.position.experience, self.search.tables.item_bits, 64)
        states = np.array([self.row], dtype=np.int64)
        kernels._begin(states, 0, self.memory.origin, self.stack)

    def table(self, depth: int = DEPTH) -> reference.Table:
        """The table at a level of the stack, as the reference has it."""
        table = reference.Table(self.position)
        spaces = self.search.tables.spaces
        cards = int(self.stack.level[depth, CARDS])
        table.cards = {
            space: self.position.forest.cards[space]
            for at, space in enumerate(spaces)
            if cards >> at & 1
        }
        table.flags = list(unpack_flags(int(self.stack.level[depth, FLAGS]), table.n))
        return table

    def groups(self, depth: int = DEPTH) -> list[tuple[int, int, object]]:
        """The waiting Groups: player, strength, Leader."""
        contest = self.contest(depth)
        waiting = int(self.stack.level[depth, WAITING])
        everybody = sorted(contest, key=lambda group: group[0])
        return [group for at, group in enumerate(everybody) if waiting >> at & 1]

    def contest(self, depth: int = DEPTH) -> list[tuple[int, int, object]]:
        """The Groups of the contest at a level; contests without any are left out."""
        left, sequence = 0, int(self.stack.level[depth, SEQUENCE])
        while sequence:
            left, sequence = left + 1, int(self.arrays.sequences[sequence, REST])
        contests = [contest for contest in self.game.contests if contest]
        return contests[len(contests) - left]


def plans_of(position: Position):
    return [position.known_plan(player) for player in range(position.count)]


def leaders_with_rows(case: Case):
    """All Groups of all contests with their rows in the kernel's arrays."""
    sequence = int(case.row[SEQUENCE])
    contests = [contest for contest in case.game.contests if contest]
    for contest in contests:
        number = int(case.arrays.sequences[sequence, CONTEST])
        start = int(case.arrays.firsts[number])
        for at, group in enumerate(sorted(contest, key=lambda group: group[0])):
            yield start + at, group
        sequence = int(case.arrays.sequences[sequence, REST])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_place_and_to_the_end_move_one_flag_and_close_up(players: int) -> None:
    dice = random.Random(f"flags {players}")
    for _ in range(30):
        flags = list(range(players))
        dice.shuffle(flags)
        for player in range(players):
            packed = pack_flags(flags)
            assert kernels._place(packed, player) == flags.index(player)
            moved = [*(other for other in flags if other != player), player]
            assert kernels._to_the_end(packed, player, players) == pack_flags(moved)


@pytest.mark.parametrize("seed", SEEDS)
def test_next_legal_lists_what_a_leader_may_take(seed: int) -> None:
    """Entries of tables, with whatever cards and Items, are the sets that the rules allow."""
    case, dice = Case(seed), random.Random(f"legal {seed}")
    spaces = case.search.tables.spaces
    for row, (player, _, leader) in leaders_with_rows(case):
        table = reference.Table(case.position)
        kept = [at for at in range(len(spaces)) if dice.random() < 0.7]
        table.cards = {spaces[at]: case.position.forest.cards[spaces[at]] for at in kept}
        table.items[player] = dice.choices(
            [*case.search.tables.names, "Nothing"], k=dice.randint(0, 3)
        )
        purse = Counter(table.items[player])
        items = case.search.tables.pack(purse)
        cards = sum(1 << at for at in kept)
        number = int(case.arrays.groups[row, TABLE])
        entry, last = int(case.arrays.starts[number]), int(case.arrays.starts[number + 1])
        found: dict[int, list[int]] = {}
        gains = []
        while True:
            entry = kernels._next_legal(case.arrays.entries, entry, last, cards, items, case.guard)
            if entry < 0:
                assert entry == -1
                break
            found.setdefault(int(case.arrays.entries[entry, TAKE]), []).append(entry)
            gains.append(int(case.arrays.entries[entry, GAIN]))
            entry += 1
        expected = reference.outcomes(table, player, leader)
        masks = {sum(1 << spaces.index(space) for space in taken) for taken in expected}
        assert set(found) == masks
        assert gains == sorted(gains, reverse=True)  # the best comes first
        before = table.points[player] + len(table.items[player])
        for taken, after in expected.items():
            entry = found[sum(1 << spaces.index(space) for space in taken)][0]
            won = after.points[player] + len(after.items[player]) - before
            assert case.arrays.entries[entry, GAIN] == won
            left = items - int(case.arrays.entries[entry, PAY])
            more = int(case.arrays.entries[entry, MORE])
            assert usable(case, added(case, left, more), after.cards) == usable_of(
                case, after.items[player], after.cards
            )


def requiring(case: Case, cards) -> list[int]:
    """For each name of an Item how many of these cards require it."""
    needs = [card.needs for card in cards.values()]
    return [needs.count(name) for name in case.search.tables.names]


def usable(case: Case, packed: int, cards) -> list[int]:
    """Packed Items, name by name, no more than there are cards left that require them."""
    return [
        min(packed >> shift & field, most)
        for (shift, _, field, _), most in zip(
            case.arrays.items.tolist(), requiring(case, cards), strict=True
        )
    ]


def usable_of(case: Case, items: list[str], cards) -> list[int]:
    """The same of Items by name."""
    names = case.search.tables.names
    most = requiring(case, cards)
    return [min(items.count(name), limit) for name, limit in zip(names, most, strict=True)]


def added(case: Case, items: int, more: int) -> int:
    """Items with those won, name by name, none counted further than its cap."""
    total = 0
    for shift, cap, field, _ in case.arrays.items.tolist():
        total += min(cap, (items >> shift & field) + (more >> shift & field)) << shift
    return total


@pytest.mark.parametrize("seed", SEEDS)
def test_first_entry_is_there_where_a_group_can_act(seed: int) -> None:
    case = Case(seed)
    for row, (player, _, leader) in leaders_with_rows(case):
        entry = kernels._first_entry(case.arrays, case.stack, DEPTH, row, case.guard)
        assert (entry >= 0) == bool(reference.outcomes(case.table(), player, leader))
        number = int(case.arrays.groups[row, TABLE])
        assert entry < 0 or case.arrays.starts[number] <= entry < case.arrays.starts[number + 1]


def taken_up(case: Case) -> tuple[object, list[object], list[int]]:
    """Who has to act by the kernel, who still waits, and the flags; all go back: None."""
    level, row = case.stack.level, -1
    everybody = sorted(case.contest(), key=lambda group: group[0])
    while row < 0 and level[DEPTH, WAITING] and level[DEPTH, SLOTS]:
        row = kernels._take_up(case.arrays, case.mode, case.stack, DEPTH, case.guard)
    flags = list(unpack_flags(int(level[DEPTH, FLAGS]), case.position.count))
    if row < 0:
        return None, [], flags
    start = int(case.arrays.firsts[case.arrays.sequences[level[DEPTH, SEQUENCE], CONTEST]])
    assert level[DEPTH, ENTRY] == kernels._first_entry(
        case.arrays, case.stack, DEPTH, row, case.guard
    )
    return everybody[row - start], case.groups(), flags


@pytest.mark.parametrize("seed", range(150))
def test_take_up_gives_the_turn_to_whom_the_rules_give_it(seed: int) -> None:
    """Ties, flags, Groups that cannot act, second places, under every switch (T-R19 to T-R24)."""
    case, dice = Case(seed), random.Random(f"take up {seed}")
    level, stack = case.stack.level, case.stack
    sequence = int(case.row[SEQUENCE])
    while sequence:
        level[DEPTH, SEQUENCE] = sequence
        contest = case.contest()
        levels = sorted({strength for _, strength, _ in contest})
        for _ in range(3):
            level[DEPTH, WAITING] = dice.randrange(1, 1 << len(contest))
            level[DEPTH, SLOTS] = slots = dice.randint(1, case.game.slots)
            first = dice.randrange(len(levels)) if slots < case.game.slots else None
            level[DEPTH, FIRST] = -1 if first is None else first
            cards = dice.getrandbits(len(case.search.tables.spaces)) | dice.getrandbits(9)
            level[DEPTH, CARDS] = cards & ((1 << len(case.search.tables.spaces)) - 1)
            flags = list(range(case.position.count))
            dice.shuffle(flags)
            level[DEPTH, FLAGS] = pack_flags(flags)
            table, groups = case.table(), case.groups()
            strength = None if first is None else levels[first]
            expected = case.game.choose(table, groups, slots, strength)
            actor, waiting, found_flags = taken_up(case)
            assert found_flags == table.flags
            assert actor == (None if expected is None else expected[0])
            if expected is not None:
                assert waiting == sorted(expected[1], key=lambda group: group[0])
                assert stack.level[DEPTH, SLOTS] == slots
        sequence = int(case.arrays.sequences[sequence, REST])


def test_the_cases_of_take_up_distinguish_both_switches() -> None:
    modes = {tuple(Case(seed).mode[[SECOND_MOVES, UNABLE_STAYS]].tolist()) for seed in SEEDS}
    assert modes == {(0, 0), (0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize("seed", range(12))
def test_next_contest_has_all_groups_waiting_and_all_slots(seed: int) -> None:
    case = Case(seed)
    level = case.stack.level
    sequence = int(case.row[SEQUENCE])
    while sequence:
        level[DEPTH, SEQUENCE] = sequence
        level[DEPTH, WAITING], level[DEPTH, SLOTS], level[DEPTH, FIRST] = 0, 0, 3
        kernels._next_contest(case.arrays, case.mode, level, DEPTH)
        sequence = int(case.arrays.sequences[sequence, REST])
        assert level[DEPTH, SEQUENCE] == sequence
        if sequence:
            assert case.groups() == sorted(case.contest(), key=lambda group: group[0])
            assert level[DEPTH, WAITING] == (1 << len(case.contest())) - 1
            assert level[DEPTH, SLOTS] == case.game.slots and level[DEPTH, FIRST] == -1


def test_hand_up_totals_makes_a_level_an_end() -> None:
    stack = new_stack(5, 0)
    stack.totals[DEPTH] = range(4, 4 + PLACES)
    stack.level[DEPTH, FLAGS] = 0o1234
    kernels._hand_up_totals(stack, DEPTH)
    assert stack.ends[OUT, :LAID].tolist() == [*range(4, 4 + LAID)]
    assert stack.ends[OUT, LAID] == 0o1234


@pytest.mark.parametrize("players", [2, 3, 5])
def test_bank_changes_one_total_and_all_leads_over_and_of_that_player(players: int) -> None:
    dice = random.Random(f"bank {players}")
    stack = new_stack(players, 0)
    totals = [dice.randint(0, 30) for _ in range(players)]
    stack.totals[DEPTH, :players] = totals
    for one in range(players):
        for other in range(players):
            stack.gaps[DEPTH, one * players + other] = totals[one] - totals[other]
    for actor in range(players):
        for gain in (-2, 0, 5):
            kernels._bank(stack, DEPTH, actor, gain)
            after = [total + gain * (who == actor) for who, total in enumerate(totals)]
            assert stack.totals[DEPTH + 1, :players].tolist() == after
            gaps = stack.gaps[DEPTH + 1, : players * players].tolist()
            assert gaps == [one - other for one in after for other in after]


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_go_down_is_the_table_after_the_take(seed: int) -> None:
    case = Case(seed)
    level = case.stack.level
    for row, (player, _, leader) in leaders_with_rows(case):
        number = int(case.arrays.groups[row, TABLE])
        for entry in range(int(case.arrays.starts[number]), int(case.arrays.starts[number + 1])):
            legal = kernels._next_legal(
                case.arrays.entries,
                entry,
                entry + 1,
                int(level[DEPTH, CARDS]),
                int(case.stack.owned[DEPTH, player]),
                case.guard,
            )
            if legal < 0:
                continue
            level[DEPTH, ENTRY], level[DEPTH, ACTOR] = entry, player
            kernels._go_down(case.arrays, case.stack, DEPTH)
            spaces = case.search.tables.spaces
            take = int(case.arrays.entries[entry, TAKE])
            taken = frozenset(space for at, space in enumerate(spaces) if take >> at & 1)
            after = reference.outcomes(case.table(), player, leader)[taken]
            assert case.table(DEPTH + 1).cards == after.cards
            totals = [
                points + len(items) for points, items in zip(after.points, after.items, strict=True)
            ]
            assert case.stack.totals[DEPTH + 1, : len(totals)].tolist() == totals
            for who, items in enumerate(after.items):
                packed = int(case.stack.owned[DEPTH + 1, who])
                assert usable(case, packed, after.cards) == usable_of(case, items, after.cards)
            for word in (SEQUENCE, WAITING, SLOTS, FIRST, FLAGS):
                assert level[DEPTH + 1, word] == level[DEPTH, word]


def test_begin_counts_leads_from_the_origin() -> None:
    case = Case(2, players=4)
    players = 4
    origin = np.array([3, 0, 9, 5], dtype=np.int64)
    case.stack.level[:], case.stack.owned[:], case.stack.totals[:] = 0, 0, 0
    case.stack.ends[0, LAID] = 5
    other = [word + 1 for word in case.row]
    kernels._begin(np.array([other, case.row], dtype=np.int64), 1, origin, case.stack)
    row = case.row
    assert case.stack.level[1, : CARDS + 1].tolist() == row[: CARDS + 1]
    assert case.stack.owned[1].tolist() == row[CARDS + 1 : CARDS + 1 + players]
    totals = row[CARDS + 1 + players :]
    assert case.stack.totals[1, :players].tolist() == totals
    above = [total - base for total, base in zip(totals, origin.tolist(), strict=True)]
    gaps = case.stack.gaps[1, : players * players].tolist()
    assert gaps == [one - two for one in above for two in above]
    assert case.stack.ends[0, LAID] == -1


@pytest.mark.parametrize("seed", SEEDS)
def test_next_entry_goes_on_behind_the_entry_being_tried(seed: int) -> None:
    case = Case(seed)
    level = case.stack.level
    for row, (player, _, _) in leaders_with_rows(case):
        number = int(case.arrays.groups[row, TABLE])
        level[DEPTH, ACTOR] = player
        level[DEPTH, LAST] = case.arrays.starts[number + 1]
        level[DEPTH, ENTRY] = case.arrays.starts[number] - 1
        items = int(case.stack.owned[DEPTH, player])
        entries = []
        while True:
            entry = kernels._next_entry(case.arrays, case.stack, DEPTH, case.guard, False)
            if entry < 0:
                break
            entries.append(entry)
            level[DEPTH, ENTRY] = entry
        cards = int(level[DEPTH, CARDS])
        assert entries == [
            one
            for one in range(int(case.arrays.starts[number]), int(level[DEPTH, LAST]))
            if kernels._next_legal(case.arrays.entries, one, one + 1, cards, items, case.guard) >= 0
        ]


def test_next_entry_gives_up_where_nothing_that_follows_can_be_better() -> None:
    """With pruning the first hopeless entry ends the table: those behind it bring no more."""
    case = next(
        case
        for case in map(Case, range(200))
        if case.position.count == 3 and case.row[SEQUENCE] and len(entries_of(case)) > 2
    )
    level = case.stack.level
    level[DEPTH, ENTRY] = entries_of(case)[0]
    assert kernels._next_entry(case.arrays, case.stack, DEPTH, case.guard, True) >= 0
    actor = int(level[DEPTH, ACTOR])
    case.stack.ends[DEPTH, actor] = 500
    assert kernels._next_entry(case.arrays, case.stack, DEPTH, case.guard, True) == -1
    assert kernels._next_entry(case.arrays, case.stack, DEPTH, case.guard, False) >= 0


def entries_of(case: Case) -> list[int]:
    """Entries that the first Group can do, which is put on turn."""
    row, (player, _, _) = next(leaders_with_rows(case))
    number = int(case.arrays.groups[row, TABLE])
    level = case.stack.level
    level[DEPTH, ACTOR], level[DEPTH, LAST] = player, case.arrays.starts[number + 1]
    level[DEPTH, ENTRY] = case.arrays.starts[number] - 1
    found = []
    while (entry := kernels._next_entry(case.arrays, case.stack, DEPTH, case.guard, False)) >= 0:
        level[DEPTH, ENTRY] = entry
        found.append(entry)
    return found


# -- what is made of an end that is handed up ------------------------------------------------------

LOWER = 3
"""A level with another player's above it."""


def handed_up(end: End, before: End | None, above: End) -> Stack:
    """The first player has found ``before`` at ``LOWER``, the second ``above`` one level up."""
    rows = {OUT: end, LOWER - 1: above}
    stack = new_stack(3, 0)
    for row, one in (rows if before is None else rows | {LOWER: before}).items():
        stack.ends[row, :3], stack.ends[row, LAID] = one.totals, pack_flags(one.flags)
    if before is None:
        stack.ends[LOWER, LAID] = -1
    stack.level[LOWER, ACTOR], stack.level[LOWER - 1, ACTOR] = 0, 1
    stack.slack[:] = BOUNDLESS
    return stack


def mode_of(compare: int, hero: int = -1) -> np.ndarray:
    return np.array([compare, hero, 1, 0, 0], dtype=np.int64)


LEVEL, ABOVE = End((3, 3, 0), (0, 1, 2)), End((2, 2, 0), (1, 0, 2))
"""Margins of nothing for the two players, each of whom wins his by the flags."""


@pytest.mark.parametrize(
    ("mode", "cut"),
    [(mode_of(WIN), True), (mode_of(MARGIN), False), (mode_of(WIN, hero=2), False)],
)
def test_take_over_cuts_by_ties_only_if_all_want_to_win(mode: np.ndarray, cut: bool) -> None:
    stack = handed_up(LEVEL, None, ABOVE)
    assert kernels._take_over(stack, mode, LOWER) == cut
    assert stack.ends[LOWER].tolist() == stack.ends[OUT].tolist()


@pytest.mark.parametrize(
    ("mode", "cut"),
    [(mode_of(WIN), True), (mode_of(MARGIN), True), (mode_of(MARGIN, hero=0), False)],
)
def test_take_over_cuts_by_margins_where_each_plays_for_himself(
    mode: np.ndarray, cut: bool
) -> None:
    stack = handed_up(End((9, 3, 0), (0, 1, 2)), End((1, 3, 0), (0, 1, 2)), ABOVE)
    assert kernels._take_over(stack, mode, LOWER) == cut
    assert stack.ends[LOWER, :3].tolist() == [9, 3, 0]


def test_take_over_leaves_what_is_no_better_and_what_was_cut() -> None:
    better, worse = End((2, 3, 0), (0, 1, 2)), End((1, 3, 0), (0, 1, 2))
    for mode in (mode_of(WIN), mode_of(MARGIN)):
        for end, before in ((worse, better), (better, better)):
            stack = handed_up(end, before, ABOVE)
            assert not kernels._take_over(stack, mode, LOWER)
            assert stack.ends[LOWER, :3].tolist() == list(better.totals)
        stack = handed_up(better, worse, ABOVE)
        stack.ends[OUT, LAID] = -1
        assert not kernels._take_over(stack, mode, LOWER)
        assert stack.ends[LOWER, :3].tolist() == list(worse.totals)


def at_lower_level(case: Case, end: End, entry: int) -> None:
    """Put the first Group's player on turn at ``LOWER``, with the last entry he tries."""
    stack = case.stack
    for level in (LOWER - 1, LOWER):
        stack.level[level] = stack.level[DEPTH]
        stack.owned[level], stack.totals[level] = stack.owned[DEPTH], stack.totals[DEPTH]
    player = int(stack.level[DEPTH, ACTOR])
    stack.level[LOWER - 1, ACTOR] = (player + 1) % case.position.count
    stack.level[LOWER, ENTRY] = entry
    stack.ends[OUT, :3], stack.ends[OUT, LAID] = end.totals, pack_flags(end.flags)
    stack.ends[LOWER, LAID] = stack.ends[LOWER - 1, LAID] = -1
    stack.slack[:] = BOUNDLESS
    stack.slack[LOWER, 1] = 5
    kernels.write_key(case.arrays, case.memory, stack, LOWER, -1)


def gone_on(case: Case) -> bool:
    none = np.zeros((0, 0), dtype=np.int64)
    stop, counts = np.zeros(1, dtype=np.int64), np.array([9, 0], dtype=np.int64)
    task = Task(case.mode, none, none, stop, counts)
    return kernels._go_on(case.arrays, case.memory, case.stack, task, LOWER, case.guard)


def test_go_on_tries_the_next_entry_and_remembers_a_level_when_there_is_none() -> None:
    case = next(
        case
        for case in map(Case, range(200))
        if case.position.count == 3 and case.row[SEQUENCE] and len(entries_of(case)) > 2
    )
    entries, end = entries_of(case), End((1, 1, 1), (0, 1, 2))
    at_lower_level(case, end, entries[0])
    assert gone_on(case)
    assert case.stack.level[LOWER, ENTRY] == entries[1]
    assert case.stack.ends[LOWER, :3].tolist() == [1, 1, 1]
    assert case.stack.slack[LOWER - 1, 1] == BOUNDLESS and case.memory.size[STORED] == 0
    at_lower_level(case, end, entries[-1])
    assert not gone_on(case)
    assert case.memory.size[STORED] == 1 and case.stack.ends[OUT, LAID] == pack_flags(end.flags)
    assert case.stack.slack[LOWER - 1, 1] == 5


def test_go_on_hands_no_end_up_and_remembers_nothing_where_a_level_is_cut() -> None:
    case = next(
        case
        for case in map(Case, range(200))
        if case.position.count == 3 and case.row[SEQUENCE] and len(entries_of(case)) > 2
    )
    entries, who = entries_of(case), int(case.stack.level[DEPTH, ACTOR])
    totals = tuple(50 * int(player == who) for player in range(3))
    at_lower_level(case, End(totals, (0, 1, 2)), entries[0])
    with_objective(case, "margin", None)
    above = int(case.stack.level[LOWER - 1, ACTOR])
    case.stack.ends[LOWER - 1, :3] = [int(player == above) for player in range(3)]
    case.stack.ends[LOWER - 1, LAID] = pack_flags((0, 1, 2))
    assert not gone_on(case)
    assert case.stack.ends[OUT, LAID] == -1 and case.memory.size[STORED] == 0
    assert case.stack.slack[LOWER - 1, 1] == 5
    assert case.stack.level[LOWER, ENTRY] == entries[0]


# -- the walk as a whole --------------------------------------------------------------------------


def evaluated(case: Case, states: list[list[int]], memory: Memory | None = None) -> np.ndarray:
    """The ends of states by the kernel, in a memory that may have been used before."""
    results = np.full((len(states), case.position.count + 1), -1, dtype=np.int64)
    counts, stop = np.zeros(2, dtype=np.int64), np.zeros(1, dtype=np.int64)
    rows = np.array(states, dtype=np.int64)
    task = Task(case.mode, rows, results, stop, counts)
    done = kernels.evaluate(case.arrays, memory or case.memory, case.stack, task)
    assert done == len(states)
    case.counts = counts  # type: ignore[attr-defined]
    return results


def with_objective(case: Case, objective: str, hero: int | None) -> None:
    case.mode = Search(case.position, objective, hero).mode


@pytest.mark.parametrize("seed", range(80))
def test_evaluate_finds_the_end_that_the_reference_finds(seed: int) -> None:
    case = Case(seed, players=2 + seed % 4, heroes=(9, 6, 5, 4)[seed % 4])
    objective = ("win", "margin")[seed // 4 % 2]
    hero = seed % case.position.count if seed % 4 and seed % 3 == 0 else None
    with_objective(case, objective, hero)
    totals, flags = reference.solve(case.position, case.plans, objective, hero)
    found = evaluated(case, [case.row])[0].tolist()
    values = End(tuple(found[:-1]), unpack_flags(found[-1], case.position.count)).values()
    assert values == End(totals, flags).values()


def with_totals(case: Case, count: int, most: int) -> list[list[int]]:
    """The same state with other Experience, so close together that ranks change often."""
    dice = random.Random(f"totals {case.row} {count}")
    states = []
    for _ in range(count):
        experience = tuple(dice.randint(0, most) for _ in case.position.players)
        moment = replace(case.moment, experience=experience)
        states.append(case.search.state(case.day, moment))
    return states


@pytest.mark.parametrize("seed", range(36))
def test_ends_remembered_are_those_of_a_search_that_remembers_nothing(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Many totals, one memory of a few ends; without it every state is computed again."""
    case = Case(seed, players=3 + seed % 3, heroes=(6, 5, 4)[seed % 3])
    with_objective(case, ("win", "margin")[seed // 3 % 2], seed % 3 if seed % 5 == 0 else None)
    states = with_totals(case, 8, (2, 5, 12)[seed // 6 % 3])
    remembered = evaluated(case, states)
    assert (evaluated(case, states) == remembered).all()
    monkeypatch.setattr(kernels, "find_end", lambda memory, stack, depth: -1)
    expected = evaluated(case, states)
    assert case.counts[1] == 0  # type: ignore[attr-defined]
    assert (remembered == expected).all()


def test_memories_of_those_cases_are_used() -> None:
    found = []
    for seed in range(12):
        case = Case(seed, players=3 + seed % 3, heroes=(6, 5, 4)[seed % 3])
        evaluated(case, with_totals(case, 8, 5))
        found.append(int(case.counts[1]))  # type: ignore[attr-defined]
    assert sum(one > 0 for one in found) >= 6


def test_evaluate_ends_early_when_asked_to_and_says_how_far_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernels, "WATCH", 3)  # the flag is read at every fourth node
    case = Case(1, players=3, heroes=6)
    states = with_totals(case, 3, 5)
    results = np.full((3, 4), -1, dtype=np.int64)
    counts, stop = np.zeros(2, dtype=np.int64), np.ones(1, dtype=np.int64)
    rows = np.array(states, dtype=np.int64)
    task = Task(case.mode, rows, results, stop, counts)
    arguments = (case.arrays, case.memory, case.stack, task)
    done = kernels.evaluate(*arguments)
    assert done < 3 and counts[0] == 4
    assert (results[done:] == -1).all() and (results[:done] >= 0).all()
    stop[0] = 0
    assert kernels.evaluate(*arguments) == 3


def test_enter_notes_who_decides_and_begins_without_an_end_or_bounds() -> None:
    case = next(
        case
        for case in map(Case, range(100))
        if case.position.count == 4 and len([c for c in case.game.contests if c]) > 2
    )
    stack, counts = case.stack, np.array([77, 0], dtype=np.int64)
    stack.ends[DEPTH, LAID] = 5
    stack.slack[DEPTH] = 0
    known = entered(case, counts)
    assert not known and counts.tolist() == [77, 0]
    level = stack.level[DEPTH]
    assert level[START] == 77 and stack.ends[DEPTH, LAID] == -1
    assert (stack.slack[DEPTH] == BOUNDLESS).all()
    expected = case.game.choose(reference.Table(case.position), case.contest(), 2, None)
    assert expected is not None
    (player, strength, _), _ = expected
    assert level[ACTOR] == player and level[SLOTS] == case.game.slots - 1
    levels = sorted({power for _, power, _ in case.contest()})
    assert level[FIRST] == levels.index(strength)
    row = next(row for row, group in leaders_with_rows(case) if group[0] == player)
    assert case.arrays.groups[row, PLAYER] == player
    assert case.arrays.groups[row, RANK] == level[FIRST]
    assert level[LAST] == case.arrays.starts[case.arrays.groups[row, TABLE] + 1]


def entered(case: Case, counts: np.ndarray) -> bool:
    none = np.zeros((0, 0), dtype=np.int64)
    task = Task(case.mode, none, none, np.zeros(1, dtype=np.int64), counts)
    return kernels._enter(case.arrays, case.memory, case.stack, task, DEPTH, case.guard)


def test_enter_hands_up_totals_where_the_day_is_over() -> None:
    case = Case(1, players=3)
    case.stack.level[DEPTH, SEQUENCE] = 0
    counts = np.zeros(2, dtype=np.int64)
    assert entered(case, counts)
    players = case.position.count
    assert case.stack.ends[OUT, :players].tolist() == case.stack.totals[DEPTH, :players].tolist()
    assert case.stack.ends[OUT, LAID] == case.stack.level[DEPTH, FLAGS]


@pytest.mark.parametrize("second_moves", (0, 1))
@pytest.mark.parametrize("slots", (1, 2, 3))
@pytest.mark.parametrize("rank", (-1, 0, 3))
def test_enter_files_a_state_by_the_rank_that_acted_first_where_that_matters(
    second_moves: int, slots: int, rank: int
) -> None:
    """It does while others may act, if a second place moves the flag (T-Q16)."""
    case = next(
        case
        for case in map(Case, range(100))
        if case.position.count == 4 and len([c for c in case.game.contests if c]) > 2
    )
    case.mode = case.mode.copy()
    case.mode[SECOND_MOVES] = second_moves
    level = case.stack.level[DEPTH]
    level[SLOTS], level[FIRST] = slots, rank
    assert not entered(case, np.zeros(2, dtype=np.int64))
    assert level[SLOTS] == slots - 1
    filed = rank if second_moves and slots > 1 else -1
    assert case.stack.keys[DEPTH, 0] >> 33 & 15 == filed + 1
