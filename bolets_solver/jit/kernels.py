"""Declare kernels, and call them from Python.

Declaring a kernel does not compile or load it. That happens when the first kernel of its library is
called, or in :func:`load_declared`.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from bolets_solver.errors import InternalError
from bolets_solver.jit.calling import packer, unpacker
from bolets_solver.jit.library import Library, library_of
from bolets_solver.jit.signatures import Signature

Function = TypeVar("Function", bound=Callable[..., Any])

_CALL = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
"""The C signature of an entry: the words of its arguments and room for its results. It runs without
the GIL."""


class _Plainly(threading.local):
    """Whether this thread runs kernels as plain Python."""

    on = False


_plainly = _Plainly()


@contextmanager
def plainly() -> Iterator[None]:
    """Run all kernels of this thread as plain Python inside the ``with`` block."""
    before, _plainly.on = _plainly.on, True
    try:
        yield
    finally:
        _plainly.on = before


class Inner:
    """A kernel that only kernels call; calling it from Python raises TypeError.

    A kernel that Python calls must be declared with a signature. Tests can run any kernel as plain
    Python, see :func:`plainly`.
    """

    signature: Signature | None = None

    def __init__(self, function: Callable[..., Any], inline: bool):
        self.function = function
        self.inline = inline
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__

    def __call__(self, *arguments: Any) -> Any:
        """Run the function if kernels run as plain Python, otherwise raise TypeError."""
        if _plainly.on:
            return self.function(*arguments)
        raise TypeError(
            f"{self.__name__} is called by kernels only; give it a signature to call it"
        )


class Entry(Inner):
    """A kernel that Python can call."""

    signature: Signature

    def __init__(self, function: Callable[..., Any], signature: Signature, inline: bool):
        super().__init__(function, inline)
        self.signature = signature
        self.library: Library = library_of(function)
        self._packers = [packer(each) for each in signature.arguments]
        self._results, self._unpack = unpacker(signature.returns)
        self._words = ctypes.c_int64 * (len(self._packers) + self._results)
        self._call: Callable[[Any], int] | None = None

    def load(self) -> None:
        """Load the library of this kernel; compile it if it is not cached."""
        if self._call is None:
            self._call = _CALL(self.library.address(self.name))

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel; raises TypeError if an argument does not have its declared type."""
        if _plainly.on:
            return self.function(*arguments)
        if self._call is None:
            self.load()
        if len(arguments) != len(self._packers):
            raise TypeError(
                f"{self.__name__} takes {len(self._packers)} arguments, not {len(arguments)}"
            )
        held: list[Any] = []  # what the words point to, until the kernel has ended
        try:
            words = self._words(
                *[
                    pack(argument, held)
                    for pack, argument in zip(self._packers, arguments, strict=True)
                ]
            )
        except TypeError as error:
            raise TypeError(f"{self.__name__}: {error}") from None
        failed = cast(Callable[[Any], int], self._call)(words)
        if failed:
            raise InternalError(f"the kernel {self.name} raised an error (status {failed})")
        return self._unpack(words, len(arguments))


def is_compiled() -> bool:
    """Whether kernels are compiled in this process; not with ``NUMBA_DISABLE_JIT=1``."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0").strip() in ("", "0")


_entries: list[Entry] = []
"""The declared entries that are not loaded yet."""
_loading = threading.RLock()
"""Held by the thread that loads them."""


def kernel(
    signature: Signature | None = None, *, inline: bool = False
) -> Callable[[Function], Function]:
    """Return a decorator that makes a function a kernel.

    ``signature``: its types. A kernel with a signature can be called from Python; one without can
    be called only by kernels. ``inline``: whether it is inlined into its callers.

    Kernels must not allocate or raise.
    """

    def decorate(function: Function) -> Function:
        if not is_compiled():
            return function
        if signature is None:
            return cast(Function, Inner(function, inline))
        entry = Entry(function, signature, inline)
        _entries.append(entry)
        return cast(Function, entry)

    return decorate


def load_declared() -> None:
    """Load or compile all declared kernels, so that no call has to wait.

    A second thread waits for the first. Failed loads are tried again next time.
    """
    with _loading:
        while _entries:
            entry = _entries.pop()  # popped first, because loading may declare more entries
            try:
                entry.load()
            except BaseException:
                _entries.append(entry)
                raise
