"""The best and the worst order of some faces."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError, InternalError
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.orders import best_order as best_order_module
from bolets_solver.study.orders.best_order import KnownOrders, best_order, ends_of
from bolets_solver.work.limits import Limits, Reason, Work
from tests.stopping import StoppedAfter

DECK = load_deck("pinewood")
FACES = Deal.of(DECK, "1A 2B 5B 7A")
STORE = TableStore(folder=None)
RULES = Rules()


def run(state: Path, work: Work | None = None, faces: Deal = FACES) -> KnownOrders:
    return best_order(
        faces, RULES, state, work or Work(), Engine(faces.deck, RULES, STORE), lambda _: None
    )


def test_the_ends_are_those_of_all_orders(tmp_path: Path) -> None:
    found = run(tmp_path / "state")
    optima = {
        order: solve(Deal.of(DECK, order), store=STORE).points
        for order in permutations(FACES.order[:-1])
    }
    won = [points for points in optima.values() if points is not None]
    assert found.complete
    assert found.highest is not None
    assert found.lowest is not None
    assert (found.highest[0], found.lowest[0]) == (max(won), min(won))
    assert optima[found.highest[1][:-1]] == max(won)
    assert len(found.impossible) == sum(points is None for points in optima.values())
    assert len(found.optima) < 24, "bounds spare some of the orders"


def test_killed_anywhere_it_goes_on(tmp_path: Path) -> None:
    """Whatever part of the file is there, also with a line cut off, the answer is the same."""
    whole = run(tmp_path / "whole")
    text = (tmp_path / "whole").read_text("utf-8")
    for length in (0, 10, len(text) // 3, len(text) // 2 + 7, len(text) - 1, len(text)):
        state = tmp_path / f"cut-{length}"
        state.write_text(text[:length], "utf-8")
        found = run(state)
        assert found.complete
        assert (found.highest, found.lowest) == (whole.highest, whole.lowest)


def test_damaged_lines_are_forgotten(tmp_path: Path) -> None:
    state = tmp_path / "state"
    whole = run(state)
    head, *lines = state.read_text("utf-8").splitlines()
    damage = [
        "", "{", "[]", "7", '{"order": 3}', '{"order": ["9Z"]}',
        lines[0].replace('"optimum": ', '"optimum": "x'), lines[1][: len(lines[1]) // 2],
        lines[2].replace('"record": {', '"other": {'), "\x00\x01",
    ]  # fmt: skip
    damage.append(json.dumps({**json.loads(lines[0]), "optimum": "27"}))
    damage.append(json.dumps({**json.loads(lines[0]), "record": [1]}))
    state.write_text("\n".join([head, *damage, *lines[3:]]) + "\n", "utf-8")
    found = run(state)
    assert found.complete
    assert (found.highest, found.lowest) == (whole.highest, whole.lowest)


def test_what_is_read_back_is_checked_before_it_is_called_proven(tmp_path: Path) -> None:
    """Neither a made-up optimum nor a made-up "needs no solving" is believed."""
    state = tmp_path / "state"
    whole = run(state)
    head, *lines = state.read_text("utf-8").splitlines()
    values = [json.loads(line) for line in lines]
    solved = next(value for value in values if value.get("optimum") is not None)
    spared = next(value for value in values if "optimum" not in value)
    highest = list(whole.highest[1]) if whole.highest is not None else []
    false = [
        {**solved, "optimum": 99},
        {**solved, "optimum": None, "record": None},
        {"order": solved["order"], "optimum": 99, "record": solved["record"]},
        {"order": solved["order"], "optimum": 99, "record": {}},
        {"order": highest},
        {**spared, "order": highest},
    ]
    rest = [line for line in lines if json.loads(line)["order"] not in (solved["order"], highest)]
    for value in false:
        state.write_text("\n".join([head, json.dumps(value), *rest, "[" * 100_000]) + "\n", "utf-8")
        found = run(state)
        assert found.complete
        assert (found.highest, found.lowest) == (whole.highest, whole.lowest), value


def test_a_game_that_is_read_back_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if its digest is right: it may be a file of a program that erred."""
    state = tmp_path / "state"
    monkeypatch.setattr(best_order_module._Journal, "_digest", lambda self, value: "0")
    whole = run(state)
    head, *lines = state.read_text("utf-8").splitlines()
    changed = []
    for line in lines:
        value = json.loads(line)
        changed.append(json.dumps({**value, "optimum": 99}) if value.get("optimum") else line)
    state.write_text("\n".join([head, *changed]) + "\n", "utf-8")
    assert run(state).highest == whole.highest


def test_a_full_disk_does_not_end_the_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def full(self: Path, mode: str = "r", **more: Any) -> Any:
        if "a" in mode:
            raise OSError(28, "No space left on device")
        return opened(self, mode, **more)

    monkeypatch.setattr(Path, "open", full)
    found = run(tmp_path / "state")
    assert found.complete
    assert found.trouble is not None
    assert "No space left" in found.trouble


def test_what_is_settled_is_kept(tmp_path: Path) -> None:
    state = tmp_path / "state"
    settled = 0
    for number in range(1, 200):
        found = run(state, StoppedAfter(10 * number, Reason.INTERRUPT))
        assert found.settled >= settled
        settled = found.settled
        if found.complete:
            break
    assert found.complete
    assert found.highest == run(tmp_path / "other").highest


def test_a_limit_proves_nothing(tmp_path: Path) -> None:
    found = run(tmp_path / "state", Work(Limits(0.0)))
    assert not found.complete
    assert found.as_json("pinewood", RULES)["status"] == "limit"


def test_a_state_of_other_faces_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state"
    run(state, Work(Limits(0.0)))
    with pytest.raises(InputError, match="not a state of these faces"):
        run(state, faces=Deal.of(DECK, "1A 2B 5B 7B"))
    with pytest.raises(InputError, match="cannot be used"):
        run(tmp_path)


def all_optima() -> dict[tuple[str, ...], int | None]:
    return {
        (*order, "C"): solve(Deal.of(DECK, order), store=STORE).points
        for order in permutations(FACES.order[:-1])
    }


def test_known_optima_give_the_same_ends(tmp_path: Path) -> None:
    optima = all_optima()
    found = ends_of(FACES, optima, Work(), Engine(DECK, RULES, STORE))
    searched = run(tmp_path / "state")
    assert found.complete
    for known, proven in ((found.highest, searched.highest), (found.lowest, searched.lowest)):
        assert known is not None
        assert proven is not None
        assert known[0] == proven[0]  # the order may be another one with the same optimum
        assert run_record(found, known[1]) == known[0]


def run_record(found: KnownOrders, order: tuple[str, ...]) -> int | None:
    game = Record.from_solution_json(found.solutions[order], "pinewood", order, RULES)
    return replay(Deal.of(DECK, order[:-1]), game, RULES).points


@pytest.mark.parametrize("change", [1, -1])
def test_a_known_optimum_that_no_search_finds_is_an_error(change: int) -> None:
    optima = all_optima()
    won = {order: points for order, points in optima.items() if points is not None}
    end = max(won, key=lambda order: change * won[order])
    optima[end] = won[end] + change
    with pytest.raises(InternalError, match="a search proves"):
        ends_of(FACES, optima, Work(), Engine(DECK, RULES, STORE))


def test_known_optima_at_a_limit_prove_nothing() -> None:
    with Work(Limits(seconds=0)) as work:
        found = ends_of(FACES, all_optima(), work, Engine(DECK, RULES, STORE))
    assert not found.complete
    assert found.highest is None
