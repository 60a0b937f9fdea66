"""The legal trace nearest to an illegal one: with the fewest tokens changed.

The wall card stays as it lies. Tried are all traces that lay no more cubes than the illegal one did
(three at most, in the way of the path, and its cubes on tiles where it laid them).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, Slide, TakeYellow, Token
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.reach.tracer import Tracer
from bolets_solver.bolets.rules import Rules

MOST_CUBES = 3


@dataclass(frozen=True)
class NearestTrace:
    """A game up to and with a legal trace in place of the illegal one.

    ``changed`` is how many tokens differ from what was drawn.
    """

    record: Record
    verdict: Verdict
    changed: int


def nearest_trace(deal: Deal, record: Record, rules: Rules, step: int) -> NearestTrace | None:
    """Return the game up to turn ``step`` with the legal trace nearest to the one it has.

    None if the wall card may not lie there at all, or if no trace enters one of its doors. Of
    equally near traces the one with the most points so far is taken.
    """
    turn = record.turns[step - 1]
    kept = replace(record, turns=(*record.turns[: step - 1], replace(turn, tokens=())))
    moment = Moment.of(deal, rules, kept)
    if not moment.verdict.legal or moment.verdict.finished:
        return None
    written = _words(turn.tokens)
    rated = sorted(
        (_distance(written, _words(tokens)), number, tokens)
        for number, tokens in enumerate(_traces(moment, turn.tokens))
    )
    found: NearestTrace | None = None
    for changed, _, tokens in rated:
        if found is not None and changed > found.changed:
            break
        after = moment.after(*tokens)
        if after.verdict.legal and (found is None or after.verdict.points > found.verdict.points):
            found = NearestTrace(after.record, after.verdict, changed)
    return found


def _words(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return tokens to compare; slides in one heading that follow each other are one."""
    words: list[tuple[Heading | None, int, str]] = []
    for token in tokens:
        heading = token.heading if isinstance(token, Slide) else None
        length = token.length if isinstance(token, Slide) else 0
        if heading is not None and words and words[-1][0] is heading:
            length += words.pop()[1]
        words.append((heading, length, str(token) if heading is None else f"{heading}{length}"))
    return tuple(word for _, _, word in words)


def _distance(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many words must be changed, added or left out (Levenshtein's distance)."""
    row = list(range(len(second) + 1))
    for count, word in enumerate(first, start=1):
        previous, row[0] = row[0], count
        for place, other in enumerate(second, start=1):
            best = min(row[place] + 1, row[place - 1] + 1, previous + (word != other))
            previous, row[place] = row[place], best
    return row[-1]


def _traces(moment: Moment, given: Sequence[Token]) -> list[tuple[Token, ...]]:
    """List traces from door to door; ``given`` says which cubes may be laid."""
    standing = moment.verdict.standing
    assert standing.tile is not None
    assert standing.heading is not None
    plain = Tracer(moment)
    plain.go(standing.tile, standing.heading, [], 0)
    if all(isinstance(token, Slide | Enter) for token in given):
        return plain.found
    aside = [
        (place, token) for place, token in enumerate(given) if isinstance(token, TakeYellow | LayAt)
    ]
    laid = [token.tile for _, token in aside if isinstance(token, LayAt)]
    ahead = sum(isinstance(token, LayAhead) for token in given)
    cubed = Tracer(moment, laid)
    cubed.go(standing.tile, standing.heading, [], min(ahead, MOST_CUBES))
    first = tuple(token for _, token in aside)
    found = [_with(tokens, aside) for tokens in cubed.found]
    return [*found, *((*first, *tokens) for tokens in cubed.found), *plain.found]


def _with(tokens: tuple[Token, ...], aside: Sequence[tuple[int, Token]]) -> tuple[Token, ...]:
    """Return a trace with tokens that are not part of its way where they stood in another one."""
    whole = list(tokens)
    for place, token in aside:
        whole.insert(min(place, len(whole) - 1), token)
    return tuple(whole)
