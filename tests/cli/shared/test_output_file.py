"""Commands that write a file: what they replace, and what they keep."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import networkx
import pytest
from click.testing import Result
from PIL import Image
from pypdfium2 import PdfDocument

from tests.cli.companions.test_stepping import DAY, TABLE
from tests.cli.running import command, run

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


links = pytest.mark.skipif(sys.platform == "win32", reason="not everybody may make links there")


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
    assert f"{file}: exists and is not an unchanged " in result.output
    assert "so it is not overwritten" in result.output
    assert file.read_bytes() == STRANGE[strange]
    if "save" not in name:  # there the game continues
        assert (result.exit_code, result.stdout) == (2, "")


def changes(data: bytes) -> Iterator[bytes]:
    """Yield a content with what a person, or a person's program, may have changed in it."""
    middle = len(data) // 2
    yield data[:middle] + b" " + data[middle:]
    yield data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    yield data + b"# the evening with the wolf\n"
    yield b"# the evening with the wolf\n" + data
    yield data[:-1] + b"~"


@pytest.mark.parametrize("name", WRITERS)
def test_what_somebody_has_changed_is_not_written_over(name: str) -> None:
    """Wherever it was changed: how a file begins says nothing."""
    file, first = write(name)
    assert first.exit_code == 0, first.output
    for changed in changes(file.read_bytes()):
        file.write_bytes(changed)
        _, result = write(name)
        assert f"{file}: exists and is not an unchanged " in result.output
        assert "so it is not overwritten" in result.output
        assert file.read_bytes() == changed


def test_line_ends_and_a_byte_order_mark_are_no_change() -> None:
    file, _ = write("solve")
    wrote = file.read_bytes()
    for copied in (wrote.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + wrote):
        file.write_bytes(copied)
        assert write("solve")[1].exit_code == 0


def test_a_drawing_over_a_map_is_kept_and_its_record_can_be_read() -> None:
    write("draw svg")
    picture = Path("picture.svg")
    drawn = picture.read_text().replace("</svg>", '<path id="mine" d="M 1 2 3 4"/></svg>')
    picture.write_text(drawn)
    assert write("draw svg")[1].exit_code == 2
    assert picture.read_text() == drawn


def test_what_is_written_can_be_read_with_its_mark() -> None:
    write("solve")
    assert run("check", "record.bolets").exit_code == 0
    for name, program in (("amanite save", "amanite"), ("boldest save", "boldest")):
        file, _ = write(name)
        assert run(program, "show", str(file)).exit_code == 0
    png, _ = write("draw png")
    assert Image.open(png).text["bolets-digest"]
    Image.open(png).verify()
    pdf, _ = write("deck print")
    assert len(PdfDocument(pdf)) >= 1
    graph, _ = write("reach")
    assert networkx.read_graphml(graph).number_of_nodes()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of Unix")
