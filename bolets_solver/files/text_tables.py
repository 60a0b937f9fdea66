"""Plain text tables and numbers."""

from __future__ import annotations

from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]], left: int = 1, gap: str = "  ") -> list[str]:
    """Lay out ``rows`` in columns; the first ``left`` of them to the left, others to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if number < left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(gap.join(cells).rstrip())
    return lines


def number(value: float, sign: bool = False) -> str:
    """Write a number with at most two decimals, those that are needed; "-0" is "0"."""
    text = f"{value:+.2f}" if sign else f"{value:.2f}"
    text = text.rstrip("0").rstrip(".")
    return text.replace("-0", "0") if text in ("-0", "+0") else text


def percent(share: float) -> str:
    """Write a share of one as a percentage."""
    return f"{number(100 * share)}%"
