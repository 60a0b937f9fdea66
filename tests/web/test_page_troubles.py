"""Trouble that must not lose a game: reloads, tabs, lost connections, second fingers."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from bolets_solver.study.games.session import joined
from tests.web.browsing import (
    Keys,
    Mouse,
    Touch,
    expect_banner,
    gone,
    hand,
    open_page,
    play,
    record_of,
    settle,
    spot,
    state,
)
from tests.web.conftest import watched
from tests.web.games import ALL_TOKENS, SHORT, read, steps
from tests.web.serving import Running, serving

pytestmark = pytest.mark.browser

BEGUN = steps(joined(read(SHORT)))[:4]


def begun(board: Running, tab: Page) -> None:
    """A game with the card laid and a slide traced."""
    open_page(board, tab, " ".join(read(SHORT).order))
    for action in BEGUN:
        tab.evaluate("async (a) => (await import('/static/state.js')).perform([a])", action)
    settle(tab, len(BEGUN))


def test_a_reload_loses_nothing_not_even_what_was_taken_back(board: Running, tab: Page) -> None:
    begun(board, tab)
    tab.keyboard.press("Control+z")
    before = settle(tab, len(BEGUN) - 1)["position"]
    tab.reload()
    assert settle(tab, len(BEGUN) - 1)["position"] == before
    tab.keyboard.press("Control+y")
    settle(tab, len(BEGUN))


def test_a_killed_server_loses_nothing(profile: BrowserContext) -> None:
    tab = profile.new_page()
    with serving() as first:
        begun(first, tab)
        record, port = record_of(tab), first.port
    tab.keyboard.press("Control+z")
    expect_banner(tab, "Nothing is lost")
    assert record_of(tab) == record
    with serving(port=port) as second:
        tab.keyboard.press("Control+z")
        expect_banner(tab, "restarted")
        assert record_of(tab) == record
        other = profile.new_page()
        other.goto(second.address())
        other.locator("#go-on").click()
        settle(other, len(BEGUN))
        assert record_of(other) == record


def test_two_tabs_keep_their_own_games(
    board: Running, profile: BrowserContext, troubles: list[str]
) -> None:
    one, other = (watched(profile.new_page(), troubles) for _ in range(2))
    begun(board, one)
    open_page(board, other, state(one)["link"])
    other.keyboard.press("Control+z")
    settle(other, len(BEGUN) - 1)
    one.keyboard.press("Control+z")
    one.keyboard.press("Control+z")
    settle(one, len(BEGUN) - 2)
    expect(one.locator(".toast")).to_contain_text("elsewhere")
    for tab in (one, other):
        kept = state(tab)["position"]
        tab.reload()
        assert settle(tab, len(kept["record"].split(":")) and len(state_actions(kept)))
        assert state(tab)["position"] == kept


def state_actions(position: dict[str, str]) -> list[str]:
    """The actions of a position's record."""
    from bolets_solver.bolets.play.record import Record

    return steps(Record.parse(position["record"]))


def test_a_lost_connection_in_the_middle_of_a_solve(profile: BrowserContext) -> None:
    tab = profile.new_page()
    with serving() as board:
        begun(board, tab)
        record = record_of(tab)
        tab.locator(".step").first.click()  # the kernels are not loaded: it never ends
        expect(tab.locator(".progress")).to_contain_text("loading the solver")
    expect_banner(tab, "Nothing is lost")
    expect(tab.locator(".progress")).to_have_count(0)
    assert record_of(tab) == record


def wait_for(tab: Page, reached: Callable[[], bool]) -> None:
    """Wait until the server is so far; fails after thirty seconds."""
    for _ in range(600):
        if reached():
            return
        tab.wait_for_timeout(50)
    assert reached()


def test_leaving_a_question_ends_the_work_on_it(board: Running, tab: Page) -> None:
    begun(board, tab)
    held = threading.Event()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board.board.kernels, "ready", held)
        tab.locator(".step").first.click()
        expect(tab.locator(".progress")).to_be_visible()
        wait_for(tab, lambda: bool(board.board.jobs._running))  # the page is ahead of the server
        tab.locator(".progress button").click()
        expect(tab.locator(".progress")).to_have_count(0)
        wait_for(tab, lambda: not board.board.jobs._running)


