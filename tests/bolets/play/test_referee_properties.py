"""The referee against random games, and against counts from another source."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import ROTATIONS, Border, Face, edge_doors, rim_doors
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.overlap import Overlap
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import placement_flaw, replay
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, Slide, TakeYellow, Token, Turn
from bolets_solver.bolets.play.tracking import Start
from bolets_solver.bolets.reach import overlap_graph as reach
from bolets_solver.bolets.rules import WORDS, Rules
from bolets_solver.work.limits import Work
from tests.bolets.making import deal_of, judge

RULES = {
    "B-R8", "B-R9", "B-R10", "B-R11", "B-R15", "B-R16", "B-R17", "B-R18", "B-Q22", "B-R21",
    "B-R22", "B-R28", "B-Q33", "B-R31", "B-R41", "B-Q29", "B-R37",
}  # fmt: skip
"""The rules that a violation may name."""


def random_face(rng: random.Random, border: Border, name: str = "1A") -> Face:
    """Return a small face with plenty of everything."""
    margin = 1 if border is Border.TILES else 0
    width, height = rng.randint(3, 4) + 2 * margin, rng.randint(3, 5) + 2 * margin
    inside = [
        "".join(rng.choice("......oommMhcc") for _ in range(width - 2 * margin))
        for _ in range(height - 2 * margin)
    ]
    if border is Border.EDGES:
        places = [(side, rng.randint(1, 3), rng.random() < 0.2) for side in Heading]
        doors = edge_doors(inside, places)
        behind = {door.tile for door in doors}
        rows = tuple(
            "".join("." if (x, y) in behind and kind == "o" else kind for x, kind in enumerate(row))
            for y, row in enumerate(inside)
        )
        return Face(name, border, rows, doors)
    grid = [list("#" * width), *(list(f"#{row}#") for row in inside), list("#" * width)]
    for _ in range(4):
        x, y = rng.randint(1, width - 2), rng.randint(1, height - 2)
        place = rng.choice([(x, 0), (x, height - 1), (0, y), (width - 1, y)])
        grid[place[1]][place[0]] = rng.choice("+++x")
    rows = tuple("".join(row) for row in grid)
    return Face(name, border, rows, rim_doors(rows))


def random_deal(rng: random.Random, cards: int) -> Deal:
    border = rng.choice(list(Border))
    return deal_of(*(random_face(rng, border) for _ in range(cards)), random_face(rng, border, "C"))


def legal_placements(board: Board, wall: Face) -> list[Placement]:
    """Return all legal placements of ``wall`` on the last card of a map."""
    last = board.cards[-1]
    found = []
    for rotation in ROTATIONS:
        for dx in range(-6, 8):
            for dy in range(-6, 8):
                placement = Placement(rotation, last.placement.x + dx, last.placement.y + dy)
                overlap = Overlap(last, PlacedFace(wall, placement), board.is_rock)
                if placement_flaw(board, overlap) is None:
                    found.append(placement)
    return found


def single_steps(deal: Deal, entrance: int, turn: Turn) -> Iterator[tuple[Token, ...]]:
    """Yield every trace without cubes that the referee lets enter a door, found by trying."""
    waiting: list[tuple[Token, ...]] = [()]
    while waiting:
        tokens = waiting.pop()
        for heading in Heading:
            for token in (Slide(heading, 1), Enter(heading)):
                longer = (*tokens, token)
                record = Record("", (), entrance, (Turn(turn.face, turn.placement, longer),))
                if not replay(deal, record, Rules(), Start(lives=5)).legal:
                    continue
                if isinstance(token, Enter):
                    yield longer
                else:
                    waiting.append(longer)


@pytest.mark.parametrize("seed", range(60))
def test_traces_by_trying_and_by_the_graph(seed: int) -> None:
    rng = random.Random(f"traces {seed}")
    deal = random_deal(rng, 1)
    while not deal.faces[0].doors or deal.faces[0].count("c") > 4:
        deal = random_deal(rng, 1)
    last, wall = deal.faces
    board = Board()
    card = board.place(last, UPRIGHT)
    door = rng.choice(card.doors)
    board.begin_segment(door.tile)
    legal = legal_placements(board, wall)
    for placement in rng.sample(legal, min(4, len(legal))):
        overlap = Overlap(card, PlacedFace(wall, placement), board.is_rock)
        turn = Turn("C", placement, ())
        found = reach.study(overlap, board, door.tile, door.side.opposite, Rules(), Work())
        tried = list(single_steps(deal, door.number, turn))
        counts: dict[int, int] = {}
        for tokens in tried:
            record = Record("", (), door.number, (Turn("C", turn.placement, tokens),))
            verdict = replay(deal, record, Rules(), Start(lives=5))
            (end,) = verdict.board.segments[1]
            before = verdict.board.segments[0][-1]
            entered = next(
                d for d in overlap.wall.doors if d.tile == end and d.side.step(end) == before
            )
            counts[entered.number] = counts.get(entered.number, 0) + 1
        assert counts == {r.door.number: r.traces for r in found.doors if r.traces}


def random_token(rng: random.Random) -> Token:
    kind = rng.random()
    if kind < 0.9:
        return Slide(rng.choice(list(Heading)), rng.randint(1, 3))
    if kind < 0.94:
        return LayAhead()
    if kind < 0.98:
        return LayAt(rng.randint(-1, 8), rng.randint(-1, 8))
    return TakeYellow()


def trace_at_random(
    rng: random.Random, deal: Deal, record: Record, rules: Rules, start: Start
) -> Record:
    """Continue with the last turn of a legal game, into a door wherever there is one."""
    *before, turn = record.turns
    for _ in range(15):
        for token in (*map(Enter, Heading), random_token(rng)):
            longer = Turn(turn.face, turn.placement, (*turn.tokens, token))
            candidate = Record(record.deck, record.order, record.entrance, (*before, longer))
            if replay(deal, candidate, rules, start).legal:
                record, turn = candidate, longer
                if isinstance(token, Enter):
                    return record
    return record


def play_at_random(rng: random.Random, deal: Deal, rules: Rules, start: Start) -> Record:
    """Return a legal game, as far as random tries find one."""
    record = Record("test", deal.order, rng.randint(1, len(deal.faces[0].doors)), ())
    for name in deal.order[1:]:
        options = legal_placements(replay(deal, record, rules, start).board, deal.deck.faces[name])
        begun = record
        for placement in rng.sample(options, min(len(options), 12)):
            turns = (*begun.turns, Turn(name, placement, ()))
            candidate = Record(record.deck, record.order, record.entrance, turns)
            if not replay(deal, candidate, rules, start).legal:
                return record  # lost before the placement
            record = trace_at_random(rng, deal, candidate, rules, start)
            if isinstance((record.turns[-1].tokens or [None])[-1], Enter):
                break
        else:
            break
    return record


@pytest.mark.parametrize("seed", range(25))
def test_random_games_hold_what_every_game_holds(seed: int) -> None:
    rng = random.Random(f"games {seed}")
    deal = random_deal(rng, 3)
    rules = Rules(**{name: rng.choice(list(words)) for name, words in WORDS.items()})
    start = Start(lives=5, red=2)
    record = play_at_random(rng, deal, rules, start)
    verdict = replay(deal, record, rules, start)
    assert verdict.legal
    path = [tile for segment in verdict.board.segments for tile in segment]
    assert len(path) == len(set(path))
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(path))
    assert not verdict.board.path & set(verdict.board.cubes)
    assert 0 <= verdict.lives <= 5
    assert verdict.points == sum(tally.points for tally in verdict.tallies)
    laid = sum(tally.laid for tally in verdict.tallies)
    taken = sum(tally.yellow for tally in verdict.tallies)
    red = sum(tally.red for tally in verdict.tallies)
    assert laid == len(verdict.board.cubes)
    assert sum(verdict.standing.hand.values()) == 2 + taken + red - laid
    assert taken <= 2
    if verdict.won:
        assert verdict.lives >= 1
        assert verdict.crows <= 4
    # Every beginning of a legal game is legal.
    for index, turn in enumerate(record.turns):
        for length in range(len(turn.tokens)):
            shorter = Turn(turn.face, turn.placement, turn.tokens[:length])
            begun = Record("", (), record.entrance, (*record.turns[:index], shorter))
            assert replay(deal, begun, rules, start).legal


tokens = st.one_of(
    st.builds(Slide, st.sampled_from(Heading), st.integers(1, 6)),
    st.just(LayAhead()),
    st.just(TakeYellow()),
    st.builds(LayAt, st.integers(-3, 9), st.integers(-3, 9)),
)
lines = st.builds(
    lambda face, rotation, x, y, steps, enter: Turn(
        face, Placement(rotation, x, y), (*steps, *enter)
    ),
    st.sampled_from(["2A", "2A", "C", "1A"]),
    st.sampled_from(ROTATIONS),
    st.integers(-5, 8),
    st.integers(-5, 8),
    st.lists(tokens, max_size=6),
    st.lists(st.builds(Enter, st.sampled_from(Heading)), max_size=1),
)


@settings(max_examples=300)
@given(st.integers(0, 50), st.lists(lines, max_size=3), st.integers(0, 2))
def test_any_game_gets_a_verdict(seed: int, turns: list[Turn], red: int) -> None:
    deal = random_deal(random.Random(f"any {seed}"), 2)
    verdict = replay(deal, Record("", (), 1, tuple(turns)), Rules(), Start(red=red))
    if verdict.violation is None:
        assert verdict.legal
    else:
        assert verdict.violation.rule in RULES
        assert 1 <= verdict.violation.step <= len(turns)
        assert verdict.violation.message.isascii()


def test_start_values_are_kept_apart() -> None:
    start = Start(lives=2, crows=1, points=9, red=1, yellow=1)
    verdict = judge(deal_of("###+### #.....# +..m..x #.....# ###+###"), 4, start=start)
    assert (verdict.lives, verdict.crows, verdict.points) == (2, 1, 9)
    assert sum(verdict.standing.hand.values()) == 2
