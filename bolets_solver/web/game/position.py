"""A game in a request: a record, undone actions, checkpoints.

The server stores nothing of it between requests.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from bolets_solver.advise.worlds import Knowledge
from bolets_solver.bolets.cards.deal import UNKNOWN, Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.files.deck_file import read_deck
from bolets_solver.bolets.files.deck_library import deck_names, find_deck, is_path
from bolets_solver.bolets.files.game_file import parse_game
from bolets_solver.bolets.files.share_code import SharedDeal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Turn
from bolets_solver.bolets.play.verdict import Violation
from bolets_solver.errors import InputError
from bolets_solver.files.saved_games import TAKEN_BACK, steps_in, steps_text
from bolets_solver.study.games.open_session import OpenSession
from bolets_solver.study.games.session import (
    Action,
    Seen,
    Session,
    action_count,
    action_text,
    joined,
    parse_action,
)
from bolets_solver.web.game.stack import Stack, read_stack, stack_of_name

MOST_STEPS = 20_000
"""Largest number of actions, and of undone actions."""
CHECKPOINT = "checkpoint"
MOST_CHECKPOINTS = 200

_PUZZLE = re.compile("[a-z0-9-]{1,60}")


class Decks:
    """The decks that a request may use: those found by name, and files opened by this server."""

    def __init__(self) -> None:
        self._files: set[str] = set()

    def allow(self, name: str) -> None:
        """Allow requests to use this deck file, which the user has opened."""
        if is_path(name):
            self._files.add(name)

    def load(self, name: str) -> Deck:
        """Return a deck; raises InputError if it is missing or not allowed."""
        name = name.strip()
        if is_path(name):
            if name not in self._files:
                raise InputError(f"the deck file '{name[:200]}' was not opened by this server")
        elif name not in deck_names():
            known = ", ".join(deck_names()) or "none"
            raise InputError(f"there is no deck '{name[:60]}'; known decks: {known}")
        path = find_deck(name)
        try:
            stamp = path.stat().st_mtime_ns
        except OSError as error:
            raise InputError(f"the deck '{name}' cannot be read: {error.strerror}") from None
        return _read(path, stamp)


@lru_cache(maxsize=32)
def _read(path: Path, stamp: int) -> Deck:
    return read_deck(path)


@dataclass(frozen=True)
class Checkpoint:
    """A moment that the player has marked: its name, and the actions that lead there."""

    name: str
    actions: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"name": self.name, "actions": list(self.actions)}

    def __str__(self) -> str:
        """The notation in the file of a saved game."""
        return f"{self.name} = {'; '.join(self.actions)}"

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        """Read what ``str`` writes."""
        name, _, actions = text.partition(" = ")
        return cls(name, tuple(filter(None, actions.split("; "))))


@dataclass
class Position:
    """A game in play.

    ``fixed``: the fixed entrance of the deal; ``puzzle``: its name; ``stack``: the stack of an
    unknown order, None if the order is known.
    """

    session: Session
    checkpoints: list[Checkpoint] = field(default_factory=list)
    fixed: int | None = None
    puzzle: str | None = None
    stack: Stack | None = None

    @property
    def deal(self) -> Deal:
        """The deal; unknown cards are filled in arbitrarily, without effect so far."""
        return self.session.moment.deal

    @property
    def known(self) -> Knowledge | None:
        """The cards turned up so far, None if the order is known."""
        return self.session.known if isinstance(self.session, OpenSession) else None

    @property
    def hidden(self) -> bool:
        """Whether some cards are not known."""
        return self.known is not None and not self.known.complete

    @property
    def unbegun(self) -> bool:
        """Whether not even the first card is known."""
        return self.known is not None and not self.known.seen

    @property
    def can_undo(self) -> bool:
        """Whether there is an action to undo."""
        if action_count(self.record) > self.session.floor:
            return True
        return self.stack is not None and self.stack.seed is None and not self.unbegun

    @property
    def record(self) -> Record:
        """The game so far, each step as a separate token."""
        return self.session.record

    @property
    def asked(self) -> SharedDeal:
        """The deal as a code or an order asks for it; raises InputError if it is not known."""
        if self.hidden:
            raise InputError("this needs the whole order, but not all cards are known yet")
        return SharedDeal(self.deal, self.session.moment.rules, self.fixed, self.record.deck)

    @property
    def bare(self) -> Record:
        """The given part of the game: nothing, a fixed entrance, or a puzzle's beginning."""
        return cut(self.record, self.session.floor)

    def actions(self) -> list[str]:
        """Return all actions in order."""
        return [action_text(action) for action in actions_of(self.record)]

    @property
    def lasting_deck(self) -> str:
        """The deck's name; a path is one from the working folder, which is another one later."""
        deck = self.record.deck
        return find_deck(deck).absolute().as_posix() if is_path(deck) else deck

    def text(self) -> str:
        """Return the text of the saved game, with undone actions and checkpoints."""
        return (
            replace(self.record, deck=self.lasting_deck).format()
            + steps_text(TAKEN_BACK, map(action_text, self.session.undone))
            + steps_text(CHECKPOINT, map(str, self.checkpoints))
        )

    def is_begun(self) -> bool:
        """Whether there is anything to keep."""
        return self.can_undo or bool(self.session.undone or self.checkpoints)

    def do(self, action: Action) -> Violation | None:
        """Perform an action; if the rules forbid it, change nothing and return the violation.

        Raises InputError if a card must be turned up first, or cannot be the one given.
        """
        awaited = self.session.awaits
        if awaited is not None and not isinstance(action, Seen):
            raise InputError(f"turn up {awaited} first")
        if not isinstance(action, int | Seen):
            if self.record.entrance is None:
                raise InputError("choose the entrance first")
            if not isinstance(action, Turn) and not self.record.turns:
                raise InputError("place the wall card first")
        return self.session.do(action)

    def go_to(self, actions: int) -> None:
        """Undo or redo until there are ``actions`` actions, as far as possible."""
        while action_count(self.record) > actions and self.session.undo() is not None:
            pass
        while action_count(self.record) < actions and self.session.redo() is not None:
            pass

    def set_up(self, actions: Iterable[str]) -> Violation | None:
        """Start again with these actions; raises InputError if one of them cannot be read."""
        self.session.take_up(self.bare)
        for number, text in enumerate(actions):
            if number < self.session.floor:
                continue
            violation = self.do(read_action(text))
            if violation is not None:
                return violation
        return None


