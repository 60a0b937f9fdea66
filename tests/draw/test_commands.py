"""The commands draw and deck print, as a user runs them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.draw.map.text import face_text, map_text
from bolets_solver.shipped import shipped_folder
from tests.cli.running import answer_of, run, run_process
from tests.draw.making import MINI, child_text, game, of_class, root


@pytest.fixture(autouse=True)
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder with a game in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.bolets").write_text(MINI, encoding="utf-8")
    return tmp_path


def solution() -> str:
    """Return the game as a solution's JSON."""
    record = game(MINI).record
    return json.dumps(
        {
            "format": "bolets-solution/1",
            "deck": "mini",
            "order": list(record.order),
            "record": record.as_solution_json(),
        }
    )


def test_a_game_becomes_a_sheet(working_folder: Path) -> None:
    result = run("draw", "game.bolets", "-o", "out.svg")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    picture = root((working_folder / "out.svg").read_text(encoding="utf-8"))
    assert len(of_class(picture, "panel")) == 3


def test_a_solution_and_standard_input(working_folder: Path) -> None:
    (working_folder / "solution.json").write_text(solution(), encoding="utf-8")
    from_file = run("draw", "solution.json", "-o", "-")
    from_stdin = run("draw", "-", "-o", "-", stdin=solution())
    from_record = run("draw", "-", "-o", "-", stdin=MINI)
    assert from_file.exit_code == from_stdin.exit_code == from_record.exit_code == 0
    assert from_file.stdout == from_stdin.stdout == from_record.stdout
    assert len(of_class(root(from_file.stdout), "panel")) == 3


def test_the_map_alone_and_at_a_stage() -> None:
    whole = root(run("draw", "game.bolets", "--map", "-o", "-").stdout)
    assert not of_class(whole, "panel")
    assert len(of_class(whole, "name")) == 4
    assert (
        len(of_class(root(run("draw", "game.bolets", "--upto", "1", "-o", "-").stdout), "name"))
        == 2
    )
    within = root(run("draw", "game.bolets", "--upto", "1:1", "-o", "-").stdout)
    assert len(of_class(within, "head")) == 1


def test_a_deck_a_face_and_some_faces() -> None:
    assert len(of_class(root(run("draw", "mini", "-o", "-").stdout), "face")) == 7
    for arguments in (["mini:2b"], ["mini", "--face", "2B"]):
        picture = root(run("draw", *arguments, "-o", "-").stdout)
        assert child_text(picture, "title") == "Face 2B of Mini"
    some = root(run("draw", "mini", "--face", "1a", "--face", "C", "-o", "-").stdout)
    assert len(of_class(some, "face")) == 2


def test_a_deck_file_and_its_face(working_folder: Path) -> None:
    text = (shipped_folder("card_data") / "mini.toml").read_text(encoding="utf-8")
    (working_folder / "mine.toml").write_text(text, encoding="utf-8-sig")
    for name in ("mine.toml", "./mine.toml", str(working_folder / "mine.toml")):
        assert len(of_class(root(run("draw", name, "-o", "-").stdout), "face")) == 7
        assert len(of_class(root(run("draw", f"{name}:C", "-o", "-").stdout), "face")) == 1
    assert len(of_class(root(run("draw", "-", "-o", "-", stdin=text).stdout), "face")) == 7


def test_png(working_folder: Path) -> None:
    assert run("draw", "mini:C", "--tile", "10", "-o", "out.PNG").exit_code == 0
    image = Image.open(working_folder / "out.PNG")
    assert image.format == "PNG"
    assert image.width < 200


def foreign(folder: Path) -> str:
    """Write a deck with letters in its title that no font has; return its path."""
    text = (shipped_folder("card_data") / "mini.toml").read_text(encoding="utf-8")
    lines = [
        'title = "Wald \u0e01 \u6797"' if line.startswith("title") else line
        for line in text.split("\n")
    ]
    (folder / "mini.toml").write_text("\n".join(lines), encoding="utf-8")
    return "./mini.toml"


