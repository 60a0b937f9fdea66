"""Reading takes time in proportion to length: every pattern, every reader."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import command
from tests.patterns import Pattern, all_patterns, near_misses

SECONDS = 600
"""More than forty times what all of it takes; what grows with the square would take far longer."""


def test_every_pattern_is_linear() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.patterns"],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    *tried, last = done.stdout.splitlines()
    assert last == "done"
    assert len(tried) == len(list(all_patterns())) > 50


@pytest.mark.parametrize(
    ("text", "method"),
    [
        (r"(?:[\s,]*(?:[0-9]+\.?[0-9]*)(?:[eE][0-9]+)?)*[\s,]*", "fullmatch"),
        (r"\s*=\s*", "finditer"),
        (r"\s*(?P<path>(?:[a-z]|\s)+?)\s*=", "match"),
    ],
)
def test_a_pattern_that_is_not_linear_would_be_seen(text: str, method: str) -> None:
    """What hung once hangs with one of the texts that are tried."""
    worst = (
        "import re, sys; from tests.patterns import Pattern, near_misses\n"
        f"p = Pattern('', {text!r}, 0, ({method!r},))\n"
        "for text in near_misses(p):\n"
        f"    for each in (text[:40] + chr(1), text): list([re.compile(p.text).{method}(each)]\n"
        f"        if {method!r} != 'finditer' else re.compile(p.text).finditer(each))\n"
    )
    with pytest.raises(subprocess.TimeoutExpired):
        subprocess.run([sys.executable, "-c", worst], timeout=2, check=True)


def test_near_misses_repeat_what_a_pattern_repeats() -> None:
    texts = list(near_misses(Pattern("", r"x(?:\s*[0-9]+)*y", 0, ("match",)), 20))
    assert "x" + "0" * 20 + "\x01" in texts
    assert any(text.startswith("x    ") for text in texts)


LONG = 100_000
LINES = {
    "blanks": " " * LONG,
    "tabs and a letter": "\t" * LONG + "x",
    "brackets": "[" * LONG,
    "braces": '{"a":' * (LONG // 5),
    "parentheses": "a( " * (LONG // 3),
    "open and closed": "(a)" * (LONG // 3),
    "dots": "a." * (LONG // 2) + "a = 1",
    "dots in a table": "x = { " + "a." * (LONG // 2) + "a = 1 }",
    "a header of dots": "[" + "a." * (LONG // 2) + "a]",
    "quotes": "\"'" * (LONG // 2),
    "digits": "1" * LONG,
    "numbers": "1.5," * (LONG // 4) + "NaN",
    "a key of digits": "entrance: " + "9" * LONG,
    "equals": "a = " * (LONG // 4),
    "blanks around equals": "x" + " " * LONG + "=" + " " * LONG,
    "words": "2B " * (LONG // 3),
    "a turn": "5B r90 @3,-2:" + " " * LONG + "S",
    "slides": "5B r90 @3,-2:" + " S1" * (LONG // 3),
    "signs": "@" + " " * LONG + ">" * 1000,
    "paths": "5B r90 @3,-2: " + "path = [ " * (LONG // 9),
    "hashes": " #" * (LONG // 2),
    "a number in JSON": '{"format": ' + "1" * LONG + "}",
}
HEADS = {
    "record": "bolets-record/1\norder: 1A 2B C\nentrance: 1\n",
    "trace": "bolets-trace/1\norder: 1A 2B C\nentrance: 1\nscale: 10\norigin: 0, 0\n",
    "deck": 'format = "bolets-deck/1"\nname = "x"\n',
    "log": "== 2026-01-31  first  won 12\nbolets-record/1\norder: 1A C\n",
    "amanite": 'format = "amanite-position/1"\n',
    "boldest": 'format = "boldest-position/1"\n',
    "hands": 'format = "boldest-position/1"\n[hands]\nAnn = "',
    "nothing": "",
}
READERS = {
    "record": [("check",), ("draw",), ("play", "--from"), ("puzzle", "check", "door-1")],
    "trace": [("check", "--trace")],
    "deck": [("deck", "validate"), ("draw",)],
    "log": [("log", "show", "--log")],
    "amanite": [("amanite", "show")],
    "boldest": [("boldest", "show")],
    "hands": [("boldest", "show")],
    "nothing": [("check",), ("check", "--trace"), ("draw",), ("solve", "--orders")],
}


@pytest.mark.parametrize("head", HEADS)
def test_readers_take_no_longer_for_a_near_miss(head: str, tmp_path: Path) -> None:
    """Each answers that it is bad input, in one process so that the time is that of the readers."""
    files = []
    for number, line in enumerate(LINES.values()):
        path = tmp_path / f"{number}.txt"
        path.write_text(f"{HEADS[head]}{line}{chr(34) if head == 'hands' else ''}\n", "utf-8")
        files.append(str(path))
    program = (
        "import sys; from tests.cli.running import run\n"
        f"for words in {READERS[head]!r}:\n"
        f"    for file in {files!r}:\n"
        "        result = run(*words, file)\n"
        "        print(result.exit_code, len(result.stderr + result.stdout), *words, file)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=SECONDS, check=True
    )
    answer = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    assert len(answer) == len(READERS[head]) * len(LINES)
    wrong = [words for code, _, words in answer if code not in ("0", "1", "2")]
    assert not wrong
    assert max(int(length) for _, length, _ in answer) < 50_000  # nobody wants such a line back


def test_a_setting_of_many_blanks_is_read_at_once() -> None:
    for words in (("solve", "1A"), ("amanite", "solve", "x"), ("boldest", "solve", "x")):
        done = subprocess.run(
            command(*words, "--rules", " " * LONG + "x"),
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 2
