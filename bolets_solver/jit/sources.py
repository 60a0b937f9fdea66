"""The source files of kernels.

A kernel also uses functions and constants of other files. So the compiled code depends on its file
and on all files of this package that it imports, directly or not.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]

_NAME = re.compile(rb"bolets_solver([\w.]*)")
_BEFORE = (b"from", b"import")
_DECLARES = b"\n@kernel("


def sources(*modules: Path) -> list[Path]:
    """List the files of modules and all files of this package that they import, directly or not."""
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
        if _DECLARES in _read(file)
    }


@cache
def _read(file: Path) -> bytes:
    return file.read_bytes()


@cache
def _imports(module: Path) -> frozenset[Path]:
    """Return the files of this package that a module imports; all files of an imported folder."""
    content = _read(module)
    names = set()
    for match in _NAME.finditer(content):
        line = content[content.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        if line.strip() in _BEFORE:
            names.add(match[1].decode())
    return frozenset().union(*map(_files, names))


@cache
def _files(name: str) -> frozenset[Path]:
    """Return the file of a module of this package by its name; all files of a folder."""
    path = PACKAGE.joinpath(*name.split(".")[1:])
    if path.is_dir():
        return frozenset(path.glob("*.py"))
    file = path.with_suffix(".py")
    return frozenset([file] if file.exists() else [])
