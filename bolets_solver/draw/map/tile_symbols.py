"""The symbols of tiles: vector shapes in a tile of size 1 about the origin.

Every glyph has a silhouette of its own, so that it differs from the others without colour: a
plain bolete; a pointed cap with three dots (three points); a flower whose bloom is a heart; a
crow; a rock with facets; cubes with the letters R and Y.
"""

from __future__ import annotations

from bolets_solver.bolets.cards.board import Cube
from bolets_solver.bolets.cards.face import CROW, HEART, MUSHROOM, ROCK, SPECIAL_MUSHROOM
from bolets_solver.bolets.cards.tile_kinds import LYING
from bolets_solver.draw.picture.shapes import (
    Node,
    circle,
    circles,
    curve,
    ellipse,
    line,
    lines,
    polygon,
    rectangle,
    rounded,
)

LINE = 0.035
"""Width of the glyphs' outlines."""

INSIDE = -0.5 + LINE / 2
"""Distance of an outline from the edge of its tile."""

WORDS = {kind.letter: kind.name for kind in LYING}


def mushroom() -> tuple[Node, ...]:
    """A bolete with a plain, wide cap: one point."""
    return (
        curve(
            (-0.12, 0.05),
            (-0.12, 0.18, -0.19, 0.26, -0.17, 0.34),
            (-0.09, 0.41, 0.09, 0.41, 0.17, 0.34),
            (0.19, 0.26, 0.12, 0.18, 0.12, 0.05),
            (),
            fill="stem",
            stroke="ink",
            pen=LINE,
        ),
        curve(
            (-0.37, 0.04),
            (-0.37, -0.2, -0.2, -0.36, 0, -0.36),
            (0.2, -0.36, 0.37, -0.2, 0.37, 0.04),
            (0.37, 0.13, 0.2, 0.14, 0, 0.14),
            (-0.2, 0.14, -0.37, 0.13, -0.37, 0.04),
            (),
            fill="cap",
            stroke="ink",
            pen=LINE,
        ),
        curve(
            (-0.25, -0.05),
            (-0.22, -0.17, -0.13, -0.24, -0.02, -0.26),
            stroke="cap light",
            pen=0.07,
        ),
    )


def special_mushroom() -> tuple[Node, ...]:
    """A pointed cap with three dots on a ringed stem: three points."""
    return (
        curve(
            (-0.08, 0.05),
            (-0.08, 0.2, -0.13, 0.3, -0.13, 0.38),
            (-0.06, 0.43, 0.06, 0.43, 0.13, 0.38),
            (0.13, 0.3, 0.08, 0.2, 0.08, 0.05),
            (),
            fill="stem",
            stroke="ink",
            pen=LINE,
        ),
        curve((-0.15, 0.23), (-0.06, 0.28, 0.06, 0.28, 0.15, 0.23), stroke="ink", pen=LINE * 1.3),
        curve(
            (-0.4, 0.1),
            (-0.3, -0.08, -0.17, -0.43, 0, -0.43),
            (0.17, -0.43, 0.3, -0.08, 0.4, 0.1),
            (0.22, 0.17, -0.22, 0.17, -0.4, 0.1),
            (),
            fill="special",
            stroke="ink",
            pen=LINE,
        ),
        circles(
            [(0, -0.24, 0.07), (-0.16, 0.01, 0.075), (0.16, 0.01, 0.075)], fill="special light"
        ),
    )


def heart() -> tuple[Node, ...]:
    """A flower whose bloom is a heart."""
    return (
        curve((0, 0.1), (0.02, 0.22, 0.01, 0.32, -0.01, 0.43), stroke="ink", pen=0.06),
        curve(
            (0, 0.38),
            (-0.08, 0.22, -0.24, 0.18, -0.31, 0.22),
            (-0.28, 0.34, -0.14, 0.42, 0, 0.38),
            (),
            fill="leaf",
            stroke="ink",
            pen=LINE,
        ),
        curve(
            (0, 0.38),
            (0.08, 0.22, 0.24, 0.18, 0.31, 0.22),
            (0.28, 0.34, 0.14, 0.42, 0, 0.38),
            (),
            fill="leaf",
            stroke="ink",
            pen=LINE,
        ),
        *heart_shape(),
    )


