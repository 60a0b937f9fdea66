"""Drawings as other programs save them: each is read, or refused with advice."""

from __future__ import annotations

import gzip
import random
import re
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.draw.figures.pictures import map_picture
from bolets_solver.draw.map.game_stages import DrawnGame
from bolets_solver.draw.map.map_picture import Frame, coordinates
from bolets_solver.draw.picture.shapes import Label
from bolets_solver.errors import InputError
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.trace.affine import Matrix, moved, read_transform, times
from bolets_solver.trace.map_frame import Coordinate, map_frame
from bolets_solver.trace.recover import recover
from bolets_solver.trace.svg_path import Drawing, read_drawing
from bolets_solver.trace.trace_file import read_trace
from tests.trace.playing import random_game

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">'
)


def drawing(folder: Path, *lines: str) -> Drawing:
    """Return a drawing whose elements stand in lines 2, 3 …"""
    file = folder / "a.svg"
    file.write_text("\n".join([HEAD, *lines, "</svg>"]))
    return read_drawing(str(file))


def defects(folder: Path, *lines: str) -> str:
    with pytest.raises(InputError) as caught:
        drawing(folder, *lines)
    return str(caught.value)


# Where the map lies


def game_on_paper(seed: int) -> tuple[DrawnGame, Record, list[list[tuple[int, int]]]]:
    """Return a game without its turns, its record, and the tiles of its segments."""
    deal = random_deal(load_deck("pinewood"), seed)
    record = random_game(deal, random.Random(seed))
    segments = replay(deal, record, record.rules).board.segments
    return DrawnGame(deal, replace(record, turns=()), record.rules), record, segments


def taken_apart(element: Element, matrix: Matrix, flat: Element) -> None:
    """Add what is in an element to ``flat``, as Inkscape ungroups: offsets go into the parts."""
    for child in element:
        local = child.tag.rpartition("}")[2]
        inner = times(matrix, read_transform(child.get("transform", "")))
        if local == "g":
            taken_apart(child, inner, flat)
        elif local == "text":
            x, y = moved(inner, (float(child.get("x", 0)), float(child.get("y", 0))))
            child.attrib |= {"x": f"{x:.8g}", "y": f"{y:.8g}"}
            child.attrib.pop("transform", None)
            if len(child.text or "") > 1:  # as after a text was edited
                part = Element("tspan", {"x": f"{x:.8g}", "y": f"{y:.8g}"})
                part.text, child.text = child.text, "\n "
                child.append(part)
            flat.append(child)
        else:
            child.set("transform", f"matrix({','.join(map(str, inner))})")
            flat.append(child)


@pytest.mark.parametrize("enlarged", [1.0, 0.26458333, 7.5])
@pytest.mark.parametrize("seed", [1, 2, 4])
def test_a_map_out_of_its_groups_is_where_it_was(
    seed: int, enlarged: float, tmp_path: Path
) -> None:
    game, record, segments = game_on_paper(seed)
    whole = fromstring(map_picture(game).svg())
    flat = Element(whole.tag, whole.attrib)
    apart = (enlarged, 0, 0, enlarged, 3.5, -2.25)
    taken_apart(whole, apart, flat)
    (tmp_path / "flat.svg").write_text(tostring(flat, encoding="unicode"))
    (tmp_path / "whole.svg").write_text(map_picture(game).svg())
    before = read_drawing(str(tmp_path / "whole.svg")).frame
    after = read_drawing(str(tmp_path / "flat.svg")).frame
    assert before is not None
    scale, *middle = before
    assert after == pytest.approx((scale * enlarged, *moved(apart, (middle[0], middle[1]))))
    frame = after or before
    lines = []
    for number, (turn, segment) in enumerate(zip(record.turns, segments, strict=False)):
        entered = segments[number + 1][:1] if number + 1 < len(segments) else []
        points = [
            f"{frame[1] + frame[0] * x},{frame[2] + frame[0] * y}" for x, y in [*segment, *entered]
        ]
        flat.append(Element("path", {"id": f"turn{number}", "d": f"M {' '.join(points)}"}))
        lines.append(f"{turn.face} {turn.placement}: path = svg(turn{number})")
    (tmp_path / "flat.svg").write_text(tostring(flat, encoding="unicode"))
    text = [f"bolets-trace/1\norder: {game.deal}\nsvg: flat.svg", *lines]
    (tmp_path / "game.trace").write_text("\n".join(text))
    found = recover(read_trace(str(tmp_path / "game.trace")), game.deal)
    assert replay(game.deal, found, found.rules).board.segments == segments


