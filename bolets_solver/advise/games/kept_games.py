"""Hidden games saved while they are played, so that a measurement continues where it ended.

The file is text (``bolets-hidden-games/1``, see FORMATS.md). Each game is added when it ends and
stands there as a record. When the file is read every record is replayed: its order has to be the
deal of its seed, and its result what the line above it says.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from bolets_solver.atlas.values import deck_digest
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import appending, read_text
from bolets_solver.study.decks.generate import random_deal

HEADER = "bolets-hidden-games/1"

PLAYER = 1
"""Goes up when the player may play otherwise; games of another player are not mixed in."""

_HEAD = re.compile(r"== ([0-9]{1,9}) (?:won ([0-9]{1,6})|lost)")


class KeptGames:
    """The games of a file by seed: their points, 0 if they were lost.

    The file is read, and made when the first game is added. Raises InputError with every defect, or
    if it holds games of another deck, of other rules or of another player.
    """

    def __init__(self, name: str | Path, deck: Deck, rules: Rules):
        self.name = str(name)
        self.deck = deck
        self.rules = rules
        self.points: dict[int, int] = {}
        if Path(name).exists():
            self._read(read_text(name))

    @property
    def head(self) -> list[str]:
        """The lines with which the file begins."""
        return [HEADER, f"deck: {self.deck.name} {deck_digest(self.deck)}", f"player: {PLAYER}"]

    def add(self, seed: int, record: Record, points: int | None) -> None:
        """Add a game at the end of the file; raises InputError if it cannot be written.

        ``points``: None if it was lost.
        """
        ended = "lost" if points is None else f"won {points}"
        text = f"== {seed} {ended}\n{record.format()}"
        with appending(self.name) as file:
            file.append(text if file.text.strip() else "\n".join([*self.head, "", text]))
        self.points[seed] = points or 0

    def _read(self, text: str) -> None:
        lines = text.split("\n")
        if not text.strip():
            return
        if [line.rstrip() for line in lines[:3]] != self.head:
            raise self._defects(
                1,
                f"does not hold hidden games of this deck and player: its first lines are not "
                f"{' / '.join(self.head)}; name another file",
            )
        heads = [at for at, line in enumerate(lines) if line.startswith("==")]
        defects = [
            Defect("stands before the first game's line, such as '== 7 won 23'", self.name, at + 1)
            for at in range(3, heads[0] if heads else len(lines))
            if lines[at].strip()
        ]
        for start, end in pairwise([*heads, len(lines)]):
            try:
                self._read_game(lines, start, end)
            except InputError as error:
                defects.extend(error.defects)
        if defects:
            raise InputError(defects)

    def _read_game(self, lines: list[str], start: int, end: int) -> None:
        """Read the game whose lines are those from ``start`` to before ``end``."""
        match = _HEAD.fullmatch(lines[start].strip())
        if match is None:
            raise self._defects(
                start + 1, "is not a game's line; write '== 7 won 23' or '== 7 lost'"
            )
        seed = int(match[1])
        # Blank lines before the record keep its line numbers those of the file.
        record = Record.parse("\n" * (start + 1) + "\n".join(lines[start + 1 : end]), self.name)
        if record.order != random_deal(self.deck, seed).order:
            raise self._defects(start + 1, f"the order is not that of the deal of seed {seed}")
        if record.rules != self.rules:
            raise self._defects(start + 1, "the game was played under other rules")
        if seed in self.points:
            raise self._defects(start + 1, f"the game of seed {seed} occurs twice")
        verdict = replay(Deal(self.deck, record.order), record, self.rules)
        won = int(match[2]) if match[2] else None
        if not verdict.legal or won != (verdict.points if verdict.won else None):
            raise self._defects(
                start + 1, "the record does not end as this line says; cut the game out"
            )
        self.points[seed] = won or 0

    def _defects(self, line: int, message: str) -> InputError:
        return InputError(Defect(message, self.name, line))
