"""Examples in documents: commands with their output, files, Python code.

In a Markdown file a ``console`` block holds lines ``$ bolets ...``, each followed by what it prints
on stdout; a line ``...`` there stands for any lines, and ``< FILE`` at the end of the command for
what is typed. A block after ``<!-- file: NAME -->`` is
written to that file, a ``python`` block is run. All of a document happens in one folder, from top
to bottom.

``python -m tests.documents.examples`` writes the output of today into the documents.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from click.testing import CliRunner

from bolets_solver.cli import cli

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = (
    "README.md",
    "bolets_solver/bolets/FORMATS.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("bolets_solver/**/GUIDE.md")),
)

_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>.+?) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_SECONDS = re.compile(r'"seconds": [0-9.]+')


@dataclass(frozen=True)
class Block:
    """A fenced block: the comment before it, the word behind the fence, the text, its place."""

    mark: str
    kind: str
    text: str
    begin: int
    line: int


def blocks(document: str) -> list[Block]:
    """Return the fenced blocks of a document's text."""
    return [
        Block(
            match["mark"] or "",
            match["kind"],
            match["text"],
            match.start("text"),
            document.count("\n", 0, match.start("text")) + 1,
        )
        for match in _BLOCK.finditer(document)
    ]


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a console block and the output that is printed below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def run(command: str) -> str:
    """Run a command ``bolets ...`` in the working folder and return its stdout."""
    first, *arguments = shlex.split(command)
    assert first == "bolets", command
    typed = None
    if "<" in arguments:
        *arguments, _, name = arguments
        typed = Path(name).read_text(encoding="utf-8")
    result = CliRunner().invoke(cli, arguments, input=typed, catch_exceptions=False)
    assert result.exit_code in (0, 1), f"{command}: exit code {result.exit_code}: {result.stderr}"
    return result.stdout


def agrees(shown: str, printed: str) -> bool:
    """Whether what a document shows is what was printed; times and ``...`` may be anything."""
    parts = [
        re.escape(_untimed(part)) for part in re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)
    ]
    return re.fullmatch("(?s:.*)".join(parts), _untimed(printed)) is not None


def _untimed(text: str) -> str:
    return _SECONDS.sub('"seconds": 0.1', text)


@contextlib.contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Make ``folder`` the working folder, and the place of saved games."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        with mock.patch.dict(os.environ, {"BOLETS_SAVES": str(folder / "saves")}):
            yield
    finally:
        os.chdir(before)


def replay(document: str) -> Iterator[tuple[Block, str, str, str]]:
    """Do all that a document does, and yield its commands: block, command, shown and printed."""
    for block in blocks(document):
        if block.mark.startswith("file: "):
            path = Path(block.mark.removeprefix("file: "))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.kind == "console":
            for command, shown in commands(block.text):
                yield block, command, shown, run(command)
        elif block.kind == "python":
            exec(compile(block.text, f"block in line {block.line}", "exec"), {})


def refresh(document: str) -> str:
    """Return a document with the output of today; an output with ``...`` is left as it is."""
    outputs: dict[int, list[str]] = {}
    for block, command, shown, printed in replay(document):
        kept = shown if agrees(shown, printed) or "\n...\n" in f"\n{shown}" else printed
        outputs.setdefault(block.begin, []).append(f"$ {command}\n{kept}")
    for block in reversed(blocks(document)):
        if block.begin in outputs:
            end = block.begin + len(block.text)
            document = document[: block.begin] + "".join(outputs[block.begin]) + document[end:]
    return document


def main() -> None:
    """Write the output of today into every document."""
    for name in DOCUMENTS:
        path = ROOT / name
        before = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder, working_in(Path(folder)):
            after = refresh(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"{name} was brought up to date")


if __name__ == "__main__":
    main()
