"""Slips in positions: each is reported once, with its line and the correction."""

from __future__ import annotations

import pytest

from bolets_solver.amanite.answer.final_scores import counted
from bolets_solver.amanite.answer.json_report import scores_json
from bolets_solver.amanite.files.reader import parse_position
from bolets_solver.amanite.game.position import Phase
from bolets_solver.errors import InputError

TABLE = """\
format = "amanite-position/1"
players = ["Ann", "Bo"]
mushrooms = ["red", "blue", "green", "yellow", "purple", "brown"]
attributes = ["Poison", "Antidote", "Count", "Two", "2", "3"]
[tokens]
Ann = { red = 2, green = 3, yellow = 1 }
Bo = { red = 1, blue = 2, pig = 1 }
[hints.Ann]
start = ["red", "blue", "green"]
notebook = { red = "Poison", blue = "Count" }
[[tiles]]
tokens = { red = 2, blue = 1, green = 2, pig = 1 }
pin = "Ann"
split = "Bo"
piles = [{ red = 2, pig = 1 }, { blue = 1, green = 2 }]
[[tiles]]
tokens = { yellow = 2, brown = 4 }
pin = "Ann"
split = "Bo"
piles = [{ yellow = 2 }, { brown = 4 }]
[[tiles]]
tokens = { blue = 2, purple = 4 }
"""


def only_defect(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_position(text, "t.toml")
    (defect,) = caught.value.defects
    return str(defect)


def test_the_table_is_sound() -> None:
    reading = parse_position(TABLE, "t.toml")
    assert reading.warnings == () and reading.position.phase is Phase.CHOOSING


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        # what belongs elsewhere, though TOML puts it there
        ("purple = 4 }\n", "purple = 4 }\nfeed = { Ann = 1 }\n", 23, "the top of the file"),
        ("[hints.Ann]", "feed = { Ann = 1 }\n[hints.Ann]", 8, "belongs to the top of the file"),
        ("[tokens]", 'pin = "Ann"\n[tokens]', 5, "belongs below the [[tiles]] of its tile"),
        ("purple = 4 }\n", "purple = 4 }\nrules = {}\n", 23, "write [rules] above it"),
        ("tokens = { blue = 2, p", "token = { blue = 2, p", 22, "of tile 3; did you mean"),
        ('"Antidote", "Count"', '"Antidot", "Count"', 4, 'did you mean "Antidote"'),
        ('format = "amanite', 'format = "boldest', 1, "bolets boldest reads that"),
        # names that people use
        ('pin = "Ann"\nsplit', 'left = "Ann"\nsplit', 13, "left space of a tile is its pin"),
        ("[tokens]", "[token]", 5, 'did you mean "tokens"'),
        ("[hints.Ann]", "[hint.Ann]", 8, 'did you mean "hints"'),
        ("[[tiles]]\ntokens = { blue", "[[tile]]\ntokens = { blue", 21, 'mean "tiles"'),
        ('pin = "Ann"\nsplit', 'pn = "Ann"\nsplit', 13, 'did you mean "pin"'),
        # one slip, one error
        ('pin = "Ann"\nsplit', 'pin = "Anm"\nsplit', 13, 'tile 1, pin: "Anm" is unknown'),
        ('pin = "Ann"\nsplit', 'pin = "ann"\nsplit', 13, 'did you mean "Ann"'),
        ('split = "Bo"\npiles = [{ red', 'split = "Bob"\npiles = [{ red', 14, 'did you mean "Bo"'),
        ('pin = "Ann"\nsplit', 'taken = "Bob"\npin = "Ann"\nsplit', 13, "tile 1, taken"),
        ("green = 2, pig = 1 }\n", "green = 2, pigs = 1 }\n", 12, 'did you mean "pig"'),
        ("{ red = 2, pig = 1 }, {", "{ red = 2, pgi = 1 }, {", 15, 'did you mean "pig"'),
        ("{ red = 2, pig = 1 }, {", "{ Red = 2 }, {", 15, 'did you mean "red"'),
        ('pin = "Ann"\nsplit', 'pin = "Ann\u200b"\nsplit', 13, '"Ann<U+200B>" is unknown'),
        # piles forgotten
        ("piles = [{ red = 2, pig = 1 }, { blue = 1, green = 2 }]\n", "resolved = false\n", 0, ""),
        # hints
        ('blue = "Count" }', 'blue = "Count", brown = "3" }', 10, "3 hints; by the third round"),
        ("tokens = { blue = 2, purple = 4 }", 'tokens = "blue blue"', 22, "tile 3, tokens must be"),
    ],
)  # fmt: skip
def test_each_slip_is_one_error(old: str, new: str, line: int, words: str) -> None:
    text = TABLE.replace(old, new, 1)
    assert text != TABLE
    if not words:  # a split that is still to be made is not a slip
        assert parse_position(text).position.phase is Phase.SPLITTING
        return
    found = only_defect(text)
    assert found.startswith(f"t.toml:{line}: ") and words in found, found


