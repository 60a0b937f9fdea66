"""A game at the terminal, from start to record, shared by all ways to play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import Exit, finish, say
from bolets_solver.cli.shared.dialogue import GameSaver, converse, take_up
from bolets_solver.cli.shared.game_options import colour_wanted, columns_wanted
from bolets_solver.cli.text.game_text import count_text, deck_line, tally_table, tier_line
from bolets_solver.errors import Defect, InputError
from bolets_solver.work.limits import Status

if TYPE_CHECKING:
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.play.verdict import Verdict
    from bolets_solver.files.saved_games import Save
    from bolets_solver.optimize.solution import Solution
    from bolets_solver.study.games.session import Session

HINT_SECONDS = 60.0
"""Default time limit of a hint and of the optimum at the end."""


def play_at_terminal(
    session: Session,
    save: Save,
    deck: str,
    hint: Callable[[int], str],
    opening: str,
    new: bool,
    output: str | None,
) -> Verdict:
    """Play a game until its end, or until the player leaves; return the verdict.

    ``deck``: the deck in the record. ``hint`` returns a hint of a level. ``opening``: the first
    line printed. The record of a finished game is written to ``output``, or saved.
    """
    from bolets_solver.cli.play.screen import Screen
    from bolets_solver.cli.play.table import Table

    table = Table(
        session,
        click.echo,
        hint,
        lambda name: _written(session.record, deck, name),
        colour_wanted(),
        columns_wanted(),
        Screen.of_terminal(),
    )
    keeper = GameSaver(save, _kept(session), "record", "bolets play --from")

    def written() -> None:
        if output is not None:
            click.echo(_written(session.record, deck, output))

    try:
        click.echo(deck_line(deck))
        click.echo(f"{opening}; 'help' lists what you can type")
        table.look()
        converse(table, keeper)
    except (KeyboardInterrupt, OSError):  # OSError: the reader is gone
        keeper.break_off(new, written)
        raise
    verdict = session.moment.verdict
    if not verdict.finished:
        try:
            keeper.leave(new)
        finally:  # the terminal may be gone
            written()
        return verdict
    try:
        _print_end(session, output)
    finally:
        _put_away(session, keeper, deck, output, new)
    return verdict


def _kept(session: Session) -> Callable[[], str]:
    """Return the function that writes a saved game, including undone actions."""
    from bolets_solver.bolets.files.deck_library import find_deck, is_path
    from bolets_solver.study.games.session import kept_text

    deck = session.record.deck
    # a path is relative to the working folder, which may differ next time
    lasting = find_deck(deck).absolute().as_posix() if is_path(deck) else deck
    return lambda: kept_text(replace(session.record, deck=lasting), session.undone)


def begin(session: Session, save: Save, begun: Record, new: bool) -> None:
    """Resume the saved game if it begins like ``begun``, otherwise begin with ``begun``."""
    from bolets_solver.study.games.session import begins_like, parse_kept

    violation = session.take_up(begun)
    if violation is not None:
        line = "" if violation.line is None else f"line {violation.line}: "
        raise InputError(f"the game breaks {violation.rule}: {line}{violation.message}")

    def took_up() -> bool:
        kept = save.read(parse_kept)
        if kept is None or not session.may_be(kept.record.order):
            return False
        if not begins_like(kept.record, begun):
            return False
        violation = session.take_up(kept.record)
        if violation is not None:
            message = f"the game breaks {violation.rule}: {violation.message}"
            raise InputError(Defect(message, str(save.path), violation.line))
        session.undone.extend(kept.undone)
        return True

    take_up(save, new, took_up)


def _written(record: Record, deck: str, name: str) -> str:
    """Write a record to a file and return the message; ``-``: return the record."""
    from bolets_solver.cli.shared.output_file import RECORD, require_place, write_output
    from bolets_solver.cli.shared.record_file import record_text, require_deck
    from bolets_solver.study.games.session import joined

    require_place(name, RECORD)
    require_deck(deck, name)
    text = record_text(joined(record), deck, name)
    if name == "-":
        return text.rstrip()
    write_output(name, text, RECORD)
    return f"record written to {name}"


def _print_end(session: Session, output: str | None) -> None:
    """Print tally and tier, and the record unless it is written anyway."""
    from bolets_solver.study.games.session import joined

    verdict = session.moment.verdict
    click.echo("\n".join(["", *tally_table(verdict.tallies, columns_wanted())]))
    click.echo(tier_line(verdict.points) if verdict.won else f"lost: {verdict.ending}")
    click.echo("" if output == "-" else f"\n{joined(session.record).format()}")


def _put_away(
    session: Session, keeper: GameSaver, deck: str, output: str | None, new: bool
) -> None:
    """Write the record of a finished game and remove the saved game."""
    path = keeper.save.finished_path()
    try:
        if output is None:
            path.parent.mkdir(parents=True, exist_ok=True)
        said = _written(session.record, deck, output or str(path))
    except (OSError, InputError) as error:
        say(f"warning: the record is not written: {error}")
        keeper.leave(new)
        return
    keeper.save.remove()
    click.echo(said)


def show_gap(verdict: Verdict, solution: Solution) -> None:
    """Print how much more the best game of the deal scores."""
    if solution.status is Status.OPTIMAL and solution.points is not None:
        gap = solution.points - (verdict.points if verdict.won else 0)
        found = f"the optimum of this deal is {count_text(solution.points, 'point')} (proven)"
        click.echo(f"{found}: {f'{gap} more' if gap else 'yours'}")
    elif solution.status is Status.IMPOSSIBLE:
        click.echo("no game of this deal can be won (proven)")
    else:
        best = (
            "no game was found"
            if solution.points is None
            else f"{solution.points} points were found"
        )
        click.echo(f"the optimum is not known within the limit: {best}, at most {solution.bound}")
        finish(Exit.ANSWERED)
