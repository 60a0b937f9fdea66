"""Where the atlas of a deck is looked for: the working folder, the user's data, the shipped ones.

In each folder it is the file ``NAME.atlas``, NAME the deck's name. A file for another deck of that
name, for other rules or of another version is passed over; a damaged one is an error.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from bolets_solver.atlas.atlas_file import SUFFIX, read_atlas, read_head
from bolets_solver.atlas.values import Atlas, Key
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.files.folders import Purpose, user_folder
from bolets_solver.shipped import shipped_folder

FOLDER = "card_data"


def atlas_files(deck_name: str) -> list[Path]:
    """List the files in which the atlas of a deck may be, in the order of the search."""
    name = f"{deck_name}{SUFFIX}"
    folders = [Path(FOLDER), *_users_folder()]
    with suppress(FileNotFoundError):
        folders.append(shipped_folder(FOLDER))
    return [folder / name for folder in folders]


def find_atlas(deck: Deck, rules: Rules) -> Atlas | None:
    """Return the atlas of a deck under some rules, or None if there is none.

    Raises InputError if the one that fits is damaged.
    """
    for path in atlas_files(deck.name):
        if _fits(path, deck, rules):
            return read_atlas(path, deck, rules)
    return None


def require_atlas(deck: Deck, rules: Rules) -> Atlas:
    """Return the atlas of a deck under some rules; raises InputError if there is none."""
    found = find_atlas(deck, rules)
    if found is None:
        places = ", ".join(str(path) for path in atlas_files(deck.name))
        raise InputError(
            f"there is no atlas of the deck '{deck.name}' under these rules (looked for: "
            f"{places}); build one with: bolets atlas build {deck.name} -o DIR"
        )
    return found


def par_atlas(deck: Deck, rules: Rules) -> Atlas | None:
    """Return the atlas for a remark beside another answer: None also if it is damaged."""
    try:
        return find_atlas(deck, rules)
    except InputError:
        return None


def _fits(path: Path, deck: Deck, rules: Rules) -> bool:
    try:
        if not path.is_file():
            return False
    except OSError:
        return False
    try:
        return not Key.of(deck, rules).differences(read_head(path))
    except InputError:
        return False


def _users_folder() -> list[Path]:
    folder = user_folder(Purpose.DATA)
    return [] if folder is None else [folder / "atlas"]