def heart_shape() -> tuple[Node, ...]:
    """The heart alone, the symbol of a life."""
    return (
        curve(
            (0, 0.17),
            (-0.12, 0.08, -0.34, -0.06, -0.34, -0.23),
            (-0.34, -0.36, -0.25, -0.42, -0.17, -0.42),
            (-0.08, -0.42, -0.02, -0.37, 0, -0.29),
            (0.02, -0.37, 0.08, -0.42, 0.17, -0.42),
            (0.25, -0.42, 0.34, -0.36, 0.34, -0.23),
            (0.34, -0.06, 0.12, 0.08, 0, 0.17),
            (),
            fill="petal",
            stroke="ink",
            pen=LINE,
        ),
        curve(
            (-0.24, -0.22),
            (-0.24, -0.28, -0.21, -0.32, -0.16, -0.33),
            stroke="petal light",
            pen=0.06,
        ),
    )


def crow() -> tuple[Node, ...]:
    """A crow on its feet, looking west."""
    return (
        lines(
            [((-0.04, 0.22), (-0.07, 0.41)), ((0.08, 0.22), (0.07, 0.41))], stroke="ink", pen=0.045
        ),
        lines(
            [((-0.16, 0.42), (-0.02, 0.41)), ((-0.02, 0.42), (0.13, 0.41))], stroke="ink", pen=0.045
        ),
        polygon(
            (-0.46, -0.13), (-0.27, -0.25), (-0.26, -0.12), fill="beak", stroke="ink", pen=LINE
        ),
        curve(
            (-0.29, -0.22),
            (-0.27, -0.38, -0.05, -0.4, 0.0, -0.24),
            (0.03, -0.14, 0.18, -0.1, 0.28, 0.02),
            (0.46, 0.26),
            (0.27, 0.2),
            (0.2, 0.3, 0.02, 0.33, -0.1, 0.26),
            (-0.24, 0.18, -0.26, 0.02, -0.27, -0.12),
            (),
            fill="crow",
            stroke="ink",
            pen=LINE,
        ),
        curve(
            (-0.1, -0.02),
            (0.0, 0.14, 0.12, 0.16, 0.26, 0.13),
            stroke="wing",
            pen=0.035,
        ),
        circle(-0.16, -0.23, 0.04, fill="eye"),
    )


def rock() -> tuple[Node, ...]:
    """A boulder with facets."""
    return (
        polygon(
            (-0.4, 0.25),
            (-0.35, -0.05),
            (-0.12, -0.32),
            (0.17, -0.3),
            (0.37, -0.03),
            (0.42, 0.25),
            (0.16, 0.36),
            (-0.22, 0.35),
            fill="rock",
            stroke="ink",
            pen=LINE,
        ),
        polygon((-0.12, -0.32), (0.17, -0.3), (0.06, -0.06), (-0.17, -0.04), fill="rock light"),
        polygon(
            (0.17, -0.3), (0.37, -0.03), (0.42, 0.25), (0.16, 0.36), (0.06, -0.06), fill="rock dark"
        ),
        line((-0.35, -0.05), (-0.17, -0.04), (0.06, -0.06), (0.16, 0.36), stroke="ink", pen=0.02),
        line((-0.12, -0.32), (-0.17, -0.04), (-0.22, 0.35), stroke="ink", pen=0.02),
        line((0.17, -0.3), (0.06, -0.06), stroke="ink", pen=0.02),
    )


def cube(colour: Cube) -> tuple[Node, ...]:
    """A cube with the first letter of its colour."""
    name = str(colour)
    letter = (
        [
            line((-0.15, 0.24), (-0.15, -0.04), stroke="paper", pen=0.06),
            curve(
                (-0.15, -0.04),
                (0.05, -0.08, 0.05, 0.12, -0.1, 0.1),
                (0.03, 0.24),
                stroke="paper",
                pen=0.06,
            ),
        ]
        if colour is Cube.RED
        else [
            line((-0.19, -0.05), (-0.08, 0.1), (0.03, -0.05), stroke="ink", pen=0.06),
            line((-0.08, 0.1), (-0.08, 0.25), stroke="ink", pen=0.06),
        ]
    )
    return (
        polygon(
            (-0.36, -0.18),
            (-0.2, -0.36),
            (0.36, -0.36),
            (0.2, -0.18),
            fill=f"{name} light",
            stroke="ink",
            pen=LINE,
        ),
        polygon(
            (0.2, -0.18),
            (0.36, -0.36),
            (0.36, 0.2),
            (0.2, 0.38),
            fill=f"{name} dark",
            stroke="ink",
            pen=LINE,
        ),
        rectangle(-0.36, -0.18, 0.56, 0.56, fill=name, stroke="ink", pen=LINE),
        *letter,
    )


