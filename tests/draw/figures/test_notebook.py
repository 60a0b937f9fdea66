"""Faces, decks, deals, verdicts and solutions in notebooks."""

from __future__ import annotations

import subprocess
import sys

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.draw.figures.notebook import HOOK
from bolets_solver.optimize.solution import Solution
from bolets_solver.work.limits import Status
from tests.bolets.making import F1, tile_face
from tests.draw.making import MINI, child_text, game, of_class, root


def shown(value: object) -> str | None:
    """Return what a notebook shows."""
    svg = getattr(value, HOOK)()
    assert svg is None or isinstance(svg, str)
    return svg


def solution(found: bool) -> Solution:
    """Return a solution with or without a game."""
    played = game(MINI)
    record = played.record if found else None
    status = Status.OPTIMAL if found else Status.IMPOSSIBLE
    figures = (8, 8, 1, 2) if found else (None, None, None, None)
    return Solution(played.deal, played.rules, status, *figures, record, "search", 0.1)


def test_everything_that_can_be_drawn_draws_itself() -> None:
    deck, played = load_deck("mini"), game(MINI)
    for value, title in (
        (deck, "Mini"),
        (deck.faces["1A"], "Face 1A"),
        (played.deal, "Mini"),
        (played.judge(), "Map"),
        (solution(found=True), "A game of Mini"),
    ):
        svg = shown(value)
        assert svg is not None
        assert child_text(root(svg), "title") == title


def test_a_deal_shows_its_faces_only() -> None:
    svg = shown(game(MINI).deal)
    assert svg is not None
    assert len(of_class(root(svg), "face")) == 4


def test_a_solution_shows_its_game_as_a_sheet() -> None:
    svg = shown(solution(found=True))
    assert svg is not None
    assert len(of_class(root(svg), "panel")) == 3


def test_what_cannot_be_drawn_falls_back_to_text() -> None:
    assert shown(solution(found=False)) is None
    faces = {f"{number}A": tile_face(F1) for number in range(1, 1000)}
    assert shown(Deck("big", "Big", Border.TILES, faces)) is None


def test_classes_of_the_game_know_nothing_of_drawing_until_it_is_imported() -> None:
    program = (
        "from bolets_solver.bolets.cards.face import Face;"
        "from bolets_solver.bolets.cards.deck import Deck;"
        "from bolets_solver.optimize.solution import Solution; import sys;"
        "kinds = (Face, Deck, Solution);"
        "assert not any(hasattr(kind, '_repr_svg_') for kind in kinds);"
        "import bolets_solver.draw;"
        "assert all(hasattr(kind, '_repr_svg_') for kind in kinds);"
        "assert not {'numpy', 'numba', 'reportlab', 'resvg_py'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
