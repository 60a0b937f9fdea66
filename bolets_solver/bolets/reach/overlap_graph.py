"""The traces of one overlap: their graph, the doors they reach, the tiles they must cross.

A trace moves in slides from bump to bump, so the possible traces of one placement form a graph of
bump-turn states: where a slide ended, and its heading. Traces use no cubes here, and lives are
ignored. The graph ignores one rule, that a trace may not cross itself (B-R17); the count of traces
respects it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.face import POINTS, Door
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.overlap import Overlap
from bolets_solver.bolets.play.tracking import OPENING
from bolets_solver.bolets.rules import BlockedCounts, Rules
from bolets_solver.work.limits import Work

if TYPE_CHECKING:
    import networkx

MOST_SLIDES = 1_000_000
"""Counting ends after this number of slides; faces with many rocks may need more."""

ENTRANCE = "entrance"


@dataclass
class DoorReach:
    """How a door of the wall card can be entered.

    ``possible``: the graph has a way to it. ``traces``: number of traces that end in it.
    ``points``: most mushroom points of one trace. ``crossed``: tiles that all these traces cross,
    in the order of one of them.
    """

    door: Door
    possible: bool
    traces: int = 0
    points: int = 0
    crossed: list[Tile] = field(default_factory=list)


@dataclass
class Reach:
    """What can be traced in one overlap.

    If ``complete`` is false, the count was stopped: the number of traces is a lower bound, and
    ``crossed`` lists only tiles for which the graph proves it.
    """

    graph: networkx.DiGraph
    doors: list[DoorReach]
    complete: bool

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON of the format bolets-reach/1."""
        return {
            "format": "bolets-reach/1",
            "status": "complete" if self.complete else "limit",
            "doors": [
                {
                    "door": reach.door.number,
                    "tile": list(reach.door.tile),
                    "blocked": reach.door.blocked,
                    "traces": reach.traces,
                    "points": reach.points if reach.traces else None,
                    "crossed": [list(tile) for tile in reach.crossed],
                }
                for reach in self.doors
            ],
        }


def study(
    overlap: Overlap,
    board: Board,
    entrance: Tile,
    heading: Heading,
    rules: Rules,
    work: Work,
    most_slides: int = MOST_SLIDES,
) -> Reach:
    """Study all traces of an overlap from ``entrance`` with the first ``heading``.

    If ``work`` raises Stopped, and after ``most_slides`` slides, the answer is what was found so
    far.
    """
    graph = overlap_graph(overlap, entrance, heading)
    counter = _Counter(overlap, board, rules)
    complete = counter.count(entrance, heading, work, most_slides)
    doors = []
    for door in overlap.on_last():
        reach = counter.reach.get(door.number) or DoorReach(door, False)
        reach.possible = _node(door) in graph
        if reach.traces:
            reach.crossed = counter.common[door.number]
            if not complete:
                proven = [t for t in reach.crossed if not _avoidable(graph, _node(door), t)]
                reach.crossed = proven
        doors.append(reach)
    return Reach(graph, doors, complete)


def overlap_graph(overlap: Overlap, entrance: Tile, heading: Heading) -> networkx.DiGraph:
    """Return the graph of bump-turn states.

    Nodes: ``entrance``, stops such as ``4,2 S`` (a slide southward ended at 4,2) and ``door 3``;
    attributes ``kind``, ``x``, ``y``, ``heading``. Edges: slides; attributes ``tokens`` as in a
    record, ``length`` and ``tiles``, those entered by the slide.
    """
    import networkx

    graph = networkx.DiGraph()
    _add_node(graph, ENTRANCE, "entrance", entrance, heading)
    waiting = [(ENTRANCE, entrance, heading)]
    while waiting:
        name, tile, came = waiting.pop()
        for way, door in _doors_at(overlap, tile):
            _add_edge(graph, name, _door_node(graph, door), f">{way.letter}", [])
        for way in next_headings(overlap, tile, came):
            run = overlap.run(tile, way)
            for length, passed in enumerate(run[:-1], start=1):
                for side, door in _doors_at(overlap, passed):
                    tokens = f"{way.letter}{length} >{side.letter}"
                    _add_edge(graph, name, _door_node(graph, door), tokens, run[:length])
            if run:
                stop = f"{run[-1][0]},{run[-1][1]} {way.letter}"
                if stop not in graph:
                    _add_node(graph, stop, "stop", run[-1], way)
                    waiting.append((stop, run[-1], way))
                _add_edge(graph, name, stop, f"{way.letter}{len(run)}", run)
    return graph


