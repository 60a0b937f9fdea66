"""Kernels as plain Python functions, so that a test can call any of them.

Most kernels cannot be called from Python, only from kernels. :func:`plain` gives the Python
function behind a kernel; whatever that calls runs as Python too. So the tests that stand near a
kernel need no compilation, are as fast with the JIT as without it, and a planted error shows in
them at once. That compiled kernels do the same is tested elsewhere, on whole deals.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

_rooms: dict[str, dict[str, Any]] = {}
_functions: dict[FunctionType, FunctionType] = {}


def plain(kernel: Any) -> Any:
    """Return the Python function behind a kernel, compiled or not; anything else as it is."""
    function = _python(kernel)
    if function is None or function is kernel:
        return kernel
    if function not in _functions:
        _functions[function] = FunctionType(
            function.__code__,
            _globals(function.__module__),
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )
    return _functions[function]


def _python(kernel: Any) -> FunctionType | None:
    function = getattr(kernel, "function", kernel)
    return function if isinstance(function, FunctionType) else None


def _globals(module: str) -> dict[str, Any]:
    """The names of a module, every kernel among them replaced by its Python function."""
    if module not in _rooms:
        names = dict(vars(sys.modules[module]))
        _rooms[module] = names
        for name, value in names.items():
            if _python(value) is not None:
                names[name] = plain(value)
    return _rooms[module]


Replace = Callable[..., None]
"""Called with ``name=function``: let a function stand for one that the steps of a kernel call."""


def replacing(kernel: Any, monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Return what replaces functions that the module of a kernel calls, until the test ends."""
    names = plain(kernel).__globals__

    def put(**functions: Any) -> None:
        for name, function in functions.items():
            assert name in names
            monkeypatch.setitem(names, name, function)

    return put
