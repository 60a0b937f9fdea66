"""Position files: what is read, what is written, and every defect by name."""

from __future__ import annotations

import random

import pytest

from bolets_solver.amanite.files.reader import parse_position, read_position
from bolets_solver.amanite.files.template import template
from bolets_solver.amanite.files.writer import format_position
from bolets_solver.amanite.game.history import turns_of_placing
from bolets_solver.amanite.game.moves import apply, legal_moves
from bolets_solver.amanite.game.position import Phase, Position, Tile
from bolets_solver.errors import InputError
from tests.amanite.making import LEVELS_OF_KNOWLEDGE, play_randomly, start_position
from tests.amanite.tables import EMPTY, KNOWN, position, text

FULL = "tokens = { red = 2, blue = 2, green = 2 }"
SPLIT = f'{FULL}\npin = "Ann"\nsplit = "Bo"\npiles = [{{ red = 2 }}, {{ blue = 2, green = 2 }}]'
EXAMPLE = """\
format = "amanite-position/1"
players = ["Ann", "Bo"]                      # clockwise
mushrooms = ["red", "blue", "green", "yellow", "purple", "brown"]
attributes = ["Poison", "Antidote", "-1", "1", "2", "3"]
attribute_of = { red = "Poison" }
[tokens]
Ann = { red = 2, blue = 1, pig = 1 }
Bo = { green = 3 }
[hints.Ann]
start = ["red", "blue", "green"]
shuffled = ["1", "Poison", "-1"]
notebook = { yellow = "2" }
[[tiles]]
tokens = { red = 2, blue = 1, pig = 1, green = 2 }
pin = "Ann"
split = "Bo"
piles = [{ red = 2 }, { blue = 1, pig = 1, green = 2 }]
[[tiles]]
tokens = { yellow = 3, brown = 3 }
[[tiles]]
tokens = { purple = 6 }
"""


