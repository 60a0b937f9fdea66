"""Deals on which an error in a bound or a dominance shows, though random small deals hide it."""

from __future__ import annotations

import dataclasses

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Face, rim_doors
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.record_text import parse_turn
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.continuation import solve_from
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.work.limits import Status

STORE = TableStore(None)
COTTAGE = "#+# / +.+ / #+#"


def deal_of(first: str, second: str) -> Deal:
    """The order 1A 2A C; rows of tiles with a rim, apart by slashes."""
    faces = {}
    for name, picture in (("1A", first), ("2A", second), ("C", COTTAGE)):
        rows = tuple(row.strip() for row in picture.split("/"))
        faces[name] = Face(name, Border.TILES, rows, rim_doors(rows))
    return Deal(Deck("rare", "Rare", Border.TILES, faces), ("1A", "2A", "C"))


MUSHROOMS = "########## / #oooooooo# / +MMMMMMMM+ / #oooooooo# / ##########"


def test_old_crows_that_stay_in_sight_pay_off() -> None:
    deal = deal_of(MUSHROOMS, "########### / #ccccccccc# / #ooooooooo# / +.........+ / ###########")
    found = solve(deal, store=STORE)
    assert (found.status, found.points) == (Status.OPTIMAL, 24)


@pytest.mark.parametrize("reading", ["every", "stood"])
def test_crows_are_covered_only_as_far_as_it_pays(reading: str) -> None:
    deal = deal_of(MUSHROOMS, "###### / #cccc# / #oooo# / +cc..+ / #oooo# / ######")
    found = solve(deal, Rules.parse([f"crow_loss={reading}"]), store=STORE)
    assert (found.status, found.points) == (Status.OPTIMAL, 24)


def test_a_heart_above_five_lives_is_a_yellow_cube() -> None:
    deal = deal_of(
        "######## / #oooooo# / +hhh..o# / #ooo.oo# / ####+###",
        "######## / #oooooo# / +cccc.m+ / #oooooo# / ########",
    )
    found = solve(deal, entrance=2, store=STORE)
    assert (found.status, found.points) == (Status.OPTIMAL, 1)


def test_a_marker_charged_before_is_not_charged_again_in_a_continuation() -> None:
    rules = Rules.parse(["red_timing=trace", "crow_loss=once", "blocked_counts=points"])
    deck = load_deck("mini")
    deal = Deal(deck, ("1B", "2A", "3B", "C"))
    turns = (
        parse_turn("2A r0 @1,5: S2 Y * W1 S2 E1 >S"),
        parse_turn("3B r0 @-3,6: S2 E2 S2 W2 @-1,9 >W"),
    )
    begun = Record(deck.name, deal.order, 1, turns, rules)
    found = solve_from(deal, begun, rules, store=STORE)
    assert (found.status, found.points) == (Status.OPTIMAL, 9)
    assert found.record is not None
    assert found.record.turns[:2] == tuple(dataclasses.replace(turn) for turn in turns)
    assert replay(deal, found.record, rules).won
