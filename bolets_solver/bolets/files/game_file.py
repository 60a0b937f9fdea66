"""Read games from files: a record, or a solution's JSON, with its deck."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bolets_solver.bolets.cards.deal import UNKNOWN, Deal, read_order
from bolets_solver.bolets.cards.deck import DEFAULT_DECK, Deck
from bolets_solver.bolets.cards.face import COTTAGE
from bolets_solver.bolets.files.claims import Claims, read_claims
from bolets_solver.bolets.files.deck_library import NO_FILE, is_path, load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import read_text

SOLUTION = "bolets-solution/1"
ANSWER = "bolets-puzzle-answer/1"
"""A puzzle's answer: the same form as a solution, with fewer keys."""
MAX_BYTES = 1024 * 1024
"""Largest size of a game file in bytes."""
MOST_DIGITS = 100
"""Longer numbers are refused: no number in a game is nearly as long."""


@dataclass(frozen=True)
class GameFile:
    """A game that was read: its record, and the figures that a solution claims.

    ``name`` is the file as given, None for standard input. ``claims`` is what a solution says of
    its game, None for a record.
    """

    record: Record
    name: str | None = None
    claims: Claims | None = None

    def deck(self, instead: str | None = None) -> Deck:
        """Read the record's deck, or the one given on the command line.

        Raises InputError with all defects.
        """
        if instead is not None:
            return load_deck(instead)
        folders: list[Path | None] = [None if self.name is None else Path(self.name).parent]
        if self.claims is not None and self.name is not None:
            folders.append(None)  # a solution repeats a path typed in some working folder
        line = self.record.lines.get("deck")
        for folder in folders:
            try:
                return load_deck(self.record.deck, folder)
            except InputError as error:
                failure = error
                if not is_path(self.record.deck):
                    break
        if all(defect.message == NO_FILE for defect in failure.defects):
            missing = "; ".join(f"{NO_FILE}: {defect.file}" for defect in failure.defects)
            failure = InputError(missing)  # the line that names it is wrong, not the file
        raise self.located(failure, line)

    def deal(self, deck: Deck) -> Deal:
        """Return the deal of the record; raises InputError with all defects."""
        if UNKNOWN in self.record.order:
            complaint = (
                "the order is not known to its end: '?' is a card that has not been turned up; "
                "'bolets play --from' and 'bolets advise' continue with such a game"
            )
            raise self.located(InputError(complaint), self.record.lines.get("order"))
        return self._deal(deck, self.record.order)

    def deal_so_far(self, deck: Deck) -> Deal:
        """Return a deal that begins with the known cards; the rest is filled in arbitrarily.

        Use it only to judge the moves made so far. Raises InputError with all defects.
        """
        order = self.record.order
        if UNKNOWN not in order:
            return self.deal(deck)
        known = order[: order.index(UNKNOWN)]
        numbers = {name[:-1] for name in known}
        more = []
        for name in deck.faces:
            if name != COTTAGE and name[:-1] not in numbers:
                numbers.add(name[:-1])
                more.append(name)
        lacking = [f for f in order[len(known) : -1] if f != UNKNOWN]
        if lacking:
            complaint = f"'{lacking[0]}' follows an unknown card ('?')"
            raise self.located(InputError(complaint), self.record.lines.get("order"))
        if len(more) < len(order) - 1 - len(known):
            complaint = f"the deck '{deck.name}' has fewer cards than the order names"
            raise self.located(InputError(complaint), self.record.lines.get("order"))
        made_up = more[: len(order) - 1 - len(known)]
        return self._deal(deck, (*known, *made_up, COTTAGE))

    def _deal(self, deck: Deck, order: tuple[str, ...]) -> Deal:
        try:
            return Deal.of(deck, order)
        except InputError as error:
            raise self.located(error, self.record.lines.get("order")) from None

    def judge(self, deal: Deal, rules: Rules) -> Verdict:
        """Replay the game; raises InputError if it names a door or face that does not exist."""
        try:
            return replay(deal, self.record, rules)
        except InputError as error:
            raise self.located(error, self.record.lines.get("entrance")) from None

    def located(self, error: InputError, line: int | None) -> InputError:
        """Return the error with this file, and with a line for defects that have none."""
        return InputError(
            [
                Defect(defect.message, self.name, line if defect.line is None else defect.line)
                if defect.file is None
                else defect
                for defect in error.defects
            ]
        )

    def differences(self, verdict: Verdict) -> list[str]:
        """Return where a solution's claims differ from the referee's figures for a legal game."""
        if self.claims is None or not verdict.legal:
            return []
        return self.claims.differences(verdict)


def read_game(name: str) -> GameFile:
    """Read a record, or the JSON of a solution or a puzzle's answer; ``-`` is standard input.

    Raises InputError with all defects.
    """
    text = read_text(name, max_bytes=MAX_BYTES)
    file = None if name == "-" else name
    return parse_game(text, file)


def parse_game(text: str, file: str | None = None) -> GameFile:
    """Read the text of a record, or the JSON of a solution or a puzzle's answer.

    Raises InputError with all defects.
    """
    if text.lstrip()[:1] in ("{", "["):
        return _solution(text, file)
    return GameFile(Record.parse(text, file), file)


def _solution(text: str, file: str | None) -> GameFile:
    value = _json(text, file)
    if not isinstance(value, dict) or value.get("format") not in (SOLUTION, ANSWER):
        message = f'is JSON, but not a solution of the format "{SOLUTION}" or "{ANSWER}"'
        raise InputError(Defect(message, file))
    defects: list[Defect] = []
    deck = value.get("deck", DEFAULT_DECK)
    if not isinstance(deck, str) or not deck.strip():
        defects.append(Defect("'deck' is the name of a deck", file))
    order = _order(value.get("order"), file, defects)
    rules = _rules(value.get("rules") or {}, file, defects)
    claims = read_claims(value, file, defects)
    found = value.get("record")
    if found is None:
        defects.append(Defect("the solution holds no game: its 'record' is null or missing", file))
    elif not isinstance(found, dict):
        defects.append(Defect("'record' holds the entrance and the steps of a game", file))
    else:
        try:
            record = Record.from_solution_json(found, str(deck), order, rules, file)
        except InputError as error:
            defects.extend(error.defects)
    if defects:
        raise InputError(defects)
    return GameFile(record, file, claims)


def _json(text: str, file: str | None) -> Any:
    try:
        return json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_number, parse_int=_int
        )
    except json.JSONDecodeError as error:
        raise InputError(Defect(f"is not JSON: {error.msg}", file, error.lineno)) from None
    except RecursionError:
        raise InputError(Defect("is nested too deeply for a solution", file)) from None
    except ValueError as error:
        raise InputError(Defect(f"is not JSON that can be read: {error}", file)) from None


def _int(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"there is a number of {len(digits)} digits")
    return int(digits)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for name, item in pairs:
        if name in value:
            raise ValueError(f"the key {ascii(name)[:60]} occurs twice")
        value[name] = item
    return value


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number of JSON")


def _order(value: Any, file: str | None, defects: list[Defect]) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return read_order(value)
    if isinstance(value, str):
        return read_order(value)
    defects.append(Defect("'order' is the list of the faces' names", file))
    return ()


def _rules(value: Any, file: str | None, defects: list[Defect]) -> Rules:
    if not (isinstance(value, dict) and all(isinstance(word, str) for word in value.values())):
        defects.append(Defect("'rules' holds difficulty and switches, each with a word", file))
        return Rules()
    try:
        return Rules().with_settings(value.items())
    except InputError as error:
        defects.extend(Defect(defect.message, file) for defect in error.defects)
        return Rules()
