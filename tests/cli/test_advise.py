"""``bolets advise``: what it reads, what it tells, what it does not look at."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

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
        (["--turn", "9"], "there is no turn 9 yet"),
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


def test_many_orders_are_estimated_only() -> None:
    words = ["2B", "--preview", "none", "--first-look", "none", "--sample", "2", "--json"]
    answer = run_json("advise", *words)
    assert answer["worlds"] == 46080
    assert answer["estimate"]["worlds"] == 2
    assert (answer["status"], answer["lower"]) == ("estimate", 0)


def test_the_deck_is_named_first(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("1A", "2B", "--preview", "none", "--best", "1")
    answer = run("advise", *words, "--deck", "mini").stdout
    first, second = answer.splitlines()[:2]
    assert first.startswith("deck: mini") and second.startswith("known: 1A 2B;")
    monkeypatch.setenv("BOLETS_DECK", "mini")
    assert run("advise", *words).stdout == answer
