"""The owner's examples: pictures of confirmed faces, kept in a file beside the deck.

Only pictures are kept. What they show is read from the deck file each time, so a letter that is
corrected there is learned again. Nothing is sent anywhere.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import write_bytes
from bolets_solver.scan.photo.vision import Pixels
from bolets_solver.scan.tiles.cutting import SIDE
from bolets_solver.scan.tiles.lattice import Area

FORMAT = "bolets-scan-examples/1"
MAX_BYTES = 64 * 1024 * 1024
_MOST_PICTURES = 100_000


@dataclass(frozen=True)
class Example:
    """A face seen in a photo: its size, its tiles row by row, its border's strips, its area."""

    width: int
    height: int
    tiles: Pixels
    strips: Pixels
    area: Area


@dataclass
class Examples:
    """Examples by face; a face has one, the latest."""

    faces: dict[str, Example] = field(default_factory=dict)


def examples_path(deck: Path) -> Path:
    """Return where the examples of a deck file are kept: ``mine.scan.npz`` for ``mine.toml``."""
    return deck.with_suffix(".scan.npz")


def read_examples(path: Path) -> Examples:
    """Read examples; none if there is no file. Raises InputError if it is no such file."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return Examples()
    except OSError as error:
        raise InputError(Defect(f"cannot be read: {error.strerror or error}", str(path))) from None
    try:
        if len(data) > MAX_BYTES:
            raise ValueError("it is too large")
        return _parsed(data)
    except (ValueError, KeyError, TypeError, zipfile.BadZipFile, EOFError, OSError) as error:
        reason = str(error).split("\n")[0]
        message = f"holds no examples of scanned faces ({reason}); remove it to start again"
        raise InputError(Defect(message, str(path))) from None


def write_examples(path: Path, examples: Examples) -> None:
    """Write examples, all or nothing; raises InputError if that cannot be done."""
    faces = examples.faces
    empty = np.zeros((0, SIDE, SIDE, 3), np.uint8)
    stream = io.BytesIO()
    np.savez_compressed(
        stream,
        format=np.array(FORMAT),
        names=np.array(list(faces), dtype="U8"),
        sizes=np.array([(f.width, f.height) for f in faces.values()], np.int32).reshape(-1, 2),
        areas=np.array([f.area for f in faces.values()], np.float64).reshape(-1, 4),
        tiles=np.concatenate([empty, *(f.tiles for f in faces.values())]),
        strips=np.concatenate([empty, *(f.strips for f in faces.values())]),
    )
    write_bytes(path, stream.getvalue())


def _parsed(data: bytes) -> Examples:
    _require_small(data)
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        if str(file["format"]) != FORMAT:
            raise ValueError(f"the format is not {FORMAT}")
        names, sizes, areas = file["names"], file["sizes"], file["areas"]
        tiles, strips = file["tiles"], file["strips"]
    if len(names) != len(sizes) or len(names) != len(areas):
        raise ValueError("its lists differ in length")
    if tiles.shape[1:] != (SIDE, SIDE, 3) or strips.shape[1:] != (SIDE, SIDE, 3):
        raise ValueError("its pictures have another size")
    if tiles.dtype != np.uint8 or strips.dtype != np.uint8 or not np.isfinite(areas).all():
        raise ValueError("its numbers are of another kind")
    found = Examples()
    at = at_strip = 0
    for name, (width, height), area in zip(names, sizes.tolist(), areas.tolist(), strict=True):
        if width < 1 or height < 1:
            raise ValueError("a face has no tiles")
        count, around = width * height, 2 * (width + height)
        example = Example(
            width,
            height,
            tiles[at : at + count],
            strips[at_strip : at_strip + around],
            Area(*area),
        )
        if len(example.tiles) != count or len(example.strips) != around:
            raise ValueError("pictures are missing")
        found.faces[str(name)] = example
        at, at_strip = at + count, at_strip + around
    return found


def _require_small(data: bytes) -> None:
    """Raise ValueError if unpacking would take much memory."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > _MOST_PICTURES * SIDE * SIDE * 3:
            raise ValueError("it holds too much")
