"""``bolets solve``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.cli.text.solution_text import solution_text
from bolets_solver.errors import InternalError
from bolets_solver.optimize.solution import Solution
from bolets_solver.work.limits import Reason, Status
from tests.cli.running import answer_of, run, run_json
from tests.cli.small_decks import CLOSED_COTTAGE, COTTAGE, MEADOW, deck_text

pytestmark = pytest.mark.jit_off

FACES = {"1A": MEADOW, "2A": "##+##\n#...#\n+.h.+\n#..m#\n##+##\n"}
OPEN = deck_text(FACES | {"C": COTTAGE})
CLOSED = deck_text(FACES | {"C": CLOSED_COTTAGE})
KEYS = [
    "format",
    "deck",
    "order",
    "rules",
    "status",
    "points",
    "bound",
    "lives",
    "crows",
    "record",
    "engine",
    "seconds",
]
MINI = ("--deck", "mini")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: a deck that can be won, and one whose cottage cannot be entered."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOLETS_CACHE_DIR", str(tmp_path / "tables"))
    (tmp_path / "small.toml").write_text(OPEN, encoding="utf-8")
    (tmp_path / "closed.toml").write_text(CLOSED, encoding="utf-8")
    return tmp_path


def untimed(value: dict[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key != "seconds"}


def test_json_to_the_letter(folder: Path) -> None:
    value = run_json("solve", "1A", "2B", "C", "--json", *MINI)
    assert list(value) == KEYS
    assert value["format"] == "bolets-solution/1"
    assert value["deck"] == "mini"
    assert value["order"] == ["1A", "2B", "C"]
    assert value["rules"] == {
        "difficulty": "regular",
        "red_timing": "update",
        "crow_loss": "each",
        "crow_scope": "traced",
        "blocked_counts": "mushrooms",
    }
    assert value["status"] == "optimal"
    assert value["engine"] == "search"
    assert value["points"] == value["bound"]
    assert set(value["record"]) == {"entrance", "steps"}
    assert value["seconds"] >= 0
    verdict = run_json("check", "-", "--json", stdin=json.dumps(value))
    assert (verdict["legal"], verdict["won"]) == (True, True)
    assert [verdict[key] for key in ("points", "lives", "crows")] == [
        value[key] for key in ("points", "lives", "crows")
    ]


@pytest.mark.parametrize("order", [["1a", "2b"], ["1A,2B;C"], ["1a, 2b c"], ["1A 2B", "C"]])
def test_an_order_may_be_spelled_in_many_ways(order: list[str]) -> None:
    plain = run_json("solve", "1A", "2B", "C", "--json", *MINI)
    assert untimed(run_json("solve", *order, "--json", *MINI)) == untimed(plain)


def test_entrances_make_up_the_optimum() -> None:
    best = run_json("solve", "1A", "2B", "--json", *MINI)
    points = []
    for door in range(1, len(load_deck("mini").face("1A").doors) + 1):
        result = run("solve", "1A", "2B", "--json", "--entrance", str(door), *MINI)
        value = json.loads(result.stdout)
        assert result.exit_code == (1 if value["status"] == "impossible" else 0)
        if value["record"] is not None:
            assert value["record"]["entrance"] == door
            points.append(value["points"])
    assert max(points) == best["points"]


def test_a_code_stands_for_an_order() -> None:
    code = run("code", "1A", "2B", "--entrance", "1", *MINI).stdout.strip()
    plain = run("solve", "1A", "2B", "--entrance", "1", "--json", *MINI)
    by_code = run("solve", code, "--json")
    assert untimed(json.loads(by_code.stdout)) == untimed(json.loads(plain.stdout))
    other = run("solve", code, "--entrance", "4", "--json")
    assert json.loads(other.stdout)["record"]["entrance"] == 4
    wrong = run("solve", code, "--entrance", "0")
    assert (wrong.exit_code, wrong.stdout) == (2, "")


def test_difficulty_and_switches() -> None:
    regular = run_json("solve", "1A", "2B", "--json", *MINI)
    options = ("--difficulty", "Difficult", "--rules", "crow_loss=every, red_timing = trace")
    result = run("solve", "1A", "2B", "--json", *MINI, *options)
    value = json.loads(result.stdout)
    assert value["rules"] == regular["rules"] | {
        "difficulty": "difficult",
        "crow_loss": "every",
        "red_timing": "trace",
    }
    assert value["points"] is None or not any(" Y " in s for s in value["record"]["steps"])


def test_easy_warns_of_faces_without_one_rock() -> None:
    value = run_json("solve", "1A", "2B", "--json", "--difficulty", "easy", *MINI)
    assert list(value) == [*KEYS, "warnings"]
    (warning,) = value["warnings"]
    assert "2B" in warning
    text = run("solve", "1A", "2B", "--difficulty", "easy", *MINI)
    assert f"warning: {warning}" in text.stderr


def test_impossible() -> None:
    result = run("solve", "1A", "2A", "--json", "--deck", "closed.toml")
    assert result.exit_code == 1
    value = json.loads(result.stdout)
    assert list(value) == [*KEYS, "stuck"]
    assert (value["status"], value["stuck"]) == ("impossible", "2A")
    assert {value[key] for key in ("points", "bound", "lives", "crows", "record")} == {None}
    text = run("solve", "1A", "2A", "--deck", "closed.toml", "-o", "game.bolets")
    assert text.exit_code == 1
    assert answer_of(text).startswith("impossible: no game of this deal can be won (proven)\n")
    assert "2A" in answer_of(text).splitlines()[1]
    assert not Path("game.bolets").exists()
    assert "no record was written" in text.stderr


def test_text() -> None:
    value = run_json("solve", "1A", "2A", "--json", "--deck", "small.toml")
    result = run("solve", "1A", "2A", "--deck", "small.toml")
    assert result.exit_code == 0
    assert result.stdout.isascii()
    lines = answer_of(result).splitlines()
    lives, crows = value["lives"], value["crows"]
    assert lines[0] == f"optimal: 2 points, {lives} lives, crow marker {crows}"
    assert lines[1].startswith("bound 2: no game of this deal scores more")
    assert lines[2] == "tier 1 of 4: hardly a taste"
    record = Record.parse("\n".join(lines[4 : lines.index("", 4)]))
    assert (record.deck, record.order) == ("small.toml", ("1A", "2A", "C"))
    assert record.as_solution_json() == value["record"]
    assert [line.split()[:2] for line in lines if line.startswith("  ")][:2] == [
        ["1A", "1"],
        ["2A", "1"],
    ]
    assert any(".C" in line for line in lines)
    by_door = run("solve", "1A", "2A", "--deck", "small.toml", "--entrance", "2")
    assert "no game by entrance 2 scores more" in by_door.stdout


@pytest.mark.parametrize("bound", [1, None])
def test_a_bound_below_the_game_is_an_internal_error(bound: int | None) -> None:
    value = run_json("solve", "1A", "2A", "--json", "--deck", "small.toml")
    deal, record = _deal_and_record(value)
    figures = (2, bound, 4, 0)
    with pytest.raises(InternalError, match="excludes the game that was found, of 2 points"):
        Solution(deal, record.rules, Status.FEASIBLE, *figures, record, "search", 1.0)


def test_words_for_what_is_not_proven() -> None:
    value = run_json("solve", "1A", "2A", "--json", "--deck", "small.toml")
    deal, record = _deal_and_record(value)
    found = Solution(
        deal=deal,
        rules=record.rules,
        status=Status.FEASIBLE,
        points=2,
        bound=9,
        lives=4,
        crows=0,
        record=record,
        engine="search",
        seconds=1.0,
        reason=Reason.TIME,
    )
    _, *lines = solution_text(found, "small.toml").splitlines()
    assert lines[0] == "feasible: best so far 2 points, 4 lives, crow marker 0 (time limit)"
    assert lines[1].startswith("bound 9: no game of this deal scores more than 9 points")
    assert lines[1].endswith("gap 7")
    assert "\x1b" not in "\n".join(lines)
    assert "\x1b[" in solution_text(found, "small.toml", colour=True)


def _deal_and_record(value: dict[str, Any]) -> tuple[Any, Record]:
    from bolets_solver.bolets.files.game_file import parse_game

    game = parse_game(json.dumps(value))
    return game.deal(game.deck()), game.record


def test_a_record_is_written_and_an_earlier_one_replaced() -> None:
    for _ in range(2):
        result = run("solve", "1A", "2A", "--deck", "small.toml", "-o", "game.bolets")
        assert result.exit_code == 0
        assert answer_of(result).startswith("optimal")
        assert "record written to game.bolets" in result.stderr
        assert run_json("check", "game.bolets", "--json")["won"] is True


def test_a_written_record_finds_its_deck(folder: Path) -> None:
    (folder / "games").mkdir()
    result = run("solve", "1A", "2A", "--deck", "small.toml", "-o", "games/one.bolets", "--json")
    assert json.loads(result.stdout)["deck"] == "small.toml"
    assert "deck: ../small.toml\n" in Path("games/one.bolets").read_text(encoding="utf-8")
    assert run_json("check", "games/one.bolets", "--json")["legal"] is True
    (folder / "games" / "own.toml").write_text(OPEN, encoding="utf-8")
    run("solve", "1A", "2A", "--deck", "games/own.toml", "-o", "games/two.bolets")
    assert "deck: ./own.toml\n" in Path("games/two.bolets").read_text(encoding="utf-8")
    assert run_json("check", "games/two.bolets", "--json")["legal"] is True


def test_the_record_alone_on_standard_output() -> None:
    result = run("solve", "1A", "2A", "--deck", "small.toml", "-o", "-")
    assert result.exit_code == 0
    assert Record.parse(result.stdout).format() == result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ["the order is missing"]),
        (("",), ["has no card"]),
        (("C",), ["has no card"]),
        (
            ("9A", "1A", "1A", "C", "2A"),
            ["no face '9A'", "card 1 occurs twice", "must be the last card"],
        ),
        (("1A", "--entrance", "0"), ["no door 0"]),
        (("1A", "--entrance", "5"), ["no door 5; its doors are 1 to 4"]),
        (("1A", "--entrance", "x"), ["x"]),
        (("1A", "--deck", "nope"), ["no deck 'nope'"]),
        (("1A", "--deck", "./none.toml"), ["no such deck file"]),
        (("9A", "--rules", "x=1", "-o", "."), ["no face '9A'", "no setting 'x'", "is a folder"]),
        (("1A", "--rules", "red_timing=now"), ["'now' is not a value"]),
        (("1A", "--difficulty", "hard"), ["hard"]),
        (("1A", "--time-limit", "0"), ["0"]),
        (("1A", "--time-limit", "nan"), ["nan"]),
        (("1A", "--memory-limit", "-5"), ["-5"]),
        (("1A", "-o", "small.toml"), ["is not an unchanged record", "not overwritten"]),
        (("1A", "-o", "no/such/folder.bolets"), ["there is no folder"]),
        (("1A", "-o", "-", "--json"), ["both print to standard output"]),
        (("1A", "--orders", "orders.txt"), ["not both", "no such file"]),
        (("--orders", "small.toml", "-o", "x.bolets"), ["writes one record"]),
        (("--orders", "no.txt"), ["no such file"]),
    ],
)
def test_bad_input(arguments: tuple[str, ...], words: list[str]) -> None:
    deck = () if "--deck" in arguments else ("--deck", "small.toml")
    before = Path("small.toml").read_bytes()
    result = run("solve", *arguments, *deck)
    assert (result.exit_code, result.stdout) == (2, "")
    for word in words:
        assert word in result.stderr
    assert Path("small.toml").read_bytes() == before


def test_a_deck_that_a_record_cannot_name(folder: Path) -> None:
    (folder / "my #1.toml").write_text(OPEN, encoding="utf-8")
    result = run("solve", "1A", "2A", "--deck", "my #1.toml", "-o", "game.bolets")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "rename the file" in result.stderr
    assert run("solve", "1A", "2A", "--deck", "my #1.toml").exit_code == 0


def test_many_orders_from_a_file(folder: Path) -> None:
    text = "\ufeff# my deals\r\n1a 2b\r\n\r\n2B,1B ; c  # the second\r\n1A 2B"
    (folder / "orders.txt").write_bytes(text.encode())
    result = run("solve", "--orders", "orders.txt", *MINI)
    assert result.exit_code == 0
    values = [json.loads(line) for line in result.stdout.splitlines()]
    orders = [["1A", "2B", "C"], ["2B", "1B", "C"], ["1A", "2B", "C"]]
    assert [value["order"] for value in values] == orders
    assert untimed(values[0]) == untimed(values[2])
    for order, value in zip(orders, values, strict=True):
        alone = run("solve", *order, "--json", *MINI)
        assert untimed(json.loads(alone.stdout)) == untimed(value)
    assert "3 optimal" in result.stderr


def test_codes_among_many_orders(folder: Path) -> None:
    """A line's code brings its own deck, rules and entrance; the command line overrides them."""
    switched = ("--rules", "crow_loss=every", "--entrance", "4")
    code = run("code", "1A", "2B", *switched, *MINI).stdout.strip()
    (folder / "orders.txt").write_text(f"1A 2B\n{code}  # a code\n", encoding="utf-8")
    asked = ("solve", "--orders", "orders.txt")
    plain, coded = map(json.loads, run(*asked, *MINI).stdout.splitlines())
    assert untimed(plain) == untimed(run_json("solve", "1A", "2B", *MINI, "--json"))
    assert untimed(coded) == untimed(run_json("solve", code, "--json"))
    assert coded["rules"]["crow_loss"] == "every"
    assert coded["record"]["entrance"] == 4
    (folder / "orders.txt").write_text(f"{code}\n", encoding="utf-8")
    (line,) = map(json.loads, run(*asked, "--rules", "crow_loss=each").stdout.splitlines())
    assert (line["deck"], line["rules"]["crow_loss"]) == ("mini", "each")
    (folder / "orders.txt").write_text(f"1A\n{code}0\n{code} 1A\n", encoding="utf-8")
    result = run(*asked)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "orders.txt:2: " in result.stderr
    assert "orders.txt:3: " in result.stderr
    other = run(*asked, "--deck", "small.toml")
    assert "another deck" in other.stderr or "mistyped" in other.stderr


