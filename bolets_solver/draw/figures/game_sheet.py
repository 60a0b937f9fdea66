"""A whole game on one sheet: the map, and for each card a panel with what was gathered on it.

A panel shows the traced card, the wall card on it, and the trace. Below are what was gathered and
the tracking card after the update.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import NamedTuple

from bolets_solver.bolets.cards.board import Board, Cube
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.play.tokens import Enter
from bolets_solver.bolets.play.verdict import Tally, Verdict
from bolets_solver.draw.map import tile_symbols as glyphs
from bolets_solver.draw.map.game_stages import DrawnGame
from bolets_solver.draw.map.map_picture import (
    UNMARKED,
    Frame,
    Marked,
    coordinates,
    frame_of,
    map_nodes,
)
from bolets_solver.draw.picture.fonts import text_width
from bolets_solver.draw.picture.shapes import Label, Node, group, line, moved, rounded, scaled

PANEL = 1.0
"""Size of a tile in a panel; in the map it is 1, or larger if there is room."""
GAP = 0.5
PADDING = 0.35
TITLE = 0.9
"""Height of a panel's title."""
HEADING = 0.75
"""Font size of a sheet's title."""
SMALL = 0.42
"""Font size of the lines below the title."""
TABLE = 2.35
"""Height of a panel's tally."""
NARROWEST = 9.0
"""Least width of a panel, for its tally."""
ASPECT = 1.4
"""Preferred ratio of width to height of a sheet."""
LARGEST = 1.5
"""Largest scale of a map if there is room."""


@dataclass(frozen=True)
class Block:
    """A part of a sheet with its size."""

    nodes: tuple[Node, ...]
    width: float
    height: float


def map_block(board: Board, entrance: Heading | None, marked: Marked = UNMARKED) -> Block:
    """Draw a map with coordinates and one more tile around it."""
    inner = frame_of(board)
    if marked.wrong is not None:
        inner = _including(inner, marked.wrong)
    outer = inner.around()
    nodes = (*coordinates(inner), *map_nodes(board, entrance, marked=marked))
    return Block((group(*nodes, at=moved(-outer.left, -outer.top)),), outer.width, outer.height)


def sheet_block(game: DrawnGame, stages: Sequence[Verdict]) -> Block:
    """Draw the map of the last stage and a panel for every turn, as :func:`_arranged`."""
    final = stages[-1] if stages else game.judge()
    whole = map_block(final.board, game.entrance, Marked.of(final))
    panels = _panels(game, stages)
    return _arranged(whole, panels) if panels else whole


class _Arrangement(NamedTuple):
    """A sheet as cells of the size of a panel: ``across`` x ``down`` of them under the map.

    The panels follow in ``columns`` x ``rows`` cells, row by row, beside and below the map.
    """

    columns: int
    rows: int
    across: int
    down: int
    enlarged: float

    def cells(self) -> list[tuple[int, int]]:
        """List the cells (column, row) left for panels."""
        return [
            (column, row)
            for row in range(self.rows)
            for column in range(self.columns)
            if column >= self.across or row >= self.down
        ]


def _arranged(whole: Block, panels: Sequence[Block]) -> Block:
    """Put panels beside and below the map so that a sheet of usual shape is filled well."""
    across, down = panels[0].width + GAP, panels[0].height + GAP
    chosen = min(
        _arrangements(whole, panels[0], len(panels)),
        key=lambda arrangement: _waste(arrangement, whole, panels),
    )
    left = chosen.across * across - GAP - whole.width * chosen.enlarged
    nodes = [group(*whole.nodes, at=moved(left / 2, 0).after(scaled(chosen.enlarged)))]
    nodes += [
        group(*panel.nodes, at=moved(column * across, row * down))
        for panel, (column, row) in zip(panels, chosen.cells(), strict=False)
    ]
    return Block(tuple(nodes), chosen.columns * across - GAP, chosen.rows * down - GAP)


def _arrangements(whole: Block, panel: Block, count: int) -> Iterator[_Arrangement]:
    width, height = panel.width + GAP, panel.height + GAP
    least_across, least_down = (
        ceil((whole.width + GAP) / width),
        ceil((whole.height + GAP) / height),
    )
    for across in range(least_across, least_across + 2):
        for down in range(least_down, least_down + 2):
            enlarged = min(
                (across * width - GAP) / whole.width, (down * height - GAP) / whole.height, LARGEST
            )
            for columns in range(across, across + count + 1):
                beside = (columns - across) * down
                rows = down + max(0, ceil((count - beside) / columns))
                yield _Arrangement(columns, rows, across, down, enlarged)


def _waste(arrangement: _Arrangement, whole: Block, panels: Sequence[Block]) -> float:
    """Rate the empty paper and the deviation from the usual shape."""
    width = arrangement.columns * (panels[0].width + GAP)
    height = arrangement.rows * (panels[0].height + GAP)
    used = whole.width * whole.height * arrangement.enlarged**2
    used += len(panels) * panels[0].width * panels[0].height
    ratio = width / height
    return width * height / used * sqrt(max(ratio / ASPECT, ASPECT / ratio))


def _including(frame: Frame, tile: tuple[int, int]) -> Frame:
    """Enlarge a frame by a nearby tile; a distant one would only make the picture small."""
    if not (
        frame.left - 2 <= tile[0] <= frame.left + frame.width + 1
        and frame.top - 2 <= tile[1] <= frame.top + frame.height + 1
    ):
        return frame
    left, top = min(frame.left, tile[0]), min(frame.top, tile[1])
    right = max(frame.left + frame.width, tile[0] + 1)
    bottom = max(frame.top + frame.height, tile[1] + 1)
    return Frame(left, top, right - left, bottom - top)


