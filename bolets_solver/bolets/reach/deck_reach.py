"""Doors that no trace of a deck can enter, and tiles that no trace can reach.

Examines every face as the last card, every entrance, and every part that another card can cover.
Traces use no cubes here. They have more freedom than the rules allow (a trace may cross itself,
older cards do not matter). So what is reported as impossible without cubes is impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE, POINTS, ROCK, ROTATIONS, Door, Face
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace
from bolets_solver.bolets.play.tracking import OPENING
from bolets_solver.work.limits import Work

MOST_EFFORT = 500_000
"""Limit of the effort: overlaps and entrances, floods counted tenfold; usual decks need less."""

Part = tuple[int, int, int, int]
"""A covered part of a face: left, top, right, bottom, both ends included."""


def reach_warnings(deck: Deck, work: Work, most_effort: int = MOST_EFFORT) -> list[str]:
    """Return a warning for each door and each face with tiles that traces cannot reach.

    Deterministic. On a very large deck it ends after ``most_effort`` and says so. Raises Stopped if
    ``work`` is stopped.
    """
    search = _Search(deck, work, most_effort)
    if not search.run():
        return ["the deck is too large to look for doors and tiles that no trace can reach"]
    warnings = []
    for name, face in deck.faces.items():
        doors = sorted(number for other, number in search.unused if other == name)
        if doors and search.has_partner[name]:
            what = "door" if len(doors) == 1 else "doors"
            numbers = ", ".join(map(str, doors))
            warnings.append(f"face {name}: no overlap lets a trace enter {what} {numbers}")
        tiles = sorted(search.unreached.get(name, ()), key=lambda tile: tile[::-1])
        if tiles and face.doors and search.is_traced[name]:
            places = ", ".join(f"row {y + 1} column {x + 1}" for x, y in tiles)
            warnings.append(f"face {name}: no trace without a cube reaches {places}")
    return warnings


class _TooMuch(Exception):  # noqa: N818 - the search has used up its effort
    pass


@dataclass(frozen=True)
class _Overlap:
    """A wall card on a face: the part covered, and the doors that lie on the face."""

    wall: str
    part: Part
    doors: tuple[Door, ...]


class _Search:
    def __init__(self, deck: Deck, work: Work, most_effort: int):
        self.deck = deck
        self.work = work
        self.effort = most_effort
        numbered = [name for name in deck.faces if name != COTTAGE]
        self.unused = {(name, d.number) for name, face in deck.faces.items() for d in face.doors}
        self.unreached = {name: _open_tiles(deck.faces[name]) for name in numbered}
        self.has_partner = dict.fromkeys(deck.faces, False)
        self.is_traced = dict.fromkeys(deck.faces, False)

    def run(self) -> bool:
        """Examine all overlaps; return False if they are too many."""
        try:
            for name in self.unreached:
                self.look_at(self.deck.faces[name])
        except _TooMuch:
            return False
        return True

    def spend(self, effort: int) -> None:
        self.effort -= effort
        if self.effort < 0:
            raise _TooMuch
        self.work.poll()

    def look_at(self, face: Face) -> None:
        """Place every other card on ``face`` in every way."""
        ground = _Ground(face)
        for wall in self.deck.faces.values():
            self.spend(1)
            if wall.number == face.number:
                continue
            self.has_partner[wall.name] = self.is_traced[face.name] = True
            for overlap in _overlaps(face, wall):
                if not self.unreached[face.name] and not self.has_unused(wall):
                    break
                self.look_under(ground, overlap)

    def has_unused(self, wall: Face) -> bool:
        """Whether some door of a card has not been entered yet."""
        return any((wall.name, door.number) in self.unused for door in wall.doors)

    def look_under(self, ground: _Ground, overlap: _Overlap) -> None:
        """Trace a face with a card on it, from every entrance."""
        face, unreached = ground.face, self.unreached[ground.face.name]
        self.spend(1)
        covered = ground.covered(overlap.part)
        if covered & ground.rocks:
            return
        for entrance in face.doors:
            self.spend(1)
            if covered & ground.bit(entrance.tile):
                continue
            if (overlap.part, entrance.number) not in ground.reached:
                self.spend(10)
            reached, points = ground.flooded(overlap.part, entrance)
            entered = [
                door
                for door in overlap.doors
                if reached & ground.bit(door.side.step(door.tile))
                and (points >= OPENING or not door.blocked)
            ]
            if entered:
                unreached -= {tile for tile in unreached if reached & ground.bit(tile)}
                self.unused -= {(overlap.wall, door.number) for door in entered}


class _Ground:
    """A face under other cards, and what its traces reach while parts of it are covered.

    Sets of tiles are bits of an integer, because there may be very many.
    """

    def __init__(self, face: Face):
        self.face = face
        self.open = _open_tiles(face)
        card = PlacedFace(face, UPRIGHT)
        self.rocks = sum(self.bit(tile) for tile in card.tiles() if card.kind(tile) == ROCK)
        self.parts: dict[Part, int] = {}
        self.reached: dict[tuple[Part, int], tuple[int, int]] = {}

    def bit(self, tile: Tile) -> int:
        """Return the bit of a tile; 0 for a tile outside the face."""
        x, y = tile
        inside = 0 <= x < self.face.width and 0 <= y < self.face.height
        return 1 << (y * self.face.width + x) if inside else 0

    def covered(self, part: Part) -> int:
        """Return the tiles of a part."""
        if part not in self.parts:
            left, top, right, bottom = part
            row = (1 << (right + 1)) - (1 << left)
            lines = range(top, bottom + 1)
            self.parts[part] = sum(row << (y * self.face.width) for y in lines)
        return self.parts[part]

    def flooded(self, part: Part, entrance: Door) -> tuple[int, int]:
        """Return the tiles that traces from an entrance reach, and the points on them."""
        key = (part, entrance.number)
        if key not in self.reached:
            free = {tile for tile in self.open if not _in_part(tile, part)}
            tiles = flood(free, entrance.tile, entrance.side.opposite)
            points = sum(POINTS.get(self.face.grid[y][x], 0) for x, y in tiles)
            self.reached[key] = sum(map(self.bit, tiles)), points
        return self.reached[key]


def flood(free: set[Tile], start: Tile, heading: Heading) -> set[Tile]:
    """Return all tiles that slides from bump to bump pass, including the first.

    ``free`` are the tiles without walls and rocks; the trace may cross itself.
    """
    reached = {start}
    first = [heading] if heading.step(start) in free else [heading.left, heading.right]
    waiting = [(start, way) for way in first]
    known = set(waiting)
    while waiting:
        tile, way = waiting.pop()
        begin = tile
        while way.step(tile) in free:
            tile = way.step(tile)
            reached.add(tile)
        if tile == begin:
            continue
        for slide in ((tile, way.left), (tile, way.right)):
            if slide not in known:
                known.add(slide)
                waiting.append(slide)
    return reached


def _open_tiles(face: Face) -> set[Tile]:
    """Return the tiles inside the walls of a face without rocks."""
    card = PlacedFace(face, UPRIGHT)
    return {tile for tile in card.tiles() if card.inside(tile) and card.kind(tile) != ROCK}


def _in_part(tile: Tile, part: Part) -> bool:
    return part[0] <= tile[0] <= part[2] and part[1] <= tile[1] <= part[3]


def _overlaps(face: Face, wall: Face) -> Iterator[_Overlap]:
    """Yield all ways to place ``wall`` on ``face`` with a door on it."""
    for rotation in ROTATIONS:
        width, height = wall.size(rotation)
        doors = wall.turned_doors(rotation)
        for y in range(1 - height, face.height):
            for x in range(1 - width, face.width):
                on_face = tuple(_on_face(face, doors, x, y))
                if on_face:
                    part = (
                        max(x, 0),
                        max(y, 0),
                        min(x + width, face.width) - 1,
                        min(y + height, face.height) - 1,
                    )
                    yield _Overlap(wall.name, part, on_face)


def _on_face(face: Face, doors: Iterable[Door], x: int, y: int) -> Iterator[Door]:
    for door in doors:
        if 0 <= x + door.x < face.width and 0 <= y + door.y < face.height:
            yield Door(door.number, x + door.x, y + door.y, door.side, door.blocked)