def test_letters_without_a_font_are_warned_of(
    working_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = foreign(working_folder)
    monkeypatch.setattr("bolets_solver.draw.picture.png._picture_of", lambda _: b"box")
    result = run("draw", path, "-o", "out.png")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no font of this system has \u0e01 (U+0E01), \u6797 (U+6797); " in result.stderr
    assert run("draw", path, "-o", "out.svg").stderr == ""
    assert run("draw", "mini", "-o", "out.png").stderr == ""
    answer = run("deck", "print", path, "-o", "out.pdf").stderr
    assert "lack \u0e01 (U+0E01), \u6797 (U+6797); 'mini' is printed instead of the title" in answer
    assert "warning" not in run("deck", "print", "mini", "-o", "out.pdf").stderr


def test_low_ink_has_no_dark_areas() -> None:
    for name in ("mini", "thicket"):
        svg = run("draw", name, "--low-ink", "-o", "-").stdout
        walls = [e.get("fill") for e in of_class(root(svg), "walls")]
        assert walls
        assert all(fill in ("#ffffff", "#8f8f8f") for fill in walls)


def test_without_output_it_draws_in_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("draw", "game.bolets")
    assert result.exit_code == 0
    assert result.stdout.isascii()
    assert answer_of(result).startswith("Won: 8 points")
    assert map_text(game(MINI).judge().board) in result.stdout
    faces = run("draw", "mini:1A", "--rotation", "90").stdout
    assert face_text(load_deck("mini").face("1A"), 90) in faces


def test_a_game_that_breaks_a_rule_is_drawn_up_to_there() -> None:
    result = run("draw", "-", "-o", "-", stdin=MINI.replace("E3 S2 Y", "E2 S2 Y"))
    assert result.exit_code == 1
    assert "a rule is broken; the part before is drawn" in result.stderr
    assert len(of_class(root(result.stdout), "violation")) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nix"], "there is no deck 'nix'"),
        (["nix.toml"], "there is no such deck file"),
        (["mini:9A"], "the deck 'mini' has no face '9A'"),
        (["mini", "--face", "9A"], "the deck 'mini' has no face '9A'"),
        (["game.bolets:1A"], "is a game"),
        (["mini", "-o", "out.gif"], "ends in .svg or .png"),
        (["mini", "-o", "nowhere/out.svg"], "there is no folder"),
        (["game.bolets", "--upto", "4"], "write 0 to 3"),
        (["game.bolets", "--upto", "-1"], "is not a stage"),
        (["game.bolets", "--upto", "1:99"], "turn 1 has 8 tokens"),
        (["game.bolets", "--upto", "9" * 50], "is not a stage"),
        (["game.bolets", "--face", "1A"], "--face does not apply to a game"),
        (["mini", "--upto", "1"], "--upto does not apply to a deck"),
        (["mini", "--rotation", "90", "-o", "out.svg"], "--rotation turns one face"),
        (["game.bolets", "--deck", "nix"], "there is no deck 'nix'"),
        (["game.bolets", "--rules", "wander=on"], "'wander' is fixed"),
        (["\0"], "there is no deck"),
        (["x" * 5000], "there is no deck"),
    ],
)
def test_bad_input_is_reported(arguments: list[str], message: str) -> None:
    result = run("draw", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "bolets-record/1"),
        (b"\xff\xfea\0", "is UTF-16"),
        (b"\xff", "is not UTF-8"),
        (b"abc\0", "NUL"),
        (b"{", "is not JSON"),
        (b"[1, 2]", "is not TOML"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "a record begins with 'bolets-record/1'"),
        (b'<?xml version="1.0"?><svg/>', "a record begins with 'bolets-record/1'"),
        (b'{"format": "bolets-verdict/1"}', "not a solution of the format"),
        (b'{"format": "bolets-solution/1", "order": ["1A"], "record": null}', "holds no game"),
        (b'format = "amanite-position/1"\n', "bolets amanite reads it"),
        (b'format = "bolets-deck/1"\nname = 1\n', "the name is written with"),
        (b"[[[[[[[[[[", "is not TOML"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"#" * 2_000_000, "is larger than"),
    ],
)
@pytest.mark.parametrize("command", [["draw"], ["deck", "print", "-o", "out.pdf"]])
def test_bad_files_are_reported(
    working_folder: Path, command: list[str], content: bytes, message: str
) -> None:
    (working_folder / "bad").write_bytes(content)
    result = run(*command, "bad")
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert not (working_folder / "out.pdf").exists()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8", "utf-16"])
def test_a_picture_on_standard_output_is_the_file_on_any_console(
    working_folder: Path, encoding: str
) -> None:
    assert run("draw", "game.bolets", "-o", "out.svg").exit_code == 0
    whole, _, _ = (working_folder / "out.svg").read_bytes().rpartition(b"<!-- written by bolets")
    assert "\N{MINUS SIGN}".encode() in whole
    printed = run_process("draw", "game.bolets", "-o", "-", PYTHONIOENCODING=encoding)
    assert (printed.returncode, printed.stdout) == (0, whole)