def next_headings(overlap: Overlap, tile: Tile, heading: Heading) -> tuple[Heading, ...]:
    """Return the headings of a next slide: straight on, or left and right after a bump."""
    if overlap.bumps(tile, heading):
        return heading.left, heading.right
    return (heading,)


def _doors_at(overlap: Overlap, tile: Tile) -> Iterator[tuple[Heading, Door]]:
    for heading in Heading:
        door = overlap.door_entered(tile, heading)
        if door is not None and not overlap.is_rock(door.tile):
            yield heading, door


def _node(door: Door) -> str:
    return f"door {door.number}"


def _door_node(graph: networkx.DiGraph, door: Door) -> str:
    name = _node(door)
    if name not in graph:
        kind = "blocked door" if door.blocked else "door"
        _add_node(graph, name, kind, door.tile, door.side)
    return name


def _add_node(graph: networkx.DiGraph, name: str, kind: str, tile: Tile, heading: Heading) -> None:
    graph.add_node(name, kind=kind, x=tile[0], y=tile[1], heading=heading.letter)


def _add_edge(
    graph: networkx.DiGraph, source: str, target: str, tokens: str, tiles: list[Tile]
) -> None:
    text = " ".join(f"{x},{y}" for x, y in tiles)
    graph.add_edge(source, target, tokens=tokens, length=len(tiles), tiles=text)


def _avoidable(graph: networkx.DiGraph, target: str, tile: Tile) -> bool:
    """Whether some way through the graph to ``target`` avoids ``tile``."""
    import networkx

    word = f"{tile[0]},{tile[1]}"
    kept = networkx.DiGraph()
    kept.add_nodes_from(graph)
    kept.add_edges_from(
        (source, end)
        for source, end, tiles in graph.edges(data="tiles")
        if word not in tiles.split()
    )
    return bool(networkx.has_path(kept, ENTRANCE, target))


class _Counter:
    """Walks each trace of an overlap once and notes where it ends."""

    def __init__(self, overlap: Overlap, board: Board, rules: Rules):
        self.overlap = overlap
        self.board = board
        self.by_points = rules.blocked_counts is BlockedCounts.POINTS
        self.reach: dict[int, DoorReach] = {}
        self.common: dict[int, list[Tile]] = {}

    def count(self, entrance: Tile, heading: Heading, work: Work, most: int) -> bool:
        """Count all traces; return False if the count was ended early."""
        from bolets_solver.work.limits import Stopped

        first = [entrance]
        self.note_doors(first)
        # A stack of slides still to be made: how long the path was before them, and the heading.
        waiting = [(1, way) for way in next_headings(self.overlap, entrance, heading)]
        path = first
        slides = 0
        while waiting:
            slides += 1
            if slides > most:
                return False
            if slides % 256 == 1:
                try:
                    work.poll()
                except Stopped:
                    return False
            length, way = waiting.pop()
            del path[length:]
            if self.slide(path, way):
                waiting += [(len(path), way.left), (len(path), way.right)]
        return True

    def slide(self, path: list[Tile], way: Heading) -> bool:
        """Make a slide; return whether it moved and ended with a bump."""
        begin = len(path)
        while True:
            tile = way.step(path[-1])
            if not self.overlap.is_free(tile):
                return len(path) > begin
            if tile in path:
                return False
            path.append(tile)
            self.note_doors(path)

    def note_doors(self, path: list[Tile]) -> None:
        """Count a trace for each door that can be entered from the end of the path."""
        for _, door in _doors_at(self.overlap, path[-1]):
            kinds = [self.board.printed(tile) or "" for tile in path]
            points = sum(POINTS.get(kind, 0) for kind in kinds)
            mushrooms = points if self.by_points else sum(kind in POINTS for kind in kinds)
            if door.blocked and mushrooms < OPENING:
                continue
            found = self.reach.setdefault(door.number, DoorReach(door, True))
            found.traces += 1
            found.points = max(found.points, points)
            passed = set(path)
            common = self.common.get(door.number, path)
            self.common[door.number] = [tile for tile in common if tile in passed]
