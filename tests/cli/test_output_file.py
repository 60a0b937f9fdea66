"""Commands that write a file: what they replace, and what they leave alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from tests.amanite.tables import text
from tests.cli.running import run
from tests.cli.test_stepping import DAY, TABLE

REACH = ("reach", "1A", "4", "2B", "r0", "@-1,5", "--deck", "mini")
DEAL = ("1A", "2B", "--deck", "mini")
RECORD = "bolets-record/1\ndeck: mini\norder: 1A 2B C\n"

WRITERS = {
    "solve": ("record.bolets", ("solve", *DEAL, "-o", "OUT"), None),
    "solve from": ("record.bolets", ("solve", "--from", "begun.bolets", "-o", "OUT"), None),
    "play": ("record.bolets", ("play", *DEAL, "-o", "OUT"), "4\nquit\n"),
    "play save": ("record.bolets", ("play", *DEAL), "4\nsave OUT\nquit\n"),
    "reach": ("graph", (*REACH, "--graphml", "OUT"), None),
    "draw svg": ("picture.svg", ("draw", "begun.bolets", "-o", "OUT"), None),
    "draw png": ("picture.png", ("draw", "begun.bolets", "-o", "OUT"), None),
    "bonus": ("picture.svg", ("bonus", *DEAL, "--games", "5", "--svg", "OUT"), None),
    "challenge": ("sheet.pdf", ("challenge", *DEAL, "-o", "OUT"), None),
    "deck print": ("sheet.pdf", ("deck", "print", "mini", "-o", "OUT"), None),
    "amanite save": ("table.toml", ("amanite", "play", "a.toml"), "save OUT\n"),
    "boldest save": ("day.toml", ("boldest", "play", "b.toml"), "save OUT\n"),
}  # fmt: skip
"""Name of the file, the command, and what is typed."""

DRAWN_OVER = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" version="1.1"></svg>\n'
STRANGE = {
    "words": b"My notes.\n",
    "a deck": b'format = "bolets-deck/1"\nname = "mine"\n',
    "a picture with something drawn in it": DRAWN_OVER.encode(),
    "a photograph": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00",
    "a position of another game": b'format = "third-game-position/1"\n',
    "a sheet of another program": b"%PDF-1.4\n1 0 obj << /Creator (Writer) >>\n",
    "half a header": b"bolets-record",
}


@pytest.fixture(autouse=True)
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path / "saves"))
    Path("begun.bolets").write_text(RECORD, encoding="utf-8")
    Path("a.toml").write_text(TABLE, encoding="utf-8")
    Path("b.toml").write_text(DAY, encoding="utf-8")


def write(name: str) -> tuple[Path, Result]:
    """Run a command that writes; return its file and the result."""
    file, arguments, typed = WRITERS[name]
    words = [file if word == "OUT" else word for word in arguments]
    typed = None if typed is None else typed.replace("OUT", file)
    return Path(file), run(*words, stdin=typed)


@pytest.mark.parametrize("name", WRITERS)
def test_what_a_command_wrote_it_replaces(name: str) -> None:
    file, first = write(name)
    assert first.exit_code == 0, first.output
    wrote = file.read_bytes()
    assert wrote
    file.write_bytes(b"")
    for _ in range(2):
        _, again = write(name)
        assert again.exit_code == 0, again.output
        assert len(file.read_bytes()) == len(wrote)


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize("name", WRITERS)
def test_no_other_file_is_written_over(name: str, strange: str) -> None:
    file = Path(WRITERS[name][0])
    file.write_bytes(STRANGE[strange])
    _, result = write(name)
    assert f"{file}: exists, is no " in result.output
    assert "and is not written over" in result.output
    assert file.read_bytes() == STRANGE[strange]
    if "save" not in name:  # there the game goes on
        assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize("game", ["amanite", "boldest"])
def test_a_position_of_the_other_game_is_kept(game: str) -> None:
    other = {"amanite": "b.toml", "boldest": "a.toml"}[game]
    before = Path(other).read_bytes()
    result = run(game, "play", f"{game[0]}.toml", stdin=f"save {other}\n")
    assert f"is no position of {game}" in result.stdout
    assert Path(other).read_bytes() == before


@pytest.mark.parametrize("words", [("amanite", "new"), ("boldest", "new"), ("deck", "new")])
def test_what_is_to_be_filled_in_is_never_replaced_unasked(words: tuple[str, ...]) -> None:
    assert run(*words, "./new.toml").exit_code == 0
    before = Path("new.toml").read_bytes() + b"# filled in\n"
    Path("new.toml").write_bytes(before)
    result = run(*words, "./new.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "already" in result.stderr
    assert Path("new.toml").read_bytes() == before


def test_a_place_that_is_none_is_told_before_the_work() -> None:
    for name, (file, arguments, typed) in WRITERS.items():
        place = f"nowhere/{file}"
        words = [place if word == "OUT" else word for word in arguments]
        result = run(*words, stdin=None if typed is None else typed.replace("OUT", place))
        assert "there is no folder 'nowhere'" in result.output, name


def test_positions_are_recognised_by_their_format() -> None:
    Path("table.toml").write_text("# my table\n" + text("tokens = {}"), encoding="utf-8")
    _, result = write("amanite save")
    assert "wrote table.toml" in result.stdout
