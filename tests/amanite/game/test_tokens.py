"""Tokens: multisets, splits, picks and how they are written."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolets_solver.amanite.game.tokens import (
    KINDS,
    Counts,
    add,
    as_counts,
    counts_of,
    holds,
    in_order,
    kinds_of,
    mushrooms,
    number_of_splits,
    parse_words,
    picks,
    splits,
    subtract,
    words,
)
from bolets_solver.errors import InputError

COLOURS = ("red", "blue", "green", "yellow", "purple", "brown")

some_tokens = st.lists(st.integers(0, KINDS - 1), max_size=7).map(counts_of)


@given(some_tokens)
def test_splits_are_every_pair_of_piles_once(tokens: Counts) -> None:
    kinds = kinds_of(tokens)
    expected = set()
    for size in range(1, len(kinds)):
        for chosen in itertools.combinations(range(len(kinds)), size):
            pile = counts_of(kinds[place] for place in chosen)
            expected.add(in_order(pile, subtract(tokens, pile)))
    found = splits(tokens)
    assert len(found) == len(set(found)) == number_of_splits(tokens)
    assert set(found) == expected


def test_six_different_tokens_split_in_31_ways() -> None:
    assert len(splits((1, 1, 1, 1, 1, 0, 1))) == 31
    assert splits((1, 0, 0, 0, 0, 0, 0)) == []
    assert splits((0, 0, 0, 0, 0, 0, 0)) == []


@given(some_tokens)
def test_picks_are_every_pair_once(tokens: Counts) -> None:
    pairs = {counts_of(pair) for pair in itertools.combinations(kinds_of(tokens), 2)}
    if sum(tokens) < 2:
        pairs = {tokens}
    assert len(picks(tokens)) == len(pairs)
    assert set(picks(tokens)) == pairs


def test_a_lone_meeple_takes_all_there_is_of_less_than_two() -> None:
    assert picks(counts_of([3])) == [counts_of([3])]
    assert picks(counts_of([])) == [counts_of([])]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("brown", "red red"),  # the smaller pile first
        ("red pig", "blue green"),  # then the one that begins with the earlier colour
        ("red red pig", "red blue blue"),
        ("green", "pig"),
    ],
)
def test_piles_have_one_order(first: str, second: str) -> None:
    one, two = parse_words(first, COLOURS), parse_words(second, COLOURS)
    assert in_order(one, two) == in_order(two, one) == (one, two)


@given(some_tokens, st.randoms())
def test_words_are_read_in_any_order(tokens: Counts, rng) -> None:
    written = words(tokens, COLOURS).split()
    rng.shuffle(written)
    assert parse_words(" , ".join(written).upper(), COLOURS) == tokens


def test_unknown_words_are_named() -> None:
    with pytest.raises(InputError, match='"pink" is not a token; the tokens are red, blue'):
        parse_words("red pink", COLOURS)


@given(some_tokens, some_tokens)
def test_arithmetic(one: Counts, two: Counts) -> None:
    both = add(one, two)
    assert subtract(both, two) == one
    assert holds(both, one) and holds(both, two)
    assert mushrooms(both) == sum(both) - both[6]
    assert as_counts(list(both)) == both
