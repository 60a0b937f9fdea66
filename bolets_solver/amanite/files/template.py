"""A commented position of Amanite to fill in."""

from __future__ import annotations

from bolets_solver.amanite.files.reader import FORMAT
from bolets_solver.amanite.game.tokens import COLOURS
from bolets_solver.files.toml.writer import toml_list


def template(players: int) -> str:
    """Return a commented position at the start of round 3 to fill in.

    ``players`` is 2, 3 or 4.
    """
    names = ["Ann", "Bo", "Cy", "Di"][:players]
    colours = ["red", "blue", "green", "yellow", "purple", "brown"]
    hands = "\n".join(f"{name} = {{}}" for name in names)
    rotated = [colours[number:] + colours[:number] for number in range(COLOURS)]
    tiles = "\n\n".join(
        "[[tiles]]\n"
        f"tokens = {{ {rotated[number][0]} = 2, {rotated[number][1]} = 2, "
        f"{rotated[number][3]} = 2 }}"
        for number in range(players + 1)
    )
    return _TEMPLATE.format(
        format=FORMAT,
        players=toml_list(names),
        first=names[0],
        hands=hands,
        tiles=tiles,
        number=players + 1,
    )


_TEMPLATE = """\
# Amanite, third round. Change it to match your table, then: bolets amanite solve THIS_FILE
format = "{format}"

# clockwise, beginning with the first player of round 3
players = {players}

# your names for the six colours, one word each
mushrooms = ["red", "blue", "green", "yellow", "purple", "brown"]

# the six attributes in play: Poison, Antidote and four of
# Elixir, Count, Two, Majority, -1, 1, 2, 3
attributes = ["Poison", "Antidote", "-1", "1", "2", "3"]

# while tiles are gathered: pigs that still wait for a mushroom, if any; remove the #, and keep
# this line here, above the first header in brackets
# feed = {{ {first} = 1 }}

# what all players know of the colours: all six, some, or none as here
attribute_of = {{}}
# attribute_of = {{ red = "Poison" }}

# tokens in front of each player; the seventh kind is pig
[tokens]
{hands}
# {first} = {{ red = 2, blue = 1, pig = 1 }}

# what only one player knows: the colours of the start card, the attributes of its three hints in
# any order, and the notebook; remove the # and change it, only for yourself
# [hints.{first}]
# start = ["red", "blue", "green"]
# shuffled = ["1", "Poison", "-1"]
# notebook = {{ yellow = "2" }}

# the {number} tiles from left to right: tokens, then the players on the left space (pin) and on
# the right space (split), and the two piles of a split:
# pin = "{first}"
# split = "Bo"
# piles = [{{ red = 2 }}, {{ blue = 2, yellow = 2 }}]
#
# while tiles are gathered, from left to right:
# resolved = true   the tile is done; keep its pin and split, add the taken tokens to [tokens]
# taken = "{first}"     the left player has taken a pile, the right one has not; tokens is the rest
{tiles}
"""
