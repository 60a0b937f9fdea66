"""The final scoring of a finished table with known attributes.

Plain Python that follows the rules (A-R24 to A-R37); the solver has its own tables and is tested
against this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bolets_solver.amanite.game.tokens import PIG, Counts, mushrooms
from bolets_solver.amanite.rules import Rules

POISON, ANTIDOTE, ELIXIR = "Poison", "Antidote", "Elixir"
COUNT, TWO, MAJORITY = "Count", "Two", "Majority"
NUMBERS = ("-1", "1", "2", "3")
ATTRIBUTES = (POISON, ANTIDOTE, ELIXIR, COUNT, TWO, MAJORITY, *NUMBERS)
"""All ten attributes; six are in play, Poison and Antidote always (A-R3)."""

COUNT_POINTS = (-5, 0, 3, 12)
"""Points of the by-count attribute for 0 to 3 tokens; more eliminate (A-R25, A-R29)."""

POISON_POINTS, PAIR_POINTS, TWO_POINTS, PIG_POINTS = 5, -3, 8, 3
FIRST, SECOND, TIED_FIRST, TIED_SECOND = 10, 4, 7, 2
OUT_POINTS = -50
"""The points of an eliminated player in margins and expectations."""

World = tuple[str, ...]
"""The attribute of each colour, in the order of the colours."""


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's result: points by attribute (and ``Pig``), or why he is out.

    ``points`` is None for an eliminated player, whose ``terms`` are empty.
    """

    terms: dict[str, int]
    eliminated: str | None
    mushrooms: int

    @property
    def points(self) -> int | None:
        """Victory points, or None if eliminated."""
        return None if self.eliminated else sum(self.terms.values())

    @property
    def counted(self) -> int:
        """Points with an eliminated player's counting as -50."""
        return OUT_POINTS if self.points is None else self.points


def score_players(
    hands: Sequence[Counts], world: World, attributes: Sequence[str], rules: Rules
) -> list[PlayerScore]:
    """Score every player's tokens in ``world``; ``attributes`` gives the order of the terms."""
    held = [{attribute: hand[colour] for colour, attribute in enumerate(world)} for hand in hands]
    reasons = [elimination(tokens) for tokens in held]
    survivors = [player for player, reason in enumerate(reasons) if reason is None]
    prizes = dict.fromkeys(range(len(hands)), 0)
    if MAJORITY in world:
        found = majority_prizes([held[player][MAJORITY] for player in survivors], rules)
        prizes.update(zip(survivors, found, strict=True))
    scores = []
    for player, hand in enumerate(hands):
        terms: dict[str, int] = {}
        if reasons[player] is None:
            own = _own_terms(held[player])
            own[MAJORITY] = prizes[player]
            terms = {attribute: own[attribute] for attribute in attributes}
            terms["Pig"] = PIG_POINTS * hand[PIG]  # A-R35
        scores.append(PlayerScore(terms, reasons[player], mushrooms(hand)))
    return scores


def elimination(held: dict[str, int]) -> str | None:
    """Return why a player with these tokens by attribute is out, or None (A-R24, A-R25)."""
    poison, cures = held.get(POISON, 0), held.get(ANTIDOTE, 0) + held.get(ELIXIR, 0)
    if poison > cures:
        name = "Antidote and Elixir" if ELIXIR in held else "Antidote"
        return f"{poison} Poison against {cures} {name}"
    if held.get(COUNT, 0) >= len(COUNT_POINTS):
        return f"{held[COUNT]} tokens of the by-count attribute"
    return None


def _own_terms(held: dict[str, int]) -> dict[str, int]:
    """Return the points that do not depend on other players (A-R28: pairs are under Elixir)."""
    terms = dict.fromkeys(ATTRIBUTES, 0)
    for attribute, number in held.items():
        if attribute in NUMBERS:
            terms[attribute] = int(attribute) * number
    terms[POISON] = POISON_POINTS * held.get(POISON, 0)  # a survivor can pair every one of them
    terms[ELIXIR] = PAIR_POINTS * min(held.get(ANTIDOTE, 0), held.get(ELIXIR, 0))
    if COUNT in held:
        terms[COUNT] = COUNT_POINTS[held[COUNT]]
    if held.get(TWO) == 2:
        terms[TWO] = TWO_POINTS
    return terms


def majority_prizes(numbers: Sequence[int], rules: Rules) -> list[int]:
    """Return the majority points of each surviving player from their numbers (A-R31 to A-R34)."""
    eligible = [number for number in numbers if number or rules.majority_zero == "on"]
    if not eligible:
        return [0] * len(numbers)
    most = max(eligible)
    prizes = {most: _prize(FIRST, TIED_FIRST, eligible.count(most), rules)}
    below = [number for number in eligible if number < most]
    if below and eligible.count(most) == 1:
        second = max(below)
        prizes[second] = _prize(SECOND, TIED_SECOND, below.count(second), rules)
    return [prizes.get(number, 0) for number in numbers]


def _prize(alone: int, tied: int, sharers: int, rules: Rules) -> int:
    """Return one player's prize: ``alone``, ``tied``, or his part of twice that (A-Q10)."""
    if sharers == 1:
        return alone
    return tied if rules.majority_tie == "each" else 2 * tied // sharers


def winners(scores: Sequence[PlayerScore]) -> list[int]:
    """Return who wins: most points, then fewest mushrooms, then together (A-R37, A-Q28)."""
    ranks = [
        (score.points, -score.mushrooms) if score.points is not None else None for score in scores
    ]
    best = max((rank for rank in ranks if rank is not None), default=None)
    return [player for player, rank in enumerate(ranks) if rank is not None and rank == best]


def win_shares(scores: Sequence[PlayerScore]) -> list[Fraction]:
    """Return each player's share of the victory; all 0 if all are eliminated."""
    best = winners(scores)
    return [Fraction(int(player in best), len(best) or 1) for player in range(len(scores))]


def margins(scores: Sequence[PlayerScore]) -> list[int]:
    """Return each player's points less those of the best rival, -50 for the eliminated."""
    points = [score.counted for score in scores]
    return [
        own - max(other for rival, other in enumerate(points) if rival != player)
        for player, own in enumerate(points)
    ]
