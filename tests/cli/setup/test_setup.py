"""Folders of the program, completion in a shell, installation."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import bolets_solver
from bolets_solver import Deal, load_deck, shipped
from bolets_solver.errors import InputError
from bolets_solver.optimize.search.solver import solve
from bolets_solver.shipped import shipped_folder
from tests.cli.running import command, run, run_json, run_process

PACKAGE = Path(bolets_solver.__file__).parent


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders with what can be made again, and with what is somebody's."""
    names = {
        "NUMBA_CACHE_DIR": ["kernels-one-0123.code", "kernels-old/a/b.nbi", "somebody's.txt"],
        "BOLETS_CACHE_DIR": ["0123.tables", "notes.txt"],
        "BOLETS_SAVES": ["game.bolets"],
        "BOLETS_DECKS": ["mine.toml"],
    }
    for variable, files in names.items():
        monkeypatch.setenv(variable, str(tmp_path / variable))
        for file in files:
            path = tmp_path / variable / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("x" * 10)
    return tmp_path


def test_the_folders_are_shown(kept: Path) -> None:
    folders = run_json("cache", "show", "--json")["folders"]
    found = {entry["folder"]: (entry["files"], entry["bytes"]) for entry in folders}
    assert found[str(kept / "NUMBA_CACHE_DIR")] == (2, 20)
    assert found[str(kept / "BOLETS_CACHE_DIR")] == (1, 10)
    assert found[str(kept / "BOLETS_SAVES")] == (1, 10)
    assert found[str(kept / "BOLETS_DECKS")] == (1, 10)
    text = run("cache", "show").stdout
    assert all(folder in text for folder in found)


def test_only_what_can_be_made_again_is_removed(kept: Path) -> None:
    assert run("cache", "clear").stdout == "removed 3 files, 0.0 MiB\n"
    left = sorted(path.name for path in kept.rglob("*") if path.is_file())
    assert left == ["game.bolets", "mine.toml", "notes.txt", "somebody's.txt"]
    assert not (kept / "NUMBA_CACHE_DIR" / "kernels-old").exists()
    assert run("cache", "clear").stdout == "removed 0 files, 0.0 MiB\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(shell: str) -> None:
    script = run("completion", shell)
    assert script.exit_code == 0
    assert f"_BOLETS_COMPLETE={shell}_complete" in script.stdout


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("bolets so", "solve"),
        ("bolets deck val", "validate"),
        ("bolets solve --deck pin", "pinewood"),
        ("bolets solve 1A 2", "2B"),
        ("bolets solve --deck mini 3", "3A"),
        ("bolets puzzle show doo", "door-1"),
        ("bolets deck show 7", "7B"),
        ("bolets completion ba", "bash"),
    ],
)
def test_words_are_completed(words: str, offered: str) -> None:
    count = len(words.split()) - 1
    done = run_process(_BOLETS_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(count))
    assert done.returncode == 0, done.stderr
    assert f"plain,{offered}" in done.stdout.decode().splitlines()


def test_nothing_is_offered_where_something_is_wrong() -> None:
    words = "bolets solve --deck nowhere.toml 1"
    done = run_process(_BOLETS_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD="4")
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, b"", b"")


def test_values_are_shown_in_a_line() -> None:
    deal = Deal.of(load_deck("mini"), "1A 2B")
    assert repr(deal) == "<Deal of mini: 1A 2B C>"
    assert repr(deal.deck) == "<Deck mini: 7 faces>"
    answer = solve(deal)
    assert repr(answer) == (
        f"<Solution of mini 1A 2B C: optimal, points {answer.points}, bound {answer.bound}>"
    )
    assert len(repr(answer)) < 100


@pytest.mark.parametrize("words", [("--help",), ("solve", "--help"), ("deck", "show", "--help")])
def test_help_without_docstrings_is_the_same(words: tuple[str, ...]) -> None:
    plain = run_process(*words)
    bare = subprocess.run(
        [sys.executable, "-OO", *command(*words)[1:]], capture_output=True, check=True, timeout=300
    )
    assert bare.stdout == plain.stdout


def test_a_package_in_an_archive_says_that_it_must_be_installed(tmp_path: Path) -> None:
    archive = tmp_path / "bolets_solver.whl"
    with zipfile.ZipFile(archive, "w") as whole:
        for path in PACKAGE.rglob("*.py"):
            whole.write(path, path.relative_to(PACKAGE.parent))
    for program in (
        "from bolets_solver.cli import main; main()",
        "import bolets_solver; bolets_solver.load_deck('mini')",
    ):
        done = subprocess.run(
            [sys.executable, "-c", program, "deck", "list"],
            capture_output=True, text=True, check=False, timeout=300,
            cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(archive)},
        )  # fmt: skip
        assert done.returncode != 0
        assert f"bolets_solver is read from {archive}, which is not an installation" in done.stderr
        assert ("Traceback" in done.stderr) == ("load_deck" in program)


def test_a_package_without_its_decks_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shipped, "PACKAGE", tmp_path / "bolets_solver")
    with pytest.raises(FileNotFoundError, match="must be installed"):
        shipped_folder("card_data")
    with pytest.raises(InputError, match="must be installed"):
        load_deck("pinewood")


def test_an_at_that_is_missing_is_reported() -> None:
    result = run("reach", "1A", "4", "2B", "r90", "2,2")
    assert result.exit_code == 2
    assert "the '@' is missing before the tile: write 'r90 @2,2'" in result.stderr


def test_drawn_lines_are_reported_from_a_record(tmp_path: Path) -> None:
    (tmp_path / "mine.trace").write_text("bolets-trace/1\norder: 1A 2B C\n", "utf-8")
    result = run("check", str(tmp_path / "mine.trace"))
    assert result.exit_code == 2
    assert "'bolets check --trace FILE' reads" in result.stderr
