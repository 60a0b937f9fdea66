"""Options shared by the game's commands: deck, difficulty, switches; and colour."""

from __future__ import annotations

import functools
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from bolets_solver.cli.shared.common import Function
from bolets_solver.cli.shared.completing import complete_decks

DIFFICULTIES = ("easy", "regular", "difficult")
SWITCHES = "red_timing, crow_loss, crow_scope, blocked_counts"

deck_option = click.option(
    "--deck",
    metavar="NAME|FILE",
    shell_complete=complete_decks,
    help="The deck, by name or as a file (default: BOLETS_DECK, otherwise pinewood).",
)


def deck_wanted(deck: str | None) -> str:
    """Return the deck of a command line; print a note if none is given but other decks exist."""
    from bolets_solver.bolets.files.deck_library import (
        DECK_VARIABLE,
        FOLDER,
        asked_deck,
        is_shipped,
    )
    from bolets_solver.cli.shared.system import say

    named = asked_deck(deck)
    if deck is None and not os.environ.get(DECK_VARIABLE, "").strip():
        found = [path for path in Path(FOLDER).glob("*.toml") if not is_shipped(path)]
        others = sorted(path.stem for path in found if path.stem != named)
        some = ", ".join(others[:5])
        if others:
            say(
                f"note: no deck is given, so this is {named}; {FOLDER} contains {some}, "
                f"which you can choose with --deck or {DECK_VARIABLE}"
            )
    return named


def rule_options(command: Function) -> Function:
    """Options ``--difficulty`` and ``--rules``, passed on as ``settings``: texts NAME=VALUE."""

    @click.option(
        "--difficulty",
        type=click.Choice(DIFFICULTIES, case_sensitive=False),
        help="The difficulty level (default: regular).",
    )
    @click.option(
        "--rules",
        multiple=True,
        metavar="NAME=VALUE",
        help=f"Set a switch of the rules, repeatable: {SWITCHES}.",
    )
    @functools.wraps(command)
    def wrapped(*args: Any, difficulty: str | None, rules: tuple[str, ...], **kwargs: Any) -> Any:
        words = "=".join(part.strip() for part in " ".join(rules).split("=")).replace(",", " ")
        settings = words.split()
        if difficulty is not None:
            settings.append(f"difficulty={difficulty.lower()}")
        return command(*args, settings=settings, **kwargs)

    return wrapped


def sight_options(command: Function) -> Function:
    """Options ``--preview`` and ``--first-look``, passed on as ``sight``."""

    @click.option(
        "--preview",
        type=click.Choice(("top", "none"), case_sensitive=False),
        default="top",
        help="Whether the top card of the stack is visible.  [default: top]",
    )
    @click.option(
        "--first-look",
        type=click.Choice(("wall", "none"), case_sensitive=False),
        default="wall",
        help="Whether the wall card is visible before the entrance is chosen.  [default: wall]",
    )
    @functools.wraps(command)
    def wrapped(*args: Any, preview: str, first_look: str, **kwargs: Any) -> Any:
        from bolets_solver.advise.worlds import FirstLook, Preview, Sight

        sight = Sight(Preview(preview.lower()), FirstLook(first_look.lower()))
        return command(*args, sight=sight, **kwargs)

    return wrapped


def colour_wanted() -> bool:
    """Whether results may be coloured: on a capable terminal, unless NO_COLOR is set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return _on_terminal()


def columns_wanted() -> int | None:
    """Return the largest width of a map: the terminal's; None without a terminal."""
    return shutil.get_terminal_size().columns if _on_terminal() else None


def _on_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()  # None if it was closed
