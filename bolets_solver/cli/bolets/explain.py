"""``bolets explain``: a game turn by turn, with what each turn cost."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import (
    Exit,
    exit_code,
    finish,
    json_option,
    limit_options,
    print_json,
    say,
    tell_errors,
)
from bolets_solver.cli.shared.game_options import deck_option, rule_options
from bolets_solver.cli.text.game_text import count_text, figures_text
from bolets_solver.work.limits import Limits, Reason

if TYPE_CHECKING:
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.play.verdict import Tally
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.optimize.solution import Solution
    from bolets_solver.study.games.explain import Explanation, TurnCost, Worth


@click.command()
@click.argument("file", metavar="RECORD")
@json_option
@deck_option
@rule_options
@limit_options
@tell_errors
def explain(
    file: str, as_json: bool, deck: str | None, settings: list[str], limits: Limits
) -> None:
    """Tell a game turn by turn, with what each turn cost.

    The cost is counted against the best that was possible before the turn, with the whole order
    known: hindsight, which nobody has at the table. A game that breaks off is told as far as it
    goes. The limits are for all turns together.

    Exit code 1: the game breaks a rule; "bolets check" tells more.
    """
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.study.games.explain import explain as explain_game

    game = read_game(file)
    rules = Rules.parse(settings, game.record.rules)
    deal = game.deal(game.deck(deck))
    violation = game.judge(deal, rules).violation
    if violation is not None:
        line = "" if violation.line is None else f"line {violation.line}: "
        say(f"the game is illegal ({violation.rule}): {line}{violation.message}")
        finish(Exit.NO)
    clock = _Clock(Coaching(deal, rules, limits), limits)
    told = explain_game(deal, rules, game.record, clock.best)
    if as_json:
        print_json(told.as_json(deck or game.record.deck))
    else:
        click.echo("\n".join(_lines(told)))
    finish(Exit.ANSWERED if told.proven else exit_code(clock.reason or Reason.TIME))


class _Clock:
    """Shares one time limit among many searches."""

    def __init__(self, coaching: Coaching, limits: Limits):
        self.coaching = coaching
        self.limits = limits
        self.started = time.monotonic()
        self.reason: Reason | None = None

    def best(self, record: Record, moment: str) -> Solution:
        """Return the best game that begins like ``record``, in the time that is left."""
        seconds = self.limits.seconds
        if seconds is not None:
            seconds = max(seconds - (time.monotonic() - self.started), 0.001)
        if self.reason is Reason.INTERRUPT:
            seconds = 0.001
        self.coaching.limits = Limits(seconds, self.limits.mebibytes)
        solution = self.coaching.best(record, moment)
        self.reason = self.reason or solution.reason
        return solution


def _lines(told: Explanation) -> list[str]:
    lines = [f"order {' '.join(told.record.order)}: {_worth_text(told.optimum, 'best possible')}"]
    if told.record.entrance is None:
        return [*lines, "no entrance is chosen yet"]
    entrance = f"entrance: door {told.record.entrance}"
    lines += ["", f"{entrance}  ({_cost_text(told.entrance)})"]
    for number, cost in enumerate(told.turns, start=1):
        lines += ["", *_turn_lines(number, cost)]
    verdict = told.verdict
    figures = figures_text(verdict.points, verdict.lives, verdict.crows)
    state = "not finished"
    if verdict.finished:
        state = "won" if verdict.won else f"lost: {verdict.ending}"
    lines += ["", f"{state}: {figures}"]
    costs = [told.entrance, *(c for t in told.turns for c in (t.placement, t.trace))]
    known = [cost for cost in costs if cost is not None]
    if len(known) < len(costs):
        lines.append("some costs are not known within the limit")
    else:
        placements = sum(turn.placement or 0 for turn in told.turns)
        traces = sum(turn.trace or 0 for turn in told.turns)
        lines.append(
            f"lost against the best, in all: {sum(known)} (entrance {told.entrance}, placements "
            f"{placements}, traces {traces})"
        )
    return lines


def _turn_lines(number: int, cost: TurnCost) -> list[str]:
    from bolets_solver.study.games.explain import turn_words

    head, _, trace = turn_words(cost.turn).partition("; ")
    lines = [f"turn {number}: {head}  ({_cost_text(cost.placement)})"]
    if trace:
        lines.append(f"  traced: {trace}  ({_cost_text(cost.trace)})")
    lines += [f"  {_gathered(cost.tally)}", f"  {_worth_text(cost.after, 'best still possible')}"]
    return lines


def _gathered(tally: Tally) -> str:
    parts = [
        f"{count_text(tally.mushrooms, 'mushroom')} ({count_text(tally.points, 'point')})"
        if tally.mushrooms
        else "no mushrooms",
        *([count_text(tally.hearts, "heart")] if tally.hearts else []),
        *([f"{count_text(tally.defeated, 'crow')} met"] if tally.defeated else []),
        *([count_text(tally.yellow, "yellow cube")] if tally.yellow else []),
        *([f"{count_text(tally.laid, 'cube')} laid"] if tally.laid else []),
        *([f"{count_text(tally.red, 'red cube')} earned"] if tally.red else []),
    ]
    after = "after the update" if tally.updated else "so far"
    standing = f"{count_text(tally.lives, 'life', 'lives')}, crow marker {tally.crows}"
    return f"{', '.join(parts)}; {after} {count_text(tally.total, 'point')}, {standing}"


def _worth_text(worth: Worth, what: str) -> str:
    if not worth.winnable:
        return f"{what}: nothing, no game can be won (proven)"
    if worth.proven:
        return f"{what}: {count_text(worth.points, 'point')} (proven)"
    most = "" if worth.bound is None else f", at most {worth.bound}"
    return f"{what}: {count_text(worth.points, 'point')} found{most} (not proven)"


def _cost_text(cost: int | None) -> str:
    if cost is None:
        return "cost not known"
    return f"costs {count_text(cost, 'point')}" if cost else "costs nothing"
