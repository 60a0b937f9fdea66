"""The legal trace nearest to an illegal one: the one with the fewest changed tokens.

The wall card keeps its placement. All traces are tried that lay no more cubes than the illegal one
(at most three ahead of the path, and cubes on tiles only where the illegal trace laid them).
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
    """A game that ends with a legal trace in place of the illegal one.

    ``changed`` is the number of tokens that differ from the drawn trace.
    """

    record: Record
    verdict: Verdict
    changed: int


def nearest_trace(deal: Deal, record: Record, rules: Rules, step: int) -> NearestTrace | None:
    """Return the game up to turn ``step`` with the legal trace nearest to the one it has.

    None if the placement is illegal, or if no trace enters a door of the wall card. Ties go to the
    trace with the most points so far.
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
    """Return tokens to compare; consecutive slides in one heading are merged."""
    words: list[tuple[Heading | None, int, str]] = []
    for token in tokens:
        heading = token.heading if isinstance(token, Slide) else None
        length = token.length if isinstance(token, Slide) else 0
        if heading is not None and words and words[-1][0] is heading:
            length += words.pop()[1]
        words.append((heading, length, str(token) if heading is None else f"{heading}{length}"))
    return tuple(word for _, _, word in words)


def _distance(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the Levenshtein distance of two lists of words."""
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
    """Return a trace with the tokens ``aside`` inserted where they were in another trace."""
    whole = list(tokens)
    for place, token in aside:
        whole.insert(min(place, len(whole) - 1), token)
    return tuple(whole)
