"""What holds for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def tables_of_the_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tables apart from those of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOLETS_CACHE_DIR", str(tmp_path_factory.mktemp("tables")))
        yield
