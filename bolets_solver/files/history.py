"""Unlimited undo and redo."""

from __future__ import annotations

from typing import Generic, TypeVar

State = TypeVar("State")


class History(Generic[State]):
    """The states of a game from the first one; ``now`` is the current one."""

    def __init__(self, first: State):
        self.now = first
        self._past: list[State] = []
        self._undone: list[State] = []

    @property
    def states(self) -> list[State]:
        """All states up to now, including the first."""
        return [*self._past, self.now]

    @property
    def undone(self) -> list[State]:
        """The undone states, the next one to redo last."""
        return list(self._undone)

    def do(self, state: State) -> None:
        """Add ``state``; undone states are dropped."""
        self._past.append(self.now)
        self._undone.clear()
        self.now = state

    def undo(self) -> bool:
        """Undo one step; False if there is none."""
        if not self._past:
            return False
        self._undone.append(self.now)
        self.now = self._past.pop()
        return True

    def redo(self) -> bool:
        """Redo the last undone step; False if there is none."""
        if not self._undone:
            return False
        self._past.append(self.now)
        self.now = self._undone.pop()
        return True
