"""``bolets challenge``: two pages, with everything a player needs, the solution upside down."""

from __future__ import annotations

from pathlib import Path

import pytest

from bolets_solver.bolets.files.share_code import read_code
from bolets_solver.bolets.play.record import Record
from tests.cli.running import run


def pages(file: Path) -> list[str]:
    pdfium = pytest.importorskip("pypdfium2")
    document = pdfium.PdfDocument(str(file))
    return [page.get_textpage().get_text_bounded() for page in document]


def test_the_front_asks_and_the_reverse_answers(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    result = run("challenge", "1A", "2B", "3A", "--deck", "mini", "-o", str(file))
    assert (result.exit_code, result.stdout.strip()) == (0, str(file))
    code = run("code", "1A", "2B", "3A", "--deck", "mini").stdout.strip()
    par = (
        run("solve", "1A", "2B", "3A", "--deck", "mini", "--par").stdout.split("par ")[1].split()[0]
    )
    front, back = pages(file)
    for text in ("1A 2B 3A C", code, f"Par: {par} points", "a feast, with jars left", "cubes"):
        assert text in front
    assert "Face" not in front  # each face has its name beside it
    record = Record.parse(run("solve", code, "-o", "-").stdout)
    for turn in record.turns:
        assert str(turn) in back
        assert str(turn) not in front


def test_the_same_sheet_from_a_code_byte_for_byte(tmp_path: Path) -> None:
    code = run("code", "1A", "2B", "--deck", "mini", "--entrance", "2").stdout.strip()
    assert read_code(code).entrance == 2
    first, second = tmp_path / "first.pdf", tmp_path / "second.pdf"
    run("challenge", code, "-o", str(first), "--paper", "letter", "--low-ink")
    arguments = ("1A", "2B", "--deck", "mini", "--entrance", "2", "--paper", "letter")
    run("challenge", *arguments, "--low-ink", "-o", str(second))
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    "arguments",
    [
        ["1A", "-o", "sheet.txt"],
        ["99Z", "-o", "sheet.pdf"],
        ["1A", "--entrance", "9", "-o", "sheet.pdf"],
        ["1A", "-o", "no/such/folder/sheet.pdf"],
    ],
)
def test_what_cannot_be_printed_is_reported(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("challenge", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "error: " in result.stderr


@pytest.mark.parametrize("options", [(), ("--paper", "letter", "--low-ink", "--entrance", "3")])
def test_the_qr_code_is_the_code(options: tuple[str, ...], tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    zxing = pytest.importorskip("zxingcpp")
    file = tmp_path / "sheet.pdf"
    deal = ("1A", "2B", "--deck", "mini")
    run("challenge", *deal, *options, "-o", str(file))
    code = run("code", *deal, *options[3:]).stdout.strip()
    image = pdfium.PdfDocument(str(file))[0].render(scale=2).to_pil()
    assert [found.text for found in zxing.read_barcodes(image)] == [code]
