"""``bolets amanite play`` and ``boldest play``: quit, finished, and resumed."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import Result

from bolets_solver.boldest.files.writer import format_position
from bolets_solver.cli.shared import dialogue
from tests.amanite.tables import KNOWN, text
from tests.boldest.making import written
from tests.cli.running import ENDING, read_up_to, run, run_json, typing

TABLE = text(
    "tokens = { red = 2, blue = 1, green = 1 }\n"
    'pin = "Ann"\nsplit = "Bo"\npiles = [{ red = 1 }, { red = 1, blue = 1, green = 1 }]',
    'tokens = { yellow = 1, brown = 3 }\npin = "Bo"',
    'tokens = { purple = 2, brown = 2 }\npin = "Ann"',
    known=KNOWN,
)
PLANS = {"Ann": ["W", "W", ""], "Bo": ["W", "", "W W"], "Cy": ["", "", ""]}
DAY = format_position(written("M4* M2 M3\nM5  M3 M1", "Bo Ann Cy", PLANS))


@dataclass(frozen=True)
class Game:
    """A position and steps to its end."""

    name: str
    position: str
    steps: tuple[str, ...]


GAMES = (
    Game("amanite", TABLE, ("pile red", "take brown brown", "take purple purple")),
    Game("boldest", DAY, ("c1r1", "c1r2", "c2r1")),
)


@pytest.fixture(params=GAMES, ids=[game.name for game in GAMES])
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


@pytest.fixture
def file(game: Game, tmp_path: Path) -> str:
    path = tmp_path / "position.toml"
    path.write_text(game.position, encoding="utf-8")
    return str(path)


def play(game: Game, file: str, *options: str, lines: list[str]) -> Result:
    result = run(game.name, "play", file, *options, stdin="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    return result


def log(game: Game, file: str) -> str:
    """Return what the kept game says of its steps so far."""
    return play(game, file, lines=["log"]).stdout.split("> log\n")[1].split("the game is saved")[0]


def kept(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.toml"))


def test_a_game_goes_on_where_it_was_left(game: Game, file: str, saves: Path) -> None:
    first, second, third = game.steps
    left = play(game, file, lines=[first, second, "quit"])
    assert "resuming" not in left.stderr
    assert "the game is saved; the same command resumes it" in left.stdout
    (place,) = kept(saves)
    assert f"it is in {place}" in left.stdout
    again = play(game, file, lines=["undo", "undo", "undo", "redo 9", third, "undo"])
    assert "resuming the saved game" in again.stderr
    assert again.stdout.count("? there is nothing to undo") == 1
    assert f"# taken back: {third}" in place.read_text(encoding="utf-8")
    result = play(game, file, lines=["redo", "redo", "undo 9", "undo"])
    assert result.stdout.count("? there is nothing to redo") == 1
    assert result.stdout.count("? there is nothing to undo") == 1


def test_what_is_kept_is_a_position_that_every_command_reads(
    game: Game, file: str, saves: Path
) -> None:
    play(game, file, lines=[*game.steps[:2], f"save {saves.parent / 'Same.toml'}"])
    (place,) = kept(saves)
    same = (saves.parent / "Same.toml").read_text(encoding="utf-8")
    *position, digest = same.splitlines(keepends=True)
    assert "written by bolets" in digest
    assert place.read_text(encoding="utf-8").startswith("".join(position))
    assert run(game.name, "show", str(place)).exit_code == 0
    assert run_json(game.name, "solve", str(place), "--json")["status"] == "proven"


def test_no_game_that_was_left_is_lost(game: Game, file: str, saves: Path) -> None:
    play(game, file, lines=[game.steps[0]])
    before = kept(saves)[0].read_text(encoding="utf-8")
    result = play(game, file, "--new", lines=[game.steps[0], game.steps[1]])
    place = re.search("the saved game is now (.+)", result.stderr)
    assert place is not None
    assert Path(place[1]).read_text(encoding="utf-8") == before
    assert "the same command without --new" in result.stdout
    play(game, place[1], lines=[game.steps[1]])
    assert len(kept(saves)) == 3


def test_a_game_that_was_spoiled_is_put_aside(game: Game, file: str, saves: Path) -> None:
    play(game, file, lines=[game.steps[0]])
    (place,) = kept(saves)
    for spoiled in (b"\xff\xfe rubbish", b"# made: nonsense\n", b"# taken back: c9r9\n"):
        place.write_bytes(spoiled)
        result = play(game, file, lines=["log", game.steps[0]])
        assert "cannot be read and is moved aside" in result.stderr
        assert spoiled in [path.read_bytes() for path in saves.rglob("*.*")]
        assert f"# made: {game.steps[0]}" in place.read_text(encoding="utf-8")


CHANGES = {
    "half of it": lambda text: text[: len(text) // 2],
    "nothing": lambda text: "",
    "without its steps": lambda text: re.sub("^# made: .*\n", "", text, flags=re.MULTILINE),
    "one step less": lambda text: re.sub("# made: [^\n]*\n$", "", text),
    "another position": lambda text: re.sub(r"\b1\b", "2", text, count=1),
    "a remark": lambda text: f"# Do not forget this.\n{text}",
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_somebody_changed_in_a_kept_game_is_not_lost(
    change: str, game: Game, file: str, saves: Path
) -> None:
    play(game, file, lines=list(game.steps[:2]))
    (place,) = kept(saves)
    changed = CHANGES[change](place.read_text(encoding="utf-8"))
    place.write_text(changed, encoding="utf-8")
    result = play(game, file, lines=[game.steps[0]])
    assert f"moved aside: {place}: its steps do not lead to its position" in result.stderr
    aside = re.search("the saved game is now (.+)", result.stderr)
    assert aside is not None
    assert Path(aside[1]).read_text(encoding="utf-8") == changed
    assert log(game, file).strip()


def test_one_spoiled_game_does_not_take_the_place_of_another(
    game: Game, file: str, saves: Path
) -> None:
    play(game, file, lines=[game.steps[0]])
    (place,) = kept(saves)
    spoiled = [b"\xff one", b"\xff two", b"\xff three"]
    for each in spoiled:
        place.write_bytes(each)
        result = play(game, file, lines=[game.steps[0]])
        (aside,) = re.findall("the saved game is now (.+)", result.stderr)
        assert Path(aside).read_bytes() == each
    assert sorted(path.read_bytes() for path in saves.glob("*.unreadable")) == sorted(spoiled)


def test_a_kept_game_that_an_editor_saved_goes_on_in_its_place(
    game: Game, file: str, saves: Path
) -> None:
    play(game, file, lines=[game.steps[0]])
    (place,) = kept(saves)
    text = place.read_text(encoding="utf-8")
    place.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    result = play(game, file, lines=[game.steps[1]])
    assert result.stderr.endswith("resuming the saved game (--new starts again)\n")
    assert kept(saves) == [place]


def test_ending_a_game_leaves_what_another_session_made_of_it(
    game: Game, file: str, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(game, file, lines=[game.steps[0]])
    (place,) = kept(saves)
    end = dialogue.GameSaver.finish

    def later(keeper: dialogue.GameSaver) -> None:
        place.write_text("another session wrote this")
        end(keeper)

    monkeypatch.setattr(dialogue.GameSaver, "finish", later)
    result = play(game, file, lines=[*game.steps[1:], ""])
    assert "the game is over; it is in " in result.stdout
    assert place.read_text() == "another session wrote this"


def test_a_game_that_is_over_goes_to_the_finished_ones(game: Game, file: str, saves: Path) -> None:
    result = play(game, file, lines=[*game.steps, "", "never read"])
    assert "the game is over: undo, or an empty line to end it" in result.stdout
    assert "never read" not in result.stdout
    (place,) = kept(saves)
    assert place.parent.name == "finished"
    assert f"it is in {place}" in result.stdout
    assert run(game.name, "score", str(place)).exit_code == 0
    assert "resuming" not in play(game, file, lines=["quit"]).stderr


def test_a_game_that_cannot_be_kept_is_printed(game: Game, file: str, saves: Path) -> None:
    saves.write_text("a file where the folder should be")
    result = play(game, file, lines=[game.steps[0], "undo", "redo"])
    assert result.stderr.count("cannot be saved") == 1
    assert f"# made: {game.steps[0]}" in result.stdout.split("this is its position:")[1]
    over = play(game, file, lines=[*game.steps, ""])
    assert f"# made: {game.steps[-1]}" in over.stdout.split("this is its position:")[1]


@pytest.mark.parametrize("typed", [b"\xff\xfe\xe9", b"\0", b"S" * 30_000, b"undo " * 30_000])
def test_whatever_is_typed_the_game_goes_on(
    typed: bytes, game: Game, file: str, saves: Path
) -> None:
    lines = b"\n".join([game.steps[0].encode(), typed, b"moves", b"quit"])
    result = run(game.name, "play", file, stdin=lines)
    assert result.exit_code == 0
    assert "\n? " in result.stdout
    assert f"# made: {game.steps[0]}" in kept(saves)[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("end", ENDING)
def test_whatever_ends_a_session_the_game_is_kept(
    end: str, game: Game, file: str, saves: Path
) -> None:
    lines = f"{game.steps[0]}\nnonsense\n"
    with typing(game.name, "play", file, lines=lines) as process:
        assert process.stdout is not None
        read_up_to(process.stdout, "\n? ")
        process.send_signal(getattr(signal, end))
        rest = process.stdout.read()
    assert process.returncode == 130
    assert "the game is saved; the same command resumes it" in rest
    assert f"# made: {game.steps[0]}" in kept(saves)[0].read_text(encoding="utf-8")


@pytest.mark.skipif(not ENDING, reason="signals of POSIX")
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.2, 0.3])
def test_ctrl_c_while_the_kernels_are_loaded_spoils_nothing(seconds: float, tmp_path: Path) -> None:
    """Libraries that were left half loaded could not be loaded again."""
    place = tmp_path / "table.toml"
    place.write_text(TABLE, encoding="utf-8")
    words = ("amanite", "play", str(place))
    with typing(*words, lines="solve\nsolve\n", seconds=300, stderr=subprocess.PIPE) as process:
        read_up_to(process.stdout, "")  # the table is shown: kernels are loaded next
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert "Traceback" not in err
    # a signal that comes before the first line is read ends the session
    assert "Status: proven" in out or process.returncode == 130


@pytest.mark.skipif(not ENDING, reason="signals of POSIX")
def test_the_terminal_may_be_gone_when_the_program_is_ended(
    game: Game, file: str, saves: Path
) -> None:
    lines = f"{game.steps[0]}\nnonsense\n"
    with typing(game.name, "play", file, lines=lines) as process:
        assert process.stdout is not None
        read_up_to(process.stdout, "\n? ")
        process.stdout.close()
        process.send_signal(signal.SIGHUP)
        process.wait()
    assert process.returncode == 130
    assert f"# made: {game.steps[0]}" in kept(saves)[0].read_text(encoding="utf-8")
