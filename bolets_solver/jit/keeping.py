"""Where compiled kernels are kept: a folder for each state of the sources they are made from.

Numba looks only at a function's own file when it decides whether kept code is still good, but a
kernel is built from functions and constants of other files too. So its folder is named by a hash of
its file and of all files of this package that it imports, directly or not. The folders lie in the
user's cache folder (or in ``NUMBA_CACHE_DIR``) or, where that cannot be written, in a temporary
folder for the life of the process. Folders that nobody has used for a month are removed. What
cannot be read again is forgotten, and compiled anew.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from platformdirs import user_cache_path

PACKAGE = Path(__file__).parents[1]

KEPT_DAYS = 30

_IMPORT = re.compile(rb"^\s*(?:from|import)\s+bolets_solver([\w.]*)", re.MULTILINE)
_FOLDER = re.compile(r"kernels-[\w.]+-[0-9a-f]{16}")


@contextmanager
def folder_of(function: Callable[..., Any]) -> Iterator[None]:
    """Inside the ``with`` block Numba keeps compiled code in the folder of ``function``."""
    config: Any = numba.config
    chosen = config.CACHE_DIR
    config.CACHE_DIR = str(_writable(chosen, Path(function.__code__.co_filename)))
    try:
        yield
    finally:
        config.CACHE_DIR = chosen


def forget(function: Callable[..., Any]) -> None:
    """Forget what is kept of a function and of all modules that it may be made from."""
    config: Any = numba.config
    root = _root(config.CACHE_DIR)
    for module in sources(Path(function.__code__.co_filename)):
        for index in (root / _name(module)).rglob("*.nbi"):
            with suppress(OSError):
                index.unlink()


def sources(module: Path) -> list[Path]:
    """List a module's file and all files of this package that it imports, directly or not."""
    found = {module}
    waiting = [module]
    while waiting:
        new = _imports(waiting.pop()) - found
        found |= new
        waiting += new
    return sorted(found)


@cache
def _imports(module: Path) -> frozenset[Path]:
    """The files of this package that a module imports; of a folder all."""
    found: set[Path] = set()
    for name in _IMPORT.findall(module.read_bytes()):
        path = PACKAGE.joinpath(*name.decode().split(".")[1:])
        found.update(path.glob("*.py") if path.is_dir() else [path.with_suffix(".py")])
    return frozenset(path for path in found if path.exists())


@cache
def _writable(chosen: str, module: Path) -> Path:
    """Return the folder of a module's kernels, made and fit to be written."""
    root, name = _root(chosen), _name(module)
    folder = root / name
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            remove_old(root)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return _temporary() / name


def _root(chosen: str) -> Path:
    return Path(chosen) if chosen else user_cache_path("bolets-solver", appauthor=False)


def _name(module: Path) -> str:
    """Name the folder of a module's kernels by the state of their sources."""
    state = hashlib.sha256()
    for source in sources(module):
        state.update(source.read_bytes())
    return f"kernels-{module.stem}-{state.hexdigest()[:16]}"


@cache
def _temporary() -> Path:
    folder = tempfile.mkdtemp(prefix="bolets-kernels-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def remove_old(root: Path) -> None:
    """Remove the folders of kernels that have not been used for a month."""
    oldest = time.time() - 86_400 * KEPT_DAYS
    for folder in root.iterdir():
        with suppress(OSError):
            if _FOLDER.fullmatch(folder.name) and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
