"""The card editor in a real browser: keys, mouse, touch, the photo, saving, accessibility."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from bolets_solver.bolets.files.deck_file import read_deck
from tests.web.browsing import Touch
from tests.web.conftest import watched
from tests.web.serving import Running, serving_deck
from tests.web.test_page_help import faults

pytestmark = pytest.mark.browser

MINI = (Path(__file__).parents[2] / "card_data" / "mini.toml").read_text(encoding="utf-8")
WANTED = ["##x##", "#.M.+", "#oh.#", "+c..#", "#.mm#", "#+###"]
FILE = Path("mine.toml")


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A board with a deck file that the command named."""
    with serving_deck(tmp_path_factory.mktemp("cards"), FILE) as running:
        yield running


@pytest.fixture(autouse=True)
def file(desk: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The deck file, in a folder of its own for each test."""
    monkeypatch.chdir(tmp_path)
    FILE.write_text(MINI.replace("# Made by", "# mine\n# Made by"), encoding="utf-8")
    return tmp_path / FILE


def edit(desk: Running, page: Page) -> None:
    page.goto(desk.address("cards"))
    page.wait_for_selector(".turned-face")


def rows(page: Page, name: str = "1A") -> list[str]:
    """Return the rows of a face as the page has them."""
    found = page.evaluate(
        """async (name) => (await import('/static/editor-model.js')).deck.draft.faces
            .find((face) => face.name === name).rows""",
        name,
    )
    return list(found)


def tile(page: Page, row: int, column: int) -> Any:
    """Return the tile in a row and column, from 1."""
    return page.locator(f"[data-at='{row - 1},{column - 1}']")


def middle(page: Page, row: int, column: int) -> tuple[float, float]:
    box = tile(page, row, column).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def save(page: Page) -> None:
    page.keyboard.press("Control+s")
    expect(page.locator(".deck-file")).to_contain_text("\u2014 saved")


def test_a_face_is_typed_and_saved_by_the_keyboard_alone(desk: Running, tab: Page) -> None:
    edit(desk, tab)
    while not tab.evaluate("document.activeElement.matches('[data-at]')"):
        tab.keyboard.press("Tab")
    tab.keyboard.press("Control+Home")
    tab.keyboard.type("".join(WANTED))
    assert rows(tab) == WANTED
    expect(tab.locator("#found-count")).to_contain_text("the deck is valid")
    save(tab)
    before = FILE.read_text(encoding="utf-8").split("\n")
    assert before[0] == "# mine"
    assert list(read_deck(FILE).face("1A").grid) == WANTED
    for _ in range(40):
        tab.keyboard.press("Control+z")
    save(tab)
    assert FILE.read_text(encoding="utf-8") == MINI.replace("# Made by", "# mine\n# Made by")


def test_arrows_tab_and_the_ends_move_and_nothing_is_a_trap(desk: Running, tab: Page) -> None:
    edit(desk, tab)
    tile(tab, 1, 1).focus()
    for key, place in (
        ("ArrowRight", "0,1"), ("ArrowDown", "1,1"), ("Home", "1,0"), ("End", "1,4"),
        ("Tab", "2,0"), ("Shift+Tab", "1,4"), ("Control+End", "5,4"), ("ArrowDown", "5,4"),
    ):  # fmt: skip
        tab.keyboard.press(key)
        assert tab.evaluate("document.activeElement.dataset.at") == place
    tab.keyboard.press("Tab")
    assert not tab.evaluate("document.activeElement.matches('[data-at]')")
    tile(tab, 2, 2).focus()
    tab.keyboard.press("Escape")
    assert tab.evaluate("document.activeElement.matches('.brush')")
    tile(tab, 2, 2).focus()
    tab.keyboard.press("PageDown")
    expect(tab.locator(".face-tabs [aria-current]")).to_contain_text("1B")
    tab.keyboard.press("Backspace")
    tab.keyboard.type("q")
    assert rows(tab, "1B") == read_rows("1B")


def read_rows(name: str) -> list[str]:
    return list(read_deck(FILE).face(name).grid)


def test_defects_and_warnings_stand_at_their_tiles(desk: Running, tab: Page) -> None:
    edit(desk, tab)
    tile(tab, 3, 3).focus()
    tab.keyboard.press("#")
    expect(tile(tab, 3, 3)).to_have_attribute("aria-invalid", "true")
    expect(tile(tab, 3, 3)).to_have_accessible_name(
        "row 3, column 3: wall; wrong: a wall stands inside the rim, where there are only . floor, "
        "o rock, m mushroom, M special mushroom, h heart and c crow"
    )
    expect(tab.locator(".findings")).to_contain_text("row 3, column 3: a wall stands inside")
    expect(tab.locator("[data-face='1A']")).to_contain_text("has defects")
    tab.keyboard.press("Control+z")
    expect(tab.locator("#found-count")).to_contain_text("the deck is valid")
    tab.locator("[data-face='C']").click()
    tile(tab, 3, 3).focus()
    tab.keyboard.press("m")
    expect(tile(tab, 3, 3)).to_have_class("tile odd")
    tab.locator("[data-face='2B']").click()
    tab.locator(".findings .link").first.click()
    expect(tile(tab, 3, 3)).to_be_focused()


def test_the_mouse_paints_and_a_stroke_is_undone_at_once(desk: Running, tab: Page) -> None:
    edit(desk, tab)
    before = rows(tab)
    tile(tab, 2, 2).click()
    assert rows(tab) == before  # nothing is laid by choosing a tile
    tab.locator("[data-brush=h]").click()
    tab.mouse.move(*middle(tab, 2, 2))
    tab.mouse.down()
    tab.mouse.move(*middle(tab, 2, 4), steps=2)  # so fast that it leaps over tiles
    tab.mouse.move(*middle(tab, 5, 4), steps=1)
    tab.mouse.up()
    assert [row[1:4] for row in rows(tab)[1:5]] == ["hhh", "och", "m.h", ".mh"]
    tab.locator("#deck-undo").click()
    assert rows(tab) == before
    tab.locator("#deck-redo").click()
    assert rows(tab)[1] == "+hhh+"


@pytest.fixture
def phone(chromium: Browser, troubles: list[str]) -> Iterator[Page]:
    """A phone of 360 pixels."""
    with chromium.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(30_000)
        yield watched(context.new_page(), troubles)
    assert troubles == []


def test_a_finger_paints_a_second_one_does_not_and_a_broken_stroke_is_taken_back(
    desk: Running, phone: Page
) -> None:
    edit(desk, phone)
    before = rows(phone)
    hand = Touch(phone)
    hand.press("[data-brush=c]")
    phone.locator(".face-grid").scroll_into_view_if_needed()
    one, two, far = (middle(phone, 2, x) for x in (2, 3, 4))
    other = middle(phone, 5, 2)
    hand.send("touchStart", one)
    hand.send("touchMove", two)
    hand.send("touchStart", two, other)
    hand.send("touchMove", far, middle(phone, 5, 4))
    hand.send("touchEnd", far)
    hand.send("touchEnd")
    assert [row[1:4] for row in rows(phone)[1:5]] == ["ccc", *[row[1:4] for row in before[2:5]]]
    hand.press("#deck-undo")
    assert rows(phone) == before
    phone.locator(".face-grid").scroll_into_view_if_needed()
    hand.drag(one, far, end="touchCancel")
    assert rows(phone) == before
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


CARD = [(0.3, 0.1), (0.65, 0.15), (0.95, 0.9), (0.05, 0.8)]


Point = tuple[float, float]


def crossing(a: Point, c: Point, b: Point, d: Point) -> Point:
    """Return where the line from a to c crosses that from b to d."""
    (ax, ay), (cx, cy), (bx, by), (dx, dy) = a, c, b, d
    share = ((bx - ax) * (dy - by) - (by - ay) * (dx - bx)) / (
        (cx - ax) * (dy - by) - (cy - ay) * (dx - bx)
    )
    return ax + share * (cx - ax), ay + share * (cy - ay)


def photo() -> bytes:
    """A photo of a card: 400x600, the card askew on it, its corners at CARD."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (400, 600), "#402020")
    draw = ImageDraw.Draw(image)
    a, b, c, d = [(x * 400, y * 600) for x, y in CARD]
    draw.polygon([a, b, c, d], fill="#20c040")
    x, y = crossing(a, c, b, d)  # in perspective, too, the diagonals cross in the middle
    draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill="#f01010")
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def lay_photo(page: Page, corners: list[tuple[float, float]]) -> None:
    """Choose a photo and drag the rings to corners, given in shares of its sides."""
    page.locator("input[aria-label='Choose a photo']").set_input_files(
        {"name": "card.png", "mimeType": "image/png", "buffer": photo()}
    )
    page.wait_for_selector(".ring")
    box = page.locator(".positioner").bounding_box()
    assert box is not None
    for index, (x, y) in enumerate(corners):
        ring = page.locator(f"[data-corner='{index}']").bounding_box()
        assert ring is not None
        page.mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"], steps=3)
        page.mouse.up()
        expect(page.locator(f"[data-corner='{index}']")).to_have_accessible_name(
            re.compile(f": {round(100 * x)} % across, {round(100 * y)} % down")
        )
    page.locator("#photo-place").click()


