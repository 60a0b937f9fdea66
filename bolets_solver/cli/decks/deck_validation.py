"""The output of ``bolets deck validate``, shared with other commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import say

if TYPE_CHECKING:
    from bolets_solver.bolets.files.deck_file import DeckReading


def read_to_validate(file: str) -> DeckReading:
    """Read a deck to validate; a file that is not text is a defect like others."""
    from bolets_solver.bolets.files.deck_file import MAX_BYTES, DeckDefect, DeckReading, parse_deck
    from bolets_solver.bolets.files.deck_library import find_deck, is_path
    from bolets_solver.errors import InputError
    from bolets_solver.files.text_file import read_text

    by_name = file != "-" and not is_path(file) and not Path(file).is_file()
    path = str(find_deck(file)) if by_name else file
    try:
        text = read_text(path, max_bytes=MAX_BYTES)
    except InputError as error:
        return DeckReading(None, [DeckDefect(d.message, d.line) for d in error.defects])
    reading = parse_deck(text)
    _warn(reading, path)
    return reading


def print_validation(file: str, reading: DeckReading) -> None:
    """Print defects, warnings and the verdict."""
    for defect in reading.defects:
        click.echo(f"error: {defect.as_defect(file)}")
    for warning in reading.warnings:
        click.echo(f"warning: {file}: {warning}")
    click.echo(_summary(reading))


def _warn(reading: DeckReading, path: str) -> None:
    """Add warnings about the file's name and about unreachable doors and tiles."""
    from bolets_solver.bolets.files.deck_file import name_warning
    from bolets_solver.bolets.reach.deck_reach import reach_warnings
    from bolets_solver.work.limits import Stopped, Work

    if path != "-":
        reading.warnings.extend(name_warning(reading.name, path))
    if reading.deck is None:
        return
    with Work() as work:
        try:
            reading.warnings.extend(reach_warnings(reading.deck, work))
        except Stopped:
            say("interrupted: not all overlaps were examined")


def _summary(reading: DeckReading) -> str:
    counts = [
        f"{len(found) or 'no'} {word}{'' if len(found) == 1 else 's'}"
        for word, found in (("defect", reading.defects), ("warning", reading.warnings))
    ]
    word = "not valid" if reading.defects else "valid"
    return f"{word}: {', '.join(counts)}"
