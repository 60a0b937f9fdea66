"""The same answers, compiled or not: these tests run again with NUMBA_DISABLE_JIT=1.

``python -m tests.optimize.test_same_answers`` writes the expected answers again.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.rules import (
    BlockedCounts,
    CrowLoss,
    CrowScope,
    Difficulty,
    RedTiming,
    Rules,
)
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.decks.generate import generate_deck, random_deal
from bolets_solver.study.decks.profile import MINI

FILE = Path(__file__).parents[1] / "data" / "same_answers.json"

RULES = (
    Rules(),
    Rules(red_timing=RedTiming.TRACE, crow_loss=CrowLoss.STOOD),
    Rules(crow_scope=CrowScope.ALL, crow_loss=CrowLoss.ONCE),
    Rules(Difficulty.DIFFICULT, crow_loss=CrowLoss.EVERY, blocked_counts=BlockedCounts.POINTS),
)


def deal_of(number: int) -> Deal:
    return random_deal(generate_deck(MINI, number), number, cards=2)


def answer(number: int) -> dict[str, object]:
    """The whole answer, states included: the same search is made, not only the same end reached."""
    found = solve(deal_of(number), RULES[number], store=TableStore(None))
    return {
        "status": str(found.status),
        "points": found.points,
        "bound": found.bound,
        "record": None if found.record is None else found.record.as_solution_json(),
        "counts": found.counts,
    }


@pytest.mark.jit_off
@pytest.mark.parametrize("number", range(len(RULES)))
def test_answer_is_the_expected_one(number: int) -> None:
    assert answer(number) == json.loads(FILE.read_text(encoding="utf-8"))[number]


if __name__ == "__main__":
    text = json.dumps([answer(number) for number in range(len(RULES))], indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")
