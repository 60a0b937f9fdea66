"""The tests near these kernels run as plain Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bolets_solver.jit import plainly


@pytest.fixture(autouse=True)
def plain_kernels() -> Iterator[None]:
    """Run all kernels uncompiled."""
    with plainly():
        yield
