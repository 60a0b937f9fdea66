"""The commands of the atlas, on the little deck."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bolets_solver.bolets.files.share_code import SharedDeal
from bolets_solver.cli.shared.solving import DealSolver
from bolets_solver.optimize.solution import Solution
from tests.cli.running import run, run_json
from tests.documents.examples import working_in

ORDER = ("1B", "2A", "3A", "C", "--deck", "mini")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a build of the deck mini, and its atlas where it is found."""
    folder = tmp_path_factory.mktemp("atlas")
    with working_in(folder):
        result = run("atlas", "build", "mini", "-o", "build", "--write", "card_data/mini.atlas")
    assert result.exit_code == 0
    assert result.stdout == "card_data/mini.atlas: 48 of 48 deals proven; complete\n"
    return folder


@pytest.fixture
def here(built: Path) -> Iterator[Path]:
    with working_in(built):
        yield built


def test_rank_agrees_with_solve_on_every_deal(here: Path) -> None:
    shown = run_json("atlas", "show", "--deck", "mini", "--most", "48", "--json")
    assert shown["settled"] == shown["deals"] == 48
    for deal in shown["best"][::5]:
        solved = run_json("solve", *deal["order"], "--deck", "mini", "--json")
        assert (solved["status"], solved["points"]) == ("optimal", deal["points"])
        ranked = run_json("atlas", "rank", *deal["order"], "--deck", "mini", "--json")
        assert (ranked["status"], ranked["points"]) == ("optimal", deal["points"])
        assert ranked["less"] + ranked["same"] + ranked["more"] == 48


def test_rank_in_words(here: Path) -> None:
    assert run("atlas", "rank", *ORDER).stdout.splitlines() == [
        "1B 2A 3A C: 8 points (proven)",
        "of all deals: 0 less, 24 the same, 24 more",
        "better than 0.0 % of all other deals",
    ]


def test_other_rules_have_no_atlas_and_that_is_said(here: Path) -> None:
    result = run("atlas", "rank", *ORDER, "--rules", "crow_loss=every")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no atlas of the deck 'mini' under these rules" in result.stderr


def test_an_order_that_is_no_whole_deal_is_refused(here: Path) -> None:
    result = run("atlas", "rank", "1B", "2A", "--deck", "mini")
    assert result.exit_code == 2
    assert "does not play every card of the deck once" in result.stderr


def test_a_damaged_atlas_is_named(here: Path, tmp_path: Path) -> None:
    data = (here / "card_data/mini.atlas").read_bytes()
    with working_in(tmp_path):
        Path("card_data").mkdir()
        Path("card_data/mini.atlas").write_bytes(data[:-2] + b"zz")
        result = run("atlas", "rank", *ORDER)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "mini.atlas: is damaged" in result.stderr


def test_show_draws_and_lists(here: Path, tmp_path: Path) -> None:
    picture = tmp_path / "h.svg"
    result = run("atlas", "show", "--deck", "mini", "--svg", str(picture))
    assert result.exit_code == 0
    assert "11       24  50.0%" in result.stdout
    assert "48\u202fdeals" in picture.read_text("utf-8") or "48 deals" in picture.read_text("utf-8")


@pytest.mark.parametrize("text", ["1A 2 3", "one two", "", "1 2 3 4"])
def test_compare_wants_card_numbers(here: Path, text: str) -> None:
    result = run("atlas", "compare", text, "3 2 1", "--deck", "mini")
    assert (result.exit_code, result.stdout) == (2, "")


def test_compare_counts_choices_of_sides(here: Path) -> None:
    found = run_json("atlas", "compare", "1 2 3", "3 2 1", "--deck", "mini", "--json")
    assert found["first"] + found["second"] + found["same"] == 8


@pytest.mark.parametrize("sql", ["DROP", "SELECT * FROM read_csv('x')", "SELECT", ""])
def test_a_query_that_cannot_be_answered_is_bad_input(here: Path, sql: str) -> None:
    pytest.importorskip("duckdb")
    result = run("atlas", "query", sql, "--deck", "mini")
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_query_and_its_json(here: Path) -> None:
    pytest.importorskip("duckdb")
    sql = "SELECT status, count(*) AS n FROM deals GROUP BY status"
    assert run("atlas", "query", sql, "--deck", "mini").stdout == "status\tn\noptimal\t48\n"
    found = run_json("atlas", "query", sql, "--deck", "mini", "--json")
    assert found["rows"] == [["optimal", 48]]


