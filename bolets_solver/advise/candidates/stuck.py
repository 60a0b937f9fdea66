"""Why a game cannot continue: which door cannot be reached, which crow kills."""

from __future__ import annotations

from dataclasses import replace

from bolets_solver.advise.candidates.turns import Desks, Listing
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import CROW
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tracking import FATAL_CROWS, MOST_LIVES
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.position import Position, broken_off
from bolets_solver.work.limits import Work

MANY_CUBES = 8


def why_lost(deal: Deal, rules: Rules, record: Record, stuck: str | None) -> str:
    """Say why no game that begins like ``record`` can be won.

    ``stuck``: the last card that can still be entered, if it is known. Raises InputError if the
    record breaks a rule.
    """
    position, verdict = broken_off(deal, rules, record)
    if position is None:
        return verdict.ending or "the game is over"
    wall = deal.order[position.card + 1]
    last = deal.order[position.card]
    if position.entered < 0:
        return f"no way leads beyond {stuck or last}"
    desks = Desks(deal.deck, rules)

    def listed(changed: Position) -> Listing:
        return desks.list(changed, wall, len(deal.order) - position.card - 2, Work())

    if len(listed(position)):
        beyond = "" if stuck is None else f", but nothing leads beyond {stuck}"
        return f"{wall} can still be entered{beyond}"
    healthy = replace(position, lives=MOST_LIVES, yellow=0, hand=position.hand)
    found = listed(healthy)
    if len(found):
        crows = _crows_met(found)
        which = f"the crow at {crows[0][0]},{crows[0][1]} kills" if crows else "crows cost too much"
        return f"every way from {last} to a door of {wall} takes the last life: {which}"
    if len(position.crows) >= FATAL_CROWS:
        count = len(position.crows)
        return f"{count} crows are visible, too many to cover before the next update"
    if len(listed(replace(healthy, hand=MANY_CUBES))):
        return f"no door of {wall} can be reached from {last} without more cubes than there are"
    doors = ", ".join(str(door.number) for door in deal.deck.faces[wall].doors)
    return f"no door of {wall} ({doors}) can be reached on {last}, however {wall} lies"


def _crows_met(listing: Listing) -> list[Tile]:
    """Return the crows on the way that meets the fewest, in the order in which it meets them."""
    ways = []
    for candidate in listing.candidates:
        walked, _ = listing.tiles(candidate.row)
        ways.append([tile for tile in walked if listing.card.kind(tile) == CROW])
    return min(ways, key=len)