def door(blocked: bool) -> tuple[Node, ...]:
    """A door tile seen from inside its card, the way out to the north: posts and planks.

    A blocked door has a trunk across it.
    """
    parts: list[Node] = [
        rectangle(-0.5, -0.5, 1, 1, fill="plank"),
        *(
            ellipse(x, y, 0.12, 0.075, fill="flagstone", stroke="seam", pen=0.025)
            for x, y in ((-0.13, -0.33), (0.13, -0.2), (-0.12, -0.02), (0.13, 0.14), (-0.1, 0.31))
        ),
        rounded(INSIDE, INSIDE, 0.17, 1 - LINE, 0.05, fill="post", stroke="ink", pen=LINE),
        rounded(-INSIDE - 0.17, INSIDE, 0.17, 1 - LINE, 0.05, fill="post", stroke="ink", pen=LINE),
    ]
    if blocked:
        parts += trunk()
    return tuple(parts)


def trunk() -> tuple[Node, ...]:
    """A felled trunk, lying from west to east."""
    return (
        rounded(-0.46, -0.19, 0.86, 0.38, 0.08, fill="bark", stroke="ink", pen=LINE),
        lines(
            [
                ((-0.36, -0.08), (-0.05, -0.08)),
                ((-0.2, 0.08), (0.1, 0.08)),
                ((0.04, -0.06), (0.14, -0.06)),
            ],
            stroke="ink",
            pen=0.025,
        ),
        ellipse(0.35, 0, 0.11, 0.19, fill="wood", stroke="ink", pen=LINE),
        ellipse(0.35, 0, 0.05, 0.1, stroke="seam", pen=0.02),
    )


def edge_door(blocked: bool) -> tuple[Node, ...]:
    """A door in the northern edge of a tile: an opening between posts, with a trunk if blocked."""
    parts: list[Node] = [
        rectangle(-0.5, -0.5, 1, 0.13, fill="plank"),
        lines([((x, -0.48), (x, -0.38)) for x in (-0.15, 0, 0.15)], stroke="seam", pen=0.025),
        rounded(INSIDE, INSIDE, 0.18, 0.18, 0.04, fill="post", stroke="ink", pen=LINE),
        rounded(-INSIDE - 0.18, INSIDE, 0.18, 0.18, 0.04, fill="post", stroke="ink", pen=LINE),
    ]
    if blocked:
        parts += [
            rounded(-0.38, INSIDE, 0.72, 0.2, 0.05, fill="bark", stroke="ink", pen=LINE),
            line((-0.28, -0.41), (0.05, -0.41), stroke="ink", pen=0.02),
            ellipse(0.31, INSIDE + 0.1, 0.06, 0.1, fill="wood", stroke="ink", pen=LINE),
        ]
    return tuple(parts)


def cottage() -> tuple[Node, ...]:
    """Grandma's cottage."""
    return (
        rectangle(0.14, -0.4, 0.1, 0.25, fill="chimney", stroke="ink", pen=0.02),
        rectangle(-0.3, -0.08, 0.6, 0.46, fill="house", stroke="ink", pen=0.02),
        polygon((-0.42, -0.04), (0, -0.44), (0.42, -0.04), fill="roof", stroke="ink", pen=0.02),
        rounded(-0.08, 0.1, 0.17, 0.28, 0.05, fill="post", stroke="ink", pen=0.02),
        circle(0.05, 0.25, 0.014, fill="beak"),
        rectangle(-0.24, 0.03, 0.12, 0.12, fill="paper", stroke="ink", pen=0.015),
        rectangle(0.14, 0.03, 0.12, 0.12, fill="paper", stroke="ink", pen=0.015),
        lines(
            [
                ((-0.18, 0.03), (-0.18, 0.15)),
                ((-0.24, 0.09), (-0.12, 0.09)),
                ((0.2, 0.03), (0.2, 0.15)),
                ((0.14, 0.09), (0.26, 0.09)),
            ],
            stroke="ink",
            pen=0.012,
        ),
    )


ITEMS = {
    MUSHROOM: mushroom,
    SPECIAL_MUSHROOM: special_mushroom,
    HEART: heart,
    CROW: crow,
    ROCK: rock,
}
"""The glyph of each kind of tile that holds something."""
