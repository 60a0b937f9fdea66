"""Small decks of three faces, for tests of commands."""

from __future__ import annotations

from collections.abc import Mapping

MEADOW = """\
###+###
#.....#
+..m..x
#.....#
###+###
"""
"""One mushroom between four doors, one of them blocked."""

COTTAGE = """\
##+##
#...#
x...+
#...#
##+##
"""

CLOSED_COTTAGE = COTTAGE.replace("+", "x")


def deck_text(faces: Mapping[str, str], name: str = "small") -> str:
    """Return the file of a deck with these faces."""
    head = f'format = "bolets-deck/1"\nname = "{name}"\ntitle = "{name.title()}"\n'
    grids = (f"[faces.\"{face}\"]\ngrid = '''\n{rows}'''\n" for face, rows in faces.items())
    return head + 'border = "tiles"\n' + "".join(grids)