def test_piles_that_are_forgotten() -> None:
    piles = [line for line in TABLE.split("\n") if line.startswith("piles")]
    both = TABLE.replace(piles[0] + "\n", "").replace(piles[1] + "\n", "")
    assert "tile 2: piles is missing; only the last split" in only_defect(both)
    begun = TABLE.replace("[[tiles]]", "[[tiles]]\nresolved = true", 1).replace(piles[1] + "\n", "")
    found = only_defect(begun)
    assert found.startswith("t.toml:17: tile 2: piles is missing; gathering has begun")


def test_a_single_table_of_tiles_and_none() -> None:
    head, *tiles = TABLE.split("[[tiles]]")
    found = only_defect(head + "[tiles]" + tiles[0])
    assert found.startswith("t.toml:11: write [[tiles]] in double brackets")
    assert "[tiles] occurs here for the second time" in only_defect(
        TABLE.replace("[[tiles]]", "[tiles]")
    )
    assert "nothing is left to solve, and bolets amanite score counts" in only_defect(head)


def test_a_player_without_tokens_is_asked_about() -> None:
    text = TABLE.replace("Bo = { red = 1, blue = 2, pig = 1 }\n", "")
    (warning,) = parse_position(text, "t.toml").warnings
    assert warning.startswith("t.toml:5: tokens: nothing is written for Bo")
    assert parse_position(text.replace("[hints", "Bo = {}\n[hints")).warnings == ()
    nobody = text.replace("[tokens]\nAnn = { red = 2, green = 3, yellow = 1 }\n", "")
    (warning,) = parse_position(nobody, "t.toml").warnings
    assert "nothing is written for Ann and Bo, who hold none then" in warning


def test_tokens_of_this_round_before_any_tile_is_gathered() -> None:
    text = TABLE + "[fresh]\nAnn = { red = 1 }\n"
    assert "fresh of Ann: nothing has been collected this round" in only_defect(text)


RULEBOOK = """\
format = "amanite-position/1"
players = ["Sabrina", "Bo"]
mushrooms = ["red", "blue", "yellow", "green", "purple", "brown"]
attribute_of = { blue = "Poison", red = "Antidote", yellow = "Elixir" }
[tokens]
Sabrina = { blue = 2, red = 1, yellow = 1 }
Bo = {}
"""


def test_the_rulebooks_scoring_example_needs_no_other_attributes() -> None:
    place = parse_position(RULEBOOK, finished=True).position
    data = scores_json(place, counted(place, None))["players"]["Sabrina"]
    assert (data["vp"], data["terms"]) == (7, {"Poison": 10, "Antidote": 0, "Elixir": -3, "Pig": 0})
    # the six attributes may be listed all the same: which colour nobody holds has them is open
    six = 'attributes = ["Poison", "Antidote", "Elixir", "2", "3", "Count"]\n'
    place = parse_position(
        RULEBOOK.replace("attribute_of", six + "attribute_of"), finished=True
    ).position
    found = counted(place, None)
    assert [score.points for score in found.scores] == [2, -5]  # nobody has a token that counts
    assert found.world == ("Antidote", "Poison", "Elixir", "?", "?", "?")


@pytest.mark.parametrize("attributes", ["", 'attributes = ["Poison", "Antidote", "Elixir"]\n'])
def test_a_colour_that_is_held_has_an_attribute(attributes: str) -> None:
    text = RULEBOOK.replace("attribute_of", attributes + "attribute_of").replace(
        "Bo = {", "Bo = { green = 1"
    )
    place = parse_position(text, finished=True).position
    with pytest.raises(InputError, match=r"it is missing for green$"):
        counted(place, None)
    with pytest.raises(InputError, match="attributes"):
        parse_position(text + "[[tiles]]\ntokens = {}\n" * 3)


def test_a_minus_sign_of_typography_is_one() -> None:
    text = TABLE.replace('"Two", "2"', '"\u22121", "2"')
    assert "-1" in parse_position(text).position.attributes
