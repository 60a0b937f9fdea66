"""The tables on disk: they cause no error and no other answer."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from bolets_solver.bolets.cards.tile_kinds import TILE_KINDS
from bolets_solver.bolets.rules import RedTiming, Rules
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables import table_store
from bolets_solver.optimize.tables.table_store import (
    CACHE_VARIABLE,
    TableStore,
    default_folder,
    pack,
    unpack,
)
from bolets_solver.study.decks.generate import generate_deck, random_deal
from bolets_solver.study.decks.profile import MINI
from bolets_solver.work.limits import Work

DEAL = random_deal(generate_deck(MINI, 3), 5)


def answer(store: TableStore, rules: Rules | None = None) -> tuple[object, ...]:
    solution = solve(DEAL, rules, store=store)
    return solution.status, solution.points, solution.bound, str(solution.record)


@pytest.fixture(scope="module")
def without_disk() -> tuple[object, ...]:
    return answer(TableStore(None))


def test_second_run_reads_what_the_first_wrote(tmp_path: Path, without_disk: object) -> None:
    first, second = TableStore(tmp_path), TableStore(tmp_path)
    assert answer(first) == answer(second) == without_disk
    assert (first.built, first.loaded) == (3, 0)
    assert (second.built, second.loaded) == (0, 3)


def test_packing_is_undone_by_unpacking() -> None:
    pair = TableStore(None).pair(DEAL.faces[0], DEAL.faces[1], Rules(), 8, Work())
    again = unpack(pack(pair, "a.tables"), "a.tables")
    with pytest.raises(ValueError, match="no file of tables"):
        unpack(pack(pair, "a.tables"), "b.tables")
    for one, other in zip(pair, again, strict=True):
        assert one.effects == other.effects
        assert one.steps == other.steps
        for name in ("placements", "groups", "members", "crow_sets", "set_at", "chain"):
            left, right = getattr(one, name), getattr(other, name)
            assert left.shape == right.shape
            assert (left == right).all()


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "foreign", "longer"])
def test_damaged_files_are_enumerated_anew(
    tmp_path: Path, damage: str, without_disk: object
) -> None:
    answer(TableStore(tmp_path))
    for path in tmp_path.iterdir():
        data = path.read_bytes()
        middle = len(data) // 2
        flipped = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
        path.write_bytes(
            {
                "empty": b"",
                "cut": data[:middle],
                "flipped": flipped,
                "foreign": b"something else entirely",
                "longer": data + b"12345678",
            }[damage]
        )
    store = TableStore(tmp_path)
    assert answer(store) == without_disk
    assert store.loaded == 0


def test_good_files_in_each_others_place_are_enumerated_anew(
    tmp_path: Path, without_disk: object
) -> None:
    answer(TableStore(tmp_path))
    files = sorted(tmp_path.iterdir())
    contents = [file.read_bytes() for file in files]
    for file, content in zip(files, contents[1:] + contents[:1], strict=True):
        file.write_bytes(content)
    store = TableStore(tmp_path)
    assert answer(store) == without_disk
    assert (store.built, store.loaded) == (3, 0)
    assert [file.read_bytes() for file in files] == contents


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, without_disk: object) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("a file where a folder should be")
    assert answer(TableStore(in_the_way / "tables")) == without_disk
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert answer(TableStore(closed)) == without_disk
    finally:
        closed.chmod(stat.S_IRWXU)


def test_rules_that_change_traces_have_tables_of_their_own(tmp_path: Path) -> None:
    answer(TableStore(tmp_path))
    in_trace = Rules(red_timing=RedTiming.TRACE)
    store = TableStore(tmp_path)
    assert answer(store, in_trace) == answer(TableStore(None), in_trace)
    assert store.loaded == 0


def test_a_kind_of_tile_that_is_worth_something_else_makes_other_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(TableStore(tmp_path))
    kinds = tuple(replace(kind, points=2 * kind.points) for kind in TILE_KINDS)
    monkeypatch.setattr(table_store, "TILE_KINDS", kinds)
    store = TableStore(tmp_path)
    answer(store)
    assert (store.built, store.loaded) == (3, 0)


def test_faces_are_distinguished_by_content_not_by_name(tmp_path: Path) -> None:
    answer(TableStore(tmp_path))
    other = random_deal(generate_deck(MINI, 4), 5)
    store = TableStore(tmp_path)
    expected = solve(other, store=TableStore(None))
    found = solve(other, store=store)
    assert (found.status, found.points) == (expected.status, expected.points)
    assert store.loaded == 0


def test_history_of_a_store_does_not_change_the_record() -> None:
    """Effects are numbered as they are met; the search must not depend on the numbers."""
    store = TableStore(None)
    for seed in range(4):
        solve(random_deal(generate_deck(MINI, seed), seed), store=store)
    assert answer(store) == answer(TableStore(None))


def test_environment_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    assert default_folder() == tmp_path
    monkeypatch.setenv(CACHE_VARIABLE, "")
    assert default_folder() is None
    monkeypatch.delenv(CACHE_VARIABLE)
    folder = default_folder()
    assert folder is not None
    assert "bolets-solver" in os.fspath(folder)
