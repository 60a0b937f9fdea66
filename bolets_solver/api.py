"""Shortcuts for programs that import this package."""

from __future__ import annotations

from pathlib import Path

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.files.game_file import GameFile, read_game
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Rules


def check(
    game: str | Path | Record, deck: Deck | None = None, rules: Rules | None = None
) -> Verdict:
    """Replay a game and say whether it keeps the rules and what it scores.

    ``game`` is a record, or the file of a record or of a solution's JSON; ``deck`` and ``rules``
    replace those that it names. Raises InputError with all defects of a file that cannot be read or
    that names what does not exist. For a game that breaks a rule the verdict is not ``legal``.
    """
    file = GameFile(game) if isinstance(game, Record) else read_game(str(game))
    deal = file.deal_so_far(deck or file.deck())
    return file.judge(deal, rules or file.record.rules)
