"""The long questions of the page: hints, the way back, review, spectrum, challenge sheet."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bolets_solver.advise.worlds import knowledge_json, knowledge_words
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Turn
from bolets_solver.errors import InputError
from bolets_solver.study.games.session import action_count, joined
from bolets_solver.web.game.position import Position, begin, cut
from bolets_solver.web.server.jobs import Jobs, Running
from bolets_solver.work.limits import Status

if TYPE_CHECKING:
    from bolets_solver.optimize.solution import Solution

SPECTRUM_SECONDS = 120.0


def _best(position: Position, record: Record, jobs: Jobs, running: Running) -> Solution:
    """Return the best game that begins like ``record``, a beginning of the position's deal."""
    return jobs.coach(position.asked).best(record, running.work, running.watch)


def sure_json(solution: Solution) -> dict[str, Any]:
    """Return the known figures of a best game with its status."""
    return {
        "status": str(solution.status),
        "proven": solution.status in (Status.OPTIMAL, Status.IMPOSSIBLE),
        "points": solution.points,
        "bound": solution.bound,
        "seconds": round(solution.seconds, 2),
        "knowledge": knowledge_json(solution.deal.order[:-1], 1),
    }


def hint(position: Position, level: int, jobs: Jobs, running: Running) -> dict[str, Any]:
    """Return a hint of a level, with how sure it is, and what it shows on the map."""
    from bolets_solver.study.games.coach import next_hint

    running.note("the best continuation")
    deal, rules = position.deal, position.session.moment.rules
    solution = _best(position, position.record, jobs, running)
    seen = deal.order[:-1]
    value: dict[str, Any] = {
        **sure_json(solution),
        "knows": sentence(knowledge_words(seen, len(seen), 1)),
        "level": level,
        "hint": None,
    }
    if solution.status is Status.IMPOSSIBLE:
        return value | {"text": "From here no game can be won any more."}
    if solution.record is None or solution.points is None:
        return value | {"text": "No continuation was found within the limit."}
    shown = next_hint(deal, rules, position.record, solution.record, solution.points)
    if shown is None:
        return value | {"text": "The game is over."}
    value |= {"text": sentence(shown.text(level)), "hint": shown.as_json(level)}
    number = len(position.record.turns) - int(shown.placed)
    return value | {"ghost": ghost_json(position, solution.record, number, level)}


