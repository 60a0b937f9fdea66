"""The user's folders, with or without a home folder.

An account may have no home folder (a container, a service). Then nothing can be kept between runs
unless an environment variable gives a folder; each caller says what that means.
"""

from __future__ import annotations

import os
import tempfile
from enum import StrEnum
from pathlib import Path

APPLICATION = "bolets-solver"
SAVES_APPLICATION = "bolets"
"""The name of the folder of games, kept for compatibility."""


class Purpose(StrEnum):
    """The purpose of a user folder."""

    CACHE = "cache"
    """Can be made again: compiled kernels, tables."""
    DATA = "data"
    """Made by the user, or expensive to make again: own decks, settled orders."""
    STATE = "state"
    """Saved games."""


def user_folder(purpose: Purpose, application: str = APPLICATION) -> Path | None:
    """Return a folder of the user, which may not exist; None without a home folder."""
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
    return folder if folder.is_absolute() else None  # "~" was not expanded


def passing_folder(purpose: Purpose) -> Path:
    """Return a folder that the system may empty, for an account without a home folder."""
    account = os.getuid() if hasattr(os, "getuid") else "me"
    return Path(tempfile.gettempdir()) / f"{APPLICATION}-{account}" / purpose
