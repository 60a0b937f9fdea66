"""Pieces of TOML as files are written with them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(text: str) -> str:
    """Write a basic string; its escapes are JSON's, and one for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_list(entries: Iterable[str | list[str]]) -> str:
    """Write a list of strings, or of lists of them, on one line."""
    written = (toml_text(one) if isinstance(one, str) else toml_list(one) for one in entries)
    return f"[{', '.join(written)}]"


def toml_key(name: str) -> str:
    """Write a key, in quotation marks if it needs them."""
    return name if _BARE_KEY.fullmatch(name) else toml_text(name)


def toml_pair(name: str, value: str) -> str:
    """Write ``name = value``; the value is TOML already."""
    return f"{toml_key(name)} = {value}"


def toml_inline_table(entries: Mapping[str, str]) -> str:
    """Write a table on one line; the values are TOML already."""
    inside = ", ".join(toml_pair(name, value) for name, value in entries.items())
    return f"{{ {inside} }}" if inside else "{}"
