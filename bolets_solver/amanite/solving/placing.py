"""Values of placing: from the last meeple back to the given position.

Meeples and splits are treated separately. For each set of meeples there is one array with an axis
for each tile with two meeples, so that all splits are treated at once. A player who takes a split
space chooses along that tile's axis, and among his open tiles. The order of placing does not
matter, so each set of meeples is computed once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.tokens import MEEPLES, Piles
from bolets_solver.amanite.solving.gathering import Gathering, Values
from bolets_solver.amanite.solving.stations import Meeples, arrange, tile_splits
from bolets_solver.work.limits import Stopped


class Placing:
    """Values of everything that can follow from a position in which meeples are being placed."""

    def __init__(self, position: Position, gathering: Gathering):
        self.position = position
        self.gathering = gathering
        self.players = len(position.players)
        self.turns = MEEPLES * self.players
        self.unfinished: dict[Meeples, tuple[int, Values]] = {}
        """The mover of each unfinished set of meeples, and his best value so far."""
        self._splits = [tile_splits(tile) for tile in position.tiles]
        self._values: dict[Meeples, Values] = {}
        self._last: dict[tuple[Meeples, int], Values] = {}

    def values(self, meeples: Meeples, turn: int) -> Values:
        """Return the keys with ``meeples`` standing and ``turn`` turns over, for all splits.

        Raises Stopped at a limit; partial results are then kept in `unfinished`.
        """
        if turn == self.turns:
            return self.gathering.values(arrange(self.position, meeples))
        if meeples in self._values:
            return self._values[meeples]
        player = turn % self.players
        tiles = self._open_tiles(meeples, player)
        if not tiles:
            return self.values(meeples, turn + 1)
        seen: list[Values] = []
        try:
            for tile in tiles:
                self.gathering.work.poll()
                seen.append(self._after(meeples, turn, tile))
        except Stopped:
            if seen:
                self.unfinished[meeples] = (player, self._best(player, seen))
            raise
        best = self._best(player, seen)
        self._values[meeples] = best
        return best

    def choices(self, meeples: Meeples, turn: int, ways: Mapping[int, Piles], tile: int) -> Values:
        """Return the keys for each split of ``tile``, the other tiles being split as ``ways`` say.

        The result has one axis for the splits of ``tile`` (length 1 if it has one meeple), and one
        for the players.
        """
        if turn == self.turns:
            listed: dict[int, Sequence[Piles]] = {n: (piles,) for n, piles in ways.items()}
            values = self.gathering.values(arrange(self.position, meeples, listed))
            return values.reshape(-1, self.players)
        return self._along(tile, self.values(meeples, turn), meeples, ways)

    def unfinished_choices(
        self, meeples: Meeples, ways: Mapping[int, Piles], tile: int
    ) -> tuple[int, Values] | None:
        """Return the mover with ``meeples`` placed, and his best value so far.

        The keys are laid out as those of `choices`; None if nothing was seen.
        """
        if meeples not in self.unfinished:
            return None
        player, values = self.unfinished[meeples]
        return player, self._along(tile, values, meeples, ways)

    def _along(
        self, tile: int, values: Values, meeples: Meeples, ways: Mapping[int, Piles]
    ) -> Values:
        """Return the part of an array in which all tiles but ``tile`` are split as ``ways`` say."""
        for axis, number in reversed(list(enumerate(_split_tiles(meeples)))):
            if number != tile:
                values = np.take(values, self._splits[number].index(ways[number]), axis)
        return values.reshape(-1, self.players)

    def _open_tiles(self, meeples: Meeples, player: int) -> list[int]:
        """Tiles on which ``player`` may place his next meeple (A-R10 to A-R13, A-Q20)."""
        return [
            number
            for number, (left, right) in enumerate(meeples)
            if left is None or (right is None and left != player and self._splits[number])
        ]

    def _after(self, meeples: Meeples, turn: int, tile: int) -> Values:
        """Return the keys after the mover's meeple on ``tile``, and his split of it."""
        player = turn % self.players
        after = placed(meeples, tile, player)
        if turn + 1 == self.turns:
            return self._after_last(after, tile, player)
        values = self.values(after, turn + 1)
        return values if after[tile][1] is None else self._chosen(player, values, after, tile)

    def _after_last(self, meeples: Meeples, tile: int, player: int) -> Values:
        """Return the keys when all meeples stand and ``player`` has come to ``tile`` last.

        His two meeples may have been placed in either order; both are computed from one array,
        which is too large to keep.
        """
        found = self._last.pop((meeples, tile), None)
        if found is not None:
            return found
        values = self.values(meeples, self.turns)
        for number, (left, right) in enumerate(meeples):
            if right == player:
                self._last[meeples, number] = self._chosen(player, values, meeples, number)
            elif left == player and right is None:
                self._last[meeples, number] = values
        return self._last.pop((meeples, tile))

    def _chosen(self, player: int, values: Values, meeples: Meeples, tile: int) -> Values:
        """Let ``player`` choose along the axis of ``tile``."""
        axis = _split_tiles(meeples).index(tile)
        shape = values.shape[:-1]
        before = int(np.prod(shape[:axis], dtype=np.int64))
        after = int(np.prod(shape[axis + 1 :], dtype=np.int64))
        best = np.empty((before * after, self.players), np.int64)
        self.gathering.reduce(player, values, best, before, shape[axis], after)
        return best.reshape(*shape[:axis], *shape[axis + 1 :], self.players)

    def _best(self, player: int, seen: Sequence[Values]) -> Values:
        """Return the best of several arrays of one shape for ``player``, element by element."""
        if len(seen) == 1:
            return seen[0]
        best = np.empty((seen[0].size // self.players, self.players), np.int64)
        self.gathering.reduce(player, np.stack(seen), best, 1, len(seen), len(best))
        return best.reshape(seen[0].shape)


def placed(meeples: Meeples, tile: int, player: int) -> Meeples:
    """Return ``meeples`` with one more of ``player`` on ``tile``."""
    left, _ = meeples[tile]
    new = (player, None) if left is None else (left, player)
    return (*meeples[:tile], new, *meeples[tile + 1 :])


def _split_tiles(meeples: Meeples) -> list[int]:
    """Tiles with two meeples: the axes of the arrays, in order."""
    return [number for number, (_, right) in enumerate(meeples) if right is not None]
