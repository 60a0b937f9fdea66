"""The arrays of the searches across questions: counts, and the numbers of cards."""

from __future__ import annotations

import dataclasses

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.record_text import parse_turn
from bolets_solver.bolets.play.tokens import Turn
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search import kernels as module
from bolets_solver.optimize.search.kernels import Kernels
from bolets_solver.optimize.search.position import Position, broken_off, new_game
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.work.limits import Limits, Reason, Stopped, Work

STORE = TableStore(None)
MINI = load_deck("mini")
DEAL = Deal(MINI, ("1B", "2A", "3B", "C"))
RULES = Rules.parse(["red_timing=trace", "crow_loss=once", "blocked_counts=points"])
TURNS = (
    parse_turn("2A r0 @1,5: S2 Y * W1 S2 E1 >S"),
    parse_turn("3B r0 @-3,6: S2 E2 S2 W2 @-1,9 >W"),
)


def begun(*turns: Turn) -> Position:
    """The position after some turns, the last of which may end within its trace."""
    record = Record(MINI.name, DEAL.order, 1, turns, RULES)
    position, _ = broken_off(DEAL, RULES, record)
    assert position is not None
    return position


def asked() -> Kernels:
    """Kernels that have answered a question."""
    kernels = Kernels(MINI, Rules(), STORE)
    kernels.turn_to(new_game(DEAL, Rules()), Work())
    kernels.settle(range(len(DEAL.faces[0].doors)), 20, 0)
    assert kernels.counts()["crow_states"] > 0
    assert kernels.counts()["exact_states"] > 0
    return kernels


def test_states_are_counted_on_when_a_memory_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = asked()
    seen, counts = kernels.states, kernels.counts()
    monkeypatch.setattr(module, "LABELS_KEPT", 0)
    memo = kernels.memo
    kernels.forget()
    assert kernels.memo is not memo
    assert (kernels.states, kernels.counts()) == (seen, counts)
    kernels.turn_to(new_game(DEAL, Rules()), Work())
    assert kernels.states == 0


def test_states_are_counted_on_when_a_question_ends_before_it_begins() -> None:
    """Other limits ask for a memory of another size; then no time is left to make the tables."""
    kernels = asked()
    seen, memo = kernels.states, kernels.memo
    stopped = Work(Limits(mebibytes=10_000))
    stopped.stop(Reason.TIME)
    other = Deal(MINI, ("2B", "1A", "3A", "C"))
    with pytest.raises(Stopped):
        kernels.turn_to(new_game(other, Rules()), stopped)
    assert kernels.memo is not memo
    assert kernels.states == seen


@pytest.mark.parametrize("within", [False, True], ids=["between turns", "within a trace"])
def test_cards_are_never_numbered_alike(within: bool) -> None:
    """Two cards with one number would take each other's states for their own."""
    if within:
        position = begun(TURNS[0], dataclasses.replace(TURNS[1], tokens=TURNS[1].tokens[:2]))
    else:
        position = begun(*TURNS[:1])
        free = next(t for t in position.cards[1].tiles() if t not in position.crows)
        position = dataclasses.replace(position, cubes=(free,))
    kernels = Kernels(MINI, RULES, STORE)
    for _ in range(2):
        kernels.turn_to(position, Work())
        numbers = kernels.stack.suffix[: len(DEAL.order)].tolist()
        assert len(set(numbers)) == len(numbers), numbers
