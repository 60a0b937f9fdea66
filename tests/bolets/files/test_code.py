"""Share codes: they reproduce a deal exactly, and errors say what is wrong."""

from __future__ import annotations

import random
import shutil
import string
from pathlib import Path

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import find_deck, load_deck
from bolets_solver.bolets.files.share_code import (
    ALPHABET,
    deck_mark,
    is_code,
    read_code,
    read_order_or_code,
    write_code,
)
from bolets_solver.bolets.rules import WORDS, Rules
from bolets_solver.errors import InputError
from bolets_solver.study.decks.generate import random_deal
from tests.cli.running import run, run_json

DECKS = ("pinewood", "mini", "thicket")


def random_rules(rng: random.Random) -> Rules:
    return Rules().with_settings(
        (name, rng.choice(list(words))) for name, words in WORDS.items() if rng.random() < 0.4
    )


@pytest.mark.parametrize("deck", DECKS)
def test_a_code_gives_the_same_deal_back(deck: str) -> None:
    loaded = load_deck(deck)
    rng = random.Random(deck)
    codes = {}
    for seed in range(150):
        deal = random_deal(loaded, seed, rng.choice([None, 1, 2, 3]))
        rules = random_rules(rng)
        entrance = rng.choice([None, *range(1, len(deal.faces[0].doors) + 1)])
        code = write_code(deal, rules, entrance)
        for spelled in (code, code.lower(), f" {code}\n"):
            shared = read_code(spelled)
            assert (shared.deal, shared.rules, shared.entrance) == (deal, rules, entrance)
        asked = (deal.order, rules, entrance)
        assert codes.setdefault(code, asked) == asked


def test_codes_stay_what_they_are() -> None:
    """Codes that people have written down must be read for ever: a change needs a new version."""
    thicket = load_deck("thicket")
    order = " ".join(list(thicket.faces)[0:5:2])
    rules = Rules().with_settings([("crow_loss", "once"), ("difficulty", "difficult")])
    assert write_code(Deal.of(thicket, order), rules, 2) == "B1-thicket-50HKA-6S41JW"


def test_every_mistyped_character_is_noticed() -> None:
    code = write_code(random_deal(load_deck("pinewood"), 5), Rules(), 3)
    start = code.index("-", 3) + 1
    for place in range(start, len(code)):
        if code[place] == "-":
            continue
        for letter in ALPHABET:
            if letter != code[place]:
                with pytest.raises(InputError, match="mistyped"):
                    read_code(code[:place] + letter + code[place + 1 :])


def test_neighbours_exchanged_are_noticed() -> None:
    for seed in range(20):
        code = write_code(random_deal(load_deck("pinewood"), seed))
        for place in range(code.index("-", 3) + 1, len(code) - 1):
            pair = code[place : place + 2]
            if "-" not in pair and pair[0] != pair[1]:
                with pytest.raises(InputError, match="mistyped"):
                    read_code(code[:place] + pair[::-1] + code[place + 2 :])


TYPED = string.ascii_letters + string.digits + "-. "


def reads_as_another_deal(typed: str, deal: Deal) -> bool:
    """Whether a mistyped code goes unnoticed: it is read, and as another deal."""
    try:
        shared = read_code(typed)
    except InputError:
        return False
    return (shared.deal.order, shared.rules, shared.entrance) != (deal.order, Rules(), None)


@pytest.mark.parametrize("seed", range(3))
def test_no_slip_of_one_character_anywhere_gives_another_deal(seed: int) -> None:
    """Version, name, mark, deal: every other character, every two neighbours."""
    deal = random_deal(load_deck("pinewood"), seed)
    code = write_code(deal)
    for place in range(len(code)):
        for letter in TYPED:
            assert not reads_as_another_deal(code[:place] + letter + code[place + 1 :], deal)
        pair = code[place : place + 2]
        assert not reads_as_another_deal(code[:place] + pair[::-1] + code[place + 2 :], deal)


def test_a_character_too_many_or_too_few_is_noticed_nearly_always() -> None:
    tried = unnoticed = 0
    for seed in range(4):
        deal = random_deal(load_deck("pinewood"), seed)
        code = write_code(deal)
        for place in range(len(code)):
            for letter in ("", *TYPED):
                typed = code[:place] + letter + code[place + (letter == "") :]
                unnoticed += reads_as_another_deal(typed, deal)
                tried += 1
    assert unnoticed * 100 < tried


def test_letters_that_look_alike_are_read() -> None:
    for seed in range(200):
        code = write_code(random_deal(load_deck("pinewood"), seed))
        head, mark, content = code.rsplit("-", 2)
        if "0" in content and "1" in content:
            typed = f"{head}-{mark}-{content.replace('0', 'o').replace('1', 'l')}"
            assert read_code(typed).deal == read_code(code).deal
            return
    pytest.fail("no code with 0 and 1 was met")


