"""The deck designer: the default deck is made as its first line says; dull faces are rejected."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import networkx
import pytest

from bolets_solver.bolets.cards.deck import DEFAULT_DECK, Deck
from bolets_solver.bolets.cards.face import COTTAGE, Border, Face, rim_doors
from bolets_solver.bolets.files.deck_file import read_deck
from bolets_solver.bolets.files.deck_library import find_deck, load_deck
from bolets_solver.study.decks import design as designing
from bolets_solver.study.decks.design import design
from bolets_solver.study.decks.door_graph import door_graph, dull_faces, face_reach, symmetric_grids
from bolets_solver.study.decks.measure import DealFigures, Meter
from bolets_solver.study.decks.recipe import PINEWOOD, Recipe, design_deck, with_blocked
from bolets_solver.work.limits import Limits, Reason, Work
from tests.cli.running import run, run_json
from tests.reference.tracing import placements, printed_rocks, traces

TINY = Recipe(Border.TILES, 5, 5, (("mmc", "mm"), ("Mm", "mmh")))
"""Two mushrooms a face at least: so each blocked door can be opened."""


@pytest.fixture(scope="module")
def graph() -> networkx.DiGraph:
    with Work() as work:
        return door_graph(load_deck(DEFAULT_DECK), work)


def test_the_default_deck_is_what_its_first_line_says() -> None:
    text = find_deck(DEFAULT_DECK).read_text(encoding="utf-8")
    command = text.splitlines()[0]
    made = re.fullmatch(
        "# Made by: bolets deck design --seed ([0-9]+) --name pinewood --title Pinewood "
        "--border tiles --deals 300 --start ([0-9]+)",
        command,
    )
    assert made is not None
    with Work() as work:
        deck = design_deck(PINEWOOD, "pinewood", "Pinewood", f"{made[1]} {made[2]}", work)
    assert deck == load_deck(DEFAULT_DECK)


def test_the_default_deck_has_nothing_dull(graph: networkx.DiGraph) -> None:
    deck = load_deck(DEFAULT_DECK)
    assert dull_faces(deck, graph) == {}
    assert graph.number_of_nodes() == 60
    for face in deck.faces.values():
        assert [door.blocked for door in face.doors].count(True) == 1
        assert {int(door.side) for door in face.doors} == {0, 1, 2, 3}
        if face.name != COTTAGE:
            assert face.count("o") == (face.name[-1] == "A")


@pytest.mark.parametrize("border", list(Border))
def test_reach_against_all_traces_counted_plainly(border: Border) -> None:
    recipe = replace(TINY, border=border, width=4, height=5)
    with Work() as work:
        deck = design_deck(recipe, "tiny", "Tiny", "7", work)
        assert deck is not None
        face, wall = deck.faces["2A"], deck.faces[COTTAGE]
        reach = face_reach(face, wall, 1, work)
    points: dict[tuple[int, int], int] = {}
    crossed: set[tuple[int, int]] = set()
    for placement in placements(face, wall):
        covered = {(x, y) for x in range(-9, 15) for y in range(-9, 15)}
        card = [tile for tile in covered if _covers(wall, placement, tile)]
        for door in face.doors:
            if door.tile in card or printed_rocks(face) & set(card):
                continue
            for trace in traces(face, door, placement, wall, 1):
                crossed |= set(trace.path)
                gained = sum({"m": 1, "M": 3}.get(face.grid[y][x], 0) for x, y in trace.path)
                key = door.number - 1, trace.door - 1
                points[key] = max(points.get(key, -1), gained)
    assert crossed == reach.crossed
    shown = {
        (int(i), int(j)): int(value)
        for (i, j), value in _cells(reach.points.tolist()).items()
        if value >= 0
    }
    assert shown == points


def _covers(wall: Face, placement: object, tile: tuple[int, int]) -> bool:
    from bolets_solver.bolets.cards.placement import PlacedFace, Placement

    assert isinstance(placement, Placement)
    return PlacedFace(wall, placement).covers(tile)


def _cells(rows: list[list[int]]) -> dict[tuple[int, int], int]:
    return {(i, j): value for i, row in enumerate(rows) for j, value in enumerate(row)}


def face_of(name: str, *grid: str) -> Face:
    return Face(name, Border.TILES, grid, rim_doors(grid))


def test_dull_faces_are_named() -> None:
    base = load_deck("mini")
    shut = face_of("1A", "##+##", "#o..#", "#.o.+", "#mo.#", "#ooo#", "##x##")
    even = face_of("2A", "##+##", "#m.m#", "+...+", "+...+", "#m.m#", "##+##")
    copy = Face("3B", Border.TILES, base.faces["3A"].turned_grid(180), ())
    copy = replace(copy, doors=rim_doors(copy.grid))
    deck = Deck("dull", "Dull", Border.TILES, {**base.faces, "1A": shut, "2A": even, "3B": copy})
    with Work() as work:
        notes = dull_faces(deck, door_graph(deck, work))
    assert "door 3 leads to less than half of the points" in notes["1A"]
    assert "no trace crosses row 4 column 2" in notes["1A"]
    assert "it is symmetric" in notes["2A"]
    assert "it is a copy of 3A, turned or mirrored" in notes["3B"]
    assert "1B" not in notes or "symmetric" not in " ".join(notes["1B"])


@pytest.mark.parametrize("name", ["mini", "thicket"])
def test_a_face_has_eight_looks(name: str) -> None:
    for face in load_deck(name).faces.values():
        looks = symmetric_grids(face)
        assert len(looks) == 8
        assert len(set(looks)) in (1, 2, 4, 8)
        turned = Face(face.name, face.border, face.turned_grid(90), face.turned_doors(90))
        assert sorted(symmetric_grids(turned)) == sorted(looks)


def test_one_door_is_blocked() -> None:
    for name in ("mini", "thicket"):
        for face in load_deck(name).faces.values():
            for index in range(4):
                blocked = with_blocked(face, index)
                assert [door.blocked for door in blocked.doors] == [i == index for i in range(4)]
                assert [door.tile for door in blocked.doors] == [d.tile for d in face.doors]


def measured_as(monkeypatch: pytest.MonkeyPatch, optima: list[int]) -> None:
    """Let candidate ``n`` be measured as a deck whose deals all have the optimum ``optima[n]``."""
    decks: list[Deck] = []

    def measure(self: Meter, number: int, work: Work) -> DealFigures:
        work.poll()
        if self.deck not in decks:
            decks.append(self.deck)
        optimum = optima[decks.index(self.deck)] - 4 * (number % 3 == 0)
        return DealFigures(number, (), optimum, 40, 15, dict.fromkeys(designing_parts(), True))

    monkeypatch.setattr(designing.Meter, "measure", measure)


def designing_parts() -> tuple[str, ...]:
    from bolets_solver.study.decks.measure import PARTS

    return PARTS


def test_the_first_candidate_on_target_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    measured_as(monkeypatch, [36, 20, 28, 28])
    answer: list[str] = []
    with Work() as work:
        found = design(TINY, "tiny", "Tiny", 1, 60, work, note=answer.append)
        again = design(TINY, "tiny", "Tiny", 1, 60, work, start=found.following - 1)
    assert found.found
    assert found.best is not None
    assert found.best.number == found.following - 1
    assert len(found.best.figures.deals) == 60
    assert len([line for line in answer if "off by" in line]) == 3
    assert again.best is not None
    assert again.best.deck == found.best.deck


def test_a_search_that_ends_early_has_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    measured_as(monkeypatch, [40, 35, 45, 50])
    with Work() as work:

        def note(message: str) -> None:
            if "candidate 3" in message:
                work.stop(Reason.TIME)

        found = design(TINY, "tiny", "Tiny", 1, 60, work, note=note)
    assert not found.found
    assert found.following == 4
    assert found.best is not None
    assert found.best.figures.median == 35
    with Work(Limits(seconds=1e-6)) as work:
        assert design(TINY, "tiny", "Tiny", 1, 60, work).best is None


def test_command_measure() -> None:
    found = run("deck", "measure", "mini", "--deals", "3")
    assert found.exit_code == 0
    assert found.stdout.startswith("3 random deals, all proven; optima ")
    value = run_json("deck", "measure", "mini", "--deals", "3", "--json")
    assert (value["format"], value["status"], value["deals"]) == (
        "bolets-deck-figures/1",
        "complete",
        3,
    )
    assert len(value["checks"]) == 10


def test_figures_of_no_deal_and_of_one() -> None:
    value = run_json("deck", "measure", "mini", "--deals", "3", "--time-limit", "1e-9", "--json")
    assert (value["status"], value["deals"], value["checks"]) == ("limit", 0, [])
    one = run("deck", "measure", "mini", "--deals", "1")
    assert one.stdout.startswith("1 random deal, all proven; optima ")


def test_every_title_that_is_taken_makes_a_deck_that_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bolets_solver.study.decks.recipe.PINEWOOD", TINY)
    for number, title in enumerate(['"quoted" \\ title', "'''", "# no comment", "\u00e9" * 100]):
        path = tmp_path / f"tiny-{number}.toml"
        words = ["--name", "tiny", "--deals", "1", "--candidates", "1", "--title", title]
        result = run("deck", "design", "--seed", "5", *words, "-o", str(path))
        assert result.exit_code == 1
        assert "on 1 deal, median" in result.stderr
        assert read_deck(path).title == title


def test_command_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolets_solver.study.decks.recipe.PINEWOOD", TINY)
    path = tmp_path / "tiny.toml"
    base = ["deck", "design", "--seed", "5", "--name", "tiny", "--deals", "2"]
    result = run(*base, "--candidates", "1", "-o", str(path))
    assert result.exit_code == 1  # two deals of two cards are far from the targets
    assert "--start 1 continues" in result.stderr
    deck = read_deck(path)
    assert (deck.name, deck.title, len(deck.faces)) == ("tiny", "Tiny", 5)
    comments = [line[2:] for line in path.read_text().splitlines() if line.startswith("# ")]
    assert comments[1:] == result.stdout.splitlines()
    printed = run(*base, "--candidates", "1")
    assert printed.stdout == path.read_text()
    value = run_json(*base, "--candidates", "1", "--json")
    assert (value["status"], value["candidate"]) == ("limit", 0)
    assert value["text"] == path.read_text()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--name", "Pine wood"], "not a name of a deck"),
        (["--title", ""], "a title is one line"),
        (["--title", "two\nlines"], "a title is one line"),
        (["--title", "\x1b[31mred"], "a title is one line"),
        (["--title", "x" * 2000], "a title is one line"),
        (["-o", "deck.txt"], "ends in .toml"),
        (["-o", "nowhere/deck.toml"], "no such folder"),
        (["--deals", "0"], "0"),
        (["--border", "round"], "round"),
    ],
)
def test_command_design_refuses(options: list[str], words: str) -> None:
    result = run("deck", "design", "--seed", "1", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


def test_an_old_file_is_kept(tmp_path: Path) -> None:
    old = tmp_path / "old.toml"
    old.write_text("mine")
    result = run("deck", "design", "--seed", "1", "-o", str(old))
    assert result.exit_code == 2
    assert "not overwritten" in result.stderr
    assert old.read_text() == "mine"
