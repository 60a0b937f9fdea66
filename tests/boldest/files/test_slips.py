"""Slips in positions of The Boldest: each is reported, none is silently misread."""

from __future__ import annotations

import pytest

from bolets_solver.boldest.answer.position_text import draw_position
from bolets_solver.boldest.files.reader import parse_position
from bolets_solver.boldest.solving.resolve import actor_of
from bolets_solver.errors import InputError

DAY = """\
format = "boldest-position/1"
players = ["Ann", "Bo", "Cy", "Di"]
flags = ["Bo", "Ann", "Cy", "Di"]
expedition = 1
forest = '''
M4*          A8   .   I:Lantern*
M5!Hammer    M3*  -   A9!ArcFist
'''
acted = []
[items]
Bo = ["Hammer"]
[hands]
Ann = "W W+3 C T(ArcFist) H(disguise) P P2"
[plans]
Ann = ["W", "C", ""]
Bo = ["W W", "T", "H"]
Cy = ["C C C", "T(fights)", "H"]
Di = ["T", "T", ""]
"""


def only_defect(text: str) -> str:
    with pytest.raises(InputError) as caught:
        position, _ = parse_position(text, "d.toml")
        actor_of(position)
    (defect,) = caught.value.defects
    return str(defect)


def test_the_day_is_sound() -> None:
    position, warnings = parse_position(DAY, "d.toml")
    assert warnings == () and actor_of(position) == 2


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        # a misspelt ability is not an Item that a Hero carries
        ("H(disguise)", "H(disguised)", 13, 'did you mean "disguise"'),
        ("T(fights)", "T(fight)", 17, 'did you mean "fights"'),
        ("T(fights)", "T(fighter)", 17, 'did you mean "fights"'),
        ("H(disguise)", "H(loot-X)", 13, 'did you mean "loot-'),
        ("W+3", "W(lances)", 13, 'did you mean "lance"'),
        ("T(ArcFist)", "T(battery)", 13, 'did you mean "batteries"'),
        ("H(disguise)", "H(disguise,Lantern)", 13, "one Special Ability"),
        # a misspelt Item is not a new one
        ('Bo = ["Hammer"]', 'Bo = ["Hamer"]', 11, 'nearly "Hammer"'),
        ('Bo = ["Hammer"]', 'Bo = ["Lanterns"]', 11, 'nearly "Lantern"'),
        ("T(ArcFist)", "T(Arcfists)", 13, 'nearly "ArcFist"'),
        ("!Hammer", "!Hamme", 7, 'nearly "Hammer"'),
        ('Bo = ["Hammer"]', 'Bo = ["Chainsaws"]', 11, 'nearly "Chainsaw"'),
        # keys
        ("[plans]", "[plan]", 14, 'did you mean "plans"'),
        ("[items]", "[item]", 10, 'did you mean "items"'),
        ("players =", "player =", 2, 'did you mean "players"'),
        ("flags =", "flag =", 3, 'did you mean "flags"'),
        ("[items]", "[items]\nexpedition = 2", 11, "belongs above the first [table]"),
        ('Di = ["T", "T", ""]\n', 'Di = ["T", "T", ""]\nacted = ["Bo W"]\n', 19, "belongs above"),
        ('Di = ["T"', 'Dy = ["T"', 18, 'plans: "Dy" is unknown'),
        ("flags = [\"Bo\"", "flags = [\"Bob\"", 3, 'flags: "Bob" is unknown; did you mean "Bo"'),
        # Groups that cannot have been dealt with
        ("acted = []", 'acted = ["Bo W"]', 9, "come before Bo's (2), and is missing"),
        ("acted = []", 'acted = ["Bo W", "Cy W"]', 9, "and stands after it"),
        ("acted = []", 'acted = ["Di T", "Cy W"]', 9, "Cy's Warriors stand after Technicians"),
        ("acted = []", 'acted = ["Cy W", "Cy T"]', 9, "a player lays one Group on a space"),
        ("acted = []", 'acted = ["Cy T"]', 9, "Cy has no Technicians on space 1"),
        ("acted = []", 'acted = ["Cy W unable"]', 9, "so they are not unable"),
        ("acted = []", 'acted = ["Di T"]', 9, "Cy's Warriors (strength 3) act before Technicians"),
        ("acted = []", 'acted = ["Di T"]', 9, 'write "Cy W took" or "Cy W unable"'),
        ("acted = []", 'acted = ["Cy W took", "Di T"]', 9, "Bo's Warriors (strength 2) act before"),
        ("acted = []", 'second = "c3r2"', 9, "has an ability that adds a card"),
        ("forest = '''", 'forest = """', 5, 'not closed; write """ below it'),
        ('format = "boldest', 'format = "amanite', 1, "bolets amanite reads that"),
        ('["W", "C", ""]', '[{ wieght = 1, plan = ["W", "C", ""] }]', 15, 'did you mean "weight"'),
        ('["W", "C", ""]', '[{ weight = "1", plan = ["W", "C", ""] }]', 15, "weight must be a num"),
        ("expedition = 1", 'expedition = 4\nsecond = "c3r2"', 5, "second: the Day is over"),
        ("acted = []", 'acted = ["Cy W took", "Bo W took", "Ann W unable"]', 9, "back unasked"),
        ("acted = []", 'acted = ["Cy W", "Cy W"]', 9, "occurs twice"),
        ("acted = []", 'acted = ["Cy W lost"]', 9, "with took or unable after it"),
    ],
)  # fmt: skip
def test_each_slip_is_one_error(old: str, new: str, line: int, words: str) -> None:
    text = DAY.replace(old, new, 1)
    assert text != DAY
    found = only_defect(text)
    assert found.startswith(f"d.toml:{line}: "), found
    assert words in found, found


