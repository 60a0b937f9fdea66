"""Profiles of generated decks: sizes, doors and items of faces."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.face import Border
from bolets_solver.errors import InputError


@dataclass(frozen=True, slots=True)
class Profile:
    """The content of a generated deck.

    ``width`` × ``height`` is the size of every face, a rim of wall tiles included. ``cards`` is the
    number of numbered cards, each with a side A and a side B; a cottage without items is added.
    ``crows`` and ``mushrooms`` are the numbers that a face may have, all equally likely.
    ``specials`` and ``hearts`` are the shares (0 to 1) of the numbered faces with one special
    mushroom or one heart, rounded to whole faces. ``rocks`` is the number of rocks on a side A and
    on a side B. Every face has ``doors`` doors, spread evenly over the four sides, and ``blocked``
    of them are blocked; corners of a rim hold no door, and no rock lies behind a door.
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
        """Width of the rim in tiles."""
        return 1 if self.border is Border.TILES else 0

    def check(self) -> None:
        """Raise InputError with every impossible value."""
        defects = []
        inner_width, inner_height = (n - 2 * self.margin for n in (self.width, self.height))
        tiles = max(inner_width, 0) * max(inner_height, 0)
        if self.width < 3 or self.height < 3:
            defects.append("a face is at least 3 wide and 3 high")
        if self.cards < 1:
            defects.append("a deck has at least one card")
        if not self.crows or not self.mushrooms or min(*self.crows, *self.mushrooms) < 0:
            defects.append("give the numbers of crows and mushrooms of a face, from 0 up")
        elif tiles < max(self.crows) + max(self.mushrooms) + max(self.rocks) + 1:
            defects.append(f"{tiles} open tiles are too few for these items and rocks")
        elif max(self.rocks) > 0 and tiles < max(self.rocks) + self.doors:
            defects.append(f"{tiles} open tiles are too few for these rocks, none behind a door")
        if not (0 <= self.specials <= 1 and 0 <= self.hearts <= 1):
            defects.append("shares of specials and hearts lie between 0 and 1")
        if not 1 <= self.doors <= 2 * max(inner_width + inner_height, 0):
            defects.append("the border has too few places for these doors, or there is no door")
        if not 0 <= self.blocked <= self.doors:
            defects.append("the number of blocked doors is from 0 to the number of doors")
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
"""Nearly square tiles on a poker card, with room for a cube of 8 mm."""

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
"""Three crows on every face, and no hearts."""

RICH = replace(
    HARSH,
    name="rich",
    title="Rich",
    crows=(2, 3),
    mushrooms=(2, 3, 4),
    specials=1 / 2,
    hearts=1 / 3,
)
"""Many points, lives and therefore cubes."""

EDGES = replace(DRAFT, name="edges", title="Edges", border=Border.EDGES)
"""The content of the draft, with walls and doors on the outer edge: 35 open tiles."""

MINI = replace(
    DRAFT,
    name="mini",
    title="Mini",
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
