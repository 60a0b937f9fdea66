"""Answers as text."""

from __future__ import annotations

from collections.abc import Sequence

from bolets_solver.boldest.answer.json_report import TURNED_UP
from bolets_solver.boldest.answer.position_text import (
    end_words,
    event_words,
    group_words,
    place_words,
    take_words,
)
from bolets_solver.boldest.game.expedition import Day, advance, begin, legal_takes
from bolets_solver.boldest.game.forest import Forest
from bolets_solver.boldest.game.heroes import group_text
from bolets_solver.boldest.game.position import Position, WeightedPlan, plan_line
from bolets_solver.boldest.game.scoring import End, Value
from bolets_solver.boldest.solving.equilibrium import Equilibrium
from bolets_solver.boldest.solving.foresight import Foresight, foresee
from bolets_solver.boldest.solving.plan import PlanAnalysis, RatedPlan
from bolets_solver.boldest.solving.resolve import Analysis, Bounds, Line, Move
from bolets_solver.boldest.solving.search import totals
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Reason

OBJECTIVE_WORDS = {"win": "winning, then the margin", "margin": "the margin"}


def resolve_lines(
    position: Position, objective: str, hero: int | None, found: Analysis
) -> list[str]:
    """What ``--mode resolve`` prints."""
    day = found.day
    lines = event_words(day, found.events)
    if found.actor is None:
        end = End(totals(found.moment), found.moment.flags)
        state = _nothing_left(found.foresight, found.moment.contest)
        return [*lines, state, end_words(day.players, end)]
    lines.append(f"{place_words(found.moment.contest)}: {group_words(day, found.actor)} act.")
    lines += information(found.foresight)
    lines += ["", *_moves(day, found.moment.forest, found.moves), ""]
    if found.line is not None:
        lines += [*line_lines(day, found.moment.forest, found.line), ""]
    aim = OBJECTIVE_WORDS[objective]
    if hero is not None:
        aim += f"; all others play against {position.players[hero]}"
    known = "proven"
    if not found.proven:
        known = f"{limit_words(found.stopped_by)}: moves without an end were not computed"
    return [*lines, f"{known} (objective: {aim}; {found.nodes} nodes)"]


def turn_lines(position: Position) -> list[str]:
    """Return the Group to act and its legal takes, if the Groups of this Expedition are known.

    Otherwise return the reason; nothing if no plan is given.
    """
    try:
        sight = foresee(position)
    except InputError as error:
        if all(plans is None for plans in position.plans):
            return []
        return ["", *(defect.message for defect in error.defects)]
    day = sight.present
    moment, events = advance(day, begin(position, day)[0])
    lines = ["", *event_words(day, events)]
    if moment.actor is None:
        return [*lines, _nothing_left(sight, moment.contest)]
    lines.append(f"{place_words(moment.contest)}: {group_words(day, moment.actor)} act.")
    return lines + [f"    {take_words(t, moment.forest)}" for t in legal_takes(day, moment)]


def information(sight: Foresight) -> list[str]:
    """Return notes about Groups that are still face down; nothing if all are known."""
    lines = []
    if len(sight.cases) > 1:
        lines.append(
            f"{len(sight.cases)} cases of face-down Groups are weighed, as if all were "
            "turned up after this take."
        )
    if not sight.is_whole:
        lines.append(
            f"What comes after Expedition {sight.last} is not known: players are taken to want the "
            "best standing after it."
        )
    return lines


def _nothing_left(sight: Foresight, contest: int) -> str:
    if sight.position.over:
        return "The Day is over: nothing is left to decide."
    if contest >= 3 * sight.position.expeditions or (len(sight.cases) == 1 and sight.is_whole):
        return "Nothing is left to decide: no Group can act."
    return (
        f"Nothing is left to decide in Expedition {contest // 3}: write expedition = "
        f"{contest // 3 + 1} and the Groups that are turned up."
    )


def _moves(day: Day, forest: Forest, moves: Sequence[Move]) -> list[str]:
    words = [take_words(move.take, forest) for move in moves]
    width = max(map(len, words))
    lines = []
    for move, text in zip(moves, words, strict=True):
        mark = "*" if move.best else " "
        if move.end is not None:
            worth = end_words(day.players, move.end)
        elif move.values is not None:
            worth = ", ".join(
                f"{name} wins {100 * value.win:.4g} %, {value.margin:+.4g}"
                for name, value in zip(day.players, move.values, strict=True)
            )
        else:
            worth = ", ".join(
                f"{name} {bounds[2][0]:.0f} to {bounds[2][1]:.0f}"
                for name, bounds in zip(day.players, move.bounds, strict=True)
            )
        lines.append(f"  {mark} {text.ljust(width)}   {worth}")
    return lines


def line_lines(day: Day, forest: Forest, line: Line) -> list[str]:
    """Best play step by step, under the headings of Expeditions and Classes."""
    lines = ["Best play:"]
    heading = ""
    for step in line.steps:
        lines += [f"    {sentence}" for sentence in event_words(day, step.events)]
        if place_words(step.contest) != heading:
            heading = place_words(step.contest)
            lines.append(f"  {heading}")
        name = day.players[step.actor.player]
        lines.append(f"    {name}: {take_words(step.take, forest)}")
        forest = forest.without(step.take.cards)
    lines += [f"    {sentence}" for sentence in event_words(day, line.closing)]
    return [*lines, end_words(day.players, line.end)]


