"""Puzzles: a begun game and a target that is proven to be the best; the answer is separate.

A statement is the file ``puzzles/bolets/NAME.toml``; its ``record`` is the begun game (or only an
order). The answer is ``puzzles/bolets/answers/NAME.json``, a solution of the format
bolets-solution/1, which any program can check.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import is_path, load_deck
from bolets_solver.bolets.files.game_file import GameFile, parse_game
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.spelling import did_you_mean
from bolets_solver.files.text_file import read_text
from bolets_solver.files.toml.text import load_toml
from bolets_solver.shipped import shipped_folder
from bolets_solver.study.games.session import begins_like

FORMAT = "bolets-puzzle/1"

KINDS = {
    "placement": "only one placement of the next card keeps the best score",
    "greedy": "taking the most on every card loses points",
    "yellow": "without a yellow cube the best score is out of reach",
    "door": "without entering a blocked door the best score is out of reach",
    "narrow": "the deal can barely be won: only by one entrance, and greedy play does not win it",
    "lean": "less than one in a thousand of all deals of the deck has a lower optimum",
}
"""The kinds of puzzles, and the measured property of each kind."""

STARS = (
    "one star for every puzzle",
    "one more if more than two cards remain to place",
    "one more if more than four remain",
    "one more if the obvious line (greedy play, the second-best placement) loses 3 points or more",
    "one more if the best game found lays two cubes or more",
)
"""How a puzzle's stars are counted."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle's statement. ``target``: points of the best game.

    ``measured``: the figures by which it was chosen and graded, by name.
    """

    name: str
    kind: str
    stars: int
    target: int
    record: Record
    measured: dict[str, int]
    folder: Path | None = field(default=None, compare=False)
    """Where its file lies; None: among the shipped ones."""

    @property
    def rules(self) -> Rules:
        """The rules of its record."""
        return self.record.rules

    @property
    def to_lay(self) -> int:
        """Number of cards still to place."""
        return len(self.record.order) - 1 - len(self.record.turns)

    def deal(self) -> Deal:
        """Return its deal; raises InputError if its deck is missing."""
        return Deal.of(load_deck(self.record.deck), self.record.order)

    @property
    def needed(self) -> int:
        """Least points of a won game that solves it; 0 if winning is enough."""
        return 0 if self.kind == "narrow" else self.target

    @property
    def question(self) -> str:
        """The question in words."""
        if self.kind == "narrow":
            return f"Win this deal; the best game scores {self.target} points."
        if self.kind == "placement":
            return f"Place the next card in the only way that still allows {self.target} points."
        return f"Reach the cottage with {self.target} points."

    def as_json(self) -> dict[str, Any]:
        """Return the statement as JSON."""
        return {
            "name": self.name,
            "kind": self.kind,
            "stars": self.stars,
            "target": self.target,
            "deck": self.record.deck,
            "order": list(self.record.order),
            "rules": self.rules.as_json(),
            "record": self.record.as_solution_json(),
            "question": self.question,
        }


def puzzle_folder() -> Path:
    """Return the folder of the shipped puzzles."""
    return shipped_folder("puzzles") / "bolets"


def puzzle_names(folder: Path | None = None) -> list[str]:
    """Return the names of all puzzles, by kind and number."""
    return sorted(path.stem for path in (folder or puzzle_folder()).glob("*.toml"))


def load_puzzle(name: str, folder: Path | None = None) -> Puzzle:
    """Read a puzzle by name; raises InputError if it is missing or damaged."""
    folder = folder or puzzle_folder()
    wanted = name.strip().lower().removesuffix(".toml")
    if wanted not in puzzle_names(folder):
        near = did_you_mean(wanted, puzzle_names(folder))
        raise InputError(
            f"there is no puzzle '{name[:60]}'; 'bolets puzzle list' names them all{near}"
        )
    return read_puzzle(folder / f"{wanted}.toml")


def find_puzzle(word: str) -> Puzzle:
    """Read a puzzle that a person names: a shipped one by its name, or a file.

    Raises InputError if there is none, or if its file is damaged.
    """
    path = Path(word)
    if not is_path(word) or (path.parent == Path() and not path.exists()):
        return load_puzzle(word)
    found = read_puzzle(path)
    record = found.record
    if is_path(record.deck):  # its path begins where the file lies
        record = replace(record, deck=(path.parent / record.deck).as_posix())
    return replace(found, record=record, folder=path.parent)


def read_puzzle(path: Path) -> Puzzle:
    """Read the file of a puzzle; raises InputError if it is not there or damaged."""
    try:
        value = load_toml(read_text(path))
        record = Record.parse(str(value["record"]), str(path))
        measured = {str(key): int(number) for key, number in value["measured"].items()}
        if value["format"] != FORMAT or value["kind"] not in KINDS:
            raise ValueError("another format or kind")
        return Puzzle(
            path.stem, value["kind"], int(value["stars"]), int(value["target"]), record, measured
        )
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(Defect(f"is not a puzzle: {error}", str(path))) from None


def load_answer(name: str, folder: Path | None = None) -> GameFile:
    """Read the answer of a puzzle; raises InputError if it is missing or damaged."""
    path = (folder or puzzle_folder()) / "answers" / f"{name}.json"
    return parse_game(read_text(path), str(path))


def flaw_of(puzzle: Puzzle, record: Record, verdict: Verdict) -> str | None:
    """Return why a game does not solve a puzzle, None if it does; ``verdict`` is the referee's."""
    if record.order != puzzle.record.order:
        return "it is a game of another order"
    if not begins_like(record, puzzle.record):
        return "it does not begin as the puzzle does"
    if verdict.violation is not None:
        violation = verdict.violation
        return f"turn {violation.step} breaks {violation.rule}: {violation.message}"
    if not verdict.finished:
        return "the game is not finished"
    if not verdict.won:
        return f"the game is lost: {verdict.ending}"
    if verdict.points < puzzle.needed:
        return f"it scores {verdict.points} points; {puzzle.target} are possible"
    return None


def puzzle_text(puzzle: Puzzle) -> str:
    """Write the statement's file."""
    lines = [
        f'format = "{FORMAT}"',
        f'kind = "{puzzle.kind}"',
        f"stars = {puzzle.stars}",
        f"target = {puzzle.target}",
        f"measured = {{ {', '.join(f'{k} = {v}' for k, v in puzzle.measured.items())} }}",
        f"record = '''\n{puzzle.record.format()}'''",
    ]
    return "\n".join(lines) + "\n"


def answer_text(solution: dict[str, Any]) -> str:
    """Write an answer's file: a solution, without the time it took."""
    kept = {name: value for name, value in solution.items() if name != "seconds"}
    return json.dumps(kept, indent=1) + "\n"
