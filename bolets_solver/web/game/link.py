"""A game as a link: its share code, then each turn; the part of an address after ``#``.

``B1-pinewood-WG0RE-3S3GS2;e4;5B_r90_@3,-2:S4_E2_C_N3_IW``: blanks become ``_``, and the signs that
addresses do not allow become letters that no token has: ``*`` a C, ``>`` an I. A puzzle comes
before the entrance: ``pdoor-1``. Undone actions are not included.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.share_code import read_code, write_code
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.record_text import parse_turn
from bolets_solver.bolets.play.tokens import Turn
from bolets_solver.errors import Defect, InputError
from bolets_solver.study.games.session import joined

LONGEST = 100_000
"""Longer texts are not links."""

_LOOKS = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*://\S*#|#)?(B[0-9]+-[^\s;]+)((?:;[^\s;]*)*)")


@dataclass(frozen=True)
class LinkedGame:
    """The game of a link.

    ``fixed`` is the door that its code fixes, None if it is free; ``puzzle`` is played with it.
    """

    deal: Deal
    record: Record
    fixed: int | None
    puzzle: str | None = None


def write_link(
    deal: Deal, record: Record, fixed: int | None = None, puzzle: str | None = None
) -> str:
    """Return the link of a game; raises InputError if the deck's name cannot be part of one."""
    parts = [write_code(deal, record.rules, fixed)]
    if puzzle is not None:
        parts.append(f"p{puzzle}")
    return ";".join([*parts, *played_parts(record)])


def played_parts(record: Record) -> list[str]:
    """Return the parts of a link for the entrance and the turns."""
    entered = [] if record.entrance is None else [f"e{record.entrance}"]
    return entered + [_turn_text(turn) for turn in joined(record).turns]


def is_link(text: str) -> bool:
    """Whether a text is meant as a link, or as a share code, which is the link of a new game."""
    return len(text) <= LONGEST and _LOOKS.fullmatch(unquote(text.strip())) is not None


def read_link(text: str) -> LinkedGame:
    """Read a link, with or without the address before its ``#``; raises InputError."""
    match = _LOOKS.fullmatch(unquote(text.strip()))
    if match is None:
        raise InputError("this is not a link of a game: it begins with a share code")
    asked = read_code(match[1])
    named = re.match(";*p([a-z]+-[0-9]+)(?=;|$)", match[2])
    played = match[2] if named is None else match[2][named.end() :]
    entrance, turns = read_played(played, asked.entrance)
    record = Record(asked.deck, asked.deal.order, entrance, turns, asked.rules)
    puzzle = None if named is None else named[1]
    return LinkedGame(asked.deal, record, asked.entrance, puzzle)


def read_played(text: str, fixed: int | None) -> tuple[int | None, tuple[Turn, ...]]:
    """Read the parts of a link for the entrance and the turns.

    ``fixed``: the door that its deal fixes. Raises InputError.
    """
    entrance, turns, defects = fixed, list[Turn](), list[Defect]()
    for part in filter(None, text.split(";")):
        door = re.fullmatch("e([0-9]{1,4})", part)
        if door is not None and not turns:
            entrance = int(door[1])
            continue
        try:
            turns.append(parse_turn(_plain(part)))
        except ValueError as error:
            defects.append(Defect(f"turn {len(turns) + 1} of the link: {error}"))
            break
    if turns and entrance is None:
        defects.append(Defect("the link has turns, but no entrance"))
    if fixed is not None and entrance != fixed:
        defects.append(Defect(f"the link enters by door {entrance}, its code by {fixed}"))
    if defects:
        raise InputError(defects)
    return entrance, tuple(turns)


def _turn_text(turn: Turn) -> str:
    head, _, tokens = str(turn).partition(":")
    tokens = tokens.strip().replace("*", "C").replace(">", "I")
    return f"{head}:{tokens}".replace(" ", "_")


def _plain(part: str) -> str:
    head, _, tokens = part.replace("_", " ").partition(":")
    tokens = re.sub(r"(?<![A-Za-z])I(?=[NESW])", ">", tokens)
    return f"{head}: {re.sub(r'(?<![A-Za-z0-9])C(?![A-Za-z0-9])', '*', tokens)}"
