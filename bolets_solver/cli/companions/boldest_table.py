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
from bolets_solver.boldest.files.writer import format_position
from bolets_solver.boldest.game.expedition import legal_takes
from bolets_solver.boldest.game.position import Position
from bolets_solver.boldest.game.scoring import End
from bolets_solver.boldest.session import Session
from bolets_solver.boldest.solving.search import totals
from bolets_solver.cli.companions.step_table import StepTable


class BoldestTable(StepTable[Session]):
    """A last Day at the table; ``analysis`` returns the values of a position's takes."""

    game = "boldest"
    moves_help = """\
a move            c2r1 | c2r1 c2r3 | pass (no additional card), or the number of a move"""

    def __init__(self, session: Session, analysis: Callable[[Position], list[str]]):
        super().__init__(session)
        self.analysis = analysis

    @property
    def finished(self) -> bool:
        """Whether no known Group can act any more."""
        return self.session.moment.actor is None

    def look(self) -> None:
        """Print the table and the turn, or the end of the Day."""
        day, moment = self.session.day, self.session.moment
        click.echo("\n".join(["", draw_forest(moment.forest), "", *moment_words(day, moment)]))
        if moment.actor is not None:
            click.echo(f"{place_words(moment.contest)}: {group_words(day, moment.actor)} act.")
            return
        end = end_words(day.players, End(totals(moment), moment.flags))
        if self.session.day_over:
            click.echo(f"The Day is over. {end}")
        else:
            click.echo(f"Expedition {moment.contest // 3} is resolved. So far: {end}")
            click.echo(
                "The next Groups are still face down: save the position, add what is turned up, "
                "and play that."
            )

    def move_lines(self) -> list[str]:
        """Return all legal takes, numbered."""
        moment = self.session.moment
        takes = enumerate(legal_takes(self.session.day, moment), start=1)
        return [f"{number:2}  {take_words(take, moment.forest)}" for number, take in takes]

    def analysis_lines(self) -> list[str]:
        """Return the value of each legal take."""
        return self.analysis(self.session.position)

    def log_lines(self) -> list[str]:
        """Return the events since the game was opened."""
        return self.session.log

    def outcome_lines(self) -> list[str]:
        """Return the result of the last take."""
        return list(self.session.stage.words)

    def position_file(self) -> str:
        """Return the position as a file's text."""
        return format_position(self.session.position)
