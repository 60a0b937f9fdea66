"""The atlas that ships, read without the program: the format's document is enough."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import zlib
from math import factorial
from pathlib import Path

import pytest

from tests.cli.running import run

FOLDER = Path(__file__).parents[2] / "card_data"
FILE = FOLDER / "pinewood.atlas"


def faces() -> list[str]:
    with (FOLDER / "pinewood.toml").open("rb") as stream:
        return sorted(name for name in tomllib.load(stream)["faces"] if name != "C")


def number(order: list[str]) -> int:
    """The number of a deal, counted as FORMATS.md says: from the last face to the first."""
    left, result = faces(), 0
    for face in reversed(order):
        cards = len({name[0] for name in left})
        below = factorial(cards - 1) * 2 ** (cards - 1)
        result += left.index(face) * below
        left = [name for name in left if name[0] != face[0]]
    return result


def read() -> tuple[dict[str, object], bytes]:
    line, _, packed = FILE.read_bytes().partition(b"\n")
    return json.loads(line), zlib.decompress(packed)


def test_counts_and_digest() -> None:
    head, values = read()
    cards = len({name[0] for name in faces()})
    assert head["format"] == "bolets-atlas/1"
    assert head["deals"] == len(values) == factorial(cards) * 2**cards == 645_120
    assert head["settled"] == sum(value != 255 for value in values) == 645_120
    assert head["impossible"] == values.count(254)
    assert head["sha256"] == hashlib.sha256(values).hexdigest()
    assert {value for value in values if value not in (254, 255)} <= set(range(60))


def test_the_figures_of_the_decks_document() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE))
    points = sorted(read()[1])
    below = sum(value < 25 for value in points)
    assert shown["impossible deals"] == str(points.count(254))
    assert shown["lowest and highest optimum"] == f"{points[0]} and {points[-1]} points"
    assert shown["median optimum"] == f"{points[len(points) // 2]} points"
    assert shown["mean optimum"] == f"{sum(points) / len(points):.2f} points"
    share = 100 * below / len(points)
    assert shown["deals with an optimum below 25"] == f"{below:,} ({share:.1f} %)"


@pytest.mark.parametrize("seed", range(3))
def test_values_are_those_of_single_searches(seed: int) -> None:
    _, values = read()
    result = run("atlas", "verify", "pinewood", "--sample", "6", "--seed", str(seed))
    assert result.exit_code == 0, result.stderr
    settled = len(values) - values.count(255)
    assert f"{settled} of 645120 deals settled" in result.stdout


def test_the_number_of_a_deal_is_the_documents() -> None:
    from bolets_solver.atlas.ranking import Ranking
    from bolets_solver.bolets.files.deck_library import load_deck

    ranking = Ranking.of(load_deck("pinewood"))
    for rank in range(0, ranking.deals, 40_009):
        assert number(list(ranking.order(rank)[:-1])) == rank
    assert number(["7A", "6A", "5A", "4A", "3A", "2A", "1A"]) == 0
