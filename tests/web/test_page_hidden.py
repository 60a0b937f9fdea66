"""The page with unknown cards: hidden or own cards, advice, mistakes and luck."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import open_page, settle, state
from tests.web.serving import Running
from tests.web.test_page_help import done, faults

pytestmark = pytest.mark.browser


def test_own_cards_are_chosen_as_they_are_turned_up(board: Running, tab: Page) -> None:
    tab.goto(board.address())
    tab.locator("button[data-page=games]").click()
    tab.locator("#cards-own").check()
    assert faults(tab) == []
    tab.locator("#deal").click()
    for face in ("6B", "2B", "3A"):
        tab.locator(f"[data-face='{face}']").click()
        expect(tab.locator(f"[data-face='{face}']")).to_have_count(0)
    assert state(tab)["order"][:4] == ["6B", "2B", "3A", "?"]
    tab.locator("#undo").click()
    expect(tab.locator("[data-face='3A']")).to_be_visible()
    assert faults(tab) == []
    tab.locator("#redo").click()
    expect(tab.locator(".faces")).to_have_count(0)
    done(tab, ["entrance 1", "2B r0 @0,3", "S2", ">S"])
    expect(tab.locator(".standing")).to_contain_text("the card on top of the stack")
    tab.reload()
    assert settle(tab, 4)["order"][:4] == ["6B", "2B", "3A", "?"]


def test_a_hidden_game_is_dealt_and_listed(board: Running, tab: Page) -> None:
    tab.goto(board.address())
    tab.locator("button[data-page=games]").click()
    tab.locator("#cards-hidden").check()
    tab.locator("#deal-seed").fill("3")
    tab.locator("#deal").click()
    tab.wait_for_selector(".map [role=gridcell]")
    view = done(tab, ["entrance 1"])
    assert view["order"][3:] == ["?", "?", "?", "?", "C"]
    expect(tab.get_by_role("button", name="Back to the last best moment")).to_have_count(0)
    tab.locator("button[data-page=games]").click()
    expect(tab.locator(".game-row").first).to_contain_text("hidden, seed 3")


def test_advice_and_then_mistakes_and_luck(board: Running, tab: Page) -> None:
    record = "bolets-record/1\ndeck: mini\norder: 1A 2B 3A C\nentrance: 1\n"
    open_page(board, tab, str(board.ask("open", text=record)["view"]["link"]))
    tab.locator("#advise").click()
    answer = tab.locator("#advice-reply")
    expect(answer).to_contain_text("A best player expects", timeout=240_000)
    expect(answer).to_contain_text("exact, proven")
    expect(tab.locator(".better-card")).to_have_count(0)
    tab.locator("#advice-show-0").click()
    expect(tab.locator(".better-card")).to_have_count(1)
    assert faults(tab) == []
    view = state(tab)
    place = view["legal"]["place"]
    x, y = place["at"]["180"][0]
    done(tab, [f"{place['face']} r180 @{x},{y}"])
    tab.locator("#summary-moments").click()
    tab.locator("#review").click()
    tab.locator("#mistakes").click()
    expect(tab.locator(".fair li").first).to_be_visible(timeout=240_000)
    expect(tab.locator(".fair")).to_contain_text("In all: mistakes")
    expect(tab.locator(".fair")).to_contain_text("Knowing only what you saw: the wall card and")
    expect(tab.locator(".fair")).to_contain_text("points expected at the entrance")
    assert faults(tab) == []


def test_axe_finds_nothing_on_a_spectrum_that_is_drawn(board: Running, tab: Page) -> None:
    tab.set_viewport_size({"width": 768, "height": 900})
    tab.emulate_media(color_scheme="dark")
    open_page(board, tab, str(board.ask("open", text="6B 2B")["view"]["link"]))
    tab.locator("button[data-page=spectrum]").click()
    tab.locator("#study").click()
    expect(tab.locator("svg.spectrum")).to_be_visible(timeout=240_000)
    assert faults(tab) == []
