"""What an atlas knows of the orders that are possible: no game of a deal makes more than its best.

The best game of a deal bounds every position of a game of that deal, since each game that begins
so is one of its games. At the entrance and at the first turn the bound is close. A deal that is not
settled in the atlas has no value here.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bolets_solver.advise.objective import Objective
from bolets_solver.advise.worlds import Knowledge
from bolets_solver.atlas.finding import par_atlas
from bolets_solver.atlas.values import IMPOSSIBLE, MOST_POINTS, UNSETTLED, Key
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.tracing.deal_arrays import Ints

if TYPE_CHECKING:
    from bolets_solver.atlas.values import Atlas

FEW_WORLDS = 8
"""So few orders are searched as quickly as an atlas is read."""


class Optima:
    """The best games of a deck's deals, as far as an atlas has them; it is read when first asked.

    ``atlas`` None: it is looked for where all commands look, for just this deck and these rules,
    unless ``look`` says not to. Raises ValueError if the atlas is another deck's or other rules'.
    """

    def __init__(self, deck: Deck, rules: Rules, atlas: Atlas | None = None, look: bool = True):
        if atlas is not None and Key.of(deck, rules).differences(atlas.key.as_json()):
            raise ValueError("the atlas was made for another deck or other rules")
        self.deck = deck
        self.rules = rules
        self._given = atlas
        self._look = look
        self._last: tuple[Knowledge, NDArray[np.uint8]] | None = None

    @cached_property
    def atlas(self) -> Atlas | None:
        """The atlas, None if there is none for this deck and these rules."""
        if self._given is not None or not self._look:
            return self._given
        return par_atlas(self.deck, self.rules)

    def limits(self, known: Knowledge, objective: Objective, most: int) -> Ints:
        """Return for each world what no game of it is worth more than; ``most`` if not settled."""
        values = self._values(known)
        worth = [objective.worth(points) for points in range(MOST_POINTS + 1)]
        table = np.full(256, most, dtype=np.int64)
        table[: MOST_POINTS + 1] = np.minimum(worth, most)
        table[IMPOSSIBLE] = 0
        return table[values]

    def settled(self, known: Knowledge) -> int:
        """Return of how many worlds the best game is known."""
        return int(np.count_nonzero(self._values(known) != UNSETTLED))

    def _values(self, known: Knowledge) -> NDArray[np.uint8]:
        """Return the bytes of the atlas for all worlds; those of fewer cards are in none."""
        if self._last is not None and self._last[0] == known:
            return self._last[1]
        values = np.full(len(known.worlds), UNSETTLED, dtype=np.uint8)
        whole = len(known.seen) + len(known.unseen) == known.cards
        atlas = self.atlas if whole and len(values) > FEW_WORLDS else None
        if atlas is not None:
            ranks = [atlas.ranking.rank(world.order) for world in known.worlds]
            values[:] = atlas.values[ranks]
        self._last = known, values
        return values
