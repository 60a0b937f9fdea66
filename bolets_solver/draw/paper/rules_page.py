"""The rules on one page, in this project's words, with paper cubes to cut out."""

from __future__ import annotations

from bolets_solver.bolets.cards.board import Cube
from bolets_solver.bolets.cards.face import Border
from bolets_solver.bolets.cards.tile_kinds import LYING
from bolets_solver.bolets.play.tracking import RED_CUBES, YELLOW_CUBES
from bolets_solver.bolets.play.verdict import TIERS
from bolets_solver.draw.map import tile_symbols as glyphs
from bolets_solver.draw.map.map_picture import frame_of, map_nodes
from bolets_solver.draw.paper.example_game import CAPTION, example
from bolets_solver.draw.paper.page import Size
from bolets_solver.draw.picture.fonts import shortened, text_width, wrap
from bolets_solver.draw.picture.shapes import (
    Label,
    Node,
    circle,
    group,
    line,
    moved,
    rectangle,
    scaled,
)

EDGE = 15.0
"""White around the text."""
GUTTER = 9.0
TEXT = 2.95
LEADING = 4.15
PICTURE = 34.0
"""Height of the example."""
TOKEN = 9.0
"""Side of a paper cube."""
MARKERS = 3

_LEFT = """
# What it is about
You walk through the wood, card by card, to the cottage and collect mushrooms. Each new card lies on
the old ones and adds new walls. Reach the cottage alive with as many points as you can.

# Before you begin
Shuffle the numbered cards, each with either side up, and put the cottage at the bottom. The top
card begins the map. Choose any of its doors as your entrance, even a blocked one. Set the three
white cubes of the tracking card to 3 lives, 0 crows, 0 points. Put the 6 red and 2 yellow cubes
beside it.

# 1  Place a card
Take the next card, the wall card. Rotate it as you like, but do not turn it over. At least one of
its doors must lie on the last card. It may cover anything on any card, except rocks, cubes and your
path.

# 2  Trace your way
Begin where you entered the last card and go straight ahead on it. You may turn left or right only
where a wall, a door, a rock or a cube is right ahead. Never turn back, never walk a tile twice,
never leave the last card. You may always turn into a door of the wall card beside you.

# 3  Enter
The trace ends when you enter a door of the wall card. Its doors may also stop you like walls. You
can enter a blocked door only if you collected 2 mushrooms on this trace.

# 4  Update
Update the tracking card: visible crows, lives, points, new red cubes, in this order. The card you
entered is now the last card, and the next turn begins there.
"""

_RIGHT = """
# Visible crows
Count the crows on all cards except the one you just entered. Covered and defeated crows do not
count. Move the crow marker to that number. It costs a life when the marker rises to 3, and a life
when it rises to 4: from 2 to 4 costs two. At 5 you lose.

# Cubes
At the update take a red cube for every 4 points reached in all, 6 in the whole game. At any moment
you may pay a life for a yellow cube, twice in the game. While you trace, you may lay cubes from
your hand on visible tiles, but not on walls, doors, rocks or your path. A cube is a rock and stays.
What lies under a cube is not collected; a crow under a cube is covered.

# The end
Without a life the game is lost at once. In the cottage you make a last update. With a life left and
at most 4 visible crows you win. Your points give the tier:
"""

_LAST = """
Easy: use only sides with one rock. Difficult: no yellow cubes. Or play the same order again and try
to score more.
"""


def _points(count: int) -> str:
    return "point" if count == 1 else "points"


_LEGEND = (
    *(
        (glyphs.ITEMS[kind.letter](), f"a {kind.name}: {kind.points} {_points(kind.points)}")
        for kind in LYING
        if kind.points
    ),
    (glyphs.heart(), "a heart: 1 more life, up to 5"),
    (glyphs.crow(), "a crow: walking over it costs 1 life and defeats it"),
    (glyphs.rock(), "a rock: it stops you; no card may cover it"),
    (glyphs.door(False), "a door"),
    (glyphs.door(True), "a blocked door"),
)


