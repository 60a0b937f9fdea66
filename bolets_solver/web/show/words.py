"""Words for screen readers: each tile, what happened, what is due."""

from __future__ import annotations

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.face import BLOCKED_DOOR, DOOR, FLOOR, ROCK, WALL
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.tokens import Enter, Turn
from bolets_solver.bolets.play.verdict import Verdict, tier_text
from bolets_solver.draw.map import tile_symbols as glyphs
from bolets_solver.draw.map.alt_text import count
from bolets_solver.study.games.explain import token_words
from bolets_solver.study.games.session import Action, Seen

KINDS = {
    **glyphs.WORDS,
    FLOOR: "floor",
    WALL: "wall",
    DOOR: "door",
    BLOCKED_DOOR: "blocked door",
    ROCK: "rock",
}


def tile_words(board: Board, tile: Tile) -> str:
    """Return what is visible on a tile of the map."""
    index = board.tops[tile]
    card = board.cards[index]
    kind = board.printed(tile) or FLOOR
    what = KINDS[kind]
    if tile in board.cubes:
        what = f"{board.cubes[tile]} cube"
    elif tile in board.met and kind not in (FLOOR, DOOR, BLOCKED_DOOR):
        what = f"{what}, met"
    doors = [
        f"door {door.number} {'(blocked) ' if door.blocked else ''}to the {door.side.word}"
        for door in card.doors
        if door.tile == tile
    ]
    if doors and tile not in board.cubes:
        what = " and ".join(doors) if kind in (DOOR, BLOCKED_DOOR) else f"{what}, {doors[0]}"
    path = ", on the path" if tile in board.path else ""
    return f"{tile[0]}, {tile[1]}: {what}{path}, card {card.face.name}"


def tiles_words(board: Board) -> list[list[object]]:
    """Return each tile of the map with what is there: ``[x, y, words]``, row by row."""
    tiles = sorted(board.tops, key=lambda tile: (tile[1], tile[0]))
    return [[x, y, tile_words(board, (x, y))] for x, y in tiles]


def action_words(action: Action) -> str:
    """Return an action in words."""
    if isinstance(action, int):
        return f"entered by door {action}"
    if isinstance(action, Seen):
        return f"{action.face} turned up"
    if isinstance(action, Turn):
        placement = action.placement
        turned = f"turned {placement.rotation} degrees" if placement.rotation else "upright"
        return f"{action.face} placed {turned}, its top left at {placement.x}, {placement.y}"
    return token_words(action)


def happened(before: Verdict, after: Verdict, action: Action) -> str:
    """Return an action and its result in words."""
    parts = [action_words(action)]
    points, lives = after.points - before.points, after.lives - before.lives
    if points > 0:
        parts.append(f"{count(points, 'point')} more")
    if lives:
        parts.append(f"{count(abs(lives), 'life', 'lives')} {'more' if lives > 0 else 'less'}")
    if isinstance(action, Enter) and after.crows != before.crows:
        parts.append(f"the crow marker moves to {after.crows}")
    cubes = sum(after.standing.hand.values()) - sum(before.standing.hand.values())
    if cubes > 0:
        parts.append(f"{count(cubes, 'cube')} more in hand")
    return ", ".join(parts)


def standing_words(moment: Moment) -> str:
    """Return what is due, in words."""
    verdict = moment.verdict
    standing = verdict.standing
    order = moment.deal.order
    if verdict.finished:
        if verdict.won:
            return f"Won with {count(verdict.points, 'point')}: {tier_text(verdict.points)}."
        return f"Lost: {verdict.ending}."
    if standing.tile is None or standing.heading is None:
        return f"Choose the entrance of {order[0]}."
    x, y = standing.tile
    if not standing.tracing:
        return f"Place {moment.next_face()} on {order[standing.card]}. The path is at {x}, {y}."
    ways = [f"{slide.heading.word} {slide.length}" for slide in moment.slides()] + [
        f"into door {door.number} {heading.word}" for heading, door in moment.trace().doors()
    ]
    free = f"You may go {', '.join(ways)}." if ways else _stuck(moment)
    return f"At {x}, {y} on {order[standing.card]}, heading {standing.heading.word}. {free}"


def _stuck(moment: Moment) -> str:
    if sum(moment.verdict.standing.hand.values()):
        return "The path is stuck without a cube."
    return "The path is stuck: undo."
