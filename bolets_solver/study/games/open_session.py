"""A game in play with an unknown order: cards become known as they are turned up.

The referee needs a deal, so unknown cards are filled in arbitrarily; nothing played so far depends
on them. In the record they are ``?`` until they are turned up.
"""

from __future__ import annotations

from dataclasses import replace

from bolets_solver.advise.worlds import Knowledge, Sight
from bolets_solver.bolets.cards.deal import UNKNOWN
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter
from bolets_solver.bolets.play.verdict import Violation
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.files.saved_games import digest
from bolets_solver.study.games.session import Action, Seen, Session


def kept_name(
    deck: str, rules: Rules, sight: Sight, seed: int | None, begun: Record | None = None
) -> str:
    """Return the name under which a game with an unknown order is kept.

    ``seed``: the seed of the deal, None if the player types the cards; ``begun``: the record that
    it continues, if there is one.
    """
    content = f"{deck} {rules.as_json()} {sight} {seed} {begun or ''}"
    return f"open-{'' if seed is None else seed}-{digest(content)}"


class OpenSession(Session):
    """A game in play; ``known``: the cards turned up so far.

    ``stack``: the faces in order, if the program deals; None: the player types each card. A typed
    card is an action like any other; undo takes it back.
    """

    def __init__(
        self,
        deck: Deck,
        rules: Rules,
        name: str,
        sight: Sight,
        stack: tuple[str, ...] | None = None,
        cards: int | None = None,
    ):
        self.sight = sight
        self.stack = stack
        self.given = 0
        """Number of given cards that cannot be undone."""
        self.known = Knowledge.of(deck, (), cards if stack is None else len(stack))
        super().__init__(self.known.some_deal(), rules, name)
        self._know(self.known)
        self._draw()

    @property
    def awaits(self) -> str | None:
        """The card that the player must type, in words; None if an action is due."""
        index = len(self.known.seen)
        if index >= self._needed(self.record):
            return None
        if index == 0:
            return "the first card"
        if index == _turn(self.record):
            return "the wall card"
        return "the card on top of the stack"

    @property
    def top(self) -> str | None:
        """The card on top of the stack while a wall card is played, if it is visible."""
        index = _turn(self.record) + 1
        return self.known.face_at(index) if index < len(self.known.seen) else None

    def may_be(self, order: tuple[str, ...]) -> bool:
        """Whether this order is compatible with the known cards."""
        known = _order(self.known)
        return len(order) == len(known) and all(
            UNKNOWN in (one, other) or one == other for one, other in zip(order, known, strict=True)
        )

    def do(self, action: Action) -> Violation | None:
        """Perform an action; if the rules forbid it, change nothing and return the violation.

        Raises InputError if a card cannot be the one that was turned up.
        """
        if isinstance(action, Seen):
            self._turn_up(action)
            self.undone.clear()
            return None
        return super().do(action)

    def undo(self) -> Action | None:
        """Take back the last action or the last card typed; cards that were dealt stay known."""
        seen = self.known.seen
        if self.stack is None and len(seen) > self._needed_before() and len(seen) > self.given:
            self._know(replace(self.known, seen=seen[:-1]))
            action = Seen(seen[-1])
            self.undone.append(action)
            return action
        return super().undo()

    def redo(self) -> Action | None:
        """Redo the last undone action and return it; None if there is none."""
        if self.undone and isinstance(self.undone[-1], Seen):
            action = self.undone[-1]
            try:
                self._turn_up(action)
            except InputError:
                self.undone.clear()
                return None
            self.undone.pop()
            return action
        return super().redo()

    def take_up(self, record: Record) -> Violation | None:
        """Continue a saved game; if it breaks a rule, change nothing and return the violation.

        Raises InputError if the record names a missing door or face, or other cards than dealt.
        """
        names = record.order[:-1] if record.order[-1:] == (COTTAGE,) else record.order
        seen = names.index(UNKNOWN) if UNKNOWN in names else len(names)
        if self.stack is not None and names[:seen] != self.stack[:seen]:
            raise InputError("its cards are not those that were dealt")
        known = Knowledge.of(self.known.deck, names[:seen], len(names) or None)
        taken = replace(record, order=_order(known), deck=self.record.deck)
        moment = Moment.of(known.some_deal(), self.moment.rules, taken)
        if moment.verdict.violation is None:
            self.known, self.moment = known, moment
            self.undone.clear()
            self._draw()
        return moment.verdict.violation

    def _do(self, action: Action) -> Violation | None:
        violation = super()._do(action)
        if violation is None:
            self._draw()
        return violation

    def _turn_up(self, action: Seen) -> None:
        if self.awaits is None:
            raise InputError(f"no card is due now; {action.face} has to wait")
        known = Knowledge.of(
            self.known.deck, (*self.known.seen, action.face.upper()), self.known.cards
        )
        self._know(known)

    def _know(self, known: Knowledge) -> None:
        """Set the known cards."""
        self.known = known
        record = replace(self.record, order=_order(known))
        self.moment = Moment.of(known.some_deal(), self.moment.rules, record)

    def _draw(self) -> None:
        """Turn up the cards that are visible now, if the program deals; at the end all."""
        if self.stack is None:
            return
        needed = self._needed(self.record)
        if self.moment.verdict.finished:
            needed = len(self.stack)
        if needed > len(self.known.seen):
            self._know(replace(self.known, seen=self.stack[:needed]))

    def _needed(self, record: Record) -> int:
        """Return the number of cards known at the end of a record."""
        if record is self.record and self.moment.verdict.finished:
            return len(self.known.seen)
        if record.entrance is None:
            return min(self.sight.cards_at_entrance, self.known.cards)
        return min(self.sight.cards_at_turn(_turn(record)), self.known.cards)

    def _needed_before(self) -> int:
        """Return the number of cards known before the last action."""
        record = self.record
        if record.turns:
            *turns, last = record.turns
            if last.tokens:
                turns.append(replace(last, tokens=last.tokens[:-1]))
            return self._needed(replace(record, turns=tuple(turns)))
        if record.entrance is not None:
            return self._needed(replace(record, entrance=None))
        return 0


def _turn(record: Record) -> int:
    """Return the number of the next or current turn, from 1."""
    turns = record.turns
    within = bool(turns) and not (turns[-1].tokens and isinstance(turns[-1].tokens[-1], Enter))
    return len(turns) + (not within)


def _order(known: Knowledge) -> tuple[str, ...]:
    """Return an order with ``?`` for each unknown card."""
    return (*known.seen, *[UNKNOWN] * known.hidden, COTTAGE)
