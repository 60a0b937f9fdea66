"""``bolets play``: a game step by step, in a terminal or from a pipe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import Exit, finish, limit_options, say, tell_errors
from bolets_solver.cli.shared.dialogue import Keeper, converse, take_up
from bolets_solver.cli.shared.game_options import (
    colour_wanted,
    columns_wanted,
    deck_option,
    rule_options,
)
from bolets_solver.cli.text.game_text import count_text, tally_table, tier_line
from bolets_solver.errors import Defect, InputError
from bolets_solver.work.limits import Limits, Status

if TYPE_CHECKING:
    from bolets_solver.bolets.files.share_code import SharedDeal
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.play.verdict import Verdict
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.files.kept_games import Save
    from bolets_solver.study.games.session import Session

HINT_SECONDS = 60.0
"""How long a hint and the optimum at the end may take, if no limit is given."""


@click.command()
@click.argument("order", nargs=-1, metavar="[ORDER|CODE]")
@click.option("--seed", type=int, metavar="N", help="Play the order that 'deal --seed N' deals.")
@click.option("--from", "begun", metavar="FILE", help="Go on with this record.")
@click.option("--new", is_flag=True, help="Begin anew, though a game of this deal was left off.")
@click.option("--no-optimum", is_flag=True, help="Do not work out the optimum at the end.")
@click.option("-o", "--output", metavar="FILE", help="Write the record of the game to FILE.")
@deck_option
@rule_options
@limit_options
@tell_errors
def play(
    order: tuple[str, ...],
    seed: int | None,
    begun: str | None,
    new: bool,
    no_optimum: bool,
    output: str | None,
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Play a game step by step, or write down one that was played with real cards.

    Type "help" for what can be typed. What is illegal is explained and changes nothing; "undo"
    takes back as many steps as you like; "hint" helps a little. The game is kept after every step:
    leave it, and the same command takes it up again. At the end come the tally, the tier, the gap
    to the optimum, and the record.
    """
    asked, record = _asked(order, seed, begun, deck, settings)
    save = _save_of(asked, record)
    play_game(asked, record, save, new, output, limits, not no_optimum)


def play_game(
    asked: SharedDeal,
    record: Record | None,
    save: Save,
    new: bool,
    output: str | None,
    limits: Limits,
    tell_optimum: bool,
    given: bool = False,
) -> Verdict:
    """Play a game at the terminal and return how it stands at the end.

    ``record`` is the game to go on with, None for a new one; with ``given`` nothing of it can be
    taken back. What ``save`` keeps of an earlier time goes before it if it begins as ``record``
    does, unless ``new`` is set; it is never written over.
    """
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.cli.play.table import Table
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.cli.shared.output_file import RECORD, require_place
    from bolets_solver.study.games.session import Session, action_count

    if output is not None:
        require_place(output, RECORD)
    session = Session(asked.deal, asked.rules, asked.deck)
    begun = Record(asked.deck, asked.deal.order, asked.entrance, (), asked.rules)
    if record is not None:
        begun = record
    _begin(session, save, begun, new)
    if given or asked.entrance is not None:
        session.floor = action_count(begun)
    if limits.seconds is None:
        limits = Limits(HINT_SECONDS, limits.mebibytes)
    coaching = Coaching(asked.deal, asked.rules, limits)
    table = Table(
        session,
        click.echo,
        lambda level: coaching.hint(session.record, level),
        lambda name: _written(session.record, asked.deck, name),
        colour_wanted(),
        columns_wanted(),
    )
    keeper = Keeper(save, _kept(session), "record", "bolets play --from")

    def written() -> None:
        if output is not None:
            click.echo(_written(session.record, asked.deck, output))

    try:
        click.echo(f"order: {table.moment.deal}; 'help' tells what can be typed")
        table.look()
        converse(table, keeper)
    except (KeyboardInterrupt, OSError):  # the latter: nobody reads on
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
        _tell_end(session, output)
    finally:
        _put_away(session, keeper, asked.deck, output, new)
    if tell_optimum:
        _tell_optimum(session, asked, coaching)
    return verdict


def _kept(session: Session) -> Callable[[], str]:
    """Return what writes a game as it is kept: with everything that was taken back."""
    from bolets_solver.bolets.cards.deck import find_deck, is_path
    from bolets_solver.study.games.session import kept_text

    deck = session.record.deck
    # a path is one from the working folder, which is another one next time
    lasting = find_deck(deck).absolute().as_posix() if is_path(deck) else deck
    return lambda: kept_text(replace(session.record, deck=lasting), session.undone)


