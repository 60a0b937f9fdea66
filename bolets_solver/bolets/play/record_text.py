"""Read records: lines, tokens, steps, and their defects."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from bolets_solver.bolets.cards.deal import read_order
from bolets_solver.bolets.cards.deck import DEFAULT_DECK
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.bolets.play.tokens import (
    HEADER,
    Enter,
    LayAhead,
    LayAt,
    Slide,
    TakeYellow,
    Token,
    Turn,
)
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import Defect, InputError

TRACE_HEADER = "bolets-trace/"
"""First line of a trace file, which is often mistaken for a record."""

MAX_LINES = 10_000
"""A record has one line for each card; longer files are not records."""

_KEY = re.compile(r"([A-Za-z]+)\s*:\s*(.*)")
_TURN = re.compile(r"([0-9]{1,6}[A-Za-z]|[Cc])\s+([rR].*)")
_TOKEN = re.compile(
    r"(?P<slide>[NESWnesw][0-9]+)|(?P<ahead>\*)|(?P<yellow>[Yy])"
    r"|(?P<at>@\s*-?[0-9]+\s*,\s*-?[0-9]+)|(?P<enter>>\s*[NESWnesw])"
)
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2012": "-", "\u00a0": " "})
_MOST = 1_000_000
"""Largest number in a record; no map comes near it."""


class RecordParts(NamedTuple):
    """The content of a record's text; see ``Record`` for the fields."""

    deck: str
    order: tuple[str, ...]
    entrance: int | None
    turns: tuple[Turn, ...]
    rules: Rules
    lines: Mapping[str, int]


def parse_record(text: str, file: str | None = None) -> RecordParts:
    """Read the text of a record; raises InputError with every defect."""
    return _Reader(file).read(text)


def parse_steps(
    value: Mapping[str, Any], file: str | None = None
) -> tuple[int | None, tuple[Turn, ...]]:
    """Read entrance and steps of a solution's record; raises InputError with every defect."""
    defects = []
    entrance = value.get("entrance")
    if not (entrance is None or (isinstance(entrance, int) and not isinstance(entrance, bool))):
        defects.append(Defect("the record's 'entrance' is the number of a door", file))
        entrance = None
    steps = value.get("steps")
    if not (isinstance(steps, list) and all(isinstance(step, str) for step in steps)):
        raise InputError([*defects, Defect("the record's 'steps' is a list of texts", file)])
    if len(steps) > MAX_LINES:
        raise InputError([*defects, Defect(f"the record has more than {MAX_LINES} steps", file)])
    turns = []
    for number, step in enumerate(steps, start=1):
        try:
            turns.append(parse_turn(step))
        except ValueError as error:
            defects.append(Defect(f"step {number}: {error}", file))
    if turns and entrance is None and not defects:
        defects.append(Defect("the record has steps, but no 'entrance'", file))
    if defects:
        raise InputError(defects)
    return entrance, tuple(turns)


def parse_turn(text: str, line: int | None = None) -> Turn:
    """Read one turn, ``5B r90 @3,-2: S4 E2 * N3 >W``; raises ValueError for other texts."""
    head, colon, trace = text.translate(_MINUS).partition(":")
    match = _TURN.fullmatch(head.strip())
    if match is None:
        raise ValueError(
            f"'{_short(text)}' is not a turn; write the wall card, how it lies and the trace, "
            "such as '5B r90 @3,-2: S4 E2 >W'"
        )
    if not colon:
        raise ValueError(f"'{_short(text)}' lacks the ':' between the placement and the trace")
    return Turn(match[1].upper(), Placement.parse(match[2]), parse_tokens(trace), line)


def parse_tokens(text: str) -> tuple[Token, ...]:
    """Read the tokens of a trace; raises ValueError at the first that is wrong."""
    text = text.translate(_MINUS)
    tokens: list[Token] = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        match = _TOKEN.match(text, position)
        if match is None:
            word = _short(text[position:].split()[0])
            raise ValueError(
                f"'{word}' is not a token of a trace; tokens are S4 (slide), * (cube ahead), Y "
                "(yellow cube), @x,y (cube on a tile) and >W (enter a door)"
            )
        if tokens and isinstance(tokens[-1], Enter):
            raise ValueError(f"'{match.group()}' follows '{tokens[-1]}', which ends the turn")
        tokens.append(_token(match))
        position = match.end()
    return tuple(tokens)


