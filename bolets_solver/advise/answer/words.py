"""Advice in words."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from bolets_solver.advise.answer.report import rounded_down, rounded_up
from bolets_solver.advise.worlds import knowledge_words
from bolets_solver.bolets.play.verdict import tier

if TYPE_CHECKING:
    from bolets_solver.advise.answer.report import Advice, Choice, Interval, WorldValue
    from bolets_solver.advise.objective import Objective

MOST_WORLDS = 400
"""Largest number of listed orders."""

DIGITS = 3
"""Digits behind the point of a bound."""


def advice_lines(advice: Advice, with_worlds: bool = False) -> list[str]:
    """Write an advice."""
    lines = [knowledge_line(advice)]
    if advice.from_atlas:
        counted = f"{advice.from_atlas} of {_count(advice.worlds, 'order')}"
        lines.append(f"the atlas has the best game of {counted}: no answer is above that")
    if advice.hindsight is not None:
        lines.append(_estimate_line(advice))
    if advice.value.upper == 0:
        what = "can be won" if not advice.objective.least else "reaches that"
        return [*lines, f"no game {what} (proven)"]
    if advice.status == "estimate":
        most = value_text(advice.value.upper, advice.objective)
        too_many = "there are too many orders to follow a decision; "
        return [*lines, f"{too_many}without hindsight no more than {most} can be expected (proven)"]
    sure = "exact" if advice.value.exact is not None else "proven bounds"
    if advice.reason is not None:
        sure += f"; {advice.reason}"
    lines.append(f"without hindsight: {interval_text(advice.value, advice.objective)} ({sure})")
    best = advice.choices[0].value if advice.choices else None
    for number, choice in enumerate(advice.choices, start=1):
        lines += ["", f"{number}. {choice}", *choice_lines(advice, choice, best)]
        if with_worlds:
            lines += _world_lines(choice, advice.objective)
    if advice.others:
        most = value_text(advice.others_upper, advice.objective)
        others = _count(advice.others, "other way", "other ways")
        lines += ["", f"{others} to decide: none is worth more than {most}"]
    return lines


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def knowledge_line(advice: Advice) -> str:
    """Say what the advice knows."""
    return knowledge_words(advice.seen, advice.cards, advice.worlds)


def interval_text(value: Interval, objective: Objective) -> str:
    """Write a value with its unit, or its bounds."""
    exact = value.exact
    if exact is not None:
        return value_text(exact, objective)
    factor, unit = (100, "%") if objective.chance else (1, "points")
    low = rounded_down(factor * value.lower, DIGITS)
    high = rounded_up(factor * value.upper, DIGITS)
    return f"{low:.7g} to {high:.7g} {unit}"


def value_text(value: Fraction, objective: Objective) -> str:
    """Write an exact value with its unit."""
    from bolets_solver.advise.answer.report import fraction_text

    text = _figure(value, objective)
    if value.denominator > 1:
        text += f" ({fraction_text(value)})"
    if objective.chance:
        return text
    return f"{text} point{'s' * (value != 1)}"


def _figure(value: Fraction, objective: Objective) -> str:
    return f"{100 * float(value):.4g} %" if objective.chance else f"{float(value):.5g}"


def choice_lines(advice: Advice, choice: Choice, best: Interval | None) -> list[str]:
    """Say what a way to decide is worth, and what comes of it; ``best``: the best one's value."""
    line = f"   {interval_text(choice.value, advice.objective)}"
    if best is not None and best.exact is not None and choice.value.exact is not None:
        cost = best.exact - choice.value.exact
        line += f", costs {value_text(cost, advice.objective)}" if cost else ""
    lines = [line]
    if choice.turn is not None:
        after = [
            _count(choice.points, "point"),
            _count(choice.lives, "life", "lives"),
            _count(choice.cubes, "cube"),
        ]
        lines.append(f"   after it: {', '.join(after)}")
    spread = _spread(choice.worlds, advice.objective)
    return [*lines, f"   {spread}"] if spread else lines


def _spread(worlds: tuple[WorldValue, ...], objective: Objective) -> str:
    """Say what the rest of the deck can make of it."""
    made = [world.played for world in worlds if world.played is not None]
    if len(made) < len(worlds) or len(worlds) == 1:
        return ""
    of = f"of {len(worlds)} orders"
    if objective.chance:
        return f"done in {sum(made)} {of}"
    tiers = Counter(tier(points) for points in made if points)
    parts = [f"tier {step} in {tiers[step]}" for step in sorted(tiers, reverse=True)]
    lost = made.count(0)
    parts.append(f"lost or 0 points in {lost}" if lost else "lost in none")
    return f"it ends with {min(made)} to {max(made)} points: {', '.join(parts)} {of}"


def _result_text(worth: int, objective: Objective) -> str:
    """Write what a game of one order is worth."""
    return ("no", "yes")[worth] if objective.chance else str(worth)


def _world_lines(choice: Choice, objective: Objective) -> list[str]:
    lines = []
    for world in choice.worlds[:MOST_WORLDS]:
        played = "open" if world.played is None else _result_text(world.played, objective)
        seen = f"(with hindsight {_result_text(world.hindsight, objective)})"
        lines.append(f"   {' '.join(world.order)}: {played} {seen}")
    more = len(choice.worlds) - MOST_WORLDS
    return [*lines, f"   and {more} more"] if more > 0 else lines


def _estimate_line(advice: Advice) -> str:
    estimate = advice.hindsight
    assert estimate is not None
    factor = 100 if advice.objective.chance else 1
    low, mean, high = (factor * v for v in (estimate.low, estimate.mean, estimate.high))
    unit = " %" if advice.objective.chance else " points"
    return (
        f"estimated, not proven: with hindsight {mean:.4g}{unit} on average ({low:.4g} to "
        f"{high:.4g} in 95 of 100 such samples of {estimate.worlds})"
    )
