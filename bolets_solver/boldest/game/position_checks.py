"""The checks of positions: what cannot be a moment of the last Day."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bolets_solver.boldest.game.position import Plan, Position

WEIGHTS_DIFFER = 1e-6
"""The weights of a player's plans add up to 1, but for rounding."""


def position_defects(position: Position) -> list[str]:
    """Return what is wrong with a position in itself; nothing if it can be solved.

    Whether what has happened can have come about is asked where a file is read (see
    `files.table_check`).
    """
    wrong = list(_wrong_players(position)) or list(_wrong_lengths(position))
    if wrong:  # the rest counts on them
        return wrong
    return [*_wrong_moment(position), *_wrong_plans(position)]


def _wrong_players(position: Position) -> Iterator[str]:
    players = position.players
    if not 2 <= len(players) <= 5 or len(set(players)) < len(players):
        yield f"players: 2 to 5 different names are needed, not {list(players)}"
    if sorted(position.flags) != list(range(len(players))):
        yield f"flags: every player once is needed, not {list(position.flags)}"


def _wrong_lengths(position: Position) -> Iterator[str]:
    for name in ("experience", "items", "hands", "plans"):
        length = len(getattr(position, name))
        if length != position.count:
            count = position.count
            yield f"{name}: one entry for each of {count} players is needed, there are {length}"


def _wrong_moment(position: Position) -> Iterator[str]:
    last = position.expeditions + 1
    if not 1 <= position.expedition <= last:
        yield f"expedition: a number from 1 to {last} is needed, not {position.expedition}"
    for name, points in zip(position.players, position.experience, strict=True):
        if points < 0:
            yield f"experience of {name}: a number from 0 up is needed, not {points}"
    if any(not 0 <= entry.player < position.count for entry in position.acted):
        yield "acted: it names a player that there is not"
    second, forest = position.second, position.forest
    if second is not None and (second not in forest.spaces or second in forest.cards):
        yield f"second: {second} must be a space of the forest whose card has gone"
    off = [space for space in forest.cards if space not in forest.spaces]
    if off:
        yield f"forest: a card lies on {min(off)}, which is not one of its spaces"


def _wrong_plans(position: Position) -> Iterator[str]:
    for name, plans in zip(position.players, position.plans, strict=True):
        if plans is None:
            continue
        weights = [each.weight for each in plans]
        sound = all(weight > 0 and math.isfinite(weight) for weight in weights)
        if not sound or abs(sum(weights) - 1) > WEIGHTS_DIFFER:
            yield f"plans of {name}: weights above 0 that add up to 1 are needed, not {weights}"
        if any(_is_misshapen(each.plan, position) for each in plans):
            groups = position.groups_per_space
            yield (
                f"plans of {name}: {position.spaces} spaces with {groups} "
                f"{'Group' if groups == 1 else 'Groups'} each are needed"
            )


def _is_misshapen(plan: Plan, position: Position) -> bool:
    groups = position.groups_per_space
    return len(plan) != position.spaces or any(
        slot is not None and len(slot) != groups for slot in plan
    )