def read_action(text: str) -> Action:
    """Read an action; raises InputError if it is none."""
    try:
        return parse_action(text[:200])
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"'{text[:60]}' is not an action: {error}") from None


def actions_of(record: Record) -> list[Action]:
    """Return the actions that a record is made of, in order."""
    found: list[Action] = [] if record.entrance is None else [record.entrance]
    for turn in record.turns:
        found += [replace(turn, tokens=()), *turn.tokens]
    return found


def cut(record: Record, actions: int) -> Record:
    """Return the first ``actions`` actions of a record."""
    entrance = record.entrance if actions > 0 else None
    left, turns = actions - 1, list[Turn]()
    for turn in record.turns:
        if left < 1:
            break
        turns.append(replace(turn, tokens=turn.tokens[: left - 1]))
        left -= 1 + len(turn.tokens)
    return replace(record, entrance=entrance, turns=tuple(turns))


def begin(
    record: Record,
    deck: Deck,
    fixed: int | None = None,
    floor: int = 0,
    stack: Stack | None = None,
) -> Position:
    """Return the position at the end of a record.

    ``stack``: the stack of an unknown order; a record with unknown cards needs one, by default that
    of a player who types them. Raises InputError if it is not a game of the deck, or breaks a rule.
    """
    session: Session
    if stack is None and UNKNOWN in record.order:
        stack = Stack()
    if stack is None:
        session = Session(Deal.of(deck, record.order), record.rules, record.deck)
    else:
        session = stack.session(record, deck)
    violation = session.take_up(record)
    if violation is not None:
        line = "" if violation.line is None else f"line {violation.line}: "
        raise InputError(f"the game breaks {violation.rule}: {line}{violation.message}")
    session.floor = floor
    return Position(session, fixed=fixed, stack=stack)


def read_position(value: Any, decks: Decks) -> Position:
    """Read the position of a request; raises InputError with all defects."""
    if not isinstance(value, dict) or not isinstance(value.get("record"), str):
        raise InputError("a position holds the record of a game")
    record = Record.parse(value["record"])
    fixed = _whole(value.get("fixed"), "fixed")
    floor = _whole(value.get("floor"), "floor") or 0
    stack = read_stack(value.get("stack"))
    position = begin(record, decks.load(record.deck), fixed, floor, stack)
    undone = _texts(value.get("undone", []), "undone")
    position.session.undone.extend(map(read_action, undone))
    puzzle = value.get("puzzle")
    if puzzle is not None:
        if not isinstance(puzzle, str) or not _PUZZLE.fullmatch(puzzle):
            raise InputError("'puzzle' is the name of one")
        position.puzzle = puzzle
    position.checkpoints = read_checkpoints(value.get("checkpoints", []))
    return position


def read_checkpoints(value: Any) -> list[Checkpoint]:
    """Read checkpoints as JSON; raises InputError."""
    if not isinstance(value, list) or len(value) > MOST_CHECKPOINTS:
        raise InputError(f"'checkpoints' is a list of at most {MOST_CHECKPOINTS}")
    found = []
    for one in value:
        if not isinstance(one, dict) or not isinstance(one.get("name"), str):
            raise InputError("a checkpoint has a name, and the actions that lead there")
        name = " ".join(one["name"].replace("=", "-").split())[:60] or "checkpoint"
        actions = _texts(one.get("actions"), "actions")
        found.append(Checkpoint(name, tuple(action_text(read_action(text)) for text in actions)))
    return found


def read_kept(text: str, name: str, decks: Decks) -> Position:
    """Read the file of a saved or finished game; raises InputError if it cannot be resumed.

    The name of the file contains the stack of a game with an unknown order.
    """
    game = parse_game(text, name)
    record = game.record
    decks.allow(record.deck)
    stack = stack_of_name(Path(name).stem, record.deck, record.rules)
    position = begin(record, game.deck(), stack=stack)
    try:
        position.session.undone.extend(map(parse_action, steps_in(text, TAKEN_BACK)))
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{name}: undone actions: {error}") from None
    position.checkpoints = [Checkpoint.parse(line) for line in steps_in(text, CHECKPOINT)]
    return position


def same_game(one: Record, other: Record) -> bool:
    """Whether two records are the same game, however their slides are split."""
    mine, theirs = joined(one), joined(other)
    return (mine.order, mine.entrance, mine.turns, mine.rules) == (
        theirs.order,
        theirs.entrance,
        theirs.turns,
        theirs.rules,
    )


def _whole(value: Any, name: str) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not 0 <= value <= MOST_STEPS:
        raise InputError(f"'{name}' is a whole number")
    return value


def _texts(value: Any, name: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise InputError(f"'{name}' is a list of texts")
    if len(value) > MOST_STEPS:
        raise InputError(f"'{name}' has more than {MOST_STEPS} entries")
    return value
