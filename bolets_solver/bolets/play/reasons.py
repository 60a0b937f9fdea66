"""The referee's messages: what was wrong, and what would have been legal.

This module describes violations; it decides nothing. Tiles are tiles of the map.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.face import BLOCKED_DOOR, DOOR, ROCK, WALL, Border, Door
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.overlap import Overlap
from bolets_solver.bolets.cards.placement import PlacedFace
from bolets_solver.bolets.play.tracking import OPENING, POINTS_PER_RED, RED_CUBES, Tracking
from bolets_solver.bolets.rules import BlockedCounts, RedTiming


@dataclass(frozen=True)
class Trace:
    """A moment of a trace: where the path is, and whether blocked doors are open."""

    overlap: Overlap
    board: Board
    here: Tile
    heading: Heading
    moved: bool
    opens_blocked: bool

    def headings(self) -> list[Heading]:
        """List the possible headings of the next slide, its tiles not yet checked."""
        if self.overlap.bumps(self.here, self.heading):
            return [self.heading.left, self.heading.right]
        return [self.heading]

    def reach(self, heading: Heading) -> list[Tile]:
        """List the tiles of a slide from here up to the obstacle or the path itself."""
        found = []
        for tile in self.overlap.run(self.here, heading):
            if tile in self.board.path:
                break
            found.append(tile)
        return found

    def doors(self) -> list[tuple[Heading, Door]]:
        """List the doors that may be entered from here, each with the heading of the step."""
        found = []
        for heading in Heading:
            door = self.overlap.door_entered(self.here, heading)
            if door is None or self.board.is_rock(door.tile):
                continue
            if self.opens_blocked or not door.blocked:
                found.append((heading, door))
        return found


def at(tile: Tile) -> str:
    """Write a tile: ``4,2``."""
    return f"{tile[0]},{tile[1]}"


def legal_here(trace: Trace) -> str:
    """Say how the trace can continue from here without cubes."""
    ways = []
    for heading in trace.headings():
        length = len(trace.reach(heading))
        if length:
            first = f"{heading.letter}1"
            ways.append(first if length == 1 else f"{first} to {heading.letter}{length}")
    ways.extend(f">{heading.letter}" for heading, _ in trace.doors())
    if ways:
        return f"legal at {at(trace.here)}: {', '.join(ways)}"
    return f"without a cube nothing is legal at {at(trace.here)}: the path is stuck"


# Turns


def no_bump(trace: Trace, heading: Heading) -> str:
    """A turn without anything to bump into (B-R15)."""
    ahead = trace.heading.step(trace.here)
    turned = f"turned {heading.word} at {at(trace.here)}"
    if ahead in trace.board.path:
        return (
            f"{turned}, but {at(ahead)} ahead is the path itself, which is not an obstacle; "
            f"{legal_here(trace)}"
        )
    end = trace.reach(trace.heading)[-1]
    return (
        f"{turned}, but {at(ahead)} ahead is free: no wall, door, rock or cube to bump into; "
        f"the slide would have ended at {at(end)}{_free_turn(trace)}"
    )


def _free_turn(trace: Trace) -> str:
    doors = [f">{heading.letter}" for heading, _ in trace.doors()]
    return f"; a turn into a door is free here: {', '.join(doors)}" if doors else ""


def reversal(trace: Trace, heading: Heading) -> str:
    """A turn backwards (B-R16)."""
    return (
        f"turned back {heading.word} at {at(trace.here)} after heading {trace.heading.word}; "
        f"{legal_here(trace)}"
    )


def first_heading(trace: Trace, heading: Heading) -> str:
    """A first heading that is not inward (B-Q29)."""
    return (
        f"the trace begins {heading.word}, but from the door at {at(trace.here)} it goes "
        f"{trace.heading.word}, inward; {legal_here(trace)}"
    )


# Steps


def off_field(trace: Trace, heading: Heading) -> str:
    """A step into a wall or door, or off the last card (B-Q22)."""
    tile = heading.step(trace.here)
    last, wall = trace.overlap.last.face.name, trace.overlap.wall
    enters = trace.overlap.door_entered(trace.here, heading)
    if enters is not None:
        place = "is" if wall.face.border is Border.TILES else "lies behind"
        what = (
            f"{at(tile)} {place} door {enters.number} of {wall.face.name}, which is entered "
            f"with >{heading.letter} and not by a slide"
        )
    elif wall.covers(tile):
        what = f"{at(tile)} is under {wall.face.name}, whose border stops the slide"
    elif trace.overlap.last.covers(tile):
        kind = "wall" if trace.board.printed(tile) == WALL else "door"
        what = f"{at(tile)} is a {kind} of {last}, which stops the slide"
    else:
        what = f"{at(tile)} is not on {last}, whose border stops the slide"
    return f"{what}; {legal_here(trace)}"


def own_path(trace: Trace, tile: Tile) -> str:
    """A step onto the path (B-R17)."""
    return f"{at(tile)} is on the path, which may not cross itself; {legal_here(trace)}"


def into_rock(trace: Trace, tile: Tile) -> str:
    """A step onto a rock or a cube (B-R18)."""
    what = "a cube" if tile in trace.board.cubes else "a rock"
    return f"{at(tile)} holds {what}, which stops the slide before it; {legal_here(trace)}"


# Doors


def no_door(trace: Trace, heading: Heading) -> str:
    """An entry where the wall card has no door (B-R21)."""
    target = heading.step(trace.here)
    return (
        f"there is no door of {trace.overlap.wall.face.name} to the {heading.word} of "
        f"{at(trace.here)}: {at(target)} is {_what_is_at(trace, target)}; {legal_here(trace)}"
    )


def no_end(trace: Trace, tokens: Iterable[object]) -> str:
    """A trace that enters no door, and the next card is placed (B-R21)."""
    wall = trace.overlap.wall.face.name
    doors = trace.doors()
    if not doors:
        return (
            f"the trace ends at {at(trace.here)}, before it has entered a door of {wall}; "
            f"{legal_here(trace)}"
        )
    # straight on rather than by a turn
    heading, door = min(doors, key=lambda found: found[0] is not trace.heading)
    mended = " ".join([*map(str, tokens), f">{heading.letter}"])
    return (
        f"the trace ends at {at(trace.here)}, before door {door.number} of {wall}; "
        f"nearest legal: {mended}"
    )


def _what_is_at(trace: Trace, tile: Tile) -> str:
    index = trace.board.top(tile)
    if index is None:
        return "off the map"
    card = trace.board.cards[index]
    kind = trace.board.printed(tile)
    words = {WALL: "a wall", DOOR: "a door", BLOCKED_DOOR: "a blocked door", ROCK: "a rock"}
    return f"{words.get(kind or '', 'a tile')} of {card.face.name}"


def blocked_door(trace: Trace, door: Door, track: Tracking) -> str:
    """A blocked door without the mushrooms for it (B-R22)."""
    if track.rules.blocked_counts is BlockedCounts.POINTS:
        need, have = f"{OPENING} mushroom points", track.traced_points
    else:
        need, have = f"{OPENING} mushrooms", track.mushrooms
    return (
        f"door {door.number} of {trace.overlap.wall.face.name} is blocked: it needs {need} from "
        f"{trace.overlap.last.face.name}, and the trace has {have}; {legal_here(trace)}"
    )


# Placement


def no_door_on_last(overlap: Overlap) -> str:
    """A placement without a door on the last card (B-R9)."""
    wall, last = overlap.wall, overlap.last
    where = ", ".join(f"{door.number} at {at(door.tile)}" for door in wall.doors) or "none"
    x, y = last.placement.x, last.placement.y
    width, height = last.size
    return (
        f"no door of {wall.face.name} lies on the last card {last.face.name}, which covers "
        f"{at((x, y))} to {at((x + width - 1, y + height - 1))}; its doors would be {where}"
    )


def covers_rock(wall: PlacedFace, tile: Tile, board: Board) -> str:
    """A placement on a rock (B-R10)."""
    what = "the cube" if tile in board.cubes else "the rock"
    return f"{wall.face.name} would cover {what} at {at(tile)}; cards may not cover rocks"


def covers_path(wall: PlacedFace, tile: Tile) -> str:
    """A placement on the path (B-R11)."""
    return f"{wall.face.name} would cover the path at {at(tile)}"


# Cubes


def no_cube(track: Tracking) -> str:
    """A cube laid with none in hand (B-R28)."""
    if track.red_earned >= RED_CUBES:
        earned = f"all {RED_CUBES} red ones are used"
    elif track.rules.red_timing is RedTiming.TRACE:
        more = (track.red_earned + 1) * POINTS_PER_RED - track.total_points
        earned = f"the next red one takes {_points(more)} more"
    else:
        due = (track.red_earned + 1) * POINTS_PER_RED
        if track.total_points >= due:
            earned = "the next red one comes at the update, after this trace"
        else:
            earned = f"the next red one takes {_points(due - track.total_points)} more"
    return f"there is no cube in hand; {earned}"


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def not_a_tile_for_cubes(board: Board, tile: Tile) -> str | None:
    """Return why a cube may not lie on a tile (B-Q33); None if it may."""
    right = "a cube lies on a visible tile that is not a wall, door, rock or path"
    if board.top(tile) is None:
        return f"{at(tile)} is off the map; {right}"
    if tile in board.path:
        return f"{at(tile)} is on the path; {right}"
    if tile in board.cubes:
        return f"{at(tile)} holds a cube already; {right}"
    kind = board.printed(tile)
    if kind == ROCK:
        return f"{at(tile)} is a rock; {right}"
    if board.is_border(tile):
        return f"{at(tile)} is a {'wall' if kind == WALL else 'door'}; {right}"
    return None


def listed(words: Iterable[str]) -> str:
    """Return a list in running text: ``1, 2 and 3``."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
