"""The response time of the board in a browser: from the drop of a card to the legal slides.

In a real browser, with the mouse; on the page's own clock, from ``pointerup`` to the frame in which
the legal slides are drawn. ``python -m benchmarks.board`` prints a row.
"""

from __future__ import annotations

import random
import statistics
import sys
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.study.decks.generate import random_deal
from tests.web.browsing import Mouse, card_middle, hand, open_page, settle, shown, spot, state
from tests.web.conftest import ARGUMENTS, chromium_path
from tests.web.serving import Running, serving

DROPS = 40

WATCH = """() => {
    window.drops = [];
    let dropped = null;
    document.addEventListener('pointerup', () => { dropped = performance.now(); }, true);
    new MutationObserver(() => {
        if (dropped === null || !document.querySelector('.marks .way')) return;
        const from = dropped;
        dropped = null;
        requestAnimationFrame(() => {
            window.drops.push(performance.now() - from);
        });
    }).observe(document.querySelector('.marks'), { childList: true });
}"""


def drops(board: Running, page: Page) -> list[float]:
    """Return the milliseconds of drops in games of many deals."""
    deck, rng = load_deck("pinewood"), random.Random(0)
    found: list[float] = []
    seed = 0
    while len(found) < DROPS:
        deal = random_deal(deck, seed)
        seed += 1
        open_page(board, page, " ".join(deal.order))
        page.evaluate(WATCH)
        page.evaluate("async () => (await import('/static/state.js')).perform(['entrance 1'])")
        view = settle(page, 1)
        for _ in range(5):
            found.append(_drop(page, view, rng))
            page.keyboard.press("Control+z")
            view = settle(page, 1)
    return found


def _drop(page: Page, view: dict[str, Any], rng: random.Random) -> float:
    place = view["legal"]["place"]
    x, y = rng.choice(place["at"]["0"])
    middle = card_middle(view, page, f"{place['face']} r0 @{x},{y}")
    shown(page, middle)
    before = page.evaluate("window.drops.length")
    Mouse(page).drag(hand(page), spot(page, middle))
    settle(page, 2)
    if "trace" not in state(page)["legal"]:
        return 0.0
    page.wait_for_timeout(100)
    times = page.evaluate("window.drops")
    return float(times[before]) if len(times) > before else 0.0


def main() -> None:
    """Measure and print."""
    path = chromium_path()
    if path is None:
        sys.exit("there is no browser to measure in")
    with serving() as board, sync_playwright() as play:
        board.board.kernels.load()
        board.board.kernels.ready.wait()
        browser = play.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        times = sorted(time for time in drops(board, page) if time)
        browser.close()
    worst = times[int(0.95 * len(times))]
    print(f"drops {len(times)}, median {statistics.median(times):.0f} ms, 95 % {worst:.0f} ms")


if __name__ == "__main__":
    main()
