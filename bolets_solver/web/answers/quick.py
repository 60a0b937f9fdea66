"""The quick questions of the page, each answered from what the request holds."""

from __future__ import annotations

import datetime
import secrets
from dataclasses import dataclass
from typing import Any

from bolets_solver.bolets.cards.deck import DEFAULT_DECK
from bolets_solver.bolets.files.deck_library import deck_names, is_path
from bolets_solver.bolets.files.game_file import parse_game
from bolets_solver.bolets.files.share_code import read_order_or_code
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import WORDS, Rules
from bolets_solver.errors import InputError
from bolets_solver.study.games.session import action_count, joined
from bolets_solver.web.game.games import Games, Kept, read_before
from bolets_solver.web.game.link import is_link, read_link
from bolets_solver.web.game.position import (
    Checkpoint,
    Decks,
    Position,
    begin,
    read_action,
    read_position,
)
from bolets_solver.web.game.stack import MOST_SEED, is_stack_link, read_stack, read_stack_link
from bolets_solver.web.show.art import face_art, symbols
from bolets_solver.web.show.legal import violation_json
from bolets_solver.web.show.view import view_json
from bolets_solver.web.show.words import action_words, happened

MOST_ACTIONS = 200
"""Largest number of actions in a request."""
MOST_LETTERS = 200_000


