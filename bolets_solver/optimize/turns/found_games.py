"""Found games card by card, in the frames of the cards, and their records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import CROW
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter, TakeYellow, Turn
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.decoder import TokenWriter, lying
from bolets_solver.optimize.turns.turn_tables import Purse, Situation, Traces


@dataclass(frozen=True)
class PlayedTurn:
    """What was done on one card; everything in the frame of the card being traced.

    ``placed``: quarter turns, left and top of the wall card. ``cells``: padded tiles walked, the
    entrance first; ``laid``: whether a cube was laid ahead at each. ``leave``: the heading into
    ``door`` (from 0). ``purse``: what was in hand at the beginning. ``covers``: crows (index of the
    card, number on it) on which cubes were laid before the door was entered.
    """

    placed: tuple[int, int, int]
    cells: tuple[int, ...]
    laid: tuple[bool, ...]
    leave: int
    door: int
    purse: Purse
    covers: tuple[tuple[int, int], ...] = ()


def played(
    situation: Situation,
    traces: Traces,
    index: int,
    purse: Purse,
    covers: tuple[tuple[int, int], ...] = (),
) -> PlayedTurn:
    """Return one of some traces as a turn."""
    from bolets_solver.optimize.turns.trace_rows import EXIT, HEADING, PLACE

    row = traces.rows[index]
    turns, left, top = traces.placements[row[PLACE]].tolist()
    return PlayedTurn(
        placed=(turns, left, top),
        cells=tuple(traces.tiles(index)),
        laid=tuple(traces.laid(index)),
        leave=int(row[HEADING]),
        door=int(row[EXIT]),
        purse=purse,
        covers=covers,
    )


def record_of(deal: Deal, rules: Rules, entrance: int, game: Sequence[PlayedTurn]) -> Record:
    """Return the record of a game, whole or broken off; ``entrance`` counts from 0.

    Yellow cubes are taken when a cube is needed and none is in hand, and before a heart at five
    lives.
    """
    cards = [PlacedFace(deal.faces[0], UPRIGHT)]
    turns: list[Turn] = []
    for turn, wall in zip(game, deal.faces[1:], strict=False):
        card = cards[-1]
        cards.append(PlacedFace(wall, lying(card, wall, turn.placed)))
        points, lives, hand, yellow, _ = turn.purse
        tracer = TokenWriter(rules, card, [lives, hand, yellow, points])
        early = tracer.walk(list(turn.cells), [int(flag) for flag in turn.laid], met=False)
        tracer.cover([_crow_tile(cards[number], crow) for number, crow in turn.covers])
        leave = Heading(turn.leave).turned(card.placement.rotation)
        tokens = (*tracer.tokens, Enter(leave))
        if early and turns:  # a yellow cube before the tile behind the door: one line earlier
            before = turns[-1]
            taken = (*before.tokens[:-1], TakeYellow(), before.tokens[-1])
            turns[-1] = Turn(before.face, before.placement, taken)
        turns.append(Turn(wall.name, cards[-1].placement, tokens))
    return Record(deal.deck.name, deal.order, entrance + 1, tuple(turns), rules)


def _crow_tile(card: PlacedFace, number: int) -> Tile:
    """Return the map tile of a crow, numbered row by row on its printed face."""
    crows = [
        (x, y) for y, row in enumerate(card.face.grid) for x, kind in enumerate(row) if kind == CROW
    ]
    return card.placement.to_map(card.face, crows[number])