def defects(file: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        parse_position(file, "p.toml")
    return [str(defect) for defect in caught.value.defects]


def test_the_example() -> None:
    reading = parse_position(EXAMPLE)
    place = reading.position
    assert reading.warnings == ()
    assert place.players == ("Ann", "Bo")
    assert place.tokens == ((2, 1, 0, 0, 0, 0, 1), (0, 0, 3, 0, 0, 0, 0))
    assert place.known == ("Poison", None, None, None, None, None)
    assert place.hints[0] is not None and place.hints[1] is None
    assert place.hints[0].notebook == ((3, "2"),)
    assert (place.phase, place.to_act, place.placed) == (Phase.PLACING, 0, 2)
    assert place.tiles[0].piles == ((2, 0, 0, 0, 0, 0, 0), (0, 1, 2, 0, 0, 0, 1))


def test_bom_crlf_and_numbers_for_attributes(tmp_path) -> None:
    file = tmp_path / "position.toml"
    changed = EXAMPLE.replace('"-1", "1", "2", "3"', "-1, 1, 2, 3").replace('"Poison"', '"POISON"')
    file.write_bytes(b"\xef\xbb\xbf" + changed.replace("\n", "\r\n").encode())
    assert read_position(file).position == parse_position(EXAMPLE).position


def test_written_positions_are_read_back() -> None:
    rng = random.Random(2)
    for number in range(150):
        players = rng.choice([2, 3, 4])
        sizes = [rng.randint(1, 6) for _ in range(players + 1)]
        level = LEVELS_OF_KNOWLEDGE[number % 4]
        start = start_position(rng, players, level, sizes, 4)
        place = play_randomly(rng, start, rng.randint(0, 3 * players + 2))
        assert parse_position(format_position(place)).position == place


def test_odd_names_survive() -> None:
    names = ("Ann Lee", 'O"Neil')
    file = text(EMPTY, EMPTY, EMPTY).replace("['Ann', 'Bo']", '["Ann Lee", "O\\"Neil"]')
    place = parse_position(file).position
    assert place.players == names
    assert parse_position(format_position(place)).position == place


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_template_is_a_position(players: int) -> None:
    reading = parse_position(template(players))
    assert reading.warnings == ()
    assert len(reading.position.players) == players
    assert len(reading.position.tiles) == players + 1


# --- gathering ------------------------------------------------------------------------------


def test_a_resolved_tile_keeps_its_meeples() -> None:
    place = position(
        'resolved = true\npin = "Ann"\nsplit = "Bo"', f'{FULL}\npin = "Bo"', f'{FULL}\npin = "Ann"'
    )
    assert (place.phase, place.to_act, place.current_tile) == (Phase.TAKING, 1, 1)


OTHER_TILES = ('tokens = {}\npin = "Bo"', 'tokens = {}\npin = "Ann"')
PIGS = 'tokens = { red = 2, blue = 1, pig = 1 }\npin = "Ann"\nsplit = "Bo"\n'


@pytest.mark.parametrize(
    ("tile", "tokens"),
    [
        # the pile that is left, as the tile's tokens or as its only pile
        ('tokens = { red = 2 }\npin = "Ann"\nsplit = "Bo"\ntaken = "Ann"', "blue = 1, pig = 1"),
        (PIGS + 'piles = [{ red = 2 }]\ntaken = "Ann"', "blue = 1, pig = 1"),
        (
            'pin = "Ann"\nsplit = "Bo"\npiles = [{ red = 2 }]\ntaken = "Ann"',
            "blue = 1, pig = 1",
        ),
        # both piles: Ann can only have taken the one with the pig
        (PIGS + 'piles = [{ red = 2 }, { blue = 1, pig = 1 }]\ntaken = "Ann"', "blue = 1, pig = 1"),
    ],
)
def test_what_is_left_on_a_tile_in_work(tile: str, tokens: str) -> None:
    place = position(
        tile, *OTHER_TILES, tokens=f"Ann = {{ green = 1, {tokens} }}", top="feed = { Ann = 1 }"
    )
    assert (place.phase, place.to_act) == (Phase.FEEDING, 0)
    after = apply(place, legal_moves(place)[0])
    assert after.tokens[1] == (2, 0, 0, 0, 0, 0, 0)
    assert after.phase is Phase.FINISHED


def test_two_piles_of_which_either_may_be_taken() -> None:
    file = text(
        PIGS + 'piles = [{ red = 1, pig = 1 }, { red = 1, blue = 1 }]\ntaken = "Ann"',
        *OTHER_TILES,
        tokens="Ann = { red = 3, blue = 3, pig = 2 }",
        top="feed = {}",
    )
    (defect,) = defects(file)
    assert "leave only the pile that Ann has not taken" in defect


def test_the_right_player_has_collected_if_his_pig_waits() -> None:
    tile = PIGS + "piles = [{ red = 2 }, { blue = 1, pig = 1 }]\n"
    for state in ('taken = "Ann"', "resolved = true"):
        place = position(
            tile + state, *OTHER_TILES,
            tokens="Ann = { red = 2 }\nBo = { blue = 1, pig = 1 }", top="feed = { Bo = 1 }",
        )  # fmt: skip
        assert (place.phase, place.to_act) == (Phase.FEEDING, 1)
        assert place.tiles[0].resolved
        assert place.tokens[1] == (0, 1, 0, 0, 0, 0, 1)


def test_nobody_has_to_feed_what_he_has_not() -> None:  # A-Q15
    place = position(
        'resolved = true\npin = "Ann"\nsplit = "Bo"', *OTHER_TILES,
        tokens="Bo = { pig = 1 }", top="feed = { Bo = 1 }",
    )  # fmt: skip
    assert place.phase is Phase.FINISHED


def test_a_finished_table_needs_no_tiles() -> None:
    file = text(known=KNOWN, tokens="Ann = { brown = 2 }")
    assert parse_position(file, finished=True).position.phase is Phase.FINISHED
    assert "tiles is missing" in " ".join(defects(file))


# --- defects --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ('"amanite-position/1"', '"amanite-position/2"', 1, "format must be"),
        ('format = "amanite-position/1"', "", None, "format is missing"),
        ('["Ann", "Bo"] ', '["Ann"] ', 2, "2 to 4 players are needed, there are 1"),
        ('["Ann", "Bo"] ', '["Ann", "Ann"] ', 2, '"Ann" occurs more than once'),
        ('["Ann", "Bo"] ', '["Ann", 7] ', 2, "a name is a text in quotation marks, not 7"),
        ('["Ann", "Bo"] ', '["Ann", ""] ', 2, "a name is a text"),
        ('["Ann", "Bo"] ', '"Ann" ', 2, "players must be a list"),
        ('"brown"]', '"brown", "pink"]', 3, "6 colours are needed, there are 7"),
        ('"brown"]', '"pig"]', 3, '"pig" would be mistaken in moves'),
        ('"brown"]', '"RED"]', 3, "would be mistaken in moves"),
        ('"brown"]', '"dark brown"]', 3, "must be one word"),
        ('"1", "2", "3"]', '"1", "2", "4"]', 4, '"4" is not an attribute; there are Poison'),
        ('"1", "2", "3"]', '"1", "2", true]', 4, "true is not an attribute"),
        ('"1", "2", "3"]', '"1", "2"]', 4, "6 are in play, one a colour (A-R3); there are 5"),
        ('"1", "2", "3"]', '"1", "2", "2"]', 4, '"2" occurs more than once'),
        ('"Antidote", "-1"', '"Elixir", "-1"', 4, "Antidote is always in play (A-R3)"),
        ('{ red = "Poison" }', '{ red = "Elixir" }', 5, '"Elixir" is not an attribute in play'),
        ('{ red = "Poison" }', '{ pink = "Poison" }', 5, '"pink" is unknown'),
        ('{ red = "Poison" }', '{ red = "1", blue = "1" }', 5, "1 belongs to one colour only"),
        ("attribute_of", "attribut_of", 5, 'did you mean "attribute_of"?'),
        ("red = 2, blue = 1, pig = 1 }\nBo", "red = -2 }\nBo", 7, "from 0 to 60, not -2"),
        ("red = 2, blue = 1, pig = 1 }\nBo", "red = 2.0 }\nBo", 7, "from 0 to 60, not 2.0"),
        ("red = 2, blue = 1, pig = 1 }\nBo", "red = nan }\nBo", 7, "from 0 to 60, not nan"),
        ("red = 2, blue = 1, pig = 1 }\nBo", "red = true }\nBo", 7, "from 0 to 60, not true"),
        ("red = 2, blue = 1, pig = 1 }\nBo", "rde = 2 }\nBo", 7, 'did you mean "red"?'),
        ("Ann = { red = 2, blue = 1, pig = 1 }", "Ann = 3", 7, "must be a table"),
        ("Bo = { green = 3 }", "Bob = { green = 3 }", 8, '"Bob" is unknown; did you mean "Bo"?'),
        ("Bo = { green = 3 }", "Bo = { pig = 3 }", 6, "5 pigs are out; there are 4"),
        (
            "Bo = { green = 3 }",
            "Bo = { green = 50 }",
            6,
            "70 mushroom tokens are out; there are 60",
        ),
        ("[hints.Ann]", "[hints.Anna]", 9, '"Anna" is unknown'),
        ('["red", "blue", "green"]\n', '["red", "blue"]\n', 10, "three different entries"),
        ('["red", "blue", "green"]\n', '["red", "blue", "red"]\n', 10, "three different entries"),
        ('["red", "blue", "green"]\n', '["red", "blue", "pink"]\n', 10, '"pink" is unknown'),
        (
            'start = ["red", "blue", "green"]\n',
            "\n",
            11,
            "start, the colours of the card, is missing",
        ),
        (
            '["1", "Poison", "-1"]\n',
            '["1", "2", "-1"]\n',
            9,
            "contradict each other or attribute_of",
        ),
        ('{ yellow = "2" }', '{ yellow = "1" }', 9, "contradict each other or attribute_of"),
        ('{ yellow = "2" }', '{ red = "2" }', 9, "contradict each other or attribute_of"),
        ('notebook', "notebok", 12, 'did you mean "notebook"?'),
        ('split = "Bo"', 'split = "Cy"', 16, "tile 1, split: \"Cy\" is unknown"),
        ('split = "Bo"', 'split = "Ann"', 16, "Ann has both meeples on it (A-R13)"),
        ('pin = "Ann"\n', "\n", 16, "pin is missing (A-R10)"),
        ('split = "Bo"\n', "\n", 17, "no meeple is on the split space"),
        ("[{ red = 2 }, {", "[{ red = 1 }, {", 17, "do not add up: together they are [red blue"),
        ("[{ red = 2 }, {", "[{ red = 2 }, {}, {", 17, "a pile is empty"),
        (
            "[{ red = 2 }, { blue = 1, pig = 1, green = 2 }]",
            "[{ red = 2 }]",
            17,
            "there are 1 piles",
        ),
        ("[{ red = 2 }, { blue = 1, pig = 1, green = 2 }]", "7", 17, "write a list of two piles"),
        ("tokens = { purple = 6 }", "", 20, "tile 3: tokens is missing"),
        (
            "tokens = { purple = 6 }",
            "tokens = { purple = 6 }\n[[tiles]]\ntokens = {}",
            13,
            "4 tiles",
        ),
        (
            "tokens = { purple = 6 }",
            "tokens = { purple = 6 }\nresolved = true",
            22,
            "is resolved although",
        ),
        (
            "tokens = { purple = 6 }",
            "tokens = { purple = 6 }\nresolved = 1",
            22,
            "must be true or false",
        ),
        (
            "tokens = { purple = 6 }",
            'tokens = { purple = 6 }\npin = "Bo"',
            13,
            "it would be Ann 2, Bo 1",
        ),
        ("[tokens]", "feed = { Ann = 1 }\n[tokens]", 6, "Ann has collected nothing"),
        ("[tokens]", "feed = { Ann = 9 }\n[tokens]", 6, "from 0 to 4, not 9"),
        ("[tokens]", "[rules]\npig_scope = 1\n[tokens]", 7, "must be one of any, literal, not 1"),
        (
            "[tokens]",
            '[rules]\nred_timing = "x"\n[tokens]',
            7,
            'the switch "red_timing" is unknown',
        ),
        ("[tokens]", "[tokens]\nAnn = {}", 8, "is not TOML"),
        ("[tokens]", "[tokens", 6, "is not TOML"),
    ],
)  # fmt: skip
def test_a_defect_is_named_with_its_line(
    old: str, new: str, line: int | None, complaint: str
) -> None:
    assert EXAMPLE.count(old) >= 1
    found = defects(EXAMPLE.replace(old, new, 1))
    place = "p.toml: " if line is None else f"p.toml:{line}: "
    assert any(one.startswith(place) and complaint in one for one in found), found


