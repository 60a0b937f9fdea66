"""Where the cards of a map lie, for CP-SAT: poses as sums of placements, tiles covered or not.

A card's pose is its rotation (one literal each) and the map tile of its top left. A placement is
given in the frame of the card below, so a card's pose is that of the card below plus a step that
depends on that card's rotation and on the placement: one literal for each placement and rotation,
exactly one of them true. Whether card j covers a printed tile of card k is then a comparison of
four sums; adjacent cards are left out, since placements already say what the wall card covers of
the last one. Up to ``NEAR`` cards further clauses say it instead, see `near_cards`: they conclude
sooner, but grow in number with each card between.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

from bolets_solver.optimize.cpsat.near_cards import NearCards
from bolets_solver.optimize.cpsat.placed import Placed
from bolets_solver.optimize.tracing.deal_arrays import DealArrays

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import Literal

NEAR = 3
"""Number of later cards whose covered tiles are clauses; beyond it places on the map are used."""

QUARTERS = range(4)


def turned(x: int, y: int, width: int, height: int, turns: int) -> tuple[int, int]:
    """Return where a printed tile of a face is, counted from the top left of the turned face."""
    if turns == 0:
        return x, y
    if turns == 1:
        return height - 1 - y, x
    if turns == 2:
        return width - 1 - x, height - 1 - y
    return y, width - 1 - x


class MapModel:
    """The poses of all cards of a deal in a CP-SAT model.

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
        self.near = NearCards(model, arrays, placed)
        self.width = arrays.width.tolist()
        self.height = arrays.height.tolist()
        cards = range(len(self.width))
        self.rotation = [[model.new_bool_var("") for _ in QUARTERS] for _ in cards]
        for literals in self.rotation:
            model.add_exactly_one(literals)
        model.add(self.rotation[0][0] == 1)
        longest = [max(size) for size in zip(self.width, self.height, strict=True)]
        reach = [0]  # a card overlaps the one below, so their corners are less than a length apart
        for one, other in itertools.pairwise(longest):
            reach.append(reach[-1] + max(one, other) - 1)
        self.x = [model.new_int_var(-reach[k], reach[k], "") for k in cards]
        self.y = [model.new_int_var(-reach[k], reach[k], "") for k in cards]
        model.add(self.x[0] == 0)
        model.add(self.y[0] == 0)
        for k, choices in enumerate(placed):
            self._place(k, choices)
        self._outside: dict[tuple[int, int, int, int], cp_model.IntVar] = {}
        self._exact: set[tuple[int, int, int, int]] = set()

    def size(self, k: int, turns: int) -> tuple[int, int]:
        """Return width and height of card ``k`` after some quarter turns."""
        if turns % 2:
            return self.height[k], self.width[k]
        return self.width[k], self.height[k]

    def uncovered(self, k: int, x: int, y: int, by: int) -> Literal:
        """Return a literal that may be true only if card ``by`` does not cover a tile of card k."""
        if by - k <= NEAR:
            return ~self.near.covered(k, (x, y), by)
        key = (k, x, y, by)
        if key not in self._outside:
            self._outside[key] = self._beside(*key)
        return self._outside[key]

    def exactly_uncovered(self, k: int, x: int, y: int, by: int) -> Literal:
        """Return a literal that is true just if card ``by`` does not cover a tile of card ``k``."""
        if by - k <= NEAR:
            return ~self.near.exactly_covered(k, (x, y), by)
        key = (k, x, y, by)
        literal = self.uncovered(*key)
        if key not in self._exact:
            self._exact.add(key)
            column, row = self._position(k, x, y)
            across, down = self._extent(by)
            for constraint in (
                self.x[by] <= column,
                column + 1 <= self.x[by] + across,
                self.y[by] <= row,
                row + 1 <= self.y[by] + down,
            ):
                self.model.add(constraint).only_enforce_if(literal.negated())
        return literal

    def _place(self, k: int, literals: Mapping[Placed, cp_model.IntVar]) -> None:
        """Tie the pose of card ``k + 1`` to the pose of card ``k`` and the placement."""
        chosen = []
        right: list[Any] = []
        down: list[Any] = []
        for (turns, left, top), literal in literals.items():
            across, below = self.size(k + 1, turns)
            ways = []
            for quarter in QUARTERS if k else (0,):
                way = self.model.new_bool_var("")
                self.model.add_implication(way, self.rotation[k][quarter])
                self.model.add_implication(way, self.rotation[k + 1][(quarter + turns) % 4])
                corners = [
                    turned(x, y, self.width[k], self.height[k], quarter)
                    for x, y in ((left, top), (left + across - 1, top + below - 1))
                ]
                right.append(way * min(x for x, _ in corners))
                down.append(way * min(y for _, y in corners))
                ways.append(way)
            self.model.add(cp_model.LinearExpr.sum(ways) == literal)
            chosen += ways
        self.model.add_exactly_one(chosen)
        self.model.add(self.x[k + 1] == self.x[k] + cp_model.LinearExpr.sum(right))
        self.model.add(self.y[k + 1] == self.y[k] + cp_model.LinearExpr.sum(down))

    def _beside(self, k: int, x: int, y: int, by: int) -> cp_model.IntVar:
        """Make the literal: the tile lies left of, right of, above or below the card."""
        column, row = self._position(k, x, y)
        across, down = self._extent(by)
        sides = []
        for constraint in (
            column + 1 <= self.x[by],
            column >= self.x[by] + across,
            row + 1 <= self.y[by],
            row >= self.y[by] + down,
        ):
            side = self.model.new_bool_var("")
            self.model.add(constraint).only_enforce_if(side)
            sides.append(side)
        literal = self.model.new_bool_var("")
        self.model.add_bool_or([*sides, literal.negated()])
        return literal

    def _position(self, k: int, x: int, y: int) -> tuple[Any, Any]:
        """Where a printed tile of card ``k`` lies on the map."""
        places = [turned(x, y, self.width[k], self.height[k], turns) for turns in QUARTERS]
        column = self._sum(k, [place[0] for place in places])
        row = self._sum(k, [place[1] for place in places])
        return self.x[k] + column, self.y[k] + row

    def _extent(self, k: int) -> tuple[Any, Any]:
        """Width and height of card ``k`` as it lies."""
        sizes = [self.size(k, turns) for turns in QUARTERS]
        return self._sum(k, [size[0] for size in sizes]), self._sum(k, [size[1] for size in sizes])

    def _sum(self, k: int, values: Iterable[int]) -> Any:
        return cp_model.LinearExpr.weighted_sum(self.rotation[k], list(values))
