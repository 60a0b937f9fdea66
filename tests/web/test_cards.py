"""The card editor's answers: deck files read and written, findings about a draft."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bolets_solver.bolets.files.deck_file import read_deck
from tests.web.serving import Running, events_in, serving

MINI = (Path(__file__).parents[2] / "card_data" / "mini.toml").read_text(encoding="utf-8")
Opened = dict[str, Any]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A board with a deck file that was named, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOLETS_DECKS", str(tmp_path / "own"))
    Path("mine.toml").write_text(f"# typed in by me\n{MINI}", encoding="utf-8", newline="\r\n")
    with serving(deck_file="mine.toml") as running:
        yield running


def opened(desk: Running, file: str = "mine.toml") -> Opened:
    return desk.ask("cards/open", file=file)


def with_tile(deck: Opened, letter: str) -> Opened:
    """Return the draft with another letter in row 2, column 2 of face 1A."""
    draft = json.loads(json.dumps(deck["draft"]))
    rows = draft["faces"][0]["rows"]
    rows[1] = rows[1][0] + letter + rows[1][2:]
    return dict(draft)


def test_a_changed_tile_is_saved_and_nothing_else(desk: Running) -> None:
    deck = opened(desk)
    before = Path("mine.toml").read_bytes()
    draft = with_tile(deck, "h")
    saved = desk.ask(
        "cards/save", file="mine.toml", text=deck["text"], digest=deck["digest"], draft=draft
    )
    assert Path("mine.toml").read_bytes() == before.replace(b"+m..+\r", b"+h..+\r", 1)
    assert saved["draft"] == draft
    assert saved["digest"] == opened(desk)["digest"]
    assert read_deck("mine.toml").face("1A").grid[1][1] == "h"


def test_a_file_that_changed_meanwhile_is_not_written_over(desk: Running) -> None:
    deck = opened(desk)
    theirs = Path("mine.toml").read_bytes().replace(b"#M..x", b"#o..x") + b"# theirs\r\n"
    Path("mine.toml").write_bytes(theirs)
    request = {"file": "mine.toml", "text": deck["text"], "digest": deck["digest"]}
    answer = desk.ask("cards/save", **request, draft=with_tile(deck, "h"))
    assert list(answer) == ["changed"]
    assert Path("mine.toml").read_bytes() == theirs
    assert desk.ask("cards/save", **request, draft=with_tile(deck, "h"), over="x") == answer
    desk.ask("cards/save", **request, draft=with_tile(deck, "h"), over=answer["changed"])
    assert Path("mine.toml").read_bytes() == theirs.replace(b"+m..+\r", b"+h..+\r", 1)


def test_a_text_that_is_no_toml_yet_is_saved_as_it_was_typed(desk: Running) -> None:
    deck = opened(desk)
    request = {"file": "mine.toml", "digest": deck["digest"], "draft": None}
    typed = f"{deck['text']}\n[faces.4A\n"
    saved = desk.ask("cards/save", **request, text=typed)
    assert (saved["draft"], saved["text"]) == (None, typed)
    assert Path("mine.toml").read_bytes() == typed.encode()
    changed = desk.ask("cards/save", **request, text="[other")
    assert list(changed) == ["changed"]
    over = changed["changed"]
    assert desk.try_ask("cards/save", **request, text="[other", over=over)[0] == 400
    status, answer = desk.try_ask("cards/save_new", text=typed, draft=None, name="x", where="here")
    assert (status, "correct it first" in answer) == (400, True)


def test_a_removed_file_is_written_again(desk: Running) -> None:
    deck = opened(desk)
    Path("mine.toml").unlink()
    desk.ask("cards/save", **{key: deck[key] for key in ("file", "text", "digest", "draft")})
    assert opened(desk)["text"] == deck["text"]


def test_a_new_deck_goes_into_a_folder_and_over_nothing(desk: Running) -> None:
    new = {"name": "cabin", "size": "4x5", "cards": 2, "border": "edges"}
    deck = desk.ask("cards/new", **new, where="own")
    assert Path("own/cabin.toml").is_file()
    assert [face["name"] for face in deck["draft"]["faces"]] == ["1A", "1B", "2A", "2B", "C"]
    assert desk.ask("cards/new", **new, where="here")["file"] == "card_data/cabin.toml"
    before = Path("own/cabin.toml").read_bytes()
    status, answer = desk.try_ask("cards/new", **{**new, "cards": 1}, where="own")
    assert (status, "not overwritten" in answer) == (400, True)
    assert Path("own/cabin.toml").read_bytes() == before
    listed = {(deck["where"], deck["name"]) for deck in desk.ask("cards/decks")["decks"]}
    assert {("own", "cabin"), ("here", "cabin"), ("opened", "mine"), ("shipped", "mini")} <= listed


def test_a_deck_is_saved_under_another_name(desk: Running) -> None:
    shipped = next(d for d in desk.ask("cards/decks")["decks"] if d["where"] == "shipped")
    deck = opened(desk, shipped["file"])
    assert not deck["writable"]
    request = {key: deck[key] for key in ("file", "text", "digest")} | {"draft": deck["draft"]}
    status, answer = desk.try_ask("cards/save", **request)
    assert (status, "another name" in answer) == (400, True)
    new = desk.ask("cards/save_new", **request, name="mine-too", where="here")
    assert new["draft"]["name"] == "mine-too"
    assert read_deck("card_data/mine-too.toml").title == deck["draft"]["title"]
    for name in ("../evil", "A B", ""):
        assert desk.try_ask("cards/save_new", **request, name=name, where="here")[0] == 400


@pytest.mark.parametrize(
    "name",
    ["other.toml", "card_data/../other.toml", "/etc/passwd", "./mine.toml", "own/../mine.toml"],
)
def test_other_files_are_neither_read_nor_written(desk: Running, name: str) -> None:
    Path("other.toml").write_text(MINI, encoding="utf-8")
    Path("own").mkdir()
    deck = opened(desk)
    assert desk.try_ask("cards/open", file=name)[0] == 400
    draft = with_tile(deck, "h")
    request = {"file": name, "text": deck["text"], "digest": deck["digest"], "draft": draft}
    assert desk.try_ask("cards/save", **request)[0] == 400
    assert Path("other.toml").read_text(encoding="utf-8") == MINI


def test_defects_warnings_and_pictures_of_a_draft(desk: Running) -> None:
    deck = opened(desk)
    found = desk.ask("cards/check", text=deck["text"], draft=deck["draft"], face="1A")
    assert (found["defects"], sorted(found["art"]["lies"])) == ([], ["0", "180", "270", "90"])
    draft = with_tile(deck, "q")
    draft["faces"][1]["rows"] = ["###", "#.#", "###"]
    draft["faces"][2]["rows"] = draft["faces"][3]["rows"]
    found = desk.ask("cards/check", text=deck["text"], draft=draft, face="1A")
    (defect,) = found["defects"]
    assert (defect["face"], defect["row"], defect["column"]) == ("1A", 2, 2)
    assert found["art"] is None
    assert [one["face"] for one in found["warnings"] if "no door" in one["message"]] == ["1B"]
    broken = desk.ask("cards/check", text="[faces.1A", draft=None, face="1A")
    assert broken["defects"][0]["line"] == 1


def test_doors_and_tiles_that_messages_name_are_reported(desk: Running) -> None:
    text = MINI.replace('border = "tiles"', 'border = "edges"')
    draft = desk.ask("cards/use_text", text=text)["draft"]
    for face in draft["faces"]:
        face.update(rows=["m..", ".o.", "..."], doors=["N1", "E9", "W2"])
    found = desk.ask("cards/check", text=text, draft=draft, face="1A")
    assert [d["doors"] for d in found["defects"] if d["face"] == "1A"] == [["E9"]]
    for face in draft["faces"]:
        face.update(doors=["N1"])
    found = desk.ask("cards/check", text=text, draft=draft, face="1A")
    (cottage,) = [one for one in found["warnings"] if "ever collected" in one["message"]]
    assert (cottage["face"], cottage["tiles"]) == ("C", [[1, 1]])


@pytest.mark.parametrize(
    "draft",
    [
        3,
        {"faces": 3},
        {"faces": [3]},
        {"faces": [{"name": 3}]},
        {"faces": [{"name": "1A", "rows": "x"}]},
        {"faces": [{"name": "1A", "rows": ["\ud800"]}]},
        {"faces": [{"name": "1A", "rows": ["x" * 2000]}]},
        {"faces": [{"name": "1A"}, {"name": "1A"}]},
        {"faces": [{"name": str(number)} for number in range(600)]},
    ],
)
def test_what_is_no_draft_is_refused(desk: Running, draft: object) -> None:
    for name in ("check", "save", "save_new", "print", "validate"):
        status, answer = desk.try_ask(
            f"cards/{name}",
            file="mine.toml", text=MINI, draft=draft, digest="", name="x", where="here",
            paper="a4", card="63x88",
        )  # fmt: skip
        assert (status, "Traceback" in answer) == (400, False)


def test_sizes_are_changed(desk: Running) -> None:
    rows = desk.ask("cards/resize", rows=["#+#", "#.#", "###"], width=4, height=4, border="tiles")
    assert rows == {"rows": ["#+##", "#..#", "#..#", "####"]}
    assert desk.try_ask("cards/resize", rows=[], width=1, height=4, border="tiles")[0] == 400
    assert desk.try_ask("cards/resize", rows=[], width=4, height=4, border="walls")[0] == 400


def test_a_deck_is_printed_if_it_has_no_defects(desk: Running) -> None:
    deck = opened(desk)
    asked = {"text": deck["text"], "paper": "a4", "card": "63x88"}
    body = json.dumps(asked | {"draft": deck["draft"]}).encode()
    status, headers, pdf = desk.request("POST", "/api/cards/print", body, desk.headers())
    assert (status, headers["content-type"], pdf[:5]) == (200, "application/pdf", b"%PDF-")
    status, answer = desk.try_ask("cards/print", **asked, draft=with_tile(deck, "#"))
    assert (status, "face 1A, row 2, column 2" in answer) == (400, True)
    assert desk.try_ask("cards/print", **{**asked, "paper": "a0"})[0] == 400


def test_all_overlaps_are_looked_at_and_deals_measured(desk: Running) -> None:
    desk.board.kernels.load()
    deck = opened(desk)
    asked = {"text": deck["text"], "draft": deck["draft"], "file": "mine.toml"}
    name, found = desk.follow("cards/validate", **asked)[-1]
    assert (name, found["defects"]) == ("result", [])
    assert any("found by its file's name, 'mine'" in one["message"] for one in found["warnings"])
    status, body = desk.try_ask("cards/measure", **asked, deals=2)
    *progress, (name, found) = events_in(body)
    assert (status, name, found["deals"]) == (200, "result", 2)
    assert "2 of 2 deals measured" in [value["what"] for _, value in progress]
    assert found["checks"][0][0] == "median optimum"
    assert desk.try_ask("cards/measure", **asked, deals=0)[0] == 400


def test_the_editor_is_guarded_as_the_rest(desk: Running) -> None:
    body = json.dumps({"file": "mine.toml"}).encode()
    for name in ("open", "save", "print", "measure"):
        headers = desk.headers() | {"Origin": "http://evil.example"}
        assert desk.request("POST", f"/api/cards/{name}", body, headers)[0] == 403
