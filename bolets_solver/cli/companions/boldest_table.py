"""The dialogue of ``bolets boldest play``."""

from __future__ import annotations

from collections.abc import Callable

import click

from bolets_solver.boldest.answer.position_text import (
    draw_forest,
    end_words,
    group_words,
    moment_words,
    place_words,
    take_words,
)
from bolets_solver.boldest.files.writer import position_text
from bolets_solver.boldest.game.expedition import legal_takes
from bolets_solver.boldest.game.position import Position
from bolets_solver.boldest.game.scoring import End
from bolets_solver.boldest.session import Session
from bolets_solver.boldest.solve.search import totals
from bolets_solver.cli.shared.common import repeat
from bolets_solver.cli.shared.output_file import position_kind, save_as
from bolets_solver.errors import InputError

HELP = """\
cards             take them: c2r1 | c2r1 c2r3 | pass (no additional card), or the number of a move
undo [N], redo    take it back, do it again
moves             all legal takes, numbered
solve             what each of them is worth
show              the table
log               what has happened so far
save FILE         write the position to FILE
quit              leave; the same command takes the game up again"""


POSITION = position_kind("boldest")


class Table:
    """Reads line after line and does what it says; ``analysis`` returns a position's."""

    def __init__(self, session: Session, analysis: Callable[[Position], list[str]]):
        self.session = session
        self.analysis = analysis
        self.left = False

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.session.moment.actor is None

    def take(self, line: str) -> None:
        """Do what one line says; raises InputError if it cannot be done."""
        if not line.strip():
            return
        word, *words = line.split()
        verb = word.casefold()
        session = self.session
        if verb in ("quit", "exit", "q"):
            self.left = True
        elif verb in ("help", "?"):
            click.echo(HELP)
        elif verb in ("show", "look"):
            self.look()
        elif verb == "moves":
            for number, take in enumerate(legal_takes(session.day, session.moment), start=1):
                click.echo(f"  {number:2}  {take_words(take, session.moment.forest)}")
        elif verb in ("solve", "best"):
            click.echo("\n".join(self.analysis(session.position())))
        elif verb == "log":
            click.echo("\n".join(session.log) or "nothing yet")
        elif verb == "save":
            if not words:
                raise InputError("save takes the name of a file: save position.toml")
            name = line.split(maxsplit=1)[1].rstrip()
            click.echo(save_as(name, position_text(session.position()), POSITION))
        elif verb in ("undo", "redo"):
            if not repeat(session.undo if verb == "undo" else session.redo, words):
                raise InputError(f"there is nothing to {verb}")
            self.look()
        else:
            session.play(line)
            click.echo("\n".join(session.stage.words))
            self.look()

    def look(self) -> None:
        """Show the table and whose turn it is, or how the Day has ended."""
        day, moment = self.session.day, self.session.moment
        click.echo("\n".join(["", draw_forest(moment.forest), "", *moment_words(day, moment)]))
        if moment.actor is None:
            end = end_words(day.players, End(totals(moment), moment.flags))
            if self.session.day_over:
                click.echo(f"The Day is over. {end}")
            else:
                click.echo(f"Expedition {moment.contest // 3} is resolved. So far: {end}")
                click.echo(
                    "The next Groups are still face down: save the position, write down in it what "
                    "is turned up, and play that."
                )
        else:
            click.echo(f"{place_words(moment.contest)}: {group_words(day, moment.actor)} act.")
