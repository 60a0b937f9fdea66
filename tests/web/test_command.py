"""``bolets web`` from the command line: its address, its arguments, its end."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from bolets_solver.web import serve
from bolets_solver.web.serve import LOCAL
from tests.cli.running import command, run

UNIX = sys.platform != "win32"


@pytest.mark.skipif(not UNIX, reason="on Windows no process can be sent Ctrl-C")
@pytest.mark.parametrize("end", ["SIGINT", "SIGTERM"])
def test_the_first_line_is_the_address_and_ctrl_c_ends_it(end: str, tmp_path: Path) -> None:
    words = command("web", "--no-browser", "6B", "2B")
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{32}", address)
            with urllib.request.urlopen(address, timeout=30) as page:
                assert page.status == 200
            process.send_signal(getattr(signal, end))
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out) == (0, "")
    assert "the games are saved" in err
    assert "Traceback" not in err


def test_a_taken_port_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind((LOCAL, 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("web", "--no-browser", "--port", str(port))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"error: port {port} cannot be used: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-face"],
        ["B1-pinewood-WG0RE-1HKG9E"],
        ["http://127.0.0.1:1/#B1-pinewood-WG0RE-1HKG9E"],
        ["--deck", "pinewood"],
        ["--difficulty", "easy"],
    ],
)
def test_what_cannot_be_opened_is_reported_before_anything_listens(arguments: list[str]) -> None:
    result = run("web", "--no-browser", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")


def opened(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[str, dict[str, object]]:
    """What the command prints, and the view of the game that it was given."""
    shown: dict[str, object] = {}

    def serve_once(
        board: object, place: serve.ListeningPlace, keys: object, opening: object
    ) -> None:
        shown.update(board.answers.begin({}))  # type: ignore[attr-defined]
        shown["opening"] = opening
        place.socket.close()

    monkeypatch.setattr(serve, "serve", serve_once)
    result = run("web", *arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout, shown


def test_a_record_and_a_link_are_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.bolets"
    file.write_text("bolets-record/1\norder: 6B 2B\nentrance: 1\n", encoding="utf-8")
    out, shown = opened(monkeypatch, str(file))
    view = shown["view"]
    assert isinstance(view, dict)
    assert [one["action"] for one in view["actions"]] == ["entrance 1"]
    assert shown["opening"] == out.strip()
    _, again = opened(monkeypatch, "--no-browser", f"http://x/#{view['link']}")
    assert again["view"]["link"] == view["link"]  # type: ignore[index]
    assert again["opening"] is None


def test_a_deck_in_a_file_can_be_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    deck = Path(__file__).parents[2] / "card_data" / "mini.toml"
    own = tmp_path / "own.toml"
    own.write_text(deck.read_text(encoding="utf-8"), encoding="utf-8")
    _, shown = opened(monkeypatch, "--no-browser", "1A", "2B", "--deck", str(own))
    view = shown["view"]
    assert isinstance(view, dict)
    assert view["deck"] == str(own)


def test_a_deck_file_opens_the_card_editor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shown: dict[str, object] = {}

    def serve_once(
        board: object, place: serve.ListeningPlace, keys: object, opening: object
    ) -> None:
        shown.update(board.cards.decks({}))  # type: ignore[attr-defined]
        place.socket.close()

    monkeypatch.setattr(serve, "serve", serve_once)
    file = tmp_path / "mine.toml"
    file.write_text("not yet [a deck", encoding="utf-8")
    result = run("web", "--no-browser", str(file))
    assert result.exit_code == 0, result.stderr
    assert result.stdout.strip().endswith("#cards")
    assert shown["first"] == str(file)
    for words in ([str(file), "--deck", "mini"], [str(tmp_path / "other.toml")]):
        result = run("web", "--no-browser", *words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("error: ")


def test_other_devices_get_a_code_and_it_is_said_what_it_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.0.2.7"])
    monkeypatch.setattr(serve, "LOCAL", LOCAL)
    out, _ = opened(monkeypatch, "--no-browser", "--lan", "6B", "2B")
    lines = out.splitlines()
    assert lines[0].startswith(f"http://{LOCAL}:")
    assert re.fullmatch(r"for another device: http://192\.0\.2\.7:\d+/\?token=[\w-]{32}", lines[1])
    assert lines[0].partition("token=")[2] != lines[1].partition("token=")[2]
    assert _scanned(lines[2:]) == lines[1].removeprefix("for another device: ")


def _scanned(rows: list[str]) -> str:
    """Read the QR code that is printed in half blocks, light on dark."""
    import zxingcpp
    from PIL import Image

    light = {"\u2588": (1, 1), "\u2580": (1, 0), "\u2584": (0, 1), " ": (0, 0)}
    dots = [[light[sign][half] for sign in row] for row in rows for half in (0, 1)]
    image = Image.new("L", (len(dots[0]), len(dots)))
    image.putdata([255 * dot for row in dots for dot in row])
    (code,) = zxingcpp.read_barcodes(image.resize((image.width * 6, image.height * 6), 0))
    return str(code.text)


def test_the_help_is_quick(tmp_path: Path) -> None:
    code = (
        "import sys; from bolets_solver.cli import cli; from click.testing import CliRunner; "
        "CliRunner().invoke(cli, ['web', '--help']); "
        "print(sorted({'uvicorn', 'starlette', 'numpy', 'segno'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert json.loads(done.stdout.replace("'", '"')) == []


def test_listening_is_on_this_machine_alone() -> None:
    place = serve.listen(0, lan=False)
    try:
        assert place.socket.getsockname()[0] == "127.0.0.1"
        assert place.hosts == (LOCAL, "localhost")
    finally:
        place.socket.close()
