"""The placements that a trace might use, against all placements."""

from __future__ import annotations

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import ROCK, Face
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.optimize.tracing import placements
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from tests.bolets.making import edge_face, tile_face
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays

pytestmark = pytest.mark.jit_off

fill_placements = plain(placements.fill_placements)

RIM = tile_face("#+####\n+mMo.#\n#hc.m+\n#+####")
EDGE = edge_face("m..\nM.c\n.hm\no..", "N1 N3 E2x S3 W4", "2A")
SMALL = edge_face("..\no.", "N2 S1x W1", "3A")
WALL = tile_face("##+#\nx..#\n#m.#\n#.c+\n##x#", "4A")

PAIRS = [(RIM, WALL), (EDGE, SMALL), (WALL, RIM), (SMALL, EDGE), (EDGE, EDGE), (EDGE, RIM)]


def usable(face: Face, entrance: int, wall: Face) -> list[tuple[int, int, int]]:
    """Placements that cover neither rock nor entrance and have a door that a trace may enter."""
    last, door = PlacedFace(face, UPRIGHT), face.doors[entrance]
    rocks = [tile for tile in last.tiles() if last.kind(tile) == ROCK]
    found = []
    for turns in range(4):
        for x in range(-12, 13):
            for y in range(-12, 13):
                card = PlacedFace(wall, Placement(90 * turns, x, y))
                if card.covers(door.tile) or any(map(card.covers, rocks)):
                    continue
                if not any(last.covers(other.tile) for other in card.doors):
                    continue  # B-R9
                outside = [other.side.step(other.tile) for other in card.doors]
                if any(
                    tile == door.tile
                    or (last.inside(tile) and tile not in rocks and not card.covers(tile))
                    for tile in outside
                ):
                    beyond = door.side.step(door.tile)
                    assert not card.covers(beyond), "the tile from which the card was entered"
                    found.append((turns, x, y))
    return found


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].name} {pair[1].name}")
def test_fill_placements_finds_what_a_trace_might_use(pair: tuple[Face, Face]) -> None:
    face, wall = pair
    arrays = deal_arrays(WALL, face, wall)
    walk = new_walk(arrays)
    found = np.zeros((2000, 3), dtype=np.int64)
    for entrance in range(len(face.doors)):
        count = fill_placements(arrays, 1, entrance, 2, walk, found)
        rows = [tuple(row) for row in found[:count].tolist()]
        assert rows == usable(face, entrance, wall), "sorted by turns, left, top"


def test_list_placements_has_room_for_all() -> None:
    for face, wall in PAIRS:
        arrays = deal_arrays(face, wall)
        for entrance in range(len(face.doors)):
            found = placements.list_placements(arrays, 0, entrance, 1, new_walk(arrays))
            assert [tuple(row) for row in found.tolist()] == usable(face, entrance, wall)


def test_list_placements_makes_room_for_every_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few of them a trace might use: a kernel does not see where its room ends."""
    rooms: list[int] = []
    monkeypatch.setattr(
        placements, "fill_placements", lambda *parts: rooms.append(len(parts[-1])) or 0
    )
    for face, wall in PAIRS:
        arrays = deal_arrays(face, wall)
        placements.list_placements(arrays, 0, 0, 1, new_walk(arrays))
        last = set(PlacedFace(face, UPRIGHT).tiles())
        assert rooms[-1] == sum(
            not last.isdisjoint(PlacedFace(wall, Placement(90 * turns, x, y)).tiles())
            for turns in range(4)
            for x in range(-6, 7)
            for y in range(-6, 7)
        )
