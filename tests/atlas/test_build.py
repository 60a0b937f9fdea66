"""Building: however a run ends, no settled deal is lost or counted twice."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from bolets_solver.atlas.build import BuildProgress, build
from bolets_solver.atlas.ranking import Ranking
from bolets_solver.atlas.shards import ShardFolder
from bolets_solver.atlas.values import UNSETTLED, Atlas
from bolets_solver.atlas.worker import Job, MakeSettle, settle_shard
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError, InternalError
from bolets_solver.work.limits import Limits, Reason, Work
from tests.atlas import fakes

RULES = Rules()


@pytest.fixture
def deck() -> Deck:
    """Three cards of the shipped deck: 48 deals."""
    pinewood = load_deck("pinewood")
    names = ["1A", "1B", "2A", "2B", "3A", "3B", "C"]
    return Deck("three", "Three", pinewood.border, {name: pinewood.faces[name] for name in names})


def opened(path: Path, deck: Deck) -> ShardFolder:
    return ShardFolder.open(path, deck, RULES, deals=8)


def run(
    path: Path, deck: Deck, make: MakeSettle, seconds: float | None = None, processes: int = 1
) -> BuildProgress:
    folder = opened(path, deck)
    with Work(Limits(seconds=seconds)) as work:
        return build(folder, Job(str(path), deck, RULES, make), work, processes)


def right(atlas: Atlas) -> bool:
    wanted = [fakes.value_of(order) for order in atlas.ranking.orders()]
    return atlas.values.tolist() == wanted


def test_all_deals_are_settled_by_two_processes(tmp_path: Path, deck: Deck) -> None:
    standing = run(tmp_path / "a", deck, fakes.quick, processes=2)
    assert (standing.deals, standing.settled, standing.now) == (48, 48, 48)
    assert (standing.shards, standing.shards_done, standing.reason) == (6, 6, None)
    assert right(opened(tmp_path / "a", deck).atlas())


def test_what_is_there_is_not_settled_again(tmp_path: Path, deck: Deck) -> None:
    run(tmp_path, deck, fakes.quick)
    again = run(tmp_path, deck, fakes.wrong)  # would fail if it were asked anything
    assert (again.settled, again.now) == (48, 0)


def damage_cut(data: bytes) -> bytes:
    return data[:-3]


def damage_value(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def damage_head(data: bytes) -> bytes:
    return data.replace(b'"first": ', b'"first": 1', 1)


def damage_all(data: bytes) -> bytes:
    return b"[" * 100_000


@pytest.mark.parametrize("damage", [damage_cut, damage_value, damage_head, damage_all])
def test_a_damaged_shard_is_settled_anew(tmp_path: Path, deck: Deck, damage: object) -> None:
    run(tmp_path, deck, fakes.quick)
    folder = opened(tmp_path, deck)
    file = folder.file(folder.shards[2])
    assert callable(damage)
    file.write_bytes(damage(file.read_bytes()))
    assert [shard.number for shard in folder.missing()] == [2]
    again = run(tmp_path, deck, fakes.quick)
    assert (again.settled, again.now) == (48, 8)
    assert right(folder.atlas())


def test_a_limit_keeps_what_is_settled(tmp_path: Path, deck: Deck) -> None:
    for seconds in (1.5, 8, 18):  # the processes may start slowly
        first = run(tmp_path, deck, fakes.slow, seconds=seconds)
        if first.settled:
            break
    assert first.reason is Reason.TIME
    kept = opened(tmp_path, deck).atlas()
    assert 0 < kept.settled == first.settled < 48
    second = run(tmp_path, deck, fakes.quick)
    assert second.now == 48 - first.settled
    assert right(opened(tmp_path, deck).atlas())


def test_a_stop_within_a_shard_writes_the_deals_done(tmp_path: Path, deck: Deck) -> None:
    folder = opened(tmp_path, deck)
    asked: list[object] = []

    def settle(order: tuple[str, ...], states: int | None) -> int:
        asked.append(order)
        return fakes.value_of(order)

    done = settle_shard(folder, folder.shards[0], settle, None, lambda: len(asked) == 3)
    assert (done.settled, done.unsettled) == (3, 5)
    values = folder.read(folder.shards[0])
    assert values is not None
    assert np.count_nonzero(values != UNSETTLED) == 3
    done = settle_shard(folder, folder.shards[0], settle, None)
    assert (done.settled, done.unsettled, len(asked)) == (5, 0, 8)


def test_hard_deals_are_put_aside_and_taken_up_at_the_end(tmp_path: Path, deck: Deck) -> None:
    standing = run(tmp_path, deck, fakes.hard_deals)
    assert standing.settled == standing.now == 48
    assert standing.shards_done == standing.shards
    assert right(opened(tmp_path, deck).atlas())


def test_a_killed_process_loses_only_its_shard_which_is_done_again(
    tmp_path: Path, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOLETS_TEST_MARK", str(tmp_path / "mark"))
    standing = run(tmp_path / "a", deck, fakes.killed_once, processes=2)
    assert (tmp_path / "mark").exists()
    assert (standing.settled, standing.now, standing.lost) == (48, 48, [])
    assert right(opened(tmp_path / "a", deck).atlas())


def test_a_shard_that_kills_every_process_is_listed(tmp_path: Path, deck: Deck) -> None:
    folder = opened(tmp_path, deck)
    with Work() as work:
        job = Job(str(tmp_path), deck, RULES, fakes.killed_always)
        standing = build(folder, job, work, 2, efforts=[None])
    assert standing.settled == 40
    assert len(standing.lost) == 1
    assert [shard.ending for shard in folder.missing()] == [("2A", "C")]


def test_an_error_of_the_search_is_reported(tmp_path: Path, deck: Deck) -> None:
    with pytest.raises(InternalError, match="the engines differ"):
        run(tmp_path, deck, fakes.wrong)


def test_a_shard_that_cannot_be_written_is_reported(tmp_path: Path, deck: Deck) -> None:
    folder = opened(tmp_path, deck)
    folder.file(folder.shards[3]).mkdir()
    with pytest.raises(InputError, match=r"00003\.shard: cannot be written"):
        run(tmp_path, deck, fakes.quick)


def test_ctrl_c_ends_the_run_and_keeps_the_rest(tmp_path: Path, deck: Deck) -> None:
    folder = opened(tmp_path, deck)
    with Work() as work:
        timer = threading.Timer(1.5, work.stop, [Reason.INTERRUPT])
        timer.start()
        standing = build(folder, Job(str(tmp_path), deck, RULES, fakes.slow), work, 1)
        timer.cancel()
    assert standing.reason is Reason.INTERRUPT
    assert folder.atlas().settled == standing.settled < 48


def test_a_folder_of_another_deck_or_other_rules_is_refused(tmp_path: Path, deck: Deck) -> None:
    opened(tmp_path, deck)
    with pytest.raises(InputError, match="rules"):
        ShardFolder.open(tmp_path, deck, Rules.parse(["crow_loss=every"]))
    with pytest.raises(InputError, match="deck_sha256"):
        ShardFolder.open(tmp_path, load_deck("pinewood"), RULES)


def test_a_folder_with_other_files_is_refused(tmp_path: Path, deck: Deck) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(InputError, match="other files"):
        opened(tmp_path, deck)


def test_the_deals_of_a_shard_end_alike(tmp_path: Path, deck: Deck) -> None:
    folder = opened(tmp_path, deck)
    assert [rank for shard in folder.shards for rank in shard.ranks] == list(range(48))
    for shard in folder.shards:
        assert len(shard.ranks) <= 8
        assert {folder.ranking.order(rank)[-2:] for rank in shard.ranks} == {shard.ending}


def test_what_an_atlas_knows_is_taken_over(tmp_path: Path, deck: Deck) -> None:
    ranking = Ranking.of(deck)
    known = {rank: fakes.value_of(ranking.order(rank)) for rank in [*range(8), 20, 21]}
    begun = Atlas.of(deck, RULES, (known.get(rank, UNSETTLED) for rank in range(48)))
    folder = opened(tmp_path, deck)
    assert folder.fill(begun) == 10
    assert folder.fill(begun) == 0
    standing = run(tmp_path, deck, fakes.quick)
    assert (standing.settled, standing.now) == (48, 38)
    assert right(folder.atlas())
    assert folder.fill(Atlas.of(deck, RULES, [99] * 48)) == 0
    assert right(folder.atlas())