@pytest.mark.parametrize("arguments", [("-",), ("--orders", "-")])
def test_many_orders_from_standard_input(arguments: tuple[str, ...]) -> None:
    lines = "1A 2A\n2A 1A\n2A\n"
    result = run("solve", *arguments, "--deck", "small.toml", stdin=lines)
    assert [json.loads(line)["order"] for line in result.stdout.splitlines()] == [
        ["1A", "2A", "C"],
        ["2A", "1A", "C"],
        ["2A", "C"],
    ]
    dealt = run("deal", "--deck", "small.toml").stdout
    assert run("solve", *arguments, "--deck", "small.toml", stdin=dealt).exit_code == 0


def test_the_exit_code_of_many_orders_is_the_highest() -> None:
    result = run("solve", "-", "--deck", "closed.toml", stdin="1A 2A\n1A\n")
    statuses = [json.loads(line)["status"] for line in result.stdout.splitlines()]
    assert statuses == ["impossible", "impossible"]
    assert result.exit_code == 1


def test_all_lines_are_checked_before_the_first_is_solved(folder: Path) -> None:
    text = "1A 2A\n9Z\n# fine\n1A 1A\n2A C 1A\n"
    (folder / "orders.txt").write_text(text, encoding="utf-8")
    result = run("solve", "--orders", "orders.txt", "--deck", "small.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert [line.split(": ")[1] for line in lines] == [
        "orders.txt:2",
        "orders.txt:4",
        "orders.txt:5",
    ]


