"""What later cards can reach, most points along doors, and tables joined as the pairs have them."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.bounds import crow_states
from bolets_solver.optimize.search.orders import Order, Orders
from bolets_solver.optimize.tables.segment_table import DOOR, POINTS
from bolets_solver.work.limits import Work
from tests.bolets.making import edge_face
from tests.optimize.bench import STORE
from tests.optimize.plain import plain
from tests.optimize.tracing.test_traces import garden

pytestmark = pytest.mark.jit_off

within_reach = plain(crow_states.within_reach)

SIZES = {
    "long ones in between": ["2x2", "1x5", "3x1", "2x2"],
    "long one first": ["5x1", "2x2", "1x3"],
    "two cards": ["3x2", "1x4"],
    "square": ["2x2", "2x2", "2x2", "2x2"],
}


def card(size: str, name: str) -> Face:
    """A face without rocks and with a door at each end."""
    width, height = map(int, size.split("x"))
    rows = "\n".join(["m" + "." * (width - 1)] * height)
    return edge_face(rows, f"N{width} S1 E1 W{height}", name)


def chain_of(sizes: list[str]) -> tuple[list[Face], Orders]:
    names = [f"{number}A" for number in range(1, len(sizes))] + ["C"]
    faces = [card(size, name) for size, name in zip(sizes, names, strict=True)]
    deck = Deck("reach", "Reach", Border.EDGES, {face.name: face for face in faces})
    return faces, Orders(deck, Rules(), STORE)


def covered_by_chains(faces: list[Face], entrance: int) -> set[Tile]:
    """All tiles in the frame of the first face that any chain of placements covers.

    A card lies so that a door of it is on the card before; the first one leaves the entrance free.
    """
    first, found = faces[0], set()
    door = first.doors[entrance]
    layer = {(0, Placement(0, 0, 0))}
    for number in range(1, len(faces)):
        face, following = faces[number], set()
        for _, below in layer:
            under = PlacedFace(faces[number - 1], below)
            width, height = under.size
            for rotation in (0, 90, 180, 270):
                across, down = face.size(rotation)
                for x in range(below.x - across + 1, below.x + width):
                    for y in range(below.y - down + 1, below.y + height):
                        laid = PlacedFace(face, Placement(rotation, x, y))
                        if number == 1 and laid.covers(door.tile):
                            continue
                        if any(under.covers(other.tile) for other in laid.doors):
                            following.add((number, laid.placement))
        for _, placement in following:
            found |= set(PlacedFace(face, placement).tiles())
        layer = following
    return found


@pytest.mark.parametrize("name", SIZES)
def test_reach_holds_for_every_tile_that_some_chain_of_placements_covers(name: str) -> None:
    """A placement that leaves no way on is no loss; with one card to come reach is exact."""
    faces, orders = chain_of(SIZES[name])
    order = orders.order(tuple(face.name for face in faces), Work())
    for k in range(len(faces) - 1):
        if len(faces) - k > 4:
            continue
        for entrance in range(len(faces[k].doors)):
            number = k * orders.doors + entrance
            tiles = covered_by_chains(faces[k:], entrance)
            missing = [tile for tile in tiles if not within_reach(order.tables, number, *tile)]
            assert within_placements(order, number, k, missing, len(faces)), (k, entrance, missing)


def within_placements(order: Order, number: int, k: int, missing: list[Tile], cards: int) -> bool:
    """Whether the tiles are beyond what the first card, laid so that a trace can end, allows."""
    if not missing:
        return True
    tables = order.tables
    groups = range(tables.group_at[number], tables.group_to[number])
    members = {m for g in groups for m in range(*tables.groups[g, 4:6].tolist())}
    boxes = [tables.placements[tables.members[m, 0]] for m in members]
    more = sum(max(order.arrays.width[j], order.arrays.height[j]) - 1 for j in range(k + 2, cards))
    return not any(
        box[1] - more <= x < box[3] + more and box[2] - more <= y < box[4] + more
        for box, (x, y) in product(boxes, missing)
    )


def test_reach_of_the_cottage_is_marked_tile_by_tile() -> None:
    faces, orders = chain_of(["3x2", "1x4"])
    order = orders.order(("1A", "C"), Work())
    for entrance in range(4):
        placed = [
            PlacedFace(faces[1], Placement(90 * turns, x, y))
            for turns, x, y in {
                tuple(order.tables.placements[row, :3].tolist())
                for row in range(len(order.tables.placements))
            }
            if not PlacedFace(faces[1], Placement(90 * turns, x, y)).covers(
                faces[0].doors[entrance].tile
            )
        ]
        covered = {tile for wall in placed for tile in wall.tiles()}
        reach = {
            (x, y)
            for x, y in product(range(-9, 12), repeat=2)
            if within_reach(order.tables, entrance, x, y)
        }
        assert reach <= covered
        assert len(reach) > 20


@pytest.mark.parametrize("seed", range(3))
def test_most_points_are_the_best_along_doors(seed: int) -> None:
    rng = random.Random(seed)
    border = list(Border)[seed % 2]
    faces = [garden(rng, border, 3) for _ in range(3)]
    named = [
        Face(name, face.border, face.grid, face.doors)
        for name, face in zip(("1A", "2A", "C"), faces, strict=True)
    ]
    deck = Deck("most", "Most", border, {face.name: face for face in named})
    deal, orders = Deal(deck, ("1A", "2A", "C")), Orders(deck, Rules(), STORE)
    order = orders.order(deal.order, Work())
    tables, doors = order.tables, orders.doors

    def most(k: int, entrance: int) -> int:
        if k == 2:
            return 0
        best, number = -1, k * doors + entrance
        for row in tables.groups[tables.group_at[number] : tables.group_to[number]]:
            rest = most(k + 1, int(row[DOOR]))
            if rest >= 0:
                best = max(best, int(row[POINTS]) + rest)
        return best

    for k, entrance in product(range(2), range(4)):
        assert tables.most_points[k * doors + entrance] == most(k, entrance)
    pairs = [STORE.pair(*deal.faces[k : k + 2], Rules(), 0, Work()) for k in range(2)]
    for k, entrance in product(range(2), range(4)):
        table, number = pairs[k][entrance], k * doors + entrance
        rows = tables.groups[tables.group_at[number] : tables.group_to[number]]
        chain = tables.chain[tables.chain_at[number] : tables.chain_to[number]]
        assert len(rows) == len(table.groups)
        assert np.array_equal(rows[:, [0, 1, 3]], table.groups[:, [0, 1, 3]])
        assert np.array_equal(chain[:, [0, 1, 3]], table.groups[table.chain][:, [0, 1, 3]])
        for row, own in zip(rows, table.groups, strict=True):
            events = tables.effects.strings[
                tables.effects.string_at[row[2]] : tables.effects.string_at[row[2] + 1]
            ]
            assert events.tobytes() == orders.book._effects.word(row[2])
            assert orders.book._effects.number(table.effects[own[2]]) == row[2]
            members = tables.members[row[4] : row[5]]
            originals = table.members[own[4] : own[5]]
            assert len(members) == len(originals)
            for member, original in zip(members.tolist(), originals.tolist(), strict=True):
                place = tables.placements[member[0]].tolist()
                turns, x, y = table.placements[original[0]].tolist()
                width, height = deal.faces[k + 1].size(90 * turns)
                assert place == [turns, x, y, x + width, y + height]
                crows = tables.crow_sets[tables.set_at[member[1]] : tables.set_at[member[1] + 1]]
                at = table.set_at
                own_crows = table.crow_sets[at[original[1]] : at[original[1] + 1]]
                assert crows.tolist() == own_crows.tolist()


def test_suffixes_have_one_number_for_the_same_faces_and_for_no_others() -> None:
    """What the searches remember of a state is kept under it, for all orders."""
    _, orders = chain_of(["2x2", "1x3", "2x1", "2x2"])
    faces_of: dict[int, tuple[str, ...]] = {}
    for _ in range(2):
        for names in [(*front, "C") for front in permutations(("1A", "2A", "3A"))]:
            numbers = orders.order(names, Work()).numbers
            for k, number in enumerate(numbers):
                assert faces_of.setdefault(number, names[k:]) == names[k:]
        orders.forget()
    assert len(faces_of) == 1 + 3 + 6 + 6
    assert len(set(faces_of.values())) == len(faces_of)


def test_parts_kept_of_other_orders_are_those_of_the_order_by_itself() -> None:
    sizes = ["2x2", "1x3", "4x1", "2x2"]
    _, orders = chain_of(sizes)
    for names in [(*front, "C") for front in permutations(("1A", "2A", "3A"))]:
        found = orders.order(names, Work())
        alone = chain_of(sizes)[1].order(names, Work())
        for field in ("most_points", "reach_box"):
            one, other = getattr(found.tables, field), getattr(alone.tables, field)
            assert np.array_equal(one, other), (names, field)
        assert np.array_equal(found.loose, alone.loose)


def test_no_points_follow_by_a_door_behind_which_no_way_leads_on() -> None:
    names = ("1A", "2A", "C")
    _, orders = chain_of(["2x2", "2x2", "2x2"])
    orders.order(names, Work())
    pairs = list(orders._pairs.values())[:2]
    rest = orders._suffix(names, 1, pairs, [orders._suffix(names, 2, pairs, [])])
    rest = replace(rest, most_points=np.array([-1, 4, -1, 0]))
    ways = np.array([[9, -1, 8, -1], [9, 1, 9, 6], [9, -1, -1, 2], [-1] * 4])
    pair = replace(pairs[0], door_points=ways)
    later = [rest, orders._suffix(names, 2, pairs, [])]
    found = orders._suffix(names, 0, [pair, pairs[1]], later)
    assert found.most_points.tolist() == [-1, 6, 2, -1]
