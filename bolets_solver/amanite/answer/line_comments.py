"""The main line in words: each decision, and the cost of its alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolets_solver.amanite.game.moves import Pile, Place, Split, format_move
from bolets_solver.amanite.game.objective import Objective
from bolets_solver.amanite.game.tokens import subtract, words
from bolets_solver.files.text_tables import number, percent

if TYPE_CHECKING:
    from bolets_solver.amanite.solving.solver import Analysis, MoveValue, Step, Value


def explain(analysis: Analysis) -> list[str]:
    """Return one line for each step of the main line."""
    lines = []
    width = max((len(step.position.players[_mover(step)]) for step in analysis.line), default=0)
    for at, step in enumerate(analysis.line):
        name = step.position.players[_mover(step)]
        move = format_move(step.position, step.move)
        comment = _comment(analysis, step, analysis.line[at + 1 :])
        lines.append(f"  {at + 1:>2}. {name.ljust(width)}  {move}{comment and f': {comment}'}")
    return lines


def _mover(step: Step) -> int:
    mover = step.position.to_act
    assert mover is not None
    return mover


def _comment(analysis: Analysis, step: Step, later: Sequence[Step]) -> str:
    remarks = []
    if isinstance(step.move, Split) or (isinstance(step.move, Place) and step.move.piles):
        remarks.append(_about_split(analysis, step, later))
    elif isinstance(step.move, Pile):
        remarks.append(_about_pile(analysis, step))
    if not isinstance(step.move, Pile):
        remarks.append(_about_choice(analysis, step))
    return "; ".join(remark for remark in remarks if remark)


def _about_choice(analysis: Analysis, step: Step) -> str:
    """Compare the move with its alternatives."""
    if len(step.moves) == 1:
        return "the only move"
    best = [move for move in step.moves if move.best]
    others = [move for move in step.moves if not move.best]
    if not others:
        return "every move is as good"
    ties = ""
    if len(best) > 1:
        ties = f"{len(best) - 1} other{'s are' if len(best) > 2 else ' is'} as good; "
    mover = _subject(analysis, step)
    return (
        ties
        + f"next best gives {step.position.players[mover]} "
        + _worth(analysis, others[0], mover)
    )


def _subject(analysis: Analysis, step: Step) -> int:
    """The player whose value is shown: in the paranoid game there is only one."""
    return _mover(step) if analysis.guaranteed is None else analysis.guaranteed


def _about_pile(analysis: Analysis, step: Step) -> str:
    position = step.position
    assert isinstance(step.move, Pile)
    tile = position.current_tile
    assert tile is not None
    right = position.tiles[tile].split
    assert right is not None
    rest = subtract(position.tiles[tile].tokens, step.move.tokens)
    gained = f"{position.players[right]} gets {words(rest, position.colours)}"
    if len(step.moves) == 1:
        return gained
    subject = _subject(analysis, step)
    name = position.players[subject]
    here, there = step.moves
    if there.best:
        return f"{gained}; the other pile would give {name} just as much"
    return (
        f"{gained}; {name} has {_worth(analysis, here, subject)}, with the other pile "
        f"{_worth(analysis, there, subject)}"
    )


def _about_split(analysis: Analysis, step: Step, later: Sequence[Step]) -> str:
    """Return what the split leads to when its tile is gathered, if the line reaches that."""
    tile = step.move.tile if isinstance(step.move, Place) else step.position.pending_split
    chosen = next(
        (one for one in later if isinstance(one.move, Pile) and one.position.current_tile == tile),
        None,
    )
    if chosen is None or tile is None:
        return ""
    splitter = _mover(step)
    subject = _subject(analysis, step)
    if analysis.guaranteed is not None and subject != splitter:
        return ""
    names = step.position.players
    chooser = names[_mover(chosen)]
    values = [_value_of(move, subject) for move in chosen.moves]
    if None in values:
        return ""
    points = {number(value.vp) for value in values if value is not None}
    if len(points) == 1:
        return f"whichever pile {chooser} takes, {names[splitter]} ends with {points.pop()} points"
    assert isinstance(chosen.move, Pile)
    wanted = words(chosen.move.tokens, step.position.colours)
    here, there = (_worth(analysis, move, subject) for move in chosen.moves)
    return f"{chooser} will take {wanted}, leaving {names[splitter]} {here} (otherwise {there})"


def _value_of(move: MoveValue, player: int) -> Value | None:
    return None if move.values is None else move.values[player]


def _worth(analysis: Analysis, move: MoveValue, player: int) -> str:
    """Return one player's value in terms of the objective."""
    value = _value_of(move, player)
    if value is None:
        return "an unknown value"
    if analysis.objective is Objective.VP:
        return f"{number(value.vp)} points"
    if analysis.objective is Objective.MARGIN:
        return f"a margin of {number(value.margin, sign=True)}"
    share = f"{percent(value.win)} of the victory"
    if len(analysis.position.players) == 2 and analysis.guaranteed is None:
        other = _value_of(move, 1 - player)
        assert other is not None  # with two players it is the difference that counts
        share = f"{percent(value.win)} of the victory against {percent(other.win)}"
    return f"{share}, margin {number(value.margin, sign=True)}"
