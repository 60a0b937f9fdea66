"""From photos to a deck: found, learned, proposed, corrected, written; at sizes that are quick."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border
from bolets_solver.bolets.files.deck_filling import open_deck, put_face
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.files.deck_template import deck_template
from bolets_solver.bolets.files.deck_text import door_text, face_lines
from bolets_solver.errors import InputError
from bolets_solver.scan.faces.examples import examples_path, read_examples
from bolets_solver.scan.faces.labels import parse_face
from bolets_solver.scan.faces.proposal import border_letters
from bolets_solver.scan.photo.reading import decode_photo
from bolets_solver.scan.scanner import FoundCard, Scanner, clearly_nearer
from tests.cli.running import run, run_json
from tests.scan.art import STYLES
from tests.scan.photographs import Severity, photograph

QUICK = Severity("quick", 800, 25, 0.4, 0.2, 3, 85)


def photo(deck: Deck, names: list[str], style: str, seed: int, turn: int = 0) -> bytes:
    arts = [STYLES[style](deck, name) for name in names]
    return photograph(arts, QUICK, seed, [turn] * len(names))[0]


def card(deck: Deck, name: str, style: str, seed: int, turn: int = 0) -> FoundCard:
    data = photo(deck, [name], style, seed, turn)
    (found,) = Scanner({}).find(decode_photo(data, f"{name}.jpg")).cards
    return found


@pytest.mark.parametrize(("deck_name", "style"), [("pinewood", "other"), ("thicket", "own")])
def test_faces_are_read_after_a_few_were_labelled(deck_name: str, style: str) -> None:
    deck = load_deck(deck_name)
    scanner = Scanner({})
    for seed, name in enumerate(["2A", "5A"]):
        laid = scanner.learn(card(deck, name, style, seed, 180 * seed), deck.faces[name])
        assert laid.grid == deck.faces[name].grid
    face = deck.faces["3A"]
    seen = scanner.propose(card(deck, "3A", style, 7, 180))
    truth = [kind for row in face.grid for kind in row]
    if face.border is Border.EDGES:
        truth += border_letters(face)
    pairs = list(zip(seen.places, truth, strict=True))
    wrong = [(p.name, p.guess, t) for p, t in pairs if p.guess.letter != t]
    assert len(wrong) <= 1, wrong
    assert all(guess.doubtful for _, guess, _ in wrong)


def test_a_kind_that_was_never_seen_is_doubtful() -> None:
    deck = load_deck("pinewood")
    names = [n for n, face in deck.faces.items() if not face.count("h")]
    scanner = Scanner({})
    scanner.learn(card(deck, names[0], "other", 1), deck.faces[names[0]])
    scanner.learn(card(deck, names[1], "other", 2), deck.faces[names[1]])
    name = next(n for n, face in deck.faces.items() if face.count("h"))
    seen = scanner.propose(card(deck, name, "other", 3))
    row = next(y for y, text in enumerate(deck.faces[name].grid) if "h" in text)
    column = deck.faces[name].grid[row].index("h")
    (place,) = [p for p in seen.places if (p.row, p.column) == (row + 1, column + 1)]
    assert place.guess.doubtful


def test_several_cards_come_in_reading_order_and_always_the_same() -> None:
    deck = load_deck("mini")
    names = list(deck.faces)[:4]
    data = photo(deck, names, "other", 4)
    first, second = (Scanner({}).find(decode_photo(data, "x.jpg")).cards for _ in range(2))
    assert len(first) == 4
    middles = [found.corners.mean(axis=0) for found in first]
    assert middles[0][0] < middles[1][0]
    assert middles[2][0] < middles[3][0]
    assert max(middles[0][1], middles[1][1]) < min(middles[2][1], middles[3][1])
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one.corners, other.corners)


def test_the_command_fills_a_deck_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deck = load_deck("pinewood")
    text = deck_template("mine", 2, "5x7", "tiles").replace("[faces.", "# my note\n[faces.", 1)
    Path("mine.toml").write_bytes(text.replace("\n", "\r\n").encode())
    for seed, name in enumerate(["1A", "1B"]):
        Path(f"{name}.jpg").write_bytes(photo(deck, [name], "other", seed))
        Path(f"{name}.txt").write_text("\n".join(deck.faces[name].grid), encoding="utf-8")
    words = ["deck", "scan", "1A.jpg", "--deck", "mine.toml", "--label", "1A=1A.txt"]
    done = run(*words, "--sheet", "sheet.png")
    assert done.exit_code == 0, done.stderr
    assert "valid: no defects" in done.stdout
    sheet = cv2.imread("sheet.png")
    assert sheet is not None
    data = Path("mine.toml").read_bytes()
    assert b"# my note\r\n" in data
    assert b"\n" not in data.replace(b"\r\n", b"")
    assert open_deck(Path("mine.toml")).typed.keys() == {"1A"}
    assert examples_path(Path("mine.toml")).exists()
    asked = ["deck", "scan", "1B.jpg", "--deck", "mine.toml"]
    before = Path("mine.toml").read_bytes()
    looked = run_json(*asked, "--propose", "--json", "--faces", "1B")
    assert looked["cards"][0]["state"] == "proposed"
    assert run(*asked, stdin="1B\n").exit_code == 0  # left before it was confirmed
    assert Path("mine.toml").read_bytes() == before
    grid = deck.faces["1B"].grid
    letters = [grid[p["row"] - 1][p["column"] - 1] for p in looked["cards"][0]["doubtful"]]
    turn = [] if looked["cards"][0]["turn_is_sure"] else ["yes"]
    rows = [f"row {y} {row}" for y, row in enumerate(grid, start=1)]
    answer = run(*asked, stdin="\n".join(["1B", *turn, *letters, *rows, "yes", ""]))
    assert answer.exit_code == 0, answer.stdout
    assert open_deck(Path("mine.toml")).faces["1B"].grid == grid


def test_what_the_owner_typed_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    face = parse_face("1A", "#+###\n#m..#\n#..c+\n##x##", None)
    file = put_face(open_deck(path), face)
    other = parse_face("1A", "#+###\n#...#\n#..c+\n##x##", None)
    with pytest.raises(InputError, match="not overwritten"):
        put_face(file, other)
    assert open_deck(path).faces["1A"] == face
    path.write_text(path.read_text() + "# more\n")
    with pytest.raises(InputError, match="changed by another program"):
        put_face(file, parse_face("1B", "#+###\n#h..#\n#..c+\n##x##", None))


def test_doors_on_edges_are_put_in_the_place_of_the_templates(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(deck_template("mine", 1, "5x7", "edges"), encoding="utf-8")
    source = load_deck("thicket").faces["1A"]
    text = "\n".join(face_lines(source))
    face = parse_face("1A", text, Border.EDGES)
    assert face == source
    put_face(open_deck(path), face)
    assert open_deck(path).faces["1A"] == source
    assert next(door_text(source, door) for door in source.doors) in path.read_text()


def test_broken_examples_are_reported_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.scan.npz"
    for data in (b"no zip", b"PK\x03\x04 broken"):
        path.write_bytes(data)
        with pytest.raises(InputError, match="holds no examples") as caught:
            read_examples(path)
        assert "\n" not in str(caught.value)


def test_which_way_up_needs_votes_that_are_scattered() -> None:
    alike = np.ones((7, 5), np.float32)
    votes = alike.copy()
    for row, column in ((1, 1), (2, 3), (4, 0), (5, 2)):
        votes[row, column] = 3
    assert clearly_nearer(alike, votes, 1)
    one_row = alike.copy()
    one_row[6] = 3
    assert not clearly_nearer(alike, one_row, 1)
    one_column = alike.copy()
    one_column[:, 4] = 3
    assert not clearly_nearer(alike, one_column, 1)
    assert not clearly_nearer(alike, 1.2 * alike, 1)  # a bare card
    picture = votes + 10 * (np.arange(35).reshape(7, 5) % 2)
    strange = alike + 10 * (np.arange(35).reshape(7, 5) % 2)
    assert not clearly_nearer(strange, picture, 1)
