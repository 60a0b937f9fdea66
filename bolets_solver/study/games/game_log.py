"""A log of played games in a plain text file.

The file is text: a first line ``bolets-log/1``, then for each game a line that begins with ``==``
and gives the date, whether it was the first play of its order or a replay, and the result. The
record follows and can be copied out. First plays and replays are distinguished, because knowing the
cards makes it another game.
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
    """Whether the player knew the order at the start."""

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
        """The key of plays of the same order: deck, order and rules."""
        rules = tuple(sorted(self.record.rules.as_json().items()))
        return self.record.deck, self.record.order, rules

    def format(self) -> str:
        """Return the game as written in the file."""
        ending = "unfinished" if self.won is None else "lost"
        if self.won:
            ending = f"won {self.points}"
        return f"== {self.day.isoformat()} {self.kind} {ending}\n{self.record.format()}"


def read_log(name: str) -> list[LoggedGame]:
    """Read a log; raises InputError with every defect, or if the file does not exist."""
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
        Defect("is before the first game's line, '== DATE first won POINTS'", name, n + 1)
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
    # Blank lines before the record keep the line numbers of the log.
    record = Record.parse("\n" * (start + 1) + "\n".join(lines[start + 1 : end]), name)
    won = True if match[3] else False if match[5] else None
    return LoggedGame(day, PlayKind(match[2]), won, int(match[4]) if match[4] else None, record)


def add_game(
    name: str, record: Record, verdict: Verdict, day: date, kind: PlayKind | None
) -> LoggedGame:
    """Add a legal game to a log, which is created if missing; return the new entry.

    ``kind`` None: the first play if the log has no game of the same deck, order and rules. The
    existing content stays unchanged, byte by byte. If two programs add to it, one waits. Raises
    InputError if it cannot be read or written.
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
    """Return the text between a log so far and its next game."""
    if not text.strip():
        return f"{HEADER}\n\n"
    return "\n" * (2 - min(2, len(text) - len(text.rstrip("\n"))))
