"""The tracking card: lives, crow marker and points; on its back the steps of a turn.

It is designed for a card of 63 x 88 mm and scales with the card.
"""

from __future__ import annotations

from bolets_solver.bolets.cards.board import Cube
from bolets_solver.bolets.play.tracking import (
    COSTLY_CROWS,
    FATAL_CROWS,
    MOST_LIVES,
    POINTS_PER_RED,
    RED_CUBES,
    Start,
)
from bolets_solver.bolets.play.verdict import TIERS
from bolets_solver.draw.map import tile_symbols as glyphs
from bolets_solver.draw.paper.card_faces import with_bleed
from bolets_solver.draw.paper.page import Size
from bolets_solver.draw.picture.fonts import wrap
from bolets_solver.draw.picture.shapes import (
    Group,
    Label,
    Node,
    circle,
    group,
    line,
    moved,
    rectangles,
    rounded,
    scaled,
    turned,
)

DESIGN = Size(63.0, 88.0)
LEFT = 3.5
CELL = 7.0
COLUMNS = 8
POINT_ROWS = 5
TURN = (
    """Place
    Place the wall card with a door on the last card. Rocks, cubes and your path stay visible.""",
    """Trace
    Go straight on. Turn only where a wall, a door or a rock stops you, or into a door of the wall
    card beside you.""",
    """Enter
    The trace ends in a door of the wall card. A blocked door opens for 2 mushrooms of this
    trace.""",
    """Update
    Set lives, visible crows (not of the wall card), points. Crow 3 and crow 4 cost a life each,
    crow 5 the game. Each 4 points: a red cube.""",
)
ANY_TIME = (
    "While tracing: you may lay cubes as rocks, or on crows. A life buys a yellow "
    "cube, twice a game."
)


def tracking_front(size: Size, bleed: float) -> list[Node]:
    """Draw the tracks; the starting places of the white cubes are ringed."""
    start = Start()
    nodes: list[Node] = [
        *_heading("Lives", 8.0, glyphs.heart_shape()),
        *(
            _cell(LEFT + CELL * n, 9.5, str(n), ring=n == start.lives)
            for n in range(MOST_LIVES + 1)
        ),
        _under(LEFT, 18.6, "lost"),
        *_heading("Crow marker", 25.5, glyphs.crow()),
        *(
            _cell(LEFT + CELL * n, 27, str(n), ring=n == start.crows)
            for n in range(FATAL_CROWS + 1)
        ),
        *(_life_lost(LEFT + CELL * n, 36.1) for n in COSTLY_CROWS),
        _under(LEFT + CELL * FATAL_CROWS, 36.1, "lost"),
        *_heading("Points", 43.5, glyphs.mushroom()),
    ]
    for points in range(COLUMNS * POINT_ROWS):
        x, y = LEFT + CELL * (points % COLUMNS), 45.0 + CELL * (points // COLUMNS)
        nodes.append(_cell(x, y, str(points), ring=points == start.points, fill=_tone(points)))
        if points and points % POINTS_PER_RED == 0 and points // POINTS_PER_RED <= RED_CUBES:
            nodes.append(_icon(x + CELL - 1.3, y + 1.3, 2.1, glyphs.cube(Cube.RED)))
    nodes.append(
        Label(
            LEFT, 84.2, "Reach or pass a cube: take a red one. Past 39: start again.", 1.75, "quiet"
        )
    )
    return _fitted(size, bleed, nodes)


def tracking_back(size: Size, bleed: float) -> list[Node]:
    """Write the steps of a turn."""
    nodes: list[Node] = [
        Label(LEFT, 7.6, "A turn", 4.6, "wall text", bold=True),
        line((LEFT, 9.6), (63 - LEFT, 9.6), stroke="path", pen=0.5),
    ]
    y = 14.5
    for number, step in enumerate(TURN, start=1):
        word, _, text = step.partition("\n")
        nodes += [
            circle(LEFT + 2.2, y - 0.9, 2.3, fill="path"),
            Label(LEFT + 2.2, y + 0.15, str(number), 2.9, "casing", "middle", bold=True),
            Label(LEFT + 6, y, word, 3.1, bold=True),
        ]
        y += 3.5
        for part in wrap(text, 2.3, 50.0):
            nodes.append(Label(LEFT + 6, y, part, 2.3))
            y += 3.0
        y += 2.3
    for part in wrap(ANY_TIME, 2.3, 56.0):
        nodes.append(Label(LEFT, y, part, 2.3, "quiet"))
        y += 3.0
    return _fitted(size, bleed, nodes)


def _fitted(size: Size, bleed: float, nodes: list[Node]) -> list[Node]:
    """Scale the design to the card's size, centred, on a floor with bleed."""
    factor = fit(size)
    middle = moved(size.width / 2, size.height / 2)
    if size.width > size.height:
        middle = middle.after(turned(90))
    at = middle.after(scaled(factor)).after(moved(-DESIGN.width / 2, -DESIGN.height / 2))
    return [
        rectangles([with_bleed(size, bleed)], fill="floor", kind="bleed"),
        Group(tuple(nodes), at, "tracking"),
    ]


def fit(size: Size) -> float:
    """Return the scale of the tracking card on a card of this size."""
    short, long = sorted(size)
    return min(short / DESIGN.width, long / DESIGN.height)


def _tone(points: int) -> str:
    """Return the tone of a point's cell: darker with each tier of the final score."""
    tier = sum(points >= least for least, _ in TIERS)
    return f"tier {tier}"


def _heading(text: str, y: float, icon: tuple[Node, ...]) -> list[Node]:
    return [_icon(LEFT + 2, y - 1.3, 4.4, icon), Label(LEFT + 5.4, y, text, 3.4, bold=True)]


def _cell(x: float, y: float, text: str, ring: bool, fill: str = "paper") -> Node:
    parts: list[Node] = [
        rounded(x + 0.2, y + 0.2, CELL - 0.4, CELL - 0.4, 0.9, fill=fill, stroke="ink", pen=0.2),
        Label(x + CELL / 2, y + 4.6, text, 3.0, "ink", "middle"),
    ]
    if ring:
        parts.append(rounded(x + 0.8, y + 0.8, CELL - 1.6, CELL - 1.6, 0.7, stroke="path", pen=0.5))
    return group(*parts)


def _icon(x: float, y: float, size: float, icon: tuple[Node, ...]) -> Node:
    return group(*icon, at=moved(x, y).after(scaled(size)))


def _under(x: float, y: float, text: str) -> Node:
    return Label(x + CELL / 2, y, text, 2.3, "ink", "middle", bold=True)


def _life_lost(x: float, y: float) -> Node:
    return group(
        Label(x + 3.5, y, "\N{MINUS SIGN}1", 2.3, "ink", "end", bold=True),
        _icon(x + 5.0, y - 0.45, 2.5, glyphs.heart_shape()),
    )
