"""The lines of keys in TOML, in any spelling, and why a text is not TOML."""

from __future__ import annotations

import random

import pytest

from bolets_solver.errors import InputError
from bolets_solver.files.toml.document import Path, TomlLines, parse_toml

TRAPS = '''\
title = "a [header] = in a text"   # [comment] = 1
"quoted.key" = 1
'single' . dotted = 2
plans = [
    ["W W", "T"],  # ] in a comment
    [
        "H",
        "" ]
]
after = 3
text = """
[looks.like.a.header]
key = 1
\\""" and on ""quotes""
"""
rows = \'\'\'

first
second = 4
\'\'\'
inline = { a = 1, b = [ { c = 2 }, { c = 3 } ], "d e" = "}" }
when = 1979-05-27 07:32:00
[table]
a = 1
  [ table . "sub.table" ]   # indented
  b = 2
[[list]]
a = 1
[[list.inner]]
c = 1
[[list.inner]]
c = 2
[list.table]
d = 1
[[list]]
a = 2
[[list.inner]]
c = 3
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 1),
        (("quoted.key",), 2),
        (("single",), 3),
        (("single", "dotted"), 3),
        (("plans", 0), 5),
        (("plans", 0, 1), 5),
        (("plans", 1, 1), 8),
        (("after",), 10),
        (("text",), 11),
        (("rows",), 16),
        (("inline", "b", 1, "c"), 21),
        (("inline", "d e"), 21),
        (("when",), 22),
        (("table", "a"), 24),
        (("table", "sub.table"), 25),
        (("table", "sub.table", "b"), 26),
        (("list",), 27),
        (("list", 0, "a"), 28),
        (("list", 0, "inner", 1), 31),
        (("list", 0, "inner", 1, "c"), 32),
        (("list", 0, "table", "d"), 34),
        (("list", 1, "a"), 36),
        (("list", 1, "inner", 0, "c"), 38),
    ],
)
def test_every_spelling_has_its_line(path: Path, line: int) -> None:
    document = parse_toml(TRAPS)
    value: object = document.data
    for word in path:
        value = value[word]  # type: ignore[index]
    assert document.line(*path) == line


def test_what_is_not_there_has_the_line_of_what_is_around_it() -> None:
    lines = parse_toml(TRAPS).lines
    assert lines.nearest("table", "missing", "too") == 23
    assert lines.nearest("list", 1, "inner", 0, "missing") == 37
    assert lines.nearest("key") is None  # it only looks like one, within a text
    assert lines.find("looks") is None
    assert lines.row("rows", row=0) == 17 and lines.row("rows", row=2) == 19
    assert lines.row("missing", row=3) is None
    short = "grid = '''a\nb'''\n"
    assert TomlLines(short).row("grid", row=1) == 2


def written(rng: random.Random, depth: int, path: Path, lines: dict[Path, int], at: int) -> str:
    """A random value that begins on line ``at``; its places go into ``lines``."""
    kind = rng.choice(["number", "text", "literal", "long", "list", "table"] if depth else ["text"])
    if kind == "number":
        return rng.choice(["1", "-2.5", "true", "0x1F"])
    if kind == "literal":
        return rng.choice(["'a]b'", "''", "'\"'"])
    if kind == "long":
        return rng.choice(['"""\n[x]\ny = 1\n"""', "'''q\n\n'''", '"""a\\"""b"""', "''''a''''"])
    if kind == "list":
        text = "["
        for number in range(rng.randint(0, 3)):
            text += rng.choice(["", " ", "\n", " # ]\n", "\n\n"])
            place = (*path, number)
            lines[place] = at + text.count("\n")
            text += written(rng, depth - 1, place, lines, lines[place])
            text += rng.choice(["", "\n", "# ,\n"]) + ","
        return text + rng.choice(["]", "\n]"])
    if kind == "table":
        entries = []
        for name in rng.sample("abc", rng.randint(0, 2)):
            begin = at + sum(entry.count("\n") for entry in entries)
            lines[*path, name] = begin
            entries.append(f"{name} = {written(rng, depth - 1, (*path, name), lines, begin)}")
        return "{ " + ", ".join(entries) + " }"
    return rng.choice(['"a # b"', '"\\"]"', '""', '"[x]"'])


@pytest.mark.parametrize("seed", range(200))
def test_random_documents(seed: int) -> None:
    """Every value of a document that was written by chance stands where it was written."""
    rng = random.Random(seed)
    text = ""
    lines: dict[Path, int] = {}
    table: Path = ()
    for number in range(rng.randint(1, 8)):
        text += rng.choice(["", "\n", "# [x] = 1\n", "  "])
        at = text.count("\n") + 1
        if rng.random() < 0.3:
            table = (f"t{number}",)
            lines[table] = at
            text += f"[t{number}]\n"
            continue
        path = (*table, f"k{number}")
        lines[path] = at
        text += f"k{number} = {written(rng, 3, path, lines, at)}\n"
    document = parse_toml(text)
    assert {path: document.lines.find(*path) for path in lines} == lines, text


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a = 1\nb = Ann\n", 2, 'put a text in quotation marks: "Ann"'),
        ("a = True\n", 1, "write true in small letters"),
        ("a =\nb = 1", 1, "a value is missing after the equals sign"),
        ("a = \u201cAnn\u201d\n", 1, "\u201c is a curly quotation mark"),
        ('a = ["Ann\u201d, "Bo"]\n', 1, "curly quotation mark"),
        ("a = 1\n\u201eb\u201c = 1\n", 2, "curly quotation mark"),
        ('a = "Ann\nb = 1\n', 1, "a quotation mark is missing"),
        ('a = "Ann', 1, "a quotation mark is missing"),
        ("a = 'Ann\nb = 1\n", 1, "a quotation mark is missing"),
        ('a = ["Ann" "Bo"]\n', 1, "a comma between two entries of a list is missing"),
        ('a = [\n"Ann"\n"Bo"]\n', 3, "a comma between two entries of a list is missing"),
        ("a = { b = 1 c = 2 }\n", 1, "a comma between two entries in braces is missing"),
        ("a = { b = 1,\n  c = 2 }\n", 1, "write what is in braces on one line"),
        ("a = { b = 1, }\n", 1, "an extra comma before the }"),
        ("a = { b = 1,, c = 2 }\n", 1, "there is an extra comma"),
        ("a: 1\n", 1, "write key = value, with an equals sign"),
        ('a = "Ann", "Bo"\n', 1, 'put several values in brackets: ["Ann", "Bo"]'),
        ("a = 1 b = 2\n", 1, "write one key and its value on a line"),
        ("[a\nb = 1\n", 1, "a header ends with as many brackets as it begins with"),
        ("[[a]\n", 1, "a header ends with as many brackets as it begins with"),
        ("[a]\nb = 1\n[a]\n", 3, "[a] occurs here for the second time, first on line 1"),
        ("[a]\nb = 1\n[a]\n", 3, "write [[a]] each time"),
        ("[a]\nb = 1\n[[a]]\n", 1, "write [[a]] each time"),
        ("[[a]]\nb = 1\n[a]\n", 3, "write [[a]] each time"),
        ("[[a]]\nb = 1\nb = 2\n", 3, '"a.b" occurs here for the second time, first on line 2'),
        ("a = '''\nb\n[c]\nd = 1\n", 1, "the text that begins here is not closed"),
        ("b = 1\na = '''\nM4 A8\n", 2, "the text that begins here is not closed"),
        ("a = 1\nb = " + "9" * 5000, 2, "a number is too long to be read"),
    ],
)
def test_slips_are_explained(text: str, line: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_toml(text, "f.toml")
    (defect,) = caught.value.defects
    assert defect.file == "f.toml" and defect.line == line, str(defect)
    assert words in defect.message, defect.message


def test_other_slips_are_reported_as_the_reader_does() -> None:
    with pytest.raises(InputError, match=r"line 1: is not TOML: .*hex"):
        parse_toml('a = "\\uZZZZ"')
    with pytest.raises(InputError, match="nested too deeply"):
        parse_toml("a = " + "[" * 100_000)


@pytest.mark.parametrize(
    "row",
    ["[" + " " * 900, '"' * 900, "'\"" * 450, "a." * 450, " " * 900 + "x", "a = [" + "'" * 700],
)
def test_long_near_misses_are_refused_at_once(row: str) -> None:
    """A pattern that tried every part of such lines would keep the test busy for minutes."""
    with pytest.raises(InputError, match="is not TOML"):
        parse_toml(f"{row}\n" * 3000)
