"""The unit scenarios T-T1 to T-T10 of the rules and the rulebook's worked examples."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bolets_solver.boldest.game.expedition import (
    Moment,
    advance,
    begin,
    legal_takes,
    make_day,
    play,
)
from bolets_solver.boldest.game.heroes import group_class, parse_heroes, strength
from bolets_solver.boldest.game.moves import takes
from bolets_solver.boldest.game.position import Position
from bolets_solver.boldest.rules import Rules
from bolets_solver.boldest.solving.foresight import foresee
from bolets_solver.boldest.solving.resolve import resolve
from bolets_solver.boldest.solving.search import totals
from tests.boldest.making import written


def hero(text: str):
    (one,), defects = parse_heroes(text)
    assert defects == []
    return one


def options(position: Position, leader: str, player: int = 0) -> set[str]:
    """Texts of what a Group led by ``leader`` may take at the start of a position."""
    moment, _ = begin(position, make_day(position, [None] * position.count))
    found = takes(position.forest, hero(leader), moment.purses[player], position.rules)
    return {str(take) for take in found}


def gains(position: Position, leader: str, player: int = 0) -> dict[str, int]:
    """What each take changes the player's total by."""
    purse = begin(position, make_day(position, [None] * position.count))[0].purses[player]
    found = takes(position.forest, hero(leader), purse, position.rules)
    cards = position.forest.cards
    return {
        str(take): sum(cards[space].worth for space in take.cards) - len(take.spent)
        for take in found
    }


def played(position: Position, *wanted: str) -> tuple[list[str], Moment]:
    """The Groups that act while ``wanted`` is taken ("" for anything), and the final table."""
    day = foresee(position).present
    moment = begin(position, day)[0]
    actors = []
    for text in wanted:
        moment, _ = advance(day, moment)
        assert moment.actor is not None
        actors.append(position.players[moment.actor.player])
        legal = legal_takes(day, moment)
        (take,) = [take for take in legal if str(take) == text] if text else legal[:1]
        moment = play(day, moment, take)
    moment, _ = advance(day, moment)
    return actors, moment


def order(position: Position, moment: Moment) -> str:
    return " ".join(position.players[player] for player in moment.flags)


def one_space(forest: str, flags: str, groups: dict[str, str], **more: object) -> Position:
    plans = {name: [groups.get(name, ""), "", ""] for name in sorted(flags.split())}
    return written(forest, flags, plans, **more)


def test_t_t1_bottommost_cards_only() -> None:
    forest = "A8 M2\nM4 I:saw"
    position = written(forest, "A B C")
    assert options(position, "W") == {"c1r1", "c2r1"}
    later = replace(position, forest=position.forest.without([(1, 1)]))
    assert options(later, "T") == {"c1r2", "c2r1"}


def test_t_t2_rulebook_tie_of_three_warriors() -> None:
    groups = {"M": "W W W", "D": "W W W", "S": "W W W"}
    position = one_space("M1 M2 M3 M4", "M T D S", groups)
    actors, moment = played(position, "c4r1", "c3r1")
    assert actors == ["M", "D"]
    assert moment.actor is None
    assert order(position, moment) == "T S M D"


def test_t_t3_tie_for_second() -> None:
    groups = {"A": "W+2 W W", "B": "W W W", "C": "W W W"}
    position = one_space("M1 M2 M3 M4", "C B A D", groups)
    actors, moment = played(position, "", "")
    assert actors == ["A", "C"]
    assert moment.actor is None
    assert order(position, moment) == "B A D C"


def test_t_t4_three_way_tie_of_three_players() -> None:
    groups = dict.fromkeys("ABC", "W W W W")
    position = one_space("M1 M2 M3", "C A B", groups)
    actors, moment = played(position, "")
    assert actors == ["C"]
    assert moment.actor is None
    assert order(position, moment) == "A B C"


def test_t_t5_next_able_group_acts_instead() -> None:
    groups = {"A": "T+2 T T T", "B": "T T T T", "C": "T T"}
    items = {"B": ["arc"], "C": ["arc"]}
    position = one_space("A9!arc M3 M1", "A B C", groups, items=items)
    actors, moment = played(position, "c1r1")
    assert actors == ["B"]
    assert moment.actor is None
    assert totals(moment) == (0, 9, 1)


def test_t_t6_no_second_chance() -> None:
    groups = {"A": "T+2 T T T", "B": "T T T T", "C": "T T"}
    items = {"B": ["arc"]}
    forest = ".  A3     .\nM1 A9!arc M2"
    position = one_space(forest, "A B C D", groups, items=items)
    actors, moment = played(position, "c2r1", "c2r2")
    assert actors == ["B", "C"]
    assert totals(moment) == (0, 9, 3, 0)


