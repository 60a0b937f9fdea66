"""Reading deck files: good ones, and every defect of bad ones at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from bolets_solver.bolets.cards.face import Border
from bolets_solver.bolets.files.deck_file import parse_deck
from bolets_solver.bolets.files.deck_library import deck_names, find_deck, load_deck
from bolets_solver.bolets.files.deck_template import deck_template
from bolets_solver.errors import InputError

HEAD = """\
format = "bolets-deck/1"
name   = "pinewood"              # [a-z0-9-]+
title  = "Pinewood"
border = "tiles"
"""
GOOD = (
    HEAD
    + """
[faces."1A"]
grid = '''
###+###
#.m..o#
+..c..x
#..M.h#
###+###
'''
[faces.C]
grid = \"\"\"
###+###
#.....#
+.....+
#.....#
###+###\"\"\"
"""
)
EDGES = """\
format = "bolets-deck/1"
name = "thicket"
title = "Thicket"
border = "edges"
[faces."1A"]
grid = '''
.m.
..o
...
'''
doors = ["N3", "E1x", "S3", "W1"]
[faces."C"]
doors = ["N1", "E1", "S1", "W1"]
grid = '''
...
...
...
'''
"""


def defects(text: str) -> list[tuple[int | None, str | None, int | None, int | None]]:
    """Return line, face, row and column of every defect."""
    return [(d.line, d.face, d.row, d.column) for d in parse_deck(text).defects]


def messages(text: str) -> str:
    return "\n".join(defect.message for defect in parse_deck(text).defects)


@pytest.mark.parametrize("text", [GOOD, GOOD.replace("\n", "\r\n"), GOOD.replace("#\n", "#  \n")])
def test_a_good_deck(text: str) -> None:
    reading = parse_deck(text.replace("\r\n", "\n"))
    assert reading.defects == reading.warnings == []
    deck = reading.deck
    assert deck is not None
    assert (deck.name, deck.title, deck.border) == ("pinewood", "Pinewood", Border.TILES)
    assert list(deck.faces) == ["1A", "C"]
    face = deck.faces["1A"]
    assert face.grid == ("###+###", "#.m..o#", "+..c..x", "#..M.h#", "###+###")
    assert [door.blocked for door in face.doors] == [False, True, False, False]


def test_a_good_deck_with_edges() -> None:
    reading = parse_deck(EDGES)
    assert reading.defects == reading.warnings == []
    assert reading.deck is not None
    assert [(d.side.letter, d.x, d.y) for d in reading.deck.faces["1A"].doors] == [
        ("N", 2, 0),
        ("E", 2, 0),
        ("S", 2, 2),
        ("W", 0, 0),
    ]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"bolets-deck/1"', '"bolets-deck/9"', (1, None, None, None)),
        ('"pinewood"', '"Pine Wood"', (2, None, None, None)),
        ('"pinewood"', "7", (2, None, None, None)),
        ('"Pinewood"', "['x']", (3, None, None, None)),
        ('"Pinewood"', '"a\\nb"', (3, None, None, None)),
        ('"tiles"', '"walls"', (4, None, None, None)),
        ('"tiles"', "nan", (4, None, None, None)),
        ('border = "tiles"', "", (None, None, None, None)),
        ("#.m..o#", "#.m..o", (9, "1A", 2, None)),
        ("#.m..o#", "#.m..o##", (9, "1A", 2, None)),
        ("#.m..o#", "#.m.?o#", (9, "1A", 2, 5)),
        ("#.m..o#", "#.m.\u2212o#", (9, "1A", 2, 5)),
        ("#.m..o#", "#.m..oo", (9, "1A", 2, 7)),
        ("#.m..o#", "#.#..o#", (9, "1A", 2, 3)),
        ("#.m..o#", "#.+..o#", (9, "1A", 2, 3)),
        ("#.m..o#", "#.x..o#", (9, "1A", 2, 3)),
        ("###+###", "+##+###", (8, "1A", 1, 1)),
        ("###+###", "##.+###", (8, "1A", 1, 3)),
        ("#.....#\n+", "#.. ..#\n+", (17, "C", 2, 4)),
        ('"1A"', '"1C"', (6, "1C", None, None)),
        ('"1A"', '"01A"', (6, "01A", None, None)),
        ('"1A"', '"0A"', (6, "0A", None, None)),
        ('"1A"', "1a", (6, "1a", None, None)),
        ("[faces.C]\ngrid", "[faces.C]\ngird", (14, "C", None, None)),
        ("[faces.C]", "[faces.C]\ndoors = ['N1']", (15, "C", None, None)),
    ],
)
def test_one_defect(old: str, new: str, where: tuple[object, ...]) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    assert defects(text) == [where]
    assert parse_deck(text).deck is None


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('["N3", "E1x", "S3", "W1"]', "7", (11, "1A", None, None)),
        ('["N3", "E1x", "S3", "W1"]', "[7]", (11, "1A", None, None)),
        ('"N3"', '"N4"', (11, "1A", None, None)),
        ('"N3"', '"N0"', (11, "1A", None, None)),
        ('"N3"', '"Q1"', (11, "1A", None, None)),
        ('"N3"', '"E1"', (11, "1A", None, None)),
        ('"N3"', '"E2"', (11, "1A", None, None)),
        ('doors = ["N3", "E1x", "S3", "W1"]\n', "", (5, "1A", None, None)),
        (".m.", ".x.", (7, "1A", 1, 2)),
        (".m.", "#m.", (7, "1A", 1, 1)),
        (".m.", ".+.", (7, "1A", 1, 2)),
    ],
)
def test_one_defect_with_edges(old: str, new: str, where: tuple[object, ...]) -> None:
    text = EDGES.replace(old, new, 1)
    assert text != EDGES
    assert defects(text) == [where]


def test_every_door_that_is_wrong_is_reported() -> None:
    text = EDGES.replace('"N3", "E1x"', '"N9", 5, "Q1", true, "E1x", "E1"', 1)
    answer = messages(text).split("\n")
    assert [message.partition(":")[0] for message in answer] == [
        "the door 'N9' is off the card",
        "'5' is not a door; write a text such as 'N3'",
        "'Q1' is not a door; write side, tile from 1, and x if blocked, such as 'N3'",
        "'True' is not a door; write a text such as 'N3'",
        "the door 'E1' is listed twice",
    ]


def test_every_defect_at_once() -> None:
    text = GOOD.replace("Pinewood", "").replace("#.m..o#", "#.m...").replace("##\n'''", "+\n'''")
    text = text.replace('"tiles"', '"brick"').replace("+.....+\n", "+..?..+\n")
    assert defects(text) == [
        (3, None, None, None),
        (4, None, None, None),
        (9, "1A", 2, None),
        (12, "1A", 5, None),
        (18, "C", 3, 4),
    ]


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("", None, "faces"),
        ("format", 1, "not TOML"),
        ("a = 1\na = 2", 2, "not TOML"),
        (GOOD + '[faces."1A"]\n', 21, "not TOML"),
        (HEAD + "x = " + "[\n" * 4000, None, "nested"),
        (HEAD + "x = " + "9" * 9000, 5, "at most 1000"),
        (HEAD + "x = 2020-13-41", 5, "not TOML"),
        (HEAD + "[faces.C]\ngrid = '''", None, "not TOML"),
        (HEAD + "faces = 3", 5, "no faces"),
        (HEAD + "faces = {}", 5, "no faces"),
        (HEAD + 'faces = {"1A" = 3}', 5, "table"),
        (HEAD + "[faces.1A]\ngrid = 5", 6, "no grid"),
        (HEAD + "[faces.1A]\ngrid = ''", 6, "empty"),
        (HEAD + "[faces.1A]\ngrid = '''\n\n'''", 7, "empty"),
        (HEAD + "[faces.1A]\ngrid = '''\n##\n##'''", 7, "smallest"),
    ],
)
def test_what_is_no_deck(text: str, line: int | None, word: str) -> None:
    reading = parse_deck(text)
    assert reading.deck is None
    assert any(word in defect.message for defect in reading.defects)
    assert line is None or line in [defect.line for defect in reading.defects]


def sized(width: int, height: int, border: str) -> str:
    """Return a deck of two empty faces of a size."""
    return deck_template("test", 1, f"{width}x{height}", border)


@pytest.mark.parametrize(
    ("border", "width", "height", "valid"),
    [
        ("tiles", 3, 3, True),
        ("edges", 3, 3, True),
        ("tiles", 18, 10, True),
        ("tiles", 3, 130, True),
        ("edges", 16, 8, True),
        ("edges", 3, 42, True),
        ("tiles", 2, 3, False),
        ("edges", 3, 2, False),
        ("tiles", 19, 10, False),
        ("edges", 43, 3, False),
        ("tiles", 3, 9999, False),
    ],
)
def test_sizes(border: str, width: int, height: int, valid: bool) -> None:
    if valid:
        reading = parse_deck(sized(width, height, border))
        assert reading.deck is not None
        assert reading.deck.faces["1A"].width == width
    else:
        with pytest.raises(InputError, match=r"smallest|at most"):
            sized(width, height, border)


def test_a_grid_too_large_is_one_defect() -> None:
    rows = "\n".join(["?" * 900] * 900)
    text = HEAD + f"[faces.C]\ngrid = '''\n{rows}\n'''"
    assert defects(text) == [(7, "C", None, None)]
    assert "810000" not in messages(text)
    assert "at most 128" in messages(text)


def test_a_grid_of_very_many_short_rows_is_one_defect() -> None:
    text = HEAD + "[faces.C]\ngrid = '''\n" + "??\n" * 300_000 + "'''"
    assert defects(text) == [(7, "C", None, None)]
    assert "the smallest is 3x3" in messages(text)


@pytest.mark.parametrize(("border", "width"), [("tiles", 19), ("edges", 17)])
def test_all_else_that_is_wrong_with_a_large_grid_is_reported(border: str, width: int) -> None:
    largest = sized(18 if border == "tiles" else 16, 10 if border == "tiles" else 8, border)
    rim, door = ("#", "+") if border == "tiles" else (".", ".")
    floor = f"{rim}{'.' * (width - 2)}{rim}"
    edge = f"{rim}{door}{rim * (width - 2)}"
    rows = [edge, floor, floor.replace(".", "?", 1), floor[1:], *[floor] * 5, edge]
    doors = 'doors = ["N1", "E99", "S1", "W1"]\n' if border == "edges" else ""
    face = "\n".join(rows)
    text = f'{largest}\n[faces.9A]\n{doors}grid = """\n{face}\n"""\n'
    found = parse_deck(text.replace("Test", "")).defects
    where = [(d.face, d.row) for d in found]
    listed = [("9A", None)] if border == "edges" else []
    assert where == [(None, None), *listed, ("9A", None), ("9A", 3), ("9A", 4)]
    assert f"{width}x10" in "\n".join(defect.message for defect in found)


def test_very_many_defects_are_counted() -> None:
    grid = "grid = '''\n???\n???\n???'''\n"
    text = HEAD + "".join(f"[faces.{number}A]\n{grid}" for number in range(1, 301))
    found = parse_deck(text).defects
    assert len(found) == 1001
    assert "1700 more" in found[-1].message


FILLED = {
    "tiles": ["##+## #m..# +..c+ #...# ##+##", "##+## #...# +.o.+ #...# ##+##"],
    "edges": ["m.... ..... ...c. ..... .....", "..... ..... ..o.. ..... ....."],
}
EMPTY = {"tiles": "##+## #...# +...+ #...# ##+##", "edges": "..... ..... ..... ..... ....."}


@pytest.mark.parametrize("border", ["tiles", "edges"])
def test_faces_that_look_forgotten_or_copied_are_warned_of(border: str) -> None:
    def warnings(**faces: str) -> list[str]:
        text = f'format = "bolets-deck/1"\nname = "x"\ntitle = "X"\nborder = "{border}"\n'
        for name, grid in {**faces, "C": EMPTY[border]}.items():
            doors = '\ndoors = ["N3", "E3", "S3", "W3"]' if border == "edges" else ""
            rows = "\n".join(grid.split())
            text += f"[faces.{name.strip('_')}]\ngrid = '''\n{rows}\n'''{doors}\n"
        reading = parse_deck(text)
        assert reading.defects == []
        return reading.warnings

    one, other = FILLED[border]
    empty = EMPTY[border]
    assert warnings(_1A=one, _1B=other) == []
    (untouched,) = warnings(_1A=empty, _1B=empty)
    assert untouched == "nothing lies on any face: the deck is still to be filled in"
    assert warnings(_1A=one, _1B=empty, _2A=empty, _2B=other) == [
        "nothing lies on 1B, 2A: still to be filled in?"
    ]
    assert warnings(_1A=one, _1B=other, _2A=one, _2B=one) == [
        "the faces 1A, 2A, 2B are the same: is one a copy?"
    ]


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (".....", []),
        ("..o..", []),
        (
            "m.M.h",
            [
                "face C: nothing on the cottage is ever collected: mushroom in row 2 column 2; "
                "special mushroom in row 2 column 4; heart in row 2 column 6"
            ],
        ),
        (
            ".c.c.",
            ["face C: crows on the cottage count with crow_scope=all only: row 2"],
        ),
        ("mc...", ["face C: nothing on the cottage", "face C: crows on the cottage"]),
    ],
)
def test_what_lies_on_the_cottage_in_vain_is_warned_of(items: str, expected: list[str]) -> None:
    head, cottage = GOOD.split("[faces.C]")
    reading = parse_deck(f"{head}[faces.C]{cottage.replace('.....', items, 1)}")
    assert reading.defects == []
    assert len(reading.warnings) == len(expected)
    for warning, words in zip(reading.warnings, expected, strict=True):
        assert warning.startswith(words)


def test_warnings() -> None:
    text = GOOD.replace("###+###", "###.###".replace(".", "#"), 1)
    text = text.replace("#.....#\n###+###", "#.....#\n#.....#\n###+###") + "\n[more]\n"
    warnings = parse_deck(text).warnings
    assert [word for word in ("more", "3 doors", "differ in size") if word in str(warnings)] == [
        "more",
        "3 doors",
        "differ in size",
    ]
    assert "no cottage" in str(parse_deck(GOOD.split("[faces.C]")[0]).warnings)
    only = HEAD + "[faces.C]" + GOOD.split("[faces.C]")[1]
    assert "no numbered face" in str(parse_deck(only).warnings)


def test_indented_grids_and_blank_lines() -> None:
    text = GOOD.replace("\n###+###\n#.m", "\n\n    ###+###\n    #.m")
    text = text.replace("\n+..c", "\n    +..c").replace("\n#..M", "\n    #..M")
    text = text.replace("\n###+###\n'''", "\n    ###+###\n\n'''").replace("..c..", "..?..")
    assert defects(text) == [(11, "1A", 3, 4)]


def test_a_grid_of_one_line() -> None:
    text = HEAD + '[faces.C]\ngrid = "#+#\\n#.#\\n##?"\n'
    assert defects(text) == [(6, "C", 3, 3)]


@pytest.mark.parametrize("border", ["tiles", "edges"])
def test_the_template_is_valid(border: str) -> None:
    reading = parse_deck(deck_template("my-deck", 7, "5x7", border))
    assert reading.defects == []
    (warning,) = reading.warnings
    assert "still to be filled in" in warning
    assert reading.deck is not None
    assert len(reading.deck.faces) == 15


def test_names_and_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert {"pinewood", "mini", "thicket"} <= set(deck_names())
    shipped = load_deck("mini")
    (tmp_path / "card_data").mkdir()
    (tmp_path / "card_data" / "mini.toml").write_text(GOOD, encoding="utf-8")
    assert load_deck("mini").title == "Pinewood"
    assert shipped.title != "Pinewood"
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.toml").write_text(EDGES, encoding="utf-8")
    assert load_deck("other/mine.toml").name == "thicket"
    assert load_deck("other\\mine.toml").name == "thicket"
    assert load_deck("mine.toml", tmp_path / "other").name == "thicket"
    assert load_deck("mini", tmp_path / "other").title == "Pinewood"
    assert find_deck("./other/mine.toml").is_file()


@pytest.mark.parametrize(
    "name", ["nowhere", "./nowhere.toml", "", "a\0b", "a/" + "b" * 5000, "../..", "x" * 300]
)
def test_no_such_deck(name: str) -> None:
    with pytest.raises(InputError):
        load_deck(name)


def test_a_defective_deck_shows_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(GOOD.replace("#.m..o#", "#.m.?o#"), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_deck(str(path))
    assert str(caught.value).startswith(f"{path}:9: face 1A, row 2, column 5: '?'")
