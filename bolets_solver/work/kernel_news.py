"""What goes on with kernels, for anybody who watches: a command shows it, a program may.

Nothing is imported here, so that watching costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

LOADING = "loading"
COMPILING = "compiling"
FINISHED = "finished"
NOT_KEPT = "not kept"

Watcher = Callable[[str, str], None]
"""Is called with one of the words above, and what it is about: a library, or why it is not kept."""

_watchers: list[Watcher] = []


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Let ``watcher`` know what goes on inside the ``with`` block."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def announce(what: str, about: str) -> bool:
    """Tell all who watch; return whether anybody does."""
    for watcher in tuple(_watchers):
        watcher(what, about)
    return bool(_watchers)
