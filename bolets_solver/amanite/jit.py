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

    def decorate(function: Kernel) -> Kernel:
        try:
            made = njit(signature, **options)(function)
        except RuntimeError as error:
            if "cannot cache" not in str(error):
                raise
            numba.config.__dict__["CACHE_DIR"] = tempfile.mkdtemp(prefix="bolets-numba-")
            made = njit(signature, **options)(function)
        return cast(Kernel, made)

    return decorate