def sentence(text: str) -> str:
    """Return words as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def ghost_json(position: Position, best: Record, number: int, level: int) -> dict[str, Any]:
    """Return the visible part of turn ``number`` (from 0) of a best game at a level.

    ``card``: how the wall card lies (from level 2 on); ``way``: the tiles of the trace, and
    ``cubes`` (level 3); ``action``: what would be done next, token by token.
    """
    turn = best.turns[number]
    upto = replace(best, turns=best.turns[: number + 1])
    moment = Moment.of(position.deal, position.session.moment.rules, upto)
    value: dict[str, Any] = {"turn": str(turn) if level >= 3 else None}
    if level >= 2:
        placement = turn.placement
        value["card"] = {
            "face": turn.face,
            "rotation": placement.rotation,
            "x": placement.x,
            "y": placement.y,
        }
    if level >= 3:
        segments = moment.board.segments
        way = [*segments[number], *segments[number + 1][:1]]
        before = replace(best, turns=best.turns[:number])
        had = set(Moment.of(position.deal, moment.rules, before).board.cubes)
        value["way"] = [list(tile) for tile in way]
        value["cubes"] = [list(tile) for tile in sorted(set(moment.board.cubes) - had)]
    return value


def optimum(position: Position, jobs: Jobs, running: Running) -> dict[str, Any]:
    """Return the best score of the deal, from what is given of it."""
    running.note("the optimum")
    return sure_json(_best(position, position.bare, jobs, running))


def way_back(position: Position, jobs: Jobs, running: Running) -> dict[str, Any]:
    """Return how many actions lead to the last moment from which the optimum was possible.

    What can be made of a game only falls while it is played, so that moment is found by halving.
    """
    running.note("the optimum")
    whole = _best(position, position.bare, jobs, running)
    value = {**sure_json(whole), "actions": None}
    if whole.status is not Status.OPTIMAL:
        return value
    here = action_count(position.record)
    low, high = position.session.floor, here + 1  # possible at low, not at high
    proven = True
    while high - low > 1 and proven:
        middle = (low + high) // 2
        running.note(f"after {middle} of {here} steps")
        best = _best(position, cut(position.record, middle), jobs, running)
        proven = best.status in (Status.OPTIMAL, Status.IMPOSSIBLE)
        if best.points == whole.points:
            low, proven = middle, True
        else:
            high = middle
    return value | {"actions": low, "here": here, "proven": proven}


def review(position: Position, jobs: Jobs, running: Running) -> dict[str, Any]:
    """Return what each turn cost, and the better line where it cost something."""
    from bolets_solver.study.games.explain import explain

    deal, rules = position.deal, position.session.moment.rules
    known: dict[tuple[int | None, tuple[Turn, ...]], Solution] = {}

    def best(record: Record, moment: str) -> Solution:
        running.note(moment)
        solution = _best(position, record, jobs, running)
        begun = joined(record)
        known[begun.entrance, begun.turns] = solution
        return solution

    record = joined(position.record)
    explained = explain(deal, rules, record, best)
    value = explained.as_json(record.deck)
    value["finished"] = explained.verdict.finished
    for number, turn in enumerate(value["turns"]):
        cost = explained.turns[number]
        turn["gained"] = {
            "points": cost.tally.points,
            "hearts": cost.tally.hearts,
            "defeated": cost.tally.defeated,
        }
        turn["actions"] = action_count(replace(record, turns=record.turns[: number + 1]))
        turn["better"] = None
        bare = replace(record.turns[number], tokens=())
        before = record.turns[:number]
        key: tuple[int | None, tuple[Turn, ...]] | None = None
        if cost.placement:
            key = (record.entrance, before)
        elif cost.trace:
            key = (record.entrance, (*before, bare))
        if key is not None:
            turn["better"] = _better(position, known, key, number)
    if explained.entrance:
        free = known[None, ()].record
        value["entrance"]["better"] = None if free is None else free.entrance
    return value


def _better(
    position: Position,
    known: dict[tuple[int | None, tuple[Turn, ...]], Solution],
    key: tuple[int | None, tuple[Turn, ...]],
    number: int,
) -> dict[str, Any] | None:
    """Return turn ``number`` of the best game that begins like ``key``.

    That game may have been found from an earlier moment, whose worth is still the same.
    """
    entrance, turns = key
    whole = replace(position.record, entrance=entrance, turns=turns)
    earlier = [(entrance, turns)]
    earlier += [(entrance, turns[:count]) for count in range(len(turns) - 1, -1, -1)]
    earlier.append((None, ()))
    from bolets_solver.study.games.session import begins_like

    for begun in earlier:
        solution = known.get(begun)
        if solution is None or solution.record is None:
            continue
        if begins_like(solution.record, whole) and len(solution.record.turns) > number:
            return ghost_json(position, solution.record, number, 3)
    return None


def spectrum(position: Position, mine: list[int], jobs: Jobs, running: Running) -> dict[str, Any]:
    """Return the score spectrum of the order as a picture, with the user's scores."""
    from bolets_solver.study.orders.bonus import Wishes, study_order
    from bolets_solver.study.orders.spectrum_picture import picture

    asked = position.asked
    found = study_order(
        asked.deal,
        asked.rules,
        Wishes(),
        running.work,
        jobs.engine(asked),
        running.note,
        running.watch,
    )
    value = found.as_json(asked.deck)
    return {
        "svg": str(picture(found, mine)),
        "optimum": sure_json(found.optimum),
        "entrances": value["entrances"],
        "spectrum": value["spectrum"],
        "complete": running.work.reason is None,
    }


def challenge(position: Position, paper: str, jobs: Jobs, running: Running) -> dict[str, Any]:
    """Return the deal as a sheet to print, its solution on the reverse: a PDF in base 64."""
    from bolets_solver.draw.paper.challenge import Challenge, challenge_pdf, require_room

    asked = position.asked
    require_room(asked.deal)
    running.note("the optimum")
    fresh = begin(Record(asked.deck, asked.deal.order, None, (), asked.rules), asked.deal.deck)
    record = replace(fresh.record, entrance=asked.entrance)
    solution = _best(position, record, jobs, running)
    sheet = Challenge(asked.deal, asked.rules, asked.entrance, solution)
    if paper not in ("a4", "letter"):
        raise InputError("'paper' is a4 or letter")
    pdf = challenge_pdf(sheet, paper)
    return {"pdf": base64.b64encode(pdf).decode("ascii"), "par": sheet.par}
