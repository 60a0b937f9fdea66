"""Saved games: save, list and open them.

They are the files of ``bolets play``: each resumes the games of the other.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bolets_solver.bolets.files.game_file import MAX_BYTES
from bolets_solver.bolets.files.share_code import write_code
from bolets_solver.bolets.play.record import Record
from bolets_solver.errors import InputError
from bolets_solver.files.saved_games import Save, digest, saves_folder
from bolets_solver.files.text_file import read_text, write_text
from bolets_solver.study.games.open_session import kept_name
from bolets_solver.study.games.session import action_count, begins_like, joined
from bolets_solver.web.game.position import Decks, Position, read_kept, same_game

MOST_LISTED = 200

_PLACE = re.compile(r"(?:(?:more|finished)/)?[A-Za-z0-9][A-Za-z0-9._-]{0,200}\.bolets")


@dataclass(frozen=True)
class Kept:
    """Where a game is kept: its file in the folder of games, and a digest of what it holds.

    ``digest`` is None for a game that is over and put with the finished ones.
    """

    place: str | None
    digest: str | None
    warning: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as the page hands it back."""
        return {"place": self.place, "digest": self.digest, "warning": self.warning}


class Games:
    """Keeps games in the folder of kept games, one writer at a time."""

    def __init__(self, decks: Decks):
        self.decks = decks
        self._lock = threading.Lock()

    def keep(self, position: Position, before: Kept | None) -> Kept | None:
        """Keep a game that was kept as ``before``; None if there is nothing to keep.

        What another one has written there meanwhile, in another tab or a terminal, stays: then the
        game gets another place. If it cannot be saved, the warning says why.
        """
        with self._lock:
            try:
                return self._keep(position, before)
            except InputError as error:
                place = None if before is None else before.place
                return Kept(place, None, f"the game cannot be saved: {error}")

    def _keep(self, position: Position, before: Kept | None) -> Kept | None:
        if not position.is_begun() and before is None:
            return None
        save = _save(position, before)
        if position.session.moment.verdict.finished:
            place = _finish(position, save)
            save.remove()
            return Kept(place, None)
        save.write(position.text())
        warning = None
        if before is not None and before.digest is not None and _place(save.path) != before.place:
            warning = "this game is also played elsewhere; here it is saved separately from now on"
        return Kept(_place(save.path), digest(position.text()), warning)

    def take_up(self, position: Position) -> tuple[Position, Kept | None]:
        """Return the saved game that begins like a position, otherwise the position itself.

        A saved game with the same record comes first: a page that is loaded again asks for it.
        """
        found = None
        for path in _of(_name(position)):
            kept = self._read(path)
            if kept is None or not position.session.may_be(kept.record.order):
                continue
            if kept.session.moment.rules != position.session.moment.rules:
                continue
            kept.session.floor, kept.fixed = position.session.floor, position.fixed
            kept.puzzle = position.puzzle
            if same_game(kept.record, position.record):
                return kept, _kept(path)
            home = path.parent == saves_folder()
            if found is None and home and begins_like(kept.record, position.record):
                found = kept, _kept(path)
        nothing_done = action_count(position.record) <= position.session.floor
        return found if found is not None and nothing_done else (position, None)

    def open(self, place: str) -> tuple[Position, Kept]:
        """Open a kept or finished game by its place; raises InputError if it cannot be."""
        path = self.path(place)
        position = read_kept(read_text(path, max_bytes=MAX_BYTES), str(path), self.decks)
        _recognise(position, path)
        return position, _kept(path)

    def path(self, place: str) -> Path:
        """Return the file of a place; raises InputError if it is none."""
        if not _PLACE.fullmatch(place):
            raise InputError("this is not the file of a saved game")
        return saves_folder() / place

    def forget(self, place: str) -> str:
        """Remove a kept game and return its text, so that it can be brought back."""
        path = self.path(place)
        text = read_text(path, max_bytes=MAX_BYTES)
        try:
            path.unlink()
        except OSError as error:
            raise InputError(f"the game cannot be removed: {error.strerror}") from None
        return text

    def bring_back(self, place: str, text: str) -> None:
        """Write a removed game where it was, unless another one is there; raises InputError."""
        path = self.path(place)
        read_kept(text, place, self.decks)
        if path.exists():
            raise InputError("another game has been saved there meanwhile")
        write_text(path, text)

    def listed(self) -> list[dict[str, Any]]:
        """List kept and finished games, the last one played first."""
        folder = saves_folder()
        paths = [p for part in ("", "more", "finished") for p in (folder / part).glob("*.bolets")]
        dated = sorted(((_time(path), path) for path in paths), reverse=True)
        return [entry for _, path in dated[:MOST_LISTED] if (entry := self._entry(path))]

    def finished(self, record: Record) -> list[Position]:
        """Return the finished games of a record's order and rules."""
        positions = [self._read(path) for path in (saves_folder() / "finished").glob("*.bolets")]
        return [
            position
            for position in positions
            if position is not None
            and position.record.order == record.order
            and position.session.moment.rules == record.rules
            and position.record.deck == record.deck
        ]

    def _read(self, path: Path) -> Position | None:
        try:
            return read_kept(read_text(path, max_bytes=MAX_BYTES), str(path), self.decks)
        except InputError:
            return None  # it is in the way of nothing

    def _entry(self, path: Path) -> dict[str, Any] | None:
        position = self._read(path)
        if position is None or not _PLACE.fullmatch(_place(path)):
            return None
        _recognise(position, path)
        verdict = position.session.moment.verdict
        return {
            "place": _place(path),
            "when": _time(path),
            "deck": position.record.deck,
            "order": list(position.record.order),
            "stack": None if position.stack is None else position.stack.as_json(),
            "puzzle": position.puzzle,
            "turns": len(position.record.turns),
            "of": len(position.record.order) - 1,
            "points": verdict.points,
            "won": verdict.won,
            "finished": verdict.finished,
        }


