"""Play while the order is unknown: cards are turned up one by one, hints use no hidden cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bolets_solver.cli.play.terminal_game import HINT_SECONDS, begin, play_at_terminal, show_gap
from bolets_solver.work.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bolets_solver.advise.advisor import Advisor
    from bolets_solver.advise.worlds import Sight
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.study.games.open_session import OpenSession


@dataclass(frozen=True)
class OpenGameOptions:
    """The options of a game with an unknown order.

    ``seed``: the seed of the deal, None if the player types the cards. ``begun``: the file of a
    record.
    """

    seed: int | None
    begun: str | None
    deck: str | None
    settings: Sequence[str]
    sight: Sight


def is_open(name: str) -> bool:
    """Whether a record's order has unknown cards; raises InputError as reading does."""
    from bolets_solver.bolets.cards.deal import UNKNOWN
    from bolets_solver.bolets.files.game_file import read_game

    return name != "-" and UNKNOWN in read_game(name).record.order


def play_open(
    asking: OpenGameOptions, new: bool, output: str | None, limits: Limits, show_optimum: bool
) -> None:
    """Play a game with an unknown order; see ``play_at_terminal``."""
    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.cli.shared.output_file import RECORD, require_place
    from bolets_solver.files.saved_games import Save
    from bolets_solver.study.decks.generate import random_deal
    from bolets_solver.study.games.open_session import OpenSession, kept_name

    if output is not None:
        require_place(output, RECORD)
    deck, name, rules, record = _read(asking)
    stack = None if asking.seed is None else random_deal(deck, asking.seed).order[:-1]
    session = OpenSession(deck, rules, name, asking.sight, stack)
    begun = record or session.record
    save = Save(kept_name(name, rules, asking.sight, asking.seed, record))
    begin(session, save, begun, new)
    if limits.seconds is None:
        limits = Limits(HINT_SECONDS, limits.mebibytes)
    hints = _Hints(session, asking.sight, limits)
    opening = "the order is hidden" if stack is not None else "type each card as you turn it up"
    verdict = play_at_terminal(session, save, name, hints.hint, opening, new, output)
    if verdict.finished and show_optimum and session.known.complete:
        coaching = Coaching(Deal(deck, (*session.known.seen, "C")), rules, limits)
        best = replace(session.record, entrance=None, turns=())
        show_gap(verdict, coaching.best(best))


def _read(asking: OpenGameOptions) -> tuple[Deck, str, Rules, Record | None]:
    """Read deck, rules and record; raises InputError with all defects."""
    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.record_file import deck_of

    if asking.begun is None:
        name = asked_deck(asking.deck)
        return load_deck(name), name, Rules.parse(asking.settings), None
    game = read_game(asking.begun)
    rules = Rules.parse(asking.settings, game.record.rules)
    return game.deck(asking.deck), deck_of(game, asking.deck), rules, game.record


class _Hints:
    """Hints without hidden cards; the advisor is loaded for the first hint."""

    def __init__(self, session: OpenSession, sight: Sight, limits: Limits):
        self.session = session
        self.sight = sight
        self.limits = limits
        self._advisor: Advisor | None = None

    def hint(self, level: int) -> str:
        """Return a hint of a level in words, with its knowledge and its status."""
        from bolets_solver.advise.answer.words import interval_text, knowledge_line
        from bolets_solver.cli.shared.progress import AdviceReporter, loading_kernels
        from bolets_solver.study.games.coach import next_hint
        from bolets_solver.work.limits import Work

        session = self.session
        if session.awaits is not None:
            return f"type {session.awaits} first"
        if self._advisor is None:
            with loading_kernels():
                from bolets_solver.advise.advisor import Advisor
            rules = session.moment.rules
            self._advisor = Advisor(session.known.deck, rules, self.sight)
        with AdviceReporter() as reporter, Work(self.limits, reporter.report) as work:
            advice = self._advisor.advise(
                session.record, session.known, None, work, 1, 0, reporter.watch
            )
        knows = knowledge_line(advice)
        best = advice.best
        if advice.value.upper == 0:
            return f"{knows}\nhint: from here no game can be won any more (proven): undo"
        if best is None:
            return f"{knows}\nno turn was found ({advice.reason})"
        sure = "exact" if advice.value.exact is not None else "not proven to be the best"
        expects = f"worth {interval_text(best.value, advice.objective)} ({sure})"
        if best.turn is None:
            return f"{knows}\nhint: begin at door {best.entrance}; {expects}"
        made = session.record
        turns = made.turns[: session.moment.verdict.standing.card]
        whole = replace(made, turns=(*turns, best.turn))
        hint = next_hint(session.moment.deal, session.moment.rules, made, whole, best.points)
        assert hint is not None
        return f"{knows}\nhint: {hint.text(level)}; {expects}"
