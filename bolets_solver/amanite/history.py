"""In which order the meeples on the tiles can have been placed."""

from __future__ import annotations

from collections.abc import Sequence

from bolets_solver.amanite.position import MEEPLES, Tile

_Space = tuple[int, bool]
"""A tile and whether it is its split space."""


def turns_of_placing(tiles: Sequence[Tile], players: int, last: int | None = None) -> int | None:
    """Return how many placing turns are over, or None if no legal order leads to these meeples.

    Turns go round clockwise (A-R9), left spaces are filled before right ones (A-R10, A-R11), and a
    player without a free space passes, which only happens with tiles of fewer than two tokens
    (A-Q20, A-Q33). If ``last`` is given, its split space must have been filled last.
    """
    owner: dict[_Space, int] = {}
    for number, tile in enumerate(tiles):
        for space, player in (((number, False), tile.pin), ((number, True), tile.split)):
            if player is not None:
                owner[space] = player
    splittable = [tile.resolved or tile.taken or sum(tile.tokens) >= 2 for tile in tiles]

    def free(player: int, placed: frozenset[_Space]) -> bool:
        for number, can_split in enumerate(splittable):
            if (number, False) not in placed:
                return True
            if can_split and (number, True) not in placed and owner[number, False] != player:
                return True
        return False

    def search(turn: int, placed: frozenset[_Space], latest: _Space | None) -> int | None:
        if len(placed) == len(owner):
            return turn if last is None or latest == (last, True) else None
        if turn == MEEPLES * players:
            return None
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
