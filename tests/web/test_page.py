"""Whole games in a real browser, by keys, by mouse and by touch: each equals its record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

import pytest
from playwright.sync_api import Browser, Page, expect

from bolets_solver.bolets.play.tokens import Enter, Slide
from bolets_solver.study.games.session import joined
from tests.web import browsing
from tests.web.browsing import Keys, Mouse, Touch, open_page, play, record_of, settle, state
from tests.web.games import ALL_TOKENS, FAR, SHORT, read, steps
from tests.web.serving import Running

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("text", [ALL_TOKENS])
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


@pytest.mark.parametrize("text", [FAR])
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
        context.set_default_timeout(30_000)
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


@pytest.mark.parametrize("text", [SHORT, FAR])
def test_a_whole_trace_in_one_drag(board: Running, tab: Page, text: str) -> None:
    record = joined(read(text))
    open_page(board, tab, " ".join(record.order))
    turn = record.turns[0]
    plain = [token for token in turn.tokens if isinstance(token, Slide | Enter)]
    begin = steps(replace(record, turns=(replace(turn, tokens=()),)))
    play(tab, Keys(tab), begin)
    if len(plain) < len(turn.tokens):  # up to the first cube
        plain = list(takewhile(lambda token: token in plain, turn.tokens))
    x, y = state(tab)["here"]
    points = [browsing.spot(tab, (x, y))]
    for token in plain:
        length = token.length if isinstance(token, Slide) else 1
        x, y = x + token.heading.dx * length, y + token.heading.dy * length
        points.append(browsing.spot(tab, (x, y)))
    Mouse(tab).drag(*points)
    settle(tab, len(begin) + len(plain))
    assert list(record_of(tab).turns[0].tokens) == plain


def test_going_back_along_the_line_takes_it_back(board: Running, tab: Page) -> None:
    record = joined(read(SHORT))
    open_page(board, tab, " ".join(record.order))
    play(tab, Keys(tab), steps(record)[:2])
    x, y = state(tab)["here"]
    there, back = browsing.spot(tab, (x, y + 4)), browsing.spot(tab, (x, y))
    Mouse(tab).drag(back, there, back)
    tab.wait_for_timeout(200)
    assert len(state(tab)["actions"]) == 2
    Mouse(tab).drag(back, there, browsing.spot(tab, (x, y + 2)))
    assert [one["action"] for one in settle(tab, 3)["actions"]][2] == "S2"


def test_a_card_is_turned_while_it_is_dragged(board: Running, tab: Page) -> None:
    open_page(board, tab, " ".join(read(SHORT).order))
    Keys(tab).do(state(tab), "entrance 1")
    view = settle(tab, 1)
    face, places = view["legal"]["place"]["face"], view["legal"]["place"]["at"]["180"]
    action = f"{face} r180 @{places[0][0]},{places[0][1]}"
    end = browsing.spot(tab, browsing.card_middle(view, tab, action))
    mouse = tab.mouse
    mouse.move(*browsing.hand(tab))
    mouse.down()
    mouse.move(end[0] + 60, end[1] + 60, steps=4)
    tab.keyboard.press("r")
    tab.keyboard.press("r")
    mouse.move(*end, steps=4)
    mouse.up()
    assert settle(tab, 2)["actions"][1]["action"] == action
