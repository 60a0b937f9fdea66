"""Words and tables of a game that several commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bolets_solver.bolets.play.verdict import Tally

_COLUMNS = {
    "card": "face",
    "mushrooms": "mushrooms",
    "points": "points",
    "hearts": "hearts",
    "crows": "defeated",
    "yellow": "yellow",
    "laid": "laid",
    "red": "red",
    "| lives": "lives",
    "marker": "crows",
    "total": "total",
    "cubes": "hand",
}
"""What was gathered on each card; after the bar, the tracking card after the update."""

WIDEST = 80
"""Default width of a table."""


def tally_table(tallies: tuple[Tally, ...], columns: int | None = None) -> list[str]:
    """Return the lines of a table with one row for each card, at most 80 or ``columns`` wide.

    A wider table is split into strips that all begin with the card.
    """
    names, *others = (_column(head, name, tallies) for head, name in _COLUMNS.items())
    marks = ["", *("" if tally.updated else " *" for tally in tallies)]
    room = min(columns or WIDEST, WIDEST) - max(map(len, marks))
    fits = sum(len(column[0]) + 1 for column in [names, *others]) - 1 <= room
    strips = [names]
    for column in others:
        wider = _beside(strips[-1], column)
        breaks = len(wider[0]) > room or ("|" in column[0] and not fits)
        if breaks and strips[-1] is not names:
            strips.append(_beside(names, column))
        else:
            strips[-1] = wider
    strips[-1] = [row + mark for row, mark in zip(strips[-1], marks, strict=True)]
    lines = [line for strip in strips for line in ["", *strip]][1:]
    return [*lines, "* before the update"] if any(marks) else lines


def _beside(rows: list[str], column: list[str]) -> list[str]:
    return [f"{row} {cell}" for row, cell in zip(rows, column, strict=True)]


def _column(head: str, name: str, tallies: tuple[Tally, ...]) -> list[str]:
    """Return a column with its head, every cell as wide as the widest."""
    bar = "|" if head.startswith("|") else ""
    cells = [str(getattr(tally, name)) for tally in tallies]
    width = max(len(head), *(len(bar + cell) for cell in cells))
    return [head.rjust(width), *(bar + cell.rjust(width - len(bar)) for cell in cells)]


def deck_line(named: str) -> str:
    """Return the line with the deck of an answer, and its file unless it is shipped."""
    from bolets_solver.bolets.files.deck_library import find_deck, is_path, is_shipped
    from bolets_solver.errors import InputError

    try:
        path = find_deck(named)
    except InputError:  # it existed when it was read
        return f"deck: {named}"
    where = "" if is_path(named) or is_shipped(path) else f" ({path})"
    return f"deck: {named}{where}"


def tier_line(points: int) -> str:
    """Return the tier of a won game, its number and its words."""
    from bolets_solver.bolets.play.verdict import tier, tier_text

    return f"tier {tier(points)} of 4: {tier_text(points)}"


def count_text(count: int, one: str, many: str | None = None) -> str:
    """Return a count with its noun in the singular or the plural."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def figures_text(points: int, lives: int, crows: int) -> str:
    """Return the tracking card in words: ``27 points, 2 lives, crow marker 3``."""
    return (
        f"{count_text(points, 'point')}, {count_text(lives, 'life', 'lives')}, crow marker {crows}"
    )