@given(
    left=st.integers(-1200, 1200),
    top=st.integers(-1200, 1200),
    width=st.integers(1, 40),
    height=st.integers(1, 40),
    scale=st.floats(0.01, 1000),
    x=st.floats(-1e4, 1e4),
    y=st.floats(-1e4, 1e4),
)
def test_the_frame_comes_from_the_numbers_that_are_drawn(
    left: int, top: int, width: int, height: int, scale: float, x: float, y: float
) -> None:
    labels = [
        label for label in coordinates(Frame(left, top, width, height)) if isinstance(label, Label)
    ]
    answer = [
        Coordinate(int(label.text), x + scale * label.x, y + scale * label.y) for label in labels
    ]
    across = {label.text for label in labels if label.anchor == "middle"}
    if not across or (len(across) < 2 and height < 2):
        with pytest.raises(ValueError, match="taken apart"):
            map_frame(answer)
        return
    found = map_frame(answer)
    assert found == pytest.approx((scale, x + scale / 2, y + scale / 2), rel=1e-5, abs=1e-4 * scale)


def number(value: int, x: float, y: float) -> str:
    return f'<text class="coordinate" x="{x}" y="{y}">{value}</text>'


GRID = [number(n, n + 0.5, -0.25) for n in range(4)] + [
    number(n, -0.25, n + 0.62) for n in range(3)
]


def test_numbers_that_are_in_no_grid_are_reported(tmp_path: Path) -> None:
    assert drawing(tmp_path, *GRID).frame == pytest.approx((1, 0.5, 0.5))
    for where, other in (
        (1, number(1, 1.7, -0.25)),  # one was moved
        (1, number(1, 1.5, 0.25)),
        (5, number(1, -0.5, 1.62)),
        (6, number(2, -0.25, 3.62)),
        (0, number(2, 0.5, -0.25)),  # one was written again
    ):
        lines = [*GRID[:where], other, *GRID[where + 1 :]]
        assert ":2: " in defects(tmp_path, *lines)
        assert "taken apart" in defects(tmp_path, *lines)
    across, down = GRID[:4], GRID[4:]
    part = '<g transform="translate(0 2)">'
    assert "taken apart" in defects(tmp_path, part, *across, "</g>", *down)
    assert "taken apart" in defects(tmp_path, *across)
    assert "stretched" in defects(tmp_path, '<g transform="scale(1 2)">', *GRID, "</g>")
    assert "turned" in defects(tmp_path, '<g transform="rotate(90)">', *GRID, "</g>")
    assert "not a number" in defects(tmp_path, *across, number(0, 0, 0).replace(">0<", ">north<"))


def test_scale_and_origin_help_where_the_numbers_do_not(tmp_path: Path) -> None:
    lines = [HEAD, *GRID[:2], '<path id="a" d="M 0 0 h 40"/>', "</svg>"]
    (tmp_path / "a.svg").write_text("\n".join(lines))
    text = "bolets-trace/1\norder: 1A\nsvg: a.svg\nscale: 10\norigin: 0,0\nC r0 @0,0: path = svg(a)"
    (tmp_path / "a.trace").write_text(text)
    (turn,) = read_trace(str(tmp_path / "a.trace")).turns
    assert str(turn.parts[0]) == "Stroke(points=((0.0, 0.0), (4.0, 0.0)))"


# Which line is meant


OUTLINE = 'd="M 0 0 L 5 .4 L 5 -.4 Z"'


def test_of_a_pen_with_pressure_the_line_is_read(tmp_path: Path) -> None:
    read = drawing(
        tmp_path,
        '<defs><inkscape:path-effect effect="powerstroke" id="pen"/>',
        '<inkscape:path-effect effect="bspline" id="bend"/></defs>',
        f'<path id="a" {OUTLINE} inkscape:path-effect="#pen" inkscape:original-d="M 0 0 H 5"/>',
        f'<path id="b" {OUTLINE} inkscape:original-d="M 0 0 H 5"/>',
        '<path id="c" d="M 0 0 H 5" inkscape:path-effect="#bend" inkscape:original-d="M 0 9 V 5"/>',
        f'<path id="d" {OUTLINE} inkscape:original-d="M 0 0 H 5" '
        'inkscape:path-effect="#bend;#pen"/>',
    )
    assert [read.path(name) for name in "abcd"] == [[(0, 0), (5, 0)]] * 4


