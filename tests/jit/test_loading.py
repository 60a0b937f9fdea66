"""Loading all declared kernels: also from several threads, also when that declares more."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bolets_solver.jit import kernels, load_declared


class Entry:
    """Stands for a declared kernel; notes how it is loaded."""

    def __init__(self, declares: Entry | None = None, fails: bool = False):
        self.declares = declares
        self.fails = fails
        self.loaded = 0

    def load(self) -> None:
        """Take a while; declare another kernel, as an import does."""
        time.sleep(0.002)
        if self.declares is not None:
            entries: list[Any] = kernels._entries
            entries.append(self.declares)
            self.declares = None
        if self.fails:
            self.fails = False
            raise OSError("no room")
        self.loaded += 1


def declared(monkeypatch: pytest.MonkeyPatch, *entries: Entry) -> None:
    """Let these be all that is declared."""
    found: list[Any] = list(entries)
    monkeypatch.setattr(kernels, "_entries", found)


def test_several_threads_load_each_kernel_once_and_all_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = [Entry() for _ in range(12)]
    declared(monkeypatch, *entries)
    together = threading.Barrier(4)

    def load() -> list[int]:
        together.wait()
        load_declared()
        return [entry.loaded for entry in entries]

    with ThreadPoolExecutor(4) as pool:
        seen = [done.result() for done in [pool.submit(load) for _ in range(4)]]
    assert seen == [[1] * 12] * 4


def test_what_loading_declares_is_loaded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    later = Entry()
    first, last = Entry(), Entry(declares=later)
    declared(monkeypatch, first, last)
    load_declared()
    assert [first.loaded, last.loaded, later.loaded] == [1, 1, 1]


def test_what_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry(fails=True)
    declared(monkeypatch, entry)
    with pytest.raises(OSError, match="no room"):
        load_declared()
    load_declared()
    assert entry.loaded == 1
