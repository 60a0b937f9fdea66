"""Settings and fixtures of all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from uuid import uuid4

import pytest


@pytest.fixture(scope="session", autouse=True)
def tables_of_the_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tables apart from those of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOLETS_CACHE_DIR", str(tmp_path_factory.mktemp("tables")))
        patch.setenv("BOLETS_DECKS", str(tmp_path_factory.mktemp("decks")))
        patch.delenv("BOLETS_DECK", raising=False)
        yield


@pytest.fixture(autouse=True)
def games_of_the_test(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let no test take up the game of another, nor of the person who runs them."""
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path_factory.getbasetemp() / f"saves-{uuid4().hex}"))


@pytest.fixture(scope="session", autouse=True)
def signals_are_heard() -> None:
    """Undo that some signals are ignored, which children inherit.

    Shells start their background jobs with Ctrl-C ignored, nohup does so with SIGHUP. Here that one
    still does nothing, but a program started from here hears it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda number, frame: None)
