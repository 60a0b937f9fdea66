"""Small positions written by hand: shorter than a file, as exact."""

from __future__ import annotations

from bolets_solver.amanite.files.reader import parse_position
from bolets_solver.amanite.game.position import Position

HEAD = """\
format = "amanite-position/1"
players = {players}
mushrooms = ["red", "blue", "green", "yellow", "purple", "brown"]
attributes = {attributes}
attribute_of = {known}
{top}
[rules]
{rules}
[tokens]
{tokens}
"""

KNOWN = (
    '{ red = "Poison", blue = "Antidote", green = "-1", yellow = "1", purple = "2", brown = "3" }'
)
FIRST_GAME = ("Poison", "Antidote", "-1", "1", "2", "3")
COUNTING = ("Poison", "Antidote", "Count", "Two", "Majority", "3")
COUNTING_KNOWN = (
    '{ red = "Poison", blue = "Antidote", green = "Count", yellow = "Two", '
    'purple = "Majority", brown = "3" }'
)


def text(
    *tiles: str,
    players: tuple[str, ...] = ("Ann", "Bo"),
    attributes: tuple[str, ...] = FIRST_GAME,
    known: str = KNOWN,
    tokens: str = "",
    rules: str = "",
    top: str = "",
) -> str:
    """A position file; each of `tiles` is the body of one tile."""
    head = HEAD.format(
        players=list(players),
        attributes=list(attributes),
        known=known,
        tokens=tokens,
        rules=rules,
        top=top,
    )
    return head + "".join(f"[[tiles]]\n{tile}\n" for tile in tiles)


def position(*tiles: str, **parts: str | tuple[str, ...]) -> Position:
    """The position of such a file."""
    return parse_position(text(*tiles, **parts)).position  # type: ignore[arg-type]


EMPTY = "tokens = {}"
