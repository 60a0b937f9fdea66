"""A plain chart of what runs cost by their size, on a logarithmic scale, as SVG."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 560, 360
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 20, 50
BLUE = "#06c"


class Run(NamedTuple):
    """One run: its size, its seconds of processor time, and whether it came to its end."""

    size: int
    seconds: float
    ended: bool


class _Scale(NamedTuple):
    """Where sizes and seconds lie on the chart; ``low``, ``high``: powers of ten."""

    smallest: int
    largest: int
    low: int
    high: int

    def across(self, size: int) -> float:
        share = (size - self.smallest + 1) / (self.largest - self.smallest + 2)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def down(self, seconds: float) -> float:
        share = (math.log10(seconds) - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def cost_chart(runs: Sequence[Run]) -> str:
    """Draw each run as a dot, or as a ring if it was broken off; join the medians by a line.

    A line to a median that is a ring is dashed: the true one lies above it.
    """
    sizes = sorted({run.size for run in runs})
    low = math.floor(math.log10(min(run.seconds for run in runs)))
    high = math.ceil(math.log10(max(run.seconds for run in runs)))
    scale = _Scale(sizes[0], sizes[-1], low, max(high, low + 1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        "<title>Processor time of the exact search by number of cards</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        *_axes(scale, sizes),
        *_line(scale, [_median([run for run in runs if run.size == size]) for size in sizes]),
        *(_dot(scale, run) for run in runs),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _axes(scale: _Scale, sizes: Sequence[int]) -> list[str]:
    parts = []
    for power in range(scale.low, scale.high + 1):
        y = scale.down(10.0**power)
        parts += [
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ccc"/>',
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>',
        ]
    for size in sizes:
        place = f'x="{scale.across(size):.1f}" y="{HEIGHT - BOTTOM + 18}"'
        parts.append(f'<text {place} text-anchor="middle">{size}</text>')
    centre, middle = (LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2
    return [
        *parts,
        f'<text x="{centre}" y="{HEIGHT - 10}" text-anchor="middle">'
        "cards (dot: proven, ring: broken off, line: median)</text>",
        f'<text x="16" y="{middle}" text-anchor="middle" transform="rotate(-90 16 {middle})">'
        "seconds of the processor</text>",
    ]


def _median(runs: Sequence[Run]) -> Run:
    """The middle run; those that were broken off would take longer than the others."""
    return sorted(runs, key=lambda run: (not run.ended, run.seconds))[(len(runs) - 1) // 2]


def _line(scale: _Scale, medians: Sequence[Run]) -> list[str]:
    parts = []
    for one, other in itertools.pairwise(medians):
        dashes = "" if other.ended else ' stroke-dasharray="5 4"'
        parts.append(
            f'<line x1="{scale.across(one.size):.1f}" y1="{scale.down(one.seconds):.1f}" '
            f'x2="{scale.across(other.size):.1f}" y2="{scale.down(other.seconds):.1f}" '
            f'stroke="{BLUE}"{dashes}/>'
        )
    return parts


def _dot(scale: _Scale, run: Run) -> str:
    return (
        f'<circle cx="{scale.across(run.size):.1f}" cy="{scale.down(run.seconds):.1f}" r="4" '
        f'fill="{BLUE if run.ended else "white"}" stroke="{BLUE}"/>'
    )
