"""Compiling kernels with Numba: explicit signatures, cached, without the GIL.

Numba looks only at a function's own file when it decides whether cached code is still good, but
kernels are built from functions of several files. So the cache lies in a folder of its own for each
state of all these files: in the user's cache folder (or ``NUMBA_CACHE_DIR``), or, where that cannot
be written, in a temporary folder for the life of the process.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from platformdirs import user_cache_path

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

INT = numba.types.int64
TRUTH = numba.types.boolean
NOTHING = numba.types.void

LIST = numba.types.int64[::1]
TABLE = numba.types.int64[:, ::1]
TABLES = numba.types.int64[:, :, ::1]


def compiled(
    signature: Any, *, entry: bool = False, inline: bool = False
) -> Callable[[Kernel], Kernel]:
    """Return a decorator that compiles a function for ``signature`` alone.

    Only ``entry`` functions can be called from Python; ``inline`` ones become part of others.
    Kernels allocate nothing, so they do without counting references, which would take most of
    their time: bundles of arrays are passed to small functions all the time.
    """
    options: dict[str, Any] = {
        "cache": True,
        "nogil": True,
        "error_model": "numpy",
        "forceinline": inline,
        "no_cpython_wrapper": not entry,
        "no_cfunc_wrapper": True,
        "_nrt": False,
    }
    njit: Any = numba.njit
    config: Any = numba.config

    def decorate(function: Kernel) -> Kernel:
        before = config.CACHE_DIR
        config.CACHE_DIR = cache_folder()
        try:
            return cast(Kernel, njit(signature, **options)(function))
        finally:
            config.CACHE_DIR = before

    return decorate


@cache
def cache_folder() -> str:
    """Return a folder that can be written and belongs to the present state of the kernels."""
    sources = hashlib.sha256()
    here = Path(__file__).parent
    for source in sorted([here / "jit.py", *here.glob("kernel_*.py")]):
        sources.update(source.read_bytes())
    name = f"amanite-{sources.hexdigest()[:16]}"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    folder = (Path(chosen) if chosen else user_cache_path("bolets-solver", appauthor=False)) / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return str(folder)
    except OSError:
        return tempfile.mkdtemp(prefix=f"bolets-{name}-")
