"""A game on a terminal: the wall card beside the map, redrawn in place if possible."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bolets_solver.cli.shared.progress import can_rewrite

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.board import Board

GAP = 3
"""Blanks between the map and the card."""

LEAST_ROWS = 7
"""Least number of lines of a map."""

CLEAR = "\x1b[H\x1b[2J"
"""Clears a terminal."""

_COLOUR = re.compile("\x1b\\[[0-9;]*m")


@dataclass(frozen=True)
class Screen:
    """The size of the terminal in characters, and whether it can be redrawn in place."""

    columns: int
    lines: int
    redraws: bool

    @classmethod
    def of_terminal(cls) -> Screen | None:
        """Return the terminal's screen, None without a terminal."""
        if sys.stdout is None or not sys.stdout.isatty():
            return None
        size = shutil.get_terminal_size()
        return cls(size.columns, size.lines, can_rewrite(sys.stdout))

    def compose(self, board: Board, card: str | None, below: list[str], colour: bool) -> str:
        """Return the screen: the map around its last card, the wall card beside it, the rest.

        ``below``: lines under both; the terminal wraps longer ones.
        """
        from bolets_solver.draw.map.text import map_window

        taken = sum(-(-max(1, len(line)) // self.columns) for line in below)
        rows = max(LEAST_ROWS, self.lines - taken - 3)  # a blank line, the prompt, an answer
        aside = [] if card is None else card.split("\n")
        room = self.columns - (max(map(width_of, aside), default=-GAP) + GAP)
        picture = map_window(board, max(room, 1), rows, colour)
        head = CLEAR if self.redraws else "\n"
        return "\n".join([head + beside(picture, card or ""), "", *below])


def width_of(line: str) -> int:
    """Return the width of a line on the screen."""
    return len(_COLOUR.sub("", line))


def beside(left: str, right: str) -> str:
    """Put two texts side by side."""
    if not right:
        return left
    one, other = left.split("\n"), right.split("\n")
    width = max(map(width_of, one))
    lines = []
    for index in range(max(len(one), len(other))):
        first = one[index] if index < len(one) else ""
        second = other[index] if index < len(other) else ""
        blanks = " " * (width - width_of(first) + GAP)
        lines.append(f"{first}{blanks}{second}".rstrip())
    return "\n".join(lines)
