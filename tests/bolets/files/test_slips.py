"""Slips in a typed deck: one slip is one defect, anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from bolets_solver.bolets.files.deck_file import DeckDefect, parse_deck

HEAD = 'format = "bolets-deck/1"\nname = "x"\ntitle = "X"\nborder = '
TILES = ["###+###", "#.m..o#", "+..c..x", "#h.M..#", "#...m.#", "###+###"]
EDGES = [".m...", "..o..", "h...c", "....o", "..M.."]
DOORS = ["N3", "E5x", "S3", "W5"]
STRAYS = ["?", "\u2212", "\t", " ", "O"]


def defects(rows: list[str], border: str) -> list[DeckDefect]:
    """Return what is wrong with a deck of two faces, the first of which has these rows."""
    text = HEAD + f'"{border}"\n'
    for name, grid in (("1A", rows), ("C", TILES if border == "tiles" else EDGES)):
        text += f"[faces.{name}]\n" + (f"doors = {DOORS}\n" if border == "edges" else "")
        text += "grid = '''\n" + "".join(row + "\n" for row in grid) + "'''\n"
    return parse_deck(text).defects


def cell_slips(rows: list[str], kinds: str) -> Iterator[tuple[list[str], int]]:
    """Yield the grid with one character too few, too many or another; and the row, from 1."""
    for y, row in enumerate(rows):
        for x in range(len(row) + 1):
            for new in (row[:x] + row[x + 1 :], *(row[:x] + kind + row[x:] for kind in kinds)):
                yield [*rows[:y], new, *rows[y + 1 :]], y + 1
            for kind in kinds if x < len(row) else "":
                yield [*rows[:y], row[:x] + kind + row[x + 1 :], *rows[y + 1 :]], y + 1


def row_slips(rows: list[str]) -> Iterator[list[str]]:
    """Yield the grid with a row left out, pasted, broken, joined or swapped, or a text in it."""
    for y, row in enumerate(rows):
        yield rows[:y] + rows[y + 1 :]
        for pasted in [*rows, "", "# notes", "# a comment, quite long", "row 2"]:
            yield [*rows[:y], pasted, *rows[y:]]
        yield [*rows, "# the end"]
        for x in range(1, len(row)):
            yield [*rows[:y], row[:x], row[x:], *rows[y + 1 :]]
        if y:
            yield [*rows[: y - 1], rows[y - 1] + row, *rows[y + 1 :]]
            yield [*rows[: y - 1], row, rows[y - 1], *rows[y + 1 :]]


def column_slips(rows: list[str]) -> Iterator[list[str]]:
    """Yield the grid with a column left out, and with one twice."""
    for x in range(len(rows[0])):
        yield [row[:x] + row[x + 1 :] for row in rows]
        yield [row[:x] + row[x] + row[x:] for row in rows]


@pytest.mark.parametrize(("border", "rows"), [("tiles", TILES), ("edges", EDGES)])
def test_one_slip_is_one_defect(border: str, rows: list[str]) -> None:
    assert defects(rows, border) == []
    kinds = "#+x.omMhc" + "".join(STRAYS)
    for grid, row in cell_slips(rows, kinds):
        found = defects(grid, border)
        assert len(found) <= 1, (grid, found)
        for defect in found:
            assert defect.row == row or "rock" in defect.message, (grid, found)
    for grid in [*row_slips(rows), *column_slips(rows)]:
        assert len(defects(grid, border)) <= 1, (grid, defects(grid, border))


@pytest.mark.parametrize(("border", "rows"), [("tiles", TILES), ("edges", EDGES)])
def test_independent_slips_are_all_reported(border: str, rows: list[str]) -> None:
    """Two slips in rows that do not touch are two defects."""
    slips: list[Callable[[str], str]] = [
        lambda row: row[:-1],
        lambda row: row + "." * 2,
        lambda row: row[:2] + "?" + row[2:],
        lambda row: row[:2] + "?" + row[3:],
        lambda row: row + row,
    ]
    for first in slips:
        for second in slips:
            grid = [rows[0], first(rows[1]), rows[2], second(rows[3]), *rows[4:]]
            assert [defect.row for defect in defects(grid, border)] == [2, 4], grid


@pytest.mark.parametrize(("border", "rows"), [("tiles", TILES), ("edges", EDGES)])
def test_a_stray_character_in_a_row_that_is_joined_or_broken_is_reported_too(
    border: str, rows: list[str]
) -> None:
    row = rows[1].replace("o", "?")
    for new in ([row[:2], row[2:], *rows[2:]], [row + rows[2], *rows[3:]]):
        found = defects([rows[0], *new], border)
        assert len([defect for defect in found if "'?' is not a tile" in defect.message]) == 1
        assert len(found) == 2


def test_blanks_around_rows_are_the_typists() -> None:
    for rows in (
        ["    " + row for row in TILES],
        ["\t" + row if y % 2 else "    " + row + " " for y, row in enumerate(TILES)],
        [" " * y + row for y, row in enumerate(TILES)],
    ):
        assert defects(rows, "tiles") == []


@pytest.mark.parametrize(
    ("border", "change", "row", "column", "words"),
    [
        ("tiles", ("#.m..o#", "#.m..o"), 2, None, "has 6 tiles, the others have 7"),
        ("tiles", ("#.m..o#", "#.m..?..o#"), 2, None, "'?' in column 6 is not a tile"),
        ("tiles", ("#.m..o#", "#.m.?.o#"), 2, 5, "not a tile; the row has 8 tiles, the others"),
        ("tiles", ("#.m..o#", "#.m\n..o#"), 2, None, "one row of 7, broken in two"),
        ("tiles", ("#.m..o#\n", "#.m..o#"), 2, None, "two rows on one line"),
        ("tiles", ("#.m..o#", "#.m..o#\n"), 3, None, "the line is empty"),
        ("tiles", ("#.m..o#", "# stones here"), 2, None, "not a row of 7 tiles: ' ' in column 2"),
        ("tiles", ("###+###\n#.m", "#.m"), 1, None, "there is no rim above this row"),
        ("tiles", ("#.m..o#", "#######"), 2, None, "from end to end, and stands inside"),
        ("tiles", ("###+###\n#.m", "#.....#\n###+###\n#.m"), 1, None, "outside the rim"),
        ("edges", ("\n..M..", ""), None, None, "'E5x', 'W5' are off the card: it is 4 tiles high"),
        ("edges", ("..M..", "o.M.."), None, None, "the door 'W5' is in front of a rock"),
    ],
)
def test_what_is_reported(
    border: str, change: tuple[str, str], row: int | None, column: int | None, words: str
) -> None:
    text = "\n".join(TILES if border == "tiles" else EDGES)
    grid = text.replace(*change, 1).split("\n")
    (found,) = defects(grid, border)
    assert words in found.message
    assert (found.row, found.column) == (row, column)


def test_a_rock_in_the_corner_of_two_doors_is_one_defect() -> None:
    grid = [*EDGES[:4], "..M.o"]
    doors = '["N3", "E5x", "S5", "W5"]'
    text = HEAD + f'"edges"\n[faces.1A]\ndoors = {doors}\ngrid = """\n' + "\n".join(grid) + '"""\n'
    (found,) = parse_deck(text).defects
    assert found.message.startswith("the doors 'E5x', 'S5' are in front of a rock")


@pytest.mark.parametrize("border", ["tiles", "edges"])
def test_a_border_that_fits_no_face_is_one_defect(border: str) -> None:
    text = HEAD + f'"{border}"\n'
    for name in ("1A", "1B", "C"):
        rows = "\n".join(EDGES if border == "tiles" else TILES)
        text += f"[faces.{name}]\ngrid = '''\n{rows}\n'''\n"
        text += f"doors = {DOORS}\n" if border == "tiles" else ""
    other = "edges" if border == "tiles" else "tiles"
    (found,) = parse_deck(text).defects
    assert found.line == 4
    assert found.message.endswith(f'write border = "{other}"')
    # of one face alone it is that face's slip
    text = text.replace(f'"{border}"', f'"{other}"')
    text += "[faces.2A]\ngrid = '''\n" + "\n".join(TILES if other == "edges" else EDGES) + "\n'''\n"
    (found,) = parse_deck(text).defects
    assert (found.face, found.row) == ("2A", None)
    assert "rim of walls and doors" in found.message


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("'''\n[faces.C]", "[faces.C]", 6, "not closed; write ''' below its last row"),
        ("'''\n[faces.C]", "''\n[faces.C]", 6, "not closed; write ''' below its last row"),
        ("grid = '''\n", "grid = ''\n", 9, "is not in a grid"),
        ("[faces.C]\n", "", 14, "'faces.1A.grid' occurs here for the second time"),
        ("[faces.C]\n", "[faces.1A]\n", 14, "'faces.1A' occurs here for the second time"),
    ],
)
def test_quotes_and_headers_that_are_missing(old: str, new: str, line: int, words: str) -> None:
    rows = "\n".join(TILES)
    text = (
        HEAD + '"tiles"\n' + "".join(f"[faces.{f}]\ngrid = '''\n{rows}\n'''\n" for f in ("1A", "C"))
    )
    (found,) = parse_deck(text.replace(old, new, 1)).defects
    assert found.line == line
    assert words in found.message


@pytest.mark.parametrize(
    "text", ["[!]\n = 3", "[]\n[]\n= 1\n= 2", "a = 1\n'' = 2\n'' = 3", "[[a]]\n["]
)
def test_what_is_far_from_a_deck_is_reported_too(text: str) -> None:
    assert "is not TOML" in parse_deck(text).defects[0].message
