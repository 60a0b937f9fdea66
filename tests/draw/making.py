"""Games and pictures for the tests of drawing."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.draw.map.game_stages import DrawnGame
from bolets_solver.draw.picture.svg import NAMESPACE

MINI = """\
bolets-record/1
deck: mini
order: 1A 2B 3A C
entrance: 4
2B r0 @-1,5: E3 S2 Y * W2 S1 E1 >S
3A r90 @-4,6: S4 >W
C r90 @-9,8: W1 N2 W2 * S2 W1 >W
"""
"""A won game of the deck mini: 8 points, a yellow and a red cube, a blocked door."""

THICKET = """\
bolets-record/1
deck: thicket
order: 2A 5B 4A C
entrance: 1
5B r0 @-4,-6: S2 Y * W1 N2 W2 S6 W1 N5 >N
4A r0 @-7,-1: N6 W4 S4 E1 @2,4 >S
"""
"""An unfinished game with walls and doors on edges."""


def game(text: str) -> DrawnGame:
    """Return a game of a shipped deck."""
    record = Record.parse(text)
    return DrawnGame(Deal.of(load_deck(record.deck), record.order), record, Rules())


def root(svg: str) -> Element:
    """Parse an SVG document."""
    found = fromstring(svg)
    assert found.tag == f"{{{NAMESPACE}}}svg"
    return found


def of_class(element: Element, name: str) -> list[Element]:
    """List the elements that have a class."""
    return [found for found in element.iter() if name in found.get("class", "").split()]


def texts(element: Element) -> list[str]:
    """List the texts that are written in a picture."""
    return [found.text or "" for found in element.iter(f"{{{NAMESPACE}}}text")]


def child_text(element: Element, tag: str) -> str:
    """Return the text of a child."""
    found = element.find(f"{{{NAMESPACE}}}{tag}")
    assert found is not None
    assert found.text
    return found.text
