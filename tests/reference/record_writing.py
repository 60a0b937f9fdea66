"""Writing a game of the reference as a record, in the coordinates of the map."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bolets_solver.bolets.cards.face import CROW, Face
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, Slide, TakeYellow, Token, Turn
from tests.reference.tracing import LAY

if TYPE_CHECKING:
    from tests.reference.solving import Move, Solver, State, Won


def write(solver: Solver, points: int) -> tuple[Record, Won]:
    """Return a won game with these points and its end; KeyError if there is none."""
    for state in solver.first_states():
        if points in solver.possible(state):
            return _follow(solver, state, points, None)
    raise KeyError(points)


def write_any(solver: Solver, rng: random.Random) -> tuple[Record, Won] | None:
    """Return a random won game, None if none can be won."""
    states = [state for state in solver.first_states() if solver.possible(state)]
    if not states:
        return None
    state = rng.choice(states)
    return _follow(solver, state, rng.choice(sorted(solver.possible(state))), rng)


def _follow(
    solver: Solver, state: State, points: int, rng: random.Random | None
) -> tuple[Record, Won]:
    """Play on from a first state so that the game ends with these points."""
    from tests.reference.solving import Won, printed

    entrance = state.entrance
    frame, turns = UPRIGHT, []
    crows = set(printed(PlacedFace(solver.faces[0], frame), CROW))  # visible ones, on the map
    while True:
        good = [
            (result, move)
            for result, move in solver.results(state).items()
            if (
                result.points == points
                if isinstance(result, Won)
                else points in solver.possible(result)
            )
        ]
        result, move = good[0] if rng is None else rng.choice(good)
        face, wall = solver.faces[state.last : state.last + 2]
        near = {frame.to_map(face, tile) for tile in state.crows}
        far = sorted(crows - near)[: move.far]
        lying = _lying(wall, move.placement, face, frame)
        tokens = _tokens(solver, state, move, frame, far)
        turns.append(Turn(wall.name, lying, tuple(tokens)))
        if isinstance(result, Won):
            deal = solver.deal
            record = Record(deal.deck.name, deal.order, entrance, tuple(turns), solver.rules)
            return record, result
        card = PlacedFace(wall, lying)
        gone = (*move.trace.path, *move.trace.cubes, *move.covered)
        crows -= {*far, *card.tiles(), *(frame.to_map(face, tile) for tile in gone)}
        crows |= printed(card, CROW) - {frame.to_map(face, tile) for tile in move.covered}
        frame, state = lying, result


def _tokens(
    solver: Solver, state: State, move: Move, frame: Placement, far: list[Tile]
) -> list[Token]:
    """Write what was traced on the last card, which lies at ``frame``."""
    face, wall = solver.faces[state.last : state.last + 2]
    entrance = face.doors[state.entrance - 1]
    here, heading = entrance.tile, entrance.side.opposite
    tokens: list[Token] = []
    slide: list[Heading] = []

    def end_slide() -> None:
        if slide:
            tokens.append(Slide(frame.side(slide[0]), len(slide)))
            slide.clear()

    for moment, (what, tile) in enumerate(move.trace.events):
        if moment in move.yellow:
            end_slide()
            tokens.extend([TakeYellow()] * move.yellow.count(moment))
        if what == LAY:
            end_slide()
            tokens.append(LayAhead())
        elif moment > 0:
            towards = next(to for to in Heading if to.step(here) == tile)
            if towards is not heading:
                end_slide()
            here, heading = tile, towards
            slide.append(heading)
    end_slide()
    tokens.extend([TakeYellow()] * move.yellow.count(len(move.trace.events)))
    covered = [frame.to_map(face, tile) for tile in sorted(move.covered)]
    tokens.extend(LayAt(x, y) for x, y in covered + far)
    door = PlacedFace(wall, move.placement).doors[move.trace.door - 1]
    tokens.append(Enter(frame.side(door.side.opposite)))
    return tokens


def _lying(wall: Face, placement: Placement, last: Face, frame: Placement) -> Placement:
    """Return how the wall card lies on the map, where the last card lies at ``frame``."""
    tiles = [frame.to_map(last, tile) for tile in PlacedFace(wall, placement).tiles()]
    rotation = (frame.rotation + placement.rotation) % 360
    return Placement(rotation, min(x for x, _ in tiles), min(y for _, y in tiles))
