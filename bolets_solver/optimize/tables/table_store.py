"""Where segment tables come from: memory, the disk, or enumeration.

On disk there is one file a pair of faces and cube limit, named by a hash of all that its content
depends on: both faces, the switches that change traces, the kinds of tiles, and ``VERSION``. A file
that is missing, damaged, foreign or cannot be read or written costs time and nothing else. Its
digest is checked. It holds the name too, so no file can stand in for another. Without a good file
the tables are enumerated. A table made with a higher limit of cubes serves as well, since entries
that ask for more cubes than there are cannot be used, and their presence changes neither the order
nor the choice of the others.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import POINTS, Face
from bolets_solver.bolets.cards.tile_kinds import TILE_KINDS
from bolets_solver.bolets.rules import RedTiming, Rules
from bolets_solver.files.atomic import write_whole
from bolets_solver.files.folders import Purpose, user_folder
from bolets_solver.optimize.tables.segment_table import SegmentTable, build_table
from bolets_solver.optimize.tracing.deal_arrays import (
    MAX_CUBES,
    MAX_REDS,
    POINTS_PER_RED,
    translate_faces,
    yellow_supply,
)
from bolets_solver.optimize.tracing.effects import EffectBook
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from bolets_solver.work.limits import Work

VERSION = 2
"""To be raised whenever the content of a table for the same faces and rules changes."""

CACHE_VARIABLE = "BOLETS_CACHE_DIR"
"""Environment variable that names another folder for the tables; empty: keep none on disk."""

SMALL_FACE = 20
"""Largest number of open tiles of a face whose tables are made for all cubes at once."""

MOST_KEPT = 2000
"""Pairs of faces kept in memory."""

_MAGIC = b"bolets-tables"
_DIGEST = 32

Pair = tuple[SegmentTable, ...]
"""The tables of two neighbouring faces, one an entrance of the first."""


def default_folder() -> Path | None:
    """Return the folder for tables on disk, None if none are to be kept."""
    named = os.environ.get(CACHE_VARIABLE)
    if named is not None:
        return Path(named) if named else None
    folder = user_folder(Purpose.CACHE)
    return None if folder is None else folder / "tables"


class TableStore:
    """Keeps tables; one store may serve many deals under any rules.

    ``folder``: where they are kept on disk; None: nowhere. ``built`` and ``loaded`` count the pairs
    that were enumerated and read.
    """

    def __init__(self, folder: Path | str | None = "default"):
        self.folder = (
            default_folder() if folder == "default" else None if folder is None else Path(folder)
        )
        self.built = 0
        self.loaded = 0
        self._memory: dict[tuple[object, ...], Pair] = {}
        self._books = {timing: EffectBook() for timing in RedTiming}

    def effects(self, rules: Rules) -> EffectBook:
        """Return the numbers of effects under these rules."""
        return self._books[rules.red_timing]

    def has_tables(self, deal: Deal, rules: Rules) -> bool:
        """Whether the tables of a deal are in memory, or else lie on disk, be they good or not."""
        return all(
            self.has_pair(deal.faces[k], deal.faces[k + 1], rules, cap)
            for k, cap in enumerate(cube_caps(deal, rules))
        )

    def has_pair(self, face: Face, wall: Face, rules: Rules, cap: int) -> bool:
        """Whether the tables of a pair are in memory, or else lie on disk, be they good or not."""
        keys = _keys(face, wall, rules, room_for(face, cap))
        paths = map(self._path, keys)
        return any(key in self._memory for key in keys) or any(
            path is not None and path.exists() for path in paths
        )

    def pair(self, face: Face, wall: Face, rules: Rules, cap: int, work: Work) -> Pair:
        """Return the tables of a pair of faces with at least ``cap`` cubes a trace."""
        cap = room_for(face, cap)
        keys = _keys(face, wall, rules, cap)
        for key in keys:
            if key in self._memory:
                return self._memory[key]
        for key in keys:
            found = self._read(key)
            if found is not None and len(found) == len(face.doors):
                self.loaded += 1
                return self._keep(key, found)
        built = _build(face, wall, rules, cap, work)
        self.built += 1
        self._write(keys[0], built)
        return self._keep(keys[0], built)

    def _keep(self, key: tuple[object, ...], pair: Pair) -> Pair:
        if len(self._memory) >= MOST_KEPT:
            self._memory.clear()
        self._memory[key] = pair
        return pair

    def _path(self, key: tuple[object, ...]) -> Path | None:
        if self.folder is None:
            return None
        name = hashlib.sha256(repr((VERSION, TILE_KINDS, key)).encode()).hexdigest()[:40]
        return self.folder / f"{name}.tables"

    def _read(self, key: tuple[object, ...]) -> Pair | None:
        path = self._path(key)
        if path is None:
            return None
        try:
            return unpack(path.read_bytes(), path.name)
        except (OSError, ValueError):
            return None

    def _write(self, key: tuple[object, ...], pair: Pair) -> None:
        path = self._path(key)
        if path is None:
            return
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, pack(pair, path.name), prefix=".tables")


def cube_caps(deal: Deal, rules: Rules) -> list[int]:
    """Most cubes that a new game can have in hand while it traces each card but the Cottage."""
    return caps_of([points_on(face) for face in deal.faces[:-1]], rules)


def points_on(face: Face) -> int:
    """All points that a face holds."""
    return sum(POINTS[kind] * face.count(kind) for kind in POINTS)


def caps_of(held: Sequence[int], rules: Rules) -> list[int]:
    """Most cubes in hand on each of some cards with the given points."""
    in_trace = rules.red_timing is RedTiming.TRACE
    caps = []
    points = 0
    for own in held:
        before = points + own if in_trace else points
        reds = min(MAX_REDS, before // POINTS_PER_RED)
        caps.append(min(MAX_CUBES, reds + yellow_supply(rules)))
        points += own
    return caps


def pack(pair: Pair, name: str) -> bytes:
    """Return tables as bytes with a digest of them and of ``name``; see :func:`unpack`."""
    parts = []
    for table in pair:
        arrays = (
            table.placements,
            table.groups,
            table.members,
            table.crow_sets,
            table.set_at,
            table.chain,
            np.array([table.steps, *map(len, table.effects)], dtype=np.int64),
            np.frombuffer(b"".join(table.effects), dtype=np.int8),
        )
        for array in arrays:
            flat = np.asarray(array, dtype="<i8").ravel()
            parts.append(np.array([len(flat)], dtype="<i8").tobytes() + flat.tobytes())
    body = b"".join(parts)
    return _MAGIC + _digest(body, name) + body


def _digest(body: bytes, name: str) -> bytes:
    return hashlib.blake2b(name.encode() + b"\n" + body, digest_size=_DIGEST).digest()


def unpack(data: bytes, name: str) -> Pair:
    """Read what :func:`pack` wrote for ``name``; raises ValueError if it is anything else."""
    start = len(_MAGIC) + _DIGEST
    body = data[start:]
    if data[:start] != _MAGIC + _digest(body, name) or len(body) % 8:
        raise ValueError("no file of tables")
    words = np.frombuffer(body, dtype="<i8").astype(np.int64)
    lists = []
    place = 0
    while place < len(words):
        length = int(words[place])
        lists.append(words[place + 1 : place + 1 + length])
        place += 1 + length
    return tuple(_table(lists[index : index + 8]) for index in range(0, len(lists), 8))


def _table(lists: list[np.ndarray[tuple[int], np.dtype[np.int64]]]) -> SegmentTable:
    placements, groups, members, crow_sets, set_at, chain, sizes, letters = lists
    joined = letters.astype(np.int8).tobytes()
    ends = np.cumsum(sizes[1:]).tolist()
    return SegmentTable(
        placements=placements.reshape(-1, 3),
        groups=groups.reshape(-1, 6),
        members=members.reshape(-1, 2),
        crow_sets=crow_sets,
        set_at=set_at,
        effects=tuple(
            joined[end - size : end] for end, size in zip(ends, sizes[1:].tolist(), strict=True)
        ),
        chain=chain,
        steps=int(sizes[0]),
    )


def _build(face: Face, wall: Face, rules: Rules, cap: int, work: Work) -> Pair:
    arrays = translate_faces((face, wall), rules)
    walk = new_walk(arrays)
    tables = []
    for entrance in range(len(face.doors)):
        table = work.run(build_table, arrays, 0, entrance, cap, walk, work.flag)
        if table is None:
            work.poll()
            raise RuntimeError("an enumeration stopped without a reason")
        tables.append(table)
    return tuple(tables)


def _open_tiles(face: Face) -> int:
    return (face.width - 2 * face.margin) * (face.height - 2 * face.margin)


def room_for(face: Face, cap: int) -> int:
    """For how many cubes a trace tables are made if some are requested: small ones for all."""
    return MAX_CUBES if _open_tiles(face) <= SMALL_FACE else cap


def _keys(face: Face, wall: Face, rules: Rules, cap: int) -> list[tuple[object, ...]]:
    """List the keys of all tables that do where ``cap`` cubes are asked for, the least first."""
    return [_key(face, wall, rules, limit) for limit in range(cap, MAX_CUBES + 1)]


def _key(face: Face, wall: Face, rules: Rules, cap: int) -> tuple[object, ...]:
    """What the tables of a pair depend on, names left out."""

    def content(card: Face) -> tuple[object, ...]:
        doors = tuple((door.x, door.y, int(door.side), door.blocked) for door in card.doors)
        return str(card.border), card.grid, doors

    return content(face), content(wall), str(rules.red_timing), str(rules.blocked_counts), cap
