"""The board's answers: verdicts, legal moves, saved games, links."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.record_text import parse_tokens
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.files.seal import is_sealed
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.study.games.session import action_text, joined
from bolets_solver.web.game.link import read_link, write_link
from bolets_solver.web.game.position import actions_of, cut
from tests.cli.running import run
from tests.trace.playing import random_game
from tests.web.serving import Running


def a_game(seed: int, deck: str = "pinewood") -> Record:
    """A random legal game."""
    return random_game(random_deal(load_deck(deck), seed), random.Random(seed))


def opened(board: Running, record: Record) -> dict[str, Any]:
    """The answer to a game that is opened as its record."""
    return board.ask("open", text=record.format())


@pytest.mark.parametrize("seed", range(4))
def test_a_game_played_action_by_action_is_its_record(board: Running, seed: int) -> None:
    record = joined(a_game(seed))
    answer = board.ask("open", text=" ".join(record.order))
    for action in actions_of(record):
        view = answer["view"]
        answer = board.ask(
            "do", position=view["position"], kept=answer["kept"], actions=[action_text(action)]
        )
        assert answer["violation"] is None
    view = answer["view"]
    assert joined(Record.parse(view["position"]["record"])) == record
    deal = random_deal(load_deck("pinewood"), seed)
    verdict = Moment.of(deal, Rules(), record).verdict
    assert view["figures"]["points"] == verdict.points
    assert view["figures"]["lives"] == verdict.lives
    assert view["figures"]["marker"] == verdict.crows
    assert (view["over"] is None) == (not verdict.finished)
    for _ in actions_of(record):
        answer = board.ask("undo", position=answer["view"]["position"], kept=answer["kept"])
    assert answer["view"]["actions"] == []
    for _ in actions_of(record):
        answer = board.ask("redo", position=answer["view"]["position"], kept=answer["kept"])
    assert joined(Record.parse(answer["view"]["position"]["record"])) == record


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("deck", ["pinewood", "thicket"])
def test_legal_moves_are_all_that_the_referee_accepts(board: Running, deck: str, seed: int) -> None:
    record = a_game(seed, deck)
    rng = random.Random(seed)
    steps = len(actions_of(record))
    for count in sorted(rng.sample(range(steps + 1), 5)):
        begun = cut(record, count)
        view = opened(board, begun)["view"]
        moment = Moment.of(random_deal(load_deck(deck), seed), begun.rules, begun)
        trace = view["legal"].get("trace")
        if trace is None:
            continue
        for heading in "NESW":
            for text in (f"{heading}1", f">{heading}"):
                legal = moment.after(*parse_tokens(text)).verdict.legal
                kind = "slides" if text[0] != ">" else "doors"
                answer = any(way["heading"] == heading for way in trace[kind])
                assert legal == answer, (text, begun.format())
        ways = {way["heading"] for kind in ("slides", "doors") for way in trace[kind]}
        assert ways | set(trace["forbidden"]) == set("NESW")
        assert all(why["rule"] and why["message"] for why in trace["forbidden"].values())
        cubes = {tuple(tile) for tile in trace["cubes"]}
        for x, y, _ in view["tiles"]:
            assert moment.after(*parse_tokens(f"@{x},{y}")).verdict.legal == ((x, y) in cubes)
        assert trace["yellow"]["legal"] == moment.after(*parse_tokens("Y")).verdict.legal
        assert trace["ahead"]["legal"] == moment.after(*parse_tokens("*")).verdict.legal


def test_a_refused_action_changes_nothing_and_shows_rule_and_tile(board: Running) -> None:
    view = board.ask("open", text="6B 2B")["view"]
    view = board.ask("do", position=view["position"], actions=["entrance 1"])["view"]
    answer = board.ask("do", position=view["position"], actions=["2B r0 @-1,-3"])
    assert answer["violation"]["rule"] == "B-R11"
    assert answer["violation"]["tile"] == [2, 0]
    assert answer["view"]["position"] == view["position"]
    why = board.ask("why", position=view["position"], action="2B r0 @-1,-3")
    assert why["violation"] == answer["violation"]
    x, y = view["legal"]["place"]["at"]["0"][0]
    assert board.ask("why", position=view["position"], action=f"2B r0 @{x},{y}") == {
        "violation": None
    }


def test_several_actions_stop_at_the_first_that_is_refused(board: Running) -> None:
    record = a_game(1)
    texts = [action_text(action) for action in actions_of(record)]
    view = board.ask("open", text=" ".join(record.order))["view"]
    answer = board.ask("do", position=view["position"], actions=[*texts[:2], texts[1], texts[2]])
    assert answer["violation"]["rule"] == "B-R21"
    assert len(answer["view"]["actions"]) == 2


@pytest.mark.parametrize("seed", range(6))
def test_a_link_shows_the_game(board: Running, seed: int) -> None:
    record = joined(a_game(seed, "thicket" if seed % 2 else "pinewood"))
    deal = random_deal(load_deck("thicket" if seed % 2 else "pinewood"), seed)
    link = write_link(deal, record)
    assert not set(link) - set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_;:,@"
    )
    assert read_link(link).record == record
    assert read_link(f"http://127.0.0.1:8000/#{link}").record == record
    assert read_link(link.replace("@", "%40").replace(";", "%3B")).record == record
    view = board.ask("open", text=link)["view"]
    assert joined(Record.parse(view["position"]["record"])) == record
    assert view["link"] == link


def test_a_link_with_a_fixed_entrance_gives_it(board: Running) -> None:
    deal = random_deal(load_deck("pinewood"), 5)
    record = Record("pinewood", deal.order, 2, (), Rules())
    view = board.ask("open", text=write_link(deal, record, 2))["view"]
    assert view["position"]["floor"] == 1
    assert len(view["actions"]) == 1
    assert len(board.ask("undo", position=view["position"])["view"]["actions"]) == 1


@pytest.mark.parametrize(
    "text",
    [
        "B1-pinewood-WG0RE-1HKG9E",
        "B1-pinewood-WG0RE-1HKG9D;e9;",
        "B1-pinewood-WG0RE-1HKG9D;2B_r0_@0,3:S2",
        "B1-pinewood-WG0RE-1HKG9D;e1;2B_r0_@0:S2",
        "B1-pinewood-WG0RE-1HKG9D;e1;2B_r0_@0,3:Q2",
        "B1-pinewood-WG0RE-1HKG9D;e1;2B_r0_@0,0:S2",
        "/etc/passwd",
        "no such words",
        "bolets-record/1\ndeck: pinewood\norder: 6B 6A ? C\n",
    ],
)
def test_what_cannot_be_opened_is_reported(board: Running, text: str) -> None:
    status, answer = board.try_ask("open", text=text)
    assert status == 400
    assert json.loads(answer)["error"]


def test_link_of_no_code() -> None:
    with pytest.raises(InputError, match="share code"):
        read_link("hello")


def test_a_game_is_kept_after_every_step_and_goes_on(board: Running, saves: Path) -> None:
    record = a_game(2)
    texts = [action_text(action) for action in actions_of(record)][:6]
    answer = board.ask("open", text=" ".join(record.order))
    assert answer["kept"] is None
    for text in texts:
        answer = board.ask(
            "do", position=answer["view"]["position"], kept=answer["kept"], actions=[text]
        )
    answer = board.ask("undo", position=answer["view"]["position"], kept=answer["kept"])
    (file,) = saves.glob("*.bolets")
    assert file.name == answer["kept"]["place"]
    again = board.ask("open", text=answer["view"]["link"])
    assert again["view"]["position"] == answer["view"]["position"]
    assert again["kept"] == answer["kept"]
    begun = board.ask("open", text=" ".join(record.order))
    assert begun["view"]["position"] == answer["view"]["position"]
    typed = run("play", *record.order, stdin="record\nquit\n")
    assert "resuming the saved game" in typed.stderr
    assert joined(Record.parse(answer["view"]["position"]["record"])).format().splitlines()[-1]


def test_what_play_keeps_goes_on_in_the_browser(board: Running) -> None:
    run("play", "6B", "2B", stdin="1\nquit\n")
    view = board.ask("open", text="6B 2B")["view"]
    assert [one["action"] for one in view["actions"]] == ["entrance 1"]


def test_two_tabs_with_one_game_lose_nothing(board: Running, saves: Path) -> None:
    first = board.ask("open", text="6B 2B")
    first = board.ask("do", position=first["view"]["position"], actions=["entrance 1"])
    second = board.ask("open", text="6B 2B")
    mine = board.ask("undo", position=second["view"]["position"], kept=second["kept"])
    other = board.ask(
        "do",
        position=first["view"]["position"],
        kept=first["kept"],
        actions=["2B r0 @0,3"],
    )
    assert "elsewhere" in other["kept"]["warning"]
    assert other["kept"]["place"] != mine["kept"]["place"]
    more = board.ask("do", position=other["view"]["position"], kept=other["kept"], actions=["S1"])
    assert more["kept"]["place"] == other["kept"]["place"]
    assert more["kept"]["warning"] is None
    kept = {
        path.relative_to(saves).as_posix(): path.read_text() for path in saves.rglob("*.bolets")
    }
    assert set(kept) == {mine["kept"]["place"], other["kept"]["place"]}
    assert "S1" in kept[other["kept"]["place"]]
    for place in kept:
        assert board.ask("kept", place=place)["view"]["order"] == ["6B", "2B", "C"]


def test_a_finished_game_goes_to_the_finished_ones_once(board: Running, saves: Path) -> None:
    seed = next(s for s in range(50) if _finished(s))
    record = a_game(seed)
    texts = [action_text(action) for action in actions_of(record)]
    answer = board.ask("open", text=" ".join(record.order))
    answer = board.ask("do", position=answer["view"]["position"], actions=texts)
    assert answer["view"]["over"] is not None
    for _ in range(2):
        back = board.ask("undo", position=answer["view"]["position"], kept=answer["kept"])
        assert back["kept"]["place"].count("/") == 0
        answer = board.ask("redo", position=back["view"]["position"], kept=back["kept"])
    assert [path.parent.name for path in saves.rglob("*.bolets")] == ["finished"]
    (entry,) = board.ask("list_games")["games"]
    assert entry["finished"]
    assert entry["points"] == answer["view"]["figures"]["points"]
    text = board.ask("forget", place=entry["place"])["text"]
    assert board.ask("list_games")["games"] == []
    board.ask("bring_back", place=entry["place"], text=text)
    assert board.ask("list_games")["games"][0]["place"] == entry["place"]


def _finished(seed: int) -> bool:
    deal = random_deal(load_deck("pinewood"), seed)
    return Moment.of(deal, Rules(), a_game(seed)).verdict.finished


def test_a_place_that_cannot_be_written_is_reported_and_the_game_goes_on(
    board: Running, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path / "file"))
    view = board.ask("open", text="6B 2B")["view"]
    answer = board.ask("do", position=view["position"], actions=["entrance 1"])
    assert "cannot be saved" in answer["kept"]["warning"]
    assert len(answer["view"]["actions"]) == 1


def test_places_of_kept_games_lead_nowhere_else(board: Running) -> None:
    for place in ("../x.bolets", "/etc/passwd", "more/../../x.bolets", "finished/.bolets", ""):
        assert board.try_ask("kept", place=place)[0] == 400
        assert board.try_ask("forget", place=place)[0] == 400
        assert board.try_ask("bring_back", place=place, text="x")[0] == 400


def test_deck_files_that_were_not_opened_here_are_not_read(board: Running, tmp_path: Path) -> None:
    record = f"bolets-record/1\ndeck: {tmp_path}/secret.toml\norder: 1A C\n"
    status, text = board.try_ask("open", text=record)
    assert status == 400
    assert "not opened by this server" in text


def test_checkpoints_stay(board: Running) -> None:
    record = a_game(3)
    texts = [action_text(action) for action in actions_of(record)][:5]
    answer = board.ask("open", text=" ".join(record.order))
    answer = board.ask("do", position=answer["view"]["position"], actions=texts)
    actions = [one["action"] for one in answer["view"]["actions"]]
    position = answer["view"]["position"] | {
        "checkpoints": [{"name": "here = there", "actions": actions}]
    }
    answer = board.ask("mark", position=position, kept=answer["kept"])
    answer = board.ask("undo", position=answer["view"]["position"], kept=answer["kept"], to=0)
    other = next(
        door["action"]
        for door in answer["view"]["legal"]["entrance"]
        if door["action"] != actions[0]
    )
    answer = board.ask(
        "do", position=answer["view"]["position"], kept=answer["kept"], actions=[other]
    )
    again = board.ask("open", text=answer["view"]["link"])
    (checkpoint,) = again["view"]["position"]["checkpoints"]
    assert checkpoint == {"name": "here - there", "actions": actions}
    back = board.ask("mark", position=again["view"]["position"], kept=again["kept"], go=0)
    assert [one["action"] for one in back["view"]["actions"]] == actions


def test_undo_to_a_moment_and_forth(board: Running) -> None:
    record = a_game(4)
    view = opened(board, record)["view"]
    count = len(view["actions"])
    back = board.ask("undo", position=view["position"], to=3)["view"]
    assert len(back["actions"]) == 3
    forth = board.ask("undo", position=back["position"], to=count)["view"]
    assert joined(Record.parse(forth["position"]["record"])) == joined(record)
    seen = board.ask("look", position=view["position"], at=2)["view"]
    assert len(seen["actions"]) == 2


def test_a_line_drawn_by_hand_is_judged(board: Running) -> None:
    view = board.ask("open", text="6B 2B")["view"]
    view = board.ask("do", position=view["position"], actions=["entrance 1", "2B r0 @0,3"])["view"]
    straight = [[2.1, 0.1], [1.9, 1.2], [2.2, 2.1], [2.0, 3.1]]
    found = board.ask("draw", position=view["position"], points=straight)
    assert found["violation"] is None
    assert found["actions"] == ["S2", ">S"]
    crooked = [[2, 0], [2, 1], [3, 1]]
    found = board.ask("draw", position=view["position"], points=crooked)
    assert found["violation"]["rule"] == "B-R15"
    nearest = found["nearest"]
    taken = board.ask(
        "do", position=view["position"], actions=nearest["actions"], back=nearest["back"]
    )
    assert taken["violation"] is None
    for points in ([], [[1]], [[1, "x"]], [[1e9, 0]], [[2, 0], [5, 5]], None, [[True, 1]]):
        assert board.try_ask("draw", position=view["position"], points=points)[0] == 400


def test_puzzles_are_listed_and_marked_when_solved(board: Running) -> None:
    from bolets_solver.study.games.puzzle import load_answer

    listed = board.ask("list_puzzles")
    assert listed["today"]["name"] in {one["name"] for one in listed["puzzles"]}
    assert not any(one["solved"] for one in listed["puzzles"])
    answer = board.ask("puzzle", name="door-1")
    again = board.ask("open", text=answer["view"]["link"])["view"]
    assert again["position"] == answer["view"]["position"]
    assert answer["view"]["question"]["name"] == "door-1"
    record = joined(load_answer("door-1").record)
    texts = [action_text(action) for action in actions_of(record)]
    floor = answer["view"]["position"]["floor"]
    answer = board.ask("do", position=answer["view"]["position"], actions=texts[floor:])
    assert answer["view"]["question"]["solved"]
    listed = board.ask("list_puzzles")
    assert [one["name"] for one in listed["puzzles"] if one["solved"]] == ["door-1"]


def test_a_puzzle_goes_on_after_its_page_was_loaded_anew(board: Running) -> None:
    answer = board.ask("puzzle", name="placement-1")
    place = answer["view"]["legal"]["place"]
    x, y = place["at"]["0"][0]
    answer = board.ask(
        "do", position=answer["view"]["position"], actions=[f"{place['face']} r0 @{x},{y}"]
    )
    answer = board.ask("undo", position=answer["view"]["position"], kept=answer["kept"])
    again = board.ask("open", text=answer["view"]["link"])
    assert again["view"]["position"] == answer["view"]["position"]
    assert again["view"]["position"]["undone"]
    wrong = answer["view"]["link"].replace("placement-1", "placement-2")
    assert board.try_ask("open", text=wrong)[0] == 400


def test_all_puzzles_take_turns_as_the_puzzle_of_the_day() -> None:
    from datetime import date, timedelta

    from bolets_solver.study.games.puzzle import puzzle_names
    from bolets_solver.web.answers.puzzles import puzzle_of_the_day

    names = puzzle_names()
    days = [date(2026, 12, 1) + timedelta(days=count) for count in range(len(names))]
    assert sorted(map(puzzle_of_the_day, days)) == names


def test_exports(board: Running) -> None:
    view = opened(board, a_game(2))["view"]
    begins = {"record": b"bolets-record/1", "svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}
    for kind, begin in begins.items():
        for whole in (False, True):
            body = json.dumps({"position": view["position"], "kind": kind, "whole": whole})
            status, _, data = board.request("POST", "/api/export", body.encode(), board.headers())
            assert status == 200
            assert data.startswith(begin)
            assert is_sealed(data)  # so that commands may replace it
    assert board.try_ask("export", position=view["position"], kind="exe")[0] == 400


def test_new_games_are_dealt(board: Running) -> None:
    choices = board.ask("choices")
    assert "pinewood" in {deck["name"] for deck in choices["decks"]}
    view = board.ask("deal", deck="pinewood", rules={"difficulty": "difficult"})["view"]
    assert len(view["order"]) == 8
    assert view["rules"] == {"difficulty": "difficult"}
    assert view["figures"]["yellowLeft"] == 0
    assert board.try_ask("deal", deck="../x", rules={})[0] == 400
    assert board.try_ask("deal", deck="pinewood", rules={"difficulty": "none"})[0] == 400


@pytest.mark.parametrize("action", ["S1", ">N", "*", "Y", "2B r0 @0,3"])
def test_what_comes_too_early_is_reported(board: Running, action: str) -> None:
    position = board.ask("open", text="6B 2B")["view"]["position"]
    for name in ("do", "why"):
        status, text = board.try_ask(name, position=position, action=action, actions=[action])
        assert (status, json.loads(text)["error"]) == (400, ["choose the entrance first"])
