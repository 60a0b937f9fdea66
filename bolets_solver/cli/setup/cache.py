"""``bolets cache``: the folders that the program writes, and its caches."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from bolets_solver.cli.shared.common import (
    Exit,
    finish,
    json_option,
    print_json,
    report_errors,
    say,
)

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True)
class CachePlace:
    """A folder, its content, and the pattern of its cache files ("": none)."""

    holds: str
    folder: Path | None
    pattern: str = ""

    def files(self) -> list[Path]:
        """Return the cache files."""
        if not self.pattern or self.folder is None or not self.folder.is_dir():
            return []
        found = sorted(self.folder.glob(self.pattern))
        return [file for path in found for file in (_all(path) if path.is_dir() else [path])]

    def emptied(self) -> list[Path]:
        """Return the folders of these files, inner ones first."""
        if not self.pattern or self.folder is None:
            return []
        outer = [path for path in self.folder.glob(self.pattern) if path.is_dir()]
        inner = [path for each in outer for path in each.rglob("*") if path.is_dir()]
        return [*sorted(inner, reverse=True), *outer]


@click.group()
def cache() -> None:
    """Show the folders that the program writes, and clear caches."""


@cache.command()
@json_option
@report_errors
def show(as_json: bool) -> None:
    """Show each folder that the program writes, and its content.

    Compiled kernels and tables are caches; "bolets cache clear" removes them. Saved games, your own
    decks and settled orders are never removed.
    """
    entries = [
        {
            "holds": place.holds,
            "folder": None if place.folder is None else str(place.folder),
            "made_again": bool(place.pattern),
            "files": len(files),
            "bytes": _size(files),
        }
        for place in places()
        for files in [place.files() if place.pattern else _all(place.folder)]
    ]
    if as_json:
        print_json({"format": "bolets-cache/1", "folders": entries})
        return
    for entry in entries:
        click.echo(f"{entry['holds']}: {entry['folder'] or 'kept nowhere'}")
        if entry["folder"] is not None:
            again = ", made again when missing" if entry["made_again"] else ""
            click.echo(f"  {_amount(int(str(entry['files'])), int(str(entry['bytes'])))}{again}")


@cache.command()
@report_errors
def clear() -> None:
    """Remove compiled kernels and tables, which are made again when needed.

    The next solve compiles them again. Exit code 2: something could not be removed.
    """
    removed: list[int] = []
    failed = False
    for place in places():
        for path in place.files():
            try:
                size = path.stat().st_size
                path.unlink()
                removed.append(size)
            except OSError as error:
                say(f"error: {path}: cannot be removed: {error.strerror or error}")
                failed = True
        for folder in place.emptied():
            with suppress(OSError):
                folder.rmdir()
    click.echo(f"removed {_amount(len(removed), sum(removed))}")
    finish(Exit.BAD_INPUT if failed else Exit.ANSWERED)


def places() -> list[CachePlace]:
    """Return the folders that the program writes."""
    from bolets_solver.bolets.files.deck_library import own_folder
    from bolets_solver.files.folders import Purpose, user_folder
    from bolets_solver.files.saved_games import saves_folder
    from bolets_solver.optimize.tables.table_store import default_folder

    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return [
        CachePlace(
            "compiled kernels", Path(chosen) if chosen else user_folder(Purpose.CACHE), "kernels-*"
        ),
        CachePlace("tables", default_folder(), "*.tables"),
        CachePlace("games", saves_folder()),
        CachePlace("own decks", own_folder()),
        CachePlace("settled orders and atlases", user_folder(Purpose.DATA)),
    ]


def _all(folder: Path | None) -> list[Path]:
    if folder is None or not folder.is_dir():
        return []
    return [path for path in folder.rglob("*") if path.is_file()]


def _size(files: list[Path]) -> int:
    return sum(path.stat().st_size for path in files)


def _amount(files: int, size: int) -> str:
    return f"{files} {'file' if files == 1 else 'files'}, {size / MEBIBYTE:.1f} MiB"
