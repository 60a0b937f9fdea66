"""The results of the bonus mode as text."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from bolets_solver.cli.text.game_text import count_text, deck_line, figures_text, tier_line
from bolets_solver.study.orders.players import error_bars
from bolets_solver.study.orders.spectrum import Possible
from bolets_solver.work.limits import Status

if TYPE_CHECKING:
    from bolets_solver.optimize.solution import Solution
    from bolets_solver.study.games.review import Mine, StillPossible
    from bolets_solver.study.games.smallest_change import Change
    from bolets_solver.study.orders.best_order import KnownOrders
    from bolets_solver.study.orders.bonus import Bonus
    from bolets_solver.study.orders.players import SimulatedScores

BAR = 24
"""Characters of the longest bar of the simulation."""


def players_text(bonus: Bonus) -> str:
    """Return how often simulated players reach each score; empty if none played."""
    return "\n".join(["", *_players(bonus.players)]) if bonus.players else ""


def bonus_text(bonus: Bonus, deck: str) -> str:
    """Return the proven results of an order; ``deck`` as given by the user."""
    lines = [deck_line(deck), f"order {bonus.deal}", _optimum(bonus.optimum)]
    if bonus.optimum.status is Status.IMPOSSIBLE:
        return "\n".join([*lines, f"the furthest card that can be entered: {bonus.optimum.stuck}"])
    lines += ["", "best score for each entrance:"]
    lines += [f"  door {door}: {_optimum(best)}" for door, best in bonus.entrances.items()]
    lines += ["", *_spectrum(bonus), "", *_optimal_games(bonus)]
    if bonus.optimum.record is not None:
        lines += ["", "a best game:", *bonus.optimum.record.format().splitlines()]
    return "\n".join(lines)


def _optimum(solution: Solution) -> str:
    if solution.status is Status.IMPOSSIBLE:
        return f"{solution.status}: nothing can be won (proven)"
    bound = "" if solution.bound is None else f", no game scores more than {solution.bound}"
    if solution.points is None:
        return f"{solution.status}: no game found so far{bound}"
    word = count_text(solution.points, "point")
    if solution.status is Status.OPTIMAL:
        return f"{solution.status}: {word} (proven)"
    return f"{solution.status}: best so far {word}{bound}"


def _spectrum(bonus: Bonus) -> list[str]:
    scores = bonus.spectrum
    if not scores:
        return ["score spectrum: not started"]
    lines = ["score spectrum, proven:"]
    for possible, group in groupby(scores, key=lambda score: score.possible):
        points = [score.points for score in group]
        span = f"{points[0]}" if len(points) == 1 else f"{points[0]} to {points[-1]}"
        word = {Possible.YES: "can be won", Possible.NO: "cannot be won"}.get(possible, "unknown")
        lines.append(f"  {span}: {word}")
    unknown = sum(score.possible is Possible.UNKNOWN for score in scores)
    counts = [sum(score.possible is word for score in scores) for word in Possible]
    lines.append(f"  {counts[0]} possible, {counts[1]} impossible, {unknown} unknown")
    return lines


def _optimal_games(bonus: Bonus) -> list[str]:
    games = bonus.optimal_games
    count = len(games.records)
    if games.complete:
        return [f"different optimal games: {count} (proven)"]
    if bonus.optimum.status is not Status.OPTIMAL:
        return ["different optimal games: not counted, the optimum is not proven"]
    return [f"different optimal games: at least {count}"]


def _players(players: list[SimulatedScores]) -> list[str]:
    lines = ["simulated players (shares of all games with 95 % error bars; not proven):"]
    for tally in players:
        head = f"  {tally.player}: won {_share(tally.won, tally.games)} of {tally.games} games"
        lines.append(f"{head}, seed {tally.seed}{'' if tally.complete else ', ended early'}")
        most = max(tally.points.values(), default=1)
        for points, count in sorted(tally.points.items()):
            bar = "#" * max(1, round(BAR * count / most))
            lines.append(f"    {points:3}  {_share(count, tally.games):24}  {bar}")
    return lines


def _share(count: int, games: int) -> str:
    if games == 0:
        return "0 %"
    low, high = error_bars(count, games)
    return f"{100 * count / games:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def mine_text(mine: Mine) -> str:
    """Return the review of a game."""
    verdict = mine.verdict
    state = "not finished"
    if verdict.finished:
        state = "won" if verdict.won else f"lost: {verdict.ending}"
    lines = [f"{mine.name}: {state}, {figures_text(verdict.points, verdict.lives, verdict.crows)}"]
    if verdict.won:
        lines.append(tier_line(verdict.points))
    if mine.gap is not None:
        lines.append(f"gap to the optimum: {mine.gap}")
    if mine.place is not None:
        place = mine.place
        unknown = f", unknown: {place.unknown}" if place.unknown else ""
        lines.append(f"possible scores above: {place.higher}, below: {place.lower}{unknown}")
    lines += [_still(still) for still in mine.still]
    if mine.change is not None:
        lines += ["", *_change(mine.change)]
    return "\n".join(lines)


def _still(still: StillPossible) -> str:
    when = "after the entrance" if still.after == 0 else f"after card {still.after}"
    if still.status is Status.IMPOSSIBLE:
        outcome = "nothing can be won any more"
    elif still.points is None:
        outcome = "no game found within the limit"
    elif still.status is Status.OPTIMAL:
        outcome = f"you could still reach {still.points}"
    else:
        outcome = f"you could still reach {still.points} or more, at most {still.bound}"
    lost = f"  (lost here: {still.lost})" if still.lost else ""
    return f"{when} {outcome}{lost}"


def _change(change: Change) -> list[str]:
    turns = ", ".join(map(str, change.turns))
    which = f"turn {turns}" if len(change.turns) == 1 else f"turns {turns}"
    sure = "the smallest change that gains points (proven)"
    if not change.proven:
        sure = "a small change that gains points (a smaller one is not excluded)"
    gain = count_text(change.gain, "point")
    return [
        f"{sure}: alter {which} and gain {gain}, {change.points} in all",
        *change.record.format().splitlines(),
    ]


def order_progress(standing: KnownOrders) -> str:
    """Return the progress of the comparison of orders in one line."""
    ends = [end[0] for end in (standing.highest, standing.lowest) if end is not None]
    known = f", highest {ends[0]}, lowest {ends[1]}" if len(ends) == 2 else ""
    return f"orders{known} | {standing.settled} of {standing.total}, {len(standing.optima)} solved"


def order_text(standing: KnownOrders, deck: str) -> str:
    """Return the orders with the highest and the lowest optimum; ``deck`` as given by the user."""
    sure = "(proven)" if standing.complete else "(so far, not proven)"
    lines = [
        deck_line(deck),
        f"{standing.settled} of {count_text(standing.total, 'order')} settled, "
        f"{len(standing.optima)} of them solved",
    ]
    for word, end in (("highest", standing.highest), ("lowest", standing.lowest)):
        if end is not None:
            points, order = end
            lines.append(f"{word} optimum {sure}: {points} with {' '.join(order)}")
    impossible = standing.impossible
    if impossible:
        lines.append(f"impossible: {count_text(len(impossible), 'order')}")
        lines += [f"  {' '.join(order)}" for order in impossible[:20]]
    return "\n".join(lines)