def test_all_defects_come_at_once() -> None:
    broken = EXAMPLE.replace("red = 2, blue = 1, pig = 1 }\nBo", "red = -2 }\nBo")
    broken = broken.replace('"Bo"  ', '"Bo"').replace('{ yellow = "2" }', '{ yelow = "2" }')
    broken = broken.replace("{ purple = 6 }", "{ purple = 61 }")
    found = defects(broken)
    assert [int(one.split(":")[1]) for one in found] == [7, 12, 21]


def test_one_defect_does_not_hide_another_of_a_different_kind() -> None:
    """Knowledge, tokens, piles, pigs, meeples: each is checked whatever else is wrong."""
    split = 'tokens = { red = 1, blue = 1 }\npin = "Ann"\nsplit = "Bo"\n'
    single = 'tokens = { red = 3, blue = 3 }\npin = "Ann"'
    kinds = {
        "contradict each other": (KNOWN, '{ red = "1" }\n[hints.Ann]\nnotebook = { red = "2" }'),
        "61 mushroom tokens are out": ("[tokens]\n", "[tokens]\nBo = { green = 47 }\n"),
        "do not add up": ("piles = [{ red = 1 }", "piles = [{ red = 2 }"),
        "Bo has collected nothing": ("[rules]", "[feed]\nBo = 1\n[rules]"),
    }
    file = text(f"{split}piles = [{{ red = 1 }}, {{ blue = 1 }}]", single, single)
    for old, new in kinds.values():
        assert old in file
        file = file.replace(old, new, 1)
    found = defects(file)
    for complaint in (*kinds, "Ann has more than 2 meeples"):
        assert any(complaint in one for one in found), (complaint, found)
    assert len(found) == len(kinds) + 1


