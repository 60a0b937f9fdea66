"""Which deck is used, and that every answer names it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bolets_solver.cli.shared.record_file import require_deck
from bolets_solver.errors import InputError
from bolets_solver.shipped import shipped_folder
from tests.cli.running import command, run, run_json

MINI = (shipped_folder("card_data") / "mini.toml").read_text("utf-8")


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOLETS_DECKS", str(tmp_path / "own"))
    for folder, name in (("card_data", "here"), ("own", "mine"), ("own", "here")):
        Path(folder).mkdir(exist_ok=True)
        Path(folder, f"{name}.toml").write_text(MINI, "utf-8")
    Path("game.bolets").write_text("bolets-record/1\ndeck: mine\norder: 1A 2B C\n", "utf-8")


ANSWERS = [
    ("solve", "1A", "2B"),
    ("solve", "1A", "2B", "--par"),
    ("solve", "1A", "2B", "--hint", "1"),
    ("bonus", "1A", "--games", "0"),
    ("bonus", "1A", "--best-order", "--state", "state"),
    ("reach", "1A", "4", "2B", "r0", "@-1,5"),
    ("play", "1A", "2B"),
    ("check", "game.bolets"),
    ("draw", "game.bolets"),
    ("explain", "game.bolets"),
]


@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_the_first_line_names_the_deck(words: tuple[str, ...], tmp_path: Path) -> None:
    named = () if "game.bolets" in words else ("--deck", "mine")
    first = run(*words, *named).stdout.splitlines()[0]
    assert first == f"deck: mine ({tmp_path / 'own' / 'mine.toml'})"
    if named:
        path = run(*words, "--deck", "own/mine.toml").stdout.splitlines()[0]
        assert path == "deck: own/mine.toml"
        assert run(*words, "--deck", "mini").stdout.splitlines()[0] == "deck: mini"


def test_a_deck_here_goes_before_ones_own_and_that_before_a_shipped_one() -> None:
    assert run("solve", "1A", "--deck", "here").stdout.startswith(
        "deck: here (card_data/here.toml)\n"
    )
    Path("own/mini.toml").write_text(MINI, "utf-8")
    assert run("solve", "1A", "--deck", "mini").stdout.splitlines()[0].endswith("own/mini.toml)")
    names = [entry["name"] for entry in run_json("deck", "list", "--json")["decks"]]
    assert names == sorted({"here", "mine", "mini", "pinewood", "thicket"})


def test_the_deck_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLETS_DECK", "mine")
    assert run_json("solve", "1A", "--json")["deck"] == "mine"
    assert run_json("solve", "1A", "--json", "--deck", "mini")["deck"] == "mini"
    assert run_json("deal", "--json", "--seed", "1")["deck"] == "mine"
    assert run("code", "1A").stdout.startswith("B1-mini-")
    Path("pine.bolets").write_text("bolets-record/1\norder: 1A 2B C\n", "utf-8")
    assert run("check", "pine.bolets").stdout.startswith("deck: pinewood\n")  # a record says it all
    monkeypatch.setenv("BOLETS_DECK", " ")
    assert run_json("solve", "1A", "--json")["deck"] == "pinewood"


def test_that_other_decks_lie_here_is_said_where_none_is_named() -> None:
    assert "card_data contains here" in run("solve", "1A").stderr
    assert "card_data contains" not in run("solve", "1A", "--deck", "mini").stderr
    code = run("code", "1A", "--deck", "mini").stdout.strip()
    assert "card_data contains" not in run("solve", code).stderr


def test_the_shipped_decks_are_nobodys_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a checkout their folder lies in the working folder."""
    monkeypatch.chdir(shipped_folder("card_data").parent)
    result = run("solve", "1A")
    assert "card_data" not in result.stdout + result.stderr
    assert result.stdout.startswith("deck: pinewood\n")


