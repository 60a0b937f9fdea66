"""Step through a game: make, undo and redo moves."""

from __future__ import annotations

from dataclasses import dataclass

from bolets_solver.amanite.game.moves import Move, apply, format_move, parse_move
from bolets_solver.amanite.game.position import Position, settle
from bolets_solver.files.history import History


@dataclass(frozen=True, slots=True)
class Stage:
    """A position, and what led there: the position before and the move; None at the beginning."""

    position: Position
    last: tuple[Position, Move] | None = None


class Session:
    """A position, the moves made since it was opened, and the undone ones."""

    def __init__(self, position: Position):
        self._history = History(Stage(settle(position)))

    @property
    def position(self) -> Position:
        """The current position."""
        return self._history.now.position

    @property
    def moves(self) -> list[tuple[Position, Move]]:
        """The moves made so far, each with the position before it."""
        return [stage.last for stage in self._history.states if stage.last is not None]

    @property
    def made(self) -> list[str]:
        """The moves made so far, in order, as :meth:`play` reads them."""
        return [format_move(before, move) for before, move in self.moves]

    @property
    def undone(self) -> list[str]:
        """The undone moves, the next one to redo last."""
        return [format_move(*stage.last) for stage in self._history.undone if stage.last]

    def play(self, text: str) -> Move:
        """Make the move written in ``text``; raises InputError if it is not legal."""
        before = self.position
        move = parse_move(before, text)
        self._history.do(Stage(apply(before, move), (before, move)))
        return move

    def undo(self) -> Move | None:
        """Undo the last move and return it, None if there is none."""
        last = self._history.now.last
        self._history.undo()
        return None if last is None else last[1]

    def redo(self) -> Move | None:
        """Redo the last undone move and return it, None if there is none."""
        if not self._history.redo():
            return None
        last = self._history.now.last
        return None if last is None else last[1]
