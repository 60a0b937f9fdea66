"""Switches of rules: their words, and settings from files and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.findings import Findings, instead, shown

Words = Mapping[str, tuple[str, ...]]
"""Every switch of a game with its words, the default first."""


def switch_defect(words: Words, name: object, word: object) -> str | None:
    """Return the defect of the setting ``name = word``, None if it is valid."""
    if not isinstance(name, str) or name not in words:
        return f"the switch {shown(name)} is unknown; {instead(name, words)}"
    if word not in words[name]:
        return f"{name} must be one of {', '.join(words[name])}, not {shown(word)}"
    return None


def read_settings(words: Words, texts: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Read settings ``NAME=VALUE``, one or several in a text; return them and their defects."""
    settings: dict[str, str] = {}
    wrong: list[str] = []
    spaced = "=".join(part.strip() for part in " ".join(texts).split("=")).replace(",", " ")
    for text in spaced.split():
        name, equals, word = text.partition("=")
        if not equals:
            wrong.append(f"write a switch as NAME=VALUE, not {shown(text)}")
            continue
        defect = switch_defect(words, name, word)
        if defect is None and settings.get(name, word) != word:
            defect = f"{name} is set twice, to {settings[name]} and to {word}"
        if defect is None:
            settings[name] = word
        else:
            wrong.append(defect)
    return settings, wrong


@dataclass(frozen=True, slots=True)
class SwitchWords:
    """Rules with a word for every switch; a game's own class has the switches as its fields."""

    WORDS: ClassVar[Words]
    """Every switch of the game with the words it may have, the default first."""

    def as_words(self) -> dict[str, str]:
        """Return every switch with its word, in a fixed order, as JSON lists them."""
        return {name: getattr(self, name) for name in self.WORDS}

    def changed(self) -> dict[str, str]:
        """Return only the switches that differ from the default."""
        return {name: word for name, word in self.as_words().items() if word != self.WORDS[name][0]}

    def with_settings(self, settings: Iterable[str]) -> Self:
        """Apply settings ``NAME=VALUE`` as ``--rules`` gives them, several in a text or one.

        Raises InputError with a defect for each that cannot be used.
        """
        changes, wrong = read_settings(self.WORDS, settings)
        if wrong:
            raise InputError([Defect(f"--rules: {message}") for message in wrong])
        return replace(self, **changes)

    @classmethod
    def read(cls, table: Mapping[str, object], findings: Findings) -> Self:
        """Read the table ``[rules]`` of a file; what is wrong is noted and left at its default."""
        words: dict[str, str] = {}
        for name, word in table.items():
            defect = switch_defect(cls.WORDS, name, word)
            if defect is None:
                words[name] = str(word)
            else:
                findings.fault(("rules", name), f"rules: {defect}")
        return cls(**words)
