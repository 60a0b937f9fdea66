"""The scores of a finished table of Amanite."""

from __future__ import annotations

from dataclasses import dataclass

from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.scoring import PlayerScore, World, score_players
from bolets_solver.amanite.game.tokens import COLOURS
from bolets_solver.amanite.game.worlds import possible_worlds
from bolets_solver.errors import InputError

OPEN = "?"
"""The word for an unknown attribute."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A finished table with its attributes.

    ``world`` gives each colour its attribute, `OPEN` if unknown; then no player holds it.
    """

    world: World
    scores: tuple[PlayerScore, ...]


def counted(position: Position, asker: int | None) -> Counted:
    """Score a finished table.

    The attribute of a colour that no player holds may be open. Raises InputError if another one is
    open.
    """
    if len(position.attributes) < COLOURS:
        possible = [tuple(fact or OPEN for fact in position.known)]
    else:
        possible = possible_worlds(position, asker)
    common = tuple(
        found.pop() if len(found) == 1 else OPEN for found in map(set, zip(*possible, strict=True))
    )
    held = [any(hand[colour] for hand in position.tokens) for colour in range(COLOURS)]
    open_colours = [
        name
        for name, attribute, somebody in zip(position.colours, common, held, strict=True)
        if attribute == OPEN and somebody
    ]
    if open_colours:
        raise InputError(
            "attribute_of must give the attribute of every colour that a player holds; it is "
            f"missing for {', '.join(open_colours)}"
        )
    # no player holds an open colour, so all possible worlds give the same scores
    scores = score_players(position.tokens, possible[0], position.attributes, position.rules)
    return Counted(common, tuple(scores))
