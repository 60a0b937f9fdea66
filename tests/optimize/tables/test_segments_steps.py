"""The steps that enumerate a segment table, one by one: strings, sets of crows, entries kept."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from bolets_solver.optimize.tables import segments
from bolets_solver.optimize.tables.segments import (
    DONE,
    FULL_OF_ENTRIES,
    FULL_OF_SETS,
    FULL_OF_STRINGS,
    MOST_CROWS,
    N_ENTRIES,
    N_SETS,
    N_STRINGS,
    Room,
    new_room,
)
from bolets_solver.optimize.tracing.deal_arrays import FREE, OBSTACLE, PATH
from bolets_solver.optimize.tracing.trace_arrays import CODE_MASK, DEPTH, new_walk
from tests.optimize.plain import Replace, plain, replacing
from tests.optimize.setting import deal_arrays, edge_card

pytestmark = pytest.mark.jit_off

LONGEST = 30
ARRAYS = deal_arrays(
    edge_card(2, 2, [(0, 0)]),
    edge_card(4, 4, [(x, y) for y in range(4) for x in range(4)][:14]),
    edge_card(2, 2),
)


def step(name: str) -> Any:
    return plain(getattr(segments, name))


@pytest.fixture
def replace(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Let other functions stand for those that the steps call."""
    return replacing(segments.enumerate_segments, monkeypatch)


# --- strings of events ---------------------------------------------------------------------------


def at_exit(word: list[int], more: tuple[int, ...] = (7, 7)) -> Any:
    """A walk at an exit with these events; ``more``: behind them, of a trace before."""
    walk = new_walk(ARRAYS)
    walk.scalar[DEPTH] = 3
    walk.events[: len(word) + len(more)] = [*word, *more]
    walk.n_events[:] = 6
    walk.n_events[3] = len(word)
    walk.code[:] = 5
    code = 0
    for event in word:
        code = (code << 3 | event) & CODE_MASK
    walk.code[3] = code
    return walk


def test_strings_are_found_again_and_new_ones_entered_behind_them() -> None:
    """Also ones that end alike, so that their hashes are the same, and many in a small table."""
    rng = random.Random("strings")
    tail = [rng.randint(1, 5) for _ in range(20)]
    words = [[], [1], [1, 1], [1, 1, 1], [2, *tail], [3, *tail], [2, 3, *tail], tail]
    words += [rng.choices(range(1, 6), k=rng.randint(2, 25)) for _ in range(24)]
    room = new_room(LONGEST, strings=32)
    given: dict[tuple[int, ...], int] = {}
    for word in words * 2:
        walk = at_exit(word)
        slot = step("_find_string")(walk, 3, room.strings, room.slots)
        assert room.slots[slot] == given.get(tuple(word), 0)
        if tuple(word) not in given:
            step("_add_string")(room, walk, slot)
            given[tuple(word)] = len(given) + 1
            assert room.slots[slot] == room.counts[N_STRINGS] == len(given)
            row = room.strings[len(given)]
            assert row[: len(word) + 2].tolist() == [len(word), *word, 0]


def test_a_string_is_told_by_its_length_and_every_event() -> None:
    """All strings of three events begin at one slot here, so that the hash keeps none apart."""
    words = [list(word) for size in (2, 3) for word in product((1, 2, 3), repeat=size)]
    strings, slots = np.zeros((9, LONGEST + 1), dtype=np.int16), np.zeros(4, dtype=np.int64)
    for one in words:
        strings[1, : len(one) + 1] = len(one), *one
        for other in words:
            walk = at_exit(other, (1, 2, 3))
            walk.code[3] = 0
            slots[:] = 1, 0, 0, 0
            slot = step("_find_string")(walk, 3, strings, slots)
            assert slot == (0 if one == other else 1)


def test_add_string_works_out_what_the_events_bring(replace: Replace) -> None:
    written: list[Any] = []
    replace(write_outcomes=lambda *facts: written.append(facts))
    room = new_room(LONGEST, strings=8)
    room.counts[N_STRINGS] = 4
    walk = at_exit([1, 2, 3])
    step("_add_string")(room, walk, 6)
    ((events, first, length, outcomes),) = written
    assert (events is walk.events, first, length) == (True, 0, 3)
    assert np.shares_memory(outcomes, room.outcomes[4])
    assert not np.shares_memory(outcomes, room.outcomes[5])
    assert room.slots[6] == room.counts[N_STRINGS] == 5


def test_enter_string_lets_find_string_find_it() -> None:
    rng = random.Random("enter")
    room = new_room(LONGEST, strings=16)
    words = [[], *(rng.choices(range(1, 6), k=size) for size in range(1, 16))]
    for row, word in enumerate(words, 1):
        room.strings[row, : len(word) + 1] = len(word), *word
        step("_enter_string")(room.strings, row, room.slots)
    for row, word in enumerate(words, 1):
        slot = step("_find_string")(at_exit(word), 3, room.strings, room.slots)
        assert room.slots[slot] == row


def test_enter_string_and_find_string_go_on_at_the_front_of_the_table() -> None:
    """Three of four slots are taken; the last one is not the end."""
    for code in range(64):
        word = [code >> 3, code & 7]
        for taken in range(4):
            slots = np.full(4, 2, dtype=np.int64)
            slots[taken] = 0
            strings = np.zeros((3, LONGEST + 1), dtype=np.int16)
            strings[1, :3], strings[2, :2] = (2, *word), (1, 9)
            assert step("_find_string")(at_exit(word), 3, strings, slots) == taken
            step("_enter_string")(strings, 1, slots)
            assert slots[taken] == 1


