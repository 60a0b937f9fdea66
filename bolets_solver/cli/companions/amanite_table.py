"""The dialogue of ``bolets amanite play``."""

from __future__ import annotations

from collections.abc import Callable

import click

from bolets_solver.amanite.answer.position_text import board, turn
from bolets_solver.amanite.files.writer import format_position
from bolets_solver.amanite.game.expected_scores import outlooks
from bolets_solver.amanite.game.moves import format_move, legal_moves
from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.worlds import possible_worlds
from bolets_solver.amanite.session import Session
from bolets_solver.cli.companions.step_table import StepTable


class AmaniteTable(StepTable[Session]):
    """A third round at the table; ``analysis`` returns the values of a position's moves."""

    game = "amanite"
    moves_help = """\
a move            place 2 | place 2 split red | blue pig | split red | blue | pile red
                  take red pig | feed blue"""

    def __init__(
        self, session: Session, analysis: Callable[[Position], list[str]], asker: int | None
    ):
        super().__init__(session)
        self.analysis = analysis
        self.asker = asker

    @property
    def position(self) -> Position:
        """The current position."""
        return self.session.position

    @property
    def finished(self) -> bool:
        """Whether the round is over."""
        return self.position.to_act is None

    def look(self) -> None:
        """Print the table, and the scores once it is finished."""
        click.echo("\n".join(["", *board(self.position), ""]))
        if self.finished:
            self._end()
        click.echo(turn(self.position))

    def move_lines(self) -> list[str]:
        """Return all legal moves."""
        return [format_move(self.position, move) for move in legal_moves(self.position)]

    def analysis_lines(self) -> list[str]:
        """Return the value of each legal move."""
        return self.analysis(self.position)

    def log_lines(self) -> list[str]:
        """Return the moves with their players."""
        return [
            f"  {_player_text(before)} {format_move(before, move)}"
            for before, move in self.session.moves
        ]

    def position_file(self) -> str:
        """Return the position as a file's text."""
        return format_position(self.position)

    def _end(self) -> None:
        from bolets_solver.amanite.answer.text_report import outlook_lines

        possible = possible_worlds(self.position, self.asker)
        found = outlooks(self.position, possible)
        click.echo("\n".join(outlook_lines(self.position, found, len(possible))))


def _player_text(position: Position) -> str:
    actor = position.to_act
    return "" if actor is None else position.players[actor]
