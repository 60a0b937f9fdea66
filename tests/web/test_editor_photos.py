"""Cards from photos in the card editor: a person drops photos, looks, corrects, saves."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Face, border_places
from bolets_solver.bolets.files.deck_file import read_deck
from bolets_solver.bolets.files.deck_filling import open_deck
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.files.deck_template import deck_template
from bolets_solver.scan.faces.proposal import border_letters
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


@dataclass
class Work:
    """What somebody did to bring faces in."""

    turns: int = 0
    asked: int = 0
    corrections: int = 0
    unmarked: int = 0


def seen_letters(page: Page, name: str) -> dict[str, str]:
    """What stands in the grid of the page, by place."""
    found = page.evaluate(
        """async (name) => {
            const { at, deck, edges, size } = await import('/static/editor-model.js');
            const one = deck.draft.faces.find((face) => face.name === name);
            const [width, height] = size(one);
            const out = edges() ? 1 : 0;
            const letters = {};
            for (let y = -out; y < height + out; y += 1)
                for (let x = -out; x < width + out; x += 1)
                    if ((y >= 0 && y < height) || (x >= 0 && x < width))
                        letters[`${y},${x}`] = at(y, x, one);
            return letters;
        }""",
        name,
    )
    return dict(found)


def letters(face: Face) -> dict[str, str]:
    """What is right, by place of the page's grid."""
    found = {f"{y},{x}": kind for y, row in enumerate(face.grid) for x, kind in enumerate(row)}
    if face.border is Border.EDGES:
        places = border_places(face.width, face.height)
        for (side, (x, y)), kind in zip(places, border_letters(face), strict=True):
            found[f"{y + side.dy},{x + side.dx}"] = kind
    return found


def which_way_up(page: Page, face: Face) -> int:
    """Say which way up a card lies if that is asked, or seen to be wrong; return the turns."""
    right = letters(face)
    shown = seen_letters(page, face.name)
    other = {
        f"{face.height - 1 - int(y)},{face.width - 1 - int(x)}": letter
        for (y, x), letter in ((place.split(","), letter) for place, letter in shown.items())
    }
    agree, turned = (sum(s.get(p) == k for p, k in right.items()) for s in (shown, other))
    asked = page.locator("#scan-as-shown")
    if turned > agree:
        page.locator("#scan-turn").click()
    elif asked.count():
        asked.click()
    expect(page.locator("#scan-choose")).to_be_enabled(timeout=60_000)
    return int(turned > agree)


def bring_in(page: Page, deck: Deck, name: str, work: Work) -> None:
    """Answer and correct the face that is shown as its owner does, and say that it is right."""
    right = letters(deck.face(name))
    work.turns += which_way_up(page, deck.face(name))
    shown = seen_letters(page, name)
    marked = page.locator(".face-grid .doubtful")
    for place in [str(one.get_attribute("data-at")) for one in marked.all()]:
        page.locator(f"[data-at='{place}']").focus()
        page.keyboard.press(right[place])
        work.asked += 1
        work.corrections += shown[place] != right[place]
    for place, letter in seen_letters(page, name).items():
        if right.get(place, letter) != letter:
            page.locator(f"[data-at='{place}']").focus()
            page.keyboard.press(right[place])
            work.unmarked += 1
    assert {p: seen_letters(page, name)[p] for p in right} == right
    confirm(page)


def a_deck_comes_in(page: Page, folder: Path, deck: Deck, photos: list[Upload]) -> Work:
    """Bring in the cards of photos, one face after the other, and save the deck."""
    work = Work()
    choose(page, *photos)
    cards = page.locator(".scan-card")
    for number in range(cards.count()):
        name = page.locator(".scan-card[aria-current] span").first.inner_text()
        expect(cards.nth(number)).to_have_attribute("aria-current", "true")
        if page.locator("#scan-face").count() == 0:  # nothing is known yet: type it
            shown = seen_letters(page, name)
            for place, letter in letters(deck.face(name)).items():
                if shown[place] != letter:
                    page.locator(f"[data-at='{place}']").focus()
                    page.keyboard.press(letter)
            confirm(page)
        else:
            bring_in(page, deck, name, work)
    page.keyboard.press("Control+s")
    expect(page.locator(".deck-file")).to_contain_text("\u2014 saved")
    saved = open_deck(folder / FILE).typed
    assert saved == {name: deck.faces[name] for name in saved}
    assert len(saved) == cards.count()
    return work