@pytest.mark.parametrize(
    "words", [("solve", "1A"), ("deal",), ("play", "1A"), ("deck", "show", "1A")]
)
@pytest.mark.parametrize("deck", ["", " "])
def test_no_name_is_no_deck(words: tuple[str, ...], deck: str) -> None:
    result = run(*words, "--deck", deck)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no deck is named; known decks: here, mine, mini" in result.stderr


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="the system has no such files")
def test_a_deck_through_a_pipe() -> None:
    read, write = os.pipe()
    os.write(write, MINI.encode())
    os.close(write)
    done = subprocess.run(
        command("solve", "1A", "2B", "--deck", f"/dev/fd/{read}"),
        pass_fds=[read], capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    os.close(read)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"deck: /dev/fd/{read}\noptimal")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with a name")
def test_a_record_cannot_name_a_pipe() -> None:
    os.mkfifo("pipe.toml")
    both = os.open("pipe.toml", os.O_RDWR)
    with pytest.raises(InputError, match="a record cannot name a pipe"):
        require_deck("./pipe.toml", "x.bolets")
    os.close(both)


def test_what_may_have_been_meant() -> None:
    for words, meant in (
        (("solve", "1A", "--deck", "pinewod"), "pinewood"),
        (("solve", "1AA"), "1A"),
        (("solve", "A1"), "1A"),
        (("deck", "show", "b7"), "7B"),
        (("deck", "show", "1AA"), "1A"),
        (("puzzle", "show", "dor-1"), "door-1"),
        (("sovle", "1A"), "solve"),
    ):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"; did you mean '{meant}'?" in result.stderr


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("solve", "1\u0410"), "\u0410 is U+0410 CYRILLIC CAPITAL LETTER A"),
        (("solve", "1A", "--deck", "pine\u200ewood"), "it contains U+200E LEFT-TO-RIGHT MARK"),
        (("solve", "\uff11A"), "\uff11 is U+FF11 FULLWIDTH DIGIT ONE"),
        (("solve", "1A", "--rules", "red_timing=tr\u0430ce"), "U+0430"),
        (("sol\u200bve",), "U+200B"),
    ],
)
def test_letters_that_deceive_are_named(words: tuple[str, ...], named: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert named in result.stderr


def test_letters_of_another_language_are_not() -> None:
    for name in ("\u043a\u043e\u043b\u043e\u0434\u0430", "M\u00fcller", "\u68ee"):
        assert "note:" not in run("check", f"{name}.bolets").stderr


def test_an_accent_may_follow_its_letter() -> None:
    """Mac names and some keyboards write it so; both are one name."""
    deck = MINI.replace('title  = "Mini"', 'title = "Pre\u0301s"').replace('"Mini"', '"Pre\u0301s"')
    Path("own/accent.toml").write_text(deck, "utf-8")
    entry = next(e for e in run_json("deck", "list", "--json")["decks"] if e["name"] == "accent")
    assert entry["title"] == "Pr\u00e9s"


def test_what_else_was_meant() -> None:
    """A side that is missing, a file named without its path, a file of another kind."""
    assert "; did you mean '1A' or '1B'?" in run("solve", "1", "2B").stderr
    named = run("solve", "1A", "--deck", "game.bolets").stderr
    assert named.endswith("; for the file of that name write ./game.bolets\n")
    game = run("solve", "1A", "--deck", "./game.bolets").stderr
    assert game == "error: game.bolets:1: is a game, not a deck; bolets check reads it\n"
    Path("day.toml").write_text('format = "boldest-position/1"\nplayers = []\n', "utf-8")
    day = run("solve", "1A", "--deck", "./day.toml").stderr
    position = 'is a position of format "boldest-position/1"; bolets boldest reads it'
    assert day == f"error: day.toml:1: {position}\n"
    assert "beside 'B1-mini-QN209-KT' there is another word" in run(
        "solve", "1A", "B1-mini-QN209-KT"
    ).stderr  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        ("deck", "new", "nowhere/x.toml"),
        ("boldest", "new", "nowhere/x.toml"),
        ("amanite", "new", "-o", "nowhere/x.toml"),
        ("solve", "1A", "-o", "nowhere/x"),
    ],
    ids=" ".join,
)
def test_a_folder_that_is_missing_is_named(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "there is no folder 'nowhere'" in result.stderr
