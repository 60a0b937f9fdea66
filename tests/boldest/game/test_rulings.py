"""The examples of the rulings T-Q1 to T-Q42; each distinguishes two readings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bolets_solver.boldest.game.expedition import advance, begin
from bolets_solver.boldest.rules import Rules
from bolets_solver.boldest.solving.foresight import foresee
from bolets_solver.boldest.solving.resolve import resolve
from bolets_solver.boldest.solving.search import totals
from tests.boldest.game.test_scenarios import gains, one_space, options, order, played
from tests.boldest.making import written


def test_q1_columns_do_not_slide() -> None:
    """With the M3 gone the A8 is bottommost, but no neighbour of the M2 beside the gap."""
    position = written("A8 .\n.  M2", "A B C")
    assert options(position, "T") == {"c1r2"}
    assert gains(position, "W(loots)") == {"c2r1": 2}
    assert gains(written("A8 M2", "A B C"), "W(loots)") == {"c2r1": 2, "c2r1 c1r1": 10}


def test_q2_the_lowest_card_left_is_bottommost() -> None:
    assert options(written("M2\n.", "A B C"), "W") == {"c1r2"}


def test_q3_hunters_reach_across_gaps() -> None:
    position = written("M4*\n.\nA2*\nM6", "A B C")
    assert options(position, "H") == {"c1r2", "c1r4", "c1r2 c1r4"}


def test_q4_a_hunter_may_take_less() -> None:
    position = written("I:saw*\nA2*\nM3*", "A B C")
    assert "c1r3" in options(position, "H")
    assert "" not in options(position, "H")


def test_q5_hunters_pay() -> None:
    position = written("A5*!arc", "A B C")
    assert options(position, "H") == set()
    owning = written("A5*!arc", "A B C", items={"A": ["arc"]})
    assert gains(owning, "H") == {"c1r1": 4}


@pytest.mark.parametrize(("word", "most"), [("on", 5), ("off", 1)])
def test_q6_an_item_taken_in_the_same_action(word: str, most: int) -> None:
    position = written("A5*!arc\nI:arc*", "A B C")
    found = gains(replace(position, rules=Rules(same_action_item=word)), "H")
    assert max(found.values()) == most


def test_q6_order_is_chosen_so_that_it_can_be_paid() -> None:
    position = written("I:arc*\nA5*!arc", "A B C")
    assert "c1r2 c1r1" in options(position, "H")


def test_q9_the_only_card_must_be_taken_and_paid() -> None:
    groups = {"A": "W"}
    position = one_space("M1!saw", "A B C", groups, items={"A": ["saw"]})
    actors, moment = played(position, "c1r1")
    assert actors == ["A"]
    assert totals(moment) == (1, 0, 0)


def test_q10_no_fitting_card_is_being_unable() -> None:
    position = one_space("A1 A2", "A B C", {"A": "W W", "B": "W"})
    actors, _ = played(position)
    assert actors == []


def test_q11_and_q12_whoever_can_act_replaces_and_must() -> None:
    groups = {"A": "T+2 T T T", "B": "T(arc) T"}
    position = one_space("A9!arc", "A B C", groups)
    actors, moment = played(position, "c1r1")
    assert actors == ["B"]
    assert totals(moment) == (0, 9, 0)
    disguised = one_space("A2*!saw\nM1", "A B C", {"A": "H H", "B": "H(saw)"})
    assert played(disguised, "c1r2")[0] == ["B"]


def test_q13_a_failure_uses_no_slot() -> None:
    groups = {"A": "T+2 T T T", "B": "T T T(arc) T", "C": "T T"}
    items = {"C": ["arc"], "B": ["arc"]}
    position = one_space("A9!arc A8!arc", "A B C D", groups, items=items)
    actors, _ = played(position, "", "")
    assert actors == ["B", "C"]


def test_q15_ability_is_tested_after_the_stronger_groups() -> None:
    groups = {"A": "W W W", "B": "W W", "C": "W(saw)"}
    position = one_space("M4 M1!saw", "A B C D", groups)
    actors, moment = played(position, "c1r1", "c2r1")
    assert actors == ["A", "C"]
    assert totals(moment) == (4, 0, 1, 0)


@pytest.mark.parametrize(("word", "flags"), [("stays", "A C D B"), ("moves", "C D B A")])
def test_q16_the_flag_of_the_second_of_a_tie(word: str, flags: str) -> None:
    groups = {"A": "W W W W", "B": "W W W W", "C": "W W"}
    position = one_space("M1 M2 M3", "B A C D", groups)
    actors, moment = played(replace(position, rules=Rules(flag_second=word)), "", "")
    assert actors == ["B", "A"]
    assert order(position, moment) == flags


@pytest.mark.parametrize(("word", "flags"), [("moves", "B C A"), ("stays", "A B C")])
def test_q18_the_flag_of_a_winner_unable_to_act(word: str, flags: str) -> None:
    groups = {"A": "T T T T", "B": "T(arc) T T T"}
    position = one_space("A9!arc", "A B C", groups)
    actors, moment = played(replace(position, rules=Rules(flag_unable=word)), "c1r1")
    assert actors == ["B"]
    assert order(position, moment) == flags


def test_q19_tied_replacements_go_by_the_flags() -> None:
    groups = {"A": "T+2 T T T", "B": "T(arc) T T", "C": "T(arc) T T"}
    position = one_space("A9!arc", "C B A", groups)
    actors, moment = played(position, "c1r1")
    assert actors == ["C"]
    assert order(position, moment) == "B A C"


def test_q20_a_flag_moved_for_warriors_counts_for_technicians() -> None:
    plans = {
        "A": [["W", "T"], ["", ""]],
        "B": [["W", "T"], ["", ""]],
    }
    position = written("M1 M2 A3", "A B", plans)
    actors, moment = played(position, "c1r1", "c3r1")
    assert actors == ["A", "B"]
    assert order(position, moment) == "A B"


def test_q22_lower_ranks_go_by_the_flags_too() -> None:
    more = "expedition = 4\nexperience = { A = 40, B = 32, C = 32 }"
    plans = {name: ["", "", ""] for name in "ABC"}
    found = resolve(written("M1", "C B A", plans, more=more))
    assert found.end is not None
    assert [("A", "B", "C")[player] for player in found.end.ranking()] == ["A", "C", "B"]


def test_q23_illegal_groups_are_weaker_and_move_no_flag() -> None:
    groups = {"A": "P W W W W W", "B": "W", "C": "W T T T"}
    position = one_space("M1 M2", "A B C", groups)
    actors, moment = played(position, "")
    assert actors == ["B"]
    assert order(position, moment) == "A B C"


def test_q24_one_class_on_every_space() -> None:
    plans = {"A": ["H", "H", "H"], "B": ["", "", ""], "C": ["", "", ""]}
    position = written("M1* M2* M3*", "A B C", plans)
    assert played(position, "", "", "")[0] == ["A", "A", "A"]


def test_q27_cooks_act_as_warriors() -> None:
    assert gains(written("M4", "A B C"), "C") == {"c1r1": 4}


def test_q30_symbols_of_the_leader_count_at_once() -> None:
    position = one_space("M1*", "A B C", {"A": "H+3", "B": "H H H"})
    assert played(position, "c1r1")[0] == ["A"]


def test_q32_a_carried_item_serves_the_whole_action() -> None:
    position = written("A3*!arc\nM4*!arc", "A B C")
    assert max(gains(position, "H(arc)").values()) == 7
    assert options(position, "H") == set()


def test_q33_batteries_keep_what_an_artifact_requires() -> None:
    position = written("A5!arc", "A B C", items={"A": ["arc"]})
    assert gains(position, "T(batteries)") == {"c1r1": 5}
    assert gains(position, "T") == {"c1r1": 4}
    assert options(written("A5!arc", "A B C"), "T(batteries)") == set()
    monster = written("M5*!arc", "A B C", items={"A": ["arc"]})
    assert gains(monster, "H(batteries)") == {"c1r1": 4}


def test_q34_disguise_offers_rows_and_columns() -> None:
    position = written("M2* .  A3*\nA1* .  .", "A B C")
    assert {"c1r2 c3r2", "c1r1 c1r2"} <= options(position, "H(disguise)")
    assert "c1r1 c3r2" not in options(position, "H(disguise)")


@pytest.mark.parametrize(("word", "most"), [("type", 7), ("any", 9)])
def test_q35_the_type_of_the_extra_card(word: str, most: int) -> None:
    position = written("A3*\nM4*\nM2*", "A B C")
    found = gains(replace(position, rules=Rules(loot_icon=word)), "H(loot-A)")
    assert max(found.values()) == most


def test_q36_one_type_twice_at_most() -> None:
    position = written("I:saw*\nA1*\nA1*\nM1*\nM1*", "A B C")
    found = options(position, "H(loot-M)")
    assert max(len(take.split()) for take in found) == 4
    assert "c1r1 c1r2 c1r3 c1r5" in found
    assert "c1r1 c1r3 c1r4" not in found
    assert max(len(take.split()) for take in options(position, "H(loot-any)")) == 4


def test_q38_only_the_smallest_even_if_it_cannot_be_paid() -> None:
    position = written("A1!saw M3 A2", "A B C")
    assert options(position, "W(loots)") == {"c2r1"}
    affordable = replace(position, rules=Rules(smallest_affordable="on"))
    assert options(affordable, "W(loots)") == {"c2r1", "c2r1 c3r1"}


def test_q38_affordable_after_the_first_card_is_paid() -> None:
    """One saw pays for the first card, so the smaller neighbour is not affordable any more."""
    forest = "A1!saw M3!saw A2"
    rules = Rules(smallest_affordable="on")
    one = replace(written(forest, "A B C", items={"A": ["saw"]}), rules=rules)
    assert options(one, "W(loots)") == {"c2r1", "c2r1 c3r1"}
    two = replace(written(forest, "A B C", items={"A": ["saw", "saw"]}), rules=rules)
    assert options(two, "W(loots)") == {"c2r1", "c2r1 c1r1"}


def test_q39_the_additional_card_may_be_left() -> None:
    position = written("M1!saw A5", "A B C", items={"A": ["saw"]})
    assert gains(position, "T(fights)") == {"c2r1": 5, "c2r1 c1r1": 5}


def test_r44_no_additional_card_after_an_item() -> None:
    assert options(written("M1 I:saw M2", "A B C"), "T(fights)") == {"c2r1"}


@pytest.mark.parametrize(
    ("column", "expected"), [("M5\n.\nM3", 3), ("M5\nA2\nM3", 3), ("M5\nM3", 8)]
)
def test_q41_the_lance_reaches_one_space(column: str, expected: int) -> None:
    assert max(gains(written(column, "A B C"), "W(lance)").values()) == expected


def test_q42_each_card_is_paid_for() -> None:
    forest = "M3!arc\nA5!arc"
    one = written(forest, "A B C", items={"A": ["arc"]})
    assert gains(one, "T(fights)") == {"c1r1": 4}
    two = written(forest, "A B C", items={"A": ["arc", "arc"]})
    assert gains(two, "T(fights)") == {"c1r1": 4, "c1r1 c1r2": 6}


def test_r15_and_r16_slots_by_players() -> None:
    groups = {"A": "W W W", "B": "W W", "C": "W"}
    assert played(one_space("M1 M2 M3", "A B C", groups), "")[1].actor is None
    assert played(one_space("M1 M2 M3", "A B C D", groups), "", "")[0] == ["A", "B"]


def test_r26_an_empty_space_is_skipped() -> None:
    position = one_space("M1", "A B C", {})
    day = foresee(position).present
    moment, events = advance(day, begin(position, day)[0])
    assert moment.actor is None
    assert events == []
