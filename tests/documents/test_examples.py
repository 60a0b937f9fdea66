"""Every example of the documents does what the document says."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.cli.running import run
from tests.documents.examples import DOCUMENTS, ROOT, agrees, blocks, replay, working_in


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = 0
    with working_in(tmp_path):
        for block, command, shown, printed in replay(text_of(name)):
            place = f"{name}:{block.line}: {command}"
            advice = "python -m tests.documents.examples brings it up to date"
            assert agrees(shown, printed), f"{place} prints:\n{printed}\n({advice})"
            seen += 1
    assert seen >= 3


@pytest.mark.parametrize(
    "name", [*DOCUMENTS, "CONTRIBUTING.md", "benchmarks/README.md", "card_data/README.md"]
)
def test_links_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", text_of(name))
    missing = [link for link in links if not ((ROOT / name).parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize(
    ("name", "subject"),
    [("deck.png", "pinewood"), ("game.png", "card_data/pictures/game.bolets")],
)
def test_the_readmes_pictures_are_of_today(name: str, subject: str, tmp_path: Path) -> None:
    assert f"](card_data/pictures/{name})" in text_of("README.md")
    with working_in(ROOT):
        drawn = run("draw", subject, "-o", str(tmp_path / name), "--tile", "18")
    assert drawn.exit_code == 0
    shown = Image.open(ROOT / "card_data/pictures" / name).convert("RGB")
    today = Image.open(tmp_path / name).convert("RGB")
    advice = f"bolets draw {subject} -o card_data/pictures/{name} --tile 18 draws it again"
    assert shown.size == today.size, advice
    # a hair for another version of the package that makes PNG
    assert sum(ImageStat.Stat(ImageChops.difference(shown, today)).mean) < 0.5, advice


def test_the_test_command_is_found_as_ci_finds_it() -> None:
    marked = [block for block in blocks(text_of("README.md")) if block.mark == "test command"]
    (block,) = marked
    script = text_of(".ci/run")
    (line,) = [line for line in script.splitlines() if line.startswith("command=")]
    found = subprocess.run(
        ["bash", "-c", f'{line}\nprintf "%s" "$command"'],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert found == block.text.rstrip("\n")
    assert found.count("\n") == 0
    assert "pytest" in found


def test_the_readme_names_what_pyproject_says() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    readme = text_of("README.md")
    lowest = re.search(r">=(3\.\d+)", project["requires-python"])
    assert lowest is not None
    assert f"Python {lowest[1]}" in readme
    assert ".[test]" in readme
    assert "test" in project["optional-dependencies"]


def test_contributing_names_files_that_are_there() -> None:
    text = "\n".join(
        line for line in text_of("CONTRIBUTING.md").splitlines() if not line.startswith("    ")
    )
    named = [word for word in re.findall(r"`([\w./-]+)`", text) if "/" in word]
    # the modules that both companions have are named once, without their room
    rooms_named = ("", "bolets_solver", "bolets_solver/optimize", "bolets_solver/amanite")
    places = tuple(ROOT / name for name in rooms_named)
    missing = [name for name in named if not any((place / name).exists() for place in places)]
    assert len(named) > 50
    # rooms of a room are named within its line of the table
    rooms = {path.name for path in (ROOT / "bolets_solver").glob("*/*") if path.is_dir()}
    assert [name for name in missing if name.rstrip("/") not in rooms] == []


def test_the_readme_is_a_front_door() -> None:
    assert text_of("README.md").count("\n") <= 250


def test_agreement() -> None:
    assert agrees("a\n...\nd\n", "a\nb\nc\nd\n")
    assert agrees('x "seconds": 0.4\n', 'x "seconds": 12.0\n')
    assert not agrees("a\n...\nd\n", "a\nb\nc\n")
    assert not agrees("a.\n", "ab\n")
    assert not agrees("a\n", "a\nb\n")
