"""Suggestions for unknown names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MOST_KNOWN = 2000
LONGEST = 60


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean 'x'?`` for the known name nearest to a word, or nothing."""
    names = list(known)[:MOST_KNOWN]
    lower = {name.lower(): name for name in names}
    near = difflib.get_close_matches(word.strip().lower()[:LONGEST], lower, 1, 0.6)
    return f"; did you mean '{lower[near[0]]}'?" if near else ""
