"""Stepping through a game: moves forward, and back again as far as one likes."""

from __future__ import annotations

from bolets_solver.amanite.game.moves import Move, apply, format_move, parse_move
from bolets_solver.amanite.game.position import Position, settle


class Session:
    """A position, the moves made since it was opened, and those that were taken back."""

    def __init__(self, position: Position):
        self._past: list[tuple[Position, Move]] = []
        self._undone: list[tuple[Position, Move]] = []
        self.position = settle(position)

    @property
    def moves(self) -> list[tuple[Position, Move]]:
        """The moves made so far, each with the position before it."""
        return list(self._past)

    @property
    def made(self) -> list[str]:
        """The moves made so far, in order, as :meth:`play` reads them."""
        return [format_move(before, move) for before, move in self._past]

    @property
    def undone(self) -> list[str]:
        """The moves that redo makes again, the next one last."""
        return [format_move(before, move) for before, move in self._undone]

    def play(self, text: str) -> Move:
        """Make the move written in ``text``; raises InputError if it is not legal."""
        move = parse_move(self.position, text)
        self._do(move)
        self._undone.clear()
        return move

    def undo(self) -> Move | None:
        """Take back the last move and return it, or None if there is none."""
        if not self._past:
            return None
        before, move = self._past.pop()
        self._undone.append((before, move))
        self.position = before
        return move

    def redo(self) -> Move | None:
        """Make the move again that was taken back last, or return None."""
        if not self._undone:
            return None
        _, move = self._undone.pop()
        self._do(move)
        return move

    def _do(self, move: Move) -> None:
        self._past.append((self.position, move))
        self.position = apply(self.position, move)
