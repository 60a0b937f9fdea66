"""``bolets explain``: a game turn by turn, with the cost of each turn."""

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
    report_errors,
    say,
)
from bolets_solver.cli.shared.game_options import deck_option, rule_options, sight_options
from bolets_solver.cli.text.game_text import count_text, deck_line, figures_text
from bolets_solver.work.limits import Limits, Reason

if TYPE_CHECKING:
    from bolets_solver.advise.games.review import Review
    from bolets_solver.advise.worlds import Sight
    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.play.verdict import Tally
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.optimize.solution import Solution
    from bolets_solver.study.games.explain import Explanation, TurnCost, Worth


@click.command()
@click.argument("file", metavar="RECORD")
@click.option(
    "--review/--no-review",
    "reviewed",
    default=True,
    help="Also show mistakes and luck.  [default: review]",
)
@click.option(
    "--deep", is_flag=True, help="Also review the entrance and the first turns: a minute or more."
)
@click.option(
    "--svg", metavar="FILE", help="Draw the costliest mistake, with the better turn dashed."
)
@sight_options
@json_option
@deck_option
@rule_options
@limit_options
@report_errors
def explain(
    file: str,
    reviewed: bool,
    deep: bool,
    svg: str | None,
    sight: Sight,
    as_json: bool,
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Show turn by turn what a game cost.

    The cost of a turn compares it with the best then possible. This is hindsight: it uses the whole
    order. The review at the end uses no hindsight. It divides the loss into mistakes (decisions
    worse than the best while the order was unknown) and luck (what the cards did), and shows the
    better turn at each mistake. It begins where at most 48 orders were possible; --deep lets it
    begin at the entrance. An unfinished game is reviewed up to its end. The limits are for all
    turns together.

    Exit code 1: the game breaks a rule; "bolets check" says which.
    """
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.cli.shared.record_file import deck_of
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
    explained = explain_game(deal, rules, game.record, clock.best)
    looked = None
    if reviewed or svg is not None:
        looked = _review(deal, game.record, rules, sight, deep, clock.left())
    if as_json:
        value = explained.as_json(deck or game.record.deck)
        print_json(value | {"review": None if looked is None else looked.as_json()})
    else:
        lines = [*_lines(deal, rules, explained), *_review_lines(looked, explained, deep)]
        click.echo("\n".join([deck_line(deck_of(game, deck)), *lines]))
    if svg is not None and looked is not None:
        _draw(deal, game.record, rules, looked, svg)
    complete = explained.proven and (looked is None or looked.complete)
    finish(Exit.ANSWERED if complete else exit_code(clock.reason or Reason.TIME))


class _Clock:
    """Shares one time limit among many searches."""

    def __init__(self, coaching: Coaching, limits: Limits):
        self.coaching = coaching
        self.limits = limits
        self.started = time.monotonic()
        self.reason: Reason | None = None

    def left(self) -> Limits:
        """Return the remaining limits."""
        seconds = self.limits.seconds
        if seconds is not None:
            seconds = max(seconds - (time.monotonic() - self.started), 0.001)
        if self.reason is Reason.INTERRUPT:
            seconds = 0.001
        return Limits(seconds, self.limits.mebibytes)

    def best(self, record: Record, moment: str) -> Solution:
        """Return the best game that begins like ``record``, in the remaining time."""
        self.coaching.limits = self.left()
        solution = self.coaching.best(record, moment)
        self.reason = self.reason or solution.reason
        return solution


def _review(
    deal: Deal, record: Record, rules: Rules, sight: Sight, deep: bool, limits: Limits
) -> Review:
    """Review a game without hindsight."""
    from bolets_solver.cli.shared.progress import AdviceReporter, loading_kernels
    from bolets_solver.work.limits import Work

    with loading_kernels():
        from bolets_solver.advise.advisor import MOST_WORLDS, Advisor
        from bolets_solver.advise.games.review import MOST_WORLDS as USUAL
        from bolets_solver.advise.games.review import review
    with (
        Advisor(deal.deck, rules, sight) as advisor,
        AdviceReporter("review") as reporter,
        Work(limits, reporter.report) as work,
    ):
        return review(advisor, deal, record, work, MOST_WORLDS if deep else USUAL)


def _review_lines(looked: Review | None, explained: Explanation, deep: bool) -> list[str]:
    """Return mistakes and luck as lines."""
    from bolets_solver.advise.answer.report import fraction_text
    from bolets_solver.advise.answer.review_words import lost_words, sight_words, sum_words
    from bolets_solver.advise.games.review import signed

    if looked is None or not (looked.decisions or looked.skipped):
        return []
    lines = [
        "",
        f"without hindsight, knowing only what a player saw ({sight_words(looked.sight)}):",
    ]
    for one in looked.decisions:
        name = f"turn {one.number}" if one.number else "entrance"
        line = f"  {name}: {fraction_text(one.expected)} expected"
        if one.mistake:
            line += f"; mistake {fraction_text(one.mistake)}, better: {one.better}"
        if one.luck:
            line += f"; luck {signed(one.luck)}"
        lines.append(line)
    if looked.skipped:
        why = "within the limit" if deep or not looked.complete else "(--deep does)"
        what = count_text(looked.skipped, "decision")
        lines.append(f"  {what} at the beginning not reviewed {why}")
    if not looked.decisions:
        return lines
    lines.append(f"  {sum_words(looked)}")
    best = explained.before(looked.decisions[0].number)
    if looked.ended is not None and best.proven:
        lines.append(f"  lost against hindsight since then: {lost_words(looked, best.points)}")
    lines.append(
        f"  mistakes {fraction_text(looked.mistakes)}, luck {signed(looked.luck)}, in all "
        "that was reviewed"
    )
    return lines


def _draw(deal: Deal, record: Record, rules: Rules, looked: Review, name: str) -> None:
    """Draw the costliest mistake of a turn, with the better turn dashed."""
    from dataclasses import replace

    from bolets_solver.advise.answer.report import fraction_text
    from bolets_solver.cli.shared.output_file import SVG, write_output
    from bolets_solver.draw.figures.better_turn import better_turn_picture
    from bolets_solver.draw.map.game_stages import DrawnGame

    turns = [one for one in looked.decisions if one.mistake and one.better_turn is not None]
    if not turns:
        say("no reviewed turn was a mistake: nothing is drawn")
        return
    worst = max(turns, key=lambda one: one.mistake)
    assert worst.better_turn is not None
    begun = replace(record, turns=record.turns[: worst.number])
    lines = [f"turn {worst.number}: {worst.turn}", f"better: {worst.better}"]
    lines.append(f"the mistake cost {fraction_text(worst.mistake)}")
    picture = better_turn_picture(DrawnGame(deal, begun, rules), worst.better_turn, lines)
    write_output(name, picture.svg(), SVG)
    say(f"turn {worst.number} is drawn in {name}")


def _lines(deal: Deal, rules: Rules, explained: Explanation) -> list[str]:
    best = _worth_text(explained.optimum, "best possible")
    lines = [f"order {' '.join(explained.record.order)}: {best}"]
    if explained.record.entrance is None:
        return [*lines, "the entrance is not chosen yet"]
    entrance = f"entrance: door {explained.record.entrance}"
    lines += ["", "with hindsight, the whole order known:"]
    lines += ["", f"{entrance}  ({_cost_text(explained.entrance)})"]
    for number, cost in enumerate(explained.turns, start=1):
        lines += ["", *_turn_lines(number, cost), *_loss_lines(deal, rules, explained, number)]
    verdict = explained.verdict
    figures = figures_text(verdict.points, verdict.lives, verdict.crows)
    state = "not finished"
    if verdict.finished:
        state = "won" if verdict.won else f"lost: {verdict.ending}"
    lines += ["", f"{state}: {figures}"]
    costs = [explained.entrance, *(c for t in explained.turns for c in (t.placement, t.trace))]
    known = [cost for cost in costs if cost is not None]
    if len(known) < len(costs):
        lines.append("some costs are not known within the limit")
    else:
        placements = sum(turn.placement or 0 for turn in explained.turns)
        traces = sum(turn.trace or 0 for turn in explained.turns)
        lines.append(
            f"lost against the best, in all: {sum(known)} (entrance {explained.entrance}, "
            f"placements {placements}, traces {traces})"
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


def _loss_lines(deal: Deal, rules: Rules, explained: Explanation, number: int) -> list[str]:
    """Return why a turn loses the game, if it does."""
    from dataclasses import replace

    from bolets_solver.advise.candidates.stuck import why_lost

    cost = explained.turns[number - 1]
    if cost.loses is None:
        return []
    turn = cost.turn if cost.loses == "trace" else replace(cost.turn, tokens=())
    begun = replace(explained.record, turns=(*explained.record.turns[: number - 1], turn))
    worth = cost.after if cost.loses == "trace" else cost.laid
    return [f"  the {cost.loses} loses: {why_lost(deal, rules, begun, worth.stuck)}"]


def _gathered(tally: Tally) -> str:
    parts = [
        f"{count_text(tally.mushrooms, 'mushroom')} ({count_text(tally.points, 'point')})"
        if tally.mushrooms
        else "no mushrooms",
        *([count_text(tally.hearts, "heart")] if tally.hearts else []),
        *([f"{count_text(tally.defeated, 'crow')} defeated"] if tally.defeated else []),
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
