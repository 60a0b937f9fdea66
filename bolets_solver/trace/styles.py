"""Refuse styles that move a line, because they are not read.

Inkscape moves with the attribute ``transform``. Browsers also take a transform, or another line,
from a style or a style sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

PLAIN = "save the drawing as plain SVG"

_ZEROS = re.compile(r"(?:[\s,]*+0(?:\.0*+)?+(?:px|mm|%)?+)*+\s*+")
_MOVING = ("transform", "translate", "rotate", "scale", "offset-path", "zoom", "d")


def require_still(attributes: dict[str, str]) -> None:
    """Raise ValueError if an element's style moves it."""
    moving = _moving(attributes.get("style", "").split(";"))
    if moving is not None:
        raise ValueError(
            f"holds a transform in a style ('{moving}'); only the attribute transform is read; "
            f"{PLAIN}"
        )
    origin = attributes.get("transform-origin", "0")
    if "transform" in attributes and not _ZEROS.fullmatch(origin):
        raise ValueError(f"holds a transform-origin, which is not read; {PLAIN}")


def hidden_by(attributes: dict[str, str]) -> str | None:
    """Return the style of an element, if any, by which it and what lies in it is not shown."""
    styles = [part.split(":") for part in attributes.get("style", "").split(";")]
    said = {key: attributes.get(key, "") for key in ("display", "visibility")}
    said |= {pair[0].strip().lower(): pair[1] for pair in styles if len(pair) == 2}
    for key, hides in (("display", ("none",)), ("visibility", ("hidden", "collapse"))):
        value = said.get(key, "").replace("!important", "").strip().lower()
        if value in hides:
            return f"{key}:{value}"
    return None


def require_still_sheet(sheet: str) -> None:
    """Raise ValueError if a style sheet moves an element."""
    text = _without_comments(sheet)
    moving = _moving(re.split(r"[;{}]", text))
    if moving is None and "@import" in text.lower():
        moving = "@import"
    if moving is not None:
        raise ValueError(
            f"holds a transform in a style sheet ('{moving}'), which is not read; {PLAIN}"
        )


def _moving(declarations: Iterable[str]) -> str | None:
    """Return the first property that moves an element, or changes its line."""
    for declaration in declarations:
        name, colon, value = (part.strip().lower() for part in declaration.partition(":"))
        plain = name.removeprefix("-webkit-").removeprefix("-moz-").removeprefix("-ms-")
        value = value.removesuffix("!important").strip()
        if not colon or value == "none":
            continue
        if plain in _MOVING:
            return name
        if plain == "transform-origin" and not _ZEROS.fullmatch(value):
            return name
    return None


def _without_comments(sheet: str) -> str:
    """Return a style sheet without comments."""
    kept = []
    rest = sheet
    position = 0
    while (begin := rest.find("/*", position)) >= 0:
        kept.append(rest[position:begin])
        end = rest.find("*/", begin + 2)
        position = len(rest) if end < 0 else end + 2
    kept.append(rest[position:])
    return " ".join(kept)
