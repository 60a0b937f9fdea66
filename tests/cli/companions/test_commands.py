"""What the commands of Amanite and The Boldest have in common."""

from __future__ import annotations

from pathlib import Path

import pytest

from bolets_solver.amanite.files import reader as amanite_reader
from bolets_solver.boldest.files import reader as boldest_reader
from tests.amanite.tables import text
from tests.cli.running import run, run_json

GAMES = ("amanite", "boldest")
HINTS = """\
[hints.Bo]
start = ["red", "blue", "green"]
shuffled = ["Poison", "Antidote", "-1"]
"""


def read(game: str, path: Path) -> None:
    """Read a position without a warning."""
    if game == "amanite":
        assert amanite_reader.read_position(path).warnings == ()
    else:
        assert boldest_reader.read_position(path).warnings == ()


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("words", "file"),
    [
        (["table"], "table.toml"),
        (["table.toml"], "table.toml"),
        (["./table.toml"], "table.toml"),
        (["-o", "table.toml"], "table.toml"),
        (["-o", "any.name"], "any.name"),
        (["--output", "deep/table.toml"], "deep/table.toml"),
    ],
)
def test_new_writes_the_file_that_is_named(game: str, words: list[str], file: str) -> None:
    Path("deep").mkdir()
    result = run(game, "new", *words, "--players", "3")
    assert result.exit_code == 0, result.stderr
    assert Path(result.stdout.strip()) == Path(file)
    assert f"bolets {game} solve {result.stdout.strip()}" in result.stderr
    read(game, Path(file))
    printed = run(game, "new", "--players", "3").stdout
    assert Path(file).read_text(encoding="utf-8") == printed


@pytest.mark.parametrize("game", GAMES)
def test_new_overwrites_nothing_unless_asked_to(game: str) -> None:
    Path("mine.toml").write_text("mine", encoding="utf-8")
    for words in (["mine"], ["-o", "mine.toml"]):
        result = run(game, "new", *words)
        assert result.exit_code == 2 and result.stdout == ""
        assert "mine.toml: exists already and is not overwritten" in result.stderr
        assert Path("mine.toml").read_text(encoding="utf-8") == "mine"
    assert run(game, "new", "mine", "--force").exit_code == 0
    read(game, Path("mine.toml"))
    result = run(game, "new", "one", "-o", "two")
    assert result.exit_code == 2 and "give the file once" in result.stderr
    assert run(game, "new", "-o", " ").exit_code == 2
    assert run(game, "new", "-").stdout == run(game, "new", "-o", "-").stdout != ""


def test_a_new_position_shows_how_gathering_goes_on() -> None:
    template = run("amanite", "new").stdout
    assert all(word in template for word in ("# feed = ", "# resolved = true", "# taken = "))
    assert template.index("# feed") < template.index("[tokens]")
    day = run("boldest", "new").stdout
    assert all(word in day for word in ("# acted = ", "# second = ", "# item_names = "))
    # what is commented out can be used where it stands
    lines = [
        line.removeprefix("# ")
        if line.startswith(("# acted", "# second", "# item_names"))
        else line
        for line in day.split("\n")
        if not line.startswith("# second")
    ]
    moved = "\n".join(lines).replace('flags = ["Ann", "Bo", "Cy"]', 'flags = ["Ann", "Cy", "Bo"]')
    Path("day.toml").write_text(moved, encoding="utf-8")
    result = run("boldest", "show", "day.toml")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Done in this Expedition: Bo's Warriors" in result.stdout
    lines = [
        line.removeprefix("# ") if line.startswith("# feed") else line
        for line in template.split("\n")
    ]
    Path("table.toml").write_text("\n".join(lines), encoding="utf-8")
    assert "feed: Ann has collected nothing" in run("amanite", "show", "table.toml").stderr


@pytest.mark.parametrize("game", GAMES)
def test_unknown_players_are_named(game: str) -> None:
    run(game, "new", "table")
    result = run(game, "solve", "table.toml", "--as", "Anm")
    assert result.exit_code == 2
    assert 'the player "Anm" is unknown; did you mean "Ann"?' in result.stderr


@pytest.mark.parametrize("game", GAMES)
def test_a_letter_and_its_accent_are_one_in_a_players_name(game: str) -> None:
    run(game, "new", "table")
    text = Path("table.toml").read_text(encoding="utf-8").replace("Ann", "Jos\u00e9")
    Path("table.toml").write_text(text, encoding="utf-8")
    answer = run(game, "solve", "table.toml", "--as", "Jose\u0301").output
    assert answer == run(game, "solve", "table.toml", "--as", "Jos\u00e9").output
    assert "is unknown" not in answer


def test_amanites_paranoid_player_is_the_one_of_as_else_the_one_to_act() -> None:
    """The hints of another player say what is known, not whose guarantee is asked for."""
    tile = (
        'tokens = { red = 2, blue = 2 }\npin = "Ann"\nsplit = "Bo"\n'
        "piles = [{ red = 2 }, { blue = 2 }]"
    )
    other = tile.replace('"Ann"', '"X"').replace('"Bo"', '"Ann"').replace('"X"', '"Bo"')
    content = text(tile, other, "tokens = {}", known="{}", tokens="Ann = { brown = 1 }\nBo = {}")
    Path("table.toml").write_text(content + HINTS, encoding="utf-8")
    found = run_json("amanite", "solve", "table.toml", "--paranoid", "--json")
    assert (found["to_act"], found["as"], found["paranoid"]) == ("Ann", "Bo", "Ann")
    assert set(found["moves"][0]["values"]) == {"Ann"}
    found = run_json("amanite", "solve", "table.toml", "--paranoid", "--as", "Bo", "--json")
    assert (found["as"], found["paranoid"]) == ("Bo", "Bo")


@pytest.mark.parametrize("mode", ["resolve", "plan"])
def test_the_boldests_paranoid_player_is_reported_with_two_players_too(mode: str) -> None:
    run("boldest", "new", "day", "--players", "2", "--seed", "3")
    words = ("boldest", "solve", "day.toml", "--json", "--mode", mode, "--as", "Bo", "--top", "1")
    plain, against = run_json(*words), run_json(*words, "--paranoid")
    assert "paranoid" not in plain and against.pop("paranoid") == "Bo"
    for found in (plain, against):
        del found["seconds"]
    # between two players everybody plays against the other anyway
    assert plain == against
