"""A finished table of Amanite, counted."""

from __future__ import annotations

from dataclasses import dataclass

from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.scoring import PlayerScore, World, score_players
from bolets_solver.amanite.game.tokens import COLOURS
from bolets_solver.amanite.game.worlds import possible_worlds
from bolets_solver.errors import InputError

OPEN = "?"
"""In place of an attribute that is not known."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A finished table as it is counted.

    ``world`` gives each colour its attribute, `OPEN` if that is not known; then nobody holds it.
    """

    world: World
    scores: tuple[PlayerScore, ...]


def counted(position: Position, asker: int | None) -> Counted:
    """Count a finished table.

    The attribute of a colour may be open if nobody holds it: then it makes no difference. Raises
    InputError if one is open that makes one.
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
            "attribute_of must name the attribute of every colour that somebody holds; it is open "
            f"for {', '.join(open_colours)}"
        )
    # nobody holds an open colour, so that every possible world counts alike
    scores = score_players(position.tokens, possible[0], position.attributes, position.rules)
    return Counted(common, tuple(scores))
