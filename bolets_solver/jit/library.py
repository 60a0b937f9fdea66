"""Libraries of kernels: loaded from disk, or compiled and cached there.

All kernels of a room (``bolets_solver.optimize``, …) are compiled into one piece of object code,
which llvmlite loads. Numba, the compiler, is imported only if the cache has no valid file. In other
packages each module with kernels is a library.
"""

from __future__ import annotations

import importlib
import threading
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from bolets_solver.jit.keeping import Compiled, KernelFile
from bolets_solver.jit.sources import PACKAGE, kernel_modules
from bolets_solver.work import kernel_news as news
from bolets_solver.work.signals import held_back


class Library:
    """Kernels that are compiled together.

    ``name``: of the room or module; ``modules``: the file of each module with kernels, by the
    module's name.
    """

    def __init__(self, name: str, modules: dict[str, Path]):
        self.name = name
        self.modules = modules
        self._lock = threading.Lock()
        self._symbols: dict[str, str] | None = None
        self._engine: Any = None

    def address(self, kernel: str) -> int:
        """Return the address of a kernel's code; load or compile it first.

        Watchers of :mod:`bolets_solver.work.kernel_news` hear of compiling, and of why the code
        could not be cached; without watchers the latter is a warning.
        """
        with self._lock:
            if self._symbols is None:
                self._load()
            assert self._symbols is not None
            return int(self._engine.get_function_address(self._symbols[kernel]))

    def _load(self) -> None:
        news.announce(news.LOADING, self.name)
        try:
            keeper = KernelFile(self.name, list(self.modules.values()))
            compiled = keeper.read()
            if compiled is None:
                news.announce(news.COMPILING, self.name)
                compiled = self._compile()
                failure = keeper.write(compiled)
                if failure is not None:
                    _report_not_kept(failure)
            self._engine = _engine(compiled.code)
            self._symbols = compiled.symbols
        finally:
            news.announce(news.FINISHED, self.name)

    def _compile(self) -> Compiled:
        with held_back():  # an interrupted import cannot be repeated
            from bolets_solver.jit.compiling import compile_kernels
        return compile_kernels(self.name, [importlib.import_module(name) for name in self.modules])


_REPORTED: set[str] = set()


def _report_not_kept(failure: str) -> None:
    """Report once why kernels will be compiled again next time."""
    if failure in _REPORTED:
        return
    _REPORTED.add(failure)
    if not news.announce(news.NOT_KEPT, failure):
        warnings.warn(
            f"compiled kernels are not saved for the next time: {failure}", RuntimeWarning, 2
        )


def _engine(code: bytes) -> Any:
    """Load object code into memory."""
    from llvmlite import binding

    from bolets_solver.jit.processor import target_machine

    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target_machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


@cache
def _library(name: str, modules: tuple[tuple[str, Path], ...]) -> Library:
    return Library(name, dict(modules))


def library_of(function: Callable[..., Any]) -> Library:
    """Return the library to which a kernel belongs."""
    module = function.__module__
    file = Path(function.__code__.co_filename)
    package = PACKAGE.name
    if module.startswith(f"{package}.") and file.is_relative_to(PACKAGE):
        parts = module.split(".")
        name = parts[1] if len(parts) > 2 or (PACKAGE / parts[1]).is_dir() else module
        return _library(name, tuple(kernel_modules(name).items()))
    return _library(module, ((module, file),))
