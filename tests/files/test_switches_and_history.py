"""Settings of switches, and undo and redo."""

from __future__ import annotations

import random

from bolets_solver.files.history import History
from bolets_solver.files.switches import read_settings, switch_defect

WORDS = {"majority_tie": ("each", "shared"), "pig_scope": ("any", "literal")}


def test_settings_are_read_however_they_are_spaced() -> None:
    wanted = {"majority_tie": "shared", "pig_scope": "literal"}
    for texts in (
        ["majority_tie=shared", "pig_scope=literal"],
        ["majority_tie = shared, pig_scope =literal"],
        ["majority_tie=shared pig_scope= literal", "pig_scope=literal"],
    ):
        assert read_settings(WORDS, texts) == (wanted, [])


def test_every_wrong_setting_is_reported() -> None:
    texts = ["pig_skope=any", "pig_scope=all", "pig_scope", "majority_tie=each,majority_tie=shared"]
    settings, wrong = read_settings(WORDS, texts)
    assert settings == {"majority_tie": "each"}
    assert wrong == [
        'the switch "pig_skope" is unknown; did you mean "pig_scope"?',
        'pig_scope must be one of any, literal, not "all"',
        'write a switch as NAME=VALUE, not "pig_scope"',
        "majority_tie is set twice, to each and to shared",
    ]
    assert switch_defect(WORDS, "x", "any") == (
        'the switch "x" is unknown; there are majority_tie, pig_scope'
    )
    assert switch_defect(WORDS, "pig_scope", 1) == "pig_scope must be one of any, literal, not 1"


def test_steps_are_taken_back_and_made_again() -> None:
    """Random steps against two plain lists."""
    rng = random.Random(5)
    history, done, undone = History(0), [0], []
    for number in range(1, 400):
        what = rng.choice(["do", "undo", "undo", "redo"])
        if what == "do":
            history.do(number)
            done, undone = [*done, number], []
        elif what == "undo":
            assert history.undo() == (len(done) > 1)
            if len(done) > 1:
                undone.append(done.pop())
        else:
            assert history.redo() == bool(undone)
            if undone:
                done.append(undone.pop())
        assert (history.states, history.undone, history.now) == (done, undone, done[-1])
