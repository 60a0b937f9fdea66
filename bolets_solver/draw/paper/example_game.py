"""The example on the rules page: a game of one turn, with the deck's kind of walls."""

from __future__ import annotations

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE, Border, Face, edge_doors, rim_doors
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.draw.map.game_stages import DrawnGame

_TILES = (
    ("###+###", "#...m.#", "+.m.o.x", "#.....#", "###+###"),
    ("##+##", "#.h.#", "+.M.+", "#..c#", "##x##"),
)
_EDGES = (("...m.", ".m.o.", "....."), (".h.", ".M.", "..c"))
_DOORS = (
    ((Heading.N, 3, False), (Heading.E, 2, True), (Heading.S, 3, False), (Heading.W, 2, False)),
    ((Heading.N, 2, False), (Heading.E, 2, False), (Heading.S, 2, True), (Heading.W, 2, False)),
)
_TURNS = {Border.TILES: "2A r0 @5,-1: E3 N1 E1 >E", Border.EDGES: "2A r0 @4,-1: E2 N1 E1 >E"}

CAPTION = """
You enter from the west, at 1. After the first mushroom a rock stops you, and you turn north. There
the door in the wall stops you, and you turn east. After another mushroom you enter the wall card,
at 2. That makes 2 points. The path continues from there in the next turn.
"""


def example(border: Border) -> DrawnGame:
    """Return the game."""
    faces = {}
    grids = _TILES if border is Border.TILES else _EDGES
    for name, grid, places in zip(("1A", "2A"), grids, _DOORS, strict=True):
        doors = rim_doors(grid) if border is Border.TILES else edge_doors(grid, places)
        faces[name] = Face(name, border, grid, doors)
    faces[COTTAGE] = Face(COTTAGE, border, grids[1], faces["2A"].doors)
    deal = Deal.of(Deck("example", "Example", border, faces), "1A 2A")
    text = f"bolets-record/1\ndeck: example\norder: {deal}\nentrance: 4\n{_TURNS[border]}\n"
    return DrawnGame(deal, Record.parse(text), Rules())
