"""Profiles: what the faces of a generated deck are to look like."""

from __future__ import annotations

from dataclasses import dataclass

from bolets_solver.bolets.cards.face import Border
from bolets_solver.errors import InputError


@dataclass(frozen=True, slots=True)
class Profile:
    """What a generated deck holds.

    ``width`` × ``height`` is the size of every face, a rim of wall tiles included. ``cards`` is the
    number of numbered cards, each with a side A and a side B; a Cottage without items is added.
    ``crows`` and ``mushrooms`` are the numbers that a face may have, all equally likely.
    ``specials`` and ``hearts`` are shares (0 to 1) of the numbered faces: on so many of them,
    rounded to the nearest whole number, one of the mushrooms is a special one, or one heart grows.
    ``rocks`` is the number of rocks on a side A and on a side B. Every face has ``doors`` doors,
    spread over the four sides as evenly as can be, and ``blocked`` of them are blocked; corners of
    a rim hold no door, and no rock lies behind a door.
    """

    name: str
    title: str
    border: Border
    width: int
    height: int
    cards: int
    crows: tuple[int, ...]
    mushrooms: tuple[int, ...]
    specials: float = 0.0
    hearts: float = 0.0
    rocks: tuple[int, int] = (1, 0)
    doors: int = 4
    blocked: int = 1

    @property
    def margin(self) -> int:
        """How many tiles wide the rim is."""
        return 1 if self.border is Border.TILES else 0

    def check(self) -> None:
        """Raise InputError with everything that no face can fulfil."""
        defects = []
        inner_width, inner_height = (n - 2 * self.margin for n in (self.width, self.height))
        tiles = max(inner_width, 0) * max(inner_height, 0)
        if self.width < 3 or self.height < 3:
            defects.append("a face is at least 3 wide and 3 high")
        if self.cards < 1:
            defects.append("a deck has at least one card")
        if not self.crows or not self.mushrooms or min(*self.crows, *self.mushrooms) < 0:
            defects.append("say how many crows and mushrooms a face may have, from 0 up")
        elif tiles < max(self.crows) + max(self.mushrooms) + max(self.rocks) + 1:
            defects.append(f"{tiles} open tiles are too few for so many items and rocks")
        elif max(self.rocks) > 0 and tiles < max(self.rocks) + self.doors:
            defects.append(f"{tiles} open tiles are too few for so many rocks, none behind a door")
        if not (0 <= self.specials <= 1 and 0 <= self.hearts <= 1):
            defects.append("shares of specials and hearts lie between 0 and 1")
        if not 1 <= self.doors <= 2 * max(inner_width + inner_height, 0):
            defects.append("the border has not so many places for doors, or none is asked for")
        if not 0 <= self.blocked <= self.doors:
            defects.append("as many doors as there are can be blocked, from 0 up")
        if min(self.rocks) < 0:
            defects.append("a face has 0 rocks or more")
        if defects:
            raise InputError("; ".join(f"profile '{self.name}': {text}" for text in defects))


DRAFT = Profile(
    name="draft",
    title="Draft",
    border=Border.TILES,
    width=5,
    height=7,
    cards=7,
    crows=(2, 3),
    mushrooms=(3, 4, 5),
    specials=0.3,
    hearts=0.3,
)
"""Near-square tiles on a poker card, with room for a cube of 8 mm."""

HARSH = Profile(
    name="harsh",
    title="Harsh",
    border=Border.TILES,
    width=7,
    height=9,
    cards=7,
    crows=(3,),
    mushrooms=(3,),
)
"""Three crows on every face and nothing that helps against them."""

RICH = Profile(
    name="rich",
    title="Rich",
    border=Border.TILES,
    width=7,
    height=9,
    cards=7,
    crows=(2, 3),
    mushrooms=(2, 3, 4),
    specials=1 / 2,
    hearts=1 / 3,
)
"""Many points, lives and therefore cubes."""

EDGES = Profile(
    name="edges",
    title="Edges",
    border=Border.EDGES,
    width=5,
    height=7,
    cards=7,
    crows=(2, 3),
    mushrooms=(3, 4, 5),
    specials=0.3,
    hearts=0.3,
)
"""What the draft holds, with walls and doors on the outer edge: 35 open tiles."""

MINI = Profile(
    name="mini",
    title="Mini",
    border=Border.TILES,
    width=5,
    height=6,
    cards=3,
    crows=(1, 2),
    mushrooms=(2, 3),
    specials=0.2,
    hearts=0.2,
)
"""Three cards, for examples."""

PROFILES = {profile.name: profile for profile in (DRAFT, HARSH, RICH, EDGES, MINI)}
"""The ready-made profiles by name."""
