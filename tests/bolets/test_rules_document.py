"""The rules document against the code: numbers and words agree."""

from __future__ import annotations

import re
from pathlib import Path

import bolets_solver.bolets
from bolets_solver.bolets.rules import FIXED, WORDS, Rules

FOLDER = Path(bolets_solver.bolets.__file__).parent
TEXT = (FOLDER / "RULES.md").read_text(encoding="utf-8")


def test_every_number_stands_once() -> None:
    stated = re.findall(r"^- \*\*(B-[RQ]\d+)\*\*", TEXT, flags=re.MULTILINE)
    wanted = {f"B-R{n}" for n in range(1, 43)} | {f"B-Q{n}" for n in range(1, 46)}
    assert set(stated) == wanted - {"B-Q18", "B-Q19"}
    assert len(stated) == len(set(stated))
    assert {"B-Q18", "B-Q19"} <= set(re.findall(r"B-Q\d+", TEXT))


def test_every_switch_with_its_words_default_first() -> None:
    for name, words in WORDS.items():
        default = str(getattr(Rules(), name))
        others = [word.value for word in words if word.value != default]
        assert f"| `{name}` | {', '.join([default, *others])} |" in TEXT
    for name in FIXED:
        assert f"`{name}`" in TEXT


def test_every_violation_is_in_the_table() -> None:
    table = TEXT.split("## What a violation is called")[1]
    raised = {
        rule
        for source in FOLDER.rglob("*.py")
        for rule in re.findall(r"RuleBroken\(\s*\"(B-[RQ]\d+)\"", source.read_text("utf-8"))
    }
    assert len(raised) == 17
    assert raised == set(re.findall(r"B-[RQ]\d+", table))
