"""Compiling kernels with Numba: kept on disk, without the GIL, without counting references."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from bolets_solver.jit.keeping import folder_of, forget

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def load_compiler() -> None:
    """Load those parts of Numba too that it loads when the first kernel is compiled.

    Whoever breaks that off leaves libraries half loaded, which cannot be loaded again.
    """
    if not cast(Any, numba.config).DISABLE_JIT:
        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()


class Inner:
    """A kernel for kernels alone: it has no door to Python, so calling it from there is an error.

    A kernel that Python calls must be declared with a signature.
    """

    def __init__(self, dispatcher: Any):
        self.dispatcher = dispatcher

    def __call__(self, *arguments: Any) -> Any:
        """Raise TypeError."""
        name = self.dispatcher.py_func.__qualname__
        raise TypeError(f"{name} is called by kernels only; give it a signature to call it")


@typeof_impl.register(Inner)
def _type_of_inner(inner: Inner, context: Any) -> Any:
    return typeof_impl(inner.dispatcher, context)


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Inside the ``with`` block garbage is collected seldom: it takes a tenth of compiling."""
    usual = gc.get_threshold()
    gc.set_threshold(100_000, 50, 50)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def kernel(signature: Any = None, *, inline: bool = False) -> Callable[[Kernel], Kernel]:
    """Return a decorator that compiles a function.

    ``signature``: its types. A function with a signature can be called from Python; it is compiled,
    or loaded, at once, so that no call has to wait. One without can be called by kernels only, and
    is compiled together with the first of them.
    ``inline``: whether it becomes part of its callers.

    Kernels allocate nothing: so they do without counting references, which takes much time where
    arrays are handed to small functions, and without Numba's code for making arrays, which takes
    long to compile.
    """
    options: dict[str, Any] = {
        "cache": True,
        "nogil": True,
        "error_model": "numpy",
        "forceinline": inline,
        "no_cpython_wrapper": signature is None,
        "no_cfunc_wrapper": True,
        "_nrt": False,
    }

    def compiled(function: Kernel) -> Kernel:
        with folder_of(function), _collecting_seldom():
            if signature is None:
                return cast(Kernel, Inner(numba.njit(**options)(function)))
            return cast(Kernel, numba.njit(signature, **options)(function))

    def decorate(function: Kernel) -> Kernel:
        config: Any = numba.config
        if config.DISABLE_JIT:
            return function
        try:
            return compiled(function)
        except Exception:  # whatever reading a damaged file may raise
            forget(function)
            return compiled(function)

    return decorate
