"""The files that kernels are made from.

A kernel is built from functions and constants of other files too. So what is compiled depends on
its file and on all files of this package that it imports, directly or not.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]

_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+bolets_solver([\w.]*)", re.MULTILINE)
_DECLARES = re.compile(rb"^@kernel\(", re.MULTILINE)


def sources(*modules: Path) -> list[Path]:
    """List the files of modules and all files of this package that they import, somehow."""
    found = set(modules)
    waiting = list(modules)
    while waiting:
        new = _imports(waiting.pop()) - found
        found |= new
        waiting += new
    return sorted(found)


@cache
def kernel_modules(room: str) -> dict[str, Path]:
    """Return the file of each module of a room, or of one module, that declares kernels."""
    place = PACKAGE.joinpath(*room.split(".")[room.startswith(f"{PACKAGE.name}.") :])
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    return {
        ".".join([PACKAGE.name, *file.relative_to(PACKAGE).with_suffix("").parts]): file
        for file in files
        if _DECLARES.search(_read(file))
    }


@cache
def _read(file: Path) -> bytes:
    return file.read_bytes()


@cache
def _imports(module: Path) -> frozenset[Path]:
    """The files of this package that a module imports; of a folder all."""
    found: set[Path] = set()
    for name in _IMPORT.findall(_read(module)):
        path = PACKAGE.joinpath(*name.decode().split(".")[1:])
        found.update(path.glob("*.py") if path.is_dir() else [path.with_suffix(".py")])
    return frozenset(path for path in found if path.exists())
