"""The wheel: built from the source distribution, installed outside the checkout, used there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

import bolets_solver

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("card_data", "puzzles")


def do(*words: str | Path, cwd: Path) -> str:
    """Run a program that must succeed, and return what it prints."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    environment["NUMBA_DISABLE_JIT"] = "1"  # compiling for a new place would take long
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    do(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    assert list(out.glob("*.tar.gz"))
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel; its dependencies are those of the running one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    pip = (sys.executable, "-m", "pip", "--python", python)
    do(*pip, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    own = do(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder)
    borrowed = Path(own.strip()) / "borrowed.pth"
    borrowed.write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return scripts


def test_the_wheel_carries_decks_puzzles_and_the_page(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        f"bolets_solver/{path.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    assert wanted <= names
    assert "bolets_solver/card_data/pinewood.toml" in names
    page = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "bolets_solver/web/static").rglob("*")
        if path.is_file()
    }
    assert "bolets_solver/web/static/index.html" in page
    assert page <= names
    assert {"bolets_solver/py.typed", "bolets_solver/bolets/RULES.md"} <= names
    assert not [name for name in names if name.startswith("tests/")]


def test_the_installed_command_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    bolets = installed / "bolets"
    where = do(installed / "python", "-c", "import bolets_solver as b; print(b)", cwd=tmp_path)
    assert str(installed.parent) in where
    assert bolets_solver.__version__ in do(bolets, "--version", cwd=tmp_path)
    decks = json.loads(do(bolets, "deck", "list", "--json", cwd=tmp_path))["decks"]
    assert {"pinewood", "mini", "thicket"} <= {deck["name"] for deck in decks}
    assert all(Path(deck["file"]).is_relative_to(installed.parent) for deck in decks)
    solved = do(bolets, "solve", "1A", "2B", "--deck", "mini", "-o", "game.bolets", cwd=tmp_path)
    assert solved.startswith("deck: mini\noptimal: ")
    assert do(bolets, "check", "game.bolets", cwd=tmp_path).startswith("deck: mini\nlegal, won")
