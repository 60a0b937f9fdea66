"""Puzzles on the page: which are solved, which one is today's."""

from __future__ import annotations

import datetime
from typing import Any

from bolets_solver.bolets.play.referee import replay
from bolets_solver.errors import InputError
from bolets_solver.files.saved_games import saves_folder
from bolets_solver.study.games.puzzle import (
    KINDS,
    STARS,
    Puzzle,
    flaw_of,
    load_puzzle,
    puzzle_names,
)
from bolets_solver.web.game.games import Games
from bolets_solver.web.game.position import Position


def puzzle_of_the_day(day: datetime.date) -> str:
    """Return the name of a day's puzzle: all of them take turns."""
    names = puzzle_names()
    if not names:
        raise InputError("this installation has no puzzles")
    step = next(step for step in (17, 7, 5, 1) if len(names) % step)  # neighbours differ in kind
    return names[day.toordinal() * step % len(names)]


def puzzles_json(games: Games, day: datetime.date) -> dict[str, Any]:
    """Return all puzzles with what was solved."""
    puzzles = []
    for name in puzzle_names():
        puzzle = load_puzzle(name)
        best = _best(puzzle, games)
        puzzles.append(
            {
                "name": name,
                "kind": puzzle.kind,
                "stars": puzzle.stars,
                "target": puzzle.target,
                "question": puzzle.question,
                "toLay": puzzle.to_lay,
                "of": len(puzzle.record.order) - 1,
                "deck": puzzle.record.deck,
                "solved": best == "solved",
                "tried": best is not None or (saves_folder() / f"puzzle-{name}.bolets").exists(),
            }
        )
    return {"puzzles": puzzles, "kinds": KINDS, "stars": list(STARS), "today": _today(day)}


def _today(day: datetime.date) -> dict[str, str]:
    return {"name": puzzle_of_the_day(day), "date": day.isoformat()}


def _best(puzzle: Puzzle, games: Games) -> str | None:
    """Return "solved", "tried", or None: what the finished games say of a puzzle."""
    found = None
    for path in (saves_folder() / "finished").glob(f"puzzle-{puzzle.name}-*.bolets"):
        try:
            position, _ = games.open(f"finished/{path.name}")
        except InputError:
            continue
        found = "tried"
        if _flaw(puzzle, position) is None:
            return "solved"
    return found


def _flaw(puzzle: Puzzle, position: Position) -> str | None:
    verdict = replay(position.deal, position.record, puzzle.rules)
    return flaw_of(puzzle, position.record, verdict)


def solved_json(position: Position) -> dict[str, Any] | None:
    """Return the question of the puzzle that is played, and whether the game answers it."""
    if position.puzzle is None:
        return None
    puzzle = load_puzzle(position.puzzle)
    over = position.session.moment.verdict.finished
    flaw = _flaw(puzzle, position) if over else None
    return {
        "name": puzzle.name,
        "stars": puzzle.stars,
        "question": puzzle.question,
        "solved": over and flaw is None,
        "flaw": flaw,
    }
