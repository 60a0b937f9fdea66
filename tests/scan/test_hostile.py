"""Photos as they come: odd files, odd scenes. One line each, and nothing is lost."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pictures
from PIL import ImageOps

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.errors import InputError
from bolets_solver.scan.photo.reading import decode_photo, read_photo
from bolets_solver.scan.scanner import Found, FoundCard, Scanner, find_cards
from tests.scan.art import STYLES, Image
from tests.scan.photographs import Severity, photograph

QUICK = Severity("quick", 700, 20, 0.3, 0.15, 2, 88)
DECK = load_deck("pinewood")
Picture = Pictures.Image


def pixels(data: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def jpeg(picture: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", picture)[1])


@pytest.fixture(scope="module")
def plain() -> bytes:
    """A good photo of one card."""
    return photograph([STYLES["other"](DECK, "1A")], QUICK, 3)[0]


@pytest.fixture(scope="module")
def picture(plain: bytes) -> Picture:
    return Pictures.open(io.BytesIO(plain))


def saved(picture: Picture, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def half_clear(picture: Picture) -> Picture:
    """The same with an alpha channel: clear on the left, opaque on the right."""
    shares = np.linspace(0, 255, picture.width).astype(np.uint8)
    clear = picture.convert("RGBA")
    clear.putalpha(Pictures.fromarray(np.tile(shares, (picture.height, 1))))
    return clear


def deep(picture: Picture) -> bytes:
    return bytes(cv2.imencode(".png", np.asarray(picture).astype(np.uint16) * 257)[1])


READ: dict[str, Callable[[Picture], bytes]] = {
    "grey JPEG": lambda p: saved(p.convert("L"), "JPEG"),
    "CMYK JPEG": lambda p: saved(p.convert("CMYK"), "JPEG"),
    "progressive JPEG": lambda p: saved(p, "JPEG", progressive=True),
    "PNG with alpha": lambda p: saved(half_clear(p), "PNG"),
    "grey PNG with alpha": lambda p: saved(p.convert("LA"), "PNG"),
    "PNG of 16 bits": deep,
    "PNG with a palette": lambda p: saved(p.convert("P"), "PNG"),
    "PNG in black and white": lambda p: saved(p.convert("1"), "PNG"),
    "WebP": lambda p: saved(p, "WEBP", quality=90),
    "WebP with alpha": lambda p: saved(half_clear(p), "WEBP"),
    "moving WebP": lambda p: saved(p, "WEBP", save_all=True, append_images=[p.rotate(90)]),
    "JPEG with something behind it": lambda p: saved(p, "JPEG") + b"something" * 20,
}


@pytest.mark.parametrize("kind", READ)
def test_what_cameras_and_programs_save_is_read(kind: str, picture: Picture) -> None:
    (card,) = find_cards(decode_photo(READ[kind](picture), kind)).cards
    assert abs(card.corners.mean(axis=0)[0] - 262) < 4


REFUSED: dict[str, tuple[Callable[[Picture], bytes], str]] = {
    "moving GIF": (
        lambda p: saved(p, "GIF", save_all=True, append_images=[p.rotate(90)]),
        "is GIF, which is not read; save it as JPEG, PNG or WebP",
    ),
    "TIFF or raw": (
        lambda p: saved(p, "TIFF"),
        "is TIFF or a raw photo, which is not read; save it as JPEG, PNG or WebP",
    ),
    "raw of another make": (
        lambda p: b"\0\0\0\x18ftypcrx \0\0\0\1crx isom",
        "is a raw photo, which is not read; save it as JPEG, PNG or WebP",
    ),
    "AVIF": (
        lambda p: b"\0\0\0\x20ftypavif\0\0\0\0avifmif1",
        "is HEIC or AVIF, which is not read; save or send the photo as JPEG",
    ),
    "BMP": (
        lambda p: saved(p, "BMP"),
        "is no photo that can be read; save it as JPEG, PNG or WebP",
    ),
    "half a PNG": (lambda p: saved(p, "PNG")[:20_000], "the photo is broken"),
    "half a WebP": (lambda p: saved(p, "WEBP")[:9_000], "the photo is broken"),
    "half a JPEG with an end": (lambda p: saved(p, "JPEG")[:9_000] + b"\xff\xd9", "is broken"),
    "a strip": (lambda p: saved(p.resize((300, 9_000)), "JPEG"), "the card"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_not_read_is_refused_in_one_line(
    kind: str, picture: Picture, capfd: pytest.CaptureFixture[str]
) -> None:
    make, words = REFUSED[kind]
    with pytest.raises(InputError) as caught:
        find_cards(decode_photo(make(picture), "a photo"))
    (line,) = str(caught.value).splitlines()
    assert words in line
    assert line.startswith("a photo: ")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("way", range(1, 9))
def test_a_photo_is_turned_and_mirrored_as_it_says(way: int, kind: str, picture: Picture) -> None:
    marks = Pictures.Exif()
    marks[0x0112] = way
    data = saved(picture, kind, exif=marks, quality=95)
    found = decode_photo(data, "photo").pixels
    upright = ImageOps.exif_transpose(Pictures.open(io.BytesIO(data)))
    wanted = np.asarray(upright.convert("RGB"))[:, :, ::-1]
    assert found.shape == wanted.shape
    assert np.abs(found - wanted.astype(int)).mean() < 1


def test_names_with_blanks_and_other_letters(tmp_path: Path, plain: bytes) -> None:
    path = tmp_path / "мой снимок 写真 ü.jpg"
    path.write_bytes(plain)
    photo = read_photo(path)
    assert find_cards(photo).cards[0].name == f"{path}, card 1"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_photo(tmp_path)


@pytest.fixture(scope="module")
def scanner(plain: bytes) -> Scanner:
    """A scanner that knows one face."""
    known = Scanner({})
    known.learn(find_cards(decode_photo(plain, "1A")).cards[0], DECK.faces["1A"])
    return known


def scene(name: str, cards: list[str], turns: list[int] | None = None, seed: int = 5) -> Image:
    arts = [STYLES["other"](DECK, card) for card in cards]
    return pixels(photograph(arts, QUICK, seed, turns)[0])


def found_in(picture: Image) -> Found:
    return find_cards(decode_photo(jpeg(picture), "scene"))


def wrong_and_sure(scanner: Scanner, card: FoundCard, name: str) -> int:
    seen = scanner.propose(card)
    grid = DECK.faces[name].grid
    return sum(
        place.guess.letter != grid[place.row - 1][place.column - 1] and not place.guess.doubtful
        for place in seen.places
    )


def test_a_card_upside_down_is_read_or_doubtful(scanner: Scanner) -> None:
    (card,) = found_in(scene("upside down", ["1B"], [180])).cards
    assert wrong_and_sure(scanner, card, "1B") == 0


def test_glare_makes_doubtful_what_it_hides(scanner: Scanner) -> None:
    picture = scene("glare", ["1B"])
    (card,) = found_in(picture).cards
    x, y = card.corners.mean(axis=0)
    light = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(light, (int(x), int(y)), 60, 400, -1)
    light = cv2.GaussianBlur(light, (0, 0), 18)[..., None]
    glaring = np.clip(picture + light, 0, 255).astype(np.uint8)
    (card,) = found_in(glaring).cards
    seen = scanner.propose(card)
    assert len(seen.doubtful) >= 4
    assert wrong_and_sure(scanner, card, "1B") == 0


def test_a_card_cut_by_the_edge_is_left_out() -> None:
    picture = scene("two", ["1A", "1B"])
    first, second = found_in(picture).cards
    middle = int(second.corners[:, 0].mean())
    found = found_in(picture[:, :middle])
    assert len(found.cards) == 1
    assert np.abs(found.cards[0].corners - first.corners).max() < 4
    assert found.remarks == ["a card that reaches beyond the photo is left out"]


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
@pytest.mark.parametrize("style", ["own", "night"])
def test_the_picture_of_a_card_that_is_cut_is_no_card(style: str, side: str) -> None:
    deck = load_deck("thicket")
    data, (corners,) = photograph([STYLES[style](deck, "1A")], QUICK, 3)
    x, y = (int(value) for value in corners.mean(axis=0))
    half = {
        "left": np.s_[:, :x],
        "right": np.s_[:, x:],
        "top": np.s_[:y],
        "bottom": np.s_[y:],
    }[side]
    with pytest.raises(InputError, match="the card reaches beyond the photo"):
        found_in(np.ascontiguousarray(pixels(data)[half]))


def test_a_card_on_a_plank_that_reaches_beyond_the_photo_is_a_card() -> None:
    picture = scene("plank", ["1A"])
    (card,) = found_in(picture).cards
    low, high = card.corners[:, 1].min(), card.corners[:, 1].max()
    for at in (int(low) - 12, int(high) + 12):
        picture[at : at + 3] = picture[at : at + 3] // 3  # the joints beside it
    (again,) = found_in(picture).cards
    assert np.abs(again.corners - card.corners).max() < 4


def touching() -> Image:
    """Two cards side by side, edge on edge."""
    arts = [STYLES["other"](DECK, card) for card in ("1A", "1B")]
    return pixels(photograph([np.hstack(arts)], QUICK, 5)[0])


def test_two_cards_that_touch_are_never_taken_for_one_silently(scanner: Scanner) -> None:
    for card in found_in(touching()).cards:
        seen = scanner.propose(card)
        assert seen.strange


def on_white(style: str) -> Image:
    """A card on a white table."""
    picture = np.full((700, 525, 3), 238, np.uint8)
    card = cv2.resize(STYLES[style](DECK, "1A"), (300, 420), interpolation=cv2.INTER_AREA)
    picture[140:560, 110:410] = card
    grain = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("style", STYLES)
def test_on_a_white_table_a_card_is_found_or_one_line_says_what_to_do(style: str) -> None:
    try:
        found = found_in(on_white(style))
    except InputError as error:
        assert "put it on a table of another colour" in str(error)
        return
    assert len(found.cards) == 1
