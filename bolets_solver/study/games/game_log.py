"""A log of played games: a plain file that belongs to its owner.

The file is text: a first line ``bolets-log/1``, then for each game a line that begins with ``==``
and says when it was played, whether it was the first play of its order or a replay, and how it
ended, and below it the record itself, which can be cut out and used as it is. First plays and
replays of an order are kept apart: who has seen the cards before plays another game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import pairwise

from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import appending, read_text

HEADER = "bolets-log/1"
_HEAD = re.compile(
    r"==\s*(\d{4}-\d{2}-\d{2})\s+(first|replay)\s+(?:(won)\s+(\d{1,6})|(lost)|(unfinished))\s*"
)


class PlayKind(StrEnum):
    """Whether the player knew the order when he began."""

    FIRST = "first"
    REPLAY = "replay"


@dataclass(frozen=True)
class LoggedGame:
    """One game of a log. ``points`` is None if it was not won; ``won`` None if not finished."""

    day: date
    kind: PlayKind
    won: bool | None
    points: int | None
    record: Record

    @property
    def deal(self) -> tuple[object, ...]:
        """What makes two games plays of the same order: deck, order and rules."""
        rules = tuple(sorted(self.record.rules.as_json().items()))
        return self.record.deck, self.record.order, rules

    def format(self) -> str:
        """Return the game as it stands in the file."""
        ending = "unfinished" if self.won is None else "lost"
        if self.won:
            ending = f"won {self.points}"
        return f"== {self.day.isoformat()} {self.kind} {ending}\n{self.record.format()}"


def read_log(name: str) -> list[LoggedGame]:
    """Read a log; raises InputError with every defect, also if there is no such file."""
    text = read_text(name)
    lines = text.split("\n")
    first = next((n for n, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return []
    if lines[first].partition("#")[0].strip().lower() != HEADER:
        raise InputError(
            Defect(f"a log begins with '{HEADER}', not with '{lines[first][:60]}'", name, first + 1)
        )
    heads = [n for n, line in enumerate(lines) if line.startswith("==")]
    defects: list[Defect] = [
        Defect("stands before the first game's line, '== DATE first won POINTS'", name, n + 1)
        for n in range(first + 1, heads[0] if heads else len(lines))
        if lines[n].partition("#")[0].strip()
    ]
    games = []
    for start, end in pairwise([*heads, len(lines)]):
        try:
            games.append(_game(lines, start, end, name))
        except InputError as error:
            defects.extend(error.defects)
    if defects:
        raise InputError(defects)
    return games


def _game(lines: list[str], start: int, end: int, name: str) -> LoggedGame:
    match = _HEAD.fullmatch(lines[start].partition("#")[0])
    if match is None:
        raise InputError(
            Defect(
                f"'{lines[start][:60]}' is not a game's line; write '== 2026-01-31 first won 23' "
                "(or replay; lost, unfinished)",
                name,
                start + 1,
            )
        )
    try:
        day = date.fromisoformat(match[1])
    except ValueError:
        raise InputError(Defect(f"'{match[1]}' is not a day", name, start + 1)) from None
    # Blank lines before the record keep its line numbers those of the log.
    record = Record.parse("\n" * (start + 1) + "\n".join(lines[start + 1 : end]), name)
    won = True if match[3] else False if match[5] else None
    return LoggedGame(day, PlayKind(match[2]), won, int(match[4]) if match[4] else None, record)


def add_game(
    name: str, record: Record, verdict: Verdict, day: date, kind: PlayKind | None
) -> LoggedGame:
    """Add a legal game to a log, which is made if there is none; return what was added.

    ``kind`` None: the first play if the log holds no game of the same deck, order and rules. What
    stands in the file stays as it is, byte by byte, and of two programs that add to it one waits
    for the other. Raises InputError if it cannot be read or written.
    """
    with appending(name) as file:
        games = read_log(name)
        points = verdict.points if verdict.won else None
        game = LoggedGame(day, kind or PlayKind.FIRST, verdict.won, points, record)
        if kind is None and any(other.deal == game.deal for other in games):
            game = replace(game, kind=PlayKind.REPLAY)
        file.append(_lead(file.text) + game.format())
    return game


def _lead(text: str) -> str:
    """Return what stands between a log so far and its next game."""
    if not text.strip():
        return f"{HEADER}\n\n"
    return "\n" * (2 - min(2, len(text) - len(text.rstrip("\n"))))