def test_parquet_is_not_written_over(here: Path, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    file = str(tmp_path / "mini.parquet")
    assert run("atlas", "query", "--parquet", file, "--deck", "mini").exit_code == 0
    result = run("atlas", "query", "--parquet", file, "--deck", "mini")
    assert (result.exit_code, result.stdout) == (2, "")


def test_verify_names_a_wrong_value(here: Path, tmp_path: Path) -> None:
    """The digest of the wrong value is right: only the second search can notice."""
    import numpy as np

    from bolets_solver.atlas.shards import ShardFolder
    from bolets_solver.bolets.files.deck_library import load_deck
    from bolets_solver.bolets.rules import Rules

    folder = ShardFolder.open(tmp_path / "b", load_deck("mini"), Rules())
    (shard,) = folder.shards
    folder.write(shard, np.full(48, 9, dtype=np.uint8))
    result = run("atlas", "verify", str(tmp_path / "b"), "--deck", "mini", "--sample", "1")
    assert result.exit_code == 1
    assert "the atlas says 9, search says" in result.stderr


def test_verify_reports_which_deal_it_solves(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labels: list[str] = []
    solve = DealSolver.solve

    def noted(self: DealSolver, asked: SharedDeal, label: str = "") -> Solution:
        labels.append(label)
        return solve(self, asked, label)

    monkeypatch.setattr(DealSolver, "solve", noted)
    run("atlas", "verify", "mini", "--sample", "2")
    assert labels == ["deal 1 of 2", "deal 2 of 2"]


def test_verify_names_deals_that_it_did_not_prove(here: Path) -> None:
    result = run(
        "atlas", "verify", "mini", "--sample", "1", "--engine", "cpsat", "--time-limit", "0.001"
    )
    assert result.exit_code == 3
    assert "C: not proven (time limit)" in result.stderr
    assert "not proven within the limits: 1" in result.stdout


def test_verify_names_the_first_damaged_shard(here: Path, tmp_path: Path) -> None:
    build = tmp_path / "b"
    build.mkdir()
    for file in (here / "build").iterdir():
        (build / file.name).write_bytes(file.read_bytes())
    (build / "00000.shard").write_bytes(b"cut")
    result = run("atlas", "verify", str(build), "--deck", "mini", "--sample", "0")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "00000.shard: is damaged" in result.stderr


def test_deals_are_dealt_by_what_the_atlas_says(here: Path) -> None:
    for option, points in (["--par", "8..9"], 8), (["--hardest", "24"], 8), (["--par", "11"], 11):
        for seed in range(3):
            dealt = run_json("deal", "--deck", "mini", *option, "--seed", str(seed), "--json")
            ranked = run_json("atlas", "rank", *dealt["order"], "--deck", "mini", "--json")
            assert dealt["par"] == ranked["points"] == points
    high = run("deal", "--deck", "mini", "--percentile", "50..100", "--seed", "1")
    assert high.exit_code == 0
    assert "par 11, better than 51 % of all deals" in high.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["--par", "9..8"],
        ["--par", "many"],
        ["--par", "9"],
        ["--par", "8", "--hardest", "2"],
        ["--par", "8", "--cards", "2"],
    ],
)
def test_deals_that_cannot_be_dealt(here: Path, options: list[str]) -> None:
    result = run("deal", "--deck", "mini", *options)
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_challenge_is_chosen_as_a_deal_is(here: Path, tmp_path: Path) -> None:
    for options in (["--par", "8"], ["--hardest", "3"], []):
        named = ("--deck", "mini", *options, "--seed", "4")
        chosen, given = tmp_path / "chosen.pdf", tmp_path / "given.pdf"
        assert run("challenge", *named, "-o", str(chosen)).exit_code == 0
        order = run("deal", *named).stdout.split()
        assert run("challenge", *order, "--deck", "mini", "-o", str(given)).exit_code == 0
        assert chosen.read_bytes() == given.read_bytes()


@pytest.mark.parametrize("options", [["--par", "8"], ["--seed", "1"], ["--hardest", "2"]])
def test_a_challenge_is_given_or_chosen_not_both(here: Path, options: list[str]) -> None:
    result = run("challenge", *ORDER, *options, "-o", "sheet.pdf")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "give no ORDER" in result.stderr


def test_solve_and_code_say_how_a_deal_stands(here: Path) -> None:
    solved = run("solve", *ORDER)
    assert "this deal is better than 0 % of all deals" in solved.stdout
    assert "par 8, better than 0 % of all deals" in run("code", *ORDER).stderr
    by_a_door = run("solve", *ORDER, "--entrance", "1")
    assert "of all deals" not in by_a_door.stdout


def test_an_atlas_that_contradicts_the_search_is_an_internal_error(
    here: Path, tmp_path: Path
) -> None:
    from bolets_solver.atlas.atlas_file import write_atlas
    from bolets_solver.atlas.values import Atlas
    from bolets_solver.bolets.files.deck_library import load_deck
    from bolets_solver.bolets.rules import Rules

    with working_in(tmp_path):
        Path("card_data").mkdir()
        write_atlas("card_data/mini.atlas", Atlas.of(load_deck("mini"), Rules(), [9] * 48))
        result = run("solve", *ORDER)
    assert result.exit_code == 4
    assert "the atlas gives 9 points for 1B 2A 3A C, the search proves 8" in result.stderr


def test_build_goes_on_in_its_folder_alone(here: Path) -> None:
    again = run("atlas", "build", "mini", "-o", "build", "--write", "again.atlas")
    assert again.exit_code == 0
    other = run("atlas", "build", "pinewood", "-o", "build")
    assert (other.exit_code, other.stdout) == (2, "")
    taken = run("atlas", "build", "mini", "-o", "build", "--write", "build/build.json")
    assert (taken.exit_code, taken.stdout) == (2, "")
    assert json.loads(Path("build/build.json").read_text("utf-8"))["deck"] == "mini"


def test_the_best_order_is_answered_from_an_atlas(here: Path, tmp_path: Path) -> None:
    asked = ("bonus", "--best-order", "1B", "2A", "3A", "--deck", "mini", "--json")
    answered = run(*asked)
    assert "the atlas of the deck holds the optimum of every order" in answered.stderr
    known = json.loads(answered.stdout)
    searched = run_json(*asked, "--state", str(tmp_path / "state"))
    assert (known["status"], known["solved"]) == ("proven", 6)
    for end in ("highest", "lowest"):
        assert known[end]["points"] == searched[end]["points"]
    assert known["impossible"] == searched["impossible"]


def test_show_takes_the_deck_in_either_way(here: Path) -> None:
    named = run("atlas", "show", "mini")
    assert named.stdout == run("atlas", "show", "--deck", "mini").stdout
    assert "  1A " in named.stdout
    assert "nan" not in named.stdout
    twice = run("atlas", "show", "mini", "--deck", "mini")
    assert (twice.exit_code, twice.stdout) == (2, "")