def _name(position: Position) -> str:
    """Return the name under which a game is kept: that of ``bolets play``."""
    if position.puzzle is not None:
        return f"puzzle-{position.puzzle}"
    stack, rules = position.stack, position.session.moment.rules
    if stack is not None:
        return kept_name(position.lasting_deck, rules, stack.sight, stack.seed)
    try:
        return write_code(position.deal, position.session.moment.rules, position.fixed)
    except InputError:  # the deck's name cannot be part of a code
        return f"deck-{digest(position.record.deck + str(position.deal))}"


def _recognise(position: Position, path: Path) -> None:
    """Set a game's puzzle and given part from its file name."""
    from bolets_solver.study.games.puzzle import load_puzzle

    match = re.fullmatch(r"puzzle-([a-z]+-[0-9]+)(?:-[0-9]+)?", path.stem)
    if match is None:
        return
    try:
        puzzle = load_puzzle(match[1])
    except InputError:
        return
    if begins_like(position.record, puzzle.record):
        position.puzzle = match[1]
        position.session.floor = action_count(puzzle.record)


def _save(position: Position, before: Kept | None) -> Save:
    """Return the file of a game, with its content known if it was saved before."""
    save = Save(_name(position))
    if before is not None and before.place is not None and before.digest is not None:
        path = saves_folder() / before.place
        if path.exists() and digest(read_text(path)) == before.digest:
            save.path = path
            save.read(lambda text, name: text)
    return save


def _finish(position: Position, save: Save) -> str:
    """Put a game that is over with the finished ones, unless it is there; return its place."""
    name = save.home.stem
    for path in (saves_folder() / "finished").glob(f"{name}-*.bolets"):
        try:
            if same_game(Record.parse(read_text(path)), position.record):
                return _place(path)
        except InputError:
            continue
    path = Save(name).finished_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path.parent} cannot be made: {error.strerror}") from None
    deck = Record.parse(position.text()).deck
    record = joined(position.record)
    lines = position.text().splitlines(keepends=True)
    comments = [line for line in lines if line.startswith("# checkpoint")]
    write_text(path, replace(record, deck=deck).format() + "".join(comments))
    return _place(path)


def _of(name: str) -> list[Path]:
    """List the files in which games of this name may be kept."""
    home = Save(name).home
    others = [
        path
        for part in ("more", "finished")
        for path in sorted((home.parent / part).glob(f"{home.stem}-*.bolets"))
    ]
    return [path for path in (home, *others) if path.exists()]


def _kept(path: Path) -> Kept:
    over = path.parent.name == "finished"
    return Kept(_place(path), None if over else digest(read_text(path)))


def _place(path: Path) -> str:
    return path.relative_to(saves_folder()).as_posix()


def _time(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def read_before(value: Any) -> Kept | None:
    """Read where the page says that a game is kept; raises InputError."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise InputError("'kept' holds a place and a digest")
    place, known = value.get("place"), value.get("digest")
    if place is None:
        return None
    if not isinstance(place, str) or not _PLACE.fullmatch(place):
        raise InputError("this is not the file of a saved game")
    if known is not None and not isinstance(known, str):
        raise InputError("'digest' is a text")
    return Kept(place, known)
