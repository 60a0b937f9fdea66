"""Trouble with the system gives one line, with an exit code that is never 1."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bolets_solver.cli import cli
from bolets_solver.cli.shared import system
from bolets_solver.errors import Defect, InputError, InternalError
from bolets_solver.files import folders
from bolets_solver.files.saved_games import saves_folder
from bolets_solver.optimize.tables.table_store import default_folder
from bolets_solver.shipped import shipped_folder
from tests.cli.running import command, run, run_process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")

ANSWERING = {
    "help": ("--help",),
    "deal": ("deal", "--seed", "3"),
    "check": ("check", "game.bolets", "--json"),
    "draw": ("draw", "mini", "-o", "-"),
    "amanite": ("amanite", "--help"),
    "solve": ("solve", "1A", "2B", "--deck", "mini", "--json"),
}
READING = {
    "check": ("check", "-"),
    "play": ("play", "1A", "2B"),
    "solve orders": ("solve", "-"),
    "log add": ("log", "add", "-"),
    "deck validate": ("deck", "validate", "-"),
    "boldest": ("boldest", "solve", "-"),
}
"""Each way of a command to its streams; a process for each of all commands would take minutes."""


@pytest.fixture(autouse=True)
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.bolets").write_text("bolets-record/1\ndeck: mini\norder: 1A 2B C\n", "utf-8")


def redirected(
    words: tuple[str, ...], redirection: str, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command under a shell that redirects its streams."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", *command(*words)],
        input=b"",
        capture_output=True,
        check=False,
        timeout=300,
        env=os.environ | environment,
    )


def error_lines(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    """Return what a command says of an error: no traceback, whatever else was said."""
    text = done.stderr.decode()
    assert "Traceback" not in text
    assert "Exception ignored" not in text
    return [line for line in text.splitlines() if "error: " in line]


@pytest.mark.parametrize(
    ("name", "unbuffered"), [*((name, "") for name in ANSWERING), ("deal", "1")]
)
def test_an_answer_that_cannot_be_printed_is_an_error(name: str, unbuffered: str) -> None:
    ways = {">&-": "it is closed"}
    if Path("/dev/full").exists():
        ways[">/dev/full"] = "No space left on device"
    for way, why in ways.items():
        done = redirected(ANSWERING[name], way, PYTHONUNBUFFERED=unbuffered)
        assert done.returncode == 2, way
        assert error_lines(done) == [f"error: the result cannot be written: standard output: {why}"]


@pytest.mark.parametrize("name", ["deal", "check"])
def test_messages_that_cannot_be_printed_are_no_loss(name: str) -> None:
    done = redirected(ANSWERING[name], "2>&-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == run(*ANSWERING[name]).stdout


@pytest.mark.parametrize("name", READING)
def test_standard_input_that_is_closed_is_reported(name: str) -> None:
    done = redirected(READING[name], "<&-")
    assert done.returncode == 2
    said = error_lines(done) or done.stdout.decode().splitlines()  # validate answers with defects
    assert any("standard input" in line or "-: " in line for line in said)
    assert any("it is closed" in line for line in said)


def test_all_streams_closed() -> None:
    for words in (ANSWERING["deal"], READING["check"], ("nonsense",)):
        assert redirected(words, "<&- >&- 2>&-").returncode == 2


def test_a_file_does_not_take_the_place_of_a_closed_stream() -> None:
    """What is written to the record is the record alone."""
    words = ("solve", "1A", "2B", "--deck", "mini", "-o", "best.bolets")
    done = redirected(words, ">&- 2>&-")
    assert done.returncode == 2
    assert run("check", "best.bolets").exit_code == 0


def test_the_answer_is_found_though_the_working_folder_is_gone(tmp_path: Path) -> None:
    out = tmp_path / "best.bolets"
    script = 'mkdir gone && cd gone && rmdir ../gone && "$@"'
    for words, code in (
        (("solve", "1A", "2B", "--deck", "mini", "-o", str(out)), 0),
        (("deck", "print", "mini", "-o", str(tmp_path / "sheet.pdf")), 0),
        (("draw", "mini", "-o", "mini.svg"), 2),
        (("log", "add", str(out)), 2),
        (("deck", "new", "mine"), 2),
        (("amanite", "new", "mine"), 2),
    ):
        done = subprocess.run(
            ["sh", "-c", script, "sh", *command(*words)],
            capture_output=True,
            check=False,
            timeout=300,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
        )
        assert done.returncode == code, done.stderr
        assert len(error_lines(done)) == (code == 2)
        assert code == 0 or b"the working folder was deleted" in done.stderr


def test_a_number_of_threads_that_is_none_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run_process(*ANSWERING["solve"], NUMBA_NUM_THREADS="0")
    assert done.returncode == 0, done.stderr
    for value in ("0", "-1", "four", "1e3", "9" * 30, "", "2"):
        monkeypatch.setenv("NUMBA_NUM_THREADS", value)
        system.mend_environment()
        assert (os.environ.get("NUMBA_NUM_THREADS") == "2") == (value == "2")
        answer = capsys.readouterr().err
        assert ("is not a number of threads" in answer) == (value not in ("", "2"))


@pytest.mark.parametrize("found", [Path("~/.cache/bolets-solver"), RuntimeError("no home")])
def test_an_account_without_a_home(
    found: Path | RuntimeError, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(*words: object, **more: object) -> Path:
        if isinstance(found, RuntimeError):
            raise found
        return found

    for name in ("user_cache_path", "user_data_path", "user_state_path"):
        monkeypatch.setattr(f"platformdirs.{name}", find)
    monkeypatch.delenv("BOLETS_CACHE_DIR")
    monkeypatch.delenv("BOLETS_SAVES")
    assert [folders.user_folder(purpose) for purpose in folders.Purpose] == [None] * 3
    assert default_folder() is None
    assert saves_folder().is_absolute()


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root may be others")
def test_an_account_that_is_not_known(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    kept = {key: text for key, text in os.environ.items() if not key.startswith(("HOME", "XDG"))}
    kept.pop("BOLETS_SAVES")
    try:
        done = subprocess.run(
            command("play", "1A", "2B"),
            input=b"1\n",
            capture_output=True,
            check=False,
            timeout=300,
            user=4242,
            extra_groups=[],
            env=kept | {"TMPDIR": str(tmp_path)},
        )
    except PermissionError:
        pytest.skip("others may not use this Python")
    assert done.returncode == 0, done.stderr
    assert not error_lines(done)
    assert not (tmp_path / "~").exists()


BYTES = os.fsdecode(b"r\xff")


@pytest.mark.skipif(sys.platform == "darwin", reason="there every name is UTF-8")
@pytest.mark.parametrize("name", [BYTES, "r\u00e9"])
def test_any_name_of_a_file_will_do(name: str) -> None:
    deck = Path(f"{name}.toml")
    deck.write_bytes((shipped_folder("card_data") / "mini.toml").read_bytes())
    for words in (
        ("solve", "1A", "2B", "--deck", "mini", "-o", f"{name}.bolets"),
        ("check", f"{name}.bolets"),
        ("draw", f"{name}.bolets", "-o", f"{name}.svg"),
        ("log", "add", f"{name}.bolets", "--log", f"{name}.txt"),
        ("log", "show", "--log", f"{name}.txt"),
        ("play", "--from", f"{name}.bolets"),
        ("deck", "validate", f"./{deck}"),
        ("solve", "1A", "2B", "--deck", f"./{deck}", "--json"),
    ):
        if words[0] != "deck":  # its answer names the file, which only a console of its own prints
            done = run(*words)
            assert done.exit_code == 0, (words, done.stderr)
    for words in (
        ("solve", "1A", "2B", "--deck", f"./{deck}", "-o", "best.bolets"),
        ("log", "add", f"{name}.bolets", "--deck", f"./{deck}"),
    ):
        done = run(*words)
        if name == BYTES:  # which no text can hold
            assert done.exit_code == 2
            assert "rename the file" in done.stderr
        else:
            assert done.exit_code == 0, done.stderr
    for locale in ("C", "C.UTF-8"):
        printed = run_process("deck", "validate", f"./{deck}", LC_ALL=locale)
        assert printed.returncode == 0, printed.stderr


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (OSError(28, "No space left on device", "x.txt"), 2, "error: x.txt: No space left"),
        (OSError(5, "Input/output error"), 2, "error: the system ended the work: Input"),
        (MemoryError(), 3, "error: the memory is exhausted"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (InternalError("they differ"), 4, "internal error: they differ"),
        (ImportError("no module"), 4, "error: a required module cannot be loaded"),
        (RecursionError("too deep"), 4, "internal error: RecursionError: too deep"),
        (AssertionError("first\nsecond"), 4, "internal error: AssertionError: first"),
        (UnicodeEncodeError("utf-8", "x", 0, 1, "no"), 4, "internal error: UnicodeEncodeError"),
    ],
)  # fmt: skip
def test_what_ends_a_command(
    error: BaseException,
    code: int,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Before a command runs and inside it the message is the same; the exit code is never 1."""

    def fail(*words: object, **more: object) -> None:
        raise error

    assert system.run(fail) == code
    assert capsys.readouterr().err.splitlines()[0].startswith(line)
    monkeypatch.setattr("bolets_solver.bolets.files.deck_library.deck_names", fail)
    result = run("deck", "list")
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith(line)