def _panels(game: DrawnGame, stages: Sequence[Verdict]) -> list[Block]:
    """Draw the panels, all of one size."""
    excerpts = [
        _excerpt(verdict.board, number)
        for number, verdict in enumerate(stages, start=1)
        if len(verdict.board.cards) > number
    ]
    if not excerpts:
        return []
    frames = [frame_of(board) for board in excerpts]
    across = max(frame.width for frame in frames) + 1.2
    down = max(frame.height for frame in frames) + 1.2
    width = max(across * PANEL + 2 * PADDING, NARROWEST)
    height = TITLE + down * PANEL + TABLE
    panels = []
    for number, (board, frame) in enumerate(zip(excerpts, frames, strict=True), start=1):
        x = width / 2 - (frame.left + frame.width / 2) * PANEL
        y = TITLE + (down / 2 - frame.top - frame.height / 2) * PANEL
        picture = group(
            *map_nodes(board, _entered(game, number), first=number),
            at=moved(x, y).after(scaled(PANEL)),
        )
        tally = stages[number - 1].tallies[number - 1]
        before = stages[number - 2].lives if number > 1 else None
        nodes = (
            rounded(0, 0, width, height, 0.3, fill="paper", stroke="faint", pen=0.06, kind="frame"),
            *_title(number, board, width),
            picture,
            group(*_table(tally, before, width), at=moved(0, TITLE + down * PANEL)),
        )
        panels.append(Block((group(*nodes, kind="panel"),), width, height))
    return panels


def _excerpt(board: Board, number: int) -> Board:
    """Return the part of the map with the card traced in turn ``number`` and its wall card."""
    part = Board()
    for card in board.cards[number - 1 : number + 1]:
        part.place(card.face, card.placement)
    for segment in board.segments[number - 1 : number + 1]:
        part.segments.append(list(segment))
        part.path.update(segment)
    part.cubes.update({tile: cube for tile, cube in board.cubes.items() if tile in part.tops})
    part.met.update(board.met & part.tops.keys())
    return part


def _entered(game: DrawnGame, number: int) -> Heading | None:
    """Return the heading in which the card of turn ``number`` was entered."""
    if number == 1:
        return game.entrance
    last = game.record.turns[number - 2].tokens[-1]
    return last.heading if isinstance(last, Enter) else None


def _title(number: int, board: Board, width: float) -> list[Node]:
    traced, wall = (card.face.name for card in board.cards)
    return [
        Label(PADDING, 0.65, f"{number}.  {traced}", 0.52, bold=True),
        Label(width - PADDING, 0.65, f"wall card {wall}", 0.4, "quiet", "end"),
    ]


def _table(tally: Tally, before: int | None, width: float) -> list[Node]:
    """Write what was gathered on the card, and the tracking card after it."""
    start = 3 if before is None else before
    change = tally.lives - start
    columns: list[tuple[str, tuple[Node, ...], str, str]] = [
        ("points", glyphs.mushroom(), f"+{tally.points}", str(tally.total)),
        ("lives", glyphs.heart_shape(), _signed(change), str(tally.lives)),
        (
            "crows",
            glyphs.crow(),
            f"{tally.defeated} defeated" if tally.defeated else "",
            str(tally.crows),
        ),
        ("cubes", _both_cubes(), _cubes(tally), str(tally.hand)),
    ]
    first, step = 2.3, (width - 2.3 - PADDING) / 4
    nodes: list[Node] = [
        line((PADDING, 0.12), (width - PADDING, 0.12), stroke="faint", pen=0.04),
        Label(PADDING, 1.42, "here", 0.38, "quiet"),
        Label(PADDING, 2.02, "after" if tally.updated else "so far", 0.38, "quiet"),
    ]
    for index, (kind, icon, here, after) in enumerate(columns):
        x = first + (index + 0.5) * step
        nodes.append(
            group(
                group(*icon, at=moved(x, 0.6 if kind != "lives" else 0.68).after(scaled(0.62))),
                Label(x, 1.42, here, min(0.36, _fitting(here, step - 0.15)), "ink", "middle"),
                Label(x, 2.04, after, 0.46, "ink", "middle", bold=True),
                kind=f"tally {kind}",
            )
        )
    return nodes


def _fitting(text: str, width: float) -> float:
    """Return the size of letters with which a text is as wide as ``width``."""
    return width / max(text_width(text, 1), 0.01)


def _both_cubes() -> tuple[Node, ...]:
    """Draw a red and a yellow cube: both colours are counted together."""
    return (
        group(*glyphs.cube(Cube.YELLOW), at=moved(0.42, 0)),
        group(*glyphs.cube(Cube.RED), at=moved(-0.42, 0)),
    )


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"\N{MINUS SIGN}{-change}" if change < 0 else ""


def _cubes(tally: Tally) -> str:
    """Return the changes of the cubes in hand: laid, then taken and earned."""
    gained = tally.red + tally.yellow
    return " ".join(part for part in (_signed(-tally.laid), _signed(gained)) if part)


def heading_block(title: str, lines: Sequence[str]) -> Block:
    """Write a title and lines below it."""
    labels = [Label(0, 0.75, title, HEADING, bold=True)]
    labels += [
        Label(0, 0.85 + 0.6 * number, text, SMALL, "quiet") for number, text in enumerate(lines, 1)
    ]
    width = max(text_width(label.text, label.size, label.bold) for label in labels)
    return Block((group(*labels, kind="heading"),), width, 1.25 + 0.6 * len(lines))