def sharp_photo(deck: Deck, names: list[str], seed: int) -> Upload:
    """A photo of four cards as a telephone takes it."""
    sharp = Severity("sharp", 2000, 25, 0.4, 0.25, 4, 85, 8)
    arts = [STYLES["other"](deck, name) for name in names]
    data, _ = photograph(arts, sharp, seed, [180 * (seed % 2)] * len(names))
    return {"name": f"{names[0]}.jpg", "mimeType": "image/jpeg", "buffer": data}


def test_faces_with_walls_on_edges_come_in(photo_desk: Running, tab: Page, folder: Path) -> None:
    deck = load_deck("thicket")
    FILE.write_text(deck_template("mine", 1, "5x7", "edges"), encoding="utf-8")
    edit(photo_desk, tab)
    work = a_deck_comes_in(tab, folder, deck, [sharp_photo(deck, ["1A", "1B"], 2)])
    assert work.unmarked <= 1


@pytest.mark.slow
@pytest.mark.parametrize("deck_name", ["pinewood", "thicket"])
def test_a_whole_deck_comes_in(
    photo_desk: Running, tab: Page, folder: Path, deck_name: str
) -> None:
    deck = load_deck(deck_name)
    FILE.write_text(deck_template("mine", 7, "5x7", deck.border), encoding="utf-8")
    edit(photo_desk, tab)
    names = list(deck.faces)
    parts = [names[at : at + 4] for at in range(0, len(names), 4)]
    photos = [sharp_photo(deck, part, seed) for seed, part in enumerate(parts)]
    begun = time.monotonic()
    work = a_deck_comes_in(tab, folder, deck, photos)
    print(deck_name, work, f"{time.monotonic() - begun:.0f} s")
    assert open_deck(folder / FILE).typed.keys() == deck.faces.keys()
    assert work.turns + work.corrections + work.unmarked <= 20
    assert work.unmarked <= 1


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
    which_way_up(tab, DECK.face("1B"))
    before = rows(tab, "1B")
    doubts = tab.locator(".scan-doubts > li")
    count = doubts.count()
    assert count > 1
    expect(doubts.first).to_be_focused()
    for _ in range(5):
        tab.keyboard.press("Enter")  # accepts nothing
    expect(doubts).to_have_count(count)
    doubts.first.locator(".scan-letters button").first.click()
    expect(doubts).to_have_count(count - 1)
    numbers = re.findall("[0-9]+", str(doubts.first.get_attribute("aria-label")))
    tab.keyboard.press(DECK.face("1B").grid[int(numbers[0]) - 1][int(numbers[1]) - 1])
    expect(doubts).to_have_count(count - 2)
    tab.locator("#scan-turn").click()
    expect(tab.locator("#scan-choose")).to_be_enabled(timeout=60_000)
    assert rows(tab, "1B") != before
    tab.locator("#scan-leave").click()
    expect(tab.locator(".scan-card")).to_have_count(1)
    assert rows(tab, "1B") == list(read_deck(FILE).face("1B").grid)  # as the template has it


def test_enter_at_everything_takes_nothing(photo_desk: Running, tab: Page) -> None:
    edit(photo_desk, tab)
    choose(tab, photo(["1A", "1B"], 3))
    fill(tab, "1A")
    confirm(tab)
    for _ in range(60):
        tab.keyboard.press("Enter")
    card = tab.locator(".scan-card").last
    expect(card).not_to_contain_text("learned")
    expect(card).to_have_attribute("aria-current", "true")


def test_the_same_photo_again_is_recognised(photo_desk: Running, tab: Page) -> None:
    edit(photo_desk, tab)
    choose(tab, photo(["1A"], 3))
    fill(tab, "1A")
    confirm(tab)
    choose(tab, photo(["1A"], 3))
    expect(tab.locator("#scan-words")).to_contain_text("It looks like face 1A, which is known")


def test_another_size_than_the_faces_is_reported(
    photo_desk: Running, tab: Page, folder: Path
) -> None:
    FILE.write_text(deck_template("mine", 2, "4x9", "tiles"), encoding="utf-8")
    edit(photo_desk, tab)
    choose(tab, photo(["1A"], 3))
    expect(tab.locator("#scan-words")).to_contain_text("tiles, but this face has 4\u00d79")


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
