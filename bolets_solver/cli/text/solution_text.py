"""A solution as text: proven bounds, the record, the tally and a drawing of the map."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bolets_solver.cli.shared.game_options import columns_wanted
from bolets_solver.cli.text.game_text import (
    count_text,
    deck_line,
    figures_text,
    tally_table,
    tier_line,
)
from bolets_solver.errors import InternalError
from bolets_solver.work.limits import Status

if TYPE_CHECKING:
    from bolets_solver.optimize.solution import Solution


def solution_text(
    solution: Solution, deck: str, entrance: int | None = None, colour: bool = False
) -> str:
    """Return the text of a solution; ``deck`` and ``entrance`` as given by the user."""
    scope = "of this deal" if entrance is None else f"by entrance {entrance}"
    parts = [deck_line(deck), *_headline(solution, scope), *_standing(solution, entrance)]
    if solution.record is not None:
        parts += ["", *_game(solution, deck, colour)]
    return "\n".join(parts)


def _headline(solution: Solution, scope: str) -> list[str]:
    status, why = solution.status, f" ({solution.reason})" if solution.reason else ""
    if status is Status.IMPOSSIBLE:
        furthest = solution.stuck or "not known, a limit came first"
        stuck = f"the furthest card that can be entered: {furthest}"
        return [f"{status}: no game {scope} can be won (proven)", stuck]
    bound = _bound(solution, scope)
    points, lives, crows = solution.points, solution.lives, solution.crows
    if points is None or lives is None or crows is None:
        return [f"{status}: no game {scope} found so far{why}", bound]
    head = "" if status is Status.OPTIMAL else "best so far "
    return [f"{status}: {head}{figures_text(points, lives, crows)}{why}", bound, tier_line(points)]


def _standing(solution: Solution, entrance: int | None) -> list[str]:
    """Return the rank of the deal among all deals, if the deck has an atlas.

    Raises InternalError if the atlas and the search contradict each other.
    """
    from bolets_solver.cli.text.par_text import par_of, standing_line

    if solution.status not in (Status.OPTIMAL, Status.IMPOSSIBLE):
        return []
    found = par_of(solution.deal, solution.rules, entrance)
    if found is None:
        return []
    if found.points != solution.points:
        raise InternalError(
            f"the atlas gives {found.points} points for {solution.deal}, the search proves "
            f"{solution.points}"
        )
    line = standing_line(found)
    return [] if line is None else [line]


def _bound(solution: Solution, scope: str) -> str:
    assert solution.bound is not None
    most = f"no game {scope} scores more than {count_text(solution.bound, 'point')} (proven)"
    if solution.points is None or solution.points == solution.bound:
        return f"bound {solution.bound}: {most}"
    return f"bound {solution.bound}: {most}; gap {solution.bound - solution.points}"


def _game(solution: Solution, deck: str, colour: bool) -> list[str]:
    from bolets_solver.bolets.play.referee import replay
    from bolets_solver.draw.map.text import LEGEND, map_text

    assert solution.record is not None
    record = replace(solution.record, deck=deck)
    verdict = replay(solution.deal, record, solution.rules)
    return [
        *record.format().splitlines(),
        "",
        *tally_table(verdict.tallies, columns_wanted()),
        "",
        map_text(verdict.board, colour, columns_wanted()),
        "",
        LEGEND,
    ]
