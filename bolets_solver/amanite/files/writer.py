"""Writing a position as a file that can be read again, and a commented template to fill in."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bolets_solver.amanite.files.reader import FORMAT
from bolets_solver.amanite.game.position import Hints, Position, Tile
from bolets_solver.amanite.game.tokens import COLOURS, PIG_NAME, Counts
from bolets_solver.amanite.rules import Switches


def format_position(position: Position) -> str:
    """Return ``position`` as the text of a position file."""
    names = position.players
    lines = [
        f'format = "{FORMAT}"',
        f"players = {_texts(names)}",
        f"mushrooms = {_texts(position.colours)}",
        f"attributes = {_texts(position.attributes)}",
    ]
    facts = [(colour, attribute) for colour, attribute in enumerate(position.known) if attribute]
    if facts:
        lines.append(f"attribute_of = {_facts(facts, position.colours)}")
    waiting = {name: number for name, number in zip(names, position.feed, strict=True) if number}
    if waiting:
        lines.append(f"feed = {_table({name: str(number) for name, number in waiting.items()})}")
    if position.switches != Switches():
        words = position.switches.as_words()
        lines += ["", "[rules]", *(f'{name} = "{word}"' for name, word in words.items())]
    lines += _hands("tokens", position, position.tokens)
    if position.switches.pig_scope == "literal":
        lines += _hands("earlier", position, position.earlier)
        lines += _hands("fresh", position, position.fresh)
    for name, hints in zip(names, position.hints, strict=True):
        if hints is not None:
            lines += ["", f"[hints.{_key(name)}]", *_hint_lines(hints, position)]
    for tile in position.tiles:
        lines += ["", "[[tiles]]", *_tile_lines(tile, position)]
    return "\n".join(lines) + "\n"


def _hands(key: str, position: Position, hands: Sequence[Counts]) -> list[str]:
    rows = [
        f"{_key(name)} = {_counts(hand, position.colours)}"
        for name, hand in zip(position.players, hands, strict=True)
    ]
    return ["", f"[{key}]", *rows]


def _hint_lines(hints: Hints, position: Position) -> list[str]:
    lines = []
    if hints.start:
        lines.append(f"start = {_texts([position.colours[colour] for colour in hints.start])}")
    if hints.shuffled:
        lines.append(f"shuffled = {_texts(hints.shuffled)}")
    if hints.notebook:
        lines.append(f"notebook = {_facts(hints.notebook, position.colours)}")
    return lines


def _tile_lines(tile: Tile, position: Position) -> list[str]:
    colours, players = position.colours, position.players
    lines = [f"tokens = {_counts(tile.tokens, colours)}"]
    if tile.pin is not None:
        lines.append(f"pin = {_text(players[tile.pin])}")
    if tile.split is not None:
        lines.append(f"split = {_text(players[tile.split])}")
    if tile.piles is not None:
        lines.append(f"piles = [{', '.join(_counts(pile, colours) for pile in tile.piles)}]")
    if tile.taken and tile.pin is not None:
        lines.append(f"taken = {_text(players[tile.pin])}")
    if tile.resolved:
        lines.append("resolved = true")
    return lines


def _counts(counts: Counts, colours: Sequence[str]) -> str:
    names = (*colours, PIG_NAME)
    return _table({name: str(number) for name, number in zip(names, counts, strict=True) if number})


def _facts(facts: Sequence[tuple[int, str]], colours: Sequence[str]) -> str:
    return _table({colours[colour]: _text(attribute) for colour, attribute in facts})


def _table(entries: dict[str, str]) -> str:
    inside = ", ".join(f"{_key(name)} = {value}" for name, value in entries.items())
    return f"{{ {inside} }}" if inside else "{}"


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else _text(name)


def _texts(texts: Sequence[str]) -> str:
    return f"[{', '.join(_text(text) for text in texts)}]"


def _text(text: str) -> str:
    """Write a TOML basic string; names are printable, so JSON's escapes will do."""
    return json.dumps(text, ensure_ascii=False)


def template(players: int) -> str:
    """Return a commented position at the start of round 3 for a person to fill in.

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
        players=_texts(names),
        first=names[0],
        hands=hands,
        tiles=tiles,
        number=players + 1,
    )


_TEMPLATE = """\
# Amanite, third round. Change what differs at your table, then: bolets amanite solve THIS_FILE
format = "{format}"

# clockwise, beginning with the first player of round 3
players = {players}

# your names for the six colours, one word each
mushrooms = ["red", "blue", "green", "yellow", "purple", "brown"]

# the six attributes in play: Poison, Antidote and four of
# Elixir, Count, Two, Majority, -1, 1, 2, 3
attributes = ["Poison", "Antidote", "-1", "1", "2", "3"]

# while tiles are gathered: pigs that still wait for a mushroom, if there are any (take the # away;
# this line stays up here, above the first header in brackets)
# feed = {{ {first} = 1 }}

# what everybody knows of the colours: all six, some, or none as here
attribute_of = {{}}
# attribute_of = {{ red = "Poison" }}

# tokens in front of each player; the seventh kind is pig
[tokens]
{hands}
# {first} = {{ red = 2, blue = 1, pig = 1 }}

# what one player alone knows: the colours of the start card, the three shuffled hints taken for
# them, and the hints of the notebook; take the # away and change it, for yourself only
# [hints.{first}]
# start = ["red", "blue", "green"]
# shuffled = ["1", "Poison", "-1"]
# notebook = {{ yellow = "2" }}

# the {number} tiles from left to right: tokens, then who stands on the left space (pin) and on the
# right one (split), and the two piles if it is split:
# pin = "{first}"
# split = "Bo"
# piles = [{{ red = 2 }}, {{ blue = 2, yellow = 2 }}]
#
# while tiles are gathered, from left to right:
# resolved = true   the tile is done; keep its pin and split, put what was taken into [tokens]
# taken = "{first}"     the left player has his pile, the right one not yet; tokens is what is left
{tiles}
"""
