"""How long it takes to type a deck in from photos of its cards, by real clicks and keys.

A person is played at a person's pace: each letter, click and drag takes as long as it takes
somebody who is used to a mouse, and so do the file dialog and a look over the finished face. Odd
faces are typed, even ones are painted with the mouse. The photos are drawn askew from a shipped
deck; the file that the page has saved must hold the same faces. ``python -m benchmarks.cards``
prints the seconds of each face. ``--faces N``: only N of them.
"""

from __future__ import annotations

import argparse
import io
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Page, sync_playwright

from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.files.deck_file import read_deck
from bolets_solver.bolets.files.deck_library import load_deck
from tests.web.conftest import ARGUMENTS, chromium_path
from tests.web.serving import serving

LETTER = 0.35
"""Seconds to read a tile off a photo and press its key: three a second."""
CLICK = 0.9
"""Seconds to point at something and click it."""
DRAG = 1.6
"""Seconds to drag a ring onto a corner."""
DIALOG = 6.0
"""Seconds in the system's own window that chooses a file."""
LOOK = 4.0
"""Seconds to look the finished face over."""

SIZE = (900, 1200)
QUADS = (
    ((0.13, 0.11), (0.86, 0.14), (0.9, 0.91), (0.09, 0.87)),
    ((0.15, 0.1), (0.88, 0.12), (0.91, 0.9), (0.1, 0.89)),
)
INKS = {"#": "#4d6b45", "+": "#c08a50", "x": "#703030", "o": "#888888", "m": "#a06030"}
INKS |= {"M": "#2040b0", "h": "#d03050", "c": "#202020", ".": "#e8dcc0"}

Quad = tuple[tuple[float, float], ...]


def photo(face: Face, quad: Quad) -> bytes:
    """Return a photo of a face as JPEG, in perspective; ``quad``: its corners, as shares."""
    unit = 100
    flat = Image.new("RGB", (face.width * unit, face.height * unit))
    draw = ImageDraw.Draw(flat)
    for y, row in enumerate(face.grid):
        for x, kind in enumerate(row):
            box = (x * unit, y * unit, (x + 1) * unit, (y + 1) * unit)
            draw.rectangle(box, fill=INKS[kind], outline="#b0a080")
    ends = [(x * SIZE[0], y * SIZE[1]) for x, y in quad]
    corners = [(0, 0), (flat.width, 0), (flat.width, flat.height), (0, flat.height)]
    data = _projection(ends, corners)
    laid = flat.transform(SIZE, Image.Transform.PERSPECTIVE, data, fillcolor="#503828")
    stream = io.BytesIO()
    laid.save(stream, "JPEG")
    return stream.getvalue()


def _projection(
    ends: list[tuple[float, float]], corners: list[tuple[int, int]]
) -> tuple[float, ...]:
    import numpy as np

    rows, values = [], []
    for (x, y), (u, v) in zip(ends, corners, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return tuple(map(float, np.linalg.solve(np.array(rows, float), np.array(values, float))))


class Person:
    """Somebody at the page, with a person's pace."""

    def __init__(self, page: Page):
        self.page = page

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        self.page.wait_for_timeout(1000 * seconds)

    def click(self, selector: str) -> None:
        """Point at something and click it."""
        self.wait(CLICK)
        self.page.locator(selector).click()

    def choose(self, data: bytes) -> None:
        """Choose a photo in the system's window."""
        with self.page.expect_file_chooser() as waiting:
            self.click("#photo-choose")
        self.wait(DIALOG)
        waiting.value.set_files({"name": "card.jpg", "mimeType": "image/jpeg", "buffer": data})
        self.page.wait_for_selector(".positioner:visible .ring")

    def drag(self, index: int, to: tuple[float, float]) -> None:
        """Drag a ring to a place on the photo."""
        mouse = self.page.mouse
        ring = self.page.locator(f"[data-corner='{index}']").bounding_box()
        box = self.page.locator(".positioner").bounding_box()
        assert ring is not None
        assert box is not None
        mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        mouse.down()
        self.wait(DRAG)
        mouse.move(box["x"] + to[0] * box["width"], box["y"] + to[1] * box["height"], steps=10)
        mouse.up()
        where = f"{round(100 * to[0])} % across, {round(100 * to[1])} % down"
        label = self.page.locator(f"[data-corner='{index}']").get_attribute("aria-label")
        assert label is not None
        assert label.endswith(where), label

    def lay_photo(self, face: Face, quad: Quad) -> None:
        """Lay the photo of a face under the grid."""
        self.choose(photo(face, quad))
        for index, corner in enumerate(quad):
            self.drag(index, corner)
        self.click("#photo-place")

    def type(self, face: Face) -> None:
        """Type all tiles of a face."""
        self.click("[data-brush='']")
        self.click("[data-at='0,0']")
        self.page.keyboard.type("".join(face.grid), delay=1000 * LETTER)

    def paint(self, face: Face) -> None:
        """Click the tiles that differ, kind by kind."""
        there = self.page.evaluate(
            "async () => (await import('/static/editor-model.js')).face().rows"
        )
        for kind in sorted(set("".join(face.grid)), key=".#mMochx+".index):
            places = [
                (y, x)
                for y, row in enumerate(face.grid)
                for x, letter in enumerate(row)
                if letter == kind and there[y][x] != kind
            ]
            if places:
                self.click(f"[data-brush='{kind}']")
            for y, x in places:
                self.click(f"[data-at='{y},{x}']")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", type=int, default=15)
    wanted = list(load_deck("pinewood").faces.values())[: parser.parse_args().faces]
    path = chromium_path()
    if path is None:
        sys.exit("there is no browser to measure in")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with serving() as board, sync_playwright() as play:
            browser = play.chromium.launch(executable_path=path, args=ARGUMENTS)
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(board.address("cards"))
            page.wait_for_selector("#new-deck")
            times = _measure(Person(page), wanted)
            browser.close()
        saved = read_deck(Path("card_data/my-cards.toml"))
    assert all(saved.face(face.name).grid == face.grid for face in wanted)
    for hand, found in (("typed", times[::2]), ("painted", times[1::2])):
        if found:
            most, middle = max(found), statistics.median(found)
            print(f"{hand}: {len(found)} faces, median {middle:.0f} s, most {most:.0f} s")
    print(f"all {len(times)} faces: {sum(times) / 60:.1f} min")


def _measure(person: Person, wanted: list[Face]) -> list[float]:
    person.click("#new-deck")
    times = []
    for number, face in enumerate(wanted):
        begun = time.monotonic()
        person.click(f"[data-face='{face.name}']")
        person.lay_photo(face, QUADS[number % 2])
        (person.paint if number % 2 else person.type)(face)
        person.wait(LOOK)
        times.append(time.monotonic() - begun)
        print(f"{face.name} {times[-1]:.0f} s", flush=True)
    begun = time.monotonic()
    person.click("#deck-save")
    person.page.wait_for_function(
        "() => document.querySelector('.deck-file').textContent.endsWith('\u2014 saved')"
    )
    times[-1] += time.monotonic() - begun
    return times


if __name__ == "__main__":
    main()
