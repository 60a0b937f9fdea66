"""What ``bolets check --trace`` adds: the recovered record and the nearest legal trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bolets_solver.cli.text.game_text import count_text, figures_text
from bolets_solver.work.limits import Limits, Status

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.bolets.files.game_file import GameFile
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.play.verdict import Verdict
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.optimize.solution import Solution
    from bolets_solver.trace.nearest import NearestTrace

CONTINUATION_SECONDS = 20.0
"""Time limit of the search for the best continuation of a corrected game."""


def read_drawn_game(name: str, deck: str | None) -> tuple[GameFile, Deck]:
    """Read a trace file as a game; raises InputError with all defects."""
    from bolets_solver.bolets.files.game_file import GameFile
    from bolets_solver.trace.recover import recover
    from bolets_solver.trace.trace_file import read_trace

    trace = read_trace(name)
    game = GameFile(trace.record, trace.name)
    loaded = game.deck(deck)
    return GameFile(recover(trace, game.deal(loaded)), trace.name), loaded


def nearest_of(deal: Deal, record: Record, rules: Rules, verdict: Verdict) -> NearestTrace | None:
    """Return the legal trace nearest to the one that breaks a rule, None if there is none."""
    from bolets_solver.trace.nearest import nearest_trace

    violation = verdict.violation
    if violation is None or not 1 <= violation.step <= len(record.turns):
        return None
    return nearest_trace(deal, record, rules, violation.step)


def best_with(deal: Deal, rules: Rules, nearest: NearestTrace | None) -> Solution | None:
    """Return the best game that continues the nearest legal trace; None if the game is over."""
    if nearest is None or nearest.verdict.finished:
        return None
    from bolets_solver.cli.shared.coaching import Coaching

    return Coaching(deal, rules, Limits(CONTINUATION_SECONDS)).best(nearest.record)


def trace_json(
    record: Record, nearest: NearestTrace | None, best: Solution | None
) -> dict[str, Any]:
    """Return the additional keys of the verdict's JSON: ``record`` and ``nearest``."""
    value: dict[str, Any] = {"record": record.as_solution_json(), "nearest": None}
    if nearest is not None:
        value["nearest"] = {
            "step": len(nearest.record.turns),
            "turn": str(nearest.record.turns[-1]),
            "changed": nearest.changed,
            "points": nearest.verdict.points,
            "lives": nearest.verdict.lives,
            "crows": nearest.verdict.crows,
            "best": None
            if best is None
            else {"status": str(best.status), "points": best.points, "bound": best.bound},
        }
    return value


def recovered_lines(record: Record) -> list[str]:
    """Return the recovered record as text."""
    return ["as drawn:", *(f"  {line}" for line in record.format().splitlines()), ""]


def nearest_lines(
    verdict: Verdict, nearest: NearestTrace | None, best: Solution | None
) -> list[str]:
    """Return the nearest legal trace, its score, and its best continuation."""
    if nearest is None:
        if verdict.violation is not None and verdict.violation.rule == "B-R8":
            return []  # it is not this card's turn
        return ["no legal trace is near: the placement is illegal, or no door can be reached"]
    mended = nearest.verdict
    changes = count_text(nearest.changed, "change")
    figures = figures_text(mended.points, mended.lives, mended.crows)
    lines = [
        f"nearest legal trace ({changes}): {nearest.record.turns[-1]}",
        f"with it: {figures} after turn {len(nearest.record.turns)}",
    ]
    if best is not None:
        lines.append(f"from there {_best_text(best)}")
    elif mended.finished:
        lines.append(f"that {'wins' if mended.won else 'loses'} the game: {mended.ending}")
    return lines


def _best_text(best: Solution) -> str:
    if best.status is Status.IMPOSSIBLE:
        return "no game can be won any more (proven)"
    if best.status is Status.OPTIMAL:
        return f"at most {count_text(best.points or 0, 'point')} are possible (proven)"
    found = "no game was found" if best.points is None else f"{best.points} points were found"
    return f"{found} within {CONTINUATION_SECONDS:.0f} s, not proven"
