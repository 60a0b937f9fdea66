"""The rank of a deal in its atlas, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bolets_solver.atlas.par import Par
    from bolets_solver.atlas.values import Atlas
    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.rules import Rules


def par_of(deal: Deal, rules: Rules, entrance: int | None = None) -> Par | None:
    """Return the rank of a deal, None without an atlas.

    An atlas contains whole deals with a free entrance.
    """
    from bolets_solver.atlas.par import par
    from bolets_solver.work.limits import Status

    atlas = None if entrance is not None else atlas_of(deal, rules)
    found = None if atlas is None else par(atlas, deal.order)
    return None if found is None or found.status is Status.UNKNOWN else found


def atlas_of(deal: Deal, rules: Rules) -> Atlas | None:
    """Return the atlas of a deal's deck; None if there is none, or not all cards are dealt."""
    from bolets_solver.atlas.finding import par_atlas
    from bolets_solver.bolets.cards.face import COTTAGE

    numbers = {face.number for name, face in deal.deck.faces.items() if name != COTTAGE}
    return par_atlas(deal.deck, rules) if len(deal.order) - 1 == len(numbers) else None


def par_line(found: Par) -> str:
    """Return the rank of a deal: ``par 27, better than 38 % of all deals``."""
    head = "no game can be won" if found.points is None else f"par {found.points}"
    return f"{head}{_standing(found)}"


def standing_line(found: Par) -> str | None:
    """Return the rank of a deal without its par, if every deal is settled."""
    text = _standing(found).removeprefix(", ")
    return f"this deal is {text}" if text else None


def _standing(found: Par) -> str:
    share = found.percentile
    return "" if share is None else f", better than {float(share):.0f} % of all deals"