def test_t_t7_hunters() -> None:
    position = written("I:ham*\nM4*\nA3*\nM2*\nM6", "A B C")
    plain = gains(position, "H")
    assert max(plain.values()) == 8
    assert plain["c1r3 c1r4 c1r5"] == 8
    assert max(gains(position, "H(loot-M)").values()) == 10
    assert all("c1r1" not in take for take in gains(position, "H(loot-any)"))
    row = written("A2* . M5*", "A B C")
    assert max(gains(row, "H(disguise)").values()) == 7
    assert max(gains(row, "H").values()) == 5


def test_t_t8_the_smallest_neighbour() -> None:
    forest = ".  M3 .\nM3!saw A5 M4"
    position = written(forest, "A B C")
    assert gains(position, "T(fights)") == {"c2r1": 5, "c2r1 c2r2": 8}
    above = written(forest.replace(".  M3", ".  M4"), "A B C")
    assert gains(above, "T(fights)") == {"c2r1": 5}
    affordable = replace(above, rules=Rules(smallest_affordable="on"))
    assert gains(affordable, "T(fights)") == {"c2r1": 5, "c2r1 c2r2": 9, "c2r1 c3r1": 9}
    saw = written(forest.replace(".  M3", ".  M4"), "A B C", items={"A": ["saw"]})
    assert gains(saw, "T(fights)") == {"c2r1": 5, "c2r1 c1r1": 7}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("W+3 C C P2", 8), ("C W+3 C P2", 5), ("P2 W+3 C C", None), ("H+3 H", 5), ("W P2", 3)],
)
def test_t_t9_strength(text: str, expected: int | None) -> None:
    group, _ = parse_heroes(text)
    if expected is None:
        assert group_class(group) is None
    else:
        assert strength(group) == expected


def test_t_t10a_own_warriors_serve_the_own_technician() -> None:
    plans = {"X": [["W", "T"], ["", ""]], "Y": [["", ""], ["", ""]]}
    position = written("I:arc A9!arc", "X Y", plans)
    actors, moment = played(position, "c1r1", "c2r1")
    assert actors == ["X", "X"]
    assert totals(moment) == (9, 0)


def test_t_t10b_ties_at_the_end_go_by_the_flags() -> None:
    more = "expedition = 3\nexperience = { A = 30, B = 32 }"
    items = {"A": ["arc", "saw"]}
    for flags, winner in (("B A", "B"), ("A B", "A")):
        position = written("M1", flags, items=items, more=more)
        day = make_day(position, [None, None])
        assert totals(begin(position, day)[0]) == (32, 32)
        empty = ((((), ()),) * 2,) * 2
        found = resolve(replace(position, plans=_plans(empty)))
        assert found.end is not None
        assert position.players[found.end.ranking()[0]] == winner


def _plans(plans):
    from bolets_solver.boldest.game.position import WeightedPlan

    return tuple((WeightedPlan(1.0, plan),) for plan in plans)


def test_rulebook_second_expedition_of_day_two() -> None:
    """Mateja, Timo, Daniela as in the example; Steven's Cooks would be Warriors on the last Day."""
    forest = """
    M4  A8       M2*   I:saw
    A2* I:Jet*   M3*   A1
    M5* A7!ArcF  I:Jet* M6!saw
    """
    plans = {
        "D": ["", "H(loot-M) H H H H", ""],
        "M": ["", "T", ""],
        "S": ["", "", ""],
        "T": ["", "H+3 H H H", ""],
    }
    items = {"M": ["ArcF"]}
    position = written(forest, "T D S M", plans, items=items, more="expedition = 2")
    actors, moment = played(position, "c2r1", "c1r1 c1r2", "c3r1 c3r2 c3r3")
    assert actors == ["M", "T", "D"]
    assert totals(moment) == (6, 7, 0, 7)
    assert moment.purses[1].total() == 0
    assert moment.purses[0]["Jet"] == 1


def test_one_warrior_may_leave_a_strong_card_covered() -> None:
    """Timo's choice: the small Monster keeps the Artifact behind the big one out of reach."""
    forest = "A8 .\nM5 M4"
    plans = {"A": ["W", "", ""], "B": ["T", "", ""], "C": ["", "", ""]}
    found = resolve(written(forest, "A B C", plans))
    assert str(found.moves[0].take) == "c2r1"
    assert found.end is not None and found.end.totals == (4, 0, 0)
