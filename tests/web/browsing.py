"""A person at the page: plays the actions of a record by keys, by mouse, by touch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from bolets_solver.bolets.play.record import Record
from bolets_solver.study.games.session import joined
from tests.web.serving import Running

ARROWS = {"N": "ArrowUp", "E": "ArrowRight", "S": "ArrowDown", "W": "ArrowLeft"}
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
Point = tuple[float, float]


def open_page(board: Running, page: Page, text: str) -> None:
    """Open the board with a game: an order or a link."""
    if ";" not in text and not text.startswith("B1-"):
        text = str(board.ask("open", text=text)["view"]["link"])
    page.goto(board.address(text))
    page.wait_for_selector(".map [role=gridcell]")


def state(page: Page) -> dict[str, Any]:
    """Return what the page holds of the game."""
    found = page.evaluate("async () => (await import('/static/state.js')).game.view")
    assert isinstance(found, dict)
    return found


def record_of(page: Page) -> Record:
    """Return the game in the page, its slides joined."""
    return joined(Record.parse(state(page)["position"]["record"]))


def settle(page: Page, actions: int) -> dict[str, Any]:
    """Wait until this number of actions is done."""
    page.evaluate("async () => { window.board = (await import('/static/state.js')).game; }")
    page.wait_for_function(
        "count => window.board.view && window.board.view.actions.length === count", arg=actions
    )
    return state(page)


def spot(page: Page, tile: Point) -> Point:
    """Return where the middle of a tile is on the screen."""
    x, y = page.evaluate(
        """([x, y]) => {
            const svg = document.querySelector('.map');
            const box = svg.getBoundingClientRect();
            const [left, top, width] = svg.getAttribute('viewBox').split(' ').map(Number);
            const size = box.width / width;
            return [box.left + (x + 0.5 - left) * size, box.top + (y + 0.5 - top) * size];
        }""",
        list(tile),
    )
    return x, y


def card_middle(view: dict[str, Any], page: Page, action: str) -> Point:
    """Return the map tile (with halves) in the middle of a card as it would lie."""
    face, rotation, place = action.split()
    x, y = map(int, place[1:].split(","))
    lies = page.evaluate(
        "async ([f, r]) => (await import('/static/state.js')).game.faces[f].lies[r]",
        [face, rotation[1:]],
    )
    return x + lies["width"] / 2 - 0.5, y + lies["height"] / 2 - 0.5


class Keys:
    """Plays by the keyboard alone."""

    def __init__(self, page: Page):
        self.page = page

    def do(self, view: dict[str, Any], action: str) -> None:
        """Do one action; ``view`` is what the page shows before it."""
        press = self.page.keyboard.press
        if action.startswith("entrance "):
            press(action.removeprefix("entrance "))
        elif " " in action:
            self._lay(action)
        elif action in ("*", "Y"):
            press(action)
        elif action.startswith("@"):
            self._cube(view, action)
        elif action.startswith(">"):
            press(ARROWS[action[1]])
        else:
            self._slide(view, action)

    def _lay(self, action: str) -> None:
        press = self.page.keyboard.press
        _, rotation, place = action.split()
        for _ in range(int(rotation[1:]) // 90):
            press("r")
        press("n")
        at = self.page.evaluate(
            "() => document.querySelector('.card-ghost').getAttribute('transform')"
        )
        x, y = map(int, at.removeprefix("translate(").removesuffix(")").split())
        wanted_x, wanted_y = map(int, place[1:].split(","))
        for name, distance in (("E", wanted_x - x), ("S", wanted_y - y)):
            key = ARROWS[name if distance > 0 else {"E": "W", "S": "N"}[name]]
            for _ in range(abs(distance)):
                press(key)
        press("Enter")

    def _slide(self, view: dict[str, Any], action: str) -> None:
        slides = {way["action"] for way in view["legal"]["trace"]["slides"]}
        if action in slides:
            self.page.keyboard.press(ARROWS[action[0]])
        else:
            assert action[1:] == "1", "a part of a slide is played tile by tile"
            self.page.keyboard.press(f"Shift+{ARROWS[action[0]]}")

    def _cube(self, view: dict[str, Any], action: str) -> None:
        press = self.page.keyboard.press
        press("c")
        press("l")
        self.page.locator(f'[data-tile="{action[1:]}"]').focus()
        press("Enter")
        press("l")


@dataclass
class Mouse:
    """Plays with the mouse: drags cards, clicks where slides end."""

    page: Page

    def do(self, view: dict[str, Any], action: str) -> None:
        """Do one action; ``view`` is what the page shows before it."""
        page = self.page
        if " @" in action:
            for _ in range(int(action.split()[1][1:]) // 90):
                page.locator("#turn").click()
            self.drag(hand(page), spot(page, card_middle(view, page, action)))
        elif action == "*":
            page.locator("#ahead").click()
        elif action == "Y":
            page.locator("#yellow").click()
        elif action.startswith("@"):
            page.locator("#cube").click()
            self._click(tuple(map(int, action[1:].split(","))))
        else:
            self._click(target(view, action))

    def _click(self, tile: Any) -> None:
        self.page.mouse.click(*shown(self.page, tile))

    def drag(self, *points: Point) -> None:
        """Press at the first point, move over the others, let go at the last."""
        mouse = self.page.mouse
        mouse.move(*points[0])
        mouse.down()
        for point in points[1:]:
            mouse.move(*point, steps=6)
        mouse.up()


class Touch:
    """Plays with a finger, through the browser's own touch events."""

    def __init__(self, page: Page):
        self.page = page
        self.cdp: CDPSession = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: Point) -> None:
        """Send one touch event with all fingers that are down."""
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def tap(self, point: Point) -> None:
        """Tap at a point."""
        self.send("touchStart", point)
        self.send("touchEnd")

    def press(self, selector: str) -> None:
        """Tap a button, brought into sight before; not so soon that it is a double tap."""
        self.page.wait_for_timeout(350)
        box = self.page.locator(selector).evaluate(
            """async (button) => {
                button.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
                await new Promise((done) => requestAnimationFrame(done));
                await new Promise((done) => requestAnimationFrame(done));
                const { x, y, width, height } = button.getBoundingClientRect();
                return [x + width / 2, y + height / 2];
            }"""
        )
        self.tap((box[0], box[1]))

    def drag(self, *points: Point, end: str = "touchEnd") -> None:
        """Put a finger down at the first point, move over the others, lift it."""
        self.send("touchStart", points[0])
        for before, after in pairwise(points):
            for part in range(1, 6):
                self.send(
                    "touchMove",
                    (
                        before[0] + (after[0] - before[0]) * part / 5,
                        before[1] + (after[1] - before[1]) * part / 5,
                    ),
                )
        self.send(end)

    def do(self, view: dict[str, Any], action: str) -> None:
        """Do one action; traces are drawn by dragging the head of the path."""
        page = self.page
        if " @" in action:
            for _ in range(int(action.split()[1][1:]) // 90):
                self.press("#turn")
            middle = card_middle(view, page, action)
            shown(page, middle)
            self.drag(hand(page), spot(page, middle))
        elif action == "*":
            self.press("#ahead")
        elif action == "Y":
            self.press("#yellow")
        elif action.startswith("entrance"):
            self.tap(shown(page, target(view, action)))
        elif action.startswith("@"):
            self.press("#cube")
            x, y = map(int, action[1:].split(","))
            self.tap(shown(page, (x, y)))
        else:
            here = (view["here"][0], view["here"][1])
            shown(page, here)
            shown(page, target(view, action))
            self.drag(spot(page, here), spot(page, target(view, action)))


def hand(page: Page) -> Point:
    """Return the middle of the card in the hand, brought into sight."""
    picture = page.locator(".hand-picture")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def target(view: dict[str, Any], action: str) -> tuple[int, int]:
    """Return the tile to which an action leads."""
    if action.startswith("entrance"):
        door = next(one for one in view["legal"]["entrance"] if one["action"] == action)
        return door["tile"][0], door["tile"][1]
    heading, length = (action[1], 1) if action[0] == ">" else (action[0], int(action[1:]))
    dx, dy = STEPS[heading]
    x, y = view["here"]
    return x + dx * length, y + dy * length


def shown(page: Page, tile: Point) -> Point:
    """Scroll a tile into sight and return where its middle is."""
    page.evaluate(
        """([x, y]) => {
            const svg = document.querySelector('.map');
            const scroller = document.querySelector('.scroller');
            const [left, top, width] = svg.getAttribute('viewBox').split(' ').map(Number);
            const size = svg.getBoundingClientRect().width / width;
            const to = [(x + 0.5 - left) * size, (y + 0.5 - top) * size];
            const room = [scroller.clientWidth, scroller.clientHeight];
            const at = [scroller.scrollLeft, scroller.scrollTop];
            const seen = to.every((v, i) => v - size > at[i] && v + size < at[i] + room[i]);
            if (!seen) scroller.scrollTo(to[0] - room[0] / 2, to[1] - room[1] / 2);
            scroller.scrollIntoView({ block: 'nearest' });
        }""",
        list(tile),
    )
    return spot(page, tile)


def play(page: Page, hands: Keys | Mouse | Touch, actions: list[str]) -> None:
    """Play actions one after the other; each must be done before the next."""
    view = state(page)
    for action in actions:
        view_before = len(view["actions"])
        hands.do(view, action)
        try:
            view = settle(page, view_before + 1)
        except Exception as error:
            reason = (
                page.locator(".reason").inner_text()
                if page.locator(".reason:visible").count()
                else ""
            )
            raise AssertionError(f"{action} was not done: {reason}") from error


@contextmanager
def gone(page: Page) -> Iterator[None]:
    """Let nothing through to the server inside the ``with`` block.

    In the page itself: the browser's own interception may begin after the next request.
    """
    page.evaluate(
        """() => {
            window.fetchBefore = window.fetch;
            window.fetch = async () => { throw new TypeError("Failed to fetch"); };
        }"""
    )
    try:
        yield
    finally:
        page.evaluate("() => { window.fetch = window.fetchBefore; }")


def expect_banner(page: Page, words: str) -> None:
    """Wait for the banner to show a text."""
    expect(page.locator("#banner")).to_contain_text(words)
