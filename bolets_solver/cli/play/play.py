"""``bolets play``: play a game step by step, in a terminal or from a pipe."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.play.open_play import OpenGameOptions, is_open, play_open
from bolets_solver.cli.play.terminal_game import HINT_SECONDS, show_gap
from bolets_solver.cli.shared.common import limit_options, report_errors
from bolets_solver.cli.shared.completing import complete_faces
from bolets_solver.cli.shared.game_options import deck_option, rule_options, sight_options
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Limits

if TYPE_CHECKING:
    from bolets_solver.advise.worlds import Sight
    from bolets_solver.bolets.files.share_code import SharedDeal
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.play.verdict import Verdict
    from bolets_solver.files.saved_games import Save


@click.command()
@click.argument("order", nargs=-1, metavar="[ORDER|CODE]", shell_complete=complete_faces)
@click.option("--seed", type=int, metavar="N", help="Play the order that 'deal --seed N' deals.")
@click.option("--from", "begun", metavar="FILE", help="Continue this record.")
@click.option("--new", is_flag=True, help="Start again, and set a saved game of this deal aside.")
@click.option(
    "--hidden", is_flag=True, help="With --seed: turn up the cards one by one, as at the table."
)
@sight_options
@click.option("--no-optimum", is_flag=True, help="Do not compute the optimum at the end.")
@click.option("-o", "--output", metavar="FILE", help="Write the record of the game to FILE.")
@deck_option
@rule_options
@limit_options
@report_errors
def play(
    order: tuple[str, ...],
    seed: int | None,
    begun: str | None,
    new: bool,
    hidden: bool,
    sight: Sight,
    no_optimum: bool,
    output: str | None,
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Play a game step by step, or record a game with real cards.

    Without an order the program asks for each card as it is turned up; with --seed and --hidden it
    turns them up itself. In both cases hints use no hidden cards.

    Type "help" for all commands. Illegal actions are explained and change nothing. "undo" undoes
    any number of steps; "hint" gives a hint. The game is saved after every step; the same command
    resumes it. At the end it prints the tally, the tier, the gap to the optimum, and the record.
    """
    if hidden and seed is None:
        raise InputError("--hidden needs --seed; without an order you type the cards yourself")
    asking = OpenGameOptions(seed if hidden else None, begun, deck, settings, sight)
    unknown = hidden or not (order or seed is not None or begun is not None)
    if unknown and order:
        raise InputError("give either an order, or --seed with --hidden")
    if unknown or (begun is not None and is_open(begun)):
        play_open(asking, new, output, limits, not no_optimum)
        return
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
    show_optimum: bool,
    given: bool = False,
) -> Verdict:
    """Play a game at the terminal and return its verdict at the end.

    ``record`` is the game to continue, None for a new one; with ``given`` it cannot be undone. A
    saved game in ``save`` that begins like ``record`` takes precedence unless ``new`` is set; it is
    never overwritten.
    """
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.cli.play.terminal_game import begin, play_at_terminal
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.cli.shared.output_file import RECORD, require_place
    from bolets_solver.study.games.session import Session, action_count

    if output is not None:
        require_place(output, RECORD)
    session = Session(asked.deal, asked.rules, asked.deck)
    begun = Record(asked.deck, asked.deal.order, asked.entrance, (), asked.rules)
    if record is not None:
        begun = record
    begin(session, save, begun, new)
    if given or asked.entrance is not None:
        session.floor = action_count(begun)
    if limits.seconds is None:
        limits = Limits(HINT_SECONDS, limits.mebibytes)
    coaching = Coaching(asked.deal, asked.rules, limits)
    verdict = play_at_terminal(
        session,
        save,
        asked.deck,
        lambda level: coaching.hint(session.record, level),
        f"order: {session.moment.deal}",
        new,
        output,
    )
    if verdict.finished and show_optimum:
        best = replace(session.record, entrance=asked.entrance, turns=())
        show_gap(verdict, coaching.best(best))
    return verdict


def _asked(
    order: tuple[str, ...],
    seed: int | None,
    begun: str | None,
    deck: str | None,
    settings: list[str],
) -> tuple[SharedDeal, Record | None]:
    """Read the game to play; raises InputError with all defects."""
    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.files.share_code import SharedDeal, read_order_or_code
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.record_file import deck_of
    from bolets_solver.study.decks.generate import random_deal

    given = [bool(order), seed is not None, begun is not None]
    if sum(given) != 1:
        raise InputError("give one of an order, a code, --seed and --from")
    if begun is not None:
        if begun == "-":
            raise InputError("--from needs a file, because commands come from standard input")
        game = read_game(begun)
        rules = Rules.parse(settings, game.record.rules)
        deal = game.deal(game.deck(deck))
        return SharedDeal(deal, rules, None, deck_of(game, deck)), game.record
    if seed is not None:
        deal = random_deal(load_deck(asked_deck(deck)), seed)
        order = deal.order
    return read_order_or_code(order, deck, settings), None


def _save_of(asked: SharedDeal, record: Record | None) -> Save:
    """Return the file of a game: one for each deal, and one for each record to continue."""
    from bolets_solver.bolets.files.share_code import write_code
    from bolets_solver.files.saved_games import Save, digest
    from bolets_solver.study.games.session import joined

    name = write_code(asked.deal, asked.rules, asked.entrance)
    if record is not None and record.entrance is not None:
        turns = "\n".join(map(str, joined(record).turns))
        name += f"-from-{digest(f'{record.entrance} {turns}')[:12]}"
    return Save(name)
