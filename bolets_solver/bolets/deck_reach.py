"""What no trace of a deck can do: doors that no overlap lets one enter, tiles never reached.

Looks at every face as the last card, every entrance, every part of it that another card can cover.
Traces use no cubes here. They are followed more freely than the rules allow (a trace may cross
itself, older cards do not matter), so what is reported as impossible without cubes is so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bolets_solver.bolets.deck import Deck
from bolets_solver.bolets.face import COTTAGE, POINTS, ROCK, ROTATIONS, Door, Face
from bolets_solver.bolets.lattice import Heading, Tile
from bolets_solver.bolets.placement import UPRIGHT, PlacedFace
from bolets_solver.bolets.tracking import OPENING
from bolets_solver.work import Work

MOST_EFFORT = 400_000
"""Overlaps looked at, floods counted tenfold; a usual deck takes a small part of this."""

Part = tuple[int, int, int, int]
"""A covered part of a face: left, top, right, bottom, both ends included."""


def reach_warnings(deck: Deck, work: Work, most_effort: int = MOST_EFFORT) -> list[str]:
    """Return a warning for each door and each face with tiles that traces cannot reach.

    Deterministic: on a very large deck it ends after ``most_effort`` and says so. May raise
    Stopped, from ``work``.
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
        """Look at all overlaps; return False if they are too many."""
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
        """Let every other card lie on ``face`` in every way."""
        groups: dict[Part, list[_Overlap]] = {}
        for wall in self.deck.faces.values():
            if wall.number == face.number:
                continue
            self.has_partner[wall.name] = self.is_traced[face.name] = True
            for overlap in _overlaps(face, wall):
                self.spend(1)
                groups.setdefault(overlap.part, []).append(overlap)
        rocks = {(x, y) for y, row in enumerate(face.grid) for x, k in enumerate(row) if k == ROCK}
        for part, overlaps in groups.items():
            if not any(_in_part(rock, part) for rock in rocks):
                self.look_under(face, part, overlaps)

    def look_under(self, face: Face, part: Part, overlaps: list[_Overlap]) -> None:
        """Trace ``face`` with one part of it covered, from every entrance."""
        free = {tile for tile in _open_tiles(face) if not _in_part(tile, part)}
        for entrance in face.doors:
            if _in_part(entrance.tile, part):
                continue
            if not self.unreached[face.name] & free and not self.may_use(overlaps):
                return
            self.spend(10 + len(overlaps) // 10)
            reached = flood(free, entrance.tile, entrance.side.opposite)
            points = sum(POINTS.get(face.grid[y][x], 0) for x, y in reached)
            usable = False
            for overlap in overlaps:
                for door in overlap.doors:
                    if door.side.step(door.tile) not in reached:
                        continue
                    if door.blocked and points < OPENING:
                        continue
                    usable = True
                    self.unused.discard((overlap.wall, door.number))
            if usable:
                self.unreached[face.name] -= reached

    def may_use(self, overlaps: list[_Overlap]) -> bool:
        """Whether a door never entered so far lies on the face in one of these overlaps."""
        return any(
            (overlap.wall, door.number) in self.unused
            for overlap in overlaps
            for door in overlap.doors
        )


def flood(free: set[Tile], start: Tile, heading: Heading) -> set[Tile]:
    """Return all tiles that slides from bump to bump pass, the first one included.

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
    """Return the tiles inside the walls of a face that hold no rock."""
    card = PlacedFace(face, UPRIGHT)
    return {tile for tile in card.tiles() if card.inside(tile) and card.kind(tile) != ROCK}


def _in_part(tile: Tile, part: Part) -> bool:
    return part[0] <= tile[0] <= part[2] and part[1] <= tile[1] <= part[3]


def _overlaps(face: Face, wall: Face) -> Iterator[_Overlap]:
    """Yield all ways in which ``wall`` may lie on ``face`` with a door on it."""
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
