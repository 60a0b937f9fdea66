"""The lattice of square tiles: x to the right, y down, north up.

A tile of the map is the pair ``(x, y)``; the first card's top-left tile is ``(0, 0)``.
"""

from __future__ import annotations

from enum import IntEnum

Tile = tuple[int, int]
"""A tile of the map (or of a face): x, y."""


class Heading(IntEnum):
    """One of the four directions, clockwise from north; also the side of a card."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def dx(self) -> int:
        """Change of x in one step: -1, 0 or 1."""
        return (0, 1, 0, -1)[self]

    @property
    def dy(self) -> int:
        """Change of y in one step: -1, 0 or 1."""
        return (-1, 0, 1, 0)[self]

    @property
    def left(self) -> Heading:
        """The heading after a turn to the left."""
        return Heading((self + 3) % 4)

    @property
    def right(self) -> Heading:
        """The heading after a turn to the right."""
        return Heading((self + 1) % 4)

    @property
    def opposite(self) -> Heading:
        """The opposite heading; a trace may not turn back (B-R16)."""
        return Heading((self + 2) % 4)

    @property
    def letter(self) -> str:
        """N, E, S or W."""
        return self.name

    @property
    def word(self) -> str:
        """The heading in running text: north, east, south or west."""
        return ("north", "east", "south", "west")[self]

    def step(self, tile: Tile) -> Tile:
        """Return the next tile from ``tile`` in this heading."""
        return tile[0] + self.dx, tile[1] + self.dy

    def turned(self, rotation: int) -> Heading:
        """Return this heading after a clockwise rotation by 0, 90, 180 or 270 degrees."""
        return Heading((self + rotation // 90) % 4)
