"""Lines drawn with a drawing program: paths, transforms, and drawings that mean harm."""

from __future__ import annotations

import random
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bolets_solver.bolets.deck import load_deck
from bolets_solver.bolets.referee import replay
from bolets_solver.draw.pictures import map_picture
from bolets_solver.draw.stages import Game
from bolets_solver.errors import InputError
from bolets_solver.study.generate import random_deal
from bolets_solver.trace.recover import recover
from bolets_solver.trace.svg_path import path_points, read_drawing
from bolets_solver.trace.trace_file import read_trace
from tests.trace.playing import random_game


def svg(body: str, head: str = "") -> str:
    return f'<?xml version="1.0"?>{head}<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'


def rounded(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in points]


@pytest.mark.parametrize(
    ("data", "points"),
    [
        ("M 1,2 3,4 L5 6", [(1, 2), (3, 4), (5, 6)]),
        ("m1 2 1 1h2v-3", [(1, 2), (2, 3), (4, 3), (4, 0)]),
        ("M0 0L1-1.5.5 2e1", [(0, 0), (1, -1.5), (0.5, 20)]),
        ("M 0 0 H 4 V 4 Z", [(0, 0), (4, 0), (4, 4), (0, 0)]),
        ("M 0 0 A 5 5 0 0 1 3 4", [(0, 0), (3, 4)]),
    ],
)
def test_straight_commands(data: str, points: list[tuple[float, float]]) -> None:
    assert rounded(path_points(data)) == points


def test_curves_begin_end_and_bend_as_they_should() -> None:
    cubic = path_points("M 0 0 C 0 1 1 1 1 0 S 2 -1 2 0")
    assert cubic[0] == (0, 0)
    assert rounded([cubic[12], cubic[-1]]) == [(1, 0), (2, 0)]
    assert rounded([cubic[6]]) == [(0.5, 0.75)]
    assert rounded([cubic[18]]) == [(1.5, -0.75)]  # the mirrored handle
    quadratic = path_points("m 1 1 q 1 2 2 0 t 2 0")
    assert rounded([quadratic[6], quadratic[18]]) == [(2, 2), (4, 0)]


@pytest.mark.parametrize(
    "data",
    [
        "",
        "L",
        "M 1",
        "M 1 2 3",
        "1 2",
        "M 1 2 M 3 4",
        "M 1 2 K 3 4",
        "M 1e999 2",
        "M 1 2 Z 4",
        "M 1 &",
    ],
)
def test_what_is_no_path_is_told(data: str) -> None:
    with pytest.raises(ValueError, match=r"path|command|number|understood"):
        path_points(data)


def test_transforms_of_groups_count(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    file.write_text(
        svg(
            '<g transform="translate(10 20)"><g transform="scale(2) rotate(90)">'
            '<path id="a" d="M 1 0 L 2 0"/></g>'
            '<path id="b" transform="matrix(1 0 0 1 5 5)" d="M 0 0 H 1"/></g>'
        )
    )
    drawing = read_drawing(str(file))
    assert rounded(drawing.path("a")) == [(10, 22), (10, 24)]
    assert rounded(drawing.path("b")) == [(15, 25), (16, 25)]
    with pytest.raises(ValueError, match="it has a, b"):
        drawing.path("c")


def test_a_game_drawn_over_a_map_is_read(tmp_path: Path) -> None:
    deal = random_deal(load_deck("pinewood"), 4)
    record = random_game(deal, random.Random(4))
    segments = replay(deal, record, record.rules).board.segments
    drawing = map_picture(Game(deal, replace(record, turns=()), record.rules)).svg()
    moves = re.findall(r'<g transform="translate\(([-0-9.]+) ([-0-9.]+)\)">', drawing)[1:3]
    left, top = (sum(float(move[axis]) for move in moves) for axis in (0, 1))
    paths, lines = [], []
    for number, (turn, segment) in enumerate(zip(record.turns, segments, strict=False)):
        assert not any(str(token) in "*Y" for token in turn.tokens)
        after = segments[number + 1][:1] if number + 1 < len(segments) else []
        words = " ".join(f"{x + left},{y + top}" for x, y in [*segment, *after])
        paths.append(
            f'<g transform="translate(0.5,0.5)"><path id="line{number}" d="M {words}"/></g>'
        )
        lines.append(f"{turn.face} {turn.placement}: path = svg(line{number})")
    (tmp_path / "drawn.svg").write_text(drawing.replace("</svg>", "".join(paths) + "</svg>"))
    text = [f"bolets-trace/1\norder: {deal}\nsvg: drawn.svg", *lines]
    (tmp_path / "game.trace").write_text("\n".join(text))
    found = recover(read_trace(str(tmp_path / "game.trace")), deal)
    assert replay(deal, found, found.rules).board.segments == segments


BOMB = (
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "&a;" * 10}">' for n in range(12))
    + "]>"
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not XML",
        "<svg",
        "<html/>",
        svg("&a11;", BOMB),
        svg("", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
        svg("<g>" * 5000 + "</g>" * 5000),
        svg("".join(f'<path id="p{n}" d="M 0 0"/>' for n in range(10_001))),
        svg('<g transform="wobble(3)"/>'),
        svg('<g transform="scale(1e999)"/>'),
        svg('<g transform="rotate(45)"><text class="coordinate"/></g>'),
        svg('<g transform="scale(0)"><text class="coordinate"/></g>'),
    ],
)
def test_bad_drawings_are_told_quickly(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.svg"
    file.write_text(text)
    begun = time.monotonic()
    with pytest.raises(InputError):
        read_drawing(str(file))
    assert time.monotonic() - begun < 5


def test_huge_paths_are_told(tmp_path: Path) -> None:
    file = tmp_path / "huge.svg"
    file.write_text(svg(f'<path id="p" d="M 0 0 {"1 1 " * 300_000}"/>'))
    with pytest.raises(ValueError, match="more than 200000 points"):
        read_drawing(str(file)).path("p")
