"""Saved kernels: where they are, which are loaded, and which are not."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bolets_solver.jit import keeping
from bolets_solver.jit.keeping import KEPT_DAYS, Compiled, KernelFile, remove_old
from bolets_solver.jit.sources import PACKAGE

PARTS = {
    "number.py": "NUMBER = 10\n",
    "room/leaf.py": """from bolets_solver.jit import kernel
from bolets_solver.number import NUMBER

@kernel()
def leaf():
    return NUMBER + 1
""",
    "room/caller.py": """from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT
from bolets_solver.room.leaf import leaf

@kernel(INT())
def caller():
    return leaf()
""",
}

ASK = """
import sys
from bolets_solver.work import kernel_news

news_seen = []

def watch(what, about):
    news_seen.append(what)
    if what == kernel_news.NOT_KEPT:
        print(about, file=sys.stderr)

with kernel_news.watching(watch):
    from bolets_solver.room.caller import caller
    answer = caller()
print(answer, kernel_news.COMPILING in news_seen, "numba" in sys.modules)
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A package with the same way of compiling and three small modules that build on each other."""
    package = tmp_path / "copy" / "bolets_solver"
    for room in ("files", "jit", "work"):
        shutil.copytree(
            PACKAGE / room, package / room, ignore=shutil.ignore_patterns("__pycache__")
        )
    for module in ("errors.py", "letters.py"):
        shutil.copy(PACKAGE / module, package)
    (package / "__init__.py").touch()
    for name, text in PARTS.items():
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).write_text(text)
    return package


class Answer:
    """What a process of its own says: the answer, whether it compiled, and why it kept nothing."""

    def __init__(self, package: Path, cache: Path | str | None, before: str = "", **more: str):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", "PYTHONPATH": str(package.parent)}
        environment.pop("NUMBA_CACHE_DIR", None)
        if cache is not None:
            environment["NUMBA_CACHE_DIR"] = str(cache)
        done = subprocess.run(
            [sys.executable, "-c", before + ASK],
            cwd=package.parent,
            env={**environment, "PYTHONDONTWRITEBYTECODE": "1", **more},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        number, compiled, numba = done.stdout.split()
        assert compiled == numba, "the compiler is imported to compile, and never else"
        self.number = int(number)
        self.compiled = compiled == "True"
        self.complaint = done.stderr.strip()


def kept(cache: Path) -> list[Path]:
    return sorted(path for path in cache.rglob("*") if path.is_file())


def test_the_second_process_loads_and_a_change_below_changes_the_answer_above(
    copy: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "not" / "there" / "yet"
    first = Answer(copy, cache)
    assert (first.number, first.compiled, first.complaint) == (11, True, "")
    assert len(kept(cache)) == 1, "NUMBA_CACHE_DIR says where compiled kernels are kept"
    second = Answer(copy, cache)
    assert (second.number, second.compiled) == (11, False)
    (copy / "number.py").write_text("NUMBER = 20\n")
    third = Answer(copy, cache)
    assert (third.number, third.compiled) == (21, True)


def test_what_is_damaged_is_never_run_and_made_anew(copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert Answer(copy, cache).compiled
    (file,) = kept(cache)
    whole = file.read_bytes()
    middle = len(whole) - 100
    changed = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    file.write_bytes(changed)
    after = Answer(copy, cache)
    assert (after.number, after.compiled, after.complaint) == (11, True, "")
    assert not Answer(copy, cache).compiled, "what was made again is loaded the next time"


def test_two_processes_at_once(copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: Answer(copy, cache), range(2)))
    assert [(each.number, each.complaint) for each in answers] == [(11, "")] * 2
    assert len(kept(cache)) == 1
    assert not Answer(copy, cache).compiled


FULL_DISK = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_on_a_full_disk_kernels_are_compiled_and_not_kept(copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    full = Answer(copy, cache, FULL_DISK)
    assert (full.number, full.compiled) == (11, True)
    assert full.complaint == f"{cache}: File too large"
    assert kept(cache) == [], "nothing half written is left behind"


def test_a_folder_that_cannot_be_made_is_done_without(copy: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    answer = Answer(copy, file / "cache")
    assert (answer.number, answer.compiled) == (11, True)
    assert answer.complaint.startswith(f"{file / 'cache'}: ")


NO_HOME = """
import os
os.path.expanduser = lambda path: path  # as where there is no home folder
"""


@pytest.mark.skipif(sys.platform != "linux", reason="where a home folder is looked for")
def test_without_a_home_folder_kernels_are_compiled_and_not_kept(copy: Path) -> None:
    answer = Answer(copy, None, NO_HOME, XDG_CACHE_HOME="")
    assert (answer.number, answer.compiled) == (11, True)
    assert answer.complaint == "there is no home folder"
    assert not (copy.parent / "~").exists()


# --- one file -------------------------------------------------------------------------------------

CODE = Compiled({"a.kernel": "entry.a.kernel"}, b"\x7fELF and more\n" * 50)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for compiled kernels."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def keeper() -> KernelFile:
    return KernelFile("room", [PACKAGE / "errors.py"])


def test_what_is_written_is_read_again(place: Path) -> None:
    assert keeper().read() is None
    assert keeper().write(CODE) is None
    assert keeper().read() == CODE


def test_no_damage_goes_unseen(place: Path) -> None:
    keeper().write(CODE)
    (file,) = kept(place)
    whole = file.read_bytes()
    head = whole.index(b"\x7fELF")
    for length in [0, 1, 20, head - 1, head, head + 1, len(whole) - 1]:
        file.write_bytes(whole[:length])
        assert keeper().read() is None, length
    for position in range(len(whole)):
        damaged = bytearray(whole)
        damaged[position] ^= 1
        file.write_bytes(damaged)
        assert keeper().read() is None, position
    file.write_bytes(whole + b"\0")
    assert keeper().read() is None
    for foreign in (b"", b"\n", b"[" * 100_000, b"[]", b"null", b'{"digest": 1}', b"\xff"):
        file.write_bytes(keeping._MAGIC + foreign + b"\n" + CODE.code)
        assert keeper().read() is None, foreign
    file.write_bytes(whole)
    assert keeper().read() == CODE


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("python", ["cpython", 3, 99, 0, 0]),
        ("numba", "another"),
        ("llvmlite", "0.1"),
        ("processor", ["x86_64", "znver9", "+avx"]),
        ("environment", {"NUMBA_BOUNDSCHECK": "1"}),
    ],
)
def test_what_another_version_or_processor_made_is_not_read(
    name: str, other: Any, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper().write(CODE)
    (file,) = kept(place)
    here = keeping._surroundings()
    assert name in here
    monkeypatch.setattr(keeping, "_surroundings", lambda: {**here, name: other})
    stranger = keeper()
    assert stranger.read() is None
    assert stranger._file is not None
    assert stranger._file != file
    file.rename(stranger._file)  # by the name alone it would be the right one
    assert stranger.read() is None


def test_the_environment_of_numba_is_part_of_the_surroundings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in (("NUMBA_BOUNDSCHECK", "1"), ("NUMBA_NUM_THREADS", "3")):
        monkeypatch.setenv(name, value)
    keeping._surroundings.cache_clear()
    environment = keeping._surroundings()["environment"]
    keeping._surroundings.cache_clear()
    assert environment["NUMBA_BOUNDSCHECK"] == "1"
    assert "NUMBA_NUM_THREADS" not in environment


def test_a_read_only_folder_is_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper().write(CODE)

    def refused(*arguments: Any, **more: Any) -> Any:
        raise OSError(30, "Read-only file system")

    for name in ("os.utime", "tempfile.mkstemp", "pathlib.Path.mkdir", "pathlib.Path.unlink"):
        monkeypatch.setattr(name, refused)
    assert keeper().read() == CODE
    assert keeper().write(CODE) == f"{place}: Read-only file system"


def test_a_digest_covers_the_head(place: Path) -> None:
    keeper().write(CODE)
    (file,) = kept(place)
    head = json.loads(file.read_bytes().split(b"\n")[1])
    head["symbols"] = {"a.kernel": "entry.another"}
    lines = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join([lines[0], keeping._json(head), *lines[2:]]))
    assert keeper().read() is None


def test_what_nobody_uses_any_more_is_removed(tmp_path: Path) -> None:
    files = ["kernels-room-0123456789abcdef.code", "kernels-new-0123456789abcdef.code", "x.code"]
    folders = ["kernels-exact-0123456789abcdef", "tables", "kernels-x"]
    half = ".kernels-room-0123456789abcdef-ab12cd"
    for name in [*files, half]:
        (tmp_path / name).touch()
    for name in folders:
        (tmp_path / name / "inside").mkdir(parents=True)
    for name in [*files, *folders, half]:
        os.utime(tmp_path / name, (0, 0))
    os.utime(tmp_path / files[1])
    remove_old(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*files[1:], *folders[1:]}
    assert KEPT_DAYS >= 30
