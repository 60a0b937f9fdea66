"""Games with an unknown order: no answer contains hidden cards; own cards; advice."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bolets_solver.advise.advisor import Advisor
from bolets_solver.advise.games.review import review
from bolets_solver.advise.worlds import Sight
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.study.games.open_session import OpenSession
from bolets_solver.work.limits import Work
from tests.cli.running import run
from tests.trace.playing import random_game
from tests.web.serving import Running

DECK = "pinewood"
ALL = ("do", "look", "undo", "redo", "why", "deck", "mark", "draw")


def dealt(board: Running, seed: int, **stack: Any) -> dict[str, Any]:
    """A hidden game from a seed."""
    return board.ask("deal", deck=DECK, rules={}, stack={"seed": seed, **stack})


def do(board: Running, answer: dict[str, Any], *actions: str) -> dict[str, Any]:
    """The answer to actions."""
    view = answer["view"]
    return board.ask("do", position=view["position"], kept=answer["kept"], actions=list(actions))


def first_turn(view: dict[str, Any]) -> str:
    """Some placement that is legal."""
    place = view["legal"]["place"]
    rotation, at = next((r, at) for r, at in place["at"].items() if at)
    return f"{place['face']} r{rotation} @{at[0][0]},{at[0][1]}"


def traced(record: Record, deck: str, seed: int) -> list[str]:
    """Tokens that lead from where a hidden game stands into the wall card, or nowhere."""
    order = random_deal(load_deck(deck), seed).order
    session = OpenSession(load_deck(deck), Rules(), deck, Sight(), order[:-1])
    session.take_up(record)
    return _way(session.moment, [], 0)


def _way(moment: Moment, tokens: list[str], depth: int) -> list[str]:
    doors = moment.trace().doors()
    if doors:
        return [*tokens, f">{doors[0][0].letter}"]
    if depth > 5:
        return []
    for slide in moment.slides():
        after = moment.after(slide)
        if after.verdict.legal and not after.verdict.finished:
            found = _way(after, [*tokens, str(slide)], depth + 1)
            if found:
                return found
    return []


@contextmanager
def listening(board: Running) -> Iterator[list[tuple[str, str]]]:
    """Note every body that the board answers inside the ``with`` block."""
    heard: list[tuple[str, str]] = []
    send = board.request

    def request(method: str, path: str, *rest: Any) -> tuple[int, dict[str, str], bytes]:
        status, headers, body = send(method, path, *rest)
        heard.append((path, body.decode("utf-8", "replace")))
        heard.append(("headers", json.dumps(headers)))
        return status, headers, body

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board, "request", request)
        yield heard


def everything(board: Running, answer: dict[str, Any]) -> None:
    """Ask all that can be asked of a position."""
    position = answer["view"]["position"]
    for name in ALL:
        board.try_ask(
            name,
            position=position,
            action="S1",
            actions=["S1"],
            points=[[0, 0]],
            to=0,
            **{"try": True},
        )
    for name in ("list_games", "choices", "begin"):
        board.ask(name)
    for kind in ("record", "svg"):
        board.try_ask("export", position=position, kind=kind, whole=True)
    for name in ("optimum", "way_back", "review", "mistakes", "spectrum", "challenge"):
        board.try_ask(name, position=position)
    board.ask("open", text=answer["view"]["link"])


@pytest.mark.parametrize("seed", [3, 8])
def test_no_answer_names_a_hidden_card(board: Running, seed: int) -> None:
    order = random_deal(load_deck(DECK), seed).order
    with listening(board) as heard:
        answer = dealt(board, seed)
        everything(board, answer)
        turns = 0
        for turn in range(1, 5):
            view = answer["view"]
            seen = min(2 + turn, 7)
            assert view["order"][:seen] == list(order[:seen])
            assert view["order"][seen:-1] == ["?"] * (7 - seen)
            heard_of(heard, order[seen:-1])
            actions = ["entrance 1"] if turn == 1 else []
            answer = do(board, answer, *actions) if actions else answer
            answer = do(board, answer, first_turn(answer["view"]))
            everything(board, answer)
            record = Record.parse(answer["view"]["position"]["record"])
            way = traced(record, DECK, seed)
            if not way:
                break
            answer = do(board, answer, *way[:-1]) if way[:-1] else answer
            everything(board, answer)
            heard_of(heard, order[seen:-1])
            answer = do(board, answer, way[-1])
            turns += 1
        assert turns >= 1


def heard_of(heard: list[tuple[str, str]], hidden: tuple[str, ...]) -> None:
    """Fail if an answer names a hidden card; all faces of the deck stand only where all do."""
    assert len(heard) > 10
    for path, body in heard:
        if path in ("/api/deck", "/api/choices"):
            assert all(name in body for name in load_deck(DECK).faces)
            continue
        for name in hidden:
            assert not re.search(rf"\b{name}\b", body), (path, name)


def test_what_is_hidden_changes_no_answer(board: Running) -> None:
    deck = load_deck(DECK)
    begins: dict[tuple[str, ...], int] = {}
    pair = None
    for seed in range(10_000, 12_000):
        order = random_deal(deck, seed).order
        other = begins.setdefault(order[:3], seed)
        if other != seed and random_deal(deck, other).order[3] != order[3]:
            pair = (other, seed)
            break
    assert pair is not None
    result = []
    for seed in pair:
        with listening(board) as heard:
            answer = dealt(board, seed)
            everything(board, answer)
            answer = do(board, answer, "entrance 2")
            answer = do(board, answer, first_turn(answer["view"]))
            everything(board, answer)
        board.ask("forget", place=answer["kept"]["place"])
        result.append([_without(body, seed) for path, body in heard if path != "headers"])
    assert result[0] == result[1]


def _without(body: str, seed: int) -> str:
    """An answer without times and without what depends on the seed."""
    body = re.sub(r"open-[0-9]+-[0-9a-f]{16}", "open", body).replace(str(seed), "SEED")
    body = re.sub(r'"(digest|when|seconds)": ?("[0-9a-f]+"|[0-9.]+)', "", body)
    return re.sub(r"\"date\"[^,]*", "", body)


def test_a_hidden_game_goes_on_as_in_the_terminal(board: Running, saves: Path) -> None:
    answer = do(board, dealt(board, 7), "entrance 1")
    (file,) = saves.glob("*.bolets")
    typed = run("play", "--seed", "7", "--hidden", stdin="record\nquit\n")
    assert "resuming the saved game" in typed.stderr
    assert file.exists()
    assert dealt(board, 7)["view"]["position"] == answer["view"]["position"]
    opened = board.ask("open", text=answer["view"]["link"])["view"]
    assert opened["position"] == answer["view"]["position"]
    (entry,) = board.ask("list_games")["games"]
    assert entry["stack"]["seed"] == 7
    again = board.ask("kept", place=entry["place"])["view"]
    assert again["position"] == answer["view"]["position"]


def test_cards_seen_stay_seen_and_all_are_seen_at_the_end(board: Running) -> None:
    seed = 3
    answer = do(board, dealt(board, seed), "entrance 1")
    answer = do(board, answer, first_turn(answer["view"]))
    way = traced(Record.parse(answer["view"]["position"]["record"]), DECK, seed)
    assert way
    after = do(board, answer, *way)
    back = board.ask("undo", position=after["view"]["position"], to=0)["view"]
    assert back["order"] == after["view"]["order"]
    wrong = back["position"]["record"].replace(back["order"][3], "?")
    assert board.ask("look", position=back["position"] | {"record": wrong})["view"]["hidden"]


def test_a_record_with_other_cards_than_were_dealt_is_refused(board: Running) -> None:
    view = dealt(board, 3)["view"]
    order = random_deal(load_deck(DECK), 3).order
    other = f"{order[3][:-1]}{'A' if order[3].endswith('B') else 'B'}"
    for name, status in ((order[3], 200), (other, 400)):
        record = view["position"]["record"].replace("?", name, 1)
        position = view["position"] | {"record": record}
        assert board.try_ask("look", position=position)[0] == status


def test_own_cards_are_reported_one_by_one_and_taken_back(board: Running, saves: Path) -> None:
    answer = board.ask("deal", deck=DECK, rules={}, stack={})
    view = answer["view"]
    assert view["legal"]["card"]["what"] == "the first card"
    assert view["tiles"] == [] and view["cards"] == []
    assert sum(map(len, view["legal"]["card"]["may"])) == 14
    status, text = board.try_ask("do", position=view["position"], actions=["entrance 1"])
    assert status == 400 and "turn up the first card first" in text
    answer = do(board, answer, "card 6B")
    assert answer["view"]["legal"]["card"]["what"] == "the wall card"
    assert ["6A", "6B"] not in answer["view"]["legal"]["card"]["may"]
    assert board.try_ask("do", position=answer["view"]["position"], actions=["card 6A"])[0] == 400
    answer = do(board, answer, "card 2A")
    answer = board.ask("undo", position=answer["view"]["position"], kept=answer["kept"])
    assert answer["view"]["order"][:2] == ["6B", "?"]
    answer = do(board, answer, "card 2B", "card 3A", "entrance 1", "2B r0 @0,3", "S2", ">S")
    assert answer["violation"] is None
    view = answer["view"]
    assert view["legal"]["card"]["what"] == "the card on top of the stack"
    (file,) = saves.rglob("*.bolets")
    assert "? ? ? ? C" in file.read_text()
    again = board.ask("open", text=view["link"])
    assert again["view"]["position"] == view["position"]
    assert again["kept"] == answer["kept"]
    pasted = board.ask("open", text=view["position"]["record"], anew=True)["view"]
    assert pasted["position"]["record"] == view["position"]["record"]
    assert view["code"] is None
    fresh = board.ask("deal", deck=DECK, rules={}, stack={})
    assert fresh["view"]["order"][0] == "?"
    other = do(board, fresh, "card 1A")
    assert other["kept"]["place"] != answer["kept"]["place"]
    assert len(board.ask("list_games")["games"]) == 2


@pytest.mark.parametrize(
    "stack",
    [{"seed": "7"}, {"seed": 1.5}, {"seed": 10**16}, {"preview": "all"}, {"firstLook": 3}, [], "x"],
)
def test_a_broken_stack_is_reported(board: Running, stack: Any) -> None:
    assert board.try_ask("deal", deck=DECK, rules={}, stack=stack)[0] == 400
    position = dealt(board, 1)["view"]["position"] | {"stack": stack}
    assert board.try_ask("look", position=position)[0] == 400


@pytest.mark.parametrize(
    "link",
    [
        "open-pinewood-AAAAA;s7",
        "open-nodeck-WG0RE;s7",
        "open-pinewood-WG0RE;c2B,2A",
        "open-pinewood-WG0RE;s7;c2B,2A",
        "open-pinewood-WG0RE;vwall",
        "open-pinewood-WG0RE;rspeed:fast",
        "open-pinewood-WG0RE;c2B,3A,4A;e1;zz",
    ],
)
def test_a_broken_link_of_a_hidden_game_is_reported(board: Running, link: str) -> None:
    status, text = board.try_ask("open", text=link)
    assert status == 400, text
    assert json.loads(text)["error"]


def test_sight_and_rules_are_in_the_link(board: Running) -> None:
    for preview, look in product(["top", "none"], ["wall", "none"]):
        stack = {"seed": 5, "preview": preview, "firstLook": look}
        view = board.ask("deal", deck=DECK, rules={"difficulty": "difficult"}, stack=stack)["view"]
        again = board.ask("open", text=view["link"])["view"]
        assert again["position"] == view["position"]
        assert again["position"]["stack"] == stack
        assert again["rules"] == {"difficulty": "difficult"}


MINI = "bolets-record/1\ndeck: mini\norder: 1A 2B ? C\nentrance: 1\n"


def mini(board: Running) -> dict[str, Any]:
    """A position of which two orders are possible."""
    view = board.ask("open", text=MINI)["view"]
    position = view["position"] | {"stack": {"seed": None, "preview": "none"}}
    found = board.ask("look", position=position)["view"]
    assert isinstance(found, dict)
    return found


def test_advice_is_that_of_the_command_line(board: Running, tmp_path: Path) -> None:
    (tmp_path / "game.bolets").write_text(MINI)
    for aim in ("points", "win"):
        game = str(tmp_path / "game.bolets")
        typed = run("advise", game, "--preview", "none", "--objective", aim, "--json")
        events = board.follow("advice", position=mini(board)["position"], aim=aim)
        name, found = events[-1]
        assert name == "result"
        assert any(kind == "progress" for kind, _ in events)
        answer = json.loads(typed.stdout)
        assert {key: found[key] for key in answer} == answer
    assert found["proven"] and found["sure"] == "exact, proven"
    first = board.follow("advice", position=mini(board)["position"])[-1][1]
    assert "8.5 (8 1/2) points" in first["words"]
    assert first["choices"][0]["words"].startswith("2B lies turned by")
    assert first["choices"][0]["ghost"]["card"]["face"] == "2B"
    assert "2 orders are possible" in first["knows"]


def test_advice_on_a_known_order_looks_at_nothing_hidden(board: Running) -> None:
    answer = []
    for last in ("4A", "4B"):
        record = f"bolets-record/1\ndeck: pinewood\norder: 6B 2B 3A {last} C\n"
        view = board.ask("open", text=record + "entrance: 1\n")["view"]
        found = board.follow("advice", position=view["position"], aim="at-least 200")[-1][1]
        assert found["seen"] == ["6B", "2B", "3A"]
        assert found["worlds"] == 8
        answer.append(found)
    assert answer[0] == answer[1]


def test_hints_while_cards_are_hidden_know_what_the_player_knows(board: Running) -> None:
    position = mini(board)["position"]
    texts = []
    for level in (1, 2, 3):
        found = board.follow("hint", position=position, level=level)[-1][1]
        assert "2 orders are possible" in found["knows"]
        knowledge = found["knowledge"]
        assert (knowledge["order"], knowledge["preview"]) == ("unknown", "none")
        assert (knowledge["seen"], knowledge["worlds"]) == (["1A", "2B"], 2)
        assert found["proven"]
        texts.append(found["text"])
    assert "It is worth 8.5" in texts[0]
    assert "Place 2B" in texts[1] and "trace" in texts[2]
    for name in ("optimum", "way_back", "review", "mistakes", "spectrum"):
        kind, answer = board.follow(name, position=position)[-1]
        assert kind == "error"
        assert "not all cards are known yet" in answer["error"][0]


def test_mistakes_and_luck_add_up(board: Running) -> None:
    deck = load_deck("mini")
    deal = Deal.of(deck, ("1A", "2B", "3A", "C"))
    seed = next(s for s in range(99) if len(random_game(deal, random.Random(s)).turns) > 1)
    record = random_game(deal, random.Random(seed))
    view = board.ask("open", text=record.format())["view"]
    found = board.follow("mistakes", position=view["position"], deep=True)[-1][1]
    with Advisor(deck, record.rules) as advisor:
        answer = review(advisor, deal, record, Work(), 4000).as_json()
    assert found["mistakes"] == answer["mistakes"] and found["luck"] == answer["luck"]
    assert found["knowledge"] == answer["knowledge"]
    assert found["knowledge"]["order"] == "unknown"
    assert "the top of the stack" in found["knows"]
    assert found["sum"].startswith(f"{answer['expected']} points expected at the entrance - ")
    assert len(found["decisions"]) == len(record.turns) + 1
    dear = [one for one in found["decisions"] if one["cost"] and one["turn"]]
    assert all(one["ghost"] and one["better"] for one in dear)
