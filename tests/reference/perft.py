"""Counts of placements and traces, kept as data: what a kernel that enumerates must reproduce.

``python -m tests.reference.perft`` counts with the reference and writes the file.
Lives, crows and the tracking card do not matter to these counts, and no cube covers a crow.

``segments``: for one face, entrance and wall card on an otherwise empty table, the placements that
cover neither entrance nor rock, and the traces over all of them with exactly 0, 1, … cubes laid.
``depths``: for a deal and an entrance, how many sequences of turns end in a legal placement, and
how many in a finished trace, without cubes: the perft of chess programs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.study.decks.generate import DRAFT, generate_deck
from tests.reference.small_deals import small_deal
from tests.reference.solving import seen_from
from tests.reference.tracing import placements, printed_rocks, traces

FILE = Path(__file__).parents[1] / "data" / "perft.json"

SEGMENTS = {"draft": 1, "mini": 2, "thicket": 1}
"""Decks whose segments are counted, and the most cubes a trace."""

SMALL_SEGMENTS = {5: 3, 16: 3, 39: 2, 42: 3, 48: 2, 53: 4}
"""Small deals, by seed, whose segments are counted, and the most cubes a trace."""

DEPTHS = (("mini", "1A 2B 3A C", 2), ("draft", "2B 5B 4A C", 2), ("thicket", "2B 5B C", 1))
SMALL_DEPTHS = {3: 3, 12: 3, 13: 3, 17: 3, 42: 2, 46: 3}


@dataclass(frozen=True)
class Segments:
    """Counts of one face, entrance and wall card; ``traces`` by the number of cubes laid."""

    deck: str
    face: str
    entrance: int
    wall: str
    placements: int
    traces: list[int]


@dataclass(frozen=True)
class Depths:
    """Counts of one deal and entrance, by depth."""

    deck: str
    order: str
    entrance: int
    placements: list[int]
    traces: list[int]


def find(name: str) -> Deck:
    """Return a shipped deck, the generated ``draft``, or the small deal of ``small-SEED``."""
    if name.startswith("small-"):
        return small_deal(int(name.removeprefix("small-"))).deal.deck
    return generate_deck(DRAFT, 1) if name == "draft" else load_deck(name)


def segments(deck: Deck, face: Face, wall: Face, cubes: int) -> Iterator[Segments]:
    """Count the segments of a face under a wall card, for every entrance."""
    for entrance in face.doors:
        kept = printed_rocks(face) | {entrance.tile}
        count, by_cubes = 0, Counter[int]()
        for placement in placements(face, wall):
            if kept.isdisjoint(PlacedFace(wall, placement).tiles()):
                count += 1
                found = traces(face, entrance, placement, wall, cubes)
                by_cubes.update(len(trace.cubes) for trace in found)
        numbers = [by_cubes[number] for number in range(cubes + 1)]
        yield Segments(deck.name, face.name, entrance.number, wall.name, count, numbers)


def neighbours(deck: Deck) -> Iterator[tuple[Face, Face]]:
    """Choose pairs of faces of a deck: each with the next face that may follow it."""
    faces = list(deck.faces.values())
    for index, face in enumerate(faces[:-1]):
        later = faces[index + 1 :]
        yield face, next(wall for wall in later if wall.number != face.number)


def depths(deal: Deal, entrance: int, depth: int) -> Depths:
    """Count sequences of turns from one entrance up to a depth."""
    count = {kind: [0] * depth for kind in ("placements", "traces")}
    face = deal.faces[0]
    kept = printed_rocks(face) | {face.doors[entrance - 1].tile}
    _count(deal, 0, entrance, kept, depth, count)
    return Depths(deal.deck.name, str(deal), entrance, count["placements"], count["traces"])


def _count(
    deal: Deal,
    last: int,
    entrance: int,
    kept: frozenset[Tile],
    depth: int,
    count: dict[str, list[int]],
) -> None:
    face, wall = deal.faces[last : last + 2]
    door = face.doors[entrance - 1]
    rocks = frozenset(filter(PlacedFace(face, UPRIGHT).covers, kept)) - {door.tile}
    for placement in placements(face, wall):
        laid = PlacedFace(wall, placement)
        if not kept.isdisjoint(laid.tiles()):
            continue
        count["placements"][last] += 1
        for trace in traces(face, door, placement, wall, 0, None, rocks):
            count["traces"][last] += 1
            if last + 1 < depth:
                after = kept | {*trace.path, laid.doors[trace.door - 1].tile}
                after = printed_rocks(wall) | seen_from(wall, placement, after)
                _count(deal, last + 1, trace.door, after, depth, count)


def count_all() -> tuple[list[Segments], list[Depths]]:
    """Count everything that the file holds."""
    by_segment: list[Segments] = []
    by_depth: list[Depths] = []
    chosen = [(find(name), cubes) for name, cubes in SEGMENTS.items()]
    chosen += [(find(f"small-{seed}"), cubes) for seed, cubes in SMALL_SEGMENTS.items()]
    for deck, cubes in chosen:
        for face, wall in neighbours(deck):
            by_segment += segments(deck, face, wall, cubes)
    deals = [(Deal.of(find(name), order), depth) for name, order, depth in DEPTHS]
    deals += [(small_deal(seed).deal, depth) for seed, depth in SMALL_DEPTHS.items()]
    for deal, depth in deals:
        for door in deal.faces[0].doors:
            by_depth.append(depths(deal, door.number, min(depth, len(deal.faces) - 1)))
    return by_segment, by_depth


def load() -> tuple[list[Segments], list[Depths]]:
    """Read the counts."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return [Segments(**row) for row in data["segments"]], [Depths(**row) for row in data["depths"]]


def save(by_segment: list[Segments], by_depth: list[Depths]) -> None:
    """Write the counts, one row a line."""
    parts = []
    for name, rows in (("segments", by_segment), ("depths", by_depth)):
        lines = ",\n".join(f"  {json.dumps(asdict(row))}" for row in rows)
        parts.append(f' "{name}": [\n{lines}\n ]')
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    save(*count_all())
