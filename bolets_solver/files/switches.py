"""Switches of rules: their words, and settings as files and the command line give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bolets_solver.files.findings import instead, shown

Words = Mapping[str, tuple[str, ...]]
"""Every switch of a game with the words it may have, the default first."""


def switch_defect(words: Words, name: object, word: object) -> str | None:
    """Say what is wrong with ``name = word``, or None if it is a switch and one of its words."""
    if not isinstance(name, str) or name not in words:
        return f"there is no switch {shown(name)}; {instead(name, words)}"
    if word not in words[name]:
        return f"{name} must be one of {', '.join(words[name])}, not {shown(word)}"
    return None


def read_settings(words: Words, texts: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Read settings ``NAME=VALUE``, several in a text or one; return them and what is wrong."""
    settings: dict[str, str] = {}
    wrong: list[str] = []
    spaced = "=".join(part.strip() for part in " ".join(texts).split("=")).replace(",", " ")
    for text in spaced.split():
        name, equals, word = text.partition("=")
        if not equals:
            wrong.append(f"a switch is set as NAME=VALUE, not {shown(text)}")
            continue
        defect = switch_defect(words, name, word)
        if defect is None and settings.get(name, word) != word:
            defect = f"{name} is set twice, to {settings[name]} and to {word}"
        if defect is None:
            settings[name] = word
        else:
            wrong.append(defect)
    return settings, wrong