@pytest.mark.parametrize(
    ("state", "feed"),
    [
        ("resolved = true", "Ann = 1"),
        ("resolved = true", "Ann = 1, Bo = 1"),
        ('taken = "Ann"', "Ann = 1, Bo = 1"),
    ],
)
def test_the_left_pigs_eat_before_the_right_player_collects(state: str, feed: str) -> None:
    """A-Q17: nobody's pig waits while the next player already has his tokens."""
    tile = f'tokens = {{ blue = 1 }}\npin = "Ann"\nsplit = "Bo"\n{state}'
    file = text(
        tile, *OTHER_TILES,
        tokens="Ann = { red = 2, pig = 1 }\nBo = { blue = 1, pig = 1 }",
        top=f"feed = {{ {feed} }}",
    )  # fmt: skip
    (defect,) = defects(file)
    assert "the pigs of Ann eat before Bo collects (A-Q17)" in defect


@pytest.mark.parametrize(
    "file",
    [
        "",
        "[" * 5000,
        "a = " + "[" * 5000,
        "a = " + "9" * 5000,
        "tiles = 3",
        "\x00",
        "players = [[[]]]",
    ],
)
def test_rubbish_is_refused(file: str) -> None:
    assert defects(file)


def test_three_players_cannot_have_placed_like_this() -> None:
    tiles = [
        f'{FULL}\npin = "Bo"\nsplit = "Ann"\npiles = [{{ red = 2 }}, {{ blue = 2, green = 2 }}]',
        f'{FULL}\npin = "Bo"\nsplit = "Ann"\npiles = [{{ red = 2 }}, {{ blue = 2, green = 2 }}]',
        FULL,
    ]
    found = defects(text(*tiles))
    assert any("cannot have been placed in turn order from Ann" in one for one in found)


