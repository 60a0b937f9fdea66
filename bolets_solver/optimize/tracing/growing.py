"""Arrays that grow at the end."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

FIRST_ROOM = 1024


class Growing:
    """Rows of one kind that are only ever added to; what was handed out keeps its content.

    ``shape``: of a row, () for single numbers.
    """

    def __init__(self, shape: tuple[int, ...] = (), dtype: Any = np.int64):
        self._room: NDArray[Any] = np.empty((FIRST_ROOM, *shape), dtype=dtype)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def nbytes(self) -> int:
        """Bytes that are taken."""
        return self._room.nbytes

    @property
    def rows(self) -> NDArray[Any]:
        """All rows so far."""
        return self._room[: self._size]

    def add(self, rows: NDArray[Any]) -> int:
        """Add rows; return the number of the first."""
        begin, self._size = self._size, self._size + len(rows)
        if self._size > len(self._room):
            larger = np.empty((2 * self._size, *self._room.shape[1:]), dtype=self._room.dtype)
            larger[:begin] = self._room[:begin]
            self._room = larger
        self._room[begin : self._size] = rows
        return begin
