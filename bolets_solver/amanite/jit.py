"""Compiling kernels with Numba: explicit signatures, cached, without the GIL.

The compiled code is cached beside the source or, where that cannot be written, in the user's cache
folder; where neither can be, a temporary folder is used for the life of the process.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

INT = numba.types.int64
TRUTH = numba.types.boolean
NOTHING = numba.types.void

LIST = numba.types.int64[::1]
TABLE = numba.types.int64[:, ::1]
TABLES = numba.types.int64[:, :, ::1]


def compiled(signature: Any) -> Callable[[Kernel], Kernel]:
    """Return a decorator that compiles a function for ``signature`` alone."""

    def decorate(function: Kernel) -> Kernel:
        try:
            made = numba.njit(signature, cache=True, nogil=True)(function)
        except RuntimeError as error:
            if "cannot cache" not in str(error):
                raise
            numba.config.__dict__["CACHE_DIR"] = tempfile.mkdtemp(prefix="bolets-numba-")
            made = numba.njit(signature, cache=True, nogil=True)(function)
        return cast(Kernel, made)

    return decorate
