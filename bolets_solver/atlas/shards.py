"""The folder in which an atlas is built: one file for all deals that end with the same cards.

A worker writes a shard atomically (a temporary file, then a replace), with the digest
of its values, so that a run can be ended, killed or moved to another machine at any time: what is
there and sound is kept, what is missing or damaged is worked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bolets_solver.atlas.ranking import Names, Ranking
from bolets_solver.atlas.values import UNSETTLED, Atlas, Key, values_digest
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.atomic import write_whole

Values = NDArray[np.uint8]

MANIFEST_FORMAT = "bolets-atlas-build/1"
SHARD_FORMAT = "bolets-atlas-shard/1"
MANIFEST = "build.json"
SHARD_DEALS = 500
"""Preferred largest number of deals of a shard: about ten seconds of work."""


@dataclass(frozen=True)
class Shard:
    """The deals that end with the same faces: ``ranks``, in the file ``number``."""

    number: int
    ending: Names
    ranks: range


@dataclass(frozen=True)
class ShardFolder:
    """The folder of an atlas that is being built.

    ``length``: how many last cards the deals of a shard share.
    """

    path: Path
    key: Key
    ranking: Ranking
    length: int

    @classmethod
    def open(
        cls, path: str | Path, deck: Deck, rules: Rules, deals: int = SHARD_DEALS
    ) -> ShardFolder:
        """Open a folder, or make it with shards of at most ``deals`` deals if that is possible.

        Raises InputError if the folder was made for another deck, other rules or by another
        version of the search, or cannot be written.
        """
        path, key, ranking = Path(path), Key.of(deck, rules), Ranking.of(deck)
        manifest = path / MANIFEST
        try:
            if manifest.exists():
                return cls(path, key, ranking, _read_length(manifest, key, ranking))
            if path.is_dir() and any(path.iterdir()):
                raise InputError(
                    Defect(f"holds other files, and no {MANIFEST}; name an empty folder", str(path))
                )
            path.mkdir(parents=True, exist_ok=True)
            length = _length(ranking, deals)
            head = {"format": MANIFEST_FORMAT, **key.as_json(), "ending": length}
            write_whole(manifest, json.dumps(head, indent=1).encode() + b"\n", synced=True)
        except OSError as error:
            raise InputError(
                Defect(f"cannot be used: {error.strerror or error}", str(path))
            ) from None
        return cls(path, key, ranking, length)

    @cached_property
    def shards(self) -> tuple[Shard, ...]:
        """All shards, by the ranks of their deals."""
        return tuple(
            Shard(number, ending, self.ranking.span(ending))
            for number, ending in enumerate(self.ranking.endings(self.length))
        )

    def file(self, shard: Shard) -> Path:
        """The file of a shard."""
        return self.path / f"{shard.number:05d}.shard"

    def write(self, shard: Shard, values: Values) -> None:
        """Write the values of a shard; raises OSError if that fails, and leaves no half file."""
        if values.shape != (len(shard.ranks),):
            raise ValueError(f"shard {shard.number} has {len(shard.ranks)} deals")
        head = {
            "format": SHARD_FORMAT,
            "key": self.key.as_json(),
            "first": shard.ranks.start,
            "deals": len(shard.ranks),
            "sha256": values_digest(values.tobytes()),
        }
        data = json.dumps(head).encode() + b"\n" + values.tobytes()
        write_whole(self.file(shard), data, synced=True)

    def read(self, shard: Shard) -> Values | None:
        """Return the values of a shard; None if it is missing, damaged or another's."""
        try:
            line, _, raw = self.file(shard).read_bytes().partition(b"\n")
            head = json.loads(line)
        except (OSError, ValueError, RecursionError):
            return None
        values = np.frombuffer(raw, dtype=np.uint8)
        wanted = {
            "format": SHARD_FORMAT,
            "key": self.key.as_json(),
            "first": shard.ranks.start,
            "deals": len(shard.ranks),
            "sha256": values_digest(raw),
        }
        return values if head == wanted and len(values) == len(shard.ranks) else None

    def fill(self, atlas: Atlas) -> int:
        """Take over what an atlas knows and the folder does not; return how many deals that were.

        The atlas has this folder's key. Raises OSError if a shard cannot be written.
        """
        taken = 0
        for shard in self.shards:
            known = self.read(shard)
            offered = atlas.values[shard.ranks.start : shard.ranks.stop]
            values = np.full_like(offered, UNSETTLED) if known is None else known.copy()
            new = (values == UNSETTLED) & (offered != UNSETTLED)
            if new.any():
                values[new] = offered[new]
                self.write(shard, values)
                taken += int(np.count_nonzero(new))
        return taken

    def missing(self) -> Iterator[Shard]:
        """The shards that are missing or damaged."""
        return (shard for shard in self.shards if self.read(shard) is None)

    def unsettled(self) -> Iterator[tuple[Shard, Values]]:
        """The shards that are there, but with deals that are not settled."""
        for shard in self.shards:
            values = self.read(shard)
            if values is not None and (values == UNSETTLED).any():
                yield shard, values

    def atlas(self) -> Atlas:
        """Return what is known by now as an atlas; what is missing is unsettled."""
        values = np.full(self.ranking.deals, UNSETTLED, dtype=np.uint8)
        for shard in self.shards:
            found = self.read(shard)
            if found is not None:
                values[shard.ranks.start : shard.ranks.stop] = found
        return Atlas(self.key, self.ranking, values.tobytes())


def _length(ranking: Ranking, deals: int) -> int:
    """Number of equal last cards such that at most ``deals`` deals share them."""
    for length in range(len(ranking.cards)):
        if len(ranking.span(next(ranking.endings(length)))) <= deals:
            return length
    return len(ranking.cards)


def _read_length(manifest: Path, key: Key, ranking: Ranking) -> int:
    try:
        found = json.loads(manifest.read_bytes())
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("format") != MANIFEST_FORMAT:
        raise InputError(Defect(f"does not say '{MANIFEST_FORMAT}'", str(manifest)))
    other = key.differences(found)
    if other:
        raise InputError(
            Defect(f"is for other values of {', '.join(other)}; name another folder", str(manifest))
        )
    length = found.get("ending")
    if type(length) is not int or not 0 <= length <= len(ranking.cards):
        raise InputError(Defect("'ending' is not a number of cards of the deck", str(manifest)))
    return length