def test_an_owners_deck_is_printed(working_folder: Path) -> None:
    text = (shipped_folder("card_data") / "thicket.toml").read_text(encoding="utf-8")
    (working_folder / "mine.toml").write_text(text, encoding="utf-8")
    arguments = ["mine.toml", "-o", "mine.pdf", "--paper", "Letter", "--card", "63.5x88.9"]
    result = run("deck", "print", *arguments, "--bleed", "0", "--low-ink")
    assert result.exit_code == 0
    assert result.stdout == "mine.pdf\n"
    assert (
        "9 cards on 1 sheet, tiles of 12.70 mm; the last of 3 pages is the rules" in result.stderr
    )
    assert (working_folder / "mine.pdf").read_bytes().startswith(b"%PDF-")


def test_sheets_to_fold_for_printers_that_print_on_one_side(working_folder: Path) -> None:
    result = run("deck", "print", "pinewood", "-o", "out.pdf", "--layout", "gutter")
    assert result.exit_code == 0
    assert "9 cards on 3 sheets" in result.stderr
    assert "the last of 4 pages is the rules" in result.stderr
    refused = run("deck", "print", "mini", "-o", "-", "--layout", "gutter", "--card", "120x200")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "does not fit on half a sheet" in refused.stderr


def test_small_tiles_are_warned_of() -> None:
    result = run("deck", "print", "mini", "-o", "out.pdf", "--card", "25x30")
    assert result.exit_code == 0
    assert "hard to read" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["game.bolets", "-o", "out.pdf"], "is a game; give a whole deck"),
        (["mini:1A", "-o", "out.pdf"], "is one face; give a whole deck"),
        (["mini", "-o", "out.svg"], "must end in .pdf"),
        (["mini", "-o", "out.pdf", "--card", "63"], "is not a size of a card"),
        (["mini", "-o", "out.pdf", "--card", "1x1"], "is not printed"),
        (["mini", "-o", "out.pdf", "--card", "300x390"], "does not fit"),
        (["mini", "-o", "out.pdf", "--bleed", "9"], "--bleed"),
        (["mini", "-o", "out.pdf", "--bleed", "nan"], "bleed"),
        (["mini", "-o", "out.pdf", "--paper", "a5"], "--paper"),
        (["mini", "-o", "nowhere/out.pdf"], "there is no folder"),
    ],
)
def test_what_cannot_be_printed_is_reported(arguments: list[str], message: str) -> None:
    result = run("deck", "print", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_pdf_on_standard_output() -> None:
    result = run("deck", "print", "mini", "-o", "-")
    assert result.exit_code == 0
    assert io.BytesIO(result.stdout_bytes).read(5) == b"%PDF-"
