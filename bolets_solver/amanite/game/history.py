"""The possible orders in which the meeples on the tiles were placed."""

from __future__ import annotations

from collections.abc import Sequence

from bolets_solver.amanite.game.position import Tile
from bolets_solver.amanite.game.tokens import MEEPLES

_Space = tuple[int, bool]
"""A tile and whether it is its split space."""


def turns_of_placing(tiles: Sequence[Tile], players: int, last: int | None = None) -> int | None:
    """Return the number of finished placing turns, None if no legal order leads to these meeples.

    Turns go round clockwise (A-R9), left spaces are filled before right ones (A-R10, A-R11), and a
    player without a free space passes, which only happens with tiles of fewer than two tokens
    (A-Q20, A-Q33). If ``last`` is given, its split space must have been filled last.
    """
    splittable = [tile.resolved or tile.taken or sum(tile.tokens) >= 2 for tile in tiles]
    turns = _turns(tiles, players, last, splittable)
    if turns != MEEPLES * players:
        # the tokens of a resolved tile are unknown: it may have allowed only one meeple
        closed = [
            can_split and not (tile.resolved and tile.split is None)
            for tile, can_split in zip(tiles, splittable, strict=True)
        ]
        again = _turns(tiles, players, last, closed)
        turns = max((found for found in (turns, again) if found is not None), default=None)
    return turns


def _turns(
    tiles: Sequence[Tile], players: int, last: int | None, splittable: Sequence[bool]
) -> int | None:
    owner: dict[_Space, int] = {}
    for number, tile in enumerate(tiles):
        for space, player in (((number, False), tile.pin), ((number, True), tile.split)):
            if player is not None:
                owner[space] = player

    def free(player: int, placed: frozenset[_Space]) -> bool:
        for number, can_split in enumerate(splittable):
            if (number, False) not in placed:
                return True
            if can_split and (number, True) not in placed and owner[number, False] != player:
                return True
        return False

    def search(turn: int, placed: frozenset[_Space], latest: _Space | None) -> int | None:
        done = len(placed) == len(owner)
        if turn == MEEPLES * players or (done and free(turn % players, placed)):
            return turn if done and (last is None or latest == (last, True)) else None
        player = turn % players
        if not free(player, placed):
            return search(turn + 1, placed, latest)
        for space, who in owner.items():
            number, right = space
            if who != player or space in placed or (right and (number, False) not in placed):
                continue
            found = search(turn + 1, placed | {space}, space)
            if found is not None:
                return found
        return None

    return search(0, frozenset(), None)
