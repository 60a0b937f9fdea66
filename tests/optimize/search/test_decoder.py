"""From a game of the kernels to a record: every token, by hand."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, Slide, TakeYellow, Turn
from bolets_solver.bolets.rules import RedTiming, Rules
from bolets_solver.optimize.search.decoder import TokenWriter, decode, lying
from bolets_solver.optimize.search.position import Midway, Position, new_game
from bolets_solver.optimize.state import game as found
from bolets_solver.optimize.tables.deal_tables import LEFT_SIDE, TOP_SIDE, TURNS
from tests.bolets.making import deal_of, edge_face, tile_face

FACE = edge_face("hmMc\n.h..\n....", "W1 E1")
WALL = edge_face("..\n..\n.o", "N1 S1", "2A")
N, E, S, W = Heading


def cell(x: int, y: int, width: int = 4) -> int:
    return (y + 1) * (width + 2) + x + 1


def place_of(turns: int, left: int, top: int) -> np.ndarray:
    place = np.full(6, 90)
    place[[TURNS, LEFT_SIDE, TOP_SIDE]] = turns, left, top
    return place


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
@pytest.mark.parametrize("wall_rotation", (0, 90, 180, 270))
def test_lying_is_where_the_wall_card_was_placed(rotation: int, wall_rotation: int) -> None:
    card = PlacedFace(FACE, Placement(rotation, 5, -3))
    for x, y in ((5, -3), (7, -1), (0, 4)):
        placement = Placement(wall_rotation, x, y)
        inside = [
            card.placement.to_face(FACE, tile) for tile in PlacedFace(WALL, placement).tiles()
        ]
        turns = (wall_rotation - rotation) // 90 % 4
        place = place_of(turns, min(x for x, _ in inside), min(y for _, y in inside))
        assert lying(card, WALL, place) == placement


# --- what is met ---------------------------------------------------------------------------------


def tracer(
    purse: list[int], timing: RedTiming = RedTiming.UPDATE, rotation: int = 0
) -> TokenWriter:
    """On the face above, with lives, cubes in hand, yellow cubes left and points."""
    card = PlacedFace(FACE, Placement(rotation, 5, -3))
    return TokenWriter(Rules(red_timing=timing), card, list(purse))


def purse_of(one: TokenWriter) -> list[int]:
    return [one.lives, one.hand, one.yellow, one.points]


@pytest.mark.parametrize(
    ("tile", "before", "after", "early"),
    [
        ((0, 0), [4, 1, 2, 3], [5, 1, 2, 3], False),
        ((0, 0), [5, 1, 2, 3], [5, 2, 1, 3], True),
        ((1, 1), [5, 1, 1, 3], [5, 2, 0, 3], True),
        ((0, 0), [5, 1, 0, 3], [5, 1, 0, 3], False),
        ((3, 0), [5, 1, 2, 3], [4, 1, 2, 3], False),
        ((3, 0), [2, 1, 2, 3], [1, 1, 2, 3], False),
        ((1, 0), [5, 1, 2, 3], [5, 1, 2, 4], False),
        ((2, 0), [5, 1, 2, 3], [5, 1, 2, 6], False),
        ((0, 1), [5, 1, 2, 3], [5, 1, 2, 3], False),
    ],
)
def test_meet_accounts_for_a_tile(
    tile: Tile, before: list[int], after: list[int], early: bool
) -> None:
    """A heart at five lives is of use only after a yellow cube, which costs a life."""
    one = tracer(before)
    assert one._meet(tile) == early
    assert purse_of(one) == after


def test_meet_gives_red_cubes_where_they_are_earned_in_the_trace() -> None:
    for points, tile, gained, reds in (
        (3, (1, 0), 1, 1),
        (2, (1, 0), 1, 0),
        (2, (2, 0), 3, 1),
        (23, (1, 0), 1, 1),
        (27, (1, 0), 1, 0),
        (26, (2, 0), 3, 0),
    ):
        one = tracer([3, 1, 2, points], RedTiming.TRACE)
        assert not one._meet(tile)
        assert purse_of(one) == [3, 1 + reds, 2, points + gained]


def test_spend_takes_from_the_hand_and_then_a_yellow_cube_for_a_life() -> None:
    one = tracer([3, 1, 2, 0])
    one._spend()
    assert (purse_of(one), one.tokens) == ([3, 0, 2, 0], [])
    one._spend()
    assert (purse_of(one), one.tokens) == ([2, 0, 1, 0], [TakeYellow()])


# --- walking -------------------------------------------------------------------------------------

PATH = [cell(1, 1), cell(2, 1), cell(3, 1), cell(3, 2), cell(2, 2)]
"""Not over the first row; it begins on a heart."""


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
def test_walk_writes_slides_and_cubes_as_the_map_shows_them(rotation: int) -> None:
    one = tracer([3, 1, 2, 0], rotation=rotation)
    assert not one.walk(PATH, [0, 0, 1, 0, 1], met=False)
    assert one.tokens == [
        Slide(E.turned(rotation), 2),
        LayAhead(),
        Slide(S.turned(rotation), 1),
        Slide(W.turned(rotation), 1),
        TakeYellow(),
        LayAhead(),
    ]
    assert purse_of(one) == [4 - 1, 0, 1, 0]


def test_cover_pays_for_every_cube_and_says_where_it_lies() -> None:
    one = tracer([3, 1, 2, 0])
    one.cover([(7, 8), (-1, 0)])
    assert one.tokens == [LayAt(7, 8), TakeYellow(), LayAt(-1, 0)]


def test_walk_goes_on_with_a_slide_that_was_begun() -> None:
    one = tracer([3, 1, 2, 0])
    one.tokens = [Slide(E, 3)]
    one.walk(PATH[:3], [0, 0, 0], met=True)
    assert one.tokens == [Slide(E, 5)]
    one.tokens = [Slide(S, 3)]
    one.walk(PATH[:2], [0, 0], met=True)
    assert one.tokens == [Slide(S, 3), Slide(E, 1)]


def test_walk_takes_a_yellow_cube_before_a_heart_at_five_lives() -> None:
    path = [cell(0, 1), cell(1, 1), cell(2, 1)]
    one = tracer([5, 0, 2, 0])
    assert not one.walk(path, [0, 0, 0], met=False)
    assert one.tokens == [TakeYellow(), Slide(E, 2)]
    assert purse_of(one) == [5, 1, 1, 0]


def test_walk_meets_the_first_tile_unless_it_was_met_or_is_of_the_rim() -> None:
    for met, expected in ((False, True), (True, False)):
        one = tracer([5, 0, 2, 0])
        assert one.walk(PATH[:1], [0], met=met) == expected
        assert purse_of(one) == ([5, 1, 1, 0] if expected else [5, 0, 2, 0])
        assert one.tokens == []
    rim = tile_face("####\n+hh#\n####")
    one = TokenWriter(Rules(), PlacedFace(rim, Placement(0, 0, 0)), [5, 0, 2, 0])
    assert not one.walk([cell(0, 1)], [0], met=False)
    assert purse_of(one) == [5, 0, 2, 0]


# --- decode --------------------------------------------------------------------------------------


TABLES: Any = SimpleNamespace(placements=np.array([place_of(0, 2, 1), place_of(1, 3, -1)]))
"""Two placements, of which a game uses the second and the first."""


def two_turns(position: Position) -> tuple[Any, Any]:
    """A game of two turns, from the position's card on, and the faces it is about."""
    game = found.new_game(3, 12)
    columns = [found.PLACEMENT, found.TRACE_LENGTH, found.N_COVERS, found.LEAVE]
    columns += [found.BEGIN_LIVES, found.BEGIN_HAND, found.BEGIN_YELLOW, found.BEGIN_POINTS]
    game.turn[:] = 80
    game.turn[0, columns] = 1, 3, 1, int(E), 4, 1, 2, 0
    game.turn[1, columns] = 0, 2, 2, int(S), 5, 1, 2, 0
    game.trace[0, :4] = cell(1, 1), cell(2, 1), cell(2, 2), 99
    game.laid[0, :4] = 0, 1, 0, 1
    game.trace[1, :2] = cell(0, 0, 3), cell(0, 1, 3)
    game.cover[0, :4] = 6, 7, 50, 51
    game.cover[1, :6] = 8, 9, 10, 11, 52, 53
    return game, position.deal.faces


