"""``bolets play`` from a pipe: actions, undo, quit and resume, the end."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from bolets_solver.bolets.files.deck_library import find_deck, load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.cli.play import table, terminal_game
from bolets_solver.draw.map.text import map_text
from bolets_solver.files.saved_games import Save
from bolets_solver.study.decks.generate import DRAFT, format_deck, generate_deck, random_deal
from bolets_solver.study.games.session import Session, joined, kept_text
from tests.cli.running import read_up_to, run, run_process, typing
from tests.trace.playing import random_game


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


@pytest.fixture(scope="module")
def won() -> Record:
    return Record.parse(run("solve", "1A", "2B", "3A", "--deck", "mini", "-o", "-").stdout)


def play(*arguments: str, lines: list[str]) -> Result:
    return run("play", *arguments, stdin="".join(f"{line}\n" for line in lines))


def saved(folder: Path) -> Record:
    (file,) = folder.glob("*.bolets")
    return Record.parse(file.read_text())


def test_a_game_with_real_cards_is_written_down(won: Record, tmp_path: Path) -> None:
    file = tmp_path / "game.bolets"
    lines = [str(won.entrance), *map(str, won.turns), ""]
    result = play("1A", "2B", "3A", "--deck", "mini", "-o", str(file), lines=lines)
    assert result.exit_code == 0
    assert "tier 1 of 4" in result.stdout or "tier 2 of 4" in result.stdout
    assert "(proven): yours" in result.stdout
    assert Record.parse(file.read_text()) == joined(won)
    assert run("check", str(file)).exit_code == 0
    assert not list((tmp_path / "saves").glob("*.bolets"))


def test_steps_slides_and_bare_headings_are_the_same_game(won: Record, tmp_path: Path) -> None:
    lines = [str(won.entrance)]
    for turn in won.turns:
        lines.append(str(turn.placement))
        for token in turn.tokens:
            text = str(token)
            if text[0] in "NESW" and len(text) > 1:
                lines += [f"{text[0].lower()}1"] * int(text[1:])
            else:
                lines.append(text)
    file = tmp_path / "steps.bolets"
    play("1A", "2B", "3A", "--deck", "mini", "--no-optimum", "-o", str(file), lines=[*lines, ""])
    assert Record.parse(file.read_text()).turns == joined(won).turns


def test_a_game_is_taken_up_where_it_was_left_and_undone_further(won: Record, saves: Path) -> None:
    deal = ("1A", "2B", "3A", "--deck", "mini")
    lines = [str(won.entrance), *map(str, won.turns[:-1]), str(won.turns[-1].placement)]
    assert "the game is saved" in play(*deal, lines=lines).stdout
    kept = saved(saves)
    assert kept.turns[:-1] == won.turns[:-1]
    result = play(*deal, lines=["undo 999", "redo 999", "undo", "undo", "quit"])
    assert "resuming the saved game" in result.stderr
    assert saved(saves).turns == (
        *won.turns[:-2],
        saved(saves).turns[-1],
    )
    assert saved(saves).turns[-1].tokens == won.turns[-2].tokens[:-1]
    play(*deal, "--new", lines=["1"])
    assert saved(saves).turns == ()
    assert saved(saves).entrance == 1


def test_what_is_illegal_is_explained_and_changes_nothing(saves: Path) -> None:
    lines = [
        "2",
        "r0 @50,50",
        "S9",
        "W1 N2",
        "r45 @1,1",
        "3A r0 @0,0",
        "77",
        "x",
        ">",
        "undo x",
        "save",
    ]
    result = play("1A", "2B", "--deck", "pinewood", lines=lines)
    assert result.exit_code == 0
    assert "illegal (B-R9)" in result.stdout
    assert result.stdout.count("\n? ") == 9
    assert result.stdout.count("? place 2B first") == 4
    assert saved(saves).turns == ()


def test_hints_lead_to_the_optimum(won: Record) -> None:
    lines = ["hint", "hint 2", "hint 3", str(won.entrance), str(won.turns[0].placement), "hint 3"]
    result = play("1A", "2B", "3A", "--deck", "mini", lines=lines)
    hints = [line for line in result.stdout.splitlines() if line.startswith("hint:")]
    assert len(hints) == 4
    assert hints[0].startswith("hint: begin at door ")
    assert "go to door" in hints[0]
    assert all("(knowing the whole order)" in hint for hint in hints)
    assert " place 2B r" in hints[1]
    assert " and trace " in hints[2]
    assert hints[3].startswith("hint: trace ")


def test_every_undo_and_redo_is_a_step_of_the_game() -> None:
    deck = load_deck("pinewood")
    for seed in range(12):
        deal = random_deal(deck, seed)
        record = random_game(deal, random.Random(seed))
        session = Session(deal, Rules(), "pinewood")
        assert session.take_up(record) is None
        states = [session.record]
        while session.undo() is not None:
            states.append(session.record)
        assert session.record.entrance is None
        for state in reversed(states[:-1]):
            assert session.redo() is not None
            assert session.record == state
        assert session.redo() is None


@pytest.mark.parametrize("part", ["tally_table", "tier_line"])
def test_a_finished_game_is_written_though_nobody_reads_on(
    part: str, won: Record, tmp_path: Path, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*arguments: object) -> str:
        raise BrokenPipeError

    begun, place = tmp_path / "begun.bolets", tmp_path / "over.bolets"
    begun.write_text(won.format(), encoding="utf-8")
    monkeypatch.setattr(terminal_game, part, gone)
    play("--from", str(begun), "-o", str(place), lines=["undo", "redo", ""])
    assert Record.parse(place.read_text(encoding="utf-8")).turns == won.turns
    assert not list(saves.glob("*.bolets"))


def test_a_kept_game_that_breaks_a_rule_is_put_aside_and_reported_why(saves: Path) -> None:
    play("1A", "2B", lines=["2"])
    (file,) = saves.glob("*.bolets")
    broken = file.read_text() + "2B r0 @90,90:\n"
    file.write_text(broken)
    result = play("1A", "2B", lines=["3"])
    assert f"is moved aside: {file}:5: the game breaks B-R" in result.stderr
    assert broken in [path.read_text() for path in (saves / "more").iterdir()]


def test_a_game_that_cannot_be_read_is_put_aside(saves: Path) -> None:
    play("1A", "2B", lines=["2"])
    (file,) = saves.glob("*.bolets")
    file.write_bytes(b"\xff\xfe rubbish")
    result = play("1A", "2B", lines=["3"])
    assert "is moved aside" in result.stderr
    assert saved(saves).entrance == 3
    assert [path.read_bytes() for path in saves.glob("*.unreadable")] == [b"\xff\xfe rubbish"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["1A", "--seed", "3"],
        ["99Z"],
        ["--from", "nowhere.bolets"],
        ["--from", "-"],
        ["B1-x-y-z"],
    ],
)
def test_what_cannot_be_played_is_reported(arguments: list[str]) -> None:
    result = play(*arguments, lines=["1"])
    assert (result.exit_code, result.stdout) == (2, "")


def test_codes_and_records_are_played(won: Record, tmp_path: Path) -> None:
    code = run("code", "1A", "2B", "--entrance", "3").stdout.strip()
    assert "how do you place 2B" in play(code, lines=["quit"]).stdout
    file = tmp_path / "won.bolets"
    file.write_text(won.format())
    assert "won: the cottage is reached" in play("--from", str(file), lines=["quit"]).stdout


DEAL = ("1A", "2B", "3A", "--deck", "mini")


def records(folder: Path) -> list[Record]:
    """Every record that is kept in a folder of saves, wherever in it."""
    return [Record.parse(file.read_text()) for file in folder.rglob("*.bolets")]


def test_no_way_to_begin_loses_a_game_that_was_left(
    won: Record, saves: Path, tmp_path: Path
) -> None:
    play(*DEAL, lines=[str(won.entrance), str(won.turns[0].placement)])
    left = saved(saves)
    other = Record(won.deck, won.order, (won.entrance or 0) % 4 + 1, ())
    for begun in (won, left, other):
        file = tmp_path / "begun.bolets"
        file.write_text(begun.format())
        play("--from", str(file), lines=["undo", "undo", "quit"])
        assert left in records(saves)
        play(*DEAL, lines=["quit"])
        assert left in records(saves)
    result = play(*DEAL, "--new", lines=["1", "quit"])
    assert left in records(saves)
    place = result.stderr.split("the saved game is now ")[1].splitlines()[0]
    assert f"\n{left.turns[0]}\n" in play("--from", place, lines=["record", "quit"]).stdout


def test_an_interrupt_ends_a_command_and_not_the_game(
    saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: table.Table, words: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(table.Table, "_hint", interrupted)
    result = play(*DEAL, lines=["2", "hint", "undo", "3", "quit"])
    assert result.exit_code == 0
    assert "interrupted; the game continues" in result.stdout
    assert saved(saves).entrance == 3


def test_a_record_that_is_gone_on_with_is_taken_up_again(
    won: Record, saves: Path, tmp_path: Path
) -> None:
    file = tmp_path / "begun.bolets"
    file.write_text(replace(won, turns=won.turns[:1]).format())
    play("--from", str(file), lines=[str(won.turns[1].placement)])
    result = play("--from", str(file), lines=["record", "quit"])
    assert "resuming the saved game" in result.stderr
    assert str(won.turns[1].placement) in result.stdout.split("> record")[1]


def test_what_was_taken_back_is_done_again_after_coming_back(won: Record, saves: Path) -> None:
    lines = [str(won.entrance), *map(str, won.turns)]
    play(*DEAL, lines=[*lines, "undo 999", "quit"])
    assert saved(saves).entrance is None
    play(*DEAL, "-o", str(saves / "whole"), "--no-optimum", lines=["redo 999", ""])
    assert Record.parse((saves / "whole").read_text()) == joined(won)


def test_what_was_taken_back_and_changed_by_hand_is_not_done(won: Record, saves: Path) -> None:
    for changed in ("2B r0 @90,90", "7Z r0 @0,0", "S", "entrance 9999", "S1 S1", "* nonsense @"):
        play(*DEAL, "--new", lines=["4", "undo", "quit"])
        file = next(saves.glob("*.bolets"))
        file.write_text(file.read_text().replace("entrance 4", changed))
        result = play(*DEAL, lines=["redo", "4", "quit"])
        assert result.exit_code == 0, result.output
        assert saved(saves).entrance == 4


def test_two_sessions_at_once_keep_both_games(saves: Path) -> None:
    path = str(saves / "one")
    first = Save(path)
    second = Save(path)
    deal = random_deal(load_deck("mini"), 1, 2)
    games = [Session(deal, Rules(), "mini") for _ in range(2)]
    for number in (1, 2, 3):
        for save, game, entrance in zip((first, second), games, (number, 4), strict=True):
            game.do(entrance)
            save.write(kept_text(game.record, game.undone))
    assert first.path != second.path
    assert {record.entrance for record in records(saves)} == {3, 4}


def test_a_game_played_elsewhere_meanwhile_is_not_written_over(
    saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(*DEAL, lines=["2"])
    (file,) = saves.glob("*.bolets")
    elsewhere = file.read_text().replace("entrance: 2", "entrance: 3")
    hint = table.Table._hint

    def interfere(self: table.Table, words: list[str]) -> None:
        file.write_text(elsewhere)
        hint(self, words)

    monkeypatch.setattr(table.Table, "_hint", interfere)
    result = play(*DEAL, lines=["hint 9", "undo", "1", "quit"])
    assert file.read_text() == elsewhere
    assert "also played elsewhere" in result.stderr
    place = result.stdout.split("--from ")[1].split("'")[0]
    assert Record.parse(Path(place).read_text()).entrance == 1


def test_a_game_that_cannot_be_kept_is_printed(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("a file where the folder should be")
    result = play(*DEAL, lines=["2", "undo", "3", "quit"])
    assert result.exit_code == 0
    assert result.stderr.count("cannot be saved") == 1
    assert "is kept" not in result.stdout
    assert "entrance: 3" in result.stdout.split("this is its record:")[1]


@pytest.mark.parametrize(
    "typed",
    [
        b"\xff\xfe\xe9",
        b"4\xff",
        "é→🍄".encode(),
        b"\0",
        b"S" * 30_000,
        b"S1 " * 30_000,
        b"\xf0\x9f",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii:strict", "cp1252"])
def test_whatever_is_typed_the_game_goes_on(typed: bytes, encoding: str, tmp_path: Path) -> None:
    """In a process of its own: what is typed may be no text, what is printed any encoding."""
    stdin = b"2\n" + typed + b"\nundo\n3\nquit\n"
    done = run_process("play", *DEAL, stdin=stdin, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"\n? " in done.stdout.replace(b"\r", b"")
    assert saved(tmp_path / "saves").entrance == 3


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("end", ["SIGINT", "SIGTERM", "SIGKILL", "SIGHUP"])
def test_whatever_ends_a_session_the_game_is_kept(end: str, tmp_path: Path) -> None:
    lines = "2\n3\n"  # the second line is not a placement, and is answered
    with typing("play", *DEAL, "-o", "left.bolets", lines=lines, cwd=tmp_path) as process:
        assert process.stdout is not None
        read_up_to(process.stdout, "\n? ")
        process.send_signal(getattr(signal, end))
        rest = process.stdout.read()
    assert saved(tmp_path / "saves").entrance == 2
    if end != "SIGKILL":
        assert process.returncode == 130
        assert "the game is saved; the same command resumes it" in rest
        assert Record.parse((tmp_path / "left.bolets").read_text()).entrance == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("when", ["compiling the kernels", "best "])
def test_the_end_of_the_program_ends_the_game_and_not_a_hint_alone(
    when: str, tmp_path: Path
) -> None:
    deck = generate_deck(replace(DRAFT, name="long", cards=16), 5)
    place = tmp_path / "long.toml"
    place.write_text(format_deck(deck))
    words = ("play", *random_deal(deck, 2).order, "--deck", str(place))
    cold = {"NUMBA_CACHE_DIR": str(tmp_path / "kernels")} if when.startswith("compiling") else {}
    with typing(
        *words, lines="2\nhint\n", seconds=300, stderr=subprocess.PIPE, env=os.environ | cold
    ) as process:
        assert process.stdout is not None
        read_up_to(process.stderr, when)
        process.terminate()
        rest = process.stdout.read()
    assert process.returncode == 130
    assert "the game is saved; the same command resumes it" in rest
    assert saved(tmp_path / "saves").entrance == 2


@pytest.mark.parametrize("columns", [10, 24, 40, 79])
def test_maps_fit_a_narrow_terminal(columns: int) -> None:
    deal = random_deal(load_deck("pinewood"), 4)
    board = replay(deal, random_game(deal, random.Random(4)), Rules()).board
    whole, narrow = map_text(board), map_text(board, columns=columns)
    assert max(map(len, whole.splitlines())) > 40
    assert max(map(len, narrow.splitlines())) <= columns
    labels = whole.split("\n")[0].split()
    for line in narrow.splitlines():  # every strip has the next coordinates at its top
        words = line.split()
        if words and words == labels[: len(words)]:
            labels = labels[len(words) :]
    assert labels == []
    assert map_text(board, columns=500) == whole


def test_a_yellow_cube_is_offered_as_long_as_there_is_one_and_a_life_to_pay() -> None:
    for lines, offered in (
        (["Y"], True),
        (["Y", "Y"], False),
        (["E3 S1"], True),
        (["E3 S2"], True),
        (["E3 S2", "Y"], False),
    ):
        result = play(*DEAL, "--new", lines=["4", "r0 @-1,5", *lines, "quit"])
        (*_, offer) = (line for line in result.stdout.splitlines() if line.startswith("legal: "))
        assert offer.endswith(", Y") == offered, lines
    difficult = play(*DEAL, "--difficulty", "difficult", lines=["4", "r0 @-1,5", "quit"])
    assert ", Y" not in difficult.stdout


@pytest.mark.parametrize("seed", range(25))
def test_everything_that_is_offered_can_be_done(seed: int) -> None:
    rng = random.Random(seed)
    deal = random_deal(load_deck(rng.choice(["mini", "pinewood", "thicket"])), seed, 3)
    answer: list[str] = []
    session = Session(deal, Rules(), deal.deck.name)
    one = table.Table(session, answer.append, lambda level: "", lambda name: "")
    for _ in range(12):
        if one.moment.verdict.finished:
            return
        if session.record.entrance is None:
            offers = [str(door + 1) for door in range(len(deal.faces[0].doors))]
        elif one.moment.next_face() is not None:
            one.take(rng.choice(["list", "list r90 r270", "list all", "list R0 ALL"]))
            offers = [str(number + 1) for number in range(len(one.listed))]
            assert offers or "no door can be reached" in answer[-1]
        else:
            (line,) = (line for line in one.standing() if line.startswith(("legal: ", "the path")))
            offers = [word for word in line.split() if word[0] in "NESW>Y" and word[1:] != "x,y"]
            offers = [offer.rstrip(",") for offer in offers if offer != "to"]
        if not offers:
            one.take("undo")
            continue
        offer = rng.choice(offers)
        before = session.record
        one.take(offer)
        assert session.record != before, (offer, answer[-1])


def test_a_list_for_one_rotation_lists_that_alone() -> None:
    result = play(*DEAL, lines=["4", "list r90", "list r270 all", "list r91", "list every", "quit"])
    first, second, *refused = result.stdout.split("> list ")[1:]
    assert set(re.findall(r" (r[0-9]+) @", first)) == {"r90"}
    assert set(re.findall(r" (r[0-9]+) @", second)) == {"r270"}
    assert all("? there are list" in answer for answer in refused)


def test_decks_in_other_folders_are_found_again(
    saves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path in a record is relative to the record, wherever the record is written or kept."""
    monkeypatch.chdir(tmp_path)
    folders = [tmp_path / name for name in ("decks", "games", "out")]
    for folder in folders:
        folder.mkdir()
    shutil.copy(find_deck("mini"), folders[0] / "mine.toml")
    begun = "bolets-record/1\ndeck: ../decks/mine.toml\norder: 1A 2B C\nentrance: 4\n"
    Path("games/begun.bolets").write_text(begun)
    lines = ["2B r0 @-1,5: E3", "save out/saved.bolets", "quit"]
    play("--from", "games/begun.bolets", "-o", "out/left.bolets", lines=lines)
    run("solve", "--from", "games/begun.bolets", "-o", "out/best.bolets")
    written = [Path(f"out/{name}.bolets") for name in ("saved", "left", "best")]
    for file in (*written, next(saves.glob("*.bolets"))):
        for place in (tmp_path, folders[1]):
            monkeypatch.chdir(place)
            assert run("check", str(tmp_path / file)).exit_code == 0, file.read_text()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("r90 2,2", "r90 @2,2"),
        ("R90 -1, 6", "R90 @-1, 6"),
        ("2B r180 3,-2: S4 >W", "2B r180 @3,-2"),
    ],
)
def test_a_place_without_its_sign_is_understood(typed: str, meant: str) -> None:
    result = play("1A", "2B", "--deck", "mini", "--new", lines=["4", typed, "quit"])
    assert f"? '@' is missing before the place: {meant}\n" in result.stdout


def test_a_game_without_a_move_is_not_called_saved(tmp_path: Path) -> None:
    result = play(*DEAL, lines=["map"])
    assert "nothing was played, so nothing is saved" in result.stdout
    assert "the game is saved" not in result.stdout
