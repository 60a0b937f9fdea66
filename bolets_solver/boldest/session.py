"""Step through the action phase: make, undo and redo takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bolets_solver.boldest.answer.position_text import event_words, group_words, take_words
from bolets_solver.boldest.game.expedition import (
    Contender,
    Event,
    Happening,
    Moment,
    advance,
    begin,
    legal_takes,
    play,
)
from bolets_solver.boldest.game.moves import Take, parse_take
from bolets_solver.boldest.game.position import Acted, Position
from bolets_solver.boldest.solving.foresight import foresee
from bolets_solver.errors import InputError
from bolets_solver.files.history import History


@dataclass(frozen=True, slots=True)
class Stage:
    """The table at one decision, the Groups dealt with in this Expedition, and what led there.

    ``take``: the take that led there, None at the beginning; ``words``: the same in words.
    """

    moment: Moment
    acted: tuple[Acted, ...]
    take: Take | None
    words: tuple[str, ...]


class Session:
    """A position played on take by take, as far as its Groups are known."""

    def __init__(self, position: Position):
        self.start = position
        self.day = foresee(position).present
        moment, self.warnings = begin(position, self.day)
        self._history = History(self._advanced(moment, position.acted, None, []))

    @property
    def stage(self) -> Stage:
        """The current stage."""
        return self._history.now

    @property
    def moment(self) -> Moment:
        """The table now, with the Group on turn if there is one."""
        return self.stage.moment

    @property
    def day_over(self) -> bool:
        """Whether the last Expedition has been resolved, not only the last that is known."""
        return self.moment.contest >= 3 * self.start.expeditions

    @property
    def log(self) -> list[str]:
        """The events since the session began."""
        return [line for stage in self._history.states for line in stage.words]

    @property
    def made(self) -> list[str]:
        """The takes so far, in order, as :meth:`play` reads them."""
        return [str(stage.take) for stage in self._history.states[1:]]

    @property
    def undone(self) -> list[str]:
        """The undone takes, the next one to redo last."""
        return [str(stage.take) for stage in self._history.undone]

    def play(self, text: str) -> None:
        """Let the Group on turn take the cards named in ``text``, or the take of that number.

        Raises InputError if that is not legal.
        """
        actor = self.moment.actor
        if actor is None:
            raise InputError(
                "the Day is over" if self.day_over else "the next Groups are still face down"
            )
        takes = legal_takes(self.day, self.moment)
        take = parse_take(text, takes)
        if take is None and text.strip().isdecimal() and 1 <= int(text[:9]) <= len(takes):
            take = takes[int(text) - 1]
        if take is None:
            raise InputError(
                f"{text.strip()[:60]!r} is not legal now; 'moves' lists the legal takes"
            )
        words = [f"{group_words(self.day, actor)} take {take_words(take, self.moment.forest)}"]
        acted = (*self.stage.acted, Acted(actor.player, actor.hero_class))
        self._history.do(self._advanced(play(self.day, self.moment, take), acted, take, words))

    def undo(self) -> bool:
        """Undo the last take; False if there is none."""
        return self._history.undo()

    def redo(self) -> bool:
        """Redo the last undone take; False if there is none."""
        return self._history.redo()

    @property
    def position(self) -> Position:
        """Return the position for a file: flags are as before the tie of the acting Group."""
        moment = self.moment
        position = replace(
            self.start,
            flags=moment.flags_before or moment.flags,
            forest=moment.forest,
            expedition=moment.contest // 3 + 1,
            experience=moment.experience,
            items=tuple(tuple(sorted(purse.elements())) for purse in moment.purses),
            acted=self.stage.acted,
            second=moment.second,
        )
        return self._unmistakable(position)

    def _unmistakable(self, position: Position) -> Position:
        """Say of a Group that it acted where a reader would otherwise take it for unable."""
        read, guesses = begin(position, self.day)
        if not guesses and _turn(advance(self.day, read)[0]) == _turn(self.moment):
            return position
        acted = tuple(
            replace(entry, unable=False) if entry.unable is None else entry
            for entry in position.acted
        )
        return replace(position, acted=acted)

    def _advanced(
        self, moment: Moment, acted: tuple[Acted, ...], take: Take | None, words: list[str]
    ) -> Stage:
        """Advance to the next decision."""
        expedition = moment.contest // 3
        moment, events = advance(self.day, moment)
        words = words + event_words(self.day, events)
        if moment.contest // 3 != expedition:
            acted = ()
        return Stage(moment, acted + _unable(events, self._contenders(moment)), take, tuple(words))

    def _contenders(self, moment: Moment) -> Sequence[Contender]:
        """Groups of the Expedition in which a moment stands."""
        first = 3 * (moment.contest // 3)
        return [group for contest in self.day.contests[first : first + 3] for group in contest]


def _unable(events: Sequence[Event], here: Sequence[Contender]) -> tuple[Acted, ...]:
    """The Groups of this Expedition that have just been sent back unable to act."""
    return tuple(
        Acted(event.contender.player, event.contender.hero_class, unable=True)
        for event in events
        if event.happening is Happening.UNABLE and any(event.contender is group for group in here)
    )


def _turn(moment: Moment) -> tuple[object, ...]:
    """Who is on turn, and who may follow in the same contest."""
    return moment.contest, moment.actor, moment.waiting, moment.slots, moment.flags
