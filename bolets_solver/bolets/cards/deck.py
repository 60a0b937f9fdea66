"""A deck: named faces of one border style."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bolets_solver.bolets.cards.face import COTTAGE, Border, Face
from bolets_solver.errors import InputError
from bolets_solver.files.spelling import did_you_mean

DEFAULT_DECK = "pinewood"
"""The deck used when none is given."""


@dataclass(frozen=True, repr=False)
class Deck:
    """The faces of a deck by name, sorted: 1A, 1B, 2A, …, the cottage C last if there is one."""

    name: str
    title: str
    border: Border
    faces: Mapping[str, Face] = field(hash=False)

    def __repr__(self) -> str:
        """The deck in one line: its name and the number of faces."""
        return f"<Deck {self.name}: {len(self.faces)} faces>"

    def face(self, name: str) -> Face:
        """Return a face by name, lower case allowed; raises InputError if there is none."""
        found = self.faces.get(name.strip().upper())
        if found is None:
            raise InputError(
                f"the deck '{self.name}' has no face '{name.strip()}'; {self.names_text()}"
                f"{self.near_text(name)}"
            )
        return found

    def names_text(self) -> str:
        """Return the list of faces in words."""
        return f"it has {', '.join(self.faces)}" if self.faces else "it has none"

    def near_text(self, name: str) -> str:
        """Return ``; did you mean '1A'?`` for a name that is not a face, or nothing.

        The side may have been left out, or stand before the number.
        """
        word = name.strip().upper()
        sides = [face for face in self.faces if word and face[:-1] == word]
        if sides:
            return f"; did you mean {' or '.join(map(repr, sides))}?"
        turned = word[1:] + word[:1]
        if turned in self.faces:
            return f"; did you mean '{turned}'?"
        return did_you_mean(name, self.faces)


def face_key(name: str) -> tuple[int, int, str]:
    """Return the sorting key of a face name: by number, then side, the cottage last."""
    return (1, 0, "") if name == COTTAGE else (0, int(name[:-1]), name[-1])
