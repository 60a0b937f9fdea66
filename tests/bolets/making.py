"""Faces, decks and games for tests, written as pictures and records."""

from __future__ import annotations

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Face, edge_doors, rim_doors
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.record_text import parse_turn
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tracking import Start
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Rules

F1 = """
###+###
#.....#
+..m..x
#.....#
###+###
"""
F2 = """
###+###
#.....#
#..c..#
+.....x
#.....#
#..m..#
###+###
"""
W1 = """
##+##
#...#
+...+
#...#
##+##
"""
W2 = """
##+##
#...#
x...+
#...#
##+##
"""


def tile_face(picture: str, name: str = "1A") -> Face:
    """Return a face with a rim of wall tiles."""
    rows = tuple(picture.split())
    return Face(name, Border.TILES, rows, rim_doors(rows))


def edge_face(picture: str, doors: str, name: str = "1A") -> Face:
    """Return a face with its walls on the edges; doors such as ``N3 E2x``."""
    rows = tuple(picture.split())
    places = [
        (Heading[text[0]], int(text[1:].rstrip("x")), text.endswith("x")) for text in doors.split()
    ]
    return Face(name, Border.EDGES, rows, edge_doors(rows, places))


def deal_of(*faces: Face | str) -> Deal:
    """Return a deal of these faces as cards 1A, 2A, …, an empty cottage last.

    A picture is a face with a rim of wall tiles. The cottage is the last one if it is named so.
    """
    named = [tile_face(face) if isinstance(face, str) else face for face in faces]
    border = named[0].border
    if named[-1].name != "C":
        empty = edge_face("... ... ...", "N2 E2 S2 W2") if border is Border.EDGES else tile_face(W1)
        named.append(Face("C", border, empty.grid, empty.doors))
    numbered = [
        Face(f"{number}A", face.border, face.grid, face.doors)
        for number, face in enumerate(named[:-1], start=1)
    ]
    deck = Deck("test", "Test", border, {face.name: face for face in [*numbered, named[-1]]})
    return Deal(deck, tuple(deck.faces))


def game(entrance: int | None, *lines: str) -> Record:
    """Return a record of these turns."""
    turns = tuple(parse_turn(line, number) for number, line in enumerate(lines, start=1))
    return Record("test", (), entrance, turns)


def judge(
    deal: Deal, entrance: int | None, *lines: str, start: Start | None = None, **switches: str
) -> Verdict:
    """Let the referee judge a game of a deal."""
    rules = Rules().with_settings(switches.items())
    return replay(deal, game(entrance, *lines), rules, start or Start())


def broken(verdict: Verdict) -> str | None:
    """Return the rule that a game breaks, None if it is legal."""
    return None if verdict.violation is None else verdict.violation.rule