def test_a_class_of_which_nobody_could_act_may_be_left_out_of_the_list() -> None:
    """All that Warriors reach is an Artifact behind an Item that nobody owns."""
    cards = "M4*          A8   .   I:Lantern*\nM5!Hammer    M3*  -   A9!ArcFist"
    text = DAY.replace(cards, ".  .  .  .\nA5  A3  -   M9!ArcFist")
    text = text.replace("acted = []", 'acted = ["Di T took"]')
    position, warnings = parse_position(text, "d.toml")
    assert len(warnings) == 1 and warnings[0].startswith(
        "d.toml:9: acted: Cy's Warriors are missing"
    )
    assert actor_of(position) == 1
    hers = text.replace("[items]\n", '[items]\nAnn = ["ArcFist"]\n')
    assert 'write "Ann W took" or "Ann W unable"' in only_defect(hers)


def test_switches_of_the_command_line_count_when_acted_is_checked() -> None:
    """Under flag_unable = stays the flag of an unable winner has not moved."""
    tied = DAY.replace('"W W", "T"', '"W W W", "T"').replace(
        "acted = []", 'acted = ["Bo W unable"]'
    )
    tied = tied.replace("M4*          A8", "A4*          A8").replace("M5!Hammer    M3*", "A5  A3*")
    tied = tied.replace("A5  A3*  -   A9!ArcFist", "A5  A3*  -   A9")
    assert "Bo's flag lies behind Cy's" in only_defect(tied)
    position, _ = parse_position(tied, "d.toml", rules=["flag_unable=stays"])
    assert position.rules.flag_unable == "stays"


def test_a_multi_line_list_of_plans_has_lines_of_its_own() -> None:
    plans = 'Cy = [\n  "C C C",\n  "T(fights)",\n  "H(sawfish) X"\n]'
    text = DAY.replace('Cy = ["C C C", "T(fights)", "H"]', plans)
    assert only_defect(text).startswith("d.toml:20: plan of Cy: space 3")


def test_a_flag_that_has_not_moved_after_a_tie() -> None:
    tied = DAY.replace('"W W", "T"', '"W W W", "T"').replace("acted = []", 'acted = ["Bo W took"]')
    assert "so Bo's flag lies behind Cy's by now (T-R23)" in only_defect(tied)
    moved = tied.replace('["Bo", "Ann", "Cy", "Di"]\nexp', '["Ann", "Cy", "Di", "Bo"]\nexp')
    assert actor_of(parse_position(moved)[0]) == 2


def test_illegal_groups_are_warned_of_once() -> None:
    text = DAY.replace('Bo = ["W W", "T", "H"]', 'Bo = ["W W", "P T", "T H"]')
    _, warnings = parse_position(text, "d.toml")
    back = "it is sent back like a weaker one (T-R25)"
    assert list(warnings) == [
        f"d.toml:16: plan of Bo: space 2: P T is not a legal Group, for a Pet leads it; {back}",
        "d.toml:16: plan of Bo: space 3: T H is not a legal Group, for its Heroes are not of one "
        f"Class; {back}",
    ]


def test_a_list_of_items_settles_which_names_there_are() -> None:
    both = DAY.replace('Bo = ["Hammer"]', 'Bo = ["Hammers"]')
    assert "list the Items of your box as item_names" in only_defect(both)
    listed = 'item_names = ["Hammer", "Hammers", "Lantern", "ArcFist"]\nacted'
    assert parse_position(both.replace("acted", listed, 1))[0].items[1] == ("Hammers",)
    missing = both.replace("acted", listed.replace('"Lantern", ', ""), 1)
    assert only_defect(missing).startswith('d.toml:6: forest: there is no Item "Lantern"')


def test_numbered_and_short_names_are_no_slips() -> None:
    text = DAY.replace('Bo = ["Hammer"]', 'Bo = ["Item1", "Item2", "saw", "jaw"]')
    position, warnings = parse_position(text)
    assert warnings == ()
    drawn = draw_position(position)
    assert "No card here requires" not in drawn
    text = text.replace("W+3", "W(saw)")
    assert "No card requires these carried Items: saw" in draw_position(parse_position(text)[0])


@pytest.mark.parametrize(
    ("hero", "words"),
    [
        ("H(qq)", "abilities of Hunters are batteries, disguise, loot-M, loot-A, loot-I, loot-any"),
        ("T(xyzzy)", "abilities of Technicians are batteries, fights; Items here: ArcFist, Chains"),
    ],
)
def test_what_is_like_nothing_known_is_told_with_all_that_is_known(hero: str, words: str) -> None:
    _, warnings = parse_position(DAY.replace("H(disguise)", hero), "d.toml")
    assert len(warnings) == 1
    assert warnings[0].startswith(f"d.toml:13: hand of Ann: {hero}: ") and words in warnings[0]
    later = DAY.replace("H(disguise)", hero).replace("acted = []", 'acted = ["Cy W took"]')
    assert parse_position(later).warnings == ()  # the card that it is for may have been taken


def test_a_name_like_none_of_the_box_is_told_with_those_of_the_box() -> None:
    listed = DAY.replace("acted = []", 'item_names = ["Lantern", "Hammer"]')
    text = listed.replace("T(ArcFist)", "T").replace("!ArcFist", "")
    assert parse_position(text).warnings == ()
    found = only_defect(text.replace('Bo = ["Hammer"]', 'Bo = ["Vorpal"]'))
    assert found.endswith('there is no Item "Vorpal"; item_names has Hammer, Lantern')