# --- sets of crows -------------------------------------------------------------------------------


def test_crows_left_are_those_on_free_tiles_unless_there_are_too_many() -> None:
    rng, seen = random.Random("crows"), set()
    for _ in range(200):
        walk = new_walk(ARRAYS)
        free = sorted(rng.sample(range(14), rng.randint(0, 14)))
        walk.ground[:] = FREE
        for crow in range(14):
            x, y = crow % 4, crow // 4
            gone = rng.choice((PATH, OBSTACLE))
            walk.ground[(y + 1) * 6 + x + 1] = FREE if crow in free else gone
        left = np.full(MOST_CROWS + 1, 77, dtype=np.int32)
        enough = len(free) <= MOST_CROWS
        assert step("_crows_left")(ARRAYS, 1, walk, left) == enough
        if enough:
            assert left[: len(free) + 1].tolist() == [len(free), *free]
        seen.add(len(free))
    assert {0, MOST_CROWS, MOST_CROWS + 1} <= seen


def test_most_crows_are_four_in_sight_and_eight_cubes() -> None:
    assert MOST_CROWS == 12


def test_sets_are_found_by_every_member_among_the_first_ones() -> None:
    room = new_room(LONGEST, sets=8)
    sets = [(), (1,), (2,), (1, 2), (1, 3), (1, 2, 3)]
    for number, crows in enumerate(sets):
        room.left[:] = 55
        room.left[: len(crows) + 1] = len(crows), *crows
        assert step("_find_set")(room.left, room.sets, number) == number
        step("_add_set")(room)
        assert room.counts[N_SETS] == number + 1
        assert room.sets[number + 1, : len(crows) + 2].tolist() == [len(crows), *crows, 0]
    for number, crows in enumerate(sets):
        room.left[: len(crows) + 1] = len(crows), *crows
        assert step("_find_set")(room.left, room.sets, len(sets)) == number
        assert step("_find_set")(room.left, room.sets, number) == number


# --- room ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("new", list(product((False, True), repeat=2)))
def test_full_says_of_what_there_is_no_room_for_the_entry(new: tuple[bool, bool]) -> None:
    """What is known already takes no room."""
    new_string, new_set = new
    for entries, strings, sets in product((2, 3), (3, 4), (1, 2)):
        room = new_room(LONGEST, entries=3, strings=4, sets=2)
        room.counts[[N_STRINGS, N_SETS]] = strings, sets
        room.slots[5] = 0 if new_string else 1
        answer = step("_full")(room, entries, 5, sets if new_set else 0)
        if entries == 3:
            assert answer == FULL_OF_ENTRIES
        elif new_string and strings == 4:
            assert answer == FULL_OF_STRINGS
        elif new_set and sets == 2:
            assert answer == FULL_OF_SETS
        else:
            assert answer == DONE


# --- which entries are kept ----------------------------------------------------------------------

EFFECTS = 4


def with_effects(rng: random.Random) -> tuple[Room, list[list[bool]]]:
    """A room whose effects are compared by made-up tables; which is nowhere worse than which."""
    room = new_room(LONGEST, entries=60, strings=8)
    values = [[rng.randint(0, 2) for _ in range(3)] for _ in range(EFFECTS)]
    room.outcomes[:] = 9
    for effect, value in enumerate(values):
        room.outcomes[effect, :, 0] = 1 + value[0]
        room.outcomes[effect, :, 1:] = value[1:]
    pairs = [[(one, other) for other in values] for one in values]
    return room, [
        [all(a >= b for a, b in zip(one, other, strict=True)) for one, other in row]
        for row in pairs
    ]


@pytest.mark.parametrize("in_trace", (0, 1))
def test_dominates_is_nowhere_worse_and_equality_where_points_matter(in_trace: int) -> None:
    rng = random.Random("dominates")
    for _ in range(20):
        room, above = with_effects(rng)
        for _ in range(2):  # the second answer is the remembered one
            for one, other in product(range(EFFECTS), repeat=2):
                expected = one == other or (not in_trace and above[one][other])
                assert step("_dominates")(room, one, other, in_trace) == expected


@pytest.mark.parametrize("in_trace", (0, 1))
def test_keep_entry_keeps_what_no_other_of_its_door_and_crows_dominates(in_trace: int) -> None:
    """By points and effect together; entries of placements before are ignored."""
    rng, dropped = random.Random(f"keep {in_trace}"), 0
    for _ in range(150):
        room, above = with_effects(rng)
        best = [0, 0, 99, 0, 0]
        room.entries[0], room.counts[N_ENTRIES] = best, 1
        given, last = [], 1
        for number in range(rng.randint(1, 10)):
            entry = [3, rng.randrange(2), rng.randrange(3), rng.randrange(EFFECTS)]
            entry.append(rng.randrange(2))
            given.append(entry)
            room.entries[last] = entry
            last = step("_keep_entry")(room, 1, last, in_trace)
            assert 1 < last <= number + 2

        def beats(one: list[int], other: list[int], *, known: Any = above) -> bool:
            same = one[1] == other[1] and one[4] == other[4]
            effect = one[3] == other[3] or (not in_trace and known[one[3]][other[3]])
            return bool(same and one[2] >= other[2] and effect)

        kept = room.entries[1:last].tolist()
        assert room.entries[0].tolist() == best
        assert all(entry in given for entry in kept)
        for entry in given:
            assert any(beats(one, entry) for one in kept), "what is dropped is no loss"
        for one, other in product(range(len(kept)), repeat=2):
            assert one == other or not beats(kept[one], kept[other]), "nothing is kept twice"
        dropped += len(given) - len(kept)
    assert dropped > 100
