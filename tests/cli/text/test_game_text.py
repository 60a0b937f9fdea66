"""The tally: as wide as the console, and never wider than 80 characters."""

from __future__ import annotations

import pytest

from bolets_solver.bolets.play.verdict import Tally
from bolets_solver.cli.text.game_text import tally_table
from tests.cli.running import run


def tally(face: str, figure: int, updated: bool) -> Tally:
    """A card on which every figure is the same."""
    return Tally(face, *[figure] * 11, updated=updated)


TALLIES = {
    "as usual": (tally("2B", 3, True), tally("11A", 12, True)),
    "broken off": (tally("2B", 3, True), tally("11A", 12, False)),
    "large": (tally("2B", 16_384, True), tally("1234567A", 7, False)),
}


@pytest.mark.parametrize("columns", [None, 500, 80, 79, 60, 40, 24])
@pytest.mark.parametrize("tallies", TALLIES.values(), ids=TALLIES)
def test_a_table_fits_and_keeps_every_figure(
    tallies: tuple[Tally, ...], columns: int | None
) -> None:
    lines = tally_table(tallies, columns)
    assert max(map(len, lines)) <= min(columns or 80, 80)
    strips = "\n".join(lines).removesuffix("* before the update").split("\n\n")
    heads: list[str] = []
    for strip in strips:
        head, *rows = (line.rstrip(" *").split() for line in strip.strip("\n").split("\n"))
        assert head[0] == "card"
        heads += head[1:]
        for one, row in zip(tallies, rows, strict=True):
            assert row[0] == one.face
            figures = [word.removeprefix("|") for word in row[1:] if word != "|"]
            assert figures == [str(one.mushrooms)] * len([word for word in head[1:] if word != "|"])
    whole = tally_table(TALLIES["as usual"])[0].split()
    assert heads == whole[1:]
    marked = [line for line in lines if line.endswith(" *")]
    unfinished = [one for one in tallies if not one.updated]
    assert [line.split()[0] for line in marked] == [one.face for one in unfinished]
    assert ("* before the update" in lines) == bool(unfinished)


def test_a_table_that_fits_comes_in_one_piece() -> None:
    for tallies in (TALLIES["as usual"], TALLIES["broken off"]):
        assert "" not in tally_table(tallies)


def test_the_table_of_a_command_in_a_pipe_fits() -> None:
    out = run("solve", "1A", "2B", "3A", "--deck", "mini").stdout
    (table,) = (part for part in out.split("\n\n") if part.startswith("card "))
    assert max(map(len, table.splitlines())) <= 80
