"""What the tests near the kernels start from: switches, faces, and boards set up by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bolets_solver.bolets.cards.face import CROW, Face
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.rules import (
    BlockedCounts,
    CrowLoss,
    CrowScope,
    Difficulty,
    RedTiming,
    Rules,
)
from bolets_solver.optimize.state.bound_arrays import new_bounds
from bolets_solver.optimize.state.crow_stack import new_crow_stack
from bolets_solver.optimize.state.failures import new_failures
from bolets_solver.optimize.state.game import new_game
from bolets_solver.optimize.state.map_arrays import DealSize, Map, new_map
from bolets_solver.optimize.state.memo import new_memo
from bolets_solver.optimize.state.search_arrays import (
    ENTRANCE,
    HAND,
    HELD,
    LIVES,
    MARKER,
    PEAK,
    POINTS,
    YELLOW,
    Search,
    new_state,
    new_updates,
)
from bolets_solver.optimize.tables.deal_tables import DealTables
from bolets_solver.optimize.tracing.deal_arrays import (
    MAX_REDS,
    MOST_REDS,
    DealArrays,
    Ints,
    switch_array,
    translate_faces,
)
from bolets_solver.optimize.tracing.effects import OUTCOMES, Effects
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from tests.bolets.making import edge_face, tile_face


def switches(
    crow_loss: CrowLoss = CrowLoss.EACH,
    crow_scope: CrowScope = CrowScope.TRACED,
    red_timing: RedTiming = RedTiming.UPDATE,
    blocked_counts: BlockedCounts = BlockedCounts.MUSHROOMS,
    reds: int = MAX_REDS,
) -> Ints:
    """Return the switches as kernels read them."""
    rules = Rules(Difficulty.REGULAR, red_timing, crow_loss, crow_scope, blocked_counts)
    array = np.array(switch_array(rules))
    array[MOST_REDS] = reds
    return array


def deal_arrays(*faces: Face | str, rules: Rules | None = None) -> DealArrays:
    """Return some faces, given as pictures with a rim of wall tiles or as they are, as arrays."""
    made = [tile_face(face) if isinstance(face, str) else face for face in faces]
    return translate_faces(tuple(made), rules or Rules())


def deal_tables(arrays: DealArrays, **fields: Any) -> DealTables:
    """Return tables with the fields given, all others empty; every tile is in reach."""
    numbers = len(arrays.width) * most_doors(arrays)
    box = np.array([[-999, -999, 999, 999]] * numbers, dtype=np.int64)
    empty: dict[str, Any] = {
        "doors": np.array([most_doors(arrays)], dtype=np.int64),
        "group_at": np.zeros(numbers, dtype=np.int64),
        "group_to": np.zeros(numbers, dtype=np.int64),
        "groups": np.zeros((0, 6), dtype=np.int64),
        "members": np.zeros((0, 2), dtype=np.int64),
        "placements": np.zeros((0, 5), dtype=np.int64),
        "crow_sets": np.zeros(1, dtype=np.int64),
        "set_at": np.zeros(1, dtype=np.int64),
        "chain_at": np.zeros(numbers, dtype=np.int64),
        "chain_to": np.zeros(numbers, dtype=np.int64),
        "chain": np.zeros((0, 4), dtype=np.int64),
        "effects": Effects(
            np.zeros((0, OUTCOMES, 3), dtype=np.int8),
            np.zeros(1, dtype=np.int8),
            np.zeros(1, dtype=np.int64),
        ),
        "most_points": np.zeros(numbers, dtype=np.int64),
        "reach_box": box,
        "reach_at": np.full(numbers, -1, dtype=np.int64),
        "reach_map": np.zeros(1, dtype=np.int8),
    }
    return DealTables(**(empty | fields))


def empty_search(arrays: DealArrays, tables: DealTables | None = None, **fields: Any) -> Search:
    """Return the arrays of a search in some faces; those in ``fields`` are as given."""
    cards, tiles = len(arrays.width), int(np.max(arrays.width * arrays.height))
    made = {
        "deal": arrays,
        "tables": deal_tables(arrays) if tables is None else tables,
        "bounds": new_bounds(cards * most_doors(arrays)),
        "memo": new_memo(64),
        "crows": new_crow_stack(cards, 20),
        "failures": new_failures(64),
        "map": empty_map(arrays),
        "game": new_game(cards, tiles),
        "walk": new_walk(arrays),
        "state": new_state(cards),
        "updates": new_updates(cards),
        "reached": np.zeros(2, dtype=np.int64),
        "flag": np.zeros(1, dtype=np.int64),
    }
    return Search(**(made | fields))


def set_state(
    search: Search,
    k: int,
    *,
    purse: Sequence[int] = (1, 0, 0),
    entrance: int = 0,
    points: int = 0,
    marker: int = 0,
    peak: int = 0,
    held: int | None = None,
) -> None:
    """Set the state of a card; ``purse``: lives, cubes, yellow cubes left.

    ``held``: cubes in hand and on the card; as many as in hand if not given.
    """
    state, (lives, hand, yellow) = search.state[k], purse
    state[ENTRANCE], state[POINTS], state[MARKER], state[PEAK] = entrance, points, marker, peak
    state[LIVES], state[HAND], state[YELLOW] = lives, hand, yellow
    state[HELD] = hand if held is None else held


def edge_card(
    width: int, height: int, crows: Sequence[Tile] = (), doors: str = "N1 S1", name: str = "1A"
) -> Face:
    """Return a face without a rim: floor, crows on some tiles, doors such as ``N1 E2x``."""
    rows = [["."] * width for _ in range(height)]
    for x, y in crows:
        rows[y][x] = CROW
    return edge_face("\n".join(map("".join, rows)), doors, name)


def empty_map(arrays: DealArrays) -> Map:
    """Return an empty map for some faces."""
    size = DealSize(
        cards=len(arrays.width),
        tiles=int(np.max(arrays.width * arrays.height)),
        cells=int(np.max(np.diff(arrays.cell_at))),
        doors=most_doors(arrays),
    )
    return new_map(size, placements=3, traces=16)


def most_doors(arrays: DealArrays) -> int:
    """Return the most doors of any face: table numbers a card."""
    return int(np.max(np.diff(arrays.door_at)))
