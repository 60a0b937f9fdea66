"""The picture of the score spectrum: complete, readable without colours, within its frame."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageFont

from bolets_solver.draw.figures.spectrum import Shares, spectrum_svg
from bolets_solver.draw.picture.png import font_files, to_png
from bolets_solver.draw.picture.svg import NAMESPACE, Svg
from tests.draw.making import child_text, of_class, root, texts

POSSIBLE = {3: "yes", 4: "no", 5: "unknown", 6: "yes"}
PLAYERS = (
    Shares("random", 500, {3: (0.02, 0.01, 0.04), 6: (0.3, 0.26, 0.34), 9: (0.1, 0.0, 0.2)}),
    Shares("greedy", 500, {6: (0.5, 0.45, 0.55)}),
)
TITLE = "Scores of 1A 2B C"


def picture(
    title: str = TITLE,
    possible: dict[int, str] = POSSIBLE,
    optimum: int | None = 6,
    players: tuple[Shares, ...] = PLAYERS,
) -> Svg:
    return spectrum_svg(title, possible, optimum, players)


def test_every_score_is_marked_and_reported() -> None:
    found = root(picture())
    for word, count in (("yes", 2), ("no", 1), ("unknown", 1), ("optimum", 1)):
        assert len(of_class(found, word)) == count
    assert child_text(of_class(found, "no")[0], "title") == "4 points: cannot be won"
    assert "2 can be won, 1 cannot be won, 1 unknown; the optimum is 6" in child_text(found, "desc")


def test_proven_and_simulated_are_distinguished_in_words() -> None:
    answer = texts(root(picture()))
    assert any(text.startswith("Proven") for text in answer)
    assert any(text.startswith("Simulated, not proven") for text in answer)
    for word in ("can be won", "cannot be won", "unknown", "optimum", "95 % error bar"):
        assert word in answer
    assert "final score (points)" in answer
    assert [text for text in answer if text.endswith("%")] == ["0 %", "25 %", "50 %"]


def test_bars_stand_for_the_shares() -> None:
    found = root(picture())
    bars = of_class(found, "bar")
    assert len(bars) == 3, "the score 9 is none of the spectrum"
    assert child_text(bars[1], "title") == "random: 6 points in 30.0 % (26.0 to 34.0 %)"


def test_what_is_not_proven_gets_no_ring() -> None:
    assert not of_class(root(picture(optimum=None)), "optimum")


def test_in_grey_the_players_differ() -> None:
    """The middle of a bar of the first player is white, of the second dark."""
    both = tuple(Shares(name, 9, {3: (0.5, 0.5, 0.5)}) for name in ("random", "greedy"))
    image = Image.open(io.BytesIO(to_png(picture(possible={3: "yes"}, players=both)))).convert("L")
    line = [image.getpixel((x, image.height // 2)) for x in range(66, 100)]
    assert max(line) > 240
    assert sum(value < 120 for value in line) > 8


def test_no_bar_has_the_colour_of_a_score_that_can_be_won() -> None:
    both = tuple(Shares(name, 9, {3: (0.5, 0.5, 0.5)}) for name in ("random", "greedy"))
    drawn = root(picture(possible={3: "yes"}, players=both))
    won = {element.get("fill") for mark in of_class(drawn, "yes") for element in mark.iter()}
    bars = {element.get("fill") for bar in of_class(drawn, "bar") for element in bar.iter()}
    assert not (won & bars) - {None, "none"}
    assert len(won - {None}) == 1


@pytest.mark.parametrize(
    ("title", "possible", "players"),
    [
        (TITLE, POSSIBLE, PLAYERS),
        (TITLE, POSSIBLE, ()),
        (TITLE, {3: "yes"}, PLAYERS),
        (TITLE, {}, (Shares("random", 0, {}),)),
        ("Scores of " + " ".join(f"{n}A" for n in range(1, 60)), {0: "yes", 1: "yes"}, PLAYERS),
        (TITLE, dict.fromkeys(range(120), "yes"), (Shares("random", 9, {1: (0.0, 0.0, 1e-4)}),)),
    ],
)
def test_all_text_lies_within(
    title: str, possible: dict[int, str], players: tuple[Shares, ...]
) -> None:
    found = root(picture(title, possible, None, players))
    width, height = float(found.get("width", 0)), float(found.get("height", 0))
    for label in found.iter(f"{{{NAMESPACE}}}text"):
        size = float(label.get("font-size", 0))
        font = ImageFont.truetype(str(font_files()[label.get("font-weight") == "bold"]), size)
        length = font.getlength(label.text or "")
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.get("text-anchor", "start")]
        left = float(label.get("x", 0)) - shift * length
        assert left >= 0, label.text
        assert left + length <= width, label.text
        assert size <= float(label.get("y", 0)) <= height - 2, label.text
