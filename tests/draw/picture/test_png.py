"""PNG by the optional package."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border
from bolets_solver.draw.figures.pictures import deck_picture, face_picture, map_picture
from bolets_solver.draw.picture import png
from bolets_solver.errors import InputError
from tests.bolets.making import F1, tile_face
from tests.draw.making import MINI, game


def test_a_png_has_the_size_of_the_svg() -> None:
    picture = map_picture(game(MINI))
    image = Image.open(io.BytesIO(png.to_png(picture.svg(20))))
    assert image.format == "PNG"
    assert image.width == pytest.approx(picture.width * 20, abs=1)
    assert image.height == pytest.approx(picture.height * 20, abs=1)


def test_a_png_holds_its_text_without_fonts_of_the_system() -> None:
    with_name = png.to_png(face_picture(tile_face(F1, "1A")).svg(20))
    assert png.to_png(face_picture(tile_face(F1, "2B")).svg(20)) != with_name


def test_letters_beyond_the_own_fonts_do_no_harm() -> None:
    deck = Deck("odd", "\u041b\u0435\u0441 \u6797", Border.TILES, {"1A": tile_face(F1)})
    assert png.to_png(deck_picture(deck).svg(10)).startswith(b"\x89PNG")


def test_letters_that_no_font_has_are_reported() -> None:
    def missing(title: str) -> str:
        deck = Deck("odd", title, Border.TILES, {"1A": tile_face(F1)})
        return png.missing_letters(deck_picture(deck).svg(10))

    assert missing("Pinewood \u2212 \u0141\xf3d & <1>") == ""  # all in the own fonts
    assert missing("a\ufdd0b\ufdd1\ufdd0") == "\ufdd0\ufdd1"  # letters that are none


def test_which_letters_are_missing_is_reported_by_the_fonts_at_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[bool] = []

    def picture(letter: str) -> bytes:
        drawn.append(True)
        return b"box" if letter in ("\u6797", png.NOWHERE) else letter.encode()

    monkeypatch.setattr(png, "_picture_of", picture)
    deck = Deck("odd", "\u041b\u0435\u0441 \u6797", Border.TILES, {"1A": tile_face(F1)})
    assert png.missing_letters(deck_picture(deck).svg(10)) == "\u6797"
    assert drawn


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(InputError, match=r"pip install 'bolets-solver\[png\]'"):
        png.to_png(face_picture(tile_face(F1)).svg())


def test_pictures_larger_than_memory_allows_are_refused() -> None:
    with pytest.raises(InputError, match="million pixels"):
        png.to_png(face_picture(tile_face(F1)).svg(1000))
