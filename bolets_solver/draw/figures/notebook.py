"""Pictures of faces, decks, deals, solutions and verdicts in notebooks.

The classes of the game do not depend on drawing; importing ``bolets_solver.draw`` adds the method
that notebooks call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.errors import InputError
from bolets_solver.optimize.solution import Solution

if TYPE_CHECKING:
    from bolets_solver.draw.figures.pictures import Picture

HOOK = "_repr_svg_"
NOTEBOOK_TILE = 26.0
"""Pixels of a tile in a notebook."""


def register() -> None:
    """Add the method ``_repr_svg_`` to the classes."""
    for shown, picture in _PICTURES.items():
        setattr(shown, HOOK, picture)


def _face(face: Face) -> str | None:
    from bolets_solver.draw.figures.pictures import face_picture

    return _or_none(lambda: face_picture(face))


def _deck(deck: Deck) -> str | None:
    from bolets_solver.draw.figures.pictures import deck_picture

    return _or_none(lambda: deck_picture(deck))


def _deal(deal: Deal) -> str | None:
    from bolets_solver.draw.figures.pictures import deck_picture

    return _or_none(lambda: deck_picture(deal.deck, deal.faces))


def _verdict(verdict: Verdict) -> str | None:
    from bolets_solver.draw.figures.pictures import board_picture

    return _or_none(lambda: board_picture(verdict.board))


def _solution(solution: Solution) -> str | None:
    """Show the found game as a sheet; without a game the notebook shows text."""
    from bolets_solver.draw.figures.pictures import game_picture
    from bolets_solver.draw.map.game_stages import DrawnGame

    record = solution.record
    if record is None:
        return None
    return _or_none(lambda: game_picture(DrawnGame(solution.deal, record, solution.rules)))


def _or_none(make: Callable[[], Picture]) -> str | None:
    """Return the SVG, or None for what cannot be drawn; the notebook then shows text."""
    try:
        return str(make().svg(NOTEBOOK_TILE))
    except InputError:
        return None


_PICTURES: dict[type, Callable[..., str | None]] = {
    Face: _face,
    Deck: _deck,
    Deal: _deal,
    Verdict: _verdict,
    Solution: _solution,
}