@pytest.mark.parametrize(
    "data", [b"", b"# nothing\n", b"\xff\xfe1\0", b"1A \xe9\n", b"1A\0\n", b"x\n" * 3000]
)
def test_files_that_hold_no_orders(folder: Path, data: bytes) -> None:
    (folder / "orders.txt").write_bytes(data)
    result = run("solve", "--orders", "orders.txt", "--deck", "small.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert 1 <= len(result.stderr.splitlines()) < 60
    assert all(line.startswith("error: orders.txt") for line in result.stderr.splitlines())


def test_a_limit_is_obeyed_by_each_order() -> None:
    result = run("solve", "-", "--time-limit", "1e-6", *MINI, stdin="1A 2B\n2B 1A\n")
    assert result.exit_code == 3
    values = [json.loads(line) for line in result.stdout.splitlines()]
    assert [value["status"] for value in values] == ["unknown", "unknown"]
    assert all(value["bound"] > 0 for value in values)
    assert all(value["record"] is value["points"] is None for value in values)
    assert "2 unknown" in result.stderr
    text = run("solve", "1A", "2B", "--time-limit", "1e-6", *MINI)
    assert text.exit_code == 3
    assert answer_of(text).startswith("unknown: no game of this deal found so far (time limit)\n")


def test_a_memory_limit() -> None:
    result = run("solve", "1A", "2B", "--memory-limit", "1", *MINI)
    assert result.exit_code == 3
    assert "(memory limit)" in result.stdout
