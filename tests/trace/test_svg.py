"""Lines from a drawing program: paths, transforms, and malicious drawings."""

from __future__ import annotations

import contextlib
import itertools
import math
import random
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.referee import replay
from bolets_solver.draw.figures.pictures import map_picture
from bolets_solver.draw.map.game_stages import DrawnGame
from bolets_solver.errors import InputError
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.trace.path_data import path_points
from bolets_solver.trace.recover import recover
from bolets_solver.trace.svg_path import read_drawing
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
        ("M 0 0 H 4 5 V 4", [(0, 0), (4, 0), (5, 0), (5, 4)]),
        ("M 0 0 A 0 5 0 0 1 3 4", [(0, 0), (3, 4)]),
        ("M 0 0 a 1e6 1e6 0 0 0 .001 0", [(0, 0), (0.001, 0)]),
        ("M 0 0 a 1e200 1e200 0 0 0 1 1", [(0, 0), (1, 1)]),
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


@pytest.mark.parametrize("large", [0, 1])
@pytest.mark.parametrize("clockwise", [0, 1])
@pytest.mark.parametrize("rotation", [0, 30, 200])
@pytest.mark.parametrize("radii", [(5, 5), (-7, 3), (0.1, 0.2), (4, 1e3)])
def test_arcs_lie_on_their_ellipse(
    radii: tuple[float, float], rotation: float, clockwise: int, large: int
) -> None:
    """Points of an arc lie on one ellipse of its radii, on the side and as far as its flags say."""
    rx, ry = map(abs, radii)
    start, end = (1.0, 2.0), (4.0, 3.0)
    data = f"M 1 2 a{radii[0]} {radii[1]} {rotation} {large}{clockwise}3,1"
    points = path_points(data)
    assert (points[0], points[-1]) == (start, end)
    angle = math.radians(rotation)
    flat = [
        (
            (math.cos(angle) * x + math.sin(angle) * y) / rx,
            (math.cos(angle) * y - math.sin(angle) * x) / ry,
        )
        for x, y in points
    ]
    # a circle in this frame: as wide as it is high, its centre at one distance from all points
    third = len(flat) // 3
    (ax, ay), (bx, by), (cx, cy) = flat[0], flat[third], flat[2 * third]
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    a, b, c = ax**2 + ay**2, bx**2 + by**2, cx**2 + cy**2
    mx = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / d
    my = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / d
    radius = math.hypot(ax - mx, ay - my)
    assert all(math.hypot(x - mx, y - my) == pytest.approx(radius, rel=1e-6) for x, y in flat)
    half = math.hypot(flat[-1][0] - ax, flat[-1][1] - ay) / 2
    assert radius == pytest.approx(max(1, half), rel=1e-6)
    turns = [
        (x - mx) * (v - my) - (y - my) * (u - mx) for (x, y), (u, v) in itertools.pairwise(flat)
    ]
    assert all(turn > 0 if clockwise else turn < 0 for turn in turns)
    swept = sum(
        2 * math.asin(min(1, math.dist(one, two) / 2 / radius))
        for one, two in itertools.pairwise(flat)
    )
    if half < 1 - 1e-9:
        assert (swept > math.pi) == bool(large)
    else:
        assert swept == pytest.approx(math.pi)


def test_numbers_of_arcs_need_no_blanks() -> None:
    apart = path_points("M 0 0 a 1 1 0 0 1 1 1 1 1 0 0 1 -1 1")
    assert path_points("M0 0a1 1 0 011 1 1,1 0 01-1,1") == apart


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
        "M 1 2 A 1 1 0 2 0 3 4",
        "M 1 2 A 1 1 0 0 3 4",
        "M 1 2 a 1 1 0 00 3",
        "L 1 2",
        "M 0 0 C 1 1 2 2 3 3 4",
        "M 0 0 L 4 0 x 4 4",
        "M 0 0 L 4 0 e5 4",
        "M 0 0 L 4 0 - L 4 4",
        "M 0 0 L 4 0 . 4",
        "M 0 0 L 4 0 \N{NO-BREAK SPACE}4 4",
        "M 0 0 h v 4",
        "M 0 0 a 1e-200 1e-200 0 0 0 1 1",
        "M",
        "Z",
        "&",
    ],
)
def test_what_is_no_path_is_reported(data: str) -> None:
    """Nothing of a line is left out in silence."""
    with pytest.raises(ValueError, match=r"path|command|number|understood"):
        path_points(data)


