"""Failed states: which states a stored one settles, and which it must not settle."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np
import pytest

from bolets_solver.optimize.exact import failed_states
from bolets_solver.optimize.state.failures import N_RECORDS, N_TILES, Failures, new_failures
from tests.optimize.plain import plain

pytestmark = pytest.mark.jit_off

known_failure = plain(failed_states.known_failure)
note_failure = plain(failed_states.note_failure)
clear_failures = plain(failed_states.clear_failures)
slot_of = plain(failed_states._slot)


@dataclass(frozen=True)
class Case:
    """A state with its label and the target that is asked for."""

    key: tuple[int, int, int] = (7, 1 << 40, 35)
    mask: int = 0x0203
    tiles: tuple[int, ...] = (10, 20, 30)
    points: int = 6
    lives: int = 3
    cubes: int = 2
    yellow: int = 1
    target: int = 15


def arguments(case: Case) -> tuple[object, ...]:
    tiles = np.array([*case.tiles, 20, 30, 40, 50], dtype=np.int32)  # what stands behind is no tile
    label = (case.points, case.lives, case.cubes, case.yellow)
    return (*case.key, case.mask), label, tiles, len(case.tiles), case.target


def note(memory: Failures, case: Case) -> None:
    note_failure(memory, *arguments(case))


def known(memory: Failures, case: Case) -> bool:
    return bool(known_failure(memory, *arguments(case)))


def kept(*cases: Case) -> Failures:
    memory = new_failures(64)
    for case in cases:
        note(memory, case)
    return memory


def test_known_failure_knows_what_was_noted() -> None:
    assert known(kept(Case()), Case())
    assert not known(new_failures(64), Case())


@pytest.mark.parametrize("name", ["points", "lives", "cubes", "yellow"])
def test_known_failure_settles_labels_that_are_nowhere_better(name: str) -> None:
    memory = kept(Case())
    value = getattr(Case(), name)
    assert known(memory, replace(Case(), **{name: value - 1}))
    assert not known(memory, replace(Case(), **{name: value + 1}))


def test_known_failure_settles_higher_targets_alone() -> None:
    assert known(kept(Case()), replace(Case(), target=16))
    assert not known(kept(Case()), replace(Case(), target=14))


def test_known_failure_wants_at_least_the_same_tiles_forbidden() -> None:
    memory = kept(Case())
    for tiles, settled in (
        ((10, 20, 30, 40), True),
        ((5, 10, 20, 30), True),
        ((10, 15, 20, 25, 30), True),
        ((10, 20), False),
        ((20, 30), False),
        ((10, 30), False),
        ((10, 20, 31), False),
        ((11, 20, 30), False),
        ((), False),
    ):
        assert known(memory, replace(Case(), tiles=tiles)) == settled, tiles
    assert known(kept(replace(Case(), tiles=())), Case())
    assert known(kept(replace(Case(), tiles=())), replace(Case(), tiles=()))


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("change", [1, 1 << 20, 1 << 45])
def test_known_failure_wants_the_same_state(part: int, change: int) -> None:
    key = list(Case().key)
    key[part] ^= change
    other = replace(Case(), key=(key[0], key[1], key[2]))
    assert not known(kept(Case()), other)
    memory = kept(Case(), other, replace(Case(), mask=9))
    assert known(memory, Case())
    assert known(memory, other)


def test_known_failure_wants_the_same_cubes_on_the_card() -> None:
    for mask in (0, 0x0201, 0x03, 0x010203):
        assert not known(kept(Case()), replace(Case(), mask=mask))
        memory = kept(Case(), replace(Case(), mask=mask))
        assert known(memory, Case())
        assert known(memory, replace(Case(), mask=mask))


@pytest.mark.parametrize("word", range(4))
@pytest.mark.parametrize("change", [1, 1 << 20, 1 << 45])
def test_known_failure_compares_every_word_of_a_key_within_a_bucket(word: int, change: int) -> None:
    """All states share one bucket, so the hash keeps none apart."""
    memory = new_failures(64)._replace(bucket=np.full(1, -1, dtype=np.int32))
    words = [*Case().key, Case().mask]
    note(memory, Case())
    assert known(memory, Case())
    words[word] ^= change
    key = (words[0], words[1], words[2])
    assert not known(memory, replace(Case(), key=key, mask=words[3]))


def test_cubes_on_the_card_spread_states_over_the_buckets() -> None:
    """Also eight cubes, whose word is as long as a word can be."""
    memory = new_failures(4000)
    eight = int.from_bytes(bytes([255] * 8), signed=True)
    masks = [0, *(crow + 1 for crow in range(40)), *(crow << 8 | 1 for crow in range(2, 40)), eight]
    slots = {int(slot_of(memory, (*Case().key, np.int64(mask)))) for mask in masks}
    assert len(slots) > len(masks) / 2
    assert all(0 <= slot < len(memory.bucket) for slot in slots)


def in_one_bucket(memory: Failures) -> list[Case]:
    """Cases with different states that share a bucket, found by trying."""
    slots: dict[int, list[Case]] = {}
    for number in range(5000):
        case = replace(Case(), key=(number, 0, 0), mask=0)
        slot = int(plain(failed_states.hash_words)(*case.key)) & (len(memory.bucket) - 1)
        slots.setdefault(slot, []).append(case)
    return max(slots.values(), key=len)


def test_known_failure_looks_at_all_of_a_bucket() -> None:
    memory = new_failures(64)
    cases = in_one_bucket(memory)
    assert len(cases) >= 3
    note(memory, cases[0])
    assert not known(memory, cases[1])
    for case in cases[1:-1]:
        note(memory, case)
    assert all(known(memory, case) for case in cases[:-1])
    assert not known(memory, cases[-1])


def test_note_failure_empties_a_full_memory_and_goes_on() -> None:
    memory = new_failures(4)
    cases = [replace(Case(), key=(number, 2, 3)) for number in range(9)]
    for number, case in enumerate(cases):
        note(memory, case)
        assert known(memory, case)
        first = 4 * (number // 4)  # since the last emptying
        assert [known(memory, other) for other in cases] == [
            first <= index <= number for index in range(9)
        ]
        assert memory.counts[N_RECORDS] == number - first + 1


def test_note_failure_empties_a_memory_full_of_tiles() -> None:
    memory = new_failures(4)
    many = tuple(range(100, 140))
    cases = [replace(Case(), key=(number, 2, 3), tiles=many) for number in range(4)]
    assert len(memory.tiles) == 96
    note(memory, cases[0])
    note(memory, cases[1])
    assert memory.counts[N_TILES] == 80
    note(memory, replace(cases[2], tiles=many[:16]))  # fits to the last tile
    assert known(memory, cases[0])
    assert memory.counts[N_TILES] == 96
    note(memory, replace(cases[3], tiles=many[:1]))
    assert not known(memory, cases[0])
    assert known(memory, replace(cases[3], tiles=many[:1]))
    assert (memory.counts[N_RECORDS], memory.counts[N_TILES]) == (1, 1)


@pytest.mark.parametrize("count", [1, 20, 300])
def test_clear_failures_forgets_everything(count: int) -> None:
    memory = new_failures(512)
    cases = [replace(Case(), key=(number, 2, 3), mask=number % 3) for number in range(count)]
    for case in cases:
        note(memory, case)
    clear_failures(memory)
    assert (memory.bucket == -1).all()
    assert memory.counts[[N_RECORDS, N_TILES]].tolist() == [0, 0]
    assert not any(known(memory, case) for case in cases)


def test_failures_of_random_states_settle_what_they_imply() -> None:
    """Against a list of all that was noted."""
    rng = random.Random("failures")

    def case() -> Case:
        return Case(
            key=(rng.randint(0, 1), rng.randint(0, 1), rng.randint(0, 1)),
            mask=rng.choice((0, 0, 1)),
            tiles=tuple(sorted(rng.sample(range(6), rng.randint(0, 4)))),
            points=rng.randint(4, 7),
            lives=rng.randint(1, 4),
            cubes=rng.randint(-1, 2),
            yellow=rng.randint(0, 2),
            target=rng.randint(9, 12),
        )

    def implied(asked: Case, failed: Case) -> bool:
        return (
            asked.key == failed.key
            and asked.mask == failed.mask
            and set(asked.tiles) >= set(failed.tiles)
            and asked.points <= failed.points
            and asked.lives <= failed.lives
            and asked.cubes <= failed.cubes
            and asked.yellow <= failed.yellow
            and asked.target >= failed.target
        )

    memory, noted, hits = new_failures(512), list[Case](), 0
    for _ in range(400):
        asked = case()
        expected = any(implied(asked, failed) for failed in noted)
        assert known(memory, asked) == expected, asked
        hits += expected
        failed = case()
        note(memory, failed)
        noted.append(failed)
    assert 50 < hits < 350


def test_new_failures_is_empty_and_has_no_limit() -> None:
    memory = new_failures(100)
    assert (memory.bucket == -1).all()
    assert memory.counts.tolist() == [0, 0, 0, 1 << 62, 0]
    assert len(memory.at) == len(memory.length) == len(memory.key) == len(memory.label) == 100
    assert len(memory.bucket) & (len(memory.bucket) - 1) == 0
