"""Games that break a rule anywhere are drawn up to there."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bolets_solver.draw.figures.pictures import game_picture, map_picture
from bolets_solver.errors import InputError
from tests.draw.making import MINI, THICKET, child_text, game, of_class, root

TOKENS = st.sampled_from(["S1", "N2", "E3", "W1", "*", "Y", "@0,2", "@3,4", ">N", ">S", ">W", ">E"])


@st.composite
def games(draw: st.DrawFn) -> str:
    """A game with lines left out and tokens put in or left out."""
    lines = draw(st.sampled_from([MINI, THICKET])).splitlines()
    head, turns = lines[:4], lines[4:]
    kept = [turn for turn in turns if draw(st.integers(0, 5))]
    for index, turn in enumerate(kept):
        placement, _, trace = turn.partition(":")
        tokens = trace.split()
        for _ in range(draw(st.integers(0, 2))):
            place = draw(st.integers(0, len(tokens)))
            if draw(st.booleans()):
                tokens.insert(place, draw(TOKENS))
            else:
                del tokens[place : place + 1]
        ends = [i for i, token in enumerate(tokens) if token.startswith(">")]
        tokens = tokens[: ends[0] + 1] if ends else tokens
        kept[index] = f"{placement}: {' '.join(tokens)}"
    return "\n".join([*head, *kept]) + "\n"


@settings(max_examples=40, deadline=None)
@given(games())
def test_every_game_is_drawn(text: str) -> None:
    played = game(text)
    verdict = played.judge()
    sheet = root(game_picture(played).svg())
    assert len(of_class(sheet, "panel")) == len(verdict.tallies)
    whole = root(map_picture(played).svg())
    assert len(of_class(whole, "name")) >= 1
    tile = verdict.violation.tile if verdict.violation is not None else None
    assert len(of_class(whole, "violation")) == (tile is not None)


@settings(max_examples=25, deadline=None)
@given(st.integers(-2, 5), st.none() | st.integers(-1, 12))
def test_every_stage_is_drawn_or_refused(turns: int, tokens: int | None) -> None:
    try:
        stage = game(MINI).cut(turns, tokens)
    except InputError as error:
        assert "write 0 to" in str(error) or "stage 0" in str(error)
        return
    description = child_text(root(map_picture(stage).svg()), "desc")
    won = stage.record == game(MINI).record
    assert description.startswith("Won" if won else "Not finished")
