"""The questions of ``bolets deck scan``: nothing is taken over unseen, nothing is lost."""

from __future__ import annotations

import re
import shutil
import signal
import sys
from pathlib import Path

import pytest
from click.testing import Result

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.files.deck_filling import open_deck
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.files.deck_template import deck_template
from bolets_solver.bolets.files.deck_text import face_lines
from bolets_solver.scan.faces.examples import examples_path, read_examples
from tests.cli.running import read_up_to, run, run_json, typing
from tests.scan.art import STYLES
from tests.scan.photographs import Severity, photograph

QUICK = Severity("quick", 700, 20, 0.3, 0.15, 2, 88)
DECK = load_deck("pinewood")
FILE = Path("mine.toml")
SCAN = ("deck", "scan", "--deck", "mine.toml")


def take_photo(file: str, names: list[str], seed: int, deck: Deck = DECK) -> None:
    arts = [STYLES["other"](deck, name) for name in names]
    Path(file).write_bytes(photograph(arts, QUICK, seed, [0] * len(names))[0])


def rows(name: str, deck: Deck = DECK) -> list[str]:
    return list(deck.faces[name].grid)


def label(name: str) -> str:
    Path(f"{name}.txt").write_text("\n".join(rows(name)), encoding="utf-8")
    return f"{name}={name}.txt"


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a deck file of which face 1A was learned, and a photo of 1B."""
    folder = tmp_path_factory.mktemp("learned")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        FILE.write_text(deck_template("mine", 2, "5x7", "tiles"), encoding="utf-8")
        take_photo("1A.jpg", ["1A"], 3)
        take_photo("1B.jpg", ["1B"], 4)
        assert run(*SCAN, "1A.jpg", "--label", label("1A")).exit_code == 0
    return folder


@pytest.fixture
def first_face(learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, in a folder of this test's own."""
    shutil.copytree(learned, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


def answers(photo: str, name: str) -> list[str]:
    """What somebody types who corrects all that is wrong."""
    seen = run_json(*SCAN, photo, "--propose", "--json")["cards"][0]
    turn = [] if seen["turn_is_sure"] else ["yes"]
    grid = rows(name)
    letters = [grid[place["row"] - 1][place["column"] - 1] for place in seen["doubtful"]]
    return [*turn, *letters, *(f"row {y} {row}" for y, row in enumerate(grid, start=1)), "yes"]


def scan(photo: str, *typed: str) -> Result:
    result = run(*SCAN, photo, stdin="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0, result.stderr
    return result


@pytest.mark.usefixtures("first_face")
def test_enter_at_everything_takes_nothing() -> None:
    before = FILE.read_bytes(), examples_path(FILE).read_bytes()
    result = scan("1B.jpg", *[""] * 300)
    assert "type what lies there" in result.stdout or "type yes" in result.stdout
    assert (FILE.read_bytes(), examples_path(FILE).read_bytes()) == before


@pytest.mark.usefixtures("first_face")
def test_an_empty_line_neither_accepts_a_letter_nor_a_face() -> None:
    typed = answers("1B.jpg", "1B")
    twice = [line for answer in typed for line in ("", answer)]
    result = scan("1B.jpg", "1B", *twice)
    assert result.stdout.count("? type") == len(typed)
    assert open_deck(FILE).faces["1B"].grid == DECK.faces["1B"].grid


@pytest.mark.usefixtures("first_face")
def test_a_face_is_shown_as_it_is_written_beside_its_photo() -> None:
    typed = answers("1B.jpg", "1B")
    result = scan("1B.jpg", "1B", *typed)
    shown = result.stdout.rpartition("is all of it right?")[0].splitlines()
    last = max(index for index, line in enumerate(shown) if line.startswith("face 1B"))
    grid = ["".join(line.split()[1:]) for line in shown[last + 2 : last + 9]]
    assert tuple(grid) == open_deck(FILE).faces["1B"].grid
    assert "photo and drawing side by side: mine.scan.svg" in shown[-1]
    sheet = Path("mine.scan.svg").read_text(encoding="utf-8")
    assert "data:image/jpeg" in sheet
    assert "1B" in sheet
    assert "valid: no defects" in result.stdout


@pytest.mark.usefixtures("first_face")
def test_the_sheet_shows_the_face_while_it_is_asked_about() -> None:
    scan("1B.jpg", "1B", "quit")
    assert "as it would be written" in Path("mine.scan.svg").read_text(encoding="utf-8")


@pytest.mark.usefixtures("first_face")
def test_a_sheet_that_somebody_changed_is_not_overwritten() -> None:
    scan("1B.jpg", "1B", "quit")
    scan("1B.jpg", "1B", "quit")  # its own sheet is replaced
    sheet = Path("mine.scan.svg")
    sheet.write_text(sheet.read_text(encoding="utf-8") + "<!-- mine -->", encoding="utf-8")
    before = sheet.read_bytes(), FILE.read_bytes()
    result = run(*SCAN, "1B.jpg", stdin="1B\nquit\n")
    assert result.exit_code == 2
    assert "mine.scan.svg: exists and is not an unchanged SVG picture" in result.stderr
    assert (sheet.read_bytes(), FILE.read_bytes()) == before


@pytest.mark.usefixtures("first_face")
def test_the_same_photo_again_shows_a_face_that_is_known() -> None:
    take_photo("again.jpg", ["1A"], 9)
    before = FILE.read_bytes()
    result = scan("again.jpg", "")
    assert "it looks like face 1A, which is known" in result.stdout
    scan("again.jpg", "1A")  # it is learned again, not written
    assert FILE.read_bytes() == before


def test_a_first_face_that_is_typed_is_laid_over_the_photo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    FILE.write_text(deck_template("mine", 2, "5x7", "tiles"), encoding="utf-8")
    take_photo("1A.jpg", ["1A"], 3)
    forgotten = [*rows("1A")[:3], *rows("1A")[4:], ""]
    scan("1A.jpg", "1A", *rows("1A"), "", "", "quit")  # an empty line agrees to nothing
    assert open_deck(FILE).typed == {}
    result = scan("1A.jpg", "1A", *forgotten, "again", *rows("1A"), "", "yes")
    assert re.findall("[?] the photo looks like .* tiles, not (.*)", result.stdout) == ["5x6"]
    assert open_deck(FILE).typed.keys() == {"1A"}
    assert list(read_examples(examples_path(FILE)).faces) == ["1A"]


def test_walls_on_edges_are_typed_and_corrected_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    deck = load_deck("thicket")
    FILE.write_text(deck_template("mine", 2, "5x7", "edges"), encoding="utf-8")
    take_photo("1A.jpg", ["1A"], 3, deck)
    *grid, doors = face_lines(deck.faces["1A"])
    text = [line for line in grid if not line.startswith(("grid", "'''"))]
    scan("1A.jpg", "1A", *text, doors.replace("doors =", "doors"), "", "yes")
    assert open_deck(FILE).typed["1A"] == deck.faces["1A"]


@pytest.mark.usefixtures("first_face")
@pytest.mark.skipif(sys.platform == "win32", reason="no signal can be sent to a process there")
def test_ctrl_c_keeps_what_was_confirmed_and_the_command_goes_on() -> None:
    take_photo("both.jpg", ["1B", "2A"], 5)
    grid = rows("1B")
    first = run_json(*SCAN, "both.jpg", "--propose", "--json")["cards"][0]
    letters = [grid[p["row"] - 1][p["column"] - 1] for p in first["doubtful"]]
    turn = [] if first["turn_is_sure"] else ["yes"]
    lines = ["1B", *turn, *letters, *(f"row {y} {r}" for y, r in enumerate(grid, 1)), "yes"]
    words = "".join(f"{line}\n" for line in lines)
    with typing(*SCAN, "both.jpg", lines=words) as process:
        read_up_to(process.stdout, "both.jpg, card 2")
        read_up_to(process.stdout, "which face is it")
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
    assert open_deck(FILE).typed["1B"] == DECK.faces["1B"]
    assert set(read_examples(examples_path(FILE)).faces) == {"1A", "1B"}
    result = scan("both.jpg", "", "quit")  # the same command continues with the second card
    assert "it looks like face 1B, which is known" in result.stdout
    assert "Enter for 2A" in result.stdout
