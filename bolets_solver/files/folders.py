"""The folders of the person who runs the program: what is kept there, and if there is no home.

An account may have no home folder: a container, a service. Then nothing can be kept from one run to
the next unless a variable of the environment names a place, and each caller says what that means.
"""

from __future__ import annotations

import os
import tempfile
from enum import StrEnum
from pathlib import Path

APPLICATION = "bolets-solver"
SAVES_APPLICATION = "bolets"
"""Games have been kept under this name from the beginning."""


class Purpose(StrEnum):
    """What a folder of a person is for."""

    CACHE = "cache"
    """Made again when it is missing: compiled kernels, tables."""
    DATA = "data"
    """Made by the person, or dear to make again: own decks, settled orders."""
    STATE = "state"
    """Games that were left off."""


def user_folder(purpose: Purpose, application: str = APPLICATION) -> Path | None:
    """Return a folder of this person, which may not exist; None if no home folder is known."""
    import platformdirs

    find = {
        Purpose.CACHE: platformdirs.user_cache_path,
        Purpose.DATA: platformdirs.user_data_path,
        Purpose.STATE: platformdirs.user_state_path,
    }[purpose]
    try:
        folder = find(application, appauthor=False)
    except (RuntimeError, OSError):  # no home, and no such account
        return None
    return folder if folder.is_absolute() else None  # "~" that stands for nothing


def passing_folder(purpose: Purpose) -> Path:
    """Return a folder that the system may empty, for an account without a home folder."""
    account = os.getuid() if hasattr(os, "getuid") else "me"
    return Path(tempfile.gettempdir()) / f"{APPLICATION}-{account}" / purpose
