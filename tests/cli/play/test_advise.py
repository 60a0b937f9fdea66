"""``bolets advise``: what it reads, what it prints, and what it must not use."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from bolets_solver.advise.worlds import Knowledge
from bolets_solver.atlas.atlas_file import write_atlas
from bolets_solver.atlas.ranking import Ranking
from bolets_solver.atlas.values import UNSETTLED, Atlas
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import Rules
from tests.cli.running import run, run_json


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A whole game of the small deck."""
    file = tmp_path / "game.bolets"
    run("solve", "1A", "2B", "3A", "--deck", "mini", "-o", str(file))
    return str(file)


def test_what_is_beyond_the_top_card_is_not_looked_at(game: str) -> None:
    answer = run_json("advise", game, "--turn", "1", "--preview", "none", "--json")
    other = Path(game).with_name("other.bolets")
    text = Path(game).read_text()
    other.write_text(text.replace("order: 1A 2B 3A C", "order: 1A 2B ? C").split("2B r")[0])
    same = run_json("advise", str(other), "--preview", "none", "--json")
    assert answer["seen"] == same["seen"] == ["1A", "2B"]
    assert answer["worlds"] == 2
    assert answer["knowledge"] == {
        "order": "unknown",
        "seen": ["1A", "2B"],
        "worlds": 2,
        "preview": "none",
        "first_look": "wall",
    }
    assert run_json("advise", game, "--turn", "2", "--json")["knowledge"]["order"] == "known"
    assert answer == same


def test_values_are_reported_as_numbers_and_fractions(game: str) -> None:
    answer = run_json("advise", game, "--turn", "1", "--preview", "none", "--worlds", "--json")
    assert answer["format"] == "bolets-advice/1"
    assert answer["status"] == "exact"
    best = answer["candidates"][0]
    value = sum(Fraction(part) for part in best["exact"]["fraction"].split())
    assert float(value) == best["lower"] == best["upper"] == answer["lower"]
    assert len(best["worlds"]) == answer["worlds"]
    made = [world["played"] for world in best["worlds"]]
    assert Fraction(sum(made), len(made)) == value
    assert all(world["played"] <= world["hindsight"] for world in best["worlds"])


def test_the_chance_of_a_tier(game: str) -> None:
    answer = run_json("advise", game, "--turn", "2", "--objective", "tier 2", "--json")
    assert answer["objective"] == "at-least 11"
    assert 0 <= answer["lower"] == answer["upper"] <= 1
    result = run("advise", game, "--turn", "2", "--objective", "at-least 99")
    assert result.exit_code == 1
    assert "no game reaches that" in result.stdout


def test_of_equal_chances_the_one_with_more_points_comes_first(game: str) -> None:
    for turn in ("1", "2", "3"):
        words = ("advise", game, "--turn", turn, "--preview", "none", "--objective", "win")
        every = run_json(*words, "--best", "100", "--json")["candidates"]
        certain = [one["after"]["points"] for one in every if one["lower"] == 1]
        best = run_json(*words, "--best", "1", "--json")["candidates"][0]
        assert best["lower"] == 1
        assert best["after"]["points"] == max(certain)
        assert len(certain) > 1


def test_a_chance_is_yes_or_no_in_each_order(game: str) -> None:
    words = ("advise", game, "--turn", "1", "--preview", "none", "--worlds", "--best", "1")
    answer = run(*words, "--objective", "at-least 10").stdout
    assert answer.count("(with hindsight yes)") + answer.count("(with hindsight no)") == 2
    assert "(with hindsight 1)" not in answer


def test_faces_instead_of_a_record() -> None:
    answer = run_json("advise", "1A", "2B", "--preview", "none", "--deck", "mini", "--json")
    assert answer["seen"] == ["1A", "2B"]
    assert {choice["entrance"] for choice in answer["candidates"]} <= {1, 2, 3, 4}
    assert answer["candidates"][0]["turn"] is None


def test_cards_are_reported_on_the_command_line(game: str, tmp_path: Path) -> None:
    begun = tmp_path / "begun.bolets"
    turn = Path(game).read_text().split("\n")
    begun.write_text("\n".join(line for line in turn if not line.startswith(("3A ", "C "))))
    answer = run_json("advise", str(begun), "--wall", "3b", "--json")
    assert answer["seen"] == ["1A", "2B", "3B"]
    assert answer["candidates"][0]["turn"].startswith("3B ")
    result = run("advise", str(begun), "--wall", "2A")
    assert result.exit_code == 2
    assert "card 2 occurs twice" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--objective", "luck"], "is not an objective"),
        (["--objective", "tier 9"], "there is no tier 9"),
        (["--turn", "9"], "has not reached turn 9"),
        ([], "the game is over"),
    ],
)
def test_what_cannot_be_asked_is_reported(game: str, words: list[str], said: str) -> None:
    result = run("advise", game, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_a_limit_leaves_bounds(tmp_path: Path) -> None:
    answer = run("advise", "2B", "6A", "3A", "--time-limit", "0.01", "--json")
    assert answer.exit_code == 3
    assert '"status": "limit"' in answer.stdout


def test_many_orders_are_bounded_and_estimated() -> None:
    words = ["2B", "--preview", "none", "--first-look", "none", "--sample", "2"]
    words += ["--rules", "crow_loss=every"]  # under which there is no atlas
    result = run("advise", *words, "--time-limit", "3", "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 3  # the bounds of all orders take longer
    assert answer["worlds"] == 46080
    assert (answer["status"], answer["lower"], answer["candidates"]) == ("limit", 0, [])
    assert 20 < answer["upper"] < 100


def test_an_atlas_at_hand_bounds_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck, rules = load_deck("pinewood"), Rules()
    ranking = Ranking.of(deck)
    values = np.full(ranking.deals, UNSETTLED, dtype=np.uint8)
    worlds = Knowledge.of(deck, ("2B", "6A", "3A")).worlds
    for world in worlds[:-1]:
        values[ranking.rank(world.order)] = 5  # not the truth: it shows that the atlas was asked
    (tmp_path / "card_data").mkdir()
    write_atlas(tmp_path / "card_data" / "pinewood.atlas", Atlas.of(deck, rules, values.tolist()))
    monkeypatch.chdir(tmp_path)
    answer = run("advise", "2B", "6A", "3A", "--time-limit", "0.01").stdout
    assert "the atlas has the best game of 383 of 384 orders" in answer
    answer = json.loads(run("advise", "2B", "6A", "3A", "--time-limit", "0.01", "--json").stdout)
    assert answer["atlas"] == 383
    assert 5 <= answer["upper"] < 5.2
    other = ("--difficulty", "difficult")
    answer = run("advise", "2B", "6A", "3A", *other, "--time-limit", "0.01", "--json").stdout
    assert json.loads(answer)["atlas"] == 0


def test_the_deck_is_named_first(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("1A", "2B", "--preview", "none", "--best", "1")
    answer = run("advise", *words, "--deck", "mini").stdout
    first, second = answer.splitlines()[:2]
    assert first.startswith("deck: mini") and second.startswith("known: 1A 2B;")
    monkeypatch.setenv("BOLETS_DECK", "mini")
    assert run("advise", *words).stdout == answer