def test_two_paths_of_one_name_are_refused(tmp_path: Path) -> None:
    read = drawing(
        tmp_path,
        '<path id="a" d="M 0 0 H 5"/>',
        '<g style="display:none"><path id="a" d="M 0 0 V 5"/></g>',
        '<path id="x" inkscape:label="b" d="M 0 0 H 5"/>',
        '<polyline inkscape:label="b" points="0 0 5 5"/>',
        '<path id="c" inkscape:label="c" d="M 0 0 H 5"/>',
        '<defs><path id="d" d="M 0 0 H 5"/></defs>',
    )
    with pytest.raises(ValueError, match="'a', in lines 2 and 3"):
        read.path("a")
    with pytest.raises(ValueError, match="'b', in lines 4 and 5"):
        read.path("b")
    assert read.path("x") == read.path("c") == [(0, 0), (5, 0)]
    with pytest.raises(ValueError, match="'d' in line 7 of the drawing is not shown"):
        read.path("d")


@pytest.mark.parametrize(
    ("element", "words"),
    [
        ('<path id="a" d="M 0 0 H 5 V 5 Z"/>', "closed (Z): an outline, not a line"),
        ('<path id="a" d="M 0 0 H 5 V 5 z m 1 1 h 1"/>', "closed (Z)"),
        ('<path id="a" d="M 0 0 H 5 M 5 5 H 9"/>', "several pieces"),
        ('<path id="a"/>', "is empty"),
        ('<g id="a"><path d="M 0 0 H 5"/></g>', "a group; give the ID to the path in it"),
        ('<g inkscape:label="a"><path id="b" d="M 0 0 H 5"/></g>', "a group; give the ID"),
        ('<line id="a" x1="0" y1="0" x2="5" y2="0"/>', "Path > Object to Path"),
        ('<use id="a" href="#b"/>', "Unlink Clone"),
        ('<polygon id="a" points="0 0 1 1 2 0"/>', "closed outline"),
        ('<rect id="a" width="3" height="3"/>', "closed outline"),
        ('<image id="a"/>', "made of pixels"),
        ('<text id="a">N</text>', "a text, not a path"),
        ('<ellipse id="a" rx="3"/>', "closed outline"),
        ('<filter id="a"/>', "a <filter>, not a path"),
    ],
)
def test_what_is_no_line_is_named_with_the_way_out(
    element: str, words: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=rf"'a' in line 2 of the drawing.*{re.escape(words)}"):
        drawing(tmp_path, element).path("a")


