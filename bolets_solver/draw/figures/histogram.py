"""A histogram of the best scores of deals, with tiers; units are pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bolets_solver.bolets.play.verdict import tier
from bolets_solver.draw.picture.shapes import Label, Node, group, line, rectangle
from bolets_solver.draw.picture.svg import Svg, to_svg

COLUMN = 22.0
LEFT = 24.0
RIGHT = 24.0
TOP = 52.0
BARS = 200.0
FOOT = 76.0
NARROWEST = 480.0


def histogram_svg(title: str, deals: Mapping[int, int], impossible: int) -> Svg:
    """Return the picture; ``deals``: the number of deals by best score.

    ``impossible``: the number of deals that cannot be won.
    """
    width = max(LEFT + COLUMN * len(deals) + RIGHT, NARROWEST)
    total = sum(deals.values()) + impossible
    heading = f"{title}: the best score of {total:,} deals".replace(",", "\u202f")
    nodes: list[Node] = [
        Label(12, 24, heading, 15, bold=True),
        *_bars(deals),
        *_tiers(deals),
        Label(12, TOP + BARS + 66, f"{impossible} deals cannot be won", 12),
    ]
    most = max(deals, key=lambda points: deals[points], default=0)
    description = f"The most frequent best score is {most}; {impossible} deals cannot be won."
    return to_svg(tuple(nodes), width, TOP + BARS + FOOT, title=heading, description=description)


def _bars(deals: Mapping[int, int]) -> Iterator[Node]:
    floor, tallest = TOP + BARS, max(deals.values(), default=1)
    for column, (points, count) in enumerate(sorted(deals.items())):
        x = LEFT + COLUMN * column
        height = BARS * count / tallest
        if count:
            bar = rectangle(x + 2, floor - height, COLUMN - 4, height, fill="special")
            yield group(bar, kind="bar", title=f"{points} points: {count} deals")
        yield Label(x + COLUMN / 2, floor + 16, str(points), 11, anchor="middle")
    right = LEFT + COLUMN * len(deals)
    yield line((LEFT, floor), (right, floor), stroke="ink", pen=1.0)


def _tiers(deals: Mapping[int, int]) -> Iterator[Node]:
    """Yield a line under the scores of each tier, with its number."""
    scores = sorted(deals)
    at = TOP + BARS + 26
    for wanted in sorted({tier(points) for points in scores}):
        columns = [column for column, points in enumerate(scores) if tier(points) == wanted]
        begin, end = LEFT + COLUMN * columns[0] + 2, LEFT + COLUMN * (columns[-1] + 1) - 2
        yield line((begin, at), (end, at), stroke="ink", pen=1.0)
        yield Label((begin + end) / 2, at + 16, f"tier {wanted}", 11, anchor="middle")
