"""``bolets deck`` and ``bolets deal``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import ROCK
from bolets_solver.bolets.files.deck_library import load_deck
from tests.cli.running import run, run_json

GOOD = """\
format = "bolets-deck/1"
name = "good"
title = "Good"
border = "tiles"
[faces."1A"]
grid = '''
###+###
#..m..#
+..m..x
#.....#
###+###
'''
[faces."2A"]
grid = '''
###+###
#..m..#
+...m.x
#.....#
###+###
'''
[faces."C"]
grid = '''
##+##
#...#
+...+
#...#
##+##
'''
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_list() -> None:
    result = run("deck", "list")
    assert result.exit_code == 0
    # Whoever typed in a deck beside those that ship, in a clone, has more.
    names = [line.split()[0] for line in result.stdout.splitlines()]
    assert names == sorted(names)
    assert {"mini", "pinewood", "thicket"} <= set(names)
    assert "7 cards, 5x7, border edges" in result.stdout
    cards = {deck["name"]: deck["cards"] for deck in run_json("deck", "list", "--json")["decks"]}
    assert [cards[name] for name in ("mini", "pinewood", "thicket")] == [3, 7, 7]


def test_list_shows_own_decks_and_bad_ones(folder: Path) -> None:
    (folder / "card_data").mkdir()
    (folder / "card_data" / "own.toml").write_text(GOOD, encoding="utf-8")
    (folder / "card_data" / "bad.toml").write_text("x", encoding="utf-8")
    result = run("deck", "list")
    assert result.exit_code == 0
    lines = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert "Good" in lines["own"]
    assert "cannot be used" in lines["bad"]


def test_show_in_all_rotations() -> None:
    result = run("deck", "show", "1a")
    assert result.exit_code == 0
    heads = [line for line in result.stdout.splitlines() if line.startswith("1A r")]
    assert heads == ["1A r0, 5x7", "1A r90, 7x5", "1A r180, 5x7", "1A r270, 7x5"]
    assert result.stdout.isascii()


def test_show_some_faces_in_one_rotation() -> None:
    result = run("deck", "show", "C", "2B", "--deck", "thicket", "--rotation", "90")
    heads = [line for line in result.stdout.splitlines() if " r" in line]
    assert heads == ["C r90, 7x5", "2B r90, 7x5"]


