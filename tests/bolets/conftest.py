"""Property tests without a deadline (test machines are busy) and the same on every run."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("bolets", deadline=None, derandomize=True, database=None)
settings.load_profile("bolets")
