"""Finding what ships with the package: decks and puzzles, in a wheel and in a checkout alike.

In a wheel the folders ``card_data`` and ``puzzles`` lie inside the package; in a checkout they lie
beside it. Nothing else in the project knows that.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def require_installed() -> None:
    """Raise ImportError if the package is read from an archive, where its files are none."""
    if not PACKAGE.is_dir():
        raise ImportError(
            f"{PACKAGE.name} is read from {PACKAGE.parent}, which is not an installation; "
            f"install it with: pip install {PACKAGE.parent}"
        )


def shipped_folder(name: str) -> Path:
    """Return the folder ``name`` ("card_data" or "puzzles") that ships with this package.

    Raises FileNotFoundError if the installation is broken and there is none.
    """
    for candidate in (PACKAGE / name, PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(
        f"the folder {name} is missing beside {PACKAGE}: bolets-solver must be installed, with pip"
    )
