"""The effects of a trace on lives and cubes, against every way to take yellow cubes."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from bolets_solver.bolets.rules import RedTiming
from bolets_solver.optimize.tracing import effects
from bolets_solver.optimize.tracing.effects import DEAD, HANDS, OUTCOMES, YELLOWS, EffectBook
from bolets_solver.optimize.tracing.trace_arrays import (
    GAIN_LIFE,
    GAIN_POINT,
    GAIN_THREE,
    LOSE_LIFE,
    USE_CUBE,
)
from tests.optimize.plain import plain

pytestmark = pytest.mark.jit_off

apply_events = plain(effects.apply_events)
effect_outcome = plain(effects.effect_outcome)
write_outcomes = plain(effects.write_outcomes)
nowhere_worse = plain(effects.nowhere_worse)

Purse = tuple[int, int, int]
"""Lives, cubes in hand, yellow cubes left."""

SILENT = (LOSE_LIFE, GAIN_LIFE, USE_CUBE)
SHORT_WORDS = [word for size in range(5) for word in product(SILENT, repeat=size)]


def every_end(word: tuple[int, ...], purse: Purse, points: int = 0) -> set[Purse]:
    """All purses with which a string of events can end, yellow cubes taken at any moment."""
    purses = with_yellow({purse})
    for event in word:
        after = set()
        for lives, hand, yellow in purses:
            if event == LOSE_LIFE:  # B-R25; at 0 lives the game is lost (B-R37)
                after.add((lives - 1, hand, yellow))
            elif event == GAIN_LIFE:  # B-R24
                after.add((min(lives + 1, 5), hand, yellow))
            elif event == USE_CUBE:
                after.add((lives, hand - 1, yellow))
            else:  # B-R28: a cube for every fourth point, six in all (B-Q3)
                worth = {GAIN_POINT: 1, GAIN_THREE: 3}[event]
                reds = min(6, (points + worth) // 4) - min(6, points // 4)
                after.add((lives, hand + reds, yellow))
        points += {GAIN_POINT: 1, GAIN_THREE: 3}.get(event, 0)
        purses = with_yellow({purse for purse in after if purse[0] >= 1 and purse[1] >= 0})
    return purses


def with_yellow(purses: set[Purse]) -> set[Purse]:
    """Add the purses that taking one or two yellow cubes makes (B-R31, B-Q5)."""
    return purses | {
        (lives - taken, hand + taken, yellow - taken)
        for lives, hand, yellow in purses
        for taken in range(1, yellow + 1)
        if lives - taken >= 1
    }


def no_better(purse: Purse, other: Purse) -> bool:
    """Whether whoever ends with ``other`` can do all that ``purse`` can.

    Yellow cubes may be taken now, and a cube in hand does for a yellow one: it is paid already.
    """
    lives, hand, yellow = other
    return any(
        purse[0] <= lives - taken and purse[1] + max(0, purse[2] - (yellow - taken)) <= hand + taken
        for taken in range(yellow + 1)
        if taken == 0 or lives - taken >= 1
    )


def check(word: tuple[int, ...], purse: Purse, points: int = 0) -> None:
    events = np.array([*word, 0], dtype=np.int8)
    end = tuple(map(int, apply_events(events, 0, len(word), *purse, points)))
    ends = every_end(word, purse, points)
    if not ends:
        assert end == (DEAD, 0, 0), (word, purse)
        return
    assert end in ends, (word, purse, points)
    assert all(no_better(other, end) for other in ends), (word, purse, points)


def test_apply_events_ends_as_well_as_any_way_to_take_yellow_cubes() -> None:
    for word in SHORT_WORDS:
        for purse in product((1, 2, 4, 5), (0, 1, 3), (0, 1, 2)):
            check(word, purse)


def test_apply_events_on_long_strings_with_points() -> None:
    rng = random.Random("effects")
    for _ in range(2500):
        word = tuple(rng.choices((*SILENT, GAIN_POINT, GAIN_THREE), k=rng.randint(1, 9)))
        purse = (rng.randint(1, 5), rng.choice((0, 0, 1, 2, 8)), rng.randint(0, 2))
        check(word, purse, rng.choice((0, 1, 2, 3, 7, 19, 20, 21, 22, 23, 24, 30)))


def test_apply_events_plays_only_the_events_asked_for() -> None:
    events = np.array([LOSE_LIFE, USE_CUBE, GAIN_LIFE, LOSE_LIFE], dtype=np.int8)
    assert tuple(apply_events(events, 1, 3, 2, 4, 0, 0)) == (3, 3, 0)
    assert tuple(apply_events(events, 2, 2, 2, 4, 0, 0)) == (2, 4, 0)


@pytest.mark.parametrize("event", [0, 6, 7, 9, -1])
def test_apply_events_can_do_nothing_with_an_unknown_event(event: int) -> None:
    events = np.array([GAIN_LIFE, event], dtype=np.int8)
    assert tuple(apply_events(events, 0, 2, 3, 2, 1, 0)) == (DEAD, 0, 0)


def test_write_outcomes_has_a_row_for_every_purse() -> None:
    """Lives, then cubes in hand, then yellow; more than eight cubes are as good as eight."""
    for word in ((), (USE_CUBE, LOSE_LIFE), (GAIN_LIFE,), (GAIN_LIFE, GAIN_LIFE, USE_CUBE)):
        events = np.array([LOSE_LIFE, *word, LOSE_LIFE], dtype=np.int8)
        table = np.full((OUTCOMES, 3), 99, dtype=np.int8)
        write_outcomes(events, 1, 1 + len(word), table)
        purses = list(product(range(1, 6), range(9), range(3)))
        assert len(purses) == OUTCOMES == len(table)
        for row, purse in zip(table.tolist(), purses, strict=True):
            lives, hand, yellow = apply_events(events, 1, 1 + len(word), *purse, 0)
            assert tuple(row) == (lives, min(hand, 8), yellow), (word, purse)
    assert (HANDS, YELLOWS) == (9, 3)


def test_write_outcomes_counts_points_from_none() -> None:
    table = np.zeros((OUTCOMES, 3), dtype=np.int8)
    write_outcomes(np.array([GAIN_THREE], dtype=np.int8), 0, 1, table)
    assert table[0].tolist() == [1, 0, 0]
    write_outcomes(np.array([GAIN_THREE, GAIN_POINT], dtype=np.int8), 0, 2, table)
    assert table[0].tolist() == [1, 1, 0]


def table_of(word: tuple[int, ...]) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    table = np.zeros((OUTCOMES, 3), dtype=np.int8)
    write_outcomes(np.array([*word, 0], dtype=np.int8), 0, len(word), table)
    return table


@pytest.mark.parametrize("word", [(), (USE_CUBE,), (LOSE_LIFE, GAIN_LIFE)], ids=str)
def test_nowhere_worse_sees_every_single_loss_and_gain(word: tuple[int, ...]) -> None:
    table = table_of(word)
    assert nowhere_worse(table, table)
    for row in range(OUTCOMES):
        for column in range(3):
            changed = table.copy()
            changed[row, column] += 1
            assert nowhere_worse(changed, table) or table[row, 0] == DEAD
            expected = bool(table[row, 0] == DEAD and column > 0)
            assert nowhere_worse(table, changed) == expected, (row, column)


def test_nowhere_worse_asks_nothing_where_the_other_is_dead() -> None:
    """A trace that cannot be made is no better than one that can, and no worse than itself."""
    none, dear = table_of(()), table_of((USE_CUBE,))
    assert (dear[:, 0] == DEAD).any()
    assert nowhere_worse(none, dear)
    assert not nowhere_worse(dear, none)
    junk = dear.copy()
    junk[dear[:, 0] == DEAD] = (DEAD, 7, 7)
    assert nowhere_worse(dear, junk)


def test_nowhere_worse_is_the_order_of_all_short_strings() -> None:
    words = SHORT_WORDS[:30]
    tables = [table_of(word) for word in words]
    for one in tables:
        for other in tables:
            expected = all(
                mine >= theirs
                for row, rival in zip(one.tolist(), other.tolist(), strict=True)
                if rival[0] != DEAD
                for mine, theirs in zip(row, rival, strict=True)
            )
            assert nowhere_worse(one, other) == expected


def test_effect_book_numbers_strings_with_equal_tables_alike() -> None:
    book = EffectBook()
    words = [bytes(word) for word in SHORT_WORDS]
    numbers = [book.number(word) for word in words]
    assert numbers == [book.number(word) for word in words]
    for one, number in zip(words[:40], numbers, strict=False):
        for other, second in zip(words[:40], numbers, strict=False):
            same = np.array_equal(table_of(tuple(one)), table_of(tuple(other)))
            assert (number == second) == same, (one, other)
    assert sorted(set(numbers)) == list(range(len(set(numbers))))


def test_effect_book_distinguishes_strings_with_points() -> None:
    book = EffectBook()
    point, three = bytes([GAIN_POINT]), bytes([GAIN_THREE])
    life = bytes([LOSE_LIFE, GAIN_LIFE])
    strings = [b"", point, three, point + point, point + three, three + point, point + life]
    assert [book.number(string) for string in strings] == list(range(len(strings)))
    assert book.words() == tuple(strings)


def test_effect_book_gives_all_tables_and_strings() -> None:
    book = EffectBook()
    words = [bytes(word) for word in SHORT_WORDS[:20]]
    book.arrays()
    numbers = {word: book.number(word) for word in words}
    tables, strings, starts = book.arrays()
    assert tables.shape == (len(set(numbers.values())), OUTCOMES, 3)
    assert len(starts) == len(tables) + 1
    for word, number in numbers.items():
        assert np.array_equal(tables[number], table_of(tuple(word)))
        kept = strings[starts[number] : starts[number + 1]].tobytes()
        assert kept == book.word(number) == book.words()[number]
        assert np.array_equal(table_of(tuple(kept)), tables[number])
        assert numbers.get(kept) == number


def test_effect_book_sorts_by_effects_alone() -> None:
    words = [bytes(word) for word in SHORT_WORDS[:30]]
    orders = []
    for names in (words, words[::-1]):
        book = EffectBook()
        for word in names:
            book.number(word)
        tables = book.arrays()[0]
        orders.append([tables[number].tobytes() for number in book.sorted_numbers()])
    assert orders[0] == orders[1]
    assert len(set(orders[0])) == len(orders[0])


@pytest.mark.parametrize("timing", RedTiming)
def test_effect_outcome_is_what_the_string_does(timing: RedTiming) -> None:
    book = EffectBook()
    words = [(), (USE_CUBE,), (GAIN_LIFE, LOSE_LIFE)]
    words += [(GAIN_POINT, USE_CUBE), (USE_CUBE, GAIN_THREE)]
    in_trace = timing is RedTiming.TRACE
    numbers = {word: book.number(bytes(word)) for word in (words if in_trace else words[:3])}
    effects = book.arrays()
    for word, number in numbers.items():
        for lives in range(1, 6):
            for hand in (0, 1, 8, 11):
                for yellow in range(3):
                    for points in (0, 3, 22, 23, 24):
                        found = effect_outcome(
                            effects, number, lives, hand, yellow, points, in_trace
                        )
                        purse = (lives, hand if in_trace else min(hand, 8), yellow)
                        ends = every_end(word, purse, points if in_trace else 0)
                        left, cubes, spare = map(int, found)
                        if not in_trace and left:
                            assert cubes <= 8
                        best = max(ends, default=(0, 0, 0))
                        assert left == best[0]
                        if ends and (in_trace or cubes < 8):
                            assert (left, cubes, spare) in ends