def test_a_changed_deck_is_reported(tmp_path: Path) -> None:
    code = write_code(random_deal(load_deck("pinewood"), 1))
    changed = tmp_path / "changed.toml"
    text = find_deck("pinewood").read_text(encoding="utf-8")
    changed.write_text(text.replace("#mmm#", "#.mm#", 1), encoding="utf-8")
    with pytest.raises(InputError, match="another deck"):
        read_code(code, str(changed))
    copied = tmp_path / "copied.toml"
    shutil.copy(find_deck("pinewood"), copied)
    assert read_code(code, str(copied)).deal.order == read_code(code).deal.order
    assert deck_mark(load_deck(str(copied))) == deck_mark(load_deck("pinewood"))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("B2-pinewood-WG0RE-3S3GS2", "version 2"),
        ("B1-pinewood-WG0RE", "is not a code"),
        ("B1-pinewood-WG0RE-3S3GS!", "is not a code"),
        ("B1-pinewood-WG0RE-3S3GU0", "letter U"),
        ("B1-" + "x" * 5000, "is not a code"),
        ("B1-pinewood-WG0RE-" + "Z" * 900, "mistyped"),
        ("B0-pinewood-WG0RE-3S3GS2", "mistyped"),
        ("B1-pinewood-WG0RE-\u0663S3GSE", "is not a code"),
    ],
)
def test_what_is_wrong_is_reported_in_words(code: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_code(code)


def test_a_deck_that_is_not_there_is_reported() -> None:
    code = write_code(random_deal(load_deck("pinewood"), 1)).replace("pinewood", "pinewoods")
    with pytest.raises(InputError, match="deck 'pinewoods', which cannot be used here"):
        read_code(code)


def renamed(path: Path, name: str = "forest") -> Path:
    """Write the deck mini to a file, under another name."""
    path.parent.mkdir(exist_ok=True)
    text = find_deck("mini").read_text(encoding="utf-8")
    path.write_text(text.replace('name = "mini"', f'name = "{name}"'), encoding="utf-8")
    return path


def test_a_deck_is_found_by_the_name_it_calls_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file may be called otherwise, and another file as it calls itself."""
    monkeypatch.chdir(tmp_path)
    renamed(tmp_path / "card_data" / "my cards.toml")
    (tmp_path / "card_data" / "broken.toml").write_text("no deck\n", encoding="utf-8")
    written = run("code", "1A", "2B", "--deck", "my cards")
    code = written.stdout.strip()
    assert (code.split("-")[1], written.stderr) == ("forest", "")
    for _ in range(2):
        shared = read_code(code)
        assert (shared.deck, shared.deal.order) == ("my cards", ("1A", "2B", "C"))
        assert run("check", "-", stdin=run("solve", code, "-o", "-").stdout).exit_code == 0
        shutil.copy(find_deck("thicket"), tmp_path / "card_data" / "forest.toml")
    with pytest.raises(InputError, match="'woods', which cannot be used here"):
        read_code(code.replace("forest", "woods"))


def test_a_deck_that_no_name_finds_is_reported_when_the_code_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("forest", "mini", "pinewood"):  # pinewood: there is another deck of that name
        file = f"./{renamed(tmp_path / 'cards.toml', name).name}"
        written = run("code", "1A", "2B", "--deck", file)
        answer = f"warning: no deck '{name}' with these cards is found by name"
        assert (answer in written.stderr) == (name != "mini")
        assert ("--deck ./cards.toml" in written.stderr) == (name != "mini")
        value = run_json("code", "1A", "2B", "--deck", file, "--json")
        assert ("warnings" in value) == (name != "mini")
        assert run("code", written.stdout.strip(), "--deck", file).exit_code == 0


def test_orders_and_codes_are_read_alike() -> None:
    deal = random_deal(load_deck("pinewood"), 9)
    code = write_code(deal, Rules().with_settings([("crow_loss", "every")]), 1)
    assert not any(is_code(name) for name in deal.order)
    plain = read_order_or_code(deal.order, "pinewood", ["crow_loss=every"])
    coded = read_order_or_code([code])
    assert (plain.deal, plain.rules) == (coded.deal, coded.rules)
    assert (plain.entrance, coded.entrance) == (None, 1)
    assert read_order_or_code([code], None, ["crow_loss=stood"]).rules.crow_loss == "stood"
    with pytest.raises(InputError, match="stands alone"):
        read_order_or_code([code, "2B"])


def test_the_command_writes_and_reads() -> None:
    deal = random_deal(load_deck("thicket"), 2)
    code = run("code", *deal.order, "--deck", "thicket", "--entrance", "2").stdout.strip()
    value = run_json("code", code, "--json")
    assert value == {
        "format": "bolets-code/1",
        "code": code,
        "deck": "thicket",
        "order": list(deal.order),
        "entrance": 2,
        "rules": Rules().as_json(),
    }
    assert f"order: {deal}" in run("code", code).stdout
    for wrong in ([code, "x"], ["B9-x-y-z"], ["99Z"], [*deal.order, "--entrance", "7"]):
        result = run("code", *wrong, "--deck", "thicket")
        assert (result.exit_code, result.stdout) == (2, "")
