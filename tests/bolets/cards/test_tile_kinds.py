"""The table of tile kinds: complete and documented; an unknown letter is an error."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.cards.tile_kinds import LYING, POINTS, TILE_KINDS, TileKind, tile_kind
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.files.deck_template import deck_template
from bolets_solver.bolets.files.grid_rows import INSIDE, RIM
from bolets_solver.bolets.play.tracking import Start, Tracking
from bolets_solver.bolets.rules import Rules
from bolets_solver.draw.map.text import LEGEND
from bolets_solver.draw.map.tile_symbols import ITEMS as SYMBOLS
from bolets_solver.draw.picture.canvas import COLOURS
from bolets_solver.errors import InternalError
from bolets_solver.optimize.tracing.deal_arrays import ITEM_POINTS, ITEMS, translate_faces
from bolets_solver.optimize.tracing.effects import EffectBook, apply_events
from bolets_solver.optimize.tracing.trace_arrays import EVENT_POINTS, EVENTS, GAINS, ITEM_EVENTS


@pytest.mark.parametrize("kind", TILE_KINDS, ids=lambda kind: kind.name)
def test_every_kind_is_known_everywhere(kind: TileKind) -> None:
    assert tile_kind(kind.letter) is kind
    assert (kind.letter in INSIDE) != (kind.letter in RIM)
    assert f"{kind.letter} {kind.name}" in LEGEND
    assert kind.style is None or kind.style in COLOURS
    assert (kind.letter in SYMBOLS) == kind.lies
    formats = files("bolets_solver.bolets").joinpath("FORMATS.md").read_text("utf-8")
    assert f"`{kind.letter}` {kind.name}" in " ".join(formats.split())
    if kind.lies:
        assert f"#   {kind.letter}  {kind.name}" in deck_template("new", 1, "5x7", "tiles")


def test_letters_and_names_are_not_given_twice() -> None:
    assert len({kind.letter for kind in TILE_KINDS}) == len(TILE_KINDS)
    assert len({kind.name for kind in TILE_KINDS}) == len(TILE_KINDS)
    assert not [kind.name for kind in TILE_KINDS if kind.points < 0 or (kind.points and kind.lives)]


@pytest.mark.parametrize("kind", LYING, ids=lambda kind: kind.name)
def test_referee_and_kernels_take_it_for_the_same(kind: TileKind) -> None:
    track = Tracking(Start(lives=3), Rules())
    track.meet(kind.letter)
    assert (track.traced_points, track.lives) == (kind.points, 3 + kind.lives)
    assert track.mushrooms == (kind.letter in POINTS)
    assert (kind.letter in ITEMS) == kind.met
    if kind.points:
        item = ITEMS[kind.letter]
        assert ITEM_POINTS[item] == EVENT_POINTS[ITEM_EVENTS[item]] == kind.points


def test_a_letter_that_is_no_kind_is_an_error() -> None:
    with pytest.raises(InternalError, match="'Q'"):
        tile_kind("Q")
    with pytest.raises(InternalError, match="'Q'"):
        Tracking(Start(), Rules()).meet("Q")
    face = load_deck("mini").faces["1A"]
    broken: Face = replace(face, grid=tuple(row.replace("m", "Q") for row in face.grid))
    with pytest.raises(InternalError, match="'Q'"):
        translate_faces((broken, face), Rules())


@pytest.mark.parametrize("event", [0, EVENTS - 1, EVENTS, 127])
def test_an_event_that_is_none_is_an_error(event: int) -> None:
    assert event not in GAINS.values()
    with pytest.raises(InternalError, match="unknown events"):
        EffectBook().number(bytes([event]))
    events = np.array([event, -event - 1], dtype=np.int8)
    for place in (0, 1):
        assert apply_events(events, place, place + 1, 3, 2, 1, 0) == (0, 0, 0)