@pytest.mark.parametrize("arguments", [("9A",), ("1A", "--deck", "no"), ("1A", "--rotation", "45")])
def test_show_what_is_not_there(arguments: tuple[str, ...]) -> None:
    result = run("deck", "show", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")


def test_validate_a_good_deck(folder: Path) -> None:
    (folder / "good.toml").write_text(GOOD.replace("C", "C"), encoding="utf-8")
    result = run("deck", "validate", "good.toml")
    assert result.exit_code == 0
    assert "1 warning" in result.stdout
    assert "differ in size" in result.stdout
    value = run_json("deck", "validate", "good.toml", "--json")
    assert value["format"] == "bolets-validation/1"
    assert (value["valid"], value["defects"], len(value["warnings"])) == (True, [], 1)


def test_validate_a_bad_deck(folder: Path) -> None:
    bad = GOOD.replace("#..m..#", "#..?..#").replace('"Good"', "7")
    (folder / "bad.toml").write_text(bad, encoding="utf-8")
    result = run("deck", "validate", "bad.toml", "--json")
    assert result.exit_code == 2
    value = json.loads(result.stdout)
    assert value["valid"] is False
    places = [(d["line"], d["face"], d["row"], d["column"]) for d in value["defects"]]
    assert places == [(3, None, None, None), (8, "1A", 2, 4), (16, "2A", 2, 4)]
    assert all(set(d) == {"line", "face", "row", "column", "message"} for d in value["defects"])
    text = run("deck", "validate", "bad.toml")
    assert text.exit_code == 2
    assert text.stdout.splitlines()[1].startswith("error: bad.toml:8: face 1A, row 2, column 4: ")
    assert text.stdout.splitlines()[-2:] == [
        "warning: bad.toml: the deck's name is 'good', but it is found by its file's name, 'bad'",
        "not valid: 3 defects, 1 warning",
    ]
    assert text.stderr == ""


def test_validate_warns_beside_defects(folder: Path) -> None:
    other = GOOD.replace("#..m..#", "#..?..#", 1) + "\nhearts = 3\n"
    other = other.replace('[faces."2A"]', '[faces."2A"]\nnote = 1')
    (folder / "good.toml").write_text(other, encoding="utf-8")
    result = run("deck", "validate", "good.toml")
    assert result.exit_code == 2
    assert "error: good.toml:8: face 1A" in result.stdout
    assert "warning: good.toml: face '2A': the key 'note' is unknown and ignored" in result.stdout
    assert "no cottage" not in result.stdout
    assert "still to be filled in" not in result.stdout
    small = '[faces."9A"]\ngrid = """\n#+#\n#?#\n###\n"""\n'
    (folder / "good.toml").write_text(GOOD + small, encoding="utf-8")
    sizes = run("deck", "validate", "good.toml").stdout
    assert "error: good.toml:" in sizes
    assert "warning: good.toml: the faces differ in size: 7x5 (1A, 2A), 5x5 (C)" in sizes


def test_show_without_a_face_shows_all(folder: Path) -> None:
    text = run("deck", "show", "--deck", "mini").stdout
    heads = [line for line in text.splitlines() if " r0, " in line]
    assert [head.split()[0] for head in heads] == list(load_deck("mini").faces)
    turned = run("deck", "show", "--deck", "mini", "--rotation", "90").stdout
    assert turned.count(" r90, ") == len(heads)
    wrong = run("deck", "show", "mini")
    assert wrong.exit_code == 2
    assert "'mini' is a deck, not a face: bolets deck show --deck mini" in wrong.stderr


def test_validate_by_name_and_from_standard_input() -> None:
    assert run("deck", "validate", "pinewood").exit_code == 0
    assert run("deck", "validate", "-", stdin=GOOD).exit_code == 0
    assert run("deck", "validate", "-", stdin="").exit_code == 2


@pytest.mark.parametrize("data", [b"\xff\xfea\0", b"\xe9", b"a\0b", b"x" * 2_000_000])
def test_validate_what_is_no_text(folder: Path, data: bytes) -> None:
    (folder / "bad.toml").write_bytes(data)
    result = run("deck", "validate", "bad.toml", "--json")
    assert result.exit_code == 2
    (defect,) = json.loads(result.stdout)["defects"]
    assert defect["message"]


def test_validate_warns_of_a_name_that_is_not_the_files(folder: Path) -> None:
    (folder / "other.toml").write_text(GOOD, encoding="utf-8")
    assert "found by its file's name, 'other'" in run("deck", "validate", "other.toml").stdout


def test_validate_warns_of_what_no_trace_reaches(folder: Path) -> None:
    walled = GOOD.replace("#..m..#\n+..m..x", "#.mmo.#\n+....o#", 1)
    (folder / "good.toml").write_text(walled, encoding="utf-8")
    assert (
        "no trace without a cube reaches row 2 column 6"
        in run("deck", "validate", "good.toml").stdout
    )


def test_new_is_valid_and_found_by_name(folder: Path) -> None:
    result = run("deck", "new", "my-cards", "--cards", "2", "--size", "4x6")
    assert result.exit_code == 0
    path = Path(result.stdout.strip())
    assert path == Path("card_data") / "my-cards.toml"
    assert run("deck", "validate", "my-cards").stdout == (
        "warning: my-cards: nothing lies on any face: the deck is still to be filled in\n"
        "valid: no defects, 1 warning\n"
    )
    deck = load_deck("my-cards")
    assert list(deck.faces) == ["1A", "1B", "2A", "2B", "C"]
    assert (deck.faces["1A"].width, deck.faces["1A"].height) == (4, 6)


def test_new_never_writes_over_a_file(folder: Path) -> None:
    (folder / "mine.toml").write_text("kept", encoding="utf-8")
    result = run("deck", "new", "./mine.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert (folder / "mine.toml").read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize(
    "arguments",
    [
        ("My_Cards",),
        ("",),
        ("x", "--size", "2x9"),
        ("x", "--size", "40x40"),
        ("x", "--size", "five"),
        ("x", "--cards", "0"),
        ("no/such/folder.toml",),
        ("folder/x",),
    ],
)
def test_new_refuses(folder: Path, arguments: tuple[str, ...]) -> None:
    result = run("deck", "new", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr
    assert list(folder.iterdir()) == []


def test_deal_repeats_a_seed() -> None:
    first, second = run("deal", "--seed", "3"), run("deal", "--seed", "3")
    assert first.stdout == second.stdout
    assert first.stderr.startswith("deck: pinewood")
    order = first.stdout.split()
    assert Deal.of(load_deck("pinewood"), order).order == tuple(order)
    assert len(order) == 8
    assert run("deal", "--seed", "4").stdout != first.stdout


def test_deal_shows_the_seed_it_chose() -> None:
    result = run("deal", "--deck", "mini")
    seed = result.stderr.split()[1].rstrip(";")
    assert run("deal", "--deck", "mini", "--seed", seed).stdout == result.stdout


def test_deal_as_json_and_fewer_cards() -> None:
    value = run_json("deal", "--seed", "5", "--cards", "2", "--json")
    assert (value["format"], value["seed"], len(value["order"])) == ("bolets-deal/1", 5, 3)


def test_easy_deals_faces_with_one_rock() -> None:
    deck = load_deck("pinewood")
    for seed in range(5):
        order = run("deal", "--seed", str(seed), "--difficulty", "easy").stdout.split()
        assert all(deck.faces[name].count(ROCK) == 1 for name in order[:-1])


def test_easy_warns_where_there_is_no_such_face(folder: Path) -> None:
    (folder / "good.toml").write_text(GOOD, encoding="utf-8")
    result = run("deal", "--deck", "good.toml", "--difficulty", "easy", "--seed", "1")
    assert result.exit_code == 0
    assert result.stderr.count("warning") == 2


@pytest.mark.parametrize(
    "arguments", [("--cards", "8"), ("--cards", "0"), ("--seed", "x"), ("--deck", "no")]
)
def test_deal_refuses(arguments: tuple[str, ...]) -> None:
    result = run("deal", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
