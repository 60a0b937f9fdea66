"""Plain English: words that slow a reader down, each with the right word."""

from __future__ import annotations

import functools
import re
import subprocess

import pytest

from tests.documents.examples import ROOT

INSTEAD = {
    "told|tells?": "report, show, print, return",
    "so many|so much": "the number, the amount",
    "who draws": "the function",
    "by and by|in vain|by lot": "gradually, without effect, at random",
    "is no (?:TOML|text|size|face|path|link|correction)": "is not a ...",
    "left off": "saved",
    "written over|writes over": "overwritten, overwrites",
    "goes on|go on|going on|went on": "continues",
    "worked out": "computed",
    "in sight": "visible",
    "once more": "again",
    "at hand": "current, known",
    "on the average": "on average",
    "has no door to": "cannot be called from",
    "looked at": "examined, checked, reviewed, used",
    "nothing but": "only",
    "(?:is|are|was|were|be) taken (?:for|as)": "counts as, is mistaken for",
    "(?:begins?|starts?|started|made|built|drawn|learned|solved|numbered|written) anew": "again",
    "comes? to the same": "is the same",
}
"""Words and what to write in their place."""

HERE = ("tests/documents/test_words.py",)
"""Files that are not searched: this one."""


@functools.cache
def texts() -> dict[str, str]:
    """Return the sources of the package and the documents that users read, by path."""
    swept = ["bolets_solver", "tests", "benchmarks", "card_data", "puzzles"]
    swept += ["README.md", "CONTRIBUTING.md"]
    listed = subprocess.run(
        ["git", "ls-files", *swept], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    names = listed or [
        path.relative_to(ROOT).as_posix()
        for name in swept
        for path in [ROOT / name, *(ROOT / name).glob("**/*")]
    ]
    wanted = [name for name in names if name.endswith((".py", ".js", ".md")) and name not in HERE]
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in wanted}


def found(words: str, text: str) -> list[int]:
    """Return the lines on which one of the words stands."""
    spaced = words.replace(" ", r"[\s#/*'\"]+")
    pattern = re.compile(rf"\b(?<!-)(?:{spaced})(?![\w-])", re.IGNORECASE)
    return [text.count("\n", 0, match.start()) + 1 for match in pattern.finditer(text)]


@pytest.mark.parametrize("words", INSTEAD)
def test_words_with_a_better_one_are_not_used(words: str) -> None:
    places = [f"{name}:{line}" for name, text in texts().items() for line in found(words, text)]
    assert not places, f"write {INSTEAD[words]} instead of {words}: {', '.join(places)}"
