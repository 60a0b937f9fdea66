"""Recipes of designed decks: the items of each card, without their places.

A recipe gives the items of each side of each card. :func:`design_face` chooses their places and the
blocked door among random layouts.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import (
    BLOCKED_DOOR,
    COTTAGE,
    DOOR,
    Border,
    Face,
    rim_doors,
)
from bolets_solver.study.decks.door_graph import (
    CUBES,
    FaceReach,
    door_graph,
    dull_faces,
    face_reach,
)
from bolets_solver.study.decks.generate import generate_face
from bolets_solver.study.decks.profile import Profile
from bolets_solver.work.limits import Work

LAYOUTS = 40
"""Number of random layouts of a face, of which the most demanding is chosen."""

REDRAWS = 8
"""Number of attempts to replace dull faces before the deck is given up."""

CUBE_WEIGHT = 0.6
"""Weight of points that need cubes, relative to points without cubes, when layouts are compared."""


@dataclass(frozen=True)
class Recipe:
    """The items of every card: ``sides[i]`` are those of faces A and B of card i + 1.

    Items are the characters of the deck format, such as ``"Mmmcch"``. Side A also gets a rock.
    """

    border: Border
    width: int
    height: int
    sides: tuple[tuple[str, str], ...]

    def profile(self, name: str, title: str) -> Profile:
        """Return the profile whose faces have this size and these doors, without items."""
        return Profile(
            name=name,
            title=title,
            border=self.border,
            width=self.width,
            height=self.height,
            cards=len(self.sides),
            crows=(0,),
            mushrooms=(0,),
        )


PINEWOOD = Recipe(
    border=Border.TILES,
    width=5,
    height=7,
    sides=(
        ("Mmmmccc", "Mmmmcch"),
        ("Mmmmcc", "mmmmmccc"),
        ("mmmmmcch", "Mmmmccc"),
        ("Mmmmccc", "mmmmcch"),
        ("Mmmcch", "mmmmccc"),
        ("Mccc", "mcch"),
        ("mcc", "Mccc"),
    ),
)
"""Five cards with many mushrooms and two with few, on which no blocked door opens."""


def design_deck(recipe: Recipe, name: str, title: str, seed: str, work: Work) -> Deck | None:
    """Return the deck of a recipe and a seed, None if some face stayed dull.

    Dull faces (see ``door_graph.dull_faces``) are replaced a few times.
    Raises Stopped at a limit of ``work``.
    """
    profile = recipe.profile(name, title)
    rng = random.Random(f"bolets design {seed}")
    items = {
        f"{number}{side}": (sides["AB".index(side)], side == "A")
        for number, sides in enumerate(recipe.sides, start=1)
        for side in "AB"
    }
    wall = generate_face(profile, COTTAGE, "", 0, rng)
    faces = {face: design_face(profile, face, *items[face], wall, rng, work) for face in items}
    for _ in range(REDRAWS):
        deck = Deck(name, title, recipe.border, {**faces, COTTAGE: wall})
        dull = dull_faces(deck, door_graph(deck, work))
        if not dull:
            return deck
        for face in dull:
            if face == COTTAGE:
                wall = generate_face(profile, COTTAGE, "", 0, rng)
            else:
                faces[face] = design_face(profile, face, *items[face], wall, rng, work)
    return None


def design_face(
    profile: Profile,
    name: str,
    items: str,
    rock: bool,
    wall: Face,
    rng: random.Random,
    work: Work,
) -> Face:
    """Return the most demanding of some random layouts, its best door blocked.

    A layout is demanding if traces without cubes bring few points and traces with two cubes bring
    many, summed over the entrances, with ``wall`` placed on it. The blocked door is the one from
    which traces with and without cubes together bring most.
    """
    best: tuple[float, Face, FaceReach, FaceReach] | None = None
    for _ in range(LAYOUTS):
        face = generate_face(profile, name, items, int(rock), rng)
        bare = face_reach(face, wall, 0, work)
        helped = face_reach(face, wall, CUBES, work)
        best_bare = bare.points.max(axis=1)
        if best_bare.min() < 0:
            continue
        demand = CUBE_WEIGHT * float(helped.points.max(axis=1).sum()) - float(best_bare.sum())
        if best is None or demand > best[0]:
            best = demand, face, bare, helped
    assert best is not None  # 40 layouts in a row without a way from some door do not occur
    _, face, bare, helped = best
    value = bare.points.max(axis=1) + helped.points.max(axis=1)
    return with_blocked(face, int(value.argmax()))


def with_blocked(face: Face, index: int) -> Face:
    """Return the face with only the door of this index blocked."""
    if face.border is Border.EDGES:
        doors = tuple(replace(door, blocked=i == index) for i, door in enumerate(face.doors))
        return replace(face, doors=doors)
    rows = [list(row) for row in face.grid]
    for i, door in enumerate(face.doors):
        rows[door.y][door.x] = BLOCKED_DOOR if i == index else DOOR
    grid = tuple("".join(row) for row in rows)
    return replace(face, grid=grid, doors=rim_doors(grid))
