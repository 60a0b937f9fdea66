"""Shortcuts for programs that import this package."""

from __future__ import annotations

from pathlib import Path

from bolets_solver.bolets.deck import Deck
from bolets_solver.bolets.game_file import GameFile, read_game
from bolets_solver.bolets.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.bolets.verdict import Verdict


def check(
    game: str | Path | Record, deck: Deck | None = None, rules: Rules | None = None
) -> Verdict:
    """Replay a game and say whether it keeps the rules and what it scores.

    ``game`` is a record, or the file of a record or of a solution's JSON; ``deck`` and ``rules``
    replace those that it names. Raises InputError with all defects of what cannot be read or names
    what is not there; a game that breaks a rule is no error but a verdict that is not ``legal``.
    """
    file = GameFile(game) if isinstance(game, Record) else read_game(str(game))
    deal = file.deal(deck or file.deck())
    return file.judge(deal, rules or file.record.rules)
