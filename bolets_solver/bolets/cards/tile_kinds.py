"""The kinds of tiles: one table for rules, kernels, drawing and documents.

To add a kind, add a line here, a symbol (``draw/map/tile_symbols.py``) and a word in the documents.
A letter without a line is an error everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from bolets_solver.errors import InternalError


@dataclass(frozen=True, slots=True)
class TileKind:
    """A kind of tile: its letter in grids and maps, its name, and what it does.

    ``points``: what a trace collects there (B-R23); such a tile counts as a mushroom for blocked
    doors (B-R22). ``lives``: what a trace gains or loses there (B-R24, B-R25). ``blocks``: a slide
    ends before it. ``lies``: an item that lies on a tile; the others are ground, walls and doors.
    ``style``: how a map in characters is coloured there, a name of ``draw.picture.canvas.COLOURS``.
    """

    letter: str
    name: str
    plural: str
    points: int = 0
    lives: int = 0
    blocks: bool = False
    lies: bool = False
    style: str | None = None

    @property
    def met(self) -> bool:
        """Whether something happens when a trace reaches it."""
        return self.points != 0 or self.lives != 0


TILE_KINDS = (
    TileKind("#", "wall", "walls", blocks=True, style="wall"),
    TileKind("+", "door", "doors", blocks=True, style="door"),
    TileKind("x", "blocked door", "blocked doors", blocks=True, style="door"),
    TileKind(".", "floor", "floor"),
    TileKind("o", "rock", "rocks", blocks=True, lies=True, style="rock"),
    TileKind("m", "mushroom", "mushrooms", points=1, lies=True, style="item"),
    TileKind("M", "special mushroom", "special mushrooms", points=3, lies=True, style="special"),
    TileKind("h", "heart", "hearts", lives=1, lies=True, style="item"),
    TileKind("c", "crow", "crows", lives=-1, lies=True, style="crow"),
)

_BY_LETTER = {kind.letter: kind for kind in TILE_KINDS}
_BY_NAME = {kind.name: kind.letter for kind in TILE_KINDS}

WALL = _BY_NAME["wall"]
DOOR = _BY_NAME["door"]
BLOCKED_DOOR = _BY_NAME["blocked door"]
FLOOR = _BY_NAME["floor"]
ROCK = _BY_NAME["rock"]
MUSHROOM = _BY_NAME["mushroom"]
SPECIAL_MUSHROOM = _BY_NAME["special mushroom"]
HEART = _BY_NAME["heart"]
CROW = _BY_NAME["crow"]

LYING = tuple(kind for kind in TILE_KINDS if kind.lies)
"""The kinds of items that lie on tiles."""
ON_TILES = tuple(kind.letter for kind in LYING)
"""Their letters."""
POINTS = {kind.letter: kind.points for kind in TILE_KINDS if kind.points}
"""Points of the tiles that are worth any (B-R23)."""


def tile_kind(letter: str) -> TileKind:
    """Return the kind with a letter; raises InternalError if there is none."""
    kind = _BY_LETTER.get(letter)
    if kind is None:
        raise InternalError(f"there is no kind of tile with the letter {letter!r}")
    return kind
