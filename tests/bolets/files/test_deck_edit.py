"""Deck files changed by an editor: everything else stays, byte for byte."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolets_solver.bolets.cards.face import Border
from bolets_solver.bolets.files import deck_edit
from bolets_solver.bolets.files.deck_edit import (
    DeckDraft,
    FaceDraft,
    draft_of,
    edited,
    plain,
    rebased,
    renamed,
    resized,
)
from bolets_solver.bolets.files.deck_file import parse_deck
from bolets_solver.errors import InputError

MINI = (Path(__file__).parents[3] / "card_data" / "mini.toml").read_text(encoding="utf-8")

ODD = """\
\ufeff# my cards, typed in on a rainy day
format = "bolets-deck/1"   # the first format
title='Old'
name = "odd"
border = "edges"
note = [1, # one
  2]

# the cottage first, since it is easy
[faces.C]
doors = [
  "N1",  # the front
  "s2x", # blocked
]
grid = \"\"\"

   ...
   ..m  \t

   \"\"\" # ends here

[faces]
7B.grid = "...\\n.o.\\n..."
7B.doors = []
8A = { grid = '''...
.h.
...''', doors = ["E1"] }
"""


def draft(text: str) -> DeckDraft:
    found = draft_of(text)
    assert found is not None
    return found


def with_face(text: str, name: str, **changes: object) -> str:
    """Change one face of a text."""
    before = draft(text)
    faces = [replace(f, **changes) if f.name == name else f for f in before.faces]  # type: ignore[arg-type]
    return edited(text, replace(before, faces=tuple(faces)))


def differing(one: str, other: str) -> list[tuple[str, str]]:
    """Return the lines that differ, of texts with as many lines."""
    before, after = one.split("\n"), other.split("\n")
    assert len(before) == len(after)
    return [(a, b) for a, b in zip(before, after, strict=True) if a != b]


@pytest.mark.parametrize("text", [MINI, ODD, ODD.replace("\n", "\r\n")])
def test_what_is_not_changed_stays(text: str) -> None:
    assert edited(text, draft(text)) == text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_changed_tile_changes_one_row(end: str) -> None:
    text = ODD.replace("\n", end)
    new = with_face(text, "C", rows=("...", "..M"))
    assert differing(text, new) == [
        (f"   ..m  \t{end[:-1]}", f"   ..M  \t{end[:-1]}"),
    ]
    new = with_face(text, "8A", rows=("...", ".c.", "..."))
    assert differing(text, new) == [(f".h.{end[:-1]}", f".c.{end[:-1]}")]
    new = with_face(text, "7B", rows=("...", ".m.", "..."))
    assert '7B.grid = "...\\n.m.\\n..."' in new


def test_rows_are_added_and_taken_away() -> None:
    new = with_face(ODD, "C", rows=("...", "..m", "ooo"))
    assert draft(new).face("C") == FaceDraft("C", ("...", "..m", "ooo"), ("N1", "s2x"))
    assert "# ends here" in new
    assert draft(with_face(new, "C", rows=("...", "..m"))) == draft(ODD)


def test_doors_keep_their_comments_and_their_spelling() -> None:
    new = with_face(ODD, "C", doors=("N1", "s2x", "W1"))
    assert 'doors = [\n  "N1",  # the front\n  "s2x", "W1", # blocked\n]' in new
    new = with_face(ODD, "C", doors=("s2x",))
    assert 'doors = [\n  # the front\n  "s2x", # blocked\n]' in new
    new = with_face(ODD, "C", doors=("N1x", "s2x"))
    assert differing(ODD, new) == [('  "N1",  # the front', '  "N1x",  # the front')]
    assert '7B.doors = ["E3"]' in with_face(ODD, "7B", doors=("E3",))
    assert 'doors = ["E2"] }' in with_face(ODD, "8A", doors=("E2",))


def test_a_list_of_doors_is_put_in_and_taken_out() -> None:
    new = with_face(MINI, "1A", doors=("N3",))
    assert '#x###\n\'\'\'\ndoors = ["N3"]\n\n[faces."1B"]' in new
    assert with_face(new, "1A", doors=None) == MINI
    commented = new.replace('doors = ["N3"]', 'doors = ["N3"] # mine')
    assert "# mine" in with_face(commented, "1A", doors=None)


def test_faces_come_and_go_at_their_places() -> None:
    before = draft(MINI)
    face = FaceDraft("2C", None)
    with pytest.raises(InputError):
        edited(MINI, replace(before, faces=(*before.faces, face)))
    rows = ("###", "#.#", "###")
    more = replace(before, faces=(*before.faces, FaceDraft("4A", rows)))
    new = edited(MINI, more)
    assert new.index('[faces."3B"]') < new.index('[faces."4A"]') < new.index('[faces."C"]')
    assert edited(new, before) == MINI
    commented = MINI.replace('[faces."C"]', '# the last one\n[faces."C"]')
    new = edited(commented, more)
    assert new.endswith(commented[commented.index("# the last one") :])
    none = edited(ODD, replace(draft(ODD), faces=()))
    assert draft(none).faces == ()
    assert "# the cottage first" in none
    last = replace(before, faces=tuple(f for f in before.faces if f.name != "C"))
    assert draft(edited(MINI, last)) == last


def test_the_header_is_changed_or_completed() -> None:
    new = edited(ODD, replace(draft(ODD), title='A "new" one', name="other"))
    assert 'title="A \\"new\\" one"\nname = "other"\n' in new
    bare = '# mine\n[faces."1A"]\ngrid = "..."\n'
    new = edited(bare, renamed(draft(bare), "x"))
    assert new == '# mine\nname = "x"\n[faces."1A"]\ngrid = "..."\n'


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("faces = 3", ("...",)),
        ("[faces.1A.grid", ("...",)),
        (MINI, ("'''",)),
        (MINI, ("\ud800",)),
        (MINI, (" .. ",)),
    ],
)
def test_what_cannot_be_changed_is_refused(text: str, rows: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        edited(text, DeckDraft(None, None, None, (FaceDraft("1A", rows),)))


def test_what_else_a_face_holds_is_not_removed() -> None:
    text = MINI + '\n[faces."C".notes]\nwho = "me"\n'
    before = draft(text)
    with pytest.raises(InputError, match="edit the text"):
        edited(text, replace(before, faces=before.faces[:-1]))


def test_what_came_out_is_read_before_it_is_believed() -> None:
    for lost in ("note = [1, # one\n  2]\n", 'doors = ["E1"] }\n', "title='Old'\n"):
        text = ODD.removeprefix("\ufeff")
        with pytest.raises(InputError, match="tile by tile"):
            deck_edit._require(text, text.replace(lost, ""), draft(text))


def test_changes_are_done_to_a_file_that_somebody_else_changed() -> None:
    mine = replace(
        draft(MINI),
        title="Mine",
        faces=tuple(f for f in draft(MINI).faces if f.name != "3B"),
    )
    theirs = with_face(MINI, "2A", rows=("###", "#.#", "###")) + "\n# theirs\n"
    merged = edited(theirs, rebased(mine, MINI, theirs))
    assert draft(merged).title == "Mine"
    assert draft(merged).face("3B") is None
    assert draft(merged).face("2A") == draft(theirs).face("2A")
    assert merged.endswith("# theirs\n")
    with pytest.raises(InputError):
        rebased(mine, MINI, "[broken")


@settings(max_examples=40)
@given(st.data())
def test_any_grids_come_through(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([MINI, ODD, ODD.replace("\n", "\r\n")]))
    before = draft(text)
    row = st.text("#+x.omMhc", min_size=1, max_size=6)
    faces = []
    for face in before.faces:
        rows = tuple(data.draw(st.lists(row, min_size=1, max_size=5)))
        doors = data.draw(st.lists(st.sampled_from(["N1", "E2x", "S3", "w1"]), max_size=4))
        faces.append(FaceDraft(face.name, rows, None if face.doors is None else tuple(doors)))
    wanted = replace(before, faces=tuple(faces))
    new = edited(text, wanted)
    assert draft(new) == wanted
    for comment in ("# my cards", "# the cottage first", "# ends here", "# Made by"):
        assert (comment in new) == (comment in text)
    assert new.startswith("\ufeff") == text.startswith("\ufeff")


@pytest.mark.parametrize("border", list(Border))
@pytest.mark.parametrize("size", [(3, 3), (5, 6), (7, 4), (10, 10)])
def test_sizes_change_within_the_rim(border: Border, size: tuple[int, int]) -> None:
    rows = ("##+##", "#m..+", "#oc.#", "#x###") if border is Border.TILES else ("m.c", ".o.", "..h")
    new = resized(rows, *size, border)
    assert {len(row) for row in new} == {size[0]}
    assert len(new) == size[1]
    listed = 'doors = ["N1"]\n' if border is Border.EDGES else ""
    grid = "\n".join(new)
    text = f"""format = "bolets-deck/1"\nname = "x"\ntitle = "X"\nborder = "{border}"
[faces."1A"]\n{listed}grid = '''\n{grid}\n'''\n"""
    assert parse_deck(plain(text)).defects == []
    assert resized(rows, len(rows[0]), len(rows), border) == rows


def test_a_size_of_no_face_is_refused() -> None:
    for width, height in ((2, 5), (5, 2), (1000, 5)):
        with pytest.raises(InputError, match="tiles wide and high"):
            resized(("...", "...", "..."), width, height, Border.EDGES)
