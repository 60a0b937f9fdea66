"""Reading photos: what the file is and how large, before anything is decoded.

Memory stays bounded: a file of other formats, of too many bytes or too many pixels is refused
unread, and a large JPEG is decoded at half its size or less.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bolets_solver.errors import Defect, InputError
from bolets_solver.scan.photo.vision import Pixels, vision

MAX_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 64_000_000
"""Larger photos are refused."""
LONGEST = 4096
"""A photo is worked on at no more pixels than this along its long side."""
SMALLEST = 200
"""Least pixels along the short side of a photo."""

_SIZE_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_HEIC = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis")
_OTHERS = {
    b"GIF8": "GIF",
    b"II*\0": "TIFF or a raw photo",
    b"MM\0*": "TIFF or a raw photo",
    b"IIRO": "a raw photo",
    b"IIU\0": "a raw photo",
    b"FUJIFILMCCD-RAW": "a raw photo",
}
"""What files are that begin in these ways."""


@dataclass(frozen=True)
class Photo:
    """A decoded photo, upright as its camera says; ``name`` is how the user named it."""

    name: str
    pixels: Pixels


def read_photo(path: str | Path) -> Photo:
    """Read a photo from a file; raises InputError if there is none that can be used."""
    name = str(path)
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError(Defect("there is no such file", name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(Defect(f"cannot be read: {reason}", name)) from None
    return decode_photo(data, name)


def decode_photo(data: bytes, name: str) -> Photo:
    """Decode a photo, JPEG, PNG or WebP; raises InputError in one line if that cannot be done."""
    if len(data) > MAX_BYTES:
        raise InputError(
            Defect(f"is larger than {MAX_BYTES >> 20} MiB; send a smaller photo", name)
        )
    problem = _format_problem(data)
    size = _size(data) if problem is None else None
    if size is None:
        raise InputError(Defect(problem or "the photo is broken: it has no size", name))
    width, height = size
    if width * height > MOST_PIXELS:
        millions = width * height / 1e6
        message = (
            f"the photo has {millions:.0f} million pixels; at most {MOST_PIXELS // 10**6} million "
            "are read: save it smaller"
        )
        raise InputError(Defect(message, name))
    if min(width, height) < SMALLEST:
        message = f"the photo has only {width}x{height} pixels; at least {SMALLEST} are needed"
        raise InputError(Defect(message, name))
    if data.startswith(b"\xff\xd8") and not _jpeg_ends(data):
        raise InputError(Defect("the photo is broken: its end is missing", name))
    pixels = _decode(data, max(size))
    if pixels is None:
        raise InputError(Defect("the photo is broken: it cannot be decoded", name))
    return Photo(name, pixels)


def _decode(data: bytes, longest: int) -> Pixels | None:
    cv2 = vision()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # our own message is one line
    flag = cv2.IMREAD_COLOR
    if data.startswith(b"\xff\xd8") and longest >= 2 * LONGEST:
        flag = cv2.IMREAD_REDUCED_COLOR_2
    with _complaints() as complaints:
        try:
            pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
        except cv2.error:
            return None
    if pixels is None or b"orrupt JPEG" in complaints or b"remature end" in complaints:
        return None
    factor = LONGEST / max(pixels.shape[:2])
    if factor < 1:
        pixels = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(pixels, np.uint8)


_DECODING = threading.Lock()


@contextmanager
def _complaints() -> Iterator[bytearray]:
    """Capture the decoder's standard error, which alone reports broken parts."""
    complaints = bytearray()
    with _DECODING, ExitStack() as stack:
        try:
            before = os.dup(2)
        except OSError:  # it is closed: nothing is written there
            yield complaints
            return
        stack.callback(os.close, before)
        file = stack.enter_context(tempfile.TemporaryFile())
        os.dup2(file.fileno(), 2)
        stack.callback(os.dup2, before, 2)
        yield complaints
        file.seek(0)
        complaints += file.read(10_000)


def _format_problem(data: bytes) -> str | None:
    """Say why a file's first bytes are none of a photo that is read; None if they are."""
    if data.startswith((b"\xff\xd8", b"\x89PNG\r\n\x1a\n")):
        return None
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return None
    if not data:
        return "the file is empty"
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        return "is HEIC or AVIF, which is not read; save or send the photo as JPEG"
    kind = next((name for begin, name in _OTHERS.items() if data.startswith(begin)), None)
    if data[4:12] == b"ftypcrx ":
        kind = "a raw photo"
    what = f"is {kind}, which is not read" if kind else "is no photo that can be read"
    return f"{what}; save it as JPEG, PNG or WebP"


def _size(data: bytes) -> tuple[int, int] | None:
    """Return width and height from the file's header."""
    if data.startswith(b"\x89PNG"):
        return (_big(data[16:20]), _big(data[20:24])) if len(data) >= 24 else None
    if data.startswith(b"RIFF"):
        return _webp_size(data)
    for marker, at in _segments(data):
        if marker in _SIZE_MARKERS and len(data) >= at + 7:
            return _big(data[at + 5 : at + 7]), _big(data[at + 3 : at + 5])
    return None


def _segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the segments of a JPEG file, up to its picture: the marker and where its length is."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # fill bytes
            at += 1
            continue
        yield marker, at + 2
        if marker == 0xDA:
            return
        at += 2 + _big(data[at + 2 : at + 4])


def _jpeg_ends(data: bytes) -> bool:
    scan = next((at for marker, at in _segments(data) if marker == 0xDA), None)
    return scan is not None and data.find(b"\xff\xd9", scan) >= 0


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind, body = data[12:16], data[20:]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        return _little(body[4:7]) + 1, _little(body[7:10]) + 1
    if kind == b"VP8L":
        bits = _little(body[1:5])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return _little(body[6:8]) & 0x3FFF, _little(body[8:10]) & 0x3FFF


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")
