"""An atlas as one compact file (``bolets-atlas/1``), see FORMATS.md."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bolets_solver import __version__
from bolets_solver.atlas.ranking import MOST_DEALS, Ranking
from bolets_solver.atlas.values import Atlas, Key, values_digest
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import write_bytes

FORMAT = "bolets-atlas/1"
SUFFIX = ".atlas"
LONGEST_HEAD = 64 * 1024


def write_atlas(path: str | Path, atlas: Atlas) -> None:
    """Write an atlas, all or nothing; raises InputError if the file cannot be written."""
    head = {
        "format": FORMAT,
        **atlas.key.as_json(),
        "deals": atlas.ranking.deals,
        "settled": atlas.settled,
        "impossible": atlas.impossible,
        "sha256": values_digest(atlas.raw),
        "made_by": f"bolets-solver {__version__}",
    }
    data = json.dumps(head, ensure_ascii=True).encode() + b"\n"
    write_bytes(path, data + zlib.compress(atlas.raw, 9))


def is_whole(data: bytes) -> bool:
    """Whether a content is an atlas as it was written: its values have the digest of its head."""
    line, _, packed = data.partition(b"\n")
    try:
        head = json.loads(line) if len(line) <= LONGEST_HEAD else None
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            return False
        deals = head.get("deals")
        if not isinstance(deals, int) or not 0 < deals <= MOST_DEALS:
            return False
        return head.get("sha256") == values_digest(_unpacked("", packed, deals))
    except (ValueError, RecursionError):  # InputError is one
        return False


def read_head(path: str | Path) -> dict[str, Any]:
    """Read the first line of an atlas; raises InputError if it is none."""
    return _parts(path)[0]


def read_atlas(path: str | Path, deck: Deck, rules: Rules) -> Atlas:
    """Read the atlas of a deck under some rules.

    Raises InputError if the file is damaged, or made for another deck, for other rules or by
    another version of the search.
    """
    head, packed = _parts(path)
    ranking, key = Ranking.of(deck), Key.of(deck, rules)
    other = key.differences(head)
    if other:
        raise _broken(path, f"was made for another {' and another '.join(map(_word, other))}")
    raw = _unpacked(path, packed, ranking.deals)
    if head.get("sha256") != values_digest(raw):
        raise _broken(path, "is damaged: its digest is not that of its values")
    atlas = Atlas(key, ranking, raw)
    _check_counts(path, head, atlas)
    return atlas


def _parts(path: str | Path) -> tuple[dict[str, Any], bytes]:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise _broken(path, f"cannot be read: {error.strerror or error}") from None
    line, _, packed = data.partition(b"\n")
    try:
        head = json.loads(line) if len(line) <= LONGEST_HEAD else None
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise _broken(path, f"is not an atlas: its first line does not say '{FORMAT}'")
    return head, packed


def _unpacked(path: str | Path, packed: bytes, deals: int) -> bytes:
    reader = zlib.decompressobj()
    try:
        raw = reader.decompress(packed, deals + 1)
    except zlib.error:
        raise _broken(path, "is damaged: its values cannot be unpacked") from None
    if len(raw) != deals or not reader.eof or reader.unused_data:
        raise _broken(path, f"is damaged: it does not hold {deals} values")
    return raw


def _check_counts(path: str | Path, head: Mapping[str, Any], atlas: Atlas) -> None:
    counted = {
        "deals": atlas.ranking.deals,
        "settled": atlas.settled,
        "impossible": atlas.impossible,
    }
    wrong = [name for name, count in counted.items() if head.get(name) != count]
    if wrong:
        raise _broken(path, f"is damaged: its head gives other counts of {', '.join(wrong)}")


def _word(part: str) -> str:
    return {"deck_sha256": "deck", "search": "version of the search"}.get(part, part)


def _broken(path: str | Path, message: str) -> InputError:
    return InputError(Defect(message, str(path)))
