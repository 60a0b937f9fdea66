"""Measuring a deck: the figures of a deal, each against a plain solution; targets and tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import Difficulty, RedTiming, Rules
from bolets_solver.errors import InputError
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.decks.design import measure_deck
from bolets_solver.study.decks.generate import EDGES, generate_deck, random_deal
from bolets_solver.study.decks.measure import (
    BLOCKED,
    CROWS,
    HEARTS,
    PARTS,
    RED,
    YELLOW,
    DealFigures,
    DeckFigures,
    Meter,
    without,
)
from bolets_solver.study.decks.targets import checks, shortfall, table
from bolets_solver.work.limits import Limits, Reason, Status, Work
from tests.reference import playing, solving
from tests.reference.small_deals import ANY, RICH, small_deal

STORE = TableStore(folder=None)
DEALS_MEASURED = 8


@pytest.fixture
def no_reds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the reference earn no red cubes."""
    for module in (playing, solving):
        monkeypatch.setattr(module, "red_cubes", lambda points: 0)
    yield


DECIDED_BY_REDS = (
    *((ANY, seed) for seed in (41, 84, 145, 170, 173, 205, 240, 273, 307, 548)),
    *((RICH, seed) for seed in (109, 304, 430, 492)),
)
"""Small deals whose optimum falls if no red cube is earned."""

NOT_DECIDED_BY_REDS = ((ANY, 401), (ANY, 402), (RICH, 3), (RICH, 8))


@pytest.mark.usefixtures("no_reds")
@pytest.mark.parametrize(("kind", "seed"), (*DECIDED_BY_REDS, *NOT_DECIDED_BY_REDS))
def test_without_red_cubes_the_search_equals_the_reference(kind: str, seed: int) -> None:
    small = small_deal(seed, kind)
    found = solve(small.deal, small.rules, store=STORE, reds=0)
    assert found.points == solving.best_games(small.deal, small.rules).points, str(small)
    differs = found.points != solve(small.deal, small.rules, store=STORE).points
    assert differs == ((kind, seed) in DECIDED_BY_REDS)


def test_fewer_red_cubes_while_tracing_are_refused() -> None:
    deal = random_deal(load_deck("mini"), 1)
    with pytest.raises(InputError, match="red_timing=update"):
        solve(deal, Rules(red_timing=RedTiming.TRACE), reds=0)


def test_what_matters_is_what_changes_the_optimum() -> None:
    deck = load_deck("pinewood")
    meter = Meter(deck, STORE)
    marks = set()
    for number in range(DEALS_MEASURED):
        deal = random_deal(deck, number)
        with Work() as work:
            figures = meter.measure(number, work)
        assert (figures.number, figures.order) == (number, deal.order)
        assert figures.optimum == best(deal)
        others = {
            HEARTS: best(Deal(without(deck, HEARTS), deal.order)),
            CROWS: best(Deal(without(deck, CROWS), deal.order)),
            BLOCKED: best(Deal(without(deck, BLOCKED), deal.order)),
            RED: solve(deal, store=STORE, reds=0).points,
            YELLOW: solve(deal, Rules(difficulty=Difficulty.DIFFICULT), store=STORE).points,
        }
        assert figures.matters == {part: others[part] != figures.optimum for part in PARTS}
        marks |= set(figures.matters.items())
    both = [part for part in PARTS if {(part, True), (part, False)} <= marks]
    assert len(both) >= 3, "hardly any part both matters and does not"


def best(deal: Deal) -> int | None:
    found = solve(deal, store=STORE)
    assert found.status in (Status.OPTIMAL, Status.IMPOSSIBLE)
    return found.points


@pytest.mark.parametrize("border", ["tiles", "edges"])
def test_decks_without_a_part(border: str) -> None:
    deck = load_deck("mini") if border == "tiles" else generate_deck(EDGES, 1)
    for part, kinds in ((HEARTS, "h"), (CROWS, "c"), (BLOCKED, "x")):
        bare = without(deck, part)
        assert list(bare.faces) == list(deck.faces)
        for name, face in bare.faces.items():
            assert face.count(kinds) == 0
            assert [door.tile for door in face.doors] == [d.tile for d in deck.faces[name].doors]
            assert part != BLOCKED or not any(door.blocked for door in face.doors)
            assert face.count("mMo") == deck.faces[name].count("mMo")


def figures_of(*deals: tuple[int | None, int, int], matters: bool = True) -> DeckFigures:
    return DeckFigures(
        tuple(
            DealFigures(number, ("1A", "C"), optimum, worth, greedy, dict.fromkeys(PARTS, matters))
            for number, (optimum, worth, greedy) in enumerate(deals)
        )
    )


def test_a_deck_on_target() -> None:
    figures = figures_of((28, 30, 14), (24, 30, 15), (30, 31, 0))
    assert shortfall(figures) == 0
    assert all(check.met for check in checks(figures))
    assert table(figures)[0] == "3 random deals, all proven; optima 24 to 30"
    assert len({line.index("yes") for line in table(figures)[2:]}) == 1


def test_a_deck_off_target() -> None:
    figures = figures_of((None, 30, 0), (33, 33, 30), (35, 36, 30), matters=False)
    missed = [check.name for check in checks(figures) if not check.met]
    assert missed == [check.name for check in checks(figures)]
    assert figures.impossible == 1
    assert figures.median == 34
    assert shortfall(figures) > 10
    assert "no" in table(figures)[2].split()


def test_a_limit_keeps_the_finished_deals() -> None:
    answer: list[str] = []
    deck = load_deck("mini")
    with Work() as work:

        def note(message: str) -> None:
            answer.append(message)
            if len(answer) == 3:
                work.stop(Reason.TIME)

        figures = measure_deck(deck, 50, work, note)
    assert len(figures.deals) == 3
    with Work(Limits(seconds=1e-6)) as work:
        assert measure_deck(deck, 5, work).deals == ()
    assert table(DeckFigures(()))[0] == "0 random deals, all proven; no deal can be won"
