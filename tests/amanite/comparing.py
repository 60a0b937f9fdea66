"""Comparing the solver with the plain reference, move by move and player by player."""

from __future__ import annotations

import random

from bolets_solver.amanite.files.reader import parse_position
from bolets_solver.amanite.files.writer import format_position
from bolets_solver.amanite.game.moves import parse_move
from bolets_solver.amanite.game.objective import Objective
from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.solving.solver import SolveStatus, solve

from .making import LEVELS_OF_KNOWLEDGE, small_position
from .reference import Game

LEVELS = LEVELS_OF_KNOWLEDGE


def words_of(move: tuple) -> str:
    """The reference's move in the notation."""
    verb, *rest = move
    if isinstance(verb, tuple):
        text = f"place {verb[1] + 1}"
        return f"{text} split {_piles(rest[0])}" if rest else text
    if verb == "split":
        return f"split {_piles(rest[0])}"
    return f"feed {' '.join(reversed(rest))}" if verb == "feed" else f"{verb} {_tokens(rest[0])}"


def _tokens(tokens: dict[str, int]) -> str:
    return " ".join(kind for kind, number in tokens.items() for _ in range(number))


def _piles(piles: list[dict[str, int]]) -> str:
    return f"{_tokens(piles[1])} | {_tokens(piles[0])}"


def assert_agrees(position: Position, objective: str, guaranteed: int | None = None) -> None:
    """Solver and reference list the same moves with the same values."""
    text = format_position(position)
    assert parse_position(text).position == position
    asker = 0 if position.hints[0] is not None else None
    names = position.players
    game = Game(text, None if asker is None else names[asker])
    mover, expected = game.values_of_moves(
        objective, None if guaranteed is None else names[guaranteed]
    )
    analysis = solve(position, Objective(objective), asker=asker, guaranteed=guaranteed)
    assert analysis.status is SolveStatus.PROVEN
    assert position.to_act is not None and names[position.to_act] == mover
    assert len(analysis.moves) == len(expected)
    found = {one.move: one.values for one in analysis.moves}
    for move, result in expected:
        values = found[parse_move(position, words_of(move))]
        assert values is not None
        for name, value in zip(names, values, strict=True):
            if guaranteed is None or name == names[guaranteed]:
                assert value is not None
                got = (value.win, value.margin, value.vp)
                wanted = tuple(float(one) for one in result[name])
                difference = max(abs(a - b) for a, b in zip(got, wanted, strict=True))
                assert difference < 1e-9, (text, words_of(move), name, got, wanted)
            else:
                assert value is None
    _assert_order(game, analysis, expected, objective, guaranteed)


def _assert_order(game, analysis, expected, objective, guaranteed) -> None:
    """Moves stand best first, and exactly the best ones are marked."""
    mover = game.players[analysis.position.to_act]
    name = None if guaranteed is None else game.players[guaranteed]
    position = analysis.position
    results = {parse_move(position, words_of(move)): result for move, result in expected}
    ranks = [game.preference(objective, mover, results[one.move], name) for one in analysis.moves]
    assert ranks == sorted(ranks, reverse=True)
    aims = [rank[: game.aim_length(objective, name)] for rank in ranks]
    assert [one.best for one in analysis.moves] == [aim == aims[0] for aim in aims]


def small_case(seed: int, roomy: bool = False) -> tuple[Position, str, int | None]:
    """A position, an objective and perhaps a player for the paranoid value."""
    rng = random.Random(seed)
    players = 2 + seed % 3
    level = LEVELS[seed // 3 % 4]
    placing = seed // 12 % 3 != 0
    position = small_position(rng, players, level, placing, roomy)
    objective = ("win", "margin", "vp")[seed // 36 % 3]
    guaranteed = rng.randrange(players) if rng.random() < 0.3 else None
    return position, objective, guaranteed