def plan_lines(
    position: Position, objective: str, found: PlanAnalysis, *, paranoid: bool = False
) -> list[str]:
    """What ``--mode plan`` prints."""
    name = position.players[found.player]
    lines = [f"Plans for {name}, best first (" + TURNED_UP + "):"]
    for plan in found.plans:
        mark = "*" if plan.best else " "
        alike = f", {plan.alike} plans alike" if plan.alike > 1 else ""
        lines += ["", f"{mark} {plan_line(plan.plan)}"]
        lines.append(f"    {_worth(plan.values[found.player])}{alike}")
        lines += _brings(plan)
    if not found.proven:
        lines += _open_lines(found)
    known = "proven" if found.proven else limit_words(found.stopped_by)
    counted = f"{found.weighed} of {found.distinct} plans weighed"
    if found.ruled_out:
        counted += f", {found.ruled_out} ruled out by bounds"
    aim = OBJECTIVE_WORDS[objective]
    if paranoid:
        aim += f"; all others play against {name}"
    return [*lines, "", f"{known}: {counted} (objective: {aim}; {found.nodes} nodes)"]


def limit_words(reason: Reason | None) -> str:
    """Return why the work is not finished, for the last line of an answer."""
    return "limit" if reason is None else f"limit ({reason})"


def _open_lines(found: PlanAnalysis) -> list[str]:
    """Return what is proven about plans that were not weighed, if a limit ended the work."""
    if not found.open:
        return []
    shown = f"; {len(found.open)} of them" if len(found.open) < found.undecided else ""
    lines = ["", f"{found.undecided} plans not weighed may still be the best{shown}:"]
    for each in found.open:
        lines += ["", f"  {plan_line(each.plan)}", f"    {_between(each.bounds)}"]
    return lines


def _between(bounds: Bounds) -> str:
    """Bounds of a plan in words."""
    win, margin, experience = bounds
    if win == (1.0, 1.0):
        chance = "wins"
    elif win == (0.0, 0.0):
        chance = "does not win"
    elif win == (0.0, 1.0):
        chance = "may win"
    else:
        chance = f"wins between {100 * win[0]:.4g} % and {100 * win[1]:.4g} %"
    return (
        f"{chance}, margin between {margin[0]:+.4g} and {margin[1]:+.4g}, "
        f"Experience between {experience[0]:.4g} and {experience[1]:.4g} (proven)"
    )


def _brings(plan: RatedPlan) -> list[str]:
    lines = []
    for each in plan.brings:
        cards = f": {' '.join(map(str, each.cards)) or 'nothing'}" if each.cards is not None else ""
        gain = f"{each.gain:+.0f}" if each.cards is not None else f"{each.gain:+.2f} on average"
        lines.append(f"    space {each.space}, {group_text(each.group)}: {gain}{cards}")
    return lines


def _worth(value: Value) -> str:
    if value.win in (0.0, 1.0) and value.margin == int(value.margin):
        result = "wins" if value.win else "loses"
        how = f"by {abs(value.margin):.0f}" if value.margin else "by the flags"
        return f"{result} {how} with {value.experience:.0f} Experience"
    return (
        f"wins {100 * value.win:.2f} %, margin {value.margin:+.3f}, "
        f"Experience {value.experience:.3f}"
    )


def equilibrium_lines(
    position: Position, objective: str, player: int, found: Equilibrium
) -> list[str]:
    """What ``--mode equilibrium`` prints."""
    kind = "Mixed equilibrium" if position.count == 2 else "The given plans"
    lines = [f"{kind} ({TURNED_UP}):"]
    for other, name in enumerate(position.players):
        lines += ["", f"{name}:"]
        strategy = found.strategies[other]
        lines += [f"  {_share(each)}{plan_line(each.plan)}" for each in strategy]
        if not strategy:
            lines.append("  nothing was found before the limit")
        regret = found.regrets[other]
        answer = found.answers[other]
        if found.values is not None:
            lines.append(f"  worth {_played_for(objective, found.values[other])}")
        if regret is not None:
            lines.append(f"  the best answer gains {_gain(objective, regret)}")
        if answer is not None and position.count > 2:
            lines.append(f"  best answer: {plan_line(answer.plan)}")
            lines.append(f"    {_worth(answer.values[other])}")
    lines.append("")
    if found.values is not None:
        name = position.players[player]
        lines.append(f"value for {name}: {_played_for(objective, found.values[player])}")
    if not found.proven and found.bounds is not None and found.values is not None:
        low, high = found.bounds
        lines.append(f"the value for {position.players[0]} lies from {low:.6f} to {high:.6f}")
    known = "proven" if found.proven else "limit"
    return [*lines, f"{known} (objective: {OBJECTIVE_WORDS[objective]})"]


def _share(each: WeightedPlan) -> str:
    return f"{100 * each.weight:6.2f} %  "


def _played_for(objective: str, value: float) -> str:
    return f"{value:+.6f}" if objective == "margin" else f"{100 * value:.4f} % of winning"


def _gain(objective: str, gain: float) -> str:
    return f"{gain:.9f} of margin" if objective == "margin" else f"{100 * gain:.7f} % of winning"


def score_lines(position: Position, end: End) -> list[str]:
    """What ``score`` prints."""
    lines = []
    for rank, player in enumerate(end.ranking(), start=1):
        cards, items = position.experience[player], len(position.items[player])
        name = position.players[player]
        lines.append(f"{rank}. {name}: {end.totals[player]} ({cards} on cards, {items} for Items)")
    order = end.ranking()
    if end.totals[order[0]] == end.totals[order[1]]:
        name = position.players[order[0]]
        lines.append(f"The tie goes to {name}, whose flag is closest to the King's Tent.")
    return lines
