"""The bonus mode against the reference, and against trying everything."""

from __future__ import annotations

from collections import Counter
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.cli.text.bonus_text import bonus_text, players_text
from bolets_solver.errors import InternalError
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.games.smallest_change import altered, smallest_change
from bolets_solver.study.orders.bonus import Bonus, Wishes, study_order
from bolets_solver.study.orders.optimal_games import optimal_games
from bolets_solver.study.orders.players import Player, error_bars, simulate
from bolets_solver.study.orders.simulated_game import Play, Setting
from bolets_solver.study.orders.spectrum import Possible, Witnesses, spectrum
from bolets_solver.study.orders.spectrum_picture import picture
from bolets_solver.work.limits import Limits, Status, Work
from tests.reference.small_deals import small_deal
from tests.reference.solving import TooLarge, best_games
from tests.stopping import StoppedAfter
from tests.study.all_games import TooMany, Walks, all_games

STORE = TableStore(folder=None)


def studied(deal: Deal, rules: Rules, work: Work | None = None) -> Bonus:
    wishes = Wishes(games=20, seed=1, most_optimal=5)
    engine = Engine(deal.deck, rules, STORE)
    return study_order(deal, rules, wishes, work or Work(), engine, lambda _: None, lambda _: None)


def test_spectra_are_those_of_the_reference() -> None:
    """Without any game known beforehand, so that all is settled by CP-SAT."""
    seen: Counter[Possible] = Counter()
    for seed in range(9):
        small = small_deal(seed)
        try:
            possible = best_games(small.deal, small.rules, most_states=2_000).possible
        except TooLarge:
            continue
        if not possible:
            continue
        witnesses = Witnesses(small.deal, small.rules)
        doors = list(range(len(small.deal.faces[0].doors)))
        scores = spectrum(witnesses, max(possible) + 1, doors, Work(), lambda _: None)
        assert [score.points for score in scores] == list(
            range(min(possible), max(possible) + 2)
        ), str(small)
        for score in scores:
            expected = Possible.YES if score.points in possible else Possible.NO
            assert score.possible in (expected, Possible.UNKNOWN), f"{small}\n{score}"
            seen[score.possible] += 1
            if score.record is not None:
                verdict = replay(small.deal, score.record, small.rules)
                assert (verdict.won, verdict.points) == (True, score.points)
    assert seen[Possible.YES] > 15
    assert seen[Possible.NO] > 3
    assert seen[Possible.UNKNOWN] == 0


def small_games(seed: int) -> tuple[Setting, list[tuple[Walks, Play]]] | None:
    deal, rules = pair(seed)
    if len(deal.order) > 3:
        return None
    setting = Setting(deal, rules, Work())
    try:
        games = all_games(setting, 6_000)
    except TooMany:
        return None
    return (setting, games) if games else None


@cache
def small_deals() -> list[tuple[Setting, list[tuple[Walks, Play]]]]:
    """Small deals with all their won games."""
    return [found for seed in range(40) if (found := small_games(seed)) is not None]


def test_optimal_games_are_all_there_are() -> None:
    assert len(small_deals()) > 5
    assert any(len(setting.deal.order) > 2 for setting, _ in small_deals())
    many = 0
    for setting, games in small_deals():
        optimum = max(play.purse.points for _, play in games)
        walks = {walk for walk, play in games if play.purse.points == optimum}
        doors = list(range(len(setting.deal.faces[0].doors)))
        rest = (setting.deal, setting.rules, optimum, doors)
        engine = Engine(setting.deal.deck, setting.rules, STORE)
        found = optimal_games(*rest, 10_000, Work(), engine)
        assert found.complete
        assert {walked(setting, record) for record in found.records} == walks
        assert len(found.records) == len(walks)
        if len(walks) > 1:
            many += 1
            some = optimal_games(*rest, len(walks) - 1, Work(), engine)
            assert (len(some.records), some.complete) == (len(walks) - 1, False)
    assert many > 3


def walked(setting: Setting, record: Record) -> Walks:
    """The referee's path on all cards but the cottage."""
    board = replay(setting.deal, record, setting.rules).board
    return tuple(tuple(segment) for segment in board.segments[:-1])