def test_the_pending_split_must_be_the_last_meeple() -> None:
    open_split = f'{FULL}\npin = "Ann"\nsplit = "Bo"'
    assert position(open_split, FULL, FULL).phase is Phase.SPLITTING
    found = defects(text(open_split, f'{FULL}\npin = "Ann"', FULL))
    assert any("tile 1: piles is missing" in one for one in found)
    both = f'{FULL}\npin = "Bo"\nsplit = "Ann"'
    found = defects(text(open_split, both, FULL))
    assert any("only the last split can still be open" in one for one in found)


def test_gathering_waits_for_every_meeple() -> None:
    found = defects(text('resolved = true\npin = "Ann"', f'{FULL}\npin = "Bo"', FULL))
    assert any("gathering has begun although meeples remain to be placed" in one for one in found)


def test_a_tile_of_one_token_has_no_split_space() -> None:
    found = defects(text('tokens = { red = 1 }\npin = "Ann"\nsplit = "Bo"', FULL, FULL))
    assert any("fewer than two tokens and cannot be split" in one for one in found)


def test_warnings() -> None:
    reading = parse_position(
        text(
            *("tokens = { red = 3 }", "tokens = { red = 8 }", FULL),
            top='colour = "x"',
            tokens="Ann = {}\nBo = {}",
        ),
        "p.toml",
    )
    assert [one.split(":", 2)[2].strip() for one in reading.warnings] == [
        'the key "colour" is unknown and not used',
        "13 red tokens are out, more than ten",
        "tile 1 holds 3 tokens instead of 6",
        "tile 2 holds 8 tokens instead of 6",
    ]


def test_the_last_tile_of_four_players_may_be_short() -> None:  # A-Q21
    short = "tokens = { red = 2, brown = 2 }"
    names = ("Ann", "Bo", "Cy", "Di")
    none = "\n".join(f"{name} = {{}}" for name in names)
    last = text(*[FULL] * 4, short, players=names, tokens=none)
    assert parse_position(last).warnings == ()
    before = text(*[FULL] * 3, short, FULL, players=names, tokens=none)
    assert parse_position(before).warnings != ()


def test_literal_pigs_need_to_know_what_is_new() -> None:
    file = text(
        'resolved = true\npin = "Ann"\nsplit = "Bo"', f'{FULL}\npin = "Bo"', f'{FULL}\npin = "Ann"',
        rules='pig_scope = "literal"', tokens="Ann = { red = 1 }\nBo = {}",
    )  # fmt: skip
    assert "every token counts as old" in parse_position(file).warnings[0]
    file += "[earlier]\nAnn = { red = 1 }\n"
    reading = parse_position(file)
    assert reading.warnings == () and reading.position.earlier[0][0] == 1
    found = defects(file.replace("[earlier]\nAnn = { red = 1 }", "[earlier]\nAnn = { red = 2 }"))
    assert any("earlier and fresh of Ann exceed the player's tokens" in one for one in found)


# --- histories ------------------------------------------------------------------------------


def test_every_position_reached_by_play_has_a_history() -> None:
    rng = random.Random(5)
    for _ in range(200):
        players = rng.choice([2, 3, 4])
        sizes = [rng.randint(1, 3) for _ in range(players + 1)]
        place: Position = start_position(rng, players, "none", sizes, 0)
        while place.phase in (Phase.PLACING, Phase.SPLITTING):
            assert turns_of_placing(place.tiles, players) == place.placed
            place = apply(place, rng.choice(legal_moves(place)))


def test_left_before_right() -> None:
    full = (2, 2, 2, 0, 0, 0, 0)
    ann_first = Tile(full, pin=0, split=1)
    bo_first = Tile(full, pin=1, split=0)
    empty = Tile(full)
    assert turns_of_placing([ann_first, empty, empty], 2) == 2
    assert turns_of_placing([bo_first, empty, empty], 2) is None  # Ann's first stands elsewhere
    assert turns_of_placing([bo_first, ann_first, empty], 2) == 4
    assert turns_of_placing([bo_first, bo_first, empty], 2) is None