def test_a_photo_lies_straight_under_the_tiles_and_never_leaves_the_page(
    desk: Running, tab: Page
) -> None:
    from PIL import Image

    asked: list[str] = []
    tab.on("request", lambda request: asked.append((request.post_data or "")[:200_000]))
    edit(desk, tab)
    lay_photo(tab, CARD)
    tab.locator("#photo-cover").fill("0")
    expect(tab.locator(".photo-clip")).to_be_visible()
    picture = Image.open(io.BytesIO(tab.locator(".face-grid").screenshot())).convert("RGB")
    width, height = picture.size
    for x, y in ((0.03, 0.97), (0.97, 0.97), (0.97, 0.03), (0.5, 0.53)):
        colour = picture.getpixel((int(x * width), int(y * height)))
        assert isinstance(colour, tuple)
        assert (colour[1] > 130, colour[0] < 90) == (True, True)  # the card, not what is beside it
    colour = picture.getpixel((width // 2, height // 2))
    assert isinstance(colour, tuple)
    assert (colour[0] > 200, colour[1] < 90) == (True, True)  # the middle of the card
    before = rows(tab)
    tab.locator("#photo-place").click()
    expect(tab.locator(".face-grid")).to_be_hidden()  # placing a photo never paints
    tab.locator("[data-corner='0']").focus()
    tab.keyboard.press("Shift+ArrowRight")
    expect(tab.locator("[data-corner='0']")).to_have_accessible_name(
        "Corner top left: 35 % across, 10 % down"
    )
    tab.keyboard.press("Escape")
    assert rows(tab) == before
    tile(tab, 2, 2).focus()
    tab.keyboard.press("h")
    save(tab)
    assert not any("image" in body or "base64" in body or "blob:" in body for body in asked)
    assert b"image" not in FILE.read_bytes()
    tab.locator("[data-face='1B']").click()
    expect(tab.locator(".photo-clip")).to_be_hidden()  # each face has its own


def test_four_corners_are_mapped_by_the_homography(desk: Running, tab: Page) -> None:
    edit(desk, tab)
    worst = tab.evaluate(
        """async () => {
            const { homography, project } = await import('/static/editor-photo.js');
            let worst = 0;
            let seed = 7;
            const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
            for (let round = 0; round < 300; round += 1) {
                const jitter = () => 300 * random();
                const from = [[jitter(), jitter()], [3000 - jitter(), jitter()],
                    [3000 - jitter(), 4000 - jitter()], [jitter(), 4000 - jitter()]];
                const to = [[0, 0], [340, 0], [340, 476], [0, 476]];
                const map = homography(from, to);
                from.forEach((point, i) => {
                    const [x, y] = project(map, point);
                    worst = Math.max(worst, Math.hypot(x - to[i][0], y - to[i][1]));
                });
            }
            return worst;
        }"""
    )
    assert worst < 1e-6


def test_doors_on_edges_are_clicked_and_typed(desk: Running, tab: Page) -> None:
    body = "grid = '''\nm..\n.o.\n...\n'''\ndoors = [\"N1\", \"e2x\"] # seen\n"
    head = 'format = "bolets-deck/1"\nname = "mine"\ntitle = "E"\nborder = "edges"\n'
    FILE.write_text(f'{head}[faces."1A"]\n{body}[faces."C"]\n{body}', encoding="utf-8")
    edit(desk, tab)
    tile(tab, 0, 3).focus()
    expect(tile(tab, 0, 3)).to_have_accessible_name("top edge 3: wall")
    tab.keyboard.press("+")
    tab.locator("[data-brush=x]").click()
    tile(tab, 2, 0).click()
    tile(tab, 2, 4).focus()
    tab.keyboard.press("m")  # nothing lies on an edge
    tab.keyboard.press("#")
    save(tab)
    assert 'doors = ["N1", "N3", "W2x"] # seen' in FILE.read_text(encoding="utf-8")
    tab.locator("[data-brush='+']").click()
    tile(tab, 2, 2).click()
    expect(tile(tab, 2, 2)).to_have_attribute("aria-invalid", "true")
    tab.keyboard.press("Control+z")
    tab.locator("#face-width").fill("4")
    tab.locator("#face-width").press("Tab")
    tab.locator("[data-brush=x]").click()
    tile(tab, 0, 4).click()
    tab.locator("#face-width").fill("3")
    tab.locator("#face-width").press("Tab")
    expect(tab.locator(".findings")).to_contain_text("off the card")
    tab.get_by_role("button", name="Remove N4x").click()
    expect(tab.locator("#found-count")).not_to_contain_text("1 defect")


def test_a_file_changed_by_another_program_is_noticed(desk: Running, tab: Page) -> None:
    edit(desk, tab)
    tile(tab, 2, 2).focus()
    tab.keyboard.press("h")
    theirs = FILE.read_text(encoding="utf-8").replace("#M..x", "#o..x")
    FILE.write_text(theirs, encoding="utf-8")
    tab.keyboard.press("Control+s")
    tab.locator("#conflict-reload").click()
    expect(tab.locator(".deck-file")).to_contain_text("\u2014 saved")
    assert FILE.read_text(encoding="utf-8") == theirs
    assert rows(tab, "3B")[3] == "#o..x"
    tab.locator("#deck-undo").click()
    assert rows(tab)[1][1] == "h"
    FILE.write_text(theirs + "# later\n", encoding="utf-8")
    tab.locator("#deck-redo").click()
    tile(tab, 2, 2).focus()
    tab.keyboard.press("c")
    tab.keyboard.press("Control+s")
    tab.locator("#conflict-over").click()
    expect(tab.locator(".deck-file")).to_contain_text("\u2014 saved")
    assert FILE.read_text(encoding="utf-8").endswith("# later\n")
    assert (rows(tab)[1][1], rows(tab, "3B")[3]) == ("c", "#o..x")


def test_what_was_not_saved_outlives_a_reload(desk: Running, tab: Page) -> None:
    edit(desk, tab)
    tile(tab, 2, 2).focus()
    tab.keyboard.press("h")
    tab.on("dialog", lambda dialog: dialog.accept())
    tab.reload()
    tab.wait_for_selector(".turned-face")
    assert rows(tab)[1][1] == "h"
    expect(tab.locator(".deck-file")).to_contain_text("not saved")
    save(tab)
    assert read_rows("1A")[1][1] == "h"


def test_faces_sizes_title_and_text(desk: Running, tab: Page) -> None:
    edit(desk, tab)
    tab.locator("#add-face").click()
    tab.locator("#face-go").click()
    expect(tab.locator(".face-tabs [aria-current]")).to_contain_text("4A")
    tab.locator("#face-width").fill("6")
    tab.locator("#face-width").press("Tab")
    expect(tab.locator("[data-at='0,5']")).to_be_visible()
    assert {len(row) for row in rows(tab, "4A")} == {6}
    tab.locator("#remove-face").click()
    expect(tab.locator("[data-face='4A']")).to_have_count(0)
    tab.locator(".toast button", has_text="Undo").click()
    expect(tab.locator("[data-face='4A']")).to_have_count(1)
    tab.locator("#deck-header").click()
    tab.locator("#header-title").fill("My own")
    tab.locator("#header-go").click()
    expect(tab.locator(".deck-title h2")).to_have_text("My own")
    tab.locator("#deck-text").click()
    source = tab.locator("#deck-source")
    text = source.input_value()
    assert '[faces."4A"]' in text
    source.fill(f"# typed\n{text}".replace('title = "My own"', 'title = "Mine'))
    tab.locator("#text-go").click()
    expect(tab.locator(".findings")).to_contain_text("quotation mark")
    tab.locator("#deck-text").click()
    source.fill(f"# typed\n{text}")
    tab.locator("#text-go").click()
    expect(tab.locator("dialog")).to_have_count(0)
    save(tab)
    assert FILE.read_text(encoding="utf-8") == f"# typed\n{text}"


def test_the_text_holds_the_last_change_however_slow_the_server_is(
    desk: Running, tab: Page
) -> None:
    edit(desk, tab)
    expect(tab.locator("#found-count")).to_contain_text("valid")
    held: list[Route] = []
    slow = [True]
    tab.route("**/cards/check", lambda one: held.append(one) if slow else one.continue_())
    tab.locator("#deck-header").click()
    tab.locator("#header-title").fill("My own")
    with tab.expect_request("**/cards/check"):
        tab.locator("#header-go").click()
    tab.locator("#deck-text").click()
    tab.locator("#deck-text").click()
    expect(tab.locator("dialog")).to_have_count(0)
    slow.clear()
    for route in held:
        route.continue_()
    expect(tab.locator("dialog")).to_have_count(1)
    assert 'title = "My own"' in tab.locator("#deck-source").input_value()


def test_printed_checked_and_measured_from_the_page(desk: Running, tab: Page) -> None:
    desk.board.kernels.load()
    desk.board.kernels.ready.wait()
    edit(desk, tab)
    tab.locator("#deck-print").click()
    with tab.expect_download() as waiting:
        tab.locator("#print-go").click()
    assert waiting.value.path().read_bytes().startswith(b"%PDF-")
    tab.keyboard.press("Escape")
    tab.locator("#deck-validate").click()
    expect(tab.locator("dialog")).to_contain_text("found by its file's name")
    assert faults(tab) == []
    tab.keyboard.press("Escape")
    tab.locator("#deck-measure").click()
    tab.locator("#measure-deals").fill("2")
    tab.locator("#measure-go").click()
    expect(tab.locator("dialog table")).to_contain_text("median optimum")
    assert faults(tab) == []


def test_a_new_deck_and_one_saved_under_another_name(
    desk: Running, tab: Page, troubles: list[str]
) -> None:
    edit(desk, tab)
    tab.locator("#deck-list").click()
    tab.locator("#new-name").fill("Bad name")
    tab.locator("#new-deck").click()
    expect(tab.locator("section .error")).to_contain_text("is not a name of a deck")
    troubles.clear()  # that the server refused it is answer
    tab.locator("#new-name").fill("cabin")
    tab.locator("#new-deck").click()
    expect(tab.locator(".deck-file")).to_contain_text("card_data/cabin.toml")
    tab.locator("#deck-save-as").click()
    tab.locator("#save-name").fill("cabin-two")
    tab.locator("#save-go").click()
    expect(tab.locator(".deck-file")).to_contain_text("card_data/cabin-two.toml")
    tile(tab, 2, 2).focus()
    tab.keyboard.press("h")
    tab.locator("#deck-list").click()
    tab.locator("[data-file='mine.toml']").click()
    expect(tab.locator(".deck-file")).to_contain_text("mine.toml \u2014 saved")
    tab.on("dialog", lambda dialog: dialog.accept())
    tab.reload()
    tab.wait_for_selector(".turned-face")
    tab.locator("#deck-list").click()
    there = tab.locator("[data-file='card_data/cabin-two.toml']")
    expect(there).to_contain_text("with changes that are not saved")
    there.click()
    expect(tab.locator(".deck-file")).to_contain_text("not saved")
    assert rows(tab)[1][1] == "h"
    assert 'name = "cabin-two"' in Path("card_data/cabin-two.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (768, "light"), (1280, "dark")])
def test_axe_finds_nothing_on_the_editor(
    desk: Running, chromium: Browser, troubles: list[str], width: int, scheme: Any
) -> None:
    with chromium.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    ) as context:
        page = watched(context.new_page(), troubles)
        edit(desk, page)
        assert faults(page) == []
        tile(page, 3, 3).focus()
        page.keyboard.press("#")
        expect(page.locator("#found-count")).to_contain_text("1 defect")
        lay_photo(page, CARD)
        assert faults(page) == []
        page.locator("#photo-place").click()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for name in ("header", "text", "print", "save-as") if width != 768 else ():
            page.locator(f"#deck-{name}").click()
            page.wait_for_selector("dialog")
            assert faults(page) == []
            page.keyboard.press("Escape")
        page.locator("#deck-list").click()
        page.wait_for_selector("#new-deck")
        assert faults(page) == []