def test_without_a_server_a_step_changes_nothing(
    board: Running, tab: Page, troubles: list[str]
) -> None:
    begun(board, tab)
    record = record_of(tab)
    with gone(tab):
        tab.keyboard.press("ArrowDown")
        expect_banner(tab, "does not answer")
    assert record_of(tab) == record
    troubles.clear()  # that nothing came through is result
    tab.locator("#banner button").click()
    expect(tab.locator("#banner")).to_be_hidden()
    tab.keyboard.press("Control+z")
    settle(tab, len(BEGUN) - 1)


@pytest.fixture
def fingers(chromium: Browser) -> Page:
    """A page that is touched; its complaints are ignored."""
    context = chromium.new_context(
        viewport={"width": 768, "height": 1024}, has_touch=True, reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    return context.new_page()


def test_a_cancelled_touch_rolls_back(board: Running, fingers: Page) -> None:
    open_page(board, fingers, " ".join(read(SHORT).order))
    Keys(fingers).do(state(fingers), "entrance 1")
    view = settle(fingers, 1)
    touch = Touch(fingers)
    place = view["legal"]["place"]["at"]["0"][0]
    touch.drag(hand(fingers), spot(fingers, (place[0] + 2, place[1] + 3)), end="touchCancel")
    expect(fingers.locator(".card-ghost")).to_have_count(0)
    for action in BEGUN[1:2]:
        fingers.evaluate("async (a) => (await import('/static/state.js')).perform([a])", action)
    view = settle(fingers, 2)
    here = (view["here"][0], view["here"][1])
    touch.drag(spot(fingers, here), spot(fingers, (here[0], here[1] + 2)), end="touchCancel")
    fingers.wait_for_timeout(300)
    assert len(state(fingers)["actions"]) == 2
    expect(fingers.locator(".map .part")).to_have_count(0)


def test_a_second_finger_never_draws(board: Running, fingers: Page) -> None:
    open_page(board, fingers, " ".join(read(SHORT).order))
    for action in BEGUN[:2]:
        fingers.evaluate("async (a) => (await import('/static/state.js')).perform([a])", action)
    view = settle(fingers, 2)
    here = (view["here"][0], view["here"][1])
    first, second = spot(fingers, here), spot(fingers, (here[0] + 2, here[1] + 3))
    touch = Touch(fingers)
    touch.send("touchStart", first)
    touch.send("touchStart", first, second)
    end = spot(fingers, (here[0], here[1] + 1))
    for part in range(1, 6):
        touch.send("touchMove", first, (second[0] - 8 * part, second[1]))
    touch.send("touchMove", end, second)
    touch.send("touchEnd", second)
    touch.send("touchEnd")
    assert [one["action"] for one in settle(fingers, 3)["actions"]][2] == "S1"


def test_a_refused_place_shows_rule_and_tile(board: Running, tab: Page) -> None:
    open_page(board, tab, " ".join(read(SHORT).order))
    Keys(tab).do(state(tab), "entrance 1")
    view = settle(tab, 1)
    here = view["here"]
    mouse = Mouse(tab)
    mouse.drag(hand(tab), spot(tab, (here[0], here[1])))
    expect(tab.locator(".reason")).to_contain_text("B-R11")
    assert len(state(tab)["actions"]) == 1
    expect(tab.locator(".card-ghost.refused .card-frame")).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tab.locator(".card-ghost")).to_have_count(0)


def test_a_forbidden_step_is_explained_and_not_drawn(board: Running, tab: Page) -> None:
    begun(board, tab)
    tab.keyboard.press("Control+z")
    before = settle(tab, len(BEGUN) - 1)
    tab.keyboard.press("ArrowUp")
    why = before["legal"]["trace"]["forbidden"]["N"]
    expect(tab.locator(".reason")).to_contain_text(why["rule"])
    expect(tab.locator("#live")).to_contain_text(why["message"])
    assert state(tab)["position"] == before["position"]


def test_a_line_drawn_with_the_pen_is_judged(board: Running, tab: Page) -> None:
    record = joined(read(ALL_TOKENS))
    open_page(board, tab, " ".join(record.order))
    play(tab, Keys(tab), steps(record)[:2])
    tab.keyboard.press("p")
    x, y = state(tab)["here"]
    points = [spot(tab, p) for p in ((x, y), (x, y + 1), (x - 1, y + 1))]
    Mouse(tab).drag(*points)
    expect(tab.locator(".offer")).to_contain_text("B-R15")
    assert len(state(tab)["actions"]) == 2
    tab.get_by_role("button", name="Take the nearest line").click()
    expect(tab.locator(".offer")).to_have_count(0)
    assert record_of(tab).turns[0].tokens
