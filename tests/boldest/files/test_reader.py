"""Position files: what is read, every defect at once with its line, and writing them again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolets_solver.boldest.files.reader import parse_position, read_position
from bolets_solver.boldest.files.template import template
from bolets_solver.boldest.files.writer import format_position
from bolets_solver.boldest.game.forest import Space, parse_forest
from bolets_solver.boldest.game.position import plan_texts
from bolets_solver.boldest.game.random_days import random_day
from bolets_solver.errors import InputError
from tests.boldest.making import small_position

GOOD = """\
format = "boldest-position/1"
players = ["Ann", "Bo", "Cy"]
flags = ["Bo", "Ann", "Cy"]
expedition = 1
forest = '''
M4*          A8   .   I:Chainsaw*
M5!Hammer    M3*  -   A9!ArcFist
'''
acted = ["Bo W"]
[experience]
Ann = 31
[items]
Ann = ["ArcFist"]
[hands]
Ann = "W W+3 C T(ArcFist) H(disguise) P P2"
[plans]
Bo = ["W W C P", "T", ""]
[rules]
flag_second = "moves"
"""

TWO = """\
format = "boldest-position/1"
players = ["Ann", "Bo"]
flags = ["Bo", "Ann"]
forest = "M4 A3 I:saw M2"
[hands]
Ann = "W C T H"
[plans]
Ann = [["W", "T"], ["H", ""]]
"""


def defects(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        parse_position(text, "day.toml")
    return [str(defect) for defect in caught.value.defects]


def test_everything_is_read() -> None:
    position, warnings = parse_position(GOOD)
    assert warnings == ()
    assert position.players == ("Ann", "Bo", "Cy")
    assert position.flags == (1, 0, 2)
    assert position.experience == (31, 0, 0)
    assert position.items == (("ArcFist",), (), ())
    assert len(position.forest.spaces) == 7
    assert str(position.forest.cards[Space(1, 1)]) == "M5!Hammer"
    assert str(position.forest.cards[Space(4, 2)]) == "I:Chainsaw*"
    hand = position.hands[0]
    assert hand is not None
    assert [str(hero) for hero in hand] == ["W", "W+3", "C", "T(ArcFist)", "H(disguise)", "P", "P2"]
    plan = position.known_plan(1)
    assert plan is not None and plan_texts(plan) == ["W W C P", "T", ""]
    assert position.rules.changed() == {"flag_second": "moves"}
    assert [(entry.player, str(entry.hero_class)) for entry in position.acted] == [(1, "W")]


def test_marks_of_a_card_in_either_order_and_names_in_any_case() -> None:
    text = GOOD.replace("A9!ArcFist", "A9*!arcfist").replace('["ArcFist"]', '["ARCFIST"]')
    position, _ = parse_position(text)
    card = position.forest.cards[Space(4, 1)]
    assert card.crosshair and card.needs == "arcfist"
    assert position.items[0] == ("arcfist",)


@pytest.mark.parametrize("row", [0, 1, 2])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda row: row.rsplit(None, 1)[0], "has 3 spaces, the (top row|others) 4"),
        (lambda row: row + "  M2", "has 5 spaces, the (top row|others) 4"),
        (lambda row: row + "  ?", "'[?]' is not a card"),
        (lambda row: row.replace("*", " *"), "'[*]' is not a card"),
    ],
)
def test_one_slip_in_a_row_of_the_forest_is_one_defect(
    row: int, change: Callable[[str], str], words: str
) -> None:
    rows = ["M4*  A8  .  A2", "M5!Hammer  M3*  -  A9", "I:Saw  M1*  A3  ."]
    rows[row] = change(rows[row])
    forest, defects = parse_forest("\n".join(rows))
    assert forest is None
    ((line, message),) = defects
    assert line == row
    assert re.search(words, message)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("A9!ArcFist", "A9!ArcFist!saw", 7, "requires one Item at most"),
        ("M3*", "M3**", 7, "one crosshair at most"),
        ("M3*", "X3", 7, "is not a card"),
        ("M3*", "M-3", 7, "is not a card"),
        ("M3*", "M9999999", 7, "999999 Experience at most"),
        ("M3*", "I:", 7, "cannot name an Item"),
        ("M3*", "I:loot-M", 7, "that is an ability"),
        ("M3*  -", "M3*", 7, "has 3 spaces, the top row 4"),
        ("T(ArcFist) H", "X H", 15, "Hero of no Class"),
        ("H(disguise)", "T(disguise)", 15, "disguise is an ability of Hunters"),
        ("W W+3", "W(fights) W+3", 15, "fights is an ability of Technicians"),
        ("W W+3", "C+3 W+3", 15, "Cooks have no such ability"),
        ("P P2", "P P3", 15, "P2 for the Water Buffalo"),
        ("W W+3", "W W+3(lance)", 15, "one Special Ability at most"),
        ("W W+3", "W W+0", 15, r"\+1 to \+9"),
        ("W W+3", "W W(saw,lance)", 15, "one Special Ability at most"),
        ("W W+3", "W W(a b)", 15, "cannot name an Item"),
        ('["Bo", "Ann", "Cy"]', '["Bo", "Ann"]', 3, "every player once"),
        ('["Bo", "Ann", "Cy"]', '["Bo", "Ann", "Di"]', 3, '"Di" is unknown; there are Ann, Bo, Cy'),
        ('["Ann", "Bo", "Cy"]', '["Ann", "Ann", "Cy"]', 2, "same name"),
        ('["Ann", "Bo", "Cy"]', '["Ann"]', 2, "for 2 to 5"),
        ('["Ann", "Bo", "Cy"]', '["Ann", "", "Cy"]', 2, "not a player's name"),
        ("expedition = 1", "expedition = 5", 4, "from 1 to 3, or 4"),
        ("expedition = 1", "expedition = true", 4, "must be a number"),
        ("Ann = 31", "Ann = -1", 11, "whole number from 0"),
        ("Ann = 31", "Ann = nan", 11, "whole number from 0"),
        ("Ann = 31", "Ann = 1e3", 11, "whole number from 0"),
        ("Ann = 31", "Di = 31", 11, '"Di" is unknown; there are Ann, Bo, Cy'),
        ('Ann = ["ArcFist"]', 'Ann = "ArcFist"', 13, "must be a list"),
        ('Ann = ["ArcFist"]', 'Ann = ["lance"]', 13, "that is an ability"),
        ('["W W C P", "T", ""]', '["W W C P", "T"]', 17, "3 Planning Spaces"),
        ('["W W C P", "T", ""]', '"W"', 17, "a plan is a list"),
        ('["W W C P", "T", ""]', '["W W C P", "T", 3]', 17, "space 3 must be"),
        ('acted = ["Bo W"]', 'acted = ["Bo H"]', 9, "has no Hunters on space 1"),
        ('acted = ["Bo W"]', 'acted = ["Bo"]', 9, "not a player and a Class"),
        ('acted = ["Bo W"]', 'acted = ["Bo W", "Bo C"]', 9, "occurs twice"),
        ('acted = ["Bo W"]', 'second = "c1r1"', 9, "a card still lies"),
        ('acted = ["Bo W"]', 'second = "c3r1"', 9, "no space c3r1"),
        ('acted = ["Bo W"]', 'second = "x"', 9, "must be a space"),
        ('flag_second = "moves"', 'flag_second = "yes"', 19, "stays, moves"),
        ('flag_second = "moves"', 'flags_second = "moves"', 19, "is unknown"),
    ],
)
def test_each_defect_names_its_line(old: str, new: str, line: int, message: str) -> None:
    assert old in GOOD
    found = defects(GOOD.replace(old, new))
    fitting = [text for text in found if re.search(message, text)]
    assert fitting, found
    assert fitting[0].startswith(f"day.toml:{line}: ")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('["W", "T"], ["H", ""]', '["W", "C"], ["H", ""]', "both Groups are Warriors"),
        ('["W", "T"], ["H", ""]', '["W", "T"], ["T", "H"]', "Heroes that the hand lacks: T"),
        ('["W", "T"], ["H", ""]', '["W", "T"]', "2 Planning Spaces"),
        ('["W", "T"], ["H", ""]', '["W", "T"], "H"', "space 2 must be two texts"),
        ('["W", "T"], ["H", ""]', '["W", "T"], ["H", "?"]', "'\\?' is not a Hero"),
    ],
)
def test_defects_of_two_players(old: str, new: str, message: str) -> None:
    found = defects(TWO.replace(old, new))
    assert any(re.search(message, text) for text in found), found


def test_all_defects_come_at_once_in_order_of_lines() -> None:
    text = GOOD.replace("M5!Hammer", "M5!a!b").replace("Ann = 31", "Ann = 1.5")
    text = text.replace("W+3", "W+77").replace('"moves"', '"x"').replace('["Bo W"]', '"Bo W"')
    found = defects(text)
    assert len(found) == 5
    lines = [int(text.split(":")[1]) for text in found]
    assert lines == sorted(lines) == [7, 9, 11, 15, 19]


def test_too_many_spaces() -> None:
    forest = "\n".join(["M1 M1 M1 M1 M1 M1"] * 5)
    found = defects(re.sub(r"'''\n.*?\n'''", f"'''\n{forest}\n'''", GOOD, flags=re.DOTALL))
    assert any("30 spaces; a board has 25" in text for text in found)


def test_spaces_that_are_none_do_not_count() -> None:
    forest = "\n".join(["M1 M1 M1 M1 M1 -"] * 5)
    text = re.sub(r"'''\n.*?\n'''", f"'''\n{forest}\n'''", GOOD, flags=re.DOTALL)
    position, _ = parse_position(text)
    assert len(position.forest.spaces) == 25


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "format must be"),
        ('format = "amanite-position/1"', "format must be"),
        ("format = 3", "format must be"),
        ("x = [", "not TOML"),
        ("x = 1\nx = 2", "not TOML"),
        ("x = " + "[" * 5000, "nested too deeply|not TOML"),
        ("x = " + "9" * 5000, "too long|format must be"),
    ],
)
def test_what_is_no_position(text: str, message: str) -> None:
    assert re.search(message, defects(text)[0])


def test_weighted_plans() -> None:
    weighted = 'Bo = [{ weight = 1, plan = ["W", "", ""] }, { weight = 3, plan = ["T", "", ""] }]'
    text = GOOD.replace('acted = ["Bo W"]\n', "").replace('Bo = ["W W C P", "T", ""]', weighted)
    position, warnings = parse_position(text)
    assert position.plans[1] is not None
    assert [each.weight for each in position.plans[1]] == [0.25, 0.75]
    assert len(warnings) == 1 and "add up to 4" in warnings[0]
    assert position.known_plan(1) is None
    wrong = defects(
        text.replace("weight = 3", 'weight = "x"').replace("weight = 1", "weight = nan")
    )
    assert sum("weight must be a number" in text for text in wrong) == 2


def test_a_pet_as_leader_is_a_legal_weak_group() -> None:
    text = GOOD.replace('acted = ["Bo W"]\n', "")
    position, _ = parse_position(text.replace('"W W C P", "T"', '"P W W", "T W"'))
    plan = position.known_plan(1)
    assert plan is not None and plan_texts(plan)[0] == "P W W"


def test_unknown_keys_are_warned_of_and_misspelt_ones_refused() -> None:
    position, warnings = parse_position(GOOD.replace("expedition = 1", "weather = 1"))
    assert position.expedition == 1
    assert warnings == ('position:4: the key "weather" is unknown and not used',)
    with pytest.raises(InputError, match=r'"expeditions" is not a key .*did you mean "expedition"'):
        parse_position(GOOD.replace("expedition = 1", "expeditions = 1"))
    with pytest.raises(InputError, match=r'"plan" is not a key .*did you mean "plans"'):
        parse_position(GOOD.replace("[plans]", "[plan]"))


def test_files_of_every_editor(tmp_path) -> None:
    path = tmp_path / "day.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert read_position(path)[0] == parse_position(GOOD)[0]
    path.write_bytes(GOOD.encode("utf-16"))
    with pytest.raises(InputError, match="UTF-16"):
        read_position(path)
    with pytest.raises(InputError, match="no such file"):
        read_position(tmp_path / "none.toml")


@pytest.mark.parametrize("seed", range(30))
def test_writing_and_reading_again(seed: int) -> None:
    position = small_position(seed)
    assert parse_position(format_position(position)) == (position, ())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_days_and_templates_are_positions(players: int) -> None:
    day = random_day(players, 1, with_plans=True)
    assert parse_position(format_position(day)) == (day, ())
    assert day == random_day(players, 1, with_plans=True)
    assert len(day.forest.cards) == {2: 16, 3: 16, 4: 20, 5: 25}[players]
    position, warnings = parse_position(template(players))
    assert position.count == players and warnings == ()


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40), st.sampled_from(["forest", "players", "hands", "plans", "acted"]))
def test_odd_texts_never_crash(text: str, key: str) -> None:
    import json

    value = json.dumps(text)
    replaced = {
        "forest": re.sub(
            r"forest = '''.*?'''", lambda _: f"forest = {value}", GOOD, flags=re.DOTALL
        ),
        "players": GOOD.replace('"Cy"', value),
        "hands": GOOD.replace('"W W+3 C T(ArcFist) H(disguise) P P2"', value),
        "plans": GOOD.replace('"W W C P"', value),
        "acted": GOOD.replace('"Bo W"', value),
    }[key]
    try:
        parse_position(replaced)
    except InputError as error:
        assert error.defects