def _token(match: re.Match[str]) -> Token:
    text = match.group()
    if match["ahead"]:
        return LayAhead()
    if match["yellow"]:
        return TakeYellow()
    if match["enter"]:
        return Enter(Heading[text[-1].upper()])
    if match["at"]:
        x, y = (_number(part, text) for part in text[1:].split(","))
        return LayAt(x, y)
    length = _number(text[1:], text)
    if length < 1:
        raise ValueError(f"'{text}' has no length; a slide has at least one tile")
    return Slide(Heading[text[0].upper()], length)


def _number(digits: str, token: str) -> int:
    if len(digits.strip()) > 7 or abs(int(digits)) >= _MOST:
        raise ValueError(f"the number in '{_short(token)}' is too large for any map")
    return int(digits)


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 60 else text[:57] + "..."


class _Reader:
    """Collects the keys, the turns and the defects of one record."""

    def __init__(self, file: str | None):
        self.file = file
        self.defects: list[Defect] = []
        self.keys: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.turns: list[Turn] = []

    def complain(self, message: str, line: int | None = None) -> None:
        self.defects.append(Defect(message, self.file, line))

    def read(self, text: str) -> RecordParts:
        lines = [
            (number, line.strip())
            for number, line in enumerate(text.split("\n"), start=1)
            if _content(line)
        ]
        if not lines:
            raise InputError(Defect(f"is empty; a record begins with '{HEADER}'", self.file))
        number, first = lines[0]
        if _content(first).lower() != HEADER:
            self.complain(_no_header(_content(first)), number)
            raise InputError(self.defects)
        if len(lines) > MAX_LINES:
            raise InputError(
                Defect(f"has more than {MAX_LINES} lines and is not a record", self.file)
            )
        for number, line in lines[1:]:
            self.read_line(line, number)
        record = self.record()
        if self.defects:
            raise InputError(sorted(self.defects, key=lambda defect: defect.line or 0))
        return record

    def read_line(self, line: str, number: int) -> None:
        match = _KEY.fullmatch(line)
        if match is None:
            try:
                self.turns.append(parse_turn(_content(line), number))
            except ValueError as error:
                self.complain(str(error), number)
            return
        key = match[1].lower()
        value = match[2] if key == "deck" else _content(match[2])
        if key == "deck":
            value = re.sub(r"(^|\s)#.*", "", value).strip()
        if key not in ("deck", "order", "entrance", "difficulty", "rules"):
            self.complain(
                f"the key '{_short(match[1])}' is unknown; the keys are deck, order, entrance, "
                "difficulty and rules",
                number,
            )
        elif key in self.keys and key != "rules":
            self.complain(f"'{key}:' occurs here and in line {self.lines[key]}", number)
        elif self.turns and key in ("order", "entrance", "deck"):
            self.complain(f"'{key}:' belongs before the first turn", number)
        elif key == "rules" and key in self.keys:
            self.keys[key] += f" {value}"
        else:
            self.keys[key] = value
            self.lines[key] = number

    def record(self) -> RecordParts:
        order = read_order(self.keys.get("order", ""))
        if not order and not self.defects:
            self.complain(
                "the record has no order; write 'order: 2B 5B C'", self.lines.get("order")
            )
        deck = self.keys.get("deck", DEFAULT_DECK)
        if not deck:
            self.complain("'deck:' is empty", self.lines["deck"])
        if self.turns and "entrance" not in self.keys and not self.defects:
            self.complain(
                "the record has turns, but no 'entrance:' with the number of a door",
                self.turns[0].line,
            )
        entrance, rules = self.entrance(), self.rules()
        return RecordParts(deck, order, entrance, tuple(self.turns), rules, self.lines)

    def entrance(self) -> int | None:
        text = self.keys.get("entrance")
        if text is None:
            return None
        if not re.fullmatch("[0-9]{1,6}", text):
            self.complain(
                f"'{_short(text)}' is not a number of a door of the first card",
                self.lines["entrance"],
            )
            return None
        return int(text)

    def rules(self) -> Rules:
        words = " ".join(self.keys.get("rules", "").replace(",", " ").split())
        settings = re.sub(" ?= ?", "=", words).split()
        if "difficulty" in self.keys:
            settings.append(f"difficulty={self.keys['difficulty']}")
        try:
            return Rules.parse(settings)
        except InputError as error:
            line = self.lines.get("rules", self.lines.get("difficulty"))
            for defect in error.defects:
                self.complain(defect.message, line)
            return Rules()


def _no_header(first: str) -> str:
    """Return the problem of the first line of a file that should be a record."""
    if first.lower().startswith(TRACE_HEADER):
        return "holds lines drawn by hand, which 'bolets check --trace FILE' reads"
    return f"a record begins with '{HEADER}', not with '{_short(first)}'"


def _content(line: str) -> str:
    """Return a line without its comment and outer blanks."""
    return line.split("#", 1)[0].strip()
