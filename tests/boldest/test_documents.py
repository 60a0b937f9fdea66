"""The documents agree with the code: numbers, switches, examples and words."""

from __future__ import annotations

import re
from pathlib import Path

import bolets_solver.boldest
from bolets_solver.boldest.files.reader import parse_position
from bolets_solver.boldest.game.heroes import ABILITY_CLASSES
from bolets_solver.boldest.rules import Rules

FOLDER = Path(bolets_solver.boldest.__file__).parent
RULES = (FOLDER / "RULES.md").read_text(encoding="utf-8")
FORMATS = (FOLDER / "FORMATS.md").read_text(encoding="utf-8")


def test_every_number_stands_once() -> None:
    stated = re.findall(r"^- \*\*(T-[RQ]\d+)\*\*", RULES, flags=re.MULTILINE)
    wanted = {f"T-R{n}" for n in range(1, 53)} | {f"T-Q{n}" for n in range(1, 46)}
    assert set(stated) == wanted
    assert len(stated) == len(set(stated))


def test_numbers_in_the_code_are_in_the_document() -> None:
    for source in FOLDER.rglob("*.py"):
        for number in re.findall(r"T-[RQ]\d+", source.read_text(encoding="utf-8")):
            assert f"**{number}**" in RULES, (source.name, number)


def test_every_switch_with_its_words_default_first() -> None:
    for name, words in Rules.WORDS.items():
        assert f"| `{name}` | {', '.join(words)} |" in RULES
        for word in words:
            assert f"(*{word}*" in RULES


def test_the_example_is_a_position() -> None:
    example = FORMATS.split("```toml\n")[1].split("```")[0]
    position, warnings = parse_position(example)
    assert position.players == ("Ann", "Bo", "Cy")
    assert warnings == ()


def test_every_ability_is_named() -> None:
    for ability in ABILITY_CLASSES:
        assert f"`{ability}`" in FORMATS
