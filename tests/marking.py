"""Values of a parametrized test that run only among the slow tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


def also_slow(*values: Any) -> Iterator[Any]:
    """Return values for ``parametrize`` that are tried with ``-m slow`` alone."""
    for value in values:
        yield pytest.param(value, marks=pytest.mark.slow)
