"""``bolets advise``: the best turn while the order is unknown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import (
    Exit,
    exit_code,
    finish,
    json_option,
    limit_options,
    print_json,
    report_errors,
)
from bolets_solver.cli.shared.game_options import deck_option, rule_options, sight_options
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Limits

if TYPE_CHECKING:
    from bolets_solver.advise.worlds import Sight
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.rules import Rules

MOST_BEST = 100


@click.command()
@click.argument("game", nargs=-1, required=True, metavar="RECORD|FACES")
@click.option("--wall", metavar="FACE", help="The drawn wall card.")
@click.option("--next", "following", metavar="FACE", help="The card on top of the stack.")
@click.option("--turn", type=click.IntRange(1, 1000), metavar="N", help="Before turn N of RECORD.")
@click.option(
    "--objective",
    "aim",
    default="points",
    metavar="WHAT",
    help="points (expected), win, 'tier 3' or 'at-least 19' (chances).  [default: points]",
)
@click.option("--worlds", is_flag=True, help="Show the result for each possible order.")
@click.option(
    "--best",
    type=click.IntRange(1, MOST_BEST),
    default=3,
    metavar="N",
    help="Show the best N decisions.  [default: 3]",
)
@click.option(
    "--sample",
    type=click.IntRange(2, 100_000),
    metavar="N",
    help="Also estimate the score with hindsight, from N orders.",
)
@sight_options
@json_option
@deck_option
@rule_options
@limit_options
@report_errors
def advise(
    game: tuple[str, ...],
    wall: str | None,
    following: str | None,
    turn: int | None,
    aim: str,
    worlds: bool,
    best: int,
    sample: int | None,
    sight: Sight,
    as_json: bool,
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Find the best next decision of a game, without hidden cards.

    RECORD is a begun game; FACES are the cards seen so far: the first card, the wall card, the top
    of the stack. In a record's order, "?" is an unknown card. Cards below the top of the stack are
    ignored, even if the record contains them. Each value is proven: exact, or between two bounds if
    a limit ended the work.

    Exit code 1: no game can be won (or reach the objective).
    """
    from bolets_solver.advise.answer.words import advice_lines
    from bolets_solver.advise.objective import Objective
    from bolets_solver.cli.shared.progress import AdviceReporter, loading_kernels
    from bolets_solver.cli.text.game_text import deck_line
    from bolets_solver.work.limits import Work

    objective = Objective.parse(aim)
    named, record, loaded = _asked(game, turn, deck, settings)
    with loading_kernels():
        from bolets_solver.advise.advisor import Advisor
    with Advisor(loaded, record.rules, sight) as advisor:
        known = advisor.knowing(record, wall, following)
        with AdviceReporter() as reporter, Work(limits, reporter.report) as work:
            advice = advisor.advise(
                record, known, objective, work, best, sample or 0, reporter.watch
            )
    if as_json:
        print_json(advice.as_json(worlds))
    else:
        click.echo("\n".join([deck_line(named), *advice_lines(advice, worlds)]))
    if advice.value.upper == 0:
        finish(Exit.NO)
    finish(exit_code(advice.reason))


def _asked(
    game: tuple[str, ...], turn: int | None, deck: str | None, settings: list[str]
) -> tuple[str, Record, Deck]:
    """Read a game, or the faces seen so far, and the name of its deck; raises InputError."""
    from dataclasses import replace

    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.record_file import deck_of

    faces = _faces(game)
    if faces is not None:
        named = asked_deck(deck)
        loaded = load_deck(named)
        return named, _begun(faces, loaded, Rules.parse(settings)), loaded
    if len(game) > 1:
        raise InputError("give one record, or the faces seen so far such as 2B 5B 4A")
    file = read_game(game[0])
    rules = Rules.parse(settings, file.record.rules)
    record = replace(file.record, rules=rules)
    if turn is not None:
        if turn > len(record.turns) + 1:
            raise InputError(
                f"the game has {len(record.turns)} turns; it has not reached turn {turn}"
            )
        record = replace(record, turns=record.turns[: turn - 1])
    return deck_of(file, deck), record, file.deck(deck)


def _faces(game: tuple[str, ...]) -> list[str] | None:
    """Return the given faces, None for a file."""
    from pathlib import Path

    words = [word for text in game for word in re.split(r"[\s,;]+", text) if word]
    faces = all(re.fullmatch("[0-9]{1,6}[A-Za-z]", word) for word in words)
    return words if words and faces and not Path(game[0]).exists() else None


def _begun(faces: list[str], deck: Deck, rules: Rules) -> Record:
    """Return the record of a game with these known faces."""
    from bolets_solver.advise.worlds import Knowledge
    from bolets_solver.bolets.cards.face import COTTAGE
    from bolets_solver.bolets.play.record import Record

    known = Knowledge.of(deck, tuple(name.upper() for name in faces))
    order = (*known.seen, *["?"] * known.hidden, COTTAGE)
    return Record(deck.name, order, None, (), rules)