def begun(rules: Rules) -> Position:
    """A game not begun, of the face above and one on whose first tile a heart lies."""
    return new_game(deal_of(FACE, edge_face("h..\n...", "W1 E1")), rules)


def test_decode_writes_every_turn_with_its_placement_trace_cubes_and_exit() -> None:
    old = Turn("9Z", Placement(0, 1, 1), (Slide(S, 2), Enter(S)))
    position = replace(begun(Rules()), turns=(old,))
    game, faces = two_turns(position)
    record = decode(position, TABLES, game, 1)
    first = lying(position.cards[0], faces[1], TABLES.placements[1])
    card = PlacedFace(faces[1], first)
    second = lying(card, faces[2], TABLES.placements[0])
    turned = first.rotation
    assert (record.deck, record.order) == (position.deal.deck.name, position.deal.order)
    assert record.entrance == 2
    assert record.turns == (
        old,
        Turn(
            faces[1].name,
            first,
            (
                Slide(E, 1),
                LayAhead(),
                Slide(S, 1),
                TakeYellow(),
                LayAt(6, 7),
                TakeYellow(),  # before the heart behind the door, at five lives
                Enter(E),
            ),
        ),
        Turn(
            faces[2].name,
            second,
            (Slide(S.turned(turned), 1), LayAt(8, 9), LayAt(10, 11), Enter(S.turned(turned))),
        ),
    )


def test_decode_of_a_game_that_goes_on_keeps_its_entrance_and_what_was_traced() -> None:
    """Within a trace the tokens of the last turn continue, with the points traced so far."""
    position = begun(Rules(red_timing=RedTiming.TRACE))
    game, faces = two_turns(position)
    game.turn[0, [found.BEGIN_HAND, found.BEGIN_POINTS]] = 0, 1
    game.trace[0, :3] = cell(0, 1), cell(0, 0), cell(1, 0)  # the last is a mushroom
    game.laid[0, :3] = 0, 0, 0
    old = Turn("9Z", Placement(0, 1, 1), (Slide(S, 2), LayAhead()))
    midway = Midway((0, 1), S, 1, 2, ((0, 1),), ())
    cards = (position.cards[0], PlacedFace(faces[1], Placement(0, 2, 1)))
    position = replace(position, cards=cards, entrance=0, turns=(old,), midway=midway)
    record = decode(position, TABLES, game, 1)
    assert record.entrance == 1
    # 1 + 2 points before; the mushroom makes four, so its red cube pays for the crow
    assert record.turns[0].tokens[:5] == (*old.tokens, Slide(N, 1), Slide(E, 1), LayAt(6, 7))
    assert len(record.turns) == 2
