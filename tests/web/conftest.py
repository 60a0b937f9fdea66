"""One board for the tests of a process, and one browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.serving import Running, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def board() -> Iterator[Running]:
    """A board without a game."""
    with serving() as running:
        running.board.kernels.load()
        running.board.kernels.ready.wait()
        yield running


def chromium_path() -> str | None:
    """Return the browser of this machine, None if there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; without one its tests are skipped, but fail in CI."""
    missing = None
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        missing = "playwright is not installed (pip install 'bolets-solver[test]')"
    path = chromium_path()
    if missing is None and path is None:
        missing = f"there is no browser: none of {', '.join(NAMES)} is installed"
    if missing is not None:
        if os.environ.get("CI"):
            pytest.fail(f"the page must be tested here, but {missing}")
        pytest.skip(f"the page is not tested: {missing}")
    expect.set_options(timeout=30_000)  # the machine may have other work
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def troubles() -> list[str]:
    """What a page complained of; empty at the end of each test."""
    return []


@pytest.fixture
def profile(chromium: Browser, troubles: list[str]) -> Iterator[BrowserContext]:
    """A new profile, as of a person who opens the page for the first time."""
    with chromium.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    ) as made:
        made.set_default_timeout(30_000)
        yield made
    assert troubles == []


@pytest.fixture
def tab(profile: BrowserContext, troubles: list[str]) -> Page:
    """A page in it; what it complains of fails the test."""
    return watched(profile.new_page(), troubles)


def watched(page: Page, troubles: list[str]) -> Page:
    """Note the errors of a page."""
    page.on("pageerror", lambda error: troubles.append(str(error)))

    def heard(message: object) -> None:
        if getattr(message, "type", "") == "error":
            troubles.append(str(getattr(message, "text", "")))

    page.on("console", heard)
    return page


@pytest.fixture
def saves() -> Path:
    """The folder of kept games of this test."""
    return Path(os.environ["BOLETS_SAVES"])
