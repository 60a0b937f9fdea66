"""The steps of the greedy player: traces without cubes, cubes on crows, lives after an update."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from bolets_solver.bolets.cards.board import Cube
from bolets_solver.bolets.cards.face import CROW, POINTS, ROCK, Border
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.play.tokens import Slide
from bolets_solver.bolets.play.tracking import Start, Tracking
from bolets_solver.bolets.rules import BlockedCounts, CrowLoss, CrowScope, Rules
from bolets_solver.optimize.search import greedy
from bolets_solver.optimize.tracing.deal_arrays import MAX_REDS
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, EXIT_DOOR, EXIT_HEADING, new_walk
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays, edge_card
from tests.optimize.tracing.test_traces import garden
from tests.reference.tracing import placements, printed_rocks
from tests.reference.tracing import traces as all_traces

pytestmark = pytest.mark.jit_off

FLAG = np.zeros(1, dtype=np.int64)
list_exits, walk_exit = plain(greedy.list_exits), plain(greedy.walk_exit)


def lives_after(kinds: list[str], lives: int) -> int:
    """Lives at the door, 0 if they run out before."""
    for kind in kinds:
        lives = min(5, lives + (kind == "h")) - (kind == CROW)
        if lives == 0:
            return 0
    return lives


@pytest.mark.parametrize("border", list(Border))
@pytest.mark.parametrize("blocked", BlockedCounts)
def test_list_exits_lists_the_traces_without_cubes_and_walk_exit_finds_each_again(
    border: Border, blocked: BlockedCounts
) -> None:
    """On any card of the deal; no more than asked for, and none if there is no room."""
    rng, seen = random.Random(f"greedy {border} {blocked}"), 0
    rules = Rules(blocked_counts=blocked)
    for number in range(12):
        face, wall = garden(rng, border, 3 + number % 2), garden(rng, border, 2)
        arrays = deal_arrays(garden(rng, border, 3), face, wall, rules=rules)
        walk = new_walk(arrays)
        walk.need[:] = 99  # left by a search
        entrance, lives = rng.randrange(4), rng.randint(1, 5)
        door, rocks = face.doors[entrance], printed_rocks(face)
        places = [
            p
            for p in placements(face, wall)
            if {door.tile, *rocks}.isdisjoint(PlacedFace(wall, p).tiles())
        ]
        for lying in rng.sample(places, min(14, len(places))):
            setup = np.array([1, entrance, lying.rotation // 90, lying.x, lying.y, lives])
            expected = {}
            tiles = [(x, y) for y, x in product(range(face.height), range(face.width))]
            crows = {(x, y) for x, y in tiles if face.grid[y][x] == CROW}
            covered = {tile for tile in crows if PlacedFace(wall, lying).covers(tile)}
            for trace in all_traces(face, door, lying, wall, 0, rules):
                kinds = [face.grid[y][x] for x, y in trace.path]
                left = lives_after(kinds, lives)
                if left:
                    worth = sum(POINTS.get(kind, 0) for kind in kinds)
                    shown = len(crows - covered - set(trace.path))
                    expected[trace.path, trace.door - 1] = (worth, left, shown)
            rows = np.full((len(expected) + 1, 4), 77)
            count = list_exits(arrays, setup, greedy.ALL, rows, walk, FLAG)
            assert count == len(expected)
            assert rows[:count, 3].tolist() == list(range(count))
            for points, alive, shown, number_of in rows[:count].tolist():
                walk_exit(arrays, setup, number_of, walk, FLAG)
                cells = walk.tile[: walk.scalar[DEPTH] + 1].tolist()
                stride = face.width + 2
                path = tuple((cell % stride - 1, cell // stride - 1) for cell in cells)
                key = (path, int(walk.scalar[EXIT_DOOR]))
                assert expected.pop(key) == (points, alive, shown)
                side = PlacedFace(wall, lying).doors[key[1]].side
                assert walk.scalar[EXIT_HEADING] == side.opposite
            assert not expected
            for most in range(count):
                assert list_exits(arrays, setup, most, rows, walk, FLAG) == most
                assert list_exits(arrays, setup, greedy.ALL, rows[:most], walk, FLAG) == -1
            seen += count
    assert seen > 20


class Stand:
    """Stands for a player where only the tracking card and the rules are asked for."""

    def __init__(self, rules: Rules, crows: int = 0, most: int = 0, lives: int = 3):
        self.rules = rules
        self.tracking = Tracking(Start(lives=lives, crows=crows, most_crows=most), rules)

    def __getattr__(self, name: str) -> Any:
        return lambda *facts: getattr(greedy._Player, name)(self, *facts)


def test_cubes_go_onto_crows_until_two_are_visible_as_far_as_there_are_any() -> None:
    """Those of the next card count, but none of them is covered."""
    stand = Stand(Rules())
    for reds, seen, shown in product(range(MAX_REDS + 1), range(6), range(4)):
        stand.tracking.hand[Cube.RED] = reds
        cubes = stand._cubes_for(seen, shown)
        wanted = [n for n in range(seen + 1) if n <= reds and (n == 0 or seen + shown - n >= 2)]
        assert cubes == max(wanted)


@pytest.mark.parametrize("loss", CrowLoss)
def test_lives_after_are_those_of_an_update_and_none_beyond_four_crows(loss: CrowLoss) -> None:
    for marker, lives, crows in product(range(5), range(1, 6), range(8)):
        stand = Stand(Rules(crow_loss=loss), crows=marker, most=marker)
        after = Tracking(Start(lives=lives, crows=marker, most_crows=marker), stand.rules)
        after.update(crows)
        assert stand._lives_after(lives, crows) == (after.lives if crows < 5 else 0)
        assert stand.tracking.crows == marker, "nothing is played yet"


def test_crows_of_the_next_card_count_where_the_scope_is_all() -> None:
    gardens = (garden(random.Random(seed), Border.EDGES, 4) for seed in range(99))
    face = next(face for face in gardens if face.count(CROW) > 1)
    crows = face.count(CROW)
    for scope in CrowScope:
        shown = Stand(Rules(crow_scope=scope))._shown(face)
        assert shown == (crows if scope is CrowScope.ALL else 0)


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
def test_lying_is_where_the_next_card_lies_on_the_map(rotation: int) -> None:
    face, wall = edge_card(4, 5, [(1, 2)]), edge_card(3, 2, [(2, 0)])
    card = PlacedFace(face, Placement(rotation, 7, -5))
    for turns, left, top in product(range(4), (-2, 0, 3), (-1, 2)):
        placed = PlacedFace(wall, greedy.lying(card, wall, (turns, left, top)))
        own = PlacedFace(wall, Placement(90 * turns, left, top))
        on_map = {tile: placed.kind(tile) for tile in placed.tiles()}
        assert on_map == {card.placement.to_map(face, t): own.kind(t) for t in own.tiles()}


def test_slides_join_steps_of_one_heading() -> None:
    tiles = [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1), (0, 0)]
    expected = [Slide(Heading.E, 2), Slide(Heading.S, 1), Slide(Heading.W, 2), Slide(Heading.N, 1)]
    assert greedy._slides(tiles) == expected
    assert greedy._slides([(4, 4)]) == []


def test_tiles_of_a_kind_are_tiles_of_the_map() -> None:
    face = garden(random.Random(8), Border.EDGES, 4)
    card = PlacedFace(face, Placement(90, 3, 9))
    for kind in (CROW, ROCK):
        assert greedy._tiles_of(card, kind) == {
            card.placement.to_map(face, (x, y))
            for y, row in enumerate(face.grid)
            for x, found in enumerate(row)
            if found == kind
        }
