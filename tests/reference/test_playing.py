"""Lives, cubes and the crow marker in the reference, against cases solved by hand."""

from __future__ import annotations

import pytest

from bolets_solver.bolets.cards.face import Border, Face, rim_doors
from bolets_solver.bolets.rules import CrowLoss, Difficulty, RedTiming, Rules
from tests.reference.playing import YELLOW, Purse, crow_loss, new_purse, play, red_cubes, subsets
from tests.reference.tracing import LAY, MEET, Trace

REGULAR = Rules()
WHILE_TRACING = Rules(red_timing=RedTiming.TRACE)


def ways(
    tiles: str, before: Purse, points: int = 0, rules: Rules = REGULAR, lay_after: int | None = None
) -> set[Purse]:
    """Play a walk east over some tiles, perhaps with a cube laid after the nth of them."""
    rows = ("#" * (len(tiles) + 2), f"+{tiles}+", "#" * (len(tiles) + 2))
    face = Face("1A", Border.TILES, rows, rim_doors(rows))
    events = [(MEET, (x, 1)) for x in range(len(tiles) + 1)]
    if lay_after is not None:
        events.insert(lay_after + 1, (LAY, (1, 0)))
    return set(play(face, Trace(tuple(events), 1), before, points, rules))


@pytest.mark.parametrize(
    ("tiles", "lives", "left"),
    [
        ("ch", 1, None),
        ("hc", 1, 1),
        ("hc", 5, 4),  # the heart at five is wasted
        ("ch", 5, 5),
        ("ccc", 3, None),
        ("cc", 3, 1),
        ("h", 3, 4),
        ("c", 1, None),
    ],
)
def test_hearts_and_crows(tiles: str, lives: int, left: int | None) -> None:
    expected = set() if left is None else {Purse(left, 0, 0)}
    assert ways(tiles, Purse(lives, 0, 0)) == expected


def test_yellow_at_any_moment() -> None:
    assert ways(".", Purse(3, 0, 2)) == {Purse(3, 0, 2), Purse(2, 1, 1), Purse(1, 2, 0)}
    assert ways(".", Purse(1, 0, 2)) == {Purse(1, 0, 2)}  # never the last life
    # before the heart a cube costs nothing, after it a life; nothing is taken before the entrance
    assert ways("h", Purse(5, 0, 1)) == {Purse(5, 0, 1), Purse(5, 1, 0), Purse(4, 1, 0)}
    assert ways("h", Purse(1, 0, 1)) == {Purse(2, 0, 1), Purse(1, 1, 0)}


def test_a_cube_is_laid_from_the_hand() -> None:
    assert ways("..", Purse(3, 1, 0), lay_after=1) == {Purse(3, 0, 0)}
    assert ways("..", Purse(3, 0, 0), lay_after=1) == set()
    assert ways("..", Purse(1, 0, 2), lay_after=1) == set()
    assert ways(".", Purse(2, 0, 1), lay_after=1) == {Purse(1, 0, 0)}


@pytest.mark.parametrize(
    ("points", "tiles", "while_tracing"),
    [(3, "m", 1), (0, "M", 0), (0, "mM", 1), (2, "MM", 2), (23, "m", 1), (24, "MM", 0)],
)
def test_red_cubes_earned_while_tracing(points: int, tiles: str, while_tracing: int) -> None:
    assert ways(tiles, Purse(3, 0, 0), points) == {Purse(3, 0, 0)}
    assert ways(tiles, Purse(3, 0, 0), points, WHILE_TRACING) == {Purse(3, while_tracing, 0)}


def test_a_red_cube_earned_while_tracing_can_be_laid_at_once() -> None:
    assert ways("m.", Purse(3, 0, 0), 3, WHILE_TRACING, lay_after=1) == {Purse(3, 0, 0)}
    assert ways("m.", Purse(3, 0, 0), 3, REGULAR, lay_after=1) == set()
    assert ways(".m", Purse(3, 0, 0), 3, WHILE_TRACING, lay_after=1) == set()


def test_red_cubes() -> None:
    assert [red_cubes(points) for points in (0, 3, 4, 7, 8, 23, 24, 28)] == [0, 0, 1, 1, 2, 5, 6, 6]


def test_new_purse() -> None:
    assert new_purse(REGULAR, frozenset()) == Purse(3, 0, 2)
    assert new_purse(REGULAR, frozenset({YELLOW})) == Purse(3, 0, 0)
    assert new_purse(Rules(difficulty=Difficulty.DIFFICULT), frozenset()) == Purse(3, 0, 0)


@pytest.mark.parametrize(
    ("reading", "lives"),
    [
        (CrowLoss.EACH, [5, 3, 3, 3, 3, 2]),
        (CrowLoss.STOOD, [5, 4, 4, 4, 4, 3]),
        (CrowLoss.ONCE, [5, 3, 3, 3, 3, 3]),
        (CrowLoss.EVERY, [5, 4, 3, 2, 2, 1]),
    ],
)
def test_crow_loss(reading: CrowLoss, lives: list[int]) -> None:
    left, before, most, seen = 5, 0, 0, []
    for marker in (2, 4, 4, 4, 2, 3):
        left -= crow_loss(before, most, marker, Rules(crow_loss=reading))
        before, most = marker, max(most, marker)
        seen.append(left)
    assert seen == lives


def test_subsets() -> None:
    a, b, c = (0, 0), (1, 0), (2, 0)
    assert list(subsets([a, b, c], 0)) == [frozenset()]
    assert [len(chosen) for chosen in subsets([a, b, c], 2)] == [0, 1, 1, 1, 2, 2, 2]
    assert len(list(subsets([a, b, c], 9))) == 8
