"""The same deal in another form: faces rotated, a deck mirrored, cards renamed, a tile changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import face_key
from bolets_solver.bolets.cards.face import COTTAGE, Border, Door, Face, edge_doors, rim_doors
from bolets_solver.bolets.cards.lattice import Heading, Tile

MIRRORED = {Heading.N: Heading.N, Heading.E: Heading.W, Heading.S: Heading.S, Heading.W: Heading.E}


def print_face(face: Face, grid: Iterable[str], doors: Iterable[Door]) -> Face:
    """Return a face with another grid; ``doors`` give the places of the doors on its edge."""
    rows = tuple(grid)
    if face.border is Border.TILES:
        return replace(face, grid=rows, doors=rim_doors(rows))
    places = [
        (door.side, 1 + (door.x if door.side in (Heading.N, Heading.S) else door.y), door.blocked)
        for door in doors
    ]
    return replace(face, grid=rows, doors=edge_doors(rows, places))


def turned(face: Face, rotation: int) -> Face:
    """Return the face printed as it looks when turned."""
    return print_face(face, face.turned_grid(rotation), face.turned_doors(rotation))


def mirrored(face: Face) -> Face:
    """Return the face printed as it looks in a mirror."""
    doors = [
        replace(door, x=face.width - 1 - door.x, side=MIRRORED[door.side]) for door in face.doors
    ]
    return print_face(face, (row[::-1] for row in face.grid), doors)


def with_tile(face: Face, tile: Tile, kind: str) -> Face:
    """Return the face with something else printed on one tile that is no wall and no door."""
    x, y = tile
    rows = list(face.grid)
    rows[y] = rows[y][:x] + kind + rows[y][x + 1 :]
    return replace(face, grid=tuple(rows))


def reprint(deal: Deal, change: Callable[[Face], Face]) -> Deal:
    """Return the deal with every face changed."""
    faces = {name: change(face) for name, face in deal.deck.faces.items()}
    return Deal(replace(deal.deck, faces=faces), deal.order)


def renamed(deal: Deal, numbers: dict[int, int], swap_sides: bool) -> Deal:
    """Return the deal with other numbers on its cards, and perhaps sides A and B swapped."""

    def new(name: str) -> str:
        if name == COTTAGE:
            return name
        side = {"A": "B", "B": "A"}[name[-1]] if swap_sides else name[-1]
        return f"{numbers[int(name[:-1])]}{side}"

    faces = {new(name): replace(face, name=new(name)) for name, face in deal.deck.faces.items()}
    ordered = {name: faces[name] for name in sorted(faces, key=face_key)}
    return Deal(replace(deal.deck, faces=ordered), tuple(new(name) for name in deal.order))
