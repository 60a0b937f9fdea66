"""Stepping through a Day, and positions in the middle of an Expedition."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bolets_solver.boldest.files.reader import parse_position
from bolets_solver.boldest.files.writer import format_position
from bolets_solver.boldest.game.expedition import legal_takes, play
from bolets_solver.boldest.game.forest import Space
from bolets_solver.boldest.game.moves import may_add
from bolets_solver.boldest.game.position import Acted
from bolets_solver.boldest.game.scoring import End
from bolets_solver.boldest.session import Session
from bolets_solver.boldest.solving.resolve import actor_of, resolve
from bolets_solver.boldest.solving.search import totals
from bolets_solver.errors import InputError
from tests.boldest.making import small_position, written


def walked(seed: int):
    """Sessions at every decision of a Day played at random."""
    dice = random.Random(seed)
    session = Session(small_position(seed))
    while session.moment.actor is not None:
        yield session
        legal = legal_takes(session.day, session.moment)
        session.play(str(dice.choice(legal)))
    yield session


@pytest.mark.parametrize("seed", range(40))
def test_a_position_saved_on_the_way_goes_on_the_same(seed: int) -> None:
    for session in walked(seed):
        saved, warnings = parse_position(format_position(session.position))
        assert warnings == ()
        again = Session(saved)
        assert again.warnings == []
        assert again.moment.actor == session.moment.actor
        assert again.moment.waiting == session.moment.waiting or again.moment.actor is None
        assert again.moment.flags == session.moment.flags
        assert totals(again.moment) == totals(session.moment)


@pytest.mark.parametrize("seed", range(0, 200, 2))
def test_an_additional_card_still_to_be_chosen(seed: int) -> None:
    """Having taken the first card, what may follow is worth what both together were."""
    for session in walked(seed):
        moment, day = session.moment, session.day
        if moment.actor is None or not may_add(moment.actor.leader):
            continue
        pairs = [take for take in legal_takes(day, moment) if len(take.cards) == 2]
        if not pairs:
            continue
        first = pairs[0].cards[0]
        (single,) = [take for take in legal_takes(day, moment) if take.cards == (first,)]
        after = play(day, moment, single)
        middle = replace(
            session.position,
            flags=moment.flags,
            forest=after.forest,
            experience=after.experience,
            items=tuple(tuple(sorted(purse.elements())) for purse in after.purses),
            second=first,
        )
        middle, _ = parse_position(format_position(middle))
        assert actor_of(middle) == moment.actor.player
        whole = {str(move.take): move.end for move in resolve(session.position).moves}
        found = {str(move.take): move.end for move in resolve(middle).moves}
        expected = {str(first): "pass"}
        expected |= {str(t): str(t.cards[1]) for t in pairs if t.cards[0] == first}
        assert set(found) == set(expected.values())
        for both, second in expected.items():
            one, two = whole[both], found[second]
            assert isinstance(one, End) and isinstance(two, End)
            assert one.values() == two.values()
        return


def test_some_days_reach_an_additional_card() -> None:
    reached = 0
    for seed in range(0, 200, 2):
        for session in walked(seed):
            actor = session.moment.actor
            if actor is not None and may_add(actor.leader):
                reached += any(len(t.cards) == 2 for t in legal_takes(session.day, session.moment))
    assert reached >= 5


TIED = {"A": ["T T", "", ""], "B": ["T(arc) T", "", ""], "C": ["T", "", ""]}


def test_undo_and_redo() -> None:
    session = Session(written("M1 M2 M3", "A B C", {n: ["W", "W", ""] for n in "ABC"}))
    start = session.moment
    assert not session.undo() and not session.redo()
    session.play("c2r1")
    second = session.moment
    assert second != start
    assert session.undo() and session.moment == start
    assert session.redo() and session.moment == second
    assert session.undo()
    session.play("1")
    assert not session.redo()
    assert totals(session.moment) == (1, 0, 0)


@pytest.mark.parametrize("text", ["c9r9", "", "c1r1 c2r1", "0", "99", "pass", "c1r1 c1r1", "\x00"])
def test_illegal_takes_change_nothing(text: str) -> None:
    session = Session(written("M1 M2 M3", "A B C", {n: ["W", "", ""] for n in "ABC"}))
    before = session.moment
    with pytest.raises(InputError, match="is not legal now"):
        session.play(text)
    assert session.moment == before and not session.undo()


def test_cards_in_any_order() -> None:
    session = Session(written("M1*\nA2*", "A B C", {n: ["H", "", ""] for n in "ABC"}))
    session.play("C1R2 c1r1")
    assert totals(session.moment) == (3, 0, 0)


def test_who_was_dealt_with_without_acting_is_guessed_and_said() -> None:
    """A's Technicians lack the arc, so they cannot have acted; B's act now."""
    position = written("A9!arc", "B C A", TIED, more='acted = ["A T"]')
    session = Session(position)
    assert session.moment.actor is not None and session.moment.actor.player == 1
    assert len(session.warnings) == 1 and "sent back without acting" in session.warnings[0]


@pytest.mark.parametrize(("word", "actor"), [("took", None), ("unable", 1)])
def test_who_was_dealt_with_can_be_said(word: str, actor: int | None) -> None:
    position = written("A9!arc", "B C A", TIED, more=f'acted = ["A T {word}"]')
    session = Session(position)
    assert session.warnings == []
    found = session.moment.actor
    assert (None if found is None else found.player) == actor


def test_a_group_that_can_still_act_has_acted() -> None:
    groups = {"A": ["W W", "", ""], "B": ["W", "", ""], "C": ["T", "", ""]}
    position = written("M1 M2 A3", "A B C", groups, more='acted = ["A W"]')
    assert actor_of(position) == 2
    four = {**groups, "D": ["", "", ""]}
    assert actor_of(written("M1 M2 A3", "A B C D", four, more='acted = ["A W"]')) == 1


def test_later_classes_end_the_earlier_ones() -> None:
    groups = {"A": ["W", "", ""], "B": ["T", "", ""], "C": ["H", "", ""]}
    position = written("M1* M2 A3", "A B C", groups, more='acted = ["A W", "B T"]')
    assert actor_of(position) == 2


def test_second_fits_nobody() -> None:
    groups = {name: ["W", "", ""] for name in "ABC"}
    with pytest.raises(InputError, match=r"position:7: second: .* adds a card"):
        written("M1 . A3", "A B C", groups, more='second = "c2r1"')
    position = replace(written("M1 . A3", "A B C", groups), second=Space(2, 1))
    with pytest.raises(InputError, match="adds a card"):
        resolve(position)


def test_second_of_a_group_counted_among_those_dealt_with() -> None:
    groups = {"A": ["W(loots)", "", ""], "B": ["T", "", ""], "C": ["", "", ""]}
    position = written(". A3 M1", "A B C", groups, more='acted = ["A W"]\nsecond = "c1r1"')
    found = resolve(position)
    assert [str(move.take) for move in found.moves] == ["c2r1", "pass"]
    assert position.acted == (Acted(0, found.actor.hero_class),)
