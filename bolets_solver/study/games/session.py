"""A game played step by step, with unlimited undo and redo; and its saved form.

A session saves a record in which each step is a separate token (``S1 S1`` is not joined to ``S2``),
so that undo still works after the game is resumed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.record_text import parse_tokens, parse_turn
from bolets_solver.bolets.play.tokens import Slide, Token, Turn
from bolets_solver.bolets.play.verdict import Violation
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.files.saved_games import TAKEN_BACK, steps_in, steps_text


@dataclass(frozen=True, slots=True)
class Seen:
    """A card is turned up in a game with an unknown order."""

    face: str


Action = int | Turn | Token | Seen
"""An action of a player: an entrance, a placement (a turn without tokens), a token, or a card
turned up.
"""


class Session:
    """A game in play.

    ``moment`` is always legal. ``undone``: the actions to redo, the next one last. ``floor``:
    number of given actions at the beginning that cannot be undone.
    """

    def __init__(self, deal: Deal, rules: Rules, deck: str):
        self.moment = Moment.of(deal, rules, Record(deck, deal.order, None, (), rules))
        self.undone: list[Action] = []
        self.floor = 0

    @property
    def awaits(self) -> str | None:
        """The card that the player must type, in words; None: the order is known."""
        return None

    @property
    def top(self) -> str | None:
        """The card on top of the stack, if the order is unknown and the card is visible."""
        return None

    def may_be(self, order: tuple[str, ...]) -> bool:
        """Whether a game with this order may be this one."""
        return order == self.record.order

    @property
    def record(self) -> Record:
        """The game so far, each step as a separate token."""
        return self.moment.record

    def do(self, action: Action) -> Violation | None:
        """Do something; if the rules forbid it nothing is done and the violation is returned."""
        violation = self._do(action)
        if violation is None:
            self.undone.clear()
        return violation

    def undo(self) -> Action | None:
        """Undo the last action and return it; None if there is none."""
        record = self.record
        if action_count(record) <= self.floor:
            return None
        action: Action
        if record.turns:
            *turns, last = record.turns
            if last.tokens:
                action = last.tokens[-1]
                turns.append(replace(last, tokens=last.tokens[:-1]))
            else:
                action = last
            shorter = replace(record, turns=tuple(turns))
        elif record.entrance is not None:
            action = record.entrance
            shorter = replace(record, entrance=None)
        else:
            return None
        self.moment = Moment.of(self.moment.deal, self.moment.rules, shorter)
        self.undone.append(action)
        return action

    def redo(self) -> Action | None:
        """Redo the last undone action and return it; None if there is none."""
        if not self.undone:
            return None
        action = self.undone[-1]
        if self._do(action) is not None:  # only saved games edited by hand can be illegal
            self.undone.clear()
            return None
        self.undone.pop()
        return action

    def take_up(self, record: Record) -> Violation | None:
        """Continue with a game that was left; if it breaks a rule it is not taken up.

        Raises InputError if the record names a missing door or face.
        """
        taken = replace(record, order=self.record.order, deck=self.record.deck)
        moment = Moment.of(self.moment.deal, self.moment.rules, taken)
        if moment.verdict.violation is None:
            self.moment = moment
            self.undone.clear()
        return moment.verdict.violation

    def _do(self, action: Action) -> Violation | None:
        if isinstance(action, Seen):
            raise InputError("the order is known: no card is due")
        if isinstance(action, int):
            moment = self._entered(action)
        elif isinstance(action, Turn):
            moment = self.moment.with_turn(action)
        else:
            moment = self.moment.after(action)
        if moment.verdict.violation is None:
            self.moment = moment
        return moment.verdict.violation

    def _entered(self, number: int) -> Moment:
        record = replace(self.record, entrance=number)
        return Moment.of(self.moment.deal, self.moment.rules, record)


def action_count(record: Record) -> int:
    """Return the number of actions in a record."""
    entered = record.entrance is not None
    return int(entered) + sum(1 + len(turn.tokens) for turn in record.turns)


def action_text(action: Action) -> str:
    """Return an action as text: ``entrance 4``, ``5B r90 @3,-2`` or a token."""
    if isinstance(action, int):
        return f"entrance {action}"
    if isinstance(action, Seen):
        return f"card {action.face}"
    return f"{action.face} {action.placement}" if isinstance(action, Turn) else str(action)


def parse_action(text: str) -> Action:
    """Read what :func:`action_text` writes; raises ValueError for other texts."""
    entrance = re.fullmatch("entrance ([0-9]{1,4})", text.strip())
    if entrance is not None:
        return int(entrance[1])
    seen = re.fullmatch("card ([0-9]{1,6}[A-Za-z])", text.strip())
    if seen is not None:
        return Seen(seen[1])
    if " " in text.strip():
        return replace(parse_turn(f"{text}:"), tokens=())
    (token,) = parse_tokens(text)
    return token


@dataclass(frozen=True)
class KeptGame:
    """A saved game and its undone actions, the last one first."""

    record: Record
    undone: tuple[Action, ...]


def kept_text(record: Record, undone: Iterable[Action]) -> str:
    """Return the text of a saved game: a record, with undone actions as comments."""
    return record.format() + steps_text(TAKEN_BACK, map(action_text, undone))


def parse_kept(text: str, name: str) -> KeptGame:
    """Read what :func:`kept_text` writes; ``name`` is its file. Raises InputError."""
    record = Record.parse(text, name)
    try:
        return KeptGame(record, tuple(map(parse_action, steps_in(text, TAKEN_BACK))))
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{name}: undone actions: {error}") from None


def joined(record: Record) -> Record:
    """Return a record in which consecutive slides in one heading are joined."""
    turns = [replace(turn, tokens=joined_tokens(turn.tokens)) for turn in record.turns]
    return replace(record, turns=tuple(turns))


def joined_tokens(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return tokens in which consecutive slides in one heading are joined."""
    found: list[Token] = []
    for token in tokens:
        last = found[-1] if found else None
        if isinstance(token, Slide) and isinstance(last, Slide) and last.heading is token.heading:
            found[-1] = Slide(token.heading, last.length + token.length)
        else:
            found.append(token)
    return tuple(found)


def begins_like(record: Record, begun: Record) -> bool:
    """Whether a game begins like another one, which may end in the middle of a trace."""
    if begun.entrance is None:
        return True
    whole, part = joined(record), joined(begun)
    count = len(part.turns)
    if whole.entrance != part.entrance or len(whole.turns) < count:
        return False
    if not count:
        return True
    mine, theirs = whole.turns[count - 1], part.turns[-1]
    if whole.turns[: count - 1] != part.turns[:-1]:
        return False
    if (mine.face, mine.placement) != (theirs.face, theirs.placement):
        return False
    return _begin_like(mine.tokens, theirs.tokens)


def _begin_like(tokens: tuple[Token, ...], begun: tuple[Token, ...]) -> bool:
    if not begun:
        return True
    *first, last = begun
    if len(tokens) < len(begun) or list(tokens[: len(first)]) != first:
        return False
    mine = tokens[len(first)]
    if isinstance(mine, Slide) and isinstance(last, Slide):
        return mine.heading is last.heading and mine.length >= last.length
    return mine == last
