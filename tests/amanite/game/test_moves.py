"""Moves: which are legal, what they lead to, and how they are written."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bolets_solver.amanite.game.moves import Feed, apply, format_move, legal_moves, parse_move
from bolets_solver.amanite.game.position import Phase, Position
from bolets_solver.amanite.session import Session
from bolets_solver.errors import InputError
from tests.amanite.making import play_randomly, start_position
from tests.amanite.tables import EMPTY, position

SIX = "tokens = { red = 2, blue = 1, green = 2, pig = 1 }"


def listed(place: Position) -> list[str]:
    return [format_move(place, move) for move in legal_moves(place)]


def play(place: Position, *moves: str) -> Position:
    for move in moves:
        place = apply(place, parse_move(place, move))
    return place


def test_a_tile_takes_one_meeple_of_each_of_two_players() -> None:  # A-T9
    start = position(SIX, "tokens = { brown = 2 }", "tokens = { blue = 1, brown = 1 }")
    place = play(start, "place 1", "place 1 split red | red blue green green pig")
    assert listed(place) == ["place 2", "place 3"]
    place = play(place, "place 2")
    assert listed(place) == ["place 2 split brown | brown", "place 3"]
    assert place.to_act == 1


def test_the_order_of_play() -> None:
    tiles = ["tokens = { brown = 2 }"] * 4
    start = position(*tiles, players=("Ann", "Bo", "Cy"))
    actors = []
    place = start
    while place.phase is Phase.PLACING:
        actors.append(place.players[place.to_act or 0])
        place = apply(place, legal_moves(place)[-1])
    assert actors == ["Ann", "Bo", "Cy", "Ann", "Bo", "Cy"]  # A-R9


def test_splits_are_listed_each_once_and_read_in_any_order() -> None:
    place = play(position(SIX, EMPTY, EMPTY), "place 1")
    moves = [move for move in listed(place) if move.startswith("place 1")]
    assert len(moves) == len(set(moves)) == 17
    assert moves[0] == "place 1 split red | red blue green green pig"
    for text in (
        "place 1 split pig green blue green | red red",
        "  PLACE 1  split  red,red|blue pig green green ",
    ):
        move = parse_move(place, text)
        assert format_move(place, move) == "place 1 split red red | blue green green pig"


SPLIT_SIX = (
    f'{SIX}\npin = "Ann"\nsplit = "Bo"\npiles = [{{ red = 2 }}, {{ blue = 1, green = 2, pig = 1 }}]'
)


def test_left_chooses_and_right_gets_the_rest_before_anything_else() -> None:
    place = position(SPLIT_SIX, 'tokens = {}\npin = "Bo"', 'tokens = { brown = 3 }\npin = "Ann"')
    assert (place.phase, place.to_act) == (Phase.CHOOSING, 0)
    assert listed(place) == ["pile red red", "pile blue green green pig"]
    place = play(place, "pile red red")
    assert place.tokens == ((2, 0, 0, 0, 0, 0, 0), (0, 1, 2, 0, 0, 0, 1))
    assert (place.phase, place.to_act) == (Phase.FEEDING, 1)
    assert listed(place) == ["feed blue", "feed green"]
    place = play(place, "feed green")
    assert place.tokens[1] == (0, 1, 1, 0, 0, 0, 1)
    assert (place.phase, place.to_act) == (Phase.TAKING, 0)
    assert listed(place) == ["take brown brown"]
    place = play(place, "take brown brown")
    assert place.tokens[0] == (2, 0, 0, 0, 0, 2, 0)
    assert place.phase is Phase.FINISHED
    assert legal_moves(place) == []


def test_the_chooser_feeds_before_the_other_collects() -> None:  # A-Q17
    place = position(SPLIT_SIX, 'tokens = {}\npin = "Bo"', 'tokens = {}\npin = "Ann"')
    place = play(place, "pile pig blue green green")
    assert place.tokens[1] == (0,) * 7
    assert (place.phase, place.to_act) == (Phase.FEEDING, 0)
    place = play(place, "feed blue")
    assert place.tokens == ((0, 0, 2, 0, 0, 0, 1), (2, 0, 0, 0, 0, 0, 0))
    assert place.phase is Phase.FINISHED


def test_equal_piles_are_one_move() -> None:
    tile = 'tokens = { red = 2 }\npin = "Ann"\nsplit = "Bo"\npiles = [{ red = 1 }, { red = 1 }]'
    place = position(tile, 'tokens = {}\npin = "Bo"', 'tokens = {}\npin = "Ann"')
    assert listed(place) == ["pile red"]


def test_a_pig_without_a_mushroom_stays_hungry() -> None:  # A-Q15
    tile = (
        'tokens = { red = 1, pig = 2 }\npin = "Ann"\nsplit = "Bo"\n'
        "piles = [{ pig = 1 }, { red = 1, pig = 1 }]"
    )
    place = position(tile, 'tokens = {}\npin = "Bo"', 'tokens = {}\npin = "Ann"')
    place = play(place, "pile pig")
    assert place.tokens[0] == (0, 0, 0, 0, 0, 0, 1)
    assert (place.phase, place.to_act) == (Phase.FEEDING, 1)
    assert listed(place) == ["feed red"]


def test_two_pigs_eat_one_after_the_other() -> None:
    tile = (
        'tokens = { red = 2, pig = 2 }\npin = "Ann"\nsplit = "Bo"\n'
        "piles = [{ red = 1 }, { red = 1, pig = 2 }]"
    )
    place = position(tile, 'tokens = {}\npin = "Bo"', 'tokens = {}\npin = "Ann"')
    place = play(place, "pile red pig pig", "feed red")
    assert place.phase is Phase.FINISHED  # one mushroom for two pigs
    assert place.tokens == ((0, 0, 0, 0, 0, 0, 2), (1, 0, 0, 0, 0, 0, 0))


THREE = ("Ann", "Bo", "Cy")
OTHERS = (
    'tokens = { green = 2 }\npin = "Bo"\nsplit = "Cy"\npiles = [{ green = 1 }, { green = 1 }]',
    'tokens = { brown = 2 }\npin = "Cy"\nsplit = "Bo"\npiles = [{ brown = 1 }, { brown = 1 }]',
)


@pytest.mark.parametrize(
    ("word", "food"), [("any", ["feed red", "feed blue"]), ("literal", ["feed blue"])]
)
def test_pig_scope(word: str, food: list[str]) -> None:  # A-Q16
    place = position(
        'tokens = { red = 2 }\npin = "Ann"',
        'tokens = { blue = 1, pig = 1 }\npin = "Ann"',
        *OTHERS,
        players=THREE,
        rules=f'pig_scope = "{word}"',
    )
    assert listed(play(place, "take red red", "take blue pig")) == food


def literal_round() -> Position:
    """Two tiles with a pig for Ann, who holds a red mushroom of an earlier round."""
    return position(
        'tokens = { red = 1, pig = 1 }\npin = "Ann"',
        'tokens = { blue = 1, pig = 1 }\npin = "Ann"',
        *OTHERS,
        players=THREE,
        tokens="Ann = { red = 1 }",
        rules='pig_scope = "literal"',
    )


def test_a_literal_pig_eats_an_old_mushroom_or_a_new_one() -> None:  # A-Q16
    place = play(literal_round(), "take red pig")
    assert listed(place) == ["feed new red", "feed old red"]
    after = play(place, "feed old red", "take blue pig")
    assert listed(after) == ["feed blue"]  # the new red one is out of reach, the old one is gone
    after = play(place, "feed new red", "take blue pig")
    assert listed(after) == ["feed red", "feed blue"]  # both may go, and red is red
    # without a word the new one is meant
    assert parse_move(place, "feed red") == parse_move(place, "FEED New red") == Feed(0)
    assert parse_move(after, "feed old red") == Feed(0)  # names the token, distinguishes nothing
    with pytest.raises(InputError, match="Ann has no new red that a pig may eat"):
        parse_move(after, "feed new red")
    with pytest.raises(InputError, match="Ann has no old blue that a pig may eat"):
        parse_move(after, "feed old blue")


def test_a_mushroom_may_be_called_old() -> None:
    place = literal_round()
    place = play(replace(place, colours=("old", *place.colours[1:])), "take old pig")
    assert listed(place) == ["feed new old", "feed old old"]
    assert parse_move(place, "feed old") == Feed(0)
    assert parse_move(place, "feed old old") == Feed(0, old=True)


def test_ages_are_distinguished_only_if_another_pig_may_come() -> None:
    place = position(
        'tokens = { red = 1, pig = 1 }\npin = "Ann"',
        'tokens = { blue = 2 }\npin = "Ann"',
        *OTHERS,
        players=THREE,
        tokens="Ann = { red = 1 }",
        rules='pig_scope = "literal"',
    )
    assert listed(play(place, "take red pig")) == ["feed red"]


def test_a_literal_pig_eats_the_new_one_if_nobody_says_which() -> None:
    place = play(literal_round(), "take red pig", "feed red", "take blue pig")
    assert listed(place) == ["feed red", "feed blue"]  # the old red one is still there to eat


def test_a_lone_meeple_leaves_the_rest() -> None:  # A-R20
    place = position(
        'tokens = { red = 2, blue = 4 }\npin = "Ann"', *OTHERS, 'tokens = {}\npin = "Ann"',
        players=THREE,
    )  # fmt: skip
    assert listed(place) == ["take red red", "take red blue", "take blue blue"]
    place = play(place, "take red blue")
    assert place.tiles[0].tokens == (0,) * 7
    assert place.tokens[0] == (1, 1, 0, 0, 0, 0, 0)


def test_small_tiles_may_leave_a_player_without_a_space() -> None:  # A-Q20
    one = "tokens = { red = 1 }"
    place = play(position(one, one, one), "place 1", "place 2", "place 3")
    assert place.placed == 4  # every tile is closed to Bo
    assert (place.phase, place.to_act) == (Phase.TAKING, 0)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is not a move"),
        ("jump 2", "moves begin with place, split, pile, take or feed"),
        ("place", "write place and the number of a tile"),
        ("place two", "write place and the number of a tile"),
        ("place 99999999999", "write place and the number of a tile"),
        ("place 9", "is not legal here"),
        ("place 1 split", "write place and the number"),
        ("place 1 split red", "separate two piles by one"),
        ("place 1 split red | red | blue", "separate two piles by one"),
        ("place 1 split red | pink", '"pink" is not a token'),
        ("place 1 split red | blue", "is not legal here"),
        ("place 2 split red | blue", "is not legal here"),
        ("feed red blue", "one mushroom is fed at a time"),
        ("feed pig", "one mushroom is fed at a time"),
        ("feed", "one mushroom is fed at a time"),
        ("take red red", "is not legal here; Bo has 19 moves, such as: place 1 split red | red"),
    ],
)
def test_what_is_wrong_with_a_move_is_said(text: str, complaint: str) -> None:
    place = play(position(SIX, "tokens = { brown = 2 }", "tokens = { brown = 2 }"), "place 1")
    with pytest.raises(InputError) as caught:
        parse_move(place, text)
    (defect,) = caught.value.defects
    assert complaint in str(defect)


def test_few_legal_moves_are_listed() -> None:
    place = position(SPLIT_SIX, 'tokens = {}\npin = "Bo"', 'tokens = {}\npin = "Ann"')
    with pytest.raises(InputError, match="Ann may: pile red red; pile blue green green pig"):
        parse_move(place, "pile red")


def test_no_move_on_a_finished_table() -> None:
    done = position(*["tokens = {}\nresolved = true"] * 3)
    with pytest.raises(InputError, match="finished"):
        parse_move(done, "place 1")


def test_written_moves_are_read_back() -> None:
    rng = random.Random(3)
    seen = 0
    for _ in range(150):
        players = rng.choice([2, 3, 4])
        sizes = [rng.randint(2, 6) for _ in range(players + 1)]
        start = start_position(rng, players, "none", sizes, 4)
        place = play_randomly(rng, start, rng.randint(0, 3 * players))
        for move in legal_moves(place):
            assert parse_move(place, format_move(place, move)) == move
            seen += 1
    assert seen > 500


def test_tokens_only_move() -> None:
    """No move makes tokens; discards and what a lone meeple leaves go back to the bag."""
    rng = random.Random(4)
    for _ in range(100):
        players = rng.choice([2, 3, 4])
        place = start_position(rng, players, "none", [6] * (players + 1), 4)
        while legal_moves(place):
            before = _everywhere(place)
            move = rng.choice(legal_moves(place))
            place = apply(place, move)
            after = _everywhere(place)
            assert after[6] <= before[6] and sum(after) <= sum(before)
            assert all(number >= 0 for hand in place.tokens for number in hand)
            if isinstance(move, Feed):
                assert sum(before) - sum(after) >= 1
        assert place.phase is Phase.FINISHED


def _everywhere(place: Position) -> list[int]:
    piles = [*place.tokens, *(tile.tokens for tile in place.tiles)]
    return [sum(numbers) for numbers in zip(*piles, strict=True)]


def test_undo_and_redo() -> None:
    start = position(SIX, "tokens = { brown = 2 }", "tokens = { blue = 2 }")
    session = Session(start)
    assert session.undo() is None and session.redo() is None
    session.play("place 1")
    middle = session.position
    session.play("place 3")
    assert len(session.moves) == 2
    session.undo()
    assert session.position == middle
    session.redo()
    session.undo()
    session.undo()
    assert session.position == start
    session.play("place 2")
    assert session.redo() is None  # another way was taken
    with pytest.raises(InputError):
        session.play("place 2")
    assert len(session.moves) == 1
