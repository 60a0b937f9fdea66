"""Answers as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolets_solver.amanite.answer.final_scores import OPEN, Counted
from bolets_solver.amanite.answer.line_comments import explain
from bolets_solver.amanite.answer.position_text import knowledge_line, turn
from bolets_solver.amanite.game.expected_scores import Outlook, outlooks
from bolets_solver.amanite.game.moves import format_move
from bolets_solver.amanite.game.objective import Objective
from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.scoring import winners
from bolets_solver.amanite.game.tokens import PIG, PIG_NAME
from bolets_solver.amanite.game.worlds import possible_worlds, probabilities
from bolets_solver.amanite.solving.bounds import Bounds, Range
from bolets_solver.files.text_tables import number, percent, table

if TYPE_CHECKING:
    # At run time this import would compile kernels that hints and scores do not need.
    from bolets_solver.amanite.solving.solver import Analysis, Value


WIDEST = 108
"""Wider tables than this many characters wrap on most screens."""

AIMS = {
    Objective.WIN: "share of the victory, then margin",
    Objective.MARGIN: "margin over the best rival",
    Objective.VP: "own points",
}


def analysis_lines(analysis: Analysis) -> list[str]:
    """Return an analysis as lines of text."""
    position = analysis.position
    lines = [turn(position), knowledge_line(position, analysis.asker)]
    if analysis.guaranteed is not None:
        name = position.players[analysis.guaranteed]
        lines.append(f"Values are what {name} can guarantee if all the others play against {name}.")
    if analysis.moves:
        lines += [f"Best by {AIMS[analysis.objective]}.", "", *_move_lines(analysis)]
    if analysis.line:
        lines += ["", "Best play", *explain(analysis)]
    if analysis.final is not None:
        found = outlooks(analysis.final, possible_worlds(position, analysis.asker))
        ending = "The end of that line" if analysis.line else "The final scores"
        lines += ["", ending, *outlook_lines(position, found, analysis.worlds)]
    lines += ["", _status_line(analysis)]
    return lines


def _move_lines(analysis: Analysis) -> list[str]:
    """Return the table of all moves; ``*`` marks the best ones.

    If it is too wide, the figures are below the moves.
    """
    position = analysis.position
    shown = [
        player for player in range(len(position.players)) if analysis.guaranteed in (None, player)
    ]
    head = ["  move"]
    for player in shown:
        head += [f"{position.players[player]}: win", "margin", "points"]
    rows = [head]
    for move in analysis.moves:
        row = [f"{'*' if move.best else ' '} {format_move(position, move.move)}"]
        for player in shown:
            if move.values is not None:
                row += _value_cells(move.values[player])
            elif move.bounds is not None:
                row += _bound_cells(move.bounds[player])
        rows.append(row)
    lines = table(rows)
    if max(len(line) for line in lines) <= WIDEST:
        return lines
    names = [cell for player in shown for cell in (position.players[player], "", "")]
    figures = table([["     ", *names], *(["", *row[1:]] for row in rows[1:])])
    beneath = [
        line for row, values in zip(rows[1:], figures[1:], strict=True) for line in (row[0], values)
    ]
    return ["  move, and below it: win, margin, points of", figures[0], *beneath]


def _value_cells(value: Value | None) -> list[str]:
    assert value is not None
    return [percent(value.win), number(value.margin, sign=True), number(value.vp)]


def _bound_cells(bounds: Bounds | None) -> list[str]:
    assert bounds is not None
    low, high = bounds.win
    return [f"{percent(low)}..{percent(high)}", _range(bounds.margin), _range(bounds.vp)]


def _range(bounds: Range) -> str:
    return f"{number(bounds[0])}..{number(bounds[1])}"


def outlook_lines(position: Position, found: Sequence[Outlook], total: int) -> list[str]:
    """Return the final scores by attribute; averages if several worlds are possible."""
    names = position.players
    rows = [["", *names]]
    for term in (*position.attributes, "Pig"):
        rows.append([f"  {term}", *(_points(one, one.terms[term]) for one in found)])
    rows.append(["  points", *(number(one.vp) if one.out < 1 else "out" for one in found)])
    if any(0 < one.out < 1 for one in found):
        rows.append(["  out in", *(f"{round(one.out * total)} of {total}" for one in found)])
    rows.append(["  victory", *(percent(one.win) for one in found)])
    lines = table(rows)
    if total > 1:
        lines.append(f"  (averages over {total} assignments; where a player is out, -50 points)")
    return lines


def _points(outlook: Outlook, points: float) -> str:
    return "-" if outlook.out == 1 else number(points)


def _status_line(analysis: Analysis) -> str:
    from bolets_solver.amanite.solving.solver import SolveStatus

    if analysis.status is SolveStatus.PROVEN:
        line = "Status: proven; every value is exact."
        if analysis.reason is not None and analysis.final is None:
            line += f" The line was cut short ({analysis.reason})."
        return line
    done = sum(move.values is not None for move in analysis.moves)
    return (
        f"Status: limit ({analysis.reason}); {done} of {len(analysis.moves)} moves have exact "
        "values, the others only bounds that hold for certain."
    )


def scores_lines(position: Position, found: Counted) -> list[str]:
    """Return the lines that show a finished table's scores, term by term."""
    world, scores = found.world, found.scores
    rows = [["", "", *position.players]]
    for term in (*position.attributes, "Pig"):
        kind: int | None = None
        name = OPEN  # no player holds that colour
        if term == "Pig":
            kind, name = PIG, PIG_NAME
        elif term in world:
            kind = world.index(term)
            name = position.colours[kind]
        cells = []
        for hand, score in zip(position.tokens, scores, strict=True):
            points = "-" if score.points is None else str(score.terms[term])
            cells.append(f"{0 if kind is None else hand[kind]}: {points.rjust(3)}")
        rows.append([term, name, *cells])
    totals = ["out" if score.points is None else str(score.points) for score in scores]
    rows.append(["points", "", *totals])
    rows.append(["mushrooms", "", *(str(score.mushrooms) for score in scores)])
    lines = ["Tokens and points", *table(rows, left=2)]
    for name, score in zip(position.players, scores, strict=True):
        if score.eliminated is not None:
            lines.append(f"{name} is eliminated: {score.eliminated}.")
    best = [position.players[player] for player in winners(scores)]
    if not best:
        return [*lines, "All players are eliminated: nobody wins."]
    if len(best) > 1:
        return [*lines, f"{' and '.join(best)} share the victory."]
    return [*lines, f"{best[0]} wins."]


def hints_lines(position: Position, asker: int | None) -> list[str]:
    """Return the table of the exact probabilities of every attribute."""
    rows = probabilities(possible_worlds(position, asker), position.attributes)
    cells = [["", *position.attributes]]
    for colour, row in zip(position.colours, rows, strict=True):
        cells.append([colour, *(str(share) if share else "." for share in row)])
    return [knowledge_line(position, asker), "", *table(cells)]