def test_a_full_disk_leaves_no_part_of_a_file() -> None:
    """Here no file may have any bytes at all."""
    script = 'ulimit -f 0; trap "" XFSZ; "$@"'
    for words, file in (
        (("deck", "new", "./new.toml"), "new.toml"),
        (("deck", "new", "new"), "card_data/new.toml"),
        (("amanite", "new", "a2.toml"), "a2.toml"),
        (("solve", *DEAL, "-o", "best.bolets"), "best.bolets"),
    ):
        done = subprocess.run(
            ["sh", "-c", script, "sh", *command(*words)],
            capture_output=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 2
        assert f"{file}: cannot be written: ".encode() in done.stderr
        assert not Path(file).exists()
    assert not list(Path().rglob(".bolets-*"))


@pytest.mark.parametrize("length", [245, 250, 255])
def test_a_name_may_be_as_long_as_any(length: int) -> None:
    name = "r" * (length - len(".bolets")) + ".bolets"
    for _ in range(2):
        result = run("solve", *DEAL, "-o", name)
        assert result.exit_code == 0, result.output
    assert run("check", name).exit_code == 0
    too_long = "r" + name if length == 255 else "r" * 300
    result = run("solve", *DEAL, "-o", too_long)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be written" in result.stderr


@pytest.mark.parametrize("game", ["amanite", "boldest"])
def test_a_position_of_the_other_game_is_kept(game: str) -> None:
    other = {"amanite": "b.toml", "boldest": "a.toml"}[game]
    before = Path(other).read_bytes()
    result = run(game, "play", f"{game[0]}.toml", stdin=f"save {other}\n")
    assert f"of {game} of this program, so it is not overwritten" in result.stdout
    assert Path(other).read_bytes() == before


@pytest.mark.parametrize("game", ["amanite", "boldest"])
def test_a_position_that_somebody_wrote_is_kept(game: str) -> None:
    """With the remarks in it; also if it is the one that is played."""
    own = Path(f"{game[0]}.toml")
    before = own.read_bytes() + b"# the evening with the wolf\n"
    own.write_bytes(before)
    result = run(game, "play", str(own), stdin=f"save {own}\nsave other.toml\n")
    assert f"is not an unchanged position of {game} of this program" in result.stdout
    assert own.read_bytes() == before
    assert Path("other.toml").is_file()


@pytest.mark.parametrize("words", [("amanite", "new"), ("boldest", "new"), ("deck", "new")])
def test_what_is_to_be_filled_in_is_never_replaced_unasked(words: tuple[str, ...]) -> None:
    assert run(*words, "./new.toml").exit_code == 0
    before = Path("new.toml").read_bytes() + b"# filled in\n"
    Path("new.toml").write_bytes(before)
    result = run(*words, "./new.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "already" in result.stderr
    assert Path("new.toml").read_bytes() == before


def test_a_place_that_is_none_is_reported_before_the_work() -> None:
    for name, (file, arguments, typed) in WRITERS.items():
        place = f"nowhere/{file}"
        words = [place if word == "OUT" else word for word in arguments]
        result = run(*words, stdin=None if typed is None else typed.replace("OUT", place))
        assert "there is no folder 'nowhere'" in result.output, name


@links
@pytest.mark.parametrize("name", WRITERS)
def test_a_link_stays_one_and_what_it_leads_to_is_written(name: str) -> None:
    file = Path(WRITERS[name][0])
    for target in (Path("kept") / file, Path("later") / file):
        target.parent.mkdir()
        file.unlink(missing_ok=True)
        file.symlink_to(target)
        if target.parent.name == "kept":
            target.write_bytes(b"")
        _, result = write(name)
        assert result.exit_code == 0, result.output
        assert file.is_symlink()
        assert target.read_bytes()


@links
@pytest.mark.parametrize("name", WRITERS)
def test_a_link_that_leads_nowhere_is_reported(name: str) -> None:
    file = Path(WRITERS[name][0])
    for target, why in ((Path("nowhere") / file, "does not exist"), (file, "symbolic links")):
        file.unlink(missing_ok=True)
        file.symlink_to(target)
        _, result = write(name)
        assert why in result.output
        assert file.is_symlink()


@pytest.mark.parametrize("name", ["play", "play save", "amanite save", "boldest save", "bonus"])
def test_a_dash_is_standard_output(name: str) -> None:
    _, arguments, typed = WRITERS[name]
    words = ["-" if word == "OUT" else word for word in arguments]
    result = run(*words, stdin=None if typed is None else typed.replace("OUT", "-"))
    assert result.exit_code == 0, result.output
    begin = {"play": "bolets-record/1\n", "bonus": "<svg "}
    assert begin.get(name.split()[0], f'format = "{name.split()[0]}-') in result.stdout
    assert not Path("-").exists()


def test_a_picture_and_json_do_not_both_go_to_standard_output() -> None:
    result = run("bonus", *DEAL, "--svg", "-", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "give one of them" in result.stderr


def test_a_finished_game_is_printed_where_that_is_asked_for() -> None:
    solved = run("solve", *DEAL, "-o", "best.bolets")
    assert solved.exit_code == 0
    steps = Path("best.bolets").read_text().split("entrance: ")[1]
    result = run("play", *DEAL, "--no-optimum", "-o", "-", stdin=f"{steps}\n\n")
    assert result.stdout.count("bolets-record/1") == 1
    record = Path("best.bolets").read_text()
    assert result.stdout.endswith(record[: record.index("# written by bolets")])


@pytest.mark.parametrize("name", ["amanite save", "boldest save"])
def test_a_name_may_have_blanks(name: str) -> None:
    _, words, _ = WRITERS[name]
    file = "my  täble 2.toml"
    result = run(*words, stdin=f"save {file} \n")
    assert f"wrote {file}" in result.stdout
    assert Path(file).exists()


def test_no_name_is_no_folder() -> None:
    for arguments in (("solve", *DEAL, "-o", ""), ("bonus", *DEAL, "--svg", " ")):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "give a file for the " in result.stderr


def test_a_folder_that_may_not_be_changed_is_reported_before_the_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A file in it might be changed, but not so that it is there whole or not at all."""
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: not Path(path).is_dir())
    for old in (None, "\n"):
        if old is not None:
            Path("record.bolets").write_text(old)
        _, result = write("solve")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "no permission to change the folder '.'" in result.stderr
    monkeypatch.setattr(os, "access", access)


@pytest.mark.skipif(sys.platform == "win32", reason="no such flag")
def test_a_read_only_file_system_is_the_reason_given(monkeypatch: pytest.MonkeyPatch) -> None:
    statvfs = os.statvfs
    read_only = os.statvfs_result([*statvfs(".")[:8], os.ST_RDONLY, *statvfs(".")[9:]])
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda path, mode: not Path(path).is_dir())
        patch.setattr(os, "statvfs", lambda path: read_only)
        _, result = write("solve")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be written: the file system is read-only" in result.stderr


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="the system has no such file")
@pytest.mark.parametrize("before", [b"", b"My notes.\n"])
def test_the_file_that_standard_output_goes_to_holds_both(before: bytes) -> None:
    place = Path("all.txt")
    for arguments, part in (
        (("solve", *DEAL, "-o", "/dev/stdout"), b"bolets-record/1"),
        (("bonus", *DEAL, "--games", "5", "--svg", "/dev/stdout"), b"<svg "),
    ):
        place.write_bytes(before)
        with place.open("ab") as stream:
            done = subprocess.run(
                command(*arguments), stdout=stream, stderr=subprocess.PIPE, check=False, timeout=300
            )
        assert done.returncode == 0, done.stderr
        both = place.read_bytes()
        assert both.startswith(before)
        assert part in both
        assert len(both) > len(before) + 500
