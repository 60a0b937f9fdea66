"""Running tests on functions with planted errors, each in a forked process."""

from __future__ import annotations
import __future__

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.changes import Mutant

ANNOTATIONS = __future__.annotations.compiler_flag

LEAST_SECONDS = 10.0
"""A child that takes longer than this, and much longer than the sound tests, is in a loop."""


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: ``test`` is the one that caught it, None if it survived."""

    mutant: Mutant
    test: str | None
    seconds: float


class Planter:
    """A pytest plugin: instead of running the tests once it runs them on every mutant."""

    def __init__(self, module: ModuleType, mutants: list[Mutant], note: Callable[[Fate], None]):
        self.module = module
        self.mutants = mutants
        self.note = note
        self.fates: list[Fate] = []
        self.broken: str | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            self.broken = "the tests cannot be collected"
            return True
        factory: Any = session.config._tmp_path_factory  # type: ignore[attr-defined]
        factory.getbasetemp()  # one folder for all children
        items, self.broken, seconds = _sound_run(session.items)
        if self.broken is None:
            limit = max(LEAST_SECONDS, 6 * seconds)
            for mutant in self.mutants:
                begun = time.monotonic()
                test = _in_child(lambda m=mutant: self._catch(m, items), limit)
                fate = Fate(mutant, test or None, time.monotonic() - begun)
                self.fates.append(fate)
                self.note(fate)
        return True

    def _catch(self, mutant: Mutant, items: list[pytest.Item]) -> str:
        try:
            plant(self.module, mutant)
        except SyntaxError as error:
            return f"compiler: {error.msg}"
        return next(_failures(items), "")


def plant(module: ModuleType, mutant: Mutant) -> None:
    """Give a function of a module the code of a mutant, wherever it was imported to."""
    code = compile(mutant.tree, str(module.__file__), "exec", ANNOTATIONS, dont_inherit=True)
    names: dict[str, Any] = {}
    exec(code, {**vars(module)}, names)
    *owner, name = mutant.function.split(".")
    place: Any = getattr(module, owner[0]) if owner else module
    target = vars(place)[name]
    while not isinstance(target, FunctionType):
        target = getattr(target, "fget", None) or getattr(target, "__func__", None) or target.func
    target.__code__ = names[name].__code__


def _failures(items: list[pytest.Item]) -> Iterator[str]:
    """Run tests; yield the names of those that fail."""
    for item in items:
        reports = runtestprotocol(item, nextitem=None, log=False)
        if any(report.failed for report in reports):
            yield item.name


def _sound_run(items: list[pytest.Item]) -> tuple[list[pytest.Item], str | None, float]:
    """Run the tests on the sound code; return them, the quick ones first, what fails, how long."""

    def run() -> str:
        lines = []
        for index, item in enumerate(items):
            begun = time.monotonic()
            reports = runtestprotocol(item, nextitem=None, log=False)
            failed = any(report.failed for report in reports)
            lines.append(f"{index} {time.monotonic() - begun:.4f} {int(failed)}")
        return "\n".join(lines)

    rows = [line.split() for line in _in_child(run, 600.0).splitlines()]
    if len(rows) != len(items):
        return items, "the tests do not end on the sound code", 0.0
    failed = [items[int(index)].name for index, _, bad in rows if bad == "1"]
    seconds = {int(index): float(taken) for index, taken, _ in rows}
    ordered = [items[index] for index in sorted(seconds, key=lambda index: seconds[index])]
    broken = f"tests fail on the sound code: {', '.join(failed)}" if failed else None
    return ordered, broken, sum(seconds.values())


def _in_child(work: Callable[[], str], limit: float) -> str:
    """Run ``work`` in a forked child and return what it says; a child that hangs is ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            os.close(reading)
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in (1, 2):
                os.dup2(silence, stream)
            sys.setrecursionlimit(3000)
            os.write(writing, (work() + "\n").encode())
            os._exit(0)
        os._exit(1)
    os.close(writing)
    parts, ends = [], time.monotonic() + limit
    try:
        while (left := ends - time.monotonic()) > 0:
            if not select.select([reading], [], [], left)[0]:
                break
            part = os.read(reading, 65536)
            if not part:
                _, status = os.waitpid(child, 0)
                said = b"".join(parts).decode().rstrip("\n")
                return said if status == 0 else "the process died"
            parts.append(part)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "no end"
    finally:
        os.close(reading)
