"""Random draws that are the same on every machine and Python version.

Only seeding with a text and ``random()`` are used, whose results are guaranteed to stay;
``choice``, ``sample`` and ``shuffle`` may change between versions.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def pick(rng: random.Random, items: Sequence[Item]) -> Item:
    """Return one of the items, all equally likely."""
    return items[int(rng.random() * len(items))]


def pick_weighted(rng: random.Random, items: Sequence[Item], weights: Sequence[float]) -> Item:
    """Return one of the items with probability by weight; at least one weight is positive."""
    left = rng.random() * sum(weights)
    chosen = None
    for item, weight in zip(items, weights, strict=True):
        if weight > 0:
            chosen = item
            left -= weight
            if left < 0:
                break
    assert chosen is not None
    return chosen


def shuffled(rng: random.Random, items: Sequence[Item]) -> list[Item]:
    """Return the items in random order (Fisher and Yates, from the end)."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        result[last], result[other] = result[other], result[last]
    return result


def winners(rng: random.Random, count: int, share: float) -> list[bool]:
    """Mark a random share of ``count`` items, rounded to a whole number."""
    number = int(share * count + 0.5)
    return shuffled(rng, [index < number for index in range(count)])
