"""Words and tables of a game that several commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bolets_solver.bolets.verdict import Tally

_COLUMNS = (
    ("card", "face"),
    ("mushrooms", "mushrooms"),
    ("points", "points"),
    ("hearts", "hearts"),
    ("crows met", "defeated"),
    ("yellow", "yellow"),
    ("laid", "laid"),
    ("red", "red"),
    ("| lives", "lives"),
    ("marker", "crows"),
    ("total", "total"),
    ("cubes", "hand"),
)
"""What was gathered on each card; behind the bar what stands on the tracking card after it."""


def tally_table(tallies: tuple[Tally, ...]) -> list[str]:
    """Return the lines of a table with one row a card."""
    lines = ["  ".join(head for head, _ in _COLUMNS)]
    for tally in tallies:
        cells = []
        for head, name in _COLUMNS:
            text = str(getattr(tally, name))
            bar = "|" if head.startswith("|") else ""
            cells.append(bar + text.rjust(len(head) - len(bar)))
        lines.append("  ".join(cells) + ("" if tally.updated else "  (before the update)"))
    return lines


def tier_line(points: int) -> str:
    """Return the tier of a won game, its number and its words."""
    from bolets_solver.bolets.verdict import tier, tier_text

    return f"tier {tier(points)} of 4: {tier_text(points)}"


def count_text(count: int, one: str, many: str | None = None) -> str:
    """Return a count with its noun in the singular or the plural."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def figures_text(points: int, lives: int, crows: int) -> str:
    """Return what stands on the tracking card: ``27 points, 2 lives, crow marker 3``."""
    return (
        f"{count_text(points, 'point')}, {count_text(lives, 'life', 'lives')}, crow marker {crows}"
    )