LONG = 300_000


@pytest.mark.parametrize(
    "data",
    [
        "1" * LONG,
        " " * LONG,
        "-" * LONG,
        "1." * LONG,
        "1e" * LONG,
        "1e1" * LONG,
        "." * LONG,
        ", " * LONG,
        "h" * LONG,
        "1 " * LONG,
        "a1 1 0 0" + "0" * LONG,
    ],
    ids=range(11),
)
@pytest.mark.parametrize("end", ["", "x", "NaN"])
def test_near_misses_cost_no_more_than_their_length(data: str, end: str, tmp_path: Path) -> None:
    begun = time.monotonic()
    with contextlib.suppress(ValueError):
        path_points(f"M 0 0 {data}{end}")
    for name in ("matrix", "scale", ""):
        (tmp_path / "a.svg").write_text(svg(f'<g transform="{name}({data}{end})"/>'))
        with pytest.raises(InputError):
            read_drawing(str(tmp_path / "a.svg"))
        (tmp_path / "a.svg").write_text(svg(f'<g transform="{data}{end}{name}("/>'))
        with pytest.raises(InputError):
            read_drawing(str(tmp_path / "a.svg"))
    assert time.monotonic() - begun < 20


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
    with pytest.raises(ValueError, match="it has b, a"):
        drawing.path("c")


