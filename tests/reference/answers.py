"""The reference's answers for small deals, kept as data: solving them all takes long.

``python -m tests.reference.answers`` solves them and writes the file; the tests compare
the search with the file, and the file with the reference.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path

from tests.reference.decisive import deciders
from tests.reference.small_deals import ANY, RICH, SmallDeal, small_deal
from tests.reference.solving import TooLarge, best_games

FILE = Path(__file__).parents[1] / "data" / "small_deals.json"
COUNT = 360
"""How many deals of any kind are kept: those of the lowest seeds that are small enough."""

DECISIVE = 45
"""How many rich deals are kept: those of the lowest seeds that cubes decide. Cubes decide few of
the others."""

MOST_STATES = 1500
"""A deal with more states of the reference is left out."""


@dataclass(frozen=True)
class Answer:
    """What the reference says of the small deal of a kind and seed.

    ``deal`` is a digest of its text: it shows that the generator still makes the same deal.
    ``possible``: all points with which a game can be won, ``furthest`` as in ``Reference``.
    ``decided``: see :mod:`tests.reference.decisive`.
    """

    kind: str
    seed: int
    deal: str
    possible: list[int]
    by_entrance: list[int | None]
    furthest: int
    decided: list[str]

    @property
    def small(self) -> SmallDeal:
        """The deal."""
        return small_deal(self.seed, self.kind)

    @property
    def points(self) -> int | None:
        """The optimum."""
        return max(self.possible, default=None)


def digest(small: SmallDeal) -> str:
    """Return a short digest of a deal and its rules."""
    return hashlib.sha256(str(small).encode()).hexdigest()[:12]


def answer(kind: str, seed: int) -> Answer | None:
    """Solve the small deal of a kind and seed; None if it is too large."""
    small = small_deal(seed, kind)
    try:
        found = best_games(small.deal, small.rules, most_states=MOST_STATES)
    except TooLarge:
        return None
    return Answer(
        kind,
        seed,
        digest(small),
        sorted(found.possible),
        [max(points, default=None) for points in found.by_entrance.values()],
        found.furthest,
        deciders(small.deal, small.rules, found.points),
    )


def load() -> list[Answer]:
    """Read the answers."""
    return [Answer(**line) for line in json.loads(FILE.read_text(encoding="utf-8"))]


def save(answers: list[Answer]) -> None:
    """Write the answers, one a line."""
    lines = ",\n".join(json.dumps(asdict(one)) for one in answers)
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def collect() -> Iterator[Answer]:
    """Solve the deals that are kept."""
    kept = filter(None, (answer(ANY, seed) for seed in count()))
    yield from islice(kept, COUNT)
    rich = filter(None, (answer(RICH, seed) for seed in count()))
    yield from islice((one for one in rich if "cubes" in one.decided), DECISIVE)


def main() -> None:
    """Solve the small deals and write the file."""
    answers: list[Answer] = []
    for found in collect():
        answers.append(found)
        print(len(answers), found, flush=True)
        save(answers)


if __name__ == "__main__":
    main()
