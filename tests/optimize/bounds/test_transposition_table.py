"""The transposition table of the crow search: nodes, and labels that failed or succeeded."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import pytest

from bolets_solver.optimize.bounds import transposition_table
from bolets_solver.optimize.state.crow_stack import CrowStack, new_crow_stack
from bolets_solver.optimize.state.memo import (
    CLEARINGS,
    N_LABELS,
    N_NODES,
    NO,
    OPEN,
    YES,
    Memo,
    new_memo,
)
from tests.optimize.plain import plain

pytestmark = pytest.mark.jit_off

hash_words = plain(transposition_table.hash_words)
find_node = plain(transposition_table.find_node)
clear_memo = plain(transposition_table.clear_memo)
recall = plain(transposition_table.recall)
remember = plain(transposition_table.remember)


class Label(NamedTuple):
    """Points, lives, cubes less reds earned, yellow left."""

    points: int
    lives: int
    cubes: int
    yellow: int


LABEL = Label(6, 3, -1, 1)
TARGET = 15


def one_node(labels: int = 64) -> Memo:
    memo = new_memo(labels)
    assert find_node(memo, new_crow_stack(2, 1), 0, 0, 0, 0) == 0
    return memo


def test_hash_words_is_never_negative_and_every_word_matters() -> None:
    rng = random.Random("hash")
    values = set()
    for _ in range(300):
        words = [rng.randrange(1 << 60) for _ in range(3)]
        values.add(hash_words(*words))
        for part in range(3):
            other = list(words)
            other[part] ^= 1 << rng.randrange(60)
            assert hash_words(*other) != hash_words(*words)
        assert 0 <= hash_words(*words) < 1 << 62
    assert len(values) == 300
    assert 0 <= hash_words(-1, 5, -1) < 1 << 62, "of a word whose sign bit is set"
    assert len({value & 1023 for value in values}) > 200, "spread over the buckets"


# --- nodes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", range(3))
@pytest.mark.parametrize("change", [1, 1 << 20, 1 << 45])
def test_find_node_compares_every_word_of_a_key_within_a_bucket(
    monkeypatch: pytest.MonkeyPatch, word: int, change: int
) -> None:
    """All states share one bucket, so the hash keeps none apart."""
    memo = new_memo(64)._replace(bucket=np.full(1, -1, dtype=np.int32))
    keys: list[tuple[int, ...]] = [(7, 1 << 40, 35)]
    monkeypatch.setitem(find_node.__globals__, "state_key", lambda *_: keys[-1])
    stack = new_crow_stack(2, 1)
    assert find_node(memo, stack, 0, 0, 0, 0) == 0
    keys.append(tuple(part ^ change * (at == word) for at, part in enumerate(keys[0])))
    assert find_node(memo, stack, 0, 0, 0, 0) == 1
    assert find_node(memo, stack, 0, 0, 0, 0) == 1
    keys.append(keys[0])
    assert find_node(memo, stack, 0, 0, 0, 0) == 0


def stack_with(*crows: tuple[int, int], far: int = 0) -> CrowStack:
    stack = new_crow_stack(3, 1)
    for index, (x, y) in enumerate(crows):
        stack.x[1, index], stack.y[1, index] = x, y
    stack.near[1], stack.far[1] = len(crows), far
    return stack


def test_find_node_gives_equal_states_one_node_and_others_their_own() -> None:
    memo = new_memo(600)
    states = [
        (stack, entrance, marker, charged)
        for stack in (
            stack_with(),
            stack_with((3, -1)),
            stack_with((3, -1), far=1),
            stack_with((3, -1), (5, 5), (6, 6)),
            stack_with((3, -1), (5, 5), (6, 7)),
        )
        for entrance in (0, 1, 3, 8, 9)
        for marker in (0, 1, 4)
        for charged in (0, 3)
    ]
    nodes = [find_node(memo, stack, 1, *rest) for stack, *rest in states]
    assert nodes == list(range(len(states)))
    assert [find_node(memo, stack, 1, *rest) for stack, *rest in states] == nodes
    assert memo.counts[N_NODES] == len(states)
    assert (memo.failures[: len(nodes)] == -1).all()
    assert (memo.successes[: len(nodes)] == -1).all()


def test_find_node_distinguishes_states_in_one_bucket() -> None:
    """1024 buckets and more states than that: buckets hold several."""
    memo = new_memo(2400)
    stacks = [stack_with((x, y)) for x in range(36) for y in range(-16, 16)]
    nodes = [find_node(memo, stack, 1, 0, 0, 0) for stack in stacks]
    assert nodes == list(range(len(stacks)))
    assert len(stacks) > len(memo.bucket)
    assert [find_node(memo, stack, 1, 0, 0, 0) for stack in stacks] == nodes


def test_find_node_says_when_the_memory_is_full() -> None:
    memo = new_memo(32)  # 16 nodes
    found = [find_node(memo, stack_with((x, 0)), 1, 0, 0, 0) for x in range(18)]
    assert found == [*range(16), -1, -1]
    assert find_node(memo, stack_with((3, 0)), 1, 0, 0, 0) == 3
    assert memo.counts[N_NODES] == 16


@pytest.mark.parametrize(("labels", "states"), [(32, 16), (6000, 16), (6000, 1500)])
def test_clear_memo_forgets_everything(labels: int, states: int) -> None:
    memo = new_memo(labels)
    for x in range(states):
        node = find_node(memo, stack_with((x, 0)), 1, 0, 0, 0)
        remember(memo, node, *LABEL, TARGET, NO)
        remember(memo, node, *LABEL, TARGET - 3, YES)
    clear_memo(memo)
    assert memo.counts[[N_NODES, N_LABELS, CLEARINGS]].tolist() == [0, 0, 1]
    assert (memo.bucket == -1).all()
    node = find_node(memo, stack_with((9, 0)), 1, 0, 0, 0)
    assert node == 0
    assert recall(memo, node, *LABEL, TARGET) == OPEN
    clear_memo(memo)
    assert memo.counts[CLEARINGS] == 2


def test_new_memo_is_empty() -> None:
    memo = new_memo(100)
    assert (memo.bucket == -1).all()
    assert memo.counts.tolist() == [0, 0, 0, 0, 1 << 62]
    assert (len(memo.key), len(memo.label)) == (50, 100)


# --- labels --------------------------------------------------------------------------------------


def changed(name: str, by: int) -> Label:
    return LABEL._replace(**{name: getattr(LABEL, name) + by})


def test_recall_knows_nothing_of_a_new_state() -> None:
    assert recall(one_node(), 0, *LABEL, TARGET) == OPEN


@pytest.mark.parametrize("name", Label._fields)
def test_recall_settles_labels_nowhere_better_than_one_that_failed(name: str) -> None:
    memo = one_node()
    remember(memo, 0, *LABEL, TARGET, NO)
    assert recall(memo, 0, *LABEL, TARGET) == NO
    assert recall(memo, 0, *changed(name, -1), TARGET) == NO
    assert recall(memo, 0, *changed(name, +1), TARGET) == OPEN


@pytest.mark.parametrize("name", Label._fields)
def test_recall_settles_labels_nowhere_worse_than_one_that_succeeded(name: str) -> None:
    memo = one_node()
    remember(memo, 0, *LABEL, TARGET, YES)
    assert recall(memo, 0, *LABEL, TARGET) == YES
    assert recall(memo, 0, *changed(name, +1), TARGET) == YES
    assert recall(memo, 0, *changed(name, -1), TARGET) == OPEN


def test_recall_settles_higher_targets_after_a_failure_and_lower_ones_after_a_success() -> None:
    memo = one_node()
    remember(memo, 0, *LABEL, TARGET, NO)
    remember(memo, 0, *LABEL, TARGET - 2, YES)
    answers = [recall(memo, 0, *LABEL, TARGET + more) for more in range(-4, 3)]
    assert answers == [YES, YES, YES, OPEN, NO, NO, NO]


def test_recall_keeps_states_apart() -> None:
    memo = one_node()
    assert find_node(memo, new_crow_stack(2, 1), 0, 1, 0, 0) == 1
    remember(memo, 1, *LABEL, TARGET, NO)
    assert recall(memo, 0, *LABEL, TARGET) == OPEN
    remember(memo, 0, *LABEL, TARGET, YES)
    assert recall(memo, 1, *LABEL, TARGET) == NO
    assert recall(memo, 0, *LABEL, TARGET) == YES


@pytest.mark.parametrize("answer", [NO, YES])
def test_remember_overwrites_a_row_that_the_new_one_implies(answer: int) -> None:
    better = 1 if answer == NO else -1
    for name in Label._fields:
        memo = one_node()
        remember(memo, 0, *LABEL, TARGET, answer)
        remember(memo, 0, *changed(name, better), TARGET, answer)
        assert memo.counts[N_LABELS] == 1, name
        assert recall(memo, 0, *LABEL, TARGET) == answer
        assert recall(memo, 0, *changed(name, better), TARGET) == answer
    memo = one_node()
    remember(memo, 0, *LABEL, TARGET, answer)
    remember(memo, 0, *LABEL, TARGET - better, answer)
    assert memo.counts[N_LABELS] == 1
    assert recall(memo, 0, *LABEL, TARGET - better) == answer


@pytest.mark.parametrize("answer", [NO, YES])
def test_remember_keeps_a_row_that_the_new_one_does_not_imply(answer: int) -> None:
    better = 1 if answer == NO else -1
    for name in Label._fields:
        memo = one_node()
        remember(memo, 0, *LABEL, TARGET, answer)
        remember(memo, 0, *changed(name, -better), TARGET - better, answer)
        assert memo.counts[N_LABELS] == 2, name
        assert recall(memo, 0, *LABEL, TARGET) == answer
        assert recall(memo, 0, *LABEL, TARGET - better) == OPEN
        assert recall(memo, 0, *changed(name, -better), TARGET - better) == answer


def test_remember_keeps_nothing_when_the_memory_is_full() -> None:
    memo = one_node(labels=2)
    remember(memo, 0, 1, 3, 0, 0, 9, NO)
    remember(memo, 0, 2, 2, 0, 0, 9, NO)
    remember(memo, 0, 3, 1, 0, 0, 9, NO)
    assert memo.counts[N_LABELS] == 2
    assert recall(memo, 0, 1, 3, 0, 0, 9) == NO
    assert recall(memo, 0, 2, 2, 0, 0, 9) == NO
    assert recall(memo, 0, 3, 1, 0, 0, 9) == OPEN
    remember(memo, 0, 1, 4, 0, 0, 9, NO)  # takes the place of the first
    assert recall(memo, 0, 1, 4, 0, 0, 9) == NO


def test_recall_and_remember_against_a_list_of_all_answers() -> None:
    """Answers of an imagined state: ``worth`` says how many points each label makes."""
    rng = random.Random("memo")

    def worth(label: Label) -> int:
        return label.points + 2 * label.lives + 3 * label.cubes + label.yellow

    memo, facts, settled = one_node(2000), list[tuple[Label, int, int]](), 0
    for _ in range(2000):
        label = Label(*(rng.randint(0, 3) for _ in range(4)))
        target = worth(label) + rng.randint(-3, 4)
        answer = YES if target <= worth(label) else NO
        expected = OPEN
        for fact, made, known in facts:
            pairs = list(zip(fact, label, strict=True))
            if known == NO and target >= made and all(old >= new for old, new in pairs):
                expected = NO
            if known == YES and target <= made and all(old <= new for old, new in pairs):
                expected = YES
        assert recall(memo, 0, *label, target) == expected, (label, target)
        settled += expected != OPEN
        if rng.random() < 0.3:
            remember(memo, 0, *label, target, answer)
            facts.append((label, target, answer))
    assert settled > 500
