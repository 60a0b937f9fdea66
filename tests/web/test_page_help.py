"""Hints, review, the way back, puzzles, scores, sharing, accessibility of the page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bolets_solver.bolets.play.record import Record
from bolets_solver.study.games.puzzle import load_answer
from bolets_solver.study.games.session import joined
from tests.web.browsing import Keys, open_page, play, record_of, settle, state
from tests.web.conftest import watched
from tests.web.games import ALL_TOKENS, SHORT, read, steps
from tests.web.serving import Running

pytestmark = pytest.mark.browser


def done(tab: Page, actions: list[str]) -> dict[str, Any]:
    """Let the page do actions at once."""
    tab.evaluate("async (a) => (await import('/static/state.js')).perform(a)", actions)
    return state(tab)


@cache
def axe() -> str:
    import axe_core_python

    (script,) = Path(axe_core_python.__file__).parent.rglob("axe.min.js")
    return script.read_text(encoding="utf-8")


def faults(tab: Page) -> list[str]:
    """What axe-core finds on the page as it stands."""
    tab.evaluate(axe())
    found = tab.evaluate("async () => (await axe.run()).violations")
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for fault in found
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(
    board: Running, chromium: Browser, troubles: list[str], width: int, scheme: Any
) -> None:
    record = joined(read(ALL_TOKENS))
    actions = steps(record)
    with chromium.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    ) as context:
        tab = watched(context.new_page(), troubles)
        open_page(board, tab, " ".join(record.order))
        assert faults(tab) == []  # the entrance
        done(tab, actions[:1])
        tab.keyboard.press("n")
        assert faults(tab) == []  # a card over the map
        done(tab, actions[1:14])
        assert faults(tab) == []  # amid a trace
        tab.locator("#share").click()
        assert faults(tab) == []
        tab.keyboard.press("Escape")
        for page in ("puzzles", "games", "spectrum"):
            tab.locator(f"[data-page={page}]").click()
            tab.wait_for_selector(".list-page > *")
            assert faults(tab) == []
        tab.locator("[data-page=play]").click()
        done(tab, actions[14:])
        assert faults(tab) == []  # the end
        tab.get_by_role("button", name="Review the game").click()
        tab.wait_for_selector("#review-slider")
        assert faults(tab) == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_tiles_are_heard_and_one_is_in_the_tab_order(board: Running, tab: Page) -> None:
    open_page(board, tab, " ".join(read(SHORT).order))
    view = done(tab, ["entrance 1"])
    x, y = view["here"]
    cells = tab.locator(".map [role=gridcell]")
    assert cells.count() == len(view["tiles"])
    expect(tab.locator(".map [tabindex='0']")).to_have_count(1)
    here = tab.locator(f"[data-tile='{x},{y}']")
    expect(here).to_have_attribute("tabindex", "0")
    expect(here).to_have_attribute("aria-label", re.compile("door 1.*on the path, card 6B"))
    tab.locator("#skip").focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("l")
    tab.keyboard.press("ArrowDown")
    focused = tab.evaluate("document.activeElement.dataset.tile")
    assert focused == f"{x},{y + 1}"
    expect(tab.locator(".map [tabindex='0']")).to_have_count(1)


def test_what_happens_is_said(board: Running, tab: Page) -> None:
    open_page(board, tab, " ".join(read(ALL_TOKENS).order))
    play(tab, Keys(tab), steps(joined(read(ALL_TOKENS)))[:1])
    live = tab.locator("#live")
    expect(live).to_contain_text("entered by door 1")
    expect(live).to_contain_text("Place 1B on 7B")
    tab.keyboard.press("n")
    expect(live).to_contain_text("legal here")
    done(tab, steps(joined(read(ALL_TOKENS)))[1:3])
    expect(live).to_contain_text("3 south")


def test_hints_come_in_three_steps(board: Running, tab: Page) -> None:
    open_page(board, tab, " ".join(read(SHORT).order))
    done(tab, ["entrance 1"])
    hints = tab.locator(".step")
    expect(hints.nth(1)).to_be_disabled()
    hints.nth(0).click()
    answer = tab.locator(".hints .reply")
    expect(answer).to_contain_text(re.compile("[Gg]o to door [0-9] of 2B"), timeout=240_000)
    expect(answer).to_contain_text("proven")
    expect(tab.locator("#hint-knows")).to_contain_text("4A C, that is the whole order.")
    expect(tab.locator(".better-card")).to_have_count(0)
    hints.nth(1).click()
    expect(answer).to_contain_text(re.compile("Place 2B r[0-9]+ @"))
    expect(tab.locator(".better-card")).to_have_count(1)
    expect(hints.nth(2)).to_be_enabled()
    hints.nth(2).click()
    expect(answer).to_contain_text("trace")
    expect(tab.locator(".better-line")).to_have_count(1)


def test_no_single_key_gives_anything_away(board: Running, tab: Page) -> None:
    open_page(board, tab, " ".join(read(SHORT).order))
    done(tab, ["entrance 1"])
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    for key in [*"abcdefghijklmnopqrstuvwxyz", " ", "Enter", "F2", "?", "Escape"]:
        tab.keyboard.press(key)
    tab.wait_for_timeout(200)
    assert not {"hint", "advice", "mistakes", "optimum", "review", "way_back", "spectrum"} & set(
        asked
    )


def test_the_way_back_leads_to_the_last_best_moment(board: Running, tab: Page) -> None:
    record = joined(read(SHORT))
    open_page(board, tab, " ".join(record.order))
    actions = steps(record)
    begin = actions[:5]
    view = done(tab, begin)
    places = view["legal"]["place"]["at"]["0"]
    worse = None
    for x, y in places:
        action = f"{view['legal']['place']['face']} r0 @{x},{y}"
        if action != actions[5]:
            worse = action
            break
    assert worse is not None
    done(tab, [worse])
    best = board.follow("optimum", position=state(tab)["position"])[-1][1]
    tab.get_by_role("button", name="Back to the last best moment").click()
    expect(tab.locator(".toast, .hints .reply").first).to_contain_text(
        f"{best['points']} points", timeout=240_000
    )
    after = state(tab)
    assert len(after["actions"]) <= 6
    found = board.follow("hint", position=after["position"], level=1)[-1][1]
    assert found["points"] == best["points"]


def test_review_steps_through_the_game_and_weighs_it(board: Running, tab: Page) -> None:
    record = joined(read(SHORT))
    open_page(board, tab, " ".join(record.order))
    view = done(tab, steps(record))
    last = len(view["actions"])
    tab.get_by_role("button", name="Review the game").click()
    slider = tab.locator("#review-slider")
    expect(slider).to_have_value(str(last))
    tab.keyboard.press("Home")
    expect(slider).to_have_value("0")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    expect(tab.locator(".review .reply")).to_contain_text("2B placed")
    tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    tab.get_by_role("button", name="What did each turn cost?").click()
    expect(tab.locator(".costs li")).to_have_count(len(record.turns) + 1, timeout=240_000)
    expect(tab.locator(".review")).to_contain_text("(proven)")
    tab.locator("#review-first").click()
    tab.locator("#review-on").click()
    tab.get_by_role("button", name="Play on from here").click()
    settle(tab, 1)
    expect(tab.locator("#redo")).to_be_enabled()


def test_puzzles_are_played_and_marked(board: Running, tab: Page) -> None:
    tab.goto(board.address())
    tab.locator("[data-page=puzzles]").click()
    expect(tab.locator(".hero")).to_contain_text("Puzzle of the day")
    tab.get_by_role("button", name="door-1").last.click()
    tab.wait_for_selector(".map [role=gridcell]")
    answer = joined(load_answer("door-1").record)
    floor = state(tab)["position"]["floor"]
    done(tab, steps(answer)[floor:])
    expect(tab.locator(".solved")).to_contain_text("Solved")
    tab.locator("[data-page=puzzles]").click()
    expect(tab.locator(".puzzle-tile.done")).to_have_count(1)
    expect(tab.locator(".puzzle-tile.done")).to_contain_text("solved")


def test_games_are_listed_removed_and_brought_back(board: Running, tab: Page) -> None:
    open_page(board, tab, "6B 2B")
    done(tab, ["entrance 1"])
    tab.locator("[data-page=games]").click()
    tab.get_by_role("button", name="Remove the game").click()
    expect(tab.locator(".game-row")).to_have_count(0)
    tab.locator(".toast button").first.click()
    expect(tab.locator(".game-row")).to_have_count(1)
    tab.locator("#deal").click()
    tab.wait_for_selector(".task")
    assert len(state(tab)["order"]) == 8


def test_a_game_is_saved_and_shared(board: Running, tab: Page, troubles: list[str]) -> None:
    record = joined(read(SHORT))
    open_page(board, tab, " ".join(record.order))
    view = done(tab, steps(record)[:6])
    tab.locator("#share").click()
    assert tab.locator("#share-link").input_value().endswith(view["link"])
    begins = {"record": b"bolets-record/1", "svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}
    for kind, begin in begins.items():
        with tab.expect_download() as waiting:
            tab.locator(f"[data-kind={kind}]").click()
        data = waiting.value.path().read_bytes()
        assert data.startswith(begin)
        if kind == "record":
            assert Record.parse(data.decode()) == record_of(tab)
    tab.keyboard.press("Escape")
    tab.locator("#open").click()
    tab.locator("#open-text").fill("no such thing")
    tab.get_by_role("button", name="Open", exact=True).last.click()
    expect(tab.locator("dialog .error")).not_to_be_empty()
    troubles.clear()  # that the server refused it is answer


def test_checkpoints_and_undo_after_the_end(board: Running, tab: Page) -> None:
    record = joined(read(SHORT))
    actions = steps(record)
    open_page(board, tab, " ".join(record.order))
    done(tab, actions[:4])
    tab.locator("#summary-moments").click()
    tab.locator("#checkpoint").click()
    expect(tab.locator(".checkpoints li")).to_have_count(1)
    done(tab, actions[4:])
    expect(tab.locator(".end-head")).to_be_visible()
    tab.keyboard.press("Control+z")
    settle(tab, len(actions) - 1)
    tab.locator(".checkpoints button").first.click()
    settle(tab, 4)
    tab.locator(".toast").get_by_role("button", name="Undo").click()
    settle(tab, len(actions) - 1)


def test_the_theme_is_chosen_and_kept_in_the_browser(board: Running, tab: Page) -> None:
    open_page(board, tab, "6B 2B")
    tab.locator("#look").click()
    tab.get_by_label("dark").check()
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 26, 22)"
    tab.reload()
    tab.wait_for_selector(".map [role=gridcell]")
    assert tab.evaluate("document.documentElement.dataset.theme") == "dark"
    tab.locator("#look").click()
    tab.get_by_label("as the system").check()
    for scheme in ("light", "dark", "light"):  # the page follows while it is open
        tab.emulate_media(color_scheme=scheme)
        expect(tab.locator("html")).to_have_attribute("data-theme", scheme)
