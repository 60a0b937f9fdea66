"""Bad photos: one line of error each, and no harm."""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.cli import cli
from bolets_solver.errors import InputError
from bolets_solver.scan.photo.reading import decode_photo
from bolets_solver.scan.scanner import Scanner
from tests.cli.running import run
from tests.scan.art import STYLES
from tests.scan.photographs import USUAL, photograph


def wood(seed: int = 1) -> np.ndarray:
    """A table with nothing on it."""
    data, _ = photograph([], USUAL, seed, columns=1)
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def jpeg(pixels: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", pixels)[1].tobytes()


def png_header(width: int, height: int) -> bytes:
    """A PNG file that says how large it is, and holds nothing."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    size = struct.pack(">I", len(chunk) - 4)
    return b"\x89PNG\r\n\x1a\n" + size + chunk + struct.pack(">I", zlib.crc32(chunk))


def white_card() -> bytes:
    card = np.full((880, 630, 3), 245, np.uint8)
    return photograph([card], USUAL, 3)[0]


def half_a_card() -> bytes:
    deck = load_deck("mini")
    data, (corners,) = photograph([STYLES["other"](deck, "1A")], USUAL, 3)
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return jpeg(picture[:, : int(corners[:, 0].mean())])


def with_a_hole(data: bytes) -> bytes:
    """A file of which some blocks were lost, as on a worn memory card."""
    middle = len(data) // 2
    return data[:middle] + bytes(400) + data[middle + 400 :]


BAD = {
    "empty": (b"", "the file is empty"),
    "text": (b"a deck, no photo", "is no photo that can be read"),
    "heic": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "is HEIC or AVIF"),
    "huge": (png_header(12_000, 9_000), "has 108 million pixels"),
    "tiny": (jpeg(np.zeros((90, 120, 3), np.uint8)), "has only 120x90 pixels"),
    "no size": (b"\xff\xd8\xff\xe0", "has no size"),
    "end missing": (jpeg(wood())[:9000], "its end is missing"),
    "middle missing": (with_a_hole(jpeg(wood())), "it cannot be decoded"),
    "png broken": (png_header(800, 600), "cannot be decoded"),
    "table alone": (jpeg(wood()), "shows no card"),
    "blank": (white_card(), "nothing is printed"),
    "half": (half_a_card(), "reaches beyond the photo"),
}


@pytest.mark.parametrize("name", BAD)
def test_one_line_each(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data, words = BAD[name]
    (tmp_path / "photo.jpg").write_bytes(data)
    words_typed = ["deck", "scan", str(tmp_path / "photo.jpg"), "--propose"]
    result = CliRunner().invoke(cli, words_typed, catch_exceptions=False)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert words in line
    assert str(tmp_path / "photo.jpg") in line
    assert result.stdout == ""
    assert capfd.readouterr() == ("", "")  # nor does the library beneath print anything


def test_all_bad_photos_are_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"")
    names = [str(tmp_path / name) for name in ("a.jpg", "b.jpg")]
    result = run("deck", "scan", *names, "--propose")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 2


def test_a_photo_is_turned_as_its_camera_says() -> None:
    picture = wood()
    picture[:40] = 255
    plain = jpeg(picture)
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    marked = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]
    upright, turned = decode_photo(plain, "a").pixels, decode_photo(marked, "b").pixels
    assert turned.shape[:2] == upright.shape[1::-1]
    assert turned[:, -20:].mean() > 240  # what was above lies to the right now


def test_memory_is_bounded_by_the_size_that_is_worked_on() -> None:
    large = np.zeros((6000, 8200, 3), np.uint8)
    large[::50] = 200
    assert max(decode_photo(jpeg(large), "large").pixels.shape) <= 4096


def test_without_the_package_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    result = run("deck", "scan", "x.jpg", "--propose")
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "pip install 'bolets-solver[scan]'" in line


def test_a_scanner_says_so_before_its_first_face() -> None:
    with pytest.raises(InputError, match="nothing is known"):
        Scanner({})._usual()
