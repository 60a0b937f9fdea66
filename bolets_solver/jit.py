"""Compiling kernels with Numba: kept on disk, without the GIL, without counting references.

Compiled code is kept beside the source or, where that cannot be written, in the user's cache
folder; where neither can be, in a temporary folder for the life of the process.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(
    signature: Any = None, *, allocates: bool = False, inline: bool = False
) -> Callable[[Kernel], Kernel]:
    """Return a decorator that compiles a function.

    ``signature``: its types, compiled at once; None: compiled for what it is first called with.
    ``allocates``: whether the function makes arrays. Those that do not are compiled without
    counting references, which takes most of the time where tuples of arrays are handed to small
    functions.
    ``inline``: whether it becomes part of its callers; for functions of numbers and single arrays.
    """
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
    if not allocates:
        options["_nrt"] = False
    if inline:
        options["inline"] = "always"

    def decorate(function: Kernel) -> Kernel:
        def compile_it() -> Any:
            if signature is None:
                return numba.njit(**options)(function)
            return numba.njit(signature, **options)(function)

        try:
            return cast(Kernel, compile_it())
        except RuntimeError as error:
            if "cannot cache" not in str(error):
                raise
            numba.config.__dict__["CACHE_DIR"] = tempfile.mkdtemp(prefix="bolets-numba-")
            return cast(Kernel, compile_it())

    return decorate
