"""A review in words: how mistakes and luck add up to what a game ended with."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from bolets_solver.advise.answer.report import fraction_text
from bolets_solver.advise.worlds import FirstLook, Preview, Sight

if TYPE_CHECKING:
    from bolets_solver.advise.games.review import Review


def sight_words(sight: Sight) -> str:
    """Say what a player saw of the stack."""
    if sight.preview is Preview.TOP:
        seen = "the wall card and the top of the stack"
    else:
        seen = "the wall card, and nothing of the stack"
    if sight.first_look is FirstLook.NONE:
        seen += "; the entrance was chosen before the first wall card was drawn"
    return seen


def sum_words(looked: Review) -> str:
    """Say how the reviewed decisions lead from what was expected to what the game ended with.

    There must be a reviewed decision.
    """
    first = looked.decisions[0].number
    moment = f"before turn {first}" if first else "at the entrance"
    if looked.ended is None:
        result = f"{fraction_text(looked.result)} expected now"
    elif looked.won:
        result = points_words(looked.result)
    else:
        result = "lost, which counts 0"
    return (
        f"{points_words(looked.expected)} expected {moment}{_less(looked.mistakes, 'mistakes')}"
        f"{_luck(looked.luck)} = {result}"
    )


def lost_words(looked: Review, best: int) -> str:
    """Say how what a finished game lost against hindsight divides into mistakes and luck.

    ``best``: what one who knew the order could reach before the first reviewed decision, 0 if
    nothing. What he could reach more or less than was expected then is a part of it, too.
    """
    order = best - looked.expected
    allows = f" (the order allows {'more' if order > 0 else 'less'} than was expected)"
    parts = [
        (looked.mistakes, "mistakes ", ""),
        (-looked.luck, "good luck " if looked.luck > 0 else "bad luck ", ""),
        (order, "", allows),
    ]
    parts.sort(key=lambda part: part[0] < 0)  # a sum begins with what is added
    terms = [
        f"{'-' if value < 0 else '+'} {name}{fraction_text(abs(value))}{why}"
        for value, name, why in parts
        if value
    ]
    lost = fraction_text(best - looked.result)
    return f"{lost} = {' '.join(terms).removeprefix('+ ')}" if terms else lost


def points_words(value: Fraction) -> str:
    """Write points with their unit."""
    return f"{fraction_text(value)} point{'s' * (value != 1)}"


def _less(value: Fraction, name: str) -> str:
    return f" - {name} {fraction_text(value)}" if value else ""


def _luck(value: Fraction) -> str:
    if not value:
        return ""
    name, sign = ("good luck", "+") if value > 0 else ("bad luck", "-")
    return f" {sign} {name} {fraction_text(abs(value))}"
