"""The log of played games."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.optimize.search.solver import solve
from bolets_solver.study.games.game_log import PlayKind, add_game, read_log

DAY = date(2026, 1, 31)


def game(order: str) -> tuple[Record, Verdict]:
    deal = Deal.of(load_deck("mini"), order)
    record = solve(deal).record
    assert record is not None
    return record, replay(deal, record, Rules())


def test_first_plays_and_replays_are_distinguished(tmp_path: Path) -> None:
    name = str(tmp_path / "log.txt")
    one, other = game("1A 2A"), game("2A 1A")
    for record, verdict in (one, one, other, one):
        add_game(name, record, verdict, DAY, None)
    add_game(name, *other, DAY, PlayKind.FIRST)
    games = read_log(name)
    assert [str(found.kind) for found in games] == ["first", "replay", "first", "replay", "first"]
    assert [found.record for found in games] == [one[0], one[0], other[0], one[0], other[0]]
    assert {found.day for found in games} == {DAY}
    assert games[0].points == one[1].points


def test_what_the_owner_wrote_stays(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    played = game("1A 2A")
    for own in (b"\xef\xbb\xbfbolets-log/1\r\n# my games\r\n", b"Bolets-Log/1  # mine", b"\n"):
        path.write_bytes(own)
        for count in (1, 2):
            add_game(str(path), *played, DAY, None)
            assert path.read_bytes().startswith(own)
            assert len(read_log(str(path))) == count
        assert (path.read_bytes().count(b"\n") == path.read_bytes().count(b"\r\n")) == (
            b"\r\n" in own
        )


def test_games_added_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    name = str(tmp_path / "log.txt")
    played = game("1A 2A")
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: add_game(name, *played, DAY, None), range(40)))
    kinds = [str(found.kind) for found in read_log(name)]
    assert kinds == ["first"] + ["replay"] * 39


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes")
def test_a_disk_that_is_full_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    import resource

    name = tmp_path / "log.txt"
    played = game("1A 2A")
    add_game(str(name), *played, DAY, None)
    before = name.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, hard))
    try:
        with pytest.raises(InputError, match="cannot be written"):
            add_game(str(name), *played, DAY, None)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert name.read_bytes() == before


def test_an_unfinished_game(tmp_path: Path) -> None:
    name = str(tmp_path / "log.txt")
    record, _ = game("1A 2A")
    begun = Record(record.deck, record.order, record.entrance, record.turns[:1], record.rules)
    deal = Deal.of(load_deck("mini"), "1A 2A")
    add_game(name, begun, replay(deal, begun, Rules()), DAY, None)
    assert (read_log(name)[0].won, read_log(name)[0].points) == (None, None)


def test_an_empty_file_holds_no_game(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text("\n", "utf-8")
    assert read_log(str(path)) == []


def test_all_defects_are_reported_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text(
        "bolets-log/1\nwhat is this\n== 2026-02-30 first won 3\nbolets-record/1\norder: 1A\n"
        "== yesterday\n== 2026-01-01 first lost\nbolets-record/1\norder: 1A\n1A somewhere\n",
        "utf-8",
    )
    with pytest.raises(InputError) as raised:
        read_log(str(path))
    assert [defect.line for defect in raised.value.defects] == [2, 3, 6, 10]


def test_another_file_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,\n", "utf-8")
    with pytest.raises(InputError, match="a log begins with"):
        add_game(str(path), *game("1A 2A"), DAY, None)
    assert path.read_text("utf-8") == "Dear Ann,\n"