def test_where_an_internal_error_happened_is_reported_on_demand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for value, shown in (("", False), ("1", True)):
        monkeypatch.setenv(system.TRACEBACK_VARIABLE, value)
        assert system.run(lambda: {}["x"]) == 4
        assert ("Traceback" in capsys.readouterr().err) == shown


def test_the_same_defect_is_reported_once_and_not_thousands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def error_lines(messages: list[str]) -> list[str]:
        assert system.ending(InputError(map(Defect, messages))) == 2
        return capsys.readouterr().err.splitlines()

    assert error_lines(["a", "b", "a"]) == ["error: a", "error: b"]
    lines = error_lines([f"slip {number}" for number in range(50_000)])
    assert lines[:2] == ["error: slip 0", "error: slip 1"]
    assert len(lines) == system.MOST_DEFECTS + 1
    assert lines[-1] == f"error: and {50_000 - system.MOST_DEFECTS} more"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "--foo"], "error: no such option '--foo'; did you mean '--from'? (see "),
        (
            ["atlas", "verify", "--limit", "1"],
            "error: no such option '--limit'; did you mean one of '--memory-limit', '--time-limit'",
        ),
        (["solvee"], "error: the command 'solvee' is unknown; did you mean 'solve'? (see "),
        (["check"], "error: missing argument 'FILE' (see 'bolets check --help')"),
        (["deck", "shw"], "error: no such command 'shw'"),
        (["deal", "--seed", "x"], "error: invalid value for '--seed': 'x' is not a whole number ("),
        (["draw", "f", "--tile", "x"], "error: invalid value for '--tile': 'x' is not a number ("),
        (
            ["draw", "f", "--tile", "3"],
            "error: invalid value for '--tile': 3.0 is not between 4 and 400 (",
        ),
        (["deal", "--cards", "0"], "error: invalid value for '--cards': 0 is below 1 ("),
        (
            ["solve", "2B", "--time-limit", "0"],
            "error: invalid value for '--time-limit': 0.0 is not above 0 (",
        ),
    ],
)
def test_usage_errors_are_one_line_like_others(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments, prog_name="bolets")
    assert ended.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and lines[0].startswith(message)
