"""Stored ends: the totals for which they are valid, and a memory that is full."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from bolets_solver.boldest.game.expedition import begin, make_day
from bolets_solver.boldest.game.forest import MAX_EXPERIENCE
from bolets_solver.boldest.game.position import Position
from bolets_solver.boldest.game.random_days import random_day
from bolets_solver.boldest.kernels import arrays as room
from bolets_solver.boldest.solving import search
from bolets_solver.boldest.solving.search import Search
from tests.boldest import reference
from tests.boldest.making import small_position

FAR_APART = (0, 1, 32_700, 40_000, 65_600, MAX_EXPERIENCE)


def with_other_totals(position: Position, count: int, most: int) -> list[Position]:
    """The same position with other Experience, drawn so close together that ranks change often."""
    dice = random.Random(f"totals {position.experience} {count}")
    drawn = [tuple(dice.randint(0, most) for _ in position.players) for _ in range(count)]
    return [replace(position, experience=experience) for experience in drawn]


def states_of(found: Search, positions: list[Position]) -> list[list[int]]:
    states = []
    for position in positions:
        day = make_day(position, plans_of(position))
        states.append(found.state(day, begin(position, day)[0]))
    return states


def plans_of(position: Position):
    return [position.known_plan(player) for player in range(position.count)]


def check_against_reference(positions: list[Position], objective: str, hero: int | None) -> Search:
    """Solve all positions, twice, with one memory, one thread; compare every end."""
    found = Search(positions[0], objective, hero)
    found.most_members = 1
    states = states_of(found, positions)
    for _ in range(2):
        for position, end in zip(positions, found.ends(states), strict=True):
            totals, flags = reference.solve(position, plans_of(position), objective, hero)
            assert end is not None
            assert end.values() == search.End(totals, flags).values(), position.experience
    return found


@pytest.mark.parametrize("seed", range(60))
def test_ends_remembered_hold_for_the_totals_they_are_used_for(seed: int) -> None:
    position = small_position(seed, players=3 + seed % 3, heroes=7)
    positions = with_other_totals(position, 12, most=(2, 5, 12)[seed // 3 % 3])
    hero = seed % position.count if seed % 4 == 0 else None
    check_against_reference(positions, ("win", "margin")[seed % 2], hero)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_ends_remembered_hold_on_many_more(part: int) -> None:
    for seed in range(1000 + part, 2600, 8):
        position = small_position(seed, players=3 + seed % 3, heroes=8)
        positions = with_other_totals(position, 12, most=(2, 5, 12)[seed // 3 % 3])
        hero = seed % position.count if seed % 4 == 0 else None
        check_against_reference(positions, ("win", "margin")[seed % 2], hero)


@pytest.mark.jit_off
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_ends_remembered_hold_without_compiled_kernels(seed: int) -> None:
    position = small_position(seed, players=3 + seed % 3, heroes=4)
    check_against_reference(with_other_totals(position, 4, most=3), "win", None)


@pytest.mark.parametrize("seed", range(12))
def test_totals_far_apart(seed: int) -> None:
    """Leads that do not fit into a row of the memory."""
    position = small_position(seed, players=3 + seed % 3, heroes=6)
    dice = random.Random(seed)
    positions = [
        replace(position, experience=tuple(dice.choice(FAR_APART) for _ in position.players))
        for _ in range(8)
    ]
    check_against_reference(positions, "win", None)


def searched(position: Position, count: int, share: int = 1, members: int = 1):
    """A search that has found the ends of a Day with many different totals, and the ends."""
    found = Search(position, share=share)
    found.most_members = members
    rows = np.array(states_of(found, with_other_totals(position, count, 12)), dtype=np.int64)
    return found, rows, found.evaluate(rows)


@pytest.mark.parametrize(("players", "seed"), [(3, 0), (4, 3), (5, 0)])
def test_neither_size_of_the_memory_nor_threads_make_a_difference(players: int, seed: int) -> None:
    position = random_day(players, seed, with_plans=True)
    usual, _, expected = searched(position, 40)
    assert (expected[:, -1] >= 0).all()
    tiny, _, ends = searched(position, 40, share=search.MEMORY_ENDS[players])
    assert (ends == expected).all()
    assert len(tiny.members[0].memory.words) == 1024 * room.BUCKET // room.WAYS
    assert tiny.nodes >= usual.nodes
    many, _, ends = searched(position, 40, members=3)
    assert (ends == expected).all()
    assert len(many.members) == 3


def test_a_memory_grows_without_forgetting() -> None:
    """The same states are found again, but for a few that a full bucket did not keep."""
    found, rows, ends = searched(random_day(4, 3, with_plans=True), 10)
    memory = found.members[0].memory
    assert memory.size[room.BUCKETS] > room.FIRST_BUCKETS
    assert (memory.words[:: room.BUCKET, : room.WAYS] != 0).sum() == memory.size[room.STORED]
    before = found.nodes
    assert (found.evaluate(rows) == ends).all()
    assert found.nodes - before < before / 50


def test_a_memory_serves_however_far_ahead_somebody_was_before() -> None:
    """Only what is won on the Day has to fit into a row of it."""
    far = replace(random_day(4, 3, with_plans=True), experience=(0, 150, 33_000, MAX_EXPERIENCE))
    found = Search(far)
    rows = np.array(states_of(found, [far]), dtype=np.int64)
    ends = found.evaluate(rows)
    before = found.nodes
    assert before > 1
    assert (found.evaluate(rows) == ends).all()
    assert found.nodes - before == 1


def test_a_memory_takes_no_more_than_it_says() -> None:
    for players in (2, 3, 4, 5):
        for bits in (0, 7, 12, 31, 62):
            memory = room.new_memory((0,) * players, bits, 1024)
            assert memory.words.nbytes == 1024 * room.bytes_per_end(players, bits)
            assert memory.words.ctypes.data % room.LINE == 0
            assert len({memory.words.nbytes, memory.shorts.nbytes, memory.bytes.nbytes}) == 1
