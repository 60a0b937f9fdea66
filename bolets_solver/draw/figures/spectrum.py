"""The score spectrum of an order: proven results above, simulated ones below.

Marks differ in shape, not only in colour: a filled square can be won, a cross cannot, a question
mark is unknown. The random player's bars are outlined, the greedy player's filled. A line with a
foot and a head is an error bar. Units are pixels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bolets_solver.draw.picture.shapes import (
    Label,
    Node,
    Shape,
    circle,
    group,
    line,
    lines,
    polygon,
    rectangle,
)
from bolets_solver.draw.picture.svg import Svg, to_svg

COLUMN = 28.0
LEFT = 66.0
RIGHT = 24.0
TOP = 78.0
BARS = 190.0
"""Height of the tallest bar with its error bar."""
GAP = 74.0
LEGEND = 18.0
"""Height of a line of the legend."""
NARROWEST = 520.0
"""Least width: the legend and most titles need it."""
LETTER = 10.5
"""Upper estimate of the mean width of a letter in the title."""
STEPS = (0.5, 0.25, 0.2, 0.1, 0.05, 0.02, 0.01)
"""Distances between two lines of the axis, as shares."""
WORDS = {"yes": "can be won", "no": "cannot be won", "unknown": "unknown"}


@dataclass(frozen=True)
class Shares:
    """The games of one simulated player: share and ends of its error bar, by score."""

    name: str
    games: int
    points: Mapping[int, tuple[float, float, float]]


def spectrum_svg(
    title: str,
    possible: Mapping[int, str],
    optimum: int | None,
    players: Sequence[Shares],
    mine: Collection[int] = (),
) -> Svg:
    """Return the picture; ``possible``: "yes", "no" or "unknown" for each score.

    ``optimum``: the score marked with a ring; None: not proven. ``mine``: scores of the user's
    games, marked with a triangle.
    """
    scores = range(min(possible), max(possible) + 1) if possible else range(0)
    width = max(LEFT + COLUMN * len(scores) + RIGHT, NARROWEST, 24 + LETTER * len(title))
    floor = TOP + GAP + BARS
    chart = _Chart(scores, floor, _tallest(players))
    nodes = [
        Label(12, 24, title, 15, bold=True),
        *chart.proven(possible, optimum),
        *chart.mine(mine),
        *chart.axes(),
        *(node for which, player in enumerate(players) for node in chart.bars(player, which)),
        *_legend(floor + 52, players, bool(mine)),
    ]
    height = floor + 52 + LEGEND * (2 + len(players))
    return to_svg(
        tuple(nodes),
        width,
        height,
        title=title,
        description=_description(possible, optimum, players),
    )


def _tallest(players: Sequence[Shares]) -> float:
    return max((share[2] for p in players for share in p.points.values()), default=1.0)


def _description(
    possible: Mapping[int, str], optimum: int | None, players: Sequence[Shares]
) -> str:
    """Describe the picture in words."""
    counts = {word: sum(value == word for value in possible.values()) for word in WORDS}
    counted = ", ".join(f"{count} {WORDS[word]}" for word, count in counts.items())
    best = "" if optimum is None else f"; the optimum is {optimum}"
    games = "; ".join(f"{player.name} player, {player.games} games" for player in players)
    simulated = f" Simulated: {games}." if games else ""
    return f"Final scores, proven: {counted}{best}.{simulated}"


@dataclass(frozen=True)
class _Chart:
    """The positions of scores and shares; ``tallest`` is the share at the top."""

    scores: Sequence[int]
    floor: float
    tallest: float

    def middle(self, points: int) -> float:
        """Return the middle of a score's column."""
        return LEFT + COLUMN * (points - self.scores[0] + 0.5)

    def height(self, share: float) -> float:
        """Return the y of a share."""
        return self.floor - BARS * share / self.tallest

    @property
    def right(self) -> float:
        """The end of the last column."""
        return LEFT + COLUMN * len(self.scores)

    def proven(self, possible: Mapping[int, str], optimum: int | None) -> Iterator[Node]:
        """Draw what is proven about each score."""
        yield Label(12, TOP - 24, "Proven: which scores can be won", 12, bold=True)
        for points in self.scores:
            x = self.middle(points)
            word = possible.get(points, "unknown")
            yield group(_mark(x, TOP, word), kind=word, title=f"{points} points: {WORDS[word]}")
            yield Label(x, TOP + 28, str(points), 11, anchor="middle")
        if optimum is not None and optimum in possible:
            yield circle(self.middle(optimum), TOP, 12, stroke="ink", pen=1.2, kind="optimum")

    def mine(self, scores: Collection[int]) -> Iterator[Node]:
        """Mark the scores of the user's games."""
        for points in sorted(set(scores)):
            if points in self.scores:
                mark = _own_mark(self.middle(points), TOP + 40)
                yield group(mark, kind="mine", title=f"{points} points: one of your games")

    def axes(self) -> Iterator[Node]:
        """Draw the axes of the simulation, with lines at round shares."""
        top = self.height(self.tallest)
        yield Label(12, top - 16, "Simulated, not proven: share of all games", 12, bold=True)
        for share in _ticks(self.tallest):
            y = self.height(share)
            yield line((LEFT, y), (self.right, y), stroke="faint", pen=1.0)
            yield Label(LEFT - 8, y + 4, f"{100 * share:g} %", 11, anchor="end", kind="tick")
        yield lines(
            [((LEFT, top), (LEFT, self.floor)), ((LEFT, self.floor), (self.right, self.floor))],
            stroke="ink",
            pen=1.0,
        )
        for points in self.scores:
            yield Label(self.middle(points), self.floor + 16, str(points), 11, anchor="middle")
        yield Label(LEFT, self.floor + 34, "final score (points)", 11)

    def bars(self, player: Shares, which: int) -> Iterator[Node]:
        """Draw a player's bars with their error bars."""
        for points, (share, low, high) in sorted(player.points.items()):
            if points not in self.scores:
                continue
            left = self.middle(points) - 11 + 12 * which
            x, top, bottom = left + 5, self.height(high), self.height(low)
            counted = f"{player.name}: {points} points in {100 * share:.1f} %"
            yield group(
                _bar(left, self.height(share), self.floor, which),
                lines(
                    [((x, bottom), (x, top)), *(((x - 2, y), (x + 2, y)) for y in (top, bottom))],
                    stroke="ink",
                    pen=1.0,
                ),
                kind=f"bar {player.name}",
                title=f"{counted} ({100 * low:.1f} to {100 * high:.1f} %)",
            )


