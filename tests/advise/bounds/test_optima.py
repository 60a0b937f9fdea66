"""What an atlas adds to advice: bounds, never other answers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bolets_solver.advise.advisor import Advisor
from bolets_solver.advise.bounds import optima as optima_module
from bolets_solver.advise.bounds.optima import Optima
from bolets_solver.advise.objective import Objective
from bolets_solver.advise.worlds import FirstLook, Knowledge, Preview, Sight
from bolets_solver.atlas.ranking import Ranking
from bolets_solver.atlas.settling import settle_by_search
from bolets_solver.atlas.values import IMPOSSIBLE, UNSETTLED, Atlas
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Difficulty, Rules

MINI = load_deck("mini")
RULES = Rules()
SIGHT = Sight(Preview.NONE, FirstLook.NONE)
OBJECTIVES = (Objective(), Objective(0), Objective(9), Objective(11))


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    """Every deal of the small deck, each solved by itself."""
    settle = settle_by_search(MINI, RULES)
    return Atlas.of(MINI, RULES, [settle(order, None) for order in Ranking.of(MINI).orders()])


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the atlas be asked about the few orders of the small deck, too."""
    monkeypatch.setattr(optima_module, "FEW_WORLDS", 0)


def _advisor(optima: Optima) -> Advisor:
    return Advisor(MINI, RULES, SIGHT, threads=1, optima=optima)


def _none() -> Optima:
    return Optima(MINI, RULES, look=False)


def _begun(first: str, entrance: int | None = None) -> Record:
    return Record(MINI.name, (first, "?", "?", "C"), entrance, (), RULES)


@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
def test_the_bound_at_the_entrance_is_the_mean_of_the_atlas(
    atlas: Atlas, objective: Objective
) -> None:
    known = Knowledge.of(MINI, ("3A",))
    best = [atlas.points(atlas.ranking.rank(world.order)) for world in known.worlds]
    worth = [0 if points is None else objective.worth(points) for points in best]
    with _advisor(Optima(MINI, RULES, atlas)) as advisor:
        record = _begun("3A")
        position = advisor.position(record, known)
        assert position is not None
        found = advisor.decide(position, known, objective, advisor.oracles.work)
        assert found.upper == sum(worth)
        found.open()
        assert found.upper <= sum(worth)


@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
@pytest.mark.parametrize("settled", [1.0, 0.5])
def test_answers_are_the_same_with_and_without(
    atlas: Atlas, objective: Objective, settled: float
) -> None:
    values = atlas.values.copy()
    values[np.random.default_rng(5).random(len(values)) >= settled] = UNSETTLED
    known = Atlas(atlas.key, atlas.ranking, values.tobytes())
    for first in ("1A", "2B", "3A"):
        with (
            _advisor(Optima(MINI, RULES, known)) as one,
            _advisor(_none()) as other,
        ):
            with_atlas = one.advise(_begun(first), objective=objective)
            without = other.advise(_begun(first), objective=objective)
        assert with_atlas.value.exact is not None
        assert with_atlas.value == without.value
        assert without.from_atlas == 0
        assert 0 < with_atlas.from_atlas <= with_atlas.worlds == 8
        assert (with_atlas.from_atlas == 8) == (settled == 1.0)


def test_a_deal_that_is_not_settled_has_no_value() -> None:
    deals = Ranking.of(MINI).deals
    values = np.full(deals, UNSETTLED, dtype=np.uint8)
    values[::3], values[1::3] = 7, IMPOSSIBLE
    known = Knowledge.of(MINI, ("1A",))
    found = Optima(MINI, RULES, Atlas.of(MINI, RULES, values.tolist()))
    ranks = [Ranking.of(MINI).rank(world.order) for world in known.worlds]
    for objective, settled in ((Objective(), 7), (Objective(0), 1), (Objective(8), 0)):
        most = objective.worth(30)
        wanted = [(settled, 0, most)[rank % 3] for rank in ranks]
        assert found.limits(known, objective, most).tolist() == wanted
    assert found.settled(known) == sum(rank % 3 < 2 for rank in ranks)


def test_other_decks_and_rules_are_refused(atlas: Atlas) -> None:
    with pytest.raises(ValueError, match="other rules"):
        Optima(MINI, replace(RULES, difficulty=Difficulty.DIFFICULT), atlas)
    with pytest.raises(ValueError, match="another deck"):
        Optima(load_deck("pinewood"), RULES, atlas)


def test_deals_of_fewer_cards_are_in_no_atlas(atlas: Atlas) -> None:
    known = Knowledge.of(MINI, ("1A",), cards=2)
    found = Optima(MINI, RULES, atlas)
    assert found.settled(known) == 0
    assert set(found.limits(known, Objective(), 30).tolist()) == {30}


def test_an_atlas_bounds_what_is_not_followed(
    atlas: Atlas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bolets_solver.advise.advisor.MOST_WORLDS", 4)
    with _advisor(Optima(MINI, RULES, atlas)) as advisor:
        informed = advisor.advise(_begun("1A"), sample=4)
    with _advisor(_none()) as advisor:
        uninformed = advisor.advise(_begun("1A"), sample=4)
        monkeypatch.undo()
        exact = advisor.advise(_begun("1A")).value.exact
    assert exact is not None
    assert (informed.status, informed.from_atlas) == ("estimate", 8)
    assert informed.value.lower == 0
    assert exact <= informed.value.upper <= uninformed.value.upper
    assert informed.hindsight is not None
    assert informed.hindsight.mean <= uninformed.value.upper
