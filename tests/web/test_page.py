"""Whole games in a real browser, by keys, by mouse and by touch: each equals its record."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bolets_solver.study.games.session import joined
from tests.web import browsing
from tests.web.browsing import Keys, Mouse, Touch, open_page, play, record_of, settle, state
from tests.web.games import ALL_TOKENS, FAR, SHORT, read, steps
from tests.web.serving import Running

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("text", [ALL_TOKENS, SHORT])
def test_a_game_by_the_keyboard_alone(board: Running, tab: Page, text: str) -> None:
    record = read(text)
    open_page(board, tab, " ".join(record.order))
    play(tab, Keys(tab), steps(record, one_by_one=True))
    assert record_of(tab) == joined(record)
    expect(tab.locator(".end-head")).to_be_visible()
    for _ in steps(record, one_by_one=True):
        tab.keyboard.press("Control+z")
    settle(tab, 0)
    tab.keyboard.press("Control+Shift+z")
    settle(tab, 1)


@pytest.mark.parametrize("text", [ALL_TOKENS, FAR])
def test_a_game_by_the_mouse(board: Running, tab: Page, text: str) -> None:
    record = read(text)
    open_page(board, tab, " ".join(record.order))
    play(tab, Mouse(tab), steps(joined(record)))
    assert record_of(tab) == joined(record)


@pytest.fixture
def phone(chromium: Browser, troubles: list[str]) -> Iterator[Page]:
    """A phone of 360 pixels."""
    from tests.web.conftest import watched

    with chromium.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(15_000)
        yield watched(context.new_page(), troubles)
    assert troubles == []


def test_a_game_by_touch_on_a_phone(board: Running, phone: Page) -> None:
    record = read(ALL_TOKENS)
    open_page(board, phone, " ".join(record.order))
    play(phone, Touch(phone), steps(joined(record)))
    assert record_of(phone) == joined(record)
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360


def test_the_link_in_the_address_is_the_game(board: Running, tab: Page) -> None:
    record = read(SHORT)
    open_page(board, tab, " ".join(record.order))
    play(tab, Keys(tab), steps(record, one_by_one=True)[:5])
    link = state(tab)["link"]
    assert tab.url.endswith(f"/#{link}")
    assert not re.search("token", tab.url)
    tab.reload()
    assert settle(tab, 5)["link"] == link
    assert browsing.record_of(tab).turns
