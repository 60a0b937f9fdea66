"""A game as a file: its record, a picture, a page to print."""

from __future__ import annotations

from bolets_solver.draw.figures.pictures import Picture, game_picture, map_picture
from bolets_solver.draw.map.game_stages import DrawnGame
from bolets_solver.draw.picture.palette import COLOUR
from bolets_solver.draw.picture.pdf import PdfWriter
from bolets_solver.draw.picture.png import to_png
from bolets_solver.draw.picture.shapes import group, moved, scaled
from bolets_solver.errors import InputError
from bolets_solver.files.seal import Comment, sealed
from bolets_solver.study.games.session import joined
from bolets_solver.web.game.position import Position

A4 = (210.0, 297.0)
MARGIN = 12.0
"""White edge of a page, in millimetres."""
LARGEST_TILE = 12.0
"""Millimetres of a tile at most."""

KINDS = {
    "record": ("text/plain; charset=utf-8", "bolets"),
    "svg": ("image/svg+xml", "svg"),
    "png": ("image/png", "png"),
    "pdf": ("application/pdf", "pdf"),
}
"""What a game can be saved as: media type and ending."""


def export(position: Position, kind: str, whole: bool) -> bytes:
    """Return a game as a file of one of KINDS; ``whole``: with a panel for each turn.

    It has the mark by which commands recognise an unchanged file.

    Raises InputError if that cannot be done.
    """
    record = joined(position.record)
    if kind == "record":
        return sealed(record.format().encode("utf-8"), Comment.HASH)
    if position.unbegun:
        raise InputError("there is nothing to draw yet: turn up the first card")
    game = DrawnGame(position.deal, record, position.session.moment.rules)
    picture = game_picture(game) if whole else map_picture(game)
    if kind == "svg":
        return sealed(picture.svg().encode("utf-8"), Comment.XML)
    if kind == "png":
        return sealed(to_png(picture.svg()), Comment.PNG)
    if kind == "pdf":
        return sealed(_pdf(picture), Comment.PERCENT)
    raise InputError(f"a game is saved as one of {', '.join(KINDS)}")


def _pdf(picture: Picture) -> bytes:
    """Return a picture on a page of A4, upright or on its side."""
    paper = A4 if picture.width <= picture.height else (A4[1], A4[0])
    room = [side - 2 * MARGIN for side in paper]
    tile = min(room[0] / picture.width, room[1] / picture.height, LARGEST_TILE)
    left = (paper[0] - tile * picture.width) / 2
    writer = PdfWriter(paper, picture.title, COLOUR)
    writer.page([group(*picture.nodes, at=moved(left, MARGIN).after(scaled(tile)))])
    return writer.finish()
