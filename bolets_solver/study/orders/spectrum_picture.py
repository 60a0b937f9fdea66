"""The score spectrum of an order as a picture."""

from __future__ import annotations

from collections.abc import Collection

from bolets_solver.draw.figures.spectrum import Shares, spectrum_svg
from bolets_solver.draw.picture.svg import Svg
from bolets_solver.study.orders.bonus import Bonus
from bolets_solver.study.orders.players import error_bars
from bolets_solver.work.limits import Status


def picture(bonus: Bonus, mine: Collection[int] = ()) -> Svg:
    """Return the spectrum as SVG; ``mine``: the scores of the user's games, which are marked."""
    shares = [
        Shares(
            str(tally.player),
            tally.games,
            {
                points: (count / tally.games, *error_bars(count, tally.games))
                for points, count in tally.points.items()
            },
        )
        for tally in bonus.players
    ]
    possible = {score.points: str(score.possible) for score in bonus.spectrum}
    status = bonus.optimum.status
    title = f"Scores of {bonus.deal}"
    if not possible:
        known = (
            "nothing can be won (proven)" if status is Status.IMPOSSIBLE else "nothing known yet"
        )
        title = f"{title}: {known}"
    proven = bonus.optimum.points if status is Status.OPTIMAL else None
    return spectrum_svg(title, possible, proven, shares, mine)