def test_smallest_changes_are_smallest() -> None:
    """Against all games of the deal; of equally small ones the one with most points."""
    sizes: Counter[int] = Counter()
    for setting, games in small_deals():
        records = [(play.purse.points, play.record) for _, play in games]
        engine = Engine(setting.deal.deck, setting.rules, STORE)
        for points, mine in records[:: max(1, len(records) // 4)]:
            better = [
                (len(altered(setting.deal, mine, other)), -score)
                for score, other in records
                if score > points
            ]
            found = smallest_change(setting, engine, mine, points, [])
            if not better:
                assert found is None
                continue
            assert found is not None
            assert (len(found.turns), -found.points) == min(better)
            assert found.proven
            assert found.turns == altered(setting.deal, mine, found.record)
            assert replay(setting.deal, found.record, setting.rules).points == found.points
            sizes[len(found.turns)] += 1
    assert sizes[1] > 12
    assert sizes[2] > 0


def test_a_turn_is_reported_relative_to_the_card_before_it() -> None:
    deal = Deal.of(load_deck("mini"), "1A 2A 3A")
    solution = solve(deal, store=STORE)
    assert solution.record is not None
    assert altered(deal, solution.record, solution.record) == ()


def test_everything_of_a_deal() -> None:
    deal = Deal.of(load_deck("mini"), "2B 1A 3A")
    bonus = studied(deal, Rules())
    value = bonus.as_json("mini")
    assert list(value)[:5] == ["format", "optimum", "spectrum", "entrances", "optimal_games"]
    optimum = solve(deal, store=STORE).points
    assert optimum is not None
    assert value["optimum"]["points"] == optimum
    assert value["entrances"]["1"] == {
        "status": "optimal",
        "points": solve(deal, entrance=1, store=STORE).points,
        "bound": solve(deal, entrance=1, store=STORE).bound,
    }
    best = max(e["points"] for e in value["entrances"].values() if e["points"] is not None)
    assert best == optimum
    assert {entry["possible"] for entry in value["spectrum"]} <= {"yes", "no", "unknown"}
    assert value["spectrum"][-1]["points"] == optimum
    for entry in value["spectrum"]:
        if entry["possible"] == "yes":
            record = Record.from_solution_json(entry["record"], "mini", deal.order)
            assert replay(deal, record, Rules()).points == entry["points"]
    text = bonus_text(bonus, "pinewood")
    assert text.isascii()
    root = ET.fromstring(picture(bonus))
    assert root.tag.endswith("svg")


def test_an_impossible_deal() -> None:
    seed = next(s for s in range(100) if solve(*pair(s), store=STORE).points is None)
    deal, rules = pair(seed)
    bonus = studied(deal, rules)
    value = bonus.as_json("x")
    assert value["spectrum"] == []
    assert value["optimal_games"] == {"count": 0, "complete": True, "records": []}
    assert {entry["status"] for entry in value["entrances"].values()} == {"impossible"}
    assert "nothing can be won" in bonus_text(bonus, "pinewood")


def pair(seed: int) -> tuple[Deal, Rules]:
    small = small_deal(seed)
    return small.deal, small.rules


def test_a_game_above_the_proven_optimum_is_an_internal_error() -> None:
    """Simulated players and CP-SAT check the search's proof on their way."""
    deal = Deal.of(load_deck("mini"), "2B 1A 3A")
    best = solve(deal, store=STORE)
    assert best.record is not None
    assert best.points is not None
    witnesses = Witnesses(deal, Rules())
    witnesses.add(best.record, best.points)
    with pytest.raises(InternalError, match="were proven to be the most"):
        spectrum(witnesses, best.points - 1, [0, 1, 2, 3], Work(), lambda _: None)


def test_wherever_it_is_ended_nothing_untrue_is_reported() -> None:
    """Whatever was settled before the limit is right, the rest is called unknown."""
    deal = Deal.of(load_deck("mini"), "1A 2B")
    whole = studied(deal, Rules())
    possible = {score.points: score.possible for score in whole.spectrum}
    optimum = whole.optimum.points
    assert optimum is not None
    for looks in (0, 4, 10, 20, 30, 40, 60, 100, 300):
        bonus = studied(deal, Rules(), StoppedAfter(looks))
        assert bonus.optimum.bound is None or bonus.optimum.bound >= optimum
        if bonus.optimum.status is Status.OPTIMAL:
            assert bonus.optimum.points == optimum
            assert bonus.optimal_games.records
        for door, found in bonus.entrances.items():
            assert found.bound is None or found.bound >= (whole.entrances[door].points or 0)
        for score in bonus.spectrum:
            expected = possible.get(score.points, Possible.NO)
            assert score.possible in (expected, Possible.UNKNOWN)
        if bonus.optimal_games.complete:
            assert len(bonus.optimal_games.records) == len(whole.optimal_games.records)
        text = bonus_text(bonus, "pinewood")
        assert "at least 0" not in text
        unknown = sum(score.possible is Possible.UNKNOWN for score in bonus.spectrum)
        assert f" {unknown} unknown" in text or not bonus.spectrum
        if not all(tally.complete for tally in bonus.players):
            assert "ended early" in players_text(bonus)


def test_a_limit_leaves_what_is_known() -> None:
    deal = Deal.of(load_deck("mini"), "2B 1A 3A")
    bonus = studied(deal, Rules(), Work(Limits(0.0)))
    assert bonus.optimum.status is Status.UNKNOWN
    assert not bonus.optimal_games.complete
    assert all(score.possible is not Possible.NO for score in bonus.spectrum)
    assert "unknown" in bonus_text(bonus, "pinewood")


def test_players_are_the_same_for_a_seed_and_keep_the_rules() -> None:
    for seed in range(12):
        deal, rules = pair(seed)
        setting = Setting(deal, rules, Work())
        doors = list(range(len(deal.faces[0].doors)))
        for player in Player:
            seen: list[Play] = []
            one = simulate(setting, player, 5, 7, doors, seen.append)
            two = simulate(setting, player, 5, 7, doors, lambda _: None)
            assert one.points == two.points
            for play in seen:
                verdict = replay(deal, play.record, rules)
                assert verdict.won, f"{verdict.violation}\n{play.record}"
                figures = (verdict.points, verdict.lives, verdict.crows)
                assert figures == (play.purse.points, play.purse.lives, play.marker)


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(0, 100, 0.0, 0.037), (50, 100, 0.4038, 0.5962), (100, 100, 0.963, 1.0), (0, 0, 0.0, 1.0)],
)
def test_error_bars(count: int, games: int, low: float, high: float) -> None:
    """Wilson's interval; the figures are from tables."""
    found = error_bars(count, games)
    assert found == pytest.approx((low, high), abs=0.001)
