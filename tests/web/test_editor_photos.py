"""Cards from photos in the card editor: a person drops photos, looks, corrects, saves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bolets_solver.bolets.files.deck_file import read_deck
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.files.deck_template import deck_template
from tests.scan.art import STYLES
from tests.scan.photographs import Severity, photograph
from tests.web.serving import Running, serving_deck

pytestmark = pytest.mark.browser

QUICK = Severity("quick", 900, 20, 0.3, 0.15, 2, 88)
FILE = Path("mine.toml")
DECK = load_deck("pinewood")
Upload = dict[str, str | bytes]


@pytest.fixture(scope="session")
def photo_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A board with a deck file that the command named."""
    with serving_deck(tmp_path_factory.mktemp("photos"), FILE) as running:
        yield running


@pytest.fixture(autouse=True)
def folder(photo_desk: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A deck file that is still to be filled in, in a folder of its own for each test."""
    monkeypatch.chdir(tmp_path)
    FILE.write_text(deck_template("mine", 2, "5x7", "tiles"), encoding="utf-8")
    return tmp_path


def photo(names: list[str], seed: int) -> Upload:
    """A photo of cards of the shipped deck, in the art style of the tests."""
    arts = [STYLES["other"](DECK, name) for name in names]
    data, _ = photograph(arts, QUICK, seed, [0] * len(names))
    return {"name": f"{names[0]}.jpg", "mimeType": "image/jpeg", "buffer": data}


def edit(desk: Running, page: Page) -> None:
    page.set_default_timeout(60_000)  # scanning takes a second, on a busy machine ten
    page.goto(desk.address("cards"))
    page.wait_for_selector(".turned-face, .found-count")
    expect(page.locator("#found-count")).not_to_have_text("")


def choose(page: Page, *photos: Upload) -> None:
    page.locator("input[aria-label='Photos of cards']").set_input_files(list(photos))
    expect(page.locator("#scan-choose")).to_be_enabled(timeout=60_000)


def refused(troubles: list[str], times: int) -> None:
    """The browser notes each refusal of the server; nothing else went wrong."""
    assert len(troubles) == times
    assert all("400 (Bad Request)" in text for text in troubles)
    troubles.clear()


def fill(page: Page, name: str) -> None:
    """Type a whole face of the shipped deck over the photo."""
    page.locator("[data-at='0,0']").focus()
    page.keyboard.type("".join(DECK.face(name).grid))


def rows(page: Page, name: str) -> list[str]:
    found = page.evaluate(
        """async (name) => (await import('/static/editor-model.js')).deck.draft.faces
            .find((face) => face.name === name).rows""",
        name,
    )
    return list(found)


def confirm(page: Page) -> None:
    page.locator("#scan-right").click()
    expect(page.locator("#scan-choose")).to_be_enabled(timeout=60_000)


def test_a_deck_comes_from_photos_and_nothing_is_taken_over_unseen(
    photo_desk: Running, tab: Page, folder: Path
) -> None:
    edit(photo_desk, tab)
    choose(tab, photo(["1A", "1B"], 3))
    expect(tab.locator(".scan-card")).to_have_count(2)
    expect(tab.locator(".scan-asked")).to_contain_text("Type this face over the photo")
    expect(tab.locator(".photo-clip")).to_be_visible()  # the photo lies under the grid
    fill(tab, "1A")
    confirm(tab)
    assert (folder / "mine.scan.npz").exists()
    asked = tab.locator(".scan-asked")
    expect(asked).to_contain_text("doubtful")  # the second card was taken up by itself
    grid = rows(tab, "1B")
    wrong = [(y, x) for y in range(7) for x in range(5) if grid[y][x] != DECK.face("1B").grid[y][x]]
    marked = tab.locator(".face-grid .doubtful")
    places = [one.get_attribute("data-at") for one in marked.all()]
    assert {f"{y},{x}" for y, x in wrong} <= set(places)
    tab.keyboard.press("Control+s")
    expect(tab.locator("#toasts")).to_contain_text("is not checked yet")
    assert "o" not in "".join(read_deck(FILE).face("1B").grid)
    for place in places:
        y, x = map(int, str(place).split(","))
        tab.locator(f"[data-at='{place}']").focus()
        tab.keyboard.press(DECK.face("1B").grid[y][x])
    expect(asked).to_contain_text("Now look at the whole face")
    assert rows(tab, "1B") == list(DECK.face("1B").grid)
    confirm(tab)
    tab.keyboard.press("Control+s")
    expect(tab.locator(".deck-file")).to_contain_text("\u2014 saved")
    saved = read_deck(FILE)
    for name in ("1A", "1B"):
        assert saved.face(name).grid == DECK.face(name).grid


def test_doubts_are_answered_by_buttons_and_a_card_can_be_turned_or_left_out(
    photo_desk: Running, tab: Page
) -> None:
    edit(photo_desk, tab)
    choose(tab, photo(["1A", "1B"], 3))
    fill(tab, "1A")
    confirm(tab)
    before = rows(tab, "1B")
    buttons = tab.locator(".scan-doubts > li")
    count = buttons.count()
    assert count > 0
    expect(tab.locator(".scan-doubts .scan-letters button").first).to_be_focused()
    tab.keyboard.press("Enter")
    expect(buttons).to_have_count(count - 1)
    tab.locator("#scan-turn").click()
    expect(tab.locator("#scan-choose")).to_be_enabled(timeout=60_000)
    assert rows(tab, "1B") != before
    tab.locator("#scan-leave").click()
    expect(tab.locator(".scan-card")).to_have_count(1)
    assert rows(tab, "1B") == list(read_deck(FILE).face("1B").grid)  # as the template has it


def test_what_cannot_be_read_is_told_in_one_line_each(
    photo_desk: Running, tab: Page, troubles: list[str]
) -> None:
    edit(photo_desk, tab)
    heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"
    choose(
        tab,
        {"name": "a.heic", "mimeType": "image/heic", "buffer": heic},
        {"name": "b.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"},
    )
    lines = tab.locator(".scan-messages li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("a.heic: is HEIC or AVIF, which is not read")
    expect(lines.last).to_contain_text("b.jpg: is no photo that can be read")
    refused(troubles, 2)


def test_without_the_package_one_sentence_says_what_to_install(
    photo_desk: Running, tab: Page, monkeypatch: pytest.MonkeyPatch, troubles: list[str]
) -> None:
    edit(photo_desk, tab)
    monkeypatch.setitem(sys.modules, "cv2", None)
    choose(tab, {"name": "b.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"})
    expect(tab.locator(".scan-messages li")).to_contain_text("pip install 'bolets-solver[scan]'")
    refused(troubles, 1)
