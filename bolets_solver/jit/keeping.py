"""The cache of compiled kernels: one file for each library, named by a hash of its dependencies.

The dependencies are the sources, the versions of Python, Numba and llvmlite, the processor, and
Numba's environment variables. The files are in the user's cache folder, or in ``NUMBA_CACHE_DIR``.
A file begins with a line that identifies it. A line of JSON with the dependencies and a digest
follows, then the code. Damaged, incomplete or foreign files are not run; they are made again. Files
unused for a month are removed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bolets_solver.files.atomic import write_whole
from bolets_solver.files.folders import Purpose, user_folder
from bolets_solver.jit.sources import sources

KEPT_DAYS = 30

_MAGIC = b"bolets compiled kernels 1\n"
_NAME = re.compile(r"kernels-[\w.]+-[0-9a-f]{16}(\.code)?")
_NO_MATTER = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DISABLE_JIT")
"""Variables that do not affect the compiled code."""


@dataclass(frozen=True)
class Compiled:
    """Object code, and the symbol of each kernel that Python can call."""

    symbols: dict[str, str]
    code: bytes


class KernelFile:
    """Reads and writes the file of one library."""

    def __init__(self, name: str, modules: list[Path]):
        self._state = {"library": name, "sources": _hash(sources(*modules)), **_surroundings()}
        folder = _folder()
        short = hashlib.sha256(_json(self._state)).hexdigest()[:16]
        self._file = None if folder is None else folder / f"kernels-{name}-{short}.code"

    def read(self) -> Compiled | None:
        """Return the cached code, None if there is no valid file."""
        if self._file is None:
            return None
        try:
            content = self._file.read_bytes()
        except OSError:
            return None
        compiled = _parsed(content, self._state)
        if compiled is not None:
            with suppress(OSError):
                os.utime(self._file)
        return compiled

    def write(self, compiled: Compiled) -> str | None:
        """Cache compiled code; return why that failed, None if it worked."""
        if self._file is None:
            return "there is no home folder"
        folder = self._file.parent
        try:
            if not folder.exists():
                folder.mkdir(parents=True)
            # by this name remove_old finds what a killed process left
            prefix = f".{self._file.stem}-"
            write_whole(self._file, _packed(compiled, self._state), 0o600, prefix)
        except OSError as error:
            return f"{folder}: {error.strerror or error}"
        remove_old(folder)
        return None


def _packed(compiled: Compiled, state: dict[str, Any]) -> bytes:
    head = {"state": state, "symbols": compiled.symbols}
    digest = hashlib.sha256(_json(head) + compiled.code).hexdigest()
    return _MAGIC + _json({**head, "digest": digest}) + b"\n" + compiled.code


def _parsed(content: bytes, state: dict[str, Any]) -> Compiled | None:
    """Return the content of a file, None if it is incomplete or does not match ``state``."""
    if not content.startswith(_MAGIC):
        return None
    line, _, code = content[len(_MAGIC) :].partition(b"\n")
    try:
        head = json.loads(line)
        digest, symbols = head.pop("digest"), head["symbols"]
        whole = digest == hashlib.sha256(_json(head) + code).hexdigest()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    if not whole or head["state"] != state:
        return None
    return Compiled(symbols, code)


def remove_old(folder: Path) -> None:
    """Remove kernels unused for a month, and incomplete files."""
    oldest = time.time() - 86_400 * KEPT_DAYS
    with suppress(OSError):
        for path in list(folder.iterdir()):
            if not _NAME.match(path.name.lstrip(".")):
                continue
            with suppress(OSError):
                if path.stat().st_mtime < oldest:
                    _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():  # an older layout of the cache
        import shutil

        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink()


def _folder() -> Path | None:
    """Return the folder for compiled kernels, None if there is none."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    return user_folder(Purpose.CACHE)


def _json(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=True).encode()


def _hash(files: list[Path]) -> str:
    state = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        state.update(f"{file.name} {len(content)}\n".encode())
        state.update(content)
    return state.hexdigest()


@cache
def _surroundings() -> dict[str, Any]:
    """Return all dependencies of compiled code except its sources."""
    import llvmlite

    from bolets_solver.jit.processor import processor

    return {
        "python": [sys.implementation.name, *sys.version_info[:3], sys.maxsize],
        "numba": _numba_version(),
        "llvmlite": llvmlite.__version__,
        "processor": list(processor()),
        "environment": {
            name: value
            for name, value in os.environ.items()
            if name.startswith("NUMBA_") and name not in _NO_MATTER
        },
    }


def _numba_version() -> str:
    """Return the version of Numba without importing it."""
    spec = find_spec("numba")
    if spec is not None and spec.origin is not None:
        file = Path(spec.origin).with_name("_version.py")
        with suppress(OSError):
            return hashlib.sha256(file.read_bytes()).hexdigest()
    from importlib.metadata import version

    return version("numba")
