"""Steps that can be taken back and made again, as far as one likes."""

from __future__ import annotations

from typing import Generic, TypeVar

State = TypeVar("State")


class History(Generic[State]):
    """The states of a game, from the first one on; ``now`` is where it stands."""

    def __init__(self, first: State):
        self.now = first
        self._past: list[State] = []
        self._undone: list[State] = []

    @property
    def states(self) -> list[State]:
        """All states up to now, the first one included."""
        return [*self._past, self.now]

    @property
    def undone(self) -> list[State]:
        """The states to which redo leads, the next one last."""
        return list(self._undone)

    def do(self, state: State) -> None:
        """Go on to ``state``; what was taken back is forgotten."""
        self._past.append(self.now)
        self._undone.clear()
        self.now = state

    def undo(self) -> bool:
        """Go back by one step; False if there is none."""
        if not self._past:
            return False
        self._undone.append(self.now)
        self.now = self._past.pop()
        return True

    def redo(self) -> bool:
        """Make the step again that was taken back last; False if there is none."""
        if not self._undone:
            return False
        self._past.append(self.now)
        self.now = self._undone.pop()
        return True