def test_inkscapes_labels_are_names_too(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    file.write_text(
        '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/">'
        '<svg:path id="path7" inkscape:label="first" d="M 1 2 h 1"/>'
        '<svg:path id="first" d="M 3 4 h 1"/><svg:path inkscape:label="second" d="M 5 6 h 1"/>'
        "</svg:svg>"
    )
    drawing = read_drawing(str(file))
    assert [drawing.path(name)[0] for name in ("path7", "second")] == [(1, 2), (5, 6)]
    with pytest.raises(ValueError, match=r"two paths .* 'first', in lines 1 and 1"):
        drawing.path("first")


STYLES = ("absolute", "relative", "curves", "arcs")


def path_data(points: list[tuple[int, int]], style: str) -> str:
    """Write a line as drawing programs do: straight, or with every turn rounded off."""
    corners = [
        here
        for before, here, after in zip(points, points[1:], points[2:], strict=False)
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
    ]
    nodes = [points[0], *corners, points[-1]]
    if style == "absolute":
        return "M " + " ".join(f"{x},{y}" for x, y in nodes)
    words = [f"m {nodes[0][0]},{nodes[0][1]}"]
    begun = nodes[0]
    at = (float(begun[0]), float(begun[1]))
    for here, after in zip(nodes[1:], [*nodes[2:], None], strict=True):
        along = [(b > a) - (b < a) for a, b in zip(begun, here, strict=True)]
        rounded_off = style in ("curves", "arcs") and after is not None
        stop = [h - 0.3 * step * rounded_off for h, step in zip(here, along, strict=True)]
        words.append(f"h{stop[0] - at[0]:.9g}" if along[0] else f"v{stop[1] - at[1]:.9g}")
        at = (stop[0], stop[1])
        if rounded_off:
            assert after is not None
            out = [(b > a) - (b < a) for a, b in zip(here, after, strict=True)]
            end = [h + 0.3 * step for h, step in zip(here, out, strict=True)]
            x, y = end[0] - at[0], end[1] - at[1]
            sweep = int(along[0] * out[1] - along[1] * out[0] > 0)
            if style == "arcs":
                words.append(f"a.3.3 0 0{sweep}{x:.9g},{y:.9g}")
            else:
                words.append(f"q{along[0] * 0.3:.9g},{along[1] * 0.3:.9g} {x:.9g} {y:.9g}")
            at = (end[0], end[1])
        begun = here
    return " ".join(words)


@pytest.mark.parametrize("seed", range(1, 13))
def test_a_drawing_as_inkscape_saves_it(seed: int, tmp_path: Path) -> None:
    """Layers moved and scaled, a viewBox, relative commands, rounded turns: the same game."""
    rng = random.Random(seed)
    deal = random_deal(load_deck("pinewood"), seed)
    record = random_game(deal, rng)
    segments = replay(deal, record, record.rules).board.segments
    picture = map_picture(DrawnGame(deal, replace(record, turns=()), record.rules)).svg()
    moves = re.findall(r'<g transform="translate\(([-0-9.]+) ([-0-9.]+)\)">', picture)[1:3]
    left, top = (sum(float(move[axis]) for move in moves) + 0.5 for axis in (0, 1))
    layers, lines = [], []
    for number, (turn, segment) in enumerate(zip(record.turns, segments, strict=False)):
        assert not any(str(token) in "*Y" for token in turn.tokens)
        after = segments[number + 1][:1] if number + 1 < len(segments) else []
        data = path_data([*segment, *after], rng.choice(STYLES))
        scale, x, y = rng.choice([1, 0.26458333, 3]), rng.uniform(-9, 9), rng.uniform(-9, 9)
        layers.append(
            f'<g inkscape:groupmode="layer" inkscape:label="Layer {number}" id="layer{number}" '
            f'transform="matrix({scale},0,0,{scale},{x + left},{y + top})">'
            f'<g transform="scale({1 / scale}) translate({-x}, {-y})"><path '
            'style="fill:none;stroke:#000000;stroke-width:0.1;transform-origin:0 0" '
            f'd="{data}" id="path{1000 + number}" inkscape:label="turn {number}"/></g></g>'
        )
        name = f"path{1000 + number}"
        lines.append(f"{turn.face} {turn.placement}: path = svg({name})")
    drawing = picture.replace(
        "<svg ",
        '<svg xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ',
        1,
    ).replace("</svg>", "<sodipodi:namedview/>" + "".join(layers) + "</svg>")
    (tmp_path / "drawn.svg").write_text(drawing)
    text = [f"bolets-trace/1\norder: {deal}\nsvg: drawn.svg", *lines]
    (tmp_path / "game.trace").write_text("\n".join(text))
    found = recover(read_trace(str(tmp_path / "game.trace")), deal)
    assert replay(deal, found, found.rules).board.segments == segments


@pytest.mark.parametrize(
    "transforms",
    [
        ["scale(1e300)", "scale(1e300)", "rotate(45)"],
        ["matrix(1e308 0 -1e308 0 0 0)", "scale(1e200)"],
        ["translate(1e308)", "translate(1e308)", "scale(-1)", "rotate(30)"],
    ],
)
def test_what_grows_beyond_numbers_is_reported(transforms: list[str], tmp_path: Path) -> None:
    groups = "".join(f'<g transform="{one}">' for one in transforms)
    (tmp_path / "a.svg").write_text(
        svg(f'{groups}<path id="a" d="M 9e9 9e9 h 1"/>{"</g>" * len(transforms)}')
    )
    text = "bolets-trace/1\norder: 1A\nsvg: a.svg\nscale: 1\norigin: 0,0\n"
    (tmp_path / "a.trace").write_text(f"{text}C r0 @0,0: path = svg(a)")
    with pytest.raises(InputError, match="too far from any map"):
        read_trace(str(tmp_path / "a.trace"))


def test_a_game_drawn_over_a_map_is_read(tmp_path: Path) -> None:
    deal = random_deal(load_deck("pinewood"), 4)
    record = random_game(deal, random.Random(4))
    segments = replay(deal, record, record.rules).board.segments
    drawing = map_picture(DrawnGame(deal, replace(record, turns=()), record.rules)).svg()
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
        svg('<g style="fill:none;transform: scale(2)"/>'),
        svg('<svg x="3" viewBox="0 0 1 1"><path id="a" d="M 0 0 H 1"/></svg>'),
        svg('<g transform="rotate(45)"><text class="coordinate"/></g>'),
        svg('<g transform="scale(0)"><text class="coordinate"/></g>'),
    ],
)
def test_bad_drawings_are_reported_quickly(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.svg"
    file.write_text(text)
    begun = time.monotonic()
    with pytest.raises(InputError):
        read_drawing(str(file))
    assert time.monotonic() - begun < 5


def test_huge_paths_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "huge.svg"
    file.write_text(svg(f'<path id="p" d="M 0 0 {"1 1 " * 300_000}"/>'))
    with pytest.raises(ValueError, match="more than 200000 points"):
        read_drawing(str(file)).path("p")