def _ticks(tallest: float) -> Iterator[float]:
    """Yield round shares up to the tallest."""
    step = next((step for step in STEPS if 2 * step <= tallest), tallest)
    for number in range(int(tallest / step + 1e-9) + 1):
        yield step * number


def _bar(left: float, top: float, bottom: float, which: int) -> Shape:
    """Draw a bar: the first player's outlined, the second's filled."""
    if which == 0:
        return rectangle(left, top, 10, bottom - top, fill="paper", stroke="ink", pen=1.0)
    return rectangle(left, top, 10, bottom - top, fill="cap")


def _mark(x: float, y: float, possible: str) -> Node:
    if possible == "yes":
        return rectangle(x - 6, y - 6, 12, 12, fill="special")
    if possible == "no":
        ends = [((x - 6, y - 6), (x + 6, y + 6)), ((x - 6, y + 6), (x + 6, y - 6))]
        return lines(ends, stroke="ink", pen=1.6)
    return Label(x, y + 6, "?", 16, anchor="middle")


def _legend(y: float, players: Sequence[Shares], mine: bool) -> Iterator[Node]:
    """Explain every mark, line by line."""
    x = LEFT + 8
    for word, counted in WORDS.items():
        yield _mark(x, y + LEGEND / 2, word)
        yield Label(x + 14, y + LEGEND / 2 + 4, counted, 11)
        x += 46 + 6.4 * len(counted)
    yield circle(x, y + LEGEND / 2, 8, stroke="ink", pen=1.2)
    yield Label(x + 14, y + LEGEND / 2 + 4, "optimum", 11)
    for which, player in enumerate(players):
        line_y = y + LEGEND * (1 + which)
        yield _bar(LEFT + 3, line_y + 3, line_y + 15, which)
        yield Label(LEFT + 22, line_y + 13, f"{player.name} player, {player.games} games", 11)
    if players:
        line_y = y + LEGEND
        yield line((LEFT + 212, line_y + 3), (LEFT + 212, line_y + 15), stroke="ink", pen=1.0)
        yield Label(LEFT + 222, line_y + 13, "95 % error bar", 11)
    if mine:
        line_y = y + LEGEND
        yield _own_mark(LEFT + 336, line_y + 9)
        yield Label(LEFT + 348, line_y + 13, "your games", 11)


def _own_mark(x: float, y: float) -> Shape:
    """Draw a triangle that points up at a score."""
    return polygon((x, y - 6), (x + 6, y + 5), (x - 6, y + 5), fill="path", stroke="ink", pen=1.0)
