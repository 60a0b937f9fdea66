"""What can go wrong with what a person typed, and what must never go wrong inside.

A reader of files collects every :class:`Defect` it finds and raises one :class:`InputError` with
all of them; the command line prints them and ends with exit code 2. :class:`InternalError` is for
disagreements inside the program (exit code 4): the referee objects to a found game, two engines
differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bolets_solver.letters import with_names

LONGEST_MESSAGE = 2000
"""Of more nobody reads the middle: it is what was typed, not what is said of it."""


def shortened(message: str) -> str:
    """Return a message without its middle if it is very long."""
    if len(message) <= LONGEST_MESSAGE:
        return message
    half = LONGEST_MESSAGE // 2
    return f"{message[:half]} ... {message[-half:]}"


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong with an input: what it is and what would be right, and where.

    ``file`` is the name as the user gave it, ``line`` counts from 1; both may be unknown.
    """

    message: str
    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        """``file:line: message``, as compilers print it; letters that deceive are named."""
        message = with_names(shortened(self.message))
        if self.file is None:
            return message if self.line is None else f"line {self.line}: {message}"
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {message}"


class InputError(ValueError):
    """An input cannot be used; carries all its defects at once (at least one)."""

    def __init__(self, defects: str | Defect | Iterable[Defect]):
        if isinstance(defects, str):
            defects = [Defect(defects)]
        elif isinstance(defects, Defect):
            defects = [defects]
        self.defects: tuple[Defect, ...] = tuple(defects)
        super().__init__("\n".join(str(defect) for defect in self.defects))


class InternalError(RuntimeError):
    """The program contradicts itself; nothing it found may be shown as a result."""
