"""The rest of the round once all meeples are placed: the stations of gathering, in order.

An arrangement may leave splits open; its value is then an array with one axis for each
split tile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bolets_solver.amanite.game.position import Position, Tile
from bolets_solver.amanite.game.tokens import NOTHING, PIG, Counts, Piles, add, as_counts, splits


@dataclass(frozen=True, slots=True)
class Station:
    """A tile from which players will gather: ``right`` is None for a lone meeple.

    ``splits`` are the ways in which the tile may be split; empty for a lone meeple.
    """

    tile: int
    left: int
    right: int | None
    tokens: Counts
    splits: tuple[Piles, ...] = ()


@dataclass(frozen=True, slots=True)
class Feeding:
    """Pigs that wait before the first station; ``new`` are the tokens they came with (A-Q16)."""

    player: int
    pigs: int
    new: Counts


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The tokens of all players, the waiting pigs, and the remaining stations.

    ``frozen`` holds the tokens of each player that later pigs may not eat under
    ``pig_scope = literal``; all zero otherwise.
    """

    hands: tuple[Counts, ...]
    frozen: tuple[Counts, ...]
    feedings: tuple[Feeding, ...]
    stations: tuple[Station, ...]


Meeples = tuple[tuple[int | None, int | None], ...]
"""Left and right player of every tile."""


def meeples_of(position: Position) -> Meeples:
    """Return the players on each tile."""
    return tuple((tile.pin, tile.split) for tile in position.tiles)


def tile_splits(tile: Tile) -> tuple[Piles, ...]:
    """Return the split that a tile has, or every split that it may get."""
    return tuple(splits(tile.tokens)) if tile.piles is None else (tile.piles,)


def arrange(
    position: Position,
    meeples: Meeples | None = None,
    ways: Mapping[int, Sequence[Piles]] | None = None,
) -> Arrangement:
    """Return the arrangement of ``position``, or of all tiles with other ``meeples`` on them.

    ``ways`` gives the splits to consider for some tiles instead of all that are possible.
    """
    standing = meeples_of(position) if meeples is None else meeples
    considered = {} if ways is None else ways
    hands = list(position.tokens)
    frozen = [add(old, new) for old, new in zip(position.earlier, position.fresh, strict=True)]
    feedings, stations = [], []
    if position.feeder is not None:
        waiting = sorted(
            (player for player, pigs in enumerate(position.feed) if pigs),
            key=lambda player: player != position.feeder,
        )
        for player in waiting:
            frozen[player] = position.earlier[player]
            feedings.append(Feeding(player, position.feed[player], position.fresh[player]))
    for number, (tile, (left, right)) in enumerate(zip(position.tiles, standing, strict=True)):
        if tile.resolved or left is None or not sum(tile.tokens):
            continue
        if tile.taken:
            # the right player collects before any decision other than feeding (A-Q17)
            assert right is not None
            hands[right] = add(hands[right], tile.tokens)
            if tile.tokens[PIG]:
                new = _mushrooms_of(tile.tokens)
                feedings.append(Feeding(right, tile.tokens[PIG], new))
            elif position.rules.pig_scope == "literal":
                frozen[right] = add(frozen[right], _mushrooms_of(tile.tokens))
            continue
        if right is None:
            stations.append(Station(number, left, None, tile.tokens))
        else:
            listed = tuple(considered[number]) if number in considered else tile_splits(tile)
            stations.append(Station(number, left, right, tile.tokens, listed))
    return Arrangement(tuple(hands), tuple(frozen), tuple(feedings), tuple(stations))


def _mushrooms_of(counts: Counts) -> Counts:
    return as_counts([*counts[:PIG], 0])


def reachable_gains(position: Position) -> list[Counts]:
    """Return for each player and kind how many tokens he can gain at most, tile by tile."""
    gains = []
    for player in range(len(position.players)):
        total = NOTHING
        others = []
        meeples = 2
        for tile in position.tiles:
            if player in tile.meeples:
                meeples -= 1
                total = add(total, tile.tokens)  # nothing lies on a resolved tile
            else:
                others.append(tile.tokens)
        if position.is_placing:
            for _ in range(meeples):
                most = [max(tokens[kind] for tokens in others) for kind in range(PIG + 1)]
                total = add(total, as_counts(most))
        gains.append(total)
    return gains
