"""News about loading and compiling kernels, for commands and programs that watch.

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
"""Called with one of the words above and its subject: a library, or why it is not kept."""

_watchers: list[Watcher] = []


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Send news to ``watcher`` inside the ``with`` block."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def announce(what: str, about: str) -> bool:
    """Send news to all watchers; return whether there is one."""
    for watcher in tuple(_watchers):
        watcher(what, about)
    return bool(_watchers)
