"""Turn the drawn lines of a trace file into a record: slides and entered doors.

The rules are not checked here. A line that fits no game (it begins elsewhere, or continues behind
the door) is reported with its coordinates. Everything else becomes tokens, which the referee
checks.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter, Slide, Token, Turn
from bolets_solver.errors import Defect, InputError
from bolets_solver.trace.snap import Point, snap
from bolets_solver.trace.trace_file import DrawnTurn, Stroke, TraceFile


def recover(trace: TraceFile, deal: Deal) -> Record:
    """Return the record of a trace file's drawn lines.

    Raises InputError with every place that is ambiguous or impossible.
    """
    defects: list[Defect] = []
    entrance = trace.record.entrance
    first = PlacedFace(deal.faces[0], UPRIGHT)
    if entrance is None and trace.turns:
        entrance = _entrance(trace, first, defects)
    here: Tile | None = None
    if entrance is not None and 1 <= entrance <= len(first.doors):
        here = first.doors[entrance - 1].tile
    turns = []
    for drawn in trace.turns:
        face = deal.deck.faces.get(drawn.turn.face)
        try:
            walk = TurnPath(here, _wall(face, drawn.turn))
            turns.append(walk.turn(drawn))
        except ValueError as error:
            line = drawn.turn.line
            defects += [Defect(words, trace.name, line) for words in str(error).split("\n")]
            here = None
            continue
        here = walk.here if walk.entered else None
    if defects:
        raise InputError(defects)
    return replace(trace.record, entrance=entrance, turns=tuple(turns))


def _wall(face: Face | None, turn: Turn) -> PlacedFace | None:
    """Return the placed wall card; None if the deck has no such face."""
    return None if face is None else PlacedFace(face, turn.placement)


def _entrance(trace: TraceFile, first: PlacedFace, defects: list[Defect]) -> int | None:
    """Return the door of the first card at which the first path begins."""
    turn = trace.turns[0]
    strokes = [part for part in turn.parts if isinstance(part, Stroke)]
    message = "'entrance:' is missing, and no path begins at a door of the first card"
    if strokes:
        tiles, _ = snap(strokes[0].points)
        for door in first.doors:
            if tiles and tiles[0] == door.tile:
                return door.number
        doors = ", ".join(f"{door.number} at {door.x},{door.y}" for door in first.doors)
        message = (
            f"the first path begins at {_at(strokes[0].points[0])}, where {first.face.name} has no "
            f"door; its doors are {doors or 'none'}"
        )
    defects.append(Defect(message, trace.name, turn.turn.line))
    return None


@dataclass
class TurnPath:
    """The path of one turn as it grows; ``here`` is None until the position is known."""

    here: Tile | None
    wall: PlacedFace | None
    tokens: list[Token] = field(default_factory=list)
    entered: bool = False

    def turn(self, drawn: DrawnTurn) -> Turn:
        """Follow a whole drawn turn and return it with its tokens."""
        for part in drawn.parts:
            if isinstance(part, Stroke):
                self.draw(part.points)
            else:
                self.play(part)
        return replace(drawn.turn, tokens=tuple(self.tokens))

    def play(self, token: Token) -> None:
        """Add a token; an entry that the drawn path already contains is not added twice."""
        if self.entered:
            if token == self.tokens[-1]:
                return
            raise ValueError(f"'{token}' follows a path that has entered a door already")
        if isinstance(token, Slide):
            for _ in range(token.length):
                self.step(token.heading)
            return
        self.tokens.append(token)
        if isinstance(token, Enter):
            self.entered = True
            self.here = None if self.here is None else token.heading.step(self.here)

    def draw(self, points: tuple[Point, ...]) -> None:
        """Follow a drawn line from the end of the path."""
        tiles, ambiguous = snap(points)
        if ambiguous:
            raise ValueError("\n".join(place.message for place in ambiguous))
        if self.here is None:
            self.here = tiles[0]
        if tiles[0] != self.here:
            if abs(tiles[0][0] - self.here[0]) + abs(tiles[0][1] - self.here[1]) != 1:
                raise ValueError(
                    f"a path begins at {_at(points[0])}, on tile {_tile(tiles[0])}, but the trace "
                    f"is on tile {_tile(self.here)}"
                )
            tiles.insert(0, self.here)
        for tile in tiles[1:]:
            if self.entered:
                raise ValueError(
                    f"a path continues to tile {_tile(tile)} behind the door at "
                    f"{_tile(self.here)}; "
                    "what is drawn there belongs to the next line"
                )
            self.step(_heading(self.here, tile))

    def step(self, heading: Heading) -> None:
        """Go one tile, through a door of the wall card if there is one."""
        if self.here is not None and self.wall is not None:
            if self.wall.door_entered(self.here, heading) is not None:
                self.play(Enter(heading))
                return
            self.here = heading.step(self.here)
        elif self.here is not None:
            self.here = heading.step(self.here)
        last = self.tokens[-1] if self.tokens else None
        if isinstance(last, Slide) and last.heading is heading:
            self.tokens[-1] = Slide(heading, last.length + 1)
        else:
            self.tokens.append(Slide(heading, 1))


def _heading(tile: Tile, after: Tile) -> Heading:
    return next(heading for heading in Heading if heading.step(tile) == after)


def _tile(tile: Tile) -> str:
    return f"{tile[0]},{tile[1]}"


def _at(point: Point) -> str:
    return f"{round(point[0], 2):g},{round(point[1], 2):g}"
