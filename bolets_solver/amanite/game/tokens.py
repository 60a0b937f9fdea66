"""Tokens as counts: six colours of mushrooms and the pig.

A multiset of tokens is a tuple of seven numbers, one for each colour in the order of the position's
``mushrooms`` and one for the pigs, which come last. Equal tokens are interchangeable (A-Q22), so
counts describe a pile, a tile or a player's tokens completely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from bolets_solver.errors import InputError

COLOURS = 6
PIG = 6
KINDS = 7
PIG_NAME = "pig"

MEEPLES = 2
"""Meeples of each player (A-R2)."""

Counts = tuple[int, int, int, int, int, int, int]
"""How many tokens of each kind: six colours, then pigs."""

Piles = tuple[Counts, Counts]
"""Two piles, the one with fewer tokens first, then the one that comes earlier (see `in_order`)."""

NOTHING: Counts = (0, 0, 0, 0, 0, 0, 0)


def counts_of(kinds: Iterable[int]) -> Counts:
    """Return the counts of a sequence of kinds (0-5 colours, 6 the pig)."""
    numbers = [0] * KINDS
    for kind in kinds:
        numbers[kind] += 1
    return as_counts(numbers)


def as_counts(numbers: Sequence[int]) -> Counts:
    """Return seven numbers as counts."""
    a, b, c, d, e, f, pigs = numbers
    return (a, b, c, d, e, f, pigs)


def add(first: Counts, second: Counts) -> Counts:
    """Return both multisets together."""
    return as_counts([a + b for a, b in zip(first, second, strict=True)])


def subtract(first: Counts, second: Counts) -> Counts:
    """Return ``first`` without ``second``, which it must contain."""
    return as_counts([a - b for a, b in zip(first, second, strict=True)])


def holds(whole: Counts, part: Counts) -> bool:
    """Return whether ``part`` is contained in ``whole``."""
    return all(a >= b for a, b in zip(whole, part, strict=True))


def mushrooms(counts: Counts) -> int:
    """Number of mushroom tokens, pigs left out."""
    return sum(counts[:COLOURS])


def kinds_of(counts: Counts) -> tuple[int, ...]:
    """Return the tokens one by one, as kinds in order."""
    return tuple(kind for kind, number in enumerate(counts) for _ in range(number))


def in_order(first: Counts, second: Counts) -> Piles:
    """Return two piles in their canonical order (A-Q22: piles themselves have none)."""
    a, b = sorted((first, second), key=_pile_key)
    return (a, b)


def _pile_key(pile: Counts) -> tuple[int, tuple[int, ...]]:
    return (sum(pile), kinds_of(pile))


def parts(counts: Counts) -> Iterator[Counts]:
    """Yield every sub-multiset, the empty one and the whole included."""
    for numbers in product(*(range(number + 1) for number in counts)):
        yield as_counts(numbers)


def number_of_splits(counts: Counts) -> int:
    """Return the number of different splits, without listing them."""
    wholes = 1
    for number in counts:
        wholes *= number + 1
    return max(0, (wholes + all(number % 2 == 0 for number in counts)) // 2 - 1)


def splits(counts: Counts) -> list[Piles]:
    """List every split into two non-empty piles (A-R15), each once, in canonical order."""
    whole = sum(counts)
    found = set()
    for part in parts(counts):
        if 0 < 2 * sum(part) <= whole:
            found.add(in_order(part, subtract(counts, part)))
    return sorted(found, key=lambda piles: (_pile_key(piles[0]), _pile_key(piles[1])))


def picks(counts: Counts) -> list[Counts]:
    """List what a lone meeple may take: two tokens, or all there are if fewer (A-R20, A-Q19)."""
    wanted = min(2, sum(counts))
    return sorted((part for part in parts(counts) if sum(part) == wanted), key=kinds_of)


def words(counts: Counts, colours: Sequence[str]) -> str:
    """Return the tokens as words in canonical order: ``red red blue pig``."""
    names = (*colours, PIG_NAME)
    return " ".join(names[kind] for kind in kinds_of(counts))


def parse_words(text: str, colours: Sequence[str]) -> Counts:
    """Read tokens written as words in any order, separated by spaces or commas.

    Raises InputError, one defect for each unknown word.
    """
    names = {name.casefold(): kind for kind, name in enumerate((*colours, PIG_NAME))}
    tokens = text.replace(",", " ").split()
    unknown = [token for token in tokens if token.casefold() not in names]
    if unknown:
        known = ", ".join((*colours, PIG_NAME))
        raise InputError(f'"{unknown[0]}" is not a token; the tokens are {known}')
    return counts_of(names[token.casefold()] for token in tokens)
