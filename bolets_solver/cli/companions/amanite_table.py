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
from bolets_solver.cli.shared.common import repeat
from bolets_solver.cli.shared.output_file import position_kind, save_as
from bolets_solver.errors import InputError

HELP = """\
a move            place 2 | place 2 split red | blue pig | split red | blue | pile red
                  take red pig | feed blue
undo [N], redo    take a move back, make it again
moves             all legal moves
solve             what each of them is worth
show              the position
log               the moves made so far
save FILE         write the position to FILE
quit              leave; the same command takes the game up again"""


POSITION = position_kind("amanite")


class Table:
    """Reads line after line and does what it says; ``analysis`` returns a position's."""

    def __init__(
        self,
        session: Session,
        analysis: Callable[[Position], list[str]],
        asker: int | None,
    ):
        self.session = session
        self.analysis = analysis
        self.asker = asker
        self.left = False

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.session.position.to_act is None

    def take(self, line: str) -> None:
        """Do what one line says; raises InputError if it cannot be done."""
        if not line.strip():
            return
        word, *words = line.split()
        verb = word.casefold()
        position = self.session.position
        if verb in ("quit", "exit", "q"):
            self.left = True
        elif verb in ("help", "?"):
            click.echo(HELP)
        elif verb in ("show", "look"):
            self.look()
        elif verb == "moves":
            for move in legal_moves(position):
                click.echo(f"  {format_move(position, move)}")
        elif verb in ("solve", "best"):
            click.echo("\n".join(self.analysis(position)))
        elif verb == "log":
            for before, move in self.session.moves:
                click.echo(f"  {_player_text(before)} {format_move(before, move)}")
        elif verb == "save":
            if not words:
                raise InputError("save takes the name of a file: save position.toml")
            name = line.split(maxsplit=1)[1].rstrip()
            click.echo(save_as(name, format_position(position), POSITION))
        elif verb in ("undo", "redo"):
            step = self.session.undo if verb == "undo" else self.session.redo
            if not repeat(step, words):
                raise InputError(f"there is nothing to {verb}")
            self.look()
        else:
            self.session.play(line)
            self.look()

    def look(self) -> None:
        """Show the table, and the scores once it is finished."""
        position = self.session.position
        click.echo("\n".join(["", *board(position), ""]))
        if position.to_act is None:
            self._end()
        click.echo(turn(position))

    def _end(self) -> None:
        from bolets_solver.amanite.answer.report import outlook_lines

        position = self.session.position
        possible = possible_worlds(position, self.asker)
        click.echo("\n".join(outlook_lines(position, outlooks(position, possible), len(possible))))


def _player_text(position: Position) -> str:
    actor = position.to_act
    return "" if actor is None else position.players[actor]
