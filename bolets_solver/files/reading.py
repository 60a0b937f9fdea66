"""What comes of reading a file: a position, and what looked odd on the way."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

PositionType = TypeVar("PositionType")


class Reading(NamedTuple, Generic[PositionType]):
    """A position as read, and warnings of what looked odd on the way."""

    position: PositionType
    warnings: tuple[str, ...]
