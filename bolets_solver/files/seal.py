"""A mark in files that this program wrote, to detect later changes.

The mark is a comment in the file's language with a digest of the rest. Any change of the file
breaks the mark. Line ends and a byte order mark do not count, because copying between systems may
change them.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from enum import Enum

DIGITS = 16
_WORDS = "written by bolets, digest"
_SEAL = re.compile(rb"(?:#|<!--|%) written by bolets, digest ([0-9a-f]{16})(?: -->)?\r?\n?\Z")
_LONGEST = 100
_PNG_KEY = b"bolets-digest"
_PNG_END: bytes = struct.pack(">I", 0) + b"IEND" + struct.pack(">I", zlib.crc32(b"IEND"))


class Comment(Enum):
    """The comment syntax of a file's language."""

    HASH = "# {}"
    XML = "<!-- {} -->"
    PERCENT = "% {}"
    PNG = "a chunk of text before the last one"


def sealed(data: bytes, comment: Comment) -> bytes:
    """Return the content of a file with its mark."""
    if comment is Comment.PNG:
        assert data.endswith(_PNG_END)
        body = data[: -len(_PNG_END)]
        return body + _png_chunk(_digest(body)) + _PNG_END
    if not data.endswith(b"\n"):
        data += b"\n"
    return data + str(comment.value).format(f"{_WORDS} {_digest(data)}").encode() + b"\n"


def is_sealed(data: bytes) -> bool:
    """Whether a content has a valid mark, so that it is unchanged."""
    if data.endswith(_PNG_END):
        length = len(_png_chunk("0" * DIGITS))
        body, chunk = data[: -len(_PNG_END) - length], data[-len(_PNG_END) - length :]
        return chunk == _png_chunk(_digest(body)) + _PNG_END
    seal = _SEAL.search(data, max(0, len(data) - _LONGEST))
    return seal is not None and seal[1].decode() == _digest(data[: seal.start()])


def _digest(data: bytes) -> str:
    plain = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    return hashlib.sha256(plain).hexdigest()[:DIGITS]


def _png_chunk(digest: str) -> bytes:
    content = b"tEXt" + _PNG_KEY + b"\0" + digest.encode()
    return struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
