"""Write a position as a file that can be read again."""

from __future__ import annotations

from collections.abc import Sequence

from bolets_solver.amanite.files.reader import FORMAT
from bolets_solver.amanite.game.position import Hints, Position, Tile
from bolets_solver.amanite.game.tokens import PIG_NAME, Counts
from bolets_solver.amanite.rules import Rules
from bolets_solver.files.toml.writer import toml_inline_table, toml_key, toml_list, toml_text


def format_position(position: Position) -> str:
    """Return ``position`` as the text of a position file."""
    names = position.players
    lines = [
        f'format = "{FORMAT}"',
        f"players = {toml_list(names)}",
        f"mushrooms = {toml_list(position.colours)}",
        f"attributes = {toml_list(position.attributes)}",
    ]
    facts = [(colour, attribute) for colour, attribute in enumerate(position.known) if attribute]
    if facts:
        lines.append(f"attribute_of = {_facts(facts, position.colours)}")
    feed = zip(names, position.feed, strict=True)
    waiting = {name: str(number) for name, number in feed if number}
    if waiting:
        lines.append(f"feed = {toml_inline_table(waiting)}")
    if position.rules != Rules():
        words = position.rules.as_words()
        lines += ["", "[rules]", *(f'{name} = "{word}"' for name, word in words.items())]
    lines += _hands("tokens", position, position.tokens)
    if position.rules.pig_scope == "literal":
        lines += _hands("earlier", position, position.earlier)
        lines += _hands("fresh", position, position.fresh)
    for name, hints in zip(names, position.hints, strict=True):
        if hints is not None:
            lines += ["", f"[hints.{toml_key(name)}]", *_hint_lines(hints, position)]
    for tile in position.tiles:
        lines += ["", "[[tiles]]", *_tile_lines(tile, position)]
    return "\n".join(lines) + "\n"


def _hands(key: str, position: Position, hands: Sequence[Counts]) -> list[str]:
    rows = [
        f"{toml_key(name)} = {_counts(hand, position.colours)}"
        for name, hand in zip(position.players, hands, strict=True)
    ]
    return ["", f"[{key}]", *rows]


def _hint_lines(hints: Hints, position: Position) -> list[str]:
    lines = []
    if hints.start:
        lines.append(f"start = {toml_list([position.colours[colour] for colour in hints.start])}")
    if hints.shuffled:
        lines.append(f"shuffled = {toml_list(hints.shuffled)}")
    if hints.notebook:
        lines.append(f"notebook = {_facts(hints.notebook, position.colours)}")
    return lines


def _tile_lines(tile: Tile, position: Position) -> list[str]:
    colours, players = position.colours, position.players
    lines = [f"tokens = {_counts(tile.tokens, colours)}"]
    if tile.pin is not None:
        lines.append(f"pin = {toml_text(players[tile.pin])}")
    if tile.split is not None:
        lines.append(f"split = {toml_text(players[tile.split])}")
    if tile.piles is not None:
        lines.append(f"piles = [{', '.join(_counts(pile, colours) for pile in tile.piles)}]")
    if tile.taken and tile.pin is not None:
        lines.append(f"taken = {toml_text(players[tile.pin])}")
    if tile.resolved:
        lines.append("resolved = true")
    return lines


def _counts(counts: Counts, colours: Sequence[str]) -> str:
    names = (*colours, PIG_NAME)
    named = zip(names, counts, strict=True)
    return toml_inline_table({name: str(number) for name, number in named if number})


def _facts(facts: Sequence[tuple[int, str]], colours: Sequence[str]) -> str:
    return toml_inline_table({colours[colour]: toml_text(attribute) for colour, attribute in facts})
