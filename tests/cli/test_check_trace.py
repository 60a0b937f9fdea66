"""``bolets check --trace``: games drawn by hand, judged and mended."""

from __future__ import annotations

import random
from pathlib import Path

from bolets_solver.bolets.deck import load_deck
from bolets_solver.study.generate import random_deal
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
    deal = random_deal(load_deck("draft"), 8)
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
    }


def test_bad_trace_files_are_told(tmp_path: Path) -> None:
    for text in (b"", b"\xff\xfe", b"bolets-trace/1\norder: 1A\n1A r0 @0,0: path = [[NaN, 1]]"):
        result = run("check", "--trace", "-", stdin=text)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("error: ")
