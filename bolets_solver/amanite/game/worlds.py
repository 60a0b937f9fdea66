"""The possible worlds: assignments of attributes to colours that agree with a player's knowledge.

A world gives each of the six colours one of the six attributes. All worlds that agree with the
knowledge are equally likely (A-Q25); nothing is inferred from moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from bolets_solver.amanite.game.position import Hints, Position
from bolets_solver.amanite.game.scoring import World
from bolets_solver.amanite.game.tokens import COLOURS


def possible_worlds(position: Position, asker: int | None) -> list[World]:
    """List the worlds that player ``asker`` holds possible (None: what all players know).

    The list is empty if the hints contradict each other or the open attributes.
    """
    hints = position.hints[asker] if asker is not None else None
    return list(consistent_worlds(position.attributes, position.known, [hints]))


def consistent_worlds(
    attributes: Sequence[str],
    known: Sequence[str | None],
    hints: Iterable[Hints | None],
) -> Iterator[World]:
    """Yield every world that agrees with the ``known`` attributes and all of ``hints``.

    Three shuffled hints say that the start colours have these attributes as a set, which also means
    that the other colours have the others (A-Q24).
    """
    given = [one for one in hints if one is not None]
    for world in permutations(attributes):
        if any(fact not in (None, world[colour]) for colour, fact in enumerate(known)):
            continue
        if all(_agrees(world, one) for one in given):
            yield world


def _agrees(world: World, hints: Hints) -> bool:
    if any(world[colour] != attribute for colour, attribute in hints.notebook):
        return False
    if not hints.shuffled:
        return True
    return {world[colour] for colour in hints.start} == set(hints.shuffled)


def probabilities(possible: Sequence[World], attributes: Sequence[str]) -> list[list[Fraction]]:
    """Return for each colour the exact probability of each of ``attributes`` (rows sum to 1)."""
    return [
        [
            Fraction(sum(world[colour] == attribute for world in possible), len(possible))
            for attribute in attributes
        ]
        for colour in range(COLOURS)
    ]


def players_with_hints(position: Position) -> list[int]:
    """Return the players with private hints."""
    return [
        player
        for player, hints in enumerate(position.hints)
        if hints is not None and hints.is_private
    ]


def default_asker(position: Position) -> int | None:
    """Return the only player with hints, or None if there is not exactly one."""
    having = players_with_hints(position)
    return having[0] if len(having) == 1 else None
