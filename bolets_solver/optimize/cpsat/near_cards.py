"""Which tiles the next cards cover, for CP-SAT: by placements alone, without places on the map.

A placement is given in the frame of the card below. So a tile of that frame is a tile of the frame
of the card laid on it, and which one depends on the placement only. Whether card j covers a tile of
the frame of card k is therefore the same question asked of card k + 1, once the placement on card k
is known; and of card j - 1 its placement answers it. Each question is a literal, tied to those that
it depends on by clauses of three literals, one for each placement. Clauses conclude at once, while
places on the map are sums, of which little is known until nearly all placements are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from bolets_solver.optimize.cpsat.placed import Placed
from bolets_solver.optimize.tracing.deal_arrays import DealArrays

Tile = tuple[int, int]
"""Column and row in the frame of a card: that of its printed face, continued beyond its rim."""


@dataclass(frozen=True)
class _Way:
    """A placement of a card on the card below, and the literal that it is chosen.

    ``width`` and ``height`` are those of the card as printed.
    """

    literal: cp_model.IntVar
    placed: Placed
    width: int
    height: int

    def covers(self, tile: Tile) -> bool:
        """Return whether the card covers a tile of the frame of the card below."""
        x, y = self.seen(tile)
        return 0 <= x < self.width and 0 <= y < self.height

    def seen(self, tile: Tile) -> Tile:
        """Return what a tile of the frame of the card below is in the frame of the card."""
        turns, left, top = self.placed
        x, y = tile[0] - left, tile[1] - top
        if turns == 0:
            return x, y
        if turns == 1:
            return y, self.height - 1 - x
        if turns == 2:
            return self.width - 1 - x, self.height - 1 - y
        return self.width - 1 - y, x


class NearCards:
    """Which tiles the cards of a deal cover, in a CP-SAT model.

    ``placed[k]``: for each placement of card k + 1 on card k the literal that it is chosen; exactly
    one of them is true.
    """

    def __init__(
        self,
        model: cp_model.CpModel,
        arrays: DealArrays,
        placed: Sequence[Mapping[Placed, cp_model.IntVar]],
    ):
        self.model = model
        width, height = arrays.width.tolist(), arrays.height.tolist()
        self.ways = [
            [_Way(literal, at, width[k], height[k]) for at, literal in choices.items()]
            for k, choices in enumerate(placed, start=1)
        ]
        self.never = model.new_constant(0)
        self._covered: dict[tuple[int, Tile, int], cp_model.IntVar] = {}
        self._exact: set[tuple[int, Tile, int]] = set()

    def covered(self, k: int, tile: Tile, by: int) -> cp_model.IntVar:
        """Return a literal that is true if card ``by`` covers a tile of the frame of card ``k``.

        It may be true of other tiles too.
        """
        key = (k, tile, by)
        if key not in self._covered:
            self._covered[key] = self._asked(*key)
        return self._covered[key]

    def exactly_covered(self, k: int, tile: Tile, by: int) -> cp_model.IntVar:
        """Return the same literal, true of no other tile."""
        key = (k, tile, by)
        literal = self.covered(*key)
        if key not in self._exact and literal is not self.never:
            self._exact.add(key)
            if by > k + 1:
                for way in self.ways[k]:
                    then = self.exactly_covered(k + 1, way.seen(tile), by)
                    self.model.add_bool_or([~way.literal, then, ~literal])
        return literal

    def _asked(self, k: int, tile: Tile, by: int) -> cp_model.IntVar:
        """Make a literal of what is asked; ``never`` if no placements cover the tile."""
        if by == k + 1:
            return self._laid_on(k, tile)
        asked = [(way, self.covered(k + 1, way.seen(tile), by)) for way in self.ways[k]]
        possible = [(way, then) for way, then in asked if then is not self.never]
        if not possible:
            return self.never
        literal = self.model.new_bool_var("")
        for way, then in possible:
            self.model.add_bool_or([~way.literal, ~then, literal])
        return literal

    def _laid_on(self, k: int, tile: Tile) -> cp_model.IntVar:
        """Make a literal that is true just if the card laid on card ``k`` covers the tile."""
        covering = [way.literal for way in self.ways[k] if way.covers(tile)]
        if not covering:
            return self.never
        others = [way.literal for way in self.ways[k] if not way.covers(tile)]
        literal = self.model.new_bool_var("")
        self.model.add_bool_and([~way for way in covering]).only_enforce_if(~literal)
        self.model.add_bool_and([~way for way in others]).only_enforce_if(literal)
        return literal
