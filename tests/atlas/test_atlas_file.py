"""The compact file: it is read as it was written, and damage is reported."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from bolets_solver.atlas.atlas_file import is_whole, read_atlas, read_head, write_atlas
from bolets_solver.atlas.values import IMPOSSIBLE, UNSETTLED, Atlas
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Status


@pytest.fixture
def deck() -> Deck:
    pinewood = load_deck("pinewood")
    names = ["1A", "1B", "2A", "2B", "3A", "3B", "C"]
    return Deck("three", "Three", pinewood.border, {name: pinewood.faces[name] for name in names})


@pytest.fixture
def atlas(deck: Deck) -> Atlas:
    values = [0, 1, 2, IMPOSSIBLE, UNSETTLED, IMPOSSIBLE, *range(6, 48)]
    return Atlas.of(deck, Rules(), values)


def test_what_is_read_is_what_was_written(tmp_path: Path, deck: Deck, atlas: Atlas) -> None:
    write_atlas(tmp_path / "three.atlas", atlas)
    found = read_atlas(tmp_path / "three.atlas", deck, Rules())
    assert found.values.tolist() == atlas.values.tolist()
    assert (found.settled, found.impossible, found.complete) == (47, 2, False)
    assert [found.status(rank) for rank in (2, 3, 4)] == [
        Status.OPTIMAL,
        Status.IMPOSSIBLE,
        Status.UNKNOWN,
    ]
    assert [found.points(rank) for rank in (2, 3, 4)] == [2, None, None]


def test_the_name_of_the_deck_does_not_count(tmp_path: Path, deck: Deck, atlas: Atlas) -> None:
    write_atlas(tmp_path / "a", atlas)
    other = Deck("renamed", "Renamed", deck.border, deck.faces)
    assert read_atlas(tmp_path / "a", other, Rules()).settled == 47


def test_another_deck_or_other_rules_are_refused(tmp_path: Path, deck: Deck, atlas: Atlas) -> None:
    write_atlas(tmp_path / "a", atlas)
    with pytest.raises(InputError, match="made for another rules"):
        read_atlas(tmp_path / "a", deck, Rules.parse(["difficulty=difficult"]))
    with pytest.raises(InputError, match="made for another deck"):
        read_atlas(tmp_path / "a", load_deck("pinewood"), Rules())


def test_a_switch_that_a_file_does_not_name_has_its_default(
    tmp_path: Path, deck: Deck, atlas: Atlas
) -> None:
    file = tmp_path / "a"
    write_atlas(file, atlas)
    rules = dict(atlas.key.rules)
    del rules["crow_loss"]
    file.write_bytes(rewritten(file.read_bytes(), rules=rules))
    assert read_atlas(file, deck, Rules()).settled == 47
    with pytest.raises(InputError, match="made for another rules"):
        read_atlas(file, deck, Rules.parse(["crow_loss=every"]))
    file.write_bytes(rewritten(file.read_bytes(), rules=rules | {"unheard_of": "yes"}))
    with pytest.raises(InputError, match="made for another rules"):
        read_atlas(file, deck, Rules())


def rewritten(data: bytes, **changes: object) -> bytes:
    line, _, packed = data.partition(b"\n")
    return json.dumps(json.loads(line) | changes).encode() + b"\n" + packed


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:-1], "does not hold 48 values"),
        (lambda data: data + b"x", "does not hold 48 values"),
        (lambda data: data[:-8] + b"12345678", "damaged"),
        (lambda data: data.partition(b"\n")[0] + b"\nrubbish", "cannot be unpacked"),
        (
            lambda data: data.partition(b"\n")[0] + b"\n" + zlib.compress(bytes(47)),
            "does not hold 48 values",
        ),
        (
            lambda data: data.partition(b"\n")[0] + b"\n" + zlib.compress(bytes(10**8)),
            "does not hold 48 values",
        ),
        (lambda data: data.partition(b"\n")[0] + b"\n" + zlib.compress(bytes(48)), "digest"),
        (lambda data: rewritten(data, settled=48), "counts of settled"),
        (lambda data: rewritten(data, sha256="0" * 64), "digest"),
        (lambda data: rewritten(data, format="bolets-atlas/2"), "is not an atlas"),
        (lambda data: rewritten(data, search=0), "version of the search"),
        (lambda data: b"", "is not an atlas"),
        (lambda data: b"[" * 10**6, "is not an atlas"),
        (lambda data: b"\xff\xfe", "is not an atlas"),
    ],
)
def test_damage_is_named(
    tmp_path: Path, deck: Deck, atlas: Atlas, damage: object, message: str
) -> None:
    file = tmp_path / "a.atlas"
    write_atlas(file, atlas)
    assert callable(damage)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(InputError, match=message) as caught:
        read_atlas(file, deck, Rules())
    assert str(file) in str(caught.value)


def test_the_head_names_deck_and_counts(tmp_path: Path, atlas: Atlas) -> None:
    write_atlas(tmp_path / "a", atlas)
    head = read_head(tmp_path / "a")
    assert (head["deck"], head["deals"], head["settled"]) == ("three", 48, 47)


def test_a_file_that_is_not_there_is_named(tmp_path: Path, deck: Deck) -> None:
    with pytest.raises(InputError, match=r"gone\.atlas: cannot be read"):
        read_atlas(tmp_path / "gone.atlas", deck, Rules())


def test_an_atlas_that_somebody_changed_is_known(tmp_path: Path, atlas: Atlas) -> None:
    write_atlas(tmp_path / "three.atlas", atlas)
    data = (tmp_path / "three.atlas").read_bytes()
    assert is_whole(data)
    line, _, packed = data.partition(b"\n")
    other = zlib.compress(bytes(reversed(atlas.raw)))
    huge = {"format": "bolets-atlas/1", "deals": 1 << 40, "sha256": "0"}
    for changed in (
        line + b"\n",
        line + b"\nmy remarks on the wolf",
        data + b"# my remark\n",
        data[:-1],
        line + b"\n" + other,
        line[:-1] + b"\n" + packed,
        b"[" * 50_000,
        json.dumps(huge).encode() + b"\n" + packed,
    ):
        assert not is_whole(changed), changed[:60]