@dataclass
class Answers:
    """Answers the page; ``first``: the game given to the command."""

    decks: Decks
    games: Games
    first: Position | None = None

    # What the page needs to know

    def deck(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return the symbols, and the faces that a position's order may hold, as they lie."""
        position = read_position(value.get("position"), self.decks)
        # while cards are hidden all faces are shown: any of them may come
        known = position.deal.faces if position.stack is None else position.deal.deck.faces.values()
        faces = {face.name: face_art(face) for face in known}
        return {"symbols": symbols(), "faces": faces}

    def choices(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return what a new game can be dealt from, and the switches of the rules."""
        decks = []
        for name in deck_names():
            try:
                deck = self.decks.load(name)
            except InputError:
                continue  # 'bolets deck validate' reports a broken deck
            decks.append({"name": name, "title": deck.title, "faces": list(deck.faces)})
        switches = {name: list(words) for name, words in WORDS.items()}
        return {"decks": decks, "default": DEFAULT_DECK, "switches": switches}

    # Opening

    def begin(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return the game that the command was given, if there is one."""
        if self.first is None:
            return {"view": None}
        return self._opened(self.first, "")

    def open(self, value: dict[str, Any]) -> dict[str, Any]:
        """Open what was typed or pasted: a link, a code, an order, a record, a solution."""
        position = read_anything(_text(value, "text"), self.decks)
        return self._opened(position, "opened", bool(value.get("anew")))

    def deal(self, value: dict[str, Any]) -> dict[str, Any]:
        """Begin a new game: dealt at random, or with a stack whose order is not known.

        ``stack``: that stack; ``{}`` for one's own cards, ``{"seed": null}`` for any seed.
        """
        from bolets_solver.study.decks.generate import random_deal

        name = _text(value, "deck")
        deck = self.decks.load(name)
        settings = value.get("rules", {})
        if not isinstance(settings, dict):
            raise InputError("'rules' holds settings, each with a word")
        rules = Rules().with_settings((str(k), str(v)) for k, v in settings.items())
        asked = value.get("stack")
        if isinstance(asked, dict) and "seed" in asked and asked["seed"] is None:
            asked = {**asked, "seed": secrets.randbelow(MOST_SEED)}
        stack = read_stack(asked)
        if stack is not None:
            begun = begin(stack.begun(name, deck, rules), deck, stack=stack)
            said = "a hidden game is dealt" if stack.seed is not None else ""
            return self._opened(begun, said, anew=stack.seed is None)
        deal = random_deal(deck, secrets.randbits(60))
        record = Record(name, deal.order, None, (), rules)
        return self._opened(begin(record, deck), "a new game is dealt")

    def puzzle(self, value: dict[str, Any]) -> dict[str, Any]:
        """Open a puzzle, resuming a saved game of it."""
        return self._opened(puzzle_position(_text(value, "name"), self.decks), "")

    def kept(self, value: dict[str, Any]) -> dict[str, Any]:
        """Open a kept game."""
        position, kept = self.games.open(_text(value, "place"))
        return self._view(position, "the game continues", kept)

    def _opened(self, position: Position, said: str, anew: bool = False) -> dict[str, Any]:
        if anew:
            return self._view(position, said, None)
        found, kept = self.games.take_up(position)
        if found is not position:
            said = "the saved game continues"
        return self._view(found, said, kept)

    # Playing

    def look(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return a position, or its state after ``at`` actions."""
        position = read_position(value.get("position"), self.decks)
        at = value.get("at")
        if type(at) is int:
            position.session.floor = 0
            position.go_to(at)
        return {"view": view_json(position), "violation": None}

    def do(self, value: dict[str, Any]) -> dict[str, Any]:
        """Perform actions in order, up to the first that is refused.

        ``back``: number of actions to undo before.
        """
        position, before = self._read(value)
        back = value.get("back", 0)
        if type(back) is int and back > 0:
            position.go_to(action_count(position.record) - back)
        actions = _texts(value, "actions")
        said, violation = [], None
        for text in actions:
            action = read_action(text)
            old = position.session.moment.verdict
            violation = position.do(action)
            if violation is not None:
                break
            said.append(happened(old, position.session.moment.verdict, action))
        return self._kept_view(value, position, "; ".join(said), before, violation_json(violation))

    def why(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return why an action is refused; null if it is not."""
        position = read_position(value.get("position"), self.decks)
        action = read_action(_text(value, "action"))
        return {"violation": violation_json(position.do(action))}

    def undo(self, value: dict[str, Any]) -> dict[str, Any]:
        """Undo the last action, or all after the first ``to`` actions."""
        position, before = self._read(value)
        to = value.get("to")
        if type(to) is int:
            had = action_count(position.record)
            position.go_to(to)
            now = action_count(position.record)
            steps = f"{abs(had - now)} step{'' if abs(had - now) == 1 else 's'}"
            said = f"{steps} undone" if now <= had else f"{steps} redone"
        else:
            action = position.session.undo()
            said = "nothing to undo"
            if action is not None:
                said = f"undone: {action_words(action)}"
        return self._kept_view(value, position, said, before)

    def redo(self, value: dict[str, Any]) -> dict[str, Any]:
        """Redo the last undone action."""
        position, before = self._read(value)
        action = position.session.redo()
        said = "nothing to redo" if action is None else f"redone: {action_words(action)}"
        return self._kept_view(value, position, said, before)

    def mark(self, value: dict[str, Any]) -> dict[str, Any]:
        """Keep the checkpoints of the request; with ``go`` return to one of them."""
        position, before = self._read(value)
        go = value.get("go")
        said = "checkpoints saved"
        if type(go) is int:
            if not 0 <= go < len(position.checkpoints):
                raise InputError("there is no such checkpoint")
            said = self._return_to(position, position.checkpoints[go])
        return self._kept_view(value, position, said, before)

    def _return_to(self, position: Position, checkpoint: Checkpoint) -> str:
        violation = position.set_up(checkpoint.actions)
        if violation is not None:
            raise InputError(f"the checkpoint breaks {violation.rule}: {violation.message}")
        return f"back at {checkpoint.name}"

    def draw(self, value: dict[str, Any]) -> dict[str, Any]:
        """Check a hand-drawn line as ``check --trace`` does; offer the nearest legal trace."""
        from bolets_solver.web.answers.pen import judge_line

        position = read_position(value.get("position"), self.decks)
        return judge_line(position, value.get("points"))

    # Kept games

    def list_games(self, value: dict[str, Any]) -> dict[str, Any]:
        """List kept and finished games."""
        return {"games": self.games.listed()}

    def forget(self, value: dict[str, Any]) -> dict[str, Any]:
        """Remove a kept game; its text comes back, so that it can be undone."""
        return {"text": self.games.forget(_text(value, "place"))}

    def bring_back(self, value: dict[str, Any]) -> dict[str, Any]:
        """Undo that a game was removed."""
        self.games.bring_back(_text(value, "place"), _text(value, "text"))
        return {"games": self.games.listed()}

    # Puzzles

    def list_puzzles(self, value: dict[str, Any]) -> dict[str, Any]:
        """List the puzzles with what was solved, and the one of today."""
        from bolets_solver.web.answers.puzzles import puzzles_json

        return puzzles_json(self.games, datetime.date.today())

    # What all share

    def _read(self, value: dict[str, Any]) -> tuple[Position, Kept | None]:
        position = read_position(value.get("position"), self.decks)
        return position, read_before(value.get("kept"))

    def _kept_view(
        self,
        value: dict[str, Any],
        position: Position,
        said: str,
        before: Kept | None,
        violation: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Keep the position unless the request says that it is only tried, and show it."""
        kept = before if value.get("try") else self.games.keep(position, before)
        return self._view(position, said, kept, violation)

    def _view(
        self,
        position: Position,
        said: str,
        kept: Kept | None,
        violation: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        from bolets_solver.web.answers.puzzles import solved_json

        return {
            "view": {**view_json(position, said), "question": solved_json(position)},
            "kept": None if kept is None else kept.as_json(),
            "violation": violation,
        }


def read_anything(text: str, decks: Decks) -> Position:
    """Read a link, a code, an order, a record or a solution; raises InputError."""
    text = text.strip()
    if not text:
        raise InputError("there is nothing to open: give an order, a code, a link or a record")
    if is_stack_link(text):
        unknown = read_stack_link(text)
        deck = decks.load(unknown.deck)
        return begin(unknown.record(deck), deck, stack=unknown.stack)
    if is_link(text):
        linked = read_link(text)
        position = begin(linked.record, decks.load(linked.record.deck), linked.fixed)
        position.session.floor = int(linked.fixed is not None)
        if linked.puzzle is not None:
            _make_puzzle(position, linked.puzzle)
        return position
    if "\n" in text or text.startswith("{"):
        game = parse_game(text)
        deck = decks.load(game.record.deck)
        return begin(joined(game.record), deck)
    words = text.split()
    if any(is_path(word) for word in words):
        raise InputError("this is not an order of faces such as '2B 5B C', nor a code, nor a link")
    asked = read_order_or_code(words)
    record = Record(asked.deck, asked.deal.order, asked.entrance, (), asked.rules)
    position = begin(record, asked.deal.deck, asked.entrance)
    position.session.floor = int(asked.entrance is not None)
    return position


def _make_puzzle(position: Position, name: str) -> None:
    """Let a game be one of a puzzle; raises InputError if it does not begin as that does."""
    from bolets_solver.study.games.puzzle import load_puzzle
    from bolets_solver.study.games.session import begins_like

    puzzle = load_puzzle(name)
    if puzzle.record.order != position.record.order or not begins_like(
        position.record, puzzle.record
    ):
        raise InputError(f"the link is a game of the puzzle {name} with another beginning")
    position.session.floor = action_count(puzzle.record)
    position.puzzle = puzzle.name


def puzzle_position(name: str, decks: Decks) -> Position:
    """Return where a puzzle begins; raises InputError if there is none."""
    from bolets_solver.study.games.puzzle import load_puzzle

    puzzle = load_puzzle(name)
    position = begin(puzzle.record, decks.load(puzzle.record.deck))
    position.session.floor = action_count(puzzle.record)
    position.puzzle = puzzle.name
    return position


def _text(value: dict[str, Any], name: str) -> str:
    found = value.get(name)
    if not isinstance(found, str) or len(found) > MOST_LETTERS:
        raise InputError(f"'{name}' is a text")
    return found


def _texts(value: dict[str, Any], name: str) -> list[str]:
    found = value.get(name)
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise InputError(f"'{name}' is a list of texts")
    if not 0 < len(found) <= MOST_ACTIONS:
        raise InputError(f"'{name}' has 1 to {MOST_ACTIONS} entries")
    return found
