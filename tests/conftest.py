"""What holds for all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def tables_of_the_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tables and games apart from those of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOLETS_CACHE_DIR", str(tmp_path_factory.mktemp("tables")))
        patch.setenv("BOLETS_SAVES", str(tmp_path_factory.mktemp("saves")))
        yield


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> None:
    """Undo that shells start their background jobs with Ctrl-C ignored, which children inherit."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
