"""A position in words: tiles, tokens, turn, and what each player can know."""

from __future__ import annotations

from bolets_solver.amanite.game.position import Phase, Position, Tile
from bolets_solver.amanite.game.tokens import MEEPLES, PIG_NAME, words
from bolets_solver.amanite.game.worlds import possible_worlds
from bolets_solver.amanite.rules import Rules
from bolets_solver.files.text_tables import table


def show(position: Position) -> list[str]:
    """Return the lines that describe ``position``."""
    return [
        *board(position),
        "",
        *_knowledge(position),
        "",
        turn(position),
    ]


def board(position: Position) -> list[str]:
    """Return the tiles, and the tokens in front of the players."""
    lines = []
    for number, tile in enumerate(position.tiles):
        lines += _tile_lines(position, number, tile)
    lines += ["", "In front of the players"]
    head = ["", *position.colours, PIG_NAME]
    rows = [
        [f"  {name}", *(str(number or ".") for number in hand)]
        for name, hand in zip(position.players, position.tokens, strict=True)
    ]
    return [*lines, *table([head, *rows])]


def _tile_lines(position: Position, number: int, tile: Tile) -> list[str]:
    names = position.players
    people = []
    if tile.pin is not None:
        people.append(f"left {names[tile.pin]}")
    if tile.split is not None:
        people.append(f"right {names[tile.split]}")
    content = words(tile.tokens, position.colours) or "empty"
    line = f"Tile {number + 1}: {'gathered' if tile.resolved else content}"
    if people:
        line += f"  ({', '.join(people)})"
    lines = [line]
    if tile.piles is not None:
        first, second = (words(pile, position.colours) for pile in tile.piles)
        lines.append(f"        piles: {first} | {second}")
    if tile.taken and tile.pin is not None:
        lines.append(f"        {names[tile.pin]} has taken a pile, this one is left")
    return lines


def turn(position: Position) -> str:
    """Return the decision that is due, in words."""
    player = position.to_act
    if player is None:
        return "Everything is gathered: the table is finished."
    who = position.players[player]
    pending, current = position.pending_split, position.current_tile
    if position.phase is Phase.SPLITTING and pending is not None:
        return f"{who} has to split tile {pending + 1}."
    if position.phase is Phase.PLACING:
        meeple = position.placed // len(position.players) + 1
        return f"{who} has to place a meeple ({meeple} of {MEEPLES})."
    if position.phase is Phase.FEEDING:
        pigs = position.feed[player]
        return f"{who} has to feed {pigs} {PIG_NAME}{'s' * (pigs > 1)}."
    assert current is not None
    if position.phase is Phase.TAKING:
        return f"{who} takes two tokens from tile {current + 1}."
    return f"{who} takes a pile of tile {current + 1}."


def knowledge_line(position: Position, asker: int | None) -> str:
    """Return in one sentence whose knowledge an answer uses (A-Q26)."""
    possible = len(possible_worlds(position, asker))
    if possible == 1:
        return "Every attribute is known."
    if asker is None or position.hints[asker] is None:
        what = "what all players know"
    else:
        what = f"what {position.players[asker]} knows"
    return (
        f"{possible} assignments of the attributes agree with {what}. All are "
        "assumed to be equally likely, and all players to have this knowledge."
    )


def _knowledge(position: Position) -> list[str]:
    colours = position.colours
    known = [
        f"{colour} = {fact}"
        for colour, fact in zip(colours, position.known, strict=True)
        if fact is not None
    ]
    lines = [
        f"Attributes in play: {', '.join(position.attributes)}",
        f"Known to all: {', '.join(known) or 'nothing'}",
    ]
    rules = position.rules.as_words()
    changed = [
        f"{name} = {word}" for name, word in rules.items() if word != Rules().as_words()[name]
    ]
    if changed:
        lines.append(f"Rules: {', '.join(changed)}")
    lines.append("What each player can know")
    for player, name in enumerate(position.players):
        hints = position.hints[player]
        facts = []
        if hints is not None:
            if hints.start:
                facts.append(f"start card {' '.join(colours[colour] for colour in hints.start)}")
            if hints.shuffled:
                facts.append(f"hints {', '.join(hints.shuffled)}")
            facts += [f"{colours[colour]} = {fact}" for colour, fact in hints.notebook]
        line = "; ".join(facts) or "no hints given here"
        possible = len(possible_worlds(position, player))
        plural = "" if possible == 1 else "s"
        lines.append(f"  {name}: {line} ({possible} possible assignment{plural})")
    return lines
