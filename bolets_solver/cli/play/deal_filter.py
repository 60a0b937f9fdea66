"""Choose deals by their atlas: by points, by percentile, or among the hardest."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bolets_solver.atlas.values import Atlas
    from bolets_solver.bolets.cards.deck import Deck

_NUMBER = r"\s*([0-9]{1,4}(?:\.[0-9]{1,6})?)\s*"
_RANGE = re.compile(rf"{_NUMBER}(?:\.\.{_NUMBER})?")


_OPTIONS = (
    click.option("--par", metavar="LOW..HIGH", help="Only deals with a best score in this range."),
    click.option(
        "--percentile",
        metavar="LOW..HIGH",
        help="Only deals better than this percentage of all deals, such as 90..100.",
    ),
    click.option(
        "--hardest",
        type=click.IntRange(min=1),
        metavar="N",
        help="One of the N deals with the lowest best score.",
    ),
)


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --par, --percentile and --hardest to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class DealFilter:
    """The wanted deals; at most one of the three options may be given.

    ``par``, ``percentile``: a range such as "20..22", or one number; ``hardest``: number of deals
    with the lowest best scores to choose from.
    """

    par: str | None = None
    percentile: str | None = None
    hardest: int | None = None

    @property
    def anything(self) -> bool:
        """Whether an option is given."""
        return (self.par, self.percentile, self.hardest) != (None, None, None)

    def order(self, deck: Deck, seed: int) -> tuple[str, ...]:
        """Return a wanted deal, chosen by a seed.

        Raises InputError if the deck has no atlas, no deal fits, or a range is not valid.
        """
        from bolets_solver.atlas.finding import require_atlas
        from bolets_solver.study.random_draws import pick

        if sum(value is not None for value in (self.par, self.percentile, self.hardest)) > 1:
            raise InputError("give one of --par, --percentile and --hardest")
        ranges = [read_range(text) for text in (self.par, self.percentile) if text is not None]
        atlas = require_atlas(deck, Rules())
        if self.percentile is not None and not atlas.complete:
            raise InputError(
                f"the atlas of the deck '{deck.name}' is not complete, so it has no percentiles"
            )
        ranks = self._ranks(atlas, ranges)
        if not len(ranks):
            raise InputError(f"the atlas of the deck '{deck.name}' has no such deal")
        return atlas.ranking.order(pick(random.Random(f"deal {seed}"), ranks.tolist()))

    def _ranks(self, atlas: Atlas, ranges: list[tuple[float, float]]) -> NDArray[np.int64]:
        from bolets_solver.atlas import statistics

        if self.hardest is not None:
            return statistics.hardest(atlas, self.hardest)
        ((low, high),) = ranges
        if self.par is not None:
            return statistics.ranks_with_points(atlas, low, high)
        return statistics.ranks_of_percentiles(atlas, low, high)


def read_range(text: str) -> tuple[float, float]:
    """Read ``20..22`` or ``20``; raises InputError for other texts."""
    match = _RANGE.fullmatch(text)
    if match is None:
        raise InputError(f"'{text}' is not a range; write two numbers such as 20..22")
    low = float(match[1])
    high = low if match[2] is None else float(match[2])
    if low > high:
        raise InputError(f"the range '{text}' is reversed; write the lower number first")
    return low, high