def _asked(
    order: tuple[str, ...],
    seed: int | None,
    begun: str | None,
    deck: str | None,
    settings: list[str],
) -> tuple[SharedDeal, Record | None]:
    """Read what is to be played; raises InputError with what is wrong with it."""
    from bolets_solver.bolets.cards.deck import DEFAULT_DECK, load_deck
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.files.share_code import SharedDeal, read_order_or_code
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.record_file import deck_of
    from bolets_solver.study.decks.generate import random_deal

    given = [bool(order), seed is not None, begun is not None]
    if sum(given) != 1:
        raise InputError(
            "give an order, a code, --seed or --from: one of them, to say what to play"
        )
    if begun is not None:
        if begun == "-":
            raise InputError("--from takes a file: what is typed comes from standard input")
        game = read_game(begun)
        rules = Rules.parse(settings, game.record.rules)
        deal = game.deal(game.deck(deck))
        return SharedDeal(deal, rules, None, deck_of(game, deck)), game.record
    if seed is not None:
        deal = random_deal(load_deck(deck or DEFAULT_DECK), seed)
        order = deal.order
    return read_order_or_code(order, deck, settings), None


def _save_of(asked: SharedDeal, record: Record | None) -> Save:
    """Return the place of a game: one for each deal, and one for each record to go on with."""
    from bolets_solver.bolets.files.share_code import write_code
    from bolets_solver.files.kept_games import Save, digest
    from bolets_solver.study.games.session import joined

    name = write_code(asked.deal, asked.rules, asked.entrance)
    if record is not None and record.entrance is not None:
        turns = "\n".join(map(str, joined(record).turns))
        name += f"-from-{digest(f'{record.entrance} {turns}')[:12]}"
    return Save(name)


def _begin(session: Session, save: Save, begun: Record, new: bool) -> None:
    """Take up the game that was left off if it began like ``begun``, else begin with that."""
    from bolets_solver.study.games.session import begins_like, parse_kept

    violation = session.take_up(begun)
    if violation is not None:
        line = "" if violation.line is None else f"line {violation.line}: "
        raise InputError(f"the game breaks {violation.rule}: {line}{violation.message}")

    def took_up() -> bool:
        kept = save.read(parse_kept)
        if kept is None or kept.record.order != begun.order:
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
    """Write a record to a file and return what is to be said; ``-``: return the record."""
    from bolets_solver.cli.shared.output_file import RECORD, require_place
    from bolets_solver.cli.shared.record_file import record_text, require_deck
    from bolets_solver.files.text_file import write_text
    from bolets_solver.study.games.session import joined

    require_place(name, RECORD)
    require_deck(deck, name)
    text = record_text(joined(record), deck, name)
    if name == "-":
        return text.rstrip()
    write_text(name, text)
    return f"record written to {name}"


def _tell_end(session: Session, output: str | None) -> None:
    """Tell tally and tier, and the record if that is not done anyway."""
    from bolets_solver.study.games.session import joined

    verdict = session.moment.verdict
    click.echo("\n".join(["", *tally_table(verdict.tallies, columns_wanted())]))
    click.echo(tier_line(verdict.points) if verdict.won else f"lost: {verdict.ending}")
    click.echo("" if output == "-" else f"\n{joined(session.record).format()}")


def _put_away(session: Session, keeper: Keeper, deck: str, output: str | None, new: bool) -> None:
    """Write the record of a finished game, which is no longer kept then."""
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


def _tell_optimum(session: Session, asked: SharedDeal, coaching: Coaching) -> None:
    """Tell how much more the best game scores."""
    verdict = session.moment.verdict
    bare = replace(session.record, entrance=asked.entrance, turns=())
    solution = coaching.best(bare)
    if solution.status is Status.OPTIMAL and solution.points is not None:
        gap = solution.points - (verdict.points if verdict.won else 0)
        found = f"the optimum of this deal is {count_text(solution.points, 'point')} (proven)"
        click.echo(f"{found}: {f'{gap} more' if gap else 'yours'}")
    elif solution.status is Status.IMPOSSIBLE:
        click.echo("no game of this deal can be won (proven)")
    else:
        best = (
            "no game is found" if solution.points is None else f"{solution.points} points are found"
        )
        click.echo(f"the optimum is not known within the limit: {best}, at most {solution.bound}")
        finish(Exit.ANSWERED)
