"""The advice against the plain reference: every turn, every order, no bounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bolets_solver.advise.bounds.recursion import Decision
from bolets_solver.advise.objective import Objective
from bolets_solver.advise.worlds import FirstLook, Preview, Sight
from bolets_solver.bolets.cards.face import COTTAGE
from bolets_solver.bolets.play.record import Record
from tests.advise.asking import Asked, Compared, advised, beginnings, compare, state_of
from tests.advise.positions import Table, altered, table
from tests.advise.reference import Reference, points, winning
from tests.reference.solving import TooLarge

QUICK = 600
"""Tables with more turns of the reference are left to the slow test."""


def _told(one: Compared) -> str:
    return f"{one.objective}, knowing {one.asked.seen}:\n{one.asked.record}\n{one.asked.table}"


@pytest.mark.parametrize("part", range(4))
def test_values_are_those_of_the_reference(part: int) -> None:
    found = [
        one
        for seed in range(4 * part, 4 * part + 4)
        for one in compare(altered(seed), QUICK, later=False)
    ]
    for one in found:
        assert one.advised == one.reference, _told(one)
    assert found
    assert any(one.reference < one.hindsight for one in found)


def test_values_after_some_turns_are_those_of_the_reference() -> None:
    found = [one for seed in range(4) for one in compare(table(seed), QUICK)]
    assert any(one.asked.record.turns for one in found)
    for one in found:
        assert one.advised == one.reference, _told(one)


def _at_the_entrance(one: Table, look: FirstLook, most_turns: int) -> list[bool]:
    """Compare the values at the entrance; return for each whether hindsight is worth more."""
    reference = Reference(one.deck, one.rules, one.top, most_turns)
    sight = Sight(Preview.TOP if one.top else Preview.NONE, look)
    record = Record(one.deck.name, (*one.order, COTTAGE), None, (), one.rules)
    asked = Asked(one, record, one.order[: sight.cards_at_entrance])
    found = []
    for objective, worth in ((Objective(), points), (Objective(0), winning)):
        try:
            value = reference.at_entrance(asked.seen, worth)
            with_hindsight = max(
                reference.hindsight(state, asked.seen, worth)
                for state in reference.begin(asked.seen)
            )
        except TooLarge:
            return found
        assert advised(asked, objective, sight) == value, (objective, look, one)
        found.append(value < with_hindsight)
    return found


@pytest.mark.parametrize("look", FirstLook)
def test_values_at_the_entrance_are_those_of_the_reference(look: FirstLook) -> None:
    tables = [altered(seed) for seed in range(4, 12)] + [table(seed) for seed in range(6)]
    found = [dearer for one in tables for dearer in _at_the_entrance(one, look, 2000)]
    assert len(found) >= 10
    assert any(found)


@pytest.mark.slow
@pytest.mark.parametrize("look", FirstLook)
def test_many_values_at_the_entrance(look: FirstLook) -> None:
    tables = [altered(seed) for seed in range(150)] + [table(seed) for seed in range(100)]
    found = [dearer for one in tables for dearer in _at_the_entrance(one, look, 3000)]
    assert len(found) >= 200
    assert any(found)


@pytest.mark.slow
def test_many_values_are_those_of_the_reference() -> None:
    """500 different positions, each under three objectives; in a fifth of them it matters."""
    found: dict[str, list[Compared]] = {}
    tables = [(altered(seed), 1500, False) for seed in range(380)]
    tables += [(table(seed), 600, True) for seed in range(20)]
    for at, most_turns, later in tables:
        for one in compare(at, most_turns, later, every=True):
            assert one.advised == one.reference, _told(one)
            assert one.reference <= one.hindsight
            found.setdefault(str(one.place), []).append(one)
    assert len(found) >= 500
    asked = [{one.objective for one in ones} for ones in found.values()]
    assert all({Objective(), Objective(0)} <= objectives for objectives in asked)
    assert sum(len(objectives) == 3 for objectives in asked) >= 250  # else the third is to win
    tops = [ones[0].asked.table.top for ones in found.values()]
    assert min(tops.count(True), tops.count(False)) >= 100
    assert sum(bool(ones[0].asked.record.turns) for ones in found.values()) >= 20
    dearer = [[one for one in ones if one.reference < one.hindsight] for ones in found.values()]
    assert 5 * sum(map(bool, dearer)) >= len(found)
    assert any(one.objective.chance for ones in dearer for one in ones)


def test_a_player_who_peeks_is_caught() -> None:
    """A player who sees one card too many expects more: the comparison above would fail."""
    caught = 0
    for seed in range(8):
        for asked in beginnings(altered(seed), later=False):
            more = asked.known.shown(len(asked.seen) + 1)
            total = sum(weight for _, weight in more)
            peeked = sum(
                Fraction(weight, total) * advised(replace(asked, seen=known.seen), Objective())
                for known, weight in more
            )
            caught += peeked > advised(asked, Objective())
    assert caught >= 4


@pytest.mark.parametrize("seed", [57, 114])
def test_hindsight_after_a_common_first_turn_is_caught(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where two cards are hidden from each other, one common turn is not enough."""
    reference = Reference(altered(seed).deck, altered(seed).rules, altered(seed).top)
    asked = list(beginnings(altered(seed), later=False))
    values = [
        reference.value(state_of(one.position, one.table.rules), one.seen, points) for one in asked
    ]
    assert [advised(one, Objective()) for one in asked] == values
    monkeypatch.setattr(Decision, "_known_after", lambda self, number: True)
    assert max(advised(one, Objective()) for one in asked) > max(values)


def test_the_top_card_is_worth_no_less_than_none() -> None:
    for seed in (8, 9):
        for asked in beginnings(altered(seed), later=False):
            without = advised(asked, Objective(), Sight(Preview.NONE))
            with_top = advised(asked, Objective(), Sight(Preview.TOP))
            assert without <= with_top
