"""The record notation: reading what people write, and writing it in one form."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.record_text import parse_turn
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, Slide, TakeYellow, Turn
from bolets_solver.bolets.rules import WORDS, Rules
from bolets_solver.errors import InputError

EXAMPLE = """\
bolets-record/1
deck: pinewood
order: 2B 5B 4A 1B 3A 7B 6B C
entrance: 2
# one line a turn: the wall card, how it lies, what was traced
5B r90 @3,-2: S4 E2 * N3 >W
"""

coordinates = st.integers(-999_999, 999_999)
headings = st.sampled_from(Heading)
placements = st.builds(Placement, st.sampled_from([0, 90, 180, 270]), coordinates, coordinates)
numbered = st.builds(
    lambda number, side: f"{number}{side}", st.integers(1, 999_999), st.sampled_from("AB")
)
faces = st.one_of(st.just("C"), numbered)
steps = st.one_of(
    st.builds(Slide, headings, st.integers(1, 999_999)),
    st.builds(LayAhead),
    st.builds(TakeYellow),
    st.builds(LayAt, coordinates, coordinates),
)
turns = st.builds(
    lambda face, placement, tokens, enter: Turn(face, placement, (*tokens, *enter)),
    faces,
    placements,
    st.lists(steps, max_size=8),
    st.lists(st.builds(Enter, headings), max_size=1),
)
orders = st.lists(numbered, min_size=1, max_size=9).map(lambda names: (*names, "C"))
rules = st.builds(Rules, **{name: st.sampled_from(words) for name, words in WORDS.items()})
decks = st.one_of(
    st.from_regex("[a-z0-9-]+", fullmatch=True),
    st.builds(
        lambda folder, name: f"{folder}{name}.toml",
        st.sampled_from(["", "./", "../a b/", "C:\\decks\\", "x#y/"]),
        st.text("abcXYZ019_-#").map(lambda name: f"d{name}"),
    ),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    entrance = draw(st.one_of(st.none(), st.integers(1, 999)))
    played = () if entrance is None else tuple(draw(st.lists(turns, max_size=5)))
    return Record(draw(decks), draw(orders), entrance, played, draw(rules))


@given(records())
def test_parse_is_the_inverse_of_format(record: Record) -> None:
    text = record.format()
    assert Record.parse(text) == record
    assert Record.parse(text).format() == text
    assert text.isascii()


@given(records())
def test_solution_json_and_back(record: Record) -> None:
    value = json.loads(json.dumps(record.as_solution_json()))
    again = Record.from_solution_json(value, record.deck, record.order, record.rules)
    assert again == record


@given(turns)
def test_a_turn_is_its_notation(turn: Turn) -> None:
    assert parse_turn(str(turn)) == turn


@given(placements)
def test_a_placement_is_its_notation(placement: Placement) -> None:
    assert Placement.parse(str(placement)) == placement


def test_the_example() -> None:
    record = Record.parse(EXAMPLE)
    assert record.deck == "pinewood"
    assert record.order == ("2B", "5B", "4A", "1B", "3A", "7B", "6B", "C")
    assert record.entrance == 2
    (turn,) = record.turns
    assert turn.line == 6
    assert str(turn) == "5B r90 @3,-2: S4 E2 * N3 >W"
    assert turn.tokens == (
        Slide(Heading.S, 4),
        Slide(Heading.E, 2),
        LayAhead(),
        Slide(Heading.N, 3),
        Enter(Heading.W),
    )
    assert record.rules == Rules()


@pytest.mark.parametrize(
    "line",
    [
        "5b R90 @3,-2: s4 e2 * n3 >w",
        "5B r90 @3,\u22122: S4 E2 * N3 >W",
        "  5B   r90  @3, -2 :  S4E2*N3>W  # the long way",
        "5B\tr90\t@3,-2:\tS4 E2 * N3 > W",
    ],
)
def test_lenient_reading(line: str) -> None:
    text = EXAMPLE.replace("5B r90 @3,-2: S4 E2 * N3 >W", line)
    assert Record.parse(text).format() == Record.parse(EXAMPLE).format()


def test_rules_and_difficulty() -> None:
    text = EXAMPLE.replace(
        "entrance", "difficulty: difficult\nrules: crow_loss=once red_timing = trace\nentrance"
    )
    assert Record.parse(text).rules.switched() == {
        "difficulty": "difficult",
        "crow_loss": "once",
        "red_timing": "trace",
    }


def test_the_cottage_may_be_left_out() -> None:
    text = EXAMPLE.replace("2B 5B 4A 1B 3A 7B 6B C", "2b, 5b,4a 1B 3A 7B 6B")
    assert Record.parse(text).order == Record.parse(EXAMPLE).order


def test_no_turns_and_no_entrance() -> None:
    record = Record.parse("bolets-record/1\norder: 1A C\n")
    assert (record.entrance, record.turns) == (None, ())


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ("bolets-record/1", "bolets-record/2", 1, "bolets-record/1"),
        ("bolets-record/1", "", 2, "bolets-record/1"),
        ("deck: pinewood", "dek: pinewood", 2, "dek"),
        ("deck: pinewood", "deck:", 2, "deck"),
        ("entrance: 2", "entrance: 3\nentrance: 2", 5, "line 4"),
        ("entrance: 2", "entrance: two", 4, "two"),
        ("entrance: 2", "entrance: -2", 4, "-2"),
        ("entrance: 2", "", 6, "entrance"),
        ("entrance: 2", "rules: crow_loss=twice\nentrance: 2", 4, "each, stood"),
        ("entrance: 2", "rules: wander=on\nentrance: 2", 4, "fixed"),
        ("entrance: 2", "rules: crow_loss\nentrance: 2", 4, "NAME=VALUE"),
        ("entrance: 2", "difficulty: hard\nentrance: 2", 4, "easy, regular, difficult"),
        ("r90", "r45", 6, "r90"),
        ("@3,-2", "@3.5,-2", 6, "r90"),
        ("@3,-2:", "@3,-2", 6, "5B r90"),
        ("S4", "S0", 6, "at least one"),
        ("S4", "S", 6, "not a token"),
        ("S4", "Q4", 6, "not a token"),
        ("S4", "S99999999999999999999", 6, "too large for any map"),
        ("S4", "@1,99999999999999999999", 6, "too large for any map"),
        (">W", ">W S1", 6, "ends the turn"),
        ("5B r90", "5Z5 r90", 6, "not a turn"),
        ("order: 2B 5B 4A 1B 3A 7B 6B C", "order:", 3, "order"),
    ],
)
def test_one_clear_message(old: str, new: str, line: int, word: str) -> None:
    with pytest.raises(InputError) as caught:
        Record.parse(EXAMPLE.replace(old, new, 1), "game.bolets")
    assert [defect.line for defect in caught.value.defects] == [line]
    assert caught.value.defects[0].file == "game.bolets"
    assert word in str(caught.value)


def test_all_defects_at_once() -> None:
    text = EXAMPLE.replace("entrance: 2", "entrance: x").replace("S4", "S0") + "nonsense\n"
    with pytest.raises(InputError) as caught:
        Record.parse(text)
    assert [defect.line for defect in caught.value.defects] == [4, 6, 7]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "   "])
def test_empty_text(text: str) -> None:
    with pytest.raises(InputError, match="empty"):
        Record.parse(text)


@given(st.text(alphabet="bolets-record/1\n:ABC ordentace259r@,*>NESWY#", max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    for candidate in (text, "bolets-record/1\norder: 1A\nentrance: 1\n" + text):
        try:
            record = Record.parse(candidate)
        except InputError as error:
            assert error.defects
        else:
            assert Record.parse(record.format()) == record
