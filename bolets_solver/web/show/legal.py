"""The legal actions for the page: doors, placements, slides, cubes, and reasons for refusals.

Everything comes from the referee and :class:`~bolets_solver.bolets.play.moves.Moment`.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.play import reasons as advice
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.tokens import Enter, LayAhead, Slide, TakeYellow, Token
from bolets_solver.bolets.play.verdict import Violation


def legal_json(moment: Moment) -> dict[str, Any]:
    """Return the legal actions under one of the keys entrance, place, trace; empty at the end."""
    standing = moment.verdict.standing
    if moment.verdict.finished:
        return {}
    if standing.tile is None:
        return {"entrance": _entrances(moment)}
    if standing.tracing:
        return {"trace": _trace(moment)}
    return {"place": _placements(moment)}


def violation_json(violation: Violation | None) -> dict[str, Any] | None:
    """Return why something is refused."""
    return None if violation is None else violation.as_json()


def _entrances(moment: Moment) -> list[dict[str, Any]]:
    return [
        {
            "number": door.number,
            "tile": list(door.tile),
            "heading": door.side.opposite.letter,
            "blocked": door.blocked,
            "words": f"door {door.number}, on the {door.side.word} side"
            + (", blocked, but allowed as entrance" if door.blocked else ""),
            "action": f"entrance {door.number}",
        }
        for door in moment.board.cards[0].doors
    ]


def _placements(moment: Moment) -> dict[str, Any]:
    """Return all legal placements of the next card, by rotation."""
    found = {
        str(rotation): [[placement.x, placement.y] for placement in placements]
        for rotation, placements in groupby(moment.placements(), lambda p: p.rotation)
    }
    return {"face": moment.next_face(), "at": found}


def _trace(moment: Moment) -> dict[str, Any]:
    trace = moment.trace()
    slides = moment.slides()
    doors = trace.doors()
    ways = {slide.heading for slide in slides} | {heading for heading, _ in doors}
    return {
        "slides": [_slide(moment, trace.here, slide) for slide in slides],
        "doors": [
            {
                "heading": heading.letter,
                "tile": list(heading.step(trace.here)),
                "number": door.number,
                "blocked": door.blocked,
                "action": str(Enter(heading)),
            }
            for heading, door in doors
        ],
        "forbidden": {
            heading.letter: _forbidden(moment, trace, heading)
            for heading in Heading
            if heading not in ways
        },
        "cubes": _cubes(moment),
        "ahead": _possible(moment, LayAhead()),
        "yellow": _possible(moment, TakeYellow()),
    }


def _slide(moment: Moment, here: Tile, slide: Slide) -> dict[str, Any]:
    """Return a slide with its tiles; ``fatal``: its last tile takes the last life."""
    tiles, tile = [], here
    for _ in range(slide.length):
        tile = slide.heading.step(tile)
        tiles.append(tile)
    overlap = moment.overlap
    doors = [
        {"tile": list(passed), "heading": heading.letter}
        for passed in tiles
        for heading in Heading
        if overlap.door_entered(passed, heading) is not None
    ]
    return {
        "heading": slide.heading.letter,
        "tiles": [list(passed) for passed in tiles],
        "doors": doors,
        "fatal": moment.after(slide).verdict.finished,
        "action": str(slide),
    }


def _forbidden(moment: Moment, trace: advice.Trace, heading: Heading) -> dict[str, Any]:
    """Return why neither a slide nor an entry is legal in a heading."""
    door = trace.overlap.door_entered(trace.here, heading)
    token: Token = Slide(heading, 1) if door is None else Enter(heading)
    violation = moment.after(token).verdict.violation
    assert violation is not None
    return violation.as_json()


def _cubes(moment: Moment) -> list[list[int]]:
    """Return the tiles on which a cube may be laid; none without a cube in hand."""
    if not sum(moment.verdict.standing.hand.values()):
        return []
    board = moment.board
    return [
        list(tile)
        for tile in sorted(board.tops, key=lambda tile: (tile[1], tile[0]))
        if advice.not_a_tile_for_cubes(board, tile) is None
    ]


def _possible(moment: Moment, token: Token) -> dict[str, Any]:
    """Return whether a token is legal, whether it would lose the game, and why it is illegal."""
    verdict = moment.after(token).verdict
    return {
        "legal": verdict.legal,
        "fatal": verdict.legal and verdict.finished,
        "violation": violation_json(verdict.violation),
        "action": str(token),
    }
