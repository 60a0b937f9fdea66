"""The greedy game is found early, while tables are made; it changes no answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InternalError
from bolets_solver.optimize.search import schedule
from bolets_solver.optimize.search.greedy import play_greedily
from bolets_solver.optimize.search.solver import Progress, solve
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.work.limits import Reason, Status, Work

MINI = load_deck("mini")
WON = [
    deal for deal in (random_deal(MINI, seed) for seed in range(12)) if play_greedily(deal).points
]


def stopped_at_tables(deal: Deal, store: TableStore) -> tuple[Solution, list[int | None]]:
    """Solve until the first tables are to be made; also return the best points known before."""
    answer: list[int | None] = []
    work = Work()

    def watch(progress: Progress) -> None:
        answer.append(progress.best)
        if progress.phase.startswith("tables 0/"):
            work.stop(Reason.TIME)

    return solve(deal, work=work, store=store, watch=watch), answer


def test_a_game_is_known_before_there_are_tables() -> None:
    assert len(WON) > 3
    for deal in WON:
        found, answer = stopped_at_tables(deal, TableStore(None))
        game = play_greedily(deal)
        assert (found.points, found.record) == (game.points, game.record)
        assert found.bound is not None
        assert game.points <= found.bound
        proven = game.points == found.bound  # all mushrooms there are
        assert found.status is (Status.OPTIMAL if proven else Status.FEASIBLE)
        assert answer[-1] == game.points


def test_the_answer_does_not_depend_on_whether_there_were_tables(tmp_path: Path) -> None:
    for deal in WON:
        answers = []
        for store in (TableStore(tmp_path), TableStore(tmp_path), TableStore(None)):
            for _ in range(2):
                found = solve(deal, store=store)
                answers.append((found.status, found.points, str(found.record), found.counts))
        assert all(answer == answers[0] for answer in answers)


def test_which_tables_there_are(tmp_path: Path) -> None:
    deal, other = Deal.of(MINI, "1A 2B"), Deal.of(MINI, "2B 1A")
    in_memory, on_disk = TableStore(None), TableStore(tmp_path)
    for store in (in_memory, on_disk):
        assert not store.has_tables(deal, Rules())
        solve(deal, store=store)
        assert store.has_tables(deal, Rules())
        assert not store.has_tables(other, Rules())
    assert TableStore(tmp_path).has_tables(deal, Rules())


def test_an_entrance_holds_for_the_first_game_too() -> None:
    for deal in WON:
        for number in range(1, len(deal.faces[0].doors) + 1):
            game = play_greedily(deal, entrances=[number - 1])
            assert game.record.entrance in (number, None)
            found = solve(deal, entrance=number, store=TableStore(None))
            assert (found.points or 0) >= game.points


def test_a_first_game_above_the_proof_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def boast(*arguments: object) -> object:
        game = play_greedily(*arguments)  # type: ignore[arg-type]
        return replace(game, verdict=replace(game.verdict, points=99))

    monkeypatch.setattr(schedule, "play_greedily", boast)
    with pytest.raises(InternalError, match="more is proven"):
        solve(WON[0], store=TableStore(None))