class _Column:
    """A column of text that grows downwards."""

    def __init__(self, x: float, y: float, width: float):
        self.x, self.y, self.width = x, y, width
        self.nodes: list[Node] = []

    def head(self, text: str) -> None:
        self.y += 6.2
        self.nodes.append(Label(self.x, self.y, text, 3.8, "wall text", bold=True))
        self.y += 0.9

    def sections(self, text: str) -> None:
        """Write sections, each begun by a line with its title."""
        for section in text.split("# ")[1:]:
            title, _, body = section.partition("\n")
            self.head(title)
            self.text(body)

    def text(self, text: str, indent: float = 0.0, bold: bool = False) -> None:
        for part in wrap(text, TEXT, self.width - indent, bold):
            self.y += LEADING
            self.nodes.append(Label(self.x + indent, self.y, part, TEXT, bold=bold))

    def picture(self, icon: tuple[Node, ...], text: str) -> None:
        size, indent = 6.0, 9.0
        lines = wrap(text, TEXT, self.width - indent)
        height = max(size + 1.2, LEADING * len(lines) + 1.2)
        at = moved(self.x + size / 2, self.y + height / 2 + 0.6).after(scaled(size))
        self.nodes.append(group(*icon, at=at))
        base = self.y + height / 2 + 1.7 - LEADING * (len(lines) - 1) / 2
        for number, part in enumerate(lines):
            self.nodes.append(Label(self.x + indent, base + number * LEADING, part, TEXT))
        self.y += height


def rules_page(paper: Size, title: str, border: Border) -> tuple[list[Node], float]:
    """Write the page; return it and the y of its end."""
    width = (paper.width - 2 * EDGE - GUTTER) / 2
    left = _Column(EDGE, 24.5, width)
    right = _Column(EDGE + width + GUTTER, 24.5, width)
    left.sections(_LEFT)
    right.head("On the way")
    for icon, text in _LEGEND:
        right.picture(icon, text)
    right.sections(_RIGHT)
    _tiers(right)
    right.y += 1.5
    right.text(_LAST)
    picture, bottom = _example(border, max(left.y, right.y) + 3, paper)
    tokens, end = _tokens(bottom + 8)
    head = Label(EDGE, 19, "How to play", 7.5, bold=True)
    room = paper.width - 2 * EDGE - text_width(head.text, head.size, bold=True) - GUTTER
    nodes: list[Node] = [
        head,
        Label(paper.width - EDGE, 19, shortened(title, 4.2, room), 4.2, "quiet", "end"),
        line((EDGE, 24), (paper.width - EDGE, 24), stroke="path", pen=0.6),
        *left.nodes,
        *right.nodes,
        *picture,
        *tokens,
    ]
    return nodes, end


def _tiers(column: _Column) -> None:
    least_above: int | None = None
    rows = []
    for least, words in TIERS:
        points = f"{least}+" if least_above is None else f"{least}\N{EN DASH}{least_above - 1}"
        rows.append((points, words))
        least_above = least
    for points, words in reversed(rows):
        column.y += LEADING
        column.nodes += [
            Label(column.x + 10, column.y, points, TEXT, anchor="end", bold=True),
            Label(column.x + 12, column.y, words, TEXT),
        ]


def _example(border: Border, top: float, paper: Size) -> tuple[list[Node], float]:
    """Draw a turn, and explain it beside the picture."""
    game = example(border)
    board = game.judge().board
    frame = frame_of(board)
    tile = PICTURE / frame.height
    at = moved(EDGE + tile * (1 - frame.left), top - tile * frame.top).after(scaled(tile))
    x = EDGE + tile * (frame.width + 2.5)
    column = _Column(x, top, paper.width - EDGE - x)
    column.sections(f"# An example{CAPTION}")
    return [group(*map_nodes(board, game.entrance), at=at), *column.nodes], max(
        top + PICTURE, column.y
    )


def _tokens(top: float) -> tuple[list[Node], float]:
    """Draw cubes of paper."""
    kinds = [*[Cube.RED] * RED_CUBES, *[Cube.YELLOW] * YELLOW_CUBES, *[None] * MARKERS]
    nodes: list[Node] = [
        Label(EDGE, top, "No cubes? Cut these out.", TEXT, "quiet"),
    ]
    y = top + 2.5
    for number, kind in enumerate(kinds):
        x = EDGE + number * (TOKEN + 2.5)
        nodes.append(
            rectangle(x, y, TOKEN, TOKEN, stroke="quiet", pen=0.15, dash=(1.0, 0.8), square=True)
        )
        at = moved(x + TOKEN / 2, y + TOKEN / 2)
        if kind is None:
            nodes.append(circle(x + TOKEN / 2, y + TOKEN / 2, 2.6, stroke="ink", pen=0.5))
        else:
            nodes.append(group(*glyphs.cube(kind), at=at.after(scaled(TOKEN * 0.9))))
    return nodes, y + TOKEN
