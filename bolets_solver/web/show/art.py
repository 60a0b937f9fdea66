"""The project's pictures in pieces for the page: faces, the ground of a map, the path, cubes.

What a tile shows comes many times, so the pieces refer to symbols that the page holds once.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any
from xml.etree.ElementTree import Element, tostring

from bolets_solver.bolets.cards.board import Board, Cube
from bolets_solver.bolets.cards.face import BLOCKED_DOOR, DOOR, ROTATIONS, Face
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.draw.map import tile_symbols as glyphs
from bolets_solver.draw.map.alt_text import face_words
from bolets_solver.draw.map.map_picture import cube_node, names
from bolets_solver.draw.map.path import path_nodes
from bolets_solver.draw.map.tiles import ground
from bolets_solver.draw.picture.shapes import Node, group
from bolets_solver.draw.picture.svg import to_element


@cache
def _symbols() -> dict[str, tuple[Node, ...]]:
    """Return what stands for many: the class that a group of it has, and what is drawn."""
    items = {
        f"tile {glyphs.WORDS[kind].replace(' ', '-')}": draw()
        for kind, draw in glyphs.ITEMS.items()
    }
    cubes = {f"tile {colour}-cube": glyphs.cube(colour) for colour in Cube}
    doors = {
        "tile door": glyphs.door(False),
        "tile blocked-door": glyphs.door(True),
        "edge door": glyphs.edge_door(False),
        "edge blocked-door": glyphs.edge_door(True),
    }
    return items | cubes | doors


def symbols() -> str:
    """Return all symbols as the content of one ``<defs>``."""
    parts = []
    for kind, nodes in _symbols().items():
        element = to_element(group(*nodes))
        element.set("id", _name(kind))
        parts.append(tostring(element, encoding="unicode"))
    return "".join(parts)


def symbol_of(letter: str) -> str | None:
    """Return the name of the symbol of a kind of tile, None if none stands for it."""
    doors = {DOOR: "tile door", BLOCKED_DOOR: "tile blocked-door"}
    word = glyphs.WORDS.get(letter)
    kind = doors.get(letter) if word is None else f"tile {word.replace(' ', '-')}"
    return None if kind is None else _name(kind)


def _name(kind: str) -> str:
    return f"glyph-{kind.replace(' ', '-')}"


def fragment(nodes: list[Node]) -> str:
    """Return nodes as the markup of one group that refers to the symbols."""
    root = to_element(group(*nodes))
    for element in root.iter("g"):
        kind = element.get("class", "")
        if kind in _symbols():
            for child in list(element):
                if child.tag != "title":
                    element.remove(child)
            element.append(Element("use", {"href": f"#{_name(kind)}"}))
    return tostring(root, encoding="unicode")


@lru_cache(maxsize=256)
def face_art(face: Face) -> dict[str, Any]:
    """Return a face as it lies in each rotation, its top left tile at 0,0, and in words."""
    lies = {}
    for rotation in ROTATIONS:
        board = Board()
        card = board.place(face, Placement(rotation, 0, 0))
        width, height = card.size
        lies[str(rotation)] = {
            "width": width,
            "height": height,
            "doors": [_door(card, index) for index in range(len(card.doors))],
            "art": fragment([*ground(board), *names(board)]),
        }
    return {"name": face.name, "words": face_words(face), "lies": lies}


def _door(card: PlacedFace, index: int) -> dict[str, Any]:
    door = card.doors[index]
    return {
        "number": door.number,
        "tile": list(door.tile),
        "side": door.side.letter,
        "blocked": door.blocked,
    }


def map_art(board: Board, entrance: Heading | None) -> dict[str, str]:
    """Return the layers of a map: the ground with cubes and names, and the path."""
    cubes = [cube_node(board, tile) for tile in sorted(board.cubes)]
    return {
        "ground": fragment([*ground(board), *cubes, *names(board)]),
        "path": fragment(path_nodes(board, entrance)),
    }


def corners(tiles: list[Tile]) -> list[list[int]]:
    """Return a way from tile to tile as JSON."""
    return [list(tile) for tile in tiles]
