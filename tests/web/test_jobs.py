"""Long jobs as events: hints, review, the way back, the spectrum, the challenge."""

from __future__ import annotations

import base64
import json
import threading
from pathlib import Path

import pytest

from bolets_solver.bolets.play.record import Record
from bolets_solver.study.games.session import joined
from tests.cli.running import run_json
from tests.web.games import SHORT, read, steps
from tests.web.serving import Running


def position(board: Running, actions: int = 100) -> dict[str, object]:
    """A position of the short game after some actions."""
    record = joined(read(SHORT))
    view = board.ask("open", text=" ".join(record.order))["view"]
    todo = steps(record)[:actions]
    if todo:
        view = board.ask("do", position=view["position"], actions=todo)["view"]
    found = view["position"]
    assert isinstance(found, dict)
    return found


def test_a_review_says_what_explain_says(board: Running, tmp_path: Path) -> None:
    record = joined(read(SHORT))
    file = tmp_path / "game.bolets"
    file.write_text(record.format(), encoding="utf-8")
    answer = run_json("explain", str(file), "--json")
    name, value = board.follow("review", position=position(board))[-1]
    assert name == "result"
    assert value["optimum"] == answer["optimum"]
    assert value["knowledge"] == answer["knowledge"]
    assert value["knowledge"]["order"] == "known"
    assert [turn["cost"] for turn in value["turns"]] == [turn["cost"] for turn in answer["turns"]]
    assert [turn["turn"] for turn in value["turns"]] == [turn["turn"] for turn in answer["turns"]]


def test_a_costly_turn_comes_with_a_better_one(board: Running) -> None:
    begun = position(board, 5)
    view = board.ask("look", position=begun)["view"]
    best = board.follow("hint", position=begun, level=2)[-1][1]
    for rotation, places in view["legal"]["place"]["at"].items():
        for x, y in places:
            action = f"{view['legal']['place']['face']} r{rotation} @{x},{y}"
            laid = board.ask("do", position=begun, actions=[action], **{"try": True})["view"]
            after = board.follow("optimum", position=laid["position"])[-1][1]
            assert after["points"] == best["points"]  # of the whole deal
            value = board.follow("review", position=laid["position"])[-1][1]
            turn = value["turns"][-1]
            if turn["cost"]["placement"]:
                card = turn["better"]["card"]
                assert [card["rotation"], card["x"], card["y"]] != [int(rotation), x, y]
                assert turn["better"]["way"]
                return
    raise AssertionError("no placement costs anything")


def test_hints_show_no_more_than_asked(board: Running) -> None:
    begun = position(board, 1)
    order = Record.parse(str(begun["record"])).order
    for level in (1, 2, 3):
        name, value = board.follow("hint", position=begun, level=level)[-1]
        assert (name, value["proven"], value["status"]) == ("result", True, "optimal")
        assert value["knows"] == f"Known: {' '.join(order)}, that is the whole order."
        assert value["knowledge"]["order"] == "known"
        assert (*value["knowledge"]["seen"], "C") == order
        ghost = value["ghost"]
        assert ("card" in ghost) == (level >= 2)
        assert ("way" in ghost) == (level >= 3)
        assert (value["hint"]["trace"] is not None) == (level >= 3)
    for level in (0, 4, True, "1", None):
        assert board.try_ask("hint", position=begun, level=level)[0] == 400


def test_the_way_back_is_the_last_moment_with_the_optimum(board: Running) -> None:
    whole = position(board)
    _, value = board.follow("way_back", position=whole)[-1]
    assert value["proven"]
    count = value["actions"]
    points = value["points"]
    here = board.ask("undo", position=whole, to=count)["view"]["position"]
    assert board.follow("hint", position=here, level=1)[-1][1]["points"] in (points, None)
    if count < value["here"]:
        on = board.ask("redo", position=here)["view"]["position"]
        assert board.follow("hint", position=on, level=1)[-1][1]["points"] != points


def test_the_spectrum_marks_own_games(board: Running) -> None:
    solved = run_json("solve", "1A", "2B", "--deck", "mini", "--json")
    record = json.dumps(solved)
    view = board.ask("open", text=record)["view"]
    board.ask("undo", position=view["position"])
    back = board.ask("undo", position=view["position"])
    board.ask("redo", position=back["view"]["position"], kept=back["kept"])
    events = board.follow("spectrum", position=view["position"])
    assert {name for name, _ in events[:-1]} <= {"progress"}
    name, value = events[-1]
    assert name == "result"
    assert value["mine"] == [solved["points"]]
    assert value["optimum"]["points"] == solved["points"]
    assert 'class="mine"' in value["svg"]


def test_the_challenge_is_a_pdf(board: Running) -> None:
    name, value = board.follow("challenge", position=position(board, 0), paper="a4")[-1]
    assert name == "result"
    assert base64.b64decode(value["pdf"]).startswith(b"%PDF")


def test_a_solver_that_cannot_be_loaded_is_reported(
    board: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = position(board, 1)
    board.board.kernels.ready.wait(120)
    monkeypatch.setattr(board.board.kernels, "trouble", "no compiler")
    assert board.follow("hint", position=begun, level=1)[-1] == (
        "error",
        {"error": ["no compiler"]},
    )
    assert board.ask("solver")["trouble"] == "no compiler"


def test_one_job_runs_at_a_time(board: Running) -> None:
    board.board.kernels.ready.wait(120)
    begun = position(board, 2)
    found: list[str] = []

    def ask() -> None:
        found.append(board.follow("hint", position=begun, level=1)[-1][0])

    with board.board.jobs._turn:
        threads = [threading.Thread(target=ask) for _ in range(3)]
        for thread in threads:
            thread.start()
        assert not found
    for thread in threads:
        thread.join()
    assert found == ["result"] * 3
