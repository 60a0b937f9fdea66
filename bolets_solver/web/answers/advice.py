"""Answers without hidden cards: advice, hints, mistakes and luck."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bolets_solver.advise.worlds import Knowledge, Sight, knowledge_json
from bolets_solver.bolets.play.record import Record
from bolets_solver.errors import InputError
from bolets_solver.study.games.explain import turn_words
from bolets_solver.study.games.session import action_text, joined
from bolets_solver.web.answers.questions import ghost_json, sentence
from bolets_solver.web.game.position import Position
from bolets_solver.web.server.jobs import Jobs, Running

if TYPE_CHECKING:
    from bolets_solver.advise.advisor import AdviceProgress, Advisor
    from bolets_solver.advise.answer.report import Advice, Choice, Interval
    from bolets_solver.advise.games.review import Reviewed
    from bolets_solver.advise.objective import Objective

SECONDS = 60.0
REVIEW_SECONDS = 180.0
BEST = 3
"""Largest number of decisions in an advice."""


def advice(position: Position, aim: str, jobs: Jobs, running: Running) -> dict[str, Any]:
    """Return the expectation of a best player without hindsight, and the best decisions.

    It uses no hidden cards, even if the order is known. ``aim`` is a text for
    :meth:`Objective.parse`.
    """
    from bolets_solver.advise.answer.words import knowledge_line, value_text
    from bolets_solver.advise.objective import Objective

    objective = Objective.parse(aim)
    found = _advise(position, objective, BEST, jobs, running)
    value: dict[str, Any] = {
        **found.as_json(),
        "knows": sentence(knowledge_line(found)),
        "proven": found.status != "estimate",
        "words": _value_words(found),
        "sure": _sure_words(found),
        "choices": [
            _choice_json(position, found, number, choice)
            for number, choice in enumerate(found.choices)
        ],
    }
    if found.others and found.status != "estimate":
        most = value_text(found.others_upper, objective)
        value["rest"] = f"{found.others} other ways to decide: none is worth more than {most}."
    return value


def hint(position: Position, level: int, jobs: Jobs, running: Running) -> dict[str, Any]:
    """Return a hint of a level while cards are hidden: the best way without hindsight."""
    from bolets_solver.advise.answer.words import interval_text, knowledge_line
    from bolets_solver.advise.objective import Objective
    from bolets_solver.study.games.coach import next_hint

    found = _advise(position, Objective(), 1, jobs, running)
    value: dict[str, Any] = {
        "status": found.status,
        "proven": found.value.exact is not None,
        "points": None,
        "bound": None,
        "seconds": round(running.work.elapsed, 2),
        "level": level,
        "knows": sentence(knowledge_line(found)),
        "knowledge": knowledge_json(found.seen, found.worlds, found.sight),
        "hint": None,
    }
    best = found.best
    if found.value.upper == 0:
        return value | {"text": "From here no game can be won any more."}
    if best is None:
        return value | {"text": "Nothing was found within the limit."}
    worth = f"It is worth {interval_text(best.value, found.objective)}."
    if best.turn is None:
        return value | {"text": f"Begin at door {best.entrance}. {worth}"}
    whole = _with_turn(position, best)
    made = position.record
    shown = next_hint(position.deal, position.session.moment.rules, made, whole, best.points)
    assert shown is not None
    number = len(made.turns) - int(shown.placed)
    return value | {
        "text": f"{sentence(shown.text(level))} {worth}",
        "hint": shown.as_json(level) | {"text": shown.text(level)},
        "ghost": ghost_json(position, whole, number, level),
    }


def mistakes(position: Position, deep: bool, jobs: Jobs, running: Running) -> dict[str, Any]:
    """Return the mistake and the luck of each decision.

    ``deep``: from the entrance on; otherwise from the first decision with few possible orders.
    Raises InputError if the order is not known yet.
    """
    from bolets_solver.advise.advisor import MOST_WORLDS
    from bolets_solver.advise.answer.review_words import sight_words, sum_words
    from bolets_solver.advise.games.review import MOST_WORLDS as USUAL
    from bolets_solver.advise.games.review import review

    asked = position.asked
    record = joined(position.record)
    if record.entrance is None:
        raise InputError("no decision has been made yet")
    running.note("mistakes and luck")
    most = MOST_WORLDS if deep else USUAL
    found = review(_advisor(position, jobs), asked.deal, record, running.work, most)
    value = found.as_json()
    value["decisions"] = [_reviewed_json(position, record, one) for one in found.decisions]
    return value | {
        "deep": deep,
        "lost": float(found.mistakes),
        "won": float(found.luck),
        "finished": found.ended is not None,
        "knows": f"Knowing only what you saw: {sight_words(found.sight)}.",
        "sum": sentence(sum_words(found)) if found.decisions else None,
    }


def _advise(
    position: Position, objective: Objective, best: int, jobs: Jobs, running: Running
) -> Advice:
    awaited = position.session.awaits
    if awaited is not None:
        raise InputError(f"turn up {awaited} first")
    running.note("the best turn without hindsight")
    advisor = _advisor(position, jobs)

    def watch(progress: AdviceProgress) -> None:
        running.know(lower=progress.lower, upper=progress.upper, states=progress.asked)

    known: Knowledge = position.known or advisor.known(position.record)
    return advisor.advise(position.record, known, objective, running.work, best, 0, watch)


def _advisor(position: Position, jobs: Jobs) -> Advisor:
    sight = Sight() if position.stack is None else position.stack.sight
    return jobs.advisor(position.deal.deck, position.session.moment.rules, sight)


def _value_words(found: Advice) -> str:
    from bolets_solver.advise.answer.words import interval_text

    if found.value.upper == 0:
        what = "can be won" if not found.objective.least else "reaches that"
        return f"No game {what}"
    if found.status == "estimate":
        assert found.hindsight is not None
        factor = 100 if found.objective.chance else 1
        unit = "%" if found.objective.chance else "points"
        mean, low, high = (
            f"{factor * value:.3g}"
            for value in (found.hindsight.mean, found.hindsight.low, found.hindsight.high)
        )
        return f"With hindsight a player scores about {mean} {unit} ({low} to {high})"
    return f"A best player expects {interval_text(found.value, found.objective)}"


def _sure_words(found: Advice) -> str:
    if found.status == "exact":
        return "exact, proven"
    if found.status == "estimate":
        return "estimate, not proven: too many orders are possible"
    return "proven bounds, stopped by the time limit"


def _choice_json(position: Position, found: Advice, number: int, choice: Choice) -> dict[str, Any]:
    from bolets_solver.advise.answer.words import choice_lines

    best = found.choices[0].value if number else None
    value: dict[str, Any] = {
        "action": str(choice) if choice.turn is None else str(choice.turn),
        "words": _choice_words(choice),
        "value": [line.strip() for line in choice_lines(found, choice, best)],
        "sure": _interval_sure(choice.value),
        "ghost": None,
    }
    if choice.turn is not None:
        whole = _with_turn(position, choice)
        value["ghost"] = ghost_json(position, whole, len(whole.turns) - 1, 3)
    return value


def _choice_words(choice: Choice) -> str:
    if choice.turn is None:
        return f"Enter by door {choice.entrance}."
    return sentence(turn_words(choice.turn))


def _interval_sure(value: Interval) -> str:
    return "exact" if value.exact is not None else "bounds"


def _with_turn(position: Position, choice: Choice) -> Record:
    """Return the game with a whole turn in place of the one that is due or being traced."""
    assert choice.turn is not None
    record = position.record
    turns = record.turns[: position.session.moment.verdict.standing.card]
    return replace(record, turns=(*turns, choice.turn))


def _reviewed_json(position: Position, record: Record, one: Reviewed) -> dict[str, Any]:
    value = one.as_json() | {"cost": float(one.mistake), "gain": float(one.luck), "ghost": None}
    value["turnWords"] = "" if one.turn is None else action_text(replace(one.turn, tokens=()))
    if one.better_turn is not None:
        number = one.number - 1
        whole = replace(record, turns=(*record.turns[:number], one.better_turn))
        value["ghost"] = ghost_json(position, whole, number, 3)
        value["betterWords"] = sentence(turn_words(one.better_turn))
    return value
