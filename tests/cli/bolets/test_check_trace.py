"""``bolets check --trace``: hand-drawn games are judged and corrected."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Slide
from bolets_solver.study.decks.generate import random_deal
from tests.cli.running import run, run_json
from tests.trace.playing import Hand, drawn, random_game

TRACE = """bolets-trace/1
deck: ./one.toml
order: 1A
C r0 @5,3: path = [[0.1, 3], [{end}, 3.2], [{end}, 5.1]] >E
"""
DECK = """format = "bolets-deck/1"
name = "one"
title = "One"
border = "tiles"
[faces."1A"]
grid = '''
###+###
#.....#
#..c..#
+.....x
#.....#
#..m..#
###+###
'''
[faces."C"]
grid = '''
##+##
#...#
+...+
#...#
##+##
'''
"""


def write(tmp_path: Path, end: float) -> str:
    (tmp_path / "one.toml").write_text(DECK)
    file = tmp_path / "drawn.trace"
    file.write_text(TRACE.format(end=end))
    return str(file)


def test_a_legal_drawing_is_judged_like_its_record(tmp_path: Path) -> None:
    deal = random_deal(load_deck("pinewood"), 8)
    rng = random.Random(8)
    record = random_game(deal, rng)
    (tmp_path / "game.bolets").write_text(record.format())
    (tmp_path / "game.trace").write_text(drawn(deal, record, Hand(rng, 0.3, True)))
    plain = run_json("check", str(tmp_path / "game.bolets"), "--json")
    traced = run_json("check", "--trace", str(tmp_path / "game.trace"), "--json")
    assert traced.pop("record")["entrance"] == record.entrance
    assert traced.pop("nearest") is None
    assert traced == plain


def test_an_illegal_drawing_is_mended(tmp_path: Path) -> None:
    assert run("check", "--trace", write(tmp_path, 4)).exit_code == 0
    file = write(tmp_path, 3)
    result = run("check", "--trace", file)
    assert result.exit_code == 1
    assert "C r0 @5,3: E3 S2 >E" in result.stdout
    assert "nearest legal trace (1 change): C r0 @5,3: E4 S2 >E" in result.stdout
    value = run_json("check", file, "--trace", "--json")
    assert value["violation"]["rule"] == "B-R15"
    assert value["nearest"] == {
        "step": 1,
        "turn": "C r0 @5,3: E4 S2 >E",
        "changed": 1,
        "points": 0,
        "lives": 3,
        "crows": 1,
        "best": None,
    }


def test_bad_trace_files_are_reported(tmp_path: Path) -> None:
    for text in (b"", b"\xff\xfe", b"bolets-trace/1\norder: 1A\n1A r0 @0,0: path = [[NaN, 1]]"):
        result = run("check", "--trace", "-", stdin=text)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("error: ")


def test_what_can_be_made_of_the_mended_game_is_reported(tmp_path: Path) -> None:
    solution = run_json("solve", "1A", "2B", "3A", "--deck", "mini", "--json")
    best = Record.from_solution_json(solution["record"], "mini", ("1A", "2B", "3A", "C"))
    (token, *rest) = best.turns[1].tokens
    assert isinstance(token, Slide)
    longer = replace(token, length=token.length + 20)
    turns = (best.turns[0], replace(best.turns[1], tokens=(longer, *rest)))
    file = tmp_path / "long.trace"
    text = replace(best, turns=turns).format().replace("bolets-record/1", "bolets-trace/1")
    file.write_text(text)
    value = run_json("check", "--trace", str(file), "--json")
    assert value["legal"] is False
    nearest = value["nearest"]
    assert nearest["changed"] == 1
    assert nearest["best"]["status"] == "optimal"
    if nearest["turn"] == str(best.turns[1]):
        assert nearest["best"]["points"] == solution["points"]
    assert "from there at most" in run("check", "--trace", str(file)).stdout


HALF = """bolets-trace/1
deck: mini
order: 1A 2B C
entrance: 4
2B r0 @-1,5: path = [[0, 1], [3, 1], [3, 3]] Y * path = [[3, 3], [1, 3], [1, 4], [{end}, 4]]
C r0 @-3,6: path = [[2, 5], [2, 9]]
"""


def test_a_line_that_ends_before_the_door_is_reported_in_its_own_turn(tmp_path: Path) -> None:
    file = tmp_path / "drawn.trace"
    file.write_text(HALF.format(end=2))
    result = run("check", "--trace", str(file))
    assert result.exit_code == 1
    assert (
        "illegal: line 5 (turn 1) breaks B-R21: the trace ends at 2,4, before door 1 of 2B; "
        "nearest legal: E3 S2 Y * W2 S1 E1 >S"
    ) in result.stdout
    assert "nearest legal trace (1 change): 2B r0 @-1,5: E3 S2 Y * W2 S1 E1 >S" in result.stdout
    assert "no legal trace" not in result.stdout
    violation = run_json("check", "--trace", str(file), "--json")["violation"]
    assert (violation["step"], violation["token"], violation["tile"]) == (1, None, [2, 4])


def test_so_is_a_record_whose_trace_ends_early(tmp_path: Path) -> None:
    file = tmp_path / "game.bolets"
    head = "bolets-record/1\ndeck: mini\norder: 1A 2B C\nentrance: 4\n"
    file.write_text(f"{head}2B r0 @-1,5: E3 S2 Y * W2 S1\nC r0 @-3,6: S4\n")
    result = run("check", str(file))
    assert result.exit_code == 1
    assert "line 5 (turn 1) breaks B-R21: the trace ends at 1,4, before it has" in result.stdout
    assert "nearest legal trace (2 changes): 2B r0 @-1,5: E3 S2 Y * W2 S1 E1 >S" in result.stdout
    file.write_text(f"{head}2B r0 @-1,5: E3 S2 Y * W2 S1 E1\n")
    result = run("check", str(file))
    assert result.exit_code == 0
    assert "door 1 of 2B is right there: >S enters it" in result.stdout
    file.write_text(f"{head}C r0 @-1,5: E3\n")
    assert "no legal trace" not in run("check", str(file)).stdout


def test_a_drawing_that_cannot_be_read_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "map.svg").write_text("<svg><g></svg>")
    file = tmp_path / "drawn.trace"
    file.write_text(
        "bolets-trace/1\ndeck: mini\norder: 1A 2B C\nsvg: map.svg\n2B r0 @-1,5: path = svg(a)\n"
    )
    result = run("check", "--trace", str(file))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "map.svg:1: is not an SVG drawing" in result.stderr
