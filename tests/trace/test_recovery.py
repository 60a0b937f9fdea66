"""A hand-drawn game gives the same tiles back; unclear places are reported."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import Slide, Token
from bolets_solver.errors import InputError
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.trace.recover import recover
from bolets_solver.trace.snap import snap
from bolets_solver.trace.trace_file import Stroke, parse_trace, read_trace
from tests.trace.playing import Hand, drawn, random_game


def merged(record: Record) -> list[list[Token]]:
    """Return the tokens of each turn, slides in one heading as one slide."""
    turns = []
    for turn in record.turns:
        tokens: list[Token] = []
        for token in turn.tokens:
            last = tokens[-1] if tokens else None
            if not isinstance(token, Slide) or not isinstance(last, Slide):
                tokens.append(token)
            elif last.heading is token.heading:
                tokens[-1] = Slide(last.heading, last.length + token.length)
            else:
                tokens.append(token)
        turns.append(tokens)
    return turns


@pytest.mark.parametrize("dense", [False, True], ids=["corners", "dense"])
@pytest.mark.parametrize("deck", ["pinewood", "thicket"])
def test_two_hundred_games_drawn_with_noise(deck: str, dense: bool) -> None:
    loaded = load_deck(deck)
    traced = 0
    for seed in range(50):
        rng = random.Random(f"{deck} {seed} {dense}")
        deal = random_deal(loaded, seed)
        record = random_game(deal, rng)
        found = recover(parse_trace(drawn(deal, record, Hand(rng, 0.3, dense))), deal)
        assert merged(found) == merged(record)
        assert found.entrance == record.entrance
        before, after = replay(deal, record, record.rules), replay(deal, found, found.rules)
        assert before.board.segments == after.board.segments
        assert (before.points, before.lives, before.won) == (after.points, after.lives, after.won)
        traced += sum(map(len, before.board.segments))
    assert traced > 500


def test_the_entrance_is_where_the_first_path_begins() -> None:
    rng = random.Random(3)
    deal = random_deal(load_deck("pinewood"), 3)
    record = random_game(deal, rng)
    text = drawn(deal, record, Hand(rng, 0.25, True))
    without = "\n".join(line for line in text.split("\n") if not line.startswith("entrance"))
    if "path" in without:
        assert recover(parse_trace(without), deal).entrance == record.entrance


def test_wavering_over_a_border_is_no_turn_back() -> None:
    line = [(0.0, 0.0), (0.7, 0.1), (0.4, 0.0), (0.8, -0.1), (0.45, 0.0), (2.1, 0.2)]
    assert snap(line) == ([(0, 0), (1, 0), (2, 0)], [])


def test_a_real_turn_back_is_kept_for_the_referee() -> None:
    tiles, ambiguous = snap([(0, 0), (2, 0), (0, 0)])
    assert tiles == [(0, 0), (1, 0), (2, 0), (1, 0), (0, 0)]
    assert not ambiguous
    assert snap([(0, 0), (1, 0), (0, 0), (0, 1)])[0] == [(0, 0), (1, 0), (0, 0), (0, 1)]


def test_a_slip_over_a_border_is_forgiven() -> None:
    assert snap([(0, 0), (0.65, 0), (0, 0), (0, 1)])[0] == [(0, 0), (0, 1)]
    assert snap([(0, 0), (2.6, 0)])[0] == [(0, 0), (1, 0), (2, 0)]


@pytest.mark.parametrize(
    "line",
    [[(0, 0), (1, 1)], [(0, 0), (0.45, 0.4), (0.51, 0.45), (0.6, 0.6), (1, 1)]],
)
def test_a_cut_corner_is_ambiguous(line: list[tuple[float, float]]) -> None:
    tiles, ambiguous = snap(line)
    assert not tiles
    assert ambiguous[0].point == (0.5, 0.5)
    assert "0,1 or 1,0" in ambiguous[0].message


def test_a_single_point_is_one_tile() -> None:
    assert snap([(3.2, -1.4)]) == ([(3, -1)], [])


def head(order: str = "1A 2A") -> str:
    return f"bolets-trace/1\ndeck: pinewood\norder: {order}\nentrance: 1\n"


def test_places_that_no_game_can_mean_are_named() -> None:
    deal = random_deal(load_deck("pinewood"), 3)
    record = random_game(deal, random.Random(5))
    turn = record.turns[0]
    start = f"bolets-trace/1\norder: {deal}\nentrance: {record.entrance}\n"
    line = f"{turn.face} {turn.placement}:"
    with pytest.raises(InputError, match=r"begins at 40\.5,3, on tile 4[01],3, but"):
        recover(parse_trace(f"{start}{line} path = [[40.5, 3], [41, 3]]"), deal)
    with pytest.raises(InputError, match="no door"):
        text = f"bolets-trace/1\norder: {deal}\n{line} path = [[40.2, 3], [41, 3]]"
        recover(parse_trace(text), deal)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2A r0 @1,1: path = []", "not a token|one at least|list of points"),
        ("2A r0 @1,1: path = [[1, NaN]]", "NaN is not a number"),
        ("2A r0 @1,1: path = [[1, 1e999]]", "not finite"),
        ("2A r0 @1,1: path = [[1, 1], [2]]", "point 2"),
        ('2A r0 @1,1: path = [[1, "1"]]', "point 1"),
        ("2A r0 @1,1: path = [[true, 1]]", "point 1"),
        ("2A r0 @1,1: path = [[1, 1], 7]", "not a token|point 2|list of points"),
        ("2A r0 @1,1: path = [[1, 1], [1e7, 2]]", "too far"),
        ("2A r0 @1,1: path = svg(a)", "needs a drawing"),
        ("2A r0 @1,1: path = [[1, 1], [2, 2]", "ends with"),
        ("unit: furlongs", "is not a unit"),
        ("unit: mm", "size of a tile"),
        ("scale: 0", "size of a tile"),
        ("scale: nan", "size of a tile"),
        ("origin: 1", "not a place"),
        ("svg: nowhere.svg", "no such file"),
        ("scale: 1\nscale: 2", "occurs here and in line"),
        ("speed: 4", "is unknown"),
        ("2A r45 @1,1: path = [[1, 1]]", "not a placement"),
        ("2A r0 @1,1: path = [[" + "9" * 5000 + ", 1]]", "digits|not finite"),
        ("2A r0 @1,1: path = " + "[" * 5000 + "]" * 5000, "nested|list of points|point 1"),
    ],
)
def test_what_is_no_trace_file_is_reported(line: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_trace(head() + line)


@pytest.mark.parametrize("text", ["", "# nothing", "bolets-trace/1\n", "[]", "path = [[1, 2]]"])
def test_files_without_a_game_are_reported(text: str) -> None:
    with pytest.raises(InputError):
        parse_trace(text)


def test_huge_lines_are_refused() -> None:
    points = "[" + ",".join(["[1,1]"] * 200_001) + "]"
    with pytest.raises(InputError, match="more than 200000 points"):
        parse_trace(f"{head()}2A r0 @1,1: path = {points}")
    with pytest.raises(ValueError, match="longer than"):
        snap([(0, 0), (9999, 0), (0, 0)])


def test_all_defects_are_reported_at_once() -> None:
    with pytest.raises(InputError) as caught:
        parse_trace(head() + "unit: x\nscale: y\n2A r0 @1,1: path = [[1, 2], 3]\nspeed: 1\n")
    assert [defect.line for defect in caught.value.defects] == [5, 6, 7, 8]


BEGIN = "bolets-trace/1\ndeck: mini\norder: 1A\n"
TURN = "C r0 @0,0: "


@pytest.mark.parametrize(
    "text",
    [
        BEGIN + TURN + "path = [" * 200_000,
        BEGIN + TURN + "path = [\n" + "[1, 2],\n" * 400_000 + "]",
        BEGIN + TURN + "path = [\n" + "[1, 2],\n" * 400_000,
        BEGIN + TURN + "path = [" + "[1, 2]," * 400_000 + "[1, 2]]",
        BEGIN + TURN + "path = " + "[" * 500_000 + "]" * 500_000,
        BEGIN + TURN + "path = [[1, 2" + (" " * 8 + "]") * 300_000,
        BEGIN + TURN + "path = [[0.1, 1], [1, 1]] " * 100_000,
        BEGIN + (TURN + "path = [[0.1, 1], [1, 1]]\n") * 20_000,
        BEGIN + (TURN + "path = [[0, 1], [9000, 1]]\n") * 4_000,
        BEGIN + TURN + "path = svg( " * 300_000,
        BEGIN + TURN + f"path = [[{'9' * 1_000_000}, 1]]",
        BEGIN + (TURN + "path = [[1, 2], [NaN, 3]]\n") * 50_000,
    ],
    ids=range(12),
)
def test_files_that_mean_harm_cost_no_more_than_their_size(text: str) -> None:
    begun = time.monotonic()
    with pytest.raises(InputError):
        recover(parse_trace(text), Deal.of(load_deck("mini"), "1A"))
    assert time.monotonic() - begun < 20


def test_a_broken_path_of_a_drawing_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg">'
        f'<path id="a" d="M 0 0 {"h 1" * 150_000} K"/></svg>'
    )
    file = tmp_path / "a.trace"
    file.write_text(
        BEGIN + "svg: a.svg\nscale: 1\norigin: 0,0\n" + (TURN + "path = svg(a)\n") * 1_000
    )
    begun = time.monotonic()
    with pytest.raises(InputError, match="not understood"):
        read_trace(str(file))
    assert time.monotonic() - begun < 20


def test_a_line_may_have_a_point_in_every_line_of_the_file() -> None:
    points = "\n".join(f"[{number / 4000}, 3],  # {number}" for number in range(16_000))
    text = f"{BEGIN}C r0 @5,3: path = [\n{points}\n[4, 3]\n] >E\n"
    (turn,) = parse_trace(text).turns
    assert isinstance(turn.parts[0], Stroke)
    assert len(turn.parts[0].points) == 16_001
    assert str(turn.parts[1]) == ">E"


def test_without_an_origin_the_map_is_measured_from_its_corner() -> None:
    path = "C r0 @0,0: path = [[5, 5], [35, 5]]"
    begin = "bolets-trace/1\norder: 1A\n"
    measured = parse_trace(f"{begin}unit: mm\nscale: 10\n{path}").turns[0].parts[0]
    placed = parse_trace(f"{begin}scale: 10\norigin: 5, 5\n{path}").turns[0].parts[0]
    assert measured == placed == Stroke(((0.0, 0.0), (3.0, 0.0)))
    plain = parse_trace(f"{begin}{path}").turns[0].parts[0]
    assert plain == Stroke(((5.0, 5.0), (35.0, 5.0)))