def test_own_paths_come_first_where_a_name_is_not_found(tmp_path: Path) -> None:
    game, _, _ = game_on_paper(4)
    text = map_picture(game).svg()
    count = 0

    def with_id(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f'<{match[1]} id="{match[1]}{1000 + count}"'

    text = re.sub(r"<(path|g|text)\b", with_id, text)  # as Inkscape saves a map
    assert count > 50
    own = '<path id="path9" d="M 0 0 H 5"/><path id="turn one" d="M 0 0 H 5"/>'
    (tmp_path / "a.svg").write_text(text.replace("</svg>", f"<g>{own}</g></svg>"))
    read = read_drawing(str(tmp_path / "a.svg"))
    assert read.names()[:2] == ["turn one", "path9"]
    with pytest.raises(ValueError, match=r"it has turn one, path9, .*did you mean 'turn one'"):
        read.path("turn on")


# What is refused


@pytest.mark.parametrize(
    "element",
    [
        "<style>path { transform: scale(2) }</style>",
        '<style type="text/css"><![CDATA[ .a{fill:none;Transform : rotate(3deg)} ]]></style>',
        "<style>/* lines */ #a { stroke: #000; -webkit-transform:scale(2)}</style>",
        "<style>#a { translate: 3px }</style>",
        "<style>#a { rotate: 90deg !important }</style>",
        '<style>#a { d: path("M 0 0") }</style>',
        "<style>@import url(other.css);</style>",
        '<path id="a" d="M 0 0 H 1" style="scale:2"/>',
        '<path id="a" d="M 0 0 H 1" style="fill:none;TRANSFORM:scale(2)"/>',
        '<path id="a" d="M 0 0 H 1" style="transform-origin:5px 5px"/>',
        '<path id="a" d="M 0 0 H 1" transform="scale(2)" transform-origin="5 5"/>',
        '<?xml-stylesheet href="a.css"?>',
    ],
)
def test_styles_that_move_are_refused(element: str, tmp_path: Path) -> None:
    text = defects(tmp_path, "<g/>", element)
    assert ":3: " in text
    assert "plain SVG" in text


@pytest.mark.parametrize(
    "element",
    [
        "<style>.cls-1{fill:none;stroke:#000;stroke-width:.5px}</style>",
        "<style>/* transform: scale(2) */ path{transform:none}</style>",
        "<style>.transform{fill:none}</style>",
        '<path id="b" d="M 0 0" style="transform-origin:0 0;transform:none"/>',
        '<path id="b" d="M 0 0" transform="scale(2)" transform-origin="0 0"/>',
    ],
)
def test_other_styles_do_no_harm(element: str, tmp_path: Path) -> None:
    read = drawing(tmp_path, element, '<path id="a" d="M 0 0 H 1"/>')
    assert read.path("a") == [(0, 0), (1, 0)]


@pytest.mark.parametrize("text", ["/*" * 200_000, "{" * 200_000, ";:" * 200_000, "/" * 200_000])
def test_long_style_sheets_cost_no_more_than_their_length(text: str, tmp_path: Path) -> None:
    assert not drawing(tmp_path, f"<style>{text}</style>", f'<g style="{text}"/>').named


def test_entities_are_refused_with_the_way_out(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    file.write_text(f'<!DOCTYPE svg [\n<!ENTITY ns "http://x">]>\n{HEAD}</svg>')
    with pytest.raises(InputError, match=r"a\.svg:2: declares entities.*plain SVG"):
        read_drawing(str(file))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (gzip.compress(f"{HEAD}</svg>".encode(), mtime=0), "compressed"),
        (b"%PDF-1.7", "is a PDF"),
        (b"\x89PNG\r\n\x1a\n", "pixels"),
        (b"PK\x03\x04 a document", "ZIP"),
    ],
    ids=["svgz", "pdf", "png", "zip"],
)
def test_other_files_are_named(data: bytes, words: str, tmp_path: Path) -> None:
    file = tmp_path / "a.svgz"
    file.write_bytes(data)
    with pytest.raises(InputError, match=rf"{words}.*plain SVG"):
        read_drawing(str(file))


def test_a_drawing_that_cannot_be_read_is_one_defect(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text("<svg><g></svg>")
    text = "bolets-trace/1\norder: 1A\nsvg: a.svg\nC r0 @0,0: path = svg(a)\n2A r0: path = svg(b)"
    (tmp_path / "a.trace").write_text(text)
    with pytest.raises(InputError) as caught:
        read_trace(str(tmp_path / "a.trace"))
    assert [defect.message.partition(":")[0] for defect in caught.value.defects] == [
        "is not an SVG drawing",
        "'r0' is not a placement",
    ]


@pytest.mark.parametrize(
    "hides",
    [
        '<g style="display:none">',
        '<g style="opacity:1; Display : NONE !important">',
        '<g display="none">',
        '<g visibility="hidden"><g>',
        '<g style="visibility: collapse">',
        "<clipPath>",
    ],
)
def test_a_path_that_nobody_sees_is_not_judged(tmp_path: Path, hides: str) -> None:
    ends = "".join(f"</{part.split()[0].rstrip('>')}>" for part in reversed(hides.split("<")[1:]))
    read = drawing(tmp_path, f'{hides}<path id="a" d="M 0 0 H 5"/>{ends}')
    with pytest.raises(ValueError, match="'a' in line 2 of the drawing is not shown"):
        read.path("a")


@pytest.mark.parametrize("tag", ["animate", "animateMotion", "animateTransform", "set"])
def test_a_line_that_moves_is_refused(tmp_path: Path, tag: str) -> None:
    with pytest.raises(InputError, match=f"<{tag}>"):
        drawing(tmp_path, f'<path id="a" d="M 0 0 H 5"><{tag} attributeName="d"/></path>')
